"""Figure: the forest of seat advantages over the band within which seats count as balanced."""
from __future__ import annotations

from reports import formats
from reports.figures.forest import Mark, Scale, forest, hundredfold
from reports.figures.style import SEAT, Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.names import seat_name
from reports.tables.seat import SeatRow


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where there are no seats to compare."""
    rows, margin = found.seats, 100 * found.settings.margin
    if not rows:
        return None
    marks = [_mark(row) for row in rows]
    width = formats.decimal(margin).removesuffix(".0")
    scale = Scale(f"seat advantage, points (shaded: within {width})", 0.0, "equal", (-margin, margin))
    best, worst = max(rows, key=lambda row: row.difference), min(rows, key=lambda row: row.difference)
    games = formats.plural(best.games, "game")
    sentence = (f"Seat {best.seat} wins most often, {_numbers(best)} points; seat {worst.seat} least, {_numbers(worst)} "
                f"({games}).")
    if best.difference == worst.difference:
        sentence = f"All seats win equally often ({games})."
    return Figure(key, "Seat advantage", forest(key, marks, scale), sentence,
                  f"Forest plot of the advantage of {len(rows)} seats with 95 % intervals (thin) and 90 % intervals (thick), "
                  f"over a band of {width} points on either side of equal.",
                  "Thin: 95 % interval. Thick: 90 %, balanced if it lies within the band.")


def _mark(row: SeatRow) -> Mark:
    return Mark(f"seat {seat_name(row.seat)}", 100 * row.difference, hundredfold(row.difference_interval), _numbers(row), SEAT,
                hundredfold(row.narrow))


def _numbers(row: SeatRow) -> str:
    return f"{formats.points(row.difference)} {formats.bracket(row.difference_interval, 100)}".strip()
