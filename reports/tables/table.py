"""A table: rows of one kind and the columns that show them, in the terminal, on the page, as CSV and as JSON alike."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reports import formats


@dataclass(frozen=True)
class Column:
    """How one attribute of a row is shown: its heading, its kind, and the sentence that explains it.

    kind: `text`, `count`, `id` (a number without commas), `share` (a fraction, shown in percent), `points` (a difference of
    fractions, shown in points), `range` (a pair of such fractions), `decimal`, `signed`, `p`, or `row`: what the row's own
    `kind` and `digits` say. `interval` names the attribute with the (low, high) that stands beside the value, `half` one with
    the half width, `suffix` one with words. A `faint` column is not to be relied on.
    """

    key: str
    heading: str
    kind: str
    sentence: str = ""
    interval: str = ""
    half: str = ""
    digits: int = 1
    suffix: str = ""
    faint: bool = False

    @property
    def numeric(self) -> bool:
        return self.kind != "text"

    def _form(self, row: Any) -> tuple[str, int, float]:
        """The kind, the digits and what the numbers are multiplied by."""
        kind, digits = (row.kind, row.digits) if self.kind == "row" else (self.kind, self.digits)
        return kind, digits, 100.0 if kind in ("share", "points", "range") else 1.0

    def by(self, interval: str) -> Column:
        """The same with a sentence that names its interval, if there is a name."""
        return replace(self, sentence=f"{self.sentence} Interval: {interval}.".strip()) if interval else self

    def text(self, row: Any) -> str:
        """The value for people."""
        kind, digits, _ = self._form(row)
        return _SHOW[kind](getattr(row, self.key), digits)

    def bracket(self, row: Any, width: int = 0) -> str:
        """The interval for people, an empty string if there is none."""
        _, digits, scale = self._form(row)
        return formats.bracket(getattr(row, self.interval), scale, digits, width) if self.interval else ""

    def beside(self, row: Any) -> str:
        """What stands beside the value: half width, interval, words."""
        half = getattr(row, self.half) if self.half else None
        _, digits, scale = self._form(row)
        spread = f"+-{formats.decimal(scale * half, digits)}" if half is not None and formats.known(half) else ""
        parts = (spread, self.bracket(row), str(getattr(row, self.suffix)) if self.suffix else "")
        return " ".join(part for part in parts if part)

    def cell(self, row: Any) -> str:
        """The value and what stands beside it."""
        return f"{self.text(row)} {self.beside(row)}".rstrip()

    def sort_key(self, row: Any) -> str:
        """The number to sort by, as text; empty if there is none."""
        value = plain(getattr(row, self.key))
        value = value[0] if isinstance(value, list) else value
        return f"{value:.10g}" if isinstance(value, (int, float)) else ""

    def values(self, row: Any) -> dict[str, Any]:
        """What a program gets: the value, the interval as a pair, the half width; None for what is not known."""
        keys = [self.key, *(key for key in (self.interval, self.half) if key)]
        return {key: plain(getattr(row, key)) for key in keys}


@dataclass(frozen=True)
class Table:
    """Rows of one kind with their columns. `name` is its name in JSON and CSV, `note` stands under it.

    `extra` are columns that only programs get.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Any]
    note: str = ""
    extra: Sequence[Column] = field(default=())

    def records(self) -> list[dict[str, Any]]:
        """The rows as plain data."""
        columns = [*self.extra, *self.columns]
        return [{key: value for column in columns for key, value in column.values(row).items()} for row in self.rows]

    def pairs(self) -> set[str]:
        """The keys of `records` that hold pairs."""
        columns = [*self.extra, *self.columns]
        return {column.interval for column in columns if column.interval} | {c.key for c in columns if c.kind == "range"}


def plain(value: Any) -> Any:
    """A value as plain data: no numpy number, no nan, a pair without numbers is None."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (tuple, list)):
        ends = [plain(end) for end in value]
        return None if all(end is None for end in ends) else ends
    number = value.item() if hasattr(value, "item") else value
    return None if isinstance(number, float) and not math.isfinite(number) else number


def _text(value: Any, digits: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return formats.NO_VALUE if value is None or value == "" else str(value)


_SHOW: dict[str, Callable[[Any, int], str]] = {
    "text": _text,
    "count": lambda value, digits: formats.count(value),
    "id": lambda value, digits: str(value),
    "share": formats.percent,
    "points": formats.points,
    "range": lambda value, digits: formats.bracket(value, 100.0, digits) or formats.NO_VALUE,
    "decimal": formats.decimal,
    "signed": formats.signed,
    "p": lambda value, digits: formats.p_value(value),
}
