"""Money: doubloons into buildings."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from strategies.puerto_rico.archetype import Archetype


@dataclass(eq=False)
class Money(Archetype):
    """doubloons into buildings"""

    QUARRIES: ClassVar[tuple[int, int, int, int]] = (2, 2, 2, 3)

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
    fear_sales: float = 0.57
    spoil_sales: float = -0.1
    deny_settler: float = -0.54
    deny_builder: float = -0.04
    deny_captain: float = 0.61
    deny_craftsman: float = -0.13
    keep_wish: float = -0.02
    block_ships: float = 0.15
    order_aware: float = 0.79
    avoid_right: float = 0.15
    avoid_left: float = 0.21
    mayor_share: float = 0.77
