"""The folder of a run as its writer sees it: begun, taken up again, extended, or refused in plain words.

What readers see is in experiments/reader.py; the files of a part in experiments/parts.py.
"""
from __future__ import annotations

import contextlib
import difflib
import json
import os
import shlex
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from experiments import manifest as manifests
from experiments.arrays import numbers, texts, values
from experiments.errors import RunError
from experiments.experiment import COPIES, Experiment
from experiments.files import as_recorded, digest, plan_hash, sources
from experiments.lock import FILE as LOCK, Lock
from experiments.parts import FOREIGN, blocks_in, part_file, remove_part, shorten, sweep_up
from experiments.plan import Part, Plan, Scenario, game_id, plan
from experiments.reader import Run, RunRow, open_run, readable, runs_in
from experiments.rows import BY_CHANCE, new_layouts
from experiments.schemas import BY_LEVEL, CATALOGUE, TABLES, VERSION
from experiments.spec import recorded
from experiments.stopping import FILE as STOP, Stopping, stopped
from experiments.treatments import Force, Inject
from experiments.versions import evenhand_version
from sim.core import Game
from sim.faults import Fault, cut

__all__ = ["Counts", "Force", "Inject", "Run", "RunError", "RunRow", "Scenario", "Writer", "open_run", "plan_hash", "runs_in",
           "values"]

EXPERIMENT: Final = "experiment.toml"
LOG: Final = "log.txt"
OURS: Final = (LOCK, LOG, COPIES, "catalogue.parquet", manifests.FILE, ".live", ".DS_Store")
"""What may lie in a folder in which a run has not quite begun."""


LONGEST_PART: Final = 255
"""Bytes that the usual file systems allow for a name."""


@dataclass
class Counts:
    """How many games of a run are there, in how many a strategy failed (of these: by chance), how many were tied."""

    games: int = 0
    failed: int = 0
    tied: int = 0
    by_chance: int = 0

    def __iadd__(self, other: Counts) -> Counts:
        self.games += other.games
        self.failed += other.failed
        self.tied += other.tied
        self.by_chance += other.by_chance
        return self


class Writer:
    """A run's folder, held by its one writer. A context: on leaving, the lock is free."""

    def __init__(self, experiment: Experiment, folder: Path, game: Game) -> None:
        """Take the folder: begin a run there, or go on with the one it holds. RunError if it cannot be this run's."""
        self.folder = folder.absolute()
        self.shown = folder.as_posix()
        self.game = game
        self.notes: list[str] = []
        self.counts = Counts()
        self._refuse_others()
        self._lock = Lock(self.folder, self.shown)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.take()
            self.experiment = self._go_on(experiment) if (self.folder / EXPERIMENT).exists() else self._begin(experiment)
        except OSError as error:
            self._lock.free()
            raise RunError(Fault("", f"{self.shown} can't be written: {error.strerror or error}")) from None
        except BaseException:
            self._lock.free()
            raise
        self.plan: Plan = plan(self.experiment)

    @classmethod
    def check(cls, experiment: Experiment, folder: Path) -> None:
        """RunError if a writer would refuse the folder now; nothing is written."""
        looker = cls.__new__(cls)
        looker.folder, looker.shown, looker.notes = folder.absolute(), folder.as_posix(), []
        looker._refuse_others()
        if (looker.folder / EXPERIMENT).exists():
            looker._compare(experiment)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.free()

    # --- beginning and going on ---------------------------------------------------------------------------------------

    def _refuse_others(self) -> None:
        """A folder that holds something else is left alone."""
        longest = max(len(os.fsencode(part)) for part in self.folder.parts)
        if longest > LONGEST_PART:
            raise RunError(Fault("", f"{cut(self.shown)} can't be a folder: a name of {longest} bytes is too long; "
                                     f"{LONGEST_PART} at most"))
        try:
            self.folder.exists()
        except OSError as error:        # before Python 3.12 a path that is too long raises
            raise RunError(Fault("", f"{cut(self.shown)} can't be a folder: {error.strerror}")) from None
        if self.folder.exists() and not self.folder.is_dir():
            raise RunError(Fault("", f"{self.shown} is a file; a run needs a folder"))
        place = next(place for place in (self.folder, *self.folder.parents) if place.exists())
        if not place.is_dir():
            raise RunError(Fault("", f"{self.shown} can't be a folder: {_shown(place)} is a file"))
        if not os.access(place, os.W_OK | os.X_OK):
            raise RunError(Fault("", f"{self.shown} can't be written: no right to write in {_shown(place)}, or a read-only "
                                 "disk"))
        if place != self.folder or (self.folder / EXPERIMENT).exists():
            return
        others = [item.name for item in self.folder.iterdir() if item.name not in OURS]
        if others:
            raise RunError(Fault("", f"{self.shown} holds other things ({', '.join(sorted(others)[:3])}) and no run.",
                                 help="Take a new folder:  --name NAME  or  --out DIR"))

    def _begin(self, experiment: Experiment) -> Experiment:
        """Write everything that stands in the folder before the first game; experiment.toml last, which makes it a run."""
        files = sources(experiment)
        hashes = {name: digest(file) for name, file in files.items()}
        for name, file in files.items():
            copy = self.folder / COPIES / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            manifests.write_whole(copy, file.read_bytes())
        self.hash = plan_hash(experiment, hashes)
        self.manifest = manifests.new(experiment.name, self.game.name, self.hash, {
            name: {"sha256": hashes[name], "from": str(file)} for name, file in files.items()})
        _write_catalogue(self.folder / "catalogue.parquet", self.game)
        manifests.write(self.folder, self.manifest)
        manifests.write_whole(self.folder / EXPERIMENT, experiment.to_toml().encode())
        return experiment

    def _compare(self, experiment: Experiment) -> tuple[Experiment, dict[str, str]]:
        """Check that the folder's run is this experiment, perhaps shorter: it as it was, and the sha256 of its files."""
        self.manifest = readable(self.folder, self.shown)
        self._refuse_another_version()
        old = recorded(self.folder / EXPERIMENT)
        hashes = {name: said["sha256"] for name, said in self.manifest["sources"].items()}
        changes = list(differences(old, experiment))
        if changes:
            width = max(len(name) for name, _, _ in changes)
            raise RunError(Fault("", f"{self.shown} can't go on: the experiment says otherwise than the run.\n" + "\n".join(
                f"  {name:{width}}   {was}  ->  {now}" for name, was, now in changes), help=self._anew()))
        if not experiment_is_copy(experiment, self.folder):
            self._refuse_changed_files(experiment, hashes)
        self._refuse_shorter(old, experiment)
        return old, hashes

    def _go_on(self, experiment: Experiment) -> Experiment:
        """Take up the run that the folder holds."""
        old, hashes = self._compare(experiment)
        if self.manifest["status"] == manifests.UNKNOWN:
            self.notes.append(f"{manifests.FILE} was missing or broken; it is made anew, without what only it knew (versions, "
                              "commands, interruptions).")
        self.hash = self.manifest["plan"]
        longer = old.replace(blocks=experiment.blocks, games=experiment.games)
        if longer != old:
            (self.folder / STOP).unlink(missing_ok=True)
            manifests.write_whole(self.folder / EXPERIMENT, longer.to_toml().encode())
        files = {name: Path(said["from"]) for name, said in self.manifest["sources"].items() if name in old.files}
        return as_recorded(longer.replace(files=files), self.folder, hashes)

    def _refuse_another_version(self) -> None:
        was, now = self.manifest["versions"]["evenhand"], evenhand_version()
        if was not in (now, manifests.UNKNOWN):
            raise RunError(Fault("", f"{self.shown} can't go on: it was begun with evenhand {was}, and this is {now}, "
                                 "which may play otherwise.", help=self._anew()))

    def _refuse_changed_files(self, experiment: Experiment, hashes: Mapping[str, str]) -> None:
        """RunError if a strategy's file is not what it was, or needs other files than it did."""
        files = sources(experiment)
        for name in sorted({*files, *hashes}):
            if name not in files or name not in hashes:
                raise RunError(Fault("", f"{self.shown} can't go on: {name} belongs to the strategies "
                                     f"{'no longer' if name in hashes else 'now'}.", help=self._anew()))
            if digest(files[name]) != hashes[name]:
                copy = self.folder / COPIES / name
                file = _shown(files[name])
                raise RunError(Fault("", f"{self.shown} can't go on: {file} has changed since the run began"
                                     f"{_changed_lines(copy, files[name])}.", help=
                                     f"Take the old one back:   cp {shlex.quote(f'{self.shown}/{COPIES}/{name}')} "
                                     f"{shlex.quote(file)}\n{self._anew()}"))

    def _refuse_shorter(self, old: Experiment, new: Experiment) -> None:
        for was, now in zip(plan(old).scenarios, plan(new).scenarios, strict=True):
            if now.blocks < was.blocks:
                raise RunError(Fault("", f"{self.shown} can't go on: it has {was.blocks:,} blocks, and {now.blocks:,} are "
                                     "asked. A run can grow, not shrink.", help=self._anew()))

    def _anew(self) -> str:
        return f"Play it as a new run:    --name {shlex.quote(self.folder.name + '-2')}"

    # --- while it is written --------------------------------------------------------------------------------------------

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that this run keeps."""
        return BY_LEVEL[self.experiment.level]

    @property
    def hashes(self) -> tuple[tuple[str, str], ...]:
        """The users' files with their sha256."""
        return tuple((name, said["sha256"]) for name, said in self.manifest["sources"].items())

    def missing(self) -> list[Part]:
        """The parts that are still to be played; what is there is counted, what is broken is taken away."""
        self.sweep_up()
        todo, ends = [], {stop.scenario: stop.blocks for stop in stopped(self.folder)}
        for part in self.plan.parts:
            blocks = blocks_in(self.folder, part.number, self.hash, self.tables)
            size = self.plan.scenarios[part.scenario].games_per_block
            if blocks == part.blocks or (blocks > 0 and part.first + blocks == ends.get(part.scenario)):
                self.counts += _counts(self.folder, part._replace(blocks=blocks), size)
                continue
            if blocks < 0 or blocks > part.blocks:
                remove_part(self.folder, part.number, TABLES)
                what = "holds games of another part or run" if blocks == FOREIGN else "was cut short (power loss?)"
                self.notes.append(f"part {part.number:06d} {what}; its {part.blocks * size} games are played again.")
            todo.append(part)
        if self.manifest["status"] == manifests.UNKNOWN:
            self.manifest["status"] = "stopped" if todo else "complete"
            self._write_manifest()
        return todo

    def finished(self, part: Part) -> Counts | None:
        """What a part holds; None if it is not there as planned."""
        if blocks_in(self.folder, part.number, self.hash, self.tables) != part.blocks:
            return None
        return _counts(self.folder, part, self.plan.scenarios[part.scenario].games_per_block)

    def stop(self, stopping: Stopping) -> None:
        """End a run where its rule says: write down where that is, take away what lies behind, count what is left.

        If it is killed in between, the next writer does the rest; a part whose files were being replaced is played again.
        """
        stopping.write(self.folder)
        left = self.plan.cut(stopping.ends())
        ends = {part.number: part for part in left.parts}
        for part in self.plan.parts:
            if part.number not in ends:
                remove_part(self.folder, part.number, TABLES)
            elif ends[part.number].blocks < part.blocks:
                self._shorten(ends[part.number])
        self.counts = Counts()
        for part in left.parts:
            self.counts += _counts(self.folder, part, left.scenarios[part.scenario].games_per_block)
        self.plan = left
        if self.manifest["status"] != "complete":
            self.manifest["status"] = "complete"
            self._write_manifest()

    def _shorten(self, part: Part) -> None:
        """Leave in the files of a part what it has before the stop."""
        if blocks_in(self.folder, part.number, self.hash, self.tables) > part.blocks:
            layouts, behind = new_layouts(self.experiment, self.game), game_id(part.scenario, part.end, 0)
            shorten(self.folder, part.number, self.hash, part.blocks, layouts, behind)

    def sweep_up(self) -> None:
        """Remove what writers that were stopped have left."""
        sweep_up(self.folder, TABLES)

    def begin_session(self, jobs: int, backend: str) -> None:
        """Note in the manifest that games are being played."""
        self.manifest["status"] = "running"
        if self.manifest["sessions"] and self.manifest["sessions"][-1]["ended"] is None:     # killed
            self.manifest["sessions"][-1]["ended"] = "killed"
            self.manifest["interruptions"] += 1
        self.manifest["sessions"].append({"argv": manifests.new("", "", "", {})["argv"], "started": _now(), "finished": None,
                                          "jobs": jobs, "backend": backend, "games": 0, "seconds": 0.0, "ended": None})
        self._write_manifest()

    def end_session(self, played: int, seconds: float, ended: str) -> None:
        """Note in the manifest how it ended: complete, interrupted, or stopped by a fault."""
        self.manifest["status"] = ended
        self.manifest["interruptions"] += ended != "complete"
        self.manifest["sessions"][-1].update(finished=_now(), games=played, seconds=round(seconds, 3), ended=ended)
        self._write_manifest()

    def _write_manifest(self) -> None:
        self.manifest["games"] = {"planned": self.plan.games, "recorded": self.counts.games, "failed": self.counts.failed,
                                  "tied": self.counts.tied}
        self.manifest["repeatable"] = self.counts.by_chance == 0
        manifests.write(self.folder, self.manifest)

    def log(self, text: str) -> None:
        """Add a line to the run's log, if the disk lets it."""
        with contextlib.suppress(OSError), open(self.folder / LOG, "a", encoding="utf-8") as handle:
            handle.write(f"{_now()}  {text}\n")


def differences(old: Experiment, new: Experiment) -> Iterator[tuple[str, str, str]]:
    """What two experiments say differently, apart from name and length: the entry, and what each says."""
    was, now = _entries(old), _entries(new)
    for name in dict.fromkeys([*was, *now]):
        if was.get(name) != now.get(name):
            yield name, _said(was.get(name)), _said(now.get(name))


def _entries(experiment: Experiment) -> dict[str, Any]:
    """Every entry of an experiment by the name a person would give it: `seats`, `[options] preset`."""
    found: dict[str, Any] = {}
    for name, item in experiment.plain().items():
        if name in ("name", "blocks", "games"):
            continue
        if isinstance(item, Mapping):
            found |= {f"[{name}] {entry}": inner for entry, inner in item.items() if entry != "max_blocks"}
        elif name == "variants":
            found["[[variants]]"] = [variant["name"] for variant in item]
            found |= {f"[[variants]] {variant['name']}": variant["options"] for variant in item if "options" in variant}
        elif name in ("inject", "force"):
            found |= {f"[[{name}]] {n}": table for n, table in enumerate(item)}
        else:
            found[name] = item
    return found


def _said(item: Any) -> str:
    if isinstance(item, (list, tuple)):
        return ", ".join(_said(inner) for inner in item)
    if isinstance(item, Mapping):
        return ", ".join(f"{name} = {_said(inner)}" for name, inner in item.items()) or "nothing"
    return "nothing" if item is None else str(item)


def experiment_is_copy(experiment: Experiment, folder: Path) -> bool:
    """Whether the experiment's files are the run's own copies: it is gone on with from the folder alone."""
    return all(file.is_relative_to(folder / COPIES) for file in experiment.files.values())


def _changed_lines(old: Path, new: Path) -> str:
    """The lines of a file that are not as they were: ` (lines 12, 31-40)`."""
    try:
        before, after = (file.read_text(encoding="utf-8").splitlines() for file in (old, new))
    except (OSError, UnicodeDecodeError):
        return ""
    spans = [(low + 1, max(high, low + 1)) for tag, _, _, low, high in
             difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if tag != "equal"]
    said = [str(low) if low == high else f"{low}-{high}" for low, high in spans]
    one = len(spans) == 1 and spans[0][0] == spans[0][1]
    return f" (line{'' if one else 's'} {', '.join(said[:6])}{', ...' if len(said) > 6 else ''})" if said else ""


def _shown(file: Path) -> str:
    here = Path.cwd()
    return file.relative_to(here).as_posix() if file.is_relative_to(here) else str(file)


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _counts(folder: Path, part: Part, games_per_block: int) -> Counts:
    """What a finished part holds."""
    table = pq.ParquetFile(part_file(folder, "games", part.number)).read(columns=["game_id", "winners"])
    winners = values(table.column("winners"))[_of_part(table, part)]
    failures = part_file(folder, "failures", part.number)
    kinds = []
    if failures.exists():
        failed = pq.ParquetFile(failures).read(columns=["game_id", "kind"])
        kinds = [kind for kind, ours in zip(failed.column("kind").to_pylist(), _of_part(failed, part), strict=True) if ours]
    return Counts(part.blocks * games_per_block, len(kinds), int(np.count_nonzero(winners & (winners - 1))),
                  sum(kind in BY_CHANCE for kind in kinds))


def _write_catalogue(file: Path, game: Game) -> None:
    """All actions of the game with their words."""
    actions = game.actions.all()
    columns = [numbers(np.array([action.id for action in actions], dtype=np.int64), pa.int32(), "action"),
               texts([action.kind for action in actions]), texts([json.dumps(dict(action.args)) for action in actions]),
               texts([action.words for action in actions])]
    schema = pa.schema([field.remove_metadata() for field in CATALOGUE], {"evenhand.tables": VERSION})
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_arrays(columns, schema=schema), sink, compression="zstd", compression_level=3)
    manifests.write_whole(file, sink.getvalue().to_pybytes())


def _of_part(table: pa.Table, part: Part) -> Any:
    """Which rows belong to the blocks of a part: its file may hold more, if the run has stopped in it."""
    return (values(table.column("game_id")) >> 7) & ((1 << 33) - 1) < part.end
