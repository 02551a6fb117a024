"""What a seat is worth: advantage, spread, entropy, and seat by strategy. Block matrices of shares, see `blocks`."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from reports.stats.blocks import Bools, Estimates, Floats, Ints, divide, estimates
from reports.stats.contrasts import all_pairs, family
from reports.stats.quantiles import f_p_value, z_quantile
from reports.stats.rates import Rate, cluster_wilson


def seat_advantage(shares: Floats, games: int, level: float = 0.95, line_up: Ints | None = None) -> tuple[Rate, ...]:
    """Win share of each seat less 1/k, from the block shares of the seats (B, k); [0] is the first player's advantage.

    >>> coin = np.array([[1., 0], [0, 1], [1, 0], [0, 1]])
    >>> [rate.value for rate in seat_advantage(coin, games=4)]
    [0.0, 0.0]
    """
    k = shares.shape[1]
    return tuple(cluster_wilson(column, games, level, line_up).minus(1 / k) for column in shares.T)


def seat_spread(shares: Floats, games: int, level: float = 0.95, line_up: Ints | None = None, seed: int = 0) -> Rate:
    """Advantage of the best seat less that of the worst (1 - this is Ludii's "Balance").

    The interval follows from the simultaneous ones of all pairs of seats, so it covers at least `level`; the value itself is
    biased up where seats are about equal.
    """
    pairs = all_pairs(shares, level, line_up, seed)
    means = np.array([pair.value for pair in pairs])
    value = float(np.abs(means).max())
    low = max(max(pair.joint_low, -pair.joint_high, 0.0) for pair in pairs)
    high = max(max(pair.joint_high, -pair.joint_low) for pair in pairs)
    blocks = pairs[0].blocks
    if np.isnan([pair.low for pair in pairs]).any():
        low = high = float("nan")
    elif np.isnan([pair.joint_high for pair in pairs]).all():
        low = high = value                                      # every block the same: no spread at all
    return Rate(value, low, min(high, 1.0), blocks, games, level)


def seat_entropy(shares: Floats, games: int, level: float = 0.95, draws: int = 2_000, seed: int = 0) -> Rate:
    """Entropy of the seats' win shares over ln k: 1 if all win alike, 0 if one seat always wins.

    The value is biased down by about (k - 1) / (2 games ln k), and so is its bootstrap. The interval therefore holds both the
    percentile and the basic block bootstrap, and reaches up to 1 unless Hotelling's test shows that the seats differ.
    Coverage at 95 %: 95.5 to 100 (2 and 4 seats, 200 and 2,000 games, equal and unequal seats); the percentile interval alone
    falls to 0 at equal seats, the basic one to 65.

    >>> seat_entropy(np.full((10, 4), .25), games=40).value
    1.0
    """
    shares = shares[~np.isnan(shares).any(axis=1)]
    blocks = len(shares)
    if not blocks:
        return Rate(float("nan"), float("nan"), float("nan"), 0, games, level)
    value = float(_entropy(shares.mean(axis=0)[None])[0])
    if blocks < 2:
        return Rate(value, float("nan"), float("nan"), blocks, games, level)
    rows, counts = np.unique(shares.round(12), axis=0, return_counts=True)
    drawn = np.random.default_rng(seed).multinomial(blocks, counts / blocks, size=draws) @ rows / blocks
    low, high = np.quantile(_entropy(drawn), [0.5 - level / 2, 0.5 + level / 2]).tolist()
    low, high = max(min(low, 2 * value - high), 0.0), min(max(high, 2 * value - low), 1.0)
    return Rate(value, min(low, value), 1.0 if equality(shares) > 1 - level else max(high, value), blocks, games, level)


def equality(shares: Floats) -> float:
    """p of "all seats win alike" by Hotelling's T^2 on the block shares (B, k), which sum to 1 in each block.

    1 where there are no more blocks than seats, or no spread and no difference; 0 if there is a difference without spread.
    """
    blocks, k = shares.shape
    off = shares[:, 1:] - 1 / k
    mean = off.mean(axis=0)
    if blocks <= k or not np.abs(mean).max() > 1e-12:
        return 1.0
    covariance = np.atleast_2d(np.cov(off, rowvar=False)) / blocks
    if np.abs(covariance).max() < 1e-15:
        return 0.0
    t2 = float(mean @ np.linalg.pinv(covariance, hermitian=True) @ mean)
    return f_p_value(t2 * (blocks - k + 1) / ((k - 1) * (blocks - 1)), k - 1.0, blocks - k + 1.0)


def _entropy(p: Floats) -> Floats:
    terms = np.where(p > 0, p * np.log(np.where(p > 0, p, 1.0)), 0.0)
    return np.asarray(np.clip(-terms.sum(axis=1) / np.log(p.shape[1]), 0, 1), dtype=np.float64)


@dataclass(frozen=True)
class SeatByStrategy:
    """Matrices (strategies, seats): the share of each cell, its effect, the simultaneous half-width, whether it is shown.

    `shown`: the interval of the effect, valid for all cells at once, leaves out 0.
    """

    share: Floats
    effect: Floats
    half_width: Floats
    shown: Bools
    blocks: Ints


def seat_by_strategy(cells: Floats, strategies: int, seats: int, *, against: Literal["interaction", "row"] = "interaction",
                     level: float = 0.95, line_up: Ints | None = None, seed: int = 0) -> SeatByStrategy:
    """Shares and effects of strategy j in seat s, from block shares of the cells (B, strategies * seats), cell j * seats + s.

    The effect is p_js less the strategy's mean ("row": what the seat is worth to this strategy), or the interaction
    p_js - p_j. - p_.s + p.. (how much more it is worth to it than to the others; a cell that was never played makes it nan).
    A cell that hardly ever won shows next to no spread, and is given that of `_rare`: family-wise error of 16 cells in
    12 blocks 0.2 to 1 % (without it 13 to 26), in 20 blocks 2 to 5 (15 to 17), in 200 blocks 6 (6 to 12).
    """
    others = _centre(strategies) if against == "interaction" else np.eye(strategies)
    rows: Floats = np.asarray(np.kron(others, _centre(seats)), dtype=np.float64)
    means, shape = estimates(cells, line_up), (strategies, seats)
    least = means.of(rows).variances + rows**2 @ _rare(means, shape, 1 - (1 - level) / max(1, len(rows)))
    found = family(cells, rows, level, line_up, seed=seed, least=least)
    share, counts = means.values, (~np.isnan(cells)).sum(axis=0)
    effect = np.array([one.value for one in found])
    half = np.array([one.joint_high for one in found]) - effect
    return SeatByStrategy(share.reshape(shape), effect.reshape(shape), half.reshape(shape),
                          (np.abs(effect) > half).reshape(shape), counts.reshape(shape))


def _rare(means: Estimates, shape: tuple[int, int], level: float) -> Floats:
    """What the variance of each cell's share lacks, 0 or more: to that of a share moved towards the strategy's mean.

    It moves as in Wilson's interval, as if z^2 blocks at the mean were added (z of the level) to those that were played, which
    count for less the nearer the mean is to 0 or 1. So a cell without a win is nearly as uncertain as the strategy's other
    cells let expect, and many wins change nothing.
    """
    blocks = means.observed.sum(axis=0)
    variance, share = (means.spread**2).sum(axis=0), np.nan_to_num(means.values)
    played = (blocks > 1).reshape(shape)
    inside = np.where(played, (share * (1 - share)).reshape(shape), 0.0)
    spread = np.where(played, (variance * blocks).reshape(shape), 0.0)
    for_one = divide(spread.sum(axis=1), inside.sum(axis=1)).repeat(shape[1])
    mean = divide(np.where(played, share.reshape(shape), 0.0).sum(axis=1), played.sum(axis=1)).repeat(shape[1])
    weight = 4 * mean * (1 - mean) * blocks
    moved = mean + divide(weight, weight + z_quantile(0.5 + level / 2) ** 2) * (share - mean)
    lacking: Floats = np.nan_to_num(np.maximum(for_one * moved * (1 - moved) / np.maximum(blocks, 1) - variance, 0.0))
    return lacking


def _centre(n: int) -> Floats:
    return np.eye(n) - 1 / n
