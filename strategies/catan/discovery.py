"""The plan of the jungle."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.core import Action
from strategies.catan.archetype import parameter
from strategies.catan.ore_wheat_sheep import OreWheatSheep
from strategies.catan.outlook import Outlook


@dataclass(eq=False)
class Discovery(OreWheatSheep):
    """as ore_wheat_sheep, and settles by the jungle (overlay jungle)

    Set-up: as ore_wheat_sheep; the jungle's pips count nearly as much.
    Build: a card whenever one can be paid with at least one Discovery, with as many as can be; near the goal three are kept.
    Trade: as ore_wheat_sheep.
    Robber: as ore_wheat_sheep.
    Discard: as ore_wheat_sheep.
    """

    jungle: float = 0.9
    stock: int = parameter(3, "Discoveries that are kept near the goal")
    stock_from: int = parameter(8, "points from which they are kept")

    def card_purchase(self, look: Outlook, ways: Sequence[Action]) -> Action | None:
        """The way with most Discoveries that leaves the stock alone."""
        spare = look.me.discoveries - (self.stock if look.me.points >= self.stock_from else 0)
        payable = [way for way in ways if cost(way) <= max(0, spare)]
        return max(payable, key=lambda way: cost(way)) if payable else None

    def eager(self, look: Outlook, actions: Sequence[Action]) -> Action | None:
        """A card that can be paid with a Discovery."""
        way = self.card_purchase(look, [action for action in actions if action.kind == "buy_dev"])
        return way if way and cost(way) else None


def cost(way: Action) -> int:
    """Discoveries that a way to pay for a card takes."""
    return sum(way.args["discoveries"].values())
