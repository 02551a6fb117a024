"""The plan of one resource and its harbour."""
from __future__ import annotations

from sim.catan.topology import N_VERTICES
from sim.catan.view import CatanView
from strategies.catan.archetype import Archetype
from strategies.catan.island import ways_to


class Port(Archetype):
    """Much of one kind, and the harbour that trades it 2:1.

    Set-up: first the vertex with most of one kind, second on or near that kind's harbour, else a generic one.
    Build: whatever bank trade completes soonest, by the expected rolls.
    Trade: never offers the kind of its harbour to players; the bank takes it at its rate.
    Robber: as pips.
    Discard: what its wishes need least.
    """

    def __init__(self, lumber: float = 1.0, brick: float = 1.0, wool: float = 1.0, grain: float = 1.1, ore: float = 1.1,
                 jungle: float = 0.3, new_kind: float = 1.5, harbour: float = 4.0, space: float = 0.0, city: float = 1.0,
                 settlement: float = 1.05, dev: float = 0.45, road: float = 0.6, knight: float = 0.1, longest: float = 0.5,
                 patience: float = 30.0, talk: bool = True) -> None:
        super().__init__(lumber, brick, wool, grain, ore, jungle, new_kind, harbour, space, city, settlement, dev, road, knight,
                         longest, patience, talk)

    def site_worth(self, view: CatanView, vertex: int, have: set[int]) -> float:
        """As usual, and the greatest yield of one kind counts once more for the first settlement; a near harbour a little."""
        worth = super().site_worth(view, vertex, have)
        if not have:
            by_kind = [0] * 7
            for kind, pips in self.island.yields[vertex]:
                by_kind[kind] += pips
            return worth + 0.3 * max(by_kind[:5])
        if not self.island.harbours[vertex]:
            near = ways_to(view, [vertex], view.seat, 2)
            worth += max([0.0, *(self.harbour * self.harbour_worth(view, other) / (1 + distance)
                                 for other, (distance, _) in near.items() if distance and self.island.harbours[other]
                                 and view.is_open(other) and other < N_VERTICES)]) * 0.5
        return worth

    def harbour_worth(self, view: CatanView, vertex: int) -> float:
        """A special harbour by the share of the own income that it trades, a generic one a third."""
        mask = self.island.harbours[vertex]
        income = view.me.production[:5]
        total = sum(income)
        if not total:
            return 0.2
        shares = [income[kind] / total for kind in range(5) if mask >> kind & 1]
        return max([*shares, 0.35 if mask >> 5 & 1 else 0.0])
