"""The forest plot: a line a thing, its estimate and interval against a reference. It draws shares, seats and differences."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.style import Look
from reports.figures.svg import BAND, FAINT, INK, PAGE, RULE, WIDTH, fitted, sketch, text_width
from reports.formats import Interval, known

ROW = 0.36
"""Inches a line takes: its words above, its interval below."""


@dataclass(frozen=True)
class Mark:
    """One line: what it is, its value and intervals on the drawn scale, and its numbers in words."""

    label: str
    value: float
    interval: Interval | None
    words: str
    look: Look
    inner: Interval | None = None


@dataclass(frozen=True)
class Scale:
    """The axis: its words, the reference with its own, a band of no importance, the ends that cannot be passed."""

    words: str
    reference: float
    reference_words: str
    band: Interval | None = None
    floor: float | None = None
    ceiling: float | None = None


def hundredfold(interval: Interval) -> Interval:
    """Fractions as percent or points."""
    return 100 * interval[0], 100 * interval[1]


def forest(key: str, marks: Sequence[Mark], scale: Scale) -> str:
    """The SVG of a forest plot."""
    return sketch(key, ROW * len(marks) + 0.85, lambda canvas: _paint(canvas, marks, scale))


def _paint(canvas: Any, marks: Sequence[Mark], scale: Scale) -> None:
    height = canvas.get_figheight()
    left, low, high = 0.14 / WIDTH, 0.48, height - 0.27
    axes = canvas.add_axes((left, low / height, 1 - 2 * left, (high - low) / height))
    axes.set_xlim(*_limits(marks, scale))
    axes.set_ylim(len(marks) - 0.5, -0.55)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(scale.words)
    axes.locator_params(axis="x", nbins=7)
    if scale.band:
        axes.axvspan(*scale.band, color=BAND, lw=0)
    across = axes.transLimits.transform((scale.reference, 0))[0]
    axes.text(scale.reference, -0.62, scale.reference_words, color=FAINT, size=8, va="bottom",
              ha="left" if across < 0.15 else "right" if across > 0.85 else "center")
    for row, mark in enumerate(marks):
        axes.plot((scale.reference,) * 2, (row + 0.02, row + 0.4), color=FAINT, lw=1, zorder=1)
        _line(axes, row, mark)


def _line(axes: Any, place: int, mark: Mark) -> None:
    if place:
        axes.axhline(place - 0.52, color=RULE, lw=0.5)
    room = WIDTH - 0.4 - text_width(mark.words, 8.5)
    axes.text(0, place - 0.1, fitted(mark.label, 9, room), transform=axes.get_yaxis_transform(), ha="left", va="bottom")
    axes.text(1, place - 0.1, mark.words, transform=axes.get_yaxis_transform(), ha="right", va="bottom", size=8.5)
    y = place + 0.2
    if mark.interval and known(mark.interval[0]):
        axes.plot(mark.interval, (y, y), color=mark.look.colour, lw=1.6, solid_capstyle="butt")
        for end in mark.interval:
            axes.plot((end, end), (y - 0.09, y + 0.09), color=mark.look.colour, lw=1.6, solid_capstyle="butt")
    if mark.inner and known(mark.inner[0]):
        axes.plot(mark.inner, (y, y), color=mark.look.colour, lw=4, solid_capstyle="butt")
    if known(mark.value):
        axes.plot([mark.value], [y], mark.look.shape, color=mark.look.colour, ms=7, mec=INK if mark.inner else PAGE, mew=0.8,
                  clip_on=False)


def _limits(marks: Sequence[Mark], scale: Scale) -> tuple[float, float]:
    ends = [scale.reference, *(scale.band or ())]
    for mark in marks:
        ends += [end for end in (mark.value, *(mark.interval or ())) if known(end)]
    low, high = min(ends), max(ends)
    room = 0.05 * (high - low) or 1.0
    low, high = low - room, high + room
    if scale.floor is not None:
        low = max(low, scale.floor)
    if scale.ceiling is not None:
        high = min(high, scale.ceiling)
    return low, high
