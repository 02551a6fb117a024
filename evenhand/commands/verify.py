"""`evenhand verify`: games of a run played again, and compared."""
from __future__ import annotations

import shlex
from pathlib import Path

import click

from evenhand import show
from evenhand.cli import Playing
from evenhand.exits import Code
from evenhand.params import RunFolder, json_option


@click.command(cls=Playing)
@click.argument("run", type=RunFolder())
@click.option("--sample", type=click.IntRange(1), default=50, metavar="N", help="How many games, drawn at random. Default: 50.")
@click.option("--seed", type=int, default=0, metavar="N", help="Which games are drawn. Default: 0.")
@json_option
def verify(run: Path, sample: int, seed: int, as_json: bool) -> Code:
    """Play games of RUN again and compare the hash of their whole course with the recorded one."""
    from evenhand.verifying import compare
    from experiments.reader import open_run

    opened = open_run(run)
    result = compare(opened, sample, seed)
    if as_json:
        show.document("verify", {"run": run.as_posix(), "games": result.games, "sampled": result.sampled,
                                 "different": result.different})
    elif result.different:
        ids = ", ".join(map(str, result.different[:8])) + (", ..." if len(result.different) > 8 else "")
        show.out(f"{len(result.different):,} of {result.sampled:,} games came out otherwise: {ids}")
        why = f"  The run was played by evenhand {result.versions['evenhand']}, {result.build} build; or a strategy uses " \
              "other randomness than it was given, or the time."
        show.out(show.fill(why, "  "))
        show.out(f"  See one:  evenhand replay {shlex.quote(run.as_posix())} {result.different[0]}")
    else:
        show.out(f"{result.sampled:,} of {result.games:,} games played again: all digests equal.")
    return Code.FAILED_GAMES if result.different else Code.DONE
