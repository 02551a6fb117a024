"""Curves over a common axis: cumulative shares of scores and lengths, and small panels of a value over time."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.style import Look
from reports.figures.svg import FAINT, PAGE, RULE, WIDTH, fitted, sketch, text_width
from reports.reader import Floats


@dataclass(frozen=True)
class Curve:
    """A step curve of cumulative shares: `y` is the share of values up to `x`."""

    label: str
    x: Floats
    y: Floats
    look: Look


@dataclass(frozen=True)
class Panel:
    """A value over time: its median and two bands, each (low, high)."""

    label: str
    x: Floats
    median: Floats
    half: tuple[Floats, Floats]
    nine_tenths: tuple[Floats, Floats]
    look: Look


def ecdf(key: str, curves: Sequence[Curve], axis: str, whole: str) -> str:
    """The SVG of cumulative shares; each curve carries its shape at its quartiles."""
    rows = -(-len(curves) // _columns([curve.label for curve in curves]))
    return sketch(key, 2.75 + 0.19 * rows, lambda canvas: _paint_ecdf(canvas, curves, axis, whole))


def _columns(labels: Sequence[str]) -> int:
    return max(1, min(4, int((WIDTH - 0.6) / (0.5 + max(text_width(label, 8.5) for label in labels)))))


def _paint_ecdf(canvas: Any, curves: Sequence[Curve], axis: str, whole: str) -> None:
    canvas.set_layout_engine("constrained")
    axes = canvas.add_subplot()
    for curve in curves:
        axes.step(curve.x, 100 * curve.y, where="post", color=curve.look.colour, lw=1.5)
        marks = [min(int((curve.y < quarter).sum()), len(curve.x) - 1) for quarter in (0.25, 0.5, 0.75)]
        axes.plot(curve.x[marks], 100 * curve.y[marks], curve.look.shape, color=curve.look.colour, mec=PAGE, mew=0.6, ms=6.5)
    handles = [axes.plot([], [], curve.look.shape, ls="-", color=curve.look.colour)[0] for curve in curves]
    axes.set_ylim(0, 100.5)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.grid(axis="y")
    axes.set_xlabel(axis)
    axes.set_ylabel(whole)
    labels = [curve.label for curve in curves]
    axes.legend(handles, labels, loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=_columns(labels), handlelength=1.6,
                columnspacing=1.2, handletextpad=0.5, borderpad=0.2, labelspacing=0.35)


def panels(key: str, parts: Sequence[Panel], axis: str, value: str, level: float | None = None) -> str:
    """The SVG of small panels, two in a row, on common axes; the medians of the others lie behind each in grey.

    `level` is a value that is marked by a line across.
    """
    columns = 1 if len(parts) == 1 else 2
    rows = -(-len(parts) // columns)
    height = 1.45 * rows + (0.35 if rows > 1 else 0.9)
    return sketch(key, height, lambda canvas: _paint_panels(canvas, parts, (rows, columns), (axis, value), level))


def _paint_panels(canvas: Any, parts: Sequence[Panel], shape: tuple[int, int], words: tuple[str, str],
                  level: float | None) -> None:
    canvas.set_layout_engine("constrained")
    grid = canvas.subplots(*shape, sharex=True, sharey=True, squeeze=False).ravel()
    for axes in grid[len(parts):]:
        axes.set_visible(False)
    for axes, part in zip(grid, parts, strict=False):
        axes.grid(axis="y")
        if level is not None:
            axes.axhline(level, color=FAINT, lw=1, ls=(0, (4, 3)))
        for other in parts:
            if other is not part:
                axes.plot(other.x, other.median, color=RULE, lw=1)
        axes.fill_between(part.x, *part.nine_tenths, color=part.look.colour, alpha=0.16, lw=0)
        axes.fill_between(part.x, *part.half, color=part.look.colour, alpha=0.3, lw=0)
        axes.plot(part.x, part.median, color=part.look.colour, lw=1.8)
        axes.plot(part.x[-1:], part.median[-1:], part.look.shape, color=part.look.colour, mec=PAGE, mew=0.6, clip_on=False)
        axes.set_title(fitted(part.label, 9, 1.95 if len(parts) > 1 else 4), pad=3)
        axes.locator_params(axis="x", integer=True, nbins=6)
    canvas.supxlabel(words[0], size=8.5, color=FAINT)
    canvas.supylabel(words[1], size=8.5, color=FAINT)
