"""Slopes, counts and quantiles of what comes in portions: the same as of all at once."""
from __future__ import annotations

import numpy as np
import pytest

from reports.stats.rates import within_slope
from reports.stats.slopes import WithinSlope, slope_of_counts
from reports.stats.tally import MOST, Tally, quantiles

PORTIONS = np.array_split(np.arange(900), 7)


def test_a_slope_in_portions_is_the_slope_at_once() -> None:
    random = np.random.default_rng(1)
    cell, block = random.integers(0, 12, 900), random.integers(0, 40, 900)
    x = random.standard_normal(900) + cell
    y = 0.3 * x - cell + random.standard_normal(900)
    slope = WithinSlope(12, 40)

    for part in PORTIONS:
        slope.learn(x[part], y[part], cell[part])
    for part in PORTIONS:
        slope.add(x[part], y[part], cell[part], block[part])
    found, wanted = slope.rate(), within_slope(x, y, cell, block)

    assert (found.value, found.low, found.high) == pytest.approx((wanted.value, wanted.low, wanted.high))
    assert (found.blocks, found.games) == (wanted.blocks, wanted.games)


def test_a_slope_without_spread_is_none() -> None:
    slope = WithinSlope(2, 3)
    x, cell = np.ones(6), np.array([0, 0, 0, 1, 1, 1])

    slope.learn(x, np.arange(6.0), cell)
    slope.add(x, np.arange(6.0), cell, np.arange(6) % 3)

    assert slope.rate().blocks == 0 and np.isnan(slope.rate().value)


def test_the_effect_of_counts_is_the_slope_on_yes_and_no() -> None:
    random = np.random.default_rng(2)
    cell, block = random.integers(0, 5, 900), random.integers(0, 30, 900)
    yes = random.random(900) < 0.1 + 0.1 * cell
    yes[cell == 4] = True                                       # says nothing
    y = random.random(900) < 0.3 + 0.2 * yes
    counts = np.zeros((4, 30, 5))
    for part, weights in zip(counts, (np.ones(900), yes, y, y & yes), strict=True):
        np.add.at(part, (block, cell), weights)

    found, wanted = slope_of_counts(*counts), within_slope(yes.astype(float), y.astype(float), cell, block)

    assert (found.value, found.low, found.high) == pytest.approx((wanted.value, wanted.low, wanted.high))
    assert (found.blocks, found.games) == (wanted.blocks, wanted.games)


def test_what_nobody_or_everybody_took_has_no_effect() -> None:
    ones = np.ones((4, 3))

    assert slope_of_counts(ones, ones, ones, ones).blocks == 0
    assert slope_of_counts(ones, 0 * ones, ones, 0 * ones).blocks == 0


@pytest.mark.parametrize("between", [True, False])
def test_quantiles_of_counts_are_those_of_numpy(between: bool) -> None:
    random, levels = np.random.default_rng(3), np.array([0.0, 0.05, 0.25, 1 / 3, 0.5, 0.95, 1.0])
    numbers = random.integers(-30, 60, 501)
    tally = Tally(1)

    for part in np.array_split(numbers, 6):
        tally.add(np.zeros(len(part), dtype=int), part)
    found = quantiles(tally.values, tally.counts[0], levels, between=between)

    assert found == pytest.approx(np.quantile(numbers, levels, method="linear" if between else "inverted_cdf"))


def test_a_tally_of_a_wide_range_counts_neighbours_together_and_loses_nobody() -> None:
    random = np.random.default_rng(4)
    numbers, cell = random.integers(-70_000, 3_000, 4000), random.integers(0, 3, 4000)
    tally = Tally(3)

    for part in np.array_split(np.argsort(np.abs(numbers)), 8):
        tally.add(cell[part], numbers[part], np.ones(len(part)))

    assert tally.counts.shape[1] <= MOST and tally.step > 1
    assert tally.counts.sum(axis=1).tolist() == np.bincount(cell).tolist()
    middle = quantiles(tally.values, tally.counts.sum(axis=0), np.array([0.5]))[0]
    assert abs(middle - np.median(numbers)) <= tally.step
    assert np.isnan(quantiles(tally.values, np.zeros(len(tally.values)), np.array([0.5]))).all()
