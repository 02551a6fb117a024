"""How a game ends, who wins, what it scores (rules, chapter 14)."""
from __future__ import annotations

from typing import Any

import pytest

from sim.conformance import _outcome_adds_up
from sim.core import IllegalAction
from tests.marks import rule
from tests.sim.catan.test_longest_road import path
from tests.sim.catan.words import (
    QUIET,
    STANDARD,
    State,
    g1,
    holder,
    kinds,
    lengths,
    new_game,
    node,
    play,
    points,
    seat,
    table,
    told,
)

# buildings on vertices of one kind (0-2, 7-10, 16-20, 27-32, 38-42, 47-50) are never neighbours
NINE: dict[str, Any] = {"settlements": [28, 24, 44], "cities": [0, 2, 20]}


def won(s: State) -> tuple[tuple[int, ...], list[str]]:
    """Who has won, and how."""
    assert s.over
    return s.outcome().winners, s.triggers()


def parts(s: State, who: int) -> dict[str, int]:
    return {name: int(values[who]) for name, values in s.outcome().parts.items() if values[who]}


@rule("CA-EX-110", "CA-END-01", "CA-DEV-15")
def test_ten_points_in_parts() -> None:
    s = table(seat(settlements=[28, 24, 44], cities=[0, 2], roads=path(13, 18, 23, 17, 12, 8), dev={"vp": 1, "knight": 3}),
              seat(),
              options={"vp_goal": 11})

    assert parts(s, 0) == {"settlements": 3, "cities": 4, "road": 2, "cards": 1}
    assert points(s) == [10, 0]
    with_army = table(seat(played={"knight": 3}), seat(), army_holder=0)
    assert parts(with_army, 0) == {"army": 2}


@rule("CA-END-01", "CA-END-02")
@pytest.mark.parametrize("goal, over", [(3, True), (4, False)])
def test_the_goal_is_an_option(goal: int, over: bool) -> None:
    s = table(seat("L1 B1 W1 G1", settlements=[28, 24], roads=[(28, 34), (34, 39)]), seat(), options={**QUIET, "vp_goal": goal})

    play(s, "build a settlement on 39")

    assert s.over is over


@rule("CA-EX-67", "CA-END-04", "CA-DEV-04", "CA-DEV-14")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_a_bought_victory_point_card_wins_at_once(options: dict[str, Any]) -> None:
    s = table(seat("W1 G1 O1", **NINE), seat(), options=options, deck=["vp", "knight"])
    assert points(s)[0] == 9

    play(s, "buy a development card")

    assert won(s) == ((0,), ["vp_own_turn"])
    assert told(s, 1)[-1] == "0 reaches the goal"


def cutting(options: dict[str, Any]) -> State:
    """Seat 1 cuts seat 0's road, and seat 2 (8 points) has the longest then."""
    s = table(seat(roads=path(11, 16, 22, 28, 34, 39), settlements=[11]),
              seat("L1 B1 W1 G1", roads=[(27, 33), (28, 33)], settlements=[27]),
              seat(roads=path(15, 20, 26, 32, 37, 42), settlements=[24, 44], cities=[15, 4, 6]), options=options, current=1,
              road_holder=0, dice=[2, 2, 2])
    assert points(s) == [3, 1, 8]
    play(s, "build a settlement on 28")
    assert points(s) == [1, 2, 10] and holder(s) == 2
    return s


@rule("CA-EX-66", "CA-END-02", "CA-END-09", "CA-ROAD-08", "CA-FLOW-04")
def test_a_road_award_on_anothers_turn() -> None:
    assert won(cutting(QUIET)) == ((2,), ["vp_other_turn"])

    s = cutting(STANDARD)
    assert not s.over
    play(s, "end the turn")
    assert won(s) == ((2,), ["vp_turn_start"]) and node(s) == "END"
    assert told(s, 0)[-2:] == ["2 turn 3 begins", "2 reaches the goal"], "before the roll"


@rule("CA-END-02")
def test_with_own_turn_points_may_be_lost_again_before_they_count() -> None:
    s = cutting(STANDARD)
    players = [*s.position()["players"]]
    players[1] = {**players[1], "hand": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1},
                  "roads": [*players[1]["roads"], (31, 37)],
                  "built_at": [*players[1]["built_at"], 90]}
    s = table(*players, options={**STANDARD}, current=1, road_holder=2, dice=[2, 2])

    play(s, "build a settlement on 37", "end the turn")

    assert not s.over and lengths(s)[2] == 4 and points(s)[2] == 8


@rule("CA-EX-111", "CA-END-03")
def test_two_at_the_goal_on_anothers_turn() -> None:
    """A position that play does not reach: seats 0 and 3 have ten while it is seat 1's turn."""
    s = table(seat(settlements=[0, 1], cities=[7, 8, 9, 10]), seat("L1 B1", settlements=[38]), seat(),
              seat(settlements=[16, 17], cities=[18, 19, 20, 27]), options=QUIET, current=1)
    assert points(s) == [10, 1, 0, 10]

    play(s, "build a road on 38-43")

    assert won(s) == ((3,), ["vp_other_turn"]), "the first clockwise from seat 1"
    assert s.outcome().ranks == (2, 3, 4, 1)


@rule("CA-END-03")
def test_the_current_player_wins_before_others() -> None:
    s = table(seat(settlements=[0, 1], cities=[7, 8, 9, 10]), seat("L1 B1 W1 G1", settlements=[16, 17, 18], cities=[19, 20, 27],
              roads=[(27, 33), (33, 38)]), options=QUIET, current=1)
    assert points(s) == [10, 9]

    play(s, "build a settlement on 38")

    assert won(s) == ((1,), ["vp_own_turn"]) and s.outcome().ranks == (2, 1)


@rule("CA-EX-112", "CA-END-07")
def test_ranks_with_ties() -> None:
    s = table(seat("L1 B1 W1 G1", settlements=[0, 1, 2], cities=[7, 8, 9], roads=[(7, 11), (11, 16)]),
              seat(settlements=[17, 18], cities=[19, 20, 27]), seat(settlements=[28, 29], cities=[30, 31, 32]),
              seat(settlements=[38, 39, 40, 41, 42]), options=QUIET)

    play(s, "build a settlement on 16")

    assert won(s)[0] == (0,) and s.outcome().scores == (10, 8, 8, 5)
    assert s.outcome().ranks == (1, 2, 2, 4)


@rule("CA-EX-112", "CA-END-06", "CA-END-07", "CA-END-09")
def test_ranks_at_the_cap() -> None:
    s = table(seat(settlements=[0, 1, 2], cities=[7, 8, 9]), seat(settlements=[10], cities=[16, 17, 18, 19]),
              seat(settlements=[20, 27, 28], cities=[29, 30]), seat(settlements=[31, 32], cities=[38]),
              options={**QUIET, "max_rounds": 1}, current=3)

    play(s, "end the turn")

    outcome = s.outcome()
    assert s.over and s.triggers() == ["max_rounds"]
    assert (outcome.ranks, outcome.winners, outcome.truncated) == ((1, 1, 3, 4), (), True)
    assert outcome.scores == (9, 9, 7, 4)


@rule("CA-EX-68", "CA-END-06")
def test_the_cap_at_50_rounds() -> None:
    s = g1(options={**QUIET, "max_rounds": 50}, round=50, current=3, turn=200, dice=[2])
    assert not s.over

    play(s, "end the turn")

    assert s.triggers() == ["max_rounds"] and s.outcome().winners == () and s.round == 50


@rule("CA-END-06")
@pytest.mark.parametrize("seats, options, rounds", [(4, {}, 250), (3, {}, 334), (2, {}, 500), (4, {"max_rounds": 7}, 7),
                                                    (2, {"max_rounds": 3}, 3)])
def test_the_cap_is_about_1000_turns_or_an_option(seats: int, options: dict[str, Any], rounds: int) -> None:
    last = seats - 1
    s = table(*[seat()] * seats, options=options, round=rounds, current=last, dice=[2])
    play(s, "end the turn")
    assert s.over and s.outcome().truncated

    before = table(*[seat()] * seats, options=options, round=rounds - 1, current=last, dice=[2])
    play(before, "end the turn")
    assert not before.over and before.round == rounds


@rule("CA-END-06")
def test_without_a_cap_a_game_goes_on() -> None:
    s = table(seat(), seat(), options={"max_rounds": 0}, round=5000, current=1, turn=10000, dice=[2])

    play(s, "end the turn")

    assert not s.over and s.round == 5001


@rule("CA-EX-113", "CA-END-08", "CA-END-09")
def test_passing_to_the_cap() -> None:
    s = table(seat(), seat(), options={"max_rounds": 3}, dice=[2] * 6)
    moves = 0
    while not s.over:
        assert len(s.legal()) == 1 and kinds(s)[0] in ("roll", "end_turn")
        s.play(s.legal()[0])
        moves += 1

    assert (moves, s.triggers(), s.turn) == (11, ["max_rounds"], 6)


@rule("CA-END-04", "CA-DEV-14")
def test_hidden_points_lie_open_at_the_end() -> None:
    s = table(seat("W1 G1 O1", **{**NINE, "settlements": [28, 24]}, dev={"vp": 1}), seat(), options=QUIET, deck=["vp"])
    assert [one.points for one in s.view(1).seats] == [8, 0]

    play(s, "buy a development card")

    assert s.over and [one.points for one in s.view(1).seats] == [10, 0]


@rule("CA-END-05")
def test_after_the_end_nothing_is_played() -> None:
    s = table(seat("W1 G1 O1", **NINE), seat(), options=QUIET, deck=["vp"])
    card = s.legal()
    play(s, "buy a development card")

    assert s.legal() == []
    with pytest.raises(IllegalAction, match="over"):
        s.play(card[0])


@rule("CA-END-02", "CA-FLOW-16")
@pytest.mark.parametrize("check, over", [("any_time", True), ("own_turn", False)])
def test_when_points_are_checked_is_an_option(check: str, over: bool) -> None:
    s = cutting({**QUIET, "win_check": check})

    assert s.over is over


@rule("CA-END-02", "CA-END-07")
def test_with_own_turn_the_current_player_may_win_with_fewer_points() -> None:
    """Seat 2 has 12 while seat 1, whose turn it is, reaches ten."""
    s = table(seat(), seat("L1 B1 W1 G1", roads=[(27, 33), (33, 38)], settlements=[27], cities=[0, 1, 2, 7]),
              seat(settlements=[8, 9, 10, 20], cities=[16, 17, 18, 19]), options=STANDARD, current=1)
    assert points(s) == [0, 9, 12]

    play(s, "build a settlement on 38")

    assert won(s) == ((1,), ["vp_own_turn"]) and s.outcome().ranks == (3, 1, 2)
    _outcome_adds_up(s)


@rule("CA-END-08")
def test_a_game_of_forced_moves_still_goes_round() -> None:
    s = new_game(2, {"domestic": "off", "max_rounds": 2})
    while s.round == 0:
        s.play(s.legal()[0])
    while not s.over:
        s.play(s.legal()[-1])

    assert s.round == 2 and s.triggers() == ["max_rounds"]


@rule("CA-END-02", "CA-FLOW-04", "CA-TURN-02")
def test_the_check_at_the_start_of_a_turn_comes_before_the_roll() -> None:
    s = table(seat(), seat(settlements=[28, 24], cities=[0, 2, 20, 50]), options=STANDARD, current=0, dice=[7])
    assert points(s)[1] == 10

    play(s, "end the turn")

    assert won(s) == ((1,), ["vp_turn_start"])
    assert not any("throws" in words for words in told(s, 0))
