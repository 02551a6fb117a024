"""What seats may take or leave in play, such as a building to build or a card to buy: which actions take it, and which event
tells that it was taken. (Rules that a variant may change are options of another kind: `sim.options`.)
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.events import Event, EventKind

MOST: Final = 62
"""The most that a game can declare: one bit each."""


@final
class Pick:
    """One thing that a seat may take or leave: its label, the ids of the actions that take it, and the event that tells it, by
    its word, and by its item if it has one."""

    def __init__(self, label: str, ids: Sequence[int], event: str, item: str = "") -> None:
        self.label: Final = label
        self.ids: Final[tuple[int, ...]] = tuple(ids)
        self.event: Final = event
        self.item: Final = item

    def __repr__(self) -> str:
        return f"<Pick {self.label}>"


@final
class Picks:
    """All that a game of `n_actions` declares, in the order of the bits; later releases only add.

    `noted` says that the game's states note in `on_offer` what their legal ids take, which is cheaper than to look through the
    list. ValueError for what cannot be recorded or told apart.
    """

    def __init__(self, picks: Sequence[Pick] = (), n_actions: int = 0, noted: bool = False) -> None:
        self.labels: Final[tuple[str, ...]] = tuple([pick.label for pick in picks])
        self.places: Final[dict[tuple[str, str], int]] = {(pick.event, pick.item): n for n, pick in enumerate(picks)}
        self.marks: vec[i64] = vec[i64]([i64(0)] * n_actions)       # of each action: the bit of what it takes, 0 for nothing
        self.noted: Final = noted
        if len(picks) > MOST:
            raise ValueError(f"{len(picks)} picks; a game has at most {MOST}")
        if len(set(self.labels)) < len(picks) or len(self.places) < len(picks):
            raise ValueError("two picks have the same label, or are told by the same event")
        for n, pick in enumerate(picks):
            for id in pick.ids:
                if not 0 <= id < n_actions:
                    raise ValueError(f"pick {pick.label!r}: there is no action {id}")
                if self.marks[i64(id)] != 0:
                    raise ValueError(f"pick {pick.label!r}: action {id} takes another one too")
                self.marks[i64(id)] = BIT[i64(n)]

    @property
    def words(self) -> tuple[str, ...]:
        """The labels for people."""
        return tuple([label.replace("_", " ") for label in self.labels])

    def check(self, n_actions: int, kinds: Sequence[EventKind | None]) -> None:
        """ValueError if they do not fit a game's actions and events."""
        if self.labels and len(self.marks) != n_actions:
            raise ValueError(f"the picks are those of {len(self.marks)} actions; the game has {n_actions}")
        items = {kind.word: kind.items or ("",) for kind in kinds if kind is not None and kind.logged}
        for event, item in self.places:
            if item not in items.get(event, ()):
                raise ValueError(f"no logged event {event!r} with the item {item!r}, which would tell of a pick")

    def among(self, ids: vec[i64]) -> i64:
        """The bits of all that one of these actions takes."""
        marks = self.marks
        found: i64 = 0
        for id in ids:
            found |= marks[id]
        return found

    def told(self, event: Event) -> int:
        """The bit of what was taken, by an event; 0 if it tells of nothing."""
        place = self.places.get((event.kind, event.item or ""), -1)
        return int(BIT[place]) if place >= 0 else 0
