"""The plans of Catan play by the rules at every table, and the same way every time."""
from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Sequence
from typing import Any

import pytest

from sim.catan import GAME
from sim.catan.view import CatanView as View
from sim.chance import Stream
from sim.core import Action
from sim.play import Asked, Course, Uniform, play_game
from strategies.base import Strategy
from strategies.catan.archetype import ANSWERS
from strategies.registry import names
from strategies.specs import build, check
from tests.sim.catan.words import JUNGLE, new_game
from tests.strategies.catan.table import PLANS, bot_of, play

VARIANTS: dict[str, dict[str, Any]] = {
    "seed": {}, "standard": {"preset": "standard"}, "jungle": JUNGLE, "published jungle": {"preset": "standard", **JUNGLE},
    "build then trade": {"phase_order": "build_then_trade"}, "trade then build": {"phase_order": "trade_then_build"},
    "deck": {"dice": "deck36"}, "to each": {"offer_to": "each"}, "no trade": {"domestic": "off", "maritime": False},
    "large offers": {"offer_shapes": ["1:1", "2:1", "1:2", "2:2", "3:1", "1:3", "3:2", "2:3", "3:3"]},
    "large offers to each": {"preset": "standard", "offer_to": "each", "offer_shapes": ["3:1", "2:2"], "counters_per_offer": 0},
    "three lands": {"sites": "three_land", "board": "balanced"}, "friendly": {"friendly_robber_vp": 3},
    "late harbours": {"harbour_next_turn": True, "rates": {"bank": 3, "generic": 2}},
    "open hands": {"open_hands": True, "discard_limit": 0}, "small bank": {"bank_size": 8, "bank_shortage": "none"},
    "cards at once": {"dev_same_turn": True, "dev_plays_per_turn": 2, "dev_deck": "endless"},
    "many proposals": {"proposals_per_turn": 2, "offers_per_turn": 0},
    "discarded Discoveries": {**JUNGLE, "discovery_in_limit": True},
    "knights before the roll": {"dev_before_roll": "knight", "knight_steal": "one", "seven_steal": "each"},
}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", range(len(PLANS)))
def test_plans_play_whole_games_by_the_rules(seats: int, first: int) -> None:
    state, bots = play([PLANS[(first + n) % len(PLANS)] for n in range(seats)], block=first)

    assert state.over and not state.outcome().truncated
    for bot in bots:
        assert {"SETUP_SETTLEMENT", "SETUP_ROAD", "MAIN"} <= {node for node, _, _ in bot.seen} <= set(ANSWERS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_plans_play_variants_too(variant: str) -> None:
    number = list(VARIANTS).index(variant)
    line_up = [PLANS[(number + n) % len(PLANS)] for n in range(3)]
    state, _ = play(line_up, VARIANTS[variant], block=number)

    assert state.over


def test_every_decision_of_the_game_comes_up_and_is_answered() -> None:
    assert set(ANSWERS) == set(GAME.nodes)
    asked = set()
    for block, options in enumerate(({}, JUNGLE, {"preset": "standard"})):
        _, bots = play([*PLANS[block:], *PLANS][:4], options, block=block)
        asked |= {node for bot in bots for node, _, _ in bot.seen}
    assert set(ANSWERS) - asked <= {"FREE_ROAD"}


def test_plans_trade_with_each_other_and_with_the_bank() -> None:
    state, bots = play(PLANS[:4])
    said = {answer.split()[0] for bot in bots for _, answer, _ in bot.seen}

    assert state.trades > 0
    assert {"offer", "propose", "accept", "reject", "trade", "build", "buy"} <= said


@pytest.mark.parametrize("plan", PLANS)
def test_the_same_view_gives_the_same_answer_whatever_was_before(plan: str) -> None:
    """A new instance that is shown only the present decides as the one that has played so far; luck of its own it has none."""
    class Twin(Strategy):
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def start(self, view: View, rng: Stream) -> None:
            self.bot = bot_of(plan, view, Stream(self.seed))
            self.same = 0

        def choose(self, view: View, actions: Sequence[Action]) -> Action:
            answer = self.bot.choose(view, actions)
            assert bot_of(plan, view, Stream(99)).choose(view, actions) is answer
            self.same += 1
            return answer

    state, course = new_game(2, JUNGLE, block=5), Course()
    twins = [Twin(seat) for seat in range(2)]
    for seat, twin in enumerate(twins):
        twin.start(state.view(seat), Stream(0))
    play_game(state, [Asked(twin.choose, state.view(seat), course) for seat, twin in enumerate(twins)],
              [Stream(0), Stream(0)], None, course)
    assert all(twin.same > 50 for twin in twins)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_beats_three_random_players(plan: str) -> None:
    won = 0.0
    for game in range(6):
        state, course, place = new_game(4, {"preset": "standard", "domestic": "off"}, block=game), Course(), game % 4
        bot = bot_of(plan, state.view(place))
        policies = [Asked(bot.choose, state.view(place), course) if seat == place else Uniform() for seat in range(4)]
        play_game(state, policies, [Stream(game, 0, 1, n) for n in range(4)], None, course)
        won += state.outcome().win_shares[place]
    assert won == 6


def test_every_strategy_that_is_listed_for_the_game_can_be_had() -> None:
    assert set(PLANS) | {"catan.weighted", "catan.random"} <= set(names("catan"))
    for name in names("catan"):
        assert isinstance(check(name, "catan").new(), Strategy)
    assert set(GAME.default_lineup(4)) <= set(PLANS)


@pytest.mark.parametrize("plan", [*PLANS, "catan.weighted", "catan.random"])
def test_a_plan_says_how_it_decides_in_five_lines(plan: str) -> None:
    told = inspect.getdoc(type(build(plan, "catan"))) or ""
    heads = re.findall(r"^([A-Z][a-z-]+): \S", told, re.MULTILINE)

    assert heads == ["Set-up", "Build", "Trade", "Robber", "Discard"]
    first = told.splitlines()[0]
    assert first and not first.endswith(".") and len(first) < 72


def test_line_ups_differ() -> None:
    """Plans are plans: over a few games each does something that the others do not do as often."""
    bought = dict.fromkeys(PLANS[:4], 0)
    roads = dict.fromkeys(PLANS[:4], 0)
    for block, order in enumerate(itertools.islice(itertools.permutations(PLANS[:4]), 0, 24, 5)):
        state, _ = play(order, block=block)
        for name, player in zip(order, state.position()["players"], strict=True):
            roads[name] += len(player["roads"])
            bought[name] += sum(player["dev"].values()) + sum(player["played"].values())
    assert max(bought, key=lambda name: bought[name]) == "catan.ore_wheat_sheep"
    assert max(roads, key=lambda name: roads[name]) == "catan.wood_brick"
