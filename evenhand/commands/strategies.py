"""`evenhand strategies`."""
from __future__ import annotations

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import GameText, table_options
from evenhand.show import Column

COLUMNS = [
    Column("strategy", cut=True),
    Column("parameters", "parameters (defaults)"),
    Column("plays"),
]


@click.command(cls=Command)
@click.argument("game", type=GameText(), required=False)
@table_options
def strategies(game: str | None, style: str) -> None:
    """List the strategies that play GAME, or all of them."""
    from sim.catalog import find
    from strategies.specs import available

    if game is not None:
        find(game)
    offers = available(game)
    for offer in offers:
        if offer.error:
            show.warn(offer.error)
    rows = [{"strategy": offer.name, "parameters": offer.parameters, "plays": offer.plays}
            for offer in offers if not offer.error]
    show.rows("strategies", rows, COLUMNS, style)
    if style == "table":
        show.progress("\nFrom a file:  evenhand run ... --strategies mybot.py:MyBot:depth=2")
