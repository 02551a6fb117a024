"""Figures of random play against another program's (rules, chapter 21): catanatron 3.3.0, its own bots, default rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from sim.catalog import make_options
from sim.catan.state import CatanState
from sim.chance import AGENT, Chance, Stream
from sim.play import Asked, Course, Policy, Uniform, play_game
from strategies.specs import build
from tests.sim.catan.words import CATANATRON, GAME, round_columns, seat_columns

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Figures:
    """What some games come to: turns that were ended, wins by seat, how often the winner held an award, means of counts."""

    turns: list[int]
    wins: list[int]
    road: int
    army: int
    means: dict[str, float]

    @property
    def mean(self) -> float:
        return sum(self.turns) / len(self.turns)

    @property
    def deviation(self) -> float:
        return (sum((n - self.mean) ** 2 for n in self.turns) / (len(self.turns) - 1)) ** 0.5


@cache
def played(spec: str, seats: int, games: int) -> Figures:
    """Games of one strategy with itself under `standard` and the overlay `catanatron`."""
    rules = GAME.setup(make_options(GAME, CATANATRON), seats)
    turns: list[int] = []
    wins: Counter[int] = Counter()
    totals: Counter[str] = Counter()
    road = army = 0
    for block in range(games):
        s = GAME.new(rules, Chance(21, block))
        course, streams = Course(), [Stream(21, block, AGENT, who) for who in range(seats)]
        policies: list[Policy] = [Uniform()] * seats
        if spec != "random":
            strategies = [build(spec, "catan") for _ in range(seats)]
            for who, strategy in enumerate(strategies):
                strategy.start(s.view(who), streams[who])
            policies = [Asked(strategy.choose, s.view(who), course) for who, strategy in enumerate(strategies)]
        play_game(s, policies, streams, None, course)
        turns.append(int(s.turn) - 1)
        for winner in s.outcome().winners:
            wins[winner] += 1
            road += int(s.road_holder) == winner
            army += int(s.army_holder) == winner
        totals.update(counted(s))
    return Figures(turns, [wins[who] for who in range(seats)], road, army, {name: n / games for name, n in totals.items()})


def counted(s: CatanState) -> dict[str, int]:
    found: Counter[str] = Counter()
    for who in range(int(s.seats)):
        seat, now = seat_columns(s, who), round_columns(s, who)
        found["settlements"] += now["x_settlements"] + now["x_cities"]
        found["cities"] += now["x_cities"]
        found["roads"] += now["x_roads"]
        found["dev cards"] += seat["x_dev_bought"]
        found["robber moves"] += seat["x_robber_moves"]
        found["discards"] += seat["x_discarded"]
        found["maritime"] += sum(n for name, n in seat.items() if name.startswith("x_maritime_in"))
    return found


CASES: list[tuple[str, int, int, float, float, dict[str, float]]] = [
    # strategy, seats, games, mean and deviation of turns, and what there is of each thing in a game
    (
        "random",
        4,
        2000,
        325.6,
        128.2,
        {
            "settlements": 12.7,
            "cities": 3.2,
            "roads": 45.0,
            "dev cards": 19.9,
            "robber moves": 65.3,
            "discards": 101.6,
            "maritime": 136.5,
        },
    ),
    (
        "catan.weighted",
        4,
        2000,
        217.8,
        89.9,
        {
            "settlements": 12.3,
            "cities": 3.1,
            "roads": 37.1,
            "dev cards": 19.7,
            "robber moves": 47.0,
            "discards": 50.5,
            "maritime": 81.1,
        },
    ),
    (
        "random",
        3,
        1000,
        329.2,
        136.1,
        {
            "settlements": 9.7,
            "cities": 2.2,
            "roads": 34.7,
            "dev cards": 18.1,
            "robber moves": 64.6,
            "discards": 50.3,
            "maritime": 103.2,
        },
    ),
    (
        "random",
        2,
        1000,
        355.9,
        170.8,
        {
            "settlements": 6.6,
            "cities": 1.3,
            "roads": 24.2,
            "dev cards": 14.9,
            "robber moves": 67.3,
            "discards": 19.6,
            "maritime": 71.1,
        },
    ),
]


@pytest.mark.parametrize("spec, seats, games, mean, deviation, counts", CASES)
def test_games_are_as_long_as_there(spec: str, seats: int, games: int, mean: float, deviation: float, counts: Any) -> None:
    """Within 5 %, or four standard errors where fewer games were played."""
    found = played(spec, seats, games)

    assert abs(found.mean - mean) < max(0.05 * mean, 4 * deviation * (2 / games) ** 0.5)
    assert abs(found.deviation - deviation) < 0.1 * deviation


@pytest.mark.parametrize("spec, seats, games, mean, deviation, counts", CASES)
def test_as_much_is_built_bought_moved_and_traded_as_there(
    spec: str, seats: int, games: int, mean: float, deviation: float, counts: dict[str, float]
) -> None:
    """A random choice depends on how actions are listed, so robber moves, discards and trades have 8 % of room."""
    found = played(spec, seats, games).means

    for name, n in counts.items():
        assert abs(found[name] - n) < (0.05 if name in ("settlements", "cities", "roads", "dev cards") else 0.08) * n + 0.1, (
            name
        )


@pytest.mark.parametrize("spec, seats, games", [case[:3] for case in CASES])
def test_no_seat_is_better_beyond_chance(spec: str, seats: int, games: int) -> None:
    wins = played(spec, seats, games).wins

    each = sum(wins) / seats
    chi = sum((n - each) ** 2 / each for n in wins)
    assert chi < {2: 10.8, 3: 13.8, 4: 16.3}[seats], "0.1 %"
    assert sum(wins) >= 0.985 * games


@pytest.mark.parametrize(
    "spec, road, army", [("random", 1217 / 1997, 1039 / 1997), ("catan.weighted", 1134 / 2000, 1202 / 2000)]
)
def test_winners_hold_the_awards_as_often_as_there(spec: str, road: float, army: float) -> None:
    """In five of 2000 games the other program leaves an award on fewer than five roads; the room covers that and chance."""
    found = played(spec, 4, 2000)

    won = sum(found.wins)
    assert abs(found.road / won - road) < 0.07 and abs(found.army / won - army) < 0.07


def test_random_games_have_as_many_actions_as_public_engines() -> None:
    rules = GAME.setup(make_options(GAME, {"preset": "standard", "domestic": "off"}), 4)
    steps = turns = 0
    for block in range(500):
        s, course = GAME.new(rules, Chance(3, block)), Course()
        play_game(s, [Uniform()] * 4, [Stream(3, block, AGENT, who) for who in range(4)], None, course)
        steps, turns = steps + int(course.step), turns + int(s.turn)

    assert 300 < turns / 500 < 350 and 1000 < steps / 500 < 1120


def test_a_building_yields_its_pips() -> None:
    """V31 of the beginner board has 11 pips: 0.306 cards a roll, without robber and shortage."""
    rules = GAME.setup(
        make_options(
            GAME,
            {"board": "beginner", "seven_steal": "none", "domestic": "off", "robber_desert": True, "robber_must_move": False},
        ),
        2,
    )
    got = rolls = 0
    for block in range(1500):
        s = GAME.position(
            rules, Chance(8, block), players=[{"settlements": [31]}, {}], phase="PRE_ROLL", rolled=False, main_open=False
        )
        while s.turn < 7:
            stays = next((action for action in s.legal() if action.args.get("hex") == 9), s.legal()[0])
            ends = next((action for action in s.legal() if action.kind == "end_turn"), stays)
            s.play(ends)
        got += s.players[0].cards()
        rolls += 6

    assert abs(got / rolls - 11 / 36) < 4.5 * 0.5 / rolls**0.5
