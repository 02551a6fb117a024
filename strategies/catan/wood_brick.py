"""The plan of roads and settlements."""
from __future__ import annotations

from dataclasses import dataclass

from sim.catan.tables import BRICK, LUMBER
from sim.catan.view import SeatView
from strategies.catan.archetype import Archetype
from strategies.catan.outlook import Outlook
from strategies.parameters import parameter


@dataclass(eq=False)
class WoodBrick(Archetype):
    """settlements and the longest road

    Set-up: lumber and brick count most, ore least; room for more settlements is liked.
    Build: settlements, and the roads to them; the longest road as soon as it is three roads away; cities later, cards with
        what is left.
    Trade: ore away for what a settlement needs.
    Robber: as pips, but rather on the lumber and brick of the others; road building as soon as a road is wanted.
    Discard: what settlements need least, so ore first.
    """

    lumber: float = 1.15
    brick: float = 1.15
    wool: float = 0.9
    ore: float = 0.8
    space: float = 0.2
    settlement: float = 1.2
    longest: float = 0.8
    rivals: float = parameter(1.2, "factor on what the robber costs others in lumber and brick")

    def grudge(self, look: Outlook, hex: int, victim: SeatView) -> float:
        return self.rivals if self.island.kind[hex] in (LUMBER, BRICK) else 1.0
