"""The builder phase (rules 2.5; university of 2.12; city spaces of 2.0)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.numbers import BUILDINGS, Building
from tests.sim.puerto_rico.words import choices, city, doubloons, fact, fired, may, node, play, san_juan, seat, table

YES = "put a colonist on the new building"
NO = "put no colonist on the new building"
TEN_SMALL = ["small_indigo_plant", "small_sugar_mill", "small_market", "hacienda", "construction_hut", "small_warehouse",
             "hospice", "office", "large_market", "large_warehouse"]
LARGE = ["build guild hall", "build residence", "build fortress", "build customs house", "build city hall"]


@rule("EX-24", "PR-BUILDER-02", "PR-BUILDER-01", "D-BUILD")
@pytest.mark.parametrize("building, price", [("construction hut", 1), ("office", 3), ("harbor", 5), ("city hall", 7)])
def test_three_quarries_lower_a_price_by_at_most_the_column(building: str, price: int) -> None:
    s = table(seat(), seat(doubloons=12, farms={"quarry": 3}), seat())

    play(s, "take the builder", "0: pass")                      # seat 0 could build for nothing
    assert node(s) == "D-BUILD"
    said = play(s, f"1: build {building}")

    assert said[0] == f"1: build {building}, pay {price}"
    assert doubloons(s)[1] == 12 - price
    assert list(city(s, 1)) == [building.replace(" ", "_")]


@rule("PR-BUILDER-02")
@pytest.mark.parametrize("building", BUILDINGS, ids=lambda building: building.id)
@pytest.mark.parametrize("quarries", [0, 2, 4])
def test_every_price_with_the_privilege(building: Building, quarries: int) -> None:
    s = table(seat(doubloons=20, farms={"quarry": quarries}, fallow={"quarry": 1}), seat(), seat())

    play(s, "take the builder", f"build {building.words}")

    assert doubloons(s)[0] == 20 - max(0, building.cost - 1 - min(quarries, building.column))


@rule("EX-25", "PR-BUILDER-02")
def test_a_price_never_falls_below_0() -> None:
    s = table(seat(farms={"quarry": 1}), seat(), seat())

    play(s, "take the builder", "build small market")

    assert doubloons(s)[0] == 0
    assert city(s, 0) == {"small_market": 0}


@rule("PR-BUILDER-02", "PR-GEN-02")
def test_an_unoccupied_quarry_lowers_no_price() -> None:
    s = table(seat(doubloons=2, fallow={"quarry": 4}), seat(), seat())

    play(s, "take the builder", "build hacienda")

    assert doubloons(s)[0] == 2 - (2 - 1)


@rule("PR-BUILDER-02")
def test_only_the_chooser_builds_1_cheaper() -> None:
    s = table(seat(doubloons=5), seat(doubloons=5), seat(doubloons=4))

    play(s, "take the builder", "build large market", "1: build office")

    assert doubloons(s) == [1, 0, 4]


@rule("PR-BUILDER-01", "X12")
def test_each_player_builds_at_most_one_building_in_phase_order() -> None:
    s = table(*[seat(doubloons=9)] * 3, governor=1, actor=1)

    said = play(s, "take the builder", "build hacienda", "build hacienda", "build hospice")

    assert [words[0] for words in said] == ["1", "1", "2", "0"]
    assert [list(city(s, seat)) for seat in range(3)] == [["hospice"], ["hacienda"], ["hacienda"]]
    assert node(s) == "D-ROLE"


@rule("EX-26", "PR-GEN-03", "X12")
def test_nobody_builds_a_kind_twice() -> None:
    s = table(seat(doubloons=20, idle=["sugar_mill"]), seat(), seat())

    play(s, "take the builder")

    assert not may(s, "build sugar mill")
    assert may(s, "build small sugar mill")


@rule("EX-27", "PR-BUILDER-04")
def test_what_others_have_used_up_cannot_be_built() -> None:
    s = table(seat(doubloons=20), seat(idle=["wharf"]), seat(idle=["wharf"]))

    play(s, "take the builder")

    assert not may(s, "build wharf")
    assert may(s, "build harbor")


@rule("PR-BUILDER-04")
def test_the_last_copy_goes_to_the_first_in_phase_order() -> None:
    s = table(seat(doubloons=20), seat(doubloons=20), seat(idle=["wharf"]))

    play(s, "take the builder", "build wharf")

    assert s.actor == 1 and not may(s, "build wharf")
    assert fact(s, "building_supply").get("wharf", 0) == 0


@rule("EX-28", "PR-GEN-09", "PR-BUILDER-05")
def test_one_free_space_is_not_enough_for_a_large_building() -> None:
    s = table(seat(doubloons=20, idle=[*TEN_SMALL, "factory"]), seat(), seat())

    play(s, "take the builder")

    assert not any(may(s, large) for large in LARGE)
    assert may(s, "build harbor")


@rule("EX-28", "PR-GEN-08", "PR-BUILDER-05", "PR-END-03", "X7")
def test_two_free_spaces_are_enough_wherever_they_lie_and_fill_the_city() -> None:
    s = table(seat(doubloons=20, idle=TEN_SMALL), seat(), seat())

    play(s, "take the builder")
    assert [choice for choice in choices(s) if choice in LARGE] == LARGE
    play(s, "build fortress")

    assert fired(s) == ["city_full"]


@rule("PR-BUILDER-05", "PR-GEN-08")
def test_a_full_city_builds_nothing() -> None:
    s = table(seat(), seat(doubloons=30, idle=["guild_hall", "residence", "fortress", "customs_house", "city_hall", "harbor",
                                              "wharf"]), seat())

    play(s, "take the builder", "0: pass")

    assert (node(s), s.actor) == ("D-ROLE", 1), "seat 1 has no space, seat 2 no doubloon"


@rule("PR-BUILDER-06")
@pytest.mark.parametrize("building", ["sugar mill", "harbor", "city hall"])
def test_a_new_building_is_empty_even_if_colonists_wait(building: str) -> None:
    s = table(seat(doubloons=20, san_juan=4), seat(), seat())

    play(s, "take the builder", f"build {building}")

    assert city(s, 0) == {building.replace(" ", "_"): 0}
    assert san_juan(s)[0] == 4


@rule("PR-BUILDER-07", "D-BUILD")
def test_what_costs_more_than_one_has_is_not_offered() -> None:
    s = table(seat(doubloons=1), seat(doubloons=1), seat())

    play(s, "take the builder")
    assert choices(s) == [f"build {name}" for name in (
        "small indigo plant", "small sugar mill", "small market", "hacienda", "construction hut")] + ["pass"]
    play(s, "pass")
    assert choices(s) == ["build small indigo plant", "build small market", "pass"]


@rule("D-BUILD")
def test_buildings_are_offered_in_the_order_of_the_table() -> None:
    s = table(seat(doubloons=20), seat(), seat())

    play(s, "take the builder")

    assert choices(s) == [f"build {building.words}" for building in BUILDINGS] + ["pass"]


@rule("EX-30", "PR-BUILDER-03")
def test_a_builder_who_passes_keeps_what_he_has() -> None:
    s = table(seat(doubloons=7), seat(), seat())

    play(s, "take the builder", "pass")

    assert doubloons(s)[0] == 7


@rule("EX-29", "PR-BLD-university", "D-UNIVERSITY")
def test_a_university_puts_one_colonist_of_the_supply_on_the_new_building() -> None:
    s = table(seat(doubloons=10, occupied=["university"]), seat(), seat(), colonist_supply=9)

    play(s, "take the builder", "build sugar mill")
    assert (node(s), choices(s)) == ("D-UNIVERSITY", [YES, NO])
    play(s, YES)

    assert city(s, 0) == {"university": 1, "sugar_mill": 1}
    assert fact(s, "colonist_supply") == 8


@rule("EX-29", "PR-BLD-university")
def test_a_university_takes_from_the_ship_when_the_supply_is_empty() -> None:
    s = table(seat(doubloons=10, occupied=["university"]), seat(), seat(), colonist_supply=0, colonist_ship=2)

    play(s, "take the builder", "build sugar mill", YES)

    assert fact(s, "colonist_ship") == 1
    assert city(s, 0)["sugar_mill"] == 1


@rule("PR-BLD-university", "PR-GEN-10")
def test_a_university_without_supply_and_ship_is_not_asked() -> None:
    s = table(seat(doubloons=10, occupied=["university"]), seat(), seat(), colonist_supply=0, colonist_ship=0)

    play(s, "take the builder", "build sugar mill")

    assert node(s) == "D-ROLE"


@rule("PR-BLD-university", "X18", "PR-GEN-04")
def test_a_university_colonist_may_be_declined() -> None:
    s = table(seat(doubloons=10, occupied=["university"]), seat(), seat(), colonist_supply=9)

    play(s, "take the builder", "build sugar mill", NO)

    assert (city(s, 0)["sugar_mill"], fact(s, "colonist_supply")) == (0, 9)


@rule("PR-BLD-university", "PR-GEN-02")
def test_a_university_works_neither_for_itself_nor_while_idle() -> None:
    s = table(seat(doubloons=10), seat(doubloons=10, idle=["university"]), seat())

    play(s, "take the builder", "build university")
    assert s.actor == 1 and city(s, 0) == {"university": 0}
    play(s, "build harbor")

    assert node(s) == "D-ROLE"


@rule("PR-BLD-university")
def test_a_university_does_nothing_for_a_player_who_passes() -> None:
    s = table(seat(doubloons=10, occupied=["university"]), seat(), seat())

    play(s, "take the builder", "pass")

    assert node(s) == "D-ROLE"


@rule("PR-GEN-06")
@pytest.mark.parametrize("order", [["harbor", "wharf", "office"], ["office", "wharf", "harbor"]])
def test_the_order_of_building_leaves_no_trace(order: list[str]) -> None:
    def built(names: list[str]) -> int:
        s = table(seat(doubloons=40), seat(), seat(), seat())
        for name in names:
            s = table(seat(doubloons=40, idle=[*city(s, 0), name]), seat(), seat(), seat())
        return int(s.digest())

    assert built(order) == built(["wharf", "office", "harbor"])
