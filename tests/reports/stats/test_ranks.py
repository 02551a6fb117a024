"""Ranks, placement, head to head."""
from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import rankdata

from reports.stats.ranks import (
    competition_ranks,
    head_to_head,
    intransitive_triples,
    midranks,
    placement_points,
    rank_distribution,
    win_shares,
)
from reports.stats.rates import cluster_wilson
from tests.reports.stats.toy import KNOWN, Floats, Ints, play

SCORES = st.lists(st.integers(0, 4), min_size=4, max_size=4).map(lambda row: np.array([row], dtype=float))
ROCK, PAPER, SCISSORS = 0, 1, 2


def test_midranks_and_placement_have_the_known_values() -> None:
    known = KNOWN["midranks"]
    ranks = competition_ranks(np.array([known["scores"]], dtype=float))

    assert midranks(ranks)[0].tolist() == known["rank"]
    assert placement_points(ranks)[0].tolist() == known["placement"]


@given(SCORES)
def test_ranks_agree_with_scipy_and_points_always_average_a_half(scores: Floats) -> None:
    ranks = competition_ranks(scores)

    assert ranks[0].tolist() == rankdata(-scores[0], method="min").tolist()
    assert midranks(ranks)[0].tolist() == rankdata(-scores[0], method="average").tolist()
    assert placement_points(ranks).mean() == pytest.approx(0.5)
    assert win_shares(ranks).sum() == pytest.approx(1)


def test_tied_players_share_their_places() -> None:
    ranks = np.array([[1, 2, 2, 4], [1, 1, 3, 3]])
    who = np.array([[0, 1, 2, 3], [3, 1, 0, 0]])

    places = rank_distribution(ranks, who, 5)

    assert places[1].tolist() == [0.25, 0.5, 0.25, 0]           # half of 2 and 3, half of 1 and 2
    assert places[0].tolist() == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])
    assert np.isnan(places[4]).all()
    assert places[:4].sum(axis=1) == pytest.approx(np.ones(4))


def test_head_to_head_counts_who_finished_above_whom_with_ties_as_halves() -> None:
    ranks = np.array([[1, 2, 2], [2, 1, 3], [1, 1, 1], [3, 1, 2]])
    who = np.array([[0, 1, 2], [0, 1, 2], [0, 1, 2], [2, 0, 1]])

    found = head_to_head(ranks, who, np.array([0, 0, 1, 1]), 3)

    by_block = np.array([[1, 0], [0.5, 1]]).mean(axis=1)         # 0 against 1
    expected = cluster_wilson(by_block, 4)
    assert found.share[0, 1] == expected.value and found.share[1, 0] == 1 - expected.value
    assert [found.low[0, 1], found.high[0, 1]] == pytest.approx([expected.low, expected.high])
    assert found.games[0, 1] == 4 and found.blocks[0, 1] == 2
    assert math.isnan(found.share[0, 0])


def test_twins_at_a_table_meet_the_third_twice_and_never_themselves() -> None:
    found = head_to_head(np.array([[1, 2, 3]]), np.array([[0, 1, 0]]), np.array([0]), 2)

    assert (found.share[0, 1], found.games[0, 1], found.blocks[0, 1]) == (0.5, 1, 1)
    assert found.games[0, 0] == 0 and math.isnan(found.low[0, 1])


def test_strategies_that_never_met_have_no_number() -> None:
    found = head_to_head(np.array([[1, 2], [1, 2]]), np.array([[0, 1], [2, 3]]), np.array([0, 1]), 4)

    assert math.isnan(found.share[0, 2]) and found.blocks[0, 2] == 0


def test_the_matrix_and_its_mirror_add_up_to_one() -> None:
    toy = play(np.random.default_rng(1), 50, step=0.7)
    found = head_to_head(toy.ranks, toy.strategy, toy.block, 4)
    off = ~np.eye(4, dtype=bool)

    assert (found.share + found.share.T)[off] == pytest.approx(np.ones(12))
    assert (found.low + found.high.T)[off] == pytest.approx(np.ones(12))
    assert found.p_holm[off].tolist() == found.p_holm.T[off].tolist()


def rounds_of(winner: dict[tuple[int, int], int], games: int) -> tuple[Ints, Ints]:
    who = np.array([pair for pair in winner for _ in range(games)])
    first = np.array([won for won in winner.values() for _ in range(games)])
    return who, np.where(who == first[:, None], 1, 2)


def test_rock_paper_scissors_is_one_intransitive_triple_once_it_is_shown() -> None:
    cycle = {(ROCK, PAPER): PAPER, (PAPER, SCISSORS): SCISSORS, (ROCK, SCISSORS): ROCK}
    for games, triples in ((3, []), (20, [(ROCK, SCISSORS, PAPER)])):
        who, ranks = rounds_of(cycle, games)
        found = head_to_head(ranks, who, np.arange(len(who)), 3)
        assert intransitive_triples(found) == triples


def test_an_order_has_no_intransitive_triple() -> None:
    who, ranks = rounds_of({(0, 1): 0, (1, 2): 1, (0, 2): 0}, 30)

    assert intransitive_triples(head_to_head(ranks, who, np.arange(len(who)), 3)) == []
