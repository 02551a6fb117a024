"""The conformance suite: our games keep it, and each check finds the fault that it is there for."""
from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from typing import Any

import pytest

import sim
from sim import conformance
from sim.catalog import find, make_options
from sim.chance import Chance, Stream
from sim.conformance import Broken, examine, perft, walk
from sim.core import Game, Outcome, State
from sim.outcome import rank_seats
from tests.sim.pig import FILE, HOLD, PIG, ROLL, new_game, setup as pig_setup

pig: Any = sys.modules[type(PIG).__module__]
PUERTO_RICO = find("puerto_rico")
CHECKS = {name: check for name, check, _ in conformance.CHECKS}


def puerto_rico(seats: int, **options: Any) -> Any:
    return PUERTO_RICO.setup(make_options(PUERTO_RICO, options), seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_puerto_rico_keeps_everything(seats: int) -> None:
    findings = examine(PUERTO_RICO, puerto_rico(seats), games=2, seed=seats, futures=30)

    assert [finding.trouble for finding in findings if not finding.holds] == []
    assert len(findings) == len(conformance.CHECKS) + 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_puerto_rico_obeys_its_laws_after_every_action_of_50_games(seats: int) -> None:
    assert walk(PUERTO_RICO, puerto_rico(seats), 50, 100 + seats, [conformance.laws_hold]) > 50 * 200


UNUSUAL: list[dict[str, Any]] = [
    {"long_game": True, "max_rounds": 30},
    {"bank_doubloons": "table", "card_doubloons_per_round": 3},
    {"ships": [1, 1, 2, 2, 3, 3], "goods.corn": 25, "wharf_capacity": 2, "store_free_units": 0},
    {"prospectors": 3, "roles_per_player": 2, "max_rounds": 12, "craftsman_bonus_goods": 3, "mayor_bonus_colonists": 4},
    {"tiles.corn": 6, "tiles.indigo": 6, "tiles.sugar": 6, "tiles.tobacco": 0, "tiles.coffee": 0, "row_size": 9, "quarries": 1},
    {"trading_house_slots": 1, "vp_supply": 6, "disabled": ["sugar_mill", "office"], "vp_visibility": "open"},
    {"start_goods.sugar": 2, "start_colonists": 3, "auto_yes": ["hospice", "university"], "tie_rule": "governor_order",
     "start_buildings": [["hospice", "university"], ["wharf", "harbor"], ["hacienda", "factory"], ["office", "guild_hall"]]},
]


@pytest.mark.parametrize("options", UNUSUAL, ids=lambda options: next(iter(options)))
def test_puerto_rico_keeps_everything_under_unusual_options(options: dict[str, Any]) -> None:
    findings = examine(PUERTO_RICO, puerto_rico(4, **options), games=1, seed=5, futures=10)

    assert [finding.trouble for finding in findings if not finding.holds] == []


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_puerto_rico_keeps_its_laws_in_5000_games_and_everything_in_100(seats: int) -> None:
    setup = puerto_rico(seats)

    walk(PUERTO_RICO, setup, 5000 if sim.BUILD == "native" else 300, 1000 + seats, [conformance.laws_hold])
    findings = examine(PUERTO_RICO, setup, games=100, seed=2000 + seats, futures=2000)

    assert [finding.trouble for finding in findings if not finding.holds] == []


def test_pig_which_is_plain_python_keeps_everything() -> None:
    findings = examine(PIG, pig_setup(3), games=20, seed=1, futures=300)

    assert [finding.trouble for finding in findings if not finding.holds] == []


def test_samples_of_a_position_draw_tiles_as_often_as_they_are_unseen_and_not_as_they_lie() -> None:
    state = PUERTO_RICO.new(puerto_rico(4), Chance(3, 0))
    view: Any = state.view(1)
    unseen = dict(zip(view.unseen_tiles.names, view.unseen_tiles, strict=True))
    truth = state.position()["draw"]
    rng = Stream(7)

    piles = [state.sample(1, rng).position()["draw"] for _ in range(1000)]

    for place in (0, 1, 40):
        for kind, number in unseen.items():
            share = number / len(truth)
            drawn = sum(pile[place] == kind for pile in piles)
            assert abs(drawn - 1000 * share) < 5 * (1000 * share * (1 - share)) ** 0.5
    matches = sum(pile[place] == truth[place] for pile in piles for place in range(len(truth))) / (1000 * len(truth))
    by_chance = sum((number / len(truth)) ** 2 for number in unseen.values())
    assert abs(matches - by_chance) < 0.01


# --- each check finds its fault ----------------------------------------------------------------------------------------


def broken(**methods: Callable[..., Any]) -> Game:
    """Pig, loaded once more, with some methods of its state (or, after `view_`, of its view) replaced."""
    spec = importlib.util.spec_from_file_location("broken_pig", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["broken_pig"] = module
    spec.loader.exec_module(module)
    for name, method in methods.items():
        owner = module.PigView if name.startswith("view_") else module.PigState
        setattr(owner, name.removeprefix("view_"), method)
    game: Game = module.GAME
    return game


def trouble(game: Game, check: str, games: int = 3) -> str:
    with pytest.raises(Broken) as caught:
        walk(game, pig_setup(3), games, 1, [CHECKS[check]])
    return str(caught.value)


def test_a_broken_law_is_told_with_its_place() -> None:
    game = broken()
    game.laws = (lambda state: _demand(max(state.points) < 20, "somebody has 20 points"),)

    found = trouble(game, "laws hold after every action")

    assert found.startswith("game 0, step ") and "somebody has 20 points" in found


def _demand(holds: bool, message: str) -> None:
    assert holds, message


def test_an_empty_list_a_repeat_and_a_moody_list_are_found() -> None:
    def empty(state: Any) -> Any:
        return pig.vec([])

    def twice(state: Any) -> Any:
        return pig.vec([ROLL.id, ROLL.id])

    def moody(state: Any) -> Any:
        state.mood = not getattr(state, "mood", False)
        return pig.vec([ROLL.id, HOLD.id] if state.mood else [ROLL.id])

    assert "nothing is legal" in trouble(broken(legal_ids=empty), "legal lists are sound")
    assert "repeats" in trouble(broken(legal_ids=twice), "legal lists are sound")
    assert "differs when asked again" in trouble(broken(legal_ids=moody), "legal lists are sound")


def test_a_copy_that_shares_a_list_is_found() -> None:
    def shallow(state: Any) -> Any:
        other = type(state)(state.setup, state.chance, state)
        other.points = state.points
        return other

    assert "changed the original" in trouble(broken(copy=shallow), "copies are equal and independent")


def test_a_copy_that_forgets_something_is_found() -> None:
    def forgetful(state: Any) -> Any:
        other = type(state)(state.setup, state.chance, state)
        other.at_stake = 0
        return other

    assert "the digest of a copy differs" in trouble(broken(copy=forgetful), "copies are equal and independent")


def test_a_position_that_leaves_something_out_is_found() -> None:
    def told(state: Any) -> dict[str, Any]:
        return {"points": list(state.points), "thrown": state.thrown, "actor": state.actor, "round": state.round,
                "turn": state.turn, "rolls": list(state.rolls)}

    def laid_out(state: Any, *args: Any) -> Any:
        raise AssertionError

    assert "another digest" in trouble(broken(position=told), "positions go there and back")


def test_a_view_that_shows_the_next_die_is_found() -> None:
    def facts(view: Any) -> tuple[int, ...]:
        state = view._state
        return (view.actor, state.at_stake, state.chance.below(pig.DIE, state.turn, state.thrown, 6))

    def labels(view: Any) -> tuple[str, ...]:
        return ("actor", "at_stake", "next")

    assert "sees next" in trouble(broken(view_facts=facts, view_labels=labels), "nothing hidden leaks")


def test_words_that_tell_the_next_die_are_found() -> None:
    def say(state: Any, id: int) -> str:
        return f"throw a {1 + state.chance.below(pig.DIE, state.turn, state.thrown, 6)}"

    assert "the words of" in trouble(broken(say=say), "nothing hidden leaks")


def test_facts_without_names_are_found() -> None:
    assert "labels" in trouble(broken(view_labels=lambda view: ("actor",)), "samples look the same to their seat")


def test_a_sample_that_keeps_the_luck_is_found() -> None:
    game = broken(sample=lambda state, seat, rng: state.copy())

    assert "knows the luck" in trouble(game, "samples look the same to their seat")


def test_samples_with_a_loaded_die_are_found() -> None:
    class Sixes(Chance):
        """Every draw is the highest."""

        def below(self, purpose: int, index: int, j: int, n: int) -> int:
            return n - 1

    def sample(state: Any, seat: int, rng: Stream) -> State:
        other: State = state.copy()
        other.chance = Sixes(int(rng.word()), 0)
        return other

    with pytest.raises(Broken, match="more in true futures"):
        conformance.samples_are_fair(broken(sample=sample), pig_setup(2, target=1000), 200, 1)


def test_samples_that_are_all_the_same_are_found() -> None:
    with pytest.raises(Broken, match="the same future"):
        conformance.samples_are_fair(broken(sample=lambda state, seat, rng: state.copy()), pig_setup(2), 50, 1)


def test_samples_that_know_the_future_now_and_then_are_found() -> None:
    def sample(state: Any, seat: int, rng: Stream) -> State:
        other: State = state.copy()
        if rng.below(2):
            other.chance = Chance(int(rng.word()), 0)
        return other

    with pytest.raises(Broken, match="know the future"):
        conformance.samples_are_fair(broken(sample=sample), pig_setup(2, target=1000), 300, 1)


def test_a_wrong_number_of_logged_values_and_a_wrong_flag_are_found() -> None:
    game = broken(log_seat=lambda state, seat: pig.vec([]))
    flagged = broken(log_seat=lambda state, seat: pig.vec([2]))
    flagged.columns = type(PIG.columns)([], [type(PIG.columns.seats[0])("x_flag", "flag", "yes or no")], PIG.columns.rounds)

    assert "0 values for 1 columns of seats" in trouble(game, "logs fit their columns")
    assert "seats.x_flag is 2" in trouble(flagged, "logs fit their columns")


def test_an_outcome_that_does_not_add_up_is_found() -> None:
    def outcome(state: Any) -> Outcome:
        scores, none = pig.vec(state.points), pig.vec([0] * state.seats)
        return Outcome(scores, none, rank_seats([scores]), state.triggers(), False, {"points": [0] * state.seats})

    with pytest.raises(Broken, match="the parts of seat 0 add up to 0"):
        conformance.ends_well(broken(outcome=outcome), pig_setup(3), 2, 1)


def test_a_winner_with_a_lower_score_is_found_unless_the_game_goes_by_a_goal() -> None:
    def outcome(state: Any) -> Outcome:
        scores, none = pig.vec(state.points), pig.vec([0] * state.seats)
        last = pig.vec([-n for n in state.points])
        return Outcome(scores, none, rank_seats([last]), state.triggers(), False, {"points": list(state.points)})

    game = broken(outcome=outcome)
    with pytest.raises(Broken, match="ranks"):
        conformance.ends_well(game, pig_setup(2), 2, 1)
    game.goal_wins = True
    assert conformance.ends_well(game, pig_setup(2), 2, 1) == 2


def test_luck_from_outside_is_found() -> None:
    thrown = iter(range(10**6))

    def apply_id(state: Any, action: int) -> None:
        state.points[state.actor] += next(thrown) % 7
        state.end_turn()

    with pytest.raises(Broken, match=r"goes .* and then"):
        conformance.repeats(broken(apply_id=apply_id), pig_setup(2), 2, 1)


def test_a_game_without_an_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(end_turn=lambda state: setattr(state, "at_stake", 0))

    with pytest.raises(Broken, match="not ended after"):
        walk(game, pig_setup(2), 1, 1, [CHECKS["legal lists are sound"]])


def test_examine_reports_the_failed_check_and_makes_the_others() -> None:
    findings = examine(broken(say=lambda state, id: ""), pig_setup(2), games=2, futures=5)

    failed = [finding.name for finding in findings if not finding.holds]
    assert failed == ["legal lists are sound", "every legal action can be played"]


def test_an_error_inside_a_game_is_a_finding_with_its_place() -> None:
    def say(state: Any, id: int) -> str:
        raise KeyError("no words")

    findings = {finding.name: finding for finding in examine(broken(say=say), pig_setup(2), games=2, futures=5)}

    assert findings["legal lists are sound"].trouble == "game 0, step 0, round 1, turn: KeyError: 'no words'"
    assert findings["laws hold after every action"].holds


# --- perft ---------------------------------------------------------------------------------------------------------------


def test_perft_counts_decisions_and_plays_forced_moves() -> None:
    game = new_game(2, dice=[6] * 2000, target=1000)        # the first throw of a turn is forced, then two choices, always

    assert [perft(game, depth) for depth in range(6)] == [1, 2, 4, 8, 16, 32]


def test_perft_of_an_ended_game_counts_nothing() -> None:
    game = new_game(2, dice=[6, 6, 6], target=1)
    for action in (ROLL, HOLD, ROLL, HOLD):
        game.play(action)

    assert game.over
    assert [perft(game, depth) for depth in range(3)] == [1, 0, 0]
