"""By how much games are won: the best score less the second best, and less the worst, with their quantiles."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.reader import Ints, Scenario
from reports.settings import Settings
from reports.stats.metrics import margins
from reports.tables.length import LengthRow, length_row
from reports.tables.table import Column, Table


def margins_of(scenario: Scenario) -> Ints:
    """The best score less the second best, and less the worst: blocks x games x 2."""
    flat = margins(scenario.score.reshape(-1, scenario.seats).astype(np.float64))
    return flat.reshape(scenario.n_blocks, -1, 2).astype(np.int64)


def margin_rows(scenario: Scenario, settings: Settings) -> list[LengthRow]:
    """Best less second best and best less worst; none with one seat."""
    if scenario.seats < 2 or not scenario.games:
        return []
    found = margins_of(scenario)
    rows = [length_row("best less second best", found[..., 0], scenario, settings)]
    if scenario.seats > 2:
        rows.append(length_row("best less worst", found[..., 1], scenario, settings))
    return rows


def margin_table(rows: Sequence[LengthRow]) -> Table:
    """The table of the page."""
    columns = [Column("what", "final scores", "text"), Column("games", "games", "count"),
               Column("mean", "mean", "decimal", "Mean with its 95 % interval by blocks.", interval="interval"),
               Column("sd", "sd", "decimal", "Standard deviation over games."), Column("p5", "5 %", "decimal", digits=0),
               Column("p50", "median", "decimal", digits=0), Column("p95", "95 %", "decimal", digits=0)]
    return Table("margins", "Margins", columns, rows)
