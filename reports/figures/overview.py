"""Figures over all scenarios of a run: win shares of the strategies, and seat advantages, one row a scenario."""
from __future__ import annotations

from collections.abc import Sequence

from reports import formats
from reports.figures.heat import Cell, Grid, heat
from reports.figures.style import Looks
from reports.figures.svg import WIDE, WIDTH, Figure
from reports.findings import Findings
from reports.names import seat_name
from reports.tables.strategy import StrategyRow

MOST_SCENARIOS = 24
MOST_COLUMNS = 8
LARGEST = 0.15
"""The difference, in win share, at which the colours end, unless there are larger ones."""


def shares_of_all(scenarios: Sequence[Findings], looks: Looks, key: str) -> Figure | None:
    """Win shares by scenario and strategy, coloured by the distance from an equal share."""
    names = [name for name in looks if any(row.strategy == name for found in scenarios for row in found.strategies)]
    if not 2 <= len(names) <= MOST_COLUMNS:
        return None
    some, note = _some(scenarios)
    rows = [{row.strategy: row for row in found.strategies} for found in some]
    largest = max([LARGEST, *(abs(row.difference) for row in (row for found in rows for row in found.values()))])
    grid = Grid([formats.cut(found.title, 24) for found in some], [_narrow(some[0].short[name]) for name in names],
                [[_share(found.get(name)) for name in names] for found in rows], largest)
    spread = {name: [found[name].win_share for found in rows if name in found] for name in names}
    moved = max(names, key=lambda name: max(spread[name]) - min(spread[name]))
    sentence = (f"The share of {some[0].short[moved]} moves most between scenarios, from "
                f"{formats.percent(min(spread[moved]))} to {formats.percent(max(spread[moved]))} %.")
    return Figure(key, "Win shares in all scenarios", heat(key, grid, WIDE if len(names) > 4 else WIDTH), sentence,
                  f"Heat map of the win shares of {len(names)} strategies in {len(some)} scenarios.",
                  " ".join(part for part in ("Percent, +- half width (95 %). Hatched: the interval holds the equal share.", note) if part),
                  len(names) > 4)


def _share(row: StrategyRow | None) -> Cell:
    if row is None:
        return Cell(float("nan"), formats.NO_VALUE)
    low, high = row.difference_interval
    half = f"+-{formats.percent((high - low) / 2)}" if formats.known(low) else ""
    return Cell(row.difference, formats.percent(row.win_share), half, hatched=not (low > 0 or high < 0))


def seats_of_all(scenarios: Sequence[Findings], key: str) -> Figure | None:
    """Seat advantages by scenario."""
    tested = [found for found in scenarios if found.seats]
    if len(tested) < 2:
        return None
    some, note = _some(tested)
    seats = max(found.scenario.seats for found in some)
    largest = max([found.settings.margin for found in some] + [abs(row.difference) for found in some for row in found.seats])
    cells = []
    for found in some:
        row = [Cell(one.difference, formats.points(one.difference), _half(one.difference_interval), one.verdict != "unbalanced")
               for one in found.seats]
        cells.append(row + [Cell(float("nan"), "")] * (seats - len(row)))
    grid = Grid([formats.cut(found.title, 24) for found in some], [seat_name(seat) for seat in range(seats)], cells, largest, "seat")
    word = {kind: sum(found.balance is not None and found.balance.verdict == kind for found in some)
            for kind in ("unbalanced", "balanced", "undecided")}
    sentence = "Seats are " + formats.listed([f"{kind} in {n}" for kind, n in word.items() if n]) + f" of {len(some)} scenarios."
    return Figure(key, "Seat advantage in all scenarios", heat(key, grid), sentence,
                  f"Heat map of the advantage of each seat in {len(some)} scenarios, in points.",
                  " ".join(part for part in ("Points, +- half width (95 %). Hatched: not shown to differ from 0.", note) if part))


def _half(interval: tuple[float, float]) -> str:
    return f"+-{formats.percent((interval[1] - interval[0]) / 2)}" if formats.known(interval[0]) else ""


def _some(scenarios: Sequence[Findings]) -> tuple[Sequence[Findings], str]:
    if len(scenarios) <= MOST_SCENARIOS:
        return scenarios, ""
    return scenarios[:MOST_SCENARIOS], f"The first {MOST_SCENARIOS} of {len(scenarios)} scenarios; the table has all."


def _narrow(name: str) -> str:
    return formats.cut(name, 14)
