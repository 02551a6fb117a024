"""When to stop and how much to play: sequential tests, confidence sequences, the half-width rule, power.

Everything works on block values, in the order of the block numbers, and looks only at fixed numbers of blocks: the same
values give the same stop, whatever the number of workers and whichever block was finished first. Arrays in, frozen
dataclasses out. The runner imports this, so scipy (for quantiles of Student's t) is imported only when it is needed.
"""
from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Decision = Literal["H0", "H1", "precise", "open"]
"""What a rule says: the share is s0, the share is s1, the interval is narrow enough, or not yet anything."""

FIRST_LOOK: Final = 30
EVERY: Final = 8


def z_quantile(probability: float) -> float:
    """The quantile of the standard normal distribution."""
    return NormalDist().inv_cdf(probability)


def t_quantile(probability: float, df: float) -> float:
    """The quantile of Student's t with `df` degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(df, probability))


# Looking

@dataclass(frozen=True)
class Look:
    """What a rule saw after `blocks` blocks: its estimate, its statistic (LLR or half-width) and what it decides."""

    blocks: int
    estimate: float
    statistic: float
    decision: Decision

    @property
    def stops(self) -> bool:
        return self.decision != "open"


class Rule(Protocol):
    """A stopping rule: says after any number of blocks what it would decide there."""

    def look(self, values: Floats) -> Look:
        """`values`: the block values 0..n-1, shape (n,) or (n, columns) as the rule wants them."""


def look_points(blocks: int, max_blocks: int = 0, first: int = FIRST_LOOK, every: int = EVERY) -> range:
    """The numbers of blocks at which a rule may look when the blocks 0..blocks-1 are there.

    With `max_blocks`, the cap itself is no extra look: there the run ends and the last look stands.

    >>> list(look_points(50)), list(look_points(29)), list(look_points(1000, max_blocks=40))
    ([30, 38, 46], [], [30, 38])
    """
    end = min(blocks, max_blocks) if max_blocks else blocks
    return range(first, end + 1, every)


def contiguous(present: Iterable[int]) -> int:
    """How many blocks 0, 1, 2, ... are there without a gap, in whatever order they arrived.

    >>> contiguous([3, 0, 1, 5])
    2
    """
    seen, length = set(present), 0
    while length in seen:
        length += 1
    return length


def first_stop(rule: Rule, values: Floats, *, max_blocks: int = 0, after: int = 0, first: int = FIRST_LOOK,
               every: int = EVERY) -> Look | None:
    """The first look at which `rule` stops, or None; looks at up to `after` blocks are known to have been open."""
    for blocks in look_points(len(values), max_blocks, first, every):
        if blocks > after:
            look = rule.look(values[:blocks])
            if look.stops:
                return look
    return None


# A yes/no question

@dataclass(frozen=True)
class Gsprt:
    """The generalised sequential probability ratio test of a mean share `s0` against `s1`, on block shares.

    With mean m and population variance v of the n block values,
        LLR = n/2 ln[(v + (m - s0)^2) / (v + (m - s1)^2)],
    stopped outside (ln(beta / (1 - alpha)), ln((1 - beta) / alpha)). Blocks generalise the pentanomial pairs of chess
    testing. A nan is a block in which the candidate did not play. In a toy game of 2 and 4 players the error rates were
    3.3 to 6.2 % at a nominal 5 %. An estimate made at the stop is biased: give the confidence sequence with it.

    >>> look = Gsprt(0.25, 0.30).look(np.repeat([.25, .5, 0], [40, 40, 20]))
    >>> print(f"{look.decision} with LLR {look.statistic:.3f}")
    H1 with LLR 3.450
    """

    s0: float
    s1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def look(self, values: Floats) -> Look:
        x = values[~np.isnan(values)]
        if not len(x):
            return Look(0, math.nan, 0.0, "open")
        mean = float(x.mean())
        llr = gsprt_llr(mean, float(x.var()), len(x), self.s0, self.s1)
        low, high = self.bounds
        return Look(len(values), mean, llr, "H0" if llr <= low else "H1" if llr >= high else "open")

    def path(self, values: Floats, first: int = FIRST_LOOK, every: int = EVERY) -> list[Look]:
        """Every look up to the stop, for the figure of the LLR."""
        looks: list[Look] = []
        for blocks in look_points(len(values), first=first, every=every):
            looks.append(self.look(values[:blocks]))
            if looks[-1].stops:
                break
        return looks


def gsprt_llr(mean: float, variance: float, n: int, s0: float, s1: float) -> float:
    """The log likelihood ratio of share `s1` to share `s0`; infinite if the values are all exactly one of the two."""
    against0, against1 = variance + (mean - s0) ** 2, variance + (mean - s1) ** 2
    if against0 == against1:
        return 0.0
    if against1 == 0:
        return math.inf
    return -math.inf if against0 == 0 else n / 2 * math.log(against0 / against1)


# Estimation

@dataclass(frozen=True)
class HalfWidth:
    """Stops when every interval is narrower than `width` on either side: t sqrt((v + 1/n) / n) < width.

    v is the variance of the n block values of a column, t has n - 1 degrees of freedom; 1/n guards against a variance
    that is small by chance (Chow and Robbins). A column is a strategy or a seat, a nan a block in which it did not play.
    The widest interval decides. Coverage at 95 %: 93.6 to 96.5.
    """

    width: float
    level: float = 0.95

    def look(self, values: Floats) -> Look:
        """`values`: block shares of shape (n,) or (n, columns)."""
        columns = values[:, None] if values.ndim == 1 else values
        widths = [half_width(column[~np.isnan(column)], self.level) for column in columns.T]
        widest = int(np.argmax(widths))
        estimate = float(np.nanmean(columns[:, widest])) if widths[widest] < math.inf else math.nan
        return Look(len(columns), estimate, widths[widest], "precise" if widths[widest] < self.width else "open")


def half_width(x: Floats, level: float = 0.95) -> float:
    """The guarded half-width of a mean of block values; infinite below two blocks."""
    n = len(x)
    if n < 2:
        return math.inf
    return t_quantile(0.5 + level / 2, n - 1) * math.sqrt((float(x.var(ddof=1)) + 1 / n) / n)


# Confidence sequences

def asymptotic_cs(variance: float | Floats, n: int | Floats, alpha: float = 0.05, n_opt: int = 300) -> Floats:
    """Half-width of the asymptotic confidence sequence (Robbins' normal mixture), valid at all looks at once.

        sqrt(v) sqrt(2 (n r + 1) / (n^2 r) ln(sqrt(n r + 1) / alpha)),   r = (-2 ln alpha + ln(-2 ln alpha) + 1) / n_opt
    It is narrowest near `n_opt` blocks. Use it from 30 blocks on. Chance of ever missing the mean in 3,000 blocks: 2.3
    to 4.6 %; width 1.54 to 1.68 times that of an interval of a fixed number of blocks.

    >>> print(np.round(asymptotic_cs(0.03, np.array([100., 400.])), 6))
    [0.054425 0.026357]
    """
    blocks, log_alpha = np.asarray(n, dtype=np.float64), -2 * math.log(alpha)
    rho = (log_alpha + math.log(log_alpha) + 1) / n_opt
    grown = blocks * rho + 1
    width: Floats = np.sqrt(variance) * np.sqrt(2 * grown / (blocks**2 * rho) * np.log(np.sqrt(grown) / alpha))
    return width


@dataclass(frozen=True)
class Band:
    """A confidence sequence after each number of blocks: running mean, lower and upper bound, each of shape (n,)."""

    mean: Floats
    low: Floats
    high: Floats


def asymptotic_band(x: Floats, alpha: float = 0.05, n_opt: int = 300, first: int = FIRST_LOOK) -> Band:
    """The asymptotic confidence sequence of block values in order, cut to [0, 1]; no bounds (nan) before `first` blocks."""
    n = np.arange(1, len(x) + 1, dtype=np.float64)
    mean = np.cumsum(x) / n
    variance = np.maximum(np.cumsum(x**2) / n - mean**2, 0) * n / np.maximum(n - 1, 1)
    width = np.where(n >= first, asymptotic_cs(variance, n, alpha, n_opt), np.nan)
    return Band(mean, np.clip(mean - width, 0, 1), np.clip(mean + width, 0, 1))


def bernstein_band(x: Floats, alpha: float = 0.05) -> Band:
    """The empirical-Bernstein confidence sequence of block values in [0, 1], in order: strict at every number of blocks.

    Predictable plug-in of Waudby-Smith and Ramdas, intersected over time; its centre is a weighted mean. Chance of ever
    missing: 0.5 to 0.8 % at a nominal 5 %; 1.8 to 3.5 times as wide as an interval of a fixed number of blocks.
    """
    if len(x) and (x.min() < 0 or x.max() > 1):
        raise ValueError("the empirical-Bernstein sequence wants values from 0 to 1")
    stake, cost = _stakes(x, alpha)
    total = np.cumsum(stake)
    centre, width = np.cumsum(stake * x) / total, (math.log(2 / alpha) + np.cumsum(cost)) / total
    low, high = np.maximum.accumulate(centre - width), np.minimum.accumulate(centre + width)
    return Band(np.cumsum(x) / np.arange(1, len(x) + 1), np.clip(low, 0, 1), np.clip(high, 0, 1))


def _stakes(x: Floats, alpha: float) -> tuple[Floats, Floats]:
    """What the empirical-Bernstein sequence stakes on each block, from the blocks before it, and what the stake costs."""
    n = np.arange(1, len(x) + 1, dtype=np.float64)
    mean = (0.5 + np.cumsum(x)) / (n + 1)
    before = np.concatenate([[0.5], mean[:-1]])
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (n + 1)
    known = np.concatenate([[0.25], variance[:-1]])
    stake = np.minimum(np.sqrt(2 * math.log(2 / alpha) / (known * n * np.log(1 + n))), 0.5)
    return stake, (x - before) ** 2 * (-np.log1p(-stake) - stake)


def asymptotic_p(x: Floats, reference: float, n_opt: int = 300) -> float:
    """How unlikely block values so far from `reference` are, whenever one stops: below alpha = .05 exactly if the asymptotic
    sequence leaves the reference out. 1 where there is no variance.

    >>> x = np.tile([.25, .5, 0., .5], 40)
    >>> print(f"{asymptotic_p(x, .25):.4f}, {asymptotic_p(x, .3):.4f}")
    0.0062, 1.0000
    """
    n, variance = len(x), float(x.var(ddof=1)) if len(x) > 1 else 0.0
    if variance == 0:
        return 1.0
    log_alpha = -2 * math.log(0.05)
    rho = (log_alpha + math.log(log_alpha) + 1) / n_opt
    grown, off = n * rho + 1, float(x.mean()) - reference
    return min(1.0, math.sqrt(grown) * math.exp(-(n * off) ** 2 * rho / (2 * variance * grown)))


def bernstein_p(x: Floats, reference: float) -> float:
    """The same for the empirical-Bernstein sequence: strict, and never larger for having seen more blocks.

    >>> print(f"{bernstein_p(np.ones(30), 0.5):.2g}, {bernstein_p(np.tile([0., 1.], 15), 0.5):.2g}")
    0.0012, 1
    """
    stake, cost = _stakes(x, 0.05)
    won = np.abs(np.cumsum(stake * (x - reference))) - np.cumsum(cost)
    return min(1.0, 2 * math.exp(-max(float(won.max(initial=0.0)), 0.0)))


# How many games

BLOCK_FACTORS: Final[dict[int, tuple[float, float, float]]] = {
    # seats: variance of a block mean, relative to as many independent games, if 0, .5, .9 of the luck are shared
    2: (0.776, 0.534, 0.234),
    3: (0.899, 0.633, 0.284),
    4: (0.923, 0.649, 0.280),
    5: (0.951, 0.699, 0.329),
}
"""For planning without a pilot; from a game of luck with equal strategies and seat effects of up to .45 sd."""


def blocks_needed(sd: float, difference: float, alpha: float = 0.05, power: float = 0.8) -> int:
    """Blocks that show a `difference` of a mean with block standard deviation `sd`, two-sided: (z + z)^2 sd^2 / d^2.

    >>> blocks_needed(sd=0.5, difference=0.05)
    785
    """
    return math.ceil((z_quantile(1 - alpha / 2) + z_quantile(power)) ** 2 * sd**2 / difference**2)


def games_needed(seats: int, difference: float, *, pair: bool = False, factor: float = 1.0, alpha: float = 0.05,
                 power: float = 0.8) -> int:
    """Games that tell a share from 1/seats, or with `pair` two strategies of one table from each other.

    Equal strategies; `factor` is the variance of a block mean relative to independent games (the measured deff, or one of
    BLOCK_FACTORS).

    >>> games_needed(4, 0.02), games_needed(4, 0.02, pair=True)
    (3680, 9812)
    """
    return blocks_needed(game_sd(seats, pair) * math.sqrt(factor), difference, alpha, power)


def game_sd(seats: int, pair: bool = False) -> float:
    """Standard deviation of one game's share of an equal strategy, or of the difference of two at one table."""
    return math.sqrt(2 / seats) if pair else math.sqrt((1 - 1 / seats) / seats)


def games_for_balance(seats: int, margin: float, *, factor: float = 1.0, alpha: float = 0.05, power: float = 0.8) -> int:
    """Games of one strategy against itself after which all seats of a balanced game are called balanced.

    The chance that one of the seats falls short is shared out over them: (z_{1-alpha} + z_{1-(1-power)/(2 seats)})^2.

    >>> games_for_balance(4, 0.02)
    6092
    """
    return blocks_for_balance(game_sd(seats) * math.sqrt(factor), seats, margin, alpha, power)


def blocks_for_balance(sd: float, seats: int, margin: float, alpha: float = 0.05, power: float = 0.8) -> int:
    """The same in blocks, if a block's share of a seat has the standard deviation `sd`."""
    z = z_quantile(1 - alpha) + z_quantile(1 - (1 - power) / (2 * seats))
    return math.ceil((z * sd / margin) ** 2)


def precision(seats: int, games: int, *, pair: bool = False, factor: float = 1.0, level: float = 0.95) -> float:
    """Half the width of the interval to expect after so many games of equal strategies.

    >>> print(f"{precision(4, 3_680):.4f}")
    0.0140
    """
    return z_quantile(0.5 + level / 2) * game_sd(seats, pair) * math.sqrt(factor / games)
