"""Which seat wins: each seat's share of the wins, and whether the seats are balanced within a margin."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.formats import Interval, percent
from reports.names import seat_name
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats.contrasts import Balance, Verdict, balance
from reports.stats.rates import cluster_wilson
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class SeatRow:
    """One seat. `narrow` is the interval of the difference that the test of balance uses (level 1 - 2 alpha)."""

    seat: int
    games: int
    win_share: float
    interval: Interval
    difference: float
    difference_interval: Interval
    narrow: Interval
    p: float
    verdict: Verdict

    @property
    def name(self) -> str:
        return seat_name(self.seat)


def weigh_seats(scenario: Scenario, settings: Settings) -> Balance | None:
    """The tests of all seats; None without games or with one seat."""
    if not scenario.games or scenario.seats < 2:
        return None
    return balance(scenario.by_seat(scenario.share), scenario.games, settings.margin, settings.alpha, scenario.strata)


def seat_rows(scenario: Scenario, tested: Balance | None, settings: Settings) -> list[SeatRow]:
    """The seats, in turn order."""
    if tested is None:
        return []
    shares, rows = scenario.by_seat(scenario.share), []
    for seat, one in enumerate(tested.each):
        rate = cluster_wilson(shares[:, seat], scenario.games, settings.level, scenario.strata)
        against = rate.minus(scenario.equal)
        rows.append(SeatRow(seat, scenario.games, rate.value, (rate.low, rate.high), against.value, (against.low, against.high),
                            (one.low, one.high), one.p_difference, one.verdict))
    return rows


NAME = Column("name", "seat", "text", "Seats in turn order; seat 0 begins.")
SHARE = Column("win_share", "win share %", "share", interval="interval",
               sentence="Mean share of the win of whoever sits there. Interval: cluster Wilson, 95 %.")


def seat_table(rows: Sequence[SeatRow], equal: float, settings: Settings, note: str) -> Table:
    """The table of the page."""
    level, margin = percent(1 - 2 * settings.alpha, 0), percent(settings.margin, 1).removesuffix(".0")
    columns = [
        NAME, Column("games", "games", "count", "Games."), SHARE,
        Column("difference", f"vs {percent(equal)}, points", "points", "Seat advantage: win share less an equal share.",
               interval="difference_interval"),
        Column("narrow", f"{level} % interval", "range", f"The {level} % interval of the advantage, in points: balanced if it "
               f"lies within +-{margin} (two one-sided tests at 5 %)."),
        Column("p", "p (Holm)", "p", "Chance of an advantage this large if there were none, adjusted over the seats by Holm."),
        Column("verdict", f"within {margin} points?", "text", "balanced: shown to lie within the margin. unbalanced: shown to "
               "differ. undecided: neither is shown.")]
    return Table("seats", "Seat advantage", columns, rows, note, [Column("seat", "seat", "count")])
