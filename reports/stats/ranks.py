"""Ranks, placement, who finished ahead of whom. Arrays of shape (games, seats); higher scores are better, rank 1 is best."""
from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from reports.stats.blocks import Floats, Ints, divide, group_means
from reports.stats.contrasts import holm
from reports.stats.rates import Rate, p_of_share, wilson_of


def competition_ranks(scores: Floats) -> Ints:
    """1 + the number of better ones: 1, 1, 3.

    >>> competition_ranks(np.array([[10., 8, 8, 3]])).tolist()
    [[1, 2, 2, 4]]
    """
    better: Ints = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    return 1 + better


def midranks(ranks: Ints) -> Floats:
    """Competition ranks with ties at their mean.

    >>> midranks(np.array([[1, 2, 2, 4]])).tolist()
    [[1.0, 2.5, 2.5, 4.0]]
    """
    return ranks + (_tied(ranks) - 1) / 2


def _tied(ranks: Ints) -> Ints:
    return np.asarray((ranks[:, None, :] == ranks[:, :, None]).sum(axis=2), dtype=np.int64)


def placement_points(ranks: Ints) -> Floats:
    """(k - midrank) / (k - 1): 1 for the best, 0 for the last; the mean of a table is always a half.

    >>> placement_points(np.array([[1, 2, 2, 4]])).tolist()
    [[1.0, 0.5, 0.5, 0.0]]
    """
    k = ranks.shape[1]
    return (k - midranks(ranks)) / (k - 1) if k > 1 else np.full(ranks.shape, 0.5)


def win_shares(ranks: Ints) -> Floats:
    """1/m for each of the m of rank 1."""
    first = ranks == 1
    shares: Floats = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    return shares


def rank_distribution(ranks: Ints, label: Ints, labels: int) -> Floats:
    """How often each label (strategy) finished on each place, ties shared over theirs; shape (labels, seats).

    Rows sum to 1; a label that did not play has nan.
    """
    k = ranks.shape[1]
    tied = _tied(ranks)
    counts = np.zeros((labels, k))
    for place in range(1, k + 1):
        weight = ((ranks <= place) & (place < ranks + tied)) / tied
        counts[:, place - 1] = np.bincount(label.ravel(), weights=weight.ravel(), minlength=labels)
    total = counts.sum(axis=1, keepdims=True)
    return divide(counts, total)


@dataclass(frozen=True)
class HeadToHead:
    """Row i, column l: how often i finished above l in their common games, ties half; matrices (labels, labels).

    nan where they never met (and on the diagonal). `p_holm` tests one half, Holm over the pairs.
    """

    share: Floats
    low: Floats
    high: Floats
    p_holm: Floats
    games: Ints
    blocks: Ints

    def rate(self, i: int, other: int, level: float = 0.95) -> Rate:
        return Rate(float(self.share[i, other]), float(self.low[i, other]), float(self.high[i, other]),
                    int(self.blocks[i, other]), int(self.games[i, other]), level)


def head_to_head(ranks: Ints, label: Ints, block: Ints, labels: int, level: float = 0.95) -> HeadToHead:
    """The head-to-head matrix of labels (games, seats), with cluster Wilson intervals over the blocks of common games.

    This is also the common-language effect size. A label in two seats meets the others twice, and not itself.
    """
    pair, above, game, alike = _meetings(ranks, label, labels)
    share, variance, blocks = group_means(above, pair, block[game], labels**2)
    common = np.rint(np.bincount(pair, weights=1 / alike, minlength=labels**2)).astype(np.int64)
    shape = (labels, labels)
    low, high, p = (np.full(labels**2, np.nan) for _ in range(3))
    for i in np.flatnonzero(blocks > 1):
        rate = wilson_of(float(share[i]), float(variance[i]), blocks[i] - 1.0, int(blocks[i]), int(common[i]), level)
        low[i], high[i], p[i] = rate.low, rate.high, p_of_share(rate, 0.5)
    return HeadToHead(share.reshape(shape), low.reshape(shape), high.reshape(shape), _holm_of_pairs(p.reshape(shape)),
                      common.reshape(shape), blocks.reshape(shape))


def _meetings(ranks: Ints, label: Ints, labels: int) -> tuple[Ints, Floats, Ints, Ints]:
    """Every ordered pair of seats of every game with different labels.

    For each the pair of labels, 1, 1/2 or 0 for the first above the second, the game, how often this pair meets in it.
    """
    twins = (label[:, :, None] == label[:, None, :]).sum(axis=2)
    pairs, above, games, alike = [], [], [], []
    for i, other in itertools.permutations(range(ranks.shape[1]), 2):
        met = np.flatnonzero(label[:, i] != label[:, other])
        pairs.append(label[met, i] * labels + label[met, other])
        above.append(np.sign(ranks[met, other] - ranks[met, i]) / 2 + 0.5)
        games.append(met)
        alike.append(twins[met, i] * twins[met, other])
    if not pairs:
        none = np.zeros(0, dtype=np.int64)
        return none, np.zeros(0), none, none
    return np.concatenate(pairs), np.concatenate(above), np.concatenate(games), np.concatenate(alike)


def _holm_of_pairs(p: Floats) -> Floats:
    above = np.triu_indices(len(p), 1)
    adjusted = np.full(p.shape, np.nan)
    adjusted[above] = holm(p[above])
    return np.where(np.isnan(adjusted), adjusted.T, adjusted)


def intransitive_triples(matrix: HeadToHead, alpha: float = 0.05) -> list[tuple[int, int, int]]:
    """Triples (i, j, l) in which i beats j, j beats l and l beats i, each shown (Holm over all pairs); i is the smallest."""
    beats = (matrix.share > 0.5) & (matrix.p_holm < alpha)
    found = []
    for i, j, m in itertools.combinations(range(len(beats)), 3):
        if beats[i, j] and beats[j, m] and beats[m, i]:
            found.append((i, j, m))
        elif beats[i, m] and beats[m, j] and beats[j, i]:
            found.append((i, m, j))
    return found

