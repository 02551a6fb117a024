"""Who finishes above whom: each pair of strategies in the games that they share, and circles of three."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from reports.formats import Interval
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats.ranks import HeadToHead, head_to_head, intransitive_triples
from reports.tables.rating import rankings
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class MeetingRow:
    """How often `first` finished above `second` in the games of both, ties as a half."""

    first: str
    second: str
    games: int
    blocks: int
    share: float
    interval: Interval
    p: float
    shown: bool


@dataclass(frozen=True)
class Meetings:
    """All pairs, the better placed strategy of the ranking first, and the triples in which each beats the next."""

    rows: tuple[MeetingRow, ...]
    triples: tuple[tuple[str, str, str], ...]

    @cached_property
    def by_pair(self) -> dict[tuple[str, str], MeetingRow]:
        """The rows by their two strategies."""
        return {(row.first, row.second): row for row in self.rows}


def meetings(scenario: Scenario, ranked: Sequence[str], settings: Settings) -> Meetings:
    """The pairs that met; nothing where each table held one strategy alone."""
    if scenario.mirror or not scenario.games:
        return Meetings((), ())
    who, ranks, block = rankings(scenario)
    names = scenario.strategies
    found = head_to_head(ranks, who, block, len(names), settings.level)
    places = [names.index(name) for name in ranked]
    rows = [_row(names, found, one, other, settings) for n, one in enumerate(places) for other in places[n + 1:]
            if found.games[one, other]]
    return Meetings(tuple(rows), tuple((names[i], names[j], names[m])
                                       for i, j, m in intransitive_triples(found, settings.alpha)))


def _row(names: Sequence[str], found: HeadToHead, one: int, other: int, settings: Settings) -> MeetingRow:
    rate, p = found.rate(one, other, settings.level), float(found.p_holm[one, other])
    return MeetingRow(names[one], names[other], rate.games, rate.blocks, rate.value, (rate.low, rate.high), p,
                      p < settings.alpha)


def meeting_table(found: Meetings, short: Mapping[str, str]) -> Table:
    """The table of the page."""
    columns = [
        Column("first", "strategy", "text"), Column("second", "above", "text"),
        Column("games", "games", "count", "Games in which both played."),
        Column("blocks", "blocks", "count", "Blocks in which both played."),
        Column("share", "% of games", "share", "How often it finished above the other, ties as a half: also the chance of "
               "finishing ahead. Interval: cluster Wilson, 95 %.", interval="interval"),
        Column("p", "p (Holm)", "p", "Chance of a share so far from a half if it were one, adjusted over all pairs by Holm.")]
    return Table("head_to_head", "Head to head", columns, found.rows, circles(found, short), [Column("shown", "shown", "text")])


def circles(found: Meetings, short: Mapping[str, str], most: int = 3) -> str:
    """The circles that are shown, in words; empty if there are none."""
    said = [f"{short[a]} beats {short[b]}, {short[b]} beats {short[c]}, {short[c]} beats {short[a]}"
            for a, b, c in found.triples[:most]]
    more = f"; and {len(found.triples) - most} more" if len(found.triples) > most else ""
    return f"In a circle: {'; '.join(said)}{more} (each shown, Holm)." if said else ""


@dataclass(frozen=True)
class TripleRow:
    """Three strategies of which each beats the next, and the third the first."""

    first: str
    second: str
    third: str


def triple_table(found: Meetings) -> Table:
    """The circles, a row each."""
    columns = [Column("first", "strategy", "text"), Column("second", "beats", "text"), Column("third", "which beats", "text")]
    rows = [TripleRow(*names) for names in found.triples]
    return Table("circles", "Strategies that beat each other in a circle", columns, rows,
                 "And the third beats the first; each is shown (Holm over all pairs).")
