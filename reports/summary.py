"""The summary that stays in the terminal when a run is done: who won, which seat, what is decided. Without pandas, fast."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from reports import formats, verdict
from reports.findings import Book, Findings, study
from reports.game import facts_of
from reports.reader import read
from reports.settings import Settings
from reports.tables import seat as seats, strategy as strategies
from reports.tables.seat import SeatRow
from reports.tables.strategy import StrategyRow
from reports.text import Printed, aligned, fixed, wrapped

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


def text(run: Run, width: int = 100, color: bool = False, played: Played | None = None,
         settings: Settings | None = None) -> str:
    """The summary of a run as it stands; `played` adds how long it took. Lines are at most `width` wide."""
    book = study(read(run), facts_of(run), settings or Settings())
    lines = [*wrapped(headline(book, played), width), ""]
    if book.contents.finished < book.contents.planned:
        lines[:0] = [*wrapped(verdict.unfinished(book.contents.finished, book.contents.planned), width), ""]
    if len(book.scenarios) <= IN_FULL:
        for found in book.scenarios:
            lines += _scenario(found, width, color)
    else:
        lines += [*_overview(book, color), ""]
    for sentence in _said(book):
        lines += wrapped(sentence, width)
    return "\n".join([*lines, "", *_next(run)])


def headline(book: Book, played: Played | None = None) -> str:
    """2,000 games in 2.1 s (950 games/s), none failed, 12 tied"""
    contents = book.contents
    failed = contents.run.failures().num_rows
    took = ""
    if played is not None and played.played and played.seconds > 0:
        rate = f"{formats.duration(played.seconds)} ({played.played / played.seconds:,.0f} games/s)"
        took = f" in {rate}" if played.played >= contents.games else f", {played.played:,} of them now in {rate}"
    tied = sum(found.scenario.tied for found in book.scenarios)
    cut_off = sum(found.health.truncated for found in book.scenarios)
    parts = [f"{formats.plural(contents.games, 'game')}{took}", f"{failed:,} failed" if failed else "none failed",
             f"{tied:,} tied", *([f"{cut_off:,} cut off"] if cut_off else [])]
    return ", ".join(parts)


def _scenario(found: Findings, width: int, color: bool) -> list[str]:
    lines = [_bold(found.title, color)] if found.title else []
    several = any(row.seats_held != 1 for row in found.strategies)
    if found.strategies:
        head, *rows = fixed(found.strategies, _strategy_columns(found, several))
        lines += [_bold(head, color), *rows]
        if not several and found.scenario.n_blocks > 1:
            lines += wrapped("A letter in common: no difference found (paired over "
                                  f"{formats.plural(found.scenario.n_blocks, 'block')}, Holm).", width)
        lines += [line for note in (found.rating.notes if found.rating else ()) for line in wrapped(note, width)]
        lines.append("")
    if found.seats:
        head, *rows = fixed(found.seats, _seat_columns(found.seats, found.scenario.equal, bool(found.strategies)))
        lines += [_bold(head, color), *rows, ""]
    return lines


def _strategy_columns(found: Findings, several: bool) -> list[Printed]:
    rows = found.strategies
    share = aligned(strategies.SHARE, rows)
    shown = max(len(share(row)) for row in rows)
    games = Printed("games", lambda row: formats.count(row.games))
    name = Printed("strategy", lambda row: formats.cut(row.name), False, NAME_WIDTH)
    place = Printed("place", lambda row: formats.decimal(row.place, 2))
    score = Printed("score", lambda row: formats.decimal(row.score))
    if several:
        return [name, games, Printed("win share %", share, False, SHARE_WIDTH),
                Printed("equal", lambda row: formats.percent(row.equal)),
                Printed("points", lambda row: formats.points(row.difference)),
                place, score]
    lettered = Printed("win share %", lambda row: f"{share(row).ljust(shown)}  {row.letters}".rstrip(), False, SHARE_WIDTH)
    against = Printed(f"vs {formats.percent(rows[0].equal)}", lambda row: formats.points(row.difference))
    return [name, games, lettered, against, place, score, *_elo(rows)]


def _elo(rows: Sequence[StrategyRow]) -> list[Printed]:
    if not any(formats.known(row.elo) for row in rows):
        return []
    elo = aligned(strategies.ELO, rows)
    return [Printed("Elo", lambda row: f"{elo(row)} {row.elo_words}".rstrip(), False)]


def _seat_columns(rows: Sequence[SeatRow], equal: float, under: bool) -> list[Printed]:
    return [Printed("seat", lambda row: row.name, False, NAME_WIDTH if under else 0),
            Printed("games", lambda row: formats.count(row.games)),
            Printed("win share %", aligned(seats.SHARE, rows), False, SHARE_WIDTH),
            Printed(f"vs {formats.percent(equal)}", lambda row: formats.points(row.difference))]


def _overview(book: Book, color: bool) -> list[str]:
    """A line a scenario: who has the highest share, and what is said of the seats."""
    columns = [Printed("scenario", lambda found: formats.cut(found.title, 40), False),
               Printed("games", lambda found: formats.count(found.scenario.games)),
               Printed("highest share", lambda found: formats.cut(found.short[found.strategies[0].strategy], 22)
                       if found.strategies else formats.NO_VALUE, False),
               Printed("win share %", lambda found: strategies.SHARE.cell(found.strategies[0]) if found.strategies
                       else formats.NO_VALUE, False),
               Printed("seats", lambda found: found.balance.verdict if found.balance else formats.NO_VALUE, False)]
    head, *rows = fixed(book.scenarios, columns)
    return [_bold(head, color), *rows]


def _said(book: Book) -> list[str]:
    """The verdict without the note on an unfinished run, which stands on top."""
    return [sentence for sentence in verdict.box(book) if not sentence.startswith("Unfinished:")]


def _next(run: Run) -> list[str]:
    """What to type next."""
    folder = Path(str(run.folder)).as_posix()
    return [f"Report:  {folder}/report.html        Tables:  evenhand report {folder} --format csv"]


def _bold(line: str, color: bool) -> str:
    return f"\x1b[1m{line}\x1b[0m" if color else line
