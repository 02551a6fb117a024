"""`evenhand report`: what came out of a run, on the screen and as files."""
from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.exits import Code
from evenhand.params import Choice, Number, RunFolder, Words, json_option
from evenhand.show import Column
from reports.formats import cut
from reports.settings import INTERVALS, MOST_POINTS, RATINGS, SEQUENCES
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from experiments.reader import Run

FORMATS = ("html", "md", "csv", "json")
FAILURES = [Column("game_id", "game", text=str), Column("strategy", brief=cut), Column("seat"), Column("round"), Column("step"),
            Column("kind"), Column("message")]


@click.command(cls=Command)
@click.argument("run", type=RunFolder())
@click.option("--format", "formats", type=Words(FORMATS), metavar="A,B,...",
              help="What to write into RUN: html, md, csv, json. Default: html,md.")
@click.option("--failures", is_flag=True, help="List every game in which a strategy failed; write nothing.")
@click.option("--ci", type=Choice(INTERVALS), default=INTERVALS[0], metavar="INTERVAL",
              help=f"The interval of a share: {', '.join(INTERVALS)}. Default: {INTERVALS[0]}; the last three "
              "are for --design random.")
@click.option("--equivalence", type=Number(0, MOST_POINTS), default=2.0, metavar="POINTS",
              help="Seats within so many points of an equal share count as balanced. Default: 2.")
@click.option("--anchor", default="", metavar="STRATEGY", help="Whose rating is 0. Default: random, else the first.")
@click.option("--rating", type=Choice(RATINGS), default="pl", metavar="WHICH",
              help="pl (Plackett-Luce, default), or openskill: that number too (it depends on the order of the games).")
@click.option("--pl-prior", type=Number(0, min_open=True), default=3.0, metavar="SD",
              help="Prior of a strength that would be infinite, in log-odds. Default: 3.")
@click.option("--cs", type=Choice(SEQUENCES), default="asymptotic", metavar="WHICH",
              help="Confidence sequence of a run that stops by itself: asymptotic (default), or eb, strict and wider.")
@click.option("--decided", type=Number(0, 1), default=0.8, metavar="SHARE",
              help="A game counts as decided from when its leader wins with this chance. Default: 0.8.")
@click.option("--close", type=Number(0), default=3.0, metavar="POINTS",
              help="A game is close if it is won by at most so many points. Default: 3.")
@json_option
def report(run: Path, formats: list[str] | None, failures: bool, equivalence: float, as_json: bool, **chosen: Any) -> Code:
    """Write the report of RUN (report.html and report.md) and show its summary.

    With --json the whole report is printed as one document, and only what --format names is written."""
    from experiments.reader import open_run
    from reports.settings import Settings

    opened = open_run(run)
    if failures:
        return _failures(opened, as_json)
    from reports.build import document, write

    settings = Settings(margin=equivalence / 100, **chosen)
    try:
        written = write(opened, formats or (() if as_json else ("html", "md")), settings)
    except OSError as error:
        raise Refusal(Fault("", f"the report can't be written into {run.as_posix()}: {error.strerror}.",
                            help=f"On the screen only:  evenhand report {shlex.quote(run.as_posix())} --json")) from None
    if as_json:
        body = document(opened, settings)
        show.document("report", {key: value for key, value in body.items() if key != "schema"})
    else:
        from reports.summary import text

        show.out(text(opened, show.width(), show.coloured(sys.stdout), settings=settings).rpartition("\n\n")[0])
        show.out("\n" + show.fill("Written:  " + "  ".join(file.as_posix() for file in written), " " * 10))
    return Code.DONE


def _failures(run: Run, as_json: bool) -> Code:
    """Every failed game, with the command that plays it again."""
    rows = run.failures().to_pylist()
    if as_json:
        show.document("failures", {"run": run.folder.as_posix(), "failures": rows})
    elif not rows:
        show.out("No strategy failed in any game.")
    else:
        show.out(show.table(rows, FAILURES))
        show.progress(f"\nRepeat one in a debugger:  {rows[0]['replay']} --debug")
    return Code.DONE
