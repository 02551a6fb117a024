"""Plackett-Luce with seats: known answers, statsmodels and choix as oracles, separation, errors by blocks."""
from __future__ import annotations

import itertools
import math

import choix
import numpy as np
import pytest
from hypothesis import given, strategies as st
from statsmodels.duration.hazard_regression import PHReg

from reports.stats.pl import ELO, PlackettLuce, fit
from reports.stats.quantiles import t_quantile
from tests.reports.stats.toy import KNOWN, Ints, play

SIX = {"abs": 1.01e-6}
A, B = 0, 1


def seats_in_order(n: int, games: int) -> Ints:
    return np.tile(np.arange(n), (games, 1))


def fit_simple(ranks: Ints, **more: object) -> PlackettLuce:
    """Strategy i in column i, no seats, each game a block."""
    games, n = ranks.shape
    return fit(seats_in_order(n, games), ranks, np.arange(games), n, seats=False, **more)        # type: ignore[arg-type]


def ranks_of_orders(orders: dict[str, int]) -> Ints:
    """Competition ranks from orders such as "201" (best to worst) with their numbers."""
    rows = [[order.index(str(i)) + 1 for i in range(len(order))] for order, n in orders.items() for _ in range(n)]
    return np.array(rows)


def test_two_items_have_the_known_strength_error_and_likelihood() -> None:
    known = KNOWN["pl_two_items"]
    found = fit_simple(ranks_of_orders({"01": 3, "10": 1}))

    assert found.theta[B] == pytest.approx(known["theta_B_minus_A"], **SIX)
    assert found.model_se[B] == pytest.approx(known["se"], **SIX)
    assert found.log_likelihood == pytest.approx(known["loglik"], **SIX)


def test_three_items_have_the_known_strengths_errors_and_likelihood() -> None:
    known = KNOWN["pl_three_items"]
    found = fit_simple(ranks_of_orders(known["orders_best_to_worst"]))

    assert found.theta == pytest.approx(known["theta"], **SIX)
    assert found.model_se[1:3] == pytest.approx(known["se"], **SIX)
    assert found.log_likelihood == pytest.approx(known["loglik"], **SIX)


def test_ties_by_efron_and_by_breslow_have_the_known_strengths() -> None:
    known = KNOWN["pl_three_items_ties"]
    ranks = np.array(known["competition_ranks"]) + 1

    efron, breslow = fit_simple(ranks), fit_simple(ranks, ties="breslow")

    assert efron.theta == pytest.approx(known["efron_theta"], **SIX)
    assert efron.model_se[1:3] == pytest.approx(known["efron_se"], **SIX)
    assert breslow.theta == pytest.approx(known["breslow_theta"], **SIX)


def test_seats_and_strategies_are_told_apart() -> None:
    known = KNOWN["pl_seat"]
    strategy = np.repeat([[A, B], [B, A]], 10, axis=0)
    ranks = np.array([[1, 2]] * 8 + [[2, 1]] * 2 + [[2, 1]] * 5 + [[1, 2]] * 5)

    found = fit(strategy, ranks, np.arange(20), 2)

    assert found.theta[B] == pytest.approx(-math.log(2)) == pytest.approx(known["theta_B"], **SIX)
    assert found.beta[1] == pytest.approx(-math.log(2)) == pytest.approx(known["beta_seat1"], **SIX)


@pytest.mark.parametrize("step, ties", [(0.0, "breslow"), (0.8, "efron"), (0.8, "breslow")])
def test_strengths_seats_and_errors_are_those_of_a_stratified_cox_regression(step: float, ties: str) -> None:
    toy = play(np.random.default_rng(1), 60, k=3, skill=np.array([0, 0.4, 0.8]), seat=np.array([0.3, 0, 0]), step=step)

    found = fit(toy.strategy, toy.ranks, toy.block, 3, ties=ties)                 # type: ignore[arg-type]

    games = len(toy.ranks)
    dummies = np.column_stack([(toy.strategy.ravel() == i) for i in (1, 2)]
                              + [np.tile(np.arange(3), games) == s for s in (1, 2)]).astype(float)
    model = PHReg(toy.ranks.ravel().astype(float), dummies, strata=np.repeat(np.arange(games), 3), ties=ties)
    oracle = model.fit()
    assert [*found.theta[1:], *found.beta[1:]] == pytest.approx(oracle.params, abs=1e-9)
    assert [*found.model_se[1:3], *found.model_se[4:]] == pytest.approx(oracle.bse, abs=1e-9)
    assert found.log_likelihood == pytest.approx(oracle.llf)
    if not step:                                # with ties statsmodels' robust errors differ by some 7 %
        robust = model.fit(groups=np.repeat(toy.block, 3)).bse / math.sqrt(59 / 60)
        assert [*found.se[1:], *found.beta_se[1:]] == pytest.approx(robust, rel=1e-6)


def test_strengths_without_seats_are_those_of_choix() -> None:
    toy = play(np.random.default_rng(2), 40, skill=np.array([0, 0.3, 0.6, 0.9]))
    orders = [row[np.argsort(rank)].tolist() for row, rank in zip(toy.strategy, toy.ranks, strict=True)]

    found = fit(toy.strategy, toy.ranks, toy.block, 4, seats=False)

    assert found.theta - found.theta.mean() == pytest.approx(choix.opt_rankings(4, orders, tol=1e-10), abs=1e-6)


@given(st.permutations(range(4)), st.integers(0, 3))
def test_names_of_strategies_and_the_anchor_shift_nothing_but_the_zero(names: list[int], anchor: int) -> None:
    toy = play(np.random.default_rng(3), 30, skill=np.array([0, 0.3, 0.6, 0.9]), step=0.5)
    plain = fit(toy.strategy, toy.ranks, toy.block, 4)

    other = fit(np.array(names)[toy.strategy], toy.ranks, toy.block, 4, anchor=anchor)

    assert other.theta[anchor] == 0 and other.se[anchor] == 0
    assert other.theta[names] - other.theta[names[0]] == pytest.approx(plain.theta, abs=1e-8)
    centred, centred_other = plain.elo(centred=True), other.elo(centred=True)
    assert [centred_other[name].high for name in names] == pytest.approx([rate.high for rate in centred], abs=1e-5)


def test_elo_is_theta_in_other_units_with_t_intervals_of_the_blocks() -> None:
    toy = play(np.random.default_rng(4), 25, skill=np.array([0, 0.3, 0.6, 0.9]))
    found = fit(toy.strategy, toy.ranks, toy.block, 4)

    ratings = found.elo()

    assert pytest.approx(173.7178, abs=1e-4) == ELO
    assert (ratings[0].value, ratings[0].low, ratings[0].high) == (0, 0, 0)
    assert ratings[2].value == pytest.approx(ELO * found.theta[2])
    assert ratings[2].high - ratings[2].value == pytest.approx(ELO * found.se[2] * t_quantile(0.975, 24))
    assert sum(rate.value for rate in found.elo(centred=True)) == pytest.approx(0, abs=1e-9)


def test_who_always_wins_gets_a_prior_and_a_note() -> None:
    ranks = np.tile([1, 2, 3], (50, 1))
    found = fit_simple(ranks)

    assert found.prior == 3 and len(found.notes) == 1
    assert 0 > found.theta[1] > found.theta[2] > -20
    assert np.isfinite(found.model_se).all()
    assert abs(fit_simple(ranks, prior=1.0).theta[2]) < abs(found.theta[2])


def test_the_prior_of_two_who_meet_is_the_normal_one_of_their_difference() -> None:
    found = fit_simple(np.tile([1, 2], (10, 1)))

    d = found.theta[B]                          # d ~ N(0, 2 * 3^2): the slope of the posterior vanishes at its top
    assert 10 * math.exp(d) / (1 + math.exp(d)) == pytest.approx(-d / 18, abs=1e-8)


def test_groups_that_never_meet_are_held_together_by_the_prior_only() -> None:
    strategy = np.array([[0, 1], [1, 0], [2, 3], [3, 2]] * 5)
    ranks = np.array([[1, 2], [1, 2], [1, 2], [1, 2]] * 5)

    found = fit(strategy, ranks, np.arange(20), 4)

    assert found.prior == 3 and "not connected" in found.notes[0]


def test_strategies_that_never_change_seats_are_rated_without_seats_and_a_note_says_so() -> None:
    ranks = ranks_of_orders({"012": 4, "021": 2, "102": 2, "120": 1, "201": 1, "210": 1})

    found = fit(seats_in_order(3, len(ranks)), ranks, np.arange(len(ranks)), 3)

    assert found.theta == pytest.approx(KNOWN["pl_three_items"]["theta"], **SIX)
    assert found.prior == 0 and "seat" in found.notes[0] and not found.beta.any()


def test_a_mirror_run_has_seats_only() -> None:
    ranks = ranks_of_orders({"01": 30, "10": 10})

    found = fit(np.zeros((40, 2), dtype=int), ranks, np.arange(40), 1)

    assert found.theta.tolist() == [0] and found.beta[1] == pytest.approx(-math.log(3))


def test_games_in_which_all_tie_leave_all_equal() -> None:
    found = fit(seats_in_order(3, 6)[:, [1, 2, 0]], np.ones((6, 3), dtype=int), np.arange(6), 3, seats=False)

    assert found.theta == pytest.approx([0, 0, 0]) and not found.notes


def test_one_block_gives_strengths_without_errors() -> None:
    found = fit_simple(ranks_of_orders({"01": 3, "10": 1}))
    single = fit(seats_in_order(2, 4), ranks_of_orders({"01": 3, "10": 1}), np.zeros(4, dtype=int), 2, seats=False)

    assert single.theta[B] == found.theta[B]
    assert math.isnan(single.se[B]) and not single.elo()[B].has_interval


def test_twice_the_same_games_in_one_block_do_not_make_the_errors_smaller() -> None:
    toy = play(np.random.default_rng(5), 40, k=3, skill=np.array([0, 0.5, 1]))
    once = fit(toy.strategy, toy.ranks, toy.block, 3)
    twice = fit(*(np.concatenate([a, a]) for a in (toy.strategy, toy.ranks, toy.block)), 3)         # type: ignore[arg-type]

    assert twice.se == pytest.approx(once.se)
    assert twice.model_se[1] == pytest.approx(once.model_se[1] / math.sqrt(2))


def test_strategy_by_seat_makes_every_cell_of_two_players_fit_exactly() -> None:
    wins = {(0, 1): 8, (1, 0): 4, (0, 2): 6, (2, 0): 7, (1, 2): 5, (2, 1): 9}     # of 10, of the one in seat 0
    strategy = np.array([pair for pair in wins for _ in range(10)])
    ranks = np.array([[1, 2] if game < won else [2, 1] for won in wins.values() for game in range(10)])

    found = fit(strategy, ranks, np.arange(60), 3, interactions=True)

    assert found.interaction is not None and found.prior == 0
    utility = found.theta[strategy] + found.beta + found.interaction[strategy, [0, 1]]
    chance = 1 / (1 + np.exp(utility[:, 1] - utility[:, 0]))
    for i, s in itertools.product(range(3), (0, 1)):
        mine = strategy[:, s] == i              # maximum likelihood reproduces the wins of each strategy in each seat
        assert (chance if s == 0 else 1 - chance)[mine].sum() == pytest.approx((ranks[mine, s] == 1).sum())
