"""Differences between strategies, seats and variants: tests, families of tests, simultaneous intervals, equivalence, letters.

A difference is taken block by block, since the players of one game are not independent. What is said of several differences
at once is adjusted: p values by Holm, intervals by max-|t|. That no difference is found is never called balance: `tost`
says balance, and only with a margin.
"""
from __future__ import annotations

import itertools
import math
import string
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from reports.stats.blocks import Bools, Combined, Estimates, Floats, Ints, block_sums, estimates
from reports.stats.quantiles import t_p_value, t_quantile, t_quantiles
from reports.stats.rare import alike, never_met, one_sided, p_of_agreement
from reports.stats.rates import Rate, block_t, cluster_wilson, p_of_share

DRAWS: Final = 4_000


@dataclass(frozen=True)
class Contrast:
    """A difference: of column `first` less column `second` (or a named combination, both -1).

    `low` and `high` hold for this difference alone, `joint_low` and `joint_high` for the whole family at once; `p_holm` is
    adjusted over the family. With fewer than two blocks all of them are nan.
    """

    first: int
    second: int
    value: float
    low: float
    high: float
    p: float
    p_holm: float
    joint_low: float
    joint_high: float
    blocks: int
    level: float = 0.95

    def shown(self, alpha: float = 0.05) -> bool:
        """Whether the family of tests shows a difference."""
        return self.p_holm < alpha


def paired_t(first: Floats, second: Floats, level: float = 0.95, line_up: Ints | None = None) -> Contrast:
    """The difference of two columns of block values (B,), nan where one did not play.

    In blocks of both the difference is paired. With `line_up` it is stratified, and Welch's in line-ups of only one of the two.
    If all blocks show exactly one difference, p is that of the sign test; of two that never meet, of the permutation test.

    >>> found = paired_t(np.array([.5, .25, .5, .75]), np.array([.25, .25, 0, .25]))
    >>> print(f"{found.value:+.4f} [{found.low:+.4f}, {found.high:+.4f}], p {found.p:.4f}")
    +0.3125 [-0.0684, +0.6934], p 0.0796
    """
    return family(np.stack([first, second], axis=1), np.array([[1.0, -1.0]]), level, line_up, pairs=[(0, 1)])[0]


def all_pairs(matrix: Floats, level: float = 0.95, line_up: Ints | None = None, seed: int = 0, *,
              share: bool = False) -> tuple[Contrast, ...]:
    """Every pair of columns of a block matrix (B, columns) as one family, in the order (0, 1), (0, 2), ..., (1, 2), ...

    Of a `share` that was rarely seen no more is said than `reports.stats.rare` lets: pairs that always play together have at
    least the variance of the sign test where that applies, pairs that never meet at least Student's.
    """
    pairs = list(itertools.combinations(range(matrix.shape[1]), 2))
    rows = np.zeros((len(pairs), matrix.shape[1]))
    for row, (first, second) in zip(rows, pairs, strict=True):
        row[first], row[second] = 1.0, -1.0
    least = _least(matrix, estimates(matrix, line_up), rows, pairs) if share and pairs else None
    return family(matrix, rows, level, line_up, pairs=pairs, seed=seed, least=least)


def _least(matrix: Floats, means: Estimates, rows: Floats, pairs: Sequence[tuple[int, int]]) -> Floats:
    """The smallest variance to believe of the difference of each pair; 0 where its own will do."""
    least, found, there = np.zeros(len(pairs)), means.of(rows), means.observed
    for i, (first, second) in enumerate(pairs):
        if never_met(there, first, second):
            least[i] = alike(matrix, means, first, second)
        elif (there[:, first] == there[:, second]).all():
            least[i] = one_sided((matrix[:, first] - matrix[:, second])[:, None], found.only(i))[0]
    return least


def family(matrix: Floats, rows: Floats, level: float = 0.95, line_up: Ints | None = None, *,
           pairs: Sequence[tuple[int, int]] = (), seed: int = 0, least: Floats | None = None) -> tuple[Contrast, ...]:
    """Linear combinations `rows` (C, columns) of the means of a block matrix, tested as one family.

    `least` (C,) are the smallest variances to believe, for shares that were seen too rarely to show their own spread.

    Family-wise error of six true null hypotheses at 5 %: Holm 3.4 to 3.8 %, simultaneous intervals 5.3 to 6.3 %.
    """
    if not len(rows):
        return ()
    means = estimates(matrix, line_up)
    found = means.of(rows)
    critical = max_t_critical(means, rows, found, level, seed=seed)
    if least is not None:
        found = replace(found, variances=np.where(least > found.variances, least, found.variances))
    p = _p_values(found, means.observed, rows)
    adjusted = holm(p)
    alone = t_quantiles(0.5 + level / 2, found.df) * np.sqrt(found.variances)
    joint = critical * np.sqrt(found.variances)
    names = pairs or [(-1, -1)] * len(rows)
    return tuple(
        Contrast(first, second, value, value - own, value + own, p1, p2, value - wide, value + wide, int(blocks), level)
        for (first, second), value, own, wide, p1, p2, blocks in zip(
            names, found.values.tolist(), alone.tolist(), joint.tolist(), p.tolist(), adjusted.tolist(), found.blocks,
            strict=True))


def _p_values(found: Combined, observed: Bools, rows: Floats) -> Floats:
    sd = np.sqrt(found.variances)
    spread = sd > 1e-12
    p = np.where(np.isnan(sd), np.nan, 1.0)
    p[spread] = t_p_value(found.values[spread] / sd[spread], found.df[spread])
    agree = ~spread & ~np.isnan(sd) & (np.abs(found.values) > 1e-12)
    p[agree] = [p_of_agreement(observed[:, row != 0], int(blocks)) for row, blocks in
                zip(rows[agree], found.blocks[agree], strict=True)]
    return p


def max_t_critical(means: Estimates, rows: Floats, found: Combined, level: float = 0.95, draws: int = DRAWS,
                   seed: int = 0) -> float:
    """The quantile of the largest |t| of a family: normal draws with the estimated covariance over a common chi."""
    wanted = found.variances > 1e-24
    if not wanted.any():
        return math.nan
    df = float(found.df[wanted].min())
    rows = rows[wanted]
    if len(rows) == 1:
        return t_quantile(0.5 + level / 2, df)
    used = (rows != 0).any(axis=0)
    size, axes = np.linalg.eigh(means.spread[:, used].T @ means.spread[:, used])
    scaled = (rows[:, used] / np.sqrt(found.variances[wanted])[:, None]) @ (axes * np.sqrt(np.clip(size, 0, None)))
    random = np.random.default_rng(seed)
    largest = np.abs(random.standard_normal((draws, scaled.shape[1])) @ scaled.T).max(axis=1)
    return float(np.quantile(largest / np.sqrt(random.chisquare(df, draws) / df), level))


def holm(p: Floats) -> Floats:
    """Holm's adjusted p values; the chance of any false alarm stays below alpha. nan is no test and stays nan.

    >>> print(holm(np.array([.01, .04, .03, .005])))
    [0.03 0.06 0.06 0.02]
    """
    adjusted = np.full(len(p), np.nan)
    order = np.argsort(np.where(np.isnan(p), np.inf, p), kind="stable")[: int((~np.isnan(p)).sum())]
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(order), 0, -1)), 1.0)
    return adjusted


def benjamini_hochberg(p: Floats) -> Floats:
    """Adjusted p values that bound the share of false alarms among the findings: for large exploratory tables only.

    >>> print(benjamini_hochberg(np.array([.01, .04, .03, .005])))
    [0.02 0.04 0.04 0.02]
    """
    adjusted = np.full(len(p), np.nan)
    order = np.argsort(np.where(np.isnan(p), np.inf, p), kind="stable")[: int((~np.isnan(p)).sum())]
    n = len(order)
    scaled = p[order] * n / np.arange(1, n + 1)
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return adjusted


# Equivalence

Verdict = Literal["balanced", "unbalanced", "undecided"]


@dataclass(frozen=True)
class Equivalence:
    """What two one-sided tests say of a difference: `low` and `high` are the (1 - 2 alpha) interval that they invert.

    "balanced": the interval lies within the margin, though a smaller difference may be shown; "unbalanced": a difference is
    shown and the interval leaves the margin; else "undecided".
    """

    verdict: Verdict
    value: float
    low: float
    high: float
    p_difference: float
    margin: float
    blocks: int


def tost(differences: Floats, margin: float, alpha: float = 0.05, line_up: Ints | None = None) -> Equivalence:
    """Whether the mean of block differences (B,) lies within +-margin, by two one-sided t tests.

    >>> tost(np.array([.1, -.1, .05, -.05, 0, .1, -.1, 0]), margin=.1).verdict
    'balanced'
    """
    narrow = block_t(differences, level=1 - 2 * alpha, line_up=line_up)
    means, whole = estimates(differences[:, None], line_up), np.ones((1, 1))
    p = float(_p_values(means.of(whole), means.observed, whole)[0])
    return equivalence(narrow, p, margin, alpha)


def equivalence(narrow: Rate, p_difference: float, margin: float, alpha: float = 0.05) -> Equivalence:
    """The verdict from an interval of level 1 - 2 alpha and the (adjusted) p of "no difference"."""
    verdict: Verdict = "undecided"
    if -margin < narrow.low and narrow.high < margin:
        verdict = "balanced"
    elif p_difference < alpha:
        verdict = "unbalanced"
    return Equivalence(verdict, narrow.value, narrow.low, narrow.high, p_difference, margin, narrow.blocks)


@dataclass(frozen=True)
class Balance:
    """Equivalence of a whole set of shares with 1/k: all must be within the margin, or one shown to differ."""

    verdict: Verdict
    each: tuple[Equivalence, ...]


def balance(shares: Floats, games: int, margin: float, alpha: float = 0.05, line_up: Ints | None = None) -> Balance:
    """Whether k shares that sum to 1 (of the seats) are equal within the margin; block matrix (B, k).

    Intervals by `cluster_wilson`; differences from 1/k by the score test that it inverts, Holm over the k; "balanced" needs no
    adjustment, since all must be. A t test would say "unbalanced" of equal seats in 28 % of runs of 20 games with 5 seats, this
    one in 1.5 %. With 4 seats and a margin of 2 points one balanced seat is called so in 14.5, 64.3, 95.8 % of runs with
    1,500, 3,000, 6,000 mirror games, at the margin in 3.2 to 5.2 %.
    """
    k = shares.shape[1]
    p = holm(np.array([p_of_share(cluster_wilson(column, games, line_up=line_up), 1 / k) for column in shares.T]))
    each = tuple(
        equivalence(cluster_wilson(column, games, 1 - 2 * alpha, line_up).minus(1 / k), p1, margin, alpha)
        for column, p1 in zip(shares.T, p.tolist(), strict=True))
    return balance_of(each)


def balance_of(each: tuple[Equivalence, ...]) -> Balance:
    """Balanced if all are, unbalanced if any is."""
    if all(one.verdict == "balanced" for one in each):
        return Balance("balanced", each)
    return Balance("unbalanced" if any(one.verdict == "unbalanced" for one in each) else "undecided", each)


# Letters and effect sizes

def letters(values: Sequence[float], different: Bools) -> list[str]:
    """Letters so that two columns have one in common exactly if no difference between them was shown.

    `different` is a symmetric matrix. The largest value gets "a". By insertion and absorption (Piepho 2004).

    >>> letters([.34, .29, .27, .10], np.array([[0, 1, 1, 1], [1, 0, 0, 1], [1, 0, 0, 1], [1, 1, 1, 0]], dtype=bool))
    ['a', 'b', 'b', 'c']
    """
    n = len(values)
    order = sorted(range(n), key=lambda i: -values[i])
    groups: list[frozenset[int]] = [frozenset(range(n))]
    for i, j in itertools.combinations(range(n), 2):
        if different[order[i], order[j]]:
            split = [part for g in groups for part in ((g - {i}, g - {j}) if {i, j} <= g else (g,))]
            groups = [g for k, g in enumerate(split)
                      if not any(g < other or (g == other and m < k) for m, other in enumerate(split))]
    groups.sort(key=sorted)
    names = [_letter(i) for i in range(len(groups))]
    place = {column: i for i, column in enumerate(order)}
    return ["".join(name for name, g in zip(names, groups, strict=True) if place[column] in g) for column in range(n)]


def _letter(i: int) -> str:
    return string.ascii_letters[i] if i < len(string.ascii_letters) else f"({i + 1})"


def difference_matrix(contrasts: Sequence[Contrast], columns: int, alpha: float = 0.05) -> Bools:
    """Which pairs of columns differ, from `all_pairs`, for `letters`."""
    different = np.zeros((columns, columns), dtype=bool)
    for contrast in contrasts:
        different[contrast.first, contrast.second] = different[contrast.second, contrast.first] = contrast.shown(alpha)
    return different


def within_cell_sd(values: Floats, cell: Ints) -> tuple[float, int]:
    """The standard deviation of values (N,) within their cells (strategy x seat, say), and its degrees of freedom."""
    size = np.bincount(cell)
    squares = (values - (block_sums(values, cell) / np.maximum(size, 1))[cell]) ** 2
    df = len(values) - int((size > 0).sum())
    return (math.sqrt(float(squares.sum()) / df) if df > 0 else math.nan), df


def hedges_g(contrast: Contrast, sd: float, df: int) -> Rate:
    """A difference of scores in units of `within_cell_sd`, with Hedges' correction; the interval is that of the difference."""
    if not sd > 0:
        return Rate(math.nan, math.nan, math.nan, contrast.blocks, 0, contrast.level)
    unit = (1 - 3 / (4 * df - 1)) / sd
    return Rate(contrast.value * unit, contrast.low * unit, contrast.high * unit, contrast.blocks, 0, contrast.level)
