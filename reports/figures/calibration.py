"""Figure: win chances as they were predicted from rank, gap and time, and how often such seats won."""
from __future__ import annotations

from typing import Any

import numpy as np

from reports import formats
from reports.figures.style import Looks, percent_axes
from reports.figures.svg import FAINT, INK, Figure, sketch
from reports.findings import Findings


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where nothing was predicted."""
    rows, skill = found.calibration, found.brier_skill
    if len(rows) < 2:
        return None
    farthest = max(rows, key=lambda row: abs(row.won - row.predicted))
    x = np.array([100 * row.predicted for row in rows])
    y = np.array([100 * row.won for row in rows])
    ends = np.array([[100 * row.interval[0], 100 * row.interval[1]] for row in rows]).T

    def paint(canvas: Any) -> None:
        canvas.set_layout_engine("constrained")
        axes = canvas.add_subplot()
        axes.plot((0, 100), (0, 100), color=FAINT, lw=1, ls=(0, (4, 3)))
        if np.isfinite(ends).all():
            axes.vlines(x, *ends, color=INK, lw=1.4)
        axes.plot(x, y, "o", color=INK, ms=5)
        axes.grid()
        percent_axes(axes, "predicted win chance, %", "won, %", above=0)

    words = f"Brier skill {formats.decimal(skill, 2)} (1 always right, 0 an equal chance)"
    positions = sum(row.positions for row in rows)
    return Figure(key, "Win chances, predicted and come true", sketch(key, 2.9, paint),
                  f"{words} on {formats.count(positions)} seats and rounds of the odd blocks; farthest off: "
                  f"{formats.percent(farthest.predicted)} % predicted, {formats.percent(farthest.won)} % "
                  f"{formats.bracket(farthest.interval, 100)} won.",
                  f"Predicted chances against shares won, with intervals, in {len(rows)} classes, beside the diagonal.",
                  "Chances by rank, gap and part of the game, fitted on the even blocks; dashed: a perfect forecast.")
