"""Figure: the standing round by round, a panel a strategy: median and the bands of half and of 90 % of its results."""
from __future__ import annotations

import numpy as np

from reports import formats
from reports.figures.choice import shown
from reports.figures.curves import Panel, panels
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.reader import Floats, Ints

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
REACHED = 0.5
"""A round is drawn if at least this share of games got so far; later ones hold the long games only."""


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where no rounds were kept."""
    scenario = found.scenario
    if scenario.run.experiment.level not in ("rounds", "decisions"):
        return None
    rows = scenario.rows("rounds", ["round", "standing"])
    last = int(np.quantile(scenario.rounds, 1 - REACHED, method="inverted_cdf"))
    bands = quantiles_by(rows.strategy, rows.columns["round"], rows.columns["standing"], len(scenario.strategies), last)
    names, note = shown(found.ranked, found.settings)
    parts = [_panel(found.short[name], bands[scenario.strategies.index(name)], looks, name) for name in names]
    if not parts or last < 1:
        return None
    end = {name: bands[scenario.strategies.index(name), last, 2] for name in names}
    first = max(names, key=lambda name: end[name])
    later = min(names, key=lambda name: end[name])
    sentence = f"After round {last} the median standing of {found.short[first]} is {formats.decimal(float(end[first]), 0)}"
    sentence += f", of {found.short[later]} {formats.decimal(float(end[later]), 0)}" if later != first else ""
    return Figure(key, "Standing by round", panels(key, parts, "round", "score if the game ended now"),
                  f"{sentence} ({formats.plural(scenario.games, 'game')}).",
                  f"Panels of {len(parts)} strategies with the median standing by round and bands of 50 and 90 % of the results.",
                  f"Line: median; bands: half and 90 % of the results; grey: the others. Up to round {last}, which half of the games "
                  f"reach. {note}".strip())


def _panel(label: str, bands: Floats, looks: Looks, name: str) -> Panel:
    x = np.arange(len(bands), dtype=np.float64)
    return Panel(label, x, bands[:, 2], (bands[:, 1], bands[:, 3]), (bands[:, 0], bands[:, 4]), looks[name])


def quantiles_by(strategy: Ints, round: Ints, standing: Ints, strategies: int, last: int) -> Floats:
    """Quantiles LEVELS of the standing, (strategies, rounds 0..last, levels); nan where there are none."""
    keep = (round <= last) & (strategy >= 0)
    cell = strategy[keep] * (last + 1) + round[keep]
    values = standing[keep]
    order = np.lexsort((values, cell))
    values = values[order].astype(np.float64)
    ends = np.cumsum(np.bincount(cell, minlength=strategies * (last + 1)))
    starts = np.concatenate([[0], ends[:-1]])
    size = ends - starts
    out = np.full((strategies * (last + 1), len(LEVELS)), np.nan)
    for column, level in enumerate(LEVELS):
        place = starts + np.minimum(np.maximum(np.ceil(level * size).astype(np.int64) - 1, 0), np.maximum(size - 1, 0))
        out[size > 0, column] = values[place[size > 0]]
    return out.reshape(strategies, last + 1, len(LEVELS))
