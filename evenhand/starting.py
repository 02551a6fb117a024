"""An experiment from Python: said by keywords, a dict or a file, played as the command line plays it."""
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

import click

from evenhand.params import Backend
from evenhand.plainly import plain_value, plainly
from evenhand.players import Player, spec_of
from evenhand.results import Run
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from experiments.experiment import Experiment

Table = Mapping[str, Any]


class Settings(TypedDict, total=False):
    """What an experiment may say, under the names of its file; strategies may be classes and instances too."""

    name: str
    game: str
    seats: int | Sequence[int]
    strategies: Sequence[Player]
    seed: int
    blocks: int
    games: int
    design: Literal["rotations", "permutations", "random", "fixed", "mirror"]
    lineups: str | Sequence[Sequence[Player]]
    start: Literal["rotate", "rules"]
    on_failure: Literal["drop", "forfeit"]
    options: Table
    variants: Sequence[Table]
    sweep: Mapping[str, Sequence[Any]]
    position: str | Path | Table
    log: Literal["games", "rounds", "decisions"] | Table
    limits: Table
    stop: Table
    inject: Sequence[Table]
    force: Sequence[Table]


@plainly
def run(experiment: str | Path | Table | None = None, *, out: str | Path | None = None, jobs: int | None = None,
        backend: str = "loky", progress: bool = True, **settings: Unpack[Settings]) -> Run:
    """Play an experiment and open its run.

    `experiment` is a file, or a dict of the same shape; `settings` are said over it, or say all of it:

        run = evenhand.run(game="puerto_rico", seats=4, strategies=[Corn, "random"], lineups="vs-field:Corn", blocks=100)

    It goes into `out`, else into `runs/NAME`. What is there already of the same experiment is not played again. `jobs` are the
    processes that play, all cores if nothing is said. KeyboardInterrupt if it is stopped: the same call goes on.
    """
    asked, named = _experiment(experiment, settings)
    if out is not None and not isinstance(out, (str, Path)):
        raise Refusal(Fault("out", f"{out!r} is no folder"))
    return _play(asked, named, Path(out) if out is not None else None, jobs, _backend(backend), progress)


def _backend(given: str) -> str:
    try:
        return Backend().convert(given, None, None)
    except click.BadParameter as wrong:
        raise Refusal(Fault("backend", wrong.message)) from None


def _experiment(given: str | Path | Table | None, settings: Settings) -> tuple[Experiment, bool]:
    """The experiment, and whether it has been given a name."""
    from evenhand.asked import found
    from experiments.settings import merged
    from experiments.spec import from_plain
    from experiments.tomlfile import load

    said = _plain(settings)
    if given is None:
        return from_plain(said), "name" in said
    if isinstance(given, Mapping):
        plain = merged(_plain(given), said)
        return from_plain(plain), "name" in plain
    if not isinstance(given, (str, Path)):
        raise Refusal(Fault("", f"{given!r} is no experiment: give a file, a dict, or keywords"))
    file = found(Path(given))
    return from_plain(merged(load(file), said), file.parent, name=file.stem, source=file.name), True


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is said, in the shape of a file; files are named from the current folder."""
    from experiments.files import anchored

    out = dict(given)
    if isinstance(out.get("strategies"), Sequence) and not isinstance(out["strategies"], str):
        out["strategies"] = _specs(out["strategies"], "strategies")
    if isinstance(out.get("lineups"), Sequence) and not isinstance(out["lineups"], str):
        out["lineups"] = [_specs(line_up, f"lineups[{n}]") for n, line_up in enumerate(out["lineups"])]
    if isinstance(out.get("force"), Sequence) and not isinstance(out["force"], str):
        out["force"] = [_forced(table, f"force[{n}]") for n, table in enumerate(out["force"])]
    if isinstance(out.get("game"), str):
        out["game"] = anchored(out["game"], Path())
    if isinstance(out.get("position"), (str, Path)):
        out["position"] = os.path.abspath(out["position"])
    if isinstance(out.get("log"), str):
        out["log"] = {"level": out["log"]}
    return {name: value if name in ("strategies", "lineups", "force") else plain_value(value) for name, value in out.items()}


def _forced(table: Any, place: str) -> Any:
    if not isinstance(table, Mapping) or "strategy" not in table:
        return table
    return {**table, "strategy": _specs([table["strategy"]], f"{place}.strategy")[0]}


def _specs(players: Sequence[Player], place: str) -> list[str]:
    """Their specs; a Refusal with the faults of all."""
    from experiments.files import anchored

    texts: list[str] = []
    faults: list[Fault] = []
    for n, player in enumerate(players):
        try:
            texts.append(anchored(spec_of(player), Path()))
        except Refusal as refused:
            faults += [Fault(f"{place}[{n}]", fault.message, fault.nearest, fault.help) for fault in refused.faults]
    if faults:
        raise Refusal(faults)
    return texts


def _play(experiment: Experiment, named: bool, out: Path | None, jobs: int | None, backend: str, progress: bool) -> Run:
    from evenhand.asked import place_of
    from evenhand.progress import choose
    from evenhand.running import Announced, cores, note, warn_of_failures
    from evenhand.worker import run_chunk
    from experiments.plan import plan
    from experiments.progress import Progress
    from experiments.reader import open_run
    from experiments.runner import run as play

    experiment, folder = place_of(experiment, {"out": out}, named)
    laid_out, workers = plan(experiment), _workers(jobs, cores())
    shown = Progress()
    if progress:
        note(laid_out)
        shown = Announced(choose(), laid_out, folder, workers)
    summary = play(experiment, folder, jobs=workers, backend=backend, worker=run_chunk, progress=shown, guest=True)
    if summary.interrupted:
        raise KeyboardInterrupt(f"{summary.games:,} of {summary.planned:,} games are kept in {folder.as_posix()}; "
                                "the same call goes on")
    opened = open_run(folder)
    if progress:
        warn_of_failures(opened, summary)
    return Run(opened)


def _workers(jobs: int | None, cores: int) -> int:
    jobs = plain_value(jobs)
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1):
        raise Refusal(Fault("jobs", f"{jobs!r} is not allowed; a whole number from 1"))
    return cores if jobs is None else jobs
