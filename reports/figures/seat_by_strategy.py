"""Figure: the heat map of what each seat is worth to each strategy."""
from __future__ import annotations

from reports import formats
from reports.figures.choice import shown
from reports.figures.heat import Cell, Grid, heat
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.names import seat_name
from reports.tables.seat_strategy import CellRow


def figure(found: Findings, key: str) -> Figure | None:
    """The figure, or None where not every strategy sat in every seat."""
    if not found.cells or len(found.scenario.strategies) < 2:
        return None
    names, note = shown(found.ranked, found.settings)
    by_name = {name: [row for row in found.cells if row.strategy == name] for name in names}
    halves = sorted(row.half for row in found.cells if formats.known(row.half))
    largest = max([2 * halves[len(halves) // 2] if halves else 0.0, *(abs(row.effect) for row in found.cells)])
    grid = Grid([found.short[name] for name in names], [seat_name(seat) for seat in range(found.scenario.seats)],
                [[_cell(row) for row in rows] for rows in by_name.values()], largest, "seat")
    seen = [row for row in found.cells if row.shown]
    return Figure(key, "What each seat is worth to each strategy", heat(key, grid), _sentence(found, seen),
                  f"Heat map of {len(names)} strategies by {found.scenario.seats} seats: win share in the seat less the strategy's "
                  "mean, in points.",
                  " ".join(part for part in ("Points from the strategy's mean, +- half width for all cells at once. Hatched: not "
                                             "shown to differ from 0.", note) if part))


def _cell(row: CellRow) -> Cell:
    half = f"+-{formats.percent(row.half)}" if formats.known(row.half) else ""
    return Cell(row.effect, formats.points(row.effect), half, hatched=not row.shown)


def _sentence(found: Findings, seen: list[CellRow]) -> str:
    if not seen:
        return "No strategy is shown to win more or less often in one seat than in the others."
    most = max(seen, key=lambda row: abs(row.effect))
    word = "gains" if most.effect > 0 else "loses"
    return (f"{len(seen)} of {len(found.cells)} cells are shown to differ from 0; {found.short[most.strategy]} {word} most, "
            f"{formats.points(most.effect)} +-{formats.percent(most.half)} points in seat {most.seat}.")
