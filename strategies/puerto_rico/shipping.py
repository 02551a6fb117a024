"""Shipping: goods into VP."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from strategies.puerto_rico.archetype import Archetype


@dataclass(eq=False)
class Shipping(Archetype):
    """goods into VP"""

    QUARRIES: ClassVar[tuple[int, int, int, int]] = (1, 0, 1, 1)

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
    fear_sales: float = -0.18
    spoil_sales: float = 0.09
    deny_settler: float = -0.03
    deny_builder: float = 0.09
    deny_captain: float = 0.42
    deny_craftsman: float = 0.15
    keep_wish: float = 0.04
    block_ships: float = -0.0
    order_aware: float = 0.2
    avoid_right: float = 0.5
    avoid_left: float = -0.05
    mayor_share: float = 0.78
