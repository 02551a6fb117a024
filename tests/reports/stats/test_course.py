"""How games went: small games worked by hand, and the laws of the random walk."""
from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.compare import amplification
from reports.stats.course import (
    comeback,
    decided_share,
    decisive_point,
    drama,
    drama_time,
    lead_changes,
    leader_wins,
    leaders,
    lengths,
    outcome_uncertainty,
    pad,
    snowball,
)
from reports.stats.rates import mean_where
from tests.reports.stats.toy import KNOWN, Floats, walks

NAN = math.nan
# Two games of three players: 4 rounds, won by seat 1 from behind; 2 rounds, shared by seats 0 and 2.
STANDINGS = np.array([
    [[3, 1, 0], [4, 4, 1], [6, 5, 2], [7, 9, 3]],
    [[1, 2, 2], [5, 3, 5], [NAN, NAN, NAN], [NAN, NAN, NAN]],
], dtype=float)
SHARES = np.array([[0, 1, 0], [0.5, 0, 0.5]])


def test_long_rows_become_standings_by_round_without_the_set_up() -> None:
    game, round, seat = np.array([0, 0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1, 1]), np.array([0, 1, 0, 1, 1, 0])

    standings = pad(game, round, seat, np.array([9.0, 9, 1, 2, 3, 4]), 2, 2)

    assert standings.tolist() == [[[1, 2]], [[4, 3]]]
    assert pad(game[:0], round[:0], seat[:0], np.zeros(0), 2, 2).shape == (2, 0, 2)


def test_leaders_are_all_of_the_highest_standing_and_nobody_after_the_end() -> None:
    lead = leaders(STANDINGS)

    assert lead[0].tolist() == [[True, False, False], [True, True, False], [True, False, False], [False, True, False]]
    assert lead[1].tolist() == [[False, True, True], [True, False, True], [False] * 3, [False] * 3]
    assert lengths(STANDINGS).tolist() == [4, 2]


def test_a_shared_lead_is_no_change_of_leader() -> None:
    assert lead_changes(STANDINGS).tolist() == [1, 0]           # 0, 0 and 1, 0, 1; and never one alone
    there_and_back = np.array([[[1.0, 0], [0, 1], [1, 1], [0, 1], [1, 0]]])
    assert lead_changes(there_and_back).tolist() == [2]


def test_the_leaders_win_share_is_taken_at_the_round_that_the_fraction_falls_in() -> None:
    won = leader_wins(STANDINGS, SHARES, np.array([0.25, 0.26, 0.5, 0.75, 1.0]))

    assert won[0].tolist() == [0, 0.5, 0.5, 0, 1]
    assert won[1].tolist() == [0.25, 0.25, 0.25, 0.5, 0.5]


def test_a_game_is_decided_from_the_round_on_in_which_the_winners_lead() -> None:
    assert decided_share(STANDINGS, SHARES).tolist() == [3 / 4, 1 / 2]
    throughout = np.array([[[1.0, 0], [2, 0], [3, 1]]])
    assert decided_share(throughout, np.array([[1.0, 0]])).tolist() == [0]


def test_what_only_a_tie_break_decides_was_decided_after_the_last_round() -> None:
    tied_at_the_end = np.array([[[1.0, 0], [3, 3]]])

    assert decided_share(tied_at_the_end, np.array([[1.0, 0]])).tolist() == [1]


def test_drama_time_is_the_share_of_rounds_in_which_no_winner_led() -> None:
    assert drama_time(STANDINGS, SHARES).tolist() == [2 / 3, 0]
    assert drama_time(STANDINGS[:1, :1], SHARES[:1]).tolist() == [0]


def test_drama_is_the_mean_root_of_how_far_the_winner_was_behind() -> None:
    chances = np.where(np.isnan(STANDINGS), NAN, 0.25)
    chances[0, 0], chances[0, 2] = [0.7, 0.21, 0.09], [0.6, 0.35, 0.05]

    assert drama(STANDINGS, SHARES, chances) == pytest.approx([(0.7 + 0.5) / 2, 0])


def test_a_comeback_is_measured_from_half_time_against_an_equal_chance() -> None:
    trailing = np.array([[[0.0, 5], [9, 5]], [[5, 0], [9, 5]], [[3, 3], [9, 5]]])
    shares = np.array([[1.0, 0], [1, 0], [1, 0]])

    rate = comeback(trailing, shares, np.array([0, 1, 2]))

    assert rate.value == 1.0                    # two were last, one of them won: 1/2 over 1/2; the third game had no last
    assert (rate.blocks, rate.games) == (2, 2)


def test_without_anybody_last_there_is_no_comeback_to_measure() -> None:
    assert comeback(np.ones((3, 2, 2)), np.full((3, 2), 0.5), np.arange(3)).blocks == 0


def feedback(games: int, beta: float, seed: int = 1, rounds: int = 20) -> Floats:
    """Three players whose gains are luck and beta times their lead over the mean."""
    random = np.random.default_rng(seed)
    standing, course = np.zeros((games, 3)), []
    for _ in range(rounds):
        standing = standing + random.standard_normal((games, 3)) + beta * (standing - standing.mean(axis=1, keepdims=True))
        course.append(standing)
    return np.stack(course, axis=1)


@pytest.mark.parametrize("beta", [-0.05, 0.0, 0.05])
def test_snowball_finds_the_feedback_and_none_in_independent_gains(beta: float) -> None:
    standings = feedback(1500, beta)

    rate = snowball(standings, np.zeros((1500, 3), dtype=int), np.arange(1500))

    assert rate.value == pytest.approx(beta, abs=0.005)
    assert rate.low < beta < rate.high


def test_snowball_does_not_mistake_strength_for_feedback() -> None:
    random = np.random.default_rng(2)
    strength = np.array([0.0, 1.0, 2.0])
    standings = np.cumsum(random.standard_normal((800, 10, 3)) + strength, axis=1)
    label = np.tile([0, 1, 2], (800, 1))

    found = snowball(standings, label, np.arange(800))
    blind = snowball(standings, np.zeros_like(label), np.arange(800))

    assert found.low < 0 < found.high and blind.low < 0 < blind.high      # seats are told apart in any case
    turned = np.stack([np.roll(label[0], i % 3) for i in range(800)])
    moved = np.take_along_axis(standings, turned[:, None, :], axis=2)
    assert snowball(moved, np.zeros_like(label), np.arange(800)).low > 0.05
    assert snowball(moved, turned, np.arange(800)).low < 0 < snowball(moved, turned, np.arange(800)).high


def test_a_game_of_one_round_has_no_snowball() -> None:
    assert snowball(np.ones((5, 1, 2)), np.zeros((5, 2), dtype=int), np.arange(5)).blocks == 0


@pytest.mark.parametrize("beta", [0.05, 0.0, -0.05])
def test_a_gift_grows_by_the_feedback_of_every_round_that_is_left(beta: float) -> None:
    random, rounds, given = np.random.default_rng(3), 20, 8
    gain = random.standard_normal((30, rounds, 3))

    def final_gap(gift: float) -> Floats:
        s = np.zeros((30, 3))
        for round in range(rounds):
            s = s + gain[:, round] + beta * (s - s.mean(axis=1, keepdims=True))
            if round == given - 1:
                s[:, 0] += gift
        return s[:, 0] - s[:, 1:].mean(axis=1)

    found = amplification(final_gap(0.0), final_gap(2.0), gift=2.0)

    assert found.value == pytest.approx((1 + beta) ** (rounds - given))


def test_outcome_uncertainty_is_one_if_all_are_equal_and_zero_if_all_is_known() -> None:
    equal, known = np.full((1, 3, 4), 0.25), np.tile([1.0, 0, 0, 0], (1, 3, 1))
    short = np.concatenate([equal, np.full((1, 2, 4), NAN)], axis=1)

    assert outcome_uncertainty(equal) == pytest.approx([1]) == outcome_uncertainty(short)
    assert outcome_uncertainty(known) == pytest.approx([0])


def test_the_decisive_point_is_the_first_fraction_that_reaches_the_level() -> None:
    fractions = np.array([0.25, 0.5, 0.75, 1.0])

    assert decisive_point(np.array([0.5, 0.79, 0.8, 1]), fractions) == 0.75
    assert decisive_point(np.array([0.5, 0.6, 0.7, 0.75]), fractions) is None


# The random walk of two players

def test_the_leader_of_a_random_walk_wins_by_the_arcsine_law() -> None:
    known = KNOWN["random_walk_leader_wins"]
    standings, shares = walks(np.random.default_rng(4), 20_000, 401)

    won = leader_wins(standings, shares, np.array([float(tau) for tau in known])).mean(axis=0)

    assert won == pytest.approx(list(known.values()), abs=0.012)
    assert list(known.values()) == pytest.approx([0.5 + math.asin(math.sqrt(float(t))) / math.pi for t in known], abs=1e-4)


def test_a_random_walk_of_101_steps_changes_its_leader_as_feller_says() -> None:
    known = KNOWN["lead_changes_101_steps"]
    standings, _ = walks(np.random.default_rng(5), 40_000, 101)

    changes = lead_changes(standings)

    assert changes.mean() == pytest.approx(known["mean"], abs=0.06)
    assert (changes == 0).mean() == pytest.approx(known["P0"], abs=0.008)


def test_a_random_walk_is_decided_at_half_time_on_average_and_in_a_third_before_a_quarter() -> None:
    standings, shares = walks(np.random.default_rng(6), 20_000, 401)

    decided = decided_share(standings, shares)

    assert decided.mean() == pytest.approx(0.5, abs=0.01)
    assert (decided <= 0.25).mean() == pytest.approx(1 / 3, abs=0.015)


def test_who_is_last_at_half_time_of_a_random_walk_wins_a_quarter() -> None:
    standings, shares = walks(np.random.default_rng(7), 20_000, 401)

    rate = comeback(standings, shares, np.arange(20_000))

    assert rate.value == pytest.approx(0.25 / 0.5, abs=0.025)
    assert mean_where(np.ones(4), np.array([True] * 4), np.arange(4)).value == 1
