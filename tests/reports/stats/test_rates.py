"""Intervals of shares and means: the known answers, the oracles, the edges."""
from __future__ import annotations

import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from reports.stats.blocks import by_label
from reports.stats.rates import (
    METHODS,
    block_t,
    clopper_pearson,
    cluster_wilson,
    jeffreys,
    mean_where,
    p_of_share,
    ratio,
    wilson,
    within_slope,
)
from tests.reports.stats.toy import KNOWN

SIX = {"abs": 1.01e-6}


def counts(name: str) -> list[tuple[int, int, list[float]]]:
    return [(*map(int, key.split("/")), ends) for key, ends in KNOWN[name].items()]


@pytest.mark.parametrize("wins, games, ends", counts("wilson_95"))
def test_wilson_has_the_known_ends(wins: int, games: int, ends: list[float]) -> None:
    rate = wilson(wins, games)

    assert [rate.low, rate.high] == pytest.approx(ends, **SIX)
    assert [rate.low, rate.high] == pytest.approx(list(stats.binomtest(wins, games).proportion_ci(method="wilson")), abs=1e-12)


@pytest.mark.parametrize("wins, games, ends", counts("clopper_pearson_95"))
def test_clopper_pearson_has_the_known_ends(wins: int, games: int, ends: list[float]) -> None:
    rate = clopper_pearson(wins, games)

    assert [rate.low, rate.high] == pytest.approx(ends, **SIX)
    assert [rate.low, rate.high] == pytest.approx(list(stats.binomtest(wins, games).proportion_ci(method="exact")), abs=1e-9)


@pytest.mark.parametrize("wins, games, ends", counts("jeffreys_95_statsmodels"))
def test_jeffreys_has_the_known_ends_and_begins_at_0_if_nothing_was_won(wins: int, games: int, ends: list[float]) -> None:
    rate = jeffreys(wins, games)

    assert rate.low == pytest.approx(ends[0] if wins else 0, **SIX)
    assert rate.high == pytest.approx(ends[1], **SIX)
    assert rate.high == pytest.approx(proportion_confint(wins, games, method="jeffreys")[1], abs=1e-9)


def test_cluster_wilson_and_block_t_have_the_known_ends() -> None:
    known = KNOWN["cluster_wilson"]
    means = np.array(known["block_means"], dtype=float)

    first, second = cluster_wilson(means, known["games"]), block_t(means, known["games"])

    assert [first.low, first.high] == pytest.approx(known["ci"], **SIX)
    assert [second.low, second.high] == pytest.approx(known["block_t"], **SIX)
    assert (first.blocks, first.games) == (10, 40)


def test_block_t_is_the_least_squares_mean_with_errors_by_cluster() -> None:
    random = np.random.default_rng(3)
    shares = random.random((12, 4))
    block = np.repeat(np.arange(12), 4)

    rate = block_t(shares.mean(axis=1))

    model = sm.OLS(shares.ravel(), np.ones(48)).fit(cov_type="cluster", cov_kwds={"groups": block}, use_t=True)
    half = stats.t.ppf(0.975, 11) * model.bse[0]
    assert [rate.low, rate.high] == pytest.approx([rate.value - half, rate.value + half], abs=1e-12)


def test_independent_games_in_blocks_of_one_give_nearly_the_naive_interval() -> None:
    games = np.repeat([1.0, 0.0], [300, 700])

    in_blocks, naive = cluster_wilson(games, 1000), wilson(300, 1000)

    assert [in_blocks.low, in_blocks.high] == pytest.approx([naive.low, naive.high], abs=1e-4)


@pytest.mark.parametrize("share", [0.0, 1.0, 0.25])
def test_blocks_that_all_agree_count_as_their_games_shrunk_by_t(share: float) -> None:
    rate = cluster_wilson(np.full(10, share), games=40)

    shrunk = 40 * (stats.norm.ppf(0.975) / stats.t.ppf(0.975, 9)) ** 2
    centre = (share + 1.959964**2 / (2 * shrunk)) / (1 + 1.959964**2 / shrunk)
    assert rate.n_eff == pytest.approx(shrunk)
    assert rate.low + rate.high == pytest.approx(2 * centre, abs=1e-6)
    assert rate.low <= share <= rate.high


@pytest.mark.parametrize("interval", [cluster_wilson, block_t])
def test_one_block_gives_a_value_without_an_interval(interval: object) -> None:
    rate = interval(np.array([0.5]), 4)         # type: ignore[operator]

    assert (rate.value, rate.blocks, rate.has_interval) == (0.5, 1, False)
    assert math.isnan(rate.low) and math.isnan(rate.high)


def test_no_block_gives_neither_and_says_so() -> None:
    assert cluster_wilson(np.zeros(0), 0).blocks == 0
    assert math.isnan(cluster_wilson(np.array([np.nan]), 0).value)
    assert wilson(0, 0).blocks == clopper_pearson(0, 0).blocks == jeffreys(0, 0).blocks == 0
    assert not ratio(np.zeros(3), np.zeros(3)).has_interval
    assert mean_where(np.zeros(0), np.zeros(0, dtype=bool), np.zeros(0, dtype=int)).blocks == 0


def test_a_block_without_the_strategy_is_not_counted() -> None:
    with_gaps = np.array([0.5, np.nan, 0.25, 0.75, np.nan])

    assert cluster_wilson(with_gaps, 12) == cluster_wilson(with_gaps[[0, 2, 3]], 12)


@given(st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), min_size=2, max_size=60), st.sampled_from(sorted(METHODS)),
       st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_every_interval_holds_its_value_and_a_share_stays_in_bounds(means: list[float], method: str, level: float) -> None:
    rate = METHODS[method](np.array(means), 4 * len(means), level)

    assert rate.low <= rate.value <= rate.high
    assert method == "block-t" or (0 <= rate.low and rate.high <= 1)


@given(st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), min_size=2, max_size=60))
def test_the_interval_of_the_losses_mirrors_that_of_the_wins(means: list[float]) -> None:
    won, lost = cluster_wilson(np.array(means), 4 * len(means)), cluster_wilson(1 - np.array(means), 4 * len(means))

    assert [won.low, won.high] == pytest.approx([1 - lost.high, 1 - lost.low], abs=1e-9)


def test_stratified_by_line_up_the_value_weighs_line_ups_and_the_spread_between_them_does_not_count() -> None:
    means = np.array([0.1, 0.1, 0.1, 0.3, 0.9, 0.9, 0.7])
    line_up = np.array([0, 0, 0, 0, 1, 1, 1])

    rate = block_t(means, line_up=line_up)

    first, second = means[:4], means[4:]
    variances = [first.var(ddof=1) / 4 / 4, second.var(ddof=1) / 3 / 4]
    df = sum(variances) ** 2 / (variances[0] ** 2 / 3 + variances[1] ** 2 / 2)
    half = stats.t.ppf(0.975, df) * math.sqrt(sum(variances))
    assert rate.value == pytest.approx((first.mean() + second.mean()) / 2)
    assert rate.high - rate.value == pytest.approx(half)
    assert rate.high - rate.low < block_t(means).high - block_t(means).low


def test_a_line_up_of_one_block_leaves_the_plain_variance() -> None:
    means = np.array([0.1, 0.3, 0.9])

    assert block_t(means, line_up=np.array([0, 0, 1])) == block_t(means)


def test_a_ratio_is_the_ratio_of_sums_with_the_error_of_the_delta_method() -> None:
    numerators, denominators = np.array([1.0, 2, 0, 3]), np.array([4.0, 4, 2, 5])

    rate = ratio(numerators, denominators)

    errors = (numerators - 6 / 15 * denominators) / (15 / 4)
    assert rate.value == pytest.approx(6 / 15)
    assert rate.high - rate.value == pytest.approx(stats.t.ppf(0.975, 3) * errors.std(ddof=1) / 2)


def test_equal_denominators_make_a_ratio_the_mean_of_the_blocks() -> None:
    means = np.array([0.25, 0.5, 0.25, 0, 0.5])

    assert ratio(means * 4, np.full(5, 4.0)).high == pytest.approx(block_t(means).high)
    assert ratio(means * 4, np.full(5, 4.0), share=True).high == pytest.approx(cluster_wilson(means, 20).high)


def test_a_slope_within_cells_is_that_of_dummies_with_errors_by_cluster() -> None:
    random = np.random.default_rng(8)
    cell, block = random.integers(0, 5, 200), random.integers(0, 30, 200)
    x = random.random(200) + cell
    y = 0.7 * x - 2 * cell + random.standard_normal(200)

    rate = within_slope(x, y, cell, block)

    design = np.column_stack([x, cell[:, None] == np.arange(5)]).astype(float)
    model = sm.OLS(y, design).fit(cov_type="cluster", cov_kwds={"groups": block, "use_correction": False})
    half = stats.t.ppf(0.975, 29) * model.bse[0] * math.sqrt(30 / 29)
    assert rate.value == pytest.approx(model.params[0])
    assert rate.high - rate.value == pytest.approx(half)


def test_a_slope_without_any_spread_of_x_is_not_made_up() -> None:
    flat = within_slope(np.ones(6), np.arange(6.0), np.zeros(6, dtype=int), np.arange(6))

    assert (flat.blocks, flat.has_interval) == (0, False)


def test_the_p_of_a_share_is_5_percent_where_the_interval_ends() -> None:
    rate = cluster_wilson(np.array([0.25, 0.5, 0.25, 0, 0.5, 0.25, 0.25, 0, 0.25, 0.5]), 40)

    assert p_of_share(rate, rate.low) == pytest.approx(0.05)
    assert p_of_share(rate, rate.high) == pytest.approx(0.05)
    assert math.isnan(p_of_share(cluster_wilson(np.array([0.5]), 4), 0.25))


def test_block_means_by_label_average_the_games_of_each_block() -> None:
    shares = np.array([[1.0, 0], [0, 1], [0.5, 0.5], [0, 1]])
    who = np.array([[0, 1], [1, 0], [2, 0], [2, 0]])

    means = by_label(shares, who, np.array([0, 0, 1, 1]), 3)

    assert means.tolist()[0][:2] == [1.0, 0.0]
    assert means.tolist()[1][::2] == [0.75, 0.25]
    assert np.isnan(means[0, 2]) and np.isnan(means[1, 1])
