"""How large a difference is: in points of the score, in standard deviations, as a chance of finishing ahead."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.formats import Interval
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats.contrasts import all_pairs, hedges_g, within_cell_sd
from reports.tables.head_to_head import Meetings
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class EffectRow:
    """Two strategies, the better placed one of the ranking first: mean score of the first less that of the second, in points
    and in standard deviations, and how often it finishes ahead (nan where they never met)."""

    first: str
    second: str
    blocks: int
    margin: float
    margin_interval: Interval
    p: float
    g: float
    g_interval: Interval
    ahead: float
    ahead_interval: Interval | None
    games: int


def effect_rows(scenario: Scenario, ranked: Sequence[str], met: Meetings, settings: Settings) -> list[EffectRow]:
    """All pairs in the order of the ranking; none where there is nothing to compare."""
    if scenario.mirror or not scenario.games:
        return []
    cell = (scenario.who * scenario.seats + np.arange(scenario.seats)).ravel()
    sd, df = within_cell_sd(scenario.score.ravel().astype(np.float64), cell)
    order, rows = {name: place for place, name in enumerate(ranked)}, []
    for found in all_pairs(scenario.by_strategy(scenario.score), settings.level, scenario.strata):
        g = hedges_g(found, sd, df)
        first, second, sign = scenario.strategies[found.first], scenario.strategies[found.second], 1.0
        margin, scaled = (found.low, found.high), (g.low, g.high)
        if order[second] < order[first]:
            first, second, sign = second, first, -1.0
            margin, scaled = (-found.high, -found.low), (-g.high, -g.low)
        row = met.by_pair.get((first, second))
        rows.append(EffectRow(first, second, found.blocks, sign * found.value, margin, found.p_holm, sign * g.value, scaled,
                              row.share if row else float("nan"), row.interval if row else None, row.games if row else 0))
    return sorted(rows, key=lambda row: (order[row.first], order[row.second]))


def effect_table(rows: Sequence[EffectRow]) -> Table:
    """The table of the page."""
    columns = [
        Column("first", "strategy", "text"), Column("second", "against", "text"),
        Column("blocks", "blocks", "count", "Blocks in which either plays."),
        Column("margin", "score, difference", "signed", "Mean score of the first less that of the second, paired by block. "
               "Interval of this pair alone, 95 %.", interval="margin_interval"),
        Column("p", "p (Holm)", "p", "Of the difference in score, adjusted over all pairs by Holm."),
        Column("g", "in sd (Hedges g)", "signed", "The difference in standard deviations of a score of a strategy in a seat.",
               interval="g_interval", digits=2),
        Column("ahead", "finishes ahead, %", "share", "How often the first finishes above the second in the games of both, "
               "ties as a half.", interval="ahead_interval"),
        Column("games", "games of both", "count")]
    return Table("effects", "Effect sizes", columns, rows)
