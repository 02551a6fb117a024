"""Two variants on the same luck."""
from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from reports.stats.compare import changes, paired_change, unpaired_change
from tests.reports.stats.toy import Floats


def test_a_change_is_paired_block_by_block_with_holm_over_the_columns() -> None:
    random = np.random.default_rng(1)
    luck = random.standard_normal((50, 3))
    before = luck + 0.3 * random.standard_normal((50, 3))
    after = luck + 0.3 * random.standard_normal((50, 3)) + np.array([0.5, 0, 0])

    change = paired_change(before, after)

    oracle = [stats.ttest_rel(after[:, i], before[:, i]) for i in range(3)]
    assert [one.p for one in change.contrasts] == pytest.approx([one.pvalue for one in oracle])
    assert [one.low for one in change.contrasts] == pytest.approx([one.confidence_interval().low for one in oracle])
    assert [one.shown() for one in change.contrasts] == [True, False, False]
    assert change.pairing == pytest.approx(0.09 / 1.09, abs=0.03)


def test_without_pairing_it_is_welch() -> None:
    random = np.random.default_rng(2)
    before, after = random.standard_normal((30, 2)), 2 * random.standard_normal((50, 2))

    change = unpaired_change(before, after)

    oracle = stats.ttest_ind(after[:, 1], before[:, 1], equal_var=False)
    assert change.contrasts[1].p == pytest.approx(oracle.pvalue)
    assert change.contrasts[1].value == pytest.approx(after[:, 1].mean() - before[:, 1].mean())
    assert np.isnan(change.pairing)


def test_a_metric_that_never_changes_has_no_change_and_no_nan() -> None:
    same = paired_change(np.ones((8, 2)), np.ones((8, 2)))

    assert [(one.value, one.low, one.high, one.p) for one in same.contrasts] == [(0, 0, 0, 1)] * 2


def happened(times: int, blocks: int) -> Floats:
    return (np.arange(blocks) < times).astype(np.float64)[:, None]


def test_what_never_happened_on_one_side_has_a_spread_all_the_same() -> None:
    rare = unpaired_change(happened(0, 160), happened(7, 480), share=True).contrasts[0]
    often = unpaired_change(happened(0, 160), happened(60, 480), share=True).contrasts[0]

    assert rare.p == pytest.approx(0.125, abs=0.01) and rare.low < 0 < rare.high
    assert often.p < 0.001


def test_sides_of_equal_size_are_judged_as_by_welch() -> None:
    sides = happened(12, 100), happened(31, 100)

    assert unpaired_change(*sides, share=True).contrasts[0].p == pytest.approx(unpaired_change(*sides).contrasts[0].p)


def test_what_moved_in_a_few_blocks_to_one_side_is_judged_by_the_sign_test() -> None:
    few = paired_change(happened(0, 40), happened(4, 40), share=True).contrasts[0]
    many = paired_change(happened(0, 40), happened(12, 40), share=True).contrasts[0]

    assert few.p == pytest.approx(0.125) and few.low < 0 < few.high
    assert many.p == pytest.approx(0.5**11) and many.low > 0


def test_changes_to_both_sides_or_in_most_blocks_are_judged_by_t() -> None:
    mixed = happened(8, 40) - happened(9, 40)[::-1]
    most = np.linspace(0.1, 0.9, 40)[:, None]

    for differences in (mixed, most):
        assert changes(differences, share=True) == changes(differences)
