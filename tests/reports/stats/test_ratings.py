"""What the rating model says of shares, how its misfit is found, alpha-rank, OpenSkill."""
from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.alpha_rank import alpha_rank
from reports.stats.pl import fit
from reports.stats.ratings import expected_shares, goodness_of_fit, openskill_ratings
from tests.reports.stats.toy import Ints, play


def test_expected_shares_of_two_are_the_mean_over_both_seats() -> None:
    strategy = np.repeat([[0, 1], [1, 0]], 10, axis=0)
    ranks = np.array([[1, 2]] * 8 + [[2, 1]] * 2 + [[2, 1]] * 5 + [[1, 2]] * 5)

    shares = expected_shares(fit(strategy, ranks, np.arange(20), 2), np.array([[0, 1]]))

    assert shares == pytest.approx([0.65, 0.35])                # 8 of 10 and 5 of 10


def test_expected_shares_of_a_table_sum_to_one_and_an_absent_strategy_has_none() -> None:
    toy = play(np.random.default_rng(1), 50, skill=np.array([0, 0.3, 0.6, 0.9]), noise="gumbel")
    model = fit(toy.strategy, toy.ranks, toy.block, 5, seats=True)

    shares = expected_shares(model, np.array([[0, 1, 2, 3]]))

    assert shares[:4].sum() == pytest.approx(1)
    assert shares[:4] == pytest.approx([rate.mean() for rate in toy.by_strategy().T], abs=0.05)
    assert math.isnan(shares[4])


def test_twins_are_rated_by_the_mean_of_their_seats() -> None:
    model = fit(np.array([[0, 1, 0], [1, 0, 0]] * 4), np.array([[1, 1, 1], [1, 1, 1]] * 4), np.arange(8), 2, seats=False)

    assert expected_shares(model, np.array([[0, 0, 1]])) == pytest.approx([1 / 3, 1 / 3])


def test_games_of_the_model_itself_are_not_doubted() -> None:
    toy = play(np.random.default_rng(2), 500, skill=np.array([0, 0.3, 0.6, 0.9]), rho=0, noise="gumbel")
    model = fit(toy.strategy, toy.ranks, toy.block, 4)

    check = goodness_of_fit(model, toy.strategy, toy.ranks, toy.block, np.zeros(2000, dtype=int))

    assert check.tested == 6 + 4
    assert check.worst is not None and not check.doubtful


def cycle(games: int) -> tuple[Ints, Ints]:
    """Rock, paper, scissors, both ways round."""
    who = np.tile([[0, 1], [1, 2], [2, 0], [1, 0], [2, 1], [0, 2]], (games, 1))
    wins = (who[:, 0] - who[:, 1]) % 3 == 1
    return who, np.where(np.column_stack([wins, ~wins]), 1, 2)


def test_a_cycle_is_doubted_and_the_worst_pair_named() -> None:
    who, ranks = cycle(30)
    ranks[::17] = ranks[::17, ::-1]                              # a little luck, so that errors exist
    model = fit(who, ranks, np.arange(180), 3)

    check = goodness_of_fit(model, who, ranks, np.arange(180), np.zeros(180, dtype=int))

    assert check.doubtful and check.worst is not None
    assert check.worst.second >= 0 and check.worst.line_up == -1
    assert abs(check.worst.observed - check.worst.expected) > 0.3


def test_one_block_leaves_the_fit_untested() -> None:
    who, ranks = cycle(1)
    check = goodness_of_fit(fit(who, ranks, np.zeros(6, dtype=int), 3), who, ranks, np.zeros(6, dtype=int),
                            np.zeros(6, dtype=int))

    assert (check.worst, check.tested, check.doubtful) == (None, 0, False)


def test_alpha_rank_of_rock_paper_scissors_is_a_third_each() -> None:
    beats = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])

    assert alpha_rank(beats, seats=2) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("seats", [2, 4])
def test_alpha_rank_of_a_dominant_strategy_is_one(seats: int) -> None:
    shares = np.full((3, 3), 1 / seats)
    shares[0, 1:], shares[1:, 0] = 0.9, 0.02
    shares[1, 2], shares[2, 1] = 0.8, 0.05

    assert alpha_rank(shares, seats) == pytest.approx([1, 0, 0], abs=1e-9)
    assert alpha_rank(np.array([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]]), 2, alpha=1000) == pytest.approx([1, 0, 0])


def test_alpha_rank_of_equals_is_even_and_of_one_is_one() -> None:
    assert alpha_rank(np.full((4, 4), 0.25), seats=4) == pytest.approx([0.25] * 4)
    assert alpha_rank(np.array([[0.5]]), seats=2).tolist() == [1.0]


def test_alpha_rank_of_two_is_the_ratio_of_their_fixation_probabilities() -> None:
    shares, alpha, m = np.array([[0.5, 0.52], [0.48, 0.5]]), 1.0, 10

    found = alpha_rank(shares, 2, alpha, m)

    ups, downs = ((1 - math.exp(-d)) / (1 - math.exp(-m * d)) for d in (0.04, -0.04))
    assert found == pytest.approx([ups / (ups + downs), downs / (ups + downs)])


def test_openskill_orders_the_strategies_and_depends_on_nothing_but_the_seed() -> None:
    pytest.importorskip("openskill", reason="the extra [ratings] is not installed")
    toy = play(np.random.default_rng(3), 60, skill=np.array([0, 1.0, 2, 3]))

    mean, sigma = openskill_ratings(toy.strategy, toy.ranks, 4)

    assert mean.argsort().tolist() == [0, 1, 2, 3] and (sigma > 0).all()
    assert openskill_ratings(toy.strategy, toy.ranks, 4)[0].tolist() == mean.tolist()
