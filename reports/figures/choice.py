"""Which strategies a figure shows where there are too many, and the notes of a figure in one text."""
from __future__ import annotations

from collections.abc import Sequence

from reports.settings import Settings


def shown(ranked: Sequence[str], settings: Settings) -> tuple[list[str], str]:
    """The strategies of a figure, in their order, and the note if some are left out: the best and the last are shown."""
    if len(ranked) <= settings.best + settings.last:
        return list(ranked), ""
    note = f"Of {len(ranked)} strategies the {settings.best} best and the {settings.last} last are shown; the tables have all."
    return [*ranked[:settings.best], *ranked[len(ranked) - settings.last:]], note


def few(ranked: Sequence[str], most: int) -> tuple[list[str], str]:
    """The same for a figure that has room for `most` only: the best and the very last."""
    if len(ranked) <= most:
        return list(ranked), ""
    note = f"The {most - 1} best and the last of {len(ranked)} strategies; the tables have all."
    return [*ranked[:most - 1], ranked[-1]], note


def notes(*parts: str) -> str:
    """The notes that there are, in one text."""
    return " ".join(part for part in parts if part)
