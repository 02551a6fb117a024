"""Rounds and role cards: who takes a card, what lies on it, when the round and the game end (PR-RND, PR-END, PR-PROSPECT)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.core import EVERYBODY, NOBODY, TURN_BEGINS
from sim.puerto_rico.actions import D_ROLE, ROLE
from sim.puerto_rico.events import CARD_MONEY, PROSPECTED, TOOK
from sim.puerto_rico.phases import builder, captain, craftsman, mayor, settler, trader
from sim.puerto_rico.player import INCOME_CARDS, INCOME_PROSPECTOR, N_NOTED_ROLES, N_NOTES, NOTE_ROLE, TAKEN
from sim.puerto_rico.tables import BUILDER, CAPTAIN, CRAFTSMAN, MAX_ROUNDS, MAYOR, PROSPECTOR, SETTLER, TRADER

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def legal(s: State) -> vec[i64]:
    """Every card not taken; there is no pass (PR-RND-02, PR-RND-04)."""
    acts = vec[i64](capacity=9)
    for card in range(s.setup.cards):
        if s.taken & BIT[card] == 0 and not _like_an_earlier_one(s, card):
            acts = append(acts, ROLE + card)
    return acts


def _like_an_earlier_one(s: State, card: i64) -> bool:
    """Whether a free prospector with as many doubloons on it stands before this one (node D-ROLE; PR-RND-08)."""
    if card > PROSPECTOR:
        for other in range(i64(PROSPECTOR), card):
            if s.taken & BIT[other] == 0 and s.card_money[other] == s.card_money[card]:
                return True
    return False


def apply(s: State, action: i64) -> None:
    """Take a card, the doubloons on it, and begin its phase."""
    card: i64 = action - ROLE
    if s.picks == 0:
        _forget_last_round(s)
    s.turn += 1
    s.tell(TURN_BEGINS, s.actor, s.turn, 0, 0, EVERYBODY)
    p = s.player()
    p.doubloons += s.card_money[card]                           # PR-RND-03
    p.tally[INCOME_CARDS] += s.card_money[card]
    s.happen(TOOK, s.actor, card, s.card_money[card], 0)
    s.card_money[card] = 0
    p.tally[TAKEN + card] += 1
    nth: i64 = s.picks // s.seats
    if nth < N_NOTED_ROLES:
        p.notes[NOTE_ROLE + nth] = card
    s.taken |= BIT[card]
    s.picks += 1
    s.card = card
    s.chooser = s.actor                                         # PR-2P-06: his privilege is that of this phase alone
    _begin(s, card)


def _begin(s: State, card: i64) -> None:
    if card == SETTLER:
        settler.begin(s)
    elif card == MAYOR:
        mayor.begin(s)
    elif card == BUILDER:
        builder.begin(s)
    elif card == CRAFTSMAN:
        craftsman.begin(s)
    elif card == TRADER:
        trader.begin(s)
    elif card == CAPTAIN:
        captain.begin(s)
    else:
        p = s.player()
        paid = s.pay_out(p, s.setup.prospector_doubloons)       # PR-PROSPECT-01
        p.tally[INCOME_PROSPECTOR] += paid
        s.happen(PROSPECTED, s.actor, 0, paid, 0)
        next_pick(s)


def next_pick(s: State) -> None:
    """The next player clockwise takes a card, until all have theirs (PR-RND-01, PR-2P-04)."""
    s.chooser = -1
    s.card = -1
    s.at = D_ROLE
    if s.picks == s.setup.picks:
        _end_round(s)
    else:
        s.actor = (s.governor + s.picks) % s.seats


def _end_round(s: State) -> None:
    s.unchosen = (BIT[s.setup.cards] - 1) & ~s.taken
    if s.fired == 0 and s.round == s.setup.max_rounds:
        s.fire_trigger(MAX_ROUNDS, NOBODY)                      # PR-END-07
    if s.fired != 0:
        s.over = True                                           # PR-END-01; no doubloons are laid any more (PR-RND-07)
        return
    for card in range(s.setup.cards):
        if s.taken & BIT[card] == 0:
            laid = s.setup.card_doubloons
            if laid > s.bank:
                laid = s.bank
            s.bank -= laid
            s.card_money[card] += laid                          # PR-RND-05
            s.happen(CARD_MONEY, NOBODY, card, laid, 0)
    s.taken = 0                                                 # PR-RND-06
    s.picks = 0
    s.governor = (s.governor + 1) % s.seats
    s.round += 1
    s.actor = s.governor


def _forget_last_round(s: State) -> None:
    """Notes of a round last until the first card of the next, so that the log of the round still finds them."""
    s.round_governor = s.governor
    s.unchosen = 0
    for p in s.players:
        for note in range(i64(N_NOTES)):
            p.notes[note] = -1
