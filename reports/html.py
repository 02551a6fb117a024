"""The page: one file that needs nothing else. Only this module knows jinja2."""
from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reports import card, methods, verdict
from reports.changes import section as changes
from reports.figures.style import Looks, looks
from reports.figures.svg import Figure
from reports.findings import Book
from reports.sections import Chapter, Section, across
from reports.tables.health import failure_rows, failure_table
from reports.tables.table import Column, Table

if TYPE_CHECKING:
    from reports.compare import Comparison

TEMPLATES = Path(__file__).parent / "templates"
NARROW = 62
"""A table of at most so many letters across stands beside a figure."""


@dataclass(frozen=True)
class Head:
    """A heading of a table of the page."""

    text: str
    numeric: bool
    sentence: str


@dataclass(frozen=True)
class Cell:
    """A cell: its value, what stands beside it, and the number it is sorted by."""

    text: str
    beside: str
    numeric: bool
    sort: str
    faint: bool


@dataclass(frozen=True)
class Grid:
    """A table as the page shows it."""

    title: str
    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    note: str

    @property
    def narrow(self) -> bool:
        """Whether it fits beside a figure."""
        lines = [[head.text for head in self.heads]]
        lines += [[f"{cell.text} {cell.beside}".strip() for cell in row] for row in self.rows]
        return sum(max(len(text) for text in column) + 2 for column in zip(*lines, strict=True)) <= NARROW


def page(book: Book, chapters: Sequence[Chapter], overview: Section) -> str:
    """The whole page; the same bytes for the same run."""
    changed = compared(book.changes, looks(book.contents.strategies))
    for part in changed["changes"]:
        part["verdict"] = verdict.unsaid(part["verdict"], part["title"], verdict.box(book))
    return render("report.html.j2", {**_context(book, chapters, overview), **changed})


def render(template: str, context: Mapping[str, Any]) -> str:
    """A page from its template."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
                              keep_trailing_newline=True)
    environment.filters["breakable"] = breakable
    script = (TEMPLATES / "report.js").read_text("utf-8").strip()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template(template).render(
        **context, script=Markup(script), script_hash=f"sha256-{digest}",
        style=Markup((TEMPLATES / "report.css").read_text("utf-8").strip()))


def breakable(text: str) -> list[str]:
    """A name in the parts between which a line may break: after `:`, `.`, `/` and `_`.

    >>> breakable("puerto_rico.money:quarries=2")
    ['puerto_', 'rico.', 'money:', 'quarries=2']
    """
    return re.findall(r"[^:./_]+[:./_]*|[:./_]+", text)


def _context(book: Book, chapters: Sequence[Chapter], overview: Section) -> dict[str, Any]:
    run = book.contents.run
    failed, called = failure_rows(run), card.command(run.manifest)
    return {
        "title": run.experiment.name, "lead": card.lead(book), "verdict": verdict.box(book),
        "card": card.card(book), "health": card.health(book), "failures": [grid(failure_table(failed))] if failed else [],
        "overview": section(overview), "across": [section(one) for one in across(book)],
        "scenarios": [_chapter(number, chapter) for number, chapter in enumerate(chapters)],
        "methods": [(title, typeset(text)) for title, text in methods.methods(book.settings)],
        "again": methods.again(bool(run.experiment.files)),
        "commands": methods.COMMANDS, "called": called, "dictionary": dictionary(book)}


def _chapter(number: int, chapter: Chapter) -> dict[str, Any]:
    found = chapter.found
    return {"id": f"scenario-{number}", "title": found.title, "lead": card.scenario_lead(found),
            "verdict": verdict.sentences(found), "sections": [section(one) for one in chapter.sections]}


def compared(comparison: Comparison | None, palette: Looks, again: bool = True) -> dict[str, Any]:
    """What a page says of a comparison; nothing without one. Without `again` the sentences stand elsewhere on the page."""
    if comparison is None:
        return {"changes": [], "changes_title": "", "changes_tables": [], "changes_figures": []}
    shown = [{"id": one.id, "title": one.title, "lead": typeset(one.lead), "verdict": one.verdict if again else [],
              "tables": [grid(table) for table in one.tables], "figures": [figure(drawing) for drawing in one.figures]}
             for one in changes.compared(comparison, palette)]
    several = len(comparison.parts) > 1
    tables = [grid(changes.side_by_side(comparison))] if several else []
    figures = [figure(drawing) for drawing in changes.over_all(comparison, palette)] if several else []
    return {"changes": shown, "changes_title": changes.TITLE, "changes_tables": tables, "changes_figures": figures}


def typeset(text: str) -> str:
    """What a terminal cannot show as the page can."""
    return text.replace("+-", "\u00b1").replace(" -> ", "\u00a0\u2192 ")


def section(one: Section) -> dict[str, Any]:
    """A section with its tables as grids and its drawings as markup."""
    return {"title": one.title, "tables": [grid(table) for table in one.tables],
            "figures": [figure(drawing) for drawing in one.figures], "more": [grid(table) for table in one.more],
            "more_title": one.more_title}


def figure(drawing: Figure) -> dict[str, Any]:
    """A figure with its words for those who cannot see it."""
    svg = Markup('<svg role="img" aria-label="{}"').format(drawing.alt) + Markup(typeset(drawing.svg.removeprefix("<svg")))
    return {"title": drawing.title, "svg": svg, "sentence": typeset(drawing.sentence), "note": typeset(drawing.note),
            "wide": drawing.wide}


def grid(table: Table) -> Grid:
    """A table in the words of the page."""
    heads = [Head(typeset(column.heading), column.numeric, typeset(column.sentence)) for column in table.columns]
    rows = [[_cell(column, row) for column in table.columns] for row in table.rows]
    return Grid(typeset(table.title), heads, rows, typeset(table.note))


def _cell(column: Column, row: Any) -> Cell:
    return Cell(column.text(row), typeset(column.beside(row)), column.numeric, column.sort_key(row), column.faint)


@dataclass(frozen=True)
class Entry:
    """A column of the run's tables, for the data dictionary."""

    table: str
    column: str
    type: str
    meaning: str


def dictionary(book: Book) -> list[Grid]:
    """What the columns of the run's tables mean."""
    entries = [Entry(row["table"], row["column"], row["type"], row["meaning"]) for row in book.facts.rows]
    columns = [Column(name, name, "text") for name in ("table", "column", "type", "meaning")]
    return [grid(Table("dictionary", "What the columns of the tables mean", columns, entries))] if entries else []
