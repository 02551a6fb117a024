"""Rounds, role cards, the prospector (rules 2.2, 2.9)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.words import cards, choices, doubloons, fact, node, play, seat, table


@rule("PR-RND-01", "D-ROLE")
def test_the_governor_picks_first_and_the_others_follow_clockwise() -> None:
    s = table(*[seat()] * 4, governor=2, actor=2)
    actors = []

    for role in ("trader", "craftsman", "prospector", "captain"):
        assert node(s) == "D-ROLE"
        actors.append(int(s.actor))
        play(s, f"take the {role}")

    assert actors == [2, 3, 0, 1]


@rule("PR-RND-01", "AUTO")
def test_a_whole_phase_is_played_before_the_next_card_is_taken() -> None:
    s = table(seat(goods={"corn": 1}), seat(goods={"indigo": 1}), seat(goods={"sugar": 1}))

    said = play(s, "take the trader", "0: sell corn", "1: sell indigo", "2: sell sugar")

    assert len(said) == 4
    assert (node(s), s.actor, s.turn) == ("D-ROLE", 1, 1)


@rule("PR-RND-02")
def test_a_card_must_be_taken_even_if_it_is_of_no_use() -> None:
    s = table(seat(), seat(), seat())

    assert all(choice.startswith("take the ") for choice in choices(s))
    play(s, "take the trader")
    assert fact(s, "taken") == ["trader"]


@rule("PR-RND-03")
def test_the_taker_has_the_doubloons_of_the_card_before_the_phase_begins() -> None:
    s = table(seat(), seat(), seat(), card_doubloons={"builder": 3})

    said = play(s, "take the builder", "build hospice")         # 4 less 1 for the builder

    assert said[0] == "0: take the builder, with 3 doubloons"
    assert doubloons(s)[0] == 0
    assert cards(s) == {}


@rule("PR-RND-04")
def test_a_taken_card_is_out_for_the_round() -> None:
    s = table(seat(), seat(), seat())

    play(s, "take the captain")

    assert choices(s) == ["take the settler", "take the mayor", "take the builder", "take the craftsman", "take the trader"]


@rule("EX-06", "PR-RND-05", "PR-RND-06", "X9")
def test_each_card_left_gets_a_doubloon_and_the_governor_moves_left() -> None:
    s = table(seat(), seat(), seat(), taken=["settler", "mayor"], actor=2, card_doubloons={"trader": 1})

    play(s, "2: take the builder", "pass")

    assert cards(s) == {"craftsman": 1, "trader": 2, "captain": 1}
    assert (fact(s, "round"), fact(s, "governor"), s.actor) == (2, 1, 1)
    assert len(choices(s)) == 6, "all cards are back"


@rule("X9", "PR-RND-05")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_three_cards_are_left_with_three_four_and_five_players(seats: int) -> None:
    s = table(*[seat()] * seats, options={"card_doubloons_per_round": 2})

    play(s, *[f"take the {role}" for role in ("trader", "craftsman", "captain", "prospector", "second prospector")][:seats])

    assert cards(s) == {"settler": 2, "mayor": 2, "builder": 2}


@rule("EX-07", "PR-PROSPECT-01", "X15")
def test_the_prospector_pays_one_doubloon_besides_those_on_the_card() -> None:
    s = table(*[seat()] * 4, card_doubloons={"prospector": 2})

    said = play(s, "take the prospector")

    assert said == ["0: take the prospector, with 2 doubloons"], "nobody acts"
    assert doubloons(s) == [3, 0, 0, 0]
    assert s.actor == 1


@rule("PR-RND-08", "PR-PROSPECT-01")
def test_two_prospectors_are_two_cards_with_their_own_doubloons() -> None:
    s = table(*[seat()] * 5, card_doubloons={"prospector": 1, "prospector2": 3})

    play(s, "0: take the second prospector", "1: take the prospector")

    assert doubloons(s) == [3 + 1, 1 + 1, 0, 0, 0]
    assert fact(s, "taken") == ["prospector", "prospector2"]
    assert not any("prospector" in choice for choice in choices(s))


@rule("PR-RND-05", "PR-RND-08")
def test_only_the_prospector_that_nobody_took_gets_a_doubloon() -> None:
    s = table(*[seat()] * 5, options={"card_doubloons_per_round": 1})

    play(s, "take the trader", "take the prospector", "take the craftsman", "take the captain", "take the mayor")

    assert sorted(cards(s).values()) == [1, 1, 1], "settler, builder and one prospector"
    assert sum(n for card, n in cards(s).items() if card.startswith("prospector")) == 1


@rule("EX-09", "PR-END-01", "PR-RND-07")
def test_the_round_of_a_full_city_is_played_out() -> None:
    eleven = ["small_indigo_plant", "small_sugar_mill", "small_market", "hacienda", "construction_hut", "small_warehouse",
              "hospice", "office", "large_market", "large_warehouse", "factory"]
    s = table(seat(), seat(doubloons=20, idle=eleven), seat(), seat(), taken=["settler"], actor=1)

    play(s, "1: take the builder", "1: build harbor")
    assert s.triggers() == ["city_full"] and not s.over

    play(s, "2: take the prospector")
    assert not s.over
    play(s, "3: take the trader")
    assert s.over
    assert cards(s) == {}, "nothing is put on the cards any more"
    assert fact(s, "round") == 1
