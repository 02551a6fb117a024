"""How strong each strategy is, from whole rankings: Plackett-Luce with seat effects, in Elo points from an anchor."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.names import anchor_of
from reports.reader import Flags, Scenario
from reports.settings import Settings
from reports.stats import pl
from reports.stats.rates import Rate

HELD = "A strategy that comes first or last in every game has a rating that a prior holds, and no interval."
UNCERTAIN = "The games do not connect the strategies: a prior holds their ratings, which have an order and no intervals."


@dataclass(frozen=True)
class Rating:
    """The ratings in Elo points from the anchor; without an interval where there are too few blocks, or a prior holds them."""

    elo: tuple[Rate, ...]
    anchor: int
    notes: tuple[str, ...]


def rate_strategies(scenario: Scenario, settings: Settings) -> Rating | None:
    """The ratings; None where there is nothing to compare or none can be found.

    The anchor is the one asked for, else a baseline. A baseline that loses every game is no measure for the others: then the
    first strategy takes its place that has won and lost.
    """
    if scenario.mirror or scenario.n_blocks < 2:
        return None
    bounded = both_ways(scenario)
    anchor = scenario.strategies.index(anchor_of(scenario.strategies, settings.anchor))
    if not bounded[anchor] and bounded.any() and settings.anchor not in scenario.strategies:
        anchor = int(np.argmax(bounded))
    who, ranks = (values.reshape(-1, scenario.seats) for values in (scenario.who, scenario.rank))
    block = np.repeat(np.arange(scenario.n_blocks), scenario.per_block)
    try:
        model = pl.fit(who, ranks, block, len(scenario.strategies), anchor=anchor)
    except (ArithmeticError, np.linalg.LinAlgError):
        return None
    enough = scenario.n_blocks > len(scenario.strategies) + scenario.seats
    measured = bounded & bounded[anchor] if enough and not (model.prior and bounded.all()) else np.zeros_like(bounded)
    elo = tuple(rate if known and rate.low < rate.high else replace(rate, low=math.nan, high=math.nan)
                for rate, known in zip(model.elo(settings.level), measured, strict=True))
    return Rating(elo, anchor, _notes(model, bounded))


def both_ways(scenario: Scenario) -> Flags:
    """Which strategies have finished above others in some game, and below in some."""
    found = []
    for place in range(len(scenario.strategies)):
        mine = scenario.who == place
        best, worst = _extremes(scenario, mine)
        best_other, worst_other = _extremes(scenario, ~mine)
        played = mine.any(axis=2) & ~mine.all(axis=2)
        found.append(bool((played & (best < worst_other)).any() and (played & (worst > best_other)).any()))
    return np.array(found)


def _extremes(scenario: Scenario, seats: Flags) -> tuple[np.ndarray, np.ndarray]:
    """The best and the worst rank among some seats of each game."""
    last = scenario.seats + 1
    return np.where(seats, scenario.rank, last).min(axis=2), np.where(seats, scenario.rank, 0).max(axis=2)


def _notes(model: pl.PlackettLuce, bounded: Flags) -> tuple[str, ...]:
    """What the fit has to say; the model's own words on its prior in words of the report."""
    others: Sequence[str] = [note for note in model.notes if "prior" not in note]
    if not model.prior:
        return tuple(others)
    return (*others, UNCERTAIN if bounded.all() else HELD)
