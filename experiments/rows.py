"""From the recorder's flat ints to the tables of a run, by whole columns.

The recorder counts the games it has finished; what else a row must say (block, strategy, ...) is known from the plan and joined
here.
"""
from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
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
CELL: Final = np.dtype(np.int32)
"""What a number of a sheet is, if it fits."""
CRASH: Final = "crash"
"""The kind of failure of a game that ends its worker."""
BY_CHANCE: Final = ("timeout", CRASH)
"""Kinds of failures that another machine may not have."""
KNOWN: Final = 7
"""Numbers that `Rows.note` writes down of each game."""
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
        self.known = array("q")         # what the plan knows of each game, see `note`
        self.tables: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}    # who sits where comes back in many games
        self.failures: list[Failed] = []
        self.timings = array("q")       # game_id, seat, decisions, processor's and clock's time in nanoseconds; and so on

    def note(self, seating: Seating, slots: tuple[int, ...], first_place: int, given: int = 0) -> None:
        """Tell whose game the recorder has just finished, if it has: who sat in each seat, which place began, the gift."""
        if len(self.known) < self.recorder.game * KNOWN:
            game_id, block, rotation, line_up, _, specs = seating
            table = self.tables.setdefault((specs, slots), len(self.tables))
            self.known.extend((game_id, block, rotation, line_up, first_place, given, table))

    def take(self) -> dict[str, pa.RecordBatch]:
        """The tables of all games so far; the rows begin anew.

        Their columns lie where the recorder has put them: they hold until it records the next game.
        """
        makers = {"games": self._games, "seats": self._seats, "rounds": self._rounds, "events": self._events,
                  "decisions": self._decisions, "failures": self._failures, "timings": self._timings}
        self._know()
        made = {table: pa.RecordBatch.from_arrays(_typed(makers[table](), layout.schema), schema=layout.schema)
                for table, layout in self.layouts.items() if table not in IF_ANY or self.failures}
        self.clear()
        return made

    def _know(self) -> None:
        """What the plan knows of each game, as arrays by the recorder's numbers."""
        self.ids, self.blocks, self.rotations, self.line_ups, self.began, self.given, at = _fields(self.known, KNOWN)
        places = [[self.codes[specs[slot]] for slot in slots] for specs, slots in self.tables]
        seats = self.scenario.seats
        self.slots = np.array([slots for _, slots in self.tables], dtype=np.int8).reshape(-1, seats)[at]
        self.strategies = np.array(places, dtype=np.int16).reshape(-1, seats)[at]
        self.seat_rows = columns(self.recorder.seat_rows)

    def _games(self) -> list[Any]:
        own = own_columns("games", self.game)
        seats = self.scenario.seats
        sheet = self.recorder.games
        _, rounds, turns, decisions, forced, first, fired, digest, *rest = columns(sheet)
        ranks = self.seat_rows[4].reshape(-1, seats)
        names = triggers(self.game)
        truncated = first == names.index(CAP) if CAP in names else np.zeros(len(first), dtype=bool)
        winners = np.where(truncated, 0, (ranks == 1) @ (1 << np.arange(seats)))
        return [self.ids, self._scenario(len(first)), self._variant(len(first)),
                np.full(len(first), seats), self.line_ups, self.blocks, self.rotations, self.began,
                rounds, turns, decisions, forced, codes(first, names), fired, winners, truncated, self.given, digest,
                *owned(sheet, rest, own)]

    def _seats(self) -> list[Any]:
        own = own_columns("seats", self.game)
        game, seat, score, tiebreak, rank, offered, *rest = self.seat_rows
        first = (rank == 1).reshape(-1, self.scenario.seats)
        shares = (first / np.maximum(first.sum(axis=1, keepdims=True), 1)).ravel()
        common, strategy = self._of_seats(game)
        return [*common, seat, self.slots.ravel(), strategy, score, tiebreak, rank, shares,
                numbers(offered, KINDS["bits"], "offered", offered != -1), *owned(self.recorder.seat_rows, rest, own)]

    def _rounds(self) -> list[Any]:
        own = own_columns("rounds", self.game, self.experiment.columns)
        sheet = self.recorder.rounds
        game, round, seat, standing, leader, *rest = columns(sheet)
        common, strategy = self._of_seats(game)
        return [*common, round, seat, strategy, standing, leader == 1, *owned(sheet, rest, own)]

    def _events(self) -> list[Any]:
        game, round, turn, seat, what, item, amount = columns(self.recorder.events)
        words, every, lookup = _wording(self.game)
        width = lookup.shape[1]
        items = lookup.ravel().take(what * width + np.minimum(item, width - 1))
        return [np.repeat(self.ids, self._rows(game)), round, turn, seat, codes(what, words), codes(items, every), amount]

    def _decisions(self) -> list[Any]:
        game, step, round, seat, node, action, n_legal, forced = columns(self.recorder.decisions)
        ids = np.repeat(self.ids, self._rows(game))
        return [ids, step, round, seat, codes(node, self.game.nodes), action, n_legal, forced == 1]

    def _failures(self) -> list[Any]:
        found = self.failures
        return [integers([failed.seating.game_id for failed in found]), self._scenario(len(found)), self._variant(len(found)),
                integers([failed.seating.block for failed in found]), integers([failed.seat for failed in found]),
                texts([failed.strategy for failed in found]), integers([failed.round for failed in found]),
                integers([failed.step for failed in found]),
                *(texts([getattr(failed, name) for failed in found]) for name in ("kind", "message", "traceback", "replay"))]

    def _timings(self) -> list[Any]:
        ids, seats, decisions, cpu, wall = _fields(self.timings, 5)
        return [ids, seats, decisions, cpu // 1000, wall // 1000]

    def _of_seats(self, game: Ints) -> tuple[list[Any], pa.Array]:
        """game_id, scenario, variant and block, and the strategies, of rows of which all seats of a game have one, in order, as
        many times as it takes. So they come by repeating, which takes a tenth of looking each row up."""
        rows = self._rows(game)
        strategies = np.repeat(self.strategies, rows // self.scenario.seats, axis=0).ravel()
        return ([np.repeat(self.ids, rows), self._scenario(len(game)), self._variant(len(game)), np.repeat(self.blocks, rows)],
                codes(strategies, tuple(self.codes)))

    def _rows(self, game: Ints) -> Ints:
        """How many rows each game has; they lie game by game."""
        ends: Ints = np.searchsorted(game, np.arange(len(self.ids), dtype=game.dtype), side="right")
        return np.diff(ends, prepend=0)

    def _scenario(self, rows: int) -> Ints:
        return np.full(rows, self.scenario.number, dtype=np.int32)

    def _variant(self, rows: int) -> pa.Array:
        return codes(np.zeros(rows, dtype=np.int16), (self.scenario.variant,))


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


def integers(numbers: Sequence[int]) -> Ints:
    """Some numbers as an array."""
    return np.array(numbers, dtype=np.int64)


def _fields(rows: array[int], width: int) -> Ints:
    """The columns of rows that were written down one after the other."""
    return np.frombuffer(rows, dtype=np.int64).reshape(-1, width).T


def columns(sheet: Sheet) -> list[Ints]:
    """The columns of a recorder's sheet, as they lie there, until it is used again; copied if a number did not fit."""
    buffer: Any = sheet.cells
    cells = np.frombuffer(buffer, dtype=CELL).reshape(int(sheet.width), int(sheet.room))
    found: list[Ints] = list(cells[:, :int(sheet.rows)])
    if len(sheet.large):
        buffer = sheet.large
        places, large = np.frombuffer(buffer, dtype=np.int64).reshape(-1, 2).T
        rows, of = np.divmod(places, int(sheet.width))
        for column in np.flatnonzero(np.bincount(of)):
            found[column] = found[column].astype(np.int64)
            found[column][rows[of == column]] = large[of == column]
    return found


def owned(sheet: Sheet, values: Sequence[Ints], known: Sequence[Column]) -> list[Any]:
    """The game's own columns, which end the rows of a sheet. Most are counts that fit: these are cut out of the whole sheet."""
    rows, room, first = int(sheet.rows), int(sheet.room), int(sheet.width) - len(known)
    buffer: Any = sheet.cells
    cells = pa.Array.from_buffers(pa.int32(), len(buffer), [None, pa.py_buffer(buffer)])
    return [cells.slice((first + n) * room, rows) if column.kind == "count" and not column.null and value.dtype == CELL else
            _owned(value, column) for n, (value, column) in enumerate(zip(values, known, strict=True))]


def _owned(values: Ints, known: Column) -> Any:
    if known.kind == "code":
        return codes(values, known.labels)
    if known.null:
        return numbers(values, KINDS[known.kind], known.name, values != -1)
    return values != 0 if known.kind == "flag" else values
