"""Whether two scenarios are shown to differ in something, so that a sentence may say so."""
from __future__ import annotations

import numpy as np

from reports.reader import Floats
from reports.stats.compare import unpaired_change

ENOUGH_BLOCKS = 30


def differ(one: Floats, other: Floats, alpha: float, of: int, *, share: bool = False) -> bool:
    """Whether the means of two sets of block values are shown to differ (Welch), picked out of `of` comparisons (Bonferroni).

    Common luck is left out of account, which only makes it stricter. `share`: see `unpaired_change`.
    """
    one, other = (values[~np.isnan(values)] for values in (one, other))
    if min(len(one), len(other)) < 2:
        return False
    if one.std() == other.std() == 0:
        return bool(one[0] != other[0]) and min(len(one), len(other)) >= ENOUGH_BLOCKS
    p = unpaired_change(one[:, None], other[:, None], share=share).contrasts[0].p
    return bool(p * max(1, of) < alpha)
