"""Figure: the forest of win shares, the strategies in order, against an equal share."""
from __future__ import annotations

from reports import formats
from reports.figures.choice import shown
from reports.figures.forest import Mark, Scale, forest
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.tables.strategy import StrategyRow


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where nothing is compared."""
    rows = found.strategies
    if len(rows) < 2:
        return None
    names, note = shown(found.ranked, found.settings)
    marks = [_mark(row, found, looks) for row in rows if row.strategy in names]
    alike = len({row.equal for row in rows}) == 1
    scale = Scale("win share, %", 100 * rows[0].equal, f"equal share {formats.percent(rows[0].equal)}", floor=0, ceiling=100) \
        if alike else Scale("win share less the equal share, points", 0.0, "equal share")
    above = [row for row in rows if row.difference_interval[0] > 0]
    below = [row for row in rows if row.difference_interval[1] < 0]
    return Figure(key, "Win shares", forest(key, marks, scale), _sentence(found, above, below),
                  f"Forest plot of the win shares of {len(marks)} strategies with 95 % intervals; "
                  f"the highest is {found.short[rows[0].strategy]} with {formats.percent(rows[0].win_share)} %.", note)


def _mark(row: StrategyRow, found: Findings, looks: Looks) -> Mark:
    alike = len({other.equal for other in found.strategies}) == 1
    value, interval = (row.win_share, row.interval) if alike else (row.difference, row.difference_interval)
    label = found.short[row.strategy] if row.seats_held < 2 else f"{row.seats_held} x {found.short[row.strategy]}"
    words = f"{formats.percent(row.win_share)} {formats.bracket(row.interval, 100)}"
    return Mark(label, 100 * value, (100 * interval[0], 100 * interval[1]), f"{words}  {row.letters}".strip(), looks[row.strategy])


def _sentence(found: Findings, above: list[StrategyRow], below: list[StrategyRow]) -> str:
    """Who lies above and below an equal share with the whole interval."""
    parts = []
    for rows, word in ((above, "above"), (below, "below")):
        if rows:
            names = formats.listed([found.short[row.strategy] for row in rows[:4]])
            more = f" and {len(rows) - 4} more" if len(rows) > 4 else ""
            parts.append(f"{names}{more} {'lies' if len(rows) == 1 else 'lie'} {word} an equal share")
    if not parts:
        return f"No interval leaves out the equal share; {formats.plural(found.scenario.games, 'game')}."
    return "; ".join(parts) + f" with the whole interval ({formats.plural(found.scenario.games, 'game')})."
