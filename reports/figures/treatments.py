"""Figures of what was played once more: what gifts are worth, what forced options change."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports import formats
from reports.figures.forest import Mark, Scale, forest, hundredfold
from reports.figures.style import QUIET, SEAT, Looks
from reports.figures.svg import Figure
from reports.tables.forced import ForcedRow
from reports.tables.gifts import GiftRow

MOST = 15
"""More rows than that are for the table."""


def worth(rows: Sequence[GiftRow], key: str) -> Figure | None:
    """What each unit of a gift is worth at the end."""
    known = [row for row in rows if formats.known(row.worth_interval[0])]
    if not 0 < len(known) <= MOST:
        return None
    lead = all(row.score for row in known)
    scale = Scale("score at the end over the others' mean, for each unit given", 1.0 if lead else 0.0,
                  "a lead that stays" if lead else "nothing")
    marks = [Mark(row.label, row.worth, row.worth_interval,
                  f"{formats.signed(row.worth, 2)} {formats.bracket(row.worth_interval, 1, 2)}", SEAT) for row in known]
    best = max(known, key=lambda row: row.worth)
    return Figure(key, "What each unit of a gift is worth", forest(key, marks, scale),
                  f"{'Most' if len(known) > 1 else 'It'} is worth{':' if len(known) > 1 else ''} "
                  f"{f'{best.label}, ' if len(known) > 1 else ''}{formats.signed(best.worth, 2)} for each {best.one}.",
                  f"Forest plot of the worth of {formats.plural(len(known), 'gift')}, with intervals.")


def wins(rows: Sequence[GiftRow], alpha: float, key: str) -> Figure | None:
    """What a gift changes in the win share of its seat."""
    known = [row for row in rows if formats.known(row.interval[0])]
    if not 0 < len(known) <= MOST:
        return None
    marks = [Mark(row.label, 100 * row.change, hundredfold(row.interval), _numbers(row.change, row.interval),
                  SEAT if row.shown(alpha) else QUIET) for row in known]
    return Figure(key, "What a gift changes in wins", forest(key, marks, _SHARES), _shown(known, alpha),
                  f"Forest plot of the change of win share by {formats.plural(len(known), 'gift')}, with intervals.",
                  "Grey: not shown.")


def forced(rows: Sequence[ForcedRow], short: Mapping[str, str], looks: Looks, alpha: float, key: str) -> Figure | None:
    """What forced options change in the win share of the strategy that is bound."""
    known = [row for row in rows if formats.known(row.interval[0])]
    if not 0 < len(known) <= MOST:
        return None
    marks = [Mark(f"{short[row.strategy]}: {row.what}" + (f" ({row.where})" if row.where else ""), 100 * row.difference,
                  hundredfold(row.interval), _numbers(row.difference, row.interval),
                  looks[row.strategy] if row.shown(alpha) else QUIET) for row in known]
    return Figure(key, "Forced against free", forest(key, marks, _SHARES), _shown(known, alpha),
                  f"Forest plot of the change of win share by {formats.plural(len(known), 'forced option')}, with intervals.",
                  "Grey: not shown.")


_SHARES = Scale("change of the win share, points", 0.0, "no change")


def _numbers(value: float, interval: formats.Interval) -> str:
    return f"{formats.points(value)} {formats.bracket(interval, 100)}"


def _shown(rows: Sequence[GiftRow] | Sequence[ForcedRow], alpha: float) -> str:
    shown = sum(row.shown(alpha) for row in rows)
    return f"{shown} of {formats.plural(len(rows), 'change')} {'is' if shown == 1 else 'are'} shown (Holm, 5 %)."
