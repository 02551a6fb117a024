"""The parameters of a strategy: the arguments of its constructor, their types, and values for them out of a text."""
from __future__ import annotations

import inspect
import math
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from sim.faults import Fault, nearest

T = TypeVar("T")
REQUIRED: Final = inspect.Parameter.empty
"""The default of a parameter that has none."""
WORDS: Final = {bool: "true or false", int: "an int", float: "a number", str: "a text"}
YES_OR_NO: Final = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True)
class Parameter:
    """One argument of a constructor: the types it takes (none known: what the text looks like), or its only values."""

    name: str
    kinds: tuple[type, ...]
    choices: tuple[Any, ...]
    default: Any

    def __str__(self) -> str:
        return self.name if self.default is REQUIRED else f"{self.name}={written(self.default)}"

    def read(self, text: str) -> Any:
        """The value that a text means; ValueError in words if it means none."""
        for choice in self.choices:
            if written(choice) == text:
                return choice
        if self.choices and not self.kinds:
            near = nearest(text, [written(choice) for choice in self.choices])
            hint = f". Did you mean {near!r}?" if near else ""
            raise ValueError(f"{text!r} is none of {', '.join(written(choice) for choice in self.choices)}{hint}")
        for kind in self.kinds or (int, float, bool, str):
            try:
                return _read_as(kind, text)
            except ValueError:
                continue
        wanted = [WORDS[kind] for kind in self.kinds] + [written(choice) for choice in self.choices]
        raise ValueError(f"{text!r} is not {' or '.join(wanted)}")


def parameter(default: T, help: str) -> T:
    """A parameter of a strategy that is a dataclass, with its meaning, which the pages of the docs print."""
    made: T = field(default=default, metadata={"help": help})
    return made


def written(value: Any) -> str:
    """A value as it stands in a spec."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def parameters_of(cls: type[Any]) -> dict[str, Parameter]:
    """The parameters of a class by name, in order."""
    if cls.__init__ is object.__init__:
        return {}
    try:
        hints = get_type_hints(cls.__init__)
    except Exception:       # a user's annotation may name anything; the defaults still tell the types
        hints = {}
    found = {}
    for argument in list(inspect.signature(cls.__init__).parameters.values())[1:]:
        if argument.kind in (argument.POSITIONAL_OR_KEYWORD, argument.KEYWORD_ONLY):
            kinds, choices = _kinds(hints.get(argument.name), argument.default)
            found[argument.name] = Parameter(argument.name, kinds, choices, argument.default)
    return found


def take(parameters: Mapping[str, Parameter], given: Mapping[str, str], shown: str) -> dict[str, Any]:
    """The values of the given texts by name. `shown` names the strategy in the faults, which come in a ParameterError."""
    faults = list(_faults(parameters, given, shown))
    if faults:
        raise ParameterError(faults)
    return {name: parameters[name].read(text) for name, text in given.items()}


class ParameterError(ValueError):
    """Parameters that a strategy does not take, with all faults."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(str(fault) for fault in faults))
        self.faults = faults


def _faults(parameters: Mapping[str, Parameter], given: Mapping[str, str], shown: str) -> Iterator[Fault]:
    for name, text in given.items():
        known = parameters.get(name)
        if known is None:
            near = nearest(name, list(parameters))
            hint = f". Did you mean {near!r}?" if near else "."
            takes = " ".join(str(parameter) for parameter in parameters.values())
            yield Fault("", f"{shown} has no parameter {name!r}{hint}   It takes: {takes or 'none'}", near)
            continue
        try:
            known.read(text)
        except ValueError as error:
            yield Fault("", f"{shown}, parameter {name}: {error}")
    for parameter in parameters.values():
        if parameter.default is REQUIRED and parameter.name not in given:
            yield Fault("", f"{shown} needs a value for {parameter.name!r}: {shown}:{parameter.name}=...")


def _kinds(hint: Any, default: Any) -> tuple[tuple[type, ...], tuple[Any, ...]]:
    """The types and the only values that an annotation allows; without one the type of the default."""
    if hint is None:
        known = type(default) in (bool, int, float, str)
        return ((type(default),) if known else ()), ()
    if get_origin(hint) is Literal:
        return (), get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        parts = [_kinds(part, default) for part in get_args(hint)]
        return tuple(kind for kinds, _ in parts for kind in kinds), tuple(choice for _, choices in parts for choice in choices)
    if hint is type(None):
        return (), (None,)
    return ((hint,) if hint in (bool, int, float, str) else ()), ()


def _read_as(kind: type, text: str) -> Any:
    if kind is bool:
        if text.lower() not in YES_OR_NO:
            raise ValueError(text)
        return YES_OR_NO[text.lower()]
    found = kind(text)
    if kind is float and not math.isfinite(found):
        raise ValueError(text)
    return found
