"""Intervals and tests that hold at whatever block one stops: for runs that a test has ended.

They rest on the confidence sequences of `experiments.sequential`: "asymptotic" (Robbins' mixture) or "eb" (empirical Bernstein,
strict and wider). Block values in order, from 0 to 1; nan where a column did not play.
"""
from __future__ import annotations

import itertools
import math

import numpy as np

from experiments.sequential import FIRST_LOOK, asymptotic_band, asymptotic_p, bernstein_band, bernstein_p
from reports.stats.blocks import Floats
from reports.stats.contrasts import Balance, Contrast, balance_of, equivalence, holm
from reports.stats.rates import Rate


def interval(block_means: Floats, level: float, cs: str = "asymptotic") -> tuple[float, float]:
    """The confidence sequence of a mean after its last block; none (nan) before the first look.

    Where all blocks are alike the asymptotic one would have no width; the strict one then says what so few blocks can say.

    >>> low, high = interval(np.tile([0., .25, .25, .5], 25), 0.95)
    >>> print(f"[{low:.3f}, {high:.3f}], strictly [%.3f, %.3f]" % interval(np.tile([0., .25, .25, .5], 25), 0.95, "eb"))
    [0.194, 0.306], strictly [0.163, 0.335]
    """
    there = block_means[~np.isnan(block_means)]
    if len(there) < FIRST_LOOK:
        return math.nan, math.nan
    band = bernstein_band(there, 1 - level) if _strict(there, cs) else asymptotic_band(there, 1 - level)
    return float(band.low[-1]), float(band.high[-1])


def p_value(block_means: Floats, reference: float, cs: str = "asymptotic") -> float:
    """p of "the mean is `reference`", below .05 exactly if the 95 % sequence leaves it out; nan before the first look."""
    there = block_means[~np.isnan(block_means)]
    if len(there) < FIRST_LOOK:
        return math.nan
    return bernstein_p(there, reference) if _strict(there, cs) else asymptotic_p(there, reference)


def _strict(there: Floats, cs: str) -> bool:
    return cs == "eb" or float(there.min()) == float(there.max())


def all_pairs(matrix: Floats, level: float = 0.95, cs: str = "asymptotic") -> tuple[Contrast, ...]:
    """Every pair of columns of a block matrix (B, columns), over the blocks in which both played.

    The joint intervals are Bonferroni's, p after Holm.
    """
    pairs = list(itertools.combinations(range(matrix.shape[1]), 2))
    halves = [(1 + matrix[:, first] - matrix[:, second]) / 2 for first, second in pairs]
    p = [p_value(half, 0.5, cs) for half in halves]
    joint_level = 1 - (1 - level) / max(1, len(pairs))
    found = []
    for (first, second), half, alone, adjusted in zip(pairs, halves, p, holm(np.array(p)).tolist(), strict=True):
        blocks = int((~np.isnan(half)).sum())
        value = 2 * float(np.nanmean(half)) - 1 if blocks else math.nan
        low, high, joint_low, joint_high = (2 * end - 1 for wide in (level, joint_level) for end in interval(half, wide, cs))
        found.append(Contrast(first, second, value, low, high, alone, adjusted, joint_low, joint_high, blocks, level))
    return tuple(found)


def balance(shares: Floats, margin: float, alpha: float = 0.05, cs: str = "asymptotic") -> Balance:
    """Whether k shares that sum to 1 are equal within the margin; block matrix (B, k). As `contrasts.balance`."""
    k = shares.shape[1]
    p = holm(np.array([p_value(column, 1 / k, cs) for column in shares.T]))
    each = []
    for column, adjusted in zip(shares.T, p.tolist(), strict=True):
        low, high = interval(column, 1 - 2 * alpha, cs)
        rate = Rate(float(np.nanmean(column)), low, high, len(column), 0, 1 - 2 * alpha).minus(1 / k)
        each.append(equivalence(rate, adjusted, margin, alpha))
    return balance_of(tuple(each))
