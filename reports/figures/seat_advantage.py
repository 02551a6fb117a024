"""Figure: the forest of seat advantages over the band within which seats count as balanced."""
from __future__ import annotations

from reports import formats
from reports.figures.forest import Mark, Scale, forest
from reports.figures.style import SEAT
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.formats import Interval
from reports.names import seat_name


def figure(found: Findings, key: str) -> Figure | None:
    """The figure, or None where there are no seats to compare."""
    rows = found.seats
    if not rows:
        return None
    margin = 100 * found.settings.margin
    marks = [Mark(f"seat {seat_name(row.seat)}", 100 * row.difference, _points(row.difference_interval),
                  f"{formats.points(row.difference)} {formats.bracket(row.difference_interval, 100)}", SEAT, _points(row.narrow))
             for row in rows]
    width = formats.decimal(margin).removesuffix(".0")
    scale = Scale(f"seat advantage, points (shaded: within {width})", 0.0, "equal", (-margin, margin))
    best = max(rows, key=lambda row: row.difference)
    worst = min(rows, key=lambda row: row.difference)
    sentence = (f"Seat {best.seat} wins most often, {formats.points(best.difference)} points "
                f"{formats.bracket(best.difference_interval, 100)}; seat {worst.seat} least, {formats.points(worst.difference)} "
                f"{formats.bracket(worst.difference_interval, 100)} ({formats.plural(best.games, 'game')}).")
    if best.difference == worst.difference:
        sentence = f"All seats win equally often ({formats.plural(best.games, 'game')})."
    return Figure(key, "Seat advantage", forest(key, marks, scale), " ".join(sentence.split()),
                  f"Forest plot of the advantage of {len(rows)} seats with 95 % intervals (thin) and 90 % intervals (thick), "
                  f"over a band of {width} points on either side of equal.",
                  "Thin: 95 % interval. Thick: 90 %, balanced if it lies within the band.")


def _points(interval: Interval) -> Interval:
    return 100 * interval[0], 100 * interval[1]
