"""The rules of the games, and nothing else.

Most modules here are compiled by mypyc. The finder below takes the `.py` files even where binaries lie beside them: with
`EVENHAND_PURE=1`, and in a checkout where a file was changed after it was compiled. It has to act before any binary is found,
so it stands here and is not compiled.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

_HERE = Path(__file__).resolve().parent


class _SourceFirst(MetaPathFinder):
    """Finds modules of `sim` as source files."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not fullname.startswith("sim."):
            return None
        name = fullname.rpartition(".")[2]
        for folder in path:
            source = Path(folder, name + ".py")
            if source.is_file():
                return spec_from_file_location(fullname, source, loader=SourceFileLoader(fullname, str(source)))
        return None


def _binaries() -> list[Path]:
    return sorted(_HERE.rglob("*" + EXTENSION_SUFFIXES[0]))


def _changed() -> str:
    """The first source file of a checkout that is newer than what was compiled from it, or an empty string."""
    if not (_HERE.parent / "setup.py").is_file():
        return ""                                   # installed: the times of the files say nothing
    for binary in _binaries():
        source = binary.with_name(binary.name.removesuffix(EXTENSION_SUFFIXES[0]) + ".py")
        if source.is_file() and source.stat().st_mtime > binary.stat().st_mtime:
            return source.relative_to(_HERE.parent).as_posix()
    return ""


PURE = os.environ.get("EVENHAND_PURE") == "1"
CHANGED = "" if PURE else _changed()
"""A source file that is newer than its binary: the engine runs as plain Python until `make native` has built it again."""
BUILD = "native" if _binaries() and not PURE and not CHANGED else "plain"
"""Which engine runs: "native" (compiled) or "plain" (the same files as Python)."""

if PURE or CHANGED:
    sys.meta_path.insert(0, _SourceFirst())
