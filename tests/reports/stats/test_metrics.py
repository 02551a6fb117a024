"""Lengths, ends, ties, margins, the load of decisions."""
from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from reports.stats.metrics import (
    category_shares,
    close_rate,
    distribution,
    distributions,
    ecdf,
    forced_share,
    margins,
    mean_by_block,
    own_margin,
    tie_rate,
)
from reports.stats.rates import block_t
from tests.reports.stats.toy import Floats


def test_a_distribution_says_its_mean_with_an_interval_by_blocks_and_its_spread() -> None:
    rounds = np.array([14.0, 16, 18, 20, 15, 17])
    block = np.array([0, 0, 1, 1, 2, 2])

    found = distribution(rounds, block)

    assert found.mean.high == pytest.approx(block_t(np.array([15, 19, 16.0])).high)
    assert (found.least, found.median, found.most) == (14, 16.5, 20)
    assert [found.p5, found.p95] == pytest.approx(np.quantile(rounds, [0.05, 0.95]).tolist())
    assert found.sd == pytest.approx(rounds.std(ddof=1))


def test_nothing_has_a_distribution_of_no_blocks() -> None:
    empty = distribution(np.zeros(0), np.zeros(0, dtype=int))
    single = distribution(np.array([3.0]), np.array([0]))

    assert empty.mean.blocks == 0 and math.isnan(empty.median)
    assert (single.mean.value, single.median) == (3, 3) and not single.mean.has_interval and math.isnan(single.sd)


def test_each_phase_has_its_own_distribution() -> None:
    legal, phase = np.array([2.0, 6, 3, 4]), np.array([0, 1, 0, 1])

    assert [found.mean.value for found in distributions(legal, phase, np.array([0, 0, 1, 1]), 3)[:2]] == [2.5, 5]


def test_the_distribution_function_steps_up_to_one() -> None:
    steps, share = ecdf(np.array([5.0, 3, 5, 9]))

    assert (steps.tolist(), share.tolist()) == ([3, 5, 9], [0.25, 0.75, 1])


def test_end_triggers_share_all_games_among_them() -> None:
    ends = category_shares(np.array([0, 0, 2, 1, 0, 2]), np.repeat([0, 1, 2], 2), 3)

    assert [rate.value for rate in ends] == pytest.approx([1 / 2, 1 / 6, 1 / 3])
    assert all(0 <= rate.low < rate.value < rate.high for rate in ends)


def test_ties_are_counted_before_and_after_the_tie_breaks() -> None:
    scores = np.array([[5.0, 5, 1], [7, 3, 7], [1, 2, 3]])
    ranks = np.array([[1, 2, 3], [1, 3, 1], [3, 2, 1]])         # the rules broke the first tie
    block = np.arange(3)

    assert tie_rate(scores, block).value == pytest.approx(2 / 3)
    assert tie_rate(-ranks.astype(float), block).value == pytest.approx(1 / 3)


def test_margins_are_first_less_second_and_first_less_last() -> None:
    scores = np.array([[30.0, 28, 10], [20, 40, 40]])

    assert margins(scores).tolist() == [[2, 20], [0, 20]]
    assert close_rate(scores + [[0, -3, 0], [0, 0, 0]], np.array([0, 1]), close=3).value == 0.5
    assert own_margin(scores).tolist() == [[2, -2, -20], [-20, 0, 0]]
    assert margins(np.array([[7.0]])).tolist() == [[0, 0]] and own_margin(np.array([[7.0]])).tolist() == [[0]]


@given(st.lists(st.integers(0, 5), min_size=2, max_size=5).map(lambda row: np.array([row], dtype=float)))
def test_an_own_margin_is_the_distance_to_the_best_of_the_others(scores: Floats) -> None:
    for i, margin in enumerate(own_margin(scores)[0]):
        assert margin == scores[0, i] - np.delete(scores[0], i).max()


def test_forced_choices_are_counted_among_all_choices() -> None:
    found = forced_share(np.array([10, 30]), np.array([30, 10]), np.array([0, 1]))

    assert (found.value, found.games, found.blocks) == (0.5, 80, 2)


def test_games_without_a_value_do_not_enter_a_mean() -> None:
    found = mean_by_block(np.array([1.0, np.nan, 3, 5]), np.array([0, 0, 1, 1]))

    assert (found.value, found.games, found.blocks) == (2.5, 3, 2)
    assert mean_by_block(np.zeros(0), np.zeros(0, dtype=int)).blocks == 0
