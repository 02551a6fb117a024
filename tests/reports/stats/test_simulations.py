"""How often the statistics are right, measured on games with known truth; seeded, minutes in all (`make test-all`).

The bands surround what was measured before the code was written, with room for the smaller number of runs here.
"""
from __future__ import annotations

import functools
import itertools
import math

import numpy as np
import pytest

from experiments.sequential import (
    BLOCK_FACTORS,
    Gsprt,
    HalfWidth,
    asymptotic_band,
    bernstein_band,
    blocks_needed,
    first_stop,
    games_for_balance,
    half_width,
    t_quantile,
)
from reports.stats.compare import paired_change, unpaired_change
from reports.stats.contrasts import all_pairs, balance, paired_t, tost
from reports.stats.pl import fit
from reports.stats.rates import block_t, cluster_wilson, wilson
from reports.stats.seats import seat_by_strategy, seat_entropy, seat_spread
from reports.stats.variance import deff, skill_and_luck
from tests.reports.stats.test_variance import TRUE, games
from tests.reports.stats.toy import Floats, play

pytestmark = pytest.mark.slow

SEATS = np.array([0.3, 0.1, -0.1, -0.3])


def repeated(seed: int, runs: int, blocks: int, k: int = 4, **more: object) -> tuple[Floats, Floats]:
    """Block shares of strategies and of seats of many runs: (runs, blocks, k)."""
    toy = play(np.random.default_rng(seed), runs * blocks, k, **more)            # type: ignore[arg-type]
    return toy.by_strategy().reshape(runs, blocks, k), toy.by_seat().reshape(runs, blocks, k)


@functools.cache
def skill_for(share: float, rho: float = 0.5) -> float:
    """How much better strategy 0 must be than three equals to win this share, by bisection on common luck."""
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        won = play(np.random.default_rng(99), 60_000, rho=rho, skill=np.array([middle, 0, 0, 0])).by_strategy()[:, 0].mean()
        low, high = (middle, high) if won < share else (low, middle)
    return (low + high) / 2


def better(share: float, rho: float = 0.5) -> Floats:
    return np.array([skill_for(share, rho), 0, 0, 0])


# Intervals

@pytest.mark.parametrize("blocks, rho", [(25, 0.5), (10, 0.0), (50, 0.9)])
def test_cluster_wilson_covers_what_it_says(blocks: int, rho: float) -> None:
    shares, _ = repeated(1, 800, blocks, rho=rho, seat=SEATS)

    rates = [cluster_wilson(column, 4 * blocks) for run in shares for column in run.T]

    assert 0.93 <= np.mean([rate.low <= 0.25 <= rate.high for rate in rates]) <= 0.97


def test_intervals_that_ignore_blocks_err_both_ways() -> None:
    shares, seats = repeated(2, 800, 25, rho=0.5)

    def naive(runs: Floats) -> float:
        rates = [wilson(column.sum() * 4, 100) for run in runs for column in run.T]
        return float(np.mean([rate.low <= 0.25 <= rate.high for rate in rates]))

    assert naive(seats) < 0.90
    assert naive(shares) > 0.965
    ours = [cluster_wilson(column, 100) for run in seats for column in run.T]
    assert 0.93 <= np.mean([rate.low <= 0.25 <= rate.high for rate in ours]) <= 0.97


def test_a_rare_winner_is_covered_by_wilson_and_not_by_t() -> None:
    skill = np.array([-2.6, 0, 0, 0])
    truth = play(np.random.default_rng(3), 200_000, skill=skill).by_strategy()[:, 0].mean()
    shares, _ = repeated(4, 1500, 25, skill=skill)

    clustered = [cluster_wilson(run[:, 0], 100) for run in shares]
    by_t = [block_t(run[:, 0], 100) for run in shares]

    assert truth < 0.01
    assert np.mean([rate.low <= truth <= rate.high for rate in clustered]) > 0.88
    assert np.mean([rate.low <= truth <= rate.high for rate in by_t]) < 0.7


def test_the_stratified_variance_covers_as_it_should_and_the_plain_one_too_much() -> None:
    skill, k = np.linspace(0, 2.4, 8), 4
    line_ups = np.array(list(itertools.combinations(range(8), k)))
    random = np.random.default_rng(5)

    def tournament(times: int) -> Floats:
        """Block shares of eight strategies, each line-up so many times: (70 * times, 8)."""
        who = np.repeat(line_ups, times, axis=0)
        toy = play(random, len(who))
        strategy = who[toy.block[:, None], toy.strategy]
        scores = toy.scores + skill[strategy]
        matrix = np.full((len(who), 8), np.nan)
        first = (scores == scores.max(axis=1, keepdims=True)).reshape(len(who), k, k)
        for i in range(8):
            mine = (strategy == i).reshape(len(who), k, k)
            plays = mine.any(axis=(1, 2))
            matrix[plays, i] = (first & mine)[plays].sum(axis=(1, 2)) / k
        return matrix

    truth = np.nanmean(tournament(800), axis=0)
    line_up = np.repeat(np.arange(70), 2)
    runs = [tournament(2) for _ in range(300)]
    covered = {name: np.mean([rate.low <= truth[i] <= rate.high for run in runs for i in range(8)
                              for rate in [cluster_wilson(run[:, i], 280, line_up=lines)]])
               for name, lines in {"stratified": line_up, "plain": None}.items()}

    assert 0.93 <= covered["stratified"] <= 0.965 < covered["plain"]


def test_the_differences_between_strategies_that_meet_in_part_of_the_blocks_are_covered() -> None:
    random, missed = np.random.default_rng(6), 0
    for _ in range(1500):
        luck = random.standard_normal((24, 1))
        x = 0.8 * luck + 0.6 * random.standard_normal((24, 2))
        x[:8, 0], x[16:, 1] = np.nan, np.nan
        found = paired_t(x[:, 0], x[:, 1], line_up=np.repeat([0, 1, 2], 8))
        missed += not found.low <= 0 <= found.high
    assert 0.035 < missed / 1500 < 0.065


def test_the_interval_of_the_seat_spread_and_of_the_entropy_hold_the_truth() -> None:
    random, chances = np.random.default_rng(7), np.array([0.31, 0.27, 0.23, 0.19])
    entropy = -(chances * np.log(chances)).sum() / math.log(4)
    runs = [np.eye(4)[random.choice(4, p=chances, size=400)] for _ in range(400)]

    spread = [seat_spread(run, 400) for run in runs]
    order = [seat_entropy(run, 400) for run in runs]

    assert np.mean([rate.low <= 0.12 <= rate.high for rate in spread]) > 0.94
    assert np.mean([rate.low <= entropy <= rate.high for rate in order]) > 0.94


# Families

def test_the_chance_of_any_false_alarm_among_six_pairs_is_held() -> None:
    shares, _ = repeated(8, 1200, 25)
    families = [all_pairs(run, seed=i) for i, run in enumerate(shares)]

    plain = np.mean([min(pair.p for pair in pairs) < 0.05 for pairs in families])
    by_holm = np.mean([any(pair.shown() for pair in pairs) for pairs in families])
    joint = np.mean([any(not pair.joint_low <= 0 <= pair.joint_high for pair in pairs) for pairs in families])

    assert 0.15 < plain < 0.25
    assert 0.02 < by_holm < 0.055
    assert 0.035 < joint < 0.08


def test_balance_is_declared_as_often_as_it_should_be_and_rarely_at_the_margin() -> None:
    random = np.random.default_rng(9)

    def declared(chance: float, n: int, runs: int) -> float:
        won = random.random((runs, n)) < chance
        return float(np.mean([tost(run - 0.25, 0.02).verdict == "balanced" for run in won]))

    assert declared(0.25, 1_500, 400) == pytest.approx(0.145, abs=0.06)
    assert declared(0.25, 3_000, 400) == pytest.approx(0.643, abs=0.08)
    assert declared(0.25, 6_000, 400) == pytest.approx(0.958, abs=0.03)
    assert declared(0.27, 3_000, 800) < 0.075


def test_four_balanced_seats_are_called_so_in_four_of_five_runs_of_the_planned_length() -> None:
    random, n = np.random.default_rng(10), games_for_balance(4, 0.02)
    runs = [np.eye(4)[random.integers(0, 4, n)] for _ in range(250)]

    verdicts = [balance(run, n, 0.02).verdict for run in runs]

    assert np.mean([verdict == "balanced" for verdict in verdicts]) > 0.74
    assert np.mean([verdict == "unbalanced" for verdict in verdicts]) < 0.05


# Ratings

def test_the_sandwich_covers_strengths_and_seats_and_the_model_does_neither() -> None:
    skill, seat = np.array([0, 0.3, 0.6, 0.9]), np.array([0, 0.3, 0, -0.3])
    settings = {"rho": 0.6, "skill": skill, "seat": seat, "noise": "gumbel"}
    many = play(np.random.default_rng(11), 60_000, **settings)                  # type: ignore[arg-type]
    limit = fit(many.strategy, many.ranks, many.block, 4)
    truth = np.append(limit.theta[1:], limit.beta[1:])
    random, robust, model = np.random.default_rng(12), [], []
    for _ in range(300):
        toy = play(random, 90, **settings)                                      # type: ignore[arg-type]
        found = fit(toy.strategy, toy.ranks, toy.block, 4)
        off = np.abs(np.append(found.theta[1:], found.beta[1:]) - truth)
        robust.append(off < t_quantile(0.975, 89) * np.append(found.se[1:], found.beta_se[1:]))
        model.append(off < 1.96 * np.append(found.model_se[1:4], found.model_se[5:]))

    assert 0.91 < np.mean(robust, axis=0).min() and np.mean(robust, axis=0).max() < 0.98
    assert np.mean(model, axis=0)[:3].min() > 0.97 and np.mean(model, axis=0)[3:].max() < 0.88


def test_ties_shrink_strengths_less_by_efron_than_by_breslow() -> None:
    skill = np.array([0, 0.4, 0.8, 1.2])
    fine = play(np.random.default_rng(13), 8_000, rho=0, skill=skill, noise="gumbel")
    coarse = play(np.random.default_rng(13), 8_000, rho=0, skill=skill, noise="gumbel", step=0.25)
    tied = np.mean([len(set(row)) < 4 for row in coarse.ranks])

    exact = fit(fine.strategy, fine.ranks, fine.block, 4).theta[3]
    efron, breslow = (fit(coarse.strategy, coarse.ranks, coarse.block, 4, ties=ties).theta[3]                # type: ignore
                      for ties in ("efron", "breslow"))

    assert 0.2 < tied < 0.4
    assert 0.95 < efron / exact < 1.0
    assert breslow / exact < efron / exact - 0.015


# Stopping

def test_the_sequential_test_keeps_its_error_rates() -> None:
    runs, blocks, rule = 400, 2_500, Gsprt(0.25, 0.27)
    wrong = {}
    for wanted, skill in (("H0", None), ("H1", better(0.27))):
        shares, _ = repeated(14, runs, blocks, skill=skill)
        stops = [first_stop(rule, run[:, 0]) for run in shares]
        wrong[wanted] = np.mean([stop is not None and stop.decision != wanted for stop in stops])
        assert np.mean([stop is None for stop in stops]) < 0.05
        assert 4 * np.mean([stop.blocks for stop in stops if stop]) < 2_600     # a fixed number would take 3,447 games
    assert wrong["H0"] < 0.08 and wrong["H1"] < 0.08


def test_who_peeks_at_a_usual_interval_is_fooled_and_a_confidence_sequence_is_not() -> None:
    shares, _ = repeated(15, 300, 3_000)
    x = shares[:, :, 0]
    n = np.arange(1, 3_001)
    mean = np.cumsum(x, axis=1) / n
    sd = np.sqrt(np.maximum(np.cumsum(x**2, axis=1) / n - mean**2, 0) * n / np.maximum(n - 1, 1))
    usual = (np.abs(mean - 0.25) > 1.96 * sd / np.sqrt(n))[:, 29:].any(axis=1)
    bands = [asymptotic_band(run) for run in x]
    strict = [bernstein_band(run) for run in x]

    assert 0.33 < usual.mean() < 0.52
    assert np.mean([(band.low[29:] > 0.25).any() or (band.high[29:] < 0.25).any() for band in bands]) < 0.07
    assert np.mean([(band.low > 0.25).any() or (band.high < 0.25).any() for band in strict]) < 0.03
    width = np.mean([band.high[-1] - band.low[-1] for band in bands]) / np.mean(2 * 1.96 * sd[:, -1] / math.sqrt(3_000))
    assert 1.4 < width < 1.8


def test_an_interval_that_was_waited_for_still_covers() -> None:
    shares, _ = repeated(16, 1_000, 500)
    rule, covered = HalfWidth(0.03), []
    for run in shares:
        stop = first_stop(rule, run[:, 0])
        assert stop is not None
        x = run[:stop.blocks, 0]
        covered.append(abs(x.mean() - 0.25) < half_width(x))
    assert 0.93 < np.mean(covered) < 0.975


def test_the_planned_number_of_blocks_has_the_planned_power() -> None:
    pilot, _ = repeated(17, 1, 4_000)
    blocks = blocks_needed(float(pilot[0, :, 0].std(ddof=1)), 0.02)
    shares, _ = repeated(18, 500, blocks, skill=better(0.27))

    found = [block_t(run[:, 0]) for run in shares]

    assert 0.74 < np.mean([not rate.low <= 0.25 <= rate.high for rate in found]) < 0.87


@pytest.mark.parametrize("k", BLOCK_FACTORS)
def test_the_factors_for_planning_are_those_of_the_toy_game_within_an_eighth(k: int) -> None:
    seat = np.linspace(0.45, -0.45, k)
    for rho, factor in zip((0, 0.5, 0.9), BLOCK_FACTORS[k], strict=True):
        shares = play(np.random.default_rng(19), 40_000, k, rho=rho, seat=seat).by_strategy()
        assert shares.var(axis=0).mean() * k / ((1 - 1 / k) / k) == pytest.approx(factor, rel=0.125)


# Variants and components

@pytest.mark.parametrize("rho, ratio", [(0.0, 1.15), (0.5, 0.5), (0.9, 0.25)])
def test_pairing_variants_on_their_luck_pays_as_far_as_luck_is_common(rho: float, ratio: float) -> None:
    """Both variants share the luck of seed and seat; the second makes seat 0 better and draws private luck of its own."""
    random, runs, blocks, change = np.random.default_rng(20), 500, 100, []
    toy = play(random, runs * blocks, rho=0)
    shared = np.repeat(random.standard_normal((runs * blocks, 4)), 4, axis=0)

    def seats(private: Floats, advantage: float) -> Floats:
        scores = math.sqrt(rho) * shared + math.sqrt(1 - rho) * private + np.array([advantage, 0, 0, 0])
        won = (scores == scores.max(axis=1, keepdims=True)).astype(float)
        return won.reshape(runs, blocks, 4, 4).mean(axis=2)

    first, second = seats(toy.scores, 0.0), seats(random.standard_normal(toy.scores.shape), 0.2)
    change = [paired_change(a, b) for a, b in zip(first, second, strict=True)]
    truth = (second - first).mean(axis=(0, 1))

    assert np.mean([one.pairing for one in change]) < ratio
    covered = [one.contrasts[0].low <= truth[0] <= one.contrasts[0].high for one in change]
    assert 0.925 < np.mean(covered) < 0.975


def test_the_interval_of_the_share_of_skill_covers() -> None:
    truth = 1 / sum(TRUE.values())

    found = [skill_and_luck(*games(seed, 40)).skill for seed in range(200)]

    assert np.mean([rate.low <= truth <= rate.high for rate in found]) > 0.90


def test_full_permutations_of_one_seed_are_worse_than_rotations_of_more_seeds() -> None:
    """Five unequal strategies, nearly all luck common: the variance of a block mean at equal numbers of games."""
    skill = np.linspace(-0.5, 0.5, 5)
    k, random = 5, np.random.default_rng(21)
    orders = np.array(list(itertools.permutations(range(k))))
    luck = math.sqrt(0.95) * random.standard_normal((400, 1, k))
    scores = luck + math.sqrt(0.05) * random.standard_normal((400, len(orders), k)) + np.linspace(0.8, -0.8, k) + skill[orders]
    winner = np.take_along_axis(np.broadcast_to(orders, scores.shape), scores.argmax(axis=2)[:, :, None], axis=2)[:, :, 0]

    shares = play(random, 4_000, k, rho=0.95, skill=skill, seat=np.linspace(0.8, -0.8, k)).by_strategy()

    permuted = np.mean([deff((winner == i).astype(float)) for i in range(k)])
    rotated = np.mean([column.var() * k / (column.mean() * (1 - column.mean())) for column in shares.T])

    assert rotated < 0.5 and permuted == pytest.approx(3.67, abs=0.4)           # measured before: 3.67


# Few counts

@pytest.mark.parametrize(("seats", "blocks"), [(5, 20), (4, 30)])
def test_equal_seats_of_a_small_mirror_run_are_rarely_called_unbalanced(seats: int, blocks: int) -> None:
    random, runs = np.random.default_rng(21), 1500
    won = np.eye(seats)[random.integers(0, seats, (runs, blocks))]

    assert np.mean([balance(run, blocks, 0.02).verdict == "unbalanced" for run in won]) < 0.06


@pytest.mark.parametrize(("before", "after", "share"), [(480, 160, 0.011), (160, 160, 0.03), (60, 20, 0.1), (40, 400, 0.02)])
def test_a_rare_thing_is_seldom_said_to_change_between_two_runs(before: int, after: int, share: float) -> None:
    random = np.random.default_rng(22)

    def side(games: int) -> Floats:
        return (random.random((games, 1)) < share).astype(np.float64)

    found = [unpaired_change(side(before), side(after), share=True).contrasts[0].p < 0.05 for _ in range(1000)]

    assert np.mean(found) < 0.06


@pytest.mark.parametrize(("first", "second", "share"), [(30, 120, 0.03), (12, 48, 0.1), (40, 400, 0.02), (40, 40, 0.05)])
def test_strategies_that_never_meet_and_rarely_win_are_seldom_said_to_differ(first: int, second: int, share: float) -> None:
    """By Welch alone 18, 20, 41 and 3 % of such runs would say so."""
    random, runs = np.random.default_rng(25), 1000
    won = (random.random((runs, first + second, 1)) < share).astype(np.float64)
    where = np.repeat([[1.0, np.nan], [np.nan, 1.0]], [first, second], axis=0)
    line_up = np.repeat([0, 1], [first, second])

    found = [all_pairs(run * where, line_up=line_up, share=True)[0] for run in won]

    assert np.mean([pair.p < 0.05 for pair in found]) < 0.06
    assert np.mean([pair.low <= 0 <= pair.high for pair in found]) > 0.94


@pytest.mark.parametrize(("blocks", "share"), [(40, 0.05), (40, 0.1), (200, 0.01), (200, 0.02)])
def test_a_rare_thing_is_seldom_said_to_change_on_the_same_luck(blocks: int, share: float) -> None:
    random = np.random.default_rng(23)
    sides = (random.random((1000, 2, blocks, 1)) < share).astype(np.float64)

    assert np.mean([paired_change(*run, share=True).contrasts[0].p < 0.05 for run in sides]) < 0.06


@pytest.mark.parametrize("skill", [0.0, 1.2])
@pytest.mark.parametrize(("blocks", "most"), [(12, 0.04), (20, 0.08), (200, 0.1)])
def test_cells_of_seat_by_strategy_are_seldom_shown_where_seats_are_equal(blocks: int, most: float, skill: float) -> None:
    runs, k = 300, 4
    toy = play(np.random.default_rng(24), runs * blocks, k, rho=0.3, skill=np.linspace(-skill, skill, k))
    runs_of_cells = toy.by_cell().reshape(runs, blocks, k * k)

    assert np.mean([seat_by_strategy(cells, k, k, against="row").shown.any() for cells in runs_of_cells]) < most
