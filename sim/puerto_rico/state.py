"""A position of Puerto Rico: the table, and where the round stands. How each phase goes stands in `phases/`."""
from __future__ import annotations

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.chance import Chance, Stream
from sim.core import EVERYBODY, NOBODY, Game, Outcome, Ranking, fold_vec
from sim.puerto_rico import gifts, log, positions, scoring, words
from sim.puerto_rico.actions import (
    D_BUILD,
    D_CRAFT_BONUS,
    D_LOAD,
    D_MAYOR_PLACE,
    D_ROLE,
    D_STORE_KIND,
    D_STORE_UNIT,
    D_TRADE,
    D_UNIVERSITY,
)
from sim.puerto_rico.events import TRIGGER
from sim.puerto_rico.phases import builder, captain, craftsman, mayor, roles, settler, storing, trader
from sim.puerto_rico.player import NO_GOODS, Player
from sim.puerto_rico.setup import Setup
from sim.puerto_rico.table import Table
from sim.puerto_rico.tables import VP_EXHAUSTED
from sim.puerto_rico.view import PuertoRicoView


@final
class State(Table):
    """The table and the course of the round."""

    def __init__(self, game: Game, setup: Setup, chance: Chance, old: State | None = None) -> None:
        super().__init__(game, setup, chance, old)
        self.at: i64 = i64(D_ROLE) if old is None else old.at               # the node that is open
        self.governor: i64 = i64(0) if old is None else old.governor        # PR-SET-02
        self.chooser: i64 = i64(-1) if old is None else old.chooser         # who took the card of the running phase
        self.card: i64 = i64(-1) if old is None else old.card               # that card
        self.taken: i64 = i64(0) if old is None else old.taken              # bits of the cards taken in this round
        self.picks: i64 = i64(0) if old is None else old.picks              # how many they are
        self.focus: i64 = i64(-1) if old is None else old.focus             # the tile just laid, the building just built
        self.made: i64 = i64(0) if old is None else old.made                # craftsman: bits of the chooser's kinds
        self.bonus_left: i64 = i64(0) if old is None else old.bonus_left    # craftsman: goods of the privilege to come
        self.passes: i64 = i64(0) if old is None else old.passes            # captain: passes in a row
        self.captain_paid: bool = False if old is None else old.captain_paid  # captain: the privilege is used up
        self.wharfs_used: i64 = i64(0) if old is None else old.wharfs_used  # captain: bits of the seats
        self.stored: i64 = i64(0) if old is None else old.stored            # storing: bits of the kinds in warehouses
        self.kept: vec[i64] = NO_GOODS[:] if old is None else old.kept[:]   # storing: single goods kept
        self.kinds_left: i64 = i64(0) if old is None else old.kinds_left    # storing: kinds still to choose
        self.units_left: i64 = i64(0) if old is None else old.units_left    # storing: single goods still to choose
        # for the log: the governor of the round, the cards left in it, and where the first end trigger fired
        self.round_governor: i64 = i64(-1) if old is None else old.round_governor
        self.unchosen: i64 = i64(0) if old is None else old.unchosen
        self.trigger_round: i64 = i64(-1) if old is None else old.trigger_round
        self.trigger_seat: i64 = i64(-1) if old is None else old.trigger_seat

    # --- the two layers ---------------------------------------------------------------------------------------------------

    def legal_ids(self) -> vec[i64]:
        at = self.at
        if at == D_MAYOR_PLACE:
            return mayor.legal(self)
        if at == D_LOAD:
            return captain.legal(self)
        if at == D_TRADE:
            return trader.legal(self)
        if at == D_BUILD or at == D_UNIVERSITY:
            return builder.legal(self)
        if at == D_ROLE:
            return roles.legal(self)
        if at == D_STORE_KIND or at == D_STORE_UNIT:
            return storing.legal(self)
        if at == D_CRAFT_BONUS:
            return craftsman.legal(self)
        return settler.legal(self)

    def apply_id(self, action: i64) -> None:
        at = self.at
        if at == D_MAYOR_PLACE:
            mayor.apply(self, action)
        elif at == D_LOAD:
            captain.apply(self, action)
        elif at == D_TRADE:
            trader.apply(self, action)
        elif at == D_BUILD or at == D_UNIVERSITY:
            builder.apply(self, action)
        elif at == D_ROLE:
            roles.apply(self, action)
        elif at == D_STORE_KIND or at == D_STORE_UNIT:
            storing.apply(self, action)
        elif at == D_CRAFT_BONUS:
            craftsman.apply(self, action)
        else:
            settler.apply(self, action)

    def give(self, seat: i64, what: i64, amount: i64) -> i64:
        return gifts.give(self, seat, what, amount)

    def node(self) -> i64:
        return self.at

    # --- what phases share ------------------------------------------------------------------------------------------------

    def player(self) -> Player:
        """The board of the seat that is to choose."""
        return self.players[self.actor]

    def next_in_phase(self) -> bool:
        """Pass the turn clockwise; False if it comes back to the chooser."""
        actor = self.actor + 1
        if actor == self.seats:
            actor = 0
        self.actor = actor
        return actor != self.chooser

    def end_phase(self) -> None:
        """The phase of this card is over."""
        roles.next_pick(self)

    def sail(self) -> None:
        """Everybody has stored: the captain phase ends."""
        captain.end(self)

    def earn_vp(self, p: Player, vp: i64, source: i64) -> None:
        """VP for a player: chips as far as they last, the rest on paper. `source` is a place in the tally."""
        if vp == 0:
            return
        p.vp += vp
        p.tally[source] += vp
        chips = vp if vp < self.vp_supply else self.vp_supply
        self.vp_supply -= chips
        self.on_paper += vp - chips                             # PR-END-04, PR-GEN-10
        if self.vp_supply == 0 and self.setup.end_vp:
            self.fire_trigger(VP_EXHAUSTED, self.chooser)       # PR-END-05: whatever paid them

    def fire_trigger(self, trigger: i64, seat: i64) -> None:
        """Fire an end trigger; once fired it stays (PR-END-06)."""
        if self.fired & BIT[trigger] != 0:
            return
        if self.fired == 0:
            self.trigger_round = self.round
            self.trigger_seat = seat if seat != NOBODY else i64(-1)
        self.fire(trigger)
        self.tell(TRIGGER, seat, trigger, 0, 0, EVERYBODY)

    def happen(self, kind: i64, seat: i64, item: i64, amount: i64, extra: i64) -> None:
        """Tell an event that everybody sees whole (PR-INFO-01, PR-INFO-03)."""
        self.tell(kind, seat, item, amount, extra, EVERYBODY)

    # --- scores -----------------------------------------------------------------------------------------------------------

    def standing(self, seat: i64) -> i64:
        self.check_seat(seat)
        return scoring.score(self, self.players[seat])

    def outcome(self) -> Outcome:
        return scoring.outcome(self)

    def ranking(self) -> Ranking:
        return scoring.ranking(self)

    # --- copies, luck, hidden things --------------------------------------------------------------------------------------

    def copy(self) -> State:
        return State(self.game, self.setup, self.chance, self)

    def redraw(self, seat: i64, stream: Stream) -> None:
        """Only the order of the draw pile is hidden, and from everybody alike (PR-INFO-04)."""
        pile = self.pile[self.pile_next:]
        for i in range(i64(len(pile)) - 1, i64(0), i64(-1)):
            k = stream.below(i + 1)
            tile: i64 = pile[i]
            pile[i] = pile[k]
            pile[k] = tile
        self.pile = pile
        self.pile_next = 0

    def view(self, seat: int) -> PuertoRicoView:
        self.check_seat(seat)
        return PuertoRicoView(self, seat)

    def digest(self) -> i64:
        course = vec[i64]([
            self.round, self.at, self.actor, self.governor, self.chooser, self.card, self.taken, self.focus, self.made,
            self.bonus_left, self.passes, i64(self.captain_paid), self.wharfs_used, self.stored, self.kinds_left,
            self.units_left, self.fired, i64(self.over)])
        return self.digest_table(fold_vec(fold_vec(0, course), self.kept))

    # --- people and logs --------------------------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        return positions.facts(self)

    def say(self, id: int) -> str:
        return words.say(self, id)

    def log_game(self) -> vec[i64]:
        return log.game_values(self)

    def log_seat(self, seat: i64) -> vec[i64]:
        return log.seat_values(self, self.players[seat], seat)

    def log_round(self, seat: i64, full: bool) -> vec[i64]:
        return log.round_values(self, self.players[seat], seat, full)
