"""The recorder: what a game leaves in the tables, level by level."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from sim.play import Course, Policy, Uniform, play_game
from sim.record import (
    LEVELS,
    ROUND_WIDTH,
    SEAT_WIDTH,
    Column,
    Columns,
    Recorder,
    bits,
    code,
    count,
    flag,
)
from tests.sim.pig import PIG, Script, new_game, streams

ROLL, HOLD = 0, 1


def record(level: str, columns: str | Sequence[str] = "full", games: int = 1, dice: Sequence[int] = (6, 1, 5, 4, 3, 3, 4),
           answers: Sequence[Sequence[int]] = ((ROLL, HOLD, HOLD), (ROLL, HOLD, HOLD)), target: int = 7) -> Recorder:
    """Games of Pig with prepared dice and answers.

    Round 1: seat 0 throws 6 and 1; seat 1 throws 5, 4 and holds. The target is reached, the game is over.
    """
    recorder = Recorder(level, PIG.columns, 2, PIG.columns.chosen(columns))
    for _ in range(games):
        policies: list[Policy] = [Script(list(seat)) for seat in answers]
        play_game(new_game(dice=list(dice), target=target), policies, streams(2), recorder, Course())
    return recorder


def test_a_game_row_counts_what_was_played() -> None:
    game, rounds, turns, decisions, forced, first, fired, _ = record("games").games.all()[0]

    assert (game, rounds, turns, decisions, forced) == (0, 1, 2, 3, 2)
    assert (first, fired) == (PIG.triggers.index("target_reached"), 0b01)


def test_a_seat_row_has_score_rank_and_the_games_own_counters() -> None:
    assert record("games").seat_rows.all() == [
        # game, seat, score, tiebreak, rank, offered, rolls
        [0, 0, 0, 0, 2, -1, 2],
        [0, 1, 9, 0, 1, -1, 2],
    ]


def test_rounds_begin_with_the_position_after_setup_and_end_with_the_outcome() -> None:
    assert record("rounds").rounds.all() == [
        # game, round, seat, standing, leader, points, rolls
        [0, 0, 0, 0, 1, 0, 0],
        [0, 0, 1, 0, 1, 0, 0],
        [0, 1, 0, 0, 0, 0, 2],
        [0, 1, 1, 9, 1, 9, 2],
    ]


def test_a_per_round_counter_holds_what_came_in_that_round() -> None:
    recorder = record("rounds", ["x_rolls"], dice=[6, 5, 6, 6, 1], answers=[[HOLD, HOLD], [ROLL, HOLD]], target=12)

    rolls = {(row[1], row[2]): row[ROUND_WIDTH] for row in recorder.rounds.all()}
    totals = [row[SEAT_WIDTH] for row in recorder.seat_rows.all()]

    assert [rolls[number, 0] for number in range(3)] == [0, 1, 1]
    assert [rolls[number, 1] for number in range(3)] == [0, 2, 1]
    assert totals == [2, 3]


def test_counters_begin_from_nothing_in_each_game() -> None:
    recorder = record("rounds", games=2)
    first, second = recorder.rounds.all()[:4], recorder.rounds.all()[4:]

    assert [row[1:] for row in first] == [row[1:] for row in second]
    assert {row[0] for row in second} == {1}


def test_only_chosen_columns_are_kept_in_their_order() -> None:
    assert PIG.columns.chosen("core") == [0]
    assert PIG.columns.chosen("full") == [0, 1]
    assert PIG.columns.chosen(["x_rolls", "x_points"]) == [0, 1]
    with pytest.raises(KeyError, match="x_points_"):
        PIG.columns.chosen(["x_points_"])


def test_events_that_are_logged_have_their_round_and_turn() -> None:
    held = next(number for number, kind in enumerate(PIG.event_kinds) if kind and kind.word == "held")

    assert record("rounds").events.all() == [[0, 1, 0, 1, held, 0, 9]]


def test_a_decision_row_says_what_was_chosen_of_how_many() -> None:
    assert record("decisions").decisions.all() == [
        # game, step, round, seat, node, action, legal, forced
        [0, 0, 1, 0, 0, ROLL, 1, 1],
        [0, 1, 1, 0, 0, ROLL, 2, 0],
        [0, 2, 1, 1, 0, ROLL, 1, 1],
        [0, 3, 1, 1, 0, ROLL, 2, 0],
        [0, 4, 1, 1, 0, HOLD, 2, 0],
    ]


def test_each_level_keeps_what_the_one_below_keeps_and_more() -> None:
    kept = [{table for table in ("games", "seat_rows", "rounds", "events", "decisions") if getattr(record(level), table).rows}
            for level in LEVELS]

    assert kept == [set(), {"games", "seat_rows"}, {"games", "seat_rows", "rounds", "events"},
                    {"games", "seat_rows", "rounds", "events", "decisions"}]


def test_a_dropped_game_leaves_no_row_and_the_next_takes_its_number() -> None:
    once = record("decisions")
    recorder = record("decisions")
    unfinished = new_game(dice=[6, 5])
    play_game(unfinished, [Uniform(), Uniform()], streams(2), recorder, Course(), until=2)
    recorder.drop_game()

    for table in ("games", "seat_rows", "rounds", "events", "decisions"):
        assert getattr(recorder, table).all() == getattr(once, table).all()
    assert recorder.game == 1


def test_a_game_can_be_dropped_after_its_end_and_the_next_takes_its_number() -> None:
    recorder = record("rounds")
    play_game(new_game(dice=[6, 5]), [Uniform(), Uniform()], streams(2), recorder, Course())
    assert recorder.game == 2

    recorder.drop_game()

    assert recorder.game == 1 and recorder.games.all() == record("rounds").games.all()


def test_columns_say_what_they_are() -> None:
    columns = [count("x_corn", "corn in hand", core=True), flag("x_first", "whether it began"),
               code("x_role", "the role taken last", ["mayor", "trader"]), bits("x_city", "buildings owned", ["hut", "wharf"])]

    assert [column.kind for column in columns] == ["count", "flag", "code", "bits"]
    assert columns[2].labels == ("mayor", "trader")
    assert repr(columns[0]) == "<Column x_corn: count>"
    assert Columns([], [], columns).chosen("core") == [0]
    assert not any(column.per_round for column in columns) and isinstance(columns[0], Column)
