"""What a reader of the report may choose: levels, margins, intervals, the anchor of the rating."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Final

from sim.faults import Fault, Refusal, nearest

INTERVALS: Final = ("cluster-wilson", "block-t", "naive-wilson", "clopper-pearson", "jeffreys")
"""The choices of `ci`."""
NAIVE: Final = INTERVALS[2:]
"""Those that count every game as independent of all others."""
RATINGS: Final = ("pl", "openskill")
MOST_POINTS: Final = 50
"""The widest margin of `equivalence`: beyond it nothing could be unbalanced."""
SEQUENCES: Final = ("asymptotic", "eb")


@dataclass(frozen=True)
class Settings:
    """Choices of the report; the defaults are those of `evenhand report`.

    `margin` is the win share within which seats count as balanced. `ci` is the interval of a win share, `cs` the confidence
    sequence of a run that a test stopped. `rating` "openskill" shows that number beside the Plackett-Luce ratings, and
    `pl_prior` is the sd of the prior that holds a strength which would be infinite. A game counts as close if it was won
    by at most `close` points, as decided from when its leader wins with the chance `decided`. Figures show `best` and `last`
    strategies where there are more than both together; tables show all.
    """

    level: float = 0.95
    margin: float = 0.02
    anchor: str = ""
    close: float = 3
    decided: float = 0.8
    best: int = 12
    last: int = 3
    ci: str = "cluster-wilson"
    cs: str = "asymptotic"
    rating: str = "pl"
    pl_prior: float = 3.0

    def __post_init__(self) -> None:
        words = (("ci", self.ci, INTERVALS), ("cs", self.cs, SEQUENCES), ("rating", self.rating, RATINGS))
        faults = [_unknown(name, value, known) for name, value, known in words if value not in known]
        if not 0 <= self.margin <= MOST_POINTS / 100:
            faults.append(Fault("equivalence", f"{100 * self.margin:g} is not allowed; points from 0 to {MOST_POINTS}"))
        if not 0 <= self.decided <= 1:
            faults.append(Fault("decided", f"{self.decided:g} is not allowed; a chance from 0 to 1"))
        if not 0 <= self.close < math.inf:
            faults.append(Fault("close", f"{self.close:g} is not allowed; points, 0 or more"))
        if not 0 < self.pl_prior < math.inf:
            faults.append(Fault("pl_prior", f"{self.pl_prior:g} is not allowed; a number above 0"))
        if faults:
            raise Refusal(faults)

    @property
    def alpha(self) -> float:
        return 1 - self.level


def _unknown(name: str, value: str, known: Sequence[str]) -> Fault:
    close = nearest(value, known)
    hint = f" Did you mean {close!r}?" if close else ""
    return Fault(name, f"{value!r} is none of {', '.join(known)}.{hint}", close)


def settled(settings: Settings, strategies: Sequence[str], short: Mapping[str, str]) -> Settings:
    """The settings for a run, the anchor by its whole name. Refusal if it is no strategy of it, or a package is missing."""
    if settings.rating == "openskill" and find_spec("openskill") is None:
        raise Refusal(Fault("rating", "openskill is not installed", help="pip install 'evenhand[ratings]'"))
    wanted = settings.anchor
    if not wanted or wanted in strategies:
        return settings
    if named := [name for name in strategies if short[name] == wanted]:
        return replace(settings, anchor=named[0])
    close = nearest(wanted, [*strategies, *short.values()])
    close = next((name for name in strategies if close in (name, short[name])), "")
    hint = f" Did you mean {close!r}?" if close else ""
    listed = ", ".join(strategies[:12]) + (", ..." if len(strategies) > 12 else "")
    raise Refusal(Fault("anchor", f"{wanted!r} is no strategy of this run.{hint}", close, f"It has: {listed}"))
