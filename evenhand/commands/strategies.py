"""`evenhand strategies`."""
from __future__ import annotations

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import GameText, table_options
from evenhand.show import Column
from reports.formats import cut

SHOWN = 44
"""Characters of the parameters on the screen; JSON, CSV and Markdown have all."""


def _first_ones(parameters: str) -> str:
    """As many parameters as fit, and whether there are more."""
    if len(parameters) <= SHOWN:
        return parameters
    return parameters[:parameters.rindex(" ", 0, SHOWN - 3)] + " ..."


COLUMNS = [
    Column("strategy", brief=cut),
    Column("parameters", "parameters (defaults)", brief=_first_ones),
    Column("plays"),
]


@click.command(cls=Command)
@click.argument("game", type=GameText(), required=False)
@table_options
def strategies(game: str | None, style: str) -> None:
    """List the strategies that play GAME, or all of them."""
    from strategies.specs import available
    from strategies.trial import find_game

    if game is not None:
        find_game(game)
    offers = available(game)
    for offer in offers:
        if offer.error:
            show.warn(offer.error)
    rows = [{"strategy": offer.name, "parameters": offer.parameters, "plays": offer.plays}
            for offer in offers if not offer.error]
    show.rows("strategies", rows, COLUMNS, style)
    if style == "table":
        show.progress("\nFrom a file:  evenhand run ... --strategies mybot.py:MyBot:depth=2")
        if any(len(row["parameters"]) > SHOWN for row in rows):
            show.progress(f"All parameters:  evenhand strategies{' ' + game if game else ''} --format csv")
