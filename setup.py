"""Builds the compiled extensions of `sim`; without mypyc or a compiler the same files run as plain Python.

Compiled are all modules of `sim` and of the games' folders but those named here, which say in their docstrings why not.
`EVENHAND_PURE=1` builds nothing.
"""
from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

HIDDEN = [] if os.name == "nt" else ["-fvisibility=hidden"]
"""Functions that nobody else can replace: the compiler may put them where they are called, which is a tenth of all time."""
NOT_COMPILED = {"__init__.py", "options.py", "catalog.py", "faults.py"}


def groups() -> list[tuple[list[str], str | None]]:
    """The source files and the name of each extension group: one for the core, one for each game, built side by side."""
    core = [path for path in sorted(Path("sim").glob("*.py")) if path.name not in NOT_COMPILED]
    found: list[tuple[list[str], str | None]] = [([str(path) for path in core], "sim.native_core")]
    for game in sorted(path.parent for path in Path("sim").glob("*/tables.py")):
        files = [str(path) for path in sorted(game.rglob("*.py")) if path.name not in NOT_COMPILED]
        found.append((files, f"sim.native_{game.name}"))
    return found


def extensions() -> list[Extension]:
    """The extensions of all groups; none on the plain build."""
    if os.environ.get("EVENHAND_PURE") == "1":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    found = groups()
    made: list[Extension] = mypycify([file for files, _ in found for file in files], opt_level="3", debug_level="0",
                                     separate=found)
    for extension in made:      # a new compiler may warn of more than mypyc knows of
        extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"] + HIDDEN
    return made


class AllOrNone(build_ext):
    """Builds every extension or leaves none behind: half of them could not be imported."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        try:
            super().build_extensions()
        except (BaseError, CCompilerError) as error:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            print(f"The engine was not compiled ({type(error).__name__}); it will run as plain Python, many times slower.",
                  file=sys.stderr)

    def copy_extensions_to_source(self) -> None:
        """In place: binaries of an earlier build go first, and all are marked newer than their sources."""
        for old in _binaries():
            old.unlink()
        super().copy_extensions_to_source()
        for built in _binaries():
            built.touch()


def _binaries() -> list[Path]:
    return list(Path("sim").rglob("*" + EXTENSION_SUFFIXES[0]))


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})
