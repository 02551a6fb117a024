"""Playing a part in a worker, or one game again. What a strategy does wrong becomes a row, never the end of a run."""
from __future__ import annotations

import shlex
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from experiments.arrays import values
from experiments.experiment import Experiment
from experiments.files import as_recorded
from experiments.live import Live, Mark
from experiments.parts import PartWriter
from experiments.plan import Scenario, Seating, blocks_for, games_of
from experiments.rows import BY_CHANCE, CRASH, Failed, Rows, new_layouts, new_recorder
from experiments.tabletop import Played, Tabletop
from experiments.watchdog import Watchdog
from sim.play import Course, Policy
from sim.record import Recorder
from strategies import failures
from strategies.registry import is_ours

GROUP: Final = 600
"""After about so many games their rows are written, so that a large part needs no more memory than a small one."""


class Deadly(NamedTuple):
    """A block that has ended its worker twice, and the game it did that in; -1: not always the same."""

    block: int
    game: int


@dataclass(frozen=True)
class Task:
    """A part to play, as plain data: what a worker gets."""

    experiment: Experiment
    plan_hash: str
    sources: tuple[tuple[str, str], ...]
    """The users' files by name, each with its sha256 when the run began."""
    folder: str
    shown: str
    """The folder as the user calls it."""
    part: int
    parent: int = 0
    """The process that wants the part, if the worker is its child; it ends when that is gone."""
    skip: tuple[Deadly, ...] = ()
    """Blocks that are not played, but noted as failed."""
    live: str = ""
    place: int = 0
    """Where in the file `live` the worker notes how far it is."""
    guard: bool = False
    """Whether the worker's process may be ended if a strategy hangs in a way that nothing else can stop."""


@dataclass(frozen=True)
class PartResult:
    """What became of a part. `problem` is empty, "disk" or "bug"; then nothing was written."""

    part: int
    games: int = 0
    failed: int = 0
    tied: int = 0
    by_chance: int = 0
    """Failures that may not come again: see BY_CHANCE."""
    problem: str = ""
    message: str = ""
    errno: int = 0
    game_id: int = -1
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0
    """How long its player took."""


class DiskError(Exception):
    """A part's files cannot be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.errno = error.errno or 0


@contextmanager
def _on_disk() -> Iterator[None]:
    """What is an OSError here is a fault of the disk, not of a game or a strategy."""
    try:
        yield
    except OSError as error:
        raise DiskError(error) from error


def play_part(task: Task, tick: Callable[[int, int], None] | None = None) -> PartResult:
    """Play the blocks of a part and write its files. Whatever goes wrong comes back as a value; only Ctrl-C is raised.

    `tick` is told after each block how many games came to their end in it, and in how many a strategy failed.
    """
    player: _PartPlayer | None = None
    try:
        player = _PartPlayer(task, tick)
        return player.play()
    except DiskError as error:
        return PartResult(task.part, problem="disk", message=str(error), errno=error.errno)
    except Exception:
        return PartResult(task.part, problem="bug", message=traceback.format_exc(), game_id=player.game_id if player else -1)


def play_one(experiment: Experiment, game_id: int, until: int | None = None, recorder: Recorder | None = None) -> Played | None:
    """One game of an experiment again, from its id alone; None if the experiment has no such game."""
    tabletop = Tabletop(experiment)
    seating = tabletop.plan.find(game_id)
    if seating is None:
        return None
    game = tabletop.begin(seating)
    tabletop.play(game, recorder, -1 if until is None else until)
    return game


class _Kept:
    """What this process keeps of an experiment from part to part: how it is laid out, and a recorder for each number of seats,
    since to touch new memory costs as much as to record."""

    def __init__(self, experiment: Experiment) -> None:
        self.tabletop = Tabletop(experiment)
        self.layouts = new_layouts(experiment, self.tabletop.game)
        self.recorders: dict[int, Recorder] = {}

    def rows(self, scenario: Scenario) -> Rows:
        """The rows of a part."""
        if scenario.seats not in self.recorders:
            self.recorders[scenario.seats] = new_recorder(self.tabletop.experiment, self.tabletop.game, scenario.seats)
        return Rows(self.tabletop.experiment, self.tabletop.game, scenario, self.recorders[scenario.seats], self.layouts)


_kept: dict[tuple[Any, ...], _Kept] = {}


def _keep(task: Task) -> _Kept:
    """The experiment of a task, laid out once in this process; only the last one is kept."""
    key = (task.folder, task.plan_hash, task.sources, task.experiment.blocks, task.experiment.games)
    if key not in _kept:
        _kept.clear()
        _kept[key] = _Kept(as_recorded(task.experiment, Path(task.folder), dict(task.sources)))
    return _kept[key]


class Timed(Policy):
    """Measures a seat's decisions on their way between the loop and its policy."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.decisions = 0
        self.cpu = 0
        self.wall = 0

    def choose_id(self, state: Any, ids: Any, stream: Any) -> int:
        cpu, wall = time.thread_time_ns(), time.perf_counter_ns()
        try:
            return self.policy.choose_id(state, ids, stream)
        finally:
            self.decisions += 1
            self.cpu += time.thread_time_ns() - cpu
            self.wall += time.perf_counter_ns() - wall


class _PartPlayer:
    """Plays the blocks of one part in order."""

    def __init__(self, task: Task, tick: Callable[[int, int], None] | None) -> None:
        self.task = task
        self.tick = tick
        self.game_id = -1
        kept = _keep(task)
        self.tabletop = kept.tabletop
        self.part = next(part for part in self.tabletop.plan.parts if part.number == task.part)
        self.scenario = self.tabletop.plan.scenarios[self.part.scenario]
        self.rows = kept.rows(self.scenario)
        self.watchers: list[Callable[[Course], None]] = []
        self.games = self.failed = self.tied = self.by_chance = 0
        self.clocks = _clocks()     # when the last game ended, which is when the next one begins
        self.warnings: list[str] = []
        self.live: Live | None = None

    def play(self) -> PartResult:
        """Play all blocks, write them group by group, commit."""
        group, began = blocks_for(GROUP, self.scenario.games_per_block), time.perf_counter()
        with ExitStack() as stack:
            self._guard(stack)
            if self.task.live:
                self.live = Live(Path(self.task.live))
                stack.callback(self.live.close)
            writer = stack.enter_context(PartWriter(Path(self.task.folder), self.part.number, self.task.plan_hash,
                                                    self.part.blocks, self.rows.layouts))
            for block in range(self.part.first, self.part.end):
                before = self.games, self.failed
                self._block(block)
                if self.tick is not None:
                    self.tick(self.games - before[0], self.failed - before[1])
                if (block + 1 - self.part.first) % group == 0:
                    self._write(writer)
            self._write(writer)
            with _on_disk():
                writer.commit()
        return PartResult(self.part.number, self.games, self.failed, self.tied, self.by_chance, warnings=tuple(self.warnings),
                          seconds=time.perf_counter() - began)

    def _guard(self, stack: ExitStack) -> None:
        """Have strategies watched that think too long; a worker is ended when nothing else helps."""
        seconds = self.tabletop.experiment.decision_seconds
        timer = stack.enter_context(failures.Timer(seconds))
        self.watchers.append(timer.watch)
        if self.task.guard:
            self.watchers.append(stack.enter_context(Watchdog(seconds)).watch)

    def _block(self, block: int) -> None:
        games = games_of(self.tabletop.plan, self.part.scenario, block)
        if deadly := [found for found in self.task.skip if found.block == block]:
            self._set_aside(deadly[0], games)
            return
        for seating in games:
            self._game(seating)

    def _game(self, seating: Seating) -> None:
        self.game_id = seating.game_id
        if self.live is not None:
            self.live.write(self.task.place, Mark(self.games, self.failed, seating.game_id + 1))
        game = self.tabletop.begin(seating)
        for watch in self.watchers:
            watch(game.course)
        timed: list[Timed] = []
        self.tabletop.play(game, self.rows.recorder, wrap=_timing(timed) if self.tabletop.experiment.timing else None)
        self.rows.note(seating, game.slots, game.first_place, game.given)
        self.games += 1
        if game.failure is not None:
            self.failed += 1
            self._failure(game)
        cpu, wall = self.clocks
        self.clocks = _clocks()
        timings = self.rows.timings
        timings.extend((seating.game_id, -1, game.course.decisions, self.clocks[0] - cpu, self.clocks[1] - wall))
        for seat, took in enumerate(timed):
            timings.extend((seating.game_id, seat, took.decisions, took.cpu, took.wall))

    def _failure(self, game: Played) -> None:
        failure = game.failure
        assert failure is not None
        told, spec = failures.tell(failure), game.spec(failure.seat)
        self.by_chance += told.kind in BY_CHANCE
        if told.kind == "timeout":
            experiment = self.tabletop.experiment
            then = "its block is left out." if experiment.on_failure == "drop" else "it forfeits."
            self.warnings.append(f"{spec} took over {experiment.decision_seconds:g} s for one decision of game "
                                 f"{game.seating.game_id}; {then}")
        self.rows.failures.append(Failed(game.seating, failure.seat, spec, int(game.state.round), failure.step, told.kind,
                                         told.message, told.traceback, self._replay(game.seating)))

    def _set_aside(self, deadly: Deadly, games: list[Seating]) -> None:
        """Note the game that ends its worker; the others of its block are not played, and no failures."""
        self.games += len(games)
        self.failed += 1
        self.by_chance += 1
        seating = next((game for game in games if game.game_id == deadly.game), games[0])
        suspects = [spec for spec in seating.specs if not is_ours(spec)] or seating.specs
        what = (f"it ends its worker each time; block {seating.block} is set aside" if deadly.game >= 0 else
                f"a game of block {seating.block} ends its worker each time; the block is set aside")
        self.rows.failures.append(Failed(seating, -1, ", ".join(dict.fromkeys(suspects)), -1, -1, CRASH, what, "",
                                         self._replay(seating)))

    def _replay(self, seating: Seating) -> str:
        return f"evenhand replay {shlex.quote(self.task.shown)} {seating.game_id}"

    def _write(self, writer: PartWriter) -> None:
        tables = self.rows.take()
        if "games" in tables:
            winners = values(tables["games"].column("winners"))
            self.tied += int(np.count_nonzero(winners & (winners - 1)))
        with _on_disk():
            writer.add(tables)
        self.clocks = _clocks()


def _clocks() -> tuple[int, int]:
    """The processor's time and the clock's, in nanoseconds."""
    return time.process_time_ns(), time.perf_counter_ns()


def _timing(timed: list[Timed]) -> Callable[[Policy, int], Policy]:
    def wrap(policy: Policy, seat: int) -> Policy:
        timed.append(Timed(policy))
        return timed[-1]
    return wrap
