"""Figures: how final scores are spread by strategy, and the parts they are made of."""
from __future__ import annotations

import numpy as np

from reports import formats
from reports.figures.bars import Bar, Parts, bars
from reports.figures.choice import few, shown
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
    scenario, curves = found.scenario, []
    names, note = few(found.ranked, MOST_CURVES)
    for name in names:
        x, y = cumulated(scenario.of_strategy(scenario.score, scenario.strategies.index(name)).astype(np.float64))
        curves.append(Curve(found.short[name], *thinned(x, y), looks[name]))
    best = max(found.scores, key=lambda row: (row.p50, row.mean))
    worst = min(found.scores, key=lambda row: (row.p50, row.mean))
    rest = "" if worst is best else f", that of {found.short[worst.strategy]} {formats.decimal(worst.p50, 0)}"
    return Figure(key, "Final scores", ecdf(key, curves, "final score", "% of results up to this score"),
                  f"The median score of {found.short[best.strategy]} is {formats.decimal(best.p50, 0)}{rest} "
                  f"({formats.plural(scenario.games, 'game')}).",
                  f"Cumulative shares of the final scores of {formats.plural(len(curves), 'strategy', 'strategies')}, "
                  "marked at their quartiles.", note)


def thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """A cumulative curve with at most MOST_STEPS steps, its first and last kept."""
    if len(x) <= MOST_STEPS:
        return x, y
    kept = np.unique(np.linspace(0, len(x) - 1, MOST_STEPS).astype(np.int64))
    return x[kept], y[kept]


def parts(found: Findings, looks: Looks, key: str) -> Figure | None:
    """Where the points come from; None where the score has no parts, or negative ones."""
    names, note = shown(found.ranked, found.settings)
    kinds = list(dict.fromkeys(row.part for row in found.parts))
    if len(kinds) < 2 or any(row.mean < 0 for row in found.parts):
        return None
    cells = {(row.strategy, row.part): row for row in found.parts}
    stacks = []
    for name in names:
        means = [cells[name, kind].mean for kind in kinds]
        stacks.append(Bar(found.short[name], means, formats.decimal(sum(means))))
    longest = max(sum(bar.sizes) for bar in stacks)
    return Figure(key, "Where the points come from", bars(key, stacks, Parts(kinds, "mean score", 1.02 * longest)),
                  _parts_sentence(found, names, kinds),
                  f"Stacked bars of the mean score of {formats.plural(len(stacks), 'strategy', 'strategies')} "
                  f"by {len(kinds)} parts.", note)


def _parts_sentence(found: Findings, names: list[str], kinds: list[str]) -> str:
    """The part in which the strategies differ most."""
    share = {(row.strategy, row.part): row.of_score if formats.known(row.of_score) else 0.0 for row in found.parts}

    def apart(kind: str) -> float:
        values = [share[name, kind] for name in names]
        return max(values) - min(values)

    top = max(kinds, key=apart)
    most, least = max(names, key=lambda name: share[name, top]), min(names, key=lambda name: share[name, top])
    rest = "" if most == least else f", {formats.percent(share[least, top], 0)} % for {found.short[least]}"
    return (f"Part of the score that is {top}: {formats.percent(share[most, top], 0)} % for {found.short[most]}{rest} "
            f"({formats.plural(found.scenario.games, 'game')}).")
