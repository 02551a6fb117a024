"""The plan of one resource and its harbour."""
from __future__ import annotations

from dataclasses import dataclass

from sim.catan.tables import GENERIC, N_RESOURCES
from sim.catan.view import SeatView
from strategies.catan.archetype import Archetype, parameter
from strategies.catan.island import ways_to
from strategies.catan.outlook import Outlook

SPECIAL = (1 << N_RESOURCES) - 1
"""The 2:1 harbours, as a mask."""


@dataclass(eq=False)
class Port(Archetype):
    """much of one kind, and the harbour that trades it

    Set-up: first the vertex with most of one kind, second one on that kind's harbour or near it, else on a generic one.
    Build: as pips; what bank trade completes soonest.
    Trade: as pips, but the kind of an own 2:1 harbour goes to the bank, not to players.
    Robber: as pips, but rather on those who have the same 2:1 harbour.
    Discard: what its wishes need least; full sets for a harbour are kept.
    """

    grain: float = 1.1
    ore: float = 1.1
    new_kind: float = 1.5
    harbour: float = 4.0
    settlement: float = 1.05
    longest: float = 0.5
    one_kind: float = parameter(0.3, "set-up: what a pip of the most frequent kind counts more, for the first settlement")
    rivals: float = parameter(1.2, "factor on what the robber costs a seat with the same 2:1 harbour")

    def site_worth(self, look: Outlook, vertex: int) -> float:
        """As usual, and the greatest yield of one kind for the first settlement, or a harbour within two roads."""
        worth = super().site_worth(look, vertex)
        if not look.kinds:
            return worth + self.one_kind * max([pips for _, pips in self.yields_of(vertex)], default=0)
        if self.island.harbours[vertex]:
            return worth
        near = [self.harbour_worth(look, other) / (1 + distance)
                for other, (distance, _) in ways_to(look.view, [vertex], 2).items()
                if distance and self.island.harbours[other] and look.view.is_open(other)]
        return worth + 0.5 * self.harbour * max(near, default=0.0)

    def yields_of(self, vertex: int) -> list[tuple[int, int]]:
        """The pips of each resource of a vertex."""
        sums = [0] * (N_RESOURCES + 1)
        for kind, pips in self.island.yields[vertex]:
            sums[kind] += pips
        return [(kind, sums[kind]) for kind in range(N_RESOURCES)]

    def harbour_worth(self, look: Outlook, vertex: int) -> float:
        """A special harbour by the share of the own income that it trades, a generic one a third."""
        mask, income = self.island.harbours[vertex], look.income[:N_RESOURCES]
        total = sum(income) or 1
        shares = [income[kind] / total for kind in range(N_RESOURCES) if mask >> kind & 1]
        return max([*shares, 0.35 if mask >> GENERIC & 1 else 0.0])

    def gives(self, look: Outlook, item: int) -> bool:
        return not look.me.harbours & SPECIAL & 1 << item

    def keeps(self, look: Outlook, item: int) -> float:
        """The card that would break a set for a 2:1 harbour is dearer."""
        whole = look.me.harbours & SPECIAL & 1 << item and look.hand[item] % look.rate[item] == 0
        return 0.05 if whole else 0.0

    def grudge(self, look: Outlook, hex: int, victim: SeatView) -> float:
        return self.rivals if look.me.harbours & victim.harbours & SPECIAL else 1.0
