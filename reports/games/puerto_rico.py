"""What only Puerto Rico shows: which roles each strategy takes, and which buildings it builds, and when."""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reports import formats
from reports.figures.choice import few, notes
from reports.figures.heat import Cell, Grid, heat
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.reader import Ints
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
    values = found.scenario.seat_values([name for name in found.facts.counters if name.startswith(ROLES)])
    taken = {_role(column): counts for column, counts in values.items() if counts.any()}
    if not taken:
        return None
    names, note = few(found.ranked, WIDEST)
    means = {(role, name): float(found.scenario.of_strategy(counts, found.scenario.strategies.index(name)).mean())
             for role, counts in taken.items() for name in names}
    more = {(role, name): mean - float(taken[role].mean()) for (role, name), mean in means.items()}
    cells = [[Cell(more[role, name], formats.decimal(means[role, name])) for name in names] for role in taken]
    grid = Grid(list(taken), _heads(found, names), cells, max(map(abs, more.values())) or 1.0)
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
    rows = found.scenario.rows("events", ["what", "item", "round"])
    if "built" not in rows.labels["what"]:
        return []
    built = (rows.columns["what"] == rows.labels["what"].index("built")) & (rows.strategy >= 0)
    out = []
    for code in np.unique(rows.columns["item"][built]):
        for place in range(len(found.scenario.strategies)):
            mine = built & (rows.columns["item"] == code) & (rows.strategy == place)
            out.append(_row(found, rows.labels["item"][code], place, rows.game[mine], rows.columns["round"][mine]))
    often: dict[str, float] = {}
    for row in out:
        often[row.building] = often.get(row.building, 0.0) + row.share
    return sorted(out, key=lambda row: (-often[row.building], row.building, found.ranked.index(row.strategy)))


def _row(found: Findings, building: str, place: int, games: Ints, rounds: Ints) -> BuildingRow:
    """One cell; a seat builds a building at most once, so that events are seats."""
    scenario = found.scenario
    held = np.repeat(scenario.copies[:, place], scenario.per_block).astype(np.float64)
    times = np.bincount(games, minlength=scenario.games)
    block = np.repeat(np.arange(scenario.n_blocks), scenario.per_block)
    rate = mean_where(np.divide(times, held, out=np.zeros(len(held)), where=held > 0), held > 0, block, found.settings.level)
    return BuildingRow(building, scenario.strategies[place], rate.games, rate.value, rate.high - rate.value,
                       float(rounds.mean()) if len(rounds) else math.nan)


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
