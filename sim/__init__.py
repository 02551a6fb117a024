"""The rules of the games, and nothing else.

Most modules here are compiled by mypyc. With `EVENHAND_PURE=1` the finder below takes the `.py` files even where binaries lie
beside them; it has to act before any of them is found, so it stands here and is not compiled.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


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


if os.environ.get("EVENHAND_PURE") == "1":
    sys.meta_path.insert(0, _SourceFirst())
