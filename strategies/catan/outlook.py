"""One decision as a strategy sees it: its hand, income, rates, and how far each wish is."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.catan.tables import CITY, DEV_CARD, ROAD, SETTLEMENT
from sim.catan.view import CatanView
from strategies.catan.island import Island, bits, ways_to

FAR = 200.0
"""Rolls after which a wish counts as out of reach."""


@dataclass(frozen=True)
class Wish:
    """Something to buy: what, where (a vertex, an edge, -1 for a card), what it is worth in points."""

    what: int
    place: int
    worth: float


class Outlook:
    """What a decision needs, read from the view once."""

    def __init__(self, view: CatanView, island: Island) -> None:
        me = view.me
        self.view = view
        self.island = island
        self.hand = list(me.hand)
        self.income = list(me.production)
        self.rate = list(me.rate)
        self.costs = [view.cost(what) for what in (ROAD, SETTLEMENT, CITY, DEV_CARD)]
        self.wait = [36.0 / n if n else FAR for n in self.income[:5]]
        cheapest = min([self.rate[r] * self.wait[r] for r in range(5)])
        self.wait = [min(own, cheapest) for own in self.wait]

    def missing(self, what: int, hand: Sequence[int]) -> int:
        """Cards still missing for a purchase, when surplus is traded with the bank."""
        cost = self.costs[what]
        short = sum([max(0, cost[r] - hand[r]) for r in range(5)])
        trades = sum([max(0, hand[r] - cost[r]) // self.rate[r] for r in range(5)])
        return max(0, short - trades)

    def rolls(self, what: int, hand: Sequence[int]) -> float:
        """Rolls until a purchase can be paid: bank trades of the surplus first, then waiting for each missing card."""
        cost = self.costs[what]
        trades = 0
        waits = []
        for r in range(5):
            over = hand[r] - cost[r]
            if over >= 0:
                trades += over // self.rate[r]
            else:
                waits += [self.wait[r]] * -over
        waits.sort()
        return min(FAR, sum(waits[:max(0, len(waits) - trades)]))

    def sites(self) -> list[int]:
        """Vertices where this seat may settle now, cards apart."""
        return bits(self.view.me.sites)

    def reach(self, most: int) -> dict[int, tuple[int, int]]:
        """Vertices within so many new roads of the own network: how many, and the first edge."""
        me = self.view.me
        return ways_to(self.view, bits(me.network), me.seat, most)


def settlements(view: CatanView) -> list[int]:
    """The viewer's settlements."""
    return bits(view.me.settlements)
