"""What only one game shows: a module a game, found by the game's name, with `sections(found, drawn)` for the report and, where
it is needed, `picture(state)`, a position as an SVG document."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.findings import Findings
    from reports.sections import Drawer, Section


def extras(found: Findings, drawn: Drawer) -> Iterator[Section]:
    """The sections of the game's own module, if it has one."""
    module = _module(found.facts.name)
    if module is not None:
        yield from module.sections(found, drawn)


def painter(game: str) -> Callable[[Any], str] | None:
    """What draws a position of a game, if anything does."""
    paint: Callable[[Any], str] | None = getattr(_module(game), "picture", None)
    return paint


def _module(game: str) -> Any:
    name = f"{__name__}.{game}"
    return import_module(name) if game.isidentifier() and find_spec(name) is not None else None
