"""Means of the game's own counters by strategy, and which of them set the strategies apart."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reports.reader import Floats, Ints, Scenario
from reports.settings import Settings
from reports.stats.rates import mean_where
from reports.tables.table import Column, Table

WIDE_TABLE = "metrics_wide"
"""The name of the page's table of counters; programs get the long one, `metrics`."""


@dataclass(frozen=True)
class MetricRow:
    """The mean of a counter over the seats of one strategy; null values (-1) are left out and `results` says how many count."""

    metric: str
    strategy: str
    results: int
    mean: float
    half: float

    @property
    def words(self) -> str:
        return metric_words(self.metric)


@dataclass(frozen=True)
class Profile:
    """One metric over all strategies: their means, and how many standard deviations each lies from the mean of all.

    `apart` is the share of the variance between seats that the strategies account for.
    """

    metric: str
    means: tuple[float, ...]
    scaled: tuple[float, ...]
    apart: float


def metric_words(name: str) -> str:
    """x_goods_shipped_corn -> goods shipped corn."""
    return name.removeprefix("x_").replace("_", " ")


@dataclass(frozen=True)
class Metrics:
    """All counters of a scenario: their means, and their profiles by how far they set the strategies apart, most first."""

    rows: Sequence[MetricRow]
    profiles: Sequence[Profile]


def metrics(scenario: Scenario, names: Sequence[str], settings: Settings) -> Metrics:
    """All counters, each with all strategies; those that are nothing in every game are left out. Alone, a strategy has no
    profiles."""
    rows: list[MetricRow] = []
    found: list[Profile] = []
    for name, values in scenario.each_seat_value(names if scenario.games else []):
        if values[values >= 0].any():
            rows += _rows(scenario, name, values, settings)
            if len(scenario.strategies) > 1:
                found.append(_profile(scenario, name, values))
    return Metrics(rows, sorted((one for one in found if not math.isnan(one.apart)), key=lambda one: (-one.apart, one.metric)))


def _rows(scenario: Scenario, name: str, values: Ints, settings: Settings) -> list[MetricRow]:
    """A counter of all strategies."""
    block = np.broadcast_to(np.arange(scenario.n_blocks)[:, None, None], scenario.who.shape)
    rows = []
    for place, strategy in enumerate(scenario.strategies):
        mine = scenario.who == place
        own = values[mine]
        rate = mean_where(own.astype(np.float64), own >= 0, block[mine], settings.level)
        rows.append(MetricRow(name, strategy, rate.games, rate.value, rate.high - rate.value))
    return rows


def _profile(scenario: Scenario, name: str, values: Ints) -> Profile:
    known = values >= 0
    who, used = scenario.who[known], values[known].astype(np.float64)
    kinds = len(scenario.strategies)
    size = np.bincount(who, minlength=kinds)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = np.bincount(who, weights=used, minlength=kinds) / size
    sd = float(used.std()) if len(used) else 0.0
    centre = float(np.nanmean(means)) if np.isfinite(means).any() else math.nan
    whole = float(((used - used.mean()) ** 2).sum()) if len(used) else 0.0
    between = float(np.nansum(size * (means - (used.mean() if len(used) else 0.0)) ** 2))
    scaled = (means - centre) / sd if sd > 0 else np.full(kinds, np.nan)
    return Profile(name, tuple(means.tolist()), tuple(scaled.tolist()), between / whole if whole > 0 else math.nan)


def metric_table(rows: Sequence[MetricRow]) -> Table:
    """The long table, for CSV and JSON: a row for each metric and strategy."""
    columns = [Column("metric", "metric", "text"), Column("strategy", "strategy", "text"),
               Column("results", "results", "count"), Column("mean", "mean", "decimal", half="half", digits=2)]
    return Table("metrics", "The game's own counters", columns, rows)


@dataclass(frozen=True)
class WideRow:
    """One metric with a mean for each strategy, for the page."""

    words: str
    means: Sequence[float]
    halves: Sequence[float]

    def __getattr__(self, name: str) -> float:
        kind, _, place = name.partition("_")
        if kind in ("mean", "half") and place.isdigit():
            return (self.means if kind == "mean" else self.halves)[int(place)]
        raise AttributeError(name)


def wide_table(rows: Sequence[MetricRow], short: Mapping[str, str]) -> Table:
    """The table of the page: a row for each metric, a column for each strategy."""
    strategies = list(dict.fromkeys(row.strategy for row in rows))
    by_metric: dict[str, list[MetricRow]] = {}
    for row in rows:
        by_metric.setdefault(row.metric, []).append(row)
    wide = [WideRow(metric_words(name), [row.mean for row in found], [row.half for row in found])
            for name, found in by_metric.items()]
    columns = [Column("words", "mean of a game", "text")]
    columns += [Column(f"mean_{place}", short[name], "decimal", half=f"half_{place}", digits=2)
                for place, name in enumerate(strategies)]
    return Table(WIDE_TABLE, "The game's own counters, mean of a game +- half width (95 %)", columns, wide)
