"""Rule options: what is read, what is refused, and how it is said."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from sim.options import OptionError, allowed, make, option, parse_value, plain, refuse, rows

HOUSES = ("hut", "wharf", "harbor")


@dataclass(frozen=True)
class Rules:
    preset: str = option("base", "the set of rules", choices=("base", "long"))
    overlays: Sequence[str] = option([], "changes laid over the preset", shape="[choice]", choices=("dear", "short"))
    max_rounds: int = option(0, "the game is cut off after this round", unit="rounds", low=0, high=500)
    quarry_discount: int = option(1, "doubloons off for each counted quarry", unit="doubloons", low=0)
    swaps: bool = option(False, "tiles may be swapped")
    supply: int | str = option("table", "victory points in the supply", shape="int", words=("table", "none"), low=1)
    cost: Mapping[str, int] = option({}, "the price of a building", shape="{int}", keys=HOUSES, low=0, high=20, shown="table")
    ships: Sequence[int] = option([4, 5, 6], "the sizes of the ships", shape="[int]", low=1, length=(1, 4))


PRESETS: dict[str, dict[str, Any]] = {"long": {"max_rounds": 100, "cost.harbor": 9}}
OVERLAYS: dict[str, dict[str, Any]] = {"dear": {"cost.hut": 3, "cost.harbor": 11}, "short": {"max_rounds": 5}}


def made(**given: Any) -> Rules:
    """The options of plain data; `__` in a name stands for a dot."""
    return make(Rules, {name.replace("__", "."): value for name, value in given.items()}, "toy", PRESETS, OVERLAYS)


def faults(given: Mapping[str, Any]) -> list[str]:
    with pytest.raises(OptionError) as caught:
        make(Rules, given, "toy", PRESETS, OVERLAYS)
    return [str(fault) for fault in caught.value.faults]


def test_nothing_given_is_the_default() -> None:
    assert made() == Rules()
    assert (made().max_rounds, made().ships, made().cost) == (0, [4, 5, 6], {})


def test_the_given_value_beats_the_overlay_and_the_overlay_the_preset() -> None:
    assert made(preset="long").cost == {"harbor": 9}
    assert made(preset="long", overlays=["dear"]).cost == {"hut": 3, "harbor": 11}
    assert made(preset="long", overlays=["dear"], cost__harbor=7).cost == {"hut": 3, "harbor": 7}
    assert made(preset="long", overlays=["short"]).max_rounds == 5
    assert made(overlays=["short", "dear"], max_rounds=6).max_rounds == 6


def test_a_single_word_stands_for_a_list_of_it() -> None:
    assert made(overlays="dear") == made(overlays=["dear"])
    assert faults({"overlays": "dera"}) == ["option overlays: 'dera' is unknown. Did you mean 'dear'?"]
    assert faults({"ships": 4}) == ["option ships: 4 is not allowed; a list of integers from 1 (default [4, 5, 6])"]


def test_a_map_can_be_given_whole_or_entry_by_entry() -> None:
    assert made(cost={"hut": 2}) == made(cost__hut=2)
    assert made(cost__hut=2, cost__wharf=8).cost == {"hut": 2, "wharf": 8}


def test_a_word_can_stand_for_a_value() -> None:
    assert made(supply="none").supply == "none"
    assert made(supply=75).supply == 75


@pytest.mark.parametrize(("given", "message"), [
    ({"quarry_discont": 2}, "quarry_discont: unknown in toy. Did you mean 'quarry_discount'?"),
    ({"wood": 2}, "wood: unknown in toy; see: evenhand options toy"),
    ({"wood.corn": 2}, "wood.corn: unknown in toy; see: evenhand options toy"),
    ({"swaps.corn": 2}, "swaps.corn: unknown in toy. Did you mean 'swaps'?"),
    ({"quarry_discount": -1}, "quarry_discount: -1 is not allowed; an integer from 0 (default 1)"),
    ({"max_rounds": 501}, "max_rounds: 501 is not allowed; an integer from 0 to 500 (default 0)"),
    ({"max_rounds": True}, "max_rounds: true is not allowed; an integer from 0 to 500 (default 0)"),
    ({"swaps": 1}, "swaps: 1 is not allowed; true or false (default false)"),
    ({"preset": "lang"}, "preset: 'lang' is unknown. Did you mean 'long'?"),
    ({"preset": "x"}, "preset: 'x' is not allowed; one of base, long (default base)"),
    ({"overlays": 3}, "overlays: 3 is not allowed; a list out of dear, short"),
    ({"overlays": ["short", "dera"]}, "overlays: 'dera' is unknown. Did you mean 'dear'?"),
    ({"ships": []}, "ships: [] is not allowed; a list of integers from 1 (default [4, 5, 6])"),
    ({"supply": "all"}, "supply: 'all' is not allowed; an integer from 1 or 'table' or 'none' (default table)"),
    ({"cost.harbr": 9}, "cost.harbr: unknown in toy. Did you mean 'cost.harbor'?"),
    ({"cost": {"harbr": 9}}, "cost.harbr: unknown in toy. Did you mean 'cost.harbor'?"),
    ({"cost.harbor": 99}, "cost.harbor: 99 is not allowed; an integer from 0 to 20 (default table)"),
    ({"cost": 3}, "cost: 3 is not allowed; a map of hut, wharf, harbor to integers from 0 to 20 (default table)"),
])
def test_a_value_that_cannot_be_is_refused_with_what_can(given: dict[str, Any], message: str) -> None:
    assert faults(given) == [f"option {message}"]


def test_all_faults_come_at_once() -> None:
    assert len(faults({"quarry_discont": 2, "max_rounds": -1, "cost.hut": 99})) == 3


def test_a_fault_names_the_nearest_right_spelling_for_programs() -> None:
    with pytest.raises(OptionError) as caught:
        made(preset="lang", cost__harbr=9, quarry_discont=1)
    assert [fault.nearest for fault in caught.value.faults] == ["long", "cost.harbor", "quarry_discount"]


def test_a_game_can_refuse_what_only_it_can_see() -> None:
    assert str(refuse("ships", "4 ships for 2 seats")) == "option ships: 4 ships for 2 seats"


def test_plain_data_says_what_differs_and_makes_the_same_options() -> None:
    options = made(preset="long", cost__hut=2, supply="none")

    assert plain(options) == {"preset": "long", "max_rounds": 100, "supply": "none", "cost.harbor": 9, "cost.hut": 2}
    assert make(Rules, plain(options), "toy", PRESETS, OVERLAYS) == options
    assert plain(made()) == {}


@pytest.mark.parametrize(("text", "value"), [
    ("9", 9), ("true", True), ("base", "base"), ("[4, 5]", [4, 5]), ("4,5,6", [4, 5, 6]), ("dear,short", ["dear", "short"]),
    ('"none"', "none"), ("-1", -1), ("{hut = 2}", {"hut": 2}),
])
def test_the_command_line_is_read_as_toml_and_else_as_words(text: str, value: Any) -> None:
    assert parse_value(text) == value


def test_each_option_has_a_row_for_people() -> None:
    table = {row["option"]: row for row in rows(Rules)}

    assert list(table) == ["preset", "overlays", "max_rounds", "quarry_discount", "swaps", "supply", "cost.<name>", "ships"]
    assert table["max_rounds"]["allowed"] == "0..500"
    assert table["quarry_discount"] == {"option": "quarry_discount", "type": "int", "default": "1", "allowed": "0..",
                                        "meaning": "doubloons off for each counted quarry", "unit": "doubloons"}
    assert table["supply"]["allowed"] == "1.. or table or none"
    assert table["cost.<name>"]["default"] == "table"
    assert table["ships"]["default"] == "[4, 5, 6]"


def test_what_is_allowed_is_said_in_words() -> None:
    facts = {"shape": "int|[int]", "low": 0, "high": None, "choices": (), "keys": (), "words": ("table",)}

    assert allowed(facts) == "an integer from 0 or a list of integers from 0 or 'table'"
