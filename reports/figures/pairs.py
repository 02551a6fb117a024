"""Figure: the differences of all pairs of strategies, with intervals that hold for all of them at once."""
from __future__ import annotations

from reports import formats
from reports.figures.forest import Mark, Scale, forest, hundredfold
from reports.figures.style import QUIET, Looks
from reports.figures.svg import Figure, fitted
from reports.findings import Findings
from reports.tables.pairs import PairRow

MOST_PAIRS = 15
"""More pairs than that (seven strategies) are for the table."""
NAME_WIDTH = 1.35
"""Inches."""


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None with too few pairs or too many, or without intervals."""
    rows = [row for row in found.pairs if formats.known(row.interval[0])]
    if not 2 <= len(rows) <= MOST_PAIRS:
        return None
    drawing = forest(key, [_mark(row, found, looks) for row in rows], Scale("difference of win shares, points", 0.0, "equal"))
    shown = sum(row.shown for row in rows)
    rest = "" if shown == len(rows) else "; the others are undecided" if shown else "; all are undecided"
    return Figure(key, "Differences between strategies", drawing,
                  f"{shown} of {len(rows)} differences are shown (Holm, 5 %){rest}. The largest is {_numbers(rows[0])} points.",
                  f"Forest plot of the differences of win shares between {len(rows)} pairs of strategies "
                  "with simultaneous intervals.", "Grey: not shown. Intervals hold for all pairs at once.")


def _mark(row: PairRow, found: Findings, looks: Looks) -> Mark:
    label = " - ".join(fitted(found.short[name], 9, NAME_WIDTH) for name in (row.first, row.second))
    return Mark(label, 100 * row.difference, hundredfold(row.interval), _numbers(row), looks[row.first] if row.shown else QUIET)


def _numbers(row: PairRow) -> str:
    return f"{formats.points(row.difference)} {formats.bracket(row.interval, 100)}"
