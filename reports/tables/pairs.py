"""Each strategy against each other: differences of win shares, block by block on the same luck."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.formats import Interval
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats import anytime
from reports.stats.contrasts import Contrast, all_pairs
from reports.stats.quantiles import t_quantile
from reports.stats.rare import unseen
from reports.stopping import tested
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class PairRow:
    """Two strategies, the one with the higher share first.

    `blocks` are those in which either plays, `sd` the standard deviation of the difference in one of them.
    """

    first: str
    second: str
    difference: float
    interval: Interval
    p: float
    blocks: int
    sd: float
    shown: bool


def compare_strategies(scenario: Scenario, settings: Settings) -> tuple[Contrast, ...]:
    """All pairs as one family; empty where there is nothing to compare."""
    if scenario.mirror or not scenario.games:
        return ()
    shares = scenario.by_strategy(scenario.share)
    if tested(scenario.run):
        return anytime.all_pairs(shares, settings.level, settings.cs)
    return all_pairs(shares, settings.level, scenario.strata, share=True)


def pair_rows(scenario: Scenario, contrasts: Sequence[Contrast], settings: Settings) -> list[PairRow]:
    """The pairs, the largest differences first."""
    rows = [_row(scenario, contrast, settings, len(contrasts)) for contrast in contrasts]
    return sorted(rows, key=lambda row: (-row.difference, row.first, row.second))


def _row(scenario: Scenario, contrast: Contrast, settings: Settings, pairs: int) -> PairRow:
    first, second, value = contrast.first, contrast.second, contrast.value
    low, high = contrast.joint_low, contrast.joint_high
    if contrast.low == contrast.high:           # all blocks agree
        blocks = min(int((scenario.copies[:, one] > 0).sum()) for one in (first, second))
        low, high = unseen(value, blocks, (1 - contrast.level) / 2 / pairs)
    if value < 0:
        first, second, value, low, high = second, first, -value, -high, -low
    low, high = max(low, -1.0), min(high, 1.0)      # nan stays nan: it comes first
    sd = math.nan if tested(scenario.run) else _sd(contrast)
    return PairRow(first=scenario.strategies[first], second=scenario.strategies[second], difference=value, interval=(low, high),
                   p=contrast.p_holm, blocks=contrast.blocks, sd=sd, shown=contrast.shown(settings.alpha))


def _sd(contrast: Contrast) -> float:
    """The standard deviation of one block, as its own interval of the difference implies it."""
    if contrast.blocks < 2:
        return math.nan
    half = (contrast.high - contrast.low) / 2
    return half / t_quantile(0.5 + contrast.level / 2, contrast.blocks - 1.0) * math.sqrt(contrast.blocks)


def between(rows: Sequence[PairRow], one: str, other: str) -> PairRow | None:
    """The row of two strategies, whichever comes first."""
    return next((row for row in rows if {row.first, row.second} == {one, other}), None)


def pair_table(rows: Sequence[PairRow]) -> Table:
    """The table of the page."""
    columns = [
        Column("first", "strategy", "text", "The one with the higher share."),
        Column("second", "against", "text"),
        Column("difference", "difference, points", "points", interval="interval", sentence="Win share of one seat of the first "
               "less one of the second, paired by block where both play. Interval: for all pairs at once 95 %, cut at "
               "+-100 points."),
        Column("p", "p (Holm)", "p", "Chance of a difference this large if there were none, adjusted over all pairs by Holm."),
        Column("blocks", "blocks", "count", "Blocks in which either plays.")]
    return Table("pairs", "Differences between strategies", columns, rows,
                 "Intervals hold for all pairs at once; p after Holm.", [Column("shown", "shown", "text")])
