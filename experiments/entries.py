"""Reading the entries of an experiment one by one: what each may be, and what is said if it is something else."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from experiments.tomlfile import value as shown
from sim.faults import Fault, nearest

T = TypeVar("T")
D = TypeVar("D")


class Wrong(ValueError):
    """A value that is not allowed, in words."""

    def __init__(self, message: str, near: str = "", help: str = "") -> None:
        super().__init__(message)
        self.near = near
        self.help = help


class Entries:
    """A table's entries, taken by name; faults are collected with their places.

    `places` names where an entry stands in the eyes of the person who wrote it, if not under its own name.
    """

    def __init__(self, plain: Any, path: str, faults: list[Fault], places: Mapping[str, str] | None = None) -> None:
        self.path = path
        self.faults = faults
        self.places = places or {}
        self.given: dict[str, Any] = dict(plain) if isinstance(plain, Mapping) else {}
        self.sound: set[str] = set()
        if not isinstance(plain, Mapping):
            self.faults.append(Fault(path, f"{shown(plain)}: a table is wanted, [{path}]"))

    def place(self, name: str) -> str:
        """Where an entry stands."""
        return self.places.get(name, f"{self.path}.{name}" if self.path else name)

    def take(self, name: str, read: Callable[[Any], T], default: D) -> T | D:
        """An entry, read; the default if it is missing or wrong."""
        if name not in self.given:
            return default
        try:
            found = read(self.given[name])
        except Wrong as wrong:
            self.faults.append(Fault(self.place(name) or f"--{name}", str(wrong), wrong.near, wrong.help))
            return default
        self.sound.add(name)
        return found

    def refuse_others(self, known: Sequence[str]) -> None:
        """Note every entry that is none of the known ones."""
        for name in self.given:
            if name not in known:
                close = nearest(name, known)
                hint = f". Did you mean {close!r}?" if close else f"; it is one of {', '.join(known)}"
                self.faults.append(Fault(self.place(name), f"unknown{hint}", close))


def whole(low: int, high: int | None = None) -> Callable[[Any], int]:
    """Reads an integer within bounds."""
    bounds = f"from {low}" + (f" to {high}" if high is not None else "")

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < low or (high is not None and value > high):
            raise Wrong(f"{shown(value)} is not allowed; an integer {bounds}")
        return value
    return read


def between(low: float, high: float) -> Callable[[Any], float]:
    """Reads a number between two others."""
    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low < value < high:
            raise Wrong(f"{shown(value)} is not allowed; a number between {low:g} and {high:g}")
        return value
    return read


def yes_or_no(value: Any) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise Wrong(f"{shown(value)} is not allowed; true or false")
    return value


def text(value: Any) -> str:
    """Reads a text that says something."""
    if not isinstance(value, str):
        raise Wrong(f"{shown(value)}: a text in quotes is wanted")
    if not value.strip():
        raise Wrong("it is empty")
    return value


def word(known: Sequence[str]) -> Callable[[Any], str]:
    """Reads one of some words."""
    def read(value: Any) -> str:
        if value not in known:
            close = nearest(value, known) if isinstance(value, str) else ""
            hint = f" Did you mean {close!r}?" if close else ""
            raise Wrong(f"{shown(value)} is not one of {', '.join(map(repr, known))}.{hint}", close)
        return str(value)
    return read


def texts(value: Any) -> tuple[str, ...]:
    """Reads a list of texts."""
    if isinstance(value, str):
        raise Wrong(f'{shown(value)}: a list is wanted, [{shown(value)}, ...]')
    return tuple(_each(value, text))


def wholes(low: int, high: int) -> Callable[[Any], tuple[int, ...]]:
    """Reads an integer or a list of different integers."""
    def read(value: Any) -> tuple[int, ...]:
        found = tuple(_each(value, whole(low, high))) if isinstance(value, (list, tuple)) else (whole(low, high)(value),)
        if len(set(found)) < len(found):
            raise Wrong(f"{shown(value)} names one twice")
        return found
    return read


def table(value: Any) -> Mapping[str, Any]:
    """Reads a table."""
    if not isinstance(value, Mapping):
        raise Wrong(f"{shown(value)}: a table is wanted")
    return value


def tables(value: Any) -> tuple[Mapping[str, Any], ...]:
    """Reads a list of tables."""
    if isinstance(value, Mapping) or not isinstance(value, (list, tuple)):
        raise Wrong(f"{shown(value)}: a list of tables is wanted, with two brackets")
    return tuple(_each(value, table))


def _each(value: Any, read: Callable[[Any], T]) -> Iterable[T]:
    if not isinstance(value, (list, tuple)):
        raise Wrong(f"{shown(value)}: a list is wanted")
    if not value:
        raise Wrong("the list is empty")
    return [read(item) for item in value]
