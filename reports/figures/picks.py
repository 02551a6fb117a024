"""Figure: options by how often they are taken and by how those win who take them, among seats that stand alike."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reports import formats
from reports.figures.style import MORE, QUIET, Looks
from reports.figures.svg import FAINT, INK, WIDTH, Figure, sketch, text_width
from reports.findings import Findings
from reports.tables.picks import CAVEAT, PickRow

HEIGHT = 4.4
MARGINS = 0.62, 0.5, 0.15, 0.1
"""Inches left of, under, right of and over the axes."""
SIZE = 7.5
Box = tuple[float, float, float, float]


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None with fewer than two options that say something."""
    rows = [row for row in found.picks if formats.known(row.effect)]
    if len(rows) < 2:
        return None
    stand_out = [row for row in rows if row.shown]
    drawing = sketch(key, HEIGHT, lambda canvas: _paint(canvas, rows, _seats(found)), WIDTH)
    return Figure(key, "Options taken, and win share", drawing, _sentence(found, rows, stand_out),
                  f"Scatter of {len(rows)} options: how many seats take them, and the effect among seats that stand alike.",
                  f"Filled: stands out among {len(rows)} options (Benjamini-Hochberg, 5 %); bars: 95 % by blocks; small grey "
                  f"crosses: the raw difference; the table names all. {CAVEAT}")


def _sentence(found: Findings, rows: Sequence[PickRow], stand_out: Sequence[PickRow]) -> str:
    games = formats.plural(found.scenario.games, "game")
    if not stand_out:
        return f"Not one of {len(rows)} options stands out among seats that stand alike ({games})."
    best, worst = max(stand_out, key=lambda row: row.effect), min(stand_out, key=lambda row: row.effect)
    some = [row for row in (best, worst) if (row.effect > 0) == (row is best)]
    shares = formats.listed([f"{formats.percent(row.rate, 0)} %" for row in some])
    words = [f"{formats.points(row.effect)} {formats.bracket(row.interval, 100)} points with {row.option}" for row in some]
    return f"Among seats that stand alike, {formats.listed(words)}, taken by {shares} of {_seats(found)} ({games})."


def _seats(found: Findings) -> str:
    """Which seats count."""
    return "the seats that could" if found.offered else "the seats"


def _paint(canvas: Any, rows: Sequence[PickRow], seats: str) -> None:
    left, low, right, top = MARGINS
    axes = canvas.add_axes((left / WIDTH, low / HEIGHT, 1 - (left + right) / WIDTH, 1 - (low + top) / HEIGHT))
    ends = [100 * end for row in rows for end in (row.effect, row.raw, *row.interval) if formats.known(end)]
    room = 0.08 * (max(*ends, 0) - min(*ends, 0)) or 1.0
    axes.set_xlim(-2, 102)
    axes.set_ylim(min(*ends, 0) - room, max(*ends, 0) + room)
    axes.axhline(0, color=FAINT, lw=1)
    axes.grid(axis="y")
    axes.set_xlabel(f"taken by % of {seats}")
    axes.set_ylabel("win share, points")
    for row in rows:
        x, y = 100 * row.rate, 100 * row.effect
        if formats.known(row.interval[0]):
            axes.plot((x, x), (100 * row.interval[0], 100 * row.interval[1]), color=MORE if row.shown else QUIET.colour, lw=1.2)
        axes.plot([x], [100 * row.raw], "x", color=QUIET.colour, ms=3.5, mew=0.8, alpha=0.8)
        axes.plot([x], [y], "o", color=MORE if row.shown else QUIET.colour, ms=6, mfc=MORE if row.shown else "none")
    _name(axes, rows)


def _name(axes: Any, rows: Sequence[PickRow]) -> None:
    """Names beside the points, those that stand out and lie far from nothing first, as long as there is room."""
    left, low, right, top = MARGINS
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    across, up = (WIDTH - left - right) / (x1 - x0), (HEIGHT - low - top) / (y1 - y0)

    def inches(x: float, y: float) -> tuple[float, float]:
        return (x - x0) * across, (y - y0) * up

    points = [inches(100 * row.rate, 100 * row.effect) for row in rows]
    taken: list[Box] = [(x - 0.06, y - 0.06, x + 0.06, y + 0.06) for x, y in points]
    taken += [(x - 0.04, y - 0.04, x + 0.04, y + 0.04) for x, y in (inches(100 * row.rate, 100 * row.raw) for row in rows)]
    taken += [(x - 0.01, low_end, x + 0.01, high_end) for row in rows if formats.known(row.interval[0])
              for (x, low_end), (_, high_end) in [[inches(100 * row.rate, 100 * end) for end in row.interval]]]
    taken.append((0.0, inches(0, 0)[1] - 0.01, WIDTH, inches(0, 0)[1] + 0.01))
    order = sorted(range(len(rows)), key=lambda n: (not rows[n].shown, -abs(rows[n].effect)))
    for place in order:
        width = text_width(rows[place].option, SIZE)
        for box in _places(points[place], width):
            inside = box[0] > 0 and box[2] < WIDTH - left - right and box[1] > 0 and box[3] < HEIGHT - low - top
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                axes.text(box[0] / across + x0, (box[1] + box[3]) / 2 / up + y0, rows[place].option, size=SIZE, ha="left",
                          va="center_baseline", color=FAINT if not rows[place].shown else INK)
                break


def _places(point: tuple[float, float], width: float) -> Iterator[Box]:
    """Where a name may stand: right or left of its point, or a little over or under that."""
    x, y = point
    for up in (0.0, 0.13, -0.13, 0.26, -0.26, 0.39, -0.39):
        for begin in (x + 0.09, x - 0.09 - width):
            yield begin, y + up - 0.075, begin + width, y + up + 0.075


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
