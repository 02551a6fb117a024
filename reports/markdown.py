"""report.md: the same verdict, facts and tables as the page, without its figures."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports import card, methods, verdict
from reports.changes.section import TITLE, compared, side_by_side
from reports.compare import Comparison
from reports.findings import Book
from reports.sections import across, chapters, overview
from reports.tables.health import failure_rows, failure_table
from reports.text import escaped, markdown


def page(book: Book) -> str:
    """The whole text."""
    return "\n\n".join(_parts(book)) + "\n"


def _parts(book: Book) -> Iterator[str]:
    yield f"# {escaped(book.contents.run.experiment.name)}"
    yield escaped(card.lead(book))
    yield "## What the games say"
    yield _items(verdict.box(book))
    for title, facts in (("Run", card.card(book)), ("Health", card.health(book))):
        yield f"## {title}"
        yield "\n".join(f"- {escaped(name)}: {escaped(value)}" for name, value in facts)
    if rows := failure_rows(book.contents.run):
        yield markdown(failure_table(rows))
    side_by_side = overview(book, draw=False)
    if side_by_side.tables:
        yield "## All scenarios"
        yield from (markdown(table) for table in side_by_side.tables)
    for section in across(book, draw=False):
        yield f"## {escaped(section.title)}"
        yield from (markdown(table) for table in (*section.tables, *section.more))
    if book.changes is not None:
        yield f"## {TITLE}"
        yield from compared_parts(book.changes, verdict.box(book))
    for chapter in chapters(book, draw=False):
        if chapter.found.title:
            yield f"## {escaped(chapter.found.title)}"
            yield escaped(card.scenario_lead(chapter.found))
            yield _items(verdict.sentences(chapter.found))
        for section in chapter.sections:
            for table in (*section.tables, *section.more):
                yield f"### {escaped(table.title)}"
                yield markdown(table)
    yield "## Methods"
    yield "\n".join(f"- {escaped(title)}: {escaped(text)}" for title, text in methods.methods(book.settings))


def compared_parts(comparison: Comparison, said: Sequence[str] = ()) -> Iterator[str]:
    """What changes between variants, cells or runs, without the sentences that were said above."""
    parts = compared(comparison, {}, draw=False)
    if len(parts) > 1:
        yield markdown(side_by_side(comparison))
    for part in parts:
        yield f"### {escaped(part.title)}"
        yield escaped(part.lead)
        if more := verdict.unsaid(part.verdict, part.title, said):
            yield _items(more)
        yield from (markdown(table) for table in part.tables)


def _items(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {escaped(sentence)}" for sentence in sentences)
