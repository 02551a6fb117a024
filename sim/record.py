"""What is recorded of a game: the declaration of a game's columns, and the recorder that fills flat int rows.

Every row begins with the number of its game in the recorder; whoever stores the rows adds what the table needs more.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i32, i64

LEVELS: Final = ("none", "games", "rounds", "decisions")
"""How much is recorded, from nothing to every decision."""


@final
class Column:
    """A column of a game, declared once with its sentence.

    kind: `count` (an int), `flag` (0 or 1), `code` (a place in `labels`, -1 is null), `bits` (a set of up to 62 labels).
    A `per_round` column of the rounds table is a counter: the game gives its total, the table holds what came in that round.
    In a count with `null` -1 stands for none, and the table holds null.
    """

    def __init__(self, name: str, kind: str, sentence: str, labels: Sequence[str] = (), core: bool = False,
                 per_round: bool = False, null: bool = False) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.sentence: Final = sentence
        self.labels: Final[tuple[str, ...]] = tuple(labels)
        self.core: Final = core
        self.per_round: Final = per_round
        self.null: Final = null

    def __repr__(self) -> str:
        return f"<Column {self.name}: {self.kind}>"


def count(name: str, sentence: str, core: bool = False, per_round: bool = False, null: bool = False) -> Column:
    """A column of whole numbers; with `null` -1 is none."""
    return Column(name, "count", sentence, (), core, per_round, null)


def flag(name: str, sentence: str, core: bool = False) -> Column:
    """A column of yes and no."""
    return Column(name, "flag", sentence, (), core)


def code(name: str, sentence: str, labels: Sequence[str], core: bool = False) -> Column:
    """A column of one label out of a list, or none (-1)."""
    return Column(name, "code", sentence, labels, core)


def bits(name: str, sentence: str, labels: Sequence[str], core: bool = False) -> Column:
    """A column of sets of labels, at most 62."""
    return Column(name, "bits", sentence, labels, core)


@final
class Columns:
    """The columns that a game adds to the tables, equal for all its options and numbers of seats.

    games: `g_*`. seats: the score's parts `score_*`, which add up to the score, and counters `x_*`.
    rounds: `x_*` of each seat, and `g_*` of no seat, repeated.
    """

    def __init__(self, games: Sequence[Column], seats: Sequence[Column], rounds: Sequence[Column]) -> None:
        self.games: Final[tuple[Column, ...]] = tuple(games)
        self.seats: Final[tuple[Column, ...]] = tuple(seats)
        self.rounds: Final[tuple[Column, ...]] = tuple(rounds)

    def chosen(self, columns: str | Sequence[str]) -> list[int]:
        """Places in `rounds` of `"core"`, `"full"` or named columns. KeyError for an unknown name."""
        if columns == "full":
            return list(range(len(self.rounds)))
        if columns == "core":
            return [n for n, column in enumerate(self.rounds) if column.core]
        places = {column.name: n for n, column in enumerate(self.rounds)}
        return sorted([places[name] for name in columns])


GAME_WIDTH: Final = 8       # game, rounds, turns, decisions, forced, first trigger, triggers, digest; then the game's own
SEAT_WIDTH: Final = 6       # game, seat, score, tiebreak, rank, offered; then the game's own
ROUND_WIDTH: Final = 5      # game, round, seat, standing, leader; then the chosen ones
EVENT_WIDTH: Final = 7      # game, round, turn, seat, what, item, amount
DECISION_WIDTH: Final = 8   # game, step, round, seat, node, action, n_legal, forced
NOTHING: Final = vec[i64]()


HALF: Final = 0x80000000
"""A number fits into a cell from -HALF to HALF - 1."""
LINE: Final = 16
"""Cells in a line of the processor's cache. A column has room for an odd number of lines: were it a power of two, the cells of
a row would lie in the same few places of the cache and drive each other out."""


@final
class Sheet:
    """Rows of ints, column by column in one vec, so that a column lies in one piece and goes into the tables as it is.

    Column c of row r is `cells[c * room + r]`; `rows` rows are filled. Nearly all numbers are small, so cells are narrow; one
    that does not fit lies in `large`, as its row and column (row * width + column) and itself. The vecs are used again.
    """

    def __init__(self, width: int) -> None:
        self.width: i64 = width
        self.rows: i64 = 0
        self.room: i64 = 5 * LINE
        self.cells: vec[i32] = vec[i32]([i32(0)] * (5 * LINE * width))
        self.large: vec[i64] = vec[i64]()

    def add(self, head: vec[i64], rest: vec[i64]) -> None:
        """Add a row that begins with all of `head` and ends with all of `rest`."""
        if self.rows == self.room:
            self._grow()
        self._put(self.rows, head)
        if len(rest) > 0:
            self._put(self.rows + len(head) * self.room, rest)
        self.rows += 1

    def _put(self, place: i64, values: vec[i64]) -> None:
        room, cells = self.room, self.cells
        for value in values:
            if (value + HALF) >> 32 == 0:
                cells[place] = i32(value)
            else:
                self._put_large(place, value)
            place += room

    def _put_large(self, place: i64, value: i64) -> None:
        self.large = append(append(self.large, self.rows * self.width + place // self.room), value)

    def _grow(self) -> None:
        """Twice the room and a line; columns move apart, the last one first."""
        old: i64 = self.room
        self.cells = extend(extend(self.cells[:], self.cells), vec[i32]([i32(0)] * int(LINE * self.width)))
        self.room = 2 * old + LINE
        cells = self.cells
        for column in range(self.width - 1, i64(0), i64(-1)):
            for row in range(self.rows):
                cells[column * self.room + row] = cells[column * old + row]

    def cut(self, rows: i64) -> None:
        """Forget all rows but the first ones; the room stays."""
        self.rows = rows
        keep: i64 = len(self.large)
        while keep > 0 and self.large[keep - 2] >= rows * self.width:
            keep -= 2
        if keep < len(self.large):
            self.large = self.large[:keep]

    def all(self) -> list[list[int]]:
        """All rows, for tests and people."""
        width, room, cells, large = int(self.width), int(self.room), self.cells, self.large
        rows = [[int(cells[column * room + row]) for column in range(width)] for row in range(int(self.rows))]
        for n in range(0, len(large), 2):
            rows[int(large[n]) // width][int(large[n]) % width] = int(large[n + 1])
        return rows


@final
class Recorder:
    """Rows of all games of a part, as ints in a sheet a table."""

    def __init__(self, level: str, columns: Columns, seats: int, chosen: Sequence[int] = ()) -> None:
        self.level: Final = level
        self.keeps_games: Final[bool] = level != "none"
        self.keeps_rounds: Final[bool] = level == "rounds" or level == "decisions"
        self.keeps_decisions: Final[bool] = level == "decisions"
        self.full: Final[bool] = any([not columns.rounds[n].core for n in chosen])
        self.chosen: vec[i64] = vec[i64]([i64(n) for n in chosen])
        self.counters: vec[i64] = vec[i64]([i64(1 if columns.rounds[n].per_round else 0) for n in chosen])
        counting = any([columns.rounds[n].per_round for n in chosen])
        self.as_given: Final[bool] = list(chosen) == list(range(len(chosen))) and not counting
        self.before: vec[i64] = vec[i64]([i64(0)] * (seats * len(chosen) if counting else 0))
        self.values: vec[i64] = vec[i64]([i64(0)] * len(chosen))       # a row on its way to the sheet, and how it begins
        self.game_head: vec[i64] = vec[i64]([i64(0)] * GAME_WIDTH)
        self.seat_head: vec[i64] = vec[i64]([i64(0)] * SEAT_WIDTH)
        self.round_head: vec[i64] = vec[i64]([i64(0)] * ROUND_WIDTH)
        self.event: vec[i64] = vec[i64]([i64(0)] * EVENT_WIDTH)
        self.decision: vec[i64] = vec[i64]([i64(0)] * DECISION_WIDTH)
        self.standings: vec[i64] = vec[i64]([i64(0)] * seats)
        self.offered: vec[i64] = vec[i64]([i64(-1)] * seats)    # bits of the picks that were open to each seat; -1: not kept
        self.game: i64 = 0
        self.logged: i64 = -1           # mask of the event kinds that are kept; -1: not looked up yet
        self.games: Final = Sheet(GAME_WIDTH + len(columns.games))
        self.seat_rows: Final = Sheet(SEAT_WIDTH + len(columns.seats))
        self.rounds: Final = Sheet(ROUND_WIDTH + len(chosen))
        self.events: Final = Sheet(EVENT_WIDTH)
        self.decisions: Final = Sheet(DECISION_WIDTH)
        self.marks: vec[i64] = vec[i64]([i64(0)] * 6)

    def clear(self) -> None:
        """Forget all rows and count games from 0 again; the room stays."""
        for n in range(i64(6)):
            self.marks[n] = 0
        self.drop_game()

    def begin_game(self) -> None:
        """Start the rows of a new game; counters start from nothing."""
        for n in range(i64(len(self.before))):
            self.before[n] = 0
        if self.keeps_rounds:
            for seat in range(i64(len(self.offered))):
                self.offered[seat] = 0
        self.marks[0] = self.games.rows
        self.marks[1] = self.seat_rows.rows
        self.marks[2] = self.rounds.rows
        self.marks[3] = self.events.rows
        self.marks[4] = self.decisions.rows
        self.marks[5] = self.game

    def drop_game(self) -> None:
        """Forget the rows of the game that was begun last; the next one gets its number."""
        self.games.cut(self.marks[0])
        self.seat_rows.cut(self.marks[1])
        self.rounds.cut(self.marks[2])
        self.events.cut(self.marks[3])
        self.decisions.cut(self.marks[4])
        self.game = self.marks[5]

    def add_round(self, round: i64, seat: i64, standing: i64, leader: bool, values: vec[i64]) -> None:
        """One seat's row of a round, from the values of the game's round columns."""
        head = self.round_head
        head[0] = self.game
        head[1] = round
        head[2] = seat
        head[3] = standing
        head[4] = 1 if leader else 0
        if self.as_given and len(values) == len(self.values):
            self.rounds.add(head, values)
        else:
            self.rounds.add(head, self._picked(seat, values))

    def _picked(self, seat: i64, values: vec[i64]) -> vec[i64]:
        """The values of the chosen columns; of a counter what has come since the last round."""
        chosen, counters, before, picked = self.chosen, self.counters, self.before, self.values
        first: i64 = seat * len(chosen)
        for n in range(i64(len(chosen))):
            value: i64 = values[chosen[n]]
            picked[n] = value
            if counters[n] != 0:
                picked[n] -= before[first + n]
                before[first + n] = value
        return picked

    def add_decision(self, step: i64, round: i64, seat: i64, node: i64, action: i64, n_legal: i64) -> None:
        """One applied action; it was forced if only one was legal."""
        row = self.decision
        row[0] = self.game
        row[1] = step
        row[2] = round
        row[3] = seat
        row[4] = node
        row[5] = action
        row[6] = n_legal
        row[7] = 1 if n_legal == 1 else 0
        self.decisions.add(row, NOTHING)

    def add_seat(self, seat: i64, score: i64, tiebreak: i64, rank: i64, values: vec[i64]) -> None:
        """One seat's row of the finished game."""
        head = self.seat_head
        head[0] = self.game
        head[1] = seat
        head[2] = score
        head[3] = tiebreak
        head[4] = rank
        head[5] = self.offered[seat]
        self.seat_rows.add(head, values)

    def add_events(self, events: vec[i64], logged: i64) -> None:
        """Rows of the events whose kind is in the mask `logged`, with the round and turn in which they happened."""
        round: i64 = 0
        turn: i64 = 0
        looked_at: i64 = logged | 3         # 0 and 1: a round, a turn begins
        for event in events:
            kind: i64 = event & 63
            if (looked_at >> kind) & 1 == 0:
                continue                    # nearly all of them
            if (logged >> kind) & 1 != 0:
                self._add_event(event, round, turn)
            elif kind == 0:
                round = (event >> 15) & 32767
            else:
                turn = (event >> 15) & 32767

    def _add_event(self, event: i64, round: i64, turn: i64) -> None:
        row = self.event
        seat: i64 = (event >> 6) & 7
        row[0] = self.game
        row[1] = round
        row[2] = turn
        row[3] = i64(-1) if seat == 7 else seat
        row[4] = event & 63
        row[5] = (event >> 15) & 32767
        row[6] = (event >> 30) & 32767
        self.events.add(row, NOTHING)

    def add_game(self, rounds: i64, turns: i64, decisions: i64, forced: i64, first: i64, fired: i64, digest: i64,
                 values: vec[i64]) -> None:
        """The row of the finished game; the recorder goes on with the next number."""
        head = self.game_head
        head[0] = self.game
        head[1] = rounds
        head[2] = turns
        head[3] = decisions
        head[4] = forced
        head[5] = first
        head[6] = fired
        head[7] = digest
        self.games.add(head, values)
        self.game += 1
