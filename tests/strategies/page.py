"""The table of parameters in docs/strategies.md; `python -m tests.strategies.page` writes it."""
from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from strategies.parameters import written
from strategies.puerto_rico.archetype import Archetype
from strategies.puerto_rico.hybrid import Hybrid
from strategies.puerto_rico.money import Money
from strategies.puerto_rico.shipping import Shipping

PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"
TABLE = re.compile(r"(?<=\| ---: \| ---: \| ---: \|\n)(?:\|.*\n)+")
"""The rows below the head of the table."""


def rows() -> str:
    """One row a parameter: its name, its meaning, its default in each plan."""
    plans: list[dict[str, dataclasses.Field[object]]] = [{field.name: field for field in dataclasses.fields(plan)}
                                                         for plan in (Money, Hybrid, Shipping)]
    meanings = {field.name: field.metadata["help"] for cls in (Archetype, Hybrid) for field in dataclasses.fields(cls)
                if "help" in field.metadata}
    lines = []
    for name, meaning in meanings.items():
        defaults = [written(plan[name].default) if name in plan else "-" for plan in plans]
        lines.append(f"| `{name}` | {meaning} | " + " | ".join(defaults) + " |\n")
    return "".join(lines)


def main() -> None:
    """Write the table into the page."""
    PAGE.write_text(TABLE.sub(lambda _: rows(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
