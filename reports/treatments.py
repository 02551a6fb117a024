"""What the report says of scenarios that were played once more, with a gift or a forced option: sentences and sections."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from reports import formats, stopping
from reports.figures import treatments as figures
from reports.figures.style import looks
from reports.figures.svg import Figure
from reports.findings import Book
from reports.formats import Interval
from reports.tables.forced import DIFFERENCE, SCORE, ForcedRow, forced_table
from reports.tables.gifts import CHANGE, WORTH, GiftRow, gift_table, keeper_table
from reports.tables.table import Column, Table
from reports.text import Printed, aligned, fitted

WIDEST = 40
"""The longest name of a gift in the terminal."""


def tables(book: Book) -> dict[str, Table]:
    """All tables over treatments that have rows, by name."""
    found = [gift_table(book.gifts), keeper_table(book.keepers), forced_table(book.forced)]
    if stopping.tested(book.contents.run):
        found = [replace(table, note=f"{table.note} {stopping.ELSE}".strip()) for table in found]
    return {table.name: table for table in found if table.rows}


def printed(book: Book, width: int) -> list[str]:
    """The tables as a terminal shows them, an empty line after each."""
    lines: list[str] = []
    if book.gifts:
        columns = [Printed("gift", lambda row: formats.cut(row.label, WIDEST), False),
                   Printed("given in", lambda row: row.given, spare=1),
                   Printed("each worth", aligned(WORTH, book.gifts), False), _change(CHANGE, book.gifts), _p()]
        lines += [*fitted(book.gifts, columns, width), ""]
    if book.forced:
        short = book.short
        columns = [Printed("strategy", lambda row: short[row.strategy] + f" ({row.where})" * bool(row.where), False),
                   Printed("forced", lambda row: row.what, False),
                   Printed("free %", lambda row: formats.percent(row.free), spare=2),
                   Printed("forced %", lambda row: formats.percent(row.forced), spare=2),
                   _change(DIFFERENCE, book.forced), _p(), Printed("score", aligned(SCORE, book.forced), False, spare=1)]
        lines += [*fitted(book.forced, columns, width), ""]
    return lines


def _change(column: Column, rows: Sequence[Any]) -> Printed:
    return Printed("win share, points", aligned(column, rows), False)


def _p() -> Printed:
    return Printed("p", lambda row: formats.p_value(row.p))


def gift_figures(book: Book) -> list[Figure]:
    """What gifts are worth, and what they change."""
    made = [figures.worth(book.gifts, "gifts-worth"), figures.wins(book.gifts, book.settings.alpha, "gifts-wins")]
    return [figure for figure in made if figure is not None]


def forced_figures(book: Book) -> list[Figure]:
    """What forced options change."""
    palette = looks(book.contents.strategies)
    made = figures.forced(book.forced, book.short, palette, book.settings.alpha, "forced-wins")
    return [made] if made is not None else []


def sentences(book: Book) -> list[str]:
    """What the tests say of every gift and every forced option; nothing where another test chose when to stop."""
    if stopping.tested(book.contents.run):
        return []
    return [*(_gift(row, book.settings.alpha) for row in book.gifts), *_forced(book)]


def _gift(row: GiftRow, alpha: float) -> str:
    where = f"{row.where}: a" if row.where else "A"
    head = f"{where} gift of {row.gift}"
    if not row.given_games:
        return f"{head} was never given: no game came to that round."
    if not formats.known(row.interval[0]):
        return f"{head}: one block gives no interval."
    change = (f"changes the win share by {_points(row.change, row.interval)} ({formats.p_words(row.p)}, Holm)"
              if row.shown(alpha) else f"is not shown to change the win share: {_points(row.change, row.interval)}")
    return f"{head} {change}; {_worth(row)}."


def _worth(row: GiftRow) -> str:
    """What is left of each unit at the end."""
    low, high = row.worth_interval
    number = f"{formats.decimal(row.worth, 2)} {formats.bracket(row.worth_interval, 1, 2)}"
    if not row.score:
        shown = "is worth" if low > 0 else "costs" if high < 0 else "is not shown to be worth anything:"
        if high < 0:
            number = f"{formats.decimal(-row.worth, 2)} {formats.bracket((-high, -low), 1, 2)}"
        return f"each {row.one} {shown} {number} of the final score against the others' mean"
    word = "grows" if low > 1 else "shrinks" if high < 1 else "is not shown to grow or to shrink"
    return f"a lead {word}: of each {row.one} given {number} are there at the end"


def _forced(book: Book) -> Iterator[str]:
    for row in book.forced:
        where = f"{row.where}: " if row.where else ""
        yield where + _forced_sentence(row, book.short[row.strategy], book.settings.alpha)


def _forced_sentence(row: ForcedRow, who: str, alpha: float) -> str:
    if not row.changed:
        return f"{who}, {row.what}: no game went otherwise."
    if not formats.known(row.difference):
        return (f"{who}, {row.what}, against itself: the score changes by {formats.signed(row.score)} "
                f"{formats.bracket(row.score_interval)}.")
    if not formats.known(row.interval[0]):
        return f"{who}, {row.what}: one block gives no interval."
    numbers = _points(row.difference, row.interval)
    if not row.shown(alpha):
        return f"{who}, {row.what}: not shown to win more or less often than free, {numbers}."
    word = "more" if row.difference > 0 else "less"
    return f"{who}, {row.what}: wins {word} often than free, {numbers} ({formats.p_words(row.p)}, Holm)."


def _points(value: float, interval: Interval) -> str:
    return f"{formats.points(value)} points {formats.bracket(interval, 100)}"
