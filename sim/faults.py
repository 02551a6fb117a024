"""What is said to a person whose input cannot be used: every fault at once, in plain words, with the way out."""
from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: where it stands, what it is, the nearest right spelling, a sentence of help."""

    where: str
    message: str
    nearest: str = ""
    help: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class Refusal(ValueError):
    """Input that cannot be used. Nothing has been started, written or deleted when it is raised."""

    def __init__(self, faults: Fault | Iterable[Fault], words: str = "") -> None:
        """`words` say all of it; without them it reads as its faults do, one a line."""
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__(words or "\n".join(str(fault) for fault in self.faults))

    def _render_traceback_(self, *_: object) -> list[str]:
        """What a notebook shows in place of a traceback, which would say nothing about the input."""
        return [f"Error: {self}"]


class Interrupt(KeyboardInterrupt):
    """Ctrl-C, or a signal that means the same, as evenhand itself raises it. A bare KeyboardInterrupt comes from a strategy."""


def cut(text: str, width: int = 60) -> str:
    """A text that is too long for a message, cut in the middle with `..`."""
    return text if len(text) <= width else f"{text[:width // 2 - 1]}..{text[1 - width // 2:]}"


def nearest(name: object, known: Sequence[str]) -> str:
    """The known name that looks most like `name`, or an empty string."""
    close = difflib.get_close_matches(str(name), known, n=1, cutoff=0.6)
    return close[0] if close else ""
