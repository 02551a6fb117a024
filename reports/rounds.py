"""Rounds and events of a scenario, some thousand games at a time: a long run has more of them than fit into memory."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from experiments.store import values
from reports.reader import Floats, Ints, Scenario, labels
from reports.stats.course import pad

ROWS: Final = 300_000
"""Rows of rounds that a slice holds at least, as long as there are more."""
ROUNDS: Final = ("game_id", "round", "seat", "standing")
EVENTS: Final = ("game_id", "round", "seat", "what", "item")
NONE: Final[Mapping[tuple[str, str], int]] = MappingProxyType({})


@dataclass(frozen=True)
class Picks:
    """Who took which option first when: arrays (picks,), once for each seat of a game and option.

    `game` is a place in the slice, `round` counts from 0, `option` is a place among the game's picks.
    """

    game: Ints
    seat: Ints
    round: Ints
    option: Ints


@dataclass(frozen=True)
class Slice:
    """Some games of a scenario, each of a round at least: one that ended in the set-up has no course. `games` and `block` are
    places among those of the scenario, `standings` as `stats.course.pad` makes them, `start` the standings after the set-up
    (nan where not kept), `offered` the bits of what was open to each seat (-1 where not kept)."""

    games: Ints
    block: Ints
    who: Ints
    shares: Floats
    start: Floats
    standings: Floats
    offered: Ints
    picks: Picks


class Slices:
    """The slices of a scenario, as often as they are wanted. `options` maps the events that pick one, as (what, item), to its
    number; without any no events are read."""

    def __init__(self, scenario: Scenario, options: Mapping[tuple[str, str], int] = NONE) -> None:
        self.scenario = scenario
        self.options = options if "events" in scenario.run.tables else NONE
        shape = -1, scenario.seats
        self.offered = (scenario.seat_values(["offered"])["offered"].reshape(shape) if self.options
                        else np.broadcast_to(np.int64(-1), (scenario.games, scenario.seats)))

    @property
    def known(self) -> bool:
        """Whether it is known of every seat what was open to it."""
        return bool((self.offered >= 0).all())

    def __iter__(self) -> Iterator[Slice]:
        columns = {"rounds": ROUNDS, **({"events": EVENTS} if self.options else {})}
        rounds: list[Any] = []
        events: list[Any] = []
        for piece in self.scenario.run.pieces(columns, self.scenario.number):
            rounds.append(numbers_of(piece["rounds"], ROUNDS))
            if self.options:
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
        kept = (place >= 0) & (self.scenario.rounds.ravel()[place] > 0)
        if not kept.all():
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
                    self.offered[games], self._picks(games, events))

    def _options_of(self, table: Any) -> Any:
        """The events that pick something: game ids, rounds, seats, options."""
        ids, round, seat, what, item = numbers_of(table, EVENTS)
        kinds, items = labels(table, "what"), labels(table, "item")
        taking = {what for what, _ in self.options}
        kept = np.isin(what, [n for n, kind in enumerate(kinds) if kind in taking]) & (round > 0) & (seat >= 0)
        what, item = what[kept].astype(np.int64), item[kept].astype(np.int64)
        pairs, which = np.unique(what * (len(items) + 1) + item + 1, return_inverse=True)
        codes = [self.options.get((kinds[kind], ["", *items][item]), -1) for kind, item in
                 (divmod(pair, len(items) + 1) for pair in pairs.tolist())]
        option = np.array(codes, dtype=np.int64)[which]
        known = option >= 0
        return ids[kept][known], round[kept][known], seat[kept][known], option[known]

    def _picks(self, games: Ints, events: list[Any]) -> Picks:
        """The first pick of each option by each seat of the games."""
        none = np.zeros(0, dtype=np.int64)
        if not events:
            return Picks(none, none, none, none)
        ids, round, seat, option = (np.concatenate(column).astype(np.int64) for column in zip(*events, strict=True))
        place = self.scenario.places(ids)
        kept = place >= 0
        game, round, seat, option = np.searchsorted(games, place[kept]), round[kept] - 1, seat[kept], option[kept]
        key = (game * self.scenario.seats + seat) * len(self.options) + option
        order = np.lexsort((round, key))
        first = order[np.diff(key[order], prepend=-1) != 0]
        return Picks(game[first], seat[first], round[first], option[first])


def numbers_of(table: Any, columns: Sequence[str]) -> list[Any]:
    """Columns of a table as numpy arrays, as narrow as they are stored."""
    return [values(table.column(name)) for name in columns]
