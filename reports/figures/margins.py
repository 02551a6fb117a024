"""Figure: by how much games are won."""
from __future__ import annotations

from reports import formats
from reports.figures.histogram import histogram
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.tables.course import row_of
from reports.tables.margins import margins_of


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The histogram of the best score less the second best; None with one seat, or where it is always the same."""
    if not found.margins:
        return None
    values, row, close = margins_of(found.scenario)[..., 0].ravel(), found.margins[0], row_of(found.course_rows, "close")
    if values.min() == values.max() or close is None:
        return None
    drawing, step = histogram(key, values, row.p50, "best score less second best")
    numbers = f"{formats.percent(close.value)} % {formats.bracket(close.interval, 100)}".strip()
    return Figure(key, "Margins", drawing,
                  f"{numbers} of {formats.plural(row.games, 'game')} end with a margin of at most "
                  f"{found.settings.close:g}; the mean is "
                  f"{formats.decimal(row.mean)} {formats.bracket(row.interval)}.".replace(" .", "."),
                  f"Histogram of the best score less the second best, from {values.min()} to {values.max()}, "
                  f"median {row.p50:.0f}.",
                  f"Bars of {step} points." if step > 1 else "")
