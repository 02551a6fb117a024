"""Alpha-rank: which strategy a population ends with in which one tries another and the better one spreads."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.formats import Interval
from reports.reader import Floats, Ints, Scenario
from reports.settings import Settings
from reports.stats.alpha_rank import alpha_rank
from reports.tables.table import Column, Table

DRAWS = 400


@dataclass(frozen=True)
class SurvivalRow:
    """The part of the time in which a population is made of a strategy, and the games that it played among clones."""

    strategy: str
    games: int
    frequency: float
    interval: Interval


def survival_rows(scenario: Scenario, settings: Settings) -> list[SurvivalRow]:
    """The strategies, the one that survives most first; none unless each met clones of each other one in two blocks or more,
    and none for two strategies at a table of two, where it says nothing that their shares do not.

    The interval is that of the bootstrap over the blocks of each line-up.
    """
    n, k = len(scenario.strategies), scenario.seats
    if n < 2 or k < 2 or n == k == 2:
        return []
    shares, blocks = scenario.by_strategy(scenario.share), _mutants(scenario)
    if any(len(found) < 2 for (one, other), found in blocks.items() if one != other):
        return []
    found = alpha_rank(_table(shares, blocks, n), k)
    rng = np.random.default_rng(0)
    drawn = np.array([alpha_rank(_table(shares, blocks, n, rng), k) for _ in range(DRAWS)])
    tail = (1 - settings.level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    games = [len(np.unique(np.concatenate([of for pair, of in blocks.items() if place in pair]))) * scenario.per_block
             for place in range(n)]
    rows = [SurvivalRow(name, games[place], float(found[place]), (min(float(low[place]), float(found[place])),
                                                                  max(float(high[place]), float(found[place]))))
            for place, name in enumerate(scenario.strategies)]
    return sorted(rows, key=lambda row: (-row.frequency, row.strategy))


def _mutants(scenario: Scenario) -> dict[tuple[int, int], Ints]:
    """The blocks with one of the first among clones of the second, for each pair of different strategies."""
    single, clones = scenario.copies == 1, scenario.copies == scenario.seats - 1
    n = len(scenario.strategies)
    return {(one, other): np.flatnonzero(single[:, one] & clones[:, other])
            for one in range(n) for other in range(n) if one != other}


def _table(shares: Floats, blocks: dict[tuple[int, int], Ints], n: int, rng: np.random.Generator | None = None) -> Floats:
    """The share of one i among clones of j; with `rng` from a redrawn sample of the blocks."""
    out = np.full((n, n), 0.5)
    drawn: dict[tuple[int, int, int], Ints] = {}
    for (one, other), found in blocks.items():
        if rng is not None:                                     # both ways of a pair at a table of two are the same blocks
            key = (int(found[0]), int(found[-1]), len(found))
            if key not in drawn:
                drawn[key] = rng.choice(found, len(found))
            found = drawn[key]
        out[one, other] = shares[found, one].mean()
    return out


def survival_table(rows: Sequence[SurvivalRow]) -> Table:
    """The table of the page."""
    columns = [
        Column("strategy", "strategy", "text"),
        Column("games", "games", "count", "Games of one strategy among clones of another in which it played."),
        Column("frequency", "% of the time", "share", "How long a population is made of it, in the long run. Interval: "
               "bootstrap over blocks, 95 %.", interval="interval")]
    return Table("alpha_rank", "Alpha-rank", columns, rows, "A population of 50, all of one strategy; now and then one of them "
                 "plays another, which spreads if it wins more than its part (selection strength 10). It says who survives, "
                 "not how strong a strategy is.")
