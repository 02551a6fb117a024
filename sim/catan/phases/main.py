"""The main phase: build, buy, trade, play a card, in any order, until the turn ends (CA-TURN-03, -04)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.catan.actions import BUY_DEV, END_TURN, MARITIME, NEXT_PHASE, OFFER, PLAY_KNIGHT
from sim.catan.phases import bank, building, cards, trade, turn
from sim.catan.setup import BUILD_FIRST, FREE_ORDER, TRADE_FIRST

if TYPE_CHECKING:
    from sim.catan.state import CatanState


def legal(s: CatanState) -> vec[i64]:
    """What the current player may do, by kind in the order of CA-FLOW-11."""
    acts = vec[i64](capacity=32)
    p = s.players[s.current]
    order = s.setup.phase_order
    if order == FREE_ORDER:
        acts = trade.legal_offers(s, p, bank.legal(s, p, cards.legal_buy(s, p, building.legal(s, p, acts))))
    elif (order == BUILD_FIRST) == (s.half == 0):                   # the half of building
        acts = building.legal(s, p, acts)
    else:                                                           # the half of trade, where cards are bought too
        acts = trade.legal_offers(s, p, bank.legal(s, p, cards.legal_buy(s, p, acts)))
    acts = cards.legal(s, p, acts, False)
    return append(acts, NEXT_PHASE if order != FREE_ORDER and s.half == 0 else END_TURN)     # CA-END-08: always there


def apply(s: CatanState, action: i64) -> None:
    if action == END_TURN:
        turn.end(s)
    elif action == NEXT_PHASE:
        s.half = 1
        if s.setup.phase_order != TRADE_FIRST:
            trade.propose(s)                                        # CA-TURN-04: when the trade half opens
    elif action < BUY_DEV:
        building.apply(s, action)
    elif action < MARITIME:
        cards.buy(s, action - BUY_DEV)
    elif action < OFFER:
        bank.apply(s, action - MARITIME)
    elif action < PLAY_KNIGHT:
        trade.offer(s, action)
    else:
        cards.apply(s, action)
