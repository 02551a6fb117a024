"""Where each strategy finishes: how often on each place, tied seats sharing the places that they fill."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.reader import Scenario
from reports.stats.ranks import rank_distribution
from reports.tables.rating import rankings
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class RankRow:
    """The places of one strategy over its games and seats; `shares[n]` is the share of place n + 1. They sum to 1."""

    strategy: str
    results: int
    place: float
    shares: tuple[float, ...]

    def __getattr__(self, name: str) -> float:
        kind, _, place = name.partition("_")
        if kind == "place" and place.isdigit() and 0 < int(place) <= len(self.shares):
            return self.shares[int(place) - 1]
        raise AttributeError(name)


def rank_rows(scenario: Scenario) -> list[RankRow]:
    """The strategies, in the order of the plan; none where each table held one strategy alone."""
    if scenario.mirror or not scenario.games:
        return []
    who, ranks, _ = rankings(scenario)
    shares = rank_distribution(ranks, who, len(scenario.strategies))
    rows = []
    for place, strategy in enumerate(scenario.strategies):
        mean = sum((number + 1) * share for number, share in enumerate(shares[place].tolist()))
        rows.append(RankRow(strategy, int((who == place).sum()), mean, tuple(shares[place].tolist())))
    return rows


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10 if place % 100 not in (11, 12, 13) else 0, "th")
    return f"{place}{ending}"


def rank_table(rows: Sequence[RankRow]) -> Table:
    """The table of the page."""
    places = range(1, len(rows[0].shares) + 1) if rows else range(0)
    columns = [Column("strategy", "strategy", "text"), Column("results", "results", "count", "Games times seats it held."),
               *(Column(f"place_{place}", f"{ordinal(place)} %", "share", "Tied seats share the places that they fill.")
                 for place in places),
               Column("place", "mean place", "decimal", digits=2)]
    return Table("places", "Places", columns, rows)
