"""The numbers of the rules, chapter 1, read from numbers.toml (copied from the rules, not from the engine)."""
from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FILE = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text())


@dataclass(frozen=True)
class Building:
    """A row of the table of buildings; `good` is empty for violet ones."""

    id: str
    cost: int
    vp: int
    circles: int
    copies: int
    column: int
    good: str = ""
    large: bool = False

    @property
    def words(self) -> str:
        return self.id.replace("_", " ")

    @property
    def spaces(self) -> int:
        return 2 if self.large else 1


def _building(id: str, cost: int, vp: int, circles: int, copies: int, column: int, what: str) -> Building:
    return Building(id, cost, vp, circles, copies, column, "" if what in ("violet", "large") else what, what == "large")


BUILDINGS: list[Building] = [_building(*row) for row in _FILE["building"]]
BUILDING: dict[str, Building] = {building.id: building for building in BUILDINGS}
PRICE: dict[str, int] = _FILE["price"]
GOODS = tuple(PRICE)
SETUP: dict[int, dict[str, Any]] = {int(seats): table for seats, table in _FILE["setup"].items()}
COMPONENTS: dict[str, Any] = _FILE["components"]
