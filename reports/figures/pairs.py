"""Figure: the differences of all pairs of strategies, with intervals that hold for all of them at once."""
from __future__ import annotations

from reports import formats
from reports.figures.forest import Mark, Scale, forest
from reports.figures.style import QUIET, Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.tables.pairs import PairRow

MOST_PAIRS = 15
"""More pairs than that (seven strategies) are for the table."""


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None with too few pairs or too many, or without intervals."""
    rows = [row for row in found.pairs if formats.known(row.interval[0])]
    if not 2 <= len(rows) <= MOST_PAIRS:
        return None
    marks = [_mark(row, found, looks) for row in rows]
    shown = sum(row.shown for row in rows)
    return Figure(key, "Differences between strategies", forest(key, marks, Scale("difference of win shares, points", 0.0, "equal")),
                  f"{shown} of {len(rows)} differences are shown (Holm, 5 %); the others are undecided. The largest is "
                  f"{formats.points(rows[0].difference)} {formats.bracket(rows[0].interval, 100)} points.",
                  f"Forest plot of the differences of win shares between {len(rows)} pairs of strategies with simultaneous intervals.",
                  "Grey: not shown. Intervals hold for all pairs at once.")


def _mark(row: PairRow, found: Findings, looks: Looks) -> Mark:
    low, high = row.interval
    words = f"{formats.points(row.difference)} {formats.bracket(row.interval, 100)}"
    return Mark(f"{found.short[row.first]} - {found.short[row.second]}", 100 * row.difference, (100 * low, 100 * high), words,
                looks[row.first] if row.shown else QUIET)
