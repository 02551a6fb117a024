"""The events of a table: one packed int each, seen whole by the seats in its mask and without arguments by the others."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from sim.bits import BIT

ROUND_BEGINS: Final = 0
TURN_BEGINS: Final = 1
FIRST_GAME_EVENT: Final = 2
"""Games number their own events from here, below 64."""
NOBODY: Final = 7
"""The seat of an event that no seat caused."""
EVERYBODY: Final = 63
"""The mask of an event that all seats see whole."""


@final
class EventKind:
    """What can happen at a table: a word, a sentence with {item}, {amount}, {extra}, and labels in place of these numbers.

    `items` are the labels of the item, `numbers` those of amount and extra, if they are no plain numbers.
    """

    def __init__(self, word: str, sentence: str, items: Sequence[str] = (), logged: bool = False,
                 numbers: Sequence[str] = ()) -> None:
        self.word: Final = word
        self.sentence: Final = sentence
        self.items: Final[tuple[str, ...]] = tuple(items)
        self.logged: Final = logged
        self.numbers: Final[tuple[str, ...]] = tuple(numbers)


@final
class Event:
    """One happening as a seat saw it: the word, who caused it (-1: nobody), its arguments."""

    def __init__(self, kind: str, seat: int, item: str | None, amount: int, extra: int, words: str) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.item: Final = item
        self.amount: Final = amount
        self.extra: Final = extra
        self.words: Final = words

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Event {self.words}>"

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Event) and self.words == other.words and self.seat == other.seat
                and self.amount == other.amount and self.extra == other.extra)

    def __hash__(self) -> int:
        return hash((self.words, self.seat, self.amount, self.extra))


def pack_event(kind: i64, seat: i64, item: i64, amount: i64, extra: i64, mask: i64) -> i64:
    """An event in one int: kind 6 bits, seat 3, mask of the seats that see the arguments 6, three arguments of 15 bits."""
    return kind | (seat << 6) | (mask << 9) | (item << 15) | (amount << 30) | (extra << 45)


def unpack_event(event: i64, kinds: Sequence[EventKind | None], seat: int) -> Event:
    """The event as `seat` saw it (-1: as it was)."""
    code: i64 = event & 63
    by: i64 = (event >> 6) & 7
    seen = seat < 0 or ((event >> 9) & BIT[seat]) != 0
    item = int((event >> 15) & 32767) if seen else 0
    amount = int((event >> 30) & 32767) if seen else 0
    extra = int((event >> 45) & 32767) if seen else 0
    who = int(by) if by != NOBODY else -1
    if code == ROUND_BEGINS:
        return Event("round", -1, None, item, 0, f"round {item} begins")
    if code == TURN_BEGINS:
        return Event("turn", who, None, item, 0, f"turn {item} begins")
    kind = kinds[code]
    if kind is None:
        raise ValueError(f"no event of kind {code}")
    if not seen:
        return Event(kind.word, who, None, 0, 0, kind.word)
    label = kind.items[item] if item < len(kind.items) else str(item)
    first = kind.numbers[amount] if kind.numbers else str(amount)
    second = kind.numbers[extra] if kind.numbers else str(extra)
    return Event(kind.word, who, label if kind.items else None, amount, extra,
                 kind.sentence.format(item=label.replace("_", " "), amount=first, extra=second))
