"""What is recorded of a game: the declaration of a game's columns, and the recorder that fills flat int rows.

Every row begins with the number of its game in the recorder; whoever stores the rows adds what the table needs more.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

LEVELS: Final = ("none", "games", "rounds", "decisions")
"""How much is recorded, from nothing to every decision."""


@final
class Column:
    """A column of a game, declared once with its sentence.

    kind: `count` (an int), `flag` (0 or 1), `code` (a place in `labels`, -1 is null), `bits` (a set of up to 62 labels).
    A `per_round` column of the rounds table is a counter: the game gives its total, the table holds what came in that round.
    """

    def __init__(self, name: str, kind: str, sentence: str, labels: Sequence[str] = (), core: bool = False,
                 per_round: bool = False) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.sentence: Final = sentence
        self.labels: Final[tuple[str, ...]] = tuple(labels)
        self.core: Final = core
        self.per_round: Final = per_round

    def __repr__(self) -> str:
        return f"<Column {self.name}: {self.kind}>"


def count(name: str, sentence: str, core: bool = False, per_round: bool = False) -> Column:
    """A column of whole numbers."""
    return Column(name, "count", sentence, (), core, per_round)


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
class Recorder:
    """Rows of all games of a part, as ints in one vec a table."""

    def __init__(self, level: str, columns: Columns, seats: int, chosen: Sequence[int] = ()) -> None:
        self.level: Final = level
        self.keeps_games: Final[bool] = level != "none"
        self.keeps_rounds: Final[bool] = level == "rounds" or level == "decisions"
        self.keeps_decisions: Final[bool] = level == "decisions"
        self.seats: i64 = seats
        self.chosen: vec[i64] = vec[i64]([i64(n) for n in chosen])
        self.counters: vec[i64] = vec[i64]([i64(1 if columns.rounds[n].per_round else 0) for n in chosen])
        self.game: i64 = 0
        self.games: vec[i64] = vec[i64]()
        self.seat_rows: vec[i64] = vec[i64]()
        self.rounds: vec[i64] = vec[i64]()
        self.events: vec[i64] = vec[i64]()
        self.decisions: vec[i64] = vec[i64]()
        self.before: vec[i64] = vec[i64]([i64(0)] * (seats * len(chosen)))
        self.row: vec[i64] = vec[i64]([i64(0)] * (ROUND_WIDTH + len(chosen)))      # of one seat, before it is added
        self.marks: vec[i64] = vec[i64]([i64(0)] * 5)

    def begin_game(self) -> None:
        """Start the rows of a new game; counters start from nothing."""
        for n in range(i64(len(self.before))):
            self.before[n] = 0
        self.marks[0] = len(self.games)
        self.marks[1] = len(self.seat_rows)
        self.marks[2] = len(self.rounds)
        self.marks[3] = len(self.events)
        self.marks[4] = len(self.decisions)

    def drop_game(self) -> None:
        """Forget the rows of the game that was begun last."""
        self.games = self.games[:self.marks[0]]
        self.seat_rows = self.seat_rows[:self.marks[1]]
        self.rounds = self.rounds[:self.marks[2]]
        self.events = self.events[:self.marks[3]]
        self.decisions = self.decisions[:self.marks[4]]

    def add_round(self, round: i64, standings: vec[i64], seat: i64, values: vec[i64]) -> None:
        """One seat's row of a round, from all values of the game's round columns."""
        leader: i64 = 1
        for standing in standings:
            if standing > standings[seat]:
                leader = 0
        row = self.row
        row[0] = self.game
        row[1] = round
        row[2] = seat
        row[3] = standings[seat]
        row[4] = leader
        chosen, counters, before = self.chosen, self.counters, self.before
        place: i64 = seat * len(chosen)
        for n in range(i64(len(chosen))):
            value: i64 = values[chosen[n]]
            row[ROUND_WIDTH + n] = value
            if counters[n] != 0:
                row[ROUND_WIDTH + n] -= before[place + n]
                before[place + n] = value
        self.rounds = extend(self.rounds, row)

    def add_decision(self, step: i64, round: i64, seat: i64, node: i64, action: i64, n_legal: i64) -> None:
        """One applied action; it was forced if only one was legal."""
        rows = self.decisions
        rows = append(rows, self.game)
        rows = append(rows, step)
        rows = append(rows, round)
        rows = append(rows, seat)
        rows = append(rows, node)
        rows = append(rows, action)
        rows = append(rows, n_legal)
        self.decisions = append(rows, 1 if n_legal == 1 else 0)

    def add_seat(self, seat: i64, score: i64, tiebreak: i64, rank: i64, values: vec[i64]) -> None:
        """One seat's row of the finished game."""
        rows = self.seat_rows
        rows = append(rows, self.game)
        rows = append(rows, seat)
        rows = append(rows, score)
        rows = append(rows, tiebreak)
        rows = append(rows, rank)
        self.seat_rows = extend(rows, values)

    def add_events(self, events: vec[i64], logged: i64) -> None:
        """Rows of the events whose kind is in the mask `logged`, with the round and turn in which they happened."""
        rows = self.events
        round: i64 = 0
        turn: i64 = 0
        for event in events:
            kind: i64 = event & 63
            if kind == 0:
                round = (event >> 15) & 32767
            elif kind == 1:
                turn = (event >> 15) & 32767
            elif (logged >> kind) & 1 != 0:
                seat: i64 = (event >> 6) & 7
                rows = append(rows, self.game)
                rows = append(rows, round)
                rows = append(rows, turn)
                rows = append(rows, -1 if seat == 7 else seat)
                rows = append(rows, kind)
                rows = append(rows, (event >> 15) & 32767)
                rows = append(rows, (event >> 30) & 32767)
        self.events = rows

    def add_game(self, rounds: i64, turns: i64, decisions: i64, forced: i64, first: i64, fired: i64, digest: i64,
                 values: vec[i64]) -> None:
        """The row of the finished game; the recorder goes on with the next number."""
        rows = self.games
        rows = append(rows, self.game)
        rows = append(rows, rounds)
        rows = append(rows, turns)
        rows = append(rows, decisions)
        rows = append(rows, forced)
        rows = append(rows, first)
        rows = append(rows, fired)
        rows = append(rows, digest)
        self.games = extend(rows, values)
        self.game += 1
