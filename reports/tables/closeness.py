"""How close games are: the margin of the first, the spread of the table, close games, ties with and without the tie-breaks."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.formats import Interval
from reports.reader import Flags, Ints, Scenario
from reports.settings import Settings
from reports.tables.length import LengthRow, length_row
from reports.tables.share import share_rate
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


@dataclass(frozen=True)
class CloseRow:
    """A kind of close game: how many there were, and their share of all games."""

    what: str
    games: int
    share: float
    interval: Interval


def close_rows(scenario: Scenario, settings: Settings) -> list[CloseRow]:
    """Close games, games tied on points, games whose win is shared after all tie-breaks; none with one seat."""
    if scenario.seats < 2 or not scenario.games:
        return []
    margin = winning_margins(scenario)
    return [_row(f"margin of at most {settings.close}", margin <= settings.close, scenario, settings),
            _row("equal on points", margin == 0, scenario, settings),
            _row("win shared, after all tie-breaks", (scenario.share > 0).sum(axis=2) > 1, scenario, settings)]


def _row(what: str, happened: Flags, scenario: Scenario, settings: Settings) -> CloseRow:
    rate = share_rate(scenario, happened.mean(axis=1), scenario.games, settings)
    return CloseRow(what, int(happened.sum()), rate.value, (rate.low, rate.high))


def close_table(rows: Sequence[CloseRow]) -> Table:
    """The table of the page."""
    columns = [Column("what", "first and second", "text"), Column("games", "games", "count"),
               Column("share", "% of games", "share", "With its 95 % interval by blocks.", interval="interval")]
    return Table("close_games", "Close games and ties", columns, rows)
