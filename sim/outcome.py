"""How a game ended: scores, ranks, shares of the win, and the hashes by which two games are compared."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import M62

FORFEIT: Final = "forfeit"
"""The end trigger of a game that a failed strategy gave away."""


@final
class Ranking:
    """Scores, tie-break values and competition ranks (1, 1, 3) by seat, as the engine has them: what the recorder writes down.

    For people there is `Outcome`, which takes longer to make than all else that is recorded at a game's end.
    """

    def __init__(self, scores: vec[i64], tiebreaks: vec[i64], ranks: vec[i64]) -> None:
        self.scores: Final = scores
        self.tiebreaks: Final = tiebreaks
        self.ranks: Final = ranks


@final
class Outcome:
    """How a game ended: one entry a seat, in seat order.

    `ranks` are competition ranks (1, 1, 3); `win_shares` 1/m for each of the m seats of rank 1. `winners` is empty in a game
    that was stopped by its cap (`truncated`). `parts` are the scores' parts by name.
    """

    def __init__(self, scores: vec[i64], tiebreaks: vec[i64], ranks: vec[i64], triggers: Sequence[str], truncated: bool,
                 parts: Mapping[str, Sequence[int]]) -> None:
        self.scores: Final[tuple[int, ...]] = tuple([int(n) for n in scores])
        self.tiebreaks: Final[tuple[int, ...]] = tuple([int(n) for n in tiebreaks])
        self.ranks: Final[tuple[int, ...]] = tuple([int(n) for n in ranks])
        self.triggers: Final[tuple[str, ...]] = tuple(triggers)
        self.truncated: Final = truncated
        self.parts: Final[Mapping[str, Sequence[int]]] = MappingProxyType(dict(parts))

    def __repr__(self) -> str:
        ended = ", ".join(self.triggers) or "nothing"
        return f"<Outcome: scores {list(self.scores)}, ranks {list(self.ranks)}, ended by {ended}>"

    @property
    def winners(self) -> tuple[int, ...]:
        if self.truncated:
            return ()
        return tuple([seat for seat, rank in enumerate(self.ranks) if rank == 1])

    @property
    def win_shares(self) -> tuple[float, ...]:
        first = sum([1 for rank in self.ranks if rank == 1])
        return tuple([1.0 / first if rank == 1 else 0.0 for rank in self.ranks])

    @property
    def trigger(self) -> str:
        """The trigger that fired first."""
        return self.triggers[0] if self.triggers else ""


def rank_seats(keys: list[vec[i64]]) -> vec[i64]:
    """Competition ranks (1, 1, 3) by the first key, ties by the next, and so on; more is better."""
    n: i64 = len(keys[0])
    ranks = vec[i64](capacity=n)
    for seat in range(n):
        better: i64 = 0
        for other in range(n):
            for values in keys:
                if values[other] != values[seat]:
                    if values[other] > values[seat]:
                        better += 1
                    break
        ranks = append(ranks, better + 1)
    return ranks


_SPREAD: Final = 0x2545F4914F6CDD1D
_SPREAD_TOO: Final = 0x1B03738712FAD5CD
"""Within a vec; with one factor for both, the strands of `fold_vec` would weigh a one alike."""


def fold(digest: i64, value: i64) -> i64:
    """A digest with one more value in it."""
    return ((digest ^ (digest >> 31)) * _SPREAD + value) & M62


def fold_vec(digest: i64, values: vec[i64]) -> i64:
    """A digest with all values of a vec in it, and how many they are: they are the coefficients of two polynomials, turn about,
    so that neither waits for the other."""
    digest = ((digest ^ (digest >> 31)) * _SPREAD + len(values)) & M62
    other: i64 = digest ^ _SPREAD
    for value in values:
        digest, other = other, (digest * _SPREAD_TOO + value) & M62
    return ((digest ^ (digest >> 31)) * _SPREAD + other) & M62
