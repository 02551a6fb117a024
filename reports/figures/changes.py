"""Figures: what changes from one variant or run to another, as forests of paired differences around no change."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports import formats
from reports.changes.rows import ChangeRow, Group
from reports.changes.verdict import difference, signed_bracket
from reports.figures.choice import notes
from reports.figures.forest import Mark, Scale, forest, hundredfold
from reports.figures.style import QUIET, SEAT, Look, Looks
from reports.figures.svg import Figure
from reports.settings import Settings

MOST_ROWS = 16


def figure(group: Group, title: str, settings: Settings, key: str, looks: Looks | None = None) -> Figure | None:
    """The forest of a group of shares; None without intervals. Rows that have no look of their own share a quiet one."""
    rows, note = _some([row for row in group.rows if formats.known(row.interval[0])])
    if not rows:
        return None
    width = formats.percent(settings.margin).removesuffix(".0")
    margin = 100 * settings.margin
    marks = [_mark(row, (looks or {}).get(row.item, SEAT)) for row in rows]
    scale = Scale(f"change, points (shaded: within {width})", 0.0, "no change", (-margin, margin))
    level, narrow = formats.percent(settings.level, 0), formats.percent(1 - 2 * settings.alpha, 0)
    return Figure(key, title, forest(key, marks, scale), _sentence(group, rows, width, settings.margin),
                  f"Forest plot of {len(rows)} changes in points, with {level} % intervals for all at once (thin) and {narrow} "
                  f"% intervals (thick), over a band of {width} points on either side of no change.",
                  notes(f"Grey: no change is shown. Thin: {level} %, for all at once. Thick: {narrow} %; within the band, a "
                        f"change of {width} points is excluded.", note))


def through(found: Sequence[tuple[str, ChangeRow]], settings: Settings, key: str, looks: Looks) -> Figure | None:
    """The forest of one strategy, or seat, in several comparisons: their titles and its row in each."""
    known = [(title, row) for title, row in found if formats.known(row.interval[0])]
    if len(known) < 2:
        return None
    note = f"The first {MOST_ROWS} of {len(known)} comparisons." if len(known) > MOST_ROWS else ""
    marks = [replace(_mark(row, looks.get(row.item, SEAT)), label=title) for title, row in known[:MOST_ROWS]]
    margin, width = 100 * settings.margin, formats.percent(settings.margin).removesuffix(".0")
    scale = Scale(f"change, points (shaded: within {width})", 0.0, "no change", (-margin, margin))
    shown, who = sum(row.shown for _, row in known), known[0][1].short
    largest = max((row for _, row in known), key=lambda row: abs(row.difference))
    return Figure(key, f"{who[0].upper()}{who[1:]} in all comparisons", forest(key, marks, scale),
                  f"The share of {who} is shown to change in {shown} of {len(known)} comparisons; the largest change is "
                  f"{difference(largest)} {signed_bracket(largest)} ({formats.plural(largest.blocks, 'block')}).",
                  f"Forest plot of the change of one share, that of {who}, in {len(marks)} comparisons, in points.",
                  notes("Grey: no change is shown. Each comparison was tested for itself.", note))


def _some(rows: Sequence[ChangeRow]) -> tuple[Sequence[ChangeRow], str]:
    """The rows that move most, where there are too many."""
    if len(rows) <= MOST_ROWS:
        return rows, ""
    most = sorted(rows, key=lambda row: -abs(row.difference))[:MOST_ROWS]
    return [row for row in rows if row in most], f"The {MOST_ROWS} largest of {len(rows)} changes; the table has all."


def _mark(row: ChangeRow, look: Look) -> Mark:
    label = row.name if row.name.startswith("seat") else row.short
    return Mark(label, 100 * row.difference, hundredfold(row.interval), f"{difference(row)} {signed_bracket(row)}",
                look if row.shown else QUIET, hundredfold(row.narrow))


def _sentence(group: Group, rows: Sequence[ChangeRow], width: str, margin: float) -> str:
    """How many changes are shown, and the largest."""
    if group.same:
        return f"Nothing changes in any of {formats.plural(rows[0].blocks, 'block')}."
    shown = sum(row.shown for row in group.rows)
    small = sum(row.within(margin) for row in group.rows)
    largest = max(rows, key=lambda row: abs(row.difference))
    count = f"{shown} of {len(group.rows)} changes {'is' if shown == 1 else 'are'} shown (Holm)" if shown else \
        f"No change is shown ({len(group.rows)} compared, Holm)"
    excluded = f"{small or 'none'} {'are' if small > 1 else 'is'} shown to be below {width} points"
    return (f"{count}; {excluded}. The largest is {difference(largest)} {signed_bracket(largest)}, {largest.short} "
            f"({formats.plural(largest.blocks, 'block')}).")
