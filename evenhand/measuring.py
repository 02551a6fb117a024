"""How fast a game is played: games and decisions by second of CPU time, in this process, a warm-up before."""
from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sim
from evenhand import guard
from experiments.experiment import Experiment
from experiments.plan import FIRST_PART, Seating, games_of
from experiments.spec import from_plain
from experiments.tabletop import Tabletop
from sim.faults import Fault, Refusal

COPIES = 1000
"""How many copies of a position are timed together."""
ENDLESS = 10**7
"""More blocks than any measurement plays."""


@dataclass
class Counts:
    """What was played, and the CPU seconds that it took."""

    games: int = 0
    decisions: int = 0
    forced: int = 0
    turns: int = 0
    seconds: float = 0.0

    def __iadd__(self, other: Counts) -> Counts:
        self.games += other.games
        self.decisions += other.decisions
        self.forced += other.forced
        self.turns += other.turns
        self.seconds += other.seconds
        return self


def measure(plain: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Play one strategy in all seats for so many CPU seconds; the figures of `evenhand bench`."""
    experiment = from_plain({}, settings={**plain, "design": "mirror", "blocks": ENDLESS, "name": "bench"})
    tabletop = Tabletop(experiment)
    guard.note(experiment.strategies[0], "")
    warm = play_unwritten(tabletop, 0, 0.1 * seconds)
    if experiment.level == "none":
        counts = play_unwritten(tabletop, warm.games, seconds)
    else:
        counts = play_written(experiment, tabletop, seconds, expected=int(seconds * warm.games / warm.seconds))
    return figures(experiment, counts, copy_us(tabletop))


def figures(experiment: Experiment, counts: Counts, copying: float) -> dict[str, Any]:
    """The counts as rates."""
    actions = counts.decisions + counts.forced
    return {"build": sim.BUILD, "game": experiment.game, "seats": experiment.seats[0], "strategy": experiment.strategies[0],
            "log": experiment.level, "games": counts.games, "cpu_s": counts.seconds, "decisions": counts.decisions,
            "games_per_cpu_s": counts.games / counts.seconds, "decisions_per_cpu_s": counts.decisions / counts.seconds,
            "us_per_decision": 1e6 * counts.seconds / max(1, counts.decisions), "forced_share": counts.forced / max(1, actions),
            "turns_per_game": counts.turns / counts.games, "actions_per_game": actions / counts.games, "copy_us": copying}


def play_unwritten(tabletop: Tabletop, block: int, seconds: float) -> Counts:
    """Play block after block without a log until the time is over; at least one."""
    counts = Counts()
    start = time.process_time()
    while not counts.games or counts.seconds < seconds:
        for seating in games_of(tabletop.plan, 0, block):
            counts += _game(tabletop, seating)
        block += 1
        counts.seconds = time.process_time() - start
    return counts


def _game(tabletop: Tabletop, seating: Seating) -> Counts:
    game = tabletop.begin(seating)
    tabletop.play(game)
    if game.failure is not None:
        raise Refusal(Fault("", f"{game.spec(game.failure.seat)} failed in block {seating.block}: {game.failure.message}",
                            help="There is nothing to measure before it plays."))
    return Counts(1, int(game.course.decisions), int(game.course.forced), int(game.state.turn))


def play_written(experiment: Experiment, tabletop: Tabletop, seconds: float, expected: int) -> Counts:
    """Play part after part as a worker does, up to the written files; a part is smaller if not even one could be expected."""
    from experiments.playing import Task, play_part
    from experiments.store import Writer

    def part(writer: Writer, number: int) -> float:
        task = Task(writer.experiment, writer.hash, writer.hashes, str(writer.folder), writer.shown, number)
        start = time.process_time()
        result = play_part(task)
        if result.problem or result.failed:
            raise RuntimeError(result.message or f"{result.failed} games of the measurement failed")
        return time.process_time() - start

    measured = experiment.replace(blocks=min(ENDLESS, max(1, expected)) if expected < FIRST_PART else ENDLESS)
    with tempfile.TemporaryDirectory(prefix="evenhand-bench-") as place:
        with Writer(experiment.replace(blocks=1), Path(place, "warm-up"), tabletop.game) as writer:
            part(writer, 0)
        with Writer(measured, Path(place, "run"), tabletop.game) as writer:
            numbers, used = iter(range(len(writer.plan.parts))), 0.0
            while used < seconds and (number := next(numbers, None)) is not None:
                used += part(writer, number)
            return _written(writer.folder, used)


def _written(folder: Path, seconds: float) -> Counts:
    """What the files of the games table hold."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    counts = Counts(seconds=seconds)
    for file in sorted((folder / "games").glob("part-*.parquet")):
        table = pq.ParquetFile(file).read(columns=["decisions", "forced", "turns"])
        decisions, forced, turns = (pc.sum(table.column(name)).as_py() for name in ("decisions", "forced", "turns"))
        counts += Counts(table.num_rows, decisions, forced, turns)
    return counts


def copy_us(tabletop: Tabletop) -> float:
    """Microseconds that a copy of a position from the middle of a game takes: the best of five series."""
    seating = games_of(tabletop.plan, 0, 0)[0]
    game = tabletop.begin(seating)
    tabletop.play(game)
    middle = tabletop.begin(seating)
    tabletop.play(middle, until=int(game.course.step) // 2)
    copy: Callable[[], object] = middle.state.copy
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(COPIES):
            copy()
        best = min(best, time.process_time() - start)
    return 1e6 * best / COPIES
