"""What only Puerto Rico shows: which roles each strategy takes, and which buildings it builds, and when."""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reports import formats
from reports.figures.choice import few, notes
from reports.figures.heat import Cell, Grid, heat
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.reader import Ints, Rows
from reports.sections import Drawer, Section, filled
from reports.stats.rates import mean_where
from reports.tables.table import Column, Table

ROLES = "x_roles_taken_"
MOST_BUILDINGS = 24
WIDEST = 6
"""Strategies that a figure has room for."""
NAME_WIDTH = 14


def sections(found: Findings, drawn: Drawer) -> Iterator[Section]:
    """Roles and buildings, side by side."""
    rows = building_rows(found)
    yield Section("Roles and buildings", [], drawn(roles=roles, built=lambda found, looks, key: buildings(found, rows, key)),
                  filled(building_table(rows)), "Buildings, by strategy")


def _heads(found: Findings, names: Sequence[str]) -> list[str]:
    return [formats.cut(found.short[name], NAME_WIDTH) for name in names]


# Roles

def roles(found: Findings, looks: Looks, key: str) -> Figure | None:
    """How often each strategy takes each role in a game."""
    names, note = few(found.ranked, WIDEST)
    means: dict[tuple[str, str], float] = {}
    more: dict[tuple[str, str], float] = {}
    for column, counts in found.scenario.each_seat_value([name for name in found.facts.counters if name.startswith(ROLES)]):
        if counts.any():
            for name in names:
                mean = float(found.scenario.of_strategy(counts, found.scenario.strategies.index(name)).mean())
                means[_role(column), name], more[_role(column), name] = mean, mean - float(counts.mean())
    if not means:
        return None
    taken = list(dict.fromkeys(role for role, _ in means))
    cells = [[Cell(more[role, name], formats.decimal(means[role, name])) for name in names] for role in taken]
    grid = Grid(taken, _heads(found, names), cells, max(map(abs, more.values())) or 1.0)
    role, name = max(means, key=lambda cell: means[cell])
    return Figure(key, "Roles taken in a game", heat(key, grid, row_height=0.26),
                  f"Most often taken: the {role} by {found.short[name]}, {formats.decimal(means[role, name])} times in a game "
                  f"({formats.plural(found.scenario.games, 'game')}).",
                  f"Heat map of {len(taken)} roles by {len(names)} strategies: how often a seat takes the role in a game.",
                  notes("Colour: more (blue) or less often (orange) than all seats on average.", note))


def _role(column: str) -> str:
    name = column.removeprefix(ROLES)
    return {"prospector2": "second prospector", "prospector3": "third prospector"}.get(name, name)


# Buildings

@dataclass(frozen=True)
class BuildingRow:
    """One building and one strategy: by how many of its seats it was built, and in which round on average."""

    building: str
    strategy: str
    results: int
    share: float
    half: float
    round: float

    @property
    def words(self) -> str:
        return self.building.replace("_", " ")


def building_rows(found: Findings) -> list[BuildingRow]:
    """All buildings that anybody built, the most frequent first; none where no events were kept."""
    if "events" not in found.scenario.run.tables:
        return []
    built = _Built(found)
    for rows in found.scenario.rows("events", ["what", "item", "round"]):
        built.add(rows)
    out = [_row(found, built, building, place) for building in built.rounds
           for place in range(len(found.scenario.strategies))]
    often: dict[str, float] = {}
    for row in out:
        often[row.building] = often.get(row.building, 0.0) + row.share
    return sorted(out, key=lambda row: (-often[row.building], row.building, found.ranked.index(row.strategy)))


class _Built:
    """How often each building was built in each game, by strategy, and in which rounds."""

    def __init__(self, found: Findings) -> None:
        self.games = found.scenario.games
        self.strategies = len(found.scenario.strategies)
        self.times: dict[tuple[str, int], npt.NDArray[np.int8]] = {}
        self.rounds: dict[str, Ints] = {}
        """By building: sums over strategies."""

    def add(self, rows: Rows) -> None:
        """Some events."""
        if "built" not in rows.labels["what"]:
            return
        built = (rows.columns["what"] == rows.labels["what"].index("built")) & (rows.strategy >= 0)
        game, strategy, item, round = (values[built] for values in (
            rows.game, rows.strategy, rows.columns["item"], rows.columns["round"]))
        for code in np.unique(item):
            name, mine = rows.labels["item"][code], item == code
            sums = self.rounds.setdefault(name, np.zeros(self.strategies, dtype=np.int64))
            sums += np.bincount(strategy[mine], weights=round[mine], minlength=self.strategies).astype(np.int64)
            for place in np.unique(strategy[mine]).tolist():
                times = self.times.setdefault((name, place), np.zeros(self.games, dtype=np.int8))
                np.add.at(times, game[mine & (strategy == place)], 1)


def _row(found: Findings, built: _Built, building: str, place: int) -> BuildingRow:
    """One cell; a seat builds a building at most once, so that events are seats."""
    scenario = found.scenario
    held = np.repeat(scenario.copies[:, place], scenario.per_block).astype(np.float64)
    times = built.times.get((building, place), np.zeros(scenario.games, dtype=np.int8))
    block, seats = np.repeat(np.arange(scenario.n_blocks), scenario.per_block), int(times.sum())
    rate = mean_where(np.divide(times, held, out=np.zeros(len(held)), where=held > 0), held > 0, block, found.settings.level)
    return BuildingRow(building, scenario.strategies[place], rate.games, rate.value, rate.high - rate.value,
                       int(built.rounds[building][place]) / seats if seats else math.nan)


def building_table(rows: Sequence[BuildingRow]) -> Table:
    """The table of the page."""
    columns = [
        Column("words", "building", "text"), Column("strategy", "strategy", "text"), Column("results", "games", "count"),
        Column("share", "built by % of seats", "share", "Share of its seats that built it, +- half width (95 %).", half="half"),
        Column("round", "in round", "decimal", "Mean round in which it was built.")]
    return Table("buildings", "Buildings, by strategy", columns, rows, extra=[Column("building", "building", "text")])


def buildings(found: Findings, rows: Sequence[BuildingRow], key: str) -> Figure | None:
    """By how many seats each building is built, and when; those that differ most between strategies on top."""
    if not rows:
        return None
    names, note = few(found.ranked, WIDEST)
    cells = {(row.building, row.strategy): row for row in rows}
    apart = {row.building: _spread([cells[row.building, name].share for name in names]) for row in rows}
    kept = sorted(apart, key=lambda building: (-apart[building], building))[:MOST_BUILDINGS]
    mean = {building: sum(cells[building, name].share for name in names) / len(names) for building in kept}
    grid = Grid([building.replace("_", " ") for building in kept], _heads(found, names),
                [[_cell(cells[building, name], mean[building]) for name in names] for building in kept], 0.6)
    return Figure(key, "Buildings built", heat(key, grid, row_height=0.25),
                  _sentence(found, [cells[kept[0], name] for name in names]),
                  f"Heat map of {len(kept)} buildings by {len(names)} strategies: the share of seats that built it.",
                  notes("Percent of seats, mean round behind the @. Colour: more (blue) or less (orange) than the strategies "
                        "on average; those that differ most on top.", note))


def _spread(shares: Sequence[float]) -> float:
    return max(shares) - min(shares)


def _cell(row: BuildingRow, mean: float) -> Cell:
    when = f" @{row.round:.0f}" if formats.known(row.round) else ""
    return Cell(row.share - mean, f"{formats.percent(row.share, 0)}{when}")


def _sentence(found: Findings, rows: Sequence[BuildingRow]) -> str:
    most, least = max(rows, key=lambda row: row.share), min(rows, key=lambda row: row.share)
    rest = "" if most is least else f", {formats.percent(least.share, 0)} % of {found.short[least.strategy]}'s"
    first = f"{most.words.capitalize()}: built by {formats.percent(most.share, 0)} % of {found.short[most.strategy]}'s seats"
    return f"{first}{rest} ({formats.plural(found.scenario.games, 'game')})."
