"""Runs for tests: of Pig, in this process or in one of their own, and what is compared of their folders."""
from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from evenhand.worker import run_chunk
from experiments.experiment import Experiment
from experiments.runner import RunSummary, run
from experiments.spec import to_toml

ROOT = Path(__file__).parents[2]
REPRODUCED = ("games", "seats", "rounds", "events", "decisions")
"""The tables that are equal, byte by byte, for the same experiment."""


class Told:
    """A progress that keeps what it is told."""

    def __init__(self) -> None:
        self.total = self.done = self.games = self.failed = 0
        self.warnings: list[str] = []
        self.said: list[str] = []
        self.looks: list[str] = []
        self.ended = False

    def begin(self, total: int, done: int) -> None:
        self.total, self.done = total, done

    def advance(self, games: int, failed: int) -> None:
        self.games += games
        self.failed += failed

    def say(self, text: str) -> None:
        self.said.append(text)

    def note(self, text: str) -> None:
        pass

    def warn(self, text: str) -> None:
        self.warnings.append(text)

    def look(self, text: str) -> None:
        self.looks.append(text)

    def end(self) -> None:
        self.ended = True


def play(experiment: Experiment, folder: Path, jobs: int = 1, told: Told | None = None) -> RunSummary:
    """Run an experiment; with one job in this process, which is quicker."""
    return run(experiment, folder, jobs=jobs, worker=run_chunk, progress=told or Told(), here=True)


def prints(folder: Path) -> dict[str, str]:
    """The sha256 of every file that must be equal for the same experiment."""
    files = [folder / "experiment.toml", folder / "catalogue.parquet", *sorted((folder / "strategies").rglob("*.py"))]
    files += [file for table in REPRODUCED for file in sorted((folder / table).glob("*.parquet"))]
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


PROGRAM = """
import sys
sys.path.insert(0, {root!r})
import evenhand
from evenhand.worker import run_chunk
from experiments.runner import run
from experiments.spec import read
from sim.faults import Refusal

class Progress:
    def begin(self, total, done): print("begin", total, done, flush=True)
    def advance(self, games, failed): pass
    def say(self, text): print("say", text, flush=True)
    def note(self, text): pass
    def look(self, text): pass
    def warn(self, text): print("warn", text, flush=True)
    def end(self): print("end", flush=True)

if __name__ == "__main__":
    {before}
    try:
        summary = run(read(sys.argv[1]), sys.argv[2], jobs=int(sys.argv[3]), worker=run_chunk, progress=Progress())
    except Refusal as refusal:
        print("refused", refusal, refusal.faults[0].help, flush=True)
        sys.exit(2)
    print("summary", summary, flush=True)
    print("loaded", *(name for name in ("pandas", "scipy", "matplotlib") if name in sys.modules), flush=True)
    sys.exit(128 + summary.interrupted if summary.interrupted else 0)
"""


def start(experiment: Experiment, base: Path, folder: Path, jobs: int = 1, before: str = "") -> subprocess.Popen[str]:
    """Run an experiment in a process (and a process group) of its own; `before` is done there first."""
    file = base / "experiment.toml"
    copies = base / "strategies"
    for name, place in experiment.files.items():
        (copies / name).parent.mkdir(parents=True, exist_ok=True)
        (copies / name).write_bytes(place.read_bytes())
    file.write_text(to_toml(experiment), encoding="utf-8")
    program = base / "program.py"
    program.write_text(PROGRAM.format(root=str(ROOT), before=before or "pass"), encoding="utf-8")
    return subprocess.Popen([sys.executable, str(program), str(file), str(folder), str(jobs)], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, start_new_session=True)
