"""A seven and the robber: discards, the move, the theft (CA-ROB)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.actions import DISCARD, MOVE_ROBBER, STEAL
from sim.catan.nodes import (
    DISCARDED,
    DISCARDING,
    DISCARDS,
    MAIN,
    MOVING_ROBBER,
    PRE_ROLL,
    ROBBER_GOES,
    ROBBER_MOVES,
    ROBS,
    STEALING,
    STOLEN_BY,
    STOLEN_FROM,
    TAKES,
)
from sim.catan.phases import trade
from sim.catan.scoring import points
from sim.catan.setup import STEAL_EACH, STEAL_NONE
from sim.catan.tables import DESERT, DISCOVERY, N_RESOURCES, VICTORY_POINT
from sim.catan.topology import HEX_VERTICES, N_HEXES
from sim.chance import FIRST_GAME_PURPOSE
from sim.core import EVERYBODY

if TYPE_CHECKING:
    from sim.catan.state import CatanState

THEFT: Final = FIRST_GAME_PURPOSE + 10


def seven(s: CatanState) -> None:
    """Fix the discards from the hands as they are (CA-ROB-02 to -04), then go on to the robber."""
    limit = s.setup.discard_limit
    for seat in range(s.seats):
        p = s.players[seat]
        n: i64 = p.cards()
        if s.setup.discovery_in_limit:                              # CA-ROB-03
            n += p.hand[DISCOVERY]
        s.discards[seat] = n // 2 if limit > 0 and n > limit else i64(0)
    _next_discarder(s)


def move(s: CatanState, by_knight: bool) -> None:
    """Ask the current player where the robber goes (CA-ROB-06)."""
    s.by_knight = by_knight
    s.actor = s.current
    s.phase = MOVING_ROBBER


def legal(s: CatanState) -> vec[i64]:
    acts = vec[i64](capacity=N_HEXES)
    if s.phase == DISCARDING:                                       # CA-ROB-04: one card at a time
        p = s.players[s.actor]
        for item in range(i64(N_RESOURCES)):
            if p.hand[item] > 0:
                acts = append(acts, DISCARD + item)
        if s.setup.discovery_in_limit and p.hand[DISCOVERY] > 0:    # CA-JUNGLE-08
            acts = append(acts, DISCARD + DISCOVERY)
        return acts
    if s.phase == STEALING:
        victims = _victims(s)
        for seat in range(s.seats):
            if victims & BIT[seat] != 0:
                acts = append(acts, STEAL + seat)
        return acts
    acts = _targets(s, acts, s.setup.friendly_vp > 0)
    if len(acts) == 0:                                              # CA-ROB-14: then the rule is ignored for this move
        acts = _targets(s, acts, False)
    return acts


def apply(s: CatanState, action: i64) -> None:
    if s.phase == DISCARDING:
        _discard(s, action - DISCARD)
        return
    if s.phase == STEALING:
        _rob(s, action - STEAL)
        _finish(s)
        return
    s.robber = action - MOVE_ROBBER
    s.players[s.current].counters[ROBBER_MOVES] += 1
    s.tell(ROBBER_GOES, s.current, 0, s.robber, 0, EVERYBODY)
    _steal(s)


def _discard(s: CatanState, item: i64) -> None:
    p = s.players[s.actor]
    p.hand[item] -= 1
    if item != DISCOVERY:
        s.bank[item] += 1
    p.counters[DISCARDED] += 1
    s.discards[s.actor] -= 1
    s.tell(DISCARDS, s.actor, item, 1, 0, EVERYBODY)                # CA-ROB-05: all see it
    if s.discards[s.actor] == 0:
        _next_discarder(s)


def _next_discarder(s: CatanState) -> None:
    """Clockwise from the roller, or from seat 0; then the roller moves the robber."""
    first: i64 = i64(0) if s.setup.discard_by_seat else s.current
    for n in range(s.seats):
        seat: i64 = (first + n) % s.seats
        if s.discards[seat] > 0:
            s.actor = seat
            s.phase = DISCARDING
            return
    move(s, False)


def _targets(s: CatanState, acts: vec[i64], friendly: bool) -> vec[i64]:
    for hex in range(i64(N_HEXES)):
        if hex == s.robber and s.setup.robber_must_move:            # CA-ROB-07
            continue
        if s.board.terrain[hex] == DESERT and not s.setup.robber_desert:    # CA-ROB-06, -08
            continue
        if friendly and _spares(s, hex):
            continue
        acts = append(acts, MOVE_ROBBER + hex)                      # CA-ROB-13
    return acts


def _spares(s: CatanState, hex: i64) -> bool:
    """Whether an opponent with few points has a building at the hex (CA-ROB-14)."""
    for vertex in HEX_VERTICES[hex]:
        building: i64 = s.building[vertex]
        if building != 0:
            seat: i64 = (building - 1) & 7
            if seat != s.current:
                vp = points(s, seat)
                if not s.setup.friendly_hidden:
                    vp -= s.players[seat].dev[VICTORY_POINT]
                if vp < s.setup.friendly_vp:
                    return True
    return False


def _victims(s: CatanState) -> i64:
    """The opponents at the robber's hex with at least one hand card (CA-ROB-11, -15), as a mask."""
    mask: i64 = 0
    for vertex in HEX_VERTICES[s.robber]:
        building: i64 = s.building[vertex]
        if building != 0:
            seat: i64 = (building - 1) & 7
            if seat != s.current and s.players[seat].cards() > 0:
                mask |= BIT[seat]
    return mask


def _steal(s: CatanState) -> None:
    """Rob one, each or nobody (CA-ROB-09, -10); ask only where there is a choice."""
    rule: i64 = s.setup.knight_steal if s.by_knight else s.setup.seven_steal
    victims: i64 = i64(0) if rule == STEAL_NONE else _victims(s)
    if rule != STEAL_EACH and victims & (victims - 1) != 0:
        s.phase = STEALING
        return
    for n in range(s.seats):
        seat: i64 = (s.current + n) % s.seats                       # CA-ROB-12: clockwise from the thief
        if victims & BIT[seat] != 0:
            _rob(s, seat)
    _finish(s)


def _rob(s: CatanState, victim: i64) -> None:
    """One card, each as likely (CA-ROB-12); its kind is known to the two only (CA-INFO-03)."""
    loser = s.players[victim]
    thief = s.players[s.current]
    left: i64 = s.chance.below(THEFT, 64 * s.turn + s.thefts, 0, loser.cards())
    s.thefts += 1
    resource: i64 = 0
    while left >= loser.hand[resource]:
        left -= loser.hand[resource]
        resource += 1
    loser.hand[resource] -= 1
    thief.hand[resource] += 1
    loser.counters[STOLEN_FROM] += 1
    thief.counters[STOLEN_BY] += 1
    s.tell(ROBS, s.current, 0, victim, 0, EVERYBODY)
    s.tell(TAKES, s.current, resource, victim, 0, BIT[s.current] | BIT[victim])


def _finish(s: CatanState) -> None:
    """Back to where the robber was called: before the roll, into the main phase, or on with it."""
    s.actor = s.current
    if not s.rolled:
        s.phase = PRE_ROLL                                          # CA-ROB-16
    elif s.main_open:
        s.phase = MAIN
    else:
        trade.open_main(s)
