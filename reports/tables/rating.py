"""How strong each strategy is, from whole rankings: Plackett-Luce with seat effects, in Elo points from an anchor."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.names import anchor_of
from reports.reader import Flags, Ints, Scenario
from reports.settings import Settings
from reports.stats import pl
from reports.stats.rates import Rate

HELD = "A strategy that comes first or last in every game has a rating that a prior holds, and no interval."
NEARLY = "A strategy that comes first or last in nearly every game has a rating that a prior holds, and no interval."
UNCERTAIN = "The games do not connect the strategies: a prior holds their ratings, which have an order and no intervals."
FAR = 0.75 * pl.SEPARATED
"""A strength so far from the middle one is as good as infinite where a prior was needed."""


@dataclass(frozen=True)
class Rating:
    """The ratings in Elo points from the anchor; without an interval where there are too few blocks, or a prior holds them.

    `measured` says of which strategies the games know the strength, `model` is the fit that the points come from.
    """

    elo: tuple[Rate, ...]
    anchor: int
    notes: tuple[str, ...]
    measured: tuple[bool, ...]
    model: pl.PlackettLuce


def rate_strategies(scenario: Scenario, settings: Settings) -> Rating | None:
    """The ratings; None where there is nothing to compare or none can be found.

    The anchor is the one asked for, else a baseline. A baseline that loses every game is no measure for the others: then the
    first strategy takes its place that has won and lost.
    """
    if scenario.mirror or scenario.n_blocks < 2:
        return None
    always = bounded = both_ways(scenario)
    asked = settings.anchor in scenario.strategies
    anchor = scenario.strategies.index(anchor_of(scenario.strategies, settings.anchor))
    if not bounded[anchor] and bounded.any() and not asked:
        anchor = int(np.argmax(bounded))
    model = _fit(scenario, anchor, settings)
    if model is not None and model.prior and bounded.all():
        bounded = np.abs(model.theta - np.median(model.theta)) < FAR
        if not bounded[anchor] and not asked:
            anchor = int(np.argmax(bounded))
            model = _fit(scenario, anchor, settings)
    if model is None:
        return None
    enough = scenario.n_blocks > len(scenario.strategies) + scenario.seats
    measured = bounded & bounded[anchor] if enough and not (model.prior and bounded.all()) else np.zeros_like(bounded)
    elo = tuple(rate if known and rate.low < rate.high else replace(rate, low=math.nan, high=math.nan)
                for rate, known in zip(model.elo(settings.level), measured, strict=True))
    return Rating(elo, anchor, _notes(model, always, bounded), tuple(bool(known) for known in measured), model)


def rankings(scenario: Scenario) -> tuple[Ints, Ints, Ints]:
    """Strategies and ranks by game and seat, and the block of each game."""
    who, ranks = (values.reshape(-1, scenario.seats) for values in (scenario.who, scenario.rank))
    return who, ranks, np.repeat(np.arange(scenario.n_blocks), scenario.per_block)


def _fit(scenario: Scenario, anchor: int, settings: Settings) -> pl.PlackettLuce | None:
    who, ranks, block = rankings(scenario)
    try:
        return pl.fit(who, ranks, block, len(scenario.strategies), anchor=anchor, prior=settings.pl_prior)
    except (ArithmeticError, np.linalg.LinAlgError):
        return None


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


def _notes(model: pl.PlackettLuce, always: Flags, bounded: Flags) -> tuple[str, ...]:
    """What the fit has to say; the model's own words on its prior in words of the report."""
    others: Sequence[str] = [note for note in model.notes if "prior" not in note]
    if not model.prior:
        return tuple(others)
    return (*others, HELD if not always.all() else UNCERTAIN if bounded.all() else NEARLY)
