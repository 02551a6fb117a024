"""What a seat can know of hidden cards, and a draw of the rest that is as likely (CA-INFO-02 to -06).

All changes of hands are public but the kind of a stolen card. A set of particles plays the events again, each with thefts of
its own; a particle in which a player would pay what he does not have dies and is replaced by a copy of a living one.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.nodes import (
    ACCEPTS,
    COUNTERS,
    DISCARDS,
    EMPTIES,
    GETS_BANK,
    GIVES,
    GIVES_BANK,
    OFFERS,
    PAYS,
    PRODUCES,
    PROPOSES,
    TAKES,
)
from sim.catan.scoring import points
from sim.catan.tables import N_DEV_KINDS, N_RESOURCES, SIDE

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player
    from sim.chance import Stream

PARTICLES: Final = 48
_TRIES: Final = 200


def redraw(s: CatanState, seat: i64, stream: Stream) -> None:
    """Replace, in place, the hidden hands, development cards, deck and dice order by something as likely for `seat`."""
    if not s.setup.open_hands:
        if len(s.events) > 0:
            _hands_by_events(s, seat, stream)
        else:
            _hands_at_random(s, seat, stream)
        _deal_development_cards(s, seat, stream)
    else:
        s.deck = _extended(s.deck[:s.deck_at], _shuffled(s.deck[s.deck_at:], stream))
    left = _shuffled(s.dice_order[s.dice_at:], stream)
    s.dice_order = _extended(s.dice_order[:s.dice_at], left)


# --- development cards ------------------------------------------------------------------------------------------------


def _deal_development_cards(s: CatanState, seat: i64, stream: Stream) -> None:
    """The others' unplayed cards and the deck are one pool; nobody may have won with what he is dealt."""
    pool = vec[i64](capacity=32)
    if not s.setup.dev_endless:
        for n in range(s.deck_at, i64(len(s.deck))):
            pool = append(pool, s.deck[n])
    new = vec[i64]([i64(0)] * s.seats)
    held = vec[i64]([i64(0)] * s.seats)
    for other in range(s.seats):
        if other != seat:
            p = s.players[other]
            held[other] = p.held()
            for kind in range(i64(N_DEV_KINDS)):
                new[other] += p.dev_new[kind]
                for _ in range(p.dev[kind]):
                    pool = append(pool, kind)
    if len(pool) == 0:
        return
    tries: i64 = 0
    while True:
        order = _shuffled(pool, stream)
        at: i64 = 0
        for other in range(s.seats):
            if other != seat:
                _give_cards(s.players[other], order, at, held[other], new[other])
                at += held[other]
        tries += 1
        if tries == _TRIES or not _somebody_has_won(s, seat):
            break
    if not s.setup.dev_endless:
        s.deck = _extended(s.deck[:s.deck_at], order[at:])


def _give_cards(p: Player, order: vec[i64], at: i64, held: i64, new: i64) -> None:
    for kind in range(i64(N_DEV_KINDS)):
        p.dev[kind] = 0
        p.dev_new[kind] = 0
    for n in range(held):
        kind = order[at + n]
        p.dev[kind] += 1
        if n < new:
            p.dev_new[kind] += 1


def _somebody_has_won(s: CatanState, seat: i64) -> bool:
    if s.over:
        return False
    for other in range(s.seats):
        if other != seat and points(s, other) >= s.setup.goal and (s.setup.any_time or other == s.current):
            return True
    return False


# --- hands ------------------------------------------------------------------------------------------------------------


def _hands_at_random(s: CatanState, seat: i64, stream: Stream) -> None:
    """Without a history: the others' cards are one pool, dealt by hand size."""
    pool = vec[i64](capacity=64)
    for other in range(s.seats):
        if other != seat:
            for resource in range(i64(N_RESOURCES)):
                for _ in range(s.players[other].hand[resource]):
                    pool = append(pool, resource)
    pool = _shuffled(pool, stream)
    at: i64 = 0
    for other in range(s.seats):
        if other != seat:
            hand = s.players[other].hand
            size: i64 = s.players[other].cards()
            for resource in range(i64(N_RESOURCES)):
                hand[resource] = 0
            for n in range(size):
                hand[pool[at + n]] += 1
            at += size


def _hands_by_events(s: CatanState, seat: i64, stream: Stream) -> None:
    """Filter particles through the events, then take the hands of one of them; without a living one the true hands stay."""
    cloud = Cloud(s.seats, seat, stream)
    for event in s.events:
        cloud.see(event)
    pick = cloud.any_living()
    if pick < 0:
        return
    for other in range(s.seats):
        if other != seat:
            hand = s.players[other].hand
            for resource in range(i64(N_RESOURCES)):
                hand[resource] = cloud.hands[cloud.place(pick, other) + resource]


@final
class Cloud:
    """Particles: what all hands may hold, as one seat sees the game."""

    def __init__(self, seats: i64, seat: i64, stream: Stream) -> None:
        self.seats: i64 = seats
        self.seat: i64 = seat
        self.stream: Stream = stream
        self.hands: vec[i64] = vec[i64]([i64(0)] * (PARTICLES * seats * N_RESOURCES))
        self.dead: vec[i64] = vec[i64]([i64(0)] * PARTICLES)
        self.deaths: i64 = 0
        self.asked: i64 = 0             # the side that the open offer asks for

    def place(self, particle: i64, seat: i64) -> i64:
        """Where the hand of a seat begins."""
        return (particle * self.seats + seat) * N_RESOURCES

    def any_living(self) -> i64:
        """A particle that is alive, all alike; -1 if none is."""
        living = vec[i64](capacity=PARTICLES)
        for particle in range(i64(PARTICLES)):
            if self.dead[particle] == 0:
                living = append(living, particle)
        return living[self.stream.below(len(living))] if len(living) > 0 else -1

    def see(self, event: i64) -> None:
        """Let one event pass: hands change, impossible particles die and are replaced."""
        kind: i64 = event & 63
        by: i64 = (event >> 6) & 7
        item: i64 = (event >> 15) & 32767
        amount: i64 = (event >> 30) & 32767
        extra: i64 = (event >> 45) & 32767
        if kind == PRODUCES or kind == GETS_BANK:
            self._change(by, item, amount)
        elif kind == PAYS or kind == DISCARDS or kind == GIVES_BANK:
            self._change(by, item, -amount)
        elif kind == GIVES:
            self._change(by, item, -amount)
            self._change(extra, item, amount)
        elif kind == EMPTIES:
            self._change(by, item, -amount)
            self._must_be_empty(by, item)
            self._change(extra, item, amount)
        elif kind == TAKES:
            if (event >> 9) & BIT[self.seat] != 0:
                self._change(amount, item, -1)
                self._change(by, item, 1)
            else:
                self._theft(by, amount)
        elif kind == OFFERS or kind == PROPOSES or kind == COUNTERS:
            self._must_hold(by, amount)
            if kind != COUNTERS:
                self.asked = extra
        elif kind == ACCEPTS:
            self._must_hold(by, self.asked)
        if self.deaths > 0:
            self._replace()

    def _kill(self, particle: i64) -> None:
        if self.dead[particle] == 0:
            self.dead[particle] = 1
            self.deaths += 1

    def _change(self, seat: i64, item: i64, amount: i64) -> None:
        if item >= N_RESOURCES:
            return
        for particle in range(i64(PARTICLES)):
            at: i64 = self.place(particle, seat) + item
            self.hands[at] += amount
            if self.hands[at] < 0:
                self._kill(particle)

    def _must_be_empty(self, seat: i64, item: i64) -> None:
        for particle in range(i64(PARTICLES)):
            if self.hands[self.place(particle, seat) + item] != 0:
                self._kill(particle)

    def _must_hold(self, seat: i64, side: i64) -> None:
        """Who offers, or accepts, holds what he gives."""
        for particle in range(i64(PARTICLES)):
            at = self.place(particle, seat)
            for resource in range(i64(N_RESOURCES)):
                if self.hands[at + resource] < SIDE[side][resource]:
                    self._kill(particle)

    def _theft(self, thief: i64, victim: i64) -> None:
        """One card of the victim, each as likely, by each particle's own luck (CA-ROB-12)."""
        for particle in range(i64(PARTICLES)):
            if self.dead[particle] != 0:
                continue
            at = self.place(particle, victim)
            size: i64 = 0
            for resource in range(i64(N_RESOURCES)):
                size += self.hands[at + resource]
            if size <= 0:
                self._kill(particle)
                continue
            left: i64 = self.stream.below(size)
            stolen: i64 = 0
            while left >= self.hands[at + stolen]:
                left -= self.hands[at + stolen]
                stolen += 1
            self.hands[at + stolen] -= 1
            self.hands[self.place(particle, thief) + stolen] += 1

    def _replace(self) -> None:
        if self.deaths == PARTICLES:
            return
        for particle in range(i64(PARTICLES)):
            if self.dead[particle] != 0:
                source = self.any_living()
                for n in range(self.seats * N_RESOURCES):
                    self.hands[self.place(particle, 0) + n] = self.hands[self.place(source, 0) + n]
        for particle in range(i64(PARTICLES)):
            self.dead[particle] = 0
        self.deaths = 0


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
