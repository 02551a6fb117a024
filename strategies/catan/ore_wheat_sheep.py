"""The plan of cities and cards."""
from __future__ import annotations

from dataclasses import dataclass

from strategies.catan.archetype import Archetype


@dataclass(eq=False)
class OreWheatSheep(Archetype):
    """cities and development cards

    Set-up: ore and grain count most, then wool; a harbour is liked.
    Build: cities, then cards; settlements and roads to them where they come soon.
    Trade: lumber and brick away for what a city or a card needs.
    Robber: as pips; knights as soon as the robber hurts or the army is near.
    Discard: what cities and cards need least, so lumber and brick first.
    """

    lumber: float = 0.5
    brick: float = 0.5
    grain: float = 1.3
    ore: float = 1.3
    harbour: float = 0.8
    settlement: float = 0.9
    city: float = 1.2
    card: float = 0.8
    longest: float = 0.3
