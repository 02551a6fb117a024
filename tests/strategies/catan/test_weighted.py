"""Random play with weights draws as often as the weights say."""
from __future__ import annotations

import re
from collections import Counter
from math import sqrt

import pytest

from sim.catan.state import CatanState as State
from sim.chance import Stream
from strategies.catan.weighted import TALK
from strategies.specs import build
from tests.sim.catan.words import seat, table
from tests.strategies.catan.table import play

DRAWS = 4000


def drawn(state: State, spec: str, seed: int = 1) -> Counter[str]:
    """How often each kind of action is drawn in a position."""
    bot, view, actions = build(spec, "catan"), state.view(int(state.actor)), state.legal()
    bot.start(view, Stream(seed))
    return Counter(bot.choose(view, actions).kind for _ in range(DRAWS))


def expected(state: State, weights: dict[str, float]) -> dict[str, float]:
    """The share of each kind by the weights of its actions."""
    sums: Counter[str] = Counter()
    for action in state.legal():
        sums[action.kind] += weights.get(action.kind, 1.0)
    return {kind: n / sums.total() for kind, n in sums.items()}


def agrees(found: Counter[str], shares: dict[str, float]) -> bool:
    """Whether all counts lie within four standard errors."""
    return all(abs(found[kind] - DRAWS * share) <= 4 * sqrt(DRAWS * share * (1 - share)) + 1 for kind, share in shares.items())


@pytest.fixture
def rich() -> State:
    """Whoever is to move may build all, buy, trade with the bank and with players."""
    return table(seat("L5 B2 W2 G3 O4", settlements=[28], roads=[(22, 28), (17, 22)]), seat("L2 W1"))


def test_every_kind_is_drawn_by_its_weight(rich: State) -> None:
    for spec, weights in (
            ("catan.weighted:city=30:settlement=10:card=5:trade=0.5",
             {"build_city": 30, "build_settlement": 10, "buy_dev": 5, "offer": 0.5}),
            ("catan.weighted:city=1:settlement=1:card=1", {})):
        assert agrees(drawn(rich, spec), expected(rich, weights))
        assert len(expected(rich, weights)) == 7


def test_by_default_a_city_comes_before_a_settlement_before_a_card(rich: State) -> None:
    assert drawn(rich, "catan.weighted")["build_city"] > 0.85 * DRAWS
    without = table(seat("L5 B2 W2 G3 O1", settlements=[28], roads=[(22, 28), (17, 22)]), seat("L2 W1"))
    assert drawn(without, "catan.weighted")["build_settlement"] > 0.8 * DRAWS


@pytest.mark.parametrize("trade", [0.1, 2.0])
def test_all_talk_together_weighs_as_much_as_it_is_told(rich: State, trade: float) -> None:
    others = [action for action in rich.legal() if action.kind not in TALK]
    found = drawn(rich, f"catan.random:trade={trade}")
    share = trade / (trade + len(others))

    assert len(rich.legal()) > 2 * len(others)
    assert agrees(Counter(talk=sum(found[kind] for kind in TALK)), {"talk": share})


def talk(spec: str) -> float:
    """The share of the decisions of a game in which something is offered, proposed or asked for in return."""
    _, bots = play([spec] * 4, {"vp_goal": 4})
    words = [words for bot in bots for _, words, _ in bot.seen]
    return sum([re.match(r"(offer|propose|counter with) \d", said) is not None for said in words]) / len(words)


def test_little_talk_leaves_games_about_the_game() -> None:
    """Under the preset seed most of plain random play is talk."""
    assert 0 == talk("catan.random:trade=0") < talk("catan.random:trade=0.1") < 0.2 < 0.5 < talk("random_py")


def test_the_same_stream_gives_the_same_game() -> None:
    one, other, third = (play(["catan.weighted", "catan.random"], {"vp_goal": 4}, seed=seed)[0].digest() for seed in (3, 3, 4))

    assert one == other != third
