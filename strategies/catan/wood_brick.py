"""The plan of roads and settlements."""
from __future__ import annotations

from strategies.catan.archetype import Archetype


class WoodBrick(Archetype):
    """Lumber and brick: many settlements, the longest road.

    Set-up: pips with lumber and brick at 1.3, grain 1.0, wool 0.9, ore 0.5, and room for more settlements.
    Build: settlement before road to the best site; cities late; cards only with surplus; the longest road from 4 on.
    Trade: ore away for what a settlement needs.
    Robber: as pips; road building at once.
    Discard: what settlements need least, so ore first.
    """

    def __init__(self, lumber: float = 1.3, brick: float = 1.3, wool: float = 0.9, grain: float = 1.0, ore: float = 0.5,
                 jungle: float = 0.3, new_kind: float = 2.0, harbour: float = 0.5, space: float = 1.0, city: float = 0.9,
                 settlement: float = 1.3, dev: float = 0.25, road: float = 0.8, knight: float = 0.05, longest: float = 1.0,
                 patience: float = 30.0, talk: bool = True) -> None:
        super().__init__(lumber, brick, wool, grain, ore, jungle, new_kind, harbour, space, city, settlement, dev, road, knight,
                         longest, patience, talk)
