"""Figure: the counters in which the strategies differ most, each in standard deviations from the mean of all."""
from __future__ import annotations

from reports import formats
from reports.figures.choice import shown
from reports.figures.heat import Cell, Grid, heat
from reports.figures.svg import WIDE, WIDTH, Figure
from reports.findings import Findings
from reports.tables.metrics import metric_words

MOST_ROWS = 16
LEAST_APART = 0.01
"""A counter of whose variance the strategies account for less than this is not drawn."""
LARGEST = 1.5


def figure(found: Findings, key: str) -> Figure | None:
    """The figure, or None where the strategies differ in no counter."""
    rows = [one for one in found.profiles if one.apart >= LEAST_APART][:MOST_ROWS]
    if len(rows) < 2:
        return None
    names, note = shown(found.ranked, found.settings)
    places = [found.scenario.strategies.index(name) for name in names]
    wide = len(names) > 5
    cells = [[Cell(row.scaled[place], formats.decimal(row.means[place]), hatched=False) for place in places] for row in rows]
    columns = [str(number + 1) for number in range(len(names))] if len(names) > 8 else _broken([found.short[name] for name in names])
    grid = Grid([metric_words(row.metric) for row in rows], columns, cells, LARGEST)
    top = rows[0]
    most, least = (max if sign > 0 else min for sign in (1, -1))
    high = most(names, key=lambda name: top.means[found.scenario.strategies.index(name)])
    low = least(names, key=lambda name: top.means[found.scenario.strategies.index(name)])
    value = {name: formats.decimal(top.means[found.scenario.strategies.index(name)]) for name in (high, low)}
    keys = ("Columns: " + ", ".join(f"{n + 1} {found.short[name]}" for n, name in enumerate(names)) + ".") if len(names) > 8 else ""
    return Figure(key, "What sets the strategies apart", heat(key, grid, WIDE if wide else WIDTH, 0.25),
                  f"They differ most in {metric_words(top.metric)}: {value[high]} for {found.short[high]}, {value[low]} for "
                  f"{found.short[low]} ({formats.plural(found.scenario.games, 'game')}).",
                  f"Heat map of {len(rows)} counters by {len(names)} strategies: the mean of a game, coloured by its distance from the "
                  "mean of all strategies.",
                  " ".join(part for part in ("Means of a game; colour: standard deviations from the mean of the strategies (blue more, "
                                             "orange less).", keys, note) if part), wide)


def _broken(names: list[str]) -> list[str]:
    """Long names over two lines, so that columns stay narrow."""
    out = []
    for name in names:
        half = len(name) // 2
        cut = min((place for place, letter in enumerate(name) if letter in ":_. "), key=lambda place: abs(place - half), default=0)
        out.append(f"{name[:cut + 1]}\n{name[cut + 1:]}" if len(name) > 11 and cut else name)
    return out
