"""Shipping: goods into VP."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from strategies.puerto_rico.archetype import Archetype


@dataclass(eq=False)
class Shipping(Archetype):
    """goods into VP"""

    QUARRIES: ClassVar[tuple[int, int, int, int]] = (1, 0, 1, 1)
    CROPS: ClassVar[Mapping[str, float]] = {"corn": 1.25, "indigo": 1.1, "sugar": 1.1}
    LIKES: ClassVar[Mapping[str, float]] = {"small_warehouse": 1.2, "harbor": 1.25, "wharf": 1.25, "customs_house": 1.2}

    selling: float = 0.8
    shipping: float = 1.3
    a: float = 0.2
    b: float = 0.02
    leave: float = 0.52
    trade: float = 1.41
    ship: float = 0.81
    early: float = 2.06
    fall: float = 0.16
    least: float = 0.6
    cards_early: float = 1.83
    cards_late: float = 1.55
    deny_captain: float = 0.5
    mayor_share: float = 0.78
