"""Money: doubloons into buildings."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from strategies.puerto_rico.archetype import Archetype


@dataclass(eq=False)
class Money(Archetype):
    """doubloons into buildings"""

    QUARRIES: ClassVar[tuple[int, int, int, int]] = (2, 2, 2, 3)
    LIKES: ClassVar[Mapping[str, float]] = {
        "small_market": 1.2, "tobacco_storage": 1.25, "coffee_roaster": 1.25, "office": 1.2, "large_market": 1.2,
        "factory": 1.2,
    }

    selling: float = 1.3
    shipping: float = 0.8
    a: float = 0.11
    b: float = 0.14
    leave: float = 0.58
    trade: float = 1.03
    ship: float = 1.03
    early: float = 2.88
    fall: float = 0.25
    least: float = 0.64
    cards_early: float = 2.13
    cards_late: float = 1.37
    deny_captain: float = 0.5
    order_aware: float = 0.75
    mayor_share: float = 0.77
