"""Gifts in mid-game and options that are forced: given once, out of the supply, and nobody else's game is touched before."""
from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sim.catalog import find, make_options
from sim.chance import AGENT, Chance, Stream
from sim.core import Game, State
from sim.gifts import Gift, Present, Restriction
from sim.play import Course, Policy, StrategyFailure, Uniform, play_game
from sim.record import Recorder
from tests.sim.pig import HOLD, PIG, ROLL, Script, new_game, streams

GAMES = ("puerto_rico", "catan")


def start(name: str, **options: Any) -> tuple[Game, State]:
    game = find(name)
    return game, game.new(game.setup(make_options(game, options), 3), Chance(4, 0))


def present(game: Game, what: str, amount: int = 1, seat: int = 0, round: int = 3) -> Present:
    return Present(seat, round, [gift.name for gift in game.gifts].index(what), amount)


def finish(state: State, bound: Restriction | None = None, recorder: Recorder | None = None) -> Course:
    course = Course()
    luck = [Stream(4, 0, AGENT, seat) for seat in range(int(state.seats))]
    play_game(state, [Uniform()] * int(state.seats), luck, recorder, course, -1, bound)
    return course


class Watched(Policy):
    """Random choices, with all laws of the game checked before each in the rounds that matter."""

    def choose_id(self, state: State, ids: Any, stream: Stream) -> int:
        if state.round in (3, 4):
            for law in state.game.laws:
                law(state)
        return int(ids[stream.below(len(ids))])


def play_on(state: State, policies: list[Policy], rounds: int) -> None:
    """Play a game until a round is over."""
    course, luck = Course(), [Stream(4, 0, AGENT, seat) for seat in range(int(state.seats))]
    while not state.over and state.round <= rounds:
        play_game(state, policies, luck, None, course, int(course.step) + 1)


@pytest.mark.parametrize(("name", "what"), [(name, gift.name) for name in GAMES for gift in find(name).gifts])
@pytest.mark.parametrize("amount", [1, 1000])
def test_all_laws_hold_after_every_gift_even_if_it_empties_the_supply(name: str, what: str, amount: int) -> None:
    game, state = start(name, **({"bank_doubloons": 86} if name == "puerto_rico" else {}))
    state.present = present(game, what, amount)
    play_on(state, [Watched()] * 3, 4)

    assert 0 < state.present.given <= amount
    assert amount == 1 or state.present.given < amount, "a supply holds less than a thousand"


@pytest.mark.parametrize(("name", "what", "amount"), [("puerto_rico", "doubloon", 3), ("catan", "ore", 2)])
def test_a_game_with_a_gift_is_the_same_game_until_the_gift(name: str, what: str, amount: int) -> None:
    game, without = start(name)
    _, gifted = start(name)
    gifted.present = present(game, what, amount, seat=1)
    one, two = Recorder("decisions", game.columns, 3), Recorder("decisions", game.columns, 3)
    finish(without, recorder=one)
    finish(gifted, recorder=two)

    before = [[row for row in recorder.decisions.all() if row[2] < 3] for recorder in (one, two)]
    assert before[0] == before[1] and before[0]
    first = [next(row for row in recorder.decisions.all() if row[2] == 3) for recorder in (one, two)]
    assert first[0][:5] == first[1][:5], "the same step, round, seat and node: the gift comes before the decision"
    assert [row[2:] for row in one.rounds.all() if row[1] < 3] == [row[2:] for row in two.rounds.all() if row[1] < 3]
    assert one.games.all()[0][7] != two.games.all()[0][7], "the digests tell them apart"


def test_a_gift_is_told_to_all_and_kept_in_the_events() -> None:
    game, state = start("puerto_rico")
    state.present = present(game, "doubloon", 3, seat=2, round=2)
    recorder = Recorder("rounds", game.columns, 3)
    finish(state, recorder=recorder)

    told = [event for event in state.view(0).events() if event.kind == "given"]
    assert [(event.seat, event.item, event.amount, event.words) for event in told] == [
        (2, "doubloon", 3, "is given 3 x doubloon")]
    kind = next(n for n, kind in enumerate(game.event_kinds) if kind is not None and kind.word == "given")
    assert [row[1:] for row in recorder.events.all() if row[4] == kind] == [
        [2, 3, 2, kind, 5, 3]], "round 2, after three turns, seat 2, doubloons, three of them"


def test_a_gift_of_vp_is_no_payment_of_a_rule_and_counts_at_once() -> None:
    game, state = start("puerto_rico")
    before = state.standing(1)
    state.present = present(game, "vp", 4, seat=1, round=1)
    state.hand_over()

    assert state.standing(1) == before + 4
    assert state.position()["vp_supply"] == 75 - 4
    for law in game.laws:
        law(state)


def test_colonists_wait_in_san_juan_and_are_placed_by_the_next_mayor() -> None:
    game, state = start("puerto_rico")
    state.present = present(game, "colonist", 2, seat=1, round=1)
    state.hand_over()
    assert state.position()["players"][1]["san_juan"] == 2

    role = next(action for action in state.legal() if str(action) == "take the mayor")
    state.play(role)
    for law in game.laws:
        law(state)


def test_a_gift_is_given_once_and_only_in_its_round() -> None:
    game, state = start("puerto_rico")
    state.present = present(game, "doubloon", 3, round=2)
    state.hand_over()
    assert state.present.given == -1
    while state.round < 2:
        state.apply_id(state.legal_ids()[0])
    money = [int(state.players[0].doubloons)]                   # type: ignore[attr-defined]
    for _ in range(3):
        state.hand_over()
        money.append(int(state.players[0].doubloons))           # type: ignore[attr-defined]
    assert money == [money[0], *[money[0] + 3] * 3] and state.present.given == 3


def test_a_game_that_ends_before_the_round_gets_nothing() -> None:
    game, state = start("puerto_rico")
    state.present = present(game, "doubloon", round=900)
    finish(state)
    assert state.over and state.present.given == -1


def test_copies_and_samples_know_of_no_gift_to_come() -> None:
    game, state = start("catan")
    state.present = present(game, "ore")
    assert state.copy().present is None
    assert state.sample(0, Stream(1)).present is None


def test_seats_that_count_cards_count_what_is_given() -> None:
    game, state = start("catan")
    state.present = present(game, "ore", 4, seat=0, round=2)
    while state.round < 2:
        state.apply_id(state.legal_ids()[0])
    state.hand_over()
    assert not any(event.kind == "takes" for event in state.view(1).events()), "no theft: nothing is hidden"

    hand = [int(cards) for cards in state.players[0].hand]      # type: ignore[attr-defined]
    assert hand[4] >= 4
    for n in range(10):
        sample = state.sample(1, Stream(n))
        assert [int(cards) for cards in sample.players[0].hand] == hand     # type: ignore[attr-defined]


def test_words_of_a_gift() -> None:
    assert [Gift("doubloon", many="doubloons").words(n) for n in (1, 3)] == ["1 doubloon", "3 doubloons"]
    assert Gift("vp", "VP").words(2) == "2 VP"


# --- restrictions -----------------------------------------------------------------------------------------------------

def restriction(action: int, always: bool, seats: tuple[int, ...] = (0,)) -> Restriction:
    return Restriction([action], len(PIG.actions), seats, always)


def left(bound: Restriction, seat: int, ids: list[int]) -> list[int]:
    from librt.vecs import vec
    from mypy_extensions import i64

    return [int(id) for id in bound.left(seat, vec[i64](ids))]


def test_what_is_left_of_the_legal_actions() -> None:
    never, always = Restriction([2, 3], 9, [1], False), Restriction([2, 3], 9, [1], True)

    assert left(never, 1, [1, 2, 3, 4]) == [1, 4] and left(always, 1, [1, 2, 3, 4]) == [2, 3]
    assert left(never, 0, [1, 2, 3]) == [1, 2, 3] and left(always, 0, [1, 2, 3]) == [1, 2, 3], "another seat"
    assert left(never, 1, [2, 3]) == [2, 3], "there is nothing else"
    assert left(always, 1, [1, 4]) == [1, 4], "it is not among them"


def test_a_bound_seat_is_asked_with_what_is_left_and_one_that_is_left_is_forced() -> None:
    state, course = new_game(dice=[6, 6, 6, 6], target=20), Course()
    play_game(state, [Script([]), Script([HOLD.id])], streams(2), None, course, 4, restriction(ROLL.id, True))

    assert (course.decisions, course.forced) == (0, 4), "both choices of seat 0 are made for it"
    assert state.position()["at_stake"] == 24


def test_an_answer_that_is_taken_away_is_illegal() -> None:
    game, state = start("puerto_rico")
    builder = next(action.id for action in state.legal() if str(action) == "take the builder")
    bound = Restriction([builder], len(game.actions), [0], False)
    luck = [Stream(4, 0, AGENT, seat) for seat in range(3)]

    with pytest.raises(StrategyFailure, match="'take the builder' was not on the list of 5") as caught:
        play_game(state, [Script([builder])] * 3, luck, None, Course(), -1, bound)
    assert caught.value.kind == "illegal action"


@pytest.mark.parametrize(("name", "kind", "key", "value"), [
    ("puerto_rico", "role", "role", "builder"), ("catan", "play_knight", "", "")])
def test_never_and_always_are_kept_in_whole_games(name: str, kind: str, key: str, value: str) -> None:
    for always in (False, True):
        game, state = start(name)
        ids = [action.id for action in game.actions.all() if action.kind == kind and (not key or action.args[key] == value)]
        recorder = Recorder("decisions", game.columns, 3)
        finish(state, bound=Restriction(ids, len(game.actions), [1], always), recorder=recorder)
        _, again = start(name)
        met = 0
        for row, following in pairwise([*recorder.decisions.all(), []]):
            legal = [int(id) for id in again.legal_ids()]
            if row[3] == 1 and any(id in ids for id in legal):
                assert (row[5] in ids) == (always or all(id in ids for id in legal))
                met += 1
            assert following or row[5] in legal
            again.apply_id(row[5])
        assert met > 0 and again.over
