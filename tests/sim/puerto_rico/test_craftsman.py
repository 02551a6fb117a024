"""The craftsman phase (rules 2.6; production buildings and factory of 2.12)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.words import GOODS, choices, doubloons, goods, node, play, seat, supply, table

MAKES = {"corn": [], "indigo": ["small_indigo_plant"], "sugar": ["small_sugar_mill"], "tobacco": ["tobacco_storage"],
         "coffee": ["coffee_roaster"]}


def grower(*kinds: str, factory: bool = True) -> dict[str, object]:
    """A player who makes one good of each kind."""
    buildings = [building for kind in kinds for building in MAKES[kind]]
    return seat(farms=dict.fromkeys(kinds, 1), occupied=buildings + ["factory"] * factory)


@rule("EX-31", "PR-CRAFT-01", "PR-CRAFT-02", "PR-CRAFT-03", "PR-CRAFT-07", "PR-BLD-production", "PR-GEN-02")
def test_plantations_and_buildings_produce_together() -> None:
    s = table(seat(), seat(farms={"corn": 2, "tobacco": 2, "sugar": 3}, fallow={"corn": 1, "sugar": 1},
                           occupied={"tobacco_storage": 1, "sugar_mill": 2, "small_sugar_mill": 1}), seat())

    said = play(s, "take the craftsman")

    assert goods(s, 1) == {"corn": 2, "tobacco": 1, "sugar": 3}
    assert said == ["0: take the craftsman"]
    assert (supply(s, "corn"), supply(s, "tobacco"), supply(s, "sugar")) == (10 - 2, 9 - 1, 11 - 3)


@rule("PR-CRAFT-03", "PR-GEN-02")
@pytest.mark.parametrize("farms, fallow, buildings, made", [
    (3, 0, {"small_indigo_plant": 1}, 1),
    (3, 0, {"indigo_plant": 2}, 2),
    (1, 2, {"indigo_plant": 3}, 1),
    (4, 0, {"small_indigo_plant": 1, "indigo_plant": 1}, 2),
    (4, 0, {"indigo_plant": 0}, 0),
    (0, 4, {"indigo_plant": 3}, 0),
    (4, 0, {"sugar_mill": 3}, 0),
])
def test_the_smaller_of_plantations_and_colonists_decides(
        farms: int, fallow: int, buildings: dict[str, int], made: int) -> None:
    s = table(seat(), seat(farms={"indigo": farms}, fallow={"indigo": fallow}, occupied=buildings), seat())

    play(s, "take the craftsman")

    assert goods(s, 1).get("indigo", 0) == made


@rule("EX-32", "PR-BLD-factory", "PR-CRAFT-04", "X11")
def test_a_factory_pays_for_the_kinds_that_were_really_produced() -> None:
    s = table(seat(), seat(farms={"sugar": 3, "corn": 3, "tobacco": 1},
                           occupied={"sugar_mill": 3, "tobacco_storage": 1, "factory": 1}), seat(),
              goods_supply={"corn": 0, "sugar": 2})

    play(s, "take the craftsman")

    assert goods(s, 1) == {"sugar": 2, "tobacco": 1}
    assert doubloons(s)[1] == 1


@rule("PR-BLD-factory", "X11")
@pytest.mark.parametrize("kinds, income", [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 5)])
def test_factory_income(kinds: int, income: int) -> None:
    s = table(seat(), grower(*GOODS[:kinds]), seat())

    play(s, "take the craftsman")

    assert doubloons(s)[1] == income


@rule("PR-BLD-factory")
def test_quantities_and_the_extra_good_do_not_matter_to_the_factory() -> None:
    s = table(seat(farms={"corn": 5, "indigo": 1}, occupied=["factory", "small_indigo_plant"]), seat(), seat())

    play(s, "take the craftsman", "take one more corn")

    assert goods(s, 0) == {"corn": 6, "indigo": 1}
    assert doubloons(s)[0] == 1


@rule("PR-BLD-factory", "PR-GEN-02")
def test_an_idle_factory_pays_nothing() -> None:
    s = table(seat(), seat(farms={"corn": 1, "indigo": 1}, occupied=["small_indigo_plant"], idle=["factory"]), seat())

    play(s, "take the craftsman")

    assert doubloons(s)[1] == 0


@rule("EX-33", "PR-CRAFT-01", "PR-CRAFT-04", "PR-CRAFT-05", "PR-GEN-10")
def test_corn_that_runs_out_goes_to_the_first_in_phase_order() -> None:
    s = table(seat(farms={"corn": 2}), seat(farms={"corn": 3}), seat(farms={"corn": 1}), goods_supply={"corn": 3})

    play(s, "take the craftsman")

    assert [goods(s, seat).get("corn", 0) for seat in range(3)] == [2, 1, 0]
    assert node(s) == "D-ROLE", "no corn is left for the privilege"


@rule("EX-34", "PR-CRAFT-05")
def test_a_craftsman_who_produces_nothing_gets_no_extra_good() -> None:
    s = table(seat(goods={"corn": 1}), seat(farms={"corn": 1}), seat())

    play(s, "take the craftsman")

    assert node(s) == "D-ROLE"
    assert goods(s, 0) == {"corn": 1}


@rule("PR-CRAFT-05", "PR-CRAFT-07", "D-CRAFT-BONUS")
def test_the_extra_good_is_of_a_kind_that_was_really_produced_or_none() -> None:
    s = table(seat(goods={"coffee": 2}, farms={"corn": 1, "sugar": 1, "tobacco": 1},
                   occupied=["small_sugar_mill", "tobacco_storage"]), seat(), seat(), goods_supply={"tobacco": 0})

    play(s, "take the craftsman")
    assert node(s) == "D-CRAFT-BONUS"
    assert choices(s) == ["take one more corn", "take one more sugar", "take no more goods"]
    play(s, "take one more sugar")

    assert goods(s, 0) == {"coffee": 2, "corn": 1, "sugar": 2}


@rule("PR-CRAFT-05")
def test_the_extra_good_comes_after_all_have_produced() -> None:
    s = table(seat(farms={"corn": 1, "sugar": 1}, occupied=["small_sugar_mill"]), seat(farms={"corn": 2}), seat(),
              goods_supply={"corn": 3})

    play(s, "take the craftsman")

    assert choices(s) == ["take one more sugar", "take no more goods"], "the last corn went to seat 1"


@rule("PR-CRAFT-07")
def test_the_extra_good_may_be_declined() -> None:
    s = table(seat(farms={"corn": 1}), seat(), seat())

    play(s, "take the craftsman", "take no more goods")

    assert goods(s, 0) == {"corn": 1}


@rule("EX-35", "X17", "PR-BLD-production")
def test_the_most_coffee_is_two_and_three_with_the_privilege() -> None:
    s = table(seat(farms={"coffee": 3}, occupied={"coffee_roaster": 2}), seat(), seat())

    play(s, "take the craftsman", "take one more coffee")

    assert goods(s, 0) == {"coffee": 3}


@rule("EX-35", "X17", "PR-BLD-production")
@pytest.mark.parametrize("kind, buildings, most", [
    ("indigo", {"small_indigo_plant": 1, "indigo_plant": 3}, 4),
    ("sugar", {"small_sugar_mill": 1, "sugar_mill": 3}, 4),
    ("tobacco", {"tobacco_storage": 3}, 3),
    ("coffee", {"coffee_roaster": 2}, 2),
])
def test_full_buildings_make_as_many_goods_as_they_have_circles(kind: str, buildings: dict[str, int], most: int) -> None:
    s = table(seat(), seat(farms={kind: 5}, occupied=buildings), seat())

    play(s, "take the craftsman")

    assert goods(s, 1) == {kind: most}


@rule("EX-36", "PR-CRAFT-06")
def test_nothing_is_lost_after_producing() -> None:
    s = table(seat(), seat(goods={"sugar": 4}, farms={"corn": 3}), seat())

    play(s, "take the craftsman")

    assert goods(s, 1) == {"sugar": 4, "corn": 3}
