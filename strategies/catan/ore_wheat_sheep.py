"""The plan of cities and cards."""
from __future__ import annotations

from strategies.catan.archetype import Archetype


class OreWheatSheep(Archetype):
    """Ore, grain and wool: cities, then development cards.

    Set-up: pips with ore and grain at 1.3, wool at 1.0, the rest at 0.5; an ore, grain or generic harbour is liked.
    Build: city before card before settlement; a road only towards a site when none is open.
    Trade: lumber and brick away for what a city or a card needs.
    Robber: as pips; knights as soon as the robber hurts or the army is near.
    Discard: what cities and cards need least, so lumber and brick first.
    """

    def __init__(self, lumber: float = 0.5, brick: float = 0.5, wool: float = 1.0, grain: float = 1.3, ore: float = 1.3,
                 jungle: float = 0.3, new_kind: float = 2.0, harbour: float = 0.8, space: float = 0.0, city: float = 1.2,
                 settlement: float = 0.9, dev: float = 0.6, road: float = 0.4, knight: float = 0.2, longest: float = 0.3,
                 patience: float = 30.0, talk: bool = True) -> None:
        super().__init__(lumber, brick, wool, grain, ore, jungle, new_kind, harbour, space, city, settlement, dev, road, knight,
                         longest, patience, talk)
