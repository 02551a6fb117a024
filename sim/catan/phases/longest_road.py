"""The longest road: its length from the board alone, and who holds the award (CA-ROAD)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from sim.bits import BIT, first_bit
from sim.catan.nodes import ROAD_ASIDE, ROAD_AWARD
from sim.catan.scoring import mark, points
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

    A longest trail begins at a vertex with an odd number of own roads or with an opponent's building (CA-ROAD-04: a ring with
    one of these begins and ends there). A component without such a vertex is one closed trail, and any of its vertices will do.
    """
    roads = s.players[seat].roads
    owner = s.road_owner
    best: i64 = 0
    most: i64 = 0
    ends: i64 = 0
    s.road_seen = 0
    for edge in roads:
        if owner[edge] == seat:
            ends |= BIT[EDGE_A[edge]] | BIT[EDGE_B[edge]]
            most += 1
    left: i64 = ends
    while left != 0 and best < most:                                # no trail is longer than all roads
        vertex = first_bit(left)
        left &= left - 1
        if _is_start(s, seat, vertex):
            best = max(best, _walk(s, seat, vertex))
    left = ends & ~s.road_seen
    while left != 0 and best < most:
        best = max(best, _walk(s, seat, first_bit(left)))
        left = ends & ~s.road_seen
    return best


def _walk(s: CatanState, seat: i64, at: i64) -> i64:
    """The most edges of a trail that goes on from a vertex over roads not walked yet."""
    owner, walked = s.road_owner, s.walked
    s.road_seen |= BIT[at]
    best: i64 = 0
    for n in range(i64(3)):
        edge: i64 = VERTEX_EDGES[3 * at + n]
        if edge >= 0 and owner[edge] == seat and walked[edge] == 0:
            to: i64 = VERTEX_NEIGHBOURS[3 * at + n]
            edges: i64 = 1
            if s.opponent_on(to, seat):                             # CA-ROAD-03: the trail ends here, its last edge counts
                s.road_seen |= BIT[to]
            else:
                walked[edge] = 1
                edges += _walk(s, seat, to)
                walked[edge] = 0
            best = max(best, edges)
    return best


def _is_start(s: CatanState, seat: i64, vertex: i64) -> bool:
    """Whether an odd number of own roads meet here, or an opponent's building stands here."""
    owner = s.road_owner
    n: i64 = 0
    for k in range(i64(3)):
        edge: i64 = VERTEX_EDGES[3 * vertex + k]
        if edge >= 0 and owner[edge] == seat:
            n += 1
    return n & 1 == 1 or s.opponent_on(vertex, seat)


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
        mark(s, holder, points(s, holder))                          # CA-ROAD-08: at once, on another's turn too


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
