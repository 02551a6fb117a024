"""Figure: who finishes above whom, a row against each column."""
from __future__ import annotations

from reports import formats
from reports.figures.choice import notes, shown
from reports.figures.heat import Cell, Grid, heat
from reports.figures.metrics import numbered
from reports.figures.style import Looks
from reports.figures.svg import WIDE, WIDTH, Figure
from reports.findings import Findings
from reports.tables.head_to_head import MeetingRow, circles

LEAST_LARGEST = 0.15
"""The distance from a half at which the colours end, unless there are larger ones."""


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None with fewer than three strategies that met."""
    rows = found.meetings.by_pair
    names, note = shown(found.ranked, found.settings)
    if len(names) < 3 or not rows:
        return None
    columns, legend = numbered([found.short[name] for name in names])
    cells = [[_cell(rows, one, other, len(names)) for other in names] for one in names]
    largest = max([LEAST_LARGEST, *(abs(row.share - 0.5) for row in rows.values())])
    wide = len(names) > 5
    places = [f"{number + 1} {found.short[name]}" if legend else found.short[name] for number, name in enumerate(names)]
    grid = Grid(places, columns, cells, largest, "finished below")
    games = sorted({row.games for row in rows.values()})
    each = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    return Figure(key, "Head to head", heat(key, grid, WIDE if wide else WIDTH), _sentence(found),
                  f"Heat map of {len(names)} by {len(names)} strategies: how often the row finished above the column.",
                  notes(f"Percent of the {each} games of both in which the row finished above the column, ties as a half, +- "
                        "half width (95 %; of a lopsided interval the larger half). Hatched: not shown to differ from a half.",
                        "Rows have the same numbers as columns." if legend else "", note), wide)


def _cell(rows: dict[tuple[str, str], MeetingRow], one: str, other: str, of: int) -> Cell:
    straight, turned = rows.get((one, other)), rows.get((other, one))
    row = straight or turned
    if row is None:
        return Cell(float("nan"), "" if one == other else formats.NO_VALUE)
    share = row.share if straight else 1 - row.share
    half = formats.half(row.share, row.interval) if of <= 12 else ""
    return Cell(share - 0.5, formats.percent(share), half, hatched=not row.shown)


def _sentence(found: Findings) -> str:
    if said := circles(found.meetings, found.short):
        return said
    rows = found.meetings.rows
    sure = [row for row in rows if row.shown]
    if not sure:
        return f"No pair is shown to be uneven ({formats.plural(len(rows), 'pair')})."
    top = max(sure, key=lambda row: abs(row.share - 0.5))
    first, second, share = top.first, top.second, top.share
    if share < 0.5:
        first, second, share = second, first, 1 - share
    return (f"{len(sure)} of {len(rows)} pairs are shown to be uneven; most of all {found.short[first]} finishes above "
            f"{found.short[second]}, in {formats.percent(share)} % of {formats.plural(top.games, 'game')}. "
            "No circle of three is shown.")
