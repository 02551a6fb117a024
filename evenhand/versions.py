"""What `evenhand --version` prints: with -v all that a report of a fault should hold."""
from __future__ import annotations

import platform
from pathlib import Path

import evenhand
import sim
from experiments.versions import versions

PACKAGES = ("librt", "click", "joblib", "tqdm", "numpy", "pyarrow", "pandas", "scipy", "matplotlib", "jinja2")


def text(verbose: bool) -> str:
    """The version; with `verbose` the build, the place and the versions of what is used."""
    if not verbose:
        return f"evenhand {evenhand.__version__}"
    return "\n".join(f"{name:<12}{fact}" for name, fact in facts().items())


def facts() -> dict[str, str]:
    """Everything that a report of a fault should hold."""
    found = versions(PACKAGES)
    python = f"{found.pop('python')} ({platform.python_implementation()})"
    return {"evenhand": found.pop("evenhand"), "build": sim.BUILD, "place": str(Path(evenhand.__file__).parent),
            "python": python, "system": platform.platform(), **found}
