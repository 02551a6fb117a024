"""All scenarios of a run side by side: who has the highest share, what is said of the seats, how long games are."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.formats import Interval
from reports.tables.table import Column, Table

if TYPE_CHECKING:
    from reports.findings import Findings


@dataclass(frozen=True)
class OverviewRow:
    """One scenario."""

    scenario: str
    seats: int
    games: int
    first: str
    win_share: float
    interval: Interval | None
    per_seat: bool
    """Whether strategies hold different numbers of seats: the share is that of one seat."""
    clear: bool
    verdict: str
    beginner: float
    beginner_interval: Interval | None
    rounds: float
    rounds_interval: Interval | None

    @property
    def ahead(self) -> str:
        return "ahead of all" if self.clear else "not shown ahead of all" if self.first else ""


def overview_rows(scenarios: Sequence[Findings]) -> list[OverviewRow]:
    """A row a scenario."""
    return [_row(found) for found in scenarios]


def _row(found: Findings) -> OverviewRow:
    first = min(found.strategies, key=lambda row: (-row.seat_share, row.strategy), default=None)
    seat = found.seats[0] if found.seats else None
    rounds = next((row for row in found.lengths if row.what == "rounds"), None)
    ahead = [pair.shown for pair in found.pairs if first is not None and first.strategy in (pair.first, pair.second)]
    return OverviewRow(
        scenario=found.title, seats=found.scenario.seats, games=found.scenario.games,
        first=found.short[first.strategy] if first else "", win_share=first.seat_share if first else math.nan,
        interval=first.seat_interval if first else None,
        per_seat=any(row.seats_held != 1 for row in found.strategies),
        clear=bool(ahead) and all(ahead),
        verdict=found.balance.verdict if found.balance else "",
        beginner=seat.difference if seat else math.nan, beginner_interval=seat.difference_interval if seat else None,
        rounds=rounds.mean if rounds else math.nan, rounds_interval=rounds.interval if rounds else None)


SHARE = Column("win_share", "win share %", "share", interval="interval")
SEAT_SHARE = Column("win_share", "share per seat %", "share", "Of one seat: strategies hold different numbers of seats.",
                    interval="interval")
BEGINNER = Column("beginner", "seat 0, points", "points", "Advantage of the seat that begins.", interval="beginner_interval")


def share_column(rows: Sequence[OverviewRow]) -> Column:
    """The column of the highest share, that of one seat if strategies hold different numbers of them."""
    return SEAT_SHARE if any(row.per_seat for row in rows) else SHARE


def overview_table(rows: Sequence[OverviewRow]) -> Table:
    """The table of the page."""
    columns = [Column("scenario", "scenario", "text"), Column("games", "games", "count")]
    if any(row.first for row in rows):
        columns += [
            Column("first", "highest share", "text"), share_column(rows),
            Column("ahead", "", "text", "Whether it is shown to win more often than each other strategy (Holm).")]
    columns += [
        BEGINNER, Column("verdict", "seats", "text"),
        Column("rounds", "rounds", "decimal", "Mean number of rounds of a game.", interval="rounds_interval")]
    return Table("scenarios", "All scenarios", columns, rows, "Each scenario was tested for itself.")
