"""Figure: the counters in which the strategies differ most, each in standard deviations from the mean of all."""
from __future__ import annotations

from collections.abc import Sequence

from reports import formats
from reports.figures.choice import notes, shown
from reports.figures.heat import Cell, Grid, heat
from reports.figures.style import Looks
from reports.figures.svg import WIDE, WIDTH, Figure
from reports.findings import Findings
from reports.tables.metrics import Profile, metric_words

MOST_ROWS = 16
LEAST_APART = 0.01
"""A counter of whose variance the strategies account for less than this is not drawn."""
LARGEST = 1.5
"""Standard deviations at which the colours end."""
NAMED = 8
"""More strategies than that get numbers in place of names over their columns."""


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where the strategies differ in no counter."""
    rows = [one for one in found.profiles if one.apart >= LEAST_APART][:MOST_ROWS]
    if len(rows) < 2:
        return None
    names, note = shown(found.ranked, found.settings)
    places = [found.scenario.strategies.index(name) for name in names]
    cells = [[Cell(row.scaled[place], formats.decimal(row.means[place])) for place in places] for row in rows]
    columns, legend = numbered([found.short[name] for name in names])
    wide = len(names) > 5
    grid = Grid([metric_words(row.metric) for row in rows], columns, cells, LARGEST)
    return Figure(key, "What sets the strategies apart", heat(key, grid, WIDE if wide else WIDTH, 0.25),
                  _sentence(found, rows[0], names),
                  f"Heat map of {len(rows)} counters by {len(names)} strategies: the mean of a game, "
                  "coloured by its distance from the mean of all strategies.",
                  notes("Means of a game; colour: standard deviations from the mean of the strategies (blue more, orange "
                        "less).", legend, note), wide)


def _sentence(found: Findings, top: Profile, names: Sequence[str]) -> str:
    """The counter that sets the strategies apart most, with its extremes."""
    mean = {name: top.means[found.scenario.strategies.index(name)] for name in names}
    high, low = max(names, key=lambda name: mean[name]), min(names, key=lambda name: mean[name])
    return (f"They differ most in {metric_words(top.metric)}: {formats.decimal(mean[high])} for {found.short[high]}, "
            f"{formats.decimal(mean[low])} for {found.short[low]} ({formats.plural(found.scenario.games, 'game')}).")


def numbered(names: Sequence[str]) -> tuple[list[str], str]:
    """What stands over the columns, and the legend if those are numbers."""
    if len(names) <= NAMED:
        return [broken(name) for name in names], ""
    legend = ", ".join(f"{number + 1} {name}" for number, name in enumerate(names))
    return [str(number + 1) for number in range(len(names))], f"Columns: {legend}."


def broken(name: str, width: int = 11) -> str:
    """A long name over two lines, broken near its middle."""
    marks = [place + 1 for place, letter in enumerate(name) if letter in ":_. " and place]
    if len(name) <= width or not marks:
        return name
    middle = min(marks, key=lambda place: abs(place - len(name) / 2))
    return f"{name[:middle]}\n{name[middle:]}"
