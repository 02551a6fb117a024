"""The variant for two players (rules 2.15)."""
from __future__ import annotations

import pytest

from sim.faults import Refusal
from tests.marks import rule
from tests.sim.puerto_rico.numbers import BUILDINGS
from tests.sim.puerto_rico.words import (
    cards,
    choices,
    counters,
    doubloons,
    fact,
    house,
    new_game,
    play,
    seat,
    setup,
    ship_sizes,
    table,
    tiles,
    vps,
)


@rule("EX-04", "PR-2P-01", "PR-2P-02", "PR-2P-03", "X3", "X8", "PR-SET-07")
def test_two_players_begin() -> None:
    s = new_game(2)

    assert [tiles(s, 0), tiles(s, 1)] == [{"indigo": 1}, {"corn": 1}]
    assert (len(fact(s, "row")), len(fact(s, "draw")), fact(s, "quarries")) == (3, 30, 5)
    assert fact(s, "goods_supply") == {"corn": 8, "indigo": 9, "sugar": 9, "tobacco": 7, "coffee": 7}
    assert ship_sizes(s) == [4, 6]
    assert (fact(s, "vp_supply"), fact(s, "colonist_supply"), fact(s, "colonist_ship")) == (65, 40, 2)
    assert len(choices(s)) == 7
    assert doubloons(s) == [3, 3]
    copies = fact(s, "building_supply")
    assert sum(copies.values()) == 12 + 12 + 5
    assert copies == {building.id: 2 if building.good else 1 for building in BUILDINGS}


@rule("EX-08", "PR-2P-04", "X9", "PR-RND-01")
def test_two_players_pick_three_cards_each_in_turn() -> None:
    s = table(seat(), seat())
    actors = []

    for role in ("trader", "craftsman", "captain", "prospector", "mayor"):
        actors.append(int(s.actor))
        play(s, f"take the {role}")
    actors.append(int(s.actor))
    assert choices(s) == ["take the settler", "take the builder"], "the last pick has two cards"
    play(s, "take the builder", "pass")

    assert actors == [0, 1, 0, 1, 0, 1]
    assert cards(s) == {"settler": 1}
    assert (fact(s, "governor"), s.actor, s.round) == (1, 1, 2)


@rule("PR-2P-05", "PR-MAYOR-07")
def test_the_ship_of_two_players_carries_at_least_two() -> None:
    s = table(seat(), seat(), colonist_ship=2, colonist_supply=20)

    play(s, "take the mayor")

    assert fact(s, "colonist_ship") == 2


@rule("PR-2P-05", "PR-TRADE-03")
def test_the_trading_house_of_two_players_has_four_places() -> None:
    s = table(seat(goods={"corn": 1}), seat(goods={"indigo": 1}), house=["sugar"])
    play(s, "take the trader", "sell corn", "sell indigo")
    assert house(s) == ["corn", "indigo", "sugar"]

    s = table(seat(goods={"corn": 1}), seat(goods={"indigo": 1}), house=["sugar", "coffee"])
    play(s, "take the trader", "sell corn", "sell indigo")
    assert house(s) == []


@rule("PR-2P-06")
def test_privileges_count_in_their_own_phase_only() -> None:
    s = table(seat(goods={"indigo": 1}, doubloons=2), seat(goods={"sugar": 1}))

    play(s, "0: take the builder", "0: pass")
    play(s, "1: take the trader", "1: sell sugar", "0: sell indigo")

    assert doubloons(s) == [2 + 1, 2 + 1]


@rule("PR-2P-06", "PR-BLD-wharf")
def test_a_wharf_works_once_in_each_captain_phase() -> None:
    s = table(seat(goods={"coffee": 3, "corn": 3}, occupied=["wharf"]), seat(), ships=[("sugar", 1), ("indigo", 1)])

    play(s, "take the captain", "ship coffee by wharf")

    assert vps(s)[0] == 3 + 1
    assert counters(s, 0)["vp_wharf"] == 3


@rule("PR-2P-01")
def test_without_the_variant_two_players_must_name_their_supplies() -> None:
    with pytest.raises(Refusal, match="two_player_variant"):
        setup(2, {"two_player_variant": False})

    s = new_game(2, {"two_player_variant": False, "start_doubloons": 3, "start_tiles": ["indigo", "corn"],
                     "colonist_supply": 40, "colonist_ship": 2, "vp_supply": 65, "ships": [4, 6]})
    assert fact(s, "quarries") == 8
    assert fact(s, "building_supply")["wharf"] == 2
