"""Figure: how often each strategy finishes on each place."""
from __future__ import annotations

from reports import formats
from reports.figures.bars import Bar, Parts, bars
from reports.figures.choice import shown
from reports.figures.style import FALLING, PALE, Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.tables.ranks import ordinal


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where nothing is compared."""
    rows = {row.strategy: row for row in found.places}
    if len(rows) < 2:
        return None
    names, note = shown(found.ranked, found.settings)
    stacks = [Bar(found.short[name], [100 * share for share in rows[name].shares],
                  f"mean {formats.decimal(rows[name].place, 2)}") for name in names]
    seats = found.scenario.seats
    parts = Parts([ordinal(place + 1) for place in range(seats)], "% of results", 100, colours=_falling(seats))
    best = max(names, key=lambda name: rows[name].shares[0])
    last = max(names, key=lambda name: rows[name].shares[-1])
    return Figure(key, "Places", bars(key, stacks, parts),
                  f"{found.short[best]} comes first most often, in {formats.percent(rows[best].shares[0])} % of its "
                  f"{formats.plural(rows[best].results, 'result')}; {found.short[last]} last, in "
                  f"{formats.percent(rows[last].shares[-1])} %.",
                  f"Bars of 100 % by place, for {formats.plural(len(stacks), 'strategy', 'strategies')}.",
                  " ".join(filter(None, ["Tied seats share the places that they fill.", note])))


def _falling(seats: int) -> tuple[str, ...]:
    """Colours from the first place to the last."""
    if seats > len(FALLING):
        return (*FALLING, *PALE[len(FALLING):])
    return FALLING if seats == len(FALLING) else (*FALLING[:seats - 1], FALLING[-1])
