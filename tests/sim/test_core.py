"""The contract of all games: actions, live rows, events and their masks, outcomes, samples."""
from __future__ import annotations

import pickle
from itertools import product
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sim.chance import Stream
from sim.core import (
    EVERYBODY,
    FIRST_GAME_EVENT,
    Action,
    Catalogue,
    EventKind,
    IllegalAction,
    Outcome,
    Row,
    fold,
    fold_vec,
    pack_event,
    rank_seats,
    unpack_event,
)
from tests.sim.pig import HOLD, PIG, ROLL, new_game, setup

DRAWN = FIRST_GAME_EVENT
KINDS = [None, None, EventKind("drawn", "draws a {item} and pays {amount}", ["corn", "large_indigo"])]


def numbers(*values: int) -> vec[i64]:
    return vec[i64]([i64(value) for value in values])


def test_an_action_is_words_for_people_and_arguments_for_programs() -> None:
    action = Action(7, "sell", {"good": "corn"}, "sell corn to the trading house")

    assert str(action) == "sell corn to the trading house"
    assert (action.id, action.kind, action.args["good"]) == (7, "sell", "corn")
    assert repr(action) == "<Action 7: sell corn to the trading house>"


def test_an_action_cannot_be_changed() -> None:
    action: Any = Action(7, "sell", {"good": "corn"}, "sell corn")

    with pytest.raises(TypeError):
        action.args["good"] = "coffee"


def test_an_action_survives_the_way_to_another_process() -> None:
    copy = pickle.loads(pickle.dumps(Action(7, "sell", {"good": "corn"}, "sell corn")))

    assert (copy.id, copy.kind, dict(copy.args), str(copy)) == (7, "sell", {"good": "corn"}, "sell corn")


def test_a_catalogue_makes_each_action_once_and_when_asked() -> None:
    made: list[int] = []

    def make(id: int) -> Action | None:
        made.append(id)
        return Action(id, "go", {}, f"go {id}") if id != 2 else None

    catalogue = Catalogue(4, make)

    assert catalogue[3] is catalogue[3]
    assert made == [3]
    assert [action.id for action in catalogue] == [0, 1, 3]
    assert len(catalogue) == 4
    assert [str(action) for action in catalogue.of(numbers(1, 0))] == ["go 1", "go 0"]


@pytest.mark.parametrize("id", [-1, 2, 4])
def test_a_catalogue_has_no_action_for_a_number_without_meaning(id: int) -> None:
    catalogue = Catalogue(4, lambda id: Action(id, "go", {}, "go") if id != 2 else None)

    with pytest.raises(KeyError, match=f"no action {id}"):
        catalogue[id]


def test_a_row_shows_what_lies_there_now() -> None:
    counts = numbers(1, 0, 4)
    row = Row({"corn": 0, "sugar": 1, "coffee": 2}, counts)
    counts[1] = 2

    assert (row["sugar"], row[1], row.total, len(row)) == (2, 2, 7, 3)
    assert list(row) == [1, 2, 4]
    assert row.names == ("corn", "sugar", "coffee")
    assert repr(row) == "Row(corn=1, sugar=2, coffee=4)"


def test_a_row_can_only_be_read() -> None:
    row: Any = Row({"corn": 0}, numbers(1))

    with pytest.raises(TypeError):
        row["corn"] = 5
    with pytest.raises(KeyError, match="'maize' is none of corn"):
        row["maize"]
    for place in (1, -1):
        with pytest.raises(IndexError, match="is not from 0 to 0"):
            row[place]


def test_an_event_is_seen_whole_by_the_seats_in_its_mask_alone() -> None:
    event = pack_event(DRAWN, 2, 1, 30_000, 0, 0b0100)

    assert str(unpack_event(event, KINDS, 2)) == "draws a large indigo and pays 30000"
    assert (unpack_event(event, KINDS, 2).item, unpack_event(event, KINDS, 2).amount) == ("large_indigo", 30_000)
    concealed = unpack_event(event, KINDS, 1)
    assert (str(concealed), concealed.seat, concealed.item, concealed.amount) == ("drawn", 2, None, 0)
    assert unpack_event(event, KINDS, -1) == unpack_event(event, KINDS, 2)


def test_events_of_rounds_and_turns_have_their_number() -> None:
    assert str(unpack_event(pack_event(0, 7, 12, 0, 0, EVERYBODY), KINDS, 0)) == "round 12 begins"
    turn = unpack_event(pack_event(1, 3, 40, 0, 0, EVERYBODY), KINDS, 0)
    assert (turn.kind, turn.seat, turn.amount) == ("turn", 3, 40)


def test_ranks_are_those_of_competitions_and_ties_go_to_the_next_key() -> None:
    points, doubloons = numbers(10, 30, 30, 20), numbers(9, 1, 1, 0)

    assert list(rank_seats([points])) == [4, 1, 1, 3]
    assert list(rank_seats([points, doubloons])) == [4, 1, 1, 3]
    assert list(rank_seats([points, numbers(0, 1, 2, 9)])) == [4, 2, 1, 3]


def test_tied_winners_share_the_win() -> None:
    outcome = Outcome(numbers(30, 10, 30), numbers(0, 0, 0), numbers(1, 3, 1), ["deck_empty", "city_full"], False, {})

    assert outcome.winners == (0, 2)
    assert outcome.win_shares == (0.5, 0.0, 0.5)
    assert outcome.trigger == "deck_empty"


def test_a_game_stopped_by_its_cap_has_ranks_and_no_winner() -> None:
    outcome = Outcome(numbers(30, 10), numbers(0, 0), numbers(1, 2), ["max_rounds"], True, {})

    assert outcome.winners == ()
    assert outcome.ranks == (1, 2)


def test_a_digest_depends_on_values_and_their_order_and_number() -> None:
    assert fold(fold(0, 1), 2) != fold(fold(0, 2), 1)
    assert len({int(fold_vec(0, v)) for v in [numbers(), numbers(0), numbers(0, 0), numbers(0, 1), numbers(1, 0)]}) == 5


def test_positions_that_differ_by_a_piece_or_two_have_different_digests() -> None:
    rows = [numbers(*row) for n in range(1, 6) for row in product(range(4), repeat=n)]
    ones = [numbers(*(int(place == n) for n in range(8))) for place in range(8)]
    twins = [(one, two, three) for one in ones for two in ones for three in ones]

    assert len({int(fold_vec(7, row)) for row in rows}) == len(rows)
    assert len({int(fold_vec(fold_vec(fold_vec(7, one), two), three)) for one, two, three in twins}) == len(twins)


def test_play_checks_and_says_what_is_allowed() -> None:
    state = new_game()

    with pytest.raises(IllegalAction, match=r"seat 0 may not 'hold' now. It may: roll the die"):
        state.play(HOLD)
    assert state.actor == 0
    assert state.legal() == [ROLL]


def test_nothing_is_legal_when_a_game_is_over() -> None:
    state = new_game(dice=[6, 5, 1], target=10)
    for action in (ROLL, ROLL, HOLD, ROLL):
        state.play(action)

    assert state.over
    assert state.legal() == []
    with pytest.raises(IllegalAction, match="the game is over"):
        state.play(ROLL)
    assert state.outcome().winners == (0,)
    assert state.triggers() == ["target_reached"]


def test_a_trigger_stays_fired_and_the_first_comes_first() -> None:
    state = new_game()
    for trigger in (1, 0, 1):
        state.fire(trigger)

    assert state.triggers() == ["max_rounds", "target_reached"]


def test_a_copy_goes_its_own_way_and_tells_nothing() -> None:
    state = new_game(dice=[6, 5, 4])
    state.play(ROLL)
    copy = state.copy()
    before = state.digest()
    copy.play(ROLL)

    assert (state.digest(), len(state.events), len(copy.events)) == (before, 1, 0)
    assert copy.digest() != before


def test_a_position_is_given_back_as_it_was_named() -> None:
    facts = {"points": [12, 30], "at_stake": 4, "thrown": 1, "actor": 1, "round": 3, "turn": 5, "rolls": [4, 9]}

    assert PIG.position(setup(), **facts).position() == facts


def test_a_view_shows_the_table_and_counts_events() -> None:
    state = new_game(dice=[6, 1, 4])
    view = state.view(1)
    state.play(ROLL)
    seen = len(view.events())
    state.play(ROLL)

    assert (view.seat, view.players, view.actor, view.round, view.turn, view.node) == (1, 2, 1, 1, 1, "turn")
    assert [str(event) for event in view.events(seen)] == ["throws a 1"]
    assert dict(zip(view.labels(), view.facts(), strict=True)) == {"actor": 1, "at_stake": 0, "points_0": 0, "points_1": 0}


def test_a_sample_looks_the_same_and_has_other_luck() -> None:
    state = new_game(block=3)
    for _ in range(2):
        state.play(state.legal()[0])
    view, rng = state.view(0), Stream(9)
    futures = set()
    for _ in range(40):
        sample = view.sample(rng)
        assert sample.view(0).facts() == view.facts()
        sample.play(ROLL)
        futures.add(sample.view(0).facts())

    assert len(futures) == 6            # each face of the die
