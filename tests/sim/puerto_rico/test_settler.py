"""The settler phase (rules 2.3; hacienda, construction hut, hospice of 2.12)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.words import choices, fact, manned, may, node, play, san_juan, seat, table, tiles

DRAW = "draw a tile with the hacienda"
NO_DRAW = "draw no tile with the hacienda"
TAKE_COLONIST = "take a colonist with the hospice"
NO_COLONIST = "take no colonist with the hospice"
FULL_ISLAND = {"corn": 4, "indigo": 4, "sugar": 4}


@rule("EX-10", "PR-SETTLER-01", "PR-SETTLER-05", "PR-SETTLER-08", "D-SET-TILE")
def test_a_settler_phase_of_four_players() -> None:
    s = table(*[seat()] * 4, row=["corn", "sugar", "sugar", "coffee", "tobacco"],
              draw=["indigo", "indigo", "corn", "tobacco", "sugar", "coffee"], discard=[])

    play(s, "take the settler")
    assert node(s) == "D-SET-TILE"
    assert choices(s) == ["settle corn", "settle sugar", "settle tobacco", "settle coffee", "settle a quarry", "pass"]
    play(s, "0: settle a quarry")
    assert choices(s) == ["settle corn", "settle sugar", "settle tobacco", "settle coffee", "pass"]
    play(s, "1: settle coffee", "2: pass", "3: settle sugar")

    assert [tiles(s, seat) for seat in range(4)] == [{"quarry": 1}, {"coffee": 1}, {}, {"sugar": 1}]
    assert sorted(fact(s, "discard")) == ["corn", "sugar", "tobacco"]
    assert sorted(fact(s, "row")) == ["corn", "indigo", "indigo", "sugar", "tobacco"]
    assert fact(s, "draw") == ["coffee"]


@rule("PR-SETTLER-02", "PR-GEN-11")
def test_a_new_tile_comes_without_a_colonist_even_if_some_wait_in_san_juan() -> None:
    s = table(seat(san_juan=2), seat(), seat(), row=["corn", "sugar"])

    play(s, "take the settler", "settle corn")

    assert manned(s, 0) == {}
    assert san_juan(s)[0] == 2


@rule("EX-11", "PR-BLD-construction_hut")
def test_a_construction_hut_gives_one_quarry_also_to_the_settler() -> None:
    hut = seat(occupied=["construction_hut"])
    s = table(hut, hut, seat(), quarries=3, row=["corn", "sugar"])

    play(s, "take the settler", "0: settle a quarry", "1: settle a quarry")
    assert s.actor == 2 and not may(s, "settle a quarry")
    play(s, "2: pass")

    assert [tiles(s, seat) for seat in range(3)] == [{"quarry": 1}, {"quarry": 1}, {}]
    assert fact(s, "quarries") == 1


@rule("PR-BLD-construction_hut", "PR-GEN-02")
def test_an_idle_hut_gives_no_quarry() -> None:
    s = table(seat(), seat(idle=["construction_hut"]), seat(), row=["corn", "sugar"])

    play(s, "take the settler", "0: pass")

    assert choices(s) == ["settle corn", "settle sugar", "pass"]


@rule("EX-12", "PR-SETTLER-04")
def test_without_quarries_in_the_stack_nobody_may_take_one() -> None:
    s = table(seat(), seat(occupied=["construction_hut"]), seat(), quarries=0, row=["corn", "sugar"])

    play(s, "take the settler")
    assert not may(s, "settle a quarry")
    play(s, "0: pass")
    assert s.actor == 1 and not may(s, "settle a quarry")


@rule("EX-13", "PR-BLD-hacienda", "PR-BLD-hacienda a", "PR-BLD-hospice", "PR-BLD-hospice a", "D-SET-HACIENDA", "D-SET-HOSPICE")
def test_hacienda_hut_and_hospice_together() -> None:
    s = table(seat(), seat(farms={"indigo": 1}, fallow={"sugar": 3}, occupied=["hacienda", "construction_hut", "hospice"]),
              seat(), row=["tobacco", "sugar"], draw=["corn", "indigo", "indigo", "indigo", "indigo"], colonist_supply=9)

    play(s, "take the settler", "0: pass")
    assert (node(s), choices(s)) == ("D-SET-HACIENDA", [DRAW, NO_DRAW]), "no quarry in place of the drawn tile"
    play(s, DRAW)
    assert tiles(s, 1) == {"corn": 1, "indigo": 1, "sugar": 3}, "the drawn tile lies there before the next is chosen"
    play(s, "settle a quarry")
    assert (node(s), choices(s)) == ("D-SET-HOSPICE", [TAKE_COLONIST, NO_COLONIST])
    play(s, TAKE_COLONIST, "2: pass")

    assert tiles(s, 1) == {"corn": 1, "indigo": 1, "sugar": 3, "quarry": 1}
    assert manned(s, 1) == {"indigo": 1, "quarry": 1}
    assert fact(s, "colonist_supply") == 8


@rule("PR-BLD-hospice a")
def test_no_colonist_for_a_hacienda_tile_when_the_normal_tile_is_declined() -> None:
    s = table(seat(), seat(occupied=["hacienda", "hospice"]), seat(), row=["tobacco"], draw=["corn"] * 5)

    play(s, "take the settler", "0: pass", DRAW, "1: pass")

    assert s.actor == 2 and node(s) == "D-SET-TILE"
    assert (tiles(s, 1), manned(s, 1)) == ({"corn": 1}, {})


@rule("PR-BLD-hacienda", "PR-GEN-04")
def test_the_hacienda_need_not_be_used() -> None:
    s = table(seat(occupied=["hacienda"]), seat(), seat(), row=["tobacco", "sugar"], draw=["corn"] * 6)

    play(s, "take the settler", NO_DRAW, "settle sugar")

    assert tiles(s, 0) == {"sugar": 1}


@rule("PR-BLD-hacienda a")
def test_the_settler_with_a_hacienda_may_still_take_a_quarry_as_his_normal_tile() -> None:
    s = table(seat(occupied=["hacienda"]), seat(), seat(), row=["tobacco", "sugar"], draw=["corn"] * 6)

    play(s, "take the settler", DRAW, "settle a quarry")

    assert tiles(s, 0) == {"corn": 1, "quarry": 1}


@rule("PR-BLD-hacienda b", "PR-SET-09")
def test_a_hacienda_shuffles_the_discards_into_an_empty_pile() -> None:
    s = table(seat(), seat(occupied=["hacienda"]), seat(), row=["tobacco", "sugar", "sugar"], draw=[],
              discard=["coffee", "coffee"])

    play(s, "take the settler", "0: pass", DRAW)

    assert tiles(s, 1) == {"coffee": 1}
    assert (fact(s, "draw"), fact(s, "discard")) == (["coffee"], [])


@rule("PR-BLD-hacienda b")
def test_without_any_hidden_or_discarded_tile_the_hacienda_is_not_asked() -> None:
    s = table(seat(), seat(occupied=["hacienda"]), seat(), row=["tobacco", "sugar"], draw=[], discard=[])

    play(s, "take the settler", "0: pass")

    assert (s.actor, node(s)) == (1, "D-SET-TILE")


@rule("PR-BLD-hacienda c", "PR-SETTLER-03")
def test_a_drawn_tile_that_fills_the_island_ends_the_turn() -> None:
    s = table(seat(), seat(fallow={**FULL_ISLAND, "corn": 3}, occupied=["hacienda", "construction_hut", "hospice"]), seat(),
              row=["tobacco", "sugar"], draw=["coffee"] * 5)

    play(s, "take the settler", "0: pass", DRAW)

    assert s.actor == 2
    assert tiles(s, 1) == {**FULL_ISLAND, "corn": 3, "coffee": 1}


@rule("EX-17", "PR-SETTLER-03")
def test_a_full_island_is_skipped_hacienda_and_all() -> None:
    s = table(seat(), seat(fallow=FULL_ISLAND, occupied=["hacienda", "construction_hut"]), seat(), row=["tobacco", "sugar"],
              draw=["coffee"] * 5)

    play(s, "take the settler", "0: pass")

    assert s.actor == 2
    assert tiles(s, 1) == FULL_ISLAND


@rule("PR-SETTLER-03")
def test_the_settler_himself_is_skipped_with_a_full_island() -> None:
    s = table(seat(fallow=FULL_ISLAND), seat(), seat(), row=["tobacco", "sugar"])

    play(s, "take the settler")

    assert s.actor == 1


@rule("EX-14", "PR-BLD-hospice b")
def test_a_hospice_takes_from_the_ship_when_the_supply_is_empty() -> None:
    s = table(seat(occupied=["hospice"]), seat(), seat(), row=["corn", "sugar"], colonist_supply=0, colonist_ship=3)

    play(s, "take the settler", "settle sugar", TAKE_COLONIST)

    assert fact(s, "colonist_ship") == 2
    assert manned(s, 0) == {"sugar": 1}


@rule("EX-14", "PR-BLD-hospice b", "PR-GEN-10")
def test_a_hospice_without_supply_and_ship_is_not_asked() -> None:
    s = table(seat(occupied=["hospice"]), seat(), seat(), row=["corn", "sugar"], colonist_supply=0, colonist_ship=0)

    play(s, "take the settler", "settle sugar")

    assert (s.actor, node(s)) == (1, "D-SET-TILE")
    assert manned(s, 0) == {}


@rule("PR-BLD-hospice", "X18", "PR-GEN-04")
def test_a_hospice_colonist_may_be_declined() -> None:
    s = table(seat(occupied=["hospice"]), seat(), seat(), row=["corn", "sugar"], colonist_supply=5)

    play(s, "take the settler", "settle sugar", NO_COLONIST)

    assert (manned(s, 0), fact(s, "colonist_supply")) == ({}, 5)


@rule("PR-BLD-hospice", "PR-GEN-02")
def test_an_idle_hospice_does_nothing() -> None:
    s = table(seat(idle=["hospice"]), seat(), seat(), row=["corn", "sugar"])

    play(s, "take the settler", "settle sugar")

    assert s.actor == 1


@rule("EX-15", "PR-SETTLER-05", "PR-SETTLER-06")
def test_the_pile_is_used_up_before_the_discards_are_shuffled() -> None:
    s = table(*[seat()] * 4, row=["corn", "corn", "corn", "corn", "indigo"], draw=["coffee", "coffee"],
              discard=["sugar"] * 4 + ["tobacco"] * 4)

    play(s, "take the settler", *["settle corn"] * 3)           # the fourth has a choice too
    play(s, "3: settle corn")

    assert len(fact(s, "row")) == 5
    assert fact(s, "row").count("coffee") == 2
    assert (len(fact(s, "draw")), len(fact(s, "discard"))) == (6, 0)
    lying = fact(s, "row") + fact(s, "draw")
    assert (lying.count("indigo"), lying.count("sugar"), lying.count("tobacco")) == (1, 4, 4), "the old row is shuffled too"


@rule("EX-16", "PR-SETTLER-07")
def test_a_row_without_enough_tiles_stays_short() -> None:
    s = table(*[seat()] * 3, row=["corn", "corn", "corn", "indigo"], draw=["coffee"], discard=[])

    play(s, "take the settler", *["settle corn"] * 3)

    assert sorted(fact(s, "row")) == ["coffee", "indigo"]
    assert (fact(s, "draw"), fact(s, "discard")) == ([], [])


@rule("EX-16", "PR-SETTLER-07", "PR-GEN-05", "AUTO")
def test_the_third_player_may_find_no_tile() -> None:
    s = table(*[seat()] * 3, row=["corn", "indigo"], draw=[], discard=[])

    play(s, "take the settler", "0: settle corn", "1: settle indigo")

    assert (node(s), s.actor) == ("D-ROLE", 1)
    assert tiles(s, 2) == {}
    assert fact(s, "row") == []


@rule("PR-SETTLER-08", "PR-SETTLER-09", "PR-GEN-05")
def test_a_settler_who_passes_is_not_asked_again() -> None:
    s = table(*[seat()] * 3, row=["corn", "sugar"], draw=["coffee"] * 8, discard=[])

    play(s, "take the settler", "0: pass", "1: pass", "2: pass")

    assert (node(s), s.actor) == ("D-ROLE", 1)
    assert [tiles(s, seat) for seat in range(3)] == [{}, {}, {}]
    assert fact(s, "quarries") == 8


@rule("PR-SETTLER-01")
@pytest.mark.parametrize("chooser", [0, 1, 2])
def test_the_settler_phase_goes_clockwise_from_its_chooser(chooser: int) -> None:
    s = table(*[seat()] * 3, governor=chooser, actor=chooser, row=["corn"] * 3 + ["sugar"], draw=["coffee"] * 8)
    asked = []

    play(s, "take the settler")
    while node(s) == "D-SET-TILE":
        asked.append(int(s.actor))
        play(s, "settle corn")

    assert asked == [chooser, (chooser + 1) % 3, (chooser + 2) % 3]
