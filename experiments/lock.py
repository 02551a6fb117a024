"""A run has one writer at a time. The lock is the operating system's: it is gone when its process is, however that ended."""
from __future__ import annotations

import contextlib
import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import IO, Any, Final

from experiments.errors import RunError
from sim.faults import Fault

FILE: Final = ".lock"


class Lock:
    """Held from `take` to `free`. The file stays, and says who holds it."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.file = folder / FILE
        self.shown = shown
        self._handle: IO[str] | None = None

    def take(self) -> None:
        """Take the lock; RunError, with the process that holds it, if it is taken."""
        handle = open(self.file, "a+", encoding="utf-8")
        try:
            _lock(handle)
        except OSError:
            handle.seek(0)
            holder = _holder(handle.read())
            handle.close()
            raise RunError(Fault("", f"{self.shown} is being written by {holder}.")) from None
        handle.seek(0)
        handle.truncate()
        json.dump({"pid": os.getpid(), "host": platform.node(), "since": time.strftime("%H:%M")}, handle)
        handle.flush()
        self._handle = handle

    def free(self) -> None:
        """Let it go."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                self._handle.truncate(0)
            self._handle.close()
            self._handle = None


def held(folder: Path) -> bool:
    """Whether a process holds a run's lock now."""
    try:
        with open(folder / FILE, "r+", encoding="utf-8") as handle:
            _lock(handle)               # it goes when the file is closed
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _holder(text: str) -> str:
    try:
        said: Any = json.loads(text)
        place = "this machine" if said["host"] == platform.node() else said["host"]
        return f"process {said['pid']} on {place} since {said['since']}"
    except (ValueError, KeyError, TypeError):       # it has the lock and has not said so yet
        return "another process"


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: IO[str]) -> None:
        handle.seek(1 << 20)                        # a byte that nobody reads: a locked one cannot be read there
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: IO[str]) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
