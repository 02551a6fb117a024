"""Figure: the heat map of what each seat is worth to each strategy."""
from __future__ import annotations

from collections.abc import Sequence

from reports import formats
from reports.figures.choice import notes, shown
from reports.figures.heat import Cell, Grid, heat
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.names import seat_name
from reports.tables.seat_strategy import CellRow


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where not every strategy sat in every seat."""
    if not found.cells or len(found.scenario.strategies) < 2:
        return None
    names, note = shown(found.ranked, found.settings)
    cells = [[_cell(row) for row in found.cells if row.strategy == name] for name in names]
    seats = [seat_name(seat) for seat in range(found.scenario.seats)]
    grid = Grid([found.short[name] for name in names], seats, cells, _largest(found.cells), "seat")
    return Figure(key, "What each seat is worth to each strategy", heat(key, grid), _sentence(found),
                  f"Heat map of {len(names)} strategies by {len(seats)} seats: "
                  "win share in the seat less the strategy's mean, in points.",
                  notes("Points from the strategy's mean, +- half width for all cells at once. "
                        "Hatched: not shown to differ from 0.", note))


def _largest(rows: Sequence[CellRow]) -> float:
    """Where the colours end: what is mere noise stays pale."""
    halves = sorted(row.half for row in rows if formats.known(row.half))
    return max([2 * halves[len(halves) // 2] if halves else 0.0, *(abs(row.effect) for row in rows)])


def _cell(row: CellRow) -> Cell:
    half = f"+-{formats.percent(row.half)}" if row.half > 0 else ""
    return Cell(row.effect, formats.points(row.effect), half, hatched=not row.shown)


def _sentence(found: Findings) -> str:
    seen = [row for row in found.cells if row.shown]
    if not seen:
        return "No strategy is shown to win more or less often in one seat than in the others."
    most = max(seen, key=lambda row: abs(row.effect))
    word = "gains" if most.effect > 0 else "loses"
    return (f"{len(seen)} of {len(found.cells)} cells are shown to differ from 0; {found.short[most.strategy]} {word} most, "
            f"{formats.points(most.effect)} +-{formats.percent(most.half)} points in seat {most.seat}.")
