"""`evenhand columns`."""
from __future__ import annotations

from typing import TYPE_CHECKING

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import Choice, GameName, table_options
from evenhand.show import Column
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from sim.core import Game

TABLES = ("games", "seats", "rounds", "events", "decisions", "failures", "timings")
COLUMNS = [Column("table"), Column("column"), Column("type"), Column("log"), Column("meaning")]
WHOLE = [*COLUMNS, Column("labels")]


@click.command(cls=Command)
@click.argument("game", type=GameName())
@click.option("--table", "only", type=Choice(TABLES), metavar="TABLE", help=f"Only one table: {', '.join(TABLES)}.")
@click.option("--grep", metavar="TEXT", help="Only columns whose name or meaning holds TEXT.")
@table_options
def columns(game: Game, only: str | None, grep: str | None, style: str) -> None:
    """Print every column of the tables that a run of GAME writes, with its meaning.

    Round columns marked `core` are written unless told otherwise; --columns full writes all."""
    from experiments.schemas import describe

    found = [row for row in describe(game) if only in (None, row["table"])]
    if grep is not None:
        found = [row for row in found if grep.lower() in f"{row['column']} {row['meaning']}".lower()]
        if not found:
            raise Refusal(Fault("", f"no column of {game.name} has {grep!r} in its name or meaning.",
                                help=f"All: evenhand columns {game.name}"))
    show.rows("columns", found, COLUMNS if style in ("table", "md") else WHOLE, style)
    if style == "table":
        show.progress('\nRead them:  pandas.read_parquet("runs/NAME/seats")')
