"""What games and strategies hand each other: actions, the catalogue of all of them, live rows of counts."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64


@final
class Action:
    """One thing a player may do. Prebuilt, shared, never changed.

    `id` is stable in all variants of the game and only grows between releases; `kind` and `args` name it for programs, `str()`
    for people: it completes the sentence "the player may ...".
    """

    def __init__(self, id: int, kind: str, args: Mapping[str, Any], words: str) -> None:
        self.id: Final = id
        self.kind: Final = kind
        self.args: Final[Mapping[str, Any]] = MappingProxyType(dict(args))
        self.words: Final = words

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Action {self.id}: {self.words}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Action, (self.id, self.kind, dict(self.args), self.words))


@final
class Catalogue:
    """All actions of a game by their ids. An `Action` is made when it is first asked for."""

    def __init__(self, size: int, make: Callable[[int], Action | None]) -> None:
        self.size: Final = size
        self.make: Final = make
        self.made: list[Action | None] = [None] * size

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, id: int) -> Action:
        """The action of an id; KeyError for an id that means nothing in this game."""
        if not 0 <= id < self.size:
            raise KeyError(f"no action {id}: ids run from 0 to {self.size - 1}")
        action = self.made[id]
        if action is None:
            action = self.make(id)
            if action is None:
                raise KeyError(f"no action {id}")
            self.made[id] = action
        return action

    def __iter__(self) -> Iterator[Action]:
        return iter(self.all())

    def all(self) -> list[Action]:
        """Every action of the game, in the order of ids."""
        found: list[Action] = []
        for id in range(self.size):
            action = self.made[id]
            if action is None:
                action = self.make(id)
                self.made[id] = action
            if action is not None:
                found.append(action)
        return found

    def of(self, ids: vec[i64]) -> list[Action]:
        """The actions of some ids, in the same order."""
        actions: list[Action] = []
        for id in ids:
            action = self.made[id]
            if action is None:
                action = self[int(id)]
            actions.append(action)
        return actions


@final
class Row:
    """A live, read-only row of counts, by the game's name or constant: `row["corn"]`, `row[CORN]`, `row.total`.

    It shows what lies on the table now; the vec behind it must never be replaced by its owner.
    """

    def __init__(self, names: dict[str, int], counts: vec[i64]) -> None:
        self._names: Final = names
        self._counts: Final = counts

    def __getitem__(self, key: Any) -> int:
        if isinstance(key, str):
            place = self._names.get(key)
            if place is None:
                raise KeyError(f"{key!r} is none of {', '.join(self._names)}")
            return int(self._counts[place])
        index = int(key)
        if not 0 <= index < len(self._counts):
            raise IndexError(f"{index} is not from 0 to {len(self._counts) - 1}")
        return int(self._counts[index])

    def __len__(self) -> int:
        return len(self._counts)

    def __iter__(self) -> Iterator[int]:
        return iter([int(n) for n in self._counts])

    @property
    def total(self) -> int:
        """The sum of the row."""
        n: i64 = 0
        for count in self._counts:
            n += count
        return int(n)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the row's places, in order."""
        return tuple(self._names)

    def __repr__(self) -> str:
        return "Row(" + ", ".join(f"{name}={self[name]}" for name in self._names) + ")"
