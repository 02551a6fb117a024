"""`run` from the checked command line to the summary: where it goes, what is said before, between and after."""
from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import evenhand
import sim
from evenhand import show
from evenhand.asked import Flags, experiment_of, place_of
from evenhand.exits import Code
from evenhand.progress import choose
from experiments.experiment import Experiment
from experiments.plan import Plan, plan
from experiments.progress import Progress
from reports.formats import cut, listed, plural
from reports.names import short_names
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from experiments.reader import Run
    from experiments.runner import RunSummary

WITH_RESUME = ("jobs", "backend", "blocks", "games", "max_blocks", "dry_run", "report", "as_json", "resume")
"""The flags that --resume goes with; all else stands in the folder."""


def play(flags: Flags) -> int:
    """Play what the flags ask for; the exit code."""
    experiment, folder = _resumed(flags) if flags["resume"] is not None else _asked(flags)
    from experiments.cluster import check_backend
    from experiments.store import Writer

    check_backend(flags["backend"])
    laid_out = plan(experiment)
    note(laid_out)
    if flags["dry_run"]:
        Writer.check(experiment, folder)
        from evenhand.trying import dry_run

        return dry_run(laid_out, folder, _jobs(flags), flags["as_json"])
    return _play(laid_out, folder, flags)


def _asked(flags: Flags) -> tuple[Experiment, Path]:
    if flags["file"] is None and flags["game"] is None:
        raise click.UsageError("Say what to play: an experiment's file, or --game.", click.get_current_context())
    experiment = experiment_of(flags["file"], flags)
    named = flags["file"] is not None or flags["name"] is not None
    return place_of(experiment, flags, named)


def _resumed(flags: Flags) -> tuple[Experiment, Path]:
    """The experiment of a run's folder, longer if that is asked for."""
    from experiments.reader import open_run

    context = click.get_current_context()
    others = [name for name in flags if name not in WITH_RESUME
              and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE]
    if others:
        other = "a file" if others[0] == "file" else "--" + others[0].replace("_", "-")
        raise Refusal(Fault("", f"--resume takes everything from the folder; {other} does not go with it.",
                            help="A run can be longer:  --resume RUN --blocks N"))
    folder: Path = flags["resume"]
    experiment = open_run(folder).experiment
    blocks = flags["max_blocks"] if flags["max_blocks"] is not None and experiment.stop is not None else flags["blocks"]
    if blocks is not None or flags["games"] is not None:
        experiment = experiment.replace(blocks=blocks, games=flags["games"])
    return experiment, folder


def _jobs(flags: Flags) -> int:
    return int(flags["jobs"]) if flags["jobs"] is not None else cores()


def cores() -> int:
    """How many processes this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def note(laid_out: Plan) -> None:
    """Say what is played otherwise than asked, and what might be done better."""
    from experiments.checks import twins

    asked = laid_out.experiment.games
    for size, blocks in sorted({(scenario.games_per_block, scenario.blocks) for scenario in laid_out.scenarios}):
        if asked is not None and blocks * size != asked:
            show.note(f"{asked:,} games asked, blocks of {size}: playing {blocks * size:,} ({plural(blocks, 'block')}).")
    for advice in (*laid_out.advice, *twins(laid_out)):
        show.note(advice)


def _play(laid_out: Plan, folder: Path, flags: Flags) -> int:
    from evenhand.worker import run_chunk
    from experiments.runner import run

    show.session().folder = folder
    jobs = _jobs(flags)
    progress = Announced(choose(), laid_out, folder, jobs)
    summary = run(laid_out.experiment, folder, jobs=jobs, backend=flags["backend"], worker=run_chunk, progress=progress,
                  here=show.session().debug)
    if summary.interrupted:
        return _interrupted(summary, folder, flags)
    if progress.begun:
        show.progress("")
    return _finished(summary, folder, flags)


class Announced(Progress):
    """A progress with the run's head before it: the runner knows how much of the run is there already."""

    def __init__(self, inner: Progress, laid_out: Plan, folder: Path, jobs: int) -> None:
        self.inner = inner
        self.laid_out = laid_out
        self.folder = folder
        self.jobs = jobs
        self.begun = False

    def begin(self, total: int, done: int) -> None:
        """Say what is played, then start the bar; a complete run says nothing."""
        if done < total:
            self.begun = True
            for line in head(self.laid_out, self.folder, self.jobs, done):
                show.progress(line)
            if show.session().verbose:
                from evenhand.versions import facts

                said = ", ".join(f"{name} {fact}" for name, fact in facts().items() if name not in ("build", "place"))
                show.progress(show.fill(f"  {said}", "  "))
            self.inner.begin(total, done)

    def warn(self, text: str) -> None:
        self.inner.warn(text)

    def advance(self, games: int, failed: int) -> None:
        self.inner.advance(games, failed)

    def say(self, text: str) -> None:
        self.inner.say(text)

    def note(self, text: str) -> None:
        self.inner.note(text)

    def look(self, text: str) -> None:
        self.inner.look(text)

    def end(self) -> None:
        self.inner.end()


def head(laid_out: Plan, folder: Path, jobs: int, done: int) -> list[str]:
    """The lines before the bar: what is played, how, and where it goes."""
    experiment, scenarios, total = laid_out.experiment, laid_out.scenarios, laid_out.games
    place, name = folder.as_posix(), folder.resolve().name
    if done:
        most = "at most " if experiment.stop is not None else ""
        return [f"{name}: {done:,} of {most}{plural(total, 'game')} are here, {most}{total - done:,} to play -> {place}"]
    seats = f"{listed([str(seats) for seats in experiment.seats], 'or')} seats"
    several = f"{plural(len(scenarios), 'scenario')}, " if len(scenarios) > 1 else ""
    sizes = sorted({scenario.games_per_block for scenario in scenarios})
    size = " or ".join(map(str, sizes)) + (" games" if sizes != [1] else " game")
    blocks = " or ".join(f"{count:,}" for count in sorted({scenario.blocks for scenario in scenarios}))
    each = " each" if several else ""
    length = (f"{blocks} blocks of {size}{each} = {plural(total, 'game')}" if experiment.stop is None else
              f"blocks of {size}{each} until {experiment.stop.until}, at most {blocks} blocks")
    first = (f"{name}: {Path(experiment.game).name}, {seats}, {_strategies(experiment)}, {several}{length}, "
             f"{plural(jobs, 'worker')}")
    indent = " " * min(len(name) + 2, 12)
    more = f", seed {experiment.seed}, {experiment.level} logged -> {place}"
    return [show.fill(first, indent), show.fill(f"{indent}{sim.BUILD} build{more}", indent)]


def _strategies(experiment: Experiment) -> str:
    kind, _, candidate = experiment.lineups.partition(":") if isinstance(experiment.lineups, str) else ("", "", "")
    count = len(experiment.strategies)
    if experiment.design != "mirror" and kind == "vs-field" and count == 2:
        short = short_names(list(experiment.strategies), experiment.game)
        [rest] = [name for name in experiment.strategies if name != candidate] or [candidate]
        copies = f"{max(experiment.seats) - 1} x " if len(experiment.seats) == 1 and experiment.seats[0] > 2 else ""
        return f"{short[candidate]} against {copies}{short[rest]}"
    if experiment.design == "mirror":
        return f"{experiment.strategies[0]} in all seats" if count == 1 else f"{count} strategies, each in all seats"
    return plural(len(set(experiment.strategies)), "strategy", "strategies")


def _interrupted(summary: RunSummary, folder: Path, flags: Flags) -> Code:
    """What is kept, and how to go on."""
    place = shlex.quote(folder.as_posix())
    lost = f"; {summary.lost:,} not yet written will be played again" if summary.lost else ""
    code = Code.TERMINATED if summary.interrupted == signal.SIGTERM else Code.INTERRUPTED
    if flags["as_json"]:
        _document(summary, folder, code)
    show.say(f"Interrupted: {summary.games:,} of {plural(summary.planned, 'game')} are kept{lost}.")
    show.say(f"  Go on:        evenhand run --resume {place}")
    if summary.games:
        show.say(f"  Look at it:   evenhand report {place}")
    return code


def _finished(summary: RunSummary, folder: Path, flags: Flags) -> Code:
    """The summary of a complete run, its failures, its report."""
    code = Code.FAILED_GAMES if summary.failed else Code.OPEN if summary.undecided else Code.DONE
    if flags["as_json"]:
        _document(summary, folder, code)
        if flags["report"]:
            _write_report(folder)
        return code
    from experiments.reader import open_run
    from reports.summary import text

    run = open_run(folder)
    wanted = flags["report"] if flags["report"] is not None else not show.session().quiet
    show.out(text(run, show.width(), show.coloured(sys.stdout), summary, written=wanted or (folder / "report.html").is_file()))
    sys.stdout.flush()
    warn_of_failures(run, summary)
    if wanted and run.table("games", columns=["game_id"]).num_rows:
        _write_report(folder)
    return code


def _document(summary: RunSummary, folder: Path, code: Code) -> None:
    show.document("run", {
        "exit": int(code), "run": folder.as_posix(), "complete": not summary.interrupted,
        "games": {"planned": summary.planned, "recorded": summary.games, "played": summary.played, "failed": summary.failed,
                  "tied": summary.tied}, "seconds": round(summary.seconds, 3), "interruptions": summary.interruptions,
        **_stops(folder)})


def _stops(folder: Path) -> dict[str, Any]:
    """Where a run has stopped by itself; nothing for a run of a fixed length."""
    from experiments.stopping import stopped

    return {"stops": [asdict(stop) for stop in found]} if (found := stopped(folder)) else {}


def warn_of_failures(run: Run, summary: RunSummary) -> None:
    """Which strategies failed, how, and how to see it."""
    if not summary.failed:
        return
    from reports.tables.health import failure_rows

    rows, place = failure_rows(run), shlex.quote(run.folder.as_posix())
    then = "these blocks are left out of the table" if run.experiment.on_failure == "drop" else "they are counted as lost"
    who = cut(rows[0].strategy) if len({row.strategy for row in rows}) == 1 else "strategies"
    kinds = max(len(row.kind) for row in rows)
    lines = [f"  {row.kind:<{kinds}}  {row.games:>2}   game {row.first}: {row.message}" for row in rows[:10]]
    show.warn(f"{who} failed in {summary.failed:,} of {plural(summary.games, 'game')}; {then}.",
              *(show.fill(line, " " * (kinds + 7)) for line in lines),
              f"Repeat one in a debugger:  evenhand replay {place} {rows[0].first} --debug",
              f"All of them:               evenhand report {place} --failures")


def _write_report(folder: Path) -> None:
    """Write the report in a process of its own: figures need much memory, and a run of any length must not grow."""
    command = [sys.executable, "-m", "evenhand", "report", str(folder), "-q"]
    home = str(Path(evenhand.__file__).parent.parent)
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    if done.returncode:
        show.warn("the report could not be written; the games are all kept.",
                  f"  Try again:  evenhand report {shlex.quote(folder.as_posix())}")
