"""What `evenhand --version` prints: with -v all that a report of a fault should hold."""
from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import evenhand
import sim

PACKAGES = ("librt", "click", "joblib", "tqdm", "numpy", "pyarrow", "pandas", "scipy", "matplotlib", "jinja2")


def text(verbose: bool) -> str:
    """The version; with `verbose` the build, the place and the versions of what is used."""
    if not verbose:
        return f"evenhand {evenhand.__version__}"
    return "\n".join(f"{name:<12}{fact}" for name, fact in facts().items())


def facts() -> dict[str, str]:
    """Everything that a report of a fault should hold."""
    found = {"evenhand": evenhand.__version__, "build": sim.BUILD, "place": str(Path(evenhand.__file__).parent),
             "python": f"{platform.python_version()} ({platform.python_implementation()})", "system": platform.platform()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found
