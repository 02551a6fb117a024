"""Figures: how many rounds games last, and what ends them, for one scenario or several side by side."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports import formats
from reports.figures.bars import Bar, Parts, bars
from reports.figures.between import differ
from reports.figures.curves import Curve, ecdf
from reports.figures.histogram import histogram
from reports.figures.style import Looks, looks as looks_of
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.stats.metrics import ecdf as cumulated
from reports.tables.length import LengthRow

MOST_SCENARIOS = 8


def rounds(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The histogram of rounds of one scenario."""
    values, row = found.scenario.rounds.ravel(), _rounds(found)
    inside = float(((values >= row.p5) & (values <= row.p95)).mean())
    span = f"from {row.p5:.0f} to {row.p95:.0f}" if row.p5 < row.p95 else f"at {row.p5:.0f}"
    sentence = (f"A game lasts {_mean(row)} rounds on average; {formats.percent(inside)} % of "
                f"{formats.plural(row.games, 'game')} lie {span}.")
    drawing, step = histogram(key, values, row.p50, "rounds")
    return Figure(key, "Length of a game", drawing, sentence,
                  f"Histogram of the rounds of a game, from {values.min()} to {values.max()}, median {row.p50:.0f}.",
                  f"Bars of {step} rounds." if step > 1 else "")


def _rounds(found: Findings) -> LengthRow:
    return next(row for row in found.lengths if row.what == "rounds")


def _mean(row: LengthRow) -> str:
    return f"{formats.decimal(row.mean)} {formats.bracket(row.interval)}".strip()


def rounds_of_all(scenarios: Sequence[Findings], key: str) -> Figure | None:
    """Cumulative shares of rounds, a curve a scenario."""
    some, note = _some(scenarios)
    palette = looks_of([found.title for found in some])
    curves = []
    for found in some:
        x, y = cumulated(found.scenario.rounds.ravel().astype(np.float64))
        curves.append(Curve(formats.cut(found.title), x, y, palette[found.title]))
    short, long = min(some, key=lambda found: _rounds(found).mean), max(some, key=lambda found: _rounds(found).mean)
    drawing = ecdf(key, curves, "rounds", "% of games up to this length")
    return Figure(key, "Length of a game", drawing, _between(short, long, len(some)),
                  f"Cumulative shares of the rounds of a game in {len(curves)} scenarios.", note)


def _between(short: Findings, long: Findings, of: int) -> str:
    """The shortest and the longest games of some scenarios, if these are shown to differ."""
    means = [found.scenario.rounds.mean(axis=1).astype(np.float64) for found in (short, long)]
    if not differ(means[0], means[1], short.settings.alpha, of * (of - 1) // 2):
        return (f"No difference in length is shown: between {formats.decimal(_rounds(short).mean)} and "
                f"{formats.decimal(_rounds(long).mean)} rounds on average.")
    return (f"Games are shortest in {short.title}, {_mean(_rounds(short))} rounds on average, and longest in "
            f"{long.title}, {_mean(_rounds(long))}.")


def ends(found: Findings, looks: Looks, key: str) -> Figure | None:
    """A bar of 100 %: what ended the games of one scenario."""
    return ends_of_all([found], key)


def ends_of_all(scenarios: Sequence[Findings], key: str) -> Figure | None:
    """Bars of 100 %: what ended the games, a bar a scenario."""
    some, note = _some(scenarios)
    kinds = {row.trigger: row.name for found in some for row in found.ends if row.games}
    rows = []
    for found in some:
        share = {row.trigger: 100 * row.share for row in found.ends}
        rows.append(Bar(formats.cut(found.title, 40) or "all games", [share.get(kind, 0.0) for kind in kinds],
                        formats.plural(found.scenario.games, "game")))
    top = max(some[0].ends, key=lambda row: row.share)
    where = f" in {some[0].title}" if len(some) > 1 else ""
    numbers = f"{formats.percent(top.share)} % {formats.bracket(top.interval, 100)}".strip()
    return Figure(key, "What ends the game", bars(key, rows, Parts(list(kinds.values()), "% of games", 100)),
                  f"The most frequent end{where}: {top.name}, {numbers}.",
                  f"Bars of 100 % by end trigger, for {formats.plural(len(rows), 'scenario')}.", note)


def _some(scenarios: Sequence[Findings]) -> tuple[Sequence[Findings], str]:
    if len(scenarios) <= MOST_SCENARIOS:
        return scenarios, ""
    return scenarios[:MOST_SCENARIOS], f"The first {MOST_SCENARIOS} of {len(scenarios)} scenarios; the tables have all."
