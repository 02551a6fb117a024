"""The board as a strategy reads it once: what each vertex yields, and ways over free edges."""
from __future__ import annotations

from collections.abc import Sequence

from sim.catan import topology as top
from sim.catan.tables import PIPS, TERRAINS
from sim.catan.view import CatanView

VERTEX_HEXES = [[int(hex) for hex in hexes] for hexes in top.VERTEX_HEXES]
HEX_VERTICES = [[int(vertex) for vertex in vertices] for vertices in top.HEX_VERTICES]
WAYS = [[(int(top.VERTEX_EDGES[3 * v + n]), int(top.VERTEX_NEIGHBOURS[3 * v + n])) for n in range(3) if top.VERTEX_EDGES[3 * v + n] >= 0]
        for v in range(top.N_VERTICES)]
"""For each vertex its edges, each with the vertex at the other end."""
ROLLS = [int(n) for n in PIPS]
JUNGLE = TERRAINS.index("jungle")


class Island:
    """Terrain and tokens of one game, by hex and by vertex. Yields are pips: ways of 36."""

    def __init__(self, view: CatanView) -> None:
        self.kind = [TERRAINS.index(view.terrain(hex)) for hex in range(top.N_HEXES)]
        self.pips = [ROLLS[view.token(hex)] if kind != 5 else 0 for hex, kind in enumerate(self.kind)]
        self.yields: list[list[tuple[int, int]]] = [
            [(self.kind[hex], self.pips[hex]) for hex in hexes if self.kind[hex] != 5] for hexes in VERTEX_HEXES]
        self.harbours = [view.harbour_mask(vertex) for vertex in range(top.N_VERTICES)]

    def worth(self, vertex: int, weights: Sequence[float]) -> float:
        """The pips of a vertex, each by the weight of its resource; a jungle counts by the last weight."""
        return sum([weights[min(kind, 5)] * pips for kind, pips in self.yields[vertex]])


def bits(mask: int) -> list[int]:
    """The numbers of the set bits."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def ways_to(view: CatanView, starts: Sequence[int], seat: int, most: int) -> dict[int, tuple[int, int]]:
    """Vertices within `most` new roads of some vertices: how many roads, and the first edge of a shortest way.

    A way goes on through no opponent's building. Ties fall to the lower edge.
    """
    found: dict[int, tuple[int, int]] = {vertex: (0, -1) for vertex in starts}
    layer = list(starts)
    for distance in range(1, most + 1):
        following = []
        for vertex in layer:
            owner = view.building(vertex)
            if distance > 1 and owner and (owner - 1) & 7 != seat:
                continue
            for edge, other in WAYS[vertex]:
                if other not in found and view.road(edge) < 0:
                    found[other] = (distance, edge if distance == 1 else found[vertex][1])
                    following.append(other)
        layer = following
    return found
