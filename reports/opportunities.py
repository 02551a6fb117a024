"""Options that seats took, counted against the opportunities to take them: every round in which a seat had not taken it yet.

An opportunity belongs to the cell of its round, of the seat's strategy, and of its rank and gap after the round before. Sums
are kept by groups of blocks, so that however long a run is they fit into memory and their spread still says how sure they are.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.reader import Floats, Ints
from reports.rounds import Slice
from reports.stats.picks import PickEffect, effect_of
from reports.stats.positions import positions
from reports.stats.rates import ratio
from reports.stats.slopes import slope_of_counts
from reports.stats.winprob import GAPS, gap_bins

GROUPS: Final = 100
"""Groups of blocks; fewer blocks are a group each."""
FEWEST: Final = 20
SUMS: Final = 200_000
"""Groups x cells; above that there are fewer groups, down to the fewest."""
ROUND_BINS: Final = 30
"""Rounds that are told apart; in longer games some neighbours count together."""


@dataclass
class _Option:
    """Sums of one option: over seats of games (groups,), over opportunities (groups, cells)."""

    picked: Floats
    won: Floats
    late: Floats
    late_won: Floats
    now: Floats
    now_won: Floats


@dataclass(frozen=True)
class Picked:
    """An option: how many seats of games took it, in which round on average, and what goes with it."""

    option: int
    seats: int
    round: float
    effect: PickEffect


class Opportunities:
    """Counts picks slice by slice. `edges` are the bounds of the gaps of each rank, `rounds` the longest game's."""

    def __init__(self, blocks: int, strategies: int, rounds: int, edges: Floats) -> None:
        self.seats = len(edges)
        self.edges = edges
        self.width = -(-max(rounds, 1) // ROUND_BINS)
        self.by_strategy = -(-max(rounds, 1) // self.width) * self.seats * GAPS
        self.cells = strategies * self.by_strategy
        self.groups = min(blocks, max(FEWEST, min(GROUPS, SUMS // self.cells)))
        self.results = np.zeros(self.groups)
        self.won = np.zeros(self.groups)
        self.seen = np.zeros((self.groups, self.cells))
        self.seen_won = np.zeros((self.groups, self.cells))
        self.options: dict[int, _Option] = {}
        self.round_sums: dict[int, float] = {}

    def add(self, part: Slice) -> None:
        """Count one slice."""
        group, cell = part.block % self.groups, self._cells(part)
        self.results += np.bincount(group, minlength=self.groups) * self.seats
        self.won += np.bincount(group, weights=part.shares.sum(axis=1), minlength=self.groups)
        length = (cell[:, 0] >= 0).sum(axis=1)
        there, place = cell >= 0, cell + (group * self.cells)[:, None, None]
        self.seen += self._sums(place[there])
        self.seen_won += self._sums(place[there], np.broadcast_to(part.shares[:, :, None], cell.shape)[there])
        for option in np.unique(part.picks.option).tolist():
            self._add_option(option, part, place, length)

    def _cells(self, part: Slice) -> Ints:
        """The cell of each opportunity, (games, seats, rounds); -1 after the end."""
        games, rounds, k = part.standings.shape
        out = np.full((games, k, rounds + 1), -1, dtype=np.int64)
        before, begin = positions(part.standings), positions(np.nan_to_num(part.start)[:, None, :])
        out[:, :, 0] = begin.rank * GAPS + gap_bins(begin.rank, begin.gap, self.edges)
        of_round = ((before.round + 1) // self.width)[:, None]
        out[before.game, :, before.round + 1] = ((of_round * k + before.rank) * GAPS
                                                 + gap_bins(before.rank, before.gap, self.edges))
        over = np.isnan(part.standings[:, :, 0])
        return np.where(over[:, None, :], -1, out[:, :, :rounds] + part.who[:, :, None] * self.by_strategy)

    def _add_option(self, option: int, part: Slice, place: Ints, length: Ints) -> None:
        """The seats that picked an option: their pick, and the opportunities they had no more; `place` is group and cell."""
        mine = part.picks.option == option
        game, seat, round = part.picks.game[mine], part.picks.seat[mine], part.picks.round[mine]
        kept = round < length[game]
        game, seat, round = game[kept], seat[kept], round[kept]
        share, group = part.shares[game, seat], part.block[game] % self.groups
        sums = self.options.setdefault(option, _Option(*np.zeros((2, self.groups)), *np.zeros((4, self.groups, self.cells))))
        sums.picked += np.bincount(group, minlength=self.groups)
        sums.won += np.bincount(group, weights=share, minlength=self.groups)
        self.round_sums[option] = self.round_sums.get(option, 0.0) + float((round + 1).sum())
        flat, first = place.ravel(), (game * self.seats + seat) * place.shape[2] + round
        won = share > 0
        sums.now += self._sums(flat[first])
        sums.now_won += self._sums(flat[first[won]], share[won])
        left = length[game] - round - 1
        sums.late += self._sums(flat[_following(first, left)])
        sums.late_won += self._sums(flat[_following(first[won], left[won])], np.repeat(share[won], left[won]))

    def _sums(self, place: Ints, weights: Floats | None = None) -> Floats:
        found = np.bincount(place, weights=weights, minlength=self.groups * self.cells)
        return found.reshape(self.groups, self.cells).astype(np.float64)

    def found(self, level: float = 0.95) -> list[Picked]:
        """Every option that somebody took."""
        return [self._found(option, sums, level) for option, sums in sorted(self.options.items()) if sums.picked.any()]

    def _found(self, option: int, sums: _Option, level: float) -> Picked:
        one = slice(None), None
        raw = slope_of_counts(self.results[one], sums.picked[one], self.won[one], sums.won[one], level)
        stratified = slope_of_counts(self.seen - sums.late, sums.now, self.seen_won - sums.late_won, sums.now_won, level)
        rate = ratio(sums.picked, self.results, level, share=True)
        seats = round(float(sums.picked.sum()))
        return Picked(option, seats, self.round_sums[option] / seats, effect_of(rate, raw, stratified))


def _following(first: Ints, count: Ints) -> Ints:
    """The `count` places after each of the first ones.

    >>> _following(np.array([4, 10]), np.array([2, 1])).tolist()
    [5, 6, 11]
    """
    before = np.cumsum(count) - count
    return np.asarray(np.arange(int(count.sum())) + np.repeat(first + 1 - before, count), dtype=np.int64)
