"""The trader phase: in phase order each player may sell one good (PR-TRADE, markets, office)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.core import NOBODY
from sim.puerto_rico.actions import D_TRADE, PASS, SELL
from sim.puerto_rico.events import HOUSE_EMPTIED, SOLD
from sim.puerto_rico.player import INCOME_TRADE, NOTE_SOLD, TRADED, Player
from sim.puerto_rico.tables import LARGE_MARKET, N_GOODS, OFFICE, SMALL_MARKET

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def begin(s: State) -> None:
    """The chooser sells first."""
    s.at = D_TRADE


def legal(s: State) -> vec[i64]:
    """The kinds that the house buys from the actor, and pass."""
    p = s.player()
    acts = vec[i64](capacity=6)
    for good in range(i64(N_GOODS)):
        if p.goods[good] > 0 and house_buys(s, p, good):
            acts = append(acts, SELL + good)
    return append(acts, PASS)                                   # PR-GEN-05


def house_buys(s: State, p: Player, good: i64) -> bool:
    """Whether the trading house would take a good from this player."""
    if s.house_load == s.setup.house_slots:                     # PR-TRADE-03, PR-TRADE-07
        return False
    return s.house[good] == 0 or p.runs(OFFICE)                 # PR-TRADE-04, PR-BLD-office


def income(s: State, p: Player, good: i64, is_trader: bool) -> i64:
    """What a sale to the trading house brings (PR-TRADE-01); corn brings 0 by itself (PR-TRADE-06)."""
    paid: i64 = s.setup.price[good]
    if is_trader:
        paid += s.setup.trader_bonus                            # PR-TRADE-02
    if p.runs(SMALL_MARKET):
        paid += 1                                               # PR-BLD-small_market
    if p.runs(LARGE_MARKET):
        paid += 2                                               # PR-BLD-large_market
    return paid


def apply(s: State, action: i64) -> None:
    """Sell one good, or pass."""
    if action != PASS:
        p = s.player()
        good: i64 = action - SELL
        p.goods[good] -= 1
        s.house[good] += 1
        s.house_load += 1
        paid = s.pay_out(p, income(s, p, good, s.actor == s.chooser))
        p.tally[INCOME_TRADE] += paid
        p.tally[TRADED + good] += 1
        p.notes[NOTE_SOLD] = good
        s.happen(SOLD, s.actor, good, paid, 0)
    if not s.next_in_phase():
        _end(s)


def _end(s: State) -> None:
    if s.house_load == s.setup.house_slots:                     # PR-TRADE-05: only a full house is emptied
        for good in range(i64(N_GOODS)):
            s.supply[good] += s.house[good]
            s.house[good] = 0
        s.house_load = 0
        s.happen(HOUSE_EMPTIED, NOBODY, 0, 0, 0)
    s.end_phase()
