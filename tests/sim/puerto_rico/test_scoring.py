"""Scores, ties, and what large buildings bring (rules 2.11, 2.12)."""
from __future__ import annotations

import pytest

from sim.core import State
from tests.marks import rule
from tests.sim.puerto_rico.numbers import BUILDINGS
from tests.sim.puerto_rico.words import parts, play, seat, table

LARGE = ["guild_hall", "residence", "fortress", "customs_house", "city_hall"]


def alone(player: dict[str, object], **options: object) -> State:
    """A table at which seat 0 is as told, and the others have nothing."""
    return table(player, seat(), seat(), options=options)


@rule("PR-SCORE-01", "EX-85", "PR-SCORE-02", "PR-GEN-02")
def test_a_whole_score() -> None:
    s = alone(seat(vp=22, occupied=["small_market", "tobacco_storage", "factory", "customs_house"], idle=["fortress"],
                   san_juan=11))

    assert parts(s, 0) == {"earned": 22, "buildings": 1 + 3 + 3 + 4 + 4, "customs_house": 5}
    assert s.standing(0) == s.outcome().scores[0] == 42


@rule("EX-53", "X4", "PR-BLD-guild_hall")
def test_a_guild_hall_counts_small_and_large_production_buildings() -> None:
    s = alone(seat(occupied=["guild_hall"], idle=["small_sugar_mill", "sugar_mill", "small_indigo_plant", "coffee_roaster"]))

    assert parts(s, 0)["guild_hall"] == 1 + 2 + 1 + 2


@rule("PR-BLD-guild_hall")
def test_a_guild_hall_brings_at_most_10() -> None:
    s = alone(seat(occupied=["guild_hall"], idle=["small_sugar_mill", "sugar_mill", "small_indigo_plant", "indigo_plant",
                                                  "tobacco_storage", "coffee_roaster"]))

    assert parts(s, 0)["guild_hall"] == 10


@rule("EX-54", "PR-BLD-residence")
@pytest.mark.parametrize("tiles, vp", [(0, 4), (7, 4), (9, 4), (10, 5), (11, 6), (12, 7)])
def test_a_residence_counts_filled_island_spaces(tiles: int, vp: int) -> None:
    s = alone(seat(occupied=["residence"], fallow={"corn": min(tiles, 8), "quarry": max(0, tiles - 8)}))

    assert parts(s, 0)["residence"] == vp


@rule("EX-55", "PR-BLD-fortress")
@pytest.mark.parametrize("san_juan, vp", [(16, 6), (14, 6), (13, 5), (17, 7), (0, 1), (1, 1)])
def test_a_fortress_counts_colonists_everywhere(san_juan: int, vp: int) -> None:
    s = alone(seat(occupied={"fortress": 1, "sugar_mill": 1}, farms={"corn": 2}, san_juan=san_juan))     # 4 + San Juan

    assert parts(s, 0)["fortress"] == vp


@rule("EX-56", "PR-BLD-customs_house")
@pytest.mark.parametrize("earned, vp", [(23, 5), (24, 6), (3, 0)])
def test_a_customs_house_counts_vp_earned_in_play_only(earned: int, vp: int) -> None:
    s = alone(seat(vp=earned, occupied=["customs_house", "harbor"]))

    assert parts(s, 0).get("customs_house", 0) == vp


@rule("PR-SCORE-05", "PR-BLD-customs_house")
def test_vp_on_paper_count_for_the_customs_house() -> None:
    s = table(seat(vp=3, goods={"corn": 4}, occupied=["customs_house"]), seat(), seat(), vp_supply=1)

    play(s, "take the captain", "load corn on the first ship")

    assert parts(s, 0) == {"earned": 3 + 5, "buildings": 4, "customs_house": 2}


@rule("EX-57", "PR-BLD-city_hall")
def test_a_city_hall_counts_violet_buildings_itself_included() -> None:
    s = alone(seat(occupied=["city_hall"], idle=["hacienda", "construction_hut", "office", "large_warehouse", "harbor",
                                                 "residence", "small_sugar_mill"]))

    assert parts(s, 0)["city_hall"] == 7


@rule("EX-58", "PR-SCORE-02", "PR-GEN-02")
def test_five_empty_large_buildings_count_only_their_own_vp() -> None:
    s = alone(seat(vp=40, idle=LARGE, san_juan=9))

    assert parts(s, 0) == {"earned": 40, "buildings": 20}


@rule("PR-SCORE-02")
@pytest.mark.parametrize("building", BUILDINGS, ids=lambda building: building.id)
def test_the_vp_printed_on_each_building_count_in_any_case(building: object) -> None:
    s = alone(seat(idle=[building.id]))  # type: ignore[attr-defined]

    assert s.standing(0) == building.vp  # type: ignore[attr-defined]


@rule("EX-59", "PR-SCORE-03", "PR-GEN-01")
def test_a_tie_goes_to_more_doubloons_and_goods() -> None:
    s = table(seat(vp=40, doubloons=3, goods={"corn": 1, "sugar": 1}), seat(vp=40, doubloons=4, goods={"coffee": 2}),
              seat(vp=39))

    assert s.outcome().tiebreaks[:2] == (5, 6)
    assert s.outcome().ranks == (2, 1, 3)
    assert s.outcome().win_shares == (0.0, 1.0, 0.0)


@rule("EX-59", "PR-SCORE-04")
def test_a_tie_that_stays_is_shared() -> None:
    s = table(seat(vp=40, doubloons=3, goods={"corn": 2}), seat(vp=40, doubloons=4, goods={"coffee": 1}), seat(vp=39))

    assert s.outcome().ranks == (1, 1, 3)
    assert s.outcome().win_shares == (0.5, 0.5, 0.0)


@rule("PR-SCORE-04", "PR-SCORE-03")
def test_ties_are_broken_at_every_place() -> None:
    s = table(seat(vp=10, doubloons=1), seat(vp=50), seat(vp=10, doubloons=2), seat(vp=10, doubloons=1), seat())

    assert s.outcome().ranks == (3, 1, 2, 3, 5)


@rule("PR-GEN-01")
def test_the_most_vp_win_whatever_the_doubloons() -> None:
    s = table(seat(vp=10), seat(vp=9, doubloons=50), seat())

    assert s.outcome().winners == (0,)


@rule("PR-SCORE-04")
@pytest.mark.parametrize("governor, winner", [(0, 0), (1, 1), (2, 0)])
def test_an_option_gives_the_tie_to_the_seat_next_to_the_last_governor(governor: int, winner: int) -> None:
    s = table(seat(vp=10), seat(vp=10), seat(vp=3), governor=governor, options={"tie_rule": "governor_order"})

    assert s.outcome().winners == (winner,)
