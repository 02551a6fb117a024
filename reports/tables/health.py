"""Whether the run can be trusted: what failed, was cut short, tied or left out, and what the common luck was worth."""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.reader import Floats, Scenario
from reports.stats.blocks import block_means, dense
from reports.stats.variance import deff
from reports.tables.table import Column, Table

if TYPE_CHECKING:
    from experiments.store import Run



@dataclass(frozen=True)
class FailureRow:
    """How often a strategy failed in one way, with the first such game and the command that plays it again."""

    strategy: str
    kind: str
    games: int
    first: int
    message: str
    replay: str


def failure_rows(run: Run) -> list[FailureRow]:
    """The failures by strategy and kind, the most frequent first."""
    failures: list[dict[str, Any]] = run.failures().to_pylist()
    counts = Counter((str(row["strategy"]), str(row["kind"])) for row in failures)
    found = []
    for (strategy, kind), games in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        first = min((row for row in failures if (row["strategy"], row["kind"]) == (strategy, kind)),
                    key=lambda row: int(row["game_id"]))
        message = str(first["message"] or "").strip().splitlines() or [""]
        found.append(FailureRow(strategy, kind, games, int(first["game_id"]), message[0], str(first["replay"] or "")))
    return found


def failure_table(rows: Sequence[FailureRow]) -> Table:
    """The table of the page."""
    columns = [Column("strategy", "strategy", "text"), Column("kind", "failure", "text"), Column("games", "games", "count"),
               Column("first", "first game", "id"), Column("message", "what it said", "text")]
    return Table("failures", "Failures", columns, rows)


@dataclass(frozen=True)
class Health:
    """What is noteworthy about the games of a scenario.

    deff: the variance of a block mean relative to as many independent games, the mean over strategies or seats; nan where that
    has no meaning (one game in a block, fewer than two blocks).
    """

    games: int
    truncated: int
    tied: int
    deff_strategies: float
    deff_seats: float

    @property
    def truncated_share(self) -> float:
        return self.truncated / self.games if self.games else 0.0


def health(scenario: Scenario) -> Health:
    """The health of a scenario."""
    several = scenario.n_blocks > 1 and scenario.per_block > 1
    places = range(len(scenario.strategies)) if several else ()
    strategies = [_deff(scenario, _of_strategy(scenario, place)) for place in places]
    seats = [_deff(scenario, scenario.share[..., seat]) for seat in range(scenario.seats)] if several else []
    return Health(scenario.games, int(scenario.truncated.sum()), scenario.tied,
                  math.nan if scenario.mirror else _mean(strategies), _mean(seats))


def _deff(scenario: Scenario, shares: Floats) -> float:
    """The design effect of shares (B, games), within line-ups: how these differ is no luck."""
    if scenario.strata is None:
        return deff(shares)
    line = dense(scenario.strata)
    played = ~np.isnan(shares).any(axis=1)
    means = block_means(shares.mean(axis=1)[played], line[played], int(line.max()) + 1)
    blocks, lines = int(played.sum()), len(np.unique(line[played]))
    if blocks <= lines:
        return math.nan
    return deff(shares[played] - means[line[played], None]) * (blocks - 1) / (blocks - lines)


def _of_strategy(scenario: Scenario, place: int) -> Any:
    """B x g: the share of a strategy (of all its seats) in each game, nan where it did not play."""
    mine = scenario.who == place
    return np.where(mine.any(axis=2), (scenario.share * mine).sum(axis=2), np.nan)


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.nan
