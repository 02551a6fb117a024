"""What it costs to keep the rounds of games, up to the written file: a program to look at, never a test.

    python bench/log_cost.py [GAME] [STRATEGY] [SECONDS] [OPTION=VALUE ...]

The games of one part are played without a log and as a worker plays them, turn about in one process, and of each the cheapest
turn counts: what else the machine does meanwhile only ever adds.
"""
from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

LEAST_TURNS = 3


class Cost(NamedTuple):
    """Microseconds of CPU time that a game takes without a log, and with its rounds written."""

    none: float
    rounds: float

    @property
    def ratio(self) -> float:
        return self.rounds / self.none


def measure(game: str, strategy: str, seconds: float = 5.0, options: Mapping[str, Any] | None = None, seats: int = 4) -> Cost:
    """The cost of a strategy's games in all seats, with the core columns."""
    from experiments.parts import remove_part
    from experiments.playing import Task, play_part
    from experiments.schemas import TABLES
    from experiments.spec import from_plain
    from experiments.store import Writer
    from experiments.tabletop import Tabletop

    said = {"game": game, "seats": seats, "strategies": [strategy], "options": dict(options or {}), "design": "mirror",
            "blocks": 10**6, "name": "bench"}
    table = Tabletop(from_plain({}, settings={**said, "log": {"level": "none"}}))
    best = [float("inf"), float("inf")]
    used, turns = 0.0, 0
    with (tempfile.TemporaryDirectory(prefix="evenhand-bench-") as place,
          Writer(from_plain({}, settings={**said, "log": {"level": "rounds"}}), Path(place, "run"), table.game) as writer):
        part = writer.plan.parts[0]
        task = Task(writer.experiment, writer.hash, writer.hashes, str(writer.folder), writer.shown, part.number)
        while turns < LEAST_TURNS or used < seconds:
            start = time.process_time()
            _play(table, part.first, part.end)
            middle = time.process_time()
            result = play_part(task)
            end = time.process_time()
            if result.problem or result.failed:
                raise RuntimeError(result.message or f"{result.failed} games of the measurement failed")
            remove_part(writer.folder, part.number, TABLES)
            best = [min(best[0], middle - start), min(best[1], end - middle)]
            used, turns = used + end - start, turns + 1
    return Cost(*(1e6 * took / result.games for took in best))


def _play(table: Any, first: int, end: int) -> None:
    from experiments.plan import games_of

    for block in range(first, end):
        for seating in games_of(table.plan, 0, block):
            table.play(table.begin(seating))


def main(game: str = "puerto_rico", strategy: str = "random", seconds: str = "5", *options: str) -> None:
    """Measure one strategy and print what its games cost."""
    cost = measure(game, strategy, float(seconds), dict(option.split("=", 1) for option in options))
    print(f"{game}, {strategy}: {cost.none:,.1f} us a game without a log, {cost.rounds:,.1f} with its rounds written: "
          f"{cost.ratio:.3f} times")


if __name__ == "__main__":
    import evenhand  # noqa: F401  (makes `experiments` importable from anywhere)

    main(*sys.argv[1:])
