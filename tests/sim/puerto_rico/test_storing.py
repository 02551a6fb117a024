"""Storing at the end of the captain phase (rules 2.8; warehouses of 2.12)."""
from __future__ import annotations

import pytest

from sim.core import State
from tests.marks import rule
from tests.sim.puerto_rico.words import GOODS, choices, counters, goods, make_forced_moves, may, node, play, seat, supply, table

NO_SHIP = [("corn", 4), ("indigo", 5), ("tobacco", 6)]
"""All ships of three players full, so that nothing can be loaded."""
MANY = {"goods.corn": 30, "goods.indigo": 30, "goods.sugar": 30, "goods.tobacco": 30, "goods.coffee": 30}


def storing(goods: dict[str, int], *warehouses: str, **options: object) -> State:
    """A captain phase in which seat 0 holds these goods and no ship takes any."""
    s = table(seat(goods=goods, occupied=warehouses), seat(), seat(), options={**MANY, **options}, ships=NO_SHIP,
              phase="captain")
    make_forced_moves(s)
    return s


@rule("EX-50", "PR-STORE-01", "PR-STORE-04", "D-STORE-UNIT")
def test_without_a_warehouse_one_good_of_ones_choice_stays() -> None:
    s = storing({"sugar": 4, "corn": 1})
    before = supply(s, "sugar")

    assert (node(s), choices(s)) == ("D-STORE-UNIT", ["keep one corn", "keep one sugar"])
    play(s, "keep one corn")

    assert goods(s, 0) == {"corn": 1}
    assert supply(s, "sugar") == before + 4
    assert counters(s, 0)["goods_lost_in_storage_sugar"] == 4


@rule("EX-51", "PR-STORE-02", "PR-STORE-05", "PR-BLD-small_warehouse", "PR-BLD-large_warehouse", "D-STORE-KIND")
def test_both_warehouses_keep_three_kinds_and_one_good() -> None:
    s = storing({"corn": 5, "indigo": 4, "sugar": 3, "coffee": 2}, "small_warehouse", "large_warehouse")

    assert node(s) == "D-STORE-KIND"
    assert choices(s) == ["store all corn", "store all indigo", "store all sugar", "store all coffee"]
    play(s, "store all corn")
    assert choices(s) == ["store all indigo", "store all sugar", "store all coffee"]
    play(s, "store all indigo", "store all sugar")

    assert goods(s, 0) == {"corn": 5, "indigo": 4, "sugar": 3, "coffee": 1}


@rule("PR-STORE-05", "PR-STORE-04")
def test_a_player_may_keep_less_than_he_could_but_leaves_no_place_unused() -> None:
    s = storing({"corn": 5, "indigo": 4, "sugar": 3, "coffee": 2}, "large_warehouse")

    assert "pass" not in choices(s)
    play(s, "store all coffee", "store all sugar")
    assert choices(s) == ["keep one corn", "keep one indigo"]
    play(s, "keep one indigo")

    assert goods(s, 0) == {"indigo": 1, "sugar": 3, "coffee": 2}


@rule("PR-STORE-02")
@pytest.mark.parametrize("warehouses, kinds", [(["small_warehouse"], 1), (["large_warehouse"], 2),
                                               (["small_warehouse", "large_warehouse"], 3), ([], 0)])
def test_how_many_kinds_each_warehouse_keeps(warehouses: list[str], kinds: int) -> None:
    s = storing(dict.fromkeys(GOODS, 3), *warehouses)

    play(s, *[f"store all {good}" for good in GOODS[:kinds]], f"keep one {GOODS[4]}")

    assert goods(s, 0) == {**dict.fromkeys(GOODS[:kinds], 3), "coffee": 1}


@rule("PR-STORE-02", "PR-GEN-02")
def test_idle_warehouses_keep_nothing() -> None:
    s = table(seat(goods={"sugar": 4}, idle=["small_warehouse", "large_warehouse"]), seat(), seat(), options=MANY,
              ships=NO_SHIP, phase="captain")

    make_forced_moves(s)

    assert goods(s, 0) == {"sugar": 1}


@rule("PR-STORE-01", "PR-STORE-02", "AUTO")
@pytest.mark.parametrize("held, warehouses", [
    ({"coffee": 1}, []),
    ({"corn": 7}, ["small_warehouse"]),
    ({"corn": 7, "sugar": 1}, ["small_warehouse"]),
    ({"corn": 1, "sugar": 6}, ["small_warehouse"]),
    ({"corn": 7, "sugar": 3, "coffee": 1}, ["large_warehouse"]),
    ({"corn": 1, "indigo": 2, "sugar": 3, "coffee": 4}, ["small_warehouse", "large_warehouse"]),
])
def test_what_can_all_be_kept_is_kept_without_asking(held: dict[str, int], warehouses: list[str]) -> None:
    s = storing(held, *warehouses)

    assert node(s) == "D-ROLE"
    assert goods(s, 0) == held


@rule("D-STORE-UNIT", "AUTO")
def test_of_one_kind_one_good_stays_without_asking() -> None:
    s = storing({"tobacco": 5})

    assert node(s) == "D-ROLE"
    assert goods(s, 0) == {"tobacco": 1}


@rule("PR-STORE-05")
def test_players_store_in_phase_order() -> None:
    held = seat(goods={"corn": 2, "sugar": 2})
    s = table(held, held, held, governor=1, actor=1, options=MANY, ships=NO_SHIP, phase="captain")
    asked = []

    make_forced_moves(s)
    while node(s) == "D-STORE-UNIT":
        asked.append(int(s.actor))
        play(s, "keep one sugar")

    assert asked == [1, 2, 0]
    assert [goods(s, seat) for seat in range(3)] == [{"sugar": 1}] * 3


@rule("PR-STORE-06")
def test_goods_that_fit_a_ship_are_loaded_although_a_warehouse_has_room() -> None:
    s = table(seat(goods={"corn": 2}, occupied=["small_warehouse"]), seat(), seat(),
              ships=[("corn", 1), ("sugar", 1), ("indigo", 1)])

    play(s, "take the captain")

    assert goods(s, 0) == {}


@rule("PR-STORE-01")
@pytest.mark.parametrize("units, kept", [(0, 0), (1, 1), (3, 3)])
def test_an_option_sets_how_many_single_goods_everybody_keeps(units: int, kept: int) -> None:
    s = storing({"corn": 5}, store_free_units=units)

    assert goods(s, 0) == ({"corn": kept} if kept else {})


@rule("D-STORE-UNIT")
def test_single_goods_are_chosen_one_at_a_time() -> None:
    s = storing({"corn": 2, "coffee": 3}, store_free_units=3)

    play(s, "keep one coffee", "keep one corn")
    assert may(s, "keep one corn") and may(s, "keep one coffee")
    play(s, "keep one coffee")

    assert goods(s, 0) == {"corn": 1, "coffee": 2}
