"""`evenhand power`: how many games tell what one wants to know."""
from __future__ import annotations

import math
from pathlib import Path

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import Number, Place, json_option

DIFFERENCE = 2.0
"""Points that are to be told when nothing else is asked."""


@click.command(cls=Command)
@click.option("--seats", type=click.IntRange(2, 16), metavar="K", help="How many play.")
@click.option("--difference", type=Number(0.001, 100, max_open=True), metavar="POINTS",
              help="The difference of win shares that is to be shown. Default: 2.")
@click.option("--equivalence", type=Number(0.001, 100, max_open=True), metavar="POINTS",
              help="Instead: show that all seats are balanced within so many points.")
@click.option("--pilot", type=Place(), metavar="EXPERIMENT.toml",
              help="Play some blocks of this experiment, and go by what they show.")
@click.option("--blocks", type=click.IntRange(10), default=50, metavar="N", help="Blocks of the pilot. Default: 50.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes that play the pilot. Default: all cores.")
@click.option("--alpha", type=Number(0.0001, 0.5, max_open=True), default=0.05, metavar="P",
              help="Chance of a difference that is none. Default: 0.05.")
@click.option("--power", "chance", type=Number(0.5, 0.999999, min_open=True), default=0.8, metavar="P",
              help="Chance that it is shown. Default: 0.8.")
@json_option
def power(seats: int | None, difference: float | None, equivalence: float | None, pilot: Path | None, blocks: int,
          jobs: int | None, alpha: float, chance: float, as_json: bool) -> None:
    """Say how many games it takes to show a difference of win shares, or that the seats are balanced."""
    if difference is not None and equivalence is not None:
        raise click.UsageError("--difference and --equivalence ask for different things; give one of them.")
    if (seats is None) == (pilot is None):
        raise click.UsageError("Say how many play, --seats K, or what to try, --pilot EXPERIMENT.toml." if seats is None else
                               "--pilot says how many play; leave --seats away.")
    from evenhand.planning import Aim, measured, planned, tell

    aim = Aim(equivalence is not None, (equivalence or difference or DIFFERENCE) / 100, alpha, chance)
    plans = [planned(seats, aim)] if seats is not None else measured(pilot or Path(), blocks, jobs, aim)
    if as_json:
        show.document("power", {"aim": "equivalence" if aim.balance else "difference", "points": aim.points, "alpha": alpha,
                                "power": chance, "plans": [plan.plain() for plan in plans]})
    else:
        show.out("\n".join(line for plan in plans for line in tell(plan, aim)))
        show.progress("With a pilot of your own:  evenhand power --pilot EXPERIMENT.toml" if pilot is None else
                      f"Variances of {blocks} blocks are known to about +-{spread(blocks)} %, and so are these numbers.")


def spread(blocks: int) -> int:
    """How far a variance of so many normal values may be off, in percent: 1.96 sqrt(2 / (n - 1))."""
    return round(196 * math.sqrt(2 / (blocks - 1)))
