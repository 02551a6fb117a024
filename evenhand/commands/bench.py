"""`evenhand bench`: how fast a game is played here."""
from __future__ import annotations

from typing import TYPE_CHECKING

import click

from evenhand import show
from evenhand.cli import Playing
from evenhand.params import Choice, GameText, Number, gathered, json_option, rules_option, strategy_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

LEVELS = ("none", "games", "rounds", "decisions")


class StrategyName(click.ParamType[str]):
    """One strategy."""

    name = "strategy"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in strategy_names(ctx) if name.startswith(incomplete)]


@click.command(cls=Playing)
@click.argument("game", type=GameText())
@click.option("--seats", type=click.IntRange(1), metavar="K", help="How many play. Default: 4, or as many as the game allows.")
@click.option("--strategy", type=StrategyName(), default="random", metavar="SPEC",
              help="Who sits in every seat. Default: random.")
@rules_option
@click.option("--log", type=Choice(LEVELS), default="none", metavar="LEVEL",
              help=f"What is written, up to the finished file: {', '.join(LEVELS)}. Default: none.")
@click.option("--columns", default="core", metavar="WHICH", help="Columns by round: core (default), full, or names.")
@click.option("--seconds", type=Number(0, 86_400, min_open=True), default=5.0, metavar="S",
              help="CPU seconds to play. Default: 5.")
@json_option
def bench(game: str, seats: int | None, strategy: str, options: tuple[tuple[str, object], ...], log: str, columns: str,
          seconds: float, as_json: bool) -> None:
    """Play GAME for some seconds in one process, and say how fast it went.

    Seconds are those of the processor, start-up and a warm-up not counted. Decisions are choices among at least two actions."""
    from evenhand.measuring import measure
    from strategies.trial import find_game

    possible = find_game(game).seats
    chosen = columns if columns in ("core", "full") else [name.strip() for name in columns.split(",")]
    figures = measure({"game": game, "seats": seats or (4 if 4 in possible else possible[-1]), "strategies": [strategy],
                       "options": dict(gathered(options, "option")), "log": {"level": log, "columns": chosen}}, seconds)
    if as_json:
        show.document("bench", figures)
        return
    for name, value in figures.items():
        show.out(f"{name:<22}{_written(value)}")


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
