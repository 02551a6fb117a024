"""The engine's tables against the numbers of the rules (chapter 1)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.numbers import BUILDINGS, COMPONENTS, GOODS, PRICE, SETUP, Building
from tests.sim.puerto_rico.words import (
    cards,
    choices,
    doubloons,
    fact,
    facts,
    new_game,
    parts,
    play,
    seat,
    ship_sizes,
    table,
    tiles,
)


@rule("PR-SET-01", "PR-SET-06", "PR-SET-07", "PR-2P-02")
@pytest.mark.parametrize("seats", SETUP)
def test_the_set_up_sheet_of_each_number_of_players(seats: int) -> None:
    sheet = SETUP[seats]
    s = new_game(seats, {"bank_doubloons": "table"})

    assert doubloons(s) == [sheet["doubloons"]] * seats
    assert [tiles(s, seat) for seat in range(seats)] == [{tile: 1} for tile in sheet["start_tiles"]]
    for name in ("colonist_supply", "colonist_ship", "vp_supply", "quarries"):
        assert fact(s, name) == sheet[name]
    assert fact(s, "bank") == sheet["bank_doubloons"]
    assert len(fact(s, "row")) == sheet["row"]
    assert ship_sizes(s) == sheet["ships"]
    assert fact(s, "goods_supply") == sheet["goods"]
    assert len(s.view(0).cards) == 6 + sheet["prospectors"]
    assert cards(s) == {}


@rule("PR-BLD-production", "PR-2P-03", "PR-BUILDER-04")
@pytest.mark.parametrize("building", BUILDINGS, ids=lambda building: building.id)
def test_the_row_of_each_building(building: Building) -> None:
    view = new_game(3).view(0)

    assert (view.cost[building.id], view.building_vp[building.id]) == (building.cost, building.vp)
    assert (view.circles[building.id], view.column[building.id]) == (building.circles, building.column)
    s = table(seat(idle=[building.id]), seat(), seat())
    assert s.view(0).me.city_spaces == building.spaces


@rule("PR-2P-03", "PR-SET-01")
@pytest.mark.parametrize("seats", SETUP)
def test_how_many_of_each_building_there_are(seats: int) -> None:
    sheet = SETUP[seats]
    small = sheet["violet_small_copies"]

    assert facts(new_game(seats))["building_supply"] == {
        b.id: min(b.copies, sheet["production_copies_cap"]) if b.good else b.copies if b.large else min(b.copies, small)
        for b in BUILDINGS}


@rule("PR-TRADE-01")
def test_what_the_trading_house_pays() -> None:
    view = new_game(4).view(0)

    assert {good: view.price[good] for good in GOODS} == PRICE
    assert view.house_slots == COMPONENTS["trading_house_slots"]


@rule("PR-BLD-production")
@pytest.mark.parametrize("building", [b for b in BUILDINGS if b.good], ids=lambda building: building.id)
def test_which_good_each_production_building_makes(building: Building) -> None:
    s = table(seat(), seat(farms=dict.fromkeys(GOODS[1:], 3), occupied={building.id: building.circles}), seat())

    play(s, "take the craftsman")

    assert facts(s)["players"][1]["goods"] == {building.good: building.circles}


@rule("PR-BLD-city_hall", "PR-BLD-guild_hall")
@pytest.mark.parametrize("building", [b for b in BUILDINGS if b.id not in ("city_hall", "guild_hall")], ids=lambda b: b.id)
def test_which_buildings_are_violet_and_which_produce(building: Building) -> None:
    city_hall = table(seat(idle=[building.id], occupied=["city_hall"]), seat(), seat())
    guild_hall = table(seat(idle=[building.id], occupied=["guild_hall"]), seat(), seat())

    assert parts(city_hall, 0)["city_hall"] == (1 if building.good else 2)
    assert parts(guild_hall, 0).get("guild_hall", 0) == (0 if not building.good else 1 if building.circles == 1 else 2)


def test_the_two_numbers_that_the_rules_give_in_words() -> None:
    """Totals of both sources: 20 production buildings, 24 small violet ones, 5 large ones."""
    assert sum(b.copies for b in BUILDINGS if b.good) == 20
    assert sum(b.copies for b in BUILDINGS if not b.good and not b.large) == 24
    assert sum(b.copies for b in BUILDINGS if b.large) == 5
    assert len(choices(new_game(3))) == 6
