"""The files of a part: written under a name that nobody reads, then renamed, `games` last, which commits the part.

A part is done if the footers of all its files open and say which part of which plan it is and how many blocks it holds.
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from experiments.arrays import numbers, values
from experiments.schemas import NULL, TABLES, VERSION

COMMITS: Final = "games"
"""The table whose file says that a part is whole."""
BATCH: Final = 65536
"""Values of a column that are encoded at a time."""
STEADY: Final = ("game_id", "scenario", "block")
"""Columns of numbers that stay the same for many rows."""
BROKEN: Final = -1
FOREIGN: Final = -2
"""In place of a number of blocks: files that are damaged; those of another part, table or plan."""
IF_ANY: Final = ("failures",)
"""Tables that have a file only if they have a row."""


def part_file(folder: Path, table: str, number: int) -> Path:
    """Where a part's file of a table lies."""
    return folder / table / f"part-{number:06d}.parquet"


def footer(table: str, plan: str, number: int, blocks: int) -> dict[str, str]:
    """What a file says of itself: no clock and no name, so that equal games make equal bytes."""
    return {"evenhand.tables": VERSION, "evenhand.table": table, "evenhand.plan": plan, "evenhand.part": str(number),
            "evenhand.blocks": str(blocks)}


@dataclass(frozen=True)
class Layout:
    """How a table stands in its files: its fields, and how they are encoded. Made once for all parts."""

    schema: pa.Schema
    encoding: Mapping[str, Any]


class PartWriter:
    """Gathers a part's tables group by group, then writes and commits them all; before that nothing is on the disk.

    The files are made in memory, encoded and compressed, some megabytes at most: their many small pieces cost a third more
    on their way to a disk.
    """

    def __init__(self, folder: Path, number: int, plan: str, blocks: int, layouts: Mapping[str, Layout]) -> None:
        self.folder = folder
        self.number = number
        self.layouts = layouts
        self.footers = {table: footer(table, plan, number, blocks) for table in layouts}
        self.open: dict[str, tuple[pq.ParquetWriter, pa.BufferOutputStream]] = {}

    def __enter__(self) -> PartWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for table in self.open:
            self._hidden(table).unlink(missing_ok=True)
        self.open.clear()

    def add(self, batches: Mapping[str, pa.RecordBatch]) -> None:
        """Take some rows of every table, each as one row group."""
        for table, batch in batches.items():
            if table in IF_ANY and not batch.num_rows:
                continue
            if table not in self.open:
                layout, file = self.layouts[table], pa.BufferOutputStream()
                schema = layout.schema.with_metadata(self.footers[table])
                self.open[table] = pq.ParquetWriter(file, schema, **layout.encoding), file
            self.open[table][0].write_batch(batch, row_group_size=max(1, batch.num_rows))

    def commit(self) -> None:
        """Write the files, see them onto the disk, and give them their names."""
        if not self.layouts:
            return
        with ExitStack() as files:
            handles = []
            for table, (writer, content) in self.open.items():
                writer.close()
                hidden = self._hidden(table)
                hidden.parent.mkdir(exist_ok=True)
                file = files.enter_context(open(hidden, "wb", buffering=0))
                _put(file, content.getvalue())
                handles.append(file.fileno())
            list(_threads().map(os.fsync, handles))
        part_file(self.folder, COMMITS, self.number).unlink(missing_ok=True)
        for table in self.layouts:
            if table not in self.open:
                part_file(self.folder, table, self.number).unlink(missing_ok=True)
        for table in sorted(self.open, key=lambda table: table == COMMITS):
            os.replace(self._hidden(table), part_file(self.folder, table, self.number))
        self.open.clear()

    def _hidden(self, table: str) -> Path:
        return self.folder / table / f".part-{self.number:06d}.{os.getpid()}.tmp"


def layout(schema: pa.Schema) -> Layout:
    """How a table of a schema is written."""
    return Layout(pa.schema([written(field) for field in schema]), encoding(schema))


def written(field: pa.Field) -> pa.Field:
    """A field as it stands in a file: without its sentence, and without room for nulls where none can be."""
    return field.remove_metadata().with_nullable(NULL in (field.metadata or {}))


def encoding(schema: pa.Schema) -> dict[str, Any]:
    """How a table is written: quickly, since the compiled engine plays a game in the time that a dictionary for each column or
    a closer compression takes to write it. Numbers are split into their bytes first, which helps the compression, but for those
    that stay the same for many rows. Nobody looks for rows by statistics here, so there are none.
    """
    split = {field.name: "BYTE_STREAM_SPLIT" for field in schema if field.name not in STEADY and
             (pa.types.is_integer(field.type) or pa.types.is_floating(field.type))}
    return {"compression": "lz4", "column_encoding": split, "write_statistics": False, "write_batch_size": BATCH,
            "use_dictionary": [field.name for field in schema if pa.types.is_dictionary(field.type)]}


@cache
def _threads() -> ThreadPoolExecutor:
    """For waiting on the disk: files that are synced together cost one wait, one by one as many as they are. They are written
    before, since threads that do more than wait hinder each other."""
    return ThreadPoolExecutor(len(TABLES), thread_name_prefix="evenhand-sync")


def _put(file: FileIO, content: pa.Buffer) -> None:
    """Write a whole file; one call may take only a part of it."""
    left = memoryview(content)
    while left:
        left = left[file.write(left):]


def blocks_in(folder: Path, number: int, plan: str, tables: Iterable[str]) -> int:
    """How many blocks a finished part holds: 0 if there is none, BROKEN or FOREIGN if it cannot be used."""
    found = []
    for table in tables:
        file = part_file(folder, table, number)
        if not file.exists():
            if table == COMMITS:
                return 0
            found += [] if table in IF_ANY else [BROKEN]
            continue
        try:
            said = pq.read_metadata(file).metadata or {}
        except (pa.ArrowInvalid, OSError):
            return BROKEN
        found.append(int(said.get(b"evenhand.blocks", BROKEN)) if belongs(said, table, plan, number) else FOREIGN)
    return found[0] if len(set(found)) == 1 else FOREIGN if FOREIGN in found else BROKEN


def belongs(said: Mapping[bytes, bytes] | None, table: str, plan: str, number: int) -> bool:
    """Whether a file says of itself that it is this part's."""
    wanted = footer(table, plan, number, 0)
    return all((said or {}).get(f"evenhand.{name}".encode(), b"").decode() == wanted[f"evenhand.{name}"]
               for name in ("plan", "table", "part"))


def shorten(folder: Path, number: int, plan: str, blocks: int, layouts: Mapping[str, Layout], behind: int) -> None:
    """Write a finished part anew without its games from the id `behind` on, which leaves `blocks` blocks: the same bytes as if
    no more had been played. Whoever is stopped in the middle of it leaves a part that is to be played again."""
    with PartWriter(folder, number, plan, blocks, layouts) as writer:
        for table, layout in layouts.items():
            file = part_file(folder, table, number)
            if table in IF_ANY and not file.exists():
                continue
            opened = pq.ParquetFile(file)
            left = [_before(behind, opened.read_row_group(group), layout.schema) for group in range(opened.num_row_groups)]
            for batch in [batch for batch in left if batch.num_rows] or [_nothing(layout.schema)]:
                writer.add({table: batch})
        writer.commit()


def _before(behind: int, group: pa.Table, schema: pa.Schema) -> pa.RecordBatch:
    """The rows of the games with ids below `behind`."""
    if not group.num_rows:
        return _nothing(schema)
    keep = numbers(values(group.column("game_id")) < behind, pa.bool_())
    columns = [group.column(field.name).combine_chunks().cast(field.type).filter(keep) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _nothing(schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)


def sweep_up(folder: Path, tables: Iterable[str]) -> None:
    """Remove what writers that were stopped have left; call it only while holding the run's lock."""
    for table in tables:
        for file in (folder / table).glob(".part-*.tmp"):
            file.unlink(missing_ok=True)


def remove_part(folder: Path, number: int, tables: Iterable[str]) -> None:
    """Take a part away, what commits it first."""
    for table in sorted(tables, key=lambda table: table != COMMITS):
        part_file(folder, table, number).unlink(missing_ok=True)
