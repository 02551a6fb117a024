"""Parts on several processes of this machine: joblib's loky, and what is done when a worker dies.

A part whose worker died is tried again, twice; then the parts that were being played are played alone, one by one, until the
block is known that ends its worker each time. It is set aside as failed, and everything else goes on.
"""
from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from experiments.errors import RunError
from experiments.interrupts import kept_from_children
from experiments.live import Live, Mark
from experiments.plan import Part, Plan
from experiments.playing import PartResult, Task
from sim.faults import Fault

Worker = Callable[[Task], PartResult]
RETRIES: Final = 2
"""How often parts are tried again together before they are played alone."""
ALONE: Final = 6
"""How often the worker of a part that is played alone may die of ever different blocks."""


class Pool:
    """Plays tasks on `jobs` workers, at least two: alone, joblib would play in this process. Results come as they are ready."""

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
        if (executor := _executor()) is not None:
            executor.shutdown(wait=True, kill_workers=True)

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
                [result] = self._together([task], 2)
                return result
            except BrokenProcessPool:
                block = self.live.read(task.place).at - 1
                if block < 0:
                    break
                if block != suspect:
                    suspect, strangers = block, strangers + 1
                    continue
                task = replace(task, skip=(*task.skip, block))
                strangers = 0
                first = (self.parts[task.part].scenario << 40) + (block << 7)
                self.warn(f"block {block} kills its worker each time; it is set aside as failed.\n"
                          f"  See it: evenhand replay {self.shown} {first}")
        raise _cannot_start()

    def _forget(self, tasks: Any) -> None:
        for task in tasks:
            self.live.write(task.place, Mark(0, 0, 0))

    def _blocks(self, tasks: list[Task]) -> str:
        """The blocks of some tasks in words."""
        parts: list[Part] = [self.parts[task.part] for task in tasks]
        said = [f"{part.first}-{part.end - 1}" for part in parts[:4]] + ["..."] * (len(parts) > 4)
        return f"blocks {', '.join(said)}" if said else "its first block"


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps to itself what joblib and loky say when tasks are cancelled or workers die; what is lost is told elsewhere."""
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
                          help="Try with fewer:  --jobs 1"))
