"""Commands that play users' strategies themselves do it in a child: a strategy may hang, or end its process without a word.

The child is the command and prints what it has to say; this process waits, and tells what became of it if it says nothing.
A fork, before anything heavy is loaded; where there is none, or nobody waits for the exit code, the command plays here.
"""
from __future__ import annotations

import json
import math
import os
import select
import signal
import sys
import time
from typing import Final, NoReturn

from evenhand.exits import Terminated
from sim.faults import Fault, Interrupt, Refusal

LOOK: Final = 0.2
"""Seconds between two looks whether the child is still there."""
GRACE: Final = 2.0
"""Seconds that a child has to end after Ctrl-C, before it is ended."""
CODE: Final = b"exit "
"""What the child's last line begins with; before it come notes."""

_allowed = False
_pipe: int | None = None


def allow() -> None:
    """This is the command line's own process: a child may be made of it."""
    global _allowed
    _allowed = hasattr(os, "fork")


def in_a_child() -> int | None:
    """Split the process: None in the one that goes on with the command, its exit code in the one that waited for it.

    Refusal if the child ended without an exit code.
    """
    global _allowed, _pipe
    if not _allowed:
        return None
    _allowed = False
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _pipe = writing
        return None
    os.close(writing)
    try:
        told, status = _listen(reading, child)
    finally:
        os.close(reading)
    if status is None:
        _end(child)
    return _outcome(told, status)


def guarded() -> bool:
    """Whether this is the child that somebody waits for."""
    return _pipe is not None


def note(what: str, way_out: str) -> None:
    """Tell who waits what is being played, and what to type if it is the last that is heard."""
    if _pipe is not None:
        os.write(_pipe, json.dumps([what, way_out]).encode() + b"\n")


def leave(code: int) -> NoReturn:
    """End the process with its exit code. Threads that a strategy has left behind do not hold it back."""
    import threading

    if _pipe is not None:
        os.write(_pipe, CODE + b"%d\n" % code)
    if any(_is_foreign(thread) for thread in threading.enumerate()):
        import atexit

        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
    sys.exit(code)


def _is_foreign(thread: object) -> bool:
    """Whether Python would wait for a thread at the end that is none of ours or of a pool, which ends by itself."""
    import threading

    assert isinstance(thread, threading.Thread)
    if thread.daemon or thread is threading.main_thread():
        return False
    home = type(thread).__module__ if type(thread) is not threading.Thread else getattr(
        getattr(thread, "_target", None), "__module__", "")
    return not str(home).startswith(("concurrent.", "evenhand.", "experiments.", "joblib.", "multiprocessing."))


def _listen(pipe: int, child: int) -> tuple[list[bytes], int | None]:
    """The lines that the child sends until it has sent its exit code or has gone, and its status if it has gone.

    Ctrl-C is the child's business first; if it does not end then, it is ended.
    """
    text, stop = b"", None
    ends = math.inf
    while not text.rpartition(b"\n")[0].rpartition(b"\n")[2].startswith(CODE):
        try:
            if select.select([pipe], [], [], LOOK)[0]:
                text += os.read(pipe, 65536)
            gone, status = os.waitpid(child, os.WNOHANG)
            if gone:
                while select.select([pipe], [], [], 0)[0] and (more := os.read(pipe, 65536)):
                    text += more
                return text.splitlines(), status
        except Interrupt as stopped:
            stop, ends = stopped, min(ends, time.monotonic() + GRACE)
            if isinstance(stopped, Terminated):
                os.kill(child, signal.SIGTERM)
        if stop is not None and time.monotonic() > ends:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise stop
    return text.splitlines(), None


def _outcome(told: list[bytes], status: int | None) -> int:
    """The child's exit code; Refusal if it has not told it."""
    if told and told[-1].startswith(CODE):
        return int(told[-1].removeprefix(CODE))
    what, way_out = json.loads(told[-1]) if told else ("a strategy played", "")
    code = os.waitstatus_to_exitcode(status or 0)
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    raise Refusal(Fault("", f"{what}: the process has ended without a word ({how}). The strategy has left it, crashed it, or "
                        "thought far too long.", help=way_out))


def _end(child: int) -> None:
    """See a child out that has said its last word; a thread of a strategy may hold it back."""
    for _ in range(20):
        if os.waitpid(child, os.WNOHANG)[0]:
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
