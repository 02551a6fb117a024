"""The last resort against code that never comes back: a worker whose game does not move is ended from outside Python.

The decision timer interrupts Python code. Code in C that does not return, or that catches the timer's every attempt, is beyond
it; then the interpreter's own watcher thread ends the process, and the runner finds out which block it was.
"""
from __future__ import annotations

import faulthandler
import os
import threading
from types import TracebackType
from typing import IO, Final

from sim.play import Course

PATIENCE: Final = 3.0
"""How many times the time of one decision may pass without a move."""
LEAST: Final = 2.0
LOOKS: Final = 4
"""How often it looks within that time."""


class Watchdog:
    """Ends this process when a strategy has been thinking about one and the same decision for far too long. A context."""

    def __init__(self, seconds: float) -> None:
        self.limit = max(LEAST, PATIENCE * seconds) if seconds > 0 else 0.0
        self._course: Course | None = None
        self._seen = (0, -1)
        self._games = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="evenhand-watchdog", daemon=True)
        self._nowhere: IO[str] | None = None

    def watch(self, course: Course) -> None:
        """From now on the decisions of this game are watched."""
        self._games += 1
        self._course = course

    def __enter__(self) -> Watchdog:
        if self.limit:
            self._nowhere = open(os.devnull, "w", encoding="utf-8")
            self._arm()
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()
        if self._nowhere is not None:
            self._thread.join()
            faulthandler.cancel_dump_traceback_later()
            self._nowhere.close()

    def _run(self) -> None:
        while not self._stop.wait(self.limit / LOOKS):
            course = self._course
            now = (self._games, int(course.step) if course is not None and course.asking else -1)
            if now != self._seen or now[1] < 0:
                self._seen = now
                self._arm()

    def _arm(self) -> None:
        """Put the end off."""
        assert self._nowhere is not None
        faulthandler.dump_traceback_later(self.limit, exit=True, file=self._nowhere)
