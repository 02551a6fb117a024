"""The plan of the jungle."""
from __future__ import annotations

from collections.abc import Sequence

from sim.catan.tables import DEV_CARD
from sim.catan.view import CatanView
from sim.core import Action
from strategies.catan.ore_wheat_sheep import OreWheatSheep
from strategies.catan.outlook import Wish


class Discovery(OreWheatSheep):
    """As ore_wheat_sheep, and settles by the jungle (overlay jungle).

    Set-up: the jungle's pips count 0.9.
    Build: a card whenever one can be paid with at least one Discovery; three are kept in stock only from 8 points on.
    Trade, robber, discards: as ore_wheat_sheep.
    """

    def __init__(self, jungle: float = 0.9, stock_from: int = 8, talk: bool = True) -> None:
        super().__init__(jungle=jungle, talk=talk)
        self.stock_from = stock_from

    def purchase(self, wish: Wish, actions: Sequence[Action]) -> Action | None:
        """Among the ways to pay for a card the one with most Discoveries."""
        if wish.what != DEV_CARD:
            return super().purchase(wish, actions)
        ways = [action for action in actions if action.kind == "buy_dev"]
        return max(ways, key=lambda action: sum(action.args["discoveries"].values())) if ways else None

    def main(self, view: CatanView, actions: Sequence[Action]) -> Action:
        keeps = view.me.points >= self.stock_from and view.me.discoveries <= 3
        if view.me.discoveries and not keeps:
            way = self.purchase(Wish(DEV_CARD, -1, 1.0), actions)
            if way and way.args["discoveries"]:
                return way
        return super().main(view, actions)
