"""The plan of knights, for tests of the knight rule."""
from __future__ import annotations

from strategies.catan.archetype import Archetype


class BalancedDev(Archetype):
    """As pips, with a bonus for knights until it has the army.

    Set-up, trade, robber, discards: as pips.
    Build: cards count more while the army is not held.
    """

    def __init__(self, lumber: float = 1.0, brick: float = 1.0, wool: float = 1.1, grain: float = 1.1, ore: float = 1.1,
                 jungle: float = 0.3, new_kind: float = 2.0, harbour: float = 0.5, space: float = 0.0, city: float = 1.0,
                 settlement: float = 1.0, dev: float = 0.5, road: float = 0.5, knight: float = 0.5, longest: float = 0.5,
                 patience: float = 30.0, talk: bool = True) -> None:
        super().__init__(lumber, brick, wool, grain, ore, jungle, new_kind, harbour, space, city, settlement, dev, road, knight,
                         longest, patience, talk)
