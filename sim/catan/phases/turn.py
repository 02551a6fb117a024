"""A turn: its start, the roll, production, its end (CA-TURN, CA-PROD, CA-JUNGLE-01)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.catan.actions import ROLL
from sim.catan.nodes import (
    DISCOVERIES_MADE,
    DISCOVERS,
    IDLE_TURNS,
    LOST_BANK,
    LOST_ROBBER,
    MAX_ROUNDS,
    PRE_ROLL,
    PRODUCED,
    PRODUCES,
    ROLLED,
    VP_TURN_START,
)
from sim.catan.phases import building, cards, robber, trade
from sim.catan.scoring import points, win
from sim.catan.setup import DEV_KNIGHT, DEV_LATER, SHORT_SINGLE, SHORT_TURN_ORDER
from sim.catan.tables import DESERT, DISCOVERY, JUNGLE, N_DEV_KINDS, N_RESOURCES
from sim.catan.topology import HEX_VERTICES
from sim.chance import FIRST_GAME_PURPOSE
from sim.core import EVERYBODY, TURN_BEGINS

if TYPE_CHECKING:
    from sim.catan.state import CatanState

DICE: Final = FIRST_GAME_PURPOSE + 8
DICE_DECK: Final = FIRST_GAME_PURPOSE + 9
_PAIRS: Final = vec[i64]([i64(pair) for pair in range(36)])
_ROLL_ALONE: Final = vec[i64]([ROLL])


def begin(s: CatanState, seat: i64) -> None:
    """Start the next turn; in `own_turn` the player may have won meanwhile (CA-FLOW-04, CA-END-02)."""
    s.current = seat
    s.actor = seat
    s.turn += 1                                                     # CA-TERM-02
    s.phase = PRE_ROLL
    s.rolled = False
    s.main_open = False
    s.half = 0
    s.dev_plays = 0
    s.dev_buys = 0
    s.thefts = 0
    if s.offers_made > 0:
        s.offers_made = 0
        s.offered = vec[i64]()
        trade.forget_answers(s)
    s.idle = True
    s.tell(TURN_BEGINS, seat, s.turn, 0, 0, EVERYBODY)
    if not s.setup.any_time and points(s, seat) >= s.setup.goal:
        win(s, seat, VP_TURN_START)


def end(s: CatanState) -> None:
    """End the turn: bought cards become playable, new harbours work, the next player begins (CA-FLOW-15)."""
    p = s.players[s.current]
    if s.idle:
        p.counters[IDLE_TURNS] += 1
    if s.dev_buys > 0:
        for kind in range(i64(N_DEV_KINDS)):
            p.dev_new[kind] = 0
    if p.harbours_new != 0:
        building.open_harbours(s, p, p.harbours_new)
        p.harbours_new = 0
    if s.turn % s.seats == 0:
        if s.round == s.setup.max_rounds:                           # CA-END-06
            s.fire(MAX_ROUNDS)
            s.over = True
            return
        s.round += 1
    begin(s, (s.current + 1) % s.seats)                             # CA-TURN-01


def legal(s: CatanState) -> vec[i64]:
    """Before the roll: roll, or play a card where that is allowed (CA-TURN-02)."""
    p = s.players[s.current]
    if s.setup.dev_before_roll == DEV_LATER or p.held() == 0:
        return _ROLL_ALONE                                          # CA-TURN-05: it cannot be skipped
    acts = vec[i64](capacity=8)
    return cards.legal(s, p, append(acts, ROLL), s.setup.dev_before_roll == DEV_KNIGHT)


def apply(s: CatanState, action: i64) -> None:
    if action != ROLL:
        cards.apply(s, action)
        return
    number = _throw(s)
    s.rolled = True
    if number == 7:
        robber.seven(s)                                             # CA-ROB-01: nobody produces
    else:
        _produce(s, number)
        trade.open_main(s)


def _throw(s: CatanState) -> i64:
    """The sum of the dice; in the first rounds a 7 may be thrown again (CA-TURN-07)."""
    j: i64 = 0
    while True:
        if s.setup.dice_deck:
            pair = _draw_pair(s)
        else:
            pair = s.chance.below(DICE, s.turn, j, 6) * 6 + s.chance.below(DICE, s.turn, j + 1, 6)
        number: i64 = 2 + pair // 6 + pair % 6
        if number != 7 or s.round > s.setup.no_seven_rounds:
            break
        j += 2
    s.thrown = number
    s.dice_seen[number] += 1
    s.tell(ROLLED, s.current, 0, number, pair, EVERYBODY)
    return number


def _draw_pair(s: CatanState) -> i64:
    """The next card of the dice deck, shuffled anew when few are left (CA-TURN-06)."""
    if len(s.dice_order) - s.dice_at <= s.setup.dice_cut:
        s.dice_order = s.chance.order(DICE_DECK, s.dice_decks, _PAIRS)
        s.dice_decks += 1
        s.dice_at = 0
    pair: i64 = s.dice_order[s.dice_at]
    s.dice_at += 1
    return pair


def _produce(s: CatanState, number: i64) -> None:
    """Count what is due to each seat, then hand it out resource by resource (CA-PROD-01 to -06)."""
    due, building_at = s.due, s.building
    wanted: i64 = 0
    for hex in s.board.hexes_of[number]:
        terrain: i64 = s.board.terrain[hex]
        if terrain == DESERT:                                       # CA-PROD-04
            continue
        for vertex in HEX_VERTICES[hex]:
            building_here: i64 = building_at[vertex]
            if building_here == 0:
                continue
            seat: i64 = (building_here - 1) & 7
            cards_due: i64 = 2 if building_here > 8 else 1          # CA-PROD-01, -02: each building counts
            if hex == s.robber:
                s.players[seat].counters[LOST_ROBBER] += cards_due  # CA-PROD-03
            elif terrain == JUNGLE:
                _discover(s, seat, cards_due)
            else:
                due[4 * terrain + seat] += cards_due
                wanted += cards_due
    if wanted > 0:
        for resource in range(i64(N_RESOURCES)):
            at: i64 = 4 * resource
            total: i64 = due[at] + due[at + 1] + due[at + 2] + due[at + 3]
            if total > 0:
                _hand_out(s, resource, total)


def _discover(s: CatanState, seat: i64, n: i64) -> None:
    """CA-JUNGLE-01; the supply is unlimited (CA-COMP-08)."""
    p = s.players[seat]
    p.hand[DISCOVERY] += n
    p.counters[DISCOVERIES_MADE] += n
    s.tell(DISCOVERS, seat, 0, n, 0, EVERYBODY)


def _hand_out(s: CatanState, resource: i64, total: i64) -> None:
    """One resource of a roll; a shortage of one touches no other (CA-PROD-05, -06)."""
    due, bank = s.due, s.bank
    first: i64 = 4 * resource
    serves = total <= bank[resource] or s.setup.bank_shortage == SHORT_TURN_ORDER
    if not serves and s.setup.bank_shortage == SHORT_SINGLE:        # a sole claimant takes what is left
        for seat in range(s.seats):
            serves = serves or due[first + seat] == total
    seat = s.current
    for _ in range(s.seats):                                        # clockwise from the current player
        wants: i64 = due[first + seat]
        if wants > 0:
            due[first + seat] = 0
            gets: i64 = min(wants, bank[resource]) if serves else i64(0)
            p = s.players[seat]
            p.counters[LOST_BANK] += wants - gets
            if gets > 0:
                bank[resource] -= gets
                p.hand[resource] += gets
                p.counters[PRODUCED + resource] += gets
                s.tell(PRODUCES, seat, resource, gets, 0, EVERYBODY)
        seat = seat + 1 if seat + 1 < s.seats else i64(0)
