"""The plan of knights, for tests of the knight rule."""
from __future__ import annotations

from dataclasses import dataclass

from strategies.catan.archetype import Archetype


@dataclass(eq=False)
class BalancedDev(Archetype):
    """as pips, with a liking for knights until it has the army

    Set-up: as pips; what cards need counts a little more.
    Build: as pips; cards count more while the army is not held.
    Trade: as pips.
    Robber: as pips.
    Discard: as pips.
    """

    wool: float = 1.1
    grain: float = 1.1
    ore: float = 1.1
    card: float = 0.7
    knight: float = 0.4
    longest: float = 0.5
