"""The island: 19 hexes, 54 vertices, 72 edges, 18 frame places, and how they touch (CA-BOARD-01 to -09).

Everything is worked out once from the coordinates of the rules; the printed tables of the rules file are a test.
"""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sim.bits import BIT

N_HEXES: Final = 19
N_VERTICES: Final = 54
N_EDGES: Final = 72
N_FRAME: Final = 18
HALF: Final = 36            # edges fit no single mask: edges 0..35 lie in the low one, 36..71 in the high one
NONE: Final = -1

# CA-BOARD-02: land hexes sorted by (r, q)
HEX_AT: Final = [(q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2]
# CA-BOARD-03: the six corners of a hex on the integer plane: N, NE, SE, S, SW, NW
_CORNERS: Final = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
_NEIGHBOURS: Final = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def _corner_points(q: int, r: int) -> list[tuple[int, int]]:
    """The corners of the hex at (q, r), as (Y, X) so that they sort into rows."""
    return [(3 * r + dy, 2 * q + r + dx) for dx, dy in _CORNERS]


# CA-BOARD-04: vertices sorted by (Y, X)
VERTEX_AT: Final = sorted({point for q, r in HEX_AT for point in _corner_points(q, r)})
_VERTEX_NUMBER: Final = {point: number for number, point in enumerate(VERTEX_AT)}
_HEX_CORNERS: Final = [[_VERTEX_NUMBER[point] for point in _corner_points(q, r)] for q, r in HEX_AT]
# CA-BOARD-05: edges join successive corners; (a, b) with a < b, sorted
EDGE_ENDS: Final = sorted({(min(ring[n], ring[(n + 1) % 6]), max(ring[n], ring[(n + 1) % 6]))
                           for ring in _HEX_CORNERS for n in range(6)})
EDGE_NUMBER: Final = {ends: number for number, ends in enumerate(EDGE_ENDS)}
# CA-BOARD-07: the sea frame, clockwise from the north-west corner
FRAME_AT: Final = [(0, -3), (1, -3), (2, -3), (3, -3), (3, -2), (3, -1), (3, 0), (2, 1), (1, 2), (0, 3), (-1, 3), (-2, 3),
                   (-3, 3), (-3, 2), (-3, 1), (-3, 0), (-2, -1), (-1, -2)]
_FRAME_VERTICES: Final = [sorted(_VERTEX_NUMBER[point] for point in _corner_points(q, r) if point in _VERTEX_NUMBER)
                          for q, r in FRAME_AT]
_FRAME_EDGES: Final = [[number for number, (a, b) in enumerate(EDGE_ENDS) if a in corners and b in corners]
                       for corners in _FRAME_VERTICES]


def _by_threes(rows: list[list[int]]) -> vec[i64]:
    """Rows of up to three numbers in one vec, filled up with -1."""
    return vec[i64]([i64(n) for row in rows for n in row + [NONE] * (3 - len(row))])


def _ragged(rows: list[list[int]]) -> vec[vec[i64]]:
    return vec[vec[i64]]([vec[i64]([i64(n) for n in row]) for row in rows])


HEX_VERTICES: Final = _ragged(_HEX_CORNERS)
"""The corners of a hex: N, NE, SE, S, SW, NW."""
HEX_NEIGHBOURS: Final = _ragged([[HEX_AT.index((q + dq, r + dr)) for dq, dr in _NEIGHBOURS if (q + dq, r + dr) in HEX_AT]
                                 for q, r in HEX_AT])
VERTEX_HEXES: Final = _ragged([[number for number, ring in enumerate(_HEX_CORNERS) if vertex in ring]
                               for vertex in range(N_VERTICES)])
_VERTEX_EDGES: Final = [[number for number, ends in enumerate(EDGE_ENDS) if vertex in ends] for vertex in range(N_VERTICES)]
_VERTEX_NEIGHBOURS: Final = [[a + b - vertex for a, b in EDGE_ENDS if vertex in (a, b)] for vertex in range(N_VERTICES)]
VERTEX_EDGES: Final = _by_threes(_VERTEX_EDGES)
"""The edges of vertex v: entries 3 v to 3 v + 2, -1 where a coast vertex has but two."""
VERTEX_NEIGHBOURS: Final = _by_threes(_VERTEX_NEIGHBOURS)
"""The other ends of the edges of VERTEX_EDGES, place by place."""
EDGE_A: Final = vec[i64]([i64(a) for a, _ in EDGE_ENDS])
EDGE_B: Final = vec[i64]([i64(b) for _, b in EDGE_ENDS])
FRAME_VERTICES: Final = _ragged(_FRAME_VERTICES)
FRAME_EDGES: Final = _ragged(_FRAME_EDGES)


def _vertex_mask(vertices: list[int]) -> i64:
    mask: i64 = 0
    for vertex in vertices:
        mask |= BIT[vertex]
    return mask


def _edge_mask(edges: list[int], first: int) -> i64:
    mask: i64 = 0
    for edge in edges:
        if first <= edge < first + HALF:
            mask |= BIT[edge - first]
    return mask


ALL_VERTICES: Final[i64] = BIT[54] - 1
INLAND: Final[i64] = _vertex_mask([vertex for vertex in range(N_VERTICES) if len(VERTEX_HEXES[vertex]) == 3])
"""The 24 crossings of three land hexes (CA-BUILD-08)."""
ALL_EDGES: Final[i64] = BIT[36] - 1
"""All edges of one half."""
CLOSED_BY: Final = vec[i64]([_vertex_mask([vertex, *_VERTEX_NEIGHBOURS[vertex]]) for vertex in range(N_VERTICES)])
"""The vertices that a building on a vertex closes to all: itself and its neighbours (CA-BUILD-06)."""
EDGES_LOW: Final = vec[i64]([_edge_mask(_VERTEX_EDGES[vertex], 0) for vertex in range(N_VERTICES)])
EDGES_HIGH: Final = vec[i64]([_edge_mask(_VERTEX_EDGES[vertex], HALF) for vertex in range(N_VERTICES)])
"""The edges of a vertex as masks of the two halves."""
HEX_MASK: Final = vec[i64]([_vertex_mask(ring) for ring in _HEX_CORNERS])

# CA-BOARD-08: the standard harbours, as frame places and edges
STANDARD_FRAME: Final = [0, 2, 4, 6, 8, 10, 12, 14, 16]
STANDARD_EDGE: Final = [EDGE_NUMBER[ends] for ends in
                        [(0, 3), (1, 5), (10, 15), (26, 32), (42, 46), (49, 52), (47, 51), (33, 38), (11, 16)]]

# CA-BOARD-12: counter-clockwise from H11 inwards; the outer ring, the inner ring, the middle
SPIRAL: Final = [11, 6, 2, 1, 0, 3, 7, 12, 16, 17, 18, 15, 10, 5, 4, 8, 13, 14, 9]
CORNER_HEXES: Final = [0, 2, 11, 18, 16, 7]


def spiral_from(corner: int) -> list[int]:
    """The spiral that begins at a corner hex: the one of H11 turned about the middle."""
    outer, inner, middle = SPIRAL[:12], SPIRAL[12:18], SPIRAL[18]
    turn = outer.index(corner)
    return outer[turn:] + outer[:turn] + inner[turn // 2:] + inner[:turn // 2] + [middle]
