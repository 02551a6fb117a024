"""Quantiles and tails of the usual distributions; the only place here that knows scipy, and imports it when it is needed."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from experiments.sequential import t_quantile, z_quantile

Floats = npt.NDArray[np.float64]

__all__ = ["beta_quantile", "f_p_value", "t_p_value", "t_quantile", "t_quantiles", "z_p_value", "z_quantile"]


def t_quantiles(probability: float | Floats, df: Floats) -> Floats:
    """`t_quantile` for many degrees of freedom."""
    from scipy.special import stdtrit

    return np.asarray(stdtrit(df, probability), dtype=np.float64)


def t_p_value(t: Floats, df: Floats) -> Floats:
    """Two-sided p of t statistics."""
    from scipy.special import stdtr

    return np.asarray(2 * stdtr(df, -np.abs(t)), dtype=np.float64)


def z_p_value(z: float) -> float:
    """Two-sided p of a normal statistic."""
    from scipy.special import ndtr

    return float(2 * ndtr(-abs(z)))


def f_p_value(f: float, df1: float, df2: float) -> float:
    """Upper tail of an F statistic."""
    from scipy.special import fdtrc

    return float(fdtrc(df1, df2, f))


def beta_quantile(probability: float, a: float, b: float) -> float:
    """The quantile of the beta distribution."""
    from scipy.special import betaincinv

    return float(betaincinv(a, b, probability))
