"""Colours and shapes: one pair a strategy through the whole report, readable without colour vision and in print."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

OKABE_ITO = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c8c", "#d4c400")
"""The palette of Okabe and Ito; its black is a grey and its yellow darker, so that both show on light and on dark."""
SHAPES = ("o", "s", "D", "^", "v", "P", "X", "h")
PALE = ("#77aadd", "#ee8866", "#eedd88", "#44bb99", "#ffaabb", "#99ddff", "#bbcc33", "#aaaa00", "#dddddd")
"""For things that are no strategies: triggers, parts of a score. Dark text is readable on each."""
FALLING = ("#4ea3d9", "#84c0e4", "#b3d8ee", "#dcecf5")
"""For what has an order, from the first to the last: places. Dark text is readable on each."""
PALE_INK = "#1a1a1a"
MORE, LESS = "#0072b2", "#d55e00"
"""The two sides of a diverging scale, by how solid they are; nothing is no colour at all."""
MOST_SOLID = 0.62


@dataclass(frozen=True)
class Look:
    """How a strategy is drawn."""

    colour: str
    shape: str


Looks = Mapping[str, Look]
SEAT = Look("#5b7083", "o")
"""Seats and lengths are no strategies: one quiet colour for all."""
QUIET = Look("#9a9a9a", "o")
"""What is not shown to differ."""


def looks(strategies: Sequence[str]) -> Looks:
    """The look of each strategy of a run, by its place in the list."""
    n = len(OKABE_ITO)
    return {name: Look(OKABE_ITO[place % n], SHAPES[(place + place // n) % n]) for place, name in enumerate(strategies)}


def diverging(value: float, largest: float) -> tuple[str, float]:
    """Colour and opacity of a difference on a scale whose ends are -largest and largest."""
    solid = MOST_SOLID * min(1.0, abs(value) / largest) if largest > 0 else 0.0
    return (MORE if value >= 0 else LESS, solid)


def percent_axes(axes: Any, x: str, y: str, above: float = 3) -> None:
    """Both axes in percent, with their words, and room `above` for a line at 100."""
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 100 + above)
    axes.set_xticks([0, 25, 50, 75, 100])
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.set_xlabel(x)
    axes.set_ylabel(y)
