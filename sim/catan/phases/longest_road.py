"""The longest road: its length from the board alone, and who holds the award (CA-ROAD)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from sim.bits import BIT, first_bit
from sim.catan.nodes import ROAD_ASIDE, ROAD_AWARD
from sim.catan.scoring import mark
from sim.catan.topology import EDGE_A, EDGE_B, VERTEX_EDGES, VERTEX_NEIGHBOURS
from sim.core import EVERYBODY, NOBODY

if TYPE_CHECKING:
    from sim.catan.state import CatanState

_LATER: Final = 9           # owner of a road that is left out of a count


def after_road(s: CatanState, seat: i64) -> None:
    """A road was laid: its owner's length may have grown."""
    s.players[seat].road_length = length(s, seat)
    award(s)


def after_settlement(s: CatanState, vertex: i64) -> None:
    """A settlement was set: the roads of others at the vertex may be cut (CA-ROAD-05)."""
    cut = False
    for n in range(i64(3)):
        edge: i64 = VERTEX_EDGES[3 * vertex + n]
        if edge >= 0:
            owner: i64 = s.road_owner[edge]
            if owner >= 0 and s.opponent_on(vertex, owner):
                s.players[owner].road_length = length(s, owner)
                cut = True
    if cut:
        award(s)


def length(s: CatanState, seat: i64) -> i64:
    """The most edges of a trail of the seat's roads (CA-ROAD-02, -03), searched on the board (CA-ROAD-09).

    A longest trail begins where one own road ends or an opponent's building stands (CA-ROAD-04: a ring with such a building
    begins and ends there). If there is a ring, it may also begin at a fork, whose third road it has used before. A component
    without any of these is one closed trail, and any of its vertices will do.
    """
    roads = s.players[seat].roads
    owner = s.road_owner
    most: i64 = 0
    once: i64 = 0                                                   # vertices with one own road, two, three
    twice: i64 = 0
    thrice: i64 = 0
    for edge in roads:
        if owner[edge] == seat:
            both: i64 = BIT[EDGE_A[edge]] | BIT[EDGE_B[edge]]
            thrice |= twice & both
            twice |= once & both
            once |= both
            most += 1
    s.road_seen = 0
    s.road_ring = False
    ends = _held_by_others(s, seat)                                 # CA-ROAD-03: where a trail ends
    starts: i64 = once & (ends | ~twice)
    best = _best_from(s, seat, starts, ends, 0, most)
    forks: i64 = thrice & ~starts
    best = _best_from(s, seat, forks if s.road_ring else forks & ~s.road_seen, ends, best, most)
    left: i64 = once & ~s.road_seen
    while left != 0 and best < most:
        best = max(best, _walk(s, seat, first_bit(left), 0, ends))
        left &= ~s.road_seen
    return best


def _held_by_others(s: CatanState, seat: i64) -> i64:
    """The vertices with buildings of the other seats, as a mask."""
    held: i64 = 0
    for other in range(s.seats):
        if other != seat:
            p = s.players[other]
            held |= p.settlements | p.cities
    return held


def _best_from(s: CatanState, seat: i64, starts: i64, ends: i64, best: i64, most: i64) -> i64:
    """The longest trail from one of the vertices, or `best`; no trail is longer than all roads."""
    while starts != 0 and best < most:
        best = max(best, _walk(s, seat, first_bit(starts), 0, ends))
        starts &= starts - 1
    return best


def _walk(s: CatanState, seat: i64, at: i64, path: i64, ends: i64) -> i64:
    """The most edges of a trail that goes on from a vertex over roads not walked yet. `path` are the vertices before it, `ends`
    those that no trail passes."""
    owner, walked = s.road_owner, s.walked
    path |= BIT[at]
    s.road_seen |= BIT[at]
    best: i64 = 0
    for n in range(i64(3)):
        edge: i64 = VERTEX_EDGES[3 * at + n]
        if edge >= 0 and owner[edge] == seat and walked[edge] == 0:
            to: i64 = VERTEX_NEIGHBOURS[3 * at + n]
            edges: i64 = 1
            if ends & BIT[to] != 0:                                 # CA-ROAD-03: its last edge counts
                s.road_seen |= BIT[to]
            else:
                if path & BIT[to] != 0:
                    s.road_ring = True
                walked[edge] = 1
                edges += _walk(s, seat, to, path, ends)
                walked[edge] = 0
            best = max(best, edges)
    return best


def award(s: CatanState) -> None:
    """Give the award to whom it belongs now (CA-ROAD-06 to -08)."""
    longest: i64 = 0
    for player in s.players:
        longest = max(longest, player.road_length)
    holder: i64 = -1
    if longest >= s.setup.road_min:                                 # CA-ROAD-01
        holder = _earliest(s, longest) if s.setup.earliest else _holder_then_aside(s, longest)
    if holder == s.road_holder:
        return
    s.road_holder = holder
    s.road_turn = s.turn
    if holder < 0:
        s.tell(ROAD_ASIDE, NOBODY, 0, longest, 0, EVERYBODY)
    else:
        s.tell(ROAD_AWARD, holder, 0, longest, 0, EVERYBODY)
        mark(s, holder)                          # CA-ROAD-08: at once, on another's turn too


def _holder_then_aside(s: CatanState, longest: i64) -> i64:
    """CA-ROAD-07, standard: the holder while he is among the longest, else a sole leader, else nobody."""
    if s.road_holder >= 0 and s.players[s.road_holder].road_length == longest:
        return s.road_holder
    leader: i64 = -1
    for seat in range(s.seats):
        if s.players[seat].road_length == longest:
            if leader >= 0:
                return -1
            leader = seat
    return leader


def _earliest(s: CatanState, longest: i64) -> i64:
    """CA-ROAD-07, seed: of those with the longest road, the one who completed it first."""
    leader: i64 = -1
    tied = False
    for seat in range(s.seats):
        if s.players[seat].road_length == longest:
            tied = tied or leader >= 0
            if leader < 0:
                leader = seat
    if not tied:
        return leader
    first: i64 = s.roads_built
    for seat in range(s.seats):
        if s.players[seat].road_length == longest:
            done = completed(s, seat, longest)
            if done < first:
                first = done
                leader = seat
    return leader


def completed(s: CatanState, seat: i64, edges: i64) -> i64:
    """The build index of the first own road with which, under today's buildings, a trail of `edges` was there."""
    p = s.players[seat]
    n: i64 = len(p.roads)
    for k in range(n):
        s.road_owner[p.roads[k]] = _LATER
    k = 0
    while k < n:
        s.road_owner[p.roads[k]] = seat
        if k + 1 >= edges and length(s, seat) >= edges:
            break
        k += 1
    at: i64 = p.built_at[k] if k < n else s.roads_built
    for road in p.roads:
        s.road_owner[road] = seat
    return at
