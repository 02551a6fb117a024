"""How fast a game is played: games and decisions by second of CPU time, in this process, with a warm-up before."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

COPIES = 2000
"""How many copies of a position are timed together."""


@dataclass
class Counts:
    """What was played, and the CPU seconds that it took."""

    games: int = 0
    decisions: int = 0
    forced: int = 0
    turns: int = 0
    seconds: float = 0.0

    @property
    def actions(self) -> int:
        return self.decisions + self.forced


def repeat(play: Callable[[int], Counts], seconds: float, batch: int = 1) -> Counts:
    """Call `play(first)` for batch after batch until `seconds` of CPU time are used; the first batch only warms up."""
    play(0)
    total, first = Counts(), batch
    while total.seconds < seconds:
        start = time.process_time()
        counts = play(first)
        total.seconds += time.process_time() - start
        total.games += counts.games
        total.decisions += counts.decisions
        total.forced += counts.forced
        total.turns += counts.turns
        first += batch
    return total


def copy_us(copy: Callable[[], object]) -> float:
    """Microseconds of CPU time that one copy takes: the best of five series."""
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(COPIES):
            copy()
        best = min(best, time.process_time() - start)
    return 1e6 * best / COPIES
