"""Trade with the bank (rules, chapter 10)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.marks import rule
from tests.sim.catan.numbers import RESOURCES
from tests.sim.catan.words import (
    QUIET,
    STANDARD,
    State,
    bank,
    hand,
    kinds,
    legal,
    play,
    seat,
    seat_columns,
    table,
    told,
)


def rates(settlements: list[int], options: Mapping[str, Any] = STANDARD) -> list[int]:
    s = table(seat(settlements=settlements), seat(), options=options)
    return [s.view(1).seats[0].rate[name] for name in RESOURCES]


def gives(s: State) -> list[str]:
    """What the bank takes, once for each kind."""
    return list(dict.fromkeys(give for give, _, _ in legal(s, "maritime")))


@rule("CA-EX-41", "CA-TRADE-01")
def test_rates_of_three_vertices() -> None:
    assert rates([20]) == [4, 4, 4, 4, 4]
    assert rates([10]) == [4, 4, 4, 4, 2]
    assert rates([0]) == [3, 3, 3, 3, 3]


@rule("CA-TRADE-01", "CA-TRADE-02")
@pytest.mark.parametrize("settlements, options, expected", [
    ([0, 10], STANDARD, [3, 3, 3, 3, 2]), ([10, 0, 11], STANDARD, [2, 3, 3, 3, 2]),
    ([15, 33, 42, 1], STANDARD, [4, 2, 2, 2, 2]),
    ([1], {}, [4, 4, 4, 2, 4]), ([2], {}, [4, 4, 4, 2, 4]), ([10], {"rates": {"bank": 5, "special": 3}}, [5, 5, 5, 5, 3]),
    ([0], {**STANDARD, "rates.generic": 2}, [2, 2, 2, 2, 2]), ([10], {**STANDARD, "rates.special": 4}, [4, 4, 4, 4, 4])])
def test_the_best_rate_of_all_harbours(settlements: list[int], options: dict[str, Any], expected: list[int]) -> None:
    """In seed a harbour reaches its whole tile, so V2 has the grain harbour too."""
    assert rates(settlements, options) == expected


@rule("CA-EX-42", "CA-TRADE-02")
def test_two_harbours_for_one_hand() -> None:
    """V0 has a 3:1, V11 the lumber harbour."""
    s = table(seat("L6 B3", settlements=[0, 11]), seat(), options=STANDARD)

    play(s, *["trade lumber for ore"] * 3, "trade brick for ore")

    assert hand(s, 0) == "O4" and bank(s) == "L19 B19 W19 G19 O15"


@rule("CA-EX-43", "CA-TRADE-01")
def test_a_bank_without_ore() -> None:
    s = table(seat("L9"), seat(), bank="L9 B9 W1 G9", options=QUIET)
    assert legal(s, "maritime") == [("lumber", "brick", 0), ("lumber", "wool", 0), ("lumber", "grain", 0)]

    play(s, "trade lumber for wool")

    assert legal(s, "maritime") == [("lumber", "brick", 0), ("lumber", "grain", 0)]


@rule("CA-TRADE-01", "CA-FLOW-18")
def test_bank_trades_are_sorted_and_never_give_what_they_get() -> None:
    s = table(seat("L4 B9 W3 G4"), seat(), options=STANDARD)

    found = legal(s, "maritime")

    assert found == [(give, get, 0) for give in ("lumber", "brick", "grain") for get in RESOURCES if get != give]


@rule("CA-TRADE-01", "CA-PROD-07")
def test_all_see_a_trade_with_the_bank() -> None:
    s = table(seat("B4"), seat(), options=QUIET)

    play(s, "trade brick for ore")

    assert told(s, 1) == ["0 gives the bank 4 brick", "0 gets 1 ore from the bank"]
    assert seat_columns(s, 0)["x_maritime_out_brick"] == 4 and seat_columns(s, 0)["x_maritime_in_ore"] == 1


@rule("CA-TRADE-01")
def test_no_trade_with_the_bank_by_option() -> None:
    assert "maritime" not in kinds(table(seat("L9"), seat(), options={"maritime": False}))


@rule("CA-EX-100", "CA-TRADE-03", "CA-TRADE-05")
def test_a_harbour_works_in_the_same_turn() -> None:
    s = table(seat("L1 B1 W1 G1 O2", settlements=[2], roads=[(2, 6), (6, 10)]), seat(), options=STANDARD)
    assert gives(s) == []

    play(s, "build a settlement on 10")

    assert gives(s) == ["ore"]


@rule("CA-TRADE-03")
def test_by_option_a_harbour_works_from_the_next_turn_on() -> None:
    s = table(seat("L1 B1 W1 G1 O2", settlements=[2], roads=[(2, 6), (6, 10)]), seat(), options={
        **STANDARD, "harbour_next_turn": True}, dice=[11, 11])
    play(s, "build a settlement on 10")
    assert gives(s) == []

    play(s, "end the turn", "roll", "end the turn", "roll")

    assert gives(s) == ["ore"]


@rule("CA-TRADE-03", "CA-SET-08")
def test_harbours_of_set_up_work_from_the_first_turn_on() -> None:
    from tests.sim.catan.test_placement import begun, place
    s = place(begun(2, **STANDARD, harbour_next_turn=True), (0, 0, (0, 3)), (1, 53, (50, 53)), (1, 41, (41, 45)),
              (0, 42, (42, 46)))

    assert [s.view(0).me.rate[name] for name in RESOURCES] == [3, 3, 2, 3, 3], "HB0 and the wool harbour HB4"
