"""By how much games are won: the best score less the second best, and less the worst, with their quantiles."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.reader import Ints, Scenario
from reports.settings import Settings
from reports.tables.length import LengthRow, length_row
from reports.tables.table import Column, Table


def winning_margins(scenario: Scenario) -> Ints:
    """The best score less the second best, by block and game."""
    ordered = np.sort(scenario.score, axis=2)
    return np.asarray(ordered[..., -1] - ordered[..., -2], dtype=np.int64)


def margin_rows(scenario: Scenario, settings: Settings) -> list[LengthRow]:
    """Best less second best and best less worst; none with one seat."""
    if scenario.seats < 2 or not scenario.games:
        return []
    ordered = np.sort(scenario.score, axis=2)
    rows = [length_row("best less second best", winning_margins(scenario), scenario, settings)]
    if scenario.seats > 2:
        rows.append(length_row("best less worst", ordered[..., -1] - ordered[..., 0], scenario, settings))
    return rows


def margin_table(rows: Sequence[LengthRow]) -> Table:
    """The table of the page."""
    columns = [Column("what", "final scores", "text"), Column("games", "games", "count"),
               Column("mean", "mean", "decimal", "Mean with its 95 % interval by blocks.", interval="interval"),
               Column("sd", "sd", "decimal", "Standard deviation over games."), Column("p5", "5 %", "decimal", digits=0),
               Column("p50", "median", "decimal", digits=0), Column("p95", "95 %", "decimal", digits=0)]
    return Table("margins", "Margins", columns, rows)
