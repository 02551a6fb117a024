"""Win chances by rank, gap and time, and how well they hold on games they were not fitted on."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports import formats
from reports.formats import Interval
from reports.stats.positions import TIMES
from reports.stats.winprob import GAPS, Calibration, WinTable
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class ChanceRow:
    """The chance of a seat of this rank whose gap lies in this bin, at each tenth of the game."""

    rank: int
    gap: str
    seen: int
    chances: Sequence[float]

    def __getattr__(self, name: str) -> float:
        kind, _, place = name.partition("_")
        if kind == "chance" and place.isdigit():
            return self.chances[int(place) - 1]
        raise AttributeError(name)


def chance_rows(table: WinTable) -> list[ChanceRow]:
    """The cells that were seen; a tenth of the game in which nobody stood so has no number."""
    rows = []
    for rank in range(len(table.chance)):
        for gap in range(GAPS):
            seen = table.seen[rank, gap]
            if seen.any():
                chances = np.where(seen > 0, table.chance[rank, gap], np.nan).tolist()
                rows.append(ChanceRow(rank + 1, _bounds(table.edges[rank], gap), int(seen.sum()), chances))
    return rows


def _bounds(edges: Sequence[float], gap: int) -> str:
    """The whole gaps of a bin in words."""
    low = None if gap == 0 else math.ceil(edges[gap - 1])
    high = None if gap == GAPS - 1 else math.ceil(edges[gap]) - 1
    if low is None or high is None:
        return f"{high:,} or less" if low is None else f"{low:,} or more"
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def chance_table(rows: Sequence[ChanceRow]) -> Table:
    """The table of the page, a column for each tenth of the game."""
    columns = [Column("rank", "rank", "count"), Column("gap", "gap to the best other", "text"),
               Column("seen", "seen", "count", "Seats and rounds that the row was fitted on."),
               *(Column(f"chance_{n}", f"{10 * n} %", "share", f"Win chance up to {10 * n} % of the game.", digits=0)
                 for n in range(1, TIMES + 1))]
    return Table("win_chances", "Win chance by rank, gap and part of the game, %", columns, rows,
                 "Fitted on the even blocks. The part of a game is known only when it is over: this describes how games went.")


@dataclass(frozen=True)
class CalibrationRow:
    """Positions of about one predicted chance: the mean prediction, and how often such seats won."""

    predicted: float
    positions: int
    won: float
    interval: Interval


def calibration_rows(scored: Calibration | None) -> list[CalibrationRow]:
    """By tenth of the predicted chance."""
    if scored is None:
        return []
    return [CalibrationRow(float(predicted), rate.games, rate.value, (rate.low, rate.high))
            for predicted, rate in zip(scored.predicted, scored.observed, strict=True)]


def calibration_table(rows: Sequence[CalibrationRow], skill: float) -> Table:
    """The table of the page."""
    columns = [Column("predicted", "predicted, %", "share"), Column("positions", "seats and rounds", "count"),
               Column("won", "won, %", "share", "With its 95 % interval by blocks.", interval="interval")]
    note = f"Brier skill {formats.decimal(skill, 2)}: 1 would be always right, 0 no better than an equal chance."
    return Table("calibration", "Predicted win chances and what came of them, on the odd blocks", columns, rows,
                 note if formats.known(skill) else "")
