"""Single bits and masks of the compiled engines.

A literal shifted by a variable is compiled wrongly for large shifts, so a bit is always looked up: `BIT[n]`.
"""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

M62: Final = 0x3FFFFFFFFFFFFFFF
"""The low 62 bits; products and sums are cut to them so that both builds agree."""

BIT: Final = vec[i64]([i64(2**n) for n in range(62)])
"""`BIT[n]` is the integer with only bit n set, for n from 0 to 61."""


def count_bits(mask: i64) -> i64:
    """The number of set bits of a mask of up to 62 bits."""
    n: i64 = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n
