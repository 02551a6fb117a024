"""The ratings in full: strengths, what they expect of each strategy, the worth of the seats, and OpenSkill beside them."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.formats import Interval
from reports.names import seat_name
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats import pl
from reports.stats.blocks import unique_rows
from reports.stats.quantiles import t_quantile
from reports.stats.ratings import expected_shares, openskill_ratings
from reports.tables.rating import Rating, rankings
from reports.tables.table import Column, Table

MOST_OPENSKILL = 20_000
"""Games that OpenSkill is given; it takes them one by one."""


@dataclass(frozen=True)
class RatingRow:
    """One strategy: its strength in log-odds and in Elo points from the anchor, its points from the mean of all, the win share
    of a seat that the model expects and the one that was seen; OpenSkill's number if it was asked for."""

    strategy: str
    games: int
    theta: float
    theta_interval: Interval | None
    elo: float
    elo_interval: Interval | None
    centred: float
    expected: float
    win_share: float
    anchor: bool
    held: bool
    mu: float = math.nan
    sigma: float = math.nan

    @property
    def words(self) -> str:
        return "(anchor)" if self.anchor else "(held by a prior)" if self.held else ""


def rating_rows(scenario: Scenario, rating: Rating | None, settings: Settings) -> list[RatingRow]:
    """The strategies, the strongest first."""
    if rating is None:
        return []
    model, n = rating.model, len(scenario.strategies)
    line_ups = unique_rows(np.sort(scenario.who[:, 0], axis=1))[0]
    expected, centred = expected_shares(model, line_ups), model.theta - model.theta.mean()
    shares = scenario.by_strategy(scenario.share)
    skill = _openskill(scenario) if settings.rating == "openskill" else [(math.nan, math.nan)] * n
    rows = []
    for place, elo in enumerate(rating.elo):
        low, high = elo.low, elo.high
        known = elo.has_interval
        rows.append(RatingRow(
            scenario.strategies[place], scenario.games_of(place), float(model.theta[place]),
            (low / pl.ELO, high / pl.ELO) if known else None, elo.value, (low, high) if known else None,
            pl.ELO * float(centred[place]), float(expected[place]), float(np.nanmean(shares[:, place])), place == rating.anchor,
            bool(model.prior) and not rating.measured[place], *skill[place]))
    return sorted(rows, key=lambda row: (-row.theta, row.strategy))


def _openskill(scenario: Scenario) -> list[tuple[float, float]]:
    who, ranks, _ = rankings(scenario)
    means, sigmas = openskill_ratings(who, ranks, len(scenario.strategies), most=MOST_OPENSKILL)
    return list(zip(means.tolist(), sigmas.tolist(), strict=True))


def rating_table(rows: Sequence[RatingRow], notes: Sequence[str] = ()) -> Table:
    """The table of the page."""
    columns = [
        Column("strategy", "strategy", "text"), Column("games", "games", "count", "Games it played in."),
        Column("theta", "strength", "signed", "Plackett-Luce strength in log-odds from the anchor, seat effects taken out. "
               "Interval: block sandwich, 95 %.", interval="theta_interval", digits=2),
        Column("elo", "Elo", "decimal", "The same in Elo points: 400 are odds of ten to one of finishing above.",
               interval="elo_interval", digits=0, suffix="words"),
        Column("centred", "Elo from the mean", "signed", "Elo points from the mean of all strategies.", digits=0),
        Column("expected", "expected share %", "share", "Win share of one seat that the model expects, over all line-ups and "
               "orders of seats."),
        Column("win_share", "seen %", "share", "Win share of one seat that was seen.")]
    if any(not math.isnan(row.mu) for row in rows):
        columns.append(Column("mu", "OpenSkill", "decimal", "Mean +- sigma of OpenSkill's Plackett-Luce over the games in one "
                              "shuffled order. It depends on that order, and sigma is no error of the mean.", half="sigma"))
        notes = [*notes, "OpenSkill's number depends on the order of the games (one shuffled order, the same each time); its "
                 "sigma is no interval."]
    return Table("ratings", "Ratings", columns, rows, " ".join(notes),
                 [Column("anchor", "anchor", "text"), Column("held", "held", "text")])


@dataclass(frozen=True)
class SeatEffectRow:
    """What a seat adds to a strategy's strength, against seat 0."""

    seat: int
    games: int
    beta: float
    beta_interval: Interval | None
    elo: float
    elo_interval: Interval | None

    @property
    def name(self) -> str:
        return seat_name(self.seat)


def seat_effect_rows(scenario: Scenario, rating: Rating | None, settings: Settings) -> list[SeatEffectRow]:
    """The seats, in turn order; none where the model could not tell seats from strategies."""
    if rating is None or not rating.model.beta.any():
        return []
    model = rating.model
    half = t_quantile(0.5 + settings.level / 2, model.blocks - 1.0) * model.beta_se
    rows = []
    for seat, (beta, wide) in enumerate(zip(model.beta.tolist(), half.tolist(), strict=True)):
        interval = (beta - wide, beta + wide) if seat and wide > 0 else None
        points = (pl.ELO * interval[0], pl.ELO * interval[1]) if interval else None
        rows.append(SeatEffectRow(seat, scenario.games, beta, interval, pl.ELO * beta, points))
    return rows


def seat_effect_table(rows: Sequence[SeatEffectRow]) -> Table:
    """The table of the page."""
    columns = [
        Column("name", "seat", "text"), Column("games", "games", "count"),
        Column("beta", "effect", "signed", "What the seat adds to the strength of whoever sits there, in log-odds against seat "
               "0. Interval: block sandwich, 95 %.", interval="beta_interval", digits=2),
        Column("elo", "in Elo points", "signed", interval="elo_interval", digits=0)]
    return Table("seat_effects", "What a seat adds to a rating", columns, rows, extra=[Column("seat", "seat", "count")])
