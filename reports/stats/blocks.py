"""Blocks, the unit of all inference: numbers by game become block means, and block means become estimates.

`block` is an array (games,) of block numbers 0..B-1 without gaps (`dense` makes them); `line_up` one of shape (B,), the
line-up of each block. In a block matrix of shape (B, columns) a column is a strategy, a seat or a cell, and nan says that it
did not play in that block.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

CONTRASTS: Final = 32
"""How many contrasts are computed at once: bounds the memory."""


def dense(block: Ints) -> Ints:
    """Numbers 0..B-1 in place of any labels, in the order of the labels.

    >>> dense(np.array([7, 7, 3, 9])).tolist()
    [1, 1, 0, 2]
    """
    return np.unique(block, return_inverse=True)[1].astype(np.int64)


def divide(a: Floats | Ints, b: Floats | Ints) -> Floats:
    """a / b, and nan where b is 0."""
    quotient: Floats = np.divide(a, b, out=np.full(np.broadcast_shapes(a.shape, b.shape), np.nan), where=b != 0)
    return quotient


def block_sums(values: Floats, block: Ints, blocks: int = 0) -> Floats:
    """Sums by block of values (games,) or (games, columns); nan counts as nothing."""
    blocks = blocks or (int(block.max()) + 1 if len(block) else 0)
    columns = np.nan_to_num(values[:, None] if values.ndim == 1 else values, nan=0.0)
    each = [np.bincount(block, weights=column, minlength=blocks) for column in columns.T]
    sums: Floats = np.stack(each, axis=1).astype(np.float64)
    return sums[:, 0] if values.ndim == 1 else sums


def block_means(values: Floats, block: Ints, blocks: int = 0) -> Floats:
    """Means by block of values (games,) or (games, columns); nan is left out, and is the mean of a block without values.

    >>> block_means(np.array([1., 0, 0, np.nan]), np.array([0, 0, 1, 1])).tolist()
    [0.5, 0.0]
    """
    counts = block_sums((~np.isnan(values)).astype(np.float64), block, blocks)
    sums = block_sums(values, block, blocks)
    return divide(sums, counts)


def by_label(values: Floats, label: Ints, block: Ints, labels: int, blocks: int = 0) -> Floats:
    """Block means for each label, shape (B, labels): values and labels of shape (games, seats), nan where it did not play.

    With the strategy of each seat as label these are the strategies' block shares; with the seat number, the seats'; with
    strategy * seats + seat, the cells'.
    """
    blocks = blocks or (int(block.max()) + 1 if len(block) else 0)
    known = ~np.isnan(values)
    place = (block[:, None] * labels + label)[known]
    sums = np.bincount(place, weights=values[known], minlength=blocks * labels)
    counts = np.bincount(place, minlength=blocks * labels)
    return divide(sums, counts).reshape(blocks, labels)


def unique_rows(rows: Ints) -> tuple[Ints, Ints]:
    """The different rows of a matrix of small non-negative ints, and which of them each row is."""
    base = int(rows.max()) + 1 if rows.size else 1
    if base ** rows.shape[1] < 2**62:
        key = rows @ (base ** np.arange(rows.shape[1], dtype=np.int64))
        _, first, which = np.unique(key, return_index=True, return_inverse=True)
    else:
        _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return rows[first], which.reshape(-1).astype(np.int64)


def group_means(values: Floats, group: Ints, block: Ints, groups: int) -> tuple[Floats, Floats, Ints]:
    """For each group of values (N,): the mean of its block means, the variance of that mean (nan below two blocks), its blocks.

    For many groups that each played in few blocks: pairs of strategies, strategies of line-ups.
    """
    wide = int(block.max()) + 1 if len(block) else 1
    place = group * np.int64(wide) + block
    if groups * wide > 8 * len(values):                         # most groups are in few blocks
        cells, place = np.unique(place, return_inverse=True)
    else:
        cells = np.arange(groups * wide)
    size = np.bincount(place, minlength=len(cells))
    cell = np.bincount(place, weights=values, minlength=len(cells))[size > 0] / size[size > 0]
    of = cells[size > 0] // wide
    blocks = np.bincount(of, minlength=groups).astype(np.int64)
    mean = divide(np.bincount(of, weights=cell, minlength=groups), blocks)
    squares = np.bincount(of, weights=(cell - mean[of]) ** 2, minlength=groups)
    return mean, divide(squares, (blocks - 1) * blocks), blocks


@dataclass(frozen=True)
class Estimates:
    """Means of the columns of a block matrix with their common covariance, `spread.T @ spread`.

    Row b of `spread` is what block b adds to the error of each mean; `stratum` groups the blocks within which it is centred.
    """

    values: Floats
    spread: Floats
    observed: Bools
    stratum: Ints

    @property
    def covariance(self) -> Floats:
        return self.spread.T @ self.spread

    def of(self, contrasts: Floats) -> Combined:
        """The linear combinations `contrasts` (C, columns) of the means."""
        with np.errstate(invalid="ignore"):
            values = np.where(contrasts != 0, contrasts * self.values, 0.0).sum(axis=1)
        parts = [self._spread_of(contrasts[start:start + CONTRASTS]) for start in range(0, len(contrasts), CONTRASTS)]
        variances, df, blocks = (np.concatenate(part) for part in zip(*parts, strict=True))
        counts = self.observed.sum(axis=0)
        thin = np.array([counts[row != 0].min(initial=2) < 2 for row in contrasts], dtype=bool)
        variances[thin], df[thin] = np.nan, np.nan
        return Combined(values, variances, df, blocks)

    def _spread_of(self, contrasts: Floats) -> tuple[Floats, Floats, Ints]:
        """Variance, degrees of freedom and active blocks of a few contrasts."""
        active = self.observed.astype(np.float32) @ (contrasts != 0).astype(np.float32).T > 0.5
        v = block_sums((self.spread @ contrasts.T) ** 2, self.stratum)
        free = block_sums(active.astype(np.float64), self.stratum) - 1
        kept = free > 0
        total, small = v.sum(axis=0), np.where(kept.sum(axis=0) > 2, 2.0, 0.0)
        each: Floats = np.where(kept, v**2 / np.where(kept, free + small, 1.0), 0.0).sum(axis=0)
        df = np.where(each > 0, total**2 / np.where(each > 0, each, 1.0) - small, np.where(kept, free, 0.0).sum(axis=0))
        return total, df, active.sum(axis=0)

@dataclass(frozen=True)
class Combined:
    """Linear combinations of means, arrays of shape (C,); below two blocks variance and df are nan.

    `df` by Satterthwaite; among more than two strata in the form that many strata of few blocks do not bias (Welch 1947).
    """

    values: Floats
    variances: Floats
    df: Floats
    blocks: Ints

    def only(self, i: int) -> Combined:
        """One of them."""
        one = slice(i, i + 1)
        return Combined(self.values[one], self.variances[one], self.df[one], self.blocks[one])


def estimates(matrix: Floats, line_up: Ints | None = None) -> Estimates:
    """The means of the columns of a block matrix (B, columns) and what the blocks contribute to their errors.

    With `line_up`, and two blocks of each column in each of its line-ups, the mean over line-ups, each of equal weight, and
    the stratified variance (coverage at 95 %: 95.1; unstratified 97.7, intervals a sixth wider). Else the mean over blocks.
    A paired difference, Welch's of two columns that never meet, and all between are combinations of these.
    """
    observed = ~np.isnan(matrix)
    filled = np.where(observed, matrix, 0.0)
    stratum = np.zeros(len(matrix), dtype=np.int64) if line_up is None else dense(line_up)
    found = _by_stratum(filled, observed, stratum)
    if line_up is not None and (found[1] == 1).any():
        stratum = np.zeros(len(matrix), dtype=np.int64)
        found = _by_stratum(filled, observed, stratum)
    means, counts = found
    strata = (counts > 0).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.where(strata > 0, np.where(counts > 0, means, 0.0).sum(axis=0) / strata, np.nan)
        scale = np.where(counts > 1, np.sqrt(counts / (counts - 1.0)) / (counts * strata), 0.0)
    spread = np.where(observed, filled - means[stratum], 0.0) * scale[stratum]
    return Estimates(values, spread, observed, stratum)


def _by_stratum(filled: Floats, observed: Bools, stratum: Ints) -> tuple[Floats, Floats]:
    strata = int(stratum.max()) + 1 if len(stratum) else 0
    sums = block_sums(filled, stratum, strata) if len(filled) else np.zeros((0, filled.shape[1]))
    counts = block_sums(observed.astype(np.float64), stratum, strata) if len(filled) else np.zeros((0, filled.shape[1]))
    means = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
    return means, counts
