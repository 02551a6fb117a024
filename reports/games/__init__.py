"""What only one game shows: a module a game with `sections(found, drawn)`, found by the game's name."""
from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.findings import Findings
    from reports.sections import Drawer, Section


def extras(found: Findings, drawn: Drawer) -> Iterator[Section]:
    """The sections of the game's own module, if it has one."""
    name = f"{__name__}.{found.facts.name}"
    if found.facts.name.isidentifier() and find_spec(name) is not None:
        yield from import_module(name).sections(found, drawn)
