"""`evenhand games`."""
from __future__ import annotations

from typing import Any

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import table_options
from evenhand.show import Column
from reports.formats import cut

COLUMNS = [
    Column("game", brief=cut),
    Column("seats", text=lambda seats: f"{seats[0]}-{seats[-1]}" if len(seats) > 1 else str(seats[0])),
    Column("strategies"),
    Column("presets", "presets and modes"),
    Column("title", "name"),
]


@click.command(cls=Command)
@table_options
def games(style: str) -> None:
    """List the games that can be played."""
    found, broken = playable()
    for problem in broken:
        show.warn(problem)
    show.rows("games", found, COLUMNS, style)
    if style == "table":
        show.progress(f"\nStart with:  evenhand run --game {_first(found)} --seats 4 --blocks 500 --name first")


def playable() -> tuple[list[dict[str, Any]], list[str]]:
    """A row for each game, and what is wrong with those that can't be loaded, which must not hide the others."""
    from sim.catalog import names
    from sim.faults import Refusal

    found, broken = [], []
    for name in names():
        try:
            found.append(_row(name))
        except Refusal as problem:
            broken.append(str(problem))
    return found, broken


def _row(name: str) -> dict[str, Any]:
    from sim.catalog import find
    from strategies.specs import available

    game = find(name)
    playing = [offer for offer in available(name) if not offer.error]
    presets = [*game.presets, *(f"+ {overlay}" for overlay in game.overlays)]
    return {"game": name, "seats": list(game.seats), "strategies": len(playing), "presets": presets, "title": game.title}


def _first(found: list[dict[str, Any]]) -> str:
    """The game of the example: Puerto Rico if it is there."""
    names = [row["game"] for row in found]
    return "puerto_rico" if "puerto_rico" in names or not names else str(names[0])
