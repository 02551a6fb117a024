"""How long games are, in rounds, turns and decisions, and what brings them to an end."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.formats import Interval
from reports.reader import Floats, Ints, Scenario
from reports.settings import Settings
from reports.stats.rates import block_t
from reports.tables.share import share_rate
from reports.tables.table import Column, Table

CAP = "max_rounds"
"""The end trigger of a game that was stopped by its cap."""


@dataclass(frozen=True)
class LengthRow:
    """One measure of length over the games of a scenario."""

    what: str
    games: int
    mean: float
    interval: Interval
    sd: float
    p5: float
    p50: float
    p95: float


def length_rows(scenario: Scenario, settings: Settings) -> list[LengthRow]:
    """Rounds, turns, decisions and forced moves of a game."""
    measures = {"rounds": scenario.rounds, "turns": scenario.turns, "decisions": scenario.decisions,
                "forced moves": scenario.forced}
    return [length_row(name, values, scenario, settings) for name, values in measures.items()
            if name == "rounds" or values.any()]


def length_row(name: str, values: Ints, scenario: Scenario, settings: Settings) -> LengthRow:
    """A measure of each game, (blocks, games), over the games of a scenario."""
    rate = block_t(_by_block(values), scenario.games, settings.level, scenario.strata)
    low, middle, high = (float(q) for q in np.quantile(values, (0.05, 0.5, 0.95), method="inverted_cdf"))
    sd = float(values.std(ddof=1)) if values.size > 1 else math.nan
    return LengthRow(name, scenario.games, rate.value, (rate.low, rate.high), sd, low, middle, high)


def _by_block(values: Ints | Floats) -> Floats:
    return np.asarray(values.mean(axis=1), dtype=np.float64)


def length_table(rows: Sequence[LengthRow]) -> Table:
    """The table of the page."""
    columns = [Column("what", "in a game", "text"), Column("games", "games", "count"),
               Column("mean", "mean", "decimal", "Mean with its 95 % interval by blocks.", interval="interval"),
               Column("sd", "sd", "decimal", "Standard deviation over games."), Column("p5", "5 %", "decimal", digits=0),
               Column("p50", "median", "decimal", digits=0), Column("p95", "95 %", "decimal", digits=0)]
    return Table("lengths", "Length of a game", columns, rows)


@dataclass(frozen=True)
class EndRow:
    """One end trigger: the share of games in which it fired first."""

    trigger: str
    games: int
    share: float
    interval: Interval

    @property
    def name(self) -> str:
        return self.trigger.replace("_", " ")


def end_rows(scenario: Scenario, triggers: Sequence[str], settings: Settings) -> list[EndRow]:
    """All triggers of the game in its order, the cap always among them, and those that nobody declared."""
    if not scenario.games:
        return []
    found = [str(name) for name in np.unique(scenario.end_trigger)]
    names = [*triggers, *(name for name in found if name not in triggers)]
    rows = []
    for name in names:
        fired = scenario.end_trigger == name
        if not fired.any() and name not in (*triggers, CAP):
            continue
        rate = share_rate(scenario, _by_block(fired.astype(np.float64)), scenario.games, settings)
        rows.append(EndRow(name or "none", int(fired.sum()), rate.value, (rate.low, rate.high)))
    return rows


def end_table(rows: Sequence[EndRow]) -> Table:
    """The table of the page."""
    columns = [Column("name", "ended by", "text", "The end trigger that fired first."), Column("games", "games", "count"),
               Column("share", "% of games", "share", "With its 95 % interval by blocks.", interval="interval")]
    return Table("end_triggers", "What ends the game", columns, rows, extra=[Column("trigger", "trigger", "text")])
