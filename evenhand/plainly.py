"""Bad input in Python as on the command line: one kind of exception, in the same words, without a traceback of ours.

What a script may give beside what a file holds becomes plain here too.
"""
from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ParamSpec, TypeVar

from sim.faults import Fault, Refusal, nearest

P = ParamSpec("P")
T = TypeVar("T")


def plainly(call: Callable[P, T]) -> Callable[P, T]:
    """A function of the public API: whatever the user can mend is raised as a Refusal in the words of the command line."""
    @functools.wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        problem: Exception
        try:
            _known_keywords(call, kwargs)
            return call(*args, **kwargs)
        except (Refusal, OSError) as found:
            problem = found
        raise refusal(problem)      # outside of the handler, so that nothing of ours stands before it

    return wrapped


def keywords(call: Callable[P, T]) -> Callable[P, T]:
    """A function of the public API that raises what a strategy raises: only its keywords are looked at."""
    @functools.wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        _known_keywords(call, kwargs)
        return call(*args, **kwargs)

    return wrapped


def _known_keywords(call: Callable[..., object], given: Iterable[str]) -> None:
    """Refusal of a keyword that a function does not have; one that takes any looks at them itself."""
    if not given:
        return
    parameters = inspect.signature(call).parameters.values()
    if not any(one.kind is one.VAR_KEYWORD for one in parameters):
        refuse_unknown(given, [one.name for one in parameters if one.name != "self"], f"evenhand's {call.__name__.strip('_')}")


def refusal(problem: Exception) -> Refusal:
    """A Refusal with the faults of a problem, which reads as the command line says it."""
    from evenhand.refusals import faults_of, lines

    faults = [Fault(_place(fault.where), fault.message, fault.nearest, in_python(fault.help)) for fault in faults_of(problem)]
    shown = Refusal(faults)
    shown.source = getattr(problem, "source", "")      # type: ignore[attr-defined]
    return Refusal(faults, "\n".join(lines(shown)))


def in_python(help: str) -> str:
    """What to type on the command line as it is said to `evenhand.run`; what is a command of its own stays one."""
    lines = help.split("\n")
    return "\n".join(_CALL.sub(_call, line) if "evenhand " in line else _FLAG.sub(_keyword, line) for line in lines)


KEYWORDS = ("name", "out", "lineups", "design", "target", "blocks", "games", "seats", "seed")
"""The flags that a script says under the same name."""
_CALL = re.compile(r"evenhand (games|strategies)(?: (\S+))?$")
_FLAG = re.compile(r"--([a-z][a-z-]*) ('[^']*'|[^\s-]\S*)")


def _call(said: re.Match[str]) -> str:
    return f"evenhand.{said[1]}({_quoted(said[2]) if said[2] else ''})"


def _keyword(said: re.Match[str]) -> str:
    name = said[1].replace("-", "_")
    return f"{name}={_quoted(said[2])}" if name in KEYWORDS else said[0]


def _quoted(text: str) -> str:
    return '"' + text.strip("'") + '"'


def _place(where: str) -> str:
    """A flag as the name of a keyword."""
    return where.removeprefix("--").replace("-", "_") if re.fullmatch(r"--[a-z-]+", where) else where


def plain_value(value: Any) -> Any:
    """A value of a script in the shape of a file: numbers and arrays of numpy as Python's own, a range as a list."""
    if isinstance(value, Mapping):
        return {name: plain_value(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [plain_value(item) for item in value]
    return value.tolist() if hasattr(value, "tolist") else value


def refuse_unknown(given: Iterable[str], known: Iterable[str], what: str) -> None:
    """Refusal of the first name that is none of those that may be said."""
    names = list(known)
    for name in given:
        if name not in names:
            close = nearest(name, names)
            hint = f" Did you mean {close!r}?" if close else ""
            raise Refusal(Fault("", f"{name!r} is no choice of {what}.{hint}", close, f"There is: {', '.join(names)}"))


def number(name: str, value: Any) -> float:
    """A number as Python's own; Refusal if it is none."""
    value = plain_value(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Refusal(Fault(name, f"{value!r} is not a number"))
    return value


def word(name: str, value: Any) -> str:
    """A text; Refusal if it is none."""
    if not isinstance(value, str):
        raise Refusal(Fault(name, f"{value!r} is not a text"))
    return value


def words(name: str, value: Any) -> list[str]:
    """Some names: a list of them, or one text with commas between them."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    found = list(value) if isinstance(value, Iterable) else []
    if not isinstance(value, Iterable) or not all(isinstance(item, str) for item in found):
        raise Refusal(Fault(name, f"{value!r}: a list of names is wanted"))
    return found
