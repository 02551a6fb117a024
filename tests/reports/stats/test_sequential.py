"""Stopping and planning: known answers, the order of arrival, the edges."""
from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from experiments.sequential import (
    BLOCK_FACTORS,
    Gsprt,
    HalfWidth,
    asymptotic_band,
    asymptotic_cs,
    bernstein_band,
    blocks_needed,
    contiguous,
    first_stop,
    games_for_balance,
    games_needed,
    gsprt_llr,
    half_width,
    look_points,
    precision,
    t_quantile,
    z_quantile,
)
from tests.reports.stats.toy import KNOWN, Floats

SIX = {"abs": 1.01e-6}
ROOT = Path(__file__).parents[3]


def values(text: str) -> Floats:
    """ "0.25*40,0*20" as 60 block values."""
    parts = [part.split("*") for part in text.split(",")]
    return np.repeat([float(x) for x, _ in parts], [int(n) for _, n in parts])


@pytest.mark.parametrize("known", KNOWN["gsprt"])
def test_gsprt_has_the_known_ratio_and_decision(known: dict[str, float]) -> None:
    look = Gsprt(known["s0"], known["s1"]).look(values(str(known["x"])))

    assert look.statistic == pytest.approx(known["llr_log"], **SIX)
    assert f"accept {look.decision}" == known["decision"]


@pytest.mark.parametrize("known", KNOWN["gsprt"])
def test_gsprt_lies_near_the_linear_form_and_the_exact_multinomial(known: dict[str, float]) -> None:
    x, s0, s1 = values(str(known["x"])), known["s0"], known["s1"]
    linear = (s1 - s0) * (2 * x.mean() - s0 - s1) * len(x) / (2 * x.var())

    assert linear == pytest.approx(known["llr_linear"], **SIX)
    assert gsprt_llr(x.mean(), x.var(), len(x), s0, s1) == pytest.approx(linear, rel=0.12)
    if "llr_exact_multinomial" in known:
        exact = multinomial_likelihood(x, s1) - multinomial_likelihood(x, s0)
        assert exact == pytest.approx(known["llr_exact_multinomial"], abs=1e-4)


def multinomial_likelihood(x: Floats, mean: float) -> float:
    """The log likelihood of the frequencies of x under the likeliest distribution on its values with this mean."""
    at, counts = np.unique(x, return_counts=True)
    low, high = (1 - 1e-9) / (mean - at.max()), (1 - 1e-9) / (mean - at.min())
    for _ in range(200):                                        # Lagrange multiplier by bisection
        middle = (low + high) / 2
        slope = (counts / len(x) * (at - mean) / (1 + middle * (at - mean))).sum()
        low, high = (middle, high) if slope > 0 else (low, middle)
    return float((counts * np.log(counts / len(x) / (1 + low * (at - mean)))).sum())


def test_the_bounds_of_five_percent_errors_are_known() -> None:
    assert Gsprt(0.25, 0.27).bounds == pytest.approx(tuple(KNOWN["gsprt_bounds_05_05"]), **SIX)
    assert Gsprt(0.25, 0.27, alpha=0.01, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


def test_values_that_are_all_exactly_a_hypothesis_decide_for_it() -> None:
    rule = Gsprt(0.25, 0.5)

    assert rule.look(np.full(30, 0.5)).decision == "H1"
    assert rule.look(np.full(30, 0.25)).decision == "H0"
    assert rule.look(np.full(30, 0.375)).decision == "open"
    assert rule.look(np.full(30, np.nan)).blocks == 0


def test_blocks_without_the_candidate_are_passed_over() -> None:
    x = values("0.25*40,0.5*40,0*20")
    gaps = np.insert(x, np.arange(0, 100, 2), np.nan)

    assert Gsprt(0.25, 0.3).look(gaps).statistic == pytest.approx(Gsprt(0.25, 0.3).look(x).statistic)
    assert HalfWidth(0.01).look(gaps).statistic == pytest.approx(HalfWidth(0.01).look(x).statistic)


def test_looks_come_at_30_blocks_and_then_every_8() -> None:
    assert list(look_points(60)) == [30, 38, 46, 54]
    assert list(look_points(60, max_blocks=46)) == [30, 38, 46]
    assert list(look_points(20)) == []


@given(st.permutations(range(40)), st.integers(0, 40))
def test_only_the_blocks_without_a_gap_count_in_whatever_order_they_arrive(order: list[int], arrived: int) -> None:
    here = order[:arrived]

    length = contiguous(here)

    assert set(range(length)) <= set(here) and length not in here


def test_the_stop_is_the_same_whether_blocks_come_one_by_one_or_all_at_once() -> None:
    rule = Gsprt(0.25, 0.30)
    x = np.random.default_rng(1).choice([0, 0.25, 0.5, 0.75], size=600)
    at_once = first_stop(rule, x)

    looked, found = 0, None
    for here in sorted(np.random.default_rng(2).choice(600, 40, replace=False)):
        found = found or first_stop(rule, x[:here], after=looked)
        looked = int(here)

    assert at_once is not None and at_once == found
    assert at_once.blocks == rule.path(x)[-1].blocks and not any(look.stops for look in rule.path(x)[:-1])


def test_without_a_stop_before_the_cap_the_test_stays_open() -> None:
    assert first_stop(Gsprt(0.25, 0.27), np.tile([0.25, 0.27], 100), max_blocks=150) is None


def test_the_half_width_is_that_of_t_with_the_guard() -> None:
    x = np.tile([0.0, 0.5], 20)

    width = half_width(x)

    assert width == pytest.approx(stats.t.ppf(0.975, 39) * math.sqrt((x.var(ddof=1) + 1 / 40) / 40))
    assert half_width(x[:1]) == math.inf


def test_the_widest_column_decides_and_equal_values_do_not_stop_at_once() -> None:
    calm, wild = np.full(100, 0.25), np.tile([0.0, 0.5], 50)

    assert HalfWidth(0.02).look(np.column_stack([calm, wild])).decision == "open"
    assert HalfWidth(0.07).look(np.column_stack([calm, wild])).decision == "precise"
    assert HalfWidth(0.02).look(calm).decision == "precise"
    stop = first_stop(HalfWidth(0.05), calm)
    assert stop is not None and stop.blocks > 30                # the guard 1/n
    assert HalfWidth(0.5).look(np.column_stack([calm, np.full(100, np.nan)])).decision == "open"


def test_the_asymptotic_sequence_has_the_known_half_widths() -> None:
    known = KNOWN["asymptotic_cs_halfwidth"]

    for n in (100, 400):
        assert float(asymptotic_cs(known["var"], n, known["alpha"], known["nopt"])) == pytest.approx(known[f"n={n}"], **SIX)


def test_a_band_has_no_bounds_before_the_first_look_and_stays_within_0_and_1() -> None:
    x = np.random.default_rng(3).choice([0, 1.0], size=200)
    band = asymptotic_band(x)

    assert np.isnan(band.low[:29]).all() and not np.isnan(band.low[29:]).any()
    assert band.mean[-1] == pytest.approx(x.mean())
    assert band.high[-1] - band.mean[-1] == pytest.approx(float(asymptotic_cs(x.var(ddof=1), 200)))
    assert 0 <= np.nanmin(band.low) and np.nanmax(band.high) <= 1


def test_the_empirical_bernstein_sequence_only_narrows_and_is_the_wider() -> None:
    x = np.random.default_rng(4).choice([0, 0.25, 0.5, 0.75], size=2000)
    strict, asymptotic = bernstein_band(x), asymptotic_band(x)

    assert (np.diff(strict.low) >= 0).all() and (np.diff(strict.high) <= 0).all()
    assert strict.low[-1] < 0.375 < strict.high[-1]
    ratio = (strict.high[-1] - strict.low[-1]) / (asymptotic.high[-1] - asymptotic.low[-1])
    assert 1 < ratio < 2.5
    with pytest.raises(ValueError, match="0 to 1"):
        bernstein_band(np.array([0.0, 2.0]))


# Planning

TABLE = {       # two-sided 5 %, power 80 %: one strategy against 1/k, and the difference of two, at 1, 2, 3, 5 points
    2: ([19_623, 4_906, 2_181, 785], [78_489, 19_623, 8_721, 3_140]),
    3: ([17_442, 4_361, 1_938, 698], [52_326, 13_082, 5_814, 2_094]),
    4: ([14_717, 3_680, 1_636, 589], [39_245, 9_812, 4_361, 1_570]),
    5: ([12_559, 3_140, 1_396, 503], [31_396, 7_849, 3_489, 1_256]),
}


@pytest.mark.parametrize("seats", TABLE)
def test_the_games_for_independent_games_are_those_of_the_table(seats: int) -> None:
    points = [0.01, 0.02, 0.03, 0.05]

    assert [games_needed(seats, d) for d in points] == TABLE[seats][0]
    assert [games_needed(seats, d, pair=True) for d in points] == TABLE[seats][1]


@pytest.mark.parametrize("seats, which, one, pair", [(4, 0, 3_396, 9_104), (4, 1, 2_388, 6_392), (4, 2, 1_032, 2_772),
                                                     (2, 1, 2_622, 10_486)])
def test_common_luck_saves_games_as_measured(seats: int, which: int, one: int, pair: int) -> None:
    factor = BLOCK_FACTORS[seats][which]

    assert games_needed(seats, 0.02, factor=factor) == pytest.approx(one, rel=0.003)
    assert games_needed(seats, 0.02, pair=True, factor=factor) == pytest.approx(pair, rel=0.01)


def test_more_certainty_and_smaller_differences_take_more_blocks() -> None:
    assert blocks_needed(1, 0.1) == math.ceil((stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) ** 2 * 100)
    assert blocks_needed(1, 0.1, power=0.9) > blocks_needed(1, 0.1) > blocks_needed(1, 0.2)


def test_a_verdict_of_balance_within_two_points_takes_about_six_thousand_games_of_four() -> None:
    assert games_for_balance(4, 0.02) == pytest.approx(6_000, rel=0.02)
    assert games_for_balance(4, 0.01) == pytest.approx(4 * games_for_balance(4, 0.02), abs=4)


def test_the_precision_to_expect_is_the_half_width_of_so_many_games() -> None:
    assert precision(4, 2_000) == pytest.approx(1.96 * math.sqrt(0.25 * 0.75 / 2_000), rel=1e-4)
    assert precision(4, 2_000, pair=True) / precision(4, 2_000) == pytest.approx(math.sqrt(0.5 / 0.1875))


def test_quantiles_are_those_of_scipy() -> None:
    assert z_quantile(0.975) == pytest.approx(stats.norm.ppf(0.975))
    assert t_quantile(0.975, 7.5) == pytest.approx(stats.t.ppf(0.975, 7.5))


@pytest.mark.parametrize("module", ["experiments.sequential", "reports.stats.rates", "reports.stats.pl"])
def test_a_command_that_asks_for_no_quantile_does_not_wait_for_scipy(module: str) -> None:
    asked = f"import sys, {module}; print('scipy' in sys.modules or 'pandas' in sys.modules)"

    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT)

    assert answer.stdout.strip() == "False"
