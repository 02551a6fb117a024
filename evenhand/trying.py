"""`run --dry-run`: what would be played, how precise, how long, how large. A few games are tried, and thrown away."""
from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evenhand import show
from evenhand.exits import Code
from experiments.experiment import Variant
from experiments.plan import Plan, Scenario
from experiments.playing import PartResult, Task, play_part
from experiments.runner import harmless
from experiments.sequential import BLOCK_FACTORS, precision
from experiments.store import Writer
from reports.changes.comparable import DEFAULT, options_between
from reports.formats import duration, listed, percent, plural
from reports.names import short_names
from sim.catalog import find
from strategies.registry import is_ours

TRIED = 20
"""About so many games are tried."""
PATIENCE = 5.0
"""After so many seconds no further part is tried."""
PAIRING = 0.5
"""The variance of a difference of variants on the same luck, relative to unpaired ones, as measured in most games."""


@dataclass
class Trial:
    """What some games took: seconds of one process, bytes by game and by part."""

    games: int = 0
    failed: int = 0
    seconds: float = 0.0
    octets: int = 0
    died: bool = False
    """A strategy has ended the process that tried it."""

    def time(self, games: int, jobs: int) -> float | None:
        """Seconds of a run; None if nothing could be tried."""
        return self.seconds / self.games * games / jobs if self.games else None

    def disk(self, games: int, parts: int, small: Trial) -> float | None:
        """Bytes of a run; None if nothing could be tried. From this trial and a smaller one: files have a fixed size, and one
        that grows with the games.
        """
        if not self.games:
            return None
        a_game = max(0.0, (self.octets - small.octets) / max(1, self.games - small.games))
        return a_game * games + max(0.0, small.octets - a_game * small.games) * parts


def dry_run(laid_out: Plan, folder: Path, jobs: int, as_json: bool) -> Code:
    """Say what a run would be."""
    with _player(laid_out) as play:
        small = _try(laid_out, 0, play)
        trial = _try(laid_out, TRIED, play) if not small.died else small
    facts = _facts(laid_out, folder, min(jobs, len(laid_out.parts)), small, trial)
    if as_json:
        show.document("plan", facts)
    else:
        show.out(f"{laid_out.experiment.name}: {facts['game']}, {' or '.join(map(str, facts['seats']))} seats")
        for name, text in _lines(laid_out, facts):
            show.out(show.fill(f"  {name:<11}{text}", " " * 11))
        show.out("Nothing was played. The experiment is valid.")
    if trial.failed:
        show.warn(f"a strategy failed in {trial.failed} of the {trial.games} games tried.")
    if trial.died:
        who = [spec for spec in dict.fromkeys(laid_out.experiment.strategies) if not is_ours(spec)]
        show.warn(f"{listed(who, 'or') or 'the game'} ended the process that tried it, or thought far too long. "
                  "Blocks in which that happens are set aside.")
    return Code.DONE


@contextmanager
def _player(laid_out: Plan) -> Iterator[Callable[[Task], PartResult]]:
    """What tries games: this process, or a worker where a user's strategy might end it."""
    if harmless(laid_out.experiment):
        yield play_part
    else:
        from evenhand.worker import run_chunk
        from experiments.pool import one_worker

        with one_worker(run_chunk) as play:
            yield play


def _try(laid_out: Plan, games: int, play: Callable[[Task], PartResult]) -> Trial:
    """Play a block or a few of every scenario into a folder that goes again; as many scenarios as there is time for."""
    sizes = [scenario.games_per_block for scenario in laid_out.scenarios]
    blocks = max(1, math.ceil(games / sum(sizes)))
    experiment = laid_out.experiment.replace(blocks=blocks, games=None, stop=None)
    level = experiment.level if experiment.level != "none" else "games"
    trial = Trial()
    with tempfile.TemporaryDirectory(prefix="evenhand-dry-run-") as place, \
            Writer(experiment.replace(level=level), Path(place, "run"), find(experiment.located(experiment.game))) as writer:
        for part in writer.plan.parts:
            task = Task(writer.experiment, writer.hash, writer.hashes, str(writer.folder), writer.shown, part.number)
            result = play(task)
            if result.problem == "died":
                trial.died = True
                break
            if result.problem:
                raise RuntimeError(result.message)
            trial.seconds += result.seconds
            trial.games += result.games
            trial.failed += result.failed
            if trial.seconds > PATIENCE:
                break
        trial.octets = sum(file.stat().st_size for file in writer.folder.glob("*/part-*.parquet"))
    return trial


def _facts(laid_out: Plan, folder: Path, jobs: int, small: Trial, trial: Trial) -> dict[str, Any]:
    experiment, scenarios = laid_out.experiment, laid_out.scenarios
    parts = len(laid_out.parts)
    return {"name": experiment.name, "run": folder.as_posix(), "game": Path(experiment.game).name,
            "seats": list(experiment.seats), "scenarios": [scenario.label() for scenario in scenarios],
            "games": laid_out.games, "parts": parts, "jobs": jobs,
            "half_width": max(_half_width(laid_out, scenario) for scenario in scenarios),
            "seconds": trial.time(laid_out.games, jobs), "bytes": trial.disk(laid_out.games, parts, small),
            "tried": trial.games, "failed": trial.failed}


def _half_width(laid_out: Plan, scenario: Scenario) -> float:
    """How far the interval of a share will reach on either side, for equal strategies and luck shared by a half."""
    design, seats = laid_out.experiment.design, scenario.seats
    factor = BLOCK_FACTORS[seats][1] if design == "rotations" and seats in BLOCK_FACTORS else 1.0
    sits = 1.0 if design == "mirror" else min(1.0, seats / len(set(scenario.strategies)))
    return precision(seats, max(1, int(scenario.games * sits)), factor=factor)


def _lines(laid_out: Plan, facts: dict[str, Any]) -> list[tuple[str, str]]:
    experiment, scenarios = laid_out.experiment, laid_out.scenarios
    lines = [("line-ups", _line_ups(laid_out))]
    if experiment.variants:
        told = [variant.name + _changes(laid_out, variant) for variant in experiment.variants]
        lines.append(("variants", f"{len(told):<4}{'; '.join(told)}"))
    for name, values in experiment.sweep.items():
        lines.append(("sweep", f"{len(values):<4}{name} = {', '.join(map(str, values))}"))
    lines += [("once more", treatment.words(experiment.game)) for treatment in experiment.treatments]
    lines.append(("games", _games(scenarios, facts, experiment.stop is not None)))
    share, width = percent(1 / max(experiment.seats), 0), percent(facts["half_width"])
    beside = f", +-{percent(facts['half_width'] * math.sqrt(2 * PAIRING))} on a difference of variants"
    lines.append(("precision", f"about +-{width} points on a share of {share}" + beside * (len(experiment.variants) > 1)))
    workers = plural(facts["jobs"], "worker")
    lines.append(("time", f"about {duration(facts['seconds'])} on {workers} ({facts['tried']} games tried)"
                          f"         disk  about {show.size(facts['bytes'])}" if facts["tried"] else
                          f"not known on {workers}: no game could be tried"))
    return lines


def _line_ups(laid_out: Plan) -> str:
    experiment = laid_out.experiment
    short = short_names(list(dict.fromkeys(experiment.strategies)), experiment.game)
    told = []
    for sets in laid_out.line_ups.values():
        names = [", ".join(short[experiment.strategies[member]] for member in members) for members in list(sets[:3])]
        told.append(f"{len(sets):<4}{'; '.join(names)}{'; ...' if len(sets) > 3 else ''}")
    return " | ".join(told)


def _games(scenarios: Sequence[Scenario], facts: dict[str, Any], stops: bool) -> str:
    sizes = {(scenario.blocks, scenario.games_per_block) for scenario in scenarios}
    parts = f"{facts['games']:,}, in {plural(facts['parts'], 'part')}"
    if len(sizes) > 1:
        return f"{plural(len(scenarios), 'scenario')}: {parts}"
    (blocks, size), count = sizes.pop(), len(scenarios)
    times = f"{plural(count, 'scenario')} x " if count > 1 else ""
    most = "at most " if stops else ""
    return f"{times}{most}{plural(blocks, 'block')} x {plural(size, 'seating')} = {parts}"


def _changes(laid_out: Plan, variant: Variant) -> str:
    """What a variant changes of the rules that all variants share: ` (cost.harbor 8 -> 9)`."""
    shared, game = laid_out.experiment.options, find(laid_out.experiment.located(laid_out.experiment.game))
    without, with_it = (replace(laid_out.scenarios[0], options=options) for options in (shared, {**shared, **variant.options}))
    told = [f"{changed.what} {changed.was} -> {changed.now}" if changed.was != DEFAULT else f"{changed.what} = {changed.now}"
            for changed in options_between(game, without, with_it)]
    return f" ({', '.join(told)})" if told else ""
