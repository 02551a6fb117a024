"""What a fitted Plackett-Luce model says of win shares, how well it fits, and OpenSkill for those who want its number."""
from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

import numpy as np

from reports.stats.blocks import Bools, Floats, Ints, by_label, divide, group_means
from reports.stats.contrasts import holm
from reports.stats.pl import PlackettLuce
from reports.stats.quantiles import t_p_value
from reports.stats.ranks import win_shares


def expected_shares(model: PlackettLuce, line_ups: Ints) -> Floats:
    """Win share that the model gives each strategy: the mean over line-ups (L, seats) and over all orders of seats.

    A strategy in no line-up has nan; one with several seats in a line-up gets the mean of them.
    """
    n, lines = len(model.theta), np.arange(len(line_ups))
    sums, counts = np.zeros(n), np.zeros(n)
    for order in itertools.permutations(range(line_ups.shape[1])):
        seated = line_ups[:, order]
        shares = by_label(first_place(model, seated), seated, lines, n, len(lines))
        sums += np.nansum(shares, axis=0)
        counts += (~np.isnan(shares)).sum(axis=0)
    return divide(sums, counts)


def first_place(model: PlackettLuce, strategy: Ints) -> Floats:
    """The model's chance of winning for each player of games (games, seats)."""
    utility = _utility(model, strategy)
    strength = np.exp(utility - utility.max(axis=1, keepdims=True))
    return divide(strength, strength.sum(axis=1, keepdims=True))


def _utility(model: PlackettLuce, strategy: Ints) -> Floats:
    utility = model.theta[strategy] + model.beta
    if model.interaction is not None:
        utility = utility + model.interaction[strategy, np.arange(strategy.shape[1])]
    return np.asarray(utility, dtype=np.float64)


FEWEST: Final = 10
"""Blocks below which a place is not tested for its fit."""


@dataclass(frozen=True)
class Misfit:
    """One place where the model and the games part: `first` above `second` (head-to-head), or `first` winning in a line-up.

    `second` is -1 for a win share in line-up `line_up`, else `line_up` is -1. `z` is the difference over its error by blocks.
    """

    first: int
    second: int
    line_up: int
    observed: float
    expected: float
    z: float
    p_holm: float


@dataclass(frozen=True)
class Fit:
    """How well the model fits: the worst of `tested` places, and whether it is shown not to fit there (Holm over all).

    Where it does not, strategies meet as rock, paper and scissors do, or a rival's presence shifts who beats whom; then the
    raw shares say more than the rating.
    """

    worst: Misfit | None
    tested: int
    doubtful: bool


def goodness_of_fit(model: PlackettLuce, strategy: Ints, ranks: Ints, block: Ints, line_up: Ints, alpha: float = 0.05,
                    material: float = 0.02, known: Bools | None = None) -> Fit:
    """Compares head-to-head results, and winner shares by line-up (games,), with the model; `known` says of which strategies
    (the others are held by a prior, which is no claim of the model).

    Doubtful: a difference is shown, and is at least `material` (two points). A place with fewer than FEWEST blocks is not
    tested; its error is at least that of independent games, since few blocks may agree by chance. The errors do not know that
    the model was fitted to the same games, so a misfit is found a little less often than alpha would have it.
    """
    n, lines = len(model.theta), int(line_up.max()) + 1 if len(line_up) else 0
    pair, observed, expected, game = _pairs(model, strategy, ranks, n)
    place = line_up[:, None] * n + strategy
    sure = np.ones(n, dtype=bool) if known is None else known
    parts = [(observed, expected, pair, block[game], (sure[:, None] & sure).ravel()),
             (win_shares(ranks).ravel(), first_place(model, strategy).ravel(), place.ravel(),
              np.repeat(block, strategy.shape[1]), np.tile(sure, lines))]
    differences, sizes, z, df = [], [], [], []
    for seen, thought, group, of_block, told in parts:
        groups = len(told)
        difference, variance, blocks = group_means(seen - thought, group, of_block, groups)
        differences.append(difference)
        sizes.append(group_means(seen, group, of_block, groups)[0])
        chance = np.clip(sizes[-1] - difference, 0, 1)
        variance = np.maximum(variance, divide(chance * (1 - chance), np.bincount(group, minlength=groups)))
        z.append(divide(difference, np.sqrt(np.where((variance > 1e-18) & (blocks >= FEWEST) & told, variance, np.nan))))
        df.append(blocks - 1.0)
    p = holm(t_p_value(np.concatenate(z), np.concatenate(df)))
    return _worst(np.concatenate(differences), np.concatenate(sizes), np.concatenate(z), p, n, alpha, material)


def _pairs(model: PlackettLuce, strategy: Ints, ranks: Ints, n: int) -> tuple[Ints, Floats, Floats, Ints]:
    """All pairs of seats with different strategies, the smaller first: pair, whether it was above, the model's chance, game."""
    utility = _utility(model, strategy)
    pairs, observed, expected, games = [], [], [], []
    for i, j in itertools.permutations(range(strategy.shape[1]), 2):
        game = np.flatnonzero(strategy[:, i] < strategy[:, j])
        pairs.append(strategy[game, i] * n + strategy[game, j])
        observed.append(np.sign(ranks[game, j] - ranks[game, i]) / 2 + 0.5)
        expected.append(1 / (1 + np.exp(utility[game, j] - utility[game, i])))
        games.append(game)
    if not pairs:
        return np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.int64)
    return np.concatenate(pairs), np.concatenate(observed), np.concatenate(expected), np.concatenate(games)


def _worst(difference: Floats, seen: Floats, z: Floats, p: Floats, n: int, alpha: float, material: float) -> Fit:
    tested = np.flatnonzero(~np.isnan(p))
    if not len(tested):
        return Fit(None, 0, False)
    worst = int(tested[np.abs(z[tested]).argmax()])
    shown = tested[(p[tested] < alpha) & (np.abs(difference[tested]) >= material)]
    if len(shown):
        worst = int(shown[np.abs(z[shown]).argmax()])
    first, second = (worst // n, worst % n) if worst < n * n else ((worst - n * n) % n, -1)
    line = -1 if second >= 0 else (worst - n * n) // n
    observed = float(seen[worst])
    found = Misfit(first, second, line, observed, observed - float(difference[worst]), float(z[worst]), float(p[worst]))
    return Fit(found, len(tested), bool(len(shown)))


def openskill_ratings(strategy: Ints, ranks: Ints, strategies: int, seed: int = 0, most: int = 20_000) -> tuple[Floats, Floats]:
    """Means and sigmas of OpenSkill's Plackett-Luce over the first `most` games of a shuffled order; wants the extra `ratings`.

    They depend on the order (sd of a gap over 40 orders 1.5 to 1.8, and the best was top in 34 of 40), and sigma is not the
    error of a mean: a number for those who know it from elsewhere, not for inference.
    """
    from openskill.models import PlackettLuce as OpenSkill

    model = OpenSkill()
    rating = [model.rating() for _ in range(strategies)]
    for game in np.random.default_rng(seed).permutation(len(ranks))[:most]:
        table = [[rating[i]] for i in strategy[game]]
        for i, team in zip(strategy[game], model.rate(table, ranks=[float(r) for r in ranks[game]]), strict=True):
            rating[i] = team[0]
    return np.array([r.mu for r in rating]), np.array([r.sigma for r in rating])
