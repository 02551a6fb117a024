"""Roads, settlements and cities: where they may stand and what they change (CA-BUILD)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT, count_bits, first_bit
from sim.catan.actions import BUILD_CITY, BUILD_ROAD, BUILD_SETTLEMENT, PICKED
from sim.catan.nodes import (
    BUILDS_CITY,
    BUILDS_ROAD,
    BUILDS_SETTLEMENT,
    FIRST_CITY,
    PAYS,
    SPENT,
    THIRD_SETTLEMENT,
)
from sim.catan.phases import longest_road
from sim.catan.tables import CITY, DESERT, DISCOVERY, GENERIC, JUNGLE, N_RESOURCES, PIPS, ROAD, SETTLEMENT
from sim.catan.topology import (
    CLOSED_BY,
    EDGE_A,
    EDGE_B,
    EDGES_HIGH,
    EDGES_LOW,
    HALF,
    INLAND,
    VERTEX_EDGES,
    VERTEX_HEXES,
    VERTEX_NEIGHBOURS,
)
from sim.core import EVERYBODY

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player


def legal(s: CatanState, p: Player, acts: vec[i64]) -> vec[i64]:
    """Append what a player can build and pay."""
    cost = s.setup.cost
    if p.roads_left > 0 and p.can_pay(cost[ROAD]):                  # CA-BUILD-02: the piece and the cards
        acts = legal_roads(s, p, acts)
    if p.settlements_left > 0 and p.can_pay(cost[SETTLEMENT]):      # CA-BUILD-11
        sites: i64 = settlement_sites(s, p)
        if sites != 0:
            s.on_offer |= PICKED[BUILD_SETTLEMENT]
        while sites != 0:
            acts = append(acts, BUILD_SETTLEMENT + first_bit(sites))
            sites &= sites - 1
    if p.cities_left > 0 and p.settlements != 0 and p.can_pay(cost[CITY]):
        own: i64 = p.settlements                                    # CA-BUILD-09
        s.on_offer |= PICKED[BUILD_CITY]
        while own != 0:
            acts = append(acts, BUILD_CITY + first_bit(own))
            own &= own - 1
    return acts


def legal_roads(s: CatanState, p: Player, acts: vec[i64]) -> vec[i64]:
    """Append the free edges at the player's network (CA-BUILD-03 to -05)."""
    low: i64 = p.reach_low & s.free_low
    while low != 0:
        acts = append(acts, BUILD_ROAD + first_bit(low))
        low &= low - 1
    high: i64 = p.reach_high & s.free_high
    while high != 0:
        acts = append(acts, BUILD_ROAD + HALF + first_bit(high))
        high &= high - 1
    return acts


def has_road_site(s: CatanState, p: Player) -> bool:
    """Whether the player could lay a road somewhere, had he the cards."""
    return p.roads_left > 0 and (p.reach_low & s.free_low != 0 or p.reach_high & s.free_high != 0)


def settlement_sites(s: CatanState, p: Player) -> i64:
    """The vertices where the player may settle, cards and pieces apart (CA-BUILD-06 to -08)."""
    sites: i64 = s.open & (p.linked if s.setup.network else p.net)
    return sites & INLAND if s.setup.three_land else sites


def apply(s: CatanState, action: i64) -> None:
    """Build and pay."""
    p = s.players[s.current]
    s.idle = False
    if action < BUILD_SETTLEMENT:
        pay(s, p, s.setup.cost[ROAD])
        put_road(s, s.current, action - BUILD_ROAD)
    elif action < BUILD_CITY:
        pay(s, p, s.setup.cost[SETTLEMENT])
        put_settlement(s, s.current, action - BUILD_SETTLEMENT)
    else:
        pay(s, p, s.setup.cost[CITY])
        put_city(s, s.current, action - BUILD_CITY)


def pay(s: CatanState, p: Player, cost: vec[i64]) -> None:
    """Cards go back to the bank at once (CA-PROD-07)."""
    for resource in range(i64(N_RESOURCES)):
        n: i64 = cost[resource]
        if n > 0:
            p.hand[resource] -= n
            s.bank[resource] += n
            p.counters[SPENT + resource] += n
            s.tell(PAYS, s.current, resource, n, 0, EVERYBODY)


def put_road(s: CatanState, seat: i64, edge: i64) -> None:
    """Lay a road and settle the award. Nothing that stands on the board is ever moved (CA-BUILD-10)."""
    p = s.players[seat]
    p.roads_left -= 1
    s.road_owner[edge] = seat
    p.roads = append(p.roads, edge)
    p.built_at = append(p.built_at, s.roads_built)
    s.roads_built += 1
    s.take_edge(edge)
    a: i64 = EDGE_A[edge]
    b: i64 = EDGE_B[edge]
    a_links = not s.opponent_on(a, seat)                            # CA-BUILD-04
    b_links = not s.opponent_on(b, seat)
    if a_links:
        _join_net(p, a)
    if b_links:
        _join_net(p, b)
    if a_links and p.linked & BIT[a] != 0:
        _link(s, seat, BIT[b])
    elif b_links and p.linked & BIT[b] != 0:
        _link(s, seat, BIT[a])
    s.tell(BUILDS_ROAD, seat, 0, edge, 0, EVERYBODY)
    longest_road.after_road(s, seat)


def put_settlement(s: CatanState, seat: i64, vertex: i64) -> None:
    """Set a settlement: it closes its neighbours, opens its harbour, and may cut an opponent's road."""
    p = s.players[seat]
    p.settlements_left -= 1
    p.settlements |= BIT[vertex]
    s.building[vertex] = 1 + seat
    s.open &= ~CLOSED_BY[vertex]                                    # CA-BUILD-06
    if s.setup.harbour_next_turn and s.round > 0:                   # CA-TRADE-03; set-up is before all turns
        p.harbours_new |= s.board.harbour_at[vertex] & ~p.harbours
    else:
        open_harbours(s, p, s.board.harbour_at[vertex])
    _yield_more(s, p, vertex)
    _join_net(p, vertex)
    _link(s, seat, BIT[vertex])
    if p.marks[THIRD_SETTLEMENT] < 0 and count_bits(p.settlements | p.cities) == 3:
        p.marks[THIRD_SETTLEMENT] = s.turn
    s.tell(BUILDS_SETTLEMENT, seat, 0, vertex, 0, EVERYBODY)
    _cut_others(s, seat, vertex)


def put_city(s: CatanState, seat: i64, vertex: i64) -> None:
    """Replace a settlement, whose piece goes back to its owner (CA-BUILD-09)."""
    p = s.players[seat]
    p.cities_left -= 1
    p.settlements_left += 1
    p.settlements &= ~BIT[vertex]
    p.cities |= BIT[vertex]
    s.building[vertex] = 9 + seat
    _yield_more(s, p, vertex)
    if p.marks[FIRST_CITY] < 0:
        p.marks[FIRST_CITY] = s.turn
    s.tell(BUILDS_CITY, seat, 0, vertex, 0, EVERYBODY)


def _yield_more(s: CatanState, p: Player, vertex: i64) -> None:
    """A settlement yields what its hexes bring, a city twice that (CA-PROD-01)."""
    for hex in VERTEX_HEXES[vertex]:
        terrain: i64 = s.board.terrain[hex]
        if terrain != DESERT:
            p.pips[DISCOVERY if terrain == JUNGLE else terrain] += PIPS[s.board.tokens[hex]]


def open_harbours(s: CatanState, p: Player, mask: i64) -> None:
    """New harbours lower the rates (CA-TRADE-01, -02)."""
    p.harbours |= mask
    for resource in range(i64(N_RESOURCES)):
        if mask & BIT[resource] != 0:
            p.rate[resource] = min(p.rate[resource], s.setup.rate_special)
        if mask & BIT[GENERIC] != 0:
            p.rate[resource] = min(p.rate[resource], s.setup.rate_generic)


def relink(s: CatanState, seat: i64) -> None:
    """Find the vertices that own roads join to an own building, past no opponent's building (CA-BUILD-07)."""
    p = s.players[seat]
    p.linked = 0
    _link(s, seat, p.settlements | p.cities)


def _link(s: CatanState, seat: i64, vertices: i64) -> None:
    """Join vertices to the linked ones, and all that own roads lead to from there."""
    p = s.players[seat]
    waiting: i64 = vertices & ~p.linked
    p.linked |= waiting
    while waiting != 0:
        vertex: i64 = first_bit(waiting)
        waiting &= waiting - 1
        if s.opponent_on(vertex, seat):
            continue
        for n in range(i64(3)):
            edge: i64 = VERTEX_EDGES[3 * vertex + n]
            if edge >= 0 and s.road_owner[edge] == seat:
                other: i64 = VERTEX_NEIGHBOURS[3 * vertex + n]
                if p.linked & BIT[other] == 0:
                    p.linked |= BIT[other]
                    waiting |= BIT[other]


def _join_net(p: Player, vertex: i64) -> None:
    p.net |= BIT[vertex]
    p.reach_low |= EDGES_LOW[vertex]
    p.reach_high |= EDGES_HIGH[vertex]


def _cut_others(s: CatanState, seat: i64, vertex: i64) -> None:
    """The owners of other roads at the vertex can no longer go on through it; the award is settled anew."""
    for n in range(i64(3)):
        edge: i64 = VERTEX_EDGES[3 * vertex + n]
        if edge >= 0:
            owner: i64 = s.road_owner[edge]
            if owner >= 0 and owner != seat:
                _leave_net(s.players[owner], vertex)
                relink(s, owner)
    longest_road.after_settlement(s, vertex)                        # CA-ROAD-05


def _leave_net(p: Player, vertex: i64) -> None:
    p.net &= ~BIT[vertex]
    p.reach_low = 0
    p.reach_high = 0
    left: i64 = p.net
    while left != 0:
        own: i64 = first_bit(left)
        p.reach_low |= EDGES_LOW[own]
        p.reach_high |= EDGES_HIGH[own]
        left &= left - 1
