"""How the games of a scenario went, worked out of its rounds slice by slice: twice, since chances must be fitted before they
can be used."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.opportunities import Opportunities, Picked
from reports.reader import Floats, Scenario
from reports.rounds import Slice, Slices
from reports.stats.course import (
    comeback_of,
    decided_share,
    drama,
    drama_time,
    gains,
    last_at_half,
    lead_changes,
    leader_wins,
    lengths,
    outcome_uncertainty,
)
from reports.stats.positions import positions
from reports.stats.rates import Rate, block_t
from reports.stats.slopes import WithinSlope
from reports.stats.tally import Tally, quantiles
from reports.stats.winprob import Calibration, Score, WinCounts, WinTable, chances_at

FRACTIONS: Final[Floats] = np.arange(1, 21) / 20
"""The points of a game at which its leader is looked at."""
LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
REACHED: Final = 0.5
"""The last round whose standings are shown is one that at least this share of the games reach."""
ENOUGH: Final = 60
"""Games that win chances are fitted on at least."""
LEADS: Final = ("changes", "change_rate", "decided", "drama_time")
BY_CHANCES: Final = ("drama", "uncertainty")


@dataclass(frozen=True)
class Course:
    """What the rounds of a scenario say.

    `by_game` holds a value for each game (nan where not known), `curve` the leaders' win share at FRACTIONS; `bands` the
    quantiles LEVELS of the standing, (strategies, rounds from 0, levels); `table` and `scored` are None where there are too
    few games to fit chances on. `picked` numbers the options; `offered` says whether it is known what was open to a seat.
    """

    by_game: dict[str, Floats]
    curve: tuple[Rate, ...]
    comeback: Rate
    snowball: Rate
    bands: Floats
    table: WinTable | None
    scored: Calibration | None
    picked: Sequence[Picked]
    offered: bool


def course(scenario: Scenario, options: Mapping[tuple[str, str], int], level: float) -> Course | None:
    """The course of a scenario's games; `options` numbers what can be picked, by the event that tells it. None where no rounds
    were kept or played, or for a single seat."""
    if "rounds" not in scenario.run.tables or scenario.seats < 2:
        return None
    first = _First(scenario)
    for part in Slices(scenario):
        first.add(part)
    if not first.played.any():
        return None
    slices = Slices(scenario, options)
    second = _Second(scenario, first, slices)
    for part in slices:
        second.add(part)
    there = first.played > 0
    strata = scenario.strata if there.all() else None
    curve = tuple(block_t(means, int(first.played.sum()), level, strata)
                  for means in (first.leader_wins[there] / first.played[there, None]).T)
    back = comeback_of(first.last_won, first.last, scenario.seats, level)
    scored = second.score.result(level) if second.score.seen.any() else None
    picked = second.opportunities.found(level) if second.opportunities else []
    return Course(first.by_game | second.by_game, curve, back, first.slope.rate(level), first.bands(), second.table, scored,
                  picked, slices.known)


class _First:
    """The first look at all rounds: leads and decisions, and what chances and slopes are made from."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        blocks, kinds = scenario.n_blocks, len(scenario.strategies)
        self.by_game = {name: np.full(scenario.games, np.nan) for name in LEADS}
        self.played = np.zeros(blocks)
        self.leader_wins = np.zeros((blocks, len(FRACTIONS)))
        self.last_won = np.zeros(blocks)
        self.last = np.zeros(blocks)
        self.rounds = int(scenario.rounds.max(initial=0))
        self.wins = WinCounts(scenario.seats)
        self.fitted = 0
        self.slope = WithinSlope(kinds * scenario.seats * max(self.rounds, 1), blocks)
        self.shown = int(np.quantile(scenario.rounds, 1 - REACHED, method="inverted_cdf"))
        self.standing = Tally(kinds * (self.shown + 1))

    def add(self, part: Slice) -> None:
        """One slice."""
        standings, shares, played = part.standings, part.shares, lengths(part.standings)
        changes = lead_changes(standings).astype(np.float64)
        rate = np.divide(changes, played - 1, out=np.full(len(played), np.nan), where=played > 1)
        found = (changes, rate, decided_share(standings, shares), drama_time(standings, shares))
        for name, values in zip(LEADS, found, strict=True):
            self.by_game[name][part.games] = values
        np.add.at(self.played, part.block, 1)
        np.add.at(self.leader_wins, part.block, leader_wins(standings, shares, FRACTIONS))
        last = last_at_half(standings)
        self.last += np.bincount(part.block, weights=last.sum(axis=1), minlength=len(self.last))
        self.last_won += np.bincount(part.block, weights=(last * shares).sum(axis=1), minlength=len(self.last))
        even = part.block % 2 == 0
        self.fitted += int(even.sum())
        self.wins.add(positions(standings[even]), shares[even])
        lead, gain, cell, _ = gains(standings, part.who, rounds=self.rounds)
        self.slope.learn(lead, gain, cell)
        self._note_standings(part)

    def _note_standings(self, part: Slice) -> None:
        """Standings by strategy and round, up to the last that is shown."""
        course = np.concatenate([part.start[:, None, :], part.standings[:, :self.shown]], axis=1)
        game, round = np.nonzero(~np.isnan(course[:, :, 0]))
        cell = part.who[game] * (self.shown + 1) + round[:, None]
        self.standing.add(cell.ravel(), course[game, round].astype(np.int64).ravel())

    def bands(self) -> Floats:
        """Quantiles of the standing by strategy and round."""
        values = self.standing.values
        found = np.array([quantiles(values, counts, np.array(LEVELS), between=False) for counts in self.standing.counts])
        return found.reshape(-1, self.shown + 1, len(LEVELS))


class _Second:
    """The second look, with the chances in hand."""

    def __init__(self, scenario: Scenario, first: _First, slices: Slices) -> None:
        self.table: WinTable | None = first.wins.table() if first.fitted >= ENOUGH else None
        self.slope = first.slope
        self.rounds = first.rounds
        self.by_game = {name: np.full(scenario.games, np.nan) for name in BY_CHANCES}
        self.score = Score(scenario.n_blocks)
        self.opportunities: Opportunities | None = None
        if slices.options and self.table is not None:
            self.opportunities = Opportunities(scenario.n_blocks, len(scenario.strategies), self.rounds, self.table.edges,
                                               len(slices.options), slices.known)

    def add(self, part: Slice) -> None:
        """One slice."""
        lead, gain, cell, game = gains(part.standings, part.who, rounds=self.rounds)
        self.slope.add(lead, gain, cell, part.block[game])
        if self.table is None:
            return
        at = positions(part.standings)
        p = chances_at(self.table, at)
        chances = np.full(part.standings.shape, np.nan)
        chances[at.game, at.round] = p
        self.by_game["drama"][part.games] = drama(part.standings, part.shares, chances)
        self.by_game["uncertainty"][part.games] = outcome_uncertainty(chances)
        odd = (part.block % 2 == 1)[at.game]
        self.score.add(p[odd], part.shares[at.game[odd]], part.block[at.game[odd]])
        if self.opportunities is not None:
            self.opportunities.add(part)
