"""The craftsman phase: everybody produces, the chooser takes one more good (PR-CRAFT, factory)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.puerto_rico.actions import BONUS, D_CRAFT_BONUS, NO_BONUS
from sim.puerto_rico.events import FACTORY_PAID, MADE, TOOK_BONUS
from sim.puerto_rico.player import INCOME_FACTORY, PRODUCED, Player
from sim.puerto_rico.tables import FACTORY, N_GOODS

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def begin(s: State) -> None:
    """Production is automatic and complete (PR-CRAFT-07), in phase order (PR-CRAFT-01)."""
    s.made = _produce(s, s.player())
    while s.next_in_phase():
        _produce(s, s.player())
    s.bonus_left = s.setup.craftsman_bonus
    _offer_bonus(s)


def _produce(s: State, p: Player) -> i64:
    """Take what the board makes; returns the bits of the kinds really produced."""
    made: i64 = 0
    kinds: i64 = 0
    for good in range(i64(N_GOODS)):
        capacity = p.capacity(good)
        if capacity > 0:
            n = s.take_goods(p, good, capacity)                 # PR-CRAFT-04
            if n > 0:
                kinds += 1
                made |= BIT[good]
                p.tally[PRODUCED + good] += n
                s.happen(MADE, s.actor, good, n, 0)
    if p.runs(FACTORY):                                         # PR-BLD-factory: kinds, not quantities
        paid = s.pay_out(p, s.setup.factory_income[kinds])
        p.tally[INCOME_FACTORY] += paid
        s.happen(FACTORY_PAID, s.actor, 0, paid, 0)
    return made


def _offer_bonus(s: State) -> None:
    """Last in the phase, the privilege: of a kind that the chooser really produced (PR-CRAFT-05)."""
    if s.bonus_left > 0:
        for good in range(i64(N_GOODS)):
            if s.made & BIT[good] != 0 and s.supply[good] > 0:
                s.at = D_CRAFT_BONUS
                return
    s.made = 0
    s.bonus_left = 0
    s.end_phase()                                               # PR-CRAFT-06: nothing is thrown away now


def legal(s: State) -> vec[i64]:
    """The kinds of the privilege, and none."""
    acts = vec[i64](capacity=6)
    for good in range(i64(N_GOODS)):
        if s.made & BIT[good] != 0 and s.supply[good] > 0:
            acts = append(acts, BONUS + good)
    return append(acts, NO_BONUS)


def apply(s: State, action: i64) -> None:
    """Take a good of the privilege, or leave it."""
    if action == NO_BONUS:
        s.bonus_left = 0
    else:
        p = s.player()
        good: i64 = action - BONUS
        s.take_goods(p, good, 1)
        p.tally[PRODUCED + good] += 1
        s.bonus_left -= 1
        s.happen(TOOK_BONUS, s.actor, good, 1, 0)
    _offer_bonus(s)
