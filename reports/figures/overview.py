"""Figures over all scenarios of a run: win shares of the strategies, and seat advantages, one row a scenario."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports import formats
from reports.figures.choice import notes
from reports.figures.heat import Cell, Grid, heat
from reports.figures.metrics import broken
from reports.figures.style import Looks
from reports.figures.svg import WIDE, WIDTH, Figure
from reports.findings import Findings
from reports.formats import Interval
from reports.names import seat_name
from reports.tables.strategy import StrategyRow

MOST_SCENARIOS = 24
MOST_COLUMNS = 8
LARGEST = 0.15
"""The difference, in win share, at which the colours end, unless there are larger ones."""
TITLE_WIDTH = 24


def shares(scenarios: Sequence[Findings], looks: Looks, key: str) -> Figure | None:
    """Win shares by scenario and strategy, coloured by the distance from an equal share."""
    some, note = _some(scenarios)
    rows = [{row.strategy: row for row in found.strategies} for found in some]
    names = [name for name in looks if any(name in found for found in rows)]
    if not 2 <= len(names) <= MOST_COLUMNS:
        return None
    largest = max([LARGEST, *(abs(row.difference) for found in rows for row in found.values())])
    cells = [[_share(found.get(name)) for name in names] for found in rows]
    heads = [broken(some[0].short[name]) for name in names]
    grid = Grid([formats.cut(found.title, TITLE_WIDTH) for found in some], heads, cells, largest)
    wide = len(names) > 4
    return Figure(key, "Win shares in all scenarios", heat(key, grid, WIDE if wide else WIDTH),
                  _moved(rows, names, some[0].short),
                  f"Heat map of the win shares of {len(names)} strategies in {len(some)} scenarios.",
                  notes("Percent, +- half width (95 %). Hatched: the interval holds the equal share.", note), wide)


def _moved(rows: Sequence[dict[str, StrategyRow]], names: Sequence[str], short: Mapping[str, str]) -> str:
    """The strategy whose share depends most on the scenario."""
    values = {name: [found[name].win_share for found in rows if name in found] for name in names}
    name = max(names, key=lambda name: max(values[name]) - min(values[name]))
    return (f"The share of {short[name]} moves most between scenarios, from {formats.percent(min(values[name]))} to "
            f"{formats.percent(max(values[name]))} %.")


def _share(row: StrategyRow | None) -> Cell:
    if row is None:
        return Cell(float("nan"), formats.NO_VALUE)
    low, high = row.difference_interval
    return Cell(row.difference, formats.percent(row.win_share), _half((low, high)), hatched=not (low > 0 or high < 0))


def seats(scenarios: Sequence[Findings], key: str) -> Figure | None:
    """Seat advantages by scenario."""
    tested = [found for found in scenarios if found.seats]
    if len(tested) < 2:
        return None
    some, note = _some(tested)
    columns = [seat_name(seat) for seat in range(max(found.scenario.seats for found in some))]
    largest = max([some[0].settings.margin, *(abs(row.difference) for found in some for row in found.seats)])
    cells = []
    for found in some:
        row = [Cell(one.difference, formats.points(one.difference), _half(one.difference_interval), one.verdict != "unbalanced")
               for one in found.seats]
        cells.append(row + [Cell(float("nan"), "")] * (len(columns) - len(row)))
    grid = Grid([formats.cut(found.title, TITLE_WIDTH) for found in some], columns, cells, largest, "seat")
    return Figure(key, "Seat advantage in all scenarios", heat(key, grid), _verdicts(some),
                  f"Heat map of the advantage of each seat in {len(some)} scenarios, in points.",
                  notes("Points, +- half width (95 %). Hatched: not shown to differ from 0.", note))


def _verdicts(scenarios: Sequence[Findings]) -> str:
    said = [found.balance.verdict for found in scenarios if found.balance]
    counted = [f"{verdict} in {said.count(verdict)}" for verdict in ("unbalanced", "balanced", "undecided") if verdict in said]
    return f"Seats are {formats.listed(counted)} of {len(scenarios)} scenarios."


def _half(interval: Interval) -> str:
    return f"+-{formats.percent((interval[1] - interval[0]) / 2)}" if formats.known(interval[0]) else ""


def _some(scenarios: Sequence[Findings]) -> tuple[Sequence[Findings], str]:
    if len(scenarios) <= MOST_SCENARIOS:
        return scenarios, ""
    return scenarios[:MOST_SCENARIOS], f"The first {MOST_SCENARIOS} of {len(scenarios)} scenarios; the table has all."
