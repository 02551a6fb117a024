"""The numbers of one side: its counted blocks, who sat where, any column by game or by seat; and the strategies of both."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from experiments.store import RunError
from reports.changes.sides import Side
from reports.names import short_names
from reports.reader import Flags, Floats, Ints, Scenario, ints
from reports.stats.blocks import block_means, by_label
from sim.faults import Fault, nearest
from strategies.specs import parse

if TYPE_CHECKING:
    from sim.core import Game

SEAT_NUMBERS = ("score", "tiebreak", "rank", "win_share")
GAME_NUMBERS = ("rounds", "turns", "decisions", "forced", "truncated")
"""Numbers of every game; each game adds its own counts and flags."""


@dataclass(frozen=True)
class Metric:
    """A column that can be compared: of seats, and so by strategy, or of games. A `share` is 0 or 1 in each game."""

    name: str
    of: Literal["seats", "games"]
    share: bool = False
    null: bool = False


def metric_of(game: Game, name: str) -> Metric:
    """The column of a name; RunError if there is none, or if it holds no numbers."""
    own = {column.name: column for column in (*game.columns.seats, *game.columns.games)}
    numbers = [column.name for column in own.values() if column.kind in ("count", "flag")]
    if name in SEAT_NUMBERS or name in GAME_NUMBERS:
        return Metric(name, "seats" if name in SEAT_NUMBERS else "games", name in ("truncated", "win_share"))
    if name in numbers:
        of: Literal["seats", "games"] = "games" if any(column.name == name for column in game.columns.games) else "seats"
        return Metric(name, of, own[name].kind == "flag", own[name].null)
    if name in own or name in ("end_trigger", "offered"):
        raise RunError(Fault("", f"the column {name!r} holds no numbers; only numbers are compared"))
    close = nearest(name, [*SEAT_NUMBERS, *GAME_NUMBERS, *numbers])
    hint = f". Did you mean {close!r}?" if close else "."
    raise RunError(Fault("", f"{game.name} has no column {name!r} of games or seats{hint}", close,
                         f"All: evenhand columns {game.name}"))


@dataclass(frozen=True)
class Arm:
    """A side with the blocks that count, B of g games at k seats."""

    side: Side
    keep: Flags

    @property
    def scenario(self) -> Scenario:
        return self.side.scenario

    @property
    def blocks(self) -> int:
        return int(self.keep.sum())

    @property
    def games(self) -> int:
        return self.blocks * self.scenario.per_block

    @property
    def block(self) -> Ints:
        """The block of each game, from 0."""
        return np.repeat(np.arange(self.blocks), self.scenario.per_block)

    @property
    def line_up(self) -> Ints | None:
        """The line-up of each block, for estimates that give each the same weight; None if there is one."""
        found = self.scenario.lineups[self.keep]
        return found if len(np.unique(found)) > 1 else None

    @cached_property
    def place(self) -> Ints:
        """B x g x k: the place of each seat's strategy in the experiment's list."""
        return self.side.place[self.keep]

    def seats(self, metric: Metric) -> Floats:
        """B x g x k: a column of the seats, nan for null."""
        name = metric.name
        kept = {"win_share": self.scenario.share, "score": self.scenario.score, "rank": self.scenario.rank}
        found = kept[name] if name in kept else self.scenario.seat_values([name])[name]
        return _numbers(found, metric)[self.keep]

    def games_of(self, metric: Metric) -> Floats:
        """B x g: a column of the games, nan for null."""
        scenario = self.scenario
        if metric.name in GAME_NUMBERS:
            return _numbers(getattr(scenario, metric.name), metric)[self.keep]
        table = scenario.run.table("games", columns=["game_id", "block", metric.name], scenario=scenario.number)
        keep = np.isin(ints(table, "block"), scenario.blocks)
        order = np.argsort(ints(table, "game_id")[keep], kind="stable")
        return _numbers(ints(table, metric.name)[keep][order].reshape(scenario.game_ids.shape), metric)[self.keep]

    def ended_by(self, trigger: str) -> Floats:
        """B x g: 1 where this ended the game first."""
        fired: Floats = np.asarray(self.scenario.end_trigger[self.keep] == trigger, dtype=np.float64)
        return fired

    # Block matrices

    def by_player(self, values: Floats, players: Sequence[Player], side: int) -> Floats:
        """B x players: the mean of a seat value over the seats of each; nan where it did not play."""
        label = np.full(self.place.shape, -1, dtype=np.int64)
        for number, player in enumerate(players):
            label[np.isin(self.place, player.places[side])] = number
        k = self.scenario.seats
        known = np.where(label >= 0, values, np.nan).reshape(-1, k)
        return by_label(known, np.maximum(label, 0).reshape(-1, k), self.block, len(players), self.blocks)

    def by_seat(self, values: Floats) -> Floats:
        """B x k: the mean of a seat value in each seat."""
        return block_means(values.reshape(-1, self.scenario.seats), self.block, self.blocks)

    def by_game(self, values: Floats) -> Floats:
        """(B, 1): the mean of a game value."""
        return block_means(values.reshape(-1, 1), self.block, self.blocks)

    def copies(self, places: Sequence[int]) -> int:
        """How many seats the strategies of some places hold at each of their tables; 0: not always as many."""
        held = np.isin(self.place[:, 0], places).sum(axis=1)
        found = np.unique(held[held > 0])
        return int(found[0]) if len(found) == 1 else 0


def _numbers(found: npt.NDArray[Any], metric: Metric) -> Floats:
    numbers = np.asarray(found, dtype=np.float64)
    return np.where(numbers < 0, np.nan, numbers) if metric.null else numbers


@dataclass(frozen=True)
class Player:
    """A strategy that plays on both sides, by its text and its places in the list of each; `copies`: see `Arm.copies`.

    The text may differ: then the second stands where the first stood. `short` is its name in sentences.
    """

    before: str
    after: str
    places: tuple[tuple[int, ...], tuple[int, ...]]
    copies: int = 0
    short: str = ""

    @property
    def replaced(self) -> bool:
        return self.before != self.after

    @property
    def item(self) -> tuple[str, str, str]:
        """What it is for programs, in a table, in a sentence."""
        return self.after, self.name, self.short

    @property
    def name(self) -> str:
        """As tables write it: with the number of seats it holds, if that is more than one."""
        return f"{self.copies} x {self.text}" if self.copies > 1 else self.text

    @property
    def text(self) -> str:
        """Its text; where only the parameters differ, without them."""
        same = self.replaced and parse(self.before).base == parse(self.after).base
        return parse(self.after).base if same else self.after


def players(before: Arm, after: Arm, by_place: bool) -> list[Player]:
    """The strategies of both sides: by their places in the two lists, or by their texts."""
    names = before.side.planned.strategies, after.side.planned.strategies
    here = [np.unique(arm.place).tolist() for arm in (before, after)]
    found: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
    if by_place:
        for place, pair in enumerate(zip(*names, strict=True)):
            if place in here[0] and place in here[1]:
                for places in found.setdefault(pair, ([], [])):
                    places.append(place)
    else:
        for name in dict.fromkeys(names[0]):
            mine, theirs = ([place for place in used if texts[place] == name] for used, texts in zip(here, names, strict=True))
            if mine and theirs:
                found[(name, name)] = (mine, theirs)
    out = []
    for (old, new), (mine, theirs) in found.items():
        held = {before.copies(mine), after.copies(theirs)}
        out.append(Player(old, new, (tuple(mine), tuple(theirs)), held.pop() if len(held) == 1 else 0))
    short = short_names(list(dict.fromkeys(player.text for player in out)), before.scenario.run.experiment.game)
    return [replace(player, short=short[player.text]) for player in out]
