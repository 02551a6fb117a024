"""Positions: ranks, gaps and tenths, round by round, of whole numbers and of others."""
from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.metrics import own_margin
from reports.stats.positions import positions
from reports.stats.ranks import competition_ranks
from reports.stats.winprob import WinCounts, cells, fit, gap_bins
from tests.reports.stats.toy import walks


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_ranks_and_gaps_are_those_of_each_round(seats: int, whole: bool) -> None:
    random = np.random.default_rng(seats)
    standings = random.integers(0, 6, (30, 8, seats)).astype(float) if whole else random.standard_normal((30, 8, seats))
    standings[::3, 5:] = math.nan

    at = positions(standings)

    rows = standings[at.game, at.round]
    assert len(rows) == 20 * 8 + 10 * 5 and at.standing.dtype.kind == ("i" if whole else "f")
    assert (at.rank + 1).tolist() == competition_ranks(rows).tolist()
    assert at.gap == pytest.approx(own_margin(rows))


def test_the_tenths_of_a_game_are_parts_of_its_own_length() -> None:
    standings = np.zeros((2, 20, 2))
    standings[1, 5:] = math.nan

    time = positions(standings).time.tolist()

    assert time[:20] == [n // 2 for n in range(20)] and time[20:] == [1, 3, 5, 7, 9]


def test_no_round_is_no_position() -> None:
    at = positions(np.full((3, 2, 4), math.nan))

    assert at.rank.shape == (0, 4) and gap_bins(at.rank, at.gap, np.zeros((4, 5))).shape == (0, 4)


def test_a_table_of_chances_counted_in_portions_is_the_table_at_once() -> None:
    standings, shares = walks(np.random.default_rng(5), 500, 25)
    standings[::4, 14:] = math.nan
    count = WinCounts(2)

    for part in np.array_split(np.arange(500), 9):
        count.add(positions(standings[part]), shares[part])
    found, wanted = count.table(), fit(standings, shares)

    assert found.edges == pytest.approx(wanted.edges)
    assert found.seen.tolist() == wanted.seen.tolist() and found.chance == pytest.approx(wanted.chance)


def test_gaps_find_their_bins_whether_they_are_looked_up_or_searched_for() -> None:
    standings, shares = walks(np.random.default_rng(6), 200, 15)
    at, edges = positions(standings), fit(standings, shares).edges

    assert cells(at, edges).tolist() == cells(positions(standings + 0.25), edges).tolist()
