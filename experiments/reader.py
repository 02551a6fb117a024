"""A run as readers see it: its tables over the contiguous record, complete blocks only, in a schema that is said."""
from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from experiments import manifest as manifests
from experiments.arrays import numbers, values
from experiments.errors import ExperimentError, RunError
from experiments.experiment import COPIES, Experiment, split_file
from experiments.files import digest, plan_hash
from experiments.parts import FOREIGN, belongs, blocks_in, part_file
from experiments.plan import Part, Plan, plan
from experiments.schemas import BY_LEVEL, VERSION, schema
from experiments.spec import recorded
from experiments.stopping import stopped
from experiments.tomlfile import load
from sim.catalog import find
from sim.core import Game
from sim.faults import Fault, nearest


class Run:
    """A run's folder, read. What is written meanwhile by the run itself does no harm."""

    def __init__(self, folder: Path, experiment: Experiment, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.experiment = experiment
        self.manifest = manifest
        self.stops = stopped(folder) if experiment.stop is not None else []
        self.plan: Plan = plan(experiment).cut({stop.scenario: stop.blocks for stop in self.stops})
        self._finished: dict[int, tuple[list[Part], int]] = {}
        self._lacking: dict[int, list[int]] = {}

    @cached_property
    def game(self) -> Game:
        """The game that was played."""
        return find(self.experiment.located(self.experiment.game))

    @property
    def name(self) -> str:
        return self.experiment.name

    @property
    def complete(self) -> bool:
        """Whether every planned block is there."""
        return all(len(self.finished_blocks(scenario.number)) == scenario.blocks for scenario in self.plan.scenarios)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that the run keeps."""
        return BY_LEVEL[self.experiment.level]

    def finished_blocks(self, scenario: int) -> range:
        """The blocks of a scenario that are there without a gap before them, those with a failed game among them too."""
        return range(self._record(scenario)[1])

    def table(self, name: str, columns: Sequence[str] | None = None, scenario: int | None = None) -> pa.Table:
        """A table over the complete blocks of the contiguous record: all columns or some, of all scenarios or one."""
        wanted = self._fields(name, columns)
        names = [field.name for field in wanted]
        scenarios = range(len(self.plan.scenarios)) if scenario is None else [scenario]
        found = [piece[name] for number in scenarios for piece in self.pieces({name: names}, number)]
        return pa.concat_tables(found).unify_dictionaries() if found else pa.Table.from_batches([], schema=pa.schema(wanted))

    def pieces(self, columns: Mapping[str, Sequence[str]], scenario: int) -> Iterator[dict[str, pa.Table]]:
        """Some columns of some tables of a scenario as `table` gives them, but part by part: for more than fits into memory.

        Each part has its own labels of codes.
        """
        wanted = {name: self._fields(name, some) for name, some in columns.items()}
        for part in self._record(scenario)[0]:
            yield {name: self._complete(self._read(part, name, self._with_game_id(name, fields)), scenario).select(
                [field.name for field in fields]) for name, fields in wanted.items()}

    def _fields(self, name: str, columns: Sequence[str] | None) -> list[pa.Field]:
        whole = self._schema(name)
        return [whole.field(column) for column in self._known(columns, whole, name)] if columns is not None else list(whole)

    def _with_game_id(self, name: str, wanted: Sequence[pa.Field]) -> pa.Schema:
        return pa.schema([field for field in self._schema(name) if field in wanted or field.name == "game_id"])

    def _complete(self, found: pa.Table, scenario: int) -> pa.Table:
        """Without the rows of blocks that lack a game."""
        incomplete = self._incomplete(scenario)
        if not incomplete:
            return found
        keep = ~np.isin(values(found.column("game_id")) >> 7, np.array(incomplete, dtype=np.int64))
        return found.filter(numbers(keep, pa.bool_()))

    def failures(self) -> pa.Table:
        """Every game in which a strategy failed, beyond the contiguous record too."""
        whole = schema("failures", self.game)
        pieces = [self._read(part, "failures", whole) for part in self.plan.parts
                  if part_file(self.folder, "games", part.number).exists()]
        return pa.concat_tables(pieces).unify_dictionaries() if pieces else pa.Table.from_batches([], schema=whole)

    def _schema(self, name: str) -> pa.Schema:
        if name not in self.tables:
            raise RunError(Fault("", f"{self.folder.as_posix()} was logged at level {self.experiment.level!r}, "
                                 f"which keeps no table {name!r}"))
        return schema(name, self.game, self.experiment.level, self.experiment.columns)

    def _known(self, columns: Sequence[str], whole: pa.Schema, table: str) -> Sequence[str]:
        for column in columns:
            if column not in whole.names:
                close = nearest(column, whole.names)
                hint = f". Did you mean {close!r}?" if close else f"; see: evenhand columns {self.game.name}"
                where = f"the table {table} of {self.folder.as_posix()}"
                raise RunError(Fault("", f"{where} has no column {column!r}{hint}", close))
        return columns

    def _record(self, scenario: int) -> tuple[list[Part], int]:
        """The parts of a scenario that follow each other from its first block, and how many blocks they hold."""
        if scenario not in self._finished:
            parts: list[Part] = []
            end = 0
            for part in self.plan.parts:
                if part.scenario != scenario:
                    continue
                blocks = blocks_in(self.folder, part.number, self.manifest["plan"], ("games",))
                if blocks < 0:
                    what = "holds games of another part or run" if blocks == FOREIGN else "can't be read"
                    raise self._unreadable(part_file(self.folder, "games", part.number), part, what)
                if blocks:
                    parts.append(part)
                    end = part.first + min(blocks, part.blocks)
                if blocks < part.blocks:
                    break
            self._finished[scenario] = (parts, end)
        return self._finished[scenario]

    def _read(self, part: Part, table: str, wanted: pa.Schema) -> pa.Table:
        """A part's rows in the wanted schema; what an older file lacks is null."""
        file = part_file(self.folder, table, part.number)
        if table == "failures" and not file.exists():
            return pa.Table.from_batches([], schema=wanted)
        try:
            opened = pq.ParquetFile(file)
            if not belongs(opened.metadata.metadata, table, self.manifest["plan"], part.number):
                raise self._unreadable(file, part, "holds games of another part or run")
            there = set(opened.schema_arrow.names)
            found = opened.read(columns=[name for name in wanted.names if name in there])
        except (pa.ArrowInvalid, OSError):
            raise self._unreadable(file, part) from None
        if part.end == self.plan.scenarios[part.scenario].blocks and "game_id" in there and self.stops:
            block = (values(found.column("game_id")) >> 7) & ((1 << 33) - 1)
            found = found.filter(numbers(block < part.end, pa.bool_()))     # the part goes on behind the block of the stop
        columns = [found.column(field.name).cast(field.type) if field.name in there else pa.nulls(found.num_rows, field.type)
                   for field in wanted]
        return pa.Table.from_arrays(columns, schema=wanted)

    def _unreadable(self, file: Path, part: Part, what: str = "can't be read") -> RunError:
        games = part.blocks * self.plan.scenarios[part.scenario].games_per_block
        again = f"evenhand run --resume {shlex.quote(self.folder.as_posix())}"
        return RunError(Fault("", f"{file.as_posix()} {what}; the run is as good as without it:", "",
                              f"{again}     plays its {games} games again, with the same result"))

    def _incomplete(self, scenario: int) -> list[int]:
        """The blocks of the record that lack a game, as `game_id >> 7`."""
        if scenario not in self._lacking:
            self._lacking[scenario] = self._find_incomplete(scenario)
        return self._lacking[scenario]

    def _find_incomplete(self, scenario: int) -> list[int]:
        parts, _ = self._record(scenario)
        if not any(part_file(self.folder, "failures", part.number).exists() for part in parts):
            return []
        ids = pa.schema([pa.field("game_id", pa.int64())])
        games = values(pa.concat_tables([self._read(part, "games", ids) for part in parts]).column("game_id")) >> 7
        found, counts = np.unique(games, return_counts=True)
        there = {int(block) for block in found[counts == self.plan.scenarios[scenario].games_per_block]}
        return [block for number in self.finished_blocks(scenario) if (block := (scenario << 33) + number) not in there]


@dataclass(frozen=True)
class RunRow:
    """A run in a list of runs."""

    name: str
    folder: Path
    game: str
    seats: tuple[int, ...]
    strategies: tuple[str, ...]
    status: str
    planned: int
    recorded: int
    failed: int
    started: str


def open_run(folder: str | Path) -> Run:
    """The run of a folder. RunError if there is none, or if a newer evenhand wrote it."""
    folder = Path(folder)
    if not (folder / "experiment.toml").is_file():
        raise RunError(Fault("", f"no run at {folder.as_posix()}"))
    manifest = readable(folder, folder.as_posix())
    try:
        return Run(folder, recorded(folder / "experiment.toml"), manifest)
    except ExperimentError as error:
        raise RunError(Fault("", f"{folder.as_posix()}/experiment.toml is not what a run has written: {error}")) from None


def readable(folder: Path, shown: str) -> dict[str, Any]:
    """The manifest of a run whose tables this version can read."""
    manifest = manifests.read(folder)
    if not _is_whole(manifest):
        manifest = _rebuilt(folder, shown)
    theirs, ours = str(manifest["tables"]), VERSION.partition(".")[0]
    if theirs.partition(".")[0] != ours:
        raise RunError(Fault("", f"{shown} was written by a newer evenhand (tables {theirs}; this one reads {ours}.x). "
                             "Update evenhand."))
    return manifest


def _is_whole(manifest: dict[str, Any]) -> bool:
    """Whether a manifest says what a run is read by."""
    return ({"plan", "tables"} <= set(manifest)
            and all(isinstance(manifest.get(name), dict) for name in ("sources", "versions", "games"))
            and isinstance(manifest.get("sessions"), list) and isinstance(manifest.get("interruptions"), int))


def _rebuilt(folder: Path, shown: str) -> dict[str, Any]:
    """The manifest anew, from the experiment, the copies of the users' files, and what the parts say of themselves."""
    try:
        experiment = recorded(folder / "experiment.toml")
    except ExperimentError as error:
        raise RunError(Fault("", f"{shown}/experiment.toml is not what a run has written: {error}")) from None
    copies = {file.relative_to(folder / COPIES).as_posix(): file for file in sorted((folder / COPIES).rglob("*.py"))}
    hashes = {name: digest(file) for name, file in copies.items()}
    manifest = manifests.rebuilt(experiment.name, _bare(experiment.game), plan_hash(experiment, hashes),
                                 {name: {"sha256": hashes[name], "from": str(file.absolute())}
                                  for name, file in copies.items()})
    parts = [part.number for part in plan(experiment).parts if part_file(folder, "games", part.number).exists()]
    if parts and all(blocks_in(folder, number, manifest["plan"], ("games",)) < 0 for number in parts):
        raise RunError(Fault("", f"{shown}/{manifests.FILE} is missing or broken, and {shown}/experiment.toml or the "
                             "strategies beside it are not those that its games were played with.",
                             help="Put back the file that was changed, or play the experiment anew:  --name NAME"))
    return manifest


def _bare(game: Any) -> str:
    """The name of a game without its file's folder."""
    return Path(split_file(str(game))[0]).stem or str(game)


def runs_in(folder: str | Path) -> list[RunRow]:
    """The runs in a folder, by name; no game is loaded for it."""
    found = []
    for place in sorted(Path(folder).glob("*/experiment.toml")):
        manifest = manifests.read(place.parent)
        manifest = manifest if _is_whole(manifest) else {}
        try:
            said = load(place)
        except ExperimentError:
            continue
        seats, games, sessions = said.get("seats", ()), manifest.get("games", {}), manifest.get("sessions") or [{}]
        found.append(RunRow(
            place.parent.name, place.parent, str(manifest.get("game") or _bare(said.get("game", ""))),
            tuple(seats) if isinstance(seats, list) else (seats,), tuple(said.get("strategies", ())),
            str(manifest.get("status", "unknown")), int(games.get("planned", 0)), int(games.get("recorded", 0)),
            int(games.get("failed", 0)), str(sessions[0].get("started") or "")))
    return found
