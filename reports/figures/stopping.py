"""Figures of a run that stopped by itself: the path of its test, and what was known of each share after each block."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from experiments.sequential import FIRST_LOOK, Band, Gsprt, Look, asymptotic_band, bernstein_band
from reports import formats, stopping
from reports.figures.choice import few, notes
from reports.figures.curves import Panel, panels
from reports.figures.style import SEAT, Looks
from reports.figures.svg import FAINT, PAGE, Figure, sketch
from reports.findings import Findings
from reports.names import seat_name
from reports.reader import Floats

MOST_PANELS = 6
MOST_STEPS = 240


def ratio(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The log likelihood ratio from look to look, between its bounds; None where nothing was tested or looked at."""
    scenario = found.scenario
    stop = scenario.run.experiment.stop
    if stop is None or stop.sprt is None or (name := stopping.target(found)) not in scenario.strategies:
        return None
    test = Gsprt(*stop.sprt, stop.alpha, stop.beta)
    values = np.full(int(scenario.blocks.max()) + 1, np.nan)
    values[scenario.blocks] = scenario.by_strategy(scenario.share)[:, scenario.strategies.index(name)]
    looked = [look for look in test.path(values) if np.isfinite(look.statistic)]
    if not looked:
        return None
    low, high = (formats.percent(share) for share in stop.sprt)
    drawing = sketch(key, 2.6, lambda canvas: _paint(canvas, looked, test.bounds, looks[name].colour))
    last = looked[-1]
    told = {"H0": "past its lower bound", "H1": "past its upper bound"}
    return Figure(key, "The path of the test", drawing,
                  f"After {formats.plural(last.blocks, 'block')} the log likelihood ratio of {found.short[name]} is "
                  f"{formats.signed(last.statistic, 2)}, {told.get(last.decision, 'between its bounds: undecided')}.",
                  f"Line of the log likelihood ratio at {len(looked)} looks between its bounds {test.bounds[0]:.2f} and "
                  f"{test.bounds[1]:.2f}.",
                  f"Above the upper bound the share is taken to be {high}, below the lower one {low}.")


def _paint(canvas: Any, looked: Sequence[Look], bounds: tuple[float, float], colour: str) -> None:
    canvas.set_layout_engine("constrained")
    axes = canvas.add_subplot()
    x, y = [look.blocks for look in looked], [look.statistic for look in looked]
    for bound, words, side in zip(bounds, ("not better", "better"), ("top", "bottom"), strict=True):
        axes.axhline(bound, color=FAINT, lw=1, ls=(0, (4, 3)))
        axes.annotate(f"{words} ({bound:+.2f})", (0.01, bound), (0, -3 if side == "top" else 3), ha="left", va=side, size=8,
                      color=FAINT, xycoords=axes.get_yaxis_transform(), textcoords="offset points")
    axes.axhline(0, color=FAINT, lw=0.5)
    axes.plot(x, y, "-", color=colour)
    axes.plot(x[-1:], y[-1:], "o", color=colour, mec=PAGE, mew=0.6, ms=7)
    room = 0.22 * (bounds[1] - bounds[0])
    axes.set_ylim(min(bounds[0], *y) - room, max(bounds[1], *y) + room)
    if len(x) == 1:
        axes.set_xlim(x[0] - 8, x[0] + 8)
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel("blocks")
    axes.set_ylabel("log likelihood ratio")


def estimate(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The running share of what the run goes by, with the confidence sequence; None for a run of a fixed length."""
    columns, note = _columns(found)
    drawn = {name: (label, x) for name, (label, x) in columns.items() if len(x) > FIRST_LOOK}
    if not drawn:
        return None
    bands = {name: _band(found, x) for name, (_, x) in drawn.items()}
    parts = [Panel(label, *_thinned(bands[name]), looks.get(name, SEAT)) for name, (label, _) in drawn.items()]
    equal = 100 * found.scenario.equal
    drawing = panels(key, parts, "blocks", "share of a seat so far, %", equal)
    blocks = max(len(x) for _, x in drawn.values())
    ends = [f"{label} {_end(bands[name])}" for name, (label, _) in drawn.items()]
    said = ends if len(ends) <= 2 else [ends[0], ends[-1]]
    which = "strict confidence sequence (empirical Bernstein)" if found.settings.cs == "eb" else "confidence sequence"
    return Figure(key, "The share block by block", drawing,
                  f"After {formats.plural(blocks, 'block')} the share of a seat is: {formats.listed(said)}.",
                  f"Panels of {len(parts)} running shares with their 95 % confidence sequences, from block {FIRST_LOOK} on.",
                  notes(f"Band: the {which}, which holds at all blocks at once (95 %). Line across: an equal share.", note))


def _end(band: Band) -> str:
    return f"{formats.percent(float(band.mean[-1]))} {formats.bracket((float(band.low[-1]), float(band.high[-1])), 100)}"


def _columns(found: Findings) -> tuple[dict[str, tuple[str, Floats]], str]:
    """Label and block shares of what the rule of the run goes by, in order, and the note if not all are shown."""
    scenario, stop = found.scenario, found.scenario.run.experiment.stop
    if stop is None:
        return {}, ""
    if stop.target == "seat":
        shares = scenario.by_seat(scenario.share)
        return {f"seat {seat}": (f"seat {seat_name(seat)}", shares[:, seat]) for seat in range(scenario.seats)}, ""
    names, note = few(found.ranked, MOST_PANELS) if stop.target == "strategy" else ([stopping.target(found)], "")
    shares = scenario.by_strategy(scenario.share)
    found_in = {name: shares[:, scenario.strategies.index(name)] for name in names if name in scenario.strategies}
    return {name: (found.short[name], x[~np.isnan(x)]) for name, x in found_in.items()}, note


def _band(found: Findings, x: Floats) -> Band:
    alike = float(x.min()) == float(x.max())
    return (bernstein_band if found.settings.cs == "eb" or alike else asymptotic_band)(x, found.settings.alpha)


def _thinned(band: Band) -> tuple[Floats, Floats, tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Blocks, running share and the band twice over, in percent, at most so many steps from the first look on."""
    at = np.unique(np.linspace(FIRST_LOOK - 1, len(band.mean) - 1, MOST_STEPS).astype(np.int64))
    none = np.full(len(at), np.nan)
    low, high = 100 * band.low[at], 100 * band.high[at]
    return (at + 1).astype(np.float64), 100 * band.mean[at], (low, high), (none, none)
