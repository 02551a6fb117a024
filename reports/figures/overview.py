"""Figures over all scenarios of a run: win shares of the strategies, and seat advantages, one row a scenario."""
from __future__ import annotations

from collections.abc import Sequence

from reports import formats
from reports.figures.between import differ
from reports.figures.choice import notes
from reports.figures.heat import Cell, Grid, heat
from reports.figures.metrics import broken
from reports.figures.style import Looks
from reports.figures.svg import WIDE, WIDTH, Figure
from reports.findings import Findings
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
    held = any(row.seats_held != 1 for found in rows for row in found.values())
    cells = [[_share(found.get(name)) for name in names] for found in rows]
    largest = max([LARGEST, *(abs(cell.value) for line in cells for cell in line if formats.known(cell.value))])
    heads = [broken(some[0].short[name]) for name in names]
    grid = Grid([formats.cut(found.title, TITLE_WIDTH) for found in some], heads, cells, largest)
    wide = len(names) > 4
    return Figure(key, "Win shares in all scenarios", heat(key, grid, WIDE if wide else WIDTH),
                  _moved(some, names),
                  f"Heat map of the win shares of {len(names)} strategies in {len(some)} scenarios.",
                  notes(f"Percent{' per seat' if held else ''}, +- half width (95 %; of a lopsided interval the larger half). "
                        "Hatched: the interval holds the equal share.", note), wide)


def _moved(scenarios: Sequence[Findings], names: Sequence[str]) -> str:
    """The strategy whose share depends most on the scenario, if it is shown to depend on it."""
    ends: dict[str, list[tuple[float, Findings]]] = {}
    for name in names:
        rows = [(row.seat_share, found) for found in scenarios for row in found.strategies if row.strategy == name]
        ends[name] = [min(rows, key=lambda pair: pair[0]), max(rows, key=lambda pair: pair[0])]
    name = max(names, key=lambda name: ends[name][1][0] - ends[name][0][0])
    (least, low), (most, high) = ends[name]
    shares = [one.by_strategy(one.share)[:, one.strategies.index(name)] for one in (low.scenario, high.scenario)]
    tests = len(names) * len(scenarios) * (len(scenarios) - 1) // 2
    if not differ(shares[0], shares[1], low.settings.alpha, tests, share=True):
        return "No share is shown to differ between scenarios."
    return (f"The share of {low.short[name]} moves most between scenarios, from {formats.percent(least)} to "
            f"{formats.percent(most)} %.")


def _share(row: StrategyRow | None) -> Cell:
    if row is None:
        return Cell(float("nan"), formats.NO_VALUE)
    (low, high), equal = row.seat_interval, row.equal / max(1, row.seats_held)
    return Cell(row.seat_share - equal, formats.percent(row.seat_share), formats.half(row.seat_share, (low, high)),
                hatched=not (low > equal or high < equal))


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
        row = [Cell(one.difference, formats.points(one.difference), formats.half(one.difference, one.difference_interval),
                    one.verdict != "unbalanced") for one in found.seats]
        cells.append(row + [Cell(float("nan"), "")] * (len(columns) - len(row)))
    grid = Grid([formats.cut(found.title, TITLE_WIDTH) for found in some], columns, cells, largest, "seat")
    return Figure(key, "Seat advantage in all scenarios", heat(key, grid), _verdicts(some),
                  f"Heat map of the advantage of each seat in {len(some)} scenarios, in points.",
                  notes("Points, +- half width (95 %). Hatched: not shown to differ from 0.", note))


def _verdicts(scenarios: Sequence[Findings]) -> str:
    said = [found.balance.verdict for found in scenarios if found.balance]
    counted = [f"{verdict} in {said.count(verdict)}" for verdict in ("unbalanced", "balanced", "undecided") if verdict in said]
    return f"Seats are {formats.listed(counted)} of {len(scenarios)} scenarios."


def _some(scenarios: Sequence[Findings]) -> tuple[Sequence[Findings], str]:
    if len(scenarios) <= MOST_SCENARIOS:
        return scenarios, ""
    return scenarios[:MOST_SCENARIOS], f"The first {MOST_SCENARIOS} of {len(scenarios)} scenarios; the table has all."
