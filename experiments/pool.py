"""Parts on other processes of this machine: joblib's loky, and what is done when a worker dies.

A part whose worker died is tried again, twice; then the parts that were being played are played alone, one by one, until the
game is known that ends its worker each time. Its block is set aside as failed, and everything else goes on.
"""
from __future__ import annotations

import contextlib
import os
import shlex
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from experiments.errors import RunError
from experiments.interrupts import kept_from_children
from experiments.live import Live, Mark
from experiments.plan import Part, Plan, split_id
from experiments.playing import Deadly, PartResult, Task
from sim.faults import Fault

Worker = Callable[[Task], PartResult]
RETRIES: Final = 2
"""How often parts are tried again together before they are played alone."""
ALONE: Final = 6
"""How often the worker of a part that is played alone may die of ever different blocks."""
IDLE: Final = 300
"""Seconds after which a worker without work ends."""
ONE_THREAD: Final = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR")}
QUIET_TRACKER: Final = "ignore:resource_tracker:UserWarning"


class Pool:
    """Plays tasks on `jobs` workers. Results come as they are ready."""

    def __init__(self, jobs: int, worker: Worker, plan: Plan, live: Live, shown: str, warn: Callable[[str], None],
                 wanted: Callable[[Task], bool]) -> None:
        self.jobs = jobs
        self.worker = worker
        self.parts = {part.number: part for part in plan.parts}
        self.live = live
        self.shown = shown
        self.warn = warn
        self.wanted = wanted
        """Whether a task is still to be played; asked again before it is handed out."""

    def results(self, tasks: Sequence[Task]) -> Generator[PartResult, None, None]:
        """The results of all tasks, each once, in the order in which they are finished."""
        from joblib.externals.loky.process_executor import BrokenProcessPool

        if self.jobs == 1:
            yield from (self._alone(task) for task in tasks if self.wanted(task))
            return
        waiting = {task.part: task for task in tasks}
        deaths = 0
        while waiting := {number: task for number, task in waiting.items() if self.wanted(task)}:
            try:
                for result in self._together(list(waiting.values()), self.jobs):
                    del waiting[result.part]
                    yield result
            except BrokenProcessPool:
                begun = [task for task in waiting.values() if self.live.read(task.place).at]
                deaths += 1
                if not begun and deaths > RETRIES:
                    raise _cannot_start() from None
                if deaths <= RETRIES:
                    self.warn(f"a worker died (out of memory?) while playing {self._blocks(begun)}; they are tried again.")
                    self._forget(waiting.values())
                    continue
                deaths = 0
                for task in begun:
                    yield self._alone(task)
                    del waiting[task.part]

    def end(self) -> None:
        """Let the workers go; what they are at is lost."""
        _end()

    def kill(self) -> None:
        """End the workers without waiting for anything."""
        with contextlib.suppress(Exception):
            for process in list(_executor()._processes.values()):
                process.kill()

    def _together(self, tasks: list[Task], jobs: int) -> Iterator[PartResult]:
        """One round on the workers; BrokenProcessPool if one dies."""
        from joblib import Parallel, delayed, parallel_config

        with _quiet(), parallel_config(backend="loky", n_jobs=jobs, inner_max_num_threads=1):
            with kept_from_children():
                results = Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="3*n_jobs")(
                    delayed(self.worker)(task) for task in tasks if self.wanted(task))
            yield from results

    def _alone(self, task: Task) -> PartResult:
        """Play a part with nothing beside it, without the blocks that turn out to end their worker."""
        from joblib.externals.loky.process_executor import BrokenProcessPool

        suspect, strangers = -1, 0
        while strangers < ALONE:
            self._forget([task])
            try:
                if self.jobs == 1:
                    return _by_one(self.worker, task)
                [result] = self._together([task], 2)
                return result
            except BrokenProcessPool:
                game = self.live.read(task.place).at - 1
                if game < 0:
                    break
                if game >> 7 != suspect >> 7:
                    suspect, strangers = game, strangers + 1
                    if self.jobs == 1:
                        self.warn(f"the worker died (out of memory?) while playing game {game}; it is tried again.")
                    continue
                deadly = Deadly(split_id(game)[1], game if game == suspect else -1)
                task = replace(task, skip=(*task.skip, deadly))
                suspect, strangers = -1, 0
                self._set_aside(deadly, game)
        raise _cannot_start()

    def _set_aside(self, deadly: Deadly, game: int) -> None:
        where = f", in game {game}" if deadly.game >= 0 else ""
        self.warn(f"block {deadly.block} kills its worker each time{where}; it is set aside as failed.\n"
                  f"  See it: evenhand replay {shlex.quote(self.shown)} {game}")

    def _forget(self, tasks: Any) -> None:
        for task in tasks:
            self.live.write(task.place, Mark(0, 0, 0))

    def _blocks(self, tasks: list[Task]) -> str:
        """The blocks of some tasks in words."""
        parts: list[Part] = [self.parts[task.part] for task in tasks]
        said = [f"{part.first}-{part.end - 1}" for part in parts[:4]] + ["..."] * (len(parts) > 4)
        return f"blocks {', '.join(said)}" if said else "its first block"


@contextmanager
def one_worker(worker: Worker) -> Iterator[Callable[[Task], PartResult]]:
    """Plays tasks on a worker, one by one; the problem of a task that ends it is "died"."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    def play(task: Task) -> PartResult:
        try:
            return _by_one(worker, replace(task, parent=os.getpid(), guard=True))
        except BrokenProcessPool:
            return PartResult(task.part, problem="died")

    try:
        yield play
    finally:
        _end()


def _by_one(worker: Worker, task: Task) -> PartResult:
    """A part on a single worker, which joblib does not offer: it would play in this process."""
    from joblib.externals.loky import get_reusable_executor

    with _quiet():
        with kept_from_children():
            playing = get_reusable_executor(max_workers=1, timeout=IDLE, env=ONE_THREAD).submit(worker, task)
        result: PartResult = playing.result()
        return result


def _end() -> None:
    if (executor := _executor()) is not None:
        executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps to itself what joblib and loky say when tasks are cancelled or workers die; what is lost is told elsewhere.

    Loky's process that tidies up after killed workers would speak long after the run has ended; it reads the environment once.
    """
    from joblib.externals.loky.backend.resource_tracker import ensure_running

    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [before, QUIET_TRACKER]))
    ensure_running()
    if before is None:
        del os.environ["PYTHONWARNINGS"]
    else:
        os.environ["PYTHONWARNINGS"] = before
    told = threading.excepthook

    def listen(caught: threading.ExceptHookArgs) -> None:
        if caught.thread is None or not caught.thread.name.startswith("ExecutorManagerThread"):
            told(caught)

    threading.excepthook = listen
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        threading.excepthook = told


def _executor() -> Any:
    """Loky's executor that joblib keeps for the next call, if there is one."""
    from joblib.externals.loky import reusable_executor

    return getattr(reusable_executor, "_executor", None)


def _cannot_start() -> RunError:
    return RunError(Fault("", "the workers die before they have played a block (out of memory?).",
                          help="Try with fewer:  --jobs 1        In this process:  --jobs 1 --debug"))
