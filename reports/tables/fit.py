"""Whether the ratings fit the games: where head-to-head results, or the winners of a line-up, lie furthest from them."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from reports import formats
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats.blocks import dense
from reports.stats.ratings import Fit, goodness_of_fit
from reports.tables.rating import Rating, rankings
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class FitRow:
    """The worst place: `first` above `second`, or (`second` empty) `first` winning in a line-up; what was seen and expected."""

    first: str
    second: str
    line_up: str
    observed: float
    expected: float
    z: float
    p: float
    tested: int
    doubtful: bool


def fit_row(scenario: Scenario, rating: Rating | None, settings: Settings) -> FitRow | None:
    """How well a rating fits the strategies whose strength is known; None where nothing could be tested."""
    if rating is None:
        return None
    who, ranks, block = rankings(scenario)
    line = dense(scenario.lineups)
    known = np.array(rating.measured)
    found: Fit = goodness_of_fit(rating.model, who, ranks, block, line[block], settings.alpha, known=known)
    worst = found.worst
    if worst is None:
        return None
    second = scenario.strategies[worst.second] if worst.second >= 0 else ""
    line_up = ""
    if worst.line_up >= 0:
        members = sorted(scenario.who[int((line == worst.line_up).argmax()), 0].tolist())
        line_up = ", ".join(scenario.strategies[place] for place in members)
    return FitRow(scenario.strategies[worst.first], second, line_up, worst.observed, worst.expected, worst.z, worst.p_holm,
                  found.tested, found.doubtful)


def fit_words(row: FitRow, short: Mapping[str, str]) -> str:
    """`shipping above money in 62.0 % of their games, 55.1 expected (z +4.2, p 0.003 after Holm over 34)`."""
    others = [row.second] if row.second else [name for name in row.line_up.split(", ") if name != row.first]
    what = f"{short[row.first]} {'above' if row.second else 'winning against'} "
    what += formats.listed([short[name] for name in dict.fromkeys(others)])
    seen, expected = formats.percent(row.observed), formats.percent(row.expected)
    return (f"{what} in {seen} %, {expected} expected (z {formats.signed(row.z)}, {formats.p_words(row.p)}, "
            f"Holm over {row.tested:,})")


def fit_table(row: FitRow | None) -> Table:
    """The table of the page."""
    columns = [
        Column("first", "strategy", "text"),
        Column("second", "above", "text", "Empty: how often it wins in a line-up."),
        Column("observed", "seen %", "share"), Column("expected", "expected %", "share", "What the ratings expect."),
        Column("z", "z", "signed", "The difference over its error by blocks."),
        Column("p", "p (Holm)", "p", "Adjusted over all places that were tested."),
        Column("tested", "tested", "count", "Pairs of strategies, and strategies in line-ups."),
        Column("doubtful", "doubtful", "text", "Whether a difference of two points or more is shown.")]
    return Table("rating_fit", "Where the ratings fit worst", columns, [row] if row else [],
                 extra=[Column("line_up", "line-up", "text")])
