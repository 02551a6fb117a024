"""Where games are found: built in, as a file, or in another package (entry point `evenhand.games`).

A game is imported when it is asked for, never to be listed. Not compiled: it reads folders, the one exception in `sim`.
"""
from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from sim.core import Game
from sim.faults import Fault, Interrupt, Refusal, nearest
from sim.options import make

GROUP = "evenhand.games"
"""The entry point group in which other packages offer games: `name = "module:GAME"`."""

_found: dict[str, Game] = {}


def names() -> list[str]:
    """The names of all games that can be asked for, in alphabetical order; none is imported."""
    return sorted({*_built_in(), *_offered()})


def find(name: str) -> Game:
    """The game of a name or of a file (`pig.py:GAME`). Refusal with the nearest name if there is none, or if it is broken."""
    name, file, variable = _parts(name)
    if name not in _found:
        if file is not None:
            _found[name] = _game_in_file(file, variable)
        elif name in _built_in():
            _found[name] = _checked(importlib.import_module(f"sim.{name}").GAME, f"sim.{name}", "GAME")
        else:
            _found[name] = _game_of_package(name)
    return _found[name]


def file_of(name: str) -> Path | None:
    """The file that a game's name means, if it means one."""
    return _parts(name)[1]


def is_ours(name: str) -> bool:
    """Whether a game comes with evenhand."""
    return name in _built_in()


def make_options(game: Game, plain: Mapping[str, Any]) -> Any:
    """A game's options object of plain data; OptionError with every fault."""
    return make(game.options, plain, game.name, game.presets, game.overlays)


def _built_in() -> list[str]:
    return [path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")]


def _offered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _parts(name: str) -> tuple[str, Path | None, str]:
    """A name as it is remembered; the file and the variable in it if it names a file. A bare `pig.py` means its GAME."""
    if name.endswith(".py"):
        name += ":GAME"
    path, colon, variable = name.rpartition(":")
    if not (colon and path.endswith(".py")):
        return name, None, ""
    file = Path(path).resolve()
    return f"{file}:{variable}", file, variable


def _game_in_file(file: Path, variable: str) -> Game:
    if not file.is_file():
        others = ", ".join(sorted(path.name for path in file.parent.glob("*.py")))
        raise Refusal(Fault("", f"no file {file.name} in {file.parent}" + (f". There is: {others}" if others else "")))
    try:
        module = _load(file)
    except SyntaxError as error:
        raise Refusal(Fault("", f"{file.name} can't be loaded: line {error.lineno}: SyntaxError: {error.msg}")) from error
    except Interrupt:
        raise
    except BaseException as error:      # SystemExit too: a file that exits cannot be played
        raise Refusal(Fault("", f"{file.name} can't be loaded: {type(error).__name__}: {error}".removesuffix(": "))) from error
    if not hasattr(module, variable):
        games = [name for name, value in vars(module).items() if isinstance(value, Game)]
        raise Refusal(Fault("", f"{file.name} has no {variable}" + (f". It has: {', '.join(games)}" if games else ""),
                            nearest(variable, games), "A game's file ends with: GAME = MyGame()"))
    return _checked(getattr(module, variable), file.name, variable)


def _load(file: Path) -> ModuleType:
    """The module of a file, under a name that hides nothing; modules of its own folder can be imported by it.

    No bytecode is left beside it: the file may be the copy in a run's folder.
    """
    name = f"evenhand_game_{file.stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None, file
    module = module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.parent))
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(file.parent))
        sys.dont_write_bytecode = writes
    return module


def _game_of_package(name: str) -> Game:
    point = _offered().get(name)
    if point is None:
        close = nearest(name, names())
        hint = f". Did you mean {close!r}?" if close else ""
        raise Refusal(Fault("", f"no game {name!r}{hint}", close, "All: evenhand games"))
    package = point.dist.name if point.dist is not None else point.module
    try:
        game = point.load()
    except Interrupt:
        raise
    except BaseException as error:      # as of a file
        raise Refusal(Fault("", f"the game {name!r} of the package {package} can't be loaded: "
                                f"{type(error).__name__}: {error}".removesuffix(": "))) from error
    return _checked(game, package, point.attr)


def _checked(game: Any, place: str, variable: str) -> Game:
    if not isinstance(game, Game):
        raise Refusal(Fault("", f"{variable} of {place} is no game: its type is {type(game).__name__}",
                            help="A game is an object of a subclass of evenhand.games.Game."))
    return game
