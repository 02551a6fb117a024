"""What stands where on the page: the tables and figures of a scenario and of a run, in the order of reading.

A section whose tables and figures have nothing to say is left out. What is still to come (pairs as a figure, head-to-head,
ranks, leads, skill and luck, picks) gets its place here.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reports import formats
from reports.figures import length, metrics, pairs, scores, seat_advantage, seat_by_strategy, standing, win_shares
from reports.figures.overview import seats_of_all, shares_of_all
from reports.figures.style import Looks, looks
from reports.figures.svg import Figure
from reports.findings import Book, Findings
from reports.games import extras
from reports.tables.length import end_table, length_table
from reports.tables.metrics import wide_table
from reports.tables.overview import overview_rows, overview_table
from reports.tables.pairs import pair_table
from reports.tables.scores import part_table, score_table
from reports.tables.seat import seat_table
from reports.tables.seat_strategy import cell_table
from reports.tables.strategy import strategy_table
from reports.tables.table import Table

FIGURES_FOR = 6
"""Scenarios that get figures of their own; the others have their tables, and the page stays small."""


@dataclass(frozen=True)
class Section:
    """A heading with its tables and figures; `more` are tables that are opened when wanted."""

    title: str
    tables: Sequence[Table] = ()
    figures: Sequence[Figure] = ()
    text: str = ""
    more: Sequence[Table] = ()
    more_title: str = ""

    @property
    def empty(self) -> bool:
        return not (self.tables or self.figures or self.more)


@dataclass(frozen=True)
class Chapter:
    """A scenario: its sections under its title."""

    found: Findings
    sections: Sequence[Section] = field(default=())


def chapters(book: Book, draw: bool = True) -> list[Chapter]:
    """All scenarios; without `draw` the tables alone."""
    palette = looks(book.contents.strategies)
    out = []
    for number, found in enumerate(book.scenarios):
        sections = _sections(found, palette, f"s{number}", draw and number < FIGURES_FOR)
        out.append(Chapter(found, [section for section in sections if not section.empty]))
    return out


def _sections(found: Findings, palette: Looks, key: str, draw: bool) -> Iterator[Section]:
    def drawn(*make: Callable[[], Figure | None]) -> list[Figure]:
        return [figure for one in make if (figure := one()) is not None] if draw else []

    rows = found.strategies
    yield Section("Strategies", [strategy_table(rows, found.scenario.equal, _letters_note(found))] if rows else [],
                  drawn(lambda: win_shares.figure(found, palette, f"{key}-shares"), lambda: pairs.figure(found, palette, f"{key}-pairs")),
                  more=[pair_table(found.pairs)] if found.pairs else [], more_title="Differences between strategies, pair by pair")
    yield Section("Seats", [seat_table(found.seats, found.scenario.equal, found.settings, _seat_note(found))] if found.seats else [],
                  drawn(lambda: seat_advantage.figure(found, f"{key}-seats"), lambda: seat_by_strategy.figure(found, f"{key}-cells")),
                  more=[cell_table(found.cells)] if len(found.scenario.strategies) > 1 and found.cells else [],
                  more_title="Seat advantage, strategy by strategy")
    yield Section("Scores", [score_table(found.scores)],
                  drawn(lambda: scores.spread(found, palette, f"{key}-scores"), lambda: scores.parts(found, f"{key}-parts")),
                  more=[part_table(found.parts)] if found.parts else [], more_title="Parts of the score")
    yield Section("The course of the game", [table for table in (length_table(found.lengths), end_table(found.ends)) if table.rows],
                  drawn(lambda: length.rounds(found, f"{key}-rounds"), lambda: length.ends([found], f"{key}-ends"),
                        lambda: standing.figure(found, palette, f"{key}-standing")))
    yield Section(f"What only {found.facts.title} counts", [], drawn(lambda: metrics.figure(found, f"{key}-metrics")),
                  more=[wide_table(found.metrics, found.short)] if found.metrics else [], more_title="All counters, by strategy")
    yield from extras(found, palette, key, draw)


def overview(book: Book, draw: bool = True) -> Section:
    """All scenarios side by side; empty if there is only one."""
    if len(book.scenarios) < 2:
        return Section("All scenarios")
    tables = [overview_table(overview_rows(book.scenarios))]
    if not draw:
        return Section("All scenarios", tables)
    palette = looks(book.contents.strategies)
    makers = (lambda: shares_of_all(book.scenarios, palette, "all-shares"), lambda: seats_of_all(book.scenarios, "all-seats"),
              lambda: length.rounds_of_all(book.scenarios, "all-rounds"), lambda: length.ends(book.scenarios, "all-ends"))
    return Section("All scenarios", tables, [figure for make in makers if (figure := make()) is not None])


def _letters_note(found: Findings) -> str:
    blocks = formats.plural(found.scenario.n_blocks, "block")
    parts = [f"A letter in common: no difference found (paired over {blocks}, Holm)." if found.scenario.n_blocks > 1 else
             "One block gives no interval."]
    if any(row.seats_held == 0 for row in found.strategies):
        parts.append("Shares are those of one seat: the line-ups hold different numbers of a strategy.")
    if found.scenario.strata is not None:
        parts.append("Mean over all line-ups, each with the same weight.")
    return " ".join([*parts, *(found.rating.notes if found.rating else ())])


def _seat_note(found: Findings) -> str:
    names = [found.short[name] for name in found.scenario.strategies]
    if found.scenario.mirror:
        return f"{names[0]} against itself."
    who = formats.listed(names) if len(names) <= 6 else f"these {len(names)} strategies"
    return f"What a seat is worth depends on who plays: this holds for {who}."
