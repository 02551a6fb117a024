"""How the command line speaks: tables and documents to stdout, everything else to stderr."""
from __future__ import annotations

import io
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from reports import formats

WIDEST = 100
GAP = "   "
FORMATS = ("table", "json", "csv", "md")


@dataclass
class Session:
    """What one call of the command line was asked to be like."""

    quiet: bool = False
    verbose: bool = False
    debug: bool = False
    json: bool = False
    folder: Path | None = None
    """The run that is being read or written, if there is one."""


def session() -> Session:
    """The session of the running command; a plain one outside of any."""
    context = click.get_current_context(silent=True)
    found = context.find_object(Session) if context else None
    return found or Session()


def colour() -> bool | None:
    """Whether to colour: True or False by NO_COLOR, FORCE_COLOR and TERM, else None: ask each stream."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None


def coloured(stream: IO[Any]) -> bool:
    """Whether a stream gets colour."""
    wanted = colour()
    return stream.isatty() if wanted is None else wanted


def width() -> int:
    """The columns to fill: those of the terminal, 100 at most, 60 at least."""
    import shutil

    return max(60, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))


# --- to stderr --------------------------------------------------------------------------------------------------------

COLOURS = {"Error": "red", "Warning": "yellow", "Note": "cyan"}


def error(message: str, *more: str) -> None:
    """What is wrong, and further lines of help, indented."""
    _say("Error", message, more)


def warn(message: str, *more: str) -> None:
    """What the user should know although all goes on; not with -q."""
    if not session().quiet:
        _say("Warning", message, more)


def note(message: str, *more: str) -> None:
    """What was done otherwise than asked; not with -q."""
    if not session().quiet:
        _say("Note", message, more)


def progress(text: str) -> None:
    """Lines on how it goes; not with -q."""
    if not session().quiet:
        say(text)


def say(text: str) -> None:
    """A line to stderr."""
    click.echo(text, err=True, color=colour())


def out(text: str) -> None:
    """A result to stdout."""
    click.echo(text, color=colour())


def _say(kind: str, message: str, more: Iterable[str]) -> None:
    head, *rest = fill(f"{kind}: {message}").split("\n")
    say(click.style(kind, fg=COLOURS[kind], bold=True) + head[len(kind):])
    for line in [*rest, *more]:
        say(line)


def fill(text: str, indent: str = "") -> str:
    """Text broken at the width; lines that are broken already stay so, and runs of spaces stay as they are."""
    lines = []
    for line in text.split("\n"):
        if len(line) > width():
            lead = line[:len(line) - len(line.lstrip())]
            lines += formats.lines(line.strip(), width(), lead, lead + indent)
        else:
            lines.append(line)
    return "\n".join(lines)


# --- to stdout --------------------------------------------------------------------------------------------------------

def words(value: Any) -> str:
    """A value as a table shows it."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "-"
    return str(value)


@dataclass(frozen=True)
class Column:
    """A column of a printed table: the key in the rows (and in JSON and CSV), its title, how a value is written."""

    key: str
    title: str = ""
    text: Callable[[Any], str] = words
    right: bool = False
    brief: Callable[[str], str] = str
    """How a value that is long for a screen is shortened there; nowhere else."""
    wrap: bool = False
    """The values may be broken over several lines, as those of the last column."""

    @property
    def head(self) -> str:
        return self.title or self.key

    def cell(self, row: Mapping[str, Any]) -> str:
        """The value of a row, as it is printed."""
        return self.brief(self.text(row[self.key]))


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> str:
    """A table in fixed columns, as wide as the terminal at most: columns that may `wrap`, and the last one, are broken."""
    heads = [column.head for column in columns]
    cells = [[column.cell(row) for column in columns] for row in rows]
    widths = _widths(columns, [heads, *cells])
    head = [click.style(text, bold=True) for text in _lines(heads, widths, columns)]
    return "\n".join(head + [text for values in cells for text in _lines(values, widths, columns)])


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column; the widest that may be broken gives way until the line fits, the last one half as readily."""
    widths = [max(len(line[n]) for line in cells) for n in range(len(columns))]
    least = [max(len(word) for line in cells for word in line[n].split() or [""]) for n in range(len(columns))]
    may_wrap = [n for n, column in enumerate(columns) if column.wrap or n == len(columns) - 1]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width():
        widest = max(may_wrap, key=lambda n: (widths[n] - least[n]) / (2 if n == len(widths) - 1 else 1))
        if widths[widest] <= least[widest]:
            break
        widths[widest] -= 1
    return widths


def _lines(values: Sequence[str], widths: Sequence[int], columns: Sequence[Column]) -> list[str]:
    """The lines of one row."""
    broken = [textwrap.wrap(value, size, break_on_hyphens=False, break_long_words=False) if len(value) > size
              else [value] for value, size in zip(values, widths, strict=True)]
    lines = []
    for n in range(max(map(len, broken))):
        parts = [cell[n] if n < len(cell) else "" for cell in broken]
        parts = [part.rjust(size) if column.right else part.ljust(size)
                 for part, size, column in zip(parts, widths, columns, strict=True)]
        lines.append(GAP.join(parts).rstrip())
    return lines


def rows(kind: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[Column], style: str = "table") -> None:
    """Print rows in one of the FORMATS. `kind` names the JSON document: `evenhand.<kind>/1` with the rows under `<kind>`."""
    if style == "json":
        document(kind, {kind: [{column.key: row[column.key] for column in columns} for row in rows]})
    elif style == "csv":
        click.echo(_csv(rows, columns), nl=False)
    elif style == "md":
        out(_markdown(rows, columns))
    else:
        out(table(rows, columns))


def document(kind: str, body: Mapping[str, Any], number: int = 1) -> None:
    """Print the one JSON document of a command."""
    import json

    out(json.dumps({"schema": f"evenhand.{kind}/{number}", **body}, indent=2, ensure_ascii=False, default=str))


def _csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> str:
    import csv

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.key for column in columns])
    for row in rows:
        values = [row[column.key] for column in columns]
        writer.writerow([" ".join(map(str, value)) if isinstance(value, (list, tuple)) else value for value in values])
    return out.getvalue()


def _markdown(rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]) -> str:
    lines = [[column.head for column in columns], ["--:" if column.right else "---" for column in columns]]
    lines += [[column.text(row[column.key]).replace("|", "\\|") for column in columns] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# --- words for numbers ------------------------------------------------------------------------------------------------

def size(octets: float) -> str:
    """700 bytes, 31 kB, 3 MB, 1.2 GB."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if octets >= scale:
            return f"{octets / scale:.{1 if octets < 10 * scale and unit == 'GB' else 0}f} {unit}"
    return f"{octets:.0f} bytes"


def tidy_streams() -> None:
    """Characters that the terminal does not know are replaced, never an error: names that users give may be anything."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
