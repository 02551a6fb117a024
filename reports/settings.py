"""What a reader of the report may choose: levels, margins, the anchor of the rating."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Choices of the report; the defaults are those of `evenhand report`.

    `margin` is the win share within which seats count as balanced. Figures show `best` and `last` strategies where there are
    more than both together; tables show all. A game counts as `close` if it was won by at most so many points, as decided
    from when its leader wins with the chance `decided`.
    """

    level: float = 0.95
    margin: float = 0.02
    anchor: str = ""
    close: float = 3
    decided: float = 0.8
    best: int = 12
    last: int = 3

    @property
    def alpha(self) -> float:
        return 1 - self.level
