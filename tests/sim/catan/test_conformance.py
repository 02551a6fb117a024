"""What every game keeps (sim/conformance.py), for Catan: all presets, overlays and numbers of players."""
from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sim import conformance
from sim.catalog import make_options
from sim.catan.options import CatanOptions
from sim.chance import Stream
from sim.conformance import examine, walk
from sim.faults import Refusal
from tests.marks import rule
from tests.sim.catan.words import CATANATRON, GAME, STANDARD

PRESETS: dict[str, dict[str, Any]] = {
    "seed": {}, "standard": STANDARD, "jungle": {"overlays": ["jungle"]},
    "standard jungle": {**STANDARD, "overlays": ["jungle"]},
    "catanatron": CATANATRON, "all overlays": {**STANDARD, "overlays": ["jungle", "catanatron"]}}
UNUSUAL: list[dict[str, Any]] = [
    {"phase_order": "build_then_trade", "offer_to": "each", "offer_shapes": ["1:1", "3:1", "2:2"], "proposals_per_turn": 2},
    {"phase_order": "trade_then_build", "dice": "deck36", "dev_deck": "endless", "cost.dev": [0, 0, 1, 0, 0],
     "dev_same_turn": True},
    {"terrain_counts": {"desert": 0, "jungle": 3, "forest": 3, "field": 3}, "token_bag": [5, 6, 8, 9] * 4, "setup_jungle": True,
     "discovery_in_limit": True, "discovery_missing_only": False, "harbour_next_turn": True, "discard_limit": 3},
    {"board": "balanced", "sites": "three_land", "harbour_reach": "edge", "seven_steal": "each", "knight_steal": "none",
     "friendly_robber_vp": 4, "robber_start": "off_board", "dev_plays_per_turn": 5, "dev_before_roll": "knight"},
    {"bank_size": [3, 4, 5, 6, 2], "bank_shortage": "none_unless_single", "yop_short": "allow_single", "setup_yield": "none",
     "domestic": "off", "discard_order": "seat", "no_seven_rounds": 3},
    {"open_hands": True, "pieces": {"roads": 30, "settlements": 8, "cities": 1}, "vp_goal": 14, "road_min": 3, "army_min": 1,
     "win_check": "own_turn", "road_tie": "holder_then_aside", "counters_per_offer": 0, "cost.road": [0, 0, 0, 1, 0]},
]


def setup(seats: int, **options: Any) -> Any:
    return GAME.setup(make_options(GAME, options), seats)


def examined(seats: int, rounds: int, **options: Any) -> list[str]:
    """What conformance finds in a game that is cut short, so that many kinds of positions are met in little time."""
    findings = examine(GAME, setup(seats, max_rounds=rounds, **options), games=1, seed=seats, futures=12)
    assert len(findings) == len(conformance.CHECKS) + 3
    return [f"{finding.name}: {finding.trouble}" for finding in findings if not finding.holds]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_catan_keeps_everything(name: str, seats: int) -> None:
    assert examined(seats, {2: 6, 3: 3, 4: 2}[seats], **PRESETS[name]) == []


@pytest.mark.parametrize("options", UNUSUAL, ids=lambda options: next(iter(options)))
def test_catan_keeps_everything_under_unusual_options(options: dict[str, Any]) -> None:
    assert examined(3, 4, **options) == []


@rule("CA-BUILD-10", "CA-PROD-07", "CA-DEV-05", "CA-COMP-04", "CA-COMP-05", "CA-COMP-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["seed", "standard", "jungle"])
def test_catan_obeys_its_laws_after_every_action(name: str, seats: int) -> None:
    assert walk(GAME, setup(seats, max_rounds=20, **PRESETS[name]), 1, 100 + seats, [conformance.laws_hold]) > 200


@pytest.mark.parametrize("name, seats", [("seed", 2), ("standard", 3), ("jungle", 3)])
def test_every_position_of_a_game_is_told_and_laid_out_again(name: str, seats: int) -> None:
    checks = [conformance.positions_go_there_and_back]
    assert walk(GAME, setup(seats, max_rounds=12, **PRESETS[name]), 1, 7, checks) > 150


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_catan_keeps_everything_for_many_games(name: str, seats: int) -> None:
    findings = examine(GAME, setup(seats, **PRESETS[name]), games=2, seed=1000 + seats, futures=60)

    assert [str(finding)[:400] for finding in findings if not finding.holds] == []


@pytest.mark.slow
@pytest.mark.parametrize("options", UNUSUAL, ids=lambda options: next(iter(options)))
def test_catan_keeps_everything_under_unusual_options_for_many_games(options: dict[str, Any]) -> None:
    findings = examine(GAME, setup(4, **options, max_rounds=100), games=2, seed=2000, futures=60)

    assert [str(finding)[:400] for finding in findings if not finding.holds] == []


def any_options(rng: Stream) -> dict[str, Any]:
    """Options drawn at random: each choice, and small numbers."""
    given: dict[str, Any] = {"preset": rng.choice(["seed", "standard"]),
                             "overlays": rng.choice([[], ["jungle"], ["catanatron"]])}
    for field in dataclasses.fields(CatanOptions):
        facts = field.metadata
        if field.name in (*given, "board") or rng.below(5) < 3:
            continue
        if facts["shape"] == "bool":
            given[field.name] = rng.below(2) == 1
        elif facts["shape"] == "choice":
            given[field.name] = rng.choice(facts["choices"])
        elif facts["shape"] == "int":
            low = facts["low"] or 0
            given[field.name] = int(low + rng.below(min(facts["high"] or low + 4, low + 6) - low + 1))
    return {**given, "friendly_robber_hidden": False, "max_rounds": int(rng.choice([8, 20])), "vp_goal": int(5 + rng.below(8))}


@pytest.mark.slow
@rule("CA-OPT-01")
def test_catan_keeps_everything_under_any_options() -> None:
    """All checks but one, on hundreds of sets of options; `friendly_robber_hidden` tells of hidden cards by its rule."""
    checks = [check for name, check, _ in conformance.CHECKS if name != "logs fit their columns"]
    played = 0
    for number in range(300):
        rng = Stream(number)
        given = any_options(rng)
        try:
            rules = GAME.setup(make_options(GAME, given), int(2 + rng.below(3)))
        except Refusal:
            continue
        walk(GAME, rules, 1, number, [conformance.laws_hold, conformance.legal_lists_are_sound])
        walk(GAME, rules, 1, number, checks, 23)
        played += 1
    assert played > 200
