"""Figure: the forest of win shares, the strategies in order, against an equal share."""
from __future__ import annotations

from collections.abc import Sequence

from reports import formats
from reports.figures.choice import shown
from reports.figures.forest import Mark, Scale, forest, hundredfold
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.tables.strategy import StrategyRow


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where nothing is compared. Where strategies hold different numbers of seats, it shows differences."""
    rows = found.strategies
    if len(rows) < 2:
        return None
    names, note = shown(found.ranked, found.settings)
    alike, equal = len({row.equal for row in rows}) == 1, formats.percent(rows[0].equal)
    marks = [_mark(row, found, looks, alike) for row in rows if row.strategy in names]
    scale = Scale("win share, %", 100 * rows[0].equal, f"equal share {equal}", floor=0, ceiling=100) if alike else \
        Scale("win share less the equal share, points", 0.0, "equal share")
    return Figure(key, "Win shares", forest(key, marks, scale), _sentence(found, rows),
                  f"Forest plot of the win shares of {len(marks)} strategies with 95 % intervals; "
                  f"the highest is {found.short[rows[0].strategy]} with {formats.percent(rows[0].win_share)} %.", note)


def _mark(row: StrategyRow, found: Findings, looks: Looks, alike: bool) -> Mark:
    value, interval = (row.win_share, row.interval) if alike else (row.difference, row.difference_interval)
    label = found.short[row.strategy] if row.seats_held < 2 else f"{row.seats_held} x {found.short[row.strategy]}"
    words = f"{formats.percent(row.win_share)} {formats.bracket(row.interval, 100)} {row.letters}".strip()
    return Mark(label, 100 * value, hundredfold(interval), words, looks[row.strategy])


def _sentence(found: Findings, rows: Sequence[StrategyRow]) -> str:
    """Who lies above and below an equal share with the whole interval."""
    games = formats.plural(found.scenario.games, "game")
    above = [row.strategy for row in rows if row.difference_interval[0] > 0]
    below = [row.strategy for row in rows if row.difference_interval[1] < 0]
    parts = [f"{side}: {_names(found, names)}" for side, names in (("above", above), ("below", below)) if names]
    if not parts:
        return f"Every interval holds the equal share ({games})."
    return f"Shown to differ from an equal share, {'; '.join(parts)} ({games})."


def _names(found: Findings, names: Sequence[str], most: int = 4) -> str:
    short = [found.short[name] for name in names]
    return formats.listed(short) if len(short) <= most else f"{', '.join(short[:most])} and {len(short) - most} more"
