"""Bars that are made of parts: whole bars of 100 %, and sums such as a score from its parts."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.style import PALE, PALE_INK
from reports.figures.svg import FAINT, PAGE, WIDTH, fitted, sketch, text_width

HATCHES = ("", "///", "...", "\\\\\\", "xx", "---", "++", "oo", "||")


@dataclass(frozen=True)
class Bar:
    """One bar: its name, the size of each part, and the words at its end."""

    label: str
    sizes: Sequence[float]
    words: str = ""


@dataclass(frozen=True)
class Parts:
    """The parts that all bars have in common, and the axis; `colours` where the parts have colours of their own."""

    names: Sequence[str]
    axis: str
    end: float
    digits: int = 0
    colours: Sequence[str] = PALE


def bars(key: str, rows: Sequence[Bar], parts: Parts) -> str:
    """The SVG of stacked horizontal bars with a legend above."""
    return sketch(key, 0.44 * len(rows) + 0.7 + 0.19 * _legend_rows(parts), lambda canvas: _paint(canvas, rows, parts))


def _legend_columns(parts: Parts) -> int:
    """As many as there is room for, five at most, and no row of the legend left much emptier than another."""
    longest = max(text_width(name, 8.5) for name in parts.names)
    most = max(1, min(5, int((WIDTH - 0.3) / (0.4 + longest))))
    rows = -(-len(parts.names) // most)
    return -(-len(parts.names) // rows)


def _legend_rows(parts: Parts) -> int:
    return -(-len(parts.names) // _legend_columns(parts))


def _paint(canvas: Any, rows: Sequence[Bar], parts: Parts) -> None:
    height = canvas.get_figheight()
    top = height - 0.2 - 0.19 * _legend_rows(parts)
    axes = canvas.add_axes((0.14 / WIDTH, 0.45 / height, 1 - 0.28 / WIDTH, (top - 0.45) / height))
    axes.set_xlim(0, parts.end)
    axes.set_ylim(len(rows) - 0.35, -0.6)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(parts.axis)
    handles = []
    for y, row in enumerate(rows):
        room = WIDTH - 0.4 - text_width(row.words, 8.5)
        axes.text(0, y - 0.29, fitted(row.label, 8.5, room), ha="left", va="bottom", size=8.5)
        axes.text(1, y - 0.29, row.words, ha="right", va="bottom", size=8.5, color=FAINT, transform=axes.get_yaxis_transform())
        handles = _stack(axes, y, row, parts)
    axes.legend(handles, parts.names, loc="lower left", bbox_to_anchor=(0, 1.0), borderaxespad=0.9,
                ncols=_legend_columns(parts), handlelength=1.2, handleheight=0.9, columnspacing=1.2, handletextpad=0.5,
                borderpad=0, labelspacing=0.35)


def _stack(axes: Any, y: int, row: Bar, parts: Parts) -> list[Any]:
    handles, left, colours = [], 0.0, parts.colours
    for place, size in enumerate(row.sizes):
        bar = axes.barh(y, size, left=left, height=0.44, color=colours[place % len(colours)], edgecolor=PAGE, linewidth=0.8)
        for patch in bar:
            patch.set_hatch(HATCHES[place // len(colours) % len(HATCHES)])
        if size >= 0.07 * parts.end:
            axes.text(left + size / 2, y, f"{size:.{parts.digits}f}", ha="center", va="center", size=8, color=PALE_INK)
        handles.append(bar)
        left += size
    return handles

