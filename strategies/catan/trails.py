"""The longest road: trails over the own edges, and the roads that lengthen them most."""
from __future__ import annotations

from typing import TYPE_CHECKING

from sim.catan.topology import N_EDGES
from sim.catan.view import CatanView
from strategies.catan.island import ENDS, owner, ways_to

if TYPE_CHECKING:
    from strategies.catan.outlook import Outlook

Net = dict[int, list[tuple[int, int]]]
"""Vertices with the own edges at each, and where they lead."""


def net(view: CatanView) -> Net:
    """The viewer's roads."""
    found: Net = {}
    for edge in range(N_EDGES):
        if view.road(edge) == view.seat:
            a, b = ENDS[edge]
            found.setdefault(a, []).append((edge, b))
            found.setdefault(b, []).append((edge, a))
    return found


def longest_from(view: CatanView, roads: Net, vertex: int, used: frozenset[int] = frozenset()) -> int:
    """Edges of the longest trail over own roads that starts at a vertex; none passes another's building (CA-ROAD-02, -03)."""
    if used and owner(view, vertex) not in (-1, view.seat):
        return 0
    return max([1 + longest_from(view, roads, other, used | {edge})
                for edge, other in roads.get(vertex, ()) if edge not in used], default=0)


def joined(roads: Net, vertex: int) -> set[int]:
    """The vertices that own roads connect with a vertex."""
    found, waiting = {vertex}, [vertex]
    while waiting:
        for _, other in roads.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def extension(look: Outlook, wanted: int, most: int) -> tuple[int, int]:
    """The fewest new roads, up to `most`, that make a trail of the length wanted, and the first of them; (0, -1) if none do.

    New roads go on from an end of a trail, over free edges, and may join a part of the network that was apart.
    """
    view = look.view
    roads = net(view)
    lengths = {vertex: longest_from(view, roads, vertex) for vertex in roads}
    best = (0, -1)
    for vertex, length in lengths.items():
        if length + most * 2 < wanted or owner(view, vertex) not in (-1, view.seat):
            continue
        own = joined(roads, vertex)
        for other, (distance, edge) in ways_to(view, [vertex], most).items():
            beyond = lengths.get(other, 0) if other not in own else 0
            if distance and length + distance + beyond >= wanted and (not best[0] or distance < best[0]):
                best = (distance, edge)
    return best
