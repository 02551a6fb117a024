"""Win chances from the standings: a table of rank x gap x time, fitted on even blocks and scored on odd ones.

Nothing is learnt but the frequencies; the time is the fraction of the game's final length, known only afterwards. The chances
describe how games went (drama, uncertainty), they do not predict a running game.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.stats.blocks import Bools, Floats, Ints, divide
from reports.stats.course import lengths
from reports.stats.metrics import own_margin
from reports.stats.ranks import competition_ranks
from reports.stats.rates import Rate, mean_where

GAPS: Final = 6
TIMES: Final = 10
PRIOR_WEIGHT: Final = 4.0


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
    rank, gap, time, known = _features(standings)
    k = standings.shape[2]
    edges = np.stack([_edges(gap[known & (rank == place)]) for place in range(k)])
    cell = _cells(rank[known], gap[known], time[known], edges)
    won = np.broadcast_to(shares[:, None, :], standings.shape)[known]
    size = k * GAPS * TIMES
    seen = np.bincount(cell, minlength=size).reshape(k, GAPS, TIMES).astype(np.float64)
    wins = np.bincount(cell, weights=won, minlength=size).reshape(k, GAPS, TIMES)
    by_time = (wins.sum(axis=1) + PRIOR_WEIGHT / k) / (seen.sum(axis=1) + PRIOR_WEIGHT)
    return WinTable((wins + PRIOR_WEIGHT * by_time[:, None, :]) / (seen + PRIOR_WEIGHT), edges, seen)


def chances(table: WinTable, standings: Floats) -> Floats:
    """Win chances of the shape of the standings, each round of a game summing to 1; nan after its end."""
    rank, gap, time, known = _features(standings)
    found = np.full(standings.shape, np.nan)
    found[known] = table.chance.ravel()[_cells(rank[known], gap[known], time[known], table.edges)]
    return divide(found, found.sum(axis=2, keepdims=True))


def calibration(table: WinTable, standings: Floats, shares: Floats, block: Ints, level: float = 0.95) -> Calibration:
    """Scores a table on (other) games; `block` (games,)."""
    p = chances(table, standings)
    known = ~np.isnan(p)
    y = np.broadcast_to(shares[:, None, :], p.shape)[known]
    where = np.broadcast_to(block[:, None, None], p.shape)[known]
    p = p[known]
    if not len(p):
        return Calibration(float("nan"), np.zeros(0), ())
    worst = float(((y - 1 / standings.shape[2]) ** 2).sum())
    skill = 1 - float(((y - p) ** 2).sum()) / worst if worst > 0 else float("nan")
    tenth = np.minimum((p * 10).astype(np.int64), 9)
    used = [i for i in range(10) if (tenth == i).any()]
    predicted = np.array([p[tenth == i].mean() for i in used])
    observed = tuple(mean_where(y, tenth == i, where, level, share=True) for i in used)
    return Calibration(skill, predicted, observed)


def fit_and_score(standings: Floats, shares: Floats, block: Ints) -> tuple[WinTable, Calibration]:
    """Fitted on the even blocks, scored on the odd ones."""
    even = block % 2 == 0
    table = fit(standings[even], shares[even])
    return table, calibration(table, standings[~even], shares[~even], block[~even])


def _features(standings: Floats) -> tuple[Ints, Floats, Ints, Bools]:
    """Rank from 0, gap to the best other, tenth of the game, and where there is a standing at all; shape of the standings."""
    games, rounds, k = standings.shape
    known = ~np.isnan(standings)
    flat = np.where(known, standings, 0.0).reshape(-1, k)
    rank = competition_ranks(flat).reshape(standings.shape) - 1
    gap = own_margin(flat).reshape(standings.shape)
    total = np.maximum(lengths(standings), 1)[:, None, None]
    tenth = np.clip(np.ceil((np.arange(rounds) + 1)[None, :, None] * TIMES / total - 1e-9), 1, TIMES).astype(np.int64) - 1
    return rank, gap, np.broadcast_to(tenth, (games, rounds, k)), known


def _edges(gaps: Floats) -> Floats:
    return np.quantile(gaps, np.arange(1, GAPS) / GAPS) if len(gaps) else np.zeros(GAPS - 1)


def _cells(rank: Ints, gap: Floats, time: Ints, edges: Floats) -> Ints:
    bin = (gap[:, None] >= edges[rank]).sum(axis=1)
    return np.asarray((rank * GAPS + bin) * TIMES + time, dtype=np.int64)
