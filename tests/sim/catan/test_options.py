"""Options, presets, overlays, and what is refused (rules, chapter 17)."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from experiments.spec import from_plain, to_toml
from sim import options as house
from sim.catalog import make_options
from sim.catan.options import CatanOptions
from sim.faults import Refusal
from tests.marks import rule
from tests.sim.catan.numbers import RESOURCES, TOKENS, cards
from tests.sim.catan.words import CATANATRON, GAME, JUNGLE, QUIET, STANDARD, hand, new_game, play, seat, setup, table

# 17.1: the rows in which the presets differ, and both columns
DIFFERENCES: dict[str, tuple[Any, Any]] = {
    "tokens": ("any", "spiral"),
    "harbours": ("ring", "frame_random"),
    "harbour_reach": ("tile", "edge"),
    "setup_yield": ("per_type", "per_hex"),
    "dev_before_roll": ("none", "any"),
    "bank_shortage": ("turn_order", "none_unless_single"),
    "robber_desert": (False, True),
    "knight_steal": ("each", "one"),
    "discovery_uses": (["dev", "maritime", "domestic"], ["dev"]),
    "discovery_missing_only": (True, False),
    "settlement_link": ("network", "own_road"),
    "proposals_per_turn": (1, 0),
    "road_building_stop": (True, False),
    "road_tie": ("earliest", "holder_then_aside"),
    "win_check": ("any_time", "own_turn"),
}
# the rows in which they are equal
SAME: dict[str, Any] = {
    "board": "random",
    "custom": {},
    "terrain_counts": {},
    "token_bag": TOKENS,
    "spiral_start": "H11",
    "harbour_types": ["any"] * 4 + list(RESOURCES),
    "harbour_next_turn": False,
    "jungle_token": "random",
    "robber_start": "auto",
    "sites": "any_land",
    "setup_jungle": False,
    "phase_order": "free",
    "dice": "two",
    "deck36_cut": 5,
    "no_seven_rounds": 0,
    "bank_size": 19,
    "discard_limit": 7,
    "discard_order": "clockwise",
    "discovery_in_limit": False,
    "robber_must_move": True,
    "seven_steal": "one",
    "friendly_robber_vp": 0,
    "friendly_robber_hidden": False,
    "discovery_max": 3,
    "cost": {},
    "pieces": {},
    "maritime": True,
    "rates": {},
    "domestic": "on",
    "offers_per_turn": 3,
    "offer_max_cards": 3,
    "offer_shapes": ["1:1", "2:1", "1:2"],
    "offer_to": "all",
    "counters_per_offer": 1,
    "dev_deck_mix": {},
    "dev_deck": "finite",
    "dev_buys_per_turn": 0,
    "dev_plays_per_turn": 1,
    "dev_same_turn": False,
    "yop_short": "two_if_possible",
    "road_min": 5,
    "road_vp": 2,
    "army_min": 3,
    "army_vp": 2,
    "vp_goal": 10,
    "max_rounds": "table",
    "open_hands": False,
}
OVERLAYS: dict[str, dict[str, Any]] = {
    "jungle": {"terrain_counts": {"desert": 0, "jungle": 1}},
    "catanatron": {
        "bank_shortage": "none",
        "discard_order": "seat",
        "win_check": "any_time",
        "yop_short": "allow_single",
        "friendly_robber_hidden": True,
        "domestic": "off",
    },
}


def plainly(value: Any) -> Any:
    """Lists for tuples; token bags sorted."""
    return list(value) if isinstance(value, tuple) else value


def values(options: Any) -> dict[str, Any]:
    return {field.name: plainly(getattr(options, field.name)) for field in dataclasses.fields(options)}


# --- the table ------------------------------------------------------------------------------------------------------------


@rule("CA-OPT-01", "CA-OPT-02")
@pytest.mark.parametrize("preset, column", [("seed", 0), ("standard", 1)])
def test_presets_are_the_columns_of_the_table(preset: str, column: int) -> None:
    found = values(make_options(GAME, {"preset": preset}))

    expected = {**SAME, **{name: both[column] for name, both in DIFFERENCES.items()}}
    assert {**found, "token_bag": sorted(found["token_bag"])} == {
        **expected,
        "token_bag": sorted(TOKENS),
        "preset": preset,
        "overlays": [],
    }
    assert len(DIFFERENCES) == 15


@rule("CA-OPT-02")
def test_seed_is_the_default() -> None:
    assert make_options(GAME, {}) == make_options(GAME, {"preset": "seed"}) == CatanOptions()


@rule("CA-OPT-02")
@pytest.mark.parametrize("name", OVERLAYS)
@pytest.mark.parametrize("preset", ["seed", "standard"])
def test_overlays_change_what_they_say_and_nothing_else(name: str, preset: str) -> None:
    base, laid = (values(make_options(GAME, {"preset": preset, "overlays": chosen})) for chosen in ([], [name]))

    assert {key: value for key, value in laid.items() if value != base[key]} == {
        "overlays": [name],
        **{key: value for key, value in OVERLAYS[name].items() if base[key] != value},
    }


@rule("CA-OPT-02")
def test_what_is_given_wins_over_overlays_and_these_over_the_preset() -> None:
    found = make_options(GAME, {**CATANATRON, "domestic": "on"})

    assert (found.domestic, found.bank_shortage, found.settlement_link) == ("on", "none", "own_road")
    assert make_options(
        GAME, {"overlays": ["jungle"], "terrain_counts.jungle": 2, "terrain_counts.forest": 3}
    ).terrain_counts == {"desert": 0, "jungle": 2, "forest": 3}


@rule("CA-OPT-02")
@pytest.mark.parametrize(
    "given", [{}, {**STANDARD, "vp_goal": 12}, {**JUNGLE, "cost.city": [0, 0, 0, 2, 2], "rates.bank": 5}, CATANATRON]
)
def test_a_run_records_preset_and_differences(given: dict[str, Any]) -> None:
    experiment = {"game": "catan", "seats": 2, "blocks": 1, "strategies": ["random", "random"], "options": given}

    recorded = tomllib.loads(to_toml(from_plain(experiment))).get("options", {})

    assert recorded.get("preset") == given.get("preset"), "the preset by its name, if it is not the default"
    assert make_options(GAME, recorded) == make_options(GAME, given)
    assert make_options(GAME, house.plain(make_options(GAME, given))) == make_options(GAME, given)


@rule("CA-OPT-02")
def test_every_option_and_every_choice_is_named_in_a_test() -> None:
    sources = " ".join(path.read_text() for path in Path(__file__).parent.glob("*.py"))
    missing = []
    for field in dataclasses.fields(CatanOptions):
        for word in (field.name, *field.metadata["choices"], *field.metadata["keys"]):
            if not re.search(rf"\b{re.escape(word)}\b", sources):
                missing.append(f"{field.name}: {word}")
    assert missing == []


# --- refusals -------------------------------------------------------------------------------------------------------------


SHORT = [token for token in TOKENS if token != 2]


@rule("CA-OPT-01")
@pytest.mark.parametrize(
    "given, message",
    [
        ({"token_bag": SHORT}, r"option token_bag: 17 tokens for 18 hexes that take one"),
        ({"token_bag": [*TOKENS, 5]}, r"option token_bag: 19 tokens for 18 hexes"),
        ({"board": "balanced", "token_bag": SHORT}, r"option token_bag: 17 tokens for 18"),
        ({"token_bag": [*SHORT, 7]}, r"option token_bag: there is no token 7"),
        ({"token_bag": [*SHORT, 13]}, r"option token_bag: .*13.*is not allowed"),
        ({"terrain_counts": {"desert": 2, "forest": 3}}, r"option token_bag: 18 tokens for 17"),
        (
            {**STANDARD, "terrain_counts": {"desert": 2, "forest": 3}},
            r"option tokens: the spiral has 18 tokens, 17 hexes take one",
        ),
        ({**STANDARD, "token_bag": [3] * 18}, r"option token_bag: the spiral lays the 18 tokens of the box"),
        ({"terrain_counts": {"forest": 5}}, r"option terrain_counts: 20 hexes in all; 19 are wanted"),
        ({"terrain_counts": {"desert": 0}}, r"option terrain_counts: 18 hexes in all"),
        ({"terrain_counts": {"desert": 3, "forest": 2}}, r"option terrain_counts: at most 2 deserts and 3 jungles"),
        (
            {"terrain_counts": {"desert": 1, "jungle": 4, "forest": 0}},
            r"option terrain_counts: at most 2 deserts and 3 jungles",
        ),
        (
            {"board": "beginner", "terrain_counts": {"forest": 5, "hills": 2}},
            r"option terrain_counts: the beginner board has its own",
        ),
        ({"harbour_types": ["any"] * 10}, r"option harbour_types: 10 harbours; there are 9 places"),
        ({"harbour_types": ["any"] * 8}, r"option harbour_types: 8 harbours"),
        ({"rates.bank": 1}, r"option rates.bank: 1 is not allowed; an integer from 2 to 10"),
        ({"rates": {"generic": 1}}, r"option rates.generic: 1 is not allowed"),
        ({"rates.special": 0}, r"option rates.special: 0 is not allowed"),
        ({"pieces.settlements": 1}, r"option pieces.settlements: 1 are not enough"),
        ({"pieces": {"roads": 1}}, r"option pieces.roads: 1 are not enough"),
        ({"vp_goal": 2}, r"option vp_goal: 2 is not allowed; an integer from 3"),
        ({"dev_deck": "endless", "cost.dev": [0, 0, 0, 0, 0]}, r"option cost.dev: a development card at no cost"),
        (
            {"dev_deck": "endless", "dev_deck_mix": dict.fromkeys(("knight", "vp", "road", "plenty", "monopoly"), 0)},
            r"option dev_deck_mix: ",
        ),
        ({"jungle_token": 7}, r"option jungle_token: 7 is not allowed"),
        ({"jungle_token": 13}, r"option jungle_token: 13 is not allowed"),
        ({"offer_max_cards": 1, "offer_shapes": ["2:1", "1:2"]}, r"option offer_shapes: none is left with offer_max_cards = 1"),
        ({"offer_max_cards": 4}, r"option offer_max_cards: 4 is not allowed"),
        ({"offer_shapes": ["4:1"]}, r"option offer_shapes"),
        ({"counters_per_offer": 2}, r"option counters_per_offer: 2 is not allowed"),
        ({"bank_size": [19, 19]}, r"option bank_size"),
        ({"cost.road": [1, 1]}, r"option cost.road"),
        ({"cost.castle": [1, 1, 1, 1, 1]}, r"option cost.castle: unknown in catan"),
        ({"discovery_max": 4}, r"option discovery_max: 4"),
        ({"deck36_cut": 36}, r"option deck36_cut: 36 is not allowed"),
        ({"tokens": "anyhow"}, r"option tokens"),
        ({"vp_gaol": 9}, r"option vp_gaol: unknown in catan. Did you mean 'vp_goal'"),
        ({"road_min": 2}, r"option road_min: 2 is not"),
        ({"preset": "official"}, r"option preset"),
        ({"overlays": ["desert"]}, r"option overlays"),
    ],
)
def test_what_cannot_be_played_is_refused_by_name(given: dict[str, Any], message: str) -> None:
    with pytest.raises(Refusal, match=message):
        GAME.setup(make_options(GAME, given), 4)


@rule("CA-OPT-01")
def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Refusal) as refused:
        setup(4, {"board": "random", "pieces.roads": 0, "pieces.settlements": 1, "harbour_types": [], "jungle_token": 7})

    assert [fault.where for fault in refused.value.faults] == [
        "option jungle_token",
        "option harbour_types",
        "option pieces.settlements",
        "option pieces.roads",
    ]


@rule("CA-OPT-01")
@pytest.mark.parametrize(
    "given",
    [
        {"terrain_counts": {"desert": 2, "jungle": 3, "forest": 0}, "token_bag": TOKENS[:14]},
        {"pieces": {"roads": 2, "settlements": 2, "cities": 0}},
        {"rates": {"bank": 2, "generic": 2, "special": 2}},
        {"vp_goal": 3},
        {"dev_deck": "endless"},
        {"cost.dev": [0, 0, 0, 0, 0]},
        {"bank_size": 1, "discard_limit": 2},
        {"harbour_types": ["ore"] * 9},
        {"board": "custom", "custom": {"terrain": ["forest"] * 19, "tokens": [6] * 19}},
    ],
)
def test_odd_options_that_can_be_played_are_played(given: dict[str, Any]) -> None:
    s = new_game(3, {**given, "max_rounds": 8})
    step = 0
    while not s.over:
        step += 1
        s.play(s.legal()[step * 11 % len(s.legal())])
        for law in GAME.laws:
            law(s)
    assert s.over and step > 30


@rule("CA-BUILD-01")
@pytest.mark.parametrize(
    "option, cost, kind",
    [
        ("cost.road", "O2", "build_road"),
        ("cost.settlement", "W3", "build_settlement"),
        ("cost.city", "L1 G1", "build_city"),
        ("cost.dev", "B2", "buy_dev"),
        ("cost.road", "", "build_road"),
    ],
)
def test_a_changed_cost_is_what_is_paid(option: str, cost: str, kind: str) -> None:
    held = cards(cost)
    mine = seat(cost, settlements=[28], roads=[(28, 34), (34, 39)])
    s = table(mine, seat(), options={**QUIET, option: [held.get(name, 0) for name in RESOURCES]})

    s.play(next(action for action in s.legal() if action.kind == kind))

    assert hand(s, 0) == ""


@rule("CA-OPT-02")
def test_words_of_options_reach_people() -> None:
    rows = {row["option"]: row for row in house.rows(CatanOptions)}

    assert rows["max_rounds"]["default"] == "250, 334, 500 with 4, 3, 2 players"
    assert rows["rates.<name>"]["default"] == "4, 3, 2" and "2..10" in rows["rates.<name>"]["allowed"]
    assert all(row["meaning"] for row in rows.values())
    assert {field.name for field in dataclasses.fields(CatanOptions)} == {*SAME, *DIFFERENCES, "preset", "overlays"}
    play(table(seat(), seat(), options=QUIET), "end the turn")
