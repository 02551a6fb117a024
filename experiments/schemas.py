"""The tables of a run: every column with its type and a sentence, said once.

A game's own columns come from its `log.py` as counts, flags, codes and sets of labels; here they get their Arrow types. Numbers
are as narrow as their meaning allows; a code is a dictionary of its labels, null for none; a set is a mask, bit n for label n.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pyarrow as pa

from sim.core import FORFEIT, Game
from sim.record import Column

VERSION: Final = "1.1"
"""Of the tables. A reader refuses a larger first number; within one, columns are only added."""
TABLES: Final = ("games", "seats", "rounds", "events", "decisions", "failures", "timings")
BY_LEVEL: Final = {
    "none": (),
    "games": ("games", "seats", "failures", "timings"),
    "rounds": ("games", "seats", "rounds", "events", "failures", "timings"),
    "decisions": ("games", "seats", "rounds", "events", "decisions", "failures", "timings"),
}
"""The tables that each level of logging keeps."""
CODE: Final = pa.dictionary(pa.int16(), pa.string())
NULL: Final = b"null"
"""In the metadata of a column that may be null."""
KINDS: Final = {"count": pa.int32(), "flag": pa.bool_(), "code": CODE, "bits": pa.int64()}
"""Arrow types of the kinds of a game's columns."""


def column(name: str, type: pa.DataType, sentence: str, kind: str = "", null: bool = False) -> pa.Field:
    """A column with its sentence, its kind, which the type tells where none is given, and whether it may be null."""
    said: dict[bytes | str, bytes | str] = {"sentence": sentence, "kind": kind or _kind(type)}
    return pa.field(name, type, metadata={**said, NULL: "yes"} if null else said)


def _kind(type: pa.DataType) -> str:
    if pa.types.is_boolean(type):
        return "flag"
    if pa.types.is_dictionary(type):
        return "code"
    return "text" if pa.types.is_string(type) else "number" if pa.types.is_floating(type) else "count"


GAME_ID: Final = column("game_id", pa.int64(), "scenario * 2^40 + block * 128 + rotation")
SCENARIO: Final = column("scenario", pa.int32(), "seats x variant x sweep cell, numbered from 0; then all once more for each "
                         "gift and forced option")
VARIANT: Final = column("variant", CODE, "the variant's name, and the gift or forced option with which it was played once more")
BLOCK: Final = column("block", pa.int64(), "one line-up with one seed; the same number has the same luck in all scenarios")
SEAT: Final = column("seat", pa.int8(), "0..k-1 in turn order; seat 0 begins")
STRATEGY: Final = column("strategy", CODE, "the strategy that sat there")
ROUND: Final = column("round", pa.int16(), "the round, from 1; 0 is the position after set-up")

COMMON: Final[dict[str, tuple[pa.Field, ...]]] = {
    "games": (
        GAME_ID, SCENARIO, VARIANT,
        column("seats", pa.int8(), "how many played"),
        column("lineup", pa.int32(), "the line-up's number among those of the scenario"),
        BLOCK,
        column("rotation", pa.int16(), "which game of its block"),
        column("first_place", pa.int8(), 'the place that began by the game\'s own draw; -1 under start = "rotate"'),
        column("rounds", pa.int16(), "rounds that were begun"),
        column("turns", pa.int32(), "turns that were begun"),
        column("decisions", pa.int32(), "choices among at least two legal actions"),
        column("forced", pa.int32(), "moves without a choice, applied without asking"),
        column("end_trigger", CODE, "what ended the game; the first of several", null=True),
        column("end_triggers", pa.int64(), "everything that ended the game", "bits"),
        column("winners", pa.int8(), "the seats of rank 1; empty if the game was cut off", "bits"),
        column("truncated", pa.bool_(), "the game was cut off by max_rounds"),
        column("given", pa.int16(), "how much of the experiment's gift was handed over; 0 without one, or if it came too late"),
        column("digest", pa.int64(), "hash of the whole course of the game"),
    ),
    "seats": (
        GAME_ID, SCENARIO, VARIANT, BLOCK, SEAT,
        column("slot", pa.int8(), "the strategy's place in the line-up"),
        STRATEGY,
        column("score", pa.int32(), "the final score"),
        column("tiebreak", pa.int32(), "what decides between equal scores"),
        column("rank", pa.int8(), "1 is first; equal seats share a rank and the next is left out (1, 1, 3)"),
        column("win_share", pa.float64(), "1 for a sole winner, 1/m for each of m tied winners"),
        column("offered", pa.int64(), "what was open to the seat at some decision, forced ones too; null where rounds are not "
               "logged, and in older runs", "bits", null=True),
    ),
    "rounds": (
        GAME_ID, SCENARIO, VARIANT, BLOCK, ROUND, SEAT, STRATEGY,
        column("standing", pa.int32(), "the score if the game ended now"),
        column("leader", pa.bool_(), "nobody stands higher"),
    ),
    "events": (
        GAME_ID, ROUND,
        column("turn", pa.int32(), "the turn, from 0"),
        column("seat", pa.int8(), "who did it; -1: nobody"),
        column("what", CODE, "what happened"),
        column("item", CODE, "with what", null=True),
        column("amount", pa.int32(), "how much or how many"),
    ),
    "decisions": (
        GAME_ID,
        column("step", pa.int32(), "the action's number in the game, from 0"),
        ROUND, SEAT,
        column("phase", CODE, "the kind of decision"),
        column("action", pa.int32(), "the action's id; catalogue.parquet has its words"),
        column("n_legal", pa.int32(), "how many actions were legal"),
        column("forced", pa.bool_(), "only one was legal; nobody was asked"),
    ),
    "failures": (
        GAME_ID, SCENARIO, VARIANT, BLOCK,
        column("seat", pa.int8(), "the seat whose strategy failed; -1: not known"),
        column("strategy", pa.string(), "the strategy that failed"),
        column("round", pa.int16(), "the round in which it failed; -1: not known"),
        column("step", pa.int32(), "the action's number at which it failed; -1: not known"),
        column("kind", pa.string(), "exception, illegal action, timeout, crash"),
        column("message", pa.string(), "what went wrong, and where"),
        column("traceback", pa.string(), "the strategy's own frames"),
        column("replay", pa.string(), "the command that shows it again"),
    ),
    "timings": (
        GAME_ID,
        column("seat", pa.int8(), "the seat; -1: the whole game"),
        column("decisions", pa.int32(), "choices that were asked"),
        column("cpu_us", pa.int64(), "processor time in microseconds"),
        column("wall_us", pa.int64(), "time by the clock in microseconds"),
    ),
}
CATALOGUE: Final = pa.schema([
    column("action", pa.int32(), "the action's id"),
    column("kind", pa.string(), "what kind of action it is"),
    column("args", pa.string(), "its arguments by name, as JSON"),
    column("words", pa.string(), "what the player may do"),
])


def schema(table: str, game: Game, level: str = "rounds", columns: str | Sequence[str] = "core") -> pa.Schema:
    """The schema of a table as a run writes it; `level` and `columns` are those of its experiment."""
    if table not in BY_LEVEL[level]:
        raise KeyError(f"level {level!r} keeps no table {table!r}")
    return pa.schema([*COMMON[table], *(arrow_field(own) for own in own_columns(table, game, columns))])


def own_columns(table: str, game: Game, columns: str | Sequence[str] = "core") -> list[Column]:
    """The game's own columns of a table, in order."""
    if table == "rounds":
        return [game.columns.rounds[place] for place in game.columns.chosen(columns)]
    return list({"games": game.columns.games, "seats": game.columns.seats}.get(table, ()))


def arrow_field(own: Column) -> pa.Field:
    """A game's column as an Arrow field."""
    return column(own.name, KINDS[own.kind], own.sentence, own.kind, own.null or own.kind == "code")


def labels(game: Game, name: str) -> tuple[str, ...]:
    """The labels of a set or code column, bit 0 or code 0 first; empty for other columns."""
    if name in ("end_trigger", "end_triggers"):
        return triggers(game)
    if name == "offered":
        return game.picks.labels
    for own in (*game.columns.games, *game.columns.seats, *game.columns.rounds):
        if own.name == name:
            return own.labels
    return ()


def triggers(game: Game) -> tuple[str, ...]:
    """What can end a game, in the order of the bits."""
    return (*game.triggers, FORFEIT)


def describe(game: Game) -> list[dict[str, str]]:
    """One row a column for people: table, column, type, core, meaning, labels."""
    rows = []
    for table in TABLES:
        own = {item.name: item for item in own_columns(table, game, "full")}
        for field in [*COMMON[table], *(arrow_field(item) for item in own.values())]:
            item = own.get(field.name)
            core = "" if table != "rounds" or item is None else "core" if item.core else "full"
            known = item.labels if item is not None else labels(game, field.name)
            rows.append({"table": table, "column": field.name, "type": field.metadata[b"kind"].decode(), "log": core,
                         "meaning": field.metadata[b"sentence"].decode(), "labels": ", ".join(known)})
    return rows
