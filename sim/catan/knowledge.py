"""A draw of all that a seat does not know, as likely as the truth for all that it does know (CA-INFO-02 to -07)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.catan.actions import ACCEPT, COUNTER, REJECT
from sim.catan.counting import Cloud
from sim.catan.nodes import ANSWERING, CONFIRMING, RESPONDING
from sim.catan.phases import trade
from sim.catan.tables import KNIGHT, N_DEV_KINDS, N_RESOURCES, N_SIDES, SIDE, VICTORY_POINT

if TYPE_CHECKING:
    from sim.catan.state import CatanState
    from sim.chance import Stream

_TRIES: Final = 50


def redraw(s: CatanState, seat: i64, stream: Stream) -> None:
    """Replace, in place, what is hidden from `seat`: hands, development cards, deck, answers to an offer, order of dice."""
    if s.over:
        return                                                      # nothing is to come, and the points lie open (CA-DEV-14)
    if s.setup.open_hands:
        s.deck = _extended(s.deck[:s.deck_at], _shuffled(s.deck[s.deck_at:], stream))
    else:
        if len(s.events) == 0 or not _hands_by_events(s, seat, stream):
            _hands_at_random(s, seat, stream)
        _deal_development_cards(s, seat, stream)
    if s.phase == RESPONDING:
        _answer_anew(s, seat, stream)
    s.dice_order = _extended(s.dice_order[:s.dice_at], _shuffled(s.dice_order[s.dice_at:], stream))


# --- hands ------------------------------------------------------------------------------------------------------------


def _hands_by_events(s: CatanState, seat: i64, stream: Stream) -> bool:
    """The hands of one particle that has seen all events; False if the events do not lead to this table."""
    cloud = Cloud(s, seat, stream)
    for event in s.events:
        cloud.see(event)
    hands = cloud.hands_of_one()
    needs = _needs(s)
    for resource in range(i64(N_RESOURCES)):
        lying: i64 = 0
        for other in range(s.seats):
            at: i64 = other * N_RESOURCES + resource
            lying += hands[at] - s.players[other].hand[resource]
            if hands[at] < needs[at]:
                return False
        if lying != 0:
            return False
    for other in range(s.seats):
        size: i64 = 0
        for resource in range(i64(N_RESOURCES)):
            size += hands[other * N_RESOURCES + resource]
        if size != s.players[other].cards():
            return False
    for other in range(s.seats):
        if other != seat:
            for resource in range(i64(N_RESOURCES)):
                s.players[other].hand[resource] = hands[other * N_RESOURCES + resource]
    return True


def _needs(s: CatanState) -> vec[i64]:
    """What each seat is known to hold because it offered or accepted it in the trade that is open."""
    needs = vec[i64]([i64(0)] * (s.seats * N_RESOURCES))
    if s.offer < 0:
        return needs
    giver: i64 = s.current if s.phase != ANSWERING else (s.current + s.proposer) % s.seats
    _add_need(needs, giver, s.offer // N_SIDES)
    if s.phase == CONFIRMING:
        for seat in range(s.seats):
            if s.answers[seat] == trade.ACCEPTED:
                _add_need(needs, seat, s.offer % N_SIDES)
            elif s.answers[seat] == trade.COUNTERED:
                _add_need(needs, seat, s.counters[seat] // N_SIDES)
    return needs


def _add_need(needs: vec[i64], seat: i64, side: i64) -> None:
    for resource in range(i64(N_RESOURCES)):
        needs[seat * N_RESOURCES + resource] += SIDE[side][resource]


def _hands_at_random(s: CatanState, seat: i64, stream: Stream) -> None:
    """Without a history: the others' cards are one pool, dealt by hand size after what they are known to hold."""
    needs = _needs(s)
    pool = vec[i64](capacity=64)
    for resource in range(i64(N_RESOURCES)):
        left: i64 = 0
        for other in range(s.seats):
            if other != seat:
                left += s.players[other].hand[resource] - needs[other * N_RESOURCES + resource]
        for _ in range(left):
            pool = append(pool, resource)
    pool = _shuffled(pool, stream)
    at: i64 = 0
    for other in range(s.seats):
        if other != seat:
            hand = s.players[other].hand
            size: i64 = s.players[other].cards()
            for resource in range(i64(N_RESOURCES)):
                hand[resource] = needs[other * N_RESOURCES + resource]
                size -= hand[resource]
            for n in range(size):
                hand[pool[at + n]] += 1
            at += size


# --- answers to an offer that others gave, not yet shown (CA-INFO-07) ---------------------------------------------------


def _answer_anew(s: CatanState, seat: i64, stream: Stream) -> None:
    """Accept, reject or counter, each as likely where the hand drawn allows it."""
    actor: i64 = s.actor
    for other in range(s.seats):
        if other == seat or s.answers[other] == 0:
            continue
        s.actor = other
        ids = trade.legal(s)
        first: i64 = ids[0]
        counters: i64 = len(ids) - (2 if first == ACCEPT else 1)
        kinds: i64 = (2 if first == ACCEPT else 1) + (1 if counters > 0 else 0)
        drawn = stream.below(kinds)
        chosen: i64 = ids[drawn] if ids[drawn] < COUNTER else ids[len(ids) - 1 - stream.below(counters)]
        s.counters[other] = chosen - COUNTER if chosen >= COUNTER else -1
        s.answers[other] = trade.ACCEPTED if chosen == ACCEPT else trade.REJECTED if chosen == REJECT else trade.COUNTERED
    s.actor = actor


# --- development cards ------------------------------------------------------------------------------------------------


def _deal_development_cards(s: CatanState, seat: i64, stream: Stream) -> None:
    """The others' unplayed cards and the deck are one pool; an endless deck deals by its mix. Nobody has won with his."""
    owner = vec[i64](capacity=32)                                   # of each place in the pool, -1 for the deck
    pool = vec[i64](capacity=32)
    for other in range(s.seats):
        if other != seat:
            for kind in range(i64(N_DEV_KINDS)):
                for _ in range(s.players[other].dev[kind]):
                    owner = append(owner, other)
                    pool = append(pool, kind)
    if not s.setup.dev_endless:
        for n in range(s.deck_at, i64(len(s.deck))):
            owner = append(owner, -1)
            pool = append(pool, s.deck[n])
    order = pool
    for _ in range(i64(_TRIES)):
        order = _by_the_mix(s, len(pool), stream) if s.setup.dev_endless else _shuffled(pool, stream)
        if _swap_points(s, order, owner, False):
            break
    _swap_points(s, order, owner, True)
    _lay(s, seat, order, owner)


def _by_the_mix(s: CatanState, n: i64, stream: Stream) -> vec[i64]:
    """Draws from an endless deck."""
    order = vec[i64](capacity=16)
    for _ in range(n):
        left = stream.below(s.setup.dev_cards)
        kind: i64 = 0
        while left >= s.setup.dev_mix[kind]:
            left -= s.setup.dev_mix[kind]
            kind += 1
        order = append(order, kind)
    return order


def _swap_points(s: CatanState, order: vec[i64], owner: vec[i64], swap: bool) -> bool:
    """Whether nobody has more victory point cards than he can have; with `swap` one too many goes to who can, or the deck."""
    room = vec[i64](capacity=s.seats)
    for seat in range(s.seats):
        room = append(room, _most_hidden_points(s, seat))
    fits = True
    for n in range(i64(len(order))):
        if order[n] != VICTORY_POINT or owner[n] < 0:
            continue
        room[owner[n]] -= 1
        if room[owner[n]] >= 0:
            continue
        fits = False
        if swap:
            m = _who_can(order, owner, room)
            order[n] = order[m] if m >= 0 else KNIGHT               # nobody can: an endless deck gave too many
            if m >= 0:
                order[m] = VICTORY_POINT
            room[owner[n]] += 1
    return fits


def _who_can(order: vec[i64], owner: vec[i64], room: vec[i64]) -> i64:
    """The last place for a victory point card: in the deck, or with a seat that has room; -1 if there is none."""
    for m in range(i64(len(order)) - 1, -1, -1):
        if order[m] != VICTORY_POINT and (owner[m] < 0 or room[owner[m]] > 0):
            return m
    return -1


def _most_hidden_points(s: CatanState, seat: i64) -> i64:
    """How many victory point cards a seat can have, given that it has not won (CA-END-02)."""
    seen: i64 = s.visible_points(seat)
    if not s.setup.any_time and seat != s.current and seat == s.road_holder:
        last_turn: i64 = s.turn - (s.current - seat) % s.seats
        if s.road_turn > last_turn:                                 # the award came after his own last turn
            seen -= s.setup.road_vp
    return s.setup.goal - 1 - seen


def _lay(s: CatanState, seat: i64, order: vec[i64], owner: vec[i64]) -> None:
    """Hand the cards out; of each hand the first are those bought this turn."""
    deck = s.deck[:s.deck_at]
    new = vec[i64]([i64(0)] * s.seats)
    for other in range(s.seats):
        if other != seat:
            p = s.players[other]
            for kind in range(i64(N_DEV_KINDS)):
                new[other] += p.dev_new[kind]
                p.dev[kind] = 0
                p.dev_new[kind] = 0
    for n in range(i64(len(order))):
        if owner[n] < 0:
            deck = append(deck, order[n])
            continue
        p = s.players[owner[n]]
        p.dev[order[n]] += 1
        if new[owner[n]] > 0:
            new[owner[n]] -= 1
            p.dev_new[order[n]] += 1
    s.deck = deck


# --- helpers ----------------------------------------------------------------------------------------------------------


def _shuffled(pieces: vec[i64], stream: Stream) -> vec[i64]:
    out = pieces[:]
    for i in range(i64(len(out)) - 1, 0, -1):
        k = stream.below(i + 1)
        piece: i64 = out[i]
        out[i] = out[k]
        out[k] = piece
    return out


def _extended(pieces: vec[i64], more: vec[i64]) -> vec[i64]:
    for piece in more:
        pieces = append(pieces, piece)
    return pieces
