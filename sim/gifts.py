"""What changes a game from outside: a gift in mid-game, an option that some seats must take or never may.

A present lies in the state, so that it is handed over wherever the game is played on, and copies know nothing of it. A
restriction belongs to those who ask for legal actions: the rules of the game stay as they are.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT

MOST: Final = 1000
"""The most that a gift can be."""


@final
class Gift:
    """Something that a player can be given: its name, and its words for one and for several.

    `score` says that it is a part of the score and nothing that can be spent.
    """

    def __init__(self, name: str, one: str = "", many: str = "", score: bool = False) -> None:
        self.name: Final = name
        self.one: Final[str] = one or name
        self.many: Final[str] = many or one or name
        self.score: Final = score

    def words(self, amount: int) -> str:
        """`1 doubloon`, `3 doubloons`."""
        return f"{amount} {self.one if amount == 1 else self.many}"

    def __repr__(self) -> str:
        return f"<Gift {self.name}>"


@final
class Present:
    """A gift that waits for the beginning of its round: `what` is a place in the game's gifts.

    `given` is how much was handed over, which the supply may limit; -1 before.
    """

    def __init__(self, seat: i64, round: i64, what: i64, amount: i64) -> None:
        self.seat: Final[i64] = seat
        self.round: Final[i64] = round
        self.what: Final[i64] = what
        self.amount: Final[i64] = amount
        self.given: i64 = -1


@final
class Restriction:
    """What some seats must choose whenever they can (`always`), or never may while there is anything else."""

    def __init__(self, ids: Sequence[int], size: int, seats: Sequence[int], always: bool) -> None:
        """`ids` are those of the option, `size` that of the game's catalogue, `seats` those that are bound."""
        self.marks: vec[i64] = vec[i64]([i64(0)] * size)
        for id in ids:
            self.marks[i64(id)] = 1
        self.seats: i64 = 0
        for seat in seats:
            self.seats |= BIT[i64(seat)]
        self.wanted: i64 = 1 if always else 0

    def left(self, seat: i64, ids: vec[i64]) -> vec[i64]:
        """Which of the legal ids the seat may choose, in their order; never none of them."""
        if self.seats & BIT[seat] == 0:
            return ids
        marks = self.marks
        marked: i64 = 0
        for id in ids:
            marked += marks[id]
        if marked == 0 or marked == len(ids):
            return ids
        kept = vec[i64](capacity=len(ids))
        for id in ids:
            if marks[id] == self.wanted:
                kept = append(kept, id)
        return kept
