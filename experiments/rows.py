"""From the recorder's flat ints to the tables of a run, by whole columns.

The recorder counts the games it has finished; what else a row must say (block, strategy, ...) is known from the plan and joined
here.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from experiments.arrays import codes, numbers, texts
from experiments.experiment import Experiment
from experiments.parts import IF_ANY, Layout, layout
from experiments.plan import Scenario, Seating
from experiments.schemas import BY_LEVEL, KINDS, own_columns, schema, triggers
from sim.core import Game
from sim.record import Column, Recorder, Sheet

Ints = npt.NDArray[np.integer[Any]]
SMALL: Final = np.iinfo(np.int32)
CRASH: Final = "crash"
"""The kind of failure of a game that ends its worker."""
BY_CHANCE: Final = ("timeout", CRASH)
"""Kinds of failures that another machine may not have."""
CAP: Final = "max_rounds"
"""The end trigger of a game that its cap cut off."""


@dataclass(frozen=True)
class Failed:
    """A game that a strategy failed in."""

    seating: Seating
    seat: int
    strategy: str
    round: int
    step: int
    kind: str
    message: str
    traceback: str
    replay: str


class Rows:
    """The rows of some games of one scenario, until they are taken as tables."""

    def __init__(self, experiment: Experiment, game: Game, scenario: Scenario, recorder: Recorder | None = None,
                 layouts: Mapping[str, Layout] | None = None) -> None:
        """`recorder` is one of the same seats that is free, for its memory; `layouts` are those of the experiment."""
        self.experiment = experiment
        self.game = game
        self.scenario = scenario
        self.layouts = new_layouts(experiment, game) if layouts is None else layouts
        self.codes = {text: code for code, text in enumerate(dict.fromkeys(scenario.strategies))}
        self.recorder = recorder or new_recorder(experiment, game, scenario.seats)
        self.clear()

    def clear(self) -> None:
        """Begin anew, in the same memory."""
        self.recorder.clear()
        self.games: list[tuple[Seating, tuple[int, ...], int, int]] = []
        self.failures: list[Failed] = []
        self.timings: list[tuple[int, int, int, int, int]] = []

    def note(self, seating: Seating, slots: tuple[int, ...], first_place: int, given: int = 0) -> None:
        """Tell whose game the recorder has just finished, if it has: who sat in each seat, which place began, the gift."""
        while len(self.games) < self.recorder.game:
            self.games.append((seating, slots, first_place, given))

    def take(self) -> dict[str, pa.RecordBatch]:
        """The tables of all games so far; the rows begin anew.

        Their columns lie where the recorder has put them: they hold until it records the next game.
        """
        makers = {"games": self._games, "seats": self._seats, "rounds": self._rounds, "events": self._events,
                  "decisions": self._decisions, "failures": self._failures, "timings": self._timings}
        self._known()
        made = {table: pa.RecordBatch.from_arrays(_typed(makers[table](), layout.schema), schema=layout.schema)
                for table, layout in self.layouts.items() if table not in IF_ANY or self.failures}
        self.clear()
        return made

    def _known(self) -> None:
        """What the plan knows of each game, as arrays by the recorder's numbers."""
        self.ids = integers(seating.game_id for seating, *_ in self.games)
        self.blocks = integers(seating.block for seating, *_ in self.games)
        self.seat_rows = columns(self.recorder.seat_rows)
        tables: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}     # who sits where comes back in many games
        at = integers(tables.setdefault((seating.specs, slots), len(tables)) for seating, slots, *_ in self.games)
        places = [[self.codes[specs[slot]] for slot in slots] for specs, slots in tables]
        seats = self.scenario.seats
        self.slots = np.array([slots for _, slots in tables], dtype=np.int8).reshape(-1, seats)[at].ravel()
        self.strategies = np.array(places, dtype=np.int16).reshape(-1, seats)[at].ravel()

    def _games(self) -> list[Any]:
        own = own_columns("games", self.game)
        seats = self.scenario.seats
        place, rounds, turns, decisions, forced, first, fired, digest, *rest = columns(self.recorder.games)
        ranks = self.seat_rows[4].reshape(-1, seats)
        names = triggers(self.game)
        truncated = first == names.index(CAP) if CAP in names else np.zeros(len(place), dtype=bool)
        winners = np.where(truncated, 0, (ranks == 1) @ (1 << np.arange(seats)))
        line_ups = integers(seating.line_up for seating, *_ in self.games)[place]
        rotations = integers(seating.rotation for seating, *_ in self.games)[place]
        began = integers(first for _, _, first, _ in self.games)[place]
        given = integers(given for *_, given in self.games)[place]
        return [self.ids[place], self._constant(self.scenario.number, place), self._variant(place),
                self._constant(seats, place), line_ups, self.blocks[place], rotations, began,
                rounds, turns, decisions, forced, codes(first, names), fired, winners, truncated, given, digest,
                *owned(rest, own)]

    def _seats(self) -> list[Any]:
        own = own_columns("seats", self.game)
        game, seat, score, tiebreak, rank, offered, *rest = self.seat_rows
        at = game * self.scenario.seats + seat
        first = (rank == 1).reshape(-1, self.scenario.seats)
        shares = (first / np.maximum(first.sum(axis=1, keepdims=True), 1)).ravel()
        return [*self._common(game), seat, self.slots[at], self._strategy(game, seat), score, tiebreak, rank, shares,
                numbers(offered, KINDS["bits"], "offered", offered != -1), *owned(rest, own)]

    def _rounds(self) -> list[Any]:
        own = own_columns("rounds", self.game, self.experiment.columns)
        game, round, seat, standing, leader, *rest = columns(self.recorder.rounds)
        return [*self._common(game), round, seat, self._strategy(game, seat), standing, leader == 1, *owned(rest, own)]

    def _events(self) -> list[Any]:
        game, round, turn, seat, what, item, amount = columns(self.recorder.events)
        words, every, lookup = _wording(self.game)
        items = lookup[what, np.minimum(item, lookup.shape[1] - 1)]
        return [self.ids[game], round, turn, seat, codes(what, words), codes(items, every), amount]

    def _decisions(self) -> list[Any]:
        game, step, round, seat, node, action, n_legal, forced = columns(self.recorder.decisions)
        return [self.ids[game], step, round, seat, codes(node, self.game.nodes), action, n_legal, forced == 1]

    def _failures(self) -> list[Any]:
        found = self.failures
        ids = integers(failed.seating.game_id for failed in found)
        return [ids, self._constant(self.scenario.number, ids), self._variant(ids),
                integers(failed.seating.block for failed in found), integers(failed.seat for failed in found),
                texts([failed.strategy for failed in found]), integers(failed.round for failed in found),
                integers(failed.step for failed in found),
                *(texts([getattr(failed, name) for failed in found]) for name in ("kind", "message", "traceback", "replay"))]

    def _timings(self) -> list[Any]:
        return list(np.array(self.timings, dtype=np.int64).reshape(-1, 5).T)

    def _common(self, game: Ints) -> list[Any]:
        """game_id, scenario, variant, block."""
        return [self.ids[game], self._constant(self.scenario.number, game), self._variant(game), self.blocks[game]]

    def _constant(self, value: int, like: Ints) -> Ints:
        return np.full(len(like), value, dtype=np.int32)

    def _variant(self, like: Ints) -> pa.Array:
        return codes(np.zeros(len(like), dtype=np.int16), (self.scenario.variant,))

    def _strategy(self, game: Ints, seat: Ints) -> pa.Array:
        return codes(self.strategies[game * self.scenario.seats + seat], tuple(self.codes))


@lru_cache(maxsize=4)
def _wording(game: Game) -> tuple[tuple[str, ...], tuple[str, ...], Ints]:
    """The words of the kinds of events, all labels of their items, and which of these an item of a kind has; -1 is none."""
    kinds = game.event_kinds
    words = tuple(kind.word if kind is not None else "" for kind in kinds)
    every = tuple(dict.fromkeys(item for kind in kinds if kind is not None for item in kind.items))
    width = max([len(kind.items) for kind in kinds if kind is not None], default=0)
    lookup = np.full((len(kinds), width + 1), -1, dtype=np.int16)
    for number, kind in enumerate(kinds):
        if kind is not None:
            lookup[number, :len(kind.items)] = [every.index(label) for label in kind.items]
    return words, every, lookup


def _typed(values: list[Any], schema: pa.Schema) -> list[pa.Array]:
    return [column if isinstance(column, pa.Array) else numbers(column, field.type, field.name)
            for column, field in zip(values, schema, strict=True)]


def new_layouts(experiment: Experiment, game: Game) -> dict[str, Layout]:
    """The tables that an experiment keeps."""
    return {table: layout(schema(table, game, experiment.level, experiment.columns)) for table in BY_LEVEL[experiment.level]}


def new_recorder(experiment: Experiment, game: Game, seats: int) -> Recorder:
    """A recorder of what an experiment keeps."""
    return Recorder(experiment.level, game.columns, seats, game.columns.chosen(experiment.columns))


def integers(numbers: Iterable[int]) -> Ints:
    """Some numbers as an array."""
    return np.fromiter(numbers, dtype=np.int64)


def columns(sheet: Sheet) -> list[Ints]:
    """The columns of a recorder's sheet, as they lie there, until it is used again; copied if a number did not fit."""
    buffer: Any = sheet.cells
    cells = np.frombuffer(buffer, dtype=np.int32).reshape(int(sheet.width), int(sheet.room))
    found: list[Ints] = list(cells[:, :int(sheet.rows)])
    if len(sheet.large):
        buffer = sheet.large
        places, large = np.frombuffer(buffer, dtype=np.int64).reshape(-1, 2).T
        rows, of = np.divmod(places, int(sheet.width))
        for column in np.unique(of):
            found[column] = found[column].astype(np.int64)
            found[column][rows[of == column]] = large[of == column]
    return found


def owned(values: Sequence[Ints], known: Sequence[Column]) -> list[Any]:
    """The game's own columns."""
    return [_owned(value, column) for value, column in zip(values, known, strict=True)]


def _owned(values: Ints, known: Column) -> Any:
    if known.kind == "code":
        return codes(values, known.labels)
    if known.null:
        return numbers(values, KINDS[known.kind], known.name, values != -1)
    return values != 0 if known.kind == "flag" else values
