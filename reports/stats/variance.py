"""Where the spread comes from: what the common luck of a block is worth, and the shares of skill, seat and luck."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.stats.blocks import Floats, Ints
from reports.stats.quantiles import t_quantile
from reports.stats.rates import Rate

JACKKNIFE: Final = 20


def deff(shares: Floats) -> float:
    """Variance of a block mean over that of as many independent games: below 1 the common luck of a block has helped.

    `shares` (B, games of a block) of one strategy or one seat, nan for blocks without it. nan below two blocks or without any
    spread. Seats have 1.6 to 2.7 where strategies have less than 1: one seed's luck lies on one seat in all rotations.

    >>> deff(np.array([[1., 0], [0, 1], [1, 0]]))
    0.0
    """
    shares = shares[~np.isnan(shares).any(axis=1)]
    spread = float(shares.var()) if shares.size else 0.0
    if len(shares) < 2 or spread == 0:
        return math.nan
    return float(shares.mean(axis=1).var(ddof=1) * shares.shape[1] / spread)


@dataclass(frozen=True)
class Components:
    """Variances of a score by cause. `pooled`: two seats leave nothing to separate the kinds of luck; `residual` then is their
    pooled mean square, right if the luck is independent and up to a third too small if it sticks to seed and strategy.

    `seed` is common to the table and is no part of `total`; `skill` is the share of `strategy` in it, with an interval by
    the jackknife over groups of blocks. All of it is subject to this pool of strategies.
    """

    strategy: float
    seat: float
    strategy_by_seat: float
    seed_by_seat: float
    seed_by_game: float
    seed_by_strategy: float
    residual: float
    seed: float
    skill: Rate
    pooled: bool

    @property
    def total(self) -> float:
        return (self.strategy + self.seat + self.strategy_by_seat + self.seed_by_seat + self.seed_by_game
                + self.seed_by_strategy + self.residual)


def skill_and_luck(scores: Floats, strategy: Ints, line_up: Ints | None = None, level: float = 0.95) -> Components:
    """Variance components of scores (B, games, seats) of blocks of rotations, `strategy` of the same shape.

    Each block is a Latin square of games, seats, strategies. Without the means of strategy x seat there remain mean squares of
    seed, seed x game, seed x strategy, seed x seat and residual, with (B - 1) {1, k-1, k-1, k-1, (k-1)(k-2)} degrees of
    freedom; a component is (its mean square - residual) / k. The effects of strategy and seat are corrected for their errors.
    Several line-ups are averaged. True (1, .49, .16, .09, .25, .267, .067) came back as (.997, .495, .158, .090, .241, .267,
    .066). Shares (of wins) may stand for scores, as an index.
    """
    k = scores.shape[2]
    if scores.shape[1] != k or any(len(set(table[0])) < k for table in strategy):
        raise ValueError("skill and luck need blocks of rotations of different strategies")
    lines = np.zeros(len(scores), dtype=np.int64) if line_up is None else line_up
    parts = _mean_components(scores, strategy, lines)
    if parts is None:
        raise ValueError("skill and luck need two blocks of each line-up")
    skill = _share(parts)
    low, high = _jackknife(scores, strategy, lines, skill, level)
    rate = Rate(skill, low, high, len(scores), len(scores) * k, level)
    of_strategy, seat, both, by_seat, by_game, by_strategy, residual, seed = parts.tolist()
    return Components(of_strategy, seat, both, by_seat, by_game, by_strategy, residual, seed, rate, pooled=k == 2)


def _share(parts: Floats) -> float:
    total = float(parts[:7].sum())
    return float(parts[0]) / total if total > 0 else math.nan


def _jackknife(scores: Floats, strategy: Ints, lines: Ints, skill: float, level: float) -> tuple[float, float]:
    groups = min(JACKKNIFE, len(scores))
    order = np.argsort(lines, kind="stable")
    group = np.empty(len(scores), dtype=np.int64)
    group[order] = np.arange(len(scores)) % groups               # each group has blocks of many line-ups
    left_out = []
    for i in range(groups):
        parts = _mean_components(scores[group != i], strategy[group != i], lines[group != i])
        left_out.append(math.nan if parts is None else _share(parts))
    pseudo = groups * skill - (groups - 1) * np.array(left_out)
    pseudo = pseudo[~np.isnan(pseudo)]
    if len(pseudo) < 2:
        return math.nan, math.nan
    half = t_quantile(0.5 + level / 2, len(pseudo) - 1.0) * float(pseudo.std(ddof=1)) / math.sqrt(len(pseudo))
    return min(max(skill - half, 0.0), skill), max(min(skill + half, 1.0), skill)


def _mean_components(scores: Floats, strategy: Ints, lines: Ints) -> Floats | None:
    each = [_components(scores[lines == line], strategy[lines == line])
            for line in np.unique(lines) if (lines == line).sum() > 1]
    return np.mean(each, axis=0) if each else None


def _components(y: Floats, strategy: Ints) -> Floats:
    """The components of one line-up, in the order of `Components`."""
    blocks, k = len(y), y.shape[2]
    who = np.searchsorted(np.unique(strategy), strategy)
    seat = np.broadcast_to(np.arange(k), y.shape)
    cell = np.zeros((k, k))
    np.add.at(cell, (who, seat), y)
    cell /= blocks
    e = y - cell[who, seat]
    by_strategy = np.zeros((blocks, k))
    np.add.at(by_strategy, (np.broadcast_to(np.arange(blocks)[:, None, None], y.shape), who), e / k)
    mean, by_game, by_seat = e.mean(axis=(1, 2)), e.mean(axis=2), e.mean(axis=1)
    deviations = [part - mean[:, None] for part in (by_game, by_strategy, by_seat)]
    squares = [k * float((part**2).sum()) for part in deviations]
    ms_seed = k * k * float((mean**2).sum()) / (blocks - 1)
    game, strat, place = (s / ((blocks - 1) * (k - 1)) for s in squares)
    residual_df = (blocks - 1) * (k - 1) * (k - 2)
    left = float((e**2).sum()) - sum(squares) - k * k * float((mean**2).sum())
    residual = left / residual_df if residual_df else (game + strat + place) / 3
    luck = [0.0, 0.0, 0.0] if k == 2 else [max((ms - residual) / k, 0.0) for ms in (place, game, strat)]
    noise = (game, strat, place) if k > 2 else (residual, residual, residual)
    fixed = _fixed(cell, noise, residual, blocks)
    seed = max((ms_seed - residual - k * sum(luck)) / k**2, 0.0)
    return np.array([*fixed, *luck, max(residual, 0.0), seed])


def _fixed(cell: Floats, noise: tuple[float, float, float], residual: float, blocks: int) -> list[float]:
    """Variances of strategy, seat and their product among cell means, less what chance adds to them."""
    k = len(cell)
    mean = cell.mean()
    strategy, seat = cell.mean(axis=1) - mean, cell.mean(axis=0) - mean
    both = cell - mean - strategy[:, None] - seat
    game, by_strategy, by_seat = noise
    parts = [float((strategy**2).sum()) / (k - 1) - by_strategy / (blocks * k),
             float((seat**2).sum()) / (k - 1) - by_seat / (blocks * k),
             float((both**2).sum()) / (k - 1) ** 2 - (game + (k - 2) * residual) / ((k - 1) * blocks)]
    return [max(part, 0.0) for part in parts]
