"""What a seat is worth, and to whom."""
from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats import seats
from reports.stats.seats import seat_advantage, seat_by_strategy, seat_entropy, seat_spread
from tests.reports.stats.toy import Floats, play


def mirror(chances: list[float], games: int, seed: int = 1) -> Floats:
    return np.eye(len(chances))[np.random.default_rng(seed).choice(len(chances), p=chances, size=games)]


def test_the_seats_of_a_symmetric_game_have_no_advantage() -> None:
    coin = np.tile([[1.0, 0], [0, 1]], (50, 1))

    first, second = seat_advantage(coin, 100)

    assert (first.value, second.value) == (0, 0)
    assert first.low == pytest.approx(-first.high) and first.blocks == 100


def test_advantages_sum_to_zero_and_have_intervals_about_them() -> None:
    chances = [0.4, 0.3, 0.2, 0.1]
    rates = seat_advantage(mirror(chances, 1000), 1000)

    assert sum(rate.value for rate in rates) == pytest.approx(0)
    assert all(rate.low < chance - 0.25 < rate.high for rate, chance in zip(rates, chances, strict=True))


def test_the_spread_is_the_best_seat_less_the_worst_and_its_interval_holds_the_truth() -> None:
    spread = seat_spread(mirror([0.4, 0.3, 0.2, 0.1], 2000), 2000)

    assert spread.low < 0.3 < spread.high
    assert spread.value == pytest.approx(0.3, abs=0.04)


def test_the_spread_of_equal_seats_begins_at_zero() -> None:
    assert seat_spread(mirror([0.25] * 4, 400), 400).low == 0
    assert (seat_spread(np.full((5, 4), 0.25), 20).low, seat_spread(np.full((5, 4), 0.25), 20).high) == (0, 0)
    assert not seat_spread(np.full((1, 4), 0.25), 4).has_interval


def test_the_entropy_of_equal_seats_is_one_and_of_one_winner_zero() -> None:
    assert seat_entropy(np.full((10, 4), 0.25), 40).value == 1
    assert seat_entropy(np.tile([1.0, 0, 0], (10, 1)), 10).value == 0
    assert seat_entropy(np.tile([0.5, 0.5, 0], (10, 1)), 10).value == pytest.approx(math.log(2) / math.log(3))


def test_the_interval_of_the_entropy_holds_the_truth_and_can_reach_one() -> None:
    uneven = [0.55, 0.25, 0.15, 0.05]
    truth = -sum(p * math.log(p) for p in uneven) / math.log(4)

    assert seat_entropy(mirror([0.25] * 4, 500), 500).high == 1
    found = seat_entropy(mirror(uneven, 1000), 1000)
    assert found.low < truth < found.high
    assert not seat_entropy(mirror(uneven, 1), 1).has_interval and seat_entropy(np.zeros((0, 4)), 0).blocks == 0


def test_a_strategy_that_likes_its_seat_is_shown_in_that_cell_and_the_rest_is_not() -> None:
    cells = np.random.default_rng(2).normal(0.25, 0.1, (60, 16))
    cells[:, 0] += 0.2                                          # strategy 0 in seat 0

    found = seat_by_strategy(cells, 4, 4)

    assert found.effect[0, 0] == pytest.approx(0.2 * 9 / 16, abs=0.03)
    assert found.effect.sum(axis=0) == pytest.approx(np.zeros(4)) and found.effect.sum(axis=1) == pytest.approx(np.zeros(4))
    assert found.shown[0, 0] and not found.shown[1:, 1:].any()
    assert found.blocks.tolist() == [[60] * 4] * 4


def test_against_its_row_a_cell_shows_what_the_seat_is_worth_to_that_strategy() -> None:
    toy = play(np.random.default_rng(3), 300, seat=np.array([1.0, 0, 0, 0]))

    found = seat_by_strategy(toy.by_cell(), 4, 4, against="row")
    interaction = seat_by_strategy(toy.by_cell(), 4, 4)

    assert found.shown[:, 0].all() and (found.effect[:, 0] > 0.1).all()
    assert not interaction.shown.any()
    assert found.share.sum(axis=0).sum() == pytest.approx(4)


def test_one_strategy_in_all_seats_has_a_row_and_no_interaction() -> None:
    shares = mirror([0.4, 0.2, 0.2, 0.2], 500)

    assert seat_by_strategy(shares, 1, 4, against="row").shown[0, 0]
    assert not seat_by_strategy(shares, 1, 4).effect.any()


def test_a_cell_that_was_never_played_is_missing_not_zero() -> None:
    toy = play(np.random.default_rng(4), 30)
    cells = toy.by_cell()
    cells[:, 5] = np.nan

    found = seat_by_strategy(cells, 4, 4, against="row")

    assert np.isnan(found.share[1, 1]) and np.isnan(found.effect[1]).all()
    assert np.isfinite(found.half_width[[0, 2, 3]]).all()


def rotated(wins: Floats, blocks: int) -> Floats:
    """Cells of one game in each block: the first `wins[i]` blocks won in cell i, shifted so that cells do not coincide."""
    return np.stack([np.roll((np.arange(blocks) < n).astype(np.float64), 5 * i) for i, n in enumerate(wins.tolist())], axis=1)


def test_a_cell_without_a_win_in_a_dozen_games_is_not_shown_to_differ() -> None:
    wins = np.array([0, 3, 2, 3, 3, 3, 4, 3, 4, 3, 3, 4, 2, 3, 3, 3])

    found = seat_by_strategy(rotated(wins, 12), 4, 4, against="row")

    assert found.effect[0, 0] == pytest.approx(-1 / 6)
    assert not found.shown.any() and found.half_width[0, 0] > 0.2


def test_a_cell_without_a_win_in_many_games_is_shown_and_common_ones_keep_their_width(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = np.array([0, 60, 50, 60, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50])
    found = seat_by_strategy(rotated(wins, 200), 4, 4, against="row")
    monkeypatch.setattr(seats, "_rare", lambda means, *_: np.zeros(len(means.values)))
    plain = seat_by_strategy(rotated(wins, 200), 4, 4, against="row")

    assert found.shown[0, 0] and found.shown.sum() == plain.shown.sum()
    assert found.half_width[1:] == pytest.approx(plain.half_width[1:], rel=0.01)
