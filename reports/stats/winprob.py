"""Win chances from the standings: a table of rank x gap x time, fitted on even blocks and scored on odd ones.

Nothing is learnt but the frequencies; the time is the fraction of the game's final length, known only afterwards. The chances
describe how games went (drama, uncertainty), they do not predict a running game.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.stats.blocks import Floats, Ints, divide
from reports.stats.positions import TIMES, Numbers, Positions, positions
from reports.stats.rates import Rate, ratio
from reports.stats.tally import Tally, quantiles

GAPS: Final = 6
TENTHS: Final = 10
"""Parts of the predicted chances that are compared with what came of them."""
WIDEST: Final = 100_000
"""Whole gaps that are looked up in a list, not searched for."""
PRIOR_WEIGHT: Final = 4.0
INNER: Final = np.arange(1, GAPS) / GAPS
"""The quantiles that separate the gaps."""


@dataclass(frozen=True)
class WinTable:
    """`chance[rank - 1, gap, time]`: how often such a player won; `edges[rank - 1]` separate the gaps; `seen` counts."""

    chance: Floats
    edges: Floats
    seen: Floats


@dataclass(frozen=True)
class Calibration:
    """How good a table is on games it has not seen.

    `skill`: Brier skill, 1 if always right, 0 if no better than 1/k. Then by tenth of the predicted chance: mean prediction,
    and how often such players won.
    """

    skill: float
    predicted: Floats
    observed: tuple[Rate, ...]


def fit(standings: Floats, shares: Floats) -> WinTable:
    """The table from standings (games, rounds, seats) and win shares (games, seats).

    Cells lean, with the weight of four players, on all of their rank and time, and these on 1/k.
    """
    at = positions(standings)
    gaps = [at.gap[at.rank == place] for place in range(at.seats)]
    edges = np.stack([np.quantile(gap, INNER) if len(gap) else np.zeros(GAPS - 1) for gap in gaps])
    place = cells(at, edges).ravel()
    won, size = shares[at.game].ravel(), at.seats * GAPS * TIMES
    seen = np.bincount(place, minlength=size).reshape(-1, GAPS, TIMES).astype(np.float64)
    wins = np.bincount(place, weights=won, minlength=size).reshape(-1, GAPS, TIMES).astype(np.float64)
    return _table(seen, wins, edges)


def _table(seen: Floats, wins: Floats, edges: Floats) -> WinTable:
    by_time = (wins.sum(axis=1) + PRIOR_WEIGHT / len(seen)) / (seen.sum(axis=1) + PRIOR_WEIGHT)
    return WinTable((wins + PRIOR_WEIGHT * by_time[:, None, :]) / (seen + PRIOR_WEIGHT), edges, seen)


class WinCounts:
    """What a table is made of, from games that come in portions; gaps are whole numbers."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.seen = Tally(seats * TIMES)
        self.wins = Tally(seats * TIMES)

    def add(self, at: Positions, shares: Floats) -> None:
        """Count positions, with the win shares (games, seats) of their games."""
        for seat in range(self.seats):
            cell = at.rank[:, seat].astype(np.int64) * TIMES + at.time
            gap = at.gap[:, seat].astype(np.int64)
            self.seen.add(cell, gap)
            self.wins.add(cell, gap, shares[at.game, seat])

    def table(self) -> WinTable:
        """The same as `fit` makes of all games at once."""
        values = self.seen.values
        seen, wins = (part.counts.reshape(self.seats, TIMES, len(values)) for part in (self.seen, self.wins))
        edges = np.stack([np.nan_to_num(quantiles(values, gaps.sum(axis=0), INNER)) for gaps in seen])
        in_bin = np.zeros((2, self.seats, GAPS, TIMES))
        for place in range(self.seats):
            bin = (values[:, None] >= edges[place]).sum(axis=1)
            for number, part in enumerate((seen, wins)):
                np.add.at(in_bin[number, place], bin, part[place].T)
        return _table(in_bin[0], in_bin[1], edges)


def chances(table: WinTable, standings: Floats) -> Floats:
    """Win chances of the shape of the standings, each round of a game summing to 1; nan after its end."""
    at = positions(standings)
    found = np.full(standings.shape, np.nan)
    found[at.game, at.round] = chances_at(table, at)
    return found


def chances_at(table: WinTable, at: Positions) -> Floats:
    """Win chances of the seats in each position, summing to 1: (rows, seats)."""
    found = table.chance.ravel()[cells(at, table.edges)]
    return divide(found, found.sum(axis=1, keepdims=True))


def cells(at: Positions, edges: Floats) -> Ints:
    """The cell of the table, (rank, gap, time) in one number, of each seat in each position."""
    bins = gap_bins(at.rank, at.gap, edges)
    return np.asarray((at.rank.astype(np.int64) * GAPS + bins) * TIMES + at.time[:, None], dtype=np.int64)


def gap_bins(rank: Numbers, gap: Numbers, edges: Floats) -> Ints:
    """The bin, from 0, of gaps between the edges of their rank (from 0)."""
    if not gap.size or gap.dtype.kind != "i" or int(gap.max()) - int(gap.min()) > WIDEST:
        return np.asarray((gap[..., None] >= edges[rank]).sum(axis=-1), dtype=np.int64)
    low = int(gap.min())
    every = np.arange(low, int(gap.max()) + 1)
    return np.asarray((every[None, :, None] >= edges[:, None, :]).sum(axis=2)[rank, gap - low], dtype=np.int64)


class Score:
    """How a table does on games that come in portions; `blocks` is the number of their blocks."""

    def __init__(self, blocks: int) -> None:
        self.error = 0.0
        self.worst = 0.0
        self.predicted = np.zeros(TENTHS)
        self.won = np.zeros((blocks, TENTHS))
        self.seen = np.zeros((blocks, TENTHS))

    def add(self, p: Floats, won: Floats, block: Ints) -> None:
        """Predicted chances and win shares (rows, seats), blocks (rows,)."""
        self.error += float(((won - p) ** 2).sum())
        self.worst += float(((won - 1 / p.shape[1]) ** 2).sum())
        tenth = np.minimum((p * TENTHS).astype(np.int64), TENTHS - 1)
        self.predicted += np.bincount(tenth.ravel(), weights=p.ravel(), minlength=TENTHS)
        place = (block[:, None] * TENTHS + tenth).ravel()
        self.seen += np.bincount(place, minlength=self.seen.size).reshape(self.seen.shape)
        self.won += np.bincount(place, weights=won.ravel(), minlength=self.won.size).reshape(self.won.shape)

    def result(self, level: float = 0.95) -> Calibration:
        """The table's skill and calibration so far."""
        count = self.seen.sum(axis=0)
        used = np.flatnonzero(count)
        skill = 1 - self.error / self.worst if self.worst > 0 else float("nan")
        observed = tuple(ratio(self.won[:, i], self.seen[:, i], level, share=True) for i in used)
        return Calibration(skill, self.predicted[used] / count[used], observed)


def calibration(table: WinTable, standings: Floats, shares: Floats, block: Ints, level: float = 0.95) -> Calibration:
    """Scores a table on (other) games; `block` (games,)."""
    at, score = positions(standings), Score(int(block.max()) + 1 if len(block) else 0)
    score.add(chances_at(table, at), shares[at.game], block[at.game])
    return score.result(level)


def fit_and_score(standings: Floats, shares: Floats, block: Ints) -> tuple[WinTable, Calibration]:
    """Fitted on the even blocks, scored on the odd ones."""
    even = block % 2 == 0
    table = fit(standings[even], shares[even])
    return table, calibration(table, standings[~even], shares[~even], block[~even])
