"""Readings of the board: where the robber hurts, where roads lead, how much room there is."""
from __future__ import annotations

from collections.abc import Sequence

from sim.catan.tables import PIPS
from sim.catan.topology import EDGE_ENDS
from sim.catan.view import CatanView
from sim.core import Action
from strategies.catan.island import HEX_VERTICES, WAYS, Island, bits, ways_to

ROLLS = [int(n) for n in PIPS]


def harm(view: CatanView, island: Island, hex: int) -> float:
    """Pips that the robber on a hex costs the others, leaders more, less twice those it costs the own seat."""
    mean = max(1.0, sum([seen.visible_points for seen in view.seats]) / view.players)
    total = 0.0
    for vertex in HEX_VERTICES[hex]:
        building = view.building(vertex)
        if building:
            seat = (building - 1) & 7
            pips = island.pips[hex] * (2 if building > 8 else 1)
            if seat == view.seat:
                total -= 2.0 * pips
            else:
                seen = view.seats[seat]
                total += pips * seen.visible_points / mean + (0.5 if seen.hand_size else 0.0)
    return total


def hurts(view: CatanView, island: Island) -> bool:
    """Whether the robber stands on a hex that would yield something to this seat."""
    if view.robber < 0 or not island.pips[view.robber]:
        return False
    mine = view.me.settlements | view.me.cities
    return any(mine >> vertex & 1 for vertex in HEX_VERTICES[view.robber])


def promise(view: CatanView, island: Island, action: Action, weights: Sequence[float]) -> float:
    """The worth of the best open vertex that a road of the set-up may lead to, less the further it is."""
    site = next(vertex for vertex in (action.args["from"], action.args["to"]) if (view.building(vertex) - 1) & 7 == view.seat
                and view.building(vertex))
    end = action.args["from"] + action.args["to"] - site
    best = 0.0
    for vertex, (distance, _) in ways_to(view, [end], view.seat, 2).items():
        if vertex != site and view.is_open(vertex):
            best = max(best, island.worth(vertex, weights) / (1 + distance))
    return best


def open_sites_near(view: CatanView, vertex: int) -> int:
    """Open vertices within 3 edges of a vertex, those that its own building would close left out."""
    closed = {vertex, *(other for _, other in WAYS[vertex])}
    return sum([1 for other in ways_to(view, [vertex], view.seat, 3) if view.is_open(other) and other not in closed])


def longest_way(view: CatanView) -> int:
    """A free edge at an end of the own roads that leads on to new ground; -1 without one."""
    touched = bits(view.me.network)
    ends = {vertex for vertex in touched if sum([1 for edge, _ in WAYS[vertex] if view.road(edge) == view.seat]) == 1}
    for vertex in [*sorted(ends), *touched]:
        for edge, other in WAYS[vertex]:
            if view.road(edge) < 0 and other not in touched and not view.building(other):
                return edge
    return -1


def length_of(edges: Sequence[int]) -> int:
    """How many different vertices some edges touch; for tests."""
    return len({vertex for edge in edges for vertex in EDGE_ENDS[edge]})
