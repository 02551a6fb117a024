"""When a run with [stop] is at its end: its rule follows the block values of each scenario, in order, without a gap.

A rule looks at fixed numbers of blocks only, and only once all blocks before are there. So where a run stops depends on its
games alone: not on the workers, nor on which part came first, nor on interruptions. Each scenario stops for itself.
"""
from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow.parquet as pq

from experiments.arrays import values
from experiments.experiment import Experiment, Stop
from experiments.manifest import write_whole
from experiments.parts import part_file
from experiments.plan import Part, Plan, Scenario
from experiments.sequential import Decision, Floats, Gsprt, HalfWidth, Look, Rule, look_points

FILE: Final = "stop.json"
SCHEMA: Final = "evenhand.stop/1"
DIGITS: Final = 9
"""Decimals that are written."""


@dataclass(frozen=True)
class Stopped:
    """Where a scenario has stopped: after how many blocks, and what the last look said. `open`: nothing, it was at its end."""

    scenario: int
    blocks: int
    decision: Decision
    estimate: float | None
    statistic: float | None
    """The log likelihood ratio of a test; the widest half-width of an estimation."""


class Follower:
    """Follows the rule through the blocks of one scenario."""

    def __init__(self, stop: Stop, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rule: Rule = (Gsprt(*stop.sprt, stop.alpha, stop.beta) if stop.sprt is not None
                           else HalfWidth(stop.half_width or 0.0, 1 - stop.alpha))
        self.last: Look | None = None
        self.stopped: Stopped | None = None
        self._values: Floats | None = None
        self._waiting: dict[int, Floats] = {}

    @property
    def blocks(self) -> int:
        """How many blocks are there without a gap."""
        return 0 if self._values is None else len(self._values)

    def add(self, first: int, found: Floats) -> None:
        """Take the values of the blocks from `first` on, in any order of the calls; look where a look is due."""
        self._waiting[first] = found
        while self.stopped is None and (more := self._waiting.pop(self.blocks, None)) is not None:
            before = self.blocks
            self._values = more if self._values is None else np.concatenate([self._values, more])
            self._look(before)

    def _look(self, before: int) -> None:
        assert self._values is not None
        for blocks in look_points(self.blocks, self.scenario.blocks):
            if blocks > before:
                self.last = self.rule.look(self._values[:blocks])
                if self.last.stops:
                    self.stopped = self._end(blocks)
                    return
        if self.blocks == self.scenario.blocks:
            self.stopped = self._end(self.blocks)

    def _end(self, blocks: int) -> Stopped:
        look = self.last or Look(blocks, math.nan, math.nan, "open")
        return Stopped(self.scenario.number, blocks, look.decision, _written(look.estimate), _written(look.statistic))


class Stopping:
    """Follows the rule through all scenarios of a run."""

    def __init__(self, experiment: Experiment, plan: Plan) -> None:
        assert experiment.stop is not None
        self.experiment = experiment
        self.stop: Stop = experiment.stop
        self.followers = [Follower(self.stop, scenario) for scenario in plan.scenarios]

    @property
    def done(self) -> bool:
        """Whether all scenarios have stopped."""
        return all(follower.stopped is not None for follower in self.followers)

    def add(self, part: Part, folder: Path) -> None:
        """Take a part that is written."""
        follower = self.followers[part.scenario]
        if follower.stopped is None:
            follower.add(part.first, block_values(folder, part, follower.scenario, self._target(follower.scenario)))

    def past(self, part: Part) -> bool:
        """Whether a part lies wholly behind the block at which its scenario has stopped."""
        stopped = self.followers[part.scenario].stopped
        return stopped is not None and part.first >= stopped.blocks

    def ends(self) -> dict[int, int]:
        """The blocks of each scenario that has stopped."""
        return {found.scenario: found.blocks for follower in self.followers if (found := follower.stopped) is not None}

    def write(self, folder: Path) -> None:
        """Say in the run's folder where it has stopped."""
        said = {"schema": SCHEMA, **self.stop.plain(), "target": self.stop.target,
                "scenarios": [asdict(follower.stopped) for follower in self.followers if follower.stopped is not None]}
        text = (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode()
        if not (folder / FILE).exists() or (folder / FILE).read_bytes() != text:
            write_whole(folder / FILE, text)

    def told(self) -> str:
        """What the last look says, of the scenario that is the furthest behind: `block 46  share 18.2 %  LLR -2.12 in ...`"""
        follower = min((found for found in self.followers if found.stopped is None), key=lambda found: found.blocks,
                       default=self.followers[0])
        look = follower.last
        if look is None or math.isnan(look.estimate):
            return f"block {follower.blocks:,}"
        said = f"block {look.blocks:,}  share {100 * look.estimate:.1f} %"
        if isinstance(follower.rule, Gsprt):
            low, high = follower.rule.bounds
            return f"{said}  LLR {look.statistic:+.2f} in ({low:+.2f}, {high:+.2f})"
        return f"{said}  +-{100 * look.statistic:.2f} of {100 * (self.stop.half_width or 0):g}"

    def _target(self, scenario: Scenario) -> str:
        """The target in the words of a scenario: a sweep may have changed the strategy's parameters."""
        if self.stop.target in self.experiment.strategies:
            return scenario.strategies[self.experiment.strategies.index(self.stop.target)]
        return self.stop.target


def stopped(folder: Path) -> list[Stopped]:
    """Where a run has stopped, by scenario; empty if it has not."""
    try:
        said = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return [Stopped(**scenario) for scenario in said["scenarios"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def block_values(folder: Path, part: Part, scenario: Scenario, target: str) -> Floats:
    """The win shares in each block of a part: of each seat, of a seat of each strategy, or of a seat of one strategy.

    Shape (blocks, columns), or (blocks,) for one strategy. nan where it did not play, and in a block that lacks a game.
    """
    table = pq.ParquetFile(part_file(folder, "seats", part.number)).read(columns=["block", "seat", "strategy", "win_share"])
    block = values(table.column("block")).astype(np.int64) - part.first
    if target == "seat":
        column, columns = values(table.column("seat")).astype(np.int64), scenario.seats
    else:
        names = [target] if target != "strategy" else list(dict.fromkeys(scenario.strategies))
        words = table.column("strategy").unify_dictionaries().combine_chunks()
        known = [str(word) for word in words.dictionary.to_pylist()] if len(words) else []
        place = np.array([names.index(word) if word in names else -1 for word in known] or [-1], dtype=np.int64)
        column, columns = place[values(words)], len(names)
    whole = np.bincount(block, minlength=part.blocks) == scenario.games_per_block * scenario.seats
    keep = (column >= 0) & whole[block]
    cell = block[keep] * columns + column[keep]
    sums = np.bincount(cell, values(table.column("win_share"))[keep].astype(np.float64), part.blocks * columns)
    counts = np.bincount(cell, minlength=part.blocks * columns)
    with np.errstate(invalid="ignore"):
        means: Floats = (sums / counts).reshape(part.blocks, columns)
    return means[:, 0] if target not in ("strategy", "seat") else means


def _written(number: float) -> float | None:
    return round(number, DIGITS) if math.isfinite(number) else None

