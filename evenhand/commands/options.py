"""`evenhand options`."""
from __future__ import annotations

from typing import TYPE_CHECKING

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import GameName, table_options
from evenhand.show import Column
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from sim.core import Game

COLUMNS = [Column("option"), Column("type", wrap=True), Column("default", wrap=True), Column("allowed", wrap=True),
           Column("meaning")]


@click.command(cls=Command)
@click.argument("game", type=GameName())
@click.option("--grep", metavar="TEXT", help="Only options whose name or meaning holds TEXT.")
@table_options
def options(game: Game, grep: str | None, style: str) -> None:
    """Print every rule option of GAME with its default, what is allowed, and its meaning."""
    from sim.options import rows

    found = rows(game.options)
    if grep is not None:
        found = [row for row in found if grep.lower() in f"{row['option']} {row['meaning']}".lower()]
        if not found:
            raise Refusal(Fault("", f"no option of {game.name} has {grep!r} in its name or meaning.",
                                help=f"All: evenhand options {game.name}"))
    show.rows("options", found, COLUMNS, style)
    if style == "table":
        example = next((row for row in reversed(found) if row["default"].isdigit()), found[-1])
        name, value = example["option"], _other(example["default"])
        show.progress(f"\nSet one:  -O {name}={value}        in a file:  [options] {name} = {value}")


def _other(default: str) -> str:
    """A value for the example: where numbers go, the next one."""
    return str(int(default) + 1) if default.isdigit() else default
