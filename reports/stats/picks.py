"""Options that are picked or not: how often, and what goes with picking them. One row per seat and game, arrays (N,).

`legal`: the option was legal to that seat at some time, `picked`: it was taken; `share` its win share, `block` its block.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.stats.blocks import Bools, Floats, Ints, dense
from reports.stats.contrasts import benjamini_hochberg
from reports.stats.quantiles import t_p_value, t_quantile
from reports.stats.rates import Rate, mean_where, within_slope

GAP_BINS: Final = 6


@dataclass(frozen=True)
class PickEffect:
    """An option: how often it was picked where legal, and the win share of those who did less that of those who could but did
    not, `raw` and `stratified` by the standing at the decision; p of the stratified one.

    Neither is what the option causes: the leader can afford more. An option without effect that leaders buy showed +21.1
    points raw, +4.2 stratified by rank, +0.8 by rank and gap, and +0.1 when a coin forced it. Forcing it (`[[force]]`) tells.
    """

    rate: Rate
    raw: Rate
    stratified: Rate
    p: float


def pick_rate(picked: Bools, legal: Bools, block: Ints, level: float = 0.95) -> Rate:
    """The share of seats that picked it among those to which it was legal.

    >>> some, all = np.array([True, False, True, False]), np.array([True, True, True, True])
    >>> pick_rate(some, all, np.array([0, 0, 1, 1])).value
    0.5
    """
    return mean_where((picked & legal).astype(np.float64), legal, block, level, share=True)


def pick_effect(picked: Bools, legal: Bools, share: Floats, stratum: Ints, block: Ints, level: float = 0.95) -> PickEffect:
    """Rate, raw and stratified effect of one option; `stratum` from `strata`. One in which all or none picked says nothing."""
    took, won, where = picked[legal].astype(np.float64), share[legal], block[legal]
    raw = within_slope(took, won, np.zeros(len(took), dtype=np.int64), where, level)
    stratified = within_slope(took, won, dense(stratum[legal]), where, level)
    return effect_of(pick_rate(picked, legal, block, level), raw, stratified)


def effect_of(rate: Rate, raw: Rate, stratified: Rate) -> PickEffect:
    """An effect from its parts, with the p value of the stratified one."""
    return PickEffect(rate, raw, stratified, _p(stratified))


def _p(rate: Rate) -> float:
    if not rate.has_interval or rate.high <= rate.low:
        return float("nan")
    df = rate.blocks - 1.0
    sd = (rate.high - rate.value) / t_quantile(0.5 + rate.level / 2, df)
    return float(t_p_value(np.array([rate.value / sd]), np.array([df]))[0])


def marked(effects: list[PickEffect], rate: float = 0.05) -> list[bool]:
    """Which stratified effects stand out of a large table, with a bounded share of false findings (Benjamini-Hochberg)."""
    return [p < rate for p in benjamini_hochberg(np.array([effect.p for effect in effects])).tolist()]


def strata(rank: Ints, gap: Floats, bins: int = GAP_BINS) -> Ints:
    """Rank x bins of the gap to the best other (positive for who leads alone), the bins of equal size within each rank."""
    codes = np.zeros(len(rank), dtype=np.int64)
    for place in np.unique(rank):
        mine = rank == place
        edges = np.quantile(gap[mine], np.arange(1, bins) / bins)
        codes[mine] = place * bins + np.searchsorted(edges, gap[mine], side="right")
    return codes
