"""Differences, families of tests, equivalence, letters, effect sizes."""
from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from reports.stats.blocks import estimates
from reports.stats.contrasts import (
    all_pairs,
    balance,
    benjamini_hochberg,
    difference_matrix,
    family,
    hedges_g,
    holm,
    letters,
    max_t_critical,
    paired_t,
    tost,
    within_cell_sd,
)
from reports.stats.rates import cluster_wilson
from tests.reports.stats.toy import KNOWN, Floats

P_VALUES = st.lists(st.integers(0, 1000), min_size=1, max_size=12).map(lambda p: np.array(p) / 1000)


def test_holm_and_benjamini_hochberg_have_the_known_values() -> None:
    assert holm(np.array(KNOWN["holm"]["p"])) == pytest.approx(KNOWN["holm"]["adj"])
    assert benjamini_hochberg(np.array(KNOWN["bh"]["p"])) == pytest.approx(KNOWN["bh"]["adj"])


@given(P_VALUES)
def test_holm_and_benjamini_hochberg_agree_with_the_libraries(p: Floats) -> None:
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p))


def test_a_test_that_was_not_made_does_not_count_in_a_family() -> None:
    p = np.array([0.01, np.nan, 0.04])

    assert holm(p)[[0, 2]] == pytest.approx(holm(p[[0, 2]]))
    assert math.isnan(holm(p)[1]) and math.isnan(benjamini_hochberg(p)[1])


def test_a_paired_difference_is_the_paired_t_test() -> None:
    random = np.random.default_rng(1)
    first, second = random.random(20), random.random(20)

    found = paired_t(first, second)

    oracle = stats.ttest_rel(first, second)
    assert found.p == pytest.approx(oracle.pvalue)
    assert [found.low, found.high] == pytest.approx(list(oracle.confidence_interval()))
    assert [found.joint_low, found.joint_high] == pytest.approx([found.low, found.high])


def test_columns_that_never_meet_are_compared_by_welch() -> None:
    random = np.random.default_rng(2)
    a, b = random.random(9), 2 * random.random(14)
    first, second = np.full(23, np.nan), np.full(23, np.nan)
    first[:9], second[9:] = a, b

    found = paired_t(first, second, line_up=np.repeat([4, 7], [9, 14]))

    oracle = stats.ttest_ind(a, b, equal_var=False)
    assert found.p == pytest.approx(oracle.pvalue)
    assert [found.low, found.high] == pytest.approx(list(oracle.confidence_interval()))


def apart(first: Floats, second: Floats) -> Floats:
    """The block matrix of two columns that never meet."""
    matrix = np.full((len(first) + len(second), 2), np.nan)
    matrix[:len(first), 0], matrix[len(first):, 1] = first, second
    return matrix


def happened(times: int, blocks: int) -> Floats:
    return (np.arange(blocks) < times).astype(np.float64)


def test_a_share_that_was_never_seen_in_few_blocks_has_a_spread_against_one_that_it_never_meets() -> None:
    """By Welch alone none of 30 would differ from 8 of 120: the 30 would be taken for certain."""
    matrix, line_up = apart(happened(0, 30), happened(8, 120)), np.repeat([0, 1], [30, 120])

    [plain], [found] = (all_pairs(matrix, line_up=line_up, share=share) for share in (False, True))

    assert plain.p < 0.005 and plain.high < 0
    assert found.p > 0.1 and found.low < 0 < found.high
    assert found.value == plain.value


def test_its_spread_is_that_of_students_test_by_line_up_too() -> None:
    random = np.random.default_rng(9)
    a, b = np.zeros(12), (random.random(48) < 0.4).astype(np.float64)
    line_up = np.repeat([0, 1, 2], [12, 24, 24])

    [one] = all_pairs(apart(a, b), line_up=np.repeat([0, 1], [12, 48]), share=True)
    [several] = all_pairs(apart(a, b), line_up=line_up, share=True)

    pooled = b.var() * 48 / 58
    half = stats.t.ppf(0.975, 47) * math.sqrt(pooled * (1 / 12 + 1 / 48))       # the degrees of freedom stay Welch's
    assert one.high - one.value == pytest.approx(half)
    inner = (b[:24].var() + b[24:].var()) * 24 / 57
    assert ((several.high - several.value) / (one.high - one.value)) ** 2 == pytest.approx(
        inner / pooled * (stats.t.ppf(0.975, free_of(b)) / stats.t.ppf(0.975, 47)) ** 2)


def free_of(b: Floats) -> float:
    """Satterthwaite's degrees of freedom of the mean of two line-ups of 24 blocks beside a column without spread."""
    v = [part.var(ddof=1) for part in (b[:24], b[24:])]
    return float(sum(v) ** 2 / sum(one**2 / 25 for one in v) - 2)


def test_sides_of_equal_size_and_scores_are_compared_by_welch_alone() -> None:
    few, line_up = apart(happened(2, 40), happened(9, 40)), np.repeat([0, 1], 40)
    [plain], [found] = (all_pairs(few, line_up=line_up, share=share) for share in (False, True))

    assert (found.p, found.low, found.high) == pytest.approx((plain.p, plain.low, plain.high))


def test_shares_that_differ_in_few_blocks_and_to_one_side_are_judged_by_the_sign_test() -> None:
    rare = np.stack([happened(0, 40), happened(4, 40), 1 - happened(4, 40)], axis=1)

    plain, found = all_pairs(rare), all_pairs(rare, share=True)

    assert plain[0].p < 0.05 and found[0].p == pytest.approx(0.125)
    assert [one.p for one in found[1:]] == [one.p for one in plain[1:]]


def test_with_some_line_ups_in_common_the_pairing_is_used_where_it_exists() -> None:
    luck = np.random.default_rng(3).random(40)
    first, second = luck + 0.1, luck.copy()
    first[30:], second[:10] = np.nan, np.nan                    # together in 20 blocks of 40
    line_up = np.repeat([0, 1, 2], [10, 20, 10])

    found = paired_t(first, second, line_up=line_up)

    alone = [first[:10], second[30:]]
    together = first[10:30] - second[10:30]
    parts = [(together.var(ddof=1) / 80, 19), (alone[0].var(ddof=1) / 40, 9), (alone[1].var(ddof=1) / 40, 9)]
    variance = sum(v for v, _ in parts)
    df = variance**2 / sum(v**2 / (free + 2) for v, free in parts) - 2
    assert found.high - found.value == pytest.approx(stats.t.ppf(0.975, df) * math.sqrt(variance))


def test_one_block_shows_nothing() -> None:
    found = paired_t(np.array([1.0]), np.array([0.0]))

    assert found.value == 1
    assert math.isnan(found.p) and math.isnan(found.low) and not found.shown()


def test_a_strategy_of_one_block_gives_no_interval_although_the_other_has_many() -> None:
    first, second = np.full(11, np.nan), np.linspace(0, 1, 11)
    first[0], second[0] = 0.5, np.nan

    assert math.isnan(paired_t(first, second).low)


@pytest.mark.parametrize(("here", "there"), [(3, 3), (2, 10), (5, 4), (30, 2)])
def test_two_that_never_meet_and_show_no_spread_are_judged_by_their_arrangements(here: int, there: int) -> None:
    first = np.array([1.0] * here + [np.nan] * there)
    second = np.array([np.nan] * here + [0.0] * there)

    found = paired_t(first, second)

    oracle = stats.fisher_exact([[here, 0], [0, there]], alternative="greater").pvalue
    assert found.value == 1 and found.p == pytest.approx(min(1, 2 * oracle))


def test_blocks_that_all_agree_are_judged_by_the_sign_test() -> None:
    few, many = (paired_t(np.full(n, 0.75), np.full(n, 0.25)) for n in (4, 10))

    assert [few.p, many.p] == [stats.binomtest(4, 4).pvalue, stats.binomtest(10, 10).pvalue]
    assert paired_t(np.full(9, 0.25), np.full(9, 0.25)).p == 1


def test_all_pairs_stand_in_order_and_are_one_family() -> None:
    x = np.random.default_rng(4).random((30, 4))

    pairs = all_pairs(x)

    assert [(pair.first, pair.second) for pair in pairs] == list(itertools.combinations(range(4), 2))
    assert [pair.p_holm for pair in pairs] == pytest.approx(holm(np.array([pair.p for pair in pairs])))
    assert all(pair.joint_low < pair.low < pair.value < pair.high < pair.joint_high for pair in pairs)


def test_the_simultaneous_critical_value_of_equal_groups_is_that_of_the_studentized_range() -> None:
    random = np.random.default_rng(5)
    x = random.standard_normal((6, 100_000)).T                  # nearly exact identity covariance, many blocks
    means = estimates(x)
    rows = np.array([[(m == i) - (m == j) for m in range(6)] for i, j in itertools.combinations(range(6), 2)], dtype=float)

    critical = max_t_critical(means, rows, means.of(rows), draws=40_000)

    assert critical == pytest.approx(stats.studentized_range.ppf(0.95, 6, np.inf) / math.sqrt(2), abs=0.03)


def test_simultaneous_intervals_are_the_same_for_the_same_seed() -> None:
    x = np.random.default_rng(6).random((20, 3))

    assert all_pairs(x, seed=5) == all_pairs(x, seed=5)
    assert all_pairs(x, seed=5) != all_pairs(x, seed=6)


def test_one_strategy_has_nobody_to_differ_from() -> None:
    assert all_pairs(np.ones((5, 1))) == ()
    assert letters([0.25], np.zeros((1, 1), dtype=bool)) == ["a"]


def test_no_block_shows_nothing() -> None:
    (found,) = all_pairs(np.zeros((0, 2)))

    assert found.blocks == 0 and math.isnan(found.value) and math.isnan(found.p) and not found.shown()


def test_a_family_with_columns_that_never_vary_still_has_its_other_members() -> None:
    x = np.random.default_rng(7).random((20, 3))
    x[:, 2] = 0.5

    found = family(x - 0.5, np.eye(3))

    assert found[2].p == 1 and (found[2].low, found[2].high) == (0, 0)
    assert found[0].joint_low < found[0].low


# Equivalence

def balanced(values: Floats) -> str:
    return tost(values, margin=0.1).verdict


def test_three_verdicts() -> None:
    noise = np.linspace(-0.2, 0.2, 41)

    assert balanced(noise) == "balanced"
    assert balanced(noise + 0.3) == "unbalanced"
    assert balanced(noise[::10]) == "undecided"
    assert balanced(np.array([0.0])) == "undecided"


def test_a_small_difference_that_is_shown_lies_within_the_margin_all_the_same() -> None:
    found = tost(np.linspace(0.01, 0.03, 50), margin=0.1)

    assert found.verdict == "balanced" and found.p_difference < 0.001


def test_tost_inverts_two_one_sided_tests() -> None:
    values = np.random.default_rng(9).normal(0.03, 0.2, 40)
    found = tost(values, margin=0.1)

    below = stats.ttest_1samp(values, 0.1, alternative="less").pvalue
    above = stats.ttest_1samp(values, -0.1, alternative="greater").pvalue
    assert (max(below, above) < 0.05) == (found.verdict == "balanced")
    assert stats.ttest_1samp(values, found.high, alternative="less").pvalue == pytest.approx(0.05)


def test_seats_are_balanced_only_if_all_are_and_unbalanced_if_one_is_shown_to_differ() -> None:
    random = np.random.default_rng(10)

    def seats(chances: list[float], games: int) -> Floats:
        return np.eye(4)[random.choice(4, p=chances, size=games)]

    assert balance(seats([0.25] * 4, 20_000), 20_000, 0.02).verdict == "balanced"
    assert balance(seats([0.25] * 4, 200), 200, 0.02).verdict == "undecided"
    assert balance(seats([0.17, 0.17, 0.33, 0.33], 200), 200, 0.02).verdict == "unbalanced"
    assert [one.verdict for one in balance(seats([0.31, 0.25, 0.25, 0.19], 20_000), 20_000, 0.02).each] == [
        "unbalanced", "balanced", "balanced", "unbalanced"]


def test_a_seat_that_always_wins_is_unbalanced_and_ties_everywhere_are_not_called_balanced_too_soon() -> None:
    assert balance(np.tile([1.0, 0, 0, 0], (20, 1)), 20, 0.02).verdict == "unbalanced"
    assert balance(np.full((20, 4), 0.25), 20, 0.02).verdict == "undecided"
    assert balance(np.full((1, 4), 0.25), 1, 0.02).verdict == "undecided"


# Letters and effect sizes

@given(st.integers(1, 7).flatmap(lambda n: st.tuples(
    st.lists(st.floats(0, 1), min_size=n, max_size=n), st.lists(st.booleans(), min_size=n * n, max_size=n * n))))
def test_two_have_a_letter_in_common_exactly_if_no_difference_was_shown(drawn: tuple[list[float], list[bool]]) -> None:
    values, flags = drawn
    n = len(values)
    different = np.triu(np.array(flags).reshape(n, n), 1)
    different = different | different.T

    found = letters(values, different)

    assert all(found)
    for i, j in itertools.combinations(range(n), 2):
        assert bool(set(found[i]) & set(found[j])) is not bool(different[i, j])


def test_the_best_has_the_first_letter_and_letters_overlap_in_a_chain() -> None:
    apart = np.zeros((3, 3), dtype=bool)
    apart[0, 2] = apart[2, 0] = True                            # only the ends differ

    assert letters([0.1, 0.2, 0.3], apart) == ["b", "ab", "a"]
    assert letters([0.1, 0.2], np.zeros((2, 2), dtype=bool)) == ["a", "a"]


def test_forty_strategies_that_all_differ_have_forty_letters() -> None:
    assert len(set(letters(list(range(60)), ~np.eye(60, dtype=bool)))) == 60


def test_the_difference_matrix_is_that_of_the_adjusted_tests() -> None:
    x = np.random.default_rng(11).normal([0, 0, 1], 0.5, (40, 3))

    assert difference_matrix(all_pairs(x), 3).tolist() == [[False, False, True], [False, False, True], [True, True, False]]


def test_hedges_g_of_two_independent_groups_is_the_textbook_value() -> None:
    a, b = np.array([3.0, 4, 5, 6, 7]), np.array([1.0, 2, 3, 4, 5])
    sd, df = within_cell_sd(np.concatenate([a, b]), np.repeat([0, 1], 5))

    g = hedges_g(paired_t(a, b), sd, df)

    pooled = math.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 2)
    assert g.value == pytest.approx(2 / pooled * (1 - 3 / (4 * 8 - 1)))
    assert not hedges_g(paired_t(a, b), 0.0, 8).has_interval


def of_one_seat(wins: int, games: int, seats: int) -> Floats:
    """Block shares of games of one block each: so many wins of seat 0, the rest shared out in turn."""
    winner = np.where(np.arange(games) < wins, 0, 1 + np.arange(games) % (seats - 1))
    return np.eye(seats)[winner]


def test_a_seat_that_never_won_is_at_least_as_far_from_equal_as_one_that_won_once() -> None:
    none, once, twice = (balance(of_one_seat(wins, 20, 5), 20, 0.02).each[0].p_difference for wins in (0, 1, 2))

    assert none < once < twice


@pytest.mark.parametrize("wins", range(21))
def test_the_verdict_on_a_seat_its_p_and_its_interval_never_contradict_each_other(wins: int) -> None:
    shares = of_one_seat(wins, 20, 5)

    for column, one in zip(shares.T, balance(shares, 20, 0.02).each, strict=True):
        rate = cluster_wilson(column, 20)
        assert one.verdict != "unbalanced" or not rate.low <= 0.2 <= rate.high
        assert (one.verdict == "unbalanced") == (one.p_difference < 0.05)


def test_one_win_in_twenty_games_of_five_seats_shows_nothing() -> None:
    assert balance(of_one_seat(1, 20, 5), 20, 0.02).each[0].verdict == "undecided"
