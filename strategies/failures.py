"""When a strategy fails: the timer that ends a decision, the calls that are guarded, and what is told of a failure.

A strategy fails if it raises (SystemExit, RecursionError and MemoryError too), answers illegally, or thinks longer than it may.
The game then ends with a `sim.play.StrategyFailure`; the run goes on.
"""
from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final

import sim
from sim.chance import Stream
from sim.core import State
from sim.faults import Interrupt
from sim.play import Asked, Course, DecisionTimeout, Policy, StrategyFailure
from strategies.base import Strategy
from strategies.files import frames_of

TICKS: Final = 4
"""How often the timer looks within the time of one decision."""
LONGEST_TICK: Final = 0.5
AGAIN: Final = 0.02
"""Seconds until a timeout that a strategy has swallowed is raised once more."""


class Timer:
    """One repeating timer for a worker, used as a context: it compares steps, and costs nothing while decisions are quick.

    A decision that is still being thought about after `seconds` gets a DecisionTimeout, at most a quarter of the time (and half
    a second) later. Time is the clock's, not the processor's, so that waiting counts. `unusable` says why no timer can run
    here; the runner must then watch the process from outside. So it must for code that never comes back to Python.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.unusable = _no_signals()
        self._course: Course | None = None
        self._seen = -1             # the step that was being decided at the last tick; -1: none
        self._since = 0.0           # the first tick that saw it
        self._before: Any = None
        self._tick = min(seconds / TICKS, LONGEST_TICK)

    def watch(self, course: Course) -> None:
        """From now on the decisions of this game are timed."""
        self._course = course
        self._seen = -1

    def __enter__(self) -> Timer:
        if self.seconds > 0 and not self.unusable:
            self._before = signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, self._tick, self._tick)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.seconds > 0 and not self.unusable:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def _look(self, number: int, frame: FrameType | None) -> None:
        course = self._course
        if course is None or not course.asking:
            self._seen = -1
            return
        now, step = time.monotonic(), int(course.step)
        if step != self._seen:
            self._seen, self._since = step, now
        elif now - self._since >= self.seconds:
            signal.setitimer(signal.ITIMER_REAL, AGAIN, self._tick)
            raise DecisionTimeout(f"over {self.seconds:g} s for one decision")


def _no_signals() -> str:
    if not hasattr(signal, "setitimer"):
        return "this system has no interval timers"
    if threading.current_thread() is not threading.main_thread():
        return "signals reach the main thread only"
    return ""


def policy(strategy: Strategy, state: State, seat: int, course: Course) -> Policy:
    """Who decides for a seat in the loop: the strategy's compiled twin, else the strategy itself, asked with its view."""
    if strategy.native is not None:
        return strategy.native
    return Asked(strategy.choose, state.view(seat), course)


def start(strategy: Strategy, state: State, seat: int, stream: Stream, course: Course) -> None:
    """Tell a strategy that the game begins. StrategyFailure if it raises."""
    _guarded(strategy.start, course, seat, state.view(seat), stream)


def finish(strategy: Strategy, state: State, seat: int, course: Course) -> None:
    """Tell a strategy how the game ended. StrategyFailure if it raises."""
    _guarded(strategy.finish, course, seat, state.view(seat), state.outcome())


def _guarded(call: Callable[..., object], course: Course, seat: int, *arguments: object) -> None:
    """Call a strategy outside the loop, under the same timer."""
    course.asking = True
    try:
        call(*arguments)
    except Interrupt:
        raise
    except DecisionTimeout as error:
        raise StrategyFailure(seat, "timeout", str(error), int(course.step), error) from None
    except BaseException as error:      # SystemExit and MemoryError are the strategy's failures too
        raise StrategyFailure(seat, "exception", f"{type(error).__name__}: {error}", int(course.step), error) from None
    finally:
        course.asking = False


@dataclass(frozen=True)
class Told:
    """What is told of a failure: `message` with the place in the strategy, `traceback` without our frames."""

    kind: str
    message: str
    traceback: str


def tell(failure: StrategyFailure) -> Told:
    """A failure for the failures table: `IndexError: list index out of range at corn.py, line 12, in choose`."""
    cause = failure.cause
    if cause is None:
        return Told(failure.kind, failure.message, "")
    frames = frames_of(cause, _is_a_strategy)
    places = [f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}" for frame in frames]
    lines = [f"  {place}\n    {frame.line}" for place, frame in zip(places, frames, strict=True)]
    where = f" at {places[-1]}" if places else ""
    first = " ".join(failure.message.split()).removesuffix(":")     # one line, whatever the strategy wrote
    return Told(failure.kind, first + where, "\n".join([*lines[:10], *lines[10:][-10:], failure.message]))


def own_traceback(error: BaseException) -> TracebackType | None:
    """An error's traceback from the first frame on that is the strategy's."""
    trace = error.__traceback__
    while trace is not None and not _is_a_strategy(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    return trace


def _is_a_strategy(file: str) -> bool:
    """Whether a traceback's frame is the strategy's or of what it calls: not of the loop, the engine or this module."""
    engine = file.startswith("sim/") or Path(file).is_relative_to(Path(sim.__file__).parent)    # compiled: a relative path
    return not engine and file != __file__
