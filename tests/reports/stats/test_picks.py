"""Options picked or not: what a leader buys looks good, until it is compared with other leaders."""
from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.picks import marked, pick_effect, pick_rate, strata

YES, NO = True, False


def test_the_pick_rate_counts_only_those_to_whom_it_was_legal() -> None:
    picked, legal = np.array([YES, NO, NO, YES]), np.array([YES, YES, NO, YES])

    rate = pick_rate(picked, legal, np.array([0, 0, 1, 1]))

    assert (rate.value, rate.games) == (pytest.approx(2 / 3), 3)


def test_the_raw_effect_is_the_difference_of_two_means() -> None:
    picked, legal = np.array([YES, YES, NO, NO, NO]), np.array([YES, YES, YES, YES, NO])
    share = np.array([1.0, 0.5, 0, 0.5, 1])

    effect = pick_effect(picked, legal, share, np.zeros(5, dtype=int), np.array([0, 1, 0, 1, 1]))

    assert effect.raw.value == pytest.approx(0.75 - 0.25)


def test_the_stratified_effect_weighs_the_differences_within_strata() -> None:
    stratum = np.array([0, 0, 0, 1, 1, 1, 1, 2, 2])
    picked = np.array([YES, NO, NO, YES, YES, NO, NO, YES, YES])            # stratum 2 says nothing
    share = np.array([1.0, 0, 0.5, 0.5, 0.25, 0.25, 0.25, 1, 1])

    effect = pick_effect(picked, np.ones(9, dtype=bool), share, stratum, np.arange(9))

    inside = [(1 - 0.25, 1 * 2 / 3), (0.375 - 0.25, 2 * 2 / 4)]             # Mantel and Haenszel's weights
    assert effect.stratified.value == pytest.approx(sum(d * w for d, w in inside) / sum(w for _, w in inside))


def test_an_option_without_effect_that_leaders_buy_looks_good_only_raw() -> None:
    random = np.random.default_rng(1)
    n = 12_000
    lead = random.standard_normal((n, 2))
    gap = np.stack([lead[:, 0] - lead[:, 1], lead[:, 1] - lead[:, 0]], axis=1).ravel()
    share = (gap + 1.5 * np.repeat(random.standard_normal(n), 2) * np.tile([1, -1], n) > 0).astype(float)
    picked = random.random(2 * n) < 1 / (1 + np.exp(-2 * gap))
    rank, block = np.where(gap > 0, 1, 2), np.repeat(np.arange(n), 2)
    always = np.ones(2 * n, dtype=bool)

    by_gap = pick_effect(picked, always, share, strata(rank, gap), block)
    by_rank = pick_effect(picked, always, share, rank, block)

    assert by_gap.raw.value > 0.2 > by_rank.stratified.value > 3 * abs(by_gap.stratified.value)
    assert by_gap.stratified.value < 0.03


def test_an_option_that_helps_stands_out_of_a_table_of_those_that_do_not() -> None:
    random = np.random.default_rng(2)
    block, zero, always = np.arange(2000), np.zeros(2000, dtype=int), np.ones(2000, dtype=bool)
    effects = []
    for gain in [0.2] + [0.0] * 9:
        picked = random.random(2000) < 0.5
        share = (random.random(2000) < 0.3 + gain * picked).astype(float)
        effects.append(pick_effect(picked, always, share, zero, block))

    assert marked(effects) == [True] + [False] * 9


def test_what_all_picked_has_a_rate_and_no_effect() -> None:
    effect = pick_effect(np.ones(4, dtype=bool), np.ones(4, dtype=bool), np.array([1.0, 0, 0, 1]), np.zeros(4, dtype=int),
                         np.arange(4))
    never = pick_effect(np.zeros(4, dtype=bool), np.zeros(4, dtype=bool), np.ones(4), np.zeros(4, dtype=int), np.arange(4))

    assert effect.rate.value == 1 and effect.raw.blocks == 0 and math.isnan(effect.p)
    assert never.rate.blocks == 0 and marked([effect, never]) == [False, False]


def test_strata_are_bins_of_equal_size_within_each_rank() -> None:
    gap = np.concatenate([np.arange(60.0), -np.arange(1, 61.0)])
    codes = strata(np.repeat([1, 2], 60), gap)

    assert np.unique(codes, return_counts=True)[1].tolist() == [10] * 12
