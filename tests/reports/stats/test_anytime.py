"""Intervals and tests that hold whenever one stops: they agree with each other, and rarely miss under constant watching."""
from __future__ import annotations

import numpy as np
import pytest

from experiments.sequential import asymptotic_band, asymptotic_p, bernstein_band, bernstein_p
from reports.stats import anytime


@pytest.mark.parametrize(("band", "p"), [(asymptotic_band, asymptotic_p), (bernstein_band, bernstein_p)])
def test_p_is_below_five_percent_exactly_where_the_sequence_leaves_the_reference_out(band, p) -> None:   # type: ignore[no-untyped-def]
    rng = np.random.default_rng(3)
    for _ in range(60):
        x = rng.choice([0, 0.25, 0.5, 0.75, 1.0], size=rng.integers(30, 300))
        reference = rng.uniform(0.3, 0.7)
        found = band(x)

        assert (p(x, reference) < 0.05) == (not found.low[-1] <= reference <= found.high[-1])


def test_a_difference_that_is_looked_at_all_the_time_is_seldom_found_where_there_is_none() -> None:
    rng, false = np.random.default_rng(4), 0
    for _ in range(60):
        x = rng.choice([0, 0.25, 0.5, 1.0], p=[0.3, 0.4, 0.2, 0.1], size=400)
        false += any(asymptotic_p(x[:n], 0.3) < 0.05 for n in range(30, 401, 8))

    assert false <= 6                                           # 3 expected at most; 6 has a chance below 8 %


def test_pairs_have_the_mean_difference_of_the_blocks_of_both() -> None:
    rng = np.random.default_rng(5)
    matrix = rng.choice([0, 0.25, 0.5], size=(80, 3))
    matrix[:20, 2] = np.nan
    found = {(one.first, one.second): one for one in anytime.all_pairs(matrix)}

    assert found[0, 2].blocks == 60 and found[0, 1].blocks == 80
    assert found[0, 2].value == pytest.approx((matrix[20:, 0] - matrix[20:, 2]).mean())
    for one in found.values():
        assert one.joint_low < one.low < one.value < one.high < one.joint_high
        assert one.p <= one.p_holm


def test_columns_that_never_met_have_no_difference() -> None:
    apart = np.full((70, 2), np.nan)
    apart[:35, 0], apart[35:, 1] = 0.5, 0.25
    [found] = anytime.all_pairs(apart)

    assert found.blocks == 0 and np.isnan([found.value, found.p_holm, found.joint_low]).all() and not found.shown()


def test_seats_are_balanced_unbalanced_or_undecided() -> None:
    rng = np.random.default_rng(6)
    even = np.eye(4)[rng.integers(0, 4, 20_000)]
    uneven = np.eye(4)[rng.choice(4, p=[0.4, 0.2, 0.2, 0.2], size=2_000)]

    assert anytime.balance(even, 0.03).verdict == "balanced"
    assert anytime.balance(uneven, 0.02).verdict == "unbalanced"
    assert anytime.balance(even[:100], 0.02).verdict == "undecided"
    assert anytime.balance(uneven[:20], 0.02).verdict == "undecided"         # before the first look nothing is said
