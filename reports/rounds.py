"""Rounds and events of a scenario, some thousand games at a time: a long run has more of them than fit into memory."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from experiments.store import values
from reports.reader import Floats, Ints, Scenario, labels
from reports.stats.course import pad

ROWS: Final = 300_000
"""Rows of rounds that a slice holds at least, as long as there are more."""
ROUNDS: Final = ("game_id", "round", "seat", "standing")
EVENTS: Final = ("game_id", "round", "seat", "what", "item")


@dataclass(frozen=True)
class Picks:
    """Who took which option first when: arrays (picks,), once for each seat of a game and option.

    `game` is a place in the slice, `round` counts from 0, `option` is a place in the list of options.
    """

    game: Ints
    seat: Ints
    round: Ints
    option: Ints


@dataclass(frozen=True)
class Slice:
    """Some games of a scenario. `games` and `block` are places among those of the scenario, `standings` as `stats.course.pad`
    makes them, `start` the standings after the set-up (nan where not kept)."""

    games: Ints
    block: Ints
    who: Ints
    shares: Floats
    start: Floats
    standings: Floats
    picks: Picks


class Slices:
    """The slices of a scenario, as often as they are wanted. `what` are the kinds of events that pick an option; the options
    are numbered in the order in which they are met, which is that of `options`."""

    def __init__(self, scenario: Scenario, what: Sequence[str] = ()) -> None:
        self.scenario = scenario
        self.what = what if "events" in scenario.run.tables else ()
        self.options: list[tuple[str, str]] = []

    def __iter__(self) -> Iterator[Slice]:
        columns = {"rounds": ROUNDS, **({"events": EVENTS} if self.what else {})}
        rounds: list[Any] = []
        events: list[Any] = []
        for piece in self.scenario.run.pieces(columns, self.scenario.number):
            rounds.append(numbers_of(piece["rounds"], ROUNDS))
            if self.what:
                events.append(self._options_of(piece["events"]))
            if sum(len(found[0]) for found in rounds) >= ROWS:
                yield from self._slice(rounds, events)
                rounds, events = [], []
        yield from self._slice(rounds, events)

    def _slice(self, rounds: list[Any], events: list[Any]) -> Iterator[Slice]:
        """The games of some parts; nothing if there are none of the scenario among them."""
        if not rounds:
            return
        ids, round, seat, standing = (np.concatenate(column) for column in zip(*rounds, strict=True))
        place = self.scenario.places(ids)
        if (place < 0).any():
            kept = place >= 0
            place, round, seat, standing = place[kept], round[kept], seat[kept], standing[kept]
        if not len(place):
            return
        games = np.unique(place[np.diff(place, prepend=-1) != 0])
        local = place - games[0] if games[-1] - games[0] + 1 == len(games) else np.searchsorted(games, place)
        k, begun = self.scenario.seats, round == 0
        start = np.full((len(games), k), np.nan)
        start[local[begun], seat[begun]] = standing[begun]
        yield Slice(games, games // self.scenario.per_block, self.scenario.who.reshape(-1, k)[games],
                    self.scenario.share.reshape(-1, k)[games], start, pad(local, round, seat, standing, len(games), k),
                    self._picks(games, events))

    def _options_of(self, table: Any) -> Any:
        """The events that pick something: game ids, rounds, seats, options."""
        ids, round, seat, what, item = numbers_of(table, EVENTS)
        kinds, items = labels(table, "what"), labels(table, "item")
        kept = np.isin(what, [kinds.index(word) for word in self.what if word in kinds]) & (round > 0) & (seat >= 0)
        what, item = what[kept].astype(np.int64), item[kept].astype(np.int64)
        pairs, which = np.unique(what * (len(items) + 1) + item + 1, return_inverse=True)
        codes = [self._option(kinds[kind], ["", *items][item]) for kind, item in
                 (divmod(pair, len(items) + 1) for pair in pairs.tolist())]
        return ids[kept], round[kept], seat[kept], np.array(codes, dtype=np.int64)[which]

    def _option(self, what: str, item: str) -> int:
        if (what, item) not in self.options:
            self.options.append((what, item))
        return self.options.index((what, item))

    def _picks(self, games: Ints, events: list[Any]) -> Picks:
        """The first pick of each option by each seat of the games."""
        none = np.zeros(0, dtype=np.int64)
        if not events:
            return Picks(none, none, none, none)
        ids, round, seat, option = (np.concatenate(column).astype(np.int64) for column in zip(*events, strict=True))
        place = self.scenario.places(ids)
        kept = place >= 0
        game, round, seat, option = np.searchsorted(games, place[kept]), round[kept] - 1, seat[kept], option[kept]
        key = (game * self.scenario.seats + seat) * max(len(self.options), 1) + option
        order = np.lexsort((round, key))
        first = order[np.diff(key[order], prepend=-1) != 0]
        return Picks(game[first], seat[first], round[first], option[first])


def numbers_of(table: Any, columns: Sequence[str]) -> list[Any]:
    """Columns of a table as numpy arrays, as narrow as they are stored."""
    return [values(table.column(name)) for name in columns]
