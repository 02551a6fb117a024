"""Figure: the standing round by round, a panel a strategy: median and the bands of half and of 90 % of its results."""
from __future__ import annotations

import numpy as np

from reports import formats
from reports.figures.choice import few, notes
from reports.figures.curves import Panel, panels
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.reader import Floats, Ints

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
MEDIAN = LEVELS.index(0.5)
MOST_PANELS = 8
REACHED = 0.5
"""A round is drawn if at least this share of the games got so far; later ones hold the long games only."""


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where no rounds were kept."""
    scenario = found.scenario
    last = int(np.quantile(scenario.rounds, 1 - REACHED, method="inverted_cdf"))
    if "rounds" not in scenario.run.tables or last < 1:
        return None
    rows = scenario.rows("rounds", ["round", "standing"])
    bands = quantiles_by(rows.strategy, rows.columns["round"], rows.columns["standing"], len(scenario.strategies), last)
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


def quantiles_by(strategy: Ints, round: Ints, standing: Ints, strategies: int, last: int) -> Floats:
    """Quantiles LEVELS of the standing, (strategies, rounds 0..last, levels); nan where there are none."""
    keep = (round <= last) & (strategy >= 0)
    cell, values = strategy[keep] * (last + 1) + round[keep], standing[keep]
    values = values[np.lexsort((values, cell))].astype(np.float64)
    size = np.bincount(cell, minlength=strategies * (last + 1))
    first = np.cumsum(size) - size
    out = np.full((len(size), len(LEVELS)), np.nan)
    for column, level in enumerate(LEVELS):
        place = first + np.maximum(np.ceil(level * size).astype(np.int64) - 1, 0)
        out[size > 0, column] = values[place[size > 0]]
    return out.reshape(strategies, last + 1, len(LEVELS))
