"""`evenhand run`: play an experiment, show how far it is, then who won."""
from __future__ import annotations

from typing import Any

import click

from evenhand.cli import Command
from evenhand.params import (
    Backend,
    Choice,
    GameText,
    Name,
    Number,
    Place,
    RunFolder,
    Setting,
    Shares,
    Words,
    json_option,
    rules_option,
    seats_option,
    strategy_names,
)

LEVELS = ("none", "games", "rounds", "decisions")
DESIGNS = ("rotations", "permutations", "random", "fixed", "mirror")
ALONE = "Or without a file:  evenhand run --game puerto_rico --seats 4 --blocks 500 --name first"


@click.command(cls=Command, epilog=ALONE, options_metavar="[OPTIONS]")
@click.argument("file", required=False, metavar="[EXPERIMENT.toml]", type=Place())
@click.option("--game", type=GameText(), metavar="GAME", help="The game, or file.py:GAME.")
@seats_option("How many play: 4, or 3,4, or 2-5.")
@click.option("--strategies", type=Words(complete=strategy_names), metavar="A,B,...",
              help="Who plays: names, or bot.py:Bot:depth=2. Default: the game's own.")
@click.option("--lineups", multiple=True, metavar="HOW",
              help="all (default), balanced, vs-field:NAME, duplicates, duplicates:NAME, or A,B,C,D as often as wanted.")
@click.option("--design", type=Choice(DESIGNS), metavar="DESIGN",
              help=f"Who sits where: {', '.join(DESIGNS)}. Default: rotations.")
@click.option("--start", type=Choice(("rotate", "rules")), metavar="HOW",
              help="Who begins: rotate (default), or rules: the game's draw.")
@click.option("--blocks", type=click.IntRange(1), metavar="N", help="Blocks to play in each scenario, in all.")
@click.option("--games", type=click.IntRange(1), metavar="N", help="Games instead of blocks, rounded up to whole blocks.")
@click.option("--half-width", type=float, metavar="X", help="Stop when every win share is known to +-X; 0.01 is one point.")
@click.option("--sprt", type=Shares(), metavar="S0,S1", help="Stop when the target's share is decided to be S0 or S1.")
@click.option("--target", type=Name(complete=strategy_names), metavar="WHAT",
              help="What the stop goes by: strategy (all, default), seat, or one strategy.")
@click.option("--max-blocks", type=click.IntRange(1), metavar="N", help="Blocks after which it stops anyway. Default: 5000.")
@click.option("--alpha", type=float, metavar="P", help="Chance of S1 where S0 is true. Default: 0.05.")
@click.option("--beta", type=float, metavar="P", help="Chance of S0 where S1 is true. Default: 0.05.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="The luck. Default: 0.")
@rules_option
@click.option("--variant", "variants", multiple=True, metavar="NAME:OPTION=VALUE",
              help="A variant; give two or more to compare.")
@click.option("--sweep", type=Setting(), multiple=True, metavar="NAME=A,B,...",
              help="Play each value of an option, or of a strategy's parameter (money:quarries=0,1,2).")
@click.option("--inject", multiple=True, metavar="GIFT",
              help="Play all once more with a gift: seat=0,round=3,what=doubloon,amount=1.")
@click.option("--force", multiple=True, metavar="OPTION",
              help="Play all once more with an option forced: strategy=A,kind=build,building=harbor,rule=never.")
@click.option("--log", type=Choice(LEVELS), metavar="LEVEL", help=f"What is kept: {', '.join(LEVELS[1:])}. Default: rounds.")
@click.option("--columns", metavar="WHICH", help="Columns by round: core (default), full, or names; see evenhand columns GAME.")
@click.option("--timing", is_flag=True, default=None, help="Also measure the time of each seat.")
@click.option("--on-failure", type=Choice(("drop", "forfeit")), metavar="HOW",
              help="A failed strategy's game: drop it with its block (default), or forfeit.")
@click.option("--decision-seconds", type=Number(0, 86_400), metavar="S",
              help="Longest time for one decision; 0: no limit. Default: 10.")
@click.option("--name", metavar="NAME", help="The run's name; it goes into runs/NAME.")
@click.option("--out", type=Place(), metavar="DIR", help="The run's folder, in place of runs/NAME.")
@click.option("--resume", type=RunFolder(), metavar="RUN", help="Go on with a run, from its folder alone.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes that play. Default: all cores.")
@click.option("--backend", type=Backend(), default="loky", metavar="WHERE",
              help="loky (this machine, default) or dask:ADDRESS (many).")
@click.option("--dry-run", is_flag=True, help="Check everything; say what would be played, how precise and how long.")
@click.option("--report/--no-report", default=None, help="Write report.html at the end (default, but not with -q or --json).")
@json_option
def run(**flags: Any) -> int:
    """Play an experiment: the file's, or what the options say. Options win over the file.

    An unfinished run of the same experiment goes on where it stopped; of a complete one the summary is shown again."""
    from evenhand.running import play

    return play(flags)
