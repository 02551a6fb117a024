"""A run as arrays: one scenario's complete blocks, games and seats, in order. Everything the tables and figures count is here.

A block of a scenario holds the same number of games as every other; so all arrays have the shape blocks x games (x seats).
"""
from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from experiments.store import values
from reports.stats.metrics import own_margin
from reports.stats.ranks import midranks

if TYPE_CHECKING:
    from experiments.store import Run, Scenario as Planned

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Words = npt.NDArray[np.object_]
Shape = tuple[int, int, int]

HELD = 64_000_000
"""Seat values that are held at a time where many columns are looked at one by one."""
GAME_COLUMNS = ("game_id", "block", "lineup", "rounds", "turns", "decisions", "forced", "end_trigger", "truncated",
                "given")
SEAT_COLUMNS = ("game_id", "block", "seat", "strategy", "score", "rank", "win_share")


@dataclass(frozen=True)
class Scenario:
    """The complete blocks of one scenario: B blocks of g games at k seats.

    `who` is the strategy of each seat as a place in `strategies`. A mirror run of several strategies has a scenario for each.
    """

    number: int
    seats: int
    variant: str
    cell: str
    strategies: tuple[str, ...]
    blocks: Ints
    lineups: Ints
    game_ids: Ints
    rounds: Ints
    turns: Ints
    decisions: Ints
    forced: Ints
    end_trigger: Words
    truncated: Flags
    given: Ints
    who: Ints
    score: Ints
    rank: Ints
    share: Floats
    planned: Planned = field(repr=False)
    run: Run = field(repr=False)

    @property
    def n_blocks(self) -> int:
        return len(self.blocks)

    @property
    def per_block(self) -> int:
        """Games in each block."""
        return int(self.who.shape[1])

    @property
    def games(self) -> int:
        return self.n_blocks * self.per_block

    @property
    def equal(self) -> float:
        """The win share of a seat when all are alike."""
        return 1.0 / self.seats

    @property
    def tied(self) -> int:
        """Games won by more than one seat."""
        return int(np.sum((self.share > 0).sum(axis=2) > 1))

    @cached_property
    def mirror(self) -> bool:
        """Whether each table held one strategy alone, so that there is nothing to compare but seats."""
        return bool(((self.copies > 0).sum(axis=1) <= 1).all())

    @cached_property
    def strata(self) -> Ints | None:
        """The line-up of each block, for estimates that give each line-up the same weight; None where there is one, or where
        one has a single block."""
        counts = np.unique(self.lineups, return_counts=True)[1]
        return self.lineups if len(counts) > 1 and counts.min() > 1 else None

    @cached_property
    def copies(self) -> Ints:
        """B x strategies: how many seats each strategy holds at the tables of a block."""
        return np.asarray(self._sums(np.ones(self.who[:, :1].shape), self.who[:, :1]), dtype=np.int64)

    @cached_property
    def midrank(self) -> Floats:
        """The mean of the places that a tied group fills: 1, 2.5, 2.5, 4."""
        return self._by_game(midranks, self.rank)

    @cached_property
    def margin(self) -> Floats:
        """Each seat's score less the best of the others."""
        return self._by_game(own_margin, self.score)

    def _by_game(self, measure: Callable[[Any], Floats], values: Ints) -> Floats:
        return np.asarray(measure(values.reshape(-1, self.seats)), dtype=np.float64).reshape(values.shape)

    def by_strategy(self, values: Floats | Ints) -> Floats:
        """B x strategies: the mean of a seat value over the seats of each strategy in a block; nan where it did not play."""
        with np.errstate(invalid="ignore", divide="ignore"):
            means = self._sums(values, self.who) / (self.copies * self.per_block)
        return np.where(self.copies > 0, means, np.nan)

    def by_seat(self, values: Floats) -> Floats:
        """B x k: the mean over a block's games of a seat value."""
        return np.asarray(values.mean(axis=1), dtype=np.float64)

    def of_strategy(self, values: npt.NDArray[Any], strategy: int) -> npt.NDArray[Any]:
        """All seat values of one strategy, in one row."""
        return np.asarray(values[self.who == strategy])

    def games_of(self, strategy: int) -> int:
        """How many games a strategy played in."""
        return int((self.copies[:, strategy] > 0).sum()) * self.per_block

    def _sums(self, values: Floats | Ints, who: Ints) -> Floats:
        blocks, kinds = len(who), len(self.strategies)
        places = np.arange(blocks)[:, None, None] * kinds + who
        weights = np.asarray(values, dtype=np.float64).ravel()
        sums: Floats = np.bincount(places.ravel(), weights=weights, minlength=blocks * kinds).astype(np.float64)
        return sums.reshape(blocks, kinds)

    def digests(self) -> Ints:
        """B x g: the hash of the whole course of each game."""
        table = self.run.table("games", columns=["game_id", "block", "digest"], scenario=self.number)
        keep = np.isin(ints(table, "block"), self.blocks)
        order = np.argsort(ints(table, "game_id")[keep], kind="stable")
        return ints(table, "digest")[keep][order].reshape(self.game_ids.shape)

    def seat_values(self, names: Sequence[str]) -> dict[str, Ints]:
        """Columns of the seats table as B x g x k arrays; null is -1."""
        return dict(self.each_seat_value(names))

    def each_seat_value(self, names: Sequence[str]) -> Iterator[tuple[str, Ints]]:
        """The same one by one: of a long run only some columns are held at a time."""
        many = max(1, HELD // max(1, self.who.size))
        for first in range(0, len(names), many):
            some = names[first:first + many]
            table = self.run.table("seats", columns=list(some), scenario=self.number)
            for name in some:
                column = ints(table, name)
                yield name, (column if self._order is None else column[self._order]).reshape(self.who.shape)

    @cached_property
    def _order(self) -> Ints | None:
        """The rows of the seats table that the arrays hold, in the arrays' order; None if these are all in the table's own."""
        table = self.run.table("seats", columns=["game_id", "block", "seat"], scenario=self.number)
        place, kept = ints(table, "game_id") * 16 + ints(table, "seat"), np.isin(ints(table, "block"), self.blocks)
        if kept.all() and (np.diff(place) > 0).all():
            return None
        rows = np.flatnonzero(kept)
        return np.asarray(rows[np.argsort(place[rows], kind="stable")], dtype=np.int64)

    def places(self, ids: Ints) -> Ints:
        """The place of each row's game among all games of complete blocks, -1 for others; rows of a game lie together."""
        first = np.flatnonzero(np.diff(ids, prepend=ids[:1] - 1))
        flat, wanted = self.game_ids.ravel(), ids[first]
        place = np.minimum(np.searchsorted(flat, wanted), max(0, len(flat) - 1))
        there = flat[place] == wanted if len(flat) else np.zeros(len(wanted), dtype=bool)
        return np.repeat(np.where(there, place, -1), np.diff(first, append=len(ids)))

    def rows(self, name: str, columns: Sequence[str]) -> Iterator[Rows]:
        """Rows of a long table that belong to complete blocks, part by part."""
        for piece in self.run.pieces({name: ["game_id", "seat", *columns]}, self.number):
            yield self._rows(piece[name], columns)

    def _rows(self, table: Any, columns: Sequence[str]) -> Rows:
        game = self.places(ints(table, "game_id"))
        keep = game >= 0
        game, seat = game[keep], ints(table, "seat")[keep]
        strategy = np.where(seat >= 0, self.who.reshape(-1, self.seats)[game, np.maximum(seat, 0)], -1)
        return Rows(game, strategy, {column: ints(table, column)[keep] for column in columns},
                    {column: labels(table, column) for column in columns})


@dataclass(frozen=True)
class Rows:
    """Rows of a long table: the place of each one's game, its strategy (-1: no seat's), its columns as numbers.

    A column of codes holds places in its `labels`, which each part has its own of.
    """

    game: Ints
    strategy: Ints
    columns: dict[str, Ints]
    labels: dict[str, list[str]]


def ints(table: Any, name: str) -> Ints:
    """A column of whole numbers, flags or codes (places in `labels`); null is -1."""
    return values(table.column(name)).astype(np.int64)


def labels(table: Any, name: str) -> list[str]:
    """What the codes of a column stand for; empty for a column of numbers."""
    column = table.column(name)
    if not hasattr(column.type, "value_type") or not column.num_chunks:
        return []
    return [str(word) for word in column.chunk(0).dictionary.to_pylist()]


def texts(table: Any, name: str) -> tuple[list[str], Ints]:
    """A column of codes as its labels with the empty text after them, and for each row which of them it is."""
    names = [*labels(table, name), ""]
    codes = ints(table, name)
    return names, np.where(codes >= 0, codes, len(names) - 1)


@dataclass(frozen=True)
class Contents:
    """All scenarios of a run; how many blocks are planned and finished in them, and how many finished ones lack a game."""

    run: Run = field(repr=False)
    scenarios: tuple[Scenario, ...]
    planned: int
    finished: int
    left_out: int

    @property
    def games(self) -> int:
        return sum(scenario.games for scenario in self.scenarios)

    @property
    def blocks(self) -> int:
        return sum(scenario.n_blocks for scenario in self.scenarios)

    @property
    def strategies(self) -> tuple[str, ...]:
        """All strategies of the run, in the order of the plan."""
        return tuple(dict.fromkeys(name for scenario in self.scenarios for name in scenario.strategies))


def nothing(contents: Contents) -> str:
    """Why there is nothing to report, in words."""
    folder = contents.run.folder.as_posix()
    if not contents.finished:
        return f"{folder} holds no finished block; there is nothing to report yet."
    return (f"{folder} holds no complete block: each of the {contents.finished:,} finished lacks a game.\n"
            f"  evenhand report {shlex.quote(folder)} --failures")


def read(run: Run) -> Contents:
    """All scenarios of a run, those without a complete block too."""
    scenarios = [_scenario(run, planned) for planned in run.plan.scenarios]
    finished = sum(len(run.finished_blocks(planned.number)) for planned in run.plan.scenarios)
    return Contents(run, tuple(part for scenario in scenarios for part in _alone(scenario)),
                    sum(planned.blocks for planned in run.plan.scenarios), finished,
                    finished - sum(scenario.n_blocks for scenario in scenarios))


def _alone(scenario: Scenario) -> list[Scenario]:
    """A mirror run of several strategies as a scenario for each, since nothing in it compares them."""
    if not scenario.mirror or len(scenario.strategies) < 2:
        return [scenario]
    first = scenario.who[:, 0, 0]
    parts = []
    for place, name in enumerate(scenario.strategies):
        mine = first == place
        arrays = {key: getattr(scenario, key)[mine] for key in (
            "blocks", "lineups", "game_ids", "rounds", "turns", "decisions", "forced", "end_trigger", "truncated", "given",
            "score", "rank", "share")}
        parts.append(replace(scenario, strategies=(name,), who=np.zeros_like(scenario.who[mine]), **arrays))
    return parts


def _scenario(run: Run, planned: Planned) -> Scenario:
    number = planned.number
    games = run.table("games", columns=list(GAME_COLUMNS), scenario=number)
    blocks, counts = np.unique(ints(games, "block"), return_counts=True)
    whole = blocks[counts == planned.games_per_block]
    keep = np.isin(ints(games, "block"), whole)
    order = np.argsort(ints(games, "game_id")[keep], kind="stable")
    shape = (len(whole), planned.games_per_block)

    def of_game(name: str) -> Ints:
        return ints(games, name)[keep][order].reshape(shape)

    triggers, codes = texts(games, "end_trigger")
    strategies, who, seats = _seats(run, planned, whole, (*shape, planned.seats))
    cell = ", ".join(f"{name.rpartition(':')[2]}={value}" for name, value in planned.cell.items())
    return Scenario(
        number=number, seats=planned.seats, variant=planned.variant, cell=cell, strategies=strategies, blocks=whole,
        lineups=of_game("lineup")[:, 0], game_ids=of_game("game_id"), rounds=of_game("rounds"), turns=of_game("turns"),
        decisions=of_game("decisions"), forced=of_game("forced"),
        end_trigger=np.array(triggers, dtype=object)[codes][keep][order].reshape(shape), truncated=of_game("truncated") == 1,
        given=of_game("given"), who=who, score=seats["score"], rank=seats["rank"], share=seats["win_share"], planned=planned,
        run=run)


def _seats(run: Run, planned: Planned, whole: Ints, shape: Shape) -> tuple[tuple[str, ...], Ints, dict[str, Any]]:
    """The strategies in the order of the plan, who sat where, and the columns of the seats."""
    table = run.table("seats", columns=list(SEAT_COLUMNS), scenario=planned.number)
    keep = np.isin(ints(table, "block"), whole)
    order = np.lexsort((ints(table, "seat")[keep], ints(table, "game_id")[keep]))
    columns: dict[str, Any] = {name: ints(table, name)[keep][order].reshape(shape) for name in ("score", "rank")}
    columns["win_share"] = values(table.column("win_share"))[keep][order].reshape(shape)
    found, codes = texts(table, "strategy")
    codes = codes[keep][order].reshape(shape)
    used = [found[code] for code in np.unique(codes)]
    names = [name for name in dict.fromkeys(planned.strategies) if name in used]
    names += [name for name in used if name not in names]
    places = np.array([names.index(name) if name in names else -1 for name in found], dtype=np.int64)
    return tuple(names), places[codes], columns

