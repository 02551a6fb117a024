"""Final scores of each strategy: mean, spread and quantiles, and the parts that they are made of."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.reader import Scenario
from reports.tables.table import Column, Table

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class ScoreRow:
    """The final scores of one strategy over its games and seats."""

    strategy: str
    results: int
    mean: float
    sd: float
    lowest: int
    p5: float
    p25: float
    p50: float
    p75: float
    p95: float
    highest: int


def score_rows(scenario: Scenario) -> list[ScoreRow]:
    """The strategies, in the order of the plan."""
    rows = []
    for place, strategy in enumerate(scenario.strategies):
        scores = scenario.of_strategy(scenario.score, place)
        sd = float(scores.std(ddof=1)) if len(scores) > 1 else math.nan
        p5, p25, p50, p75, p95 = np.quantile(scores, QUANTILES, method="inverted_cdf").tolist()
        rows.append(ScoreRow(strategy, len(scores), float(scores.mean()), sd, int(scores.min()), p5, p25, p50, p75, p95,
                             int(scores.max())))
    return rows


def score_table(rows: Sequence[ScoreRow]) -> Table:
    """The table of the page."""
    shown = [("lowest", "least"), ("p5", "5 %"), ("p25", "25 %"), ("p50", "median"), ("p75", "75 %"), ("p95", "95 %"),
             ("highest", "most")]
    columns = [Column("strategy", "strategy", "text"), Column("results", "results", "count", "Games times seats it held."),
               Column("mean", "mean", "decimal"), Column("sd", "sd", "decimal", "Standard deviation."),
               *(Column(key, heading, "decimal", digits=0) for key, heading in shown)]
    return Table("scores", "Final scores", columns, rows)


@dataclass(frozen=True)
class PartRow:
    """One part of the score of one strategy: its mean, and its share of the mean score."""

    strategy: str
    part: str
    mean: float
    of_score: float


def part_words(name: str) -> str:
    """score_customs_house -> customs house."""
    return name.removeprefix("score_").replace("_", " ")


def part_rows(scenario: Scenario, parts: Sequence[str]) -> list[PartRow]:
    """The parts `score_*` that are ever anything, by strategy; none where the score has no parts."""
    if not parts or not scenario.games:
        return []
    whole = [float(scenario.of_strategy(scenario.score, place).mean()) for place in range(len(scenario.strategies))]
    means: dict[str, list[float]] = {}
    for name, values in scenario.each_seat_value(parts):
        if values.any():
            means[name] = [float(scenario.of_strategy(values, place).mean()) for place in range(len(scenario.strategies))]
    return [PartRow(strategy, part_words(name), mean[place], mean[place] / whole[place] if whole[place] else math.nan)
            for place, strategy in enumerate(scenario.strategies) for name, mean in means.items()]


def part_table(rows: Sequence[PartRow]) -> Table:
    """The table of the page."""
    columns = [Column("strategy", "strategy", "text"), Column("part", "part", "text"),
               Column("mean", "mean points", "decimal", digits=2), Column("of_score", "% of the score", "share")]
    return Table("score_parts", "Where the points come from", columns, rows)
