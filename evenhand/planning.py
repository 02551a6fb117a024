"""How many games are needed: from tables of games of luck, or from the blocks of a pilot."""
from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from evenhand import show
from evenhand.asked import found
from evenhand.progress import choose
from experiments.sequential import BLOCK_FACTORS, Floats, blocks_for_balance, blocks_needed, game_sd
from reports.formats import percent, plural
from reports.names import scenario_title, short_names
from reports.reader import Scenario, read
from sim.faults import Fault, Refusal


@dataclass(frozen=True)
class Aim:
    """What is to be shown: a difference of `points` (a fraction), or that the seats are balanced within them."""

    balance: bool
    points: float
    alpha: float
    power: float

    def blocks(self, sd: float, seats: int) -> int:
        """The blocks it takes if a block value has this standard deviation; two at least, for an interval."""
        if self.balance:
            return max(2, blocks_for_balance(sd, seats, self.points, self.alpha, self.power))
        return max(2, blocks_needed(sd, self.points, self.alpha, self.power))


@dataclass(frozen=True)
class Need:
    """What it takes in one case. `size` is the games of a block; `sd` the standard deviation of a block value."""

    case: str
    sd: float
    blocks: int
    size: int

    @property
    def games(self) -> int:
        return self.blocks * self.size

    def plain(self) -> dict[str, Any]:
        return {**asdict(self), "games": self.games}


@dataclass(frozen=True)
class Needs:
    """The cases of one number of seats, or of one scenario of a pilot, whose name is `title`."""

    title: str
    seats: int
    needs: tuple[Need, ...]

    def plain(self) -> dict[str, Any]:
        return {"scenario": self.title, "seats": self.seats, "needs": [need.plain() for need in self.needs]}


def planned(seats: int, aim: Aim) -> Needs:
    """What it takes without a pilot, for strategies that are alike."""
    share, pair = game_sd(seats), game_sd(seats, pair=True)
    if aim.balance:
        return Needs("", seats, (Need("one strategy against itself (--design mirror)", share, aim.blocks(share, seats), 1),))
    alone = [Need("nothing shared", share, aim.blocks(share, seats), 1)]
    if seats not in BLOCK_FACTORS:
        return Needs("", seats, (*alone, Need("between two strategies of one table", pair, aim.blocks(pair, seats), 1)))
    gain = math.sqrt(BLOCK_FACTORS[seats][1] / seats)
    half = [Need(case, sd * gain, aim.blocks(sd * gain, seats), seats) for case, sd in (
        ("luck shared by a half, a guess without a pilot", share), ("between two strategies of one table", pair))]
    return Needs("", seats, (half[0], *alone, half[1]))


def measured(file: Path, blocks: int, jobs: int | None, aim: Aim) -> list[Needs]:
    """What it takes by a pilot: the first blocks of an experiment, played into a folder that goes again."""
    from evenhand.running import cores
    from evenhand.worker import run_chunk
    from experiments.reader import open_run
    from experiments.runner import run
    from experiments.spec import read as read_experiment

    experiment = read_experiment(found(file)).replace(blocks=blocks, games=None, level="games", stop=None, inject=(), force=())
    with tempfile.TemporaryDirectory(prefix="evenhand-pilot-") as place:
        folder = Path(place, "pilot")
        summary = run(experiment, folder, jobs=jobs or cores(), worker=run_chunk, progress=choose())
        if summary.interrupted:
            raise KeyboardInterrupt
        if summary.failed:
            show.warn(f"a strategy failed in {summary.failed:,} of the pilot's {plural(summary.games, 'game')}; "
                      "these blocks are left out.")
        contents = read(open_run(folder))
        short = short_names(contents.strategies, experiment.game)
        several = (len(experiment.seats) > 1, len(experiment.variants) > 1)
        needs = [_of_pilot(scenario, blocks, aim, short, several) for scenario in contents.scenarios if scenario.n_blocks > 1]
    if not any(plan.needs for plan in needs):
        raise Refusal(Fault("--pilot", f"{file.name}: no two blocks with something to compare; --blocks N plays more of it"))
    return [plan for plan in needs if plan.needs]


def _of_pilot(scenario: Scenario, blocks: int, aim: Aim, short: Any, several: tuple[bool, bool]) -> Needs:
    values = _seats(scenario) if aim.balance else _strategies(scenario, short)
    needs = []
    for case, column in values:
        there = column[~np.isnan(column)]
        if len(there) > 1:
            sd = float(there.std(ddof=1))
            in_all = math.ceil(aim.blocks(sd, scenario.seats) * scenario.n_blocks / len(there))     # others play in the rest
            needs.append(Need(case, sd, in_all, scenario.per_block))
    title = scenario_title(scenario.seats, scenario.variant, scenario.cell, *several)
    return Needs(title, scenario.seats, tuple(_widest(needs)))


def _strategies(scenario: Scenario, short: Any) -> Iterator[tuple[str, Floats]]:
    """Block shares of each strategy, then the differences of each pair."""
    if scenario.mirror:
        return
    shares = scenario.by_strategy(scenario.share)
    names = [short[name] for name in scenario.strategies]
    yield from ((f"{name} against an equal share", shares[:, n]) for n, name in enumerate(names))
    for one, other in combinations(range(len(names)), 2):
        yield f"between {names[one]} and {names[other]}", shares[:, one] - shares[:, other]


def _seats(scenario: Scenario) -> Iterator[tuple[str, Floats]]:
    shares = scenario.by_seat(scenario.share)
    yield from ((f"seat {seat}", shares[:, seat]) for seat in range(scenario.seats))


def _widest(needs: Sequence[Need]) -> list[Need]:
    """One line for each kind of question, the case that takes most: all others are then told as well."""
    kinds: dict[str, list[Need]] = {}
    for need in needs:
        kinds.setdefault("between" if need.case.startswith("between ") else "alone", []).append(need)
    return [replace(max(group, key=lambda need: need.blocks)) for group in kinds.values()]


def tell(plan: Needs, aim: Aim) -> list[str]:
    """A heading and a line for each case."""
    points, share = f"{100 * aim.points:g} point{'' if aim.points == 0.01 else 's'}", percent(1 / plan.seats)
    chances = f"({100 * aim.alpha:g} %{'' if aim.balance else ' two-sided'}, power {100 * aim.power:g} %)"
    what = (f"To show that {plan.seats} balanced seats are balanced within {points}" if aim.balance else
            f"To tell a strategy's share from {share} by {points}")
    where = f"{plan.title}: {what[0].lower()}{what[1:]}" if plan.title else what
    width = max(len(need.case) for need in plan.needs)
    games = max(len(f"{need.games:,}") for need in plan.needs)
    return [f"{where} {chances}:", *(
        f"  {need.case:{width}}  {need.games:>{games},} games" + f"  ({plural(need.blocks, 'block')})" * (need.size > 1)
        for need in plan.needs)]
