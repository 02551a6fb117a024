"""Which luck a game has, and the shuffles of a design: all keyed by the experiment's seed, none with a history.

Neither the workers nor the number of blocks enter a key, so a longer run begins with the games of the shorter one.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Final

from sim.chance import AGENT, Chance, Stream

LINE_UPS: Final = 8
"""The purpose of the shuffles of line-ups; games number their purposes from 16."""
ORDERS: Final = 9
"""The purpose of the shuffles of circular orders."""
ROTATIONS: Final = 10
"""The purpose of the shuffles of rotations, where a block holds one game only."""


def chance(seed: int, block: int) -> Chance:
    """The luck of the table: the same in all scenarios, rotations and line-ups."""
    return Chance(seed, block)


def stream(seed: int, block: int, rotation: int, slot: int) -> Stream:
    """The randomness of the strategy in one slot of one game."""
    return Stream(seed, block, AGENT, rotation * 16 + slot)


@lru_cache(maxsize=512)
def shuffled(n: int, seed: int, cycle: int, purpose: int, index: int = 0) -> tuple[int, ...]:
    """The numbers 0 to n - 1 in the random order of one cycle of a shuffle bag."""
    order = list(range(n))
    Stream(seed, cycle, purpose, index).shuffle(order)
    return tuple(order)
