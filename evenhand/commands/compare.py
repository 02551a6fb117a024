"""`evenhand compare`: what changes from one variant to another, or from one run to another."""
from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import Number, RunFolder, Words, json_option
from reports.settings import MOST_POINTS

FORMATS = ("html", "md", "csv", "json")


@click.command(cls=Command)
@click.argument("run", type=RunFolder())
@click.argument("other", type=RunFolder(), required=False, metavar="[RUN]")
@click.option("--base", metavar="NAME",
              help="What the others stand against: a variant, or a cell as in quarries=0. Default: the first.")
@click.option("--variant", metavar="NAME", help="What stands against it. Default: each of the others.")
@click.option("--metric", "metrics", type=Words(), multiple=True, metavar="A,B,...",
              help="Compare these columns of games or seats too; see evenhand columns GAME.")
@click.option("--equivalence", type=Number(0, MOST_POINTS), default=2.0, metavar="POINTS",
              help="The sentences say whether a change of so many points is excluded. Default: 2.")
@click.option("--unpaired", is_flag=True, help="Do not pair the blocks: for two runs on different luck.")
@click.option("--format", "formats", type=Words(FORMATS), metavar="A,B,...",
              help="What to write into RUN as compare.html and so on: html, md, csv, json.")
@json_option
def compare(run: Path, other: Path | None, base: str | None, variant: str | None, metrics: tuple[list[str], ...],
            equivalence: float, unpaired: bool, formats: list[str] | None, as_json: bool) -> None:
    """Say what changes from one variant of RUN to another, block by block on the same luck.

    Without variants the cells of its sweep are compared. With a second RUN it stands against the first: the same experiment
    under other rules, or with one strategy changed. In the second, --variant chooses, in the first --base."""
    from experiments.reader import open_run
    from reports import compare as comparing
    from reports.settings import Settings

    opened = [open_run(folder) for folder in (run, other) if folder is not None]
    found = comparing.compare(*opened, base=base, variant=variant, metrics=[name for names in metrics for name in names],
                              paired=not unpaired, settings=Settings(margin=equivalence / 100))
    written: list[Path] = []
    if formats:
        from reports.changes.files import write

        written = write(found, formats)
    if as_json:
        show.document("compare", {key: value for key, value in found.document().items() if key != "schema"})
        return
    show.out(found.text(show.width(), show.coloured(sys.stdout)))
    show.out("\n" + _next(run, other, written))


def _next(run: Path, other: Path | None, written: list[Path]) -> str:
    """Where the files are, or how to get them."""
    if written:
        return show.fill("Written:  " + "  ".join(file.as_posix() for file in written), " " * 10)
    if other is None and (run / "report.html").is_file():
        return f"Report:  {run.as_posix()}/report.html"
    given = [folder.as_posix() for folder in (run, other) if folder is not None]
    return f"With figures:  evenhand compare {shlex.join(given)} --format html"
