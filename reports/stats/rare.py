"""Shares that were seen too rarely to show their own spread: the smallest variance of a difference that is believed."""
from __future__ import annotations

import math

import numpy as np

from reports.stats.blocks import Bools, Combined, Estimates, Floats, block_sums
from reports.stats.quantiles import t_quantiles


def one_sided(differences: Floats, found: Combined) -> Floats:
    """Of paired differences (B, columns): the variance at which the t test has the p of the sign test.

    For columns that moved in less than half the blocks, and always to the same side; 0 for the others. Four of 40 blocks that
    gain a win (t: p .044) may be chance (p .125).
    """
    up, down = (differences > 0).sum(axis=0), (differences < 0).sum(axis=0)
    moved = up + down
    meant = (np.minimum(up, down) == 0) & (moved > 1) & (2 * moved < found.blocks) & (found.df > 0)
    p = np.where(meant, 0.5 ** (moved - 1.0), 0.5)
    implied: Floats = np.where(meant, found.values / t_quantiles(1 - p / 2, np.where(meant, found.df, 1.0)), 0.0)
    return implied**2


def never_met(observed: Bools, first: int, second: int) -> bool:
    """Whether no block holds both of two columns."""
    return not (observed[:, first] & observed[:, second]).any()


def alike(matrix: Floats, means: Estimates, first: int, second: int) -> float:
    """The variance of the difference of two columns that never meet, if the blocks of both have the same spread: Student's.

    A side in which something never happened shows no spread of its own. Of 480 blocks against 160, both with 1.1 % of a thing,
    0.7 % of runs say that they differ (Welch 14 %).
    """
    squares = free = width = 0.0
    for column in (first, second):
        there = means.observed[:, column]
        values, stratum = matrix[there, column], means.stratum[there]
        count = np.bincount(stratum)
        centred = values - (block_sums(values, stratum) / np.maximum(count, 1))[stratum]
        played = count[count > 0]
        squares += float(centred @ centred)
        free += float((played - 1).sum())
        width += float((1 / played).sum()) / max(1, len(played)) ** 2
    return squares / free * width if free else 0.0


def p_of_agreement(observed: Bools, blocks: int) -> float:
    """The p of a difference without any spread: of the sign test, or of two columns that never meet the chance that so many
    blocks fall apart into the two sides by themselves (the permutation test, as Fisher's).

    >>> round(p_of_agreement(np.array([[True, False]] * 3 + [[False, True]] * 3), 6), 6)
    0.1
    """
    if observed.shape[1] != 2 or not never_met(observed, 0, 1):
        return float(0.5 ** (blocks - 1.0))
    first, second = (int(n) for n in observed.sum(axis=0))
    ways = math.lgamma(first + second + 1) - math.lgamma(first + 1) - math.lgamma(second + 1)
    return min(1.0, 2 * math.exp(-ways))


def unseen(value: float, blocks: int, tail: float) -> tuple[float, float]:
    """How far a share may move although all blocks agree: a block that does otherwise, if there are any such, is rarer than
    1 - tail^(1 / blocks).

    >>> low, high = unseen(0.0, blocks=40, tail=0.025)
    >>> print(f"[{low:.3f}, {high:.3f}]")
    [-0.088, 0.088]
    """
    room = 1 - tail ** (1 / blocks)
    return max(-1.0, value - room), min(1.0, value + room)
