"""Whole games of the engine against the referee, a second and independent reading of the rules (chapters 2, 4 and 7.2).

At each choice both must name the same seat, the same node and the same list in the same order; between turns the same things
must lie on the table; at the end scores, ranks, triggers and counters must agree.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, reject, settings, strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from sim.chance import Chance, Stream
from sim.core import State
from sim.exploring import perft
from sim.faults import Refusal
from sim.puerto_rico import GAME
from tests.marks import rule
from tests.sim.puerto_rico.numbers import BUILDINGS
from tests.sim.puerto_rico.referee import Referee, Rules
from tests.sim.puerto_rico.words import (
    GOODS,
    choices,
    counters,
    facts,
    find,
    game_columns,
    make_forced_moves,
    node,
    parts,
    setup,
)

RICH = {"start_doubloons": 12, "vp_supply": 200, "colonist_supply": 200}
"""Long games in which everything is built."""

VARIANTS: dict[str, dict[str, Any]] = {
    "base": {},
    "rich": RICH,
    "privileges": {"builder_discount": 3, "trader_bonus": 2, "captain_bonus_vp": 3, "prospector_doubloons": 2,
                   "mayor_bonus_colonists": 3, "craftsman_bonus_goods": 2, "card_doubloons_per_round": 2, "quarry_discount": 2},
    "goods": {"goods.corn": 30, "goods.sugar": 25, "wharf_capacity": 2, "vp_per_good": 2, "store_free_units": 2,
              "trading_house_slots": 6, "price.corn": 3, "price.coffee": 1, **RICH},
    "short of everything": {"goods.corn": 3, "goods.indigo": 2, "tiles.sugar": 1, "tiles.corn": 3, "tiles.coffee": 0,
                            "colonist_supply": 12, "vp_supply": 9, "row_size": 9},
    "bank": {"bank_doubloons": 5, "card_doubloons_per_round": 3},
    "buildings": {"cost.harbor": 1, "vp.harbor": 7, "copies.wharf": 5, "circles.factory": 3, "column.city_hall": 1,
                  "circles.small_market": 2, "copies.office": 0, "cost.guild_hall": 3, "cost.university": 2, **RICH},
    "powers": {"factory_income": [1, 2, 4, 6, 9], "residence_vp": [1, 2, 3, 9], "fortress_divisor": 2, "customs_divisor": 3,
               "auto_yes": ["hospice", "university"], "cost.hospice": 0, "cost.university": 0, **RICH},
    "ends off": {"end_colonists": False, "end_city": False, "end_vp": False, "max_rounds": 25},
    "short games": {"max_rounds": 4},
    "ships": {"ships": [3, 3, 5, 5, 5]},
    "cities": {"start_colonists": 6, "start_goods": {"corn": 1, "coffee": 1}, "copies.small_warehouse": 5,
               "copies.large_warehouse": 5, "copies.university": 5, "copies.wharf": 5,
               "goods.corn": 20, "goods.indigo": 20, "goods.coffee": 20,
               "prospectors": 3},
}
CITY = ["small_warehouse", "large_warehouse", "university", "wharf"]
"""What each player of the variant "cities" begins with."""


def variant(name: str, seats: int) -> dict[str, Any]:
    return {**VARIANTS[name], "start_buildings": [CITY] * seats} if name == "cities" else VARIANTS[name]


class Heard(Chance):
    """Keeps the outcome of each shuffle, so that the referee's piles can be laid in the same order."""

    def __init__(self, seed: int, block: int) -> None:
        super().__init__(seed, block)
        self.shuffles: list[list[int]] = []

    def order(self, purpose: i64, index: i64, pieces: vec[i64]) -> vec[i64]:
        out = super().order(purpose, index, pieces)
        self.shuffles.append([int(piece) for piece in out])
        return out


def hold_against_each_other(seats: int, options: Mapping[str, Any], seed: int) -> Counter[str]:
    """Play a random game on both; returns how often each node was asked."""
    chance = Heard(seed, 0)
    s = GAME.new(setup(seats, options), chance)
    chance.shuffles.clear()

    def shuffled(pile: list[str]) -> list[str]:
        order = [GOODS[tile] for tile in chance.shuffles.pop(0)]
        assert sorted(order) == sorted(pile)
        return order

    referee = Referee(Rules(seats, options), s.position(), shuffled)
    rng = Stream(seed, seats)
    asked: Counter[str] = Counter()
    while not s.over:
        offers = choices(s)
        assert referee.open == (s.actor, node(s), offers)
        asked[node(s)] += 1
        if node(s) == "D-ROLE":
            assert lying(s) == referee.facts()
        answer = _pick(offers, rng)
        s.play(find(s, answer))
        make_forced_moves(s)
        referee.answer(answer)
    assert referee.over
    compare_ends(s, referee)
    return asked


def _pick(offers: list[str], rng: Stream) -> str:
    """A random offer; passing is rare, and so are the mayor and the builder's cheap passes, or games would end too soon."""
    liked = [offer for offer in offers if offer != "pass"] if rng.below(4) else offers
    return str(rng.choice(liked))


def lying(s: State) -> dict[str, Any]:
    """The engine's position in the referee's words."""
    told = facts(s)
    told = {name: told[name] for name in (
        "round", "governor", "row", "draw", "discard", "quarries", "house", "ships", "colonist_supply", "colonist_ship",
        "vp_supply", "goods_supply", "building_supply", "card_doubloons", "taken", "fired", "players")}
    for name in ("row", "discard", "house", "taken", "fired"):
        told[name] = sorted(told[name])
    for player, raw in zip(told["players"], s.position()["players"], strict=True):
        player["city"] = raw["city"]                            # buildings without colonists too
    return told


def compare_ends(s: State, referee: Referee) -> None:
    outcome = s.outcome()
    assert [parts(s, seat) for seat in range(s.seats)] == [referee.parts(player) for player in referee.players]
    assert outcome.scores == tuple(sum(referee.parts(player).values()) for player in referee.players)
    assert outcome.ranks == referee.ranks()
    assert sorted(outcome.triggers) == sorted(referee.fired) and outcome.triggers[0] == referee.fired[0]
    assert game_columns(s)["g_vp_on_paper"] == referee.paper
    for seat, player in enumerate(referee.players):
        mine = counters(s, seat)
        assert {name: mine[name] for name in player.count} == dict(player.count)


@rule("AUTO", "PR-RND-01", "PR-GEN-05", "PR-2P-06", "D-ROLE", "D-SET-HACIENDA", "D-SET-TILE", "D-SET-HOSPICE", "D-MAYOR-PLACE",
      "D-BUILD", "D-UNIVERSITY", "D-CRAFT-BONUS", "D-TRADE", "D-LOAD", "D-STORE-KIND", "D-STORE-UNIT")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_base_games_agree_with_the_referee(seats: int) -> None:
    asked: Counter[str] = Counter()

    for seed in range(8):
        for name in ("base", "rich", "cities"):
            asked += hold_against_each_other(seats, variant(name, seats), seed)

    assert len(asked) == 12, f"every node of the base game should have been met: {asked}"


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("name", VARIANTS)
def test_variants_agree_with_the_referee(name: str, seats: int) -> None:
    asked: Counter[str] = Counter()

    for seed in range(2):
        asked += hold_against_each_other(seats, variant(name, seats), 100 + seed)

    assert asked["D-ROLE"] > 0


NUMBERS = {
    "quarry_discount": (0, 3), "builder_discount": (0, 4), "trader_bonus": (0, 3), "captain_bonus_vp": (0, 4),
    "prospector_doubloons": (0, 3), "mayor_bonus_colonists": (0, 4), "craftsman_bonus_goods": (0, 3), "vp_per_good": (0, 3),
    "store_free_units": (0, 4), "wharf_capacity": (1, 12), "fortress_divisor": (1, 5), "customs_divisor": (1, 6),
    "card_doubloons_per_round": (0, 4), "trading_house_slots": (1, 7), "row_size": (1, 9), "prospectors": (0, 3),
    "quarries": (0, 9), "bank_doubloons": (0, 60), "start_doubloons": (0, 15), "start_colonists": (0, 4),
    "colonist_ship": (0, 9), "colonist_supply": (10, 300), "vp_supply": (0, 200), "max_rounds": (3, 60),
    "roles_per_player": (1, 4),
    **{f"price.{good}": (0, 6) for good in GOODS}, **{f"goods.{good}": (3, 30) for good in GOODS},
    **{f"tiles.{good}": (4, 15) for good in GOODS},
    **{f"{name}.{b.id}": (0, most) for b in BUILDINGS for name, most in (
        ("cost", 9), ("vp", 9), ("copies", 5), ("circles", 4), ("column", 5))}}
"""The least and the greatest value that a thought-up variant gives an option."""


@st.composite
def variants(draw: st.DrawFn, seats: int) -> dict[str, Any]:
    """A dozen options or so, with any values."""
    changed = draw(st.lists(st.sampled_from(sorted(NUMBERS)), unique=True, max_size=15))
    options: dict[str, Any] = {name: draw(st.integers(*NUMBERS[name])) for name in changed}
    options |= dict.fromkeys(draw(st.sets(st.sampled_from(["end_colonists", "end_city", "end_vp"]), max_size=1)), False)
    if draw(st.booleans()):
        options["ships"] = draw(st.lists(st.integers(1, 9), min_size=1, max_size=6))
    if draw(st.booleans()):
        cities = st.lists(st.sampled_from([b.id for b in BUILDINGS]), unique=True, max_size=5)
        options["start_buildings"] = [draw(cities) for _ in range(seats)]
    options["auto_yes"] = draw(st.lists(st.sampled_from(["hospice", "university"]), unique=True))
    return options


def asked_of_both(data: st.DataObject) -> Counter[str]:
    """How often each node of some variant was asked of both, who agreed."""
    seats = data.draw(st.integers(2, 5))
    options = data.draw(variants(seats))
    try:
        setup(seats, options)
    except Refusal:
        reject()
    return hold_against_each_other(seats, options, data.draw(st.integers(0, 99)))


@settings(max_examples=40)
@given(st.data())
def test_any_variant_agrees_with_the_referee(data: st.DataObject) -> None:
    assert asked_of_both(data)["D-ROLE"] > 0


@pytest.mark.slow
@settings(max_examples=3_000, derandomize=False)
@given(st.data())
def test_very_many_variants_agree_with_the_referee(data: st.DataObject) -> None:
    assert asked_of_both(data)["D-ROLE"] > 0


def sequences(seats: int, answers: list[str], depth: int) -> int:
    """The referee's number of sequences of `depth` decisions after some answers, from a fixed set-up."""
    start = GAME.new(setup(seats), Chance(1, 0)).position()
    referee = Referee(Rules(seats, {}), start, sorted)
    for answer in answers:
        referee.answer(answer)
    if referee.open is None:
        return 0
    offers = referee.open[2]
    return len(offers) if depth == 1 else sum(sequences(seats, [*answers, offer], depth - 1) for offer in offers)


@rule("AUTO")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_referee_counts_as_many_sequences_of_decisions(seats: int) -> None:
    s = GAME.new(setup(seats), Chance(1, 0))

    assert [perft(s, depth) for depth in (1, 2, 3)] == [sequences(seats, [], depth) for depth in (1, 2, 3)]
