"""Counting cards: what the hands may hold, for all that a seat has seen happen (CA-INFO-03, -04).

All changes of hands are public but the kind of a stolen card. A cloud of particles plays the events again, each with thefts of
its own; a particle in which somebody would pay what he does not have dies, and a copy of a living one takes its place.
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
    GIVEN,
    GIVES,
    GIVES_BANK,
    OFFERS,
    PAYS,
    PRODUCES,
    PROPOSES,
    TAKES,
)
from sim.catan.tables import N_RESOURCES, N_SIDES, SIDE

if TYPE_CHECKING:
    from sim.catan.state import CatanState
    from sim.chance import Stream

PARTICLES: Final = 48


@final
class Cloud:
    """Particles: ways in which all hands may stand, as one seat sees the game."""

    def __init__(self, s: CatanState, seat: i64, stream: Stream) -> None:
        self.seats: i64 = s.seats
        self.seat: i64 = seat
        self.stream: Stream = stream
        self.hands: vec[i64] = vec[i64](capacity=PARTICLES * s.seats * N_RESOURCES)
        self.dead: vec[i64] = vec[i64]([i64(0)] * PARTICLES)
        self.deaths: i64 = 0
        self.asked: i64 = s.offer % N_SIDES if s.offer >= 0 else i64(-1)     # the side that the open offer asks for, if known
        self.need: vec[i64] = vec[i64]([i64(0)] * N_RESOURCES)
        self._deal(s.dealt)

    def _deal(self, dealt: vec[i64]) -> None:
        """Hands as they were when the events began: of the others only their sizes are known, and all they held together."""
        pool = vec[i64](capacity=64)
        for at in range(i64(len(dealt))):
            if at // N_RESOURCES != self.seat:
                for _ in range(dealt[at]):
                    pool = append(pool, at % N_RESOURCES)
        for _ in range(i64(PARTICLES)):
            left: i64 = len(pool)
            for seat in range(self.seats):
                first: i64 = len(self.hands)
                size: i64 = 0
                for resource in range(i64(N_RESOURCES)):
                    n: i64 = dealt[seat * N_RESOURCES + resource]
                    self.hands = append(self.hands, n if seat == self.seat else i64(0))
                    size += n
                if seat == self.seat:
                    continue
                for _ in range(size):                               # a shuffle that deals as it goes
                    left -= 1
                    k = self.stream.below(left + 1)
                    card: i64 = pool[k]
                    pool[k] = pool[left]
                    pool[left] = card
                    self.hands[first + card] += 1

    def hands_of_one(self) -> vec[i64]:
        """All hands of one particle, each as likely."""
        at: i64 = self._place(self.stream.below(PARTICLES), 0)
        return self.hands[at:at + self.seats * N_RESOURCES]

    def see(self, event: i64) -> None:
        """Let one event pass: hands change, impossible particles die and are replaced."""
        kind: i64 = event & 63
        by: i64 = (event >> 6) & 7
        item: i64 = (event >> 15) & 32767
        amount: i64 = (event >> 30) & 32767
        extra: i64 = (event >> 45) & 32767
        if kind == PRODUCES or kind == GETS_BANK or kind == GIVEN:
            self._change(by, item, amount)
        elif kind == PAYS or kind == DISCARDS or kind == GIVES_BANK:
            self._pay(by, item, amount)
        elif kind == GIVES:
            self._pay(by, item, amount)
            self._change(extra, item, amount)
        elif kind == EMPTIES:
            self._has_just(by, item, amount)
            self._pay(by, item, amount)
            self._change(extra, item, amount)
        elif kind == TAKES:
            if (event >> 9) & BIT[self.seat] != 0:
                self._known_theft(by, amount, item)
            else:
                self._theft(by, amount)
        elif kind == OFFERS or kind == PROPOSES or kind == COUNTERS:
            self._holds(by, SIDE[amount])                           # who offers holds what he gives
            if kind != COUNTERS:
                self.asked = extra
        elif kind == ACCEPTS and self.asked >= 0:
            self._holds(by, SIDE[self.asked])

    # --- what events do to the hands --------------------------------------------------------------------------------------

    def _change(self, seat: i64, item: i64, amount: i64) -> None:
        if item < N_RESOURCES:                                      # Discoveries are public
            for particle in range(i64(PARTICLES)):
                self.hands[self._place(particle, seat) + item] += amount

    def _pay(self, seat: i64, item: i64, amount: i64) -> None:
        if item >= N_RESOURCES:
            return
        for particle in range(i64(PARTICLES)):
            if self.hands[self._place(particle, seat) + item] < amount:
                self._kill(particle)
        if self.deaths > 0:
            self.need[item] = amount
            self._mend_or_replace(seat, self.need)
            self.need[item] = 0
        self._change(seat, item, -amount)

    def _known_theft(self, thief: i64, victim: i64, item: i64) -> None:
        """A theft that the seat has seen tells of the victim's hand: the more of the kind, the likelier (CA-ROB-12)."""
        most: i64 = 0
        for particle in range(i64(PARTICLES)):
            most = max(most, self.hands[self._place(particle, victim) + item])
        if most > 0:
            for particle in range(i64(PARTICLES)):
                if self.stream.below(most) >= self.hands[self._place(particle, victim) + item]:
                    self._kill(particle)
            self._replace()
        self._pay(victim, item, 1)
        self._change(thief, item, 1)

    def _theft(self, thief: i64, victim: i64) -> None:
        """One card of the victim, each as likely, by each particle's own luck (CA-ROB-12)."""
        for particle in range(i64(PARTICLES)):
            at: i64 = self._place(particle, victim)
            size: i64 = 0
            for resource in range(i64(N_RESOURCES)):
                size += self.hands[at + resource]
            if size <= 0:
                continue                                            # events that do not fit this table
            left: i64 = self.stream.below(size)
            stolen: i64 = 0
            while left >= self.hands[at + stolen]:
                left -= self.hands[at + stolen]
                stolen += 1
            self.hands[at + stolen] -= 1
            self.hands[self._place(particle, thief) + stolen] += 1

    # --- what events tell of the hands ------------------------------------------------------------------------------------

    def _holds(self, seat: i64, need: vec[i64]) -> None:
        """A seat has at least so much of each resource."""
        for particle in range(i64(PARTICLES)):
            at = self._place(particle, seat)
            for resource in range(i64(N_RESOURCES)):
                if self.hands[at + resource] < need[resource]:
                    self._kill(particle)
        self._mend_or_replace(seat, need)

    def _mend_or_replace(self, seat: i64, need: vec[i64]) -> None:
        if self.deaths == PARTICLES:
            for particle in range(i64(PARTICLES)):
                self._give(particle, seat, need)
        self._replace()

    def _has_just(self, seat: i64, item: i64, amount: i64) -> None:
        """A seat has so much of one resource, no more and no less."""
        for particle in range(i64(PARTICLES)):
            if self.hands[self._place(particle, seat) + item] != amount:
                self._kill(particle)
        if self.deaths == PARTICLES:
            for particle in range(i64(PARTICLES)):
                self._take_away(particle, seat, item, amount)
        self._replace()

    def _give(self, particle: i64, seat: i64, need: vec[i64]) -> None:
        """Mend a particle: what the seat lacks it gets from the others for cards that it does not need."""
        at: i64 = self._place(particle, seat)
        for wanted in range(i64(N_RESOURCES)):
            for other in range(self.seats):
                if other == self.seat or other == seat:
                    continue
                theirs: i64 = self._place(particle, other) + wanted
                while self.hands[at + wanted] < need[wanted] and self.hands[theirs] > 0:
                    spare: i64 = self._spare(at, need)
                    if spare < 0:
                        return
                    self._exchange(particle, seat, other, spare, wanted)

    def _spare(self, at: i64, need: vec[i64]) -> i64:
        """A resource of which a hand has more than it needs, or -1."""
        for resource in range(i64(N_RESOURCES)):
            if self.hands[at + resource] > need[resource]:
                return resource
        return -1

    def _take_away(self, particle: i64, seat: i64, item: i64, amount: i64) -> None:
        """Mend a particle: what the seat has beyond the amount goes to the others for cards of another kind."""
        for other in range(self.seats):
            if other == self.seat or other == seat:
                continue
            for resource in range(i64(N_RESOURCES)):
                theirs: i64 = self._place(particle, other) + resource
                while resource != item and self.hands[theirs] > 0 and self.hands[self._place(particle, seat) + item] > amount:
                    self._exchange(particle, seat, other, item, resource)

    def _exchange(self, particle: i64, seat: i64, other: i64, gives: i64, gets: i64) -> None:
        at: i64 = self._place(particle, seat)
        theirs: i64 = self._place(particle, other)
        self.hands[at + gives] -= 1
        self.hands[at + gets] += 1
        self.hands[theirs + gives] += 1
        self.hands[theirs + gets] -= 1

    # --- life and death ---------------------------------------------------------------------------------------------------

    def _place(self, particle: i64, seat: i64) -> i64:
        """Where the hand of a seat begins."""
        return (particle * self.seats + seat) * N_RESOURCES

    def _kill(self, particle: i64) -> None:
        if self.dead[particle] == 0:
            self.dead[particle] = 1
            self.deaths += 1

    def _replace(self) -> None:
        """Put copies of living particles in the place of dead ones; if all died they were mended and live on."""
        if self.deaths == 0:
            return
        living = vec[i64](capacity=PARTICLES)
        for particle in range(i64(PARTICLES)):
            if self.dead[particle] == 0:
                living = append(living, particle)
        for particle in range(i64(PARTICLES)):
            if self.dead[particle] != 0 and len(living) > 0:
                source: i64 = self._place(living[self.stream.below(len(living))], 0)
                target: i64 = self._place(particle, 0)
                for n in range(self.seats * N_RESOURCES):
                    self.hands[target + n] = self.hands[source + n]
            self.dead[particle] = 0
        self.deaths = 0
