"""Figures: how many rounds games last, and what ends them, for one scenario or several side by side."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from reports import formats
from reports.figures.bars import Bar, Parts, bars
from reports.figures.curves import Curve, ecdf
from reports.figures.style import SEAT, looks
from reports.figures.svg import FAINT, Figure, sketch
from reports.findings import Findings
from reports.stats.metrics import ecdf as cumulated
from reports.tables.length import CAP

MOST_SCENARIOS = 8


def rounds(found: Findings, key: str) -> Figure | None:
    """The histogram of rounds of one scenario."""
    values = found.scenario.rounds.ravel()
    low, high = int(values.min()), int(values.max())
    step = max(1, -(-(high - low + 1) // 40))
    starts = np.arange(low, high + 1, step)
    shares = np.bincount((values - low) // step, minlength=len(starts)) / len(values)
    row = next(row for row in found.lengths if row.what == "rounds")
    sentence = (f"A game lasts {formats.decimal(row.mean)} {formats.bracket(row.interval)} rounds on average; "
                f"90 % of {formats.plural(row.games, 'game')} lie from {row.p5:.0f} to {row.p95:.0f}.")
    return Figure(key, "Length of a game",
                  sketch(key, 2.4, lambda canvas: _paint_rounds(canvas, starts + (step - 1) / 2, 100 * shares, step, row.p50)),
                  " ".join(sentence.split()), f"Histogram of the rounds of a game, from {low} to {high}, median {row.p50:.0f}.",
                  f"Bars of {step} rounds." if step > 1 else "")


def _paint_rounds(canvas: Any, x: Any, y: Any, step: int, median: float) -> None:
    canvas.set_layout_engine("constrained")
    axes = canvas.add_subplot()
    axes.bar(x, y, width=0.86 * step, color=SEAT.colour, alpha=0.75, lw=0)
    axes.axvline(median, color=FAINT, lw=1, ls=(0, (4, 3)))
    axes.text(median, 1.01, f"median {median:.0f}", transform=axes.get_xaxis_transform(), ha="center", va="bottom", size=8, color=FAINT)
    axes.locator_params(axis="x", integer=True)
    if len(x) == 1:
        axes.set_xlim(x[0] - 3, x[0] + 3)
    axes.set_xlabel("rounds")
    axes.set_ylabel("% of games")
    axes.grid(axis="y")


def rounds_of_all(scenarios: Sequence[Findings], key: str) -> Figure | None:
    """Cumulative shares of rounds, a curve a scenario."""
    if len(scenarios) < 2:
        return None
    some, note = _some(scenarios)
    palette = looks([found.title for found in some])
    curves = []
    for found in some:
        x, y = cumulated(found.scenario.rounds.ravel().astype(np.float64))
        curves.append(Curve(formats.cut(found.title), x, y, palette[found.title]))
    means = [(next(row.mean for row in found.lengths if row.what == "rounds"), found.title) for found in some]
    short, long = min(means), max(means)
    return Figure(key, "Length of a game", ecdf(key, curves, "rounds", "% of games up to this length"),
                  f"Games are shortest in {short[1]} ({formats.decimal(short[0])} rounds on average) and longest in {long[1]} "
                  f"({formats.decimal(long[0])}).", f"Cumulative shares of the rounds of a game in {len(curves)} scenarios.", note)


def ends(scenarios: Sequence[Findings], key: str) -> Figure | None:
    """Bars of 100 %: what ended the games, a bar a scenario."""
    some, note = _some(scenarios)
    kinds = list(dict.fromkeys(row.trigger for found in some for row in found.ends if row.games or row.trigger == CAP))
    if not kinds:
        return None
    rows = []
    for found in some:
        share = {row.trigger: row.share for row in found.ends}
        rows.append(Bar(formats.cut(found.title, 40) if found.title else "all games", [100 * share.get(kind, 0.0) for kind in kinds],
                        formats.plural(found.scenario.games, "game")))
    drawn = [kind for place, kind in enumerate(kinds) if any(bar.sizes[place] for bar in rows)]
    places = [kinds.index(kind) for kind in drawn]
    rows = [Bar(bar.label, [bar.sizes[place] for place in places], bar.words) for bar in rows]
    words = [kind.replace("_", " ") for kind in drawn]
    top = max(some[0].ends, key=lambda row: row.share)
    where = f" in {some[0].title}" if len(some) > 1 else ""
    sentence = f"Most games{where} end by {top.name}: {formats.percent(top.share)} % {formats.bracket(top.interval, 100)}."
    return Figure(key, "What ends the game", bars(key, rows, Parts(words, "% of games", 100)), " ".join(sentence.split()),
                  f"Bars of 100 % by end trigger, for {formats.plural(len(rows), 'scenario')}.", note)


def _some(scenarios: Sequence[Findings]) -> tuple[Sequence[Findings], str]:
    if len(scenarios) <= MOST_SCENARIOS:
        return scenarios, ""
    return scenarios[:MOST_SCENARIOS], f"The first {MOST_SCENARIOS} of {len(scenarios)} scenarios; the tables have all."
