"""What a seat is worth to each strategy: its win share by seat, and how far that lies from its mean."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.formats import Interval
from reports.names import seat_name
from reports.reader import Floats, Scenario
from reports.settings import Settings
from reports.stats.blocks import by_label
from reports.stats.seats import seat_by_strategy
from reports.tables.share import share_rate
from reports.tables.table import Column, Table

ENOUGH_BLOCKS = 10
"""Fewer blocks of a cell say nothing of its spread."""


@dataclass(frozen=True)
class CellRow:
    """One strategy in one seat. `effect` is its share there less its mean over the seats; `half` and `shown` hold for all cells
    at once."""

    strategy: str
    seat: int
    games: int
    win_share: float
    interval: Interval
    effect: float
    half: float
    shown: bool

    @property
    def name(self) -> str:
        return seat_name(self.seat)


def cell_rows(scenario: Scenario, settings: Settings) -> list[CellRow]:
    """All cells, strategy by strategy; none unless each strategy sat in each seat in enough blocks."""
    if scenario.n_blocks < ENOUGH_BLOCKS or scenario.seats < 2:
        return []
    cells = _block_cells(scenario)
    if ((~np.isnan(cells)).sum(axis=0) < ENOUGH_BLOCKS).any():
        return []
    n, k = len(scenario.strategies), scenario.seats
    found = seat_by_strategy(cells, n, k, against="row", level=settings.level, line_up=scenario.strata)
    sat = [[int((scenario.who[..., seat] == place).sum()) for seat in range(k)] for place in range(n)]
    rates = [share_rate(scenario, cells[:, place * k + seat], sat[place][seat], settings)
             for place in range(n) for seat in range(k)]
    return [CellRow(name, seat, sat[place][seat], rates[place * k + seat].value,
                    (rates[place * k + seat].low, rates[place * k + seat].high), float(found.effect[place, seat]),
                    float(found.half_width[place, seat]), bool(found.shown[place, seat]))
            for place, name in enumerate(scenario.strategies) for seat in range(k)]


def _block_cells(scenario: Scenario) -> Floats:
    """B x (strategies * seats): mean share of a strategy in a seat in a block, nan where it did not sit there."""
    k = scenario.seats
    block = np.repeat(np.arange(scenario.n_blocks), scenario.per_block)
    label = (scenario.who * k + np.arange(k)).reshape(-1, k)
    return by_label(scenario.share.reshape(-1, k), label, block, len(scenario.strategies) * k, scenario.n_blocks)


def cell_table(rows: Sequence[CellRow]) -> Table:
    """The table of the page."""
    columns = [
        Column("strategy", "strategy", "text"), Column("name", "seat", "text"),
        Column("games", "games", "count", "Games in which it sat there."),
        Column("win_share", "win share %", "share", "Mean share of the win of the strategy in this seat, 95 %.",
               interval="interval"),
        Column("effect", "vs its mean, points", "points", half="half", sentence="The share in this seat less the strategy's "
               "mean over all seats, with a half width that holds for all cells at once (max-|t|, 95 %)."),
        Column("shown", "shown", "text", "Whether the effect is shown to differ from 0, all cells considered.")]
    return Table("seat_by_strategy", "What each seat is worth to each strategy", columns, rows,
                 "Half widths hold for all cells at once.", [Column("seat", "seat", "count")])
