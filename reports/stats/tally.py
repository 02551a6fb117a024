"""Counts of whole numbers in cells, of any range and however many: what is kept of numbers that come in portions."""
from __future__ import annotations

from typing import Final

import numpy as np

from reports.stats.blocks import Floats, Ints

MOST: Final = 4096
"""Different numbers that are told apart; where there are more, neighbours are counted together."""


class Tally:
    """`counts[cell, n]`: how often, or with what weight, the number `values[n]` was seen in a cell.

    >>> tally = Tally(2)
    >>> tally.add(np.array([0, 0, 1]), np.array([7, 9, 7]))
    >>> tally.values.tolist(), tally.counts.tolist()
    ([7, 8, 9], [[1.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    """

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.low = 0
        self.step = 1
        self.counts: Floats = np.zeros((cells, 0))

    @property
    def values(self) -> Ints:
        """The numbers; the least of each group of neighbours where these are counted together."""
        return (self.low + np.arange(self.counts.shape[1], dtype=np.int64)) * self.step

    def add(self, cell: Ints, number: Ints, weight: Floats | None = None) -> None:
        """Count numbers in their cells, arrays (N,)."""
        if not len(number):
            return
        self._make_room(int(number.min()), int(number.max()))
        width = self.counts.shape[1]
        place = cell * width + (number // self.step - self.low if self.step > 1 else number - self.low)
        self.counts += np.bincount(place, weights=weight, minlength=self.counts.size).reshape(self.counts.shape)

    def _make_room(self, low: int, high: int) -> None:
        """Widen the range to hold both ends, counting neighbours together until it is narrow enough."""
        if self.counts.shape[1]:
            low, high = min(low, self.low * self.step), max(high, (self.low + self.counts.shape[1]) * self.step - 1)
        step = self.step
        while high // step - low // step >= MOST:
            step *= 2
        first, width = low // step, high // step - low // step + 1
        if step == self.step and (first, width) == (self.low, self.counts.shape[1]):
            return
        wider = np.zeros((self.cells, width))
        for place, value in enumerate(self.values.tolist()):
            wider[:, value // step - first] += self.counts[:, place]
        self.low, self.step, self.counts = first, step, wider


def quantiles(values: Ints, counts: Floats, levels: Floats, *, between: bool = True) -> Floats:
    """Quantiles of counted numbers: as `numpy.quantile` gives them for the numbers themselves, between two neighbours in
    proportion, or (not `between`) always one of the numbers. nan if nothing was counted.

    >>> quantiles(np.array([1, 2, 5]), np.array([1., 2, 1]), np.array([0.25, 0.5, 1])).tolist()
    [1.75, 2.0, 5.0]
    """
    total, until = counts.sum(), np.cumsum(counts)
    if not total:
        return np.full(len(levels), np.nan)
    if not between:
        place = np.searchsorted(until, np.maximum(np.ceil(levels * total - 1e-9), 1))
        return np.asarray(values[place], dtype=np.float64)
    exact = levels * (total - 1)
    below = np.floor(exact)
    first, second = (values[np.searchsorted(until, np.minimum(place, total - 1), side="right")] for place in (below, below + 1))
    return np.asarray(first + (exact - below) * (second - first), dtype=np.float64)
