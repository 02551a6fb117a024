"""Hybrid: money first, shipping later."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from strategies.parameters import parameter
from strategies.puerto_rico.archetype import Archetype


@dataclass(eq=False)
class Hybrid(Archetype):
    """money first, shipping later

    Until the round `switch` the factors for selling and trading hold, from then on those for shipping.
    """

    QUARRIES: ClassVar[tuple[int, int, int, int]] = (2, 2, 2, 2)
    CROPS: ClassVar[Mapping[str, float]] = {"corn": 1.15}
    LIKES: ClassVar[Mapping[str, float]] = {"small_market": 1.2, "tobacco_storage": 1.2, "coffee_roaster": 1.2, "harbor": 1.2}

    selling: float = 1.3
    shipping: float = 1.2
    a: float = 0.15
    b: float = 0.15
    leave: float = 0.48
    trade: float = 1.21
    ship: float = 1.01
    early: float = 2.08
    fall: float = 0.23
    least: float = 0.64
    cards_early: float = 1.41
    cards_late: float = 1.72
    block_ships: float = 0.3
    mayor_share: float = 1.01
    switch: int = parameter(10, "the first round of shipping")

    def trades(self, round: float) -> bool:
        return round < self.switch

    def ships(self, round: float) -> bool:
        return round >= self.switch
