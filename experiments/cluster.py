"""Parts on the machines of a dask cluster (`--backend dask:ADDRESS`), which share the run's folder and the users' files."""
from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any, Final

from experiments.errors import RunError
from experiments.plan import Plan
from experiments.playing import PartResult, Task
from experiments.pool import Worker
from sim.faults import Fault

ANSWER: Final = 30
"""Seconds within which the scheduler must answer."""
AHEAD: Final = 3
"""How many tasks are handed out for each thread of the cluster."""


def check_backend(backend: str) -> None:
    """RunError if games cannot be played there, as far as that can be seen from here."""
    if backend.startswith("dask:") and find_spec("distributed") is None:
        raise RunError(Fault("--backend", "dask is not installed", help="pip install 'evenhand[dask]'"))


def on_cluster(address: str, worker: Worker, tasks: Iterable[Task], plan: Plan,
               stack: ExitStack) -> Generator[PartResult, None, None]:
    """The results of all tasks as they are finished. The connection is closed with `stack`.

    Not by way of joblib, whose dask backend waits for ever when a worker dies.
    """
    check_backend(f"dask:{address}")
    from distributed import Client, KilledWorker, as_completed

    try:
        client: Any = stack.enter_context(Client(address, timeout=ANSWER, set_as_default=False))
    except (OSError, ValueError):
        raise RunError(Fault("", f"no answer from the scheduler at {address} within {ANSWER} s. Is it running?")) from None
    waiting = iter(tasks)
    running: Any = as_completed(loop=client.loop)
    for _, task in zip(range(AHEAD * max(1, sum(client.nthreads().values()))), waiting, strict=False):
        running.add(client.submit(worker, task, pure=False, key=f"evenhand-{task.plan_hash}-{task.part}"))
    for future in running:
        try:
            result = future.result()
        except KilledWorker as error:
            raise _died(error, plan) from None
        for task in waiting:
            running.add(client.submit(worker, task, pure=False, key=f"evenhand-{task.plan_hash}-{task.part}"))
            break
        yield result


def _died(error: Any, plan: Plan) -> RunError:
    number = int(str(error.task).rpartition("-")[2])
    part = next(part for part in plan.parts if part.number == number)
    return RunError(Fault("", f"workers of the cluster died each time while playing blocks {part.first}-{part.end - 1}. "
                          "What is finished is kept.", help="On one machine the block is found:  --backend loky"))
