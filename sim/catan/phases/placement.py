"""Set-up: each places two settlements, each with a road (CA-SET-02 to -10)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import first_bit
from sim.catan.actions import PLACE_ROAD, PLACE_SETTLEMENT
from sim.catan.nodes import DISCOVERIES_MADE, DISCOVERS, PRODUCED, PRODUCES, SETUP_ROAD, SETUP_SETTLEMENT
from sim.catan.phases import building, turn
from sim.catan.setup import YIELD_NONE, YIELD_TYPE
from sim.catan.tables import DESERT, DISCOVERY, JUNGLE
from sim.catan.topology import INLAND, VERTEX_EDGES, VERTEX_HEXES
from sim.core import EVERYBODY

if TYPE_CHECKING:
    from sim.catan.state import CatanState


def legal(s: CatanState) -> vec[i64]:
    acts = vec[i64](capacity=54)
    if s.phase == SETUP_ROAD:                                       # CA-SET-05: at the settlement just placed
        for n in range(i64(3)):
            edge: i64 = VERTEX_EDGES[3 * s.setup_site + n]
            if edge >= 0 and s.road_owner[edge] < 0:
                acts = append(acts, PLACE_ROAD + edge)
        return acts
    sites: i64 = s.open                                             # CA-SET-04: the distance rule, and no link
    if s.setup.three_land and sites & INLAND != 0:                  # CA-BUILD-08
        sites &= INLAND
    while sites != 0:
        acts = append(acts, PLACE_SETTLEMENT + first_bit(sites))
        sites &= sites - 1
    return acts


def apply(s: CatanState, action: i64) -> None:
    if s.phase == SETUP_SETTLEMENT:
        site: i64 = action - PLACE_SETTLEMENT
        second = s.setup_step >= s.seats
        building.put_settlement(s, s.actor, site)                   # CA-SET-08: free of cost
        s.players[s.actor].first_sites[1 if second else 0] = site
        s.setup_site = site
        s.setup_step += 1
        if second:
            _starting_cards(s, site)                                # CA-SET-06
        s.phase = SETUP_ROAD
    else:
        building.put_road(s, s.actor, action - PLACE_ROAD)
        _next(s)


def _next(s: CatanState) -> None:
    """CA-SET-02, -03: seats upwards, then downwards, the last one twice in succession."""
    s.setup_site = -1
    if s.setup_step == 2 * s.seats:
        s.round = 1
        turn.begin(s, 0)
        return
    s.actor = s.setup_step if s.setup_step < s.seats else 2 * s.seats - 1 - s.setup_step
    s.phase = SETUP_SETTLEMENT


def _starting_cards(s: CatanState, site: i64) -> None:
    """One card a hex, or one a kind of hex, while the bank has them (CA-SET-06, -07, -10)."""
    if s.setup.setup_yield == YIELD_NONE:
        return
    player = s.players[s.actor]
    hexes = VERTEX_HEXES[site]
    for n in range(i64(len(hexes))):
        terrain: i64 = s.board.terrain[hexes[n]]
        if terrain == DESERT or (s.setup.setup_yield == YIELD_TYPE and _seen_before(s, hexes, n)):
            continue
        if terrain == JUNGLE:
            if s.setup.setup_jungle:
                player.hand[DISCOVERY] += 1
                player.counters[DISCOVERIES_MADE] += 1
                s.tell(DISCOVERS, s.actor, 0, 1, 0, EVERYBODY)
        elif s.bank[terrain] > 0:
            s.bank[terrain] -= 1
            player.hand[terrain] += 1
            player.counters[PRODUCED + terrain] += 1
            s.tell(PRODUCES, s.actor, terrain, 1, 0, EVERYBODY)


def _seen_before(s: CatanState, hexes: vec[i64], n: i64) -> bool:
    for earlier in range(n):
        if s.board.terrain[hexes[earlier]] == s.board.terrain[hexes[n]]:
            return True
    return False
