"""The trader phase (rules 2.7; markets and office of 2.12)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.numbers import PRICE
from tests.sim.puerto_rico.words import choices, doubloons, goods, house, may, node, play, seat, supply, table


@rule("PR-TRADE-01", "PR-TRADE-02")
@pytest.mark.parametrize("good", PRICE)
def test_the_price_of_each_good_with_and_without_the_privilege(good: str) -> None:
    s = table(seat(goods={good: 1}), seat(goods={good: 1}, occupied=["office"]), seat())

    said = play(s, "take the trader", f"sell {good}", f"sell {good}")

    assert doubloons(s) == [PRICE[good] + 1, PRICE[good], 0]
    assert said[1] == f"0: sell {good} to the trading house for {PRICE[good] + 1}"


@rule("PR-TRADE-01", "D-TRADE", "PR-GEN-05")
def test_each_player_sells_one_good_or_passes() -> None:
    s = table(seat(goods={"coffee": 2, "corn": 2}), seat(goods={"corn": 1, "indigo": 1, "coffee": 1}), seat())

    play(s, "take the trader")
    assert (node(s), choices(s)) == ("D-TRADE", ["sell corn to the trading house", "sell coffee to the trading house", "pass"])
    play(s, "sell coffee")
    assert s.actor == 1
    assert choices(s) == ["sell corn to the trading house", "sell indigo to the trading house", "pass"]
    play(s, "pass")

    assert goods(s, 0) == {"coffee": 1, "corn": 2}
    assert doubloons(s) == [5, 0, 0]


@rule("PR-TRADE-02")
def test_a_trader_who_sells_nothing_gets_nothing() -> None:
    s = table(seat(goods={"coffee": 1}), seat(), seat())

    play(s, "take the trader", "pass")

    assert doubloons(s)[0] == 0


@rule("EX-37", "PR-BLD-small_market", "PR-TRADE-06")
def test_a_small_market_makes_corn_worth_1() -> None:
    s = table(seat(), seat(goods={"corn": 1}, occupied=["small_market"]), seat())

    play(s, "take the trader", "sell corn")

    assert doubloons(s)[1] == 1


@rule("PR-BLD-large_market")
def test_a_large_market_pays_2_and_with_the_small_one_3() -> None:
    s = table(seat(), seat(goods={"corn": 1}, occupied=["large_market"]),
              seat(goods={"indigo": 1}, occupied=["large_market", "small_market"]))

    play(s, "take the trader", "sell corn", "sell indigo")

    assert doubloons(s) == [0, 2, 1 + 3]


@rule("PR-BLD-small_market", "PR-BLD-large_market", "PR-GEN-02")
def test_idle_markets_pay_nothing() -> None:
    s = table(seat(), seat(goods={"corn": 1}, idle=["small_market", "large_market"]), seat())

    play(s, "take the trader", "sell corn")

    assert doubloons(s)[1] == 0


@rule("EX-38", "PR-BLD-office", "PR-TRADE-04")
def test_an_office_sells_a_kind_that_the_house_already_holds() -> None:
    trader, office = seat(goods={"tobacco": 1}), seat(goods={"tobacco": 1}, occupied=["office"])
    s = table(trader, office, office, house=["tobacco"])

    play(s, "take the trader", "sell tobacco", "sell tobacco")  # seat 0 can only pass and is not asked

    assert house(s) == ["tobacco"] * 3
    assert doubloons(s) == [0, 3, 3]


@rule("PR-TRADE-04", "PR-BLD-office", "PR-GEN-02")
def test_without_an_occupied_office_the_house_takes_no_kind_twice() -> None:
    s = table(seat(goods={"tobacco": 1, "corn": 1}), seat(goods={"tobacco": 1}, idle=["office"]), seat(), house=["tobacco"])

    play(s, "take the trader")
    assert choices(s) == ["sell corn to the trading house", "pass"]
    play(s, "pass")

    assert node(s) == "D-ROLE"


@rule("EX-39", "PR-BLD-large_market", "PR-BLD-small_market", "PR-TRADE-02")
def test_coffee_with_both_markets_and_the_privilege_brings_8() -> None:
    s = table(seat(goods={"coffee": 1}, occupied=["small_market", "large_market"]), seat(), seat())

    play(s, "take the trader", "sell coffee")

    assert doubloons(s)[0] == 4 + 1 + 1 + 2


@rule("EX-40", "PR-TRADE-05")
def test_three_goods_stay_in_the_house() -> None:
    s = table(seat(), seat(goods={"coffee": 1}), seat(), house=["corn", "sugar"])

    play(s, "take the trader", "sell coffee")

    assert house(s) == ["corn", "sugar", "coffee"]


@rule("EX-40", "PR-TRADE-05")
def test_a_full_house_is_emptied_into_the_supply() -> None:
    s = table(seat(), seat(goods={"coffee": 1}), seat(goods={"indigo": 1}), house=["corn", "sugar"])
    before = {good: supply(s, good) for good in PRICE}

    play(s, "take the trader", "sell coffee", "sell indigo")

    assert house(s) == []
    assert {good: supply(s, good) - before[good] for good in PRICE} == {
        "corn": 1, "indigo": 1, "sugar": 1, "tobacco": 0, "coffee": 1}


@rule("EX-41", "PR-TRADE-03", "PR-BLD-office", "PR-TRADE-07", "X16")
def test_nobody_sells_to_a_full_house_not_even_with_an_office() -> None:
    s = table(seat(goods={"tobacco": 1}), seat(goods={"coffee": 1}, occupied=["office"]), seat(),
              house=["corn", "indigo", "sugar"])

    play(s, "take the trader", "sell tobacco")

    assert node(s) == "D-ROLE"
    assert goods(s, 1) == {"coffee": 1}
    assert house(s) == [], "emptied at the end of the phase, not before seat 1's turn"


@rule("EX-42", "PR-TRADE-06")
def test_corn_may_be_sold_for_0_and_takes_a_place() -> None:
    s = table(seat(), seat(goods={"corn": 1}), seat())

    play(s, "take the trader")
    assert may(s, "sell corn")
    play(s, "sell corn")

    assert doubloons(s)[1] == 0
    assert (house(s), goods(s, 1)) == (["corn"], {})


@rule("PR-TRADE-01")
def test_sales_go_clockwise_from_the_trader() -> None:
    s = table(seat(goods={"corn": 1}), seat(goods={"corn": 1}), seat(goods={"corn": 1, "coffee": 1}), governor=1, actor=1)

    said = play(s, "take the trader", "1: sell corn", "2: sell coffee")

    assert [words[0] for words in said if "sell" in words] == ["1", "2"]
    assert goods(s, 0) == {"corn": 1}, "the kind was taken when his turn came"
