"""The summary that stays in the terminal when a run is done: who won, which seat, what is decided. Without pandas, fast."""
from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from reports import card, formats, stopping, treatments, verdict
from reports.findings import Book, Findings, study
from reports.game import facts_of
from reports.reader import nothing, read
from reports.settings import Settings
from reports.tables import overview, seat as seats, strategy as strategies
from reports.tables.overview import overview_rows
from reports.tables.seat import SeatRow
from reports.tables.strategy import StrategyRow
from reports.text import Printed, aligned, fitted, fixed, wrapped

if TYPE_CHECKING:
    from experiments.store import Run

NAME_WIDTH = 20
"""The first column is at least so wide, so that the two tables stand under each other."""
SHARE_WIDTH = 20
IN_FULL = 3
"""Scenarios that get their tables; more of them get a line each."""


class Played(Protocol):
    """What the runner says of the games that were played just now (`experiments.runner.RunSummary`)."""

    @property
    def played(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def interruptions(self) -> int: ...


def text(run: Run, width: int = 100, color: bool = False, played: Played | None = None,
         settings: Settings | None = None, written: bool = True) -> str:
    """The summary of a run as it stands; `played` adds how long it took. Lines are at most `width` wide.

    `written`: whether the report is there, or will be in a moment.
    """
    contents = read(run)
    if not contents.games:
        return nothing(contents)
    book = study(contents, facts_of(run), settings or Settings())
    decision = stopping.headline(book).replace(" ", formats.STUCK)
    lines = [*wrapped(" ".join(filter(None, [headline(book, played), decision])), width), ""]
    for note in card.warnings(book):
        lines[:0] = [*wrapped(f"Warning: {note}", width), ""]
    if book.contents.finished < book.contents.planned:
        lines[:0] = [*wrapped(verdict.unfinished(book.contents.finished, book.contents.planned), width), ""]
    if len(book.free) <= IN_FULL:
        for found in book.free:
            lines += _scenario(found, width, color)
    else:
        lines += [*_overview(book, width, color), ""]
    lines += treatments.printed(book, width)
    for sentence in _said(book):
        lines += wrapped(sentence, width)
    return "\n".join([*lines, *_watch(book), "", *_next(book, width, written)])


def headline(book: Book, played: Played | None = None) -> str:
    """2,000 games in 2.1 s (950 games/s), none failed, 12 tied"""
    contents, failed = book.contents, book.contents.run.failures().num_rows
    tied = sum(found.scenario.tied for found in book.scenarios)
    cut_off = sum(found.health.truncated for found in book.scenarios)
    blocks = f" ({formats.plural(contents.finished, 'block')})" if stopping.headline(book) else ""
    parts = [f"{formats.plural(contents.games, 'game')}{blocks}{_took(contents.games, played)}",
             f"{failed:,} failed" if failed else "none failed", f"{tied:,} tied"]
    if cut_off:
        parts.append(f"{cut_off:,} cut off")
    stops = played.interruptions if played else 0
    more = f"; interrupted {'once' if stops == 1 else f'{stops} times'}" if stops else ""
    return ", ".join(parts) + more + "." * bool(stopping.headline(book))


def _took(games: int, played: Played | None) -> str:
    if played is None or not played.played or played.seconds <= 0:
        return ""
    if played.played > games:           # those behind the stop are not kept
        return (f", {played.played:,} played in {formats.duration(played.seconds)} "
                f"({formats.rate(played.played / played.seconds)})")
    if played.played < games:
        return f", {played.played:,} of them now in {formats.duration(played.seconds)}"
    return f" in {formats.duration(played.seconds)} ({formats.rate(played.played / played.seconds)})"


def _scenario(found: Findings, width: int, color: bool) -> list[str]:
    lines = [_bold(found.title, color)] if found.title else []
    tested = stopping.tested(found.scenario.run)
    several = tested or any(row.seats_held != 1 for row in found.strategies)
    if found.strategies:
        head, *rows = fitted(found.strategies, _strategy_columns(found, several), width)
        lines += [_bold(head, color), *rows]
        if not several:
            lines += [line for note in _notes(found) for line in wrapped(note, width)]
        lines += wrapped(stopping.NOTE, width) if tested else []
        lines.append("")
    if found.seats and not tested:
        head, *rows = fixed(found.seats, _seat_columns(found.seats, found.scenario.equal, bool(found.strategies)))
        lines += [_bold(head, color), *rows, ""]
    return lines


def _notes(found: Findings) -> list[str]:
    """What stands under the strategy table: the meaning of the letters, and what the rating has to say."""
    blocks = formats.plural(found.scenario.n_blocks, "block")
    letters = [f"A letter in common: no difference found (paired over {blocks}, Holm)."] if found.scenario.n_blocks > 1 else []
    return [*letters, *(found.rating.notes if found.rating else ())]


def _strategy_columns(found: Findings, several: bool) -> list[Printed]:
    rows = found.strategies
    share = aligned(strategies.SHARE, rows)
    shown = max(len(share(row)) for row in rows)
    name = Printed("strategy", lambda row: formats.cut(row.name), False, NAME_WIDTH)
    place = Printed("place", lambda row: formats.decimal(row.place, 2), spare=2)
    score = Printed("score", lambda row: formats.decimal(row.score), spare=1)
    if several:
        return [name, _games(), Printed("win share %", share, False, SHARE_WIDTH),
                Printed("equal", lambda row: formats.percent(row.equal)),
                Printed("points", lambda row: formats.points(row.difference)), place, score]
    lettered = Printed("win share %", lambda row: f"{share(row).ljust(shown)}  {row.letters}".rstrip(), False, SHARE_WIDTH)
    against = Printed(f"vs {formats.percent(rows[0].equal)}", lambda row: formats.points(row.difference))
    return [name, _games(), lettered, against, place, score, *_elo(rows)]


def _games() -> Printed:
    return Printed("games", lambda row: formats.count(row.games))


def _elo(rows: Sequence[StrategyRow]) -> list[Printed]:
    if not any(formats.known(row.elo) for row in rows):
        return []
    elo = aligned(strategies.ELO, rows)
    return [Printed("Elo", lambda row: f"{elo(row)} {row.elo_words}".rstrip(), False, spare=3)]


def _seat_columns(rows: Sequence[SeatRow], equal: float, under: bool) -> list[Printed]:
    return [Printed("seat", lambda row: row.name, False, NAME_WIDTH if under else 0), _games(),
            Printed("win share %", aligned(seats.SHARE, rows), False, SHARE_WIDTH),
            Printed(f"vs {formats.percent(equal)}", lambda row: formats.points(row.difference))]


def _overview(book: Book, width: int, color: bool) -> list[str]:
    """A line a scenario: who has the highest share, or what the first seat is worth, and what is said of the seats."""
    rows = overview_rows(book.scenarios)
    columns = [Printed("scenario", lambda row: formats.cut(row.scenario, 40), False), _games()]
    share = overview.share_column(rows)
    if any(row.first for row in rows):
        columns += [Printed("highest share", lambda row: formats.cut(row.first, 22), False),
                    Printed(share.heading, share.cell, False)]
    else:
        columns.append(Printed(overview.BEGINNER.heading, overview.BEGINNER.cell, False))
    head, *lines = fitted(rows, [*columns, Printed("seats", lambda row: row.verdict, False)], width)
    return [_bold(head, color), *lines]


def _said(book: Book) -> list[str]:
    """The verdict without the note on an unfinished run, which stands on top, and without what only the rounds say."""
    return [sentence for sentence in verdict.box(book, course=False) if not sentence.startswith("Unfinished:")]


def _watch(book: Book) -> list[str]:
    """A game to look at, where a strategy turned out to be no better."""
    if not stopping.headline(book).endswith("not better.") or (game := stopping.lost(book.scenarios[0])) is None:
        return []
    return [f"Watch a game it lost:  evenhand replay {shlex.quote(book.contents.run.folder.as_posix())} {game}"]


def _next(book: Book, width: int, written: bool) -> list[str]:
    """What to type next."""
    folder = book.contents.run.folder.as_posix()
    report = f"Report:  {folder}/report.html" if written else f"Report:  evenhand report {shlex.quote(folder)}"
    tables = f"Tables:  evenhand report {shlex.quote(folder)} --format csv"
    lines = [f"{report}        {tables}"] if len(report) + len(tables) + 8 <= width else [report, tables]
    return lines if book.changes is None else [*lines, f"Changes:  evenhand compare {shlex.quote(folder)}"]


def _bold(line: str, color: bool) -> str:
    return f"\x1b[1m{line}\x1b[0m" if color else line
