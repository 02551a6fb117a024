"""`evenhand runs`."""
from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import RUNS, Place, table_options
from evenhand.show import Column
from reports.formats import count, cut
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from experiments.reader import RunRow

COLUMNS = [
    Column("run", brief=cut),
    Column("game", brief=cut),
    Column("seats"),
    Column("strategies", text=lambda names: str(len(names))),
    Column("games", text=count, right=True),
    Column("planned", "of", text=count, right=True),
    Column("failed", text=count, right=True),
    Column("status"),
    Column("started", text=lambda when: when.replace("T", " ")[:16]),
]


@click.command(cls=Command)
@click.argument("folder", type=Place(), default=RUNS)
@table_options
def runs(folder: Path, style: str) -> None:
    """List the runs in FOLDER (default: runs)."""
    from experiments.reader import runs_in

    if folder.exists() and not folder.is_dir():
        raise Refusal(Fault("", f"{folder.as_posix()} is a file; runs lie in a folder"))
    found = [_row(row) for row in runs_in(folder)]
    if not found and style == "table":
        show.progress(f"No runs in {folder.as_posix()}.\n\n"
                      "Start with:  evenhand run --game puerto_rico --seats 4 --blocks 500 --name first")
        return
    show.rows("runs", found, COLUMNS, style)
    if style == "table":
        show.progress(f"\nRead one:  evenhand report {shlex.quote(found[-1]['folder'])}")


def _row(row: RunRow) -> dict[str, Any]:
    games, planned, status = row.recorded, row.planned, row.status
    if status in ("running", "unknown"):    # the manifest is closed at the end; until then, look
        from experiments.lock import held
        from experiments.reader import open_run

        try:
            run = open_run(row.folder)
            games = sum(len(run.finished_blocks(scenario.number)) * scenario.games_per_block for scenario in run.plan.scenarios)
            planned = run.plan.games
            status = "running" if held(row.folder) else "complete" if run.complete else "killed"
        except Refusal:
            status = "broken"
    return {"run": row.name, "folder": row.folder.as_posix(), "game": row.game, "seats": list(row.seats),
            "strategies": list(row.strategies), "games": games, "planned": planned, "failed": row.failed,
            "status": status, "started": row.started}
