"""Options of chapter 6 that the base game has: what each changes, and what is refused.

Whole games under changed options are held against the referee in test_referee.py.
"""
from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sim.faults import Refusal
from sim.puerto_rico import GAME
from tests.marks import rule
from tests.sim.puerto_rico.words import (
    cards,
    choices,
    city,
    doubloons,
    fact,
    goods,
    house,
    make_forced_moves,
    manned,
    may,
    new_game,
    node,
    parts,
    play,
    san_juan,
    seat,
    setup,
    ship_sizes,
    table,
    tiles,
    vps,
)

LARGE = ["guild_hall", "residence", "fortress", "customs_house", "city_hall"]
BASE_OPTIONS = """preset buildings_in_play two_player_variant long_game start_doubloons start_tiles start_goods start_buildings
    start_colonists colonist_supply colonist_ship vp_supply quarries tiles goods ships prospectors row_size roles_per_player
    trading_house_slots price card_doubloons_per_round bank_doubloons cost vp copies circles column disabled quarry_discount
    builder_discount trader_bonus captain_bonus_vp prospector_doubloons mayor_bonus_colonists craftsman_bonus_goods vp_per_good
    store_free_units wharf_capacity factory_income residence_vp fortress_divisor customs_divisor end_colonists end_city end_vp
    max_rounds vp_visibility auto_yes tie_rule""".split()


def test_every_option_of_the_base_game_is_there() -> None:
    assert [name for name in BASE_OPTIONS if name not in {field.name for field in dataclasses.fields(GAME.options)}] == []


# --- set-up ---------------------------------------------------------------------------------------------------------------


def test_doubloons_at_the_start_for_all_or_by_seat() -> None:
    assert doubloons(new_game(3, {"start_doubloons": 7})) == [7, 7, 7]
    assert doubloons(new_game(3, {"start_doubloons": [1, 0, 5]})) == [1, 0, 5]


def test_tiles_at_the_start_by_seat() -> None:
    s = new_game(3, {"start_tiles": ["coffee", "sugar", "sugar"]})

    assert [tiles(s, seat) for seat in range(3)] == [{"coffee": 1}, {"sugar": 1}, {"sugar": 1}]
    lying = fact(s, "row") + fact(s, "draw")
    assert (lying.count("coffee"), lying.count("sugar"), lying.count("indigo")) == (8 - 1, 11 - 2, 12)


def test_goods_at_the_start_come_out_of_the_supply() -> None:
    for given in ({"corn": 1}, [{"corn": 1}, {"corn": 1}, {"corn": 1}]):
        s = new_game(3, {"start_goods": given})
        assert [goods(s, seat) for seat in range(3)] == [{"corn": 1}] * 3
        assert fact(s, "goods_supply")["corn"] == 10 - 3


def test_buildings_at_the_start_are_unoccupied_and_free() -> None:
    s = new_game(3, {"start_buildings": [["office"], [], ["office", "city_hall"]]})

    assert [city(s, seat) for seat in range(3)] == [{"office": 0}, {}, {"office": 0, "city_hall": 0}]
    assert doubloons(s) == [2, 2, 2]
    supply = fact(s, "building_supply")
    assert supply.get("office", 0) == supply.get("city_hall", 0) == 0
    assert s.view(0).seats[2].city_spaces == 3


def test_colonists_at_the_start_wait_in_san_juan() -> None:
    s = new_game(3, {"start_colonists": [2, 0, 1]})

    assert san_juan(s) == [2, 0, 1]
    assert (fact(s, "colonist_supply"), fact(s, "colonist_ship")) == (55 - 3, 3)


@rule("PR-LONG-02", "PR-SET-05")
def test_all_colonists_are_100_without_those_on_the_ship() -> None:
    s = new_game(3, {"colonist_supply": "all", "colonist_ship": 6})

    assert (fact(s, "colonist_supply"), fact(s, "colonist_ship")) == (94, 6)


@rule("PR-MAYOR-07")
def test_the_least_number_at_a_refill_stays_the_number_of_players() -> None:
    s = table(*[seat()] * 3, options={"colonist_ship": 6}, colonist_ship=6)

    play(s, "take the mayor")

    assert fact(s, "colonist_ship") == 3


def test_all_vp_are_122() -> None:
    assert fact(new_game(3, {"vp_supply": "all"}), "vp_supply") == 122
    assert fact(new_game(3, {"vp_supply": 9}), "vp_supply") == 9


def test_tiles_goods_quarries_ships_row_and_cards() -> None:
    s = new_game(4, {"tiles.coffee": 20, "goods.corn": 3, "quarries": 1, "ships": [9, 2], "row_size": 3, "prospectors": 3})

    assert len(fact(s, "row")) == 3
    assert (fact(s, "row") + fact(s, "draw")).count("coffee") == 20
    assert (fact(s, "goods_supply")["corn"], fact(s, "quarries"), ship_sizes(s)) == (3, 1, [2, 9])
    assert len(s.view(0).cards) == 9


@rule("PR-2P-04", "PR-RND-05", "X9")
def test_roles_per_player() -> None:
    s = table(*[seat()] * 3, options={"roles_per_player": 2, "prospectors": 2})

    for role in ("trader", "craftsman", "captain", "prospector", "mayor", "second prospector"):
        assert fact(s, "round") == 1
        play(s, f"take the {role}")

    assert fact(s, "round") == 2
    assert cards(s) == {"settler": 1, "builder": 1}


def test_buildings_in_play_name_the_violet_ones() -> None:
    s = table(seat(doubloons=20), seat(), seat(), options={"buildings_in_play": ["harbor", "office"]})

    play(s, "take the builder")

    assert choices(s)[6:] == ["build office", "build harbor", "pass"], "and the six production buildings before them"


def test_disabled_buildings_are_gone_production_too() -> None:
    s = table(seat(doubloons=20), seat(), seat(), options={"disabled": ["harbor", "sugar_mill"]})

    play(s, "take the builder")

    assert not may(s, "build harbor") and not may(s, "build sugar mill") and may(s, "build wharf")


# --- doubloons ------------------------------------------------------------------------------------------------------------


@rule("PR-GEN-07")
def test_by_default_the_bank_never_runs_dry() -> None:
    s = new_game(4)
    assert fact(s, "bank") > 100_000


@rule("PR-GEN-07", "PR-PROSPECT-01")
def test_payments_stop_at_an_empty_bank_in_the_order_of_events() -> None:
    s = table(seat(goods={"tobacco": 1}), seat(goods={"coffee": 1}), seat(goods={"indigo": 1}), options={"bank_doubloons": 6})

    play(s, "take the trader", "sell tobacco", "sell coffee", "sell indigo")

    assert doubloons(s) == [4, 2, 0]
    assert fact(s, "bank") == 0
    assert fact(s, "house") == ["indigo", "tobacco", "coffee"]


@rule("PR-GEN-07", "PR-BUILDER-01")
def test_what_is_paid_for_buildings_goes_back_to_the_bank() -> None:
    s = table(seat(doubloons=5), seat(), seat(), seat(), options={"bank_doubloons": 0})

    play(s, "take the builder", "build hospice", "take the prospector")

    assert doubloons(s) == [5 - 3, 1, 0, 0]
    assert fact(s, "bank") == 3 - 1


@rule("PR-GEN-07", "PR-RND-05")
def test_doubloons_on_cards_come_out_of_the_bank() -> None:
    s = table(*[seat()] * 3, options={"bank_doubloons": 5, "card_doubloons_per_round": 2})

    play(s, "take the trader", "take the craftsman", "take the captain")

    assert cards(s) == {"settler": 2, "mayor": 2, "builder": 1}
    assert fact(s, "bank") == 0


@rule("PR-GEN-07")
@pytest.mark.parametrize("seats, bank", [(2, 46), (3, 51), (4, 56), (5, 66)])
def test_the_bank_of_the_set_up_sheet(seats: int, bank: int) -> None:
    assert fact(new_game(seats, {"bank_doubloons": "table"}), "bank") == bank


def test_prices_and_the_house() -> None:
    s = table(seat(goods={"corn": 1}), seat(goods={"coffee": 1}), seat(), options={"price.corn": 9, "trading_house_slots": 2})

    play(s, "take the trader", "sell corn", "sell coffee")

    assert doubloons(s) == [10, 4, 0]
    assert house(s) == [], "two places were all"


@rule("PR-BUILDER-02")
def test_costs_columns_and_discounts() -> None:
    s = table(seat(doubloons=20, farms={"quarry": 3}), seat(), seat(),
              options={"cost.harbor": 15, "column.harbor": 2, "quarry_discount": 3, "builder_discount": 2})

    play(s, "take the builder", "build harbor")

    assert doubloons(s)[0] == 20 - (15 - 2 - 2 * 3)


@rule("PR-BLD-production")
def test_circles_and_copies_and_vp() -> None:
    s = table(seat(fallow={"coffee": 4}, idle=["coffee_roaster"], san_juan=8), seat(idle=["coffee_roaster"]),
              seat(idle=["coffee_roaster"]), seat(idle=["coffee_roaster"]),
              options={"circles.coffee_roaster": 4, "copies.coffee_roaster": 4, "vp.coffee_roaster": 6})

    play(s, "take the mayor", "1: take the craftsman")

    assert goods(s, 0) == {"coffee": 4}
    assert parts(s, 1)["buildings"] == 6


# --- privileges and powers ------------------------------------------------------------------------------------------------


def test_privileges() -> None:
    s = table(seat(farms={"corn": 1}), *[seat()] * 3, colonist_ship=0,
              options={"mayor_bonus_colonists": 3, "prospector_doubloons": 4})

    play(s, "take the mayor", "1: take the prospector")

    assert san_juan(s)[0] == 3
    assert doubloons(s)[1] == 4


@rule("PR-CRAFT-05")
def test_a_craftsman_with_two_extra_goods_chooses_twice() -> None:
    s = table(seat(farms={"corn": 1, "indigo": 1}, occupied=["small_indigo_plant"]), seat(), seat(),
              options={"craftsman_bonus_goods": 2})

    play(s, "take the craftsman", "take one more corn")
    assert node(s) == "D-CRAFT-BONUS"
    play(s, "take one more indigo")

    assert goods(s, 0) == {"corn": 2, "indigo": 2}


def test_trader_captain_and_vp_per_good() -> None:
    s = table(seat(goods={"corn": 2}), seat(goods={"indigo": 1}), seat(),
              options={"captain_bonus_vp": 5, "vp_per_good": 3, "trader_bonus": 2},
              ships=[("corn", 1), ("sugar", 1), ("tobacco", 1)])

    play(s, "take the captain", "1: take the trader", "1: sell indigo")

    assert vps(s) == [2 * 3 + 5, 0, 0]
    assert doubloons(s)[1] == 1 + 2


@rule("PR-BLD-wharf b", "X13")
def test_a_smaller_wharf() -> None:
    s = table(seat(goods={"corn": 3}, occupied=["wharf", "harbor"]), seat(), seat(),
              options={"wharf_capacity": 2, "vp_per_good": 2}, ships=[("coffee", 1), ("sugar", 1), ("tobacco", 1)])

    play(s, "take the captain", "ship corn by wharf")

    assert vps(s)[0] == 2 * 2 + 1 + 1
    assert goods(s, 0) == {"corn": 1}


@rule("PR-BLD-factory")
def test_factory_income_by_kinds() -> None:
    s = table(seat(), seat(farms={"corn": 1}, occupied=["factory"]), seat(), options={"factory_income": [4, 0, 0, 0, 0]})

    play(s, "take the craftsman")

    assert doubloons(s)[1] == 4


@rule("PR-BLD-residence", "PR-BLD-fortress", "PR-BLD-customs_house")
def test_large_buildings() -> None:
    s = table(seat(vp=10, fallow={"corn": 10}, occupied=["residence", "fortress", "customs_house"], san_juan=3), seat(), seat(),
              options={"residence_vp": [1, 20, 3, 4], "fortress_divisor": 2, "customs_divisor": 5})

    assert parts(s, 0) == {"earned": 10, "buildings": 12, "residence": 20, "fortress": 3, "customs_house": 2}


@rule("X18", "PR-BLD-hospice", "PR-BLD-university")
def test_powers_that_are_always_used() -> None:
    s = table(seat(doubloons=9, occupied=["hospice", "university"]), seat(), seat(),
              options={"auto_yes": ["hospice", "university"]}, row=["corn", "sugar"])

    play(s, "take the settler", "settle corn", "1: pass", "2: pass")
    assert manned(s, 0) == {"corn": 1}

    s = table(seat(doubloons=9, occupied=["hospice", "university"]), seat(), seat(), options={"auto_yes": ["university"]})
    play(s, "take the builder", "build harbor")
    assert city(s, 0)["harbor"] == 1


# --- refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats, options, word", [
    (3, {"tiles.corn": 0}, "start_tiles"),                      # a shuffle with fewer tiles than start tiles
    (3, {"ships": []}, "ships"),
    (3, {"ships": [4, 5, 6, 7, 8, 9, 10]}, "ships"),
    (3, {"ships": [0, 4]}, "ships"),
    (3, {"ships": [4, 21]}, "ships"),
    (3, {"cost.harbour": 9}, "harbor"),                         # the nearest id is named
    (3, {"disabled": ["warf"]}, "disabled"),
    (3, {"buildings_in_play": ["castle"]}, "buildings_in_play"),
    (3, {"prospector": 1}, "prospectors"),
    (3, {"start_goods": {"corn": 4}}, "start_goods"),           # 12 of 10
    (3, {"start_goods": [{"corn": 1}]}, "start_goods"),
    (3, {"start_colonists": 19}, "start_colonists"),            # 57 of 55
    (3, {"start_buildings": [["wharf"], ["wharf"], ["wharf"]]}, "start_buildings"),
    (3, {"start_buildings": [["wharf", "wharf"], [], []]}, "start_buildings"),
    (3, {"start_buildings": [[*LARGE, "wharf", "harbor", "office"], [], []]}, "start_buildings"),      # 13 spaces
    (3, {"start_buildings": [["wharf"], []]}, "start_buildings"),
    (3, {"disabled": ["wharf"], "start_buildings": [["wharf"], [], []]}, "start_buildings"),
    (3, {"end_colonists": False, "end_city": False, "end_vp": False, "max_rounds": 0}, "max_rounds"),
    (3, {"long_game": True, "end_city": False, "max_rounds": 0}, "max_rounds"),
    (3, {"roles_per_player": 2}, "roles_per_player"),           # 6 of 6 cards
    (5, {"roles_per_player": 2}, "roles_per_player"),
    (4, {"prospectors": 4}, "prospectors"),
    (3, {"start_doubloons": [1, 2]}, "start_doubloons"),
    (3, {"start_doubloons": -1}, "start_doubloons"),
    (3, {"start_tiles": ["corn", "corn", "quarry"]}, "start_tiles"),
    (3, {"factory_income": [1, 2, 3]}, "factory_income"),
    (3, {"vp_visibility": "maybe"}, "vp_visibility"),
    (3, {"customs_divisor": 0}, "customs_divisor"),
    (3, {"trading_house_slots": "many"}, "trading_house_slots"),
    (3, {"preset": "all31"}, "preset"),                         # later
    (3, {"copies.statue": 1}, "statue"),                        # later
    (2, {"two_player_variant": False}, "two_player_variant"),
    (6, {}, "seats"),
    (1, {}, "seats"),
])
def test_what_cannot_be_played_is_refused_by_name(seats: int, options: dict[str, Any], word: str) -> None:
    with pytest.raises(Refusal, match=word):
        setup(seats, options)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Refusal) as caught:
        setup(3, {"start_colonists": 19, "start_goods": {"corn": 4}, "roles_per_player": 2})

    assert len(caught.value.faults) == 3


@pytest.mark.parametrize("options", [
    {"max_rounds": 0}, {"end_city": False, "end_vp": False, "max_rounds": 0}, {"roles_per_player": 2, "prospectors": 1}])
def test_what_is_odd_but_playable_is_played(options: dict[str, Any]) -> None:
    s = new_game(3, options)

    make_forced_moves(s)

    assert len(choices(s)) >= 6
