"""A heat map with its numbers in the cells: two colours that grow from nothing, hatching where nothing is shown to differ."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.style import diverging
from reports.figures.svg import FAINT, INK, PAGE, RULE, WIDTH, fitted, sketch, text_width
from reports.formats import known

SIZE = 8.5
GAP = 0.14
ROOM = 0.4
"""The part of the width that the names of the rows may take."""


@dataclass(frozen=True)
class Cell:
    """A number with its words, the smaller words under it, and whether it is hatched."""

    value: float
    words: str
    under: str = ""
    hatched: bool = False


@dataclass(frozen=True)
class Grid:
    """Rows of cells; `largest` is where the colours end."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Cell]]
    largest: float
    column_words: str = ""


def heat(key: str, grid: Grid, width: float = WIDTH, row_height: float = 0.0) -> str:
    """The SVG of a heat map."""
    tall = row_height or (0.42 if any(cell.under for row in grid.cells for cell in row) else 0.27)
    head = 0.7 if grid.column_words and any("\n" in name for name in grid.columns) else 0.55
    return sketch(key, tall * len(grid.rows) + head, lambda canvas: _paint(canvas, grid, width, tall), width)


def _paint(canvas: Any, grid: Grid, width: float, tall: float) -> None:
    height = canvas.get_figheight()
    rows = [fitted(name, SIZE, ROOM * width) for name in grid.rows]
    margin = GAP + max(text_width(name, SIZE) for name in rows)
    room = (width - margin) / len(grid.columns) - 0.06
    columns = ["\n".join(fitted(line, SIZE, room) for line in name.split("\n")) for name in grid.columns]
    axes = canvas.add_axes((margin / width, 0.08 / height, 1 - (margin + 0.06) / width, tall * len(grid.rows) / height))
    axes.set_xlim(0, len(grid.columns))
    axes.set_ylim(len(grid.rows), 0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel(grid.column_words)
    axes.set_xticks([place + 0.5 for place in range(len(columns))], columns)
    axes.set_yticks([place + 0.5 for place in range(len(rows))], rows)
    axes.tick_params(length=0, labelcolor=INK)
    for y, row in enumerate(grid.cells):
        for x, cell in enumerate(row):
            _cell(axes, x, y, cell, grid.largest)


def _cell(axes: Any, x: int, y: int, cell: Cell, largest: float) -> None:
    from matplotlib.patches import Rectangle

    if known(cell.value):
        colour, solid = diverging(cell.value, largest)
        axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, alpha=solid, lw=0))
        if cell.hatched:
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor="none", edgecolor=RULE, hatch="///", lw=0, alpha=0.55))
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor="none", edgecolor=PAGE, lw=2))
    axes.text(x + 0.5, y + (0.42 if cell.under else 0.5), cell.words, ha="center", va="center", size=8.5)
    if cell.under:
        axes.text(x + 0.5, y + 0.76, cell.under, ha="center", va="center", size=7, color=FAINT if not cell.value else INK)
