"""What goes wrong in a run over and over again is told a few times, then counted."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

FEW: Final = 3
"""So many warnings of a kind are told."""
_FIGURES: Final = re.compile(r"\d[\d,. -]*")


class Warnings:
    """Tells the first warnings of each kind, and at the end how many more there were; those of a kind differ in figures alone.

    Nothing is lost by it: each failed game has its row in `failures`.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._first: dict[str, str] = {}
        self._count: Counter[str] = Counter()

    def warn(self, text: str) -> None:
        """Tell it, or count it."""
        kind = _FIGURES.sub("#", text)
        self._first.setdefault(kind, text.splitlines()[0])
        self._count[kind] += 1
        if self._count[kind] <= FEW:
            self._tell(text)

    def sum_up(self) -> bool:
        """Tell how many more there were of each kind, and begin anew; whether there were any."""
        more = {kind: count - FEW for kind, count in self._count.items() if count > FEW}
        for kind, count in more.items():
            self._tell(f"and {count:,} more of this kind: {self._first[kind]}")
        self._count.clear()
        return bool(more)
