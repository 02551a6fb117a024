"""Runs an experiment: missing parts go to the workers, what they finish is counted, whatever stops it leaves a sound folder."""
from __future__ import annotations

import contextlib
import errno
import os
import shlex
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from experiments.cluster import on_cluster
from experiments.errors import RunError
from experiments.experiment import Experiment
from experiments.interrupts import Interrupted, Interrupts
from experiments.live import Live
from experiments.plan import Part
from experiments.playing import PartResult, Task, play_part
from experiments.pool import Pool, Worker
from experiments.progress import Progress
from experiments.stopping import Stopping
from experiments.store import Counts, Writer
from experiments.warned import Warnings
from sim import catalog
from sim.faults import Fault
from strategies import registry

LOOK: Final = 0.5
"""Seconds between two looks at how far the parts in flight are."""
FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True)
class RunSummary:
    """What a call of `run` came to. `games`, `failed` and `tied` are the whole run's, `played` and `seconds` this call's."""

    folder: Path
    planned: int
    games: int
    played: int
    failed: int
    tied: int
    seconds: float
    interrupted: int = 0
    """The number of the signal that stopped it; 0: it is complete."""
    interruptions: int = 0
    """How often the run has been stopped so far."""
    lost: int = 0
    """Games that were played when it was stopped, but not written; they will be played again."""
    undecided: bool = False
    """A sequential test has come to its last block without a decision."""


class GameFault(RuntimeError):
    """A game itself broke: a bug of evenhand, or of a game from outside. The message holds the worker's traceback."""

    def __init__(self, message: str, game_id: int) -> None:
        super().__init__(message)
        self.game_id = game_id


def run(experiment: Experiment, folder: str | Path, *, jobs: int = 1, backend: str = "loky", worker: Worker = play_part,
        progress: Progress, guest: bool = False, here: bool = False) -> RunSummary:
    """Play what is missing of an experiment in its folder, which may hold a part of it already.

    `worker` is what the processes call; with `here` and one job a user's strategy is played in this process, where a debugger
    works, and which it may end. RunError if the folder cannot be this experiment's, or cannot be written any more;
    GameFault if a game breaks. Ctrl-C and SIGTERM end it in good order: see `interrupted`; a second one ends the process at
    once, unless the run is a `guest` in it, as in a notebook.
    """
    if experiment.level == "none":
        raise RunError(Fault("--log", "'none' would keep nothing of a run; to see how fast it is:  evenhand bench"))
    with Writer(experiment, Path(folder), catalog.find(experiment.located(experiment.game))) as store:
        return _Session(store, jobs, backend, worker, progress, guest, here).play()


def harmless(experiment: Experiment) -> bool:
    """Whether all that is played comes with evenhand, and neither hangs nor ends the process that plays it."""
    return catalog.is_ours(experiment.game) and all(registry.is_ours(text) for text in experiment.strategies)


class _Session:
    """One call of `run`: counts what comes in, and shows it."""

    def __init__(self, store: Writer, jobs: int, backend: str, worker: Worker, progress: Progress, guest: bool,
                 here: bool) -> None:
        self.store = store
        self.backend = backend
        self.worker = worker
        self.progress = progress
        self.guest = guest
        self.stopping = Stopping(store.experiment, store.plan) if store.experiment.stop is not None else None
        self.todo = self._to_play()
        self.jobs = max(1, min(jobs, len(self.todo)))
        self.here = backend == "loky" and self.jobs == 1 and (harmless(store.experiment) or (here and jobs == 1))
        self.before = store.counts.games
        self.past: set[int] = set()
        """The numbers of parts that are no longer wanted."""
        self.written = Counts()
        self.shown = Counts()
        self.in_flight: dict[int, Task] = {}
        self.live: Live | None = None
        self.pool: Pool | None = None
        self.running = Counts()
        self.lost = 0
        self.warnings = Warnings(self._tell)
        self.interrupts = Interrupts(self._stopping, self._leave)
        self._lock = threading.Lock()

    def _to_play(self) -> list[Part]:
        """The missing parts; of a run that stops by itself those before the stop, as far as it is known."""
        missing = self.store.missing()
        if self.stopping is None:
            return missing
        numbers = {part.number for part in missing}
        for part in self.store.plan.parts:
            if part.number not in numbers:
                self.stopping.add(part, self.store.folder)
        if self.stopping.done:
            with self._writing():
                self.store.stop(self.stopping)
            return []
        return [part for part in missing if not self.stopping.past(part)]

    def _wanted(self, task: Task) -> bool:
        """Whether a part is still to be played: not if its scenario has stopped before it."""
        return self.stopping is None or task.part not in self.past

    def play(self) -> RunSummary:
        """Play the missing parts."""
        began = time.monotonic()
        self.progress.begin(self.store.plan.games, self.before)
        number, ended = 0, "stopped"
        try:
            for note in self.store.notes:
                self.warnings.warn(note)
            if self.todo:
                with self._writing():
                    self.store.begin_session(self.jobs, self.backend)
            with self.interrupts:
                try:
                    self._consume()
                    ended = "complete"
                    self._stop()
                except Interrupted as stop:
                    number, ended = stop.number, "interrupted"
        finally:
            seconds = time.monotonic() - began
            if self.warnings.sum_up() and self.store.counts.failed:
                self.store.log(f"All failures:  evenhand report {shlex.quote(self.store.shown)} --failures")
            self.progress.end()
            if ended != "complete":
                self._tidy_up()
            if self.todo:
                self._close(seconds, ended)
        counts, ends = self.store.counts, self.stopping.followers if self.stopping is not None else []
        undecided = any(end.stopped is not None and end.stopped.decision == "open" for end in ends)
        return RunSummary(self.store.folder, self.store.plan.games, counts.games, self.written.games, counts.failed,
                          counts.tied, seconds, number, self.store.manifest["interruptions"], self.lost,
                          undecided and self.store.experiment.stop is not None and self.store.experiment.stop.sprt is not None)

    def _stop(self) -> None:
        """End the run where its rule says, if it has one."""
        if self.stopping is not None and self.todo:
            with self._writing():
                self.store.sweep_up()
                self.store.stop(self.stopping)

    def _close(self, seconds: float, ended: str) -> None:
        try:
            self.store.end_session(self.written.games, seconds, ended)
        except OSError:         # a full disk has been told of already; the old manifest stays
            pass

    def _tidy_up(self) -> None:
        """After the workers were ended: count what they had finished and not yet told, sweep away what they had begun."""
        self.store.sweep_up()
        for part in self.todo:
            if part.number in self.in_flight and (counts := self.store.finished(part)) is not None:
                self.written += counts
                self.store.counts += counts
                self.lost = max(0, self.lost - counts.games)

    def _consume(self) -> None:
        if not self.todo:
            return
        with ExitStack() as stack:
            results = self._here() if self.here else self._on_workers(stack)
            try:
                while True:
                    with self.interrupts.raising():
                        result = next(results, None)
                    if result is None:
                        return
                    self._take(result)
                    if self.stopping is not None and self.stopping.done:
                        results.close()         # hands nothing out any more; only then may the workers go
                        return
            except Interrupted:
                self.lost = self._running().games
                raise

    # --- where parts are played -----------------------------------------------------------------------------------------

    def _task(self, part: Part, place: int = 0) -> Task:
        return Task(self.store.experiment, self.store.hash, self.store.hashes, str(self.store.folder), self.store.shown,
                    part.number, place=place)

    def _here(self) -> Generator[PartResult, None, None]:
        """Parts one after the other in this process: where a debugger works, and where starting a worker takes longer."""
        for part in self.todo:
            if self._wanted(task := self._task(part)):
                with contextlib.redirect_stdout(sys.stderr):        # what a strategy prints is no result of ours
                    result = play_part(task, self._tick)
                yield result

    def _on_workers(self, stack: ExitStack) -> Generator[PartResult, None, None]:
        tasks = [replace(self._task(part, place), guard=True) for place, part in enumerate(self.todo)]
        if self.backend.startswith("dask:"):
            return on_cluster(self.backend.removeprefix("dask:"), self.worker, (task for task in tasks if self._wanted(task)),
                              self.store.plan, stack)
        file = self.store.folder / ".live"
        stack.callback(file.unlink, missing_ok=True)
        with self._writing():
            live = Live(file, len(self.todo))
        stack.callback(live.close)
        tasks = [replace(task, parent=os.getpid(), live=str(file)) for task in tasks]
        self.in_flight = {task.part: task for task in tasks}
        self.live = live
        stack.callback(setattr, self, "live", None)
        self.pool = Pool(self.jobs, self.worker, self.store.plan, live, self.store.shown, self.warnings.warn,
                         self._wanted)
        stack.callback(self.pool.end)
        self._look_in_between(stack)
        return self.pool.results(tasks)

    def _look_in_between(self, stack: ExitStack) -> None:
        """Show now and then how far the parts in flight are."""
        stop = threading.Event()
        watcher = threading.Thread(target=self._look, args=(stop,), name="evenhand-look", daemon=True)
        watcher.start()
        stack.callback(watcher.join)
        stack.callback(stop.set)

    def _look(self, stop: threading.Event) -> None:
        while not stop.wait(LOOK):
            self._show()

    # --- what comes in --------------------------------------------------------------------------------------------------

    def _take(self, result: PartResult) -> None:
        """Count a part; if it could not be written, end the run."""
        if result.problem:
            self._refuse(result)
        for warning in result.warnings:
            self.warnings.warn(warning)
        with self._lock:
            self.in_flight.pop(result.part, None)
            self.running = Counts()
            counts = Counts(result.games, result.failed, result.tied, result.by_chance)
            self.written += counts
            self.store.counts += counts
        if self.stopping is not None:
            self._follow(self.stopping, result.part)
        self._show()
        self.progress.note(f"part {result.part:06d}: {result.games} games")

    def _follow(self, stopping: Stopping, number: int) -> None:
        """Show the rule a part that is written."""
        before = stopping.ends()
        stopping.add(next(part for part in self.todo if part.number == number), self.store.folder)
        if stopping.ends() != before:
            self.past = {part.number for part in self.todo if stopping.past(part)}
        self.progress.look(stopping.told())

    def _refuse(self, result: PartResult) -> None:
        if result.problem == "disk":
            raise self._unwritten(result.errno, result.message)
        raise GameFault(f"game {result.game_id} broke\n\n{result.message}", result.game_id)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """What is an OSError inside is a fault of the disk."""
        try:
            yield
        except OSError as error:
            raise self._unwritten(error.errno or 0, str(error)) from None

    def _unwritten(self, number: int, message: str) -> RunError:
        """The folder cannot be written any more: what is kept, and how to go on."""
        full, shown = number in FULL, self.store.shown
        what = f"no space left on the disk of {shown}" if full else f"{shown} can't be written ({message})"
        again = f"{'Make room, then' if full else 'Then'}:  evenhand run --resume {shlex.quote(shown)}"
        return RunError(Fault("", f"{what}. {self.store.counts.games:,} games are kept.", help=again))

    def _tick(self, games: int, failed: int) -> None:
        self.interrupts.check()         # a strategy may have swallowed the exception
        self.running += Counts(games, failed)
        self._show()

    def _running(self) -> Counts:
        """What the parts in flight have played so far."""
        found = Counts()
        found += self.running
        live = self.live
        if live is not None:
            for task in list(self.in_flight.values()):
                mark = live.read(task.place)
                found += Counts(mark.games, mark.failed)
        return found

    def _show(self) -> None:
        """Tell the progress what is new; it never goes back, also when a part has to be played again."""
        with self._lock:
            now = self._running()
            games = max(0, self.written.games + now.games - self.shown.games)
            failed = max(0, self.written.failed + now.failed - self.shown.failed)
            self.shown += Counts(games, failed)
        if games:
            self.progress.advance(games, failed)

    def _tell(self, text: str) -> None:
        self.store.log(text)
        self.progress.warn(text)

    def _stopping(self) -> None:
        again = "" if self.guest else "; Ctrl-C again leaves at once"
        self.progress.say(f"Stopping. What is finished is safe{again}.")

    def _leave(self, number: int) -> None:
        if self.pool is not None:
            self.pool.kill()
        if not self.guest:
            os._exit(128 + number)
