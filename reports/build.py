"""A run's report as files and as a document: report.html, report.md, tables as CSV and JSON."""
from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import card, treatments, verdict
from reports.findings import Book, Findings, study
from reports.game import facts_of
from reports.reader import nothing, read
from reports.sections import chapters, overview, tables_of
from reports.settings import Settings
from reports.tables.health import failure_rows, failure_table

if TYPE_CHECKING:
    from experiments.store import Run

SCHEMA = "evenhand.report/1"
FORMATS = ("html", "md", "csv", "json")


def write(run: Run, formats: Iterable[str] = ("html", "md"), settings: Settings | None = None) -> list[Path]:
    """Write the report into the run's folder; the places of its files, in the order of `formats`."""
    book = open_book(run, settings)
    folder = Path(run.folder)
    return [file for name in formats for file in _WRITERS[name](book, folder)]


def document(run: Run, settings: Settings | None = None) -> dict[str, Any]:
    """The report as plain data; shares are fractions, what is not known is None."""
    return plain(open_book(run, settings))


def open_book(run: Run, settings: Settings | None = None) -> Book:
    """The findings of a run. RunError if there is nothing to report."""
    from experiments.store import RunError
    from sim.faults import Fault

    contents = read(run)
    if not contents.games:
        raise RunError(Fault("", nothing(contents)))
    return study(contents, facts_of(run), settings or Settings())


def plain(book: Book) -> dict[str, Any]:
    """The document of a book. Every row of a table says which scenario it belongs to."""
    experiment = book.contents.run.experiment
    out: dict[str, Any] = {
        "schema": SCHEMA, "name": experiment.name, "game": book.facts.name, "seed": experiment.seed,
        "design": experiment.design,
        "verdict": verdict.box(book), "card": dict(card.card(book)), "health": _health(book),
        "scenarios": [_scenario(found) for found in book.scenarios], "strategies": [], "seats": []}
    for found in book.scenarios:
        for table in tables_of(found):
            out.setdefault(table.name, []).extend({**_place(found), **record} for record in table.records())
    out |= {name: table.records() for name, table in treatments.tables(book).items()}
    out["failures"] = failure_table(failure_rows(book.contents.run)).records()
    return out


def records(book: Book, name: str) -> tuple[list[dict[str, Any]], set[str]] | None:
    """The rows of one table over all scenarios, and the keys that hold pairs; None if the report has no such table.

    Nothing is worked out that stands behind it on the page.
    """
    if (over_all := treatments.tables(book).get(name)) is not None:
        return over_all.records(), over_all.pairs()
    found, pairs = [], None
    for one in book.scenarios:
        if (table := next((table for table in tables_of(one) if table.name == name), None)) is not None:
            found += [{**_place(one), **record} for record in table.records()]
            pairs = (pairs or set()) | table.pairs()
    return None if pairs is None else (found, pairs)


def table_names(book: Book) -> list[str]:
    """The names of the report's tables."""
    return [*dict.fromkeys(table.name for found in book.scenarios for table in tables_of(found)), *treatments.tables(book)]


def _place(found: Findings) -> dict[str, Any]:
    scenario = found.scenario
    return {"scenario": scenario.number, "variant": scenario.variant, "cell": scenario.cell, "players": scenario.seats}


def _scenario(found: Findings) -> dict[str, Any]:
    health = found.health
    return {**_place(found), "title": found.title, "games": found.scenario.games, "blocks": found.scenario.n_blocks,
            "truncated": health.truncated, "tied": health.tied, "deff_strategies": _known(health.deff_strategies),
            "deff_seats": _known(health.deff_seats), "rating_doubtful": found.fit.doubtful if found.fit else None,
            "seat_verdict": found.balance.verdict if found.balance else None,
            "verdict": verdict.sentences(found)}


def _health(book: Book) -> dict[str, Any]:
    contents = book.contents
    return {"games": contents.games, "blocks": contents.blocks, "planned_blocks": contents.planned,
            "finished_blocks": contents.finished, "left_out_blocks": contents.left_out,
            "failed_games": contents.run.failures().num_rows,
            "truncated_games": sum(found.health.truncated for found in book.scenarios),
            "tied_games": sum(found.health.tied for found in book.scenarios), "warnings": card.warnings(book)}


def _known(value: float) -> float | None:
    return value if value == value else None


# Files

def _html(book: Book, folder: Path) -> list[Path]:
    from reports.html import page

    return [put(folder / "report.html", page(book, chapters(book), overview(book)))]


def _markdown(book: Book, folder: Path) -> list[Path]:
    from reports.markdown import page

    return [put(folder / "report.md", page(book))]


def _json(book: Book, folder: Path) -> list[Path]:
    return [put(folder / "report.json", json.dumps(plain(book), indent=2, ensure_ascii=False) + "\n")]


def _csv(book: Book, folder: Path) -> list[Path]:
    document, written = plain(book), []
    pairs = {table.name: table.pairs() for found in book.scenarios for table in tables_of(found)}
    pairs |= {name: table.pairs() for name, table in treatments.tables(book).items()}
    for name, keys in pairs.items():
        written.append(put(folder / "report" / f"{name}.csv", as_csv(document[name], keys)))
    return written


def as_csv(records: Sequence[dict[str, Any]], pairs: Iterable[str]) -> str:
    """Rows as CSV; a pair becomes two columns, `interval_low` and `interval_high`."""
    rows = [flat(record, set(pairs)) for record in records]
    out = io.StringIO()
    writer = csv.DictWriter(out, list(dict.fromkeys(key for row in rows for key in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def flat(record: Mapping[str, Any], pairs: set[str]) -> dict[str, Any]:
    """A row with two values in place of each pair."""
    out: dict[str, Any] = {}
    for key, value in record.items():
        if key in pairs:
            out[f"{key}_low"], out[f"{key}_high"] = value or (None, None)
        else:
            out[key] = value
    return out


def put(file: Path, text: str) -> Path:
    """Write a file whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    hidden = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    hidden.write_text(text, encoding="utf-8", newline="\n")
    os.replace(hidden, file)
    return file


_WRITERS: dict[str, Callable[[Book, Path], list[Path]]] = {"html": _html, "md": _markdown, "csv": _csv, "json": _json}
