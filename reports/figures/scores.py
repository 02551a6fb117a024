"""Figures: how final scores are spread by strategy, and the parts they are made of."""
from __future__ import annotations

import numpy as np

from reports import formats
from reports.figures.bars import Bar, Parts, bars
from reports.figures.choice import shown
from reports.figures.curves import Curve, ecdf
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.reader import Floats
from reports.stats.metrics import ecdf as cumulated

MOST_CURVES = 8
MOST_STEPS = 250


def spread(found: Findings, looks: Looks, key: str) -> Figure | None:
    """Cumulative shares of final scores."""
    scenario = found.scenario
    names, note = shown(found.ranked, found.settings)
    if len(names) > MOST_CURVES:
        names = [*names[:MOST_CURVES - 1], names[-1]]
        note = f"Of {len(found.ranked)} strategies {len(names)} are shown; the table has all."
    curves = []
    for name in names:
        x, y = cumulated(scenario.of_strategy(scenario.score, scenario.strategies.index(name)).astype(np.float64))
        curves.append(Curve(found.short[name], *thinned(x, y), looks[name]))
    rows = {row.strategy: row for row in found.scores}
    best = max(rows.values(), key=lambda row: (row.p50, row.mean))
    half = f"Half of {found.short[best.strategy]}'s scores lie above {formats.decimal(best.p50, 0)}"
    worst = min(rows.values(), key=lambda row: (row.p50, row.mean))
    rest = f", of {found.short[worst.strategy]}'s above {formats.decimal(worst.p50, 0)}" if worst is not best else ""
    return Figure(key, "Final scores", ecdf(key, curves, "final score", "% of results up to this score"),
                  f"{half}{rest} ({formats.plural(scenario.games, 'game')}).",
                  f"Cumulative shares of the final scores of {len(curves)} strategies, marked at their quartiles.", note)


def thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """A cumulative curve with at most MOST_STEPS steps, its first and last kept."""
    if len(x) <= MOST_STEPS:
        return x, y
    kept = np.unique(np.linspace(0, len(x) - 1, MOST_STEPS).astype(np.int64))
    return x[kept], y[kept]


def parts(found: Findings, key: str) -> Figure | None:
    """Where the points come from."""
    rows = found.parts
    names, note = shown(found.ranked, found.settings)
    kinds = list(dict.fromkeys(row.part for row in rows))
    if len(kinds) < 2 or any(row.mean < 0 for row in rows):
        return None
    means = {(row.strategy, row.part): row for row in rows}
    stacks = [Bar(found.short[name], [means[name, kind].mean for kind in kinds],
                  formats.decimal(sum(means[name, kind].mean for kind in kinds))) for name in names]
    longest = max(sum(bar.sizes) for bar in stacks)
    top = max(kinds, key=lambda kind: max(means[name, kind].of_score for name in names) - min(means[name, kind].of_score for name in names))
    most = max(names, key=lambda name: means[name, top].of_score)
    least = min(names, key=lambda name: means[name, top].of_score)
    sentence = f"Part of the score that is {top}: {formats.percent(means[most, top].of_score, 0)} % for {found.short[most]}"
    sentence += f", {formats.percent(means[least, top].of_score, 0)} % for {found.short[least]}" if least != most else ""
    return Figure(key, "Where the points come from", bars(key, stacks, Parts(kinds, "mean score", 1.02 * longest)),
                  f"{sentence} ({formats.plural(found.scenario.games, 'game')}).",
                  f"Stacked bars of the mean score of {len(stacks)} strategies by {len(kinds)} parts.", note)
