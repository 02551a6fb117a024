"""What is recorded of a game: the declaration of a game's columns, and the recorder that fills flat int rows.

Every row begins with the number of its game in the recorder; whoever stores the rows adds what the table needs more.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i64

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
SEAT_WIDTH: Final = 5       # game, seat, score, tiebreak, rank; then the game's own
ROUND_WIDTH: Final = 5      # game, round, seat, standing, leader; then the chosen ones
EVENT_WIDTH: Final = 7      # game, round, turn, seat, what, item, amount
DECISION_WIDTH: Final = 8   # game, step, round, seat, node, action, n_legal, forced


@final
class Sheet:
    """Rows of ints, column by column in one vec, so that a column lies in one piece and its buffer need not be rearranged.

    Column c of row r is `cells[c * room + r]`; `rows` rows are filled. The vec is used again after `clear`.
    """

    def __init__(self, width: int) -> None:
        self.width: i64 = width
        self.rows: i64 = 0
        self.room: i64 = 64
        self.cells: vec[i64] = vec[i64]([i64(0)] * (64 * width))

    def add(self) -> i64:
        """Begin a row; returns the place of its first cell, the next one lies `room` further."""
        if self.rows == self.room:
            self._grow()
        self.rows += 1
        return self.rows - 1

    def _grow(self) -> None:
        """Twice the room; columns move apart, the last one first."""
        old: i64 = self.room
        self.cells = extend(self.cells[:], self.cells)
        self.room = 2 * old
        for column in range(self.width - 1, i64(0), i64(-1)):
            for row in range(self.rows):
                self.cells[column * self.room + row] = self.cells[column * old + row]

    def put(self, at: i64, values: vec[i64], first: i64) -> None:
        """Fill the row that begins at a place with values, from a column on."""
        room, cells = self.room, self.cells
        place: i64 = at + first * room
        for value in values:
            cells[place] = value
            place += room

    def row(self, number: int) -> list[int]:
        """One row, for tests and people."""
        return [int(self.cells[column * self.room + number]) for column in range(int(self.width))]

    def all(self) -> list[list[int]]:
        """All rows, for tests and people."""
        return [self.row(number) for number in range(int(self.rows))]


@final
class Recorder:
    """Rows of all games of a part, as ints in a sheet a table."""

    def __init__(self, level: str, columns: Columns, seats: int, chosen: Sequence[int] = ()) -> None:
        self.level: Final = level
        self.keeps_games: Final[bool] = level != "none"
        self.keeps_rounds: Final[bool] = level == "rounds" or level == "decisions"
        self.keeps_decisions: Final[bool] = level == "decisions"
        self.full: Final[bool] = any([not columns.rounds[n].core for n in chosen])
        self.seats: i64 = seats
        self.chosen: vec[i64] = vec[i64]([i64(n) for n in chosen])
        self.counters: vec[i64] = vec[i64]([i64(1 if columns.rounds[n].per_round else 0) for n in chosen])
        self.game: i64 = 0
        self.logged: i64 = -1           # mask of the event kinds that are kept; -1: not looked up yet
        self.games: Final = Sheet(GAME_WIDTH + len(columns.games))
        self.seat_rows: Final = Sheet(SEAT_WIDTH + len(columns.seats))
        self.rounds: Final = Sheet(ROUND_WIDTH + len(chosen))
        self.events: Final = Sheet(EVENT_WIDTH)
        self.decisions: Final = Sheet(DECISION_WIDTH)
        self.before: vec[i64] = vec[i64]([i64(0)] * (seats * len(chosen)))
        self.marks: vec[i64] = vec[i64]([i64(0)] * 5)

    def clear(self) -> None:
        """Forget all rows and count games from 0 again; the room stays."""
        self.game = 0
        self.games.rows = 0
        self.seat_rows.rows = 0
        self.rounds.rows = 0
        self.events.rows = 0
        self.decisions.rows = 0

    def begin_game(self) -> None:
        """Start the rows of a new game; counters start from nothing."""
        for n in range(i64(len(self.before))):
            self.before[n] = 0
        self.marks[0] = self.games.rows
        self.marks[1] = self.seat_rows.rows
        self.marks[2] = self.rounds.rows
        self.marks[3] = self.events.rows
        self.marks[4] = self.decisions.rows

    def drop_game(self) -> None:
        """Forget the rows of the game that was begun last."""
        self.games.rows = self.marks[0]
        self.seat_rows.rows = self.marks[1]
        self.rounds.rows = self.marks[2]
        self.events.rows = self.marks[3]
        self.decisions.rows = self.marks[4]

    def add_round(self, round: i64, standings: vec[i64], seat: i64, values: vec[i64]) -> None:
        """One seat's row of a round, from the values of the game's round columns."""
        leader: i64 = 1
        for standing in standings:
            if standing > standings[seat]:
                leader = 0
        sheet = self.rounds
        at = sheet.add()
        room, cells = sheet.room, sheet.cells
        cells[at] = self.game
        cells[at + room] = round
        cells[at + 2 * room] = seat
        cells[at + 3 * room] = standings[seat]
        cells[at + 4 * room] = leader
        chosen, counters, before = self.chosen, self.counters, self.before
        first: i64 = seat * len(chosen)
        at += ROUND_WIDTH * room
        for n in range(i64(len(chosen))):
            value: i64 = values[chosen[n]]
            cells[at] = value
            if counters[n] != 0:
                cells[at] -= before[first + n]
                before[first + n] = value
            at += room

    def add_decision(self, step: i64, round: i64, seat: i64, node: i64, action: i64, n_legal: i64) -> None:
        """One applied action; it was forced if only one was legal."""
        sheet = self.decisions
        at = sheet.add()
        room, cells = sheet.room, sheet.cells
        cells[at] = self.game
        cells[at + room] = step
        cells[at + 2 * room] = round
        cells[at + 3 * room] = seat
        cells[at + 4 * room] = node
        cells[at + 5 * room] = action
        cells[at + 6 * room] = n_legal
        cells[at + 7 * room] = 1 if n_legal == 1 else 0

    def add_seat(self, seat: i64, score: i64, tiebreak: i64, rank: i64, values: vec[i64]) -> None:
        """One seat's row of the finished game."""
        sheet = self.seat_rows
        at = sheet.add()
        room, cells = sheet.room, sheet.cells
        cells[at] = self.game
        cells[at + room] = seat
        cells[at + 2 * room] = score
        cells[at + 3 * room] = tiebreak
        cells[at + 4 * room] = rank
        sheet.put(at, values, SEAT_WIDTH)

    def add_events(self, events: vec[i64], logged: i64) -> None:
        """Rows of the events whose kind is in the mask `logged`, with the round and turn in which they happened."""
        round: i64 = 0
        turn: i64 = 0
        for event in events:
            kind: i64 = event & 63
            if kind == 0:
                round = (event >> 15) & 32767
            elif kind == 1:
                turn = (event >> 15) & 32767
            elif (logged >> kind) & 1 != 0:
                self._add_event(event, round, turn)

    def _add_event(self, event: i64, round: i64, turn: i64) -> None:
        sheet = self.events
        at = sheet.add()
        room, cells = sheet.room, sheet.cells
        seat: i64 = (event >> 6) & 7
        cells[at] = self.game
        cells[at + room] = round
        cells[at + 2 * room] = turn
        cells[at + 3 * room] = -1 if seat == 7 else seat
        cells[at + 4 * room] = event & 63
        cells[at + 5 * room] = (event >> 15) & 32767
        cells[at + 6 * room] = (event >> 30) & 32767

    def add_game(self, rounds: i64, turns: i64, decisions: i64, forced: i64, first: i64, fired: i64, digest: i64,
                 values: vec[i64]) -> None:
        """The row of the finished game; the recorder goes on with the next number."""
        sheet = self.games
        at = sheet.add()
        room, cells = sheet.room, sheet.cells
        cells[at] = self.game
        cells[at + room] = rounds
        cells[at + 2 * room] = turns
        cells[at + 3 * room] = decisions
        cells[at + 4 * room] = forced
        cells[at + 5 * room] = first
        cells[at + 6 * room] = fired
        cells[at + 7 * room] = digest
        sheet.put(at, values, GAME_WIDTH)
        self.game += 1
