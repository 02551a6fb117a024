"""Alpha-rank: which strategy a population ends with in which mutants appear, and spread if they do better.

It says who survives in an evolving population, not who is strong. It wants line-ups of one mutant among k - 1 residents.
"""
from __future__ import annotations

import numpy as np

from reports.stats.blocks import Floats


def alpha_rank(shares: Floats, seats: int, alpha: float = 10.0, population: int = 50) -> Floats:
    """The long-run frequency of each strategy, from `shares[i, j]`: win share of one i among seats - 1 of j.

    A mutant's advantage is d = its share less that of a resident; it takes over with probability
    (1 - e^(-alpha d)) / (1 - e^(-alpha m d)) in a population of m (1/m if d = 0). Frequencies are the stationary
    distribution of that chain (Omidshafiei et al. 2019).

    >>> rock_paper_scissors = np.array([[.5, 0, 1], [1, .5, 0], [0, 1, .5]])
    >>> print(alpha_rank(rock_paper_scissors, seats=2).round(3))
    [0.333 0.333 0.333]
    """
    n = len(shares)
    if n == 1:
        return np.ones(1)
    advantage = shares - (1 - shares) / (seats - 1)
    log_taken = _log_fixation(alpha * advantage, population)
    np.fill_diagonal(log_taken, -np.inf)
    return _stationary(np.maximum(np.exp(log_taken.T), 1e-280 * (1 - np.eye(n))))


def _log_fixation(d: Floats, population: int) -> Floats:
    """ln of (1 - e^-d) / (1 - e^-md), without overflow."""
    m, size = population, np.maximum(np.abs(d), 1e-12)
    gain = np.log(-np.expm1(-size)) - np.log(-np.expm1(-m * size))
    taken: Floats = np.where(d >= 0, gain, gain - (m - 1) * size)
    return taken


def _stationary(rates: Floats) -> Floats:
    """The stationary distribution of a chain with `rates[i, j]` from i to j, free of subtractions (GTH)."""
    rates = rates.copy()
    n = len(rates)
    for last in range(n - 1, 0, -1):
        rates[:last, last] /= rates[last, :last].sum()
        rates[:last, :last] += np.outer(rates[:last, last], rates[last, :last])
    weights = np.ones(n)
    for i in range(1, n):
        weights[i] = weights[:i] @ rates[:i, i]
    frequencies: Floats = weights / weights.sum()
    return frequencies
