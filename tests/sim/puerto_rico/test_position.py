"""Positions told by facts, and moves told in words."""
from __future__ import annotations

import json
from typing import Any

import pytest

from sim.chance import Stream
from sim.core import IllegalAction
from sim.faults import Refusal
from sim.puerto_rico import GAME
from tests.marks import rule
from tests.sim.puerto_rico.words import (
    choices,
    city,
    fact,
    make_forced_moves,
    new_game,
    play,
    san_juan,
    seat,
    setup,
    supply,
    table,
)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_position_of_a_game_can_be_told_and_laid_out_again(seats: int) -> None:
    s = new_game(seats, {"start_doubloons": 9, "start_colonists": 3}, seed=4)
    rng = Stream(4)
    step = 0

    while not s.over:
        if step % 7 == 0:
            told = json.loads(json.dumps(s.position()))         # plain data, as a file holds it
            again = GAME.position(s.setup, s.chance, **told)
            assert again.digest() == s.digest(), told
            assert [str(action) for action in again.legal()] == [str(action) for action in s.legal()]
        s.play(rng.choice(s.legal()))
        step += 1


def test_what_is_not_named_lies_in_the_supply() -> None:
    s = table(seat(goods={"corn": 2}, farms={"corn": 1}, idle=["harbor"], vp=3), seat(), seat(), house=["corn"])

    assert supply(s, "corn") == 10 - 3
    assert fact(s, "colonist_supply") == 55 + 3 - 1
    assert fact(s, "vp_supply") == 75 - 3
    assert fact(s, "building_supply")["harbor"] == 1
    assert (fact(s, "quarries"), len(fact(s, "draw"))) == (8, 50 - 1)


@pytest.mark.parametrize("facts, word", [
    ({"hous": ["corn"]}, "house"),                              # the nearest name
    ({"house": ["korn"]}, "corn"),
    ({"players": [{"goods": {"corn": 11}}]}, "corn"),           # 10 in the box
    ({"players": [{"island": {"corn": 1}, "manned": {"corn": 2}}]}, "manned"),
    ({"players": [{"city": {"harbor": 2}}]}, "harbor"),
    ({"players": [{"island": {"corn": 9, "sugar": 4}}]}, "players"),
    ({"players": [{}, {}, {}, {}]}, "players"),
    ({"ships": [["corn", 5]]}, "ship"),                         # of 4
    ({"governor": 0, "actor": 1}, "actor"),                     # nobody has picked yet
    ({"taken": ["painter"]}, "taken"),
    ({"players": [{"doubloon": 3}]}, "doubloons"),
])
def test_what_cannot_lie_on_the_table_is_refused(facts: dict[str, Any], word: str) -> None:
    with pytest.raises(Refusal, match=word):
        GAME.position(setup(3), **facts)


def test_an_illegal_move_is_refused_in_words() -> None:
    s = table(*[seat()] * 3, taken=["mayor"], actor=1)
    mayor = next(action for action in GAME.actions if str(action) == "take the mayor")

    with pytest.raises(IllegalAction, match=r"seat 1 may not 'take the mayor' now\. It may: take the settler"):
        s.play(mayor)


@rule("PR-BLD-university")
def test_a_university_colonist_for_a_building_without_circles_goes_to_san_juan() -> None:
    s = table(seat(doubloons=9, occupied=["university"]), seat(), seat(), options={"circles.harbor": 0})

    play(s, "take the builder", "build harbor", "put a colonist on the new building")

    assert (city(s, 0)["harbor"], san_juan(s)[0]) == (0, 1)


def test_moves_are_said_with_the_numbers_of_the_position() -> None:
    s = table(seat(goods={"coffee": 1, "corn": 5}, occupied=["large_market", "wharf"]), seat(doubloons=3), seat(),
              card_doubloons={"trader": 1, "captain": 2}, ships=[("corn", 1), None, None])

    said = play(s, "take the trader", "sell coffee")
    assert said[:2] == ["0: take the trader, with 1 doubloon", "0: sell coffee to the trading house for 7"]
    said = play(s, "1: take the captain", "0: load corn")
    assert said[0] == "1: take the captain, with 2 doubloons"
    assert "0: load 3 corn on the ship of 4, 3 VP" in said
    assert [s.say(action.id) for action in s.legal()] == ["ship 2 corn by wharf, 2 VP", "pass"]


def test_nothing_that_a_copy_does_reaches_the_original() -> None:
    s = table(seat(doubloons=9, goods={"corn": 3}), seat(), seat())
    before = s.position()

    copy = s.copy()
    play(copy, "take the builder", "build harbor")

    assert s.position() == before and copy.digest() != s.digest()
    assert copy.view(0).events() == []


def test_words_are_unique_in_the_catalogue() -> None:
    words = [str(action) for action in GAME.actions]

    assert len(set(words)) == len(words) > 120
    assert all(GAME.actions[action.id] is action for action in GAME.actions)


def test_the_kinds_and_arguments_of_actions() -> None:
    """What strategies ask an action for; ids only grow between releases."""
    told = {str(action): (action.id, action.kind, dict(action.args)) for action in GAME.actions}

    assert told["pass"] == (0, "pass", {})
    assert told["take the second prospector"] == (17, "role", {"role": "prospector2"})
    assert told["settle a quarry"] == (25, "settle", {"tile": "quarry"})
    assert told["draw a tile with the hacienda"] == (1, "hacienda", {"answer": "yes"})
    assert told["take no colonist with the hospice"] == (4, "hospice", {"answer": "no"})
    assert told["put a colonist on the new building"] == (5, "university", {"answer": "yes"})
    assert told["place a colonist on the small market"][1:] == ("place", {"circle": "small_market"})
    assert told["place a colonist on a quarry"][1:] == ("place", {"circle": "quarry"})
    assert told["build small market"][1:] == ("build", {"building": "small_market"})
    assert told["take one more corn"] == (32, "bonus", {"good": "corn"})
    assert told["take no more goods"] == (37, "none", {})
    assert told["sell tobacco to the trading house"] == (43, "sell", {"good": "tobacco"})
    assert told["load corn on the sixth ship"] == (75, "load", {"ship": 6, "good": "corn"})
    assert told["ship corn by wharf"] == (80, "wharf", {"good": "corn"})
    assert told["store all corn"] == (90, "store_kind", {"good": "corn"})
    assert told["keep one corn"] == (95, "store_unit", {"good": "corn"})


def test_positions_in_the_middle_of_a_phase() -> None:
    s = table(seat(goods={"corn": 1}), seat(goods={"sugar": 1}), seat(), phase="trader", governor=0, actor=1)
    make_forced_moves(s)

    assert (fact(s, "chooser"), fact(s, "taken"), s.actor) == (0, ["trader"], 1)
    assert choices(s) == ["sell sugar to the trading house", "pass"]
