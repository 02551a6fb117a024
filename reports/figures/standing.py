"""Figure: the standing round by round, a panel a strategy: median and the bands of half and of 90 % of its results."""
from __future__ import annotations

import numpy as np

from reports import formats
from reports.course import LEVELS
from reports.figures.choice import few, notes
from reports.figures.curves import Panel, panels
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.reader import Floats

MEDIAN = LEVELS.index(0.5)
MOST_PANELS = 8


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where no rounds were kept."""
    scenario = found.scenario
    bands = found.course.bands if found.course else None
    if bands is None or bands.shape[1] < 2:
        return None
    last = bands.shape[1] - 1
    names, note = few(found.ranked, MOST_PANELS)
    of = {name: bands[scenario.strategies.index(name)] for name in names}
    drawing = panels(key, [_panel(found.short[name], of[name], looks, name) for name in names], "round",
                     "score if the game ended now")
    end = {name: float(of[name][-1, MEDIAN]) for name in names}
    first, later = max(names, key=lambda name: end[name]), min(names, key=lambda name: end[name])
    rest = "" if first == later else f", of {found.short[later]} {formats.decimal(end[later], 0)}"
    return Figure(key, "Standing by round", drawing,
                  f"After round {last} the median standing of {found.short[first]} is {formats.decimal(end[first], 0)}{rest} "
                  f"({formats.plural(scenario.games, 'game')}).",
                  f"Panels of {formats.plural(len(names), 'strategy', 'strategies')} with the median standing by round "
                  "and bands of 50 and 90 % of the results.",
                  notes("Line: median; bands: half and 90 % of the results; grey: the others. "
                        f"Up to round {last}, which half of the games reach.", note))


def _panel(label: str, bands: Floats, looks: Looks, name: str) -> Panel:
    x = np.arange(len(bands), dtype=np.float64)
    return Panel(label, x, bands[:, MEDIAN], (bands[:, 1], bands[:, 3]), (bands[:, 0], bands[:, 4]), looks[name])

