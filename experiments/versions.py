"""The versions of what plays and of what writes the tables."""
from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version


def versions(packages: Iterable[str]) -> dict[str, str]:
    """The versions of evenhand, Python and the packages."""
    return {"evenhand": evenhand_version(), "python": platform.python_version()} | {name: _installed(name) for name in packages}


def evenhand_version() -> str:
    """The version of the loaded evenhand, else of the installed one."""
    loaded = getattr(sys.modules.get("evenhand"), "__version__", None)
    return loaded if isinstance(loaded, str) else _installed("evenhand")


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
