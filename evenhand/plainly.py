"""Bad input in Python as on the command line: one kind of exception, in the same words, without a traceback of ours."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from sim.faults import Refusal

P = ParamSpec("P")
T = TypeVar("T")


def plainly(call: Callable[P, T]) -> Callable[P, T]:
    """A function of the public API: whatever the user can mend is raised as a Refusal in the words of the command line."""
    @functools.wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        problem: Exception
        try:
            return call(*args, **kwargs)
        except (Refusal, OSError) as found:
            problem = found
        raise refusal(problem)      # outside of the handler, so that nothing of ours stands before it

    return wrapped


def refusal(problem: Exception) -> Refusal:
    """A Refusal with the faults of a problem, which reads as the command line says it."""
    from evenhand.refusals import faults_of, lines

    return Refusal(faults_of(problem), "\n".join(lines(problem)))
