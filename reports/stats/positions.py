"""Where each seat stands in each round that was played: its rank, its gap to the best other, how far the game has gone."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from reports.stats.blocks import Floats, Ints
from reports.stats.course import lengths

Numbers = npt.NDArray[Any]

TIMES: Final = 10
"""Parts of a game's length that are told apart."""
LIMIT: Final = 2**30
"""Standings beyond this are not taken as whole numbers of 32 bits."""


@dataclass(frozen=True)
class Positions:
    """A row for each round of each game: `game`, `round` (from 0) and `time` (tenth of the game, from 0) of shape (rows,).

    `standing`, `rank` (0 is first, ties share) and `gap` (to the best other, positive for who leads alone) have the shape
    (rows, seats). Whole numbers stay whole.
    """

    game: Ints
    round: Ints
    time: Ints
    standing: Numbers
    rank: Numbers
    gap: Numbers

    @property
    def seats(self) -> int:
        return int(self.standing.shape[1])


def positions(standings: Floats) -> Positions:
    """All positions of standings (games, rounds, seats).

    >>> found = positions(np.array([[[3., 1, 3], [4, 9, 2]]]))
    >>> found.rank.tolist(), found.gap.tolist(), found.time.tolist()
    ([[0, 2, 0], [1, 0, 2]], [[0, -2, 0], [-5, 5, -7]], [4, 9])
    """
    game, round = np.nonzero(~np.isnan(standings[:, :, 0]))
    rows = standings[game, round]
    small = not len(rows) or (np.abs(rows).max() < LIMIT and bool((rows == np.rint(rows)).all()))
    standing = np.asfortranarray(rows.astype(np.int32) if small else rows)
    total = lengths(standings)[game]
    time = np.clip(-(-(round + 1) * TIMES // np.maximum(total, 1)), 1, TIMES) - 1
    return Positions(game, round, time, standing, _ranks(standing), _gaps(standing))


def _ranks(standing: Numbers) -> Numbers:
    """0 for the highest of each row; column by column, which is what the memory likes."""
    k = standing.shape[1]
    rank = np.zeros(standing.shape, dtype=np.int8, order="F")
    for one in range(k):
        for other in range(k):
            if other != one:
                rank[:, one] += standing[:, other] > standing[:, one]
    return rank


def _gaps(standing: Numbers) -> Numbers:
    """Each standing less the best of the others; 0 for a single seat."""
    k = standing.shape[1]
    gap = np.zeros(standing.shape, dtype=standing.dtype, order="F")
    for one in range(k):
        others = [standing[:, other] for other in range(k) if other != one]
        if others:
            best = others[0].copy()
            for other in others[1:]:
                np.maximum(best, other, out=best)
            gap[:, one] = standing[:, one] - best
    return gap
