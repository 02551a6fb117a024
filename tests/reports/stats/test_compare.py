"""Two variants on the same luck."""
from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from reports.stats.compare import paired_change, unpaired_change


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
