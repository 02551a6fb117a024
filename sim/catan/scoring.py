"""Points, who has won, and the outcome (CA-END)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.nodes import ENDS, FIRST_VP, MAX_ROUNDS, VP_OTHER_TURN, VP_OWN_TURN
from sim.catan.tables import VICTORY_POINT
from sim.core import EVERYBODY, Outcome, Ranking, rank_seats

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player


def points(s: CatanState, seat: i64) -> i64:
    """All points of a seat, hidden ones included (CA-END-01, -04, CA-DEV-15)."""
    return _points(s, s.players[seat], seat)


def _points(s: CatanState, p: Player, seat: i64) -> i64:
    vp: i64 = s.setup.settlements - p.settlements_left + 2 * (s.setup.cities - p.cities_left) + p.dev[VICTORY_POINT]
    if s.road_holder == seat:
        vp += s.setup.road_vp
    if s.army_holder == seat:
        vp += s.setup.army_vp
    return vp


def check_win(s: CatanState) -> None:
    """After a change of state: does the game end here? (CA-END-02, -03, -05)"""
    if s.over:
        return
    goal = s.setup.goal
    if s.setup.any_time:
        seat: i64 = s.current
        for n in range(s.seats):                                    # the current player first, then clockwise
            vp = mark(s, seat)
            if vp >= goal:
                win(s, seat, VP_OWN_TURN if n == 0 else VP_OTHER_TURN)
                return
            seat = seat + 1 if seat + 1 < s.seats else i64(0)
    else:
        vp = mark(s, s.current)
        if vp >= goal and s.round > 0:
            win(s, s.current, VP_OWN_TURN)


def mark(s: CatanState, seat: i64) -> i64:
    """The points of a seat; the turn in which it first had 3 to 10 is noted."""
    p = s.players[seat]
    marks = p.marks
    vp = _points(s, p, seat)
    k: i64 = min(vp, 10)
    while k >= 3 and marks[FIRST_VP + k - 3] < 0:
        marks[FIRST_VP + k - 3] = s.turn
        k -= 1
    return vp


def win(s: CatanState, seat: i64, trigger: i64) -> None:
    """The game ends at once; steps that are pending are not carried out (CA-END-05)."""
    s.winner = seat
    s.over = True
    s.fire(trigger)
    s.tell(ENDS, seat, 0, points(s, seat), 0, EVERYBODY)


def ranking(s: CatanState) -> Ranking:
    """The winner first, the others by points; with no winner all by points (CA-END-07)."""
    scores = vec[i64](capacity=s.seats)
    won = vec[i64](capacity=s.seats)
    for seat in range(s.seats):
        scores = append(scores, points(s, seat))
        won = append(won, 1 if s.winner == seat else 0)
    return Ranking(scores, vec[i64]([i64(0)] * s.seats), rank_seats([won, scores]))


def outcome(s: CatanState) -> Outcome:
    """The ranking, with what ended the game and the parts of the scores."""
    found = ranking(s)
    truncated = s.winner < 0 and s.fired & BIT[MAX_ROUNDS] != 0
    return Outcome(found.scores, found.tiebreaks, found.ranks, s.triggers(), truncated, parts(s))


PART_NAMES = ("settlements", "cities", "road", "army", "cards")


def part(s: CatanState, seat: i64, which: i64) -> i64:
    """One of the five parts of a score."""
    p = s.players[seat]
    if which == 0:
        return s.setup.settlements - p.settlements_left
    if which == 1:
        return 2 * (s.setup.cities - p.cities_left)
    if which == 2:
        return s.setup.road_vp if s.road_holder == seat else i64(0)
    if which == 3:
        return s.setup.army_vp if s.army_holder == seat else i64(0)
    return p.dev[VICTORY_POINT]


def parts(s: CatanState) -> dict[str, list[int]]:
    """The parts of all scores by name."""
    return {name: [int(part(s, seat, i64(which))) for seat in range(int(s.seats))] for which, name in enumerate(PART_NAMES)}
