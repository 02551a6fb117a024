"""What a balance tester counts: lengths, how games end, ties, margins, the load of decisions. Arrays by game (games, ...)."""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from reports.stats.blocks import Bools, Floats, Ints, block_means, block_sums
from reports.stats.rates import Rate, block_t, cluster_wilson, ratio


@dataclass(frozen=True)
class Distribution:
    """Numbers of games: their mean with its interval by blocks, and how they spread."""

    mean: Rate
    sd: float
    least: float
    p5: float
    median: float
    p95: float
    most: float


def distribution(values: Floats, block: Ints, level: float = 0.95) -> Distribution:
    """Lengths, scores, margins, legal actions: any numbers (N,) with their blocks (N,). All nan if there are none.

    >>> found = distribution(np.array([14., 16, 18, 16]), np.array([0, 0, 1, 1]))
    >>> found.mean.value, found.median, found.most
    (16.0, 16.0, 18.0)
    """
    if not len(values):
        none = math.nan
        return Distribution(Rate(none, none, none, 0, 0, level), none, none, none, none, none, none)
    p5, median, p95 = np.quantile(values, [0.05, 0.5, 0.95]).tolist()
    sums, counts = block_sums(values, block), block_sums(np.ones(len(values)), block)
    return Distribution(ratio(sums, counts, level), float(values.std(ddof=1)) if len(values) > 1 else math.nan,
                        float(values.min()), p5, median, p95, float(values.max()))


def distributions(values: Floats, label: Ints, block: Ints, labels: int, level: float = 0.95) -> tuple[Distribution, ...]:
    """`distribution` for each label: legal actions by phase, scores by strategy; arrays (N,)."""
    return tuple(distribution(values[label == i], block[label == i], level) for i in range(labels))


def ecdf(values: Floats) -> tuple[Floats, Floats]:
    """The different values in order, and the share of all that are at most as large.

    >>> [part.tolist() for part in ecdf(np.array([3., 1, 3, 2]))]
    [[1.0, 2.0, 3.0], [0.25, 0.5, 1.0]]
    """
    steps, counts = np.unique(values, return_counts=True)
    return steps, np.cumsum(counts) / max(len(values), 1)


def category_shares(code: Ints, block: Ints, codes: int, level: float = 0.95) -> tuple[Rate, ...]:
    """The share of games of each code 0..codes-1, such as end triggers; a game of another code counts for none.

    The shares sum to 1 if every game has a code.
    """
    return tuple(event_rate(code == i, block, level) for i in range(codes))


def event_rate(happened: Bools, block: Ints, level: float = 0.95) -> Rate:
    """The share of games in which something happened, (games,), by cluster Wilson."""
    if not len(block):
        return Rate(math.nan, math.nan, math.nan, 0, 0, level)
    return cluster_wilson(block_means(happened.astype(np.float64), block), len(block), level)


def tie_rate(values: Floats, block: Ints, level: float = 0.95) -> Rate:
    """The share of games whose highest value (games, seats) is held by several.

    With minus the ranks: still tied after the game's own tie-breaks. With scores: tied without them.

    >>> tie_rate(np.array([[5., 5], [7, 3]]), np.array([0, 1])).value
    0.5
    """
    return event_rate((values == values.max(axis=1, keepdims=True)).sum(axis=1) > 1, block, level)


def margins(scores: Floats) -> Floats:
    """The best score less the second, and less the last: (games, 2).

    >>> margins(np.array([[40., 52, 47, 31]])).tolist()
    [[5.0, 21.0]]
    """
    ordered = np.sort(scores, axis=1)
    second = ordered[:, -2] if scores.shape[1] > 1 else ordered[:, -1]
    return np.asarray(np.stack([ordered[:, -1] - second, ordered[:, -1] - ordered[:, 0]], axis=1), dtype=np.float64)


def close_rate(scores: Floats, block: Ints, close: float = 3, level: float = 0.95) -> Rate:
    """The share of games won by at most `close` points over the second."""
    return event_rate(margins(scores)[:, 0] <= close, block, level)


def own_margin(scores: Floats) -> Floats:
    """Each score less the best of the others (games, seats): what a player won or lost by.

    >>> own_margin(np.array([[40., 52, 47]])).tolist()
    [[-12.0, 5.0, -5.0]]
    """
    if scores.shape[1] < 2:
        return np.zeros(scores.shape)
    ordered = np.sort(scores, axis=1)
    top, second = ordered[:, -1:], ordered[:, -2:-1]
    leads = (scores == top) & ((scores == top).sum(axis=1, keepdims=True) == 1)
    return np.asarray(scores - np.where(leads, second, top), dtype=np.float64)


def forced_share(forced: Ints, decisions: Ints, block: Ints, level: float = 0.95) -> Rate:
    """The share of choices with a single legal action; counts by game. `games` of the result is the number of choices."""
    total = (forced + decisions).astype(np.float64)
    return ratio(block_sums(forced.astype(np.float64), block), block_sums(total, block), level, share=True)


def mean_by_block(values: Floats, block: Ints, level: float = 0.95) -> Rate:
    """The mean over blocks of the block means of values by game (games,): any metric; nan games are left out."""
    if not len(block):
        return Rate(math.nan, math.nan, math.nan, 0, 0, level)
    return block_t(block_means(values, block), int((~np.isnan(values)).sum()), level)
