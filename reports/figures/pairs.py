"""Figure: the differences of all pairs of strategies, with intervals that hold for all of them at once."""
from __future__ import annotations

from reports import formats
from reports.figures.choice import notes, shown
from reports.figures.forest import Mark, Scale, forest, hundredfold
from reports.figures.heat import Cell, Grid, heat
from reports.figures.metrics import numbered
from reports.figures.style import QUIET, Looks
from reports.figures.svg import WIDE, Figure, fitted
from reports.findings import Findings
from reports.tables.pairs import PairRow

MOST_LISTED = 8
"""More strategies than that are shown as a matrix."""
LEAST_LARGEST = 0.1
"""The difference at which the colours of the matrix end, unless there are larger ones."""
TITLE = "Differences between strategies"
NAME_WIDTH = 1.35
"""Inches."""


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None with fewer than two pairs, or without intervals."""
    rows = [row for row in found.pairs if formats.known(row.interval[0])]
    if len(rows) < 2:
        return None
    sure = sum(row.shown for row in rows)
    rest = "" if sure == len(rows) else "; the others are undecided" if sure else "; all are undecided"
    sentence = f"{sure} of {len(rows)} differences are shown (Holm, 5 %){rest}. The largest is {_numbers(rows[0])} points."
    if len(found.scenario.strategies) > MOST_LISTED:
        return _matrix(found, key, sentence)
    drawing = forest(key, [_mark(row, found, looks) for row in rows], Scale("difference of win shares, points", 0.0, "equal"))
    return Figure(key, TITLE, drawing, sentence,
                  f"Forest plot of the differences of win shares between {len(rows)} pairs of strategies "
                  "with simultaneous intervals.", "Grey: not shown. Intervals hold for all pairs at once.")


def _matrix(found: Findings, key: str, sentence: str) -> Figure:
    """The differences of all strategies that are shown, row less column."""
    names, note = shown(found.ranked, found.settings)
    rows = {(row.first, row.second): row for row in found.pairs}
    columns, legend = numbered([found.short[name] for name in names])
    cells = [[_cell(rows.get((one, other)), rows.get((other, one))) for other in names] for one in names]
    places = [f"{number + 1} {found.short[name]}" for number, name in enumerate(names)]
    largest = max([LEAST_LARGEST, *(abs(row.difference) for row in found.pairs if formats.known(row.difference))])
    return Figure(key, TITLE, heat(key, Grid(places, columns, cells, largest, "less this one"), WIDE), sentence,
                  f"Heat map of {len(names)} by {len(names)} strategies: win share of the row less that of the column.",
                  notes("Win share of the row less that of the column, in points. Hatched: not shown (Holm); the table has the "
                        "intervals. Rows have the same numbers as columns." if legend else "", note), wide=True)


def _cell(straight: PairRow | None, turned: PairRow | None) -> Cell:
    row = straight or turned
    if row is None:
        return Cell(float("nan"), "")
    difference = row.difference if straight else -row.difference
    return Cell(difference, formats.points(difference), hatched=not row.shown)


def _mark(row: PairRow, found: Findings, looks: Looks) -> Mark:
    label = " - ".join(fitted(found.short[name], 9, NAME_WIDTH) for name in (row.first, row.second))
    return Mark(label, 100 * row.difference, hundredfold(row.interval), _numbers(row), looks[row.first] if row.shown else QUIET)


def _numbers(row: PairRow) -> str:
    return f"{formats.points(row.difference)} {formats.bracket(row.interval, 100)}"
