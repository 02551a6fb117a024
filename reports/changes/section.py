"""A comparison on a page: for each pair its forests and its tables; all pairs side by side where there are several."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports import formats
from reports.changes.rows import END, ROUNDS, SEAT, WIN_SHARE, ChangeRow, Group
from reports.changes.text import NOTHING, heading
from reports.changes.verdict import notes, sentences
from reports.figures import changes as figures
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.formats import Interval
from reports.tables.table import Column, Table

if TYPE_CHECKING:
    from reports.compare import Comparison, Versus

TITLE = "What changes"
FIGURES_FOR = 6
"""Comparisons that get figures; the others have their tables."""
IN_FULL = 12
"""Comparisons that get tables; the others have their line in the table of all."""
NOTE = "Intervals hold for all rows of a kind at once (all strategies, all seats, all ends); p after Holm over them."


@dataclass(frozen=True)
class Compared:
    """One comparison as a page shows it."""

    id: str
    title: str
    lead: str
    verdict: Sequence[str]
    tables: Sequence[Table]
    figures: Sequence[Figure]


def compared(comparison: Comparison, looks: Looks, draw: bool = True) -> list[Compared]:
    """All comparisons, or the first of very many."""
    return [_compared(part, comparison, looks, number, draw and number < FIGURES_FOR)
            for number, part in enumerate(comparison.parts[:IN_FULL])]


def _compared(part: Versus, comparison: Comparison, looks: Looks, number: int, draw: bool) -> Compared:
    drawn: list[Figure] = []
    if draw:
        titles = {WIN_SHARE: "Win shares", SEAT: "Seats", END: "What ends the game"}
        made = [figures.figure(part.group(measure), f"{title}: {part.after} less {part.before}", comparison.settings,
                               f"c{number}-{measure}", looks if measure == WIN_SHARE else None)
                for measure, title in titles.items()]
        drawn = [figure for figure in made if figure is not None]
    changed = "; ".join(difference.words for difference in part.differences)
    lead = heading(part, comparison.paired).removeprefix(f"{part.title}: ") + (f". {changed}" if changed else "")
    shares, numbers = table(part, share=True), table(part, share=False)
    return Compared(f"comparison-{number}", part.title, lead, [*notes(part, comparison), *sentences(part, comparison)],
                    [one for one in (shares, numbers) if one.rows], drawn)


def over_all(comparison: Comparison, looks: Looks) -> list[Figure]:
    """One strategy through all comparisons, the one whose share moves most; or such a seat, where nobody competes."""
    measure = WIN_SHARE if any(part.group(WIN_SHARE).rows for part in comparison.parts) else SEAT
    rows = [(part, row) for part in comparison.parts for row in part.group(measure).rows]
    if not rows:
        return []
    name = max(rows, key=lambda pair: abs(pair[1].difference))[1].name
    chosen = [(part.title, row) for part, row in rows if row.name == name]
    made = figures.through(chosen, comparison.settings, "c-all", looks)
    return [made] if made is not None else []


@dataclass(frozen=True)
class Line:
    """A row of the page's tables; what it is stands in one name."""

    name: str
    before: float
    after: float
    difference: float
    interval: Interval
    p: float
    pairing: float


def table(part: Versus, *, share: bool) -> Table:
    """All shares of a comparison, or all other numbers."""
    rows = [Line(_named(group, row), row.before, row.after, row.difference, row.interval, row.p, row.pairing)
            for group in part.groups for row in group.rows if row.share == share]
    kind, digits = ("share", 1) if share else ("decimal", 2)
    columns = [
        Column("name", "", "text"), Column("before", part.before, kind, digits=digits),
        Column("after", part.after, kind, digits=digits),
        Column("difference", "difference, points" if share else "difference", "points" if share else "signed", digits=digits,
               interval="interval", sentence="Block by block where both sides have the same luck."),
        Column("p", "p (Holm)", "p", "Chance of a difference this large if there were none, adjusted over all rows of a kind.")]
    if any(formats.known(row.pairing) for row in rows):
        columns.append(Column("pairing", "variance x", "decimal", digits=2,
                              sentence="Variance of the difference relative to that without pairing."))
    title = f"{part.after} against {part.before}: {'shares' if share else 'means'}"
    return Table("changed_shares" if share else "changed_means", title, columns, rows, NOTE if share else "")


def _named(group: Group, row: ChangeRow) -> str:
    if group.measure in (WIN_SHARE, SEAT, ROUNDS, END) or len(group.rows) == 1:
        return row.name
    return f"{group.heading}: {row.name}"


@dataclass(frozen=True)
class Brief:
    """A comparison in one row of many."""

    title: str
    blocks: int
    who: str
    difference: float
    interval: Interval
    p: float
    seat: str
    rounds: float
    rounds_interval: Interval


def _brief(part: Versus) -> Brief:
    shares, seats = (sorted(part.group(name).rows, key=lambda row: -abs(row.difference)) for name in (WIN_SHARE, SEAT))
    [rounds], most = part.group(ROUNDS).rows, (shares or seats)[:1]
    seat = f"{seats[0].short} {formats.points(seats[0].difference)} ({formats.p_words(seats[0].p)})" if seats else ""
    none = math.nan
    moved = next(((row.short if row.difference else NOTHING, row.difference, row.interval, row.p) for row in most),
                 ("", none, (none, none), none))
    return Brief(part.title, part.blocks[0], *moved, seat, rounds.difference, rounds.interval)


def side_by_side(comparison: Comparison) -> Table:
    """A row for each comparison: the share that moves most, the seat that moves most, the length."""
    rows = [_brief(part) for part in comparison.parts]
    columns = [
        Column("title", "comparison", "text"), Column("blocks", "blocks", "count"), Column("who", "moves most", "text"),
        Column("difference", "points", "points", interval="interval"), Column("p", "p (Holm)", "p"),
        Column("seat", "seat that moves most, points", "text"),
        Column("rounds", "rounds", "signed", "Change of the number of rounds.", interval="rounds_interval")]
    more = f" The first {IN_FULL} follow in full; evenhand compare shows any." if len(rows) > IN_FULL else ""
    return Table("comparisons", "All comparisons", columns, rows, f"Each comparison was tested for itself.{more}")
