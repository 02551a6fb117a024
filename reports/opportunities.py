"""Options that seats took, counted against the opportunities to take them: every round in which a seat had not taken it yet.

Only seats count to which the option was open at some time of the game, where that is known. An opportunity belongs to the cell
of its round, of the seat's strategy, and of its rank and gap after the round before; in each cell those who take it then are
compared with those who do not, whether they take it later or never: those who never do are those for whom the rest of the game
went badly. (An option without effect that 6 of 10 seats could pay, bought more by leaders: +0.5 points; against those who never
took it +4.4; raw +42.9.) Sums are kept by groups of blocks, so that however long a run is they fit into memory and their
spread still says how sure they are.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.reader import Floats, Ints
from reports.rounds import Slice
from reports.stats.blocks import Bools
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
    """Sums of one option: over seats of games (groups,), over opportunities (groups, cells).

    `open` counts the seats that could take it, `lost` the rounds that were no opportunity: of seats that never could, or had.
    """

    open: Floats
    open_won: Floats
    picked: Floats
    won: Floats
    lost: Floats
    lost_won: Floats
    now: Floats
    now_won: Floats


@dataclass(frozen=True)
class Picked:
    """An option: to how many seats of games it was open, how many took it, in which round on average (nan if none did), and
    what goes with it (nothing if all did or none)."""

    option: int
    open: int
    seats: int
    round: float
    effect: PickEffect


class Opportunities:
    """Counts picks slice by slice. `edges` are the bounds of the gaps of each rank, `rounds` the longest game's, `options` how
    many there are; `known` says whether it is known what was open to whom."""

    def __init__(self, blocks: int, strategies: int, rounds: int, edges: Floats, options: int, known: bool) -> None:
        self.known = known
        self.seats = len(edges)
        self.edges = edges
        self.width = -(-max(rounds, 1) // ROUND_BINS)
        self.by_strategy = -(-max(rounds, 1) // self.width) * self.seats * GAPS
        self.cells = strategies * self.by_strategy
        self.groups = min(blocks, max(FEWEST, min(GROUPS, SUMS // self.cells)))
        self.seen = np.zeros((self.groups, self.cells))
        self.seen_won = np.zeros((self.groups, self.cells))
        self.options = [_Option(*np.zeros((4, self.groups)), *np.zeros((4, self.groups, self.cells))) for _ in range(options)]
        self.round_sums = np.zeros(options)

    def add(self, part: Slice) -> None:
        """Count one slice."""
        group, cell = part.block % self.groups, self._cells(part)
        length = (cell[:, 0] >= 0).sum(axis=1)
        there, place = cell >= 0, cell + (group * self.cells)[:, None, None]
        self.seen += self._sums(place[there])
        self.seen_won += self._sums(place[there], np.broadcast_to(part.shares[:, :, None], cell.shape)[there])
        for option in range(len(self.options)):
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
        """The seats to which an option was open, their picks, and the rounds that were no opportunity; `place` is group and
        cell."""
        mine = part.picks.option == option
        game, seat, round = part.picks.game[mine], part.picks.seat[mine], part.picks.round[mine]
        kept = round < length[game]
        game, seat, round = game[kept], seat[kept], round[kept]
        sums = self.options[option]
        closed = np.asarray((part.offered >> option) & 1 == 0) if self.known else np.zeros(part.who.shape, dtype=bool)
        closed[game, seat] = False
        self._add_seats(sums, part, ~closed, game, seat)
        self.round_sums[option] += float((round + 1).sum())
        never, none = np.nonzero(closed)
        first = (game * self.seats + seat) * place.shape[2] + round
        self._lose(sums, place, np.append(first + 1, (never * self.seats + none) * place.shape[2]),
                   np.append(length[game] - round - 1, length[never]), np.append(part.shares[game, seat], part.shares[closed]))
        flat, share = place.ravel(), part.shares[game, seat]
        won = share > 0
        sums.now += self._sums(flat[first])
        sums.now_won += self._sums(flat[first[won]], share[won])

    def _add_seats(self, sums: _Option, part: Slice, open: Bools, game: Ints, seat: Ints) -> None:
        """Seats of games to which it was open, and those of them that took it."""
        group, count = part.block % self.groups, self.groups
        sums.open += np.bincount(group, weights=open.sum(axis=1), minlength=count)
        sums.open_won += np.bincount(group, weights=(part.shares * open).sum(axis=1), minlength=count)
        sums.picked += np.bincount(group[game], minlength=count)
        sums.won += np.bincount(group[game], weights=part.shares[game, seat], minlength=count)

    def _lose(self, sums: _Option, place: Ints, first: Ints, rounds: Ints, share: Floats) -> None:
        """So many rounds from each of the first ones on, of seats with these shares of the win."""
        flat, won = place.ravel(), share > 0
        sums.lost += self._sums(flat[_following(first, rounds)])
        sums.lost_won += self._sums(flat[_following(first[won], rounds[won])], np.repeat(share[won], rounds[won]))

    def _sums(self, place: Ints, weights: Floats | None = None) -> Floats:
        found = np.bincount(place, weights=weights, minlength=self.groups * self.cells)
        return found.reshape(self.groups, self.cells).astype(np.float64)

    def found(self, level: float = 0.95) -> list[Picked]:
        """Every option that somebody could take; where that is not known, that somebody took."""
        return [self._found(option, sums, level) for option, sums in enumerate(self.options)
                if (sums.open if self.known else sums.picked).any()]

    def _found(self, option: int, sums: _Option, level: float) -> Picked:
        one, open, seats = (slice(None), None), round(float(sums.open.sum())), round(float(sums.picked.sum()))
        rate = ratio(sums.picked, sums.open, level, share=True)
        effect = slope_of_counts(sums.open[one], sums.picked[one], sums.open_won[one], sums.won[one], level)
        alike = effect          # nothing, if all took it or none
        if 0 < seats < open:
            alike = slope_of_counts(self.seen - sums.lost, sums.now, self.seen_won - sums.lost_won, sums.now_won, level)
        mean = float(self.round_sums[option]) / seats if seats else math.nan
        return Picked(option, open, seats, mean, effect_of(rate, effect, alike))


def _following(first: Ints, count: Ints) -> Ints:
    """The `count` places from each of the first ones on.

    >>> _following(np.array([5, 11]), np.array([2, 1])).tolist()
    [5, 6, 11]
    """
    before = np.cumsum(count) - count
    return np.asarray(np.arange(int(count.sum())) + np.repeat(first - before, count), dtype=np.int64)
