"""The board as a strategy reads it once a game: what each vertex yields, and ways over free edges."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from sim.catan import topology as top
from sim.catan.tables import DESERT, N_RESOURCES, PIPS, TERRAINS
from sim.catan.view import CatanView

VERTEX_HEXES = [[int(hex) for hex in hexes] for hexes in top.VERTEX_HEXES]
HEX_VERTICES = [[int(vertex) for vertex in vertices] for vertices in top.HEX_VERTICES]
ENDS = top.EDGE_ENDS
WAYS = [[(edge, a + b - vertex) for edge, (a, b) in enumerate(ENDS) if vertex in (a, b)] for vertex in range(top.N_VERTICES)]
"""For each vertex its edges, each with the vertex at the other end."""
ROLLS = [int(n) for n in PIPS]
OTHER = N_RESOURCES
"""In place of a resource: the jungle, which yields Discoveries."""


class Island:
    """Terrain, tokens and harbours of one game. Yields are pips: ways of 36."""

    def __init__(self, view: CatanView) -> None:
        terrain = [TERRAINS.index(view.terrain(hex)) for hex in range(top.N_HEXES)]
        self.pips = [ROLLS[view.token(hex)] if kind != DESERT else 0 for hex, kind in enumerate(terrain)]
        self.kind = [min(kind, OTHER) for kind in terrain]
        self.yields = [[(self.kind[hex], self.pips[hex]) for hex in hexes if self.pips[hex]] for hexes in VERTEX_HEXES]
        self.kinds = [sum({1 << kind for kind, _ in found if kind != OTHER}) for found in self.yields]
        """The resources of each vertex, as a mask."""
        self.harbours = [view.harbour_mask(vertex) for vertex in range(top.N_VERTICES)]

    def worth(self, weights: Sequence[float]) -> list[float]:
        """The pips of each vertex, weighed by what they yield."""
        return [sum([weights[kind] * pips for kind, pips in found]) for found in self.yields]


def bits(mask: int) -> list[int]:
    """The numbers of the set bits, from the lowest."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def owner(view: CatanView, vertex: int) -> int:
    """The seat that has built on a vertex, -1 for none."""
    return (view.building(vertex) - 1) & 7 if view.building(vertex) else -1


def ways_to(view: CatanView, starts: Iterable[int], most: int) -> dict[int, tuple[int, int]]:
    """Vertices within `most` new roads of some vertices: how many roads, and the first edge of a shortest way (0, -1 at first).

    No way passes a vertex on which another than the viewer has built. Ties fall to the lower edge.
    """
    found = dict.fromkeys(starts, (0, -1))
    layer = list(found)
    for distance in range(1, most + 1):
        following = []
        for vertex in layer:
            if distance > 1 and owner(view, vertex) not in (-1, view.seat):
                continue
            for edge, other in WAYS[vertex]:
                if other not in found and view.road(edge) < 0:
                    found[other] = (distance, edge if distance == 1 else found[vertex][1])
                    following.append(other)
        layer = following
    return found
