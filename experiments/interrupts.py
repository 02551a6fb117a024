"""Ctrl-C and SIGTERM while a run plays: the first stops it tidily, the second leaves at once."""
from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final

from sim.faults import Interrupt

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Interrupted(Interrupt):
    """The run is to stop. `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Interrupts:
    """Catches the two signals as a context. The exception comes only where `raising` or `check` allows it."""

    def __init__(self, first: Callable[[], object], again: Callable[[int], object]) -> None:
        """`first` is called when the first signal arrives, `again` with the number of each further one."""
        self.number = 0
        self._first = first
        self._again = again
        self._raise = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                self._before[number] = signal.signal(number, self._arrived)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)

    @contextmanager
    def raising(self) -> Iterator[None]:
        """Inside, a signal raises Interrupted wherever the code is; one that came before does so at once."""
        self.check()
        self._raise = True
        try:
            yield
        finally:
            self._raise = False

    def check(self) -> None:
        """Raise Interrupted if a signal has come."""
        if self.number:
            raise Interrupted(self.number)

    def _arrived(self, number: int, frame: FrameType | None) -> None:
        if self.number:
            self._again(number)
            return
        self.number = number
        self._first()
        if self._raise:
            self._raise = False
            raise Interrupted(number)


@contextmanager
def kept_from_children() -> Iterator[None]:
    """Processes that are started inside do not get the signals: a Ctrl-C at the terminal reaches the whole group."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
