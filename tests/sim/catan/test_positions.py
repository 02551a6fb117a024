"""Positions laid out from facts, and told as facts (design: positions)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sim.chance import Stream
from tests.marks import rule
from tests.sim.catan.words import (
    GAME,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    facts,
    g1,
    lengths,
    new_game,
    node,
    play,
    player,
    seat,
    setup,
    table,
)


@rule("CA-TERM-02", "CA-COMP-04", "CA-COMP-05")
def test_what_is_not_named_lies_in_the_box() -> None:
    s = table(seat("L2", dev={"knight": 1}, played={"monopoly": 1}), seat())

    told = facts(s)
    assert told["bank"] == {"lumber": 17, "brick": 19, "wool": 19, "grain": 19, "ore": 19}
    assert len(told["deck"]) == 23 and told["deck"].count("monopoly") == 1
    assert (node(s), s.current, s.actor, s.turn, s.round) == ("MAIN", 0, 0, 1, 1)
    later = table(seat(), seat(), seat(), current=2, round=5)
    assert (later.turn, later.actor) == (15, 2)


@pytest.mark.parametrize(
    "options", [{}, STANDARD, {**JUNGLE, "harbour_next_turn": True, "dev_deck": "endless", "dice": "deck36"}]
)
def test_a_told_position_is_plain_data_and_plays_on_in_the_same_way(options: dict[str, Any]) -> None:
    s = new_game(3, options, seed=12)
    rng = Stream(12)
    while s.turn < 25:
        s.play(rng.choice(s.legal()))
    told = json.loads(json.dumps(facts(s)))

    again: State = GAME.position(s.setup, s.chance, **told)

    for _ in range(200):
        choice = rng.below(len(s.legal()))
        assert s.digest() == again.digest()
        for one in (s, again):
            one.play(one.legal()[choice])
    assert facts(s) == facts(again)


@rule("CA-TRADE-02", "CA-TRADE-03")
def test_harbours_that_are_new_this_turn_stay_new() -> None:
    options = {**STANDARD, "harbour_next_turn": True}
    s = table(seat("L1 B1 W1 G1", settlements=[2], roads=[(2, 6), (6, 10)]), seat(), options=options)
    play(s, "build a settlement on 10")

    again = GAME.position(s.setup, s.chance, **facts(s))

    assert again.view(0).me.rate["ore"] == s.view(0).me.rate["ore"] == 4
    play(again, "end the turn")
    assert again.view(0).seats[0].rate["ore"] == 2


@rule("CA-TRADE-02")
def test_the_best_of_two_harbours_counts_even_if_the_special_one_is_dearer() -> None:
    s = table(seat(settlements=[0, 10]), seat(), options={**STANDARD, "rates.special": 4})

    assert [s.view(0).me.rate[name] for name in ("lumber", "ore")] == [3, 3]


@pytest.mark.parametrize(
    "given, message",
    [
        ({"weather": "rain"}, "no fact 'weather'"),
        ({"players": [{"gold": 3}]}, r"players\[0\]: no fact 'gold'"),
        ({"players": [{"hand": {"gold": 3}}]}, r"players\[0\].hand: no fact 'gold'"),
        ({"players": [{"dev": {"wizard": 1}}]}, r"players\[0\].dev: no fact 'wizard'"),
        ({"players": [{"settlements": [54]}]}, "54 is no vertex"),
        ({"players": [{"roads": [(0, 1)]}]}, r"there is no edge \(0, 1\)"),
        ({"players": [{"roads": [72]}]}, "there is no edge 72"),
        ({"players": [{}] * 3}, "players: 3 for 2 seats"),
        ({"current": 2}, "seats run from 0 to 1; current is 2"),
        ({"phase": "LUNCH"}, "phase 'LUNCH' is none of"),
        ({"players": [{"settlements": [0, 3]}]}, "buildings keep their distance"),
        ({"players": [{"settlements": [0]}, {"settlements": [0]}]}, "pieces are conserved"),
        ({"players": [{"roads": [5]}, {"roads": [5]}]}, "pieces are conserved"),
        ({"players": [{"hand": {"ore": 20}}]}, "nothing is negative"),
        ({"players": [{"settlements": [0, 1, 2, 7, 8, 9]}]}, "nothing is negative"),
        ({"road_holder": 1}, "an award below the minimum"),
        ({"players": [{"played": {"knight": 3}}]}, "3 knights and no army"),
        ({"players": [{"dev": {"vp": 1}, "dev_new": {"vp": 2}}]}, "kind 1"),
    ],
)
def test_what_cannot_lie_on_the_table_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.position(setup(2), None, **given)


@rule("CA-ROAD-06", "CA-ROAD-07")
def test_the_award_lies_where_the_rules_put_it_unless_it_is_named() -> None:
    equal = [
        seat(roads=[(11, 16), (16, 22), (22, 28), (28, 33), (33, 38)]),
        seat(roads=[(15, 20), (20, 26), (26, 32), (32, 37), (37, 42)]),
    ]

    assert facts(table(*equal, options=QUIET))["road_holder"] == 0, "the roads that were laid first"
    assert facts(table(*equal, options=STANDARD))["road_holder"] == -1, "nobody is known to have held it"
    assert facts(table(*equal, options=STANDARD, road_holder=1))["road_holder"] == 1


def test_roads_keep_the_order_in_which_they_were_built() -> None:
    s = g1("L2 B2", options=QUIET)
    play(s, "build a road on 34-39", "build a road on 28-33")

    assert player(s, 0)["roads"] == [(28, 34), (24, 30), (34, 39), (28, 33)] and player(s, 0)["built_at"] == [0, 1, 8, 9]
    assert lengths(s)[0] == 3
