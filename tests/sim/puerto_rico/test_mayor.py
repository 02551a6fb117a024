"""The mayor phase (rules 2.4)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.words import choices, city, fact, fired, manned, node, play, san_juan, seat, table

ON = "place a colonist on "


@rule("EX-18", "PR-MAYOR-01", "PR-MAYOR-02", "PR-MAYOR-03")
def test_the_ship_is_dealt_round_after_the_mayor_took_one_of_the_supply() -> None:
    s = table(*[seat()] * 4, colonist_ship=6, colonist_supply=20)

    said = play(s, "take the mayor")

    assert san_juan(s) == [1 + 2, 2, 1, 1]
    assert said == ["0: take the mayor"], "nobody is asked"
    assert (fact(s, "colonist_supply"), fact(s, "colonist_ship")) == (20 - 1 - 4, 4)


@rule("PR-MAYOR-02")
def test_dealing_begins_with_the_mayor_wherever_he_sits() -> None:
    s = table(*[seat()] * 4, governor=2, actor=2, colonist_ship=6, colonist_supply=20)

    play(s, "take the mayor")

    assert san_juan(s) == [1, 1, 1 + 2, 2]


@rule("EX-19", "PR-MAYOR-01", "PR-GEN-10")
def test_an_empty_supply_gives_the_mayor_no_colonist() -> None:
    s = table(*[seat()] * 4, colonist_ship=4, colonist_supply=0)

    play(s, "take the mayor")

    assert san_juan(s) == [1, 1, 1, 1]


@rule("EX-20", "PR-MAYOR-05")
def test_more_colonists_than_circles_are_placed_without_asking() -> None:
    s = table(seat(), seat(fallow={"corn": 1, "sugar": 1, "quarry": 1}, idle=["small_market"], san_juan=4), seat(),
              colonist_ship=3, colonist_supply=9)

    play(s, "take the mayor")

    assert node(s) == "D-ROLE"
    assert (manned(s, 1), city(s, 1), san_juan(s)[1]) == ({"corn": 1, "sugar": 1, "quarry": 1}, {"small_market": 1}, 1)


@rule("EX-21", "PR-MAYOR-04", "PR-MAYOR-05", "PR-GEN-11", "D-MAYOR-PLACE")
@pytest.mark.parametrize("empty", ["corn", "indigo", "the small indigo plant", "the harbor"])
def test_four_colonists_may_take_any_four_of_five_circles(empty: str) -> None:
    s = table(seat(), seat(farms={"corn": 2, "indigo": 1}, idle=["harbor", "small_indigo_plant"]), seat(), colonist_ship=3)
    circles = ["corn", "corn", "indigo", "the small indigo plant", "the harbor"]
    circles.remove(empty)

    play(s, "take the mayor")
    assert (s.actor, node(s)) == (1, "D-MAYOR-PLACE")
    assert choices(s) == [ON + "corn", ON + "indigo", ON + "the small indigo plant", ON + "the harbor"]
    assert fact(s, "colonist_ship") == 0, "the ship is empty until all have placed"
    for circle in circles:
        if node(s) == "D-MAYOR-PLACE":                          # the last one may leave no choice
            play(s, ON + circle)

    lying = {**manned(s, 1), **{f"the {name.replace('_', ' ')}": n for name, n in city(s, 1).items() if n}}
    assert lying == {circle: circles.count(circle) for circle in set(circles)}
    assert san_juan(s)[1] == 0


@rule("PR-MAYOR-04")
def test_old_colonists_may_leave_their_places_for_others() -> None:
    s = table(seat(farms={"corn": 2}, idle=["harbor", "wharf"]), seat(), seat(), colonist_ship=0, colonist_supply=0)

    play(s, "take the mayor", ON + "the harbor", ON + "the wharf")

    assert (manned(s, 0), city(s, 0)) == ({}, {"harbor": 1, "wharf": 1})


@rule("PR-MAYOR-06")
def test_a_building_of_three_circles_may_be_filled_partly() -> None:
    s = table(seat(fallow={"indigo": 2}, idle=["indigo_plant"]), seat(), seat(), colonist_ship=3)

    play(s, "take the mayor", ON + "indigo", ON + "the indigo plant")

    assert (manned(s, 0), city(s, 0)) == ({"indigo": 1}, {"indigo_plant": 1})


@rule("PR-MAYOR-05")
def test_no_colonist_may_be_kept_back_while_a_circle_is_empty() -> None:
    s = table(seat(fallow={"corn": 3}, idle=["harbor"]), seat(), seat(), colonist_ship=3)

    play(s, "take the mayor")

    assert choices(s) == [ON + "corn", ON + "the harbor"], "there is no pass"
    play(s, ON + "corn", ON + "corn")
    assert san_juan(s)[0] == 0


@rule("PR-MAYOR-05")
def test_between_mayor_phases_empty_circles_may_lie_beside_colonists_in_san_juan() -> None:
    s = table(seat(doubloons=10, san_juan=2), seat(), seat())

    play(s, "take the builder", "build harbor")

    assert (city(s, 0), san_juan(s)[0]) == ({"harbor": 0}, 2)


@rule("D-MAYOR-PLACE", "AUTO")
def test_one_class_of_circle_left_is_no_choice() -> None:
    s = table(seat(fallow={"corn": 4}), seat(), seat(), colonist_ship=3)

    play(s, "take the mayor")

    assert node(s) == "D-ROLE"
    assert manned(s, 0) == {"corn": 2}


@rule("D-MAYOR-PLACE")
def test_circles_are_offered_in_the_order_of_goods_quarry_buildings() -> None:
    s = table(seat(fallow={"quarry": 1, "coffee": 1, "corn": 1, "tobacco": 1, "sugar": 1, "indigo": 1},
                   idle=["city_hall", "wharf", "small_market", "coffee_roaster", "small_sugar_mill"]), seat(), seat(),
              colonist_ship=3)

    play(s, "take the mayor")

    assert choices(s) == [ON + circle for circle in (
        "corn", "indigo", "sugar", "tobacco", "coffee", "a quarry", "the small sugar mill", "the coffee roaster",
        "the small market", "the wharf", "the city hall")]


@rule("EX-22", "PR-MAYOR-07", "PR-MAYOR-09")
def test_the_ship_gets_one_colonist_for_each_empty_circle_of_buildings() -> None:
    s = table(seat(fallow={"corn": 1}), seat(idle=["indigo_plant"]), seat(idle=["coffee_roaster"]), seat(fallow={"corn": 7}),
              colonist_ship=0, colonist_supply=20)

    play(s, "take the mayor")

    assert (fact(s, "colonist_ship"), fact(s, "colonist_supply")) == (5, 20 - 1 - 5)


@rule("EX-22", "PR-MAYOR-07")
def test_the_ship_gets_at_least_as_many_colonists_as_there_are_players() -> None:
    s = table(seat(fallow={"corn": 1}), seat(idle=["harbor"]), seat(idle=["wharf"]), seat(fallow={"corn": 7}),
              colonist_ship=0, colonist_supply=20)

    play(s, "take the mayor")

    assert fact(s, "colonist_ship") == 4


@rule("EX-23", "PR-END-02", "PR-MAYOR-08", "X6", "PR-GEN-10")
def test_a_supply_that_cannot_fill_the_ship_ends_the_game() -> None:
    s = table(seat(fallow={"corn": 1}), seat(idle=["indigo_plant"]), seat(idle=["coffee_roaster"]), seat(), colonist_ship=0,
              colonist_supply=3 + 1)

    play(s, "take the mayor")

    assert (fact(s, "colonist_ship"), fact(s, "colonist_supply")) == (3, 0)
    assert fired(s) == ["colonists_short"]


@rule("EX-23", "PR-END-02", "X6")
def test_a_supply_used_up_exactly_ends_nothing() -> None:
    s = table(seat(fallow={"corn": 1}), seat(idle=["indigo_plant"]), seat(idle=["coffee_roaster"]), seat(), colonist_ship=0,
              colonist_supply=5 + 1)

    play(s, "take the mayor")

    assert (fact(s, "colonist_ship"), fact(s, "colonist_supply")) == (5, 0)
    assert fired(s) == []


@rule("PR-MAYOR-07")
def test_the_ship_is_filled_after_everybody_has_placed() -> None:
    s = table(seat(idle=["indigo_plant"]), seat(), seat(idle=["sugar_mill"]), colonist_ship=3, colonist_supply=20)

    play(s, "take the mayor")                                   # 2 of 3 circles and 1 of 3 are filled

    assert (city(s, 0), city(s, 2)) == ({"indigo_plant": 2}, {"sugar_mill": 1})
    assert fact(s, "colonist_ship") == 3


@rule("PR-MAYOR-04")
def test_players_place_in_phase_order() -> None:
    farm = seat(fallow={"corn": 3}, idle=["harbor", "wharf", "office"])
    s = table(farm, seat(fallow={"corn": 3}), seat(fallow={"corn": 3}, idle=["hospice"]), governor=2, actor=2, colonist_ship=3)
    asked = []

    play(s, "take the mayor")
    while node(s) == "D-MAYOR-PLACE":
        asked.append(int(s.actor))
        play(s, ON + "corn")

    assert asked == [2, 2, 0]
