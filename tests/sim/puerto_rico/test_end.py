"""What ends the game (rules 2.10; the long game of 2.13)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.words import (
    fact,
    fired,
    game_columns,
    make_forced_moves,
    may,
    new_game,
    play,
    seat,
    table,
    vps,
)

ELEVEN = ["small_indigo_plant", "small_sugar_mill", "small_market", "hacienda", "construction_hut", "small_warehouse",
          "hospice", "office", "large_market", "large_warehouse", "factory"]


@rule("PR-END-01", "PR-END-03")
def test_the_twelfth_space_ends_the_game_after_the_round() -> None:
    s = table(seat(doubloons=20, idle=ELEVEN), seat(), seat())

    play(s, "take the builder", "build harbor")
    assert fired(s) == ["city_full"]
    play(s, "take the trader")
    assert not s.over
    play(s, "take the craftsman")

    assert s.over and s.outcome().triggers == ("city_full",)


@rule("PR-END-03")
def test_eleven_spaces_end_nothing() -> None:
    s = table(seat(doubloons=20, idle=ELEVEN[:10]), seat(), seat())

    play(s, "take the builder", "build harbor", "take the trader", "take the craftsman")

    assert fired(s) == [] and s.round == 2


@rule("PR-END-04", "PR-END-05")
@pytest.mark.parametrize("supply, ends", [(2, True), (3, True), (4, False)])
def test_vp_exhausted_fires_when_the_supply_reaches_0_by_any_payment(supply: int, ends: bool) -> None:
    s = table(seat(), seat(goods={"coffee": 2}, occupied=["wharf", "harbor"]), seat(), vp_supply=supply,
              ships=[("corn", 1), ("sugar", 1), ("indigo", 1)])

    play(s, "take the captain", "ship coffee by wharf")

    assert vps(s)[1] == 3
    assert (fired(s) == ["vp_exhausted"]) is ends
    assert fact(s, "vp_supply") == max(0, supply - 3)


@rule("PR-END-06", "PR-END-01")
def test_a_trigger_that_fired_stays_although_vp_are_there() -> None:
    s = table(seat(), seat(), seat(), fired=["vp_exhausted"], vp_supply=10, taken=["mayor", "builder"], actor=2)

    play(s, "take the trader")

    assert s.over


@rule("PR-END-02", "PR-END-01")
def test_too_few_colonists_end_the_game_after_the_round() -> None:
    s = table(seat(fallow={"corn": 1}), seat(idle=["harbor"]), seat(), seat(), colonist_ship=0, colonist_supply=3)

    play(s, "take the mayor")
    assert fired(s) == ["colonists_short"]
    play(s, "take the trader", "take the craftsman")
    assert not s.over
    play(s, "take the prospector")

    assert s.over


@rule("PR-END-07")
def test_max_rounds_cuts_a_game_off_without_winners() -> None:
    s = new_game(3, {"max_rounds": 2})

    for _ in range(2):
        play(s, "take the trader", "take the craftsman", "take the captain")

    assert s.over and s.round == 2
    assert s.outcome().triggers == ("max_rounds",)
    assert s.outcome().truncated and s.outcome().winners == ()


@rule("PR-END-07")
def test_a_game_of_never_mayor_never_builder_ends_after_100_rounds() -> None:
    s = new_game(3)

    while not s.over:
        play(s, next(f"take the {role}" for role in ("trader", "craftsman", "captain") if may(s, f"take the {role}")))

    assert s.round == 100


@rule("PR-END-07", "PR-END-01")
def test_a_game_that_ends_by_itself_in_its_last_round_is_not_cut_off() -> None:
    s = table(seat(doubloons=20, idle=ELEVEN), seat(), seat(), round=100)

    play(s, "take the builder", "build harbor", "take the trader", "take the craftsman")

    assert s.over
    assert s.outcome().triggers == ("city_full",) and not s.outcome().truncated


@rule("PR-END-01", "PR-RND-07")
def test_several_triggers_of_one_round_are_all_told_the_first_one_first() -> None:
    s = table(seat(goods={"corn": 3}), seat(doubloons=20, idle=ELEVEN), seat(), vp_supply=2)

    play(s, "take the captain", "load corn on the first ship")
    play(s, "1: take the builder", "1: build harbor", "2: take the trader")

    assert s.outcome().triggers == ("vp_exhausted", "city_full")


@rule("EX-52", "PR-END-04")
def test_vp_on_paper_are_counted() -> None:
    s = table(seat(goods={"corn": 4}), seat(), seat(), vp_supply=2)

    play(s, "take the captain", "load corn on the first ship")

    assert vps(s)[0] == 5
    assert game_columns(s)["g_vp_on_paper"] == 3


@rule("PR-END-02", "PR-END-03", "PR-END-04")
@pytest.mark.parametrize("option", ["end_colonists", "end_city", "end_vp"])
def test_each_trigger_can_be_switched_off(option: str) -> None:
    s = table(seat(goods={"corn": 3}), seat(doubloons=20, idle=ELEVEN), seat(), vp_supply=2, colonist_supply=0, colonist_ship=1,
              options={option: False})

    play(s, "take the captain", "load corn on the first ship")
    play(s, "1: take the builder", "1: build harbor", "2: take the mayor")

    every = {"end_vp": "vp_exhausted", "end_city": "city_full", "end_colonists": "colonists_short"}
    assert sorted(fired(s)) == sorted(name for switch, name in every.items() if switch != option)


@rule("EX-63", "PR-LONG-01", "PR-LONG-02")
def test_the_long_game_has_everything_and_ends_with_a_full_city() -> None:
    s = new_game(4, {"long_game": True})
    assert (fact(s, "colonist_supply"), fact(s, "colonist_ship"), fact(s, "vp_supply")) == (96, 4, 122)

    s = table(seat(goods={"corn": 3}), seat(doubloons=20, idle=ELEVEN), seat(), seat(), vp_supply=2, colonist_supply=0,
              colonist_ship=0, options={"long_game": True}, ships=[("corn", 1), None, None])
    play(s, "take the captain", "1: take the mayor")
    assert fired(s) == [], "shortages end nothing"
    play(s, "2: take the trader", "3: take the craftsman")
    assert not s.over
    play(s, "1: take the builder")
    assert fired(s) == []
    play(s, "1: build harbor")
    assert fired(s) == ["city_full"]


@rule("PR-END-01")
def test_nothing_can_be_played_after_the_end() -> None:
    s = table(seat(), seat(), seat(), fired=["vp_exhausted"], taken=["mayor", "builder"], actor=2)

    play(s, "take the trader")

    assert s.legal() == [] and make_forced_moves(s) == []
