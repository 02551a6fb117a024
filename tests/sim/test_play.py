"""The loop: who is asked, what is checked, what counts as forced, and what a failing strategy leaves behind."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.chance import Stream
from sim.core import Action, State, View
from sim.faults import Interrupt
from sim.play import Asked, Course, DecisionTimeout, Policy, StrategyFailure, Uniform, play_game, record_forfeit, rollout
from sim.record import Recorder
from tests.sim.pig import HOLD, PIG, Script, new_game, streams


def play(state: State, policies: list[Policy], recorder: Recorder | None = None, until: int = -1) -> Course:
    course = Course()
    play_game(state, policies, streams(len(policies)), recorder, course, until)
    return course


def failure(choose: Callable[[View, list[Action]], Any]) -> StrategyFailure:
    """What the loop says of a strategy that is asked after one throw of 6."""
    state, course = new_game(dice=[6]), Course()
    asked = Asked(choose, state.view(0), course)
    with pytest.raises(StrategyFailure) as caught:
        play_game(state, [asked, Uniform()], streams(2), None, course)
    assert not course.asking
    return caught.value


def test_a_move_without_alternative_is_made_without_asking() -> None:
    asked: list[list[str]] = []

    def choose(view: View, actions: list[Action]) -> Action:
        asked.append([str(action) for action in actions])
        return HOLD

    state, course = new_game(dice=[6, 5, 4, 3], target=20), Course()
    play_game(state, [Asked(choose, state.view(seat), course) for seat in range(2)], streams(2), None, course, until=8)

    assert asked == [["roll the die", "hold"]] * 4
    assert (course.step, course.decisions, course.forced) == (8, 4, 4)
    assert state.position()["points"] == [10, 8]


def test_a_compiled_policy_and_its_words_choose_alike() -> None:
    def choose(view: View, actions: list[Action]) -> Action:
        chosen: Action = rng.choice(actions)
        return chosen

    for block in range(5):
        one, two = new_game(block=block), new_game(block=block)
        course, rng = Course(), streams(2, block)[0]
        play_game(one, [Uniform(), Script([])], streams(2, block), None, course)
        play_game(two, [Asked(choose, two.view(0), course), Script([])], streams(2, block), None, Course())
        assert one.digest() == two.digest()


def test_the_same_seed_plays_the_same_game_and_another_another() -> None:
    chains = []
    for block in (0, 0, 1):
        recorder = Recorder("games", PIG.columns, 2)
        chains.append(int(play(new_game(block=block), [Uniform(), Uniform()], recorder).chain))

    assert chains[0] == chains[1] != chains[2]


def test_a_game_can_be_stopped_and_gone_on_with() -> None:
    whole, course = new_game(), Course()
    play_game(whole, [Uniform(), Uniform()], streams(2), None, course)
    parts, halves, rngs = new_game(), Course(), streams(2)
    play_game(parts, [Uniform(), Uniform()], rngs, None, halves, until=10)
    assert (halves.step, parts.over) == (10, False)
    play_game(parts, [Uniform(), Uniform()], rngs, None, halves)

    assert parts.digest() == whole.digest()
    assert halves.step == course.step


@pytest.mark.parametrize(("answer", "message"), [
    (7, "there is no action 7"),
    (-1, "there is no action -1"),
])
def test_an_id_without_meaning_is_an_illegal_action(answer: int, message: str) -> None:
    with pytest.raises(StrategyFailure, match=message) as caught:
        play(new_game(dice=[6]), [Script([answer]), Uniform()])
    assert (caught.value.kind, caught.value.seat, caught.value.step) == ("illegal action", 0, 1)


def test_an_action_that_is_not_on_the_list_is_named() -> None:
    stranger = Action(5, "sing", {}, "sing a song")

    assert failure(lambda view, actions: stranger).message == "there is no action 5"
    assert failure(lambda view, actions: None).message == "the answer is None, not one of the 2 actions"
    assert failure(lambda view, actions: actions).message == "the answer is a list, not one of the 2 actions"


def test_an_answer_is_checked_against_the_loops_own_list() -> None:
    def choose(view: View, actions: list[Action]) -> Action:
        actions.append(Action(9, "cheat", {}, "take a point"))
        return actions[-1]

    assert failure(choose).kind == "illegal action"


@pytest.mark.parametrize("error", [ValueError("no idea"), SystemExit(3), RecursionError("deep"), MemoryError()])
def test_whatever_a_strategy_raises_is_its_failure(error: BaseException) -> None:
    def choose(view: View, actions: list[Action]) -> Action:
        raise error

    caught = failure(choose)
    assert (caught.kind, caught.seat, caught.step, caught.cause) == ("exception", 0, 1, error)
    assert caught.message == f"{type(error).__name__}: {error}"


def test_thinking_too_long_is_a_failure_of_its_own_kind() -> None:
    def choose(view: View, actions: list[Action]) -> Action:
        try:
            raise DecisionTimeout("over 10 s for one decision")
        except Exception:               # a strategy that catches everything
            return actions[0]

    caught = failure(choose)
    assert (caught.kind, caught.message) == ("timeout", "over 10 s for one decision")


def test_an_interrupt_of_the_user_is_nobodys_failure() -> None:
    def choose(view: View, actions: list[Action]) -> Action:
        raise Interrupt

    state, course = new_game(dice=[6]), Course()
    with pytest.raises(Interrupt):
        play_game(state, [Asked(choose, state.view(0), course), Uniform()], streams(2), None, course)
    assert not course.asking


def test_a_forfeit_ranks_the_failing_seat_last_and_the_others_by_standing() -> None:
    state = PIG.position(PIG.setup(PIG.options(), 3), points=[40, 10, 20])
    recorder = Recorder("rounds", PIG.columns, 3, [0])
    recorder.begin_game()
    record_forfeit(state, recorder, Course(), 0)

    assert [row[4] for row in recorder.seat_rows.all()] == [3, 2, 1]
    assert recorder.games.all()[0][5] == len(PIG.triggers)           # `forfeit` follows the game's own triggers


def test_a_rollout_plays_to_the_end() -> None:
    state = new_game()
    rollout(state, Uniform(), Stream(3))

    assert state.over
    assert max(state.outcome().scores) >= 50


def test_what_a_strategy_can_watch_does_not_depend_on_what_is_logged() -> None:
    told = []
    for recorder in (None, Recorder("none", PIG.columns, 2), Recorder("rounds", PIG.columns, 2, [0])):
        state = new_game()
        play(state, [Uniform(), Uniform()], recorder)
        told.append([str(event) for event in state.view(1).events()])

    assert told[0] == told[1] == told[2]
    assert told[0][0] == "round 1 begins"
    assert "round 2 begins" in told[0]
