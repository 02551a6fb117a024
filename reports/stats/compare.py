"""Two variants of a rule, or two runs: differences block by block on the same luck."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reports.stats.blocks import Floats, Ints, divide, estimates
from reports.stats.contrasts import Contrast, family
from reports.stats.rare import alike, one_sided
from reports.stats.rates import Rate, ratio


@dataclass(frozen=True)
class Change:
    """Columns of a block matrix under a second variant, less those under the first.

    `contrasts` has one for each column (Holm and simultaneous over them), `before` and `after` the means that they are the
    differences of. `gains` is the variance of each difference relative to that without pairing: below 1 the common luck has
    helped. nan where not paired, and where nothing varies.
    """

    contrasts: tuple[Contrast, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    gains: tuple[float, ...]

    @property
    def pairing(self) -> float:
        """The mean gain over the columns; nan without any."""
        known = [gain for gain in self.gains if gain == gain]
        return sum(known) / len(known) if known else float("nan")


def paired_change(before: Floats, after: Floats, level: float = 0.95, line_up: Ints | None = None, seed: int = 0, *,
                  share: bool = False) -> Change:
    """Change of each column from `before` to `after`, both (B, columns) on the same blocks: seats, strategies or any metric.

    Where one of the two is nan the block does not count for that column. `share`: see `changes`. For seats this is the
    difference in differences of seat advantage. In a toy game the variance of 100 paired blocks was .37 of that of unpaired
    ones with half the luck shared, .12 with nine tenths, no loss without; coverage 95.1 to 95.2 %.

    >>> found = paired_change(np.array([[0.], [.25], [.5], [.25]]), np.array([[.25], [.5], [.5], [.5]]))
    >>> found.contrasts[0].value, round(found.pairing, 3)
    (0.1875, 0.273)
    """
    both = ~(np.isnan(before) | np.isnan(after))
    first, second = np.where(both, before, np.nan), np.where(both, after, np.nan)
    columns = before.shape[1]
    each = np.eye(columns)
    contrasts = changes(second - first, level, line_up, seed, share=share)
    means = [estimates(part, line_up).of(each) for part in (first, second, second - first)]
    gains = divide(means[2].variances, means[0].variances + means[1].variances)
    return Change(contrasts, tuple(means[0].values.tolist()), tuple(means[1].values.tolist()), tuple(gains.tolist()))


def changes(differences: Floats, level: float = 0.95, line_up: Ints | None = None, seed: int = 0, *,
            share: bool = False) -> tuple[Contrast, ...]:
    """Mean differences of paired blocks (B, columns) from 0, as one family.

    Of a `share` that changed in less than half the blocks, and always to the same side, no more is said than the sign test of
    those blocks says: four of 40 blocks that gain a win (t: p .044) may be chance (p .125).

    >>> gained = np.repeat([[1.], [0.]], [4, 36], axis=0)
    >>> [round(changes(gained, share=share)[0].p, 3) for share in (False, True)]
    [0.044, 0.125]
    """
    columns = differences.shape[1]
    each = np.eye(columns)
    least = one_sided(differences, estimates(differences, line_up).of(each)) if share else None
    return family(differences, each, level, line_up, seed=seed, pairs=[(i, -1) for i in range(columns)], least=least)


def unpaired_change(before: Floats, after: Floats, level: float = 0.95, seed: int = 0, *, share: bool = False) -> Change:
    """The same of different blocks, (B1, columns) and (B2, columns), by Welch.

    Of a `share` the variance is at least that of Student's test, which has the two sides alike: see `rare.alike`.
    """
    columns = before.shape[1]
    matrix = np.full((len(before) + len(after), 2 * columns), np.nan)
    matrix[: len(before), :columns] = before
    matrix[len(before):, columns:] = after
    each = np.eye(columns)
    arm = np.repeat([0, 1], [len(before), len(after)])
    means = estimates(matrix, arm)
    least = np.array([alike(matrix, means, i, columns + i) for i in range(columns)]) if share else None
    contrasts = family(matrix, np.hstack([-each, each]), level, arm, seed=seed, pairs=[(i, -1) for i in range(columns)],
                       least=least)
    return Change(contrasts, tuple(means.values[:columns].tolist()), tuple(means.values[columns:].tolist()),
                  (float("nan"),) * columns)


def amplification(gap_without: Floats, gap_with: Floats, gift: float | Floats, level: float = 0.95) -> Rate:
    """What becomes of a gift: change of the final gap to the others' mean, for each unit given; paired blocks (B,).

    `gift` may differ by block, where games ended before it or the supply was short. 1 if a lead neither grows nor shrinks; with
    a feedback of b a round after r of R rounds (1 + b)^(R - r).
    """
    given = np.broadcast_to(np.asarray(gift, dtype=np.float64), gap_with.shape)
    return ratio(gap_with - gap_without, given, level)
