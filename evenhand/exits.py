"""What the exit codes of the command line mean; nothing else in evenhand names a number."""
from __future__ import annotations

from enum import IntEnum

from sim.faults import Interrupt


class Code(IntEnum):
    """The exit codes, as the pages of docs/ list them."""

    DONE = 0
    FAILED_GAMES = 1
    """Done, but some games failed (or did not repeat, for `verify`); everything else is kept."""
    USAGE = 2
    """A bad option, file, strategy, or a folder of another experiment; nothing was played."""
    OPEN = 3
    """A sequential test ended open."""
    OUR_FAULT = 4
    """A bug in evenhand; the traceback is in `evenhand-error.txt`."""
    INTERRUPTED = 130
    """Ctrl-C."""
    TERMINATED = 143
    """SIGTERM, which batch queues send."""


class Terminated(Interrupt):
    """SIGTERM: the same tidy stop as Ctrl-C, another exit code."""
