"""Trade between players: proposals, offers, answers, counter-offers, the swap (CA-TRADE-04 to -12)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.actions import ACCEPT, CANCEL, CONFIRM, COUNTER, N_PAIRS, OFFER, PASS, PROPOSE, REJECT, TAKE_COUNTER
from sim.catan.nodes import (
    ACCEPTS,
    ANSWERING,
    CANCELS,
    CONFIRMING,
    COUNTERS,
    DOMESTIC_IN,
    DOMESTIC_OUT,
    GIVES,
    MAIN,
    OFFERS,
    OFFERS_ACCEPTED,
    OFFERS_MADE,
    PROPOSES,
    PROPOSING,
    REJECTS,
    RESPONDING,
)
from sim.catan.setup import BUILD_FIRST
from sim.catan.tables import DISCOVERY, N_ITEMS, N_RESOURCES, N_SIDES, SIDE, SIDE_SIZE
from sim.core import EVERYBODY

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player

ACCEPTED: Final = 1
REJECTED: Final = 2
COUNTERED: Final = 3


# --- what may be offered ----------------------------------------------------------------------------------------------


def holds(p: Player, side: i64) -> bool:
    """Whether a player has all that a side of a trade names."""
    for item in range(i64(N_ITEMS)):
        if p.hand[item] < SIDE[side][item]:
            return False
    return True


def could_hold(p: Player, side: i64) -> bool:
    """Whether public counts allow it: hand size, and Discoveries (CA-TRADE-06)."""
    discoveries: i64 = SIDE[side][DISCOVERY]
    return p.hand[DISCOVERY] >= discoveries and p.cards() >= SIDE_SIZE[side] - discoveries


def _tradeable(s: CatanState, p: Player) -> bool:
    """Whether a player has anything that may lie in a trade; public."""
    return p.cards() > 0 or (s.setup.discovery_domestic and p.hand[DISCOVERY] > 0)


def _pairs(s: CatanState, acts: vec[i64], base: i64, giver: Player, addressees: i64, but: i64) -> vec[i64]:
    """Append `base` + pair for all that `giver` can pay and one of the addressees (a mask) might (CA-FLOW-17), except `but`."""
    setup = s.setup
    for give in setup.sides:
        if not holds(giver, give):
            continue
        for get in setup.gets[give]:
            pair: i64 = give * N_SIDES + get
            if pair != but and _somebody_could(s, addressees, get):
                acts = append(acts, base + pair)
    return acts


def _somebody_could(s: CatanState, addressees: i64, side: i64) -> bool:
    for seat in range(s.seats):
        if addressees & BIT[seat] != 0 and could_hold(s.players[seat], side):
            return True
    return False


# --- the main phase opens ---------------------------------------------------------------------------------------------


def open_main(s: CatanState) -> None:
    """After the roll: proposals of the others, then the main phase."""
    s.main_open = True
    s.actor = s.current
    s.phase = MAIN
    if s.setup.phase_order != BUILD_FIRST:
        propose(s)


def propose(s: CatanState) -> None:
    """Start the circuits of proposals (CA-TRADE-10)."""
    if s.setup.domestic and s.setup.proposals > 0:
        s.circuit = 0
        s.proposer = 0
        _next_proposer(s)


def _next_proposer(s: CatanState) -> None:
    """Ask the next opponent clockwise who, like the current player, has something to trade."""
    while s.circuit < s.setup.proposals:
        while s.proposer < s.seats - 1:
            s.proposer += 1
            seat: i64 = (s.current + s.proposer) % s.seats
            if _tradeable(s, s.players[seat]) and _tradeable(s, s.players[s.current]):
                s.actor = seat
                s.phase = PROPOSING
                return
        s.circuit += 1
        s.proposer = 0
    s.circuit = 0
    s.actor = s.current
    s.phase = MAIN


# --- offers of the current player -------------------------------------------------------------------------------------


def legal_offers(s: CatanState, p: Player, acts: vec[i64]) -> vec[i64]:
    """Append the current player's offers, to all or to each (CA-TRADE-05, -06)."""
    setup = s.setup
    if not setup.domestic or s.offers_made >= setup.offers_per_turn or not _tradeable(s, p):
        return acts
    first: i64 = len(acts)
    others: i64 = BIT[s.seats] - 1 - BIT[s.current]
    acts = _pairs(s, acts, OFFER, p, others, -1)
    if setup.offer_each:
        for seat in range(s.seats):
            if seat != s.current:
                acts = _pairs(s, acts, OFFER + (1 + seat) * N_PAIRS, p, BIT[seat], -1)
    return _without_repeats(s, acts, first) if s.offers_made > 0 else acts


def _without_repeats(s: CatanState, acts: vec[i64], first: i64) -> vec[i64]:
    """The list without the offers already made this turn."""
    kept = acts[:first]
    for n in range(first, i64(len(acts))):
        fresh = True
        for made in s.offered:
            if made == acts[n]:
                fresh = False
        if fresh:
            kept = append(kept, acts[n])
    return kept


def offer(s: CatanState, action: i64) -> None:
    """Put an offer before its addressees, who answer clockwise (CA-TRADE-07)."""
    number: i64 = action - OFFER
    to: i64 = number // N_PAIRS
    s.offer = number % N_PAIRS
    s.offer_to = BIT[to - 1] if to > 0 else BIT[s.seats] - 1 - BIT[s.current]
    s.offers_made += 1
    s.offers += 1
    s.offered = append(s.offered, action)
    s.players[s.current].counters[OFFERS_MADE] += 1
    forget_answers(s)
    s.tell(OFFERS, s.current, 0, s.offer // N_SIDES, s.offer % N_SIDES, EVERYBODY)
    _next_answer(s)


def forget_answers(s: CatanState) -> None:
    """Clear what was answered to the last offer."""
    for seat in range(s.seats):
        s.answers[seat] = 0
        s.counters[seat] = -1


def _next_answer(s: CatanState) -> None:
    for n in range(i64(1), s.seats):
        seat: i64 = (s.current + n) % s.seats
        if s.offer_to & BIT[seat] != 0 and s.answers[seat] == 0:
            s.actor = seat
            s.phase = RESPONDING
            return
    _all_answered(s)


def _all_answered(s: CatanState) -> None:
    """Show the answers (CA-INFO-07); ask the current player if there is anything to take (CA-TRADE-08)."""
    s.actor = s.current
    something = False
    for n in range(i64(1), s.seats):
        seat: i64 = (s.current + n) % s.seats
        if s.answers[seat] == ACCEPTED:
            something = True
            s.tell(ACCEPTS, seat, 0, 0, 0, EVERYBODY)
        elif s.answers[seat] == REJECTED:
            s.tell(REJECTS, seat, 0, 0, 0, EVERYBODY)
        elif s.answers[seat] == COUNTERED:
            pair: i64 = s.counters[seat]
            something = something or holds(s.players[s.current], pair % N_SIDES)
            s.tell(COUNTERS, seat, 0, pair // N_SIDES, pair % N_SIDES, EVERYBODY)
    if something:
        s.phase = CONFIRMING
    else:
        _close(s)


def _close(s: CatanState) -> None:
    """Nothing is on offer any more; the main phase goes on (CA-TRADE-09). The answers stay to be seen."""
    s.offer = -1
    s.offer_to = 0
    s.actor = s.current
    s.phase = MAIN


# --- decisions of trade -----------------------------------------------------------------------------------------------


def legal(s: CatanState) -> vec[i64]:
    acts = vec[i64](capacity=32)
    p = s.players[s.actor]
    if s.phase == PROPOSING:
        acts = _pairs(s, acts, PROPOSE, p, BIT[s.current], -1)
        return append(acts, PASS)
    if s.phase == CONFIRMING:
        return _legal_confirm(s, acts)
    if holds(p, s.offer % N_SIDES):                                 # what is asked for
        acts = append(acts, ACCEPT)
    acts = append(acts, REJECT)
    if s.phase == RESPONDING and s.setup.counters > 0:
        same: i64 = s.offer % N_SIDES * N_SIDES + s.offer // N_SIDES        # equal to the offer: that is `accept`
        acts = _pairs(s, acts, COUNTER, p, BIT[s.current], same)
    return acts


def _legal_confirm(s: CatanState, acts: vec[i64]) -> vec[i64]:
    for seat in range(s.seats):
        if s.answers[seat] == ACCEPTED:
            acts = append(acts, CONFIRM + seat)
    for seat in range(s.seats):
        if s.answers[seat] == COUNTERED and holds(s.players[s.current], s.counters[seat] % N_SIDES):
            acts = append(acts, TAKE_COUNTER + seat)
    return append(acts, CANCEL)


def apply(s: CatanState, action: i64) -> None:
    if s.phase == RESPONDING:
        _answer(s, action)
    elif s.phase == CONFIRMING:
        _confirm(s, action)
    elif s.phase == PROPOSING:
        _proposal(s, action)
    else:
        _answer_proposal(s, action)


def _answer(s: CatanState, action: i64) -> None:
    if action == ACCEPT:
        s.answers[s.actor] = ACCEPTED
    elif action == REJECT:
        s.answers[s.actor] = REJECTED
    else:
        s.answers[s.actor] = COUNTERED
        s.counters[s.actor] = action - COUNTER
    _next_answer(s)


def _confirm(s: CatanState, action: i64) -> None:
    if action == CANCEL:
        s.tell(CANCELS, s.current, 0, 0, 0, EVERYBODY)
    elif action < TAKE_COUNTER:
        swap(s, s.current, action - CONFIRM, s.offer // N_SIDES, s.offer % N_SIDES)
    else:
        seat: i64 = action - TAKE_COUNTER
        swap(s, seat, s.current, s.counters[seat] // N_SIDES, s.counters[seat] % N_SIDES)
    _close(s)


def _proposal(s: CatanState, action: i64) -> None:
    if action == PASS:
        _next_proposer(s)
        return
    s.offer = action - PROPOSE
    s.players[s.actor].counters[OFFERS_MADE] += 1
    s.tell(PROPOSES, s.actor, 0, s.offer // N_SIDES, s.offer % N_SIDES, EVERYBODY)
    s.actor = s.current
    s.phase = ANSWERING


def _answer_proposal(s: CatanState, action: i64) -> None:
    proposer: i64 = (s.current + s.proposer) % s.seats
    if action == ACCEPT:
        s.tell(ACCEPTS, s.current, 0, 0, 0, EVERYBODY)
        swap(s, proposer, s.current, s.offer // N_SIDES, s.offer % N_SIDES)
    else:
        s.tell(REJECTS, s.current, 0, 0, 0, EVERYBODY)              # CA-TRADE-10: a forced one looks like a chosen one
    s.offer = -1
    _next_proposer(s)


def swap(s: CatanState, giver: i64, other: i64, give: i64, get: i64) -> None:
    """Both sides change hands at once (CA-TRADE-09); Discoveries stay Discoveries (CA-JUNGLE-06)."""
    _hand_over(s, giver, other, give)
    _hand_over(s, other, giver, get)
    s.players[giver].counters[OFFERS_ACCEPTED] += 1
    s.trades += 1
    s.idle = False


def _hand_over(s: CatanState, giver: i64, taker: i64, side: i64) -> None:
    for item in range(i64(N_ITEMS)):
        n: i64 = SIDE[side][item]
        if n > 0:
            s.players[giver].hand[item] -= n
            s.players[taker].hand[item] += n
            if item < N_RESOURCES:
                s.players[giver].counters[DOMESTIC_OUT + item] += n
                s.players[taker].counters[DOMESTIC_IN + item] += n
            s.tell(GIVES, giver, item, n, taker, EVERYBODY)
