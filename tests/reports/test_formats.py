"""How numbers and names are written for people."""
from __future__ import annotations

import math

import pytest

from reports import formats
from reports.names import anchor_of, scenario_title, seat_name, short_names


@pytest.mark.parametrize(("text", "wanted"), [
    (formats.count(1240), "1,240"), (formats.percent(0.339), "33.9"), (formats.percent(1.0), "100.0"),
    (formats.points(0.089), "+8.9"), (formats.points(-0.155), "-15.5"), (formats.points(-0.0004), "0.0"),
    (formats.decimal(-0.04), "0.0"), (formats.decimal(1276.6, 0), "1,277"), (formats.p_value(0.00214), "0.002"),
    (formats.p_value(0.0004), "< 0.001"), (formats.p_value(0.3333), "0.33"), (formats.p_words(0.0001), "p < 0.001"),
    (formats.duration(1.94), "1.9 s"), (formats.duration(185), "3 min 05 s"), (formats.duration(59.97), "1 min 00 s"),
    (formats.rate(1053.2), "1,053 games/s"), (formats.rate(0.52), "0.5 games/s"), (formats.rate(9.96), "10 games/s"),
    (formats.duration(7800), "2 h 10 min"), (formats.about(6092), "6,100"), (formats.about(43), "43"),
    (formats.plural(1, "game"), "1 game"), (formats.plural(2000, "game"), "2,000 games"), (formats.listed(["a"]), "a"),
    (formats.listed(["a", "b", "c"]), "a, b and c"), (formats.bracket((0.324, 0.354), 100), "[32.4, 35.4]"),
    (formats.bracket((0.085, 0.106), 100, width=4), "[ 8.5, 10.6]"),
])
def test_numbers_are_written_for_people(text: str, wanted: str) -> None:
    assert text == wanted


@pytest.mark.parametrize("value", [None, math.nan, math.inf])
def test_what_is_not_known_is_a_dash_and_an_unknown_interval_is_nothing(value: float | None) -> None:
    writers = (formats.count, formats.decimal, formats.percent, formats.points, formats.p_value)
    assert {write(value) for write in writers} == {"-"}
    assert formats.bracket((value or math.nan, 1.0)) == ""


def test_a_share_less_an_equal_share_is_rounded_as_a_person_would() -> None:
    assert formats.percent(0.3575) == "35.8"
    assert formats.points(0.3575 - 0.25) == "+10.8"


def test_long_names_are_cut_in_the_middle() -> None:
    assert formats.cut("a" * 28) == "a" * 28
    assert formats.cut("puerto_rico.money:quarries=12") == "puerto_rico.m..y:quarries=12"
    assert len(formats.cut("x" * 99)) == 28 and formats.cut("x" * 99)[13:15] == ".."


def test_short_names_stay_apart() -> None:
    assert short_names(["puerto_rico.money", "bots.py:Corn:x=1", "random"], "puerto_rico") == {
        "puerto_rico.money": "money", "bots.py:Corn:x=1": "Corn:x=1", "random": "random"}
    assert len(set(short_names(["a.py:Corn", "b.py:Corn"], "puerto_rico").values())) == 2
    long = ["a" * 90 + end + "b" * 90 for end in "xyz"]
    assert len(set(short_names(long, "puerto_rico").values())) == 3


def test_a_rating_is_anchored_at_what_is_asked_for_else_a_baseline_else_the_first() -> None:
    assert anchor_of(["a", "random", "b"], "b") == "b"
    assert anchor_of(["a", "random:x=1", "b"]) == "random:x=1"
    assert anchor_of(["a", "b"]) == "a"


def test_a_scenario_is_named_by_what_sets_it_apart() -> None:
    assert scenario_title(4, "base", "", False, False) == ""
    assert scenario_title(4, "harbor 9", "", False, True) == "harbor 9"
    assert scenario_title(4, "harbor 9", "quarries=1", True, True) == "harbor 9 (4 seats, quarries=1)"
    assert scenario_title(4, "base", "quarries=1", False, False) == "quarries=1"
    assert [seat_name(seat) for seat in (0, 1)] == ["0 (begins)", "1"]


@pytest.mark.parametrize("width", range(24, 60))
def test_a_number_and_its_interval_stand_on_one_line(width: int) -> None:
    told = "Seats: unbalanced, seat 1 -8.7 [-10.2, -7.1], seat 2 +9.3 [ 7.4, 11.1], about 1,200 [1,100, 1,300]."

    broken = formats.lines(told, width)

    assert " ".join(broken) == told and max(map(len, broken)) <= width
    for kept in ("-8.7 [-10.2, -7.1],", "+9.3 [ 7.4, 11.1],", "1,200 [1,100, 1,300]."):
        assert any(kept in line for line in broken)
