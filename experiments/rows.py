"""From the recorder's flat ints to the tables of a run, by whole columns.

The recorder counts the games it has finished; what else a row must say (block, strategy, ...) is known from the plan and joined
here.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from experiments.arrays import codes, numbers, texts
from experiments.experiment import Experiment
from experiments.plan import Scenario, Seating
from experiments.schemas import BY_LEVEL, own_columns, schema, triggers
from sim.core import Game
from sim.record import DECISION_WIDTH, EVENT_WIDTH, GAME_WIDTH, ROUND_WIDTH, SEAT_WIDTH, Column, Recorder

Ints = npt.NDArray[np.integer[Any]]
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

    def __init__(self, experiment: Experiment, game: Game, scenario: Scenario) -> None:
        self.experiment = experiment
        self.game = game
        self.scenario = scenario
        level = experiment.level
        self.schemas = {table: schema(table, game, level, experiment.columns) for table in BY_LEVEL[level]}
        self.codes = {text: code for code, text in enumerate(dict.fromkeys(scenario.strategies))}
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        chosen = self.game.columns.chosen(self.experiment.columns)
        self.recorder = Recorder(self.experiment.level, self.game.columns, self.scenario.seats, chosen)
        self.games: list[tuple[Seating, tuple[int, ...], int]] = []
        self.failures: list[Failed] = []
        self.timings: list[tuple[int, int, int, int, int]] = []

    def note(self, seating: Seating, slots: tuple[int, ...], first_place: int) -> None:
        """Tell whose game the recorder has just finished, if it has: who sat in each seat, and which place began."""
        while len(self.games) < self.recorder.game:
            self.games.append((seating, slots, first_place))

    def take(self) -> dict[str, pa.RecordBatch]:
        """The tables of all games so far; the rows begin anew."""
        makers = {"games": self._games, "seats": self._seats, "rounds": self._rounds, "events": self._events,
                  "decisions": self._decisions, "failures": self._failures, "timings": self._timings}
        self._known()
        made = {table: pa.RecordBatch.from_arrays(self._typed(table, makers[table]()), schema=schema)
                for table, schema in self.schemas.items()}
        self.clear()
        return made

    def _known(self) -> None:
        """What the plan knows of each game, as arrays by the recorder's numbers."""
        seatings = [seating for seating, _, _ in self.games]
        self.ids = np.array([seating.game_id for seating in seatings], dtype=np.int64)
        self.blocks = np.array([seating.block for seating in seatings], dtype=np.int64)
        seats = self.scenario.seats
        self.slots = np.array([slots for _, slots, _ in self.games], dtype=np.int8).reshape(-1, seats)
        places = [[self.codes[seating.specs[slot]] for slot in slots] for seating, slots, _ in self.games]
        self.strategies = np.array(places, dtype=np.int16).reshape(-1, seats)

    def _games(self) -> list[Any]:
        own = own_columns("games", self.game)
        rows = matrix(self.recorder.games, GAME_WIDTH + len(own))
        place, seats = rows[:, 0], self.scenario.seats
        ranks = matrix(self.recorder.seat_rows, SEAT_WIDTH + len(self.game.columns.seats))[:, 4].reshape(-1, seats)
        names = triggers(self.game)
        truncated = rows[:, 5] == names.index(CAP) if CAP in names else np.zeros(len(rows), dtype=bool)
        winners = np.where(truncated, 0, (ranks == 1) @ (1 << np.arange(seats)))
        seatings = [self.games[number] for number in place]
        return [self.ids[place], self._constant(self.scenario.number, rows), self._variant(rows), self._constant(seats, rows),
                np.array([seating.line_up for seating, _, _ in seatings], dtype=np.int64), self.blocks[place],
                np.array([seating.rotation for seating, _, _ in seatings], dtype=np.int64),
                np.array([first for _, _, first in seatings], dtype=np.int64),
                rows[:, 1], rows[:, 2], rows[:, 3], rows[:, 4], codes(rows[:, 5], names), rows[:, 6], winners, truncated,
                rows[:, 7], *owned(rows[:, GAME_WIDTH:], own)]

    def _seats(self) -> list[Any]:
        own = own_columns("seats", self.game)
        rows = matrix(self.recorder.seat_rows, SEAT_WIDTH + len(own))
        first = (rows[:, 4] == 1).reshape(-1, self.scenario.seats)
        shares = (first / np.maximum(first.sum(axis=1, keepdims=True), 1)).ravel()
        game, seat = rows[:, 0], rows[:, 1]
        return [*self._common(rows), seat, self.slots[game, seat], self._strategy(game, seat), rows[:, 2], rows[:, 3],
                rows[:, 4], shares, *owned(rows[:, SEAT_WIDTH:], own)]

    def _rounds(self) -> list[Any]:
        own = own_columns("rounds", self.game, self.experiment.columns)
        rows = matrix(self.recorder.rounds, ROUND_WIDTH + len(own))
        game, seat = rows[:, 0], rows[:, 2]
        return [*self._common(rows), rows[:, 1], seat, self._strategy(game, seat), rows[:, 3], rows[:, 4] == 1,
                *owned(rows[:, ROUND_WIDTH:], own)]

    def _events(self) -> list[Any]:
        rows = matrix(self.recorder.events, EVENT_WIDTH)
        kinds = self.game.event_kinds
        words = tuple(kind.word if kind is not None else "" for kind in kinds)
        every = tuple(dict.fromkeys(item for kind in kinds if kind is not None for item in kind.items))
        width = max([len(kind.items) for kind in kinds if kind is not None], default=0)
        lookup = np.full((len(kinds), width + 1), -1, dtype=np.int64)
        for number, kind in enumerate(kinds):
            if kind is not None:
                lookup[number, :len(kind.items)] = [every.index(item) for item in kind.items]
        items = lookup[rows[:, 4], np.minimum(rows[:, 5], width)]
        return [self.ids[rows[:, 0]], rows[:, 1], rows[:, 2], rows[:, 3], codes(rows[:, 4], words), codes(items, every),
                rows[:, 6]]

    def _decisions(self) -> list[Any]:
        rows = matrix(self.recorder.decisions, DECISION_WIDTH)
        return [self.ids[rows[:, 0]], rows[:, 1], rows[:, 2], rows[:, 3], codes(rows[:, 4], self.game.nodes), rows[:, 5],
                rows[:, 6], rows[:, 7] == 1]

    def _failures(self) -> list[Any]:
        found = self.failures

        def numbered(name: str) -> Ints:
            return np.array([getattr(failed, name) for failed in found], dtype=np.int64)

        seatings = [failed.seating for failed in found]
        ids = np.array([seating.game_id for seating in seatings], dtype=np.int64)
        return [ids, self._constant(self.scenario.number, ids), self._variant(ids),
                np.array([seating.block for seating in seatings], dtype=np.int64), numbered("seat"),
                texts([failed.strategy for failed in found]), numbered("round"), numbered("step"),
                *(texts([getattr(failed, name) for failed in found]) for name in ("kind", "message", "traceback", "replay"))]

    def _timings(self) -> list[Any]:
        return list(np.array(self.timings, dtype=np.int64).reshape(-1, 5).T)

    def _common(self, rows: Ints) -> list[Any]:
        """game_id, scenario, variant, block."""
        return [self.ids[rows[:, 0]], self._constant(self.scenario.number, rows), self._variant(rows), self.blocks[rows[:, 0]]]

    def _constant(self, value: int, rows: Ints) -> Ints:
        return np.full(len(rows), value, dtype=np.int64)

    def _variant(self, rows: Ints) -> pa.Array:
        return codes(np.zeros(len(rows), dtype=np.int16), (self.scenario.variant,))

    def _strategy(self, game: Ints, seat: Ints) -> pa.Array:
        return codes(self.strategies[game, seat], tuple(self.codes))

    def _typed(self, table: str, columns: list[Any]) -> list[pa.Array]:
        return [column if isinstance(column, pa.Array) else numbers(column, field.type, field.name)
                for column, field in zip(columns, self.schemas[table], strict=True)]


def matrix(flat: Any, width: int) -> Ints:
    """A recorder's vec as rows, without copying."""
    if len(flat) == 0:
        return np.zeros((0, width), dtype=np.int64)
    return np.frombuffer(flat, dtype=np.int64).reshape(-1, width)


def owned(rows: Ints, columns: Sequence[Column]) -> list[Any]:
    """The game's own columns of some rows."""
    return [codes(rows[:, n], column.labels) if column.kind == "code" else
            rows[:, n] != 0 if column.kind == "flag" else rows[:, n] for n, column in enumerate(columns)]
