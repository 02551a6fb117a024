"""Win chances from the standings: they sum to one, they are calibrated, they know nothing of luck to come."""
from __future__ import annotations

import numpy as np
import pytest

from reports.stats.winprob import calibration, chances, fit, fit_and_score
from tests.reports.stats.toy import walks


def test_the_chances_of_every_round_sum_to_one_and_end_with_the_game() -> None:
    standings, shares = walks(np.random.default_rng(1), 400, 30)
    standings[:100, 20:] = np.nan

    found = chances(fit(standings, shares), standings)

    assert np.nansum(found, axis=2)[100:] == pytest.approx(np.ones((300, 30)))
    assert np.isnan(found[:100, 20:]).all() and not np.isnan(found[:100, :20]).any()


def test_a_lead_is_worth_more_the_larger_and_the_later_it_is() -> None:
    standings, shares = walks(np.random.default_rng(2), 8000, 51)
    table = fit(standings, shares)

    leader = table.chance[0]
    assert leader[0, 2] < leader[5, 2] and leader[1, 3] < leader[1, 9]
    assert table.chance[1, 0, 9] < 0.02 and leader[5, 9] > 0.98


def test_chances_fitted_on_even_blocks_hold_on_the_odd_ones() -> None:
    standings, shares = walks(np.random.default_rng(3), 6000, 31)

    _, scored = fit_and_score(standings, shares, np.arange(6000))

    best = np.mean(2 / np.pi * np.arcsin(np.arange(1, 32) / 31))            # of who knows the standing, in the limit
    assert scored.skill == pytest.approx(best, abs=0.02)
    inside = [rate.low - 0.02 < p < rate.high + 0.02 for p, rate in zip(scored.predicted, scored.observed, strict=True)]
    assert all(inside) and len(inside) == 10


def test_games_of_pure_luck_give_no_skill() -> None:
    random = np.random.default_rng(4)
    standings = random.standard_normal((3000, 10, 3))
    shares = np.eye(3)[random.integers(0, 3, 3000)]

    _, scored = fit_and_score(standings, shares, np.arange(3000))

    assert abs(scored.skill) < 0.02


def test_ties_everywhere_are_an_equal_chance_and_no_games_are_no_score() -> None:
    level = np.ones((10, 4, 4))
    table, scored = fit_and_score(level, np.full((10, 4), 0.25), np.arange(10))

    assert chances(table, level) == pytest.approx(np.full((10, 4, 4), 0.25))
    assert np.isnan(scored.skill)
    assert calibration(table, level[:0], np.zeros((0, 4)), np.zeros(0, dtype=int)).observed == ()
