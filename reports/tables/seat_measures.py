"""How uneven the seats are as a whole: the spread of their win shares, and the entropy of who wins."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.formats import Interval
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats.seats import seat_entropy, seat_spread
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class SeatMeasures:
    """The best seat's share less the worst's, and the entropy of the shares (1: all alike, 0: one seat wins every game)."""

    games: int
    spread: float
    spread_interval: Interval
    entropy: float
    entropy_interval: Interval


def seat_measures(scenario: Scenario, settings: Settings) -> list[SeatMeasures]:
    """One row; none with one seat or one block."""
    if scenario.seats < 2 or scenario.n_blocks < 2:
        return []
    shares = scenario.by_seat(scenario.share)
    spread = seat_spread(shares, scenario.games, settings.level, scenario.strata)
    entropy = seat_entropy(shares, scenario.games, settings.level)
    return [SeatMeasures(scenario.games, spread.value, (spread.low, spread.high), entropy.value, (entropy.low, entropy.high))]


def seat_measure_table(rows: Sequence[SeatMeasures]) -> Table:
    """The table of the page."""
    columns = [
        Column("games", "games", "count"),
        Column("spread", "best seat less worst, points", "points", "Interval from those of all pairs of seats at once, 95 %. "
               "It leans up where seats are about equal.", interval="spread_interval"),
        Column("entropy", "entropy of the winning seat", "decimal", "1: all seats win alike, 0: one seat wins every game. "
               "Bootstrap over blocks, 95 %; it leans a little down.", interval="entropy_interval", digits=3)]
    return Table("seat_measures", "How uneven the seats are", columns, rows)
