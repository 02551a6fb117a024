"""What the common luck of a block is worth; skill and luck recovered from games with known shares of both."""
from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.variance import deff, skill_and_luck
from tests.reports.stats.toy import Floats, Ints, play

TRUE = {"strategy": 1.0, "seat": 0.49, "strategy_by_seat": 0.16, "seed_by_seat": 0.09, "seed_by_game": 0.25,
        "seed_by_strategy": 0.267, "residual": 0.067}


def centred(random: np.random.Generator, shape: tuple[int, ...], variance: float) -> Floats:
    """Fixed effects that sum to zero in every direction, with exactly this variance per degree of freedom."""
    effects = random.standard_normal(shape)
    for axis in range(len(shape)):
        effects -= effects.mean(axis=axis, keepdims=True)
    df = math.prod(n - 1 for n in shape)
    return np.asarray(effects * math.sqrt(variance * df / float((effects**2).sum())), dtype=np.float64)


def games(seed: int, blocks: int, k: int = 4, **changed: float) -> tuple[Floats, Ints]:
    random = np.random.default_rng(seed)
    v = TRUE | changed
    strategy = play(random, blocks, k).strategy.reshape(blocks, k, k)
    luck = {name: random.standard_normal((blocks, k)) * math.sqrt(v[name])
            for name in ("seed_by_seat", "seed_by_game", "seed_by_strategy")}
    scores = centred(random, (k,), v["strategy"])[strategy] + centred(random, (k,), v["seat"])
    scores = scores + centred(random, (k, k), v["strategy_by_seat"])[strategy, np.arange(k)]
    scores = scores + luck["seed_by_seat"][:, None, :] + luck["seed_by_game"][:, :, None]
    scores = scores + luck["seed_by_strategy"][np.arange(blocks)[:, None, None], strategy]
    scores = scores + random.standard_normal((blocks, 1, 1)) * 0.5
    return scores + random.standard_normal((blocks, k, k)) * math.sqrt(v["residual"]), strategy


def test_independent_games_have_a_deff_of_one_and_a_common_fate_one_of_k() -> None:
    random = np.random.default_rng(1)
    shares = (random.random((4000, 4)) < 0.25).astype(float)

    assert deff(shares) == pytest.approx(1, abs=0.06)
    assert deff(np.repeat(shares[:, :1], 4, axis=1)) == pytest.approx(4, rel=0.001)


def test_rotations_on_common_luck_help_strategies_and_hurt_seats() -> None:
    toy = play(np.random.default_rng(2), 3000, rho=0.5)
    by_game = np.take_along_axis(toy.shares, toy.strategy.argsort(axis=1), axis=1).reshape(3000, 4, 4)
    by_seat = toy.shares.reshape(3000, 4, 4)

    assert deff(by_game[:, :, 0]) < 0.8 < 1.5 < deff(by_seat[:, :, 0])


def test_without_blocks_or_spread_there_is_no_deff() -> None:
    assert math.isnan(deff(np.array([[1.0, 0]]))) and math.isnan(deff(np.full((9, 4), 0.25)))
    assert math.isnan(deff(np.zeros((0, 4))))


def test_the_components_of_a_game_come_back() -> None:
    found = skill_and_luck(*games(3, 2500))

    for name, value in TRUE.items():
        assert getattr(found, name) == pytest.approx(value, abs=0.04 if name in ("strategy", "seat") else 0.02), name
    assert found.seed == pytest.approx(0.25, abs=0.04)
    assert found.skill.low < 1 / sum(TRUE.values()) < found.skill.high
    assert found.total == pytest.approx(sum(TRUE.values()), abs=0.03)


def test_a_game_of_luck_alone_has_no_skill_in_it() -> None:
    scores, strategy = games(4, 200)
    luck = np.random.default_rng(5).standard_normal(scores.shape)

    found = skill_and_luck(luck, strategy)

    assert found.skill.value < 0.02 and found.residual == pytest.approx(1, abs=0.1)


def test_two_seats_leave_one_pooled_kind_of_luck() -> None:
    found = skill_and_luck(*games(6, 2000, k=2, seed_by_seat=0, seed_by_game=0, seed_by_strategy=0, residual=0.5))

    assert found.pooled and found.seed_by_strategy == 0
    assert found.residual == pytest.approx(0.5, abs=0.03) and found.strategy == pytest.approx(1, abs=0.05)


def test_line_ups_are_averaged() -> None:
    (first, who), (second, other) = games(7, 300), games(8, 300, strategy=3.0)

    both = skill_and_luck(np.concatenate([first, second]), np.concatenate([who, other + 4]), np.repeat([0, 1], 300))

    assert both.strategy == pytest.approx(2, abs=0.15)


def test_a_mirror_run_or_a_single_block_is_refused_with_a_sentence() -> None:
    scores, strategy = games(9, 3)
    with pytest.raises(ValueError, match="different strategies"):
        skill_and_luck(scores, np.zeros_like(strategy))
    with pytest.raises(ValueError, match="two blocks"):
        skill_and_luck(scores[:1], strategy[:1])


def test_scores_without_any_spread_have_no_share_of_skill() -> None:
    _, strategy = games(10, 5)
    found = skill_and_luck(np.ones((5, 4, 4)), strategy)

    assert math.isnan(found.skill.value) and not found.skill.has_interval and found.total == 0
