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


_PLACE: Final = vec[i64]([i64(next((n for n in range(62) if 2**n % 67 == rest), 0)) for rest in range(67)])
# the powers of 2 below 2**62 leave different rests modulo 67


def first_bit(mask: i64) -> i64:
    """The number of the lowest set bit of a mask that is not empty; `mask &= mask - 1` takes it away."""
    return _PLACE[(mask & -mask) % 67]
