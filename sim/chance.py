"""Luck without history: every draw is a pure function of (seed, block, purpose, index, j).

`purpose` is a constant of the game (what the draw is for), `index` names the event in the game's own calendar (a turn, the
number of a reshuffle), `j` counts the draws of that event. So all rotations and variants of a block share their luck, and one
draw more in one place moves nothing elsewhere. The mixing and its known answers: tests/sim/test_chance.py.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from sim.bits import M62

AGENT: Final = 1
"""The purpose of the strategies' own streams; its index is rotation * 16 + slot."""
SAMPLE: Final = 2
"""The purpose of streams made for sampling, roll-outs and tests."""
FIRST_PLACE: Final = 3
"""The purpose of the game's own draw of who begins (`start = "rules"`)."""
FIRST_GAME_PURPOSE: Final = 16
"""Games number their own purposes from here."""

_STEP: Final = 0x1E3779B97F4A7C15
_BLOCK: Final = 0x0B03738712FAD5C9
_PURPOSE: Final = 0x1851F42D4C957F2D
_INDEX: Final = 0x27220A95FE4D2B83
_MIX_1: Final = 0x169DEA0F31A53F85
_MIX_2: Final = 0x0545F4914F6CDD1D


class ScriptEnded(Exception):
    """A scripted chance was asked for more draws than it holds and has nothing to go on with."""


def mix(z: i64) -> i64:
    """A bijection of the 62-bit integers that spreads every bit over all others."""
    z = ((z ^ (z >> 31)) * _MIX_1) & M62
    z = ((z ^ (z >> 27)) * _MIX_2) & M62
    return z ^ (z >> 30)


def base_key(seed: i64, block: i64) -> i64:
    """The part of a key that all draws of one block share."""
    return mix(((mix((seed & M62) ^ _STEP) ^ block) + _BLOCK) & M62)


def sub_key(base: i64, purpose: i64, index: i64) -> i64:
    """The key of one event, from the base key of its block."""
    return mix(((mix(((base ^ purpose) + _PURPOSE) & M62) ^ index) + _INDEX) & M62)


def key(seed: i64, block: i64, purpose: i64, index: i64) -> i64:
    """The key of one event: 62 bits that depend on all four numbers."""
    return sub_key(base_key(seed, block), purpose, index)


def word(event: i64, j: i64) -> i64:
    """Draw number `j` of an event: 62 random bits."""
    return mix((event + (((j + 1) * _STEP) & M62)) & M62)


def scale(bits: i64, n: i64) -> i64:
    """A 62-bit draw brought down to 0..n-1, for n below 2**31."""
    return ((bits >> 31) * n) >> 31


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The luck of one block. The table's draws come from here, never from a generator with a history."""

    def __init__(self, seed: int, block: int) -> None:
        self.base: i64 = base_key(i64(seed & M62), i64(block))

    def below(self, purpose: i64, index: i64, j: i64, n: i64) -> i64:
        """A number from 0 to n - 1: draw `j` of event (`purpose`, `index`)."""
        return scale(word(sub_key(self.base, purpose, index), j), n)

    def order(self, purpose: i64, index: i64, pieces: vec[i64]) -> vec[i64]:
        """The pieces in a random order. The argument stays as it is.

        Each piece has a priority drawn from its kind and the number of its copy, so that piles which differ in a few pieces
        keep the others in the same order. The order in which the pieces are given does not matter.
        """
        event = sub_key(self.base, purpose, index)
        n: i64 = len(pieces)
        priority = vec[i64](capacity=n)
        out = vec[i64](capacity=n)
        copies = vec[i64](capacity=64)
        for i in range(n):
            kind: i64 = pieces[i]
            while len(copies) <= kind:
                copies = append(copies, 0)
            priority = append(priority, word(event, kind * 256 + copies[kind]))
            copies[kind] += 1
            out = append(out, kind)
        _sort_by(priority, out)
        return out


def _sort_by(priority: vec[i64], pieces: vec[i64]) -> None:
    """Sort both vecs by priority, in place (Shell's sort: no recursion, no allocation)."""
    n: i64 = len(pieces)
    gap: i64 = 57
    while gap > 0:
        for i in range(gap, n):
            p: i64 = priority[i]
            piece: i64 = pieces[i]
            k: i64 = i
            while k >= gap and priority[k - gap] > p:
                priority[k] = priority[k - gap]
                pieces[k] = pieces[k - gap]
                k -= gap
            priority[k] = p
            pieces[k] = piece
        gap = _NEXT_GAP[gap]


_NEXT_GAP: Final = vec[i64]([0, 0, 0, 0, 1] + [4] * 19 + [10] * 34 + [23] + [0] * 2)
# Ciura's gaps 57, 23, 10, 4, 1: entry g is the gap that follows g.


class Scripted(Chance):
    """Chance with some draws given beforehand: tests, and replays of games that other programs recorded.

    `script` maps a purpose (its name in the game's `purposes`, or the number) to the values in the order in which they are
    asked for. A shuffle takes as many values as it has pieces: the pieces in their order, the first to be drawn first.
    When a purpose has no values left, `then` decides; without it `ScriptEnded` is raised.
    """

    def __init__(self, script: Mapping[Any, Sequence[int]], then: Chance | None = None,
                 purposes: Mapping[str, int] | None = None) -> None:
        super().__init__(0, 0)
        known: dict[str, int] = dict(purposes) if purposes is not None else {}
        self.names: dict[int, str] = {number: name for name, number in known.items()}
        self.values: dict[int, list[int]] = {}
        for purpose, values in script.items():
            if isinstance(purpose, str):
                if purpose not in known:
                    raise ValueError(f"no purpose {purpose!r}; it is one of {', '.join(sorted(known))}")
                self.values[known[purpose]] = list(values)
            else:
                self.values[int(purpose)] = list(values)
        self.then: Chance | None = then

    def below(self, purpose: i64, index: i64, j: i64, n: i64) -> i64:
        values = self.values.get(int(purpose))
        if values:
            value = values.pop(0)
            if not 0 <= value < n:
                raise ValueError(f"scripted {self._name(purpose)}: {value} is not from 0 to {n - 1}")
            return i64(value)
        return self._go_on(purpose).below(purpose, index, j, n)

    def order(self, purpose: i64, index: i64, pieces: vec[i64]) -> vec[i64]:
        values = self.values.get(int(purpose))
        if values:
            n = len(pieces)
            head = values[:n]
            if sorted(head) != sorted(int(piece) for piece in pieces):
                raise ValueError(f"scripted {self._name(purpose)}: the {len(head)} pieces given are not the {n} shuffled")
            del values[:n]
            return vec[i64]([i64(piece) for piece in head])
        return self._go_on(purpose).order(purpose, index, pieces)

    def _name(self, purpose: i64) -> str:
        return self.names.get(int(purpose), f"purpose {int(purpose)}")

    def _go_on(self, purpose: i64) -> Chance:
        if self.then is None:
            raise ScriptEnded(f"the script holds no more draws for {self._name(purpose)}")
        return self.then


@final
class Stream:
    """A strategy's own randomness: numbered draws of one keyed event."""

    def __init__(self, seed: int, block: int = 0, purpose: int = SAMPLE, index: int = 0) -> None:
        self.event: i64 = key(i64(seed & M62), i64(block), i64(purpose), i64(index))
        self.j: i64 = 0

    def word(self) -> i64:
        """62 random bits."""
        bits = word(self.event, self.j)
        self.j += 1
        return bits

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, all alike."""
        bits = word(self.event, self.j)
        self.j += 1
        return scale(bits, n)

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        return float(self.word() >> 9) / 9007199254740992.0

    def choice(self, items: Sequence[Any]) -> Any:
        """One of the items, all alike."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        """Put a list into a random order, in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            k = int(self.below(i + 1))
            items[i], items[k] = items[k], items[i]
