"""The histogram of a whole number of each game, with its median."""
from __future__ import annotations

from typing import Any

import numpy as np

from reports.figures.style import SEAT
from reports.figures.svg import FAINT, sketch
from reports.reader import Floats, Ints

MOST_BARS = 40


def histogram(key: str, values: Ints, median: float, axis: str) -> tuple[str, int]:
    """The SVG of a histogram, and how many numbers a bar holds."""
    low, high = int(values.min()), int(values.max())
    step = -(-(high - low + 1) // MOST_BARS)
    counts = np.bincount((values - low) // step)
    shares: Floats = (100 / len(values)) * counts.astype(np.float64)
    places = low + step * np.arange(len(shares), dtype=np.float64) + (step - 1) / 2
    return sketch(key, 2.4, lambda canvas: _paint(canvas, places, shares, step, (median, axis))), step


def _paint(canvas: Any, x: Floats, y: Floats, step: int, words: tuple[float, str]) -> None:
    median, axis = words
    canvas.set_layout_engine("constrained")
    axes = canvas.add_subplot()
    axes.bar(x, y, width=0.86 * step, color=SEAT.colour, alpha=0.75, lw=0)
    axes.axvline(median, color=FAINT, lw=1, ls=(0, (4, 3)))
    axes.text(median, 1.01, f"median {median:.0f}", transform=axes.get_xaxis_transform(), ha="center", va="bottom", size=8,
              color=FAINT)
    axes.locator_params(axis="x", integer=True)
    if len(x) == 1:
        axes.set_xlim(x[0] - 3, x[0] + 3)
    axes.set_xlabel(axis)
    axes.set_ylabel("% of games")
    axes.grid(axis="y")
