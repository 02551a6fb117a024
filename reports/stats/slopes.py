"""Slopes within cells from observations that come in portions: the same as `rates.within_slope`, in bounded memory."""
from __future__ import annotations

import math

import numpy as np

from reports.stats.blocks import Floats, Ints, divide
from reports.stats.rates import Rate, t_interval


class WithinSlope:
    """The slope of y on x with a fixed effect for each cell. Everything is shown twice: first `learn`, then `add`.

    >>> x, y = np.array([0., 1, 2, 5]), np.array([1., 3, 5, 0])
    >>> slope = WithinSlope(cells=2, blocks=2)
    >>> slope.learn(x, y, np.array([0, 0, 0, 1]))
    >>> slope.add(x, y, np.array([0, 0, 0, 1]), np.array([0, 1, 1, 1]))
    >>> slope.rate().value
    2.0
    """

    def __init__(self, cells: int, blocks: int) -> None:
        self.size = np.zeros(cells)
        self.x = np.zeros(cells)
        self.y = np.zeros(cells)
        self.squares = np.zeros(blocks)
        self.products = np.zeros(blocks)

    def learn(self, x: Floats, y: Floats, cell: Ints) -> None:
        """The cells' means, from all observations, arrays (N,)."""
        cells = len(self.size)
        self.size += np.bincount(cell, minlength=cells)
        self.x += np.bincount(cell, weights=x, minlength=cells)
        self.y += np.bincount(cell, weights=y, minlength=cells)

    def add(self, x: Floats, y: Floats, cell: Ints, block: Ints) -> None:
        """What lies off the means, by block."""
        x = x - divide(self.x, self.size)[cell]
        y = y - divide(self.y, self.size)[cell]
        self.squares += np.bincount(block, weights=x * x, minlength=len(self.squares))
        self.products += np.bincount(block, weights=x * y, minlength=len(self.products))

    def rate(self, level: float = 0.95) -> Rate:
        """The slope, its interval by blocks; `games` is the number of observations."""
        total = float(self.squares.sum())
        if total <= 1e-12 * max(1.0, float(self.size.sum())):
            return Rate(math.nan, math.nan, math.nan, 0, 0, level)
        return _rate(self.squares, self.products, int(self.size.sum()), level)


def slope_of_counts(seen: Floats, picked: Floats, won: Floats, both: Floats, level: float = 0.95) -> Rate:
    """What goes with a yes, within cells, from counts (groups of blocks, cells).

    `seen` observations, `picked` of them with a yes, `won` the sum of y over all, `both` over those with a yes. The difference
    of the means of y, weighted by p (1 - p) times the number in each cell; its interval rests on the groups as if they were
    blocks. `games` is the number of observations in cells that hold both a yes and a no.
    """
    size, yes = seen.sum(axis=0), picked.sum(axis=0)
    kept = (yes > 0) & (yes < size)
    if not kept.any():
        return Rate(math.nan, math.nan, math.nan, 0, 0, level)
    seen, picked, won, both = (part[:, kept] for part in (seen, picked, won, both))
    p, mean = yes[kept] / size[kept], won.sum(axis=0) / size[kept]
    squares = (picked - 2 * p * picked + p * p * seen).sum(axis=1)
    products = (both - p * won - mean * picked + p * mean * seen).sum(axis=1)
    used = seen.sum(axis=1) > 0
    return _rate(squares[used], products[used], int(size[kept].sum()), level)


def _rate(squares: Floats, products: Floats, observations: int, level: float) -> Rate:
    """The slope from sums by block of x^2 and x y, both centred."""
    total, blocks = float(squares.sum()), int((squares > 0).sum())
    slope = float(products.sum()) / total
    errors = (products - slope * squares) / total
    variance = float((errors**2).sum()) * blocks / (blocks - 1) if blocks > 1 else math.nan
    return t_interval(slope, variance, blocks - 1.0, blocks, observations, level)
