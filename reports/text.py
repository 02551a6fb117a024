"""Tables as text: in fixed columns for a terminal, with pipes for Markdown."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reports import formats
from reports.tables.table import Column, Table

GAP = "   "
GAP_BEFORE_COMMAND = "  "


@dataclass(frozen=True)
class Printed:
    """A column on a terminal: its heading, what it says of each row, its side, the least width it takes.

    Where a table is too wide, columns with `spare` are left out, the lowest number first.
    """

    heading: str
    words: Callable[[Any], str]
    right: bool = True
    least: int = 0
    spare: int = 0


def fixed(rows: Sequence[Any], columns: Sequence[Printed]) -> list[str]:
    """Lines of a table: headings, then a line a row."""
    cells = [[column.words(row) for column in columns] for row in rows]
    widths = [max(column.least, len(column.heading), *(len(line[place]) for line in cells), 0)
              for place, column in enumerate(columns)]
    heads = [column.heading for column in columns]
    return [_line(line, columns, widths) for line in [heads, *cells]]


def fitted(rows: Sequence[Any], columns: Sequence[Printed], width: int) -> list[str]:
    """The same, without columns that can be spared until it fits."""
    lines = fixed(rows, columns)
    spare = sorted((column for column in columns if column.spare), key=lambda column: column.spare)
    while spare and max(map(len, lines)) > width:
        left_out = spare.pop(0)
        columns = [column for column in columns if column is not left_out]
        lines = fixed(rows, columns)
    return lines


def _line(cells: Sequence[str], columns: Sequence[Printed], widths: Sequence[int]) -> str:
    parts = [cell.rjust(width) if column.right else cell.ljust(width)
             for cell, column, width in zip(cells, columns, widths, strict=True)]
    return GAP.join(parts).rstrip()


def aligned(column: Column, rows: Sequence[Any]) -> Callable[[Any], str]:
    """A value with its interval, the numbers of all rows under each other: ` 9.5 [ 8.5, 10.6]`."""
    value = max((len(column.text(row)) for row in rows), default=0)
    end = max((len(part) for row in rows for part in _ends(column, row)), default=0)
    return lambda row: f"{column.text(row).rjust(value)} {column.bracket(row, end)}".rstrip()


def _ends(column: Column, row: Any) -> list[str]:
    return column.bracket(row).strip("[]").split(", ")


def markdown(table: Table) -> str:
    """A table with pipes; nothing is cut."""
    heads = [escaped(column.heading) or " " for column in table.columns]
    rule = ["--:" if column.numeric else "---" for column in table.columns]
    lines = [[escaped(column.cell(row)) for column in table.columns] for row in table.rows]
    text = "\n".join(f"| {' | '.join(line)} |" for line in [heads, rule, *lines])
    return f"{text}\n\n{escaped(table.note)}" if table.note else text


def escaped(text: str) -> str:
    """Text that no reader of Markdown takes for a mark."""
    for mark in ("\\", "|", "<", "`", "*", "_"):
        text = text.replace(mark, f"\\{mark}" if mark != "<" else "&lt;")
    return " ".join(text.split())


def wrapped(text: str, width: int) -> list[str]:
    """A sentence in lines; a command, which two spaces set off, is not broken."""
    words, gap, command = text.partition(GAP_BEFORE_COMMAND)
    return formats.lines(words + gap + command.replace(" ", formats.STUCK), width) or [""]
