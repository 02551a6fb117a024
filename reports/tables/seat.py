"""Which seat wins: each seat's share of the wins, and whether the seats are balanced within a margin."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.formats import Interval, percent
from reports.names import seat_name
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats import anytime
from reports.stats.contrasts import Balance, Verdict, balance
from reports.stopping import interval, tested
from reports.tables.share import share_rate
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
    shares = scenario.by_seat(scenario.share)
    if tested(scenario.run):
        return anytime.balance(shares, settings.margin, settings.alpha, settings.cs)
    return balance(shares, scenario.games, settings.margin, settings.alpha, scenario.strata)


def seat_rows(scenario: Scenario, weighed: Balance | None, settings: Settings) -> list[SeatRow]:
    """The seats, in turn order."""
    if weighed is None:
        return []
    shares, equal, rows = scenario.by_seat(scenario.share), scenario.equal, []
    for seat, one in enumerate(weighed.each):
        rate = share_rate(scenario, shares[:, seat], scenario.games, settings)
        low, high = interval(scenario, shares[:, seat], rate, settings)
        rows.append(SeatRow(seat, scenario.games, rate.value, (low, high), rate.value - equal, (low - equal, high - equal),
                            (one.low, one.high), one.p_difference, one.verdict))
    return rows


NAME = Column("name", "seat", "text", "Seats in turn order; seat 0 begins.")
SHARE = Column("win_share", "win share %", "share", interval="interval",
               sentence="Mean share of the win of whoever sits there.")


def seat_table(rows: Sequence[SeatRow], equal: float, settings: Settings, note: str, interval_words: str = "") -> Table:
    """The table of the page; `interval_words` name the interval of the shares."""
    level, margin = percent(1 - 2 * settings.alpha, 0), percent(settings.margin, 1).removesuffix(".0")
    columns = [
        NAME, Column("games", "games", "count", "Games."), SHARE.by(interval_words),
        Column("difference", f"vs {percent(equal)}, points", "points", "Seat advantage: win share less an equal share.",
               interval="difference_interval"),
        Column("narrow", f"{level} % interval", "range", f"The {level} % interval of the advantage, in points: balanced if it "
               f"lies within +-{margin} (two one-sided tests at 5 %)."),
        Column("p", "p (Holm)", "p", "Chance of an advantage this large if there were none, adjusted over the seats by Holm."),
        Column("verdict", f"within {margin} points?", "text", "balanced: shown to lie within the margin. unbalanced: shown to "
               "differ. undecided: neither is shown.")]
    return Table("seats", "Seat advantage", columns, rows, note, [Column("seat", "seat", "count")])
