"""Who wins: each strategy's share of the wins, against an equal share, with places, scores, ratings and letters."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports import formats
from reports.formats import Interval
from reports.reader import Scenario
from reports.settings import Settings
from reports.stats.contrasts import Contrast, difference_matrix, letters
from reports.stats.rates import block_t
from reports.stopping import interval
from reports.tables.rating import Rating
from reports.tables.share import share_rate
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class StrategyRow:
    """One strategy.

    `seats_held` is how many seats it has at each of its tables (0: not always as many; its share is then that of one seat),
    `equal` what falls to so many seats when all are alike.
    """

    strategy: str
    seats_held: int
    games: int
    win_share: float
    interval: Interval
    letters: str
    equal: float
    difference: float
    difference_interval: Interval
    sole_wins: int
    shared_wins: int
    place: float
    score: float
    score_sd: float
    score_interval: Interval
    margin: float
    elo: float
    elo_interval: Interval | None
    anchor: bool

    @property
    def name(self) -> str:
        """As tables write it: with the number of seats it holds, if that is more than one."""
        return f"{self.seats_held} x {self.strategy}" if self.seats_held > 1 else self.strategy

    @property
    def seat_share(self) -> float:
        """The win share of one of its seats."""
        return self.win_share / max(1, self.seats_held)

    @property
    def seat_interval(self) -> Interval:
        """That of one of its seats."""
        low, high = self.interval
        return low / max(1, self.seats_held), high / max(1, self.seats_held)

    @property
    def elo_words(self) -> str:
        return "(anchor)" if self.anchor else ""


def strategy_rows(scenario: Scenario, pairs: Sequence[Contrast], rating: Rating | None,
                  settings: Settings) -> list[StrategyRow]:
    """The strategies, the highest share first; none where each table held one strategy alone."""
    if scenario.mirror or not scenario.games:
        return []
    shares = scenario.by_strategy(scenario.share)
    means = [float(np.nanmean(column)) for column in shares.T]
    marks = letters(means, difference_matrix(pairs, len(means), settings.alpha)) if scenario.n_blocks > 1 else [""] * len(means)
    rows = [_row(scenario, place, marks[place], rating, settings) for place in range(len(scenario.strategies))]
    return sorted(rows, key=lambda row: (-row.difference, -row.win_share, row.strategy))


def _row(scenario: Scenario, place: int, marks: str, rating: Rating | None, settings: Settings) -> StrategyRow:
    copies = np.unique(scenario.copies[:, place][scenario.copies[:, place] > 0])
    held = int(copies[0]) if len(copies) == 1 else 0
    games, weight = scenario.games_of(place), max(1, held)
    shares = weight * scenario.by_strategy(scenario.share)[:, place]
    rate = share_rate(scenario, shares, games, settings)
    low, high = interval(scenario, shares, rate, settings)
    equal = weight * scenario.equal
    scores = scenario.of_strategy(scenario.score, place)
    score = block_t(scenario.by_strategy(scenario.score)[:, place], games, settings.level, scenario.strata)
    won = scenario.of_strategy(scenario.share, place)
    elo = rating.elo[place] if rating else None
    anchored = rating is not None and place == rating.anchor
    return StrategyRow(
        strategy=scenario.strategies[place], seats_held=held, games=games, win_share=rate.value, interval=(low, high),
        letters=marks, equal=equal, difference=rate.value - equal, difference_interval=(low - equal, high - equal),
        sole_wins=int((won == 1).sum()), shared_wins=int(((won > 0) & (won < 1)).sum()),
        place=float(scenario.of_strategy(scenario.midrank, place).mean()), score=score.value,
        score_sd=float(scores.std(ddof=1)) if len(scores) > 1 else math.nan, score_interval=(score.low, score.high),
        margin=float(scenario.of_strategy(scenario.margin, place).mean()), elo=elo.value if elo else math.nan,
        elo_interval=(elo.low, elo.high) if elo and elo.has_interval else None, anchor=anchored)


SHARE = Column("win_share", "win share %", "share", interval="interval",
               sentence="Mean share of the win: 1 for a sole winner, 1/m for each of m tied winners, over all line-ups and "
               "seats alike.")
ELO = Column("elo", "Elo", "decimal", interval="elo_interval", digits=0, suffix="elo_words",
             sentence="Plackett-Luce strength with seat effects, in Elo points from the anchor: 400 points are odds of ten to "
             "one of finishing above. Interval: block sandwich, 95 %.")


def versus(equal: float) -> Column:
    """The column with the difference to an equal share."""
    return Column("difference", f"vs {formats.percent(equal)}", "points",
                  "Win share less an equal share, in points; its interval is that of the share, moved.")


def strategy_table(rows: Sequence[StrategyRow], equal: float, note: str, interval_words: str = "") -> Table:
    """The table of the page, with all columns; `interval_words` name the interval of the shares."""
    against = [versus(equal)]
    if any(row.seats_held != 1 for row in rows):
        against = [Column("equal", "equal %", "share", "What falls to its seats when all are alike."),
                   Column("difference", "points", "points", "Win share less the equal share, in points.")]
    columns = [
        Column("name", "strategy", "text", "The strategy, with the number of seats it holds if more than one."),
        Column("games", "games", "count", "Games it played in."), SHARE.by(interval_words),
        Column("letters", "letters", "text", "Strategies with a letter in common: no difference between them was found."),
        *against,
        Column("sole_wins", "won alone", "count", "Games won by one of its seats alone."),
        Column("shared_wins", "shared", "count", "Seats that won together with others."),
        Column("place", "place", "decimal", "Mean place at the table; tied seats share the mean of their places.", digits=2),
        Column("score", "score +- sd", "decimal", "Mean final score, and the standard deviation of a score.", half="score_sd"),
        Column("margin", "to best other", "signed", "Mean of its score less the best other score at the table."), ELO]
    extra = [Column("strategy", "strategy", "text"), Column("seats_held", "seats held", "count"),
             Column("equal", "equal", "share"), Column("score", "score", "decimal", interval="score_interval"),
             Column("difference", "difference", "points", interval="difference_interval")]
    return Table("strategies", "Win shares", columns, rows, note, extra)
