"""How games go in several scenarios, side by side: a row a scenario, the measures that tell most."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reports.tables.course import CourseRow
from reports.tables.table import Column, Table

if TYPE_CHECKING:
    from reports.findings import Findings

MEASURES = ("leader_wins_50", "decided", "comeback", "close", "tied")
"""So many as a page of usual width has room for; the sections of the scenarios have all."""


@dataclass(frozen=True)
class ScenarioRow:
    """One scenario; `value_NAME` and `interval_NAME` are those of its measure NAME."""

    scenario: str
    games: int
    measures: Mapping[str, CourseRow] = field(repr=False)

    def __getattr__(self, name: str) -> Any:
        kind, _, measure = name.partition("_")
        if kind not in ("value", "interval") or measure not in MEASURES:
            raise AttributeError(name)
        if measure not in self.measures:
            return math.nan if kind == "value" else (math.nan, math.nan)
        return getattr(self.measures[measure], kind)


def side_by_side(scenarios: Sequence[Findings]) -> Table:
    """The table of the page; measures that no scenario has are left out."""
    rows = [ScenarioRow(found.title, found.scenario.games, {row.measure: row for row in found.course_rows})
            for found in scenarios]
    known = {measure: next(row.measures[measure] for row in rows if measure in row.measures)
             for measure in MEASURES if any(measure in row.measures for row in rows)}
    columns = [Column("scenario", "scenario", "text"), Column("games", "games", "count"),
               *(Column(f"value_{measure}", one.words, one.kind, interval=f"interval_{measure}", digits=one.digits)
                 for measure, one in known.items())]
    return Table("course_of_all", "How games go", columns, rows if known else [])
