"""Figures: how often the leader wins, by how far the game has gone, and from when on the winner led for good."""
from __future__ import annotations

from typing import Any

import numpy as np

from reports import formats
from reports.course import FRACTIONS
from reports.figures.style import SEAT, Looks, percent_axes
from reports.figures.svg import FAINT, INK, Figure, sketch
from reports.findings import Findings
from reports.reader import Floats
from reports.stats.metrics import ecdf
from reports.tables.course import row_of

DECIDED_STEPS = 100
"""A curve of more steps is drawn at so many points."""


def leader_wins(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The leader's win share over the game, with its band, an equal share and the decisive point; None without rounds."""
    if found.course is None:
        return None
    half = row_of(found.course_rows, "leader_wins_50")
    point = row_of(found.course_rows, "decisive_point")
    level = formats.percent(found.settings.decided).removesuffix(".0")
    if half is None:
        return None
    rest = point.sentence if point else f"At no point does the leader win {level} % of the games."
    place = point.value if point and formats.known(point.value) else None
    curve = 100 * np.array([(rate.value, max(rate.low, 0), min(rate.high, 1)) for rate in found.course.curve]).T
    drawing = sketch(key, 2.9, lambda canvas: _paint_curve(canvas, curve, found, place))
    return Figure(key, "How often the leader wins", drawing,
                  f"Who leads at half-time wins {half.shown} % ({formats.plural(half.n, 'game')}). {rest}",
                  f"Curve of the leader's win share over the game, from {curve[0, 0]:.0f} to {curve[0, -1]:.0f} %.",
                  "Leader: the highest score if the game ended now; several count by their mean. Band: 95 % by blocks.")


def _paint_curve(canvas: Any, curve: Floats, found: Findings, point: float | None) -> None:
    canvas.set_layout_engine("constrained")
    axes = canvas.add_subplot()
    x, equal, level = 100 * FRACTIONS, 100 * found.scenario.equal, 100 * found.settings.decided
    if np.isfinite(curve[1:]).all():
        axes.fill_between(x, curve[1], curve[2], color=SEAT.colour, alpha=0.45, lw=0)
    axes.plot(x, curve[0], color=INK, lw=1.6)
    axes.axhline(equal, color=FAINT, lw=1, ls=(0, (4, 3)))
    axes.text(30, equal - 1.5, f"equal share {formats.decimal(equal)}", ha="left", va="top", size=8, color=FAINT)
    if point is not None:
        axes.plot((0, 100 * point, 100 * point), (level, level, 0), color=FAINT, lw=1, ls=(0, (1, 2)))
        axes.plot([100 * point], [curve[0, int(np.argmin(np.abs(FRACTIONS - point)))]], "o", color=INK, ms=6)
        axes.text(1, level + 1.5, f"decided: {level:g} %", ha="left", va="bottom", size=8, color=FAINT)
    axes.grid(axis="y")
    percent_axes(axes, "part of the game, % of its rounds", "leader wins, % of games")


def decided(found: Findings, looks: Looks, key: str) -> Figure | None:
    """Cumulative shares of the games by the round from which on the winner led for good."""
    row = row_of(found.course_rows, "decided")
    if found.course is None or row is None:
        return None
    values = found.course.by_game["decided"]
    x, y = ecdf(100 * np.floor(DECIDED_STEPS * values[~np.isnan(values)]) / DECIDED_STEPS)
    middle = float(np.nanquantile(values, 0.5, method="inverted_cdf"))

    def paint(canvas: Any) -> None:
        canvas.set_layout_engine("constrained")
        axes = canvas.add_subplot()
        axes.step([0, *x, 100], [0, *(100 * y), 100], where="post", color=INK, lw=1.6)
        axes.plot((100 * middle, 100 * middle), (0, 50), color=FAINT, lw=1, ls=(0, (4, 3)))
        axes.plot((0, 100 * middle), (50, 50), color=FAINT, lw=1, ls=(0, (4, 3)))
        axes.grid(axis="y")
        percent_axes(axes, "winner leads for good after, % of the rounds", "% of games")

    return Figure(key, "When games are decided", sketch(key, 2.7, paint),
                  f"Half of {formats.plural(row.n, 'game')} are decided after {formats.percent(middle, 0)} % of their rounds; "
                  f"the mean is {row.shown} %.",
                  "Cumulative shares of the games by the part of their rounds after which the winner led for good, the "
                  f"median at {100 * middle:.0f} %.",
                  "Decided: from the first round on after which the leaders were always exactly the winners.")
