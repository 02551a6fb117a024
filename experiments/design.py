"""Who sits where: the line-ups of a pool of strategies, and the seatings of a block.

A block is one line-up with one seed. Line-ups come out of a shuffle bag, and so do the circular orders of each line-up: after
as many blocks as there are orders each has been played once.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, factorial, gcd
from typing import Final, NamedTuple, overload

from experiments.seeds import LINE_UPS, ORDERS, ROTATIONS, shuffled

DESIGNS: Final = ("rotations", "permutations", "random", "fixed", "mirror")
MOST_LINE_UPS: Final = 10_000
"""Above this many line-ups, `all` would hardly play each of them; `balanced` is the way then."""
MOST_GAMES: Final = 128
"""The most games that a block can hold: a game's id has room for so many."""


class Subsets(Sequence[tuple[int, ...]]):
    """All ways to take k of n, in lexicographic order, without a list of them."""

    def __init__(self, n: int, k: int) -> None:
        self.n = n
        self.k = k

    def __len__(self) -> int:
        return comb(self.n, self.k)

    @overload
    def __getitem__(self, number: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, number: slice) -> list[tuple[int, ...]]: ...

    def __getitem__(self, number: int | slice) -> tuple[int, ...] | list[tuple[int, ...]]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        chosen: list[int] = []
        for candidate in range(self.n):
            with_it = comb(self.n - candidate - 1, self.k - len(chosen) - 1) if len(chosen) < self.k else 0
            if number < with_it:
                chosen.append(candidate)
            else:
                number -= with_it
        return tuple(chosen)

    def number(self, subset: Sequence[int]) -> int:
        """The place of a subset in the order."""
        place, last = 0, -1
        for taken, member in enumerate(subset):
            for passed in range(last + 1, member):
                place += comb(self.n - passed - 1, self.k - taken - 1)
            last = member
        return place


class Dealt(NamedTuple):
    """What the shuffle bag deals to a block: its line-up, and the how manieth deal out of which bag of orders it is."""

    line_up: int
    bag: int
    use: int


@dataclass(frozen=True)
class LineUps:
    """The line-ups of a scenario: each a tuple of places in its list of strategies, one for each slot."""

    sets: Sequence[tuple[int, ...]]
    balanced: bool = False

    def of_block(self, block: int, seed: int) -> Dealt:
        """The line-up of a block. Each has its own bag of orders; balanced ones, which seldom come twice, share one."""
        if self.balanced and len(self.sets) > 1:
            assert isinstance(self.sets, Subsets)
            cycle = _balanced_cycle(self.sets.n, self.sets.k, seed, block // balanced_length(self.sets.n, self.sets.k))
            return Dealt(self.sets.number(cycle[block % len(cycle)]), 0, block)
        n = len(self.sets)
        line_up = shuffled(n, seed, block // n, LINE_UPS)[block % n]
        return Dealt(line_up, line_up, block // n)


def line_ups(pool: int, seats: int, kind: str) -> LineUps:
    """The line-ups `all` or `balanced` of a pool of strategies, of which there are at least as many as seats."""
    if kind == "balanced":
        return LineUps(Subsets(pool, seats), balanced=True)
    return LineUps(tuple(combinations(range(pool), seats)))


def against_field(pool: int, seats: int, candidate: int) -> LineUps:
    """One candidate, the other seats from the rest of the pool, each of them as evenly as the seats allow."""
    rest = [member for member in range(pool) if member != candidate]
    every, left = divmod(seats - 1, len(rest))
    return LineUps(tuple((candidate, *sorted(rest * every + list(more))) for more in combinations(rest, left)))


def among_clones(pool: int, seats: int, candidate: int | None = None) -> LineUps:
    """One strategy among clones of another: each of the pool among each other one, or the candidate alone among each."""
    if candidate is None:
        pairs = list(combinations(range(pool), 2) if seats == 2 else permutations(range(pool), 2))
    else:
        pairs = [(candidate, member) for member in range(pool) if member != candidate]
    return LineUps(tuple((one, *(other,) * (seats - 1)) for one, other in pairs))


def mirrors(pool: int, seats: int) -> LineUps:
    """The same strategy in all seats, for each strategy of the pool."""
    return LineUps(tuple((member,) * seats for member in range(pool)))


def balanced_length(pool: int, seats: int) -> int:
    """After how many blocks each strategy of the pool has been dealt equally often."""
    return pool // gcd(pool, seats)


@lru_cache(maxsize=64)
def _balanced_cycle(pool: int, seats: int, seed: int, cycle: int) -> tuple[tuple[int, ...], ...]:
    """The line-ups dealt from full bags of the pool until the bags end together with a line-up."""
    bags = seats // gcd(pool, seats)
    dealt: list[int] = []
    for bag in range(bags):
        order = shuffled(pool, seed, cycle * bags + bag, LINE_UPS)
        begun = len(dealt) % seats
        waiting = set(dealt[len(dealt) - begun:])
        head = [member for member in order if member not in waiting][:seats - begun] if begun else []
        dealt += head + [member for member in order if member not in head]
    return tuple(tuple(sorted(dealt[n:n + seats])) for n in range(0, len(dealt), seats))


def games_in_block(design: str, seats: int) -> int:
    """How many games a block holds."""
    if design == "rotations":
        return seats
    return factorial(seats) if design == "permutations" else 1


@lru_cache(maxsize=16)
def circular_orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """All (k - 1)! orders of the slots around a table."""
    return tuple((0, *rest) for rest in permutations(range(1, seats)))


def seatings(design: str, seats: int, seed: int, dealt: Dealt) -> Iterator[tuple[int, ...]]:
    """The slot of each seat, for every game of the block that was dealt this."""
    if design in ("fixed", "mirror"):
        yield tuple(range(seats))
    elif design == "permutations":
        yield from permutations(range(seats))
    elif design == "rotations":
        order = _order(seats, seed, dealt.bag, dealt.use)
        for rotation in range(seats):
            yield order[rotation:] + order[:rotation]
    else:
        cycle, place = divmod(dealt.use, seats)
        order = _order(seats, seed, dealt.bag, cycle)
        rotation = shuffled(seats, seed, cycle, ROTATIONS, dealt.bag)[place]
        yield order[rotation:] + order[:rotation]


def _order(seats: int, seed: int, bag: int, use: int) -> tuple[int, ...]:
    """The circular order that is dealt for the `use`-th time out of a bag with all orders."""
    orders = circular_orders(seats)
    cycle, place = divmod(use, len(orders))
    return orders[shuffled(len(orders), seed, cycle, ORDERS, bag)[place]]
