"""Strategies given as classes or instances: the spec of one, which says in which file it stands.

A run keeps copies of the strategies' files, and workers load them; so a class that stands in no file cannot be in a run.
"""
from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from sim.faults import Fault, Refusal
from strategies.base import Strategy
from strategies.parameters import REQUIRED, Parameter, parameters_of, written
from strategies.specs import parse, registered_as

Player: TypeAlias = str | type[Strategy] | Strategy
"""Who plays: a spec, as on the command line; a class of Strategy; an instance of one."""


def spec_of(player: object) -> str:
    """The spec of a strategy, with the parameters that an instance was made with. Refusal if it has none."""
    if isinstance(player, str):
        return _checked(player)
    refuse_other(player)
    if isinstance(player, type):
        return _place(player)
    assert isinstance(player, Strategy)
    spec = parse(_place(type(player)))
    for name, value in parameters_in(player).items():
        spec = spec.with_param(name, value)
    return spec.text


def refuse_other(player: object, place: str = "") -> None:
    """Refusal of what is neither a name nor a strategy."""
    if not isinstance(player, (str, Strategy)) and not (isinstance(player, type) and issubclass(player, Strategy)):
        what = f"the class {player.__qualname__}" if isinstance(player, type) else f"{player!r}"
        raise Refusal(Fault(place, f"{what} is no Strategy: give a name, a class or an instance of Strategy"))


def made(cls: type[Strategy], place: str) -> Strategy:
    """A new instance of a class with its defaults; Refusal if it needs more."""
    if missing := [parameter.name for parameter in parameters_of(cls).values() if parameter.default is REQUIRED]:
        name = cls.__name__
        raise Refusal(Fault(place, f"{name} needs a value for {' and '.join(map(repr, missing))}: "
                            f"{name}({', '.join(f'{one}=...' for one in missing)})"))
    return cls()


def parameters_in(strategy: Strategy) -> dict[str, Any]:
    """The parameters that an instance was made with, as far as they are not the defaults.

    They are read from its attributes of the same names, and believed if a new instance made with them is like this one.
    """
    cls, found, name = type(strategy), {}, type(strategy).__name__
    for parameter in parameters_of(cls).values():
        value = getattr(strategy, parameter.name, parameter.default)
        if value is REQUIRED or not _says(parameter, value):
            raise Refusal(Fault("", f"the parameter {parameter.name!r} of this {name} can't be said in a text",
                                help=f"Say it yourself:  \"{_place(cls)}:{parameter.name}=...\""))
        found[parameter.name] = value
    if not _alike(strategy, found):
        raise Refusal(Fault("", f"with which parameters this {name} was made can't be told from its attributes",
                            help=f"Give the class, or say them yourself:  \"{_place(cls)}:NAME=VALUE\""))
    return {name: value for name, value in found.items() if value != parameters_of(cls)[name].default}


def _says(parameter: Parameter, value: Any) -> bool:
    """Whether the text of a value means it again."""
    text = written(value)
    try:
        return ":" not in text and bool(parameter.read(text) == value)
    except ValueError:
        return False


def _alike(strategy: Strategy, values: Mapping[str, Any]) -> bool:
    try:
        return bool(vars(type(strategy)(**values)) == vars(strategy))
    except Exception:       # what a user's constructor or comparison may raise
        return False


def _place(cls: type[Strategy]) -> str:
    """The spec of a class without parameters: its name among the known ones, else `file.py:Class`."""
    if name := registered_as(cls):
        return name
    module, name = sys.modules.get(cls.__module__), cls.__qualname__
    file = getattr(module, "__file__", None)
    if "<locals>" in name:
        raise Refusal(Fault("", f"{cls.__name__} is made inside a function; a run needs it at the top of a file"))
    if cls.__module__ == "__main__":
        raise _in_the_script(name, str(file)) if file is not None and Path(file).is_file() else _not_in_a_file(name)
    if file is None or not str(file).endswith(".py"):
        raise _not_in_a_file(name)
    if getattr(module, name, None) is not cls:
        raise Refusal(Fault("", f"{name} is not at the top of {Path(file).name}, where it could be found by its name"))
    return f"{Path(file).resolve()}:{name}"


def _checked(text: str) -> str:
    """A spec; Refusal if its file is the script that is running."""
    spec, script = parse(text), getattr(sys.modules.get("__main__"), "__file__", None)
    if spec.file and script is not None and Path(spec.file).expanduser().resolve() == Path(script).resolve():
        raise _in_the_script(spec.class_name or "the strategy", script)
    return text


def _in_the_script(name: str, script: str) -> Refusal:
    return Refusal(Fault("", f"{name} stands in {Path(script).name}, the script that is running; a worker that loads it would "
                         "run all of it again", help="Put it into a file of its own, and import it from there."))


def _not_in_a_file(name: str) -> Refusal:
    return Refusal(Fault("", f"{name} stands in no file; a run keeps a copy of the file, to play any game again",
                         help=f"In a notebook begin its cell with  %%writefile bot.py  and name it  \"bot.py:{name}\".\n"
                              "For one game evenhand.play takes it as it is."))
