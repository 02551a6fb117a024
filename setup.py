"""Builds the compiled extensions of `sim`; without mypyc or a compiler the same files run as plain Python."""
from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup

CORE = ["bits", "chance", "record", "core", "play", "conformance"]
GAME = ["tables", "actions", "setup", "state", "view", "scoring", "log", "laws"]


def extensions() -> list[Extension]:
    """One group of compiled modules for the core and one for each game; every extension may fail without harm."""
    if os.environ.get("EVENHAND_PURE") == "1":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    core = [f"sim/{name}.py" for name in CORE if Path(f"sim/{name}.py").exists()]
    groups: list[tuple[list[str], str | None]] = [(core, "evenhand_sim_core")]
    for tables in sorted(Path("sim").glob("*/tables.py")):
        folder = tables.parent
        files = [str(folder / f"{name}.py") for name in GAME if (folder / f"{name}.py").exists()]
        files += sorted(str(path) for path in folder.glob("phases/*.py"))
        groups.append((files, f"evenhand_sim_{folder.name}"))
    every = [file for files, _ in groups for file in files]
    made: list[Extension] = mypycify(every, opt_level="3", debug_level="0", separate=groups)
    for extension in made:
        extension.optional = True
    return made


setup(ext_modules=extensions())
