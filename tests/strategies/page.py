"""The tables of parameters in docs/strategies.md; `python -m tests.strategies.page` writes them."""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path

from strategies.catan.archetype import Archetype as CatanPlan
from strategies.catan.balanced_dev import BalancedDev
from strategies.catan.discovery import Discovery
from strategies.catan.ore_wheat_sheep import OreWheatSheep
from strategies.catan.pips import Pips
from strategies.catan.port import Port
from strategies.catan.wood_brick import WoodBrick
from strategies.parameters import written
from strategies.puerto_rico.archetype import Archetype
from strategies.puerto_rico.hybrid import Hybrid
from strategies.puerto_rico.money import Money
from strategies.puerto_rico.shipping import Shipping

PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"
GAMES: dict[str, Sequence[type]] = {
    "puerto_rico": (Money, Hybrid, Shipping),
    "catan": (Pips, OreWheatSheep, WoodBrick, Port, BalancedDev, Discovery),
}
"""The plans of each game, in the order of the columns."""
BASES: dict[str, type] = {"puerto_rico": Archetype, "catan": CatanPlan}
"""What the plans of a game share; its parameters come first."""
NAMES = {OreWheatSheep: "ore_wheat", WoodBrick: "wood_brick", BalancedDev: "balanced"}
"""The heads of columns, where they are not the name of the class."""


def table(game: str) -> str:
    """One row a parameter: its name, its meaning, its default in each plan."""
    plans: list[dict[str, dataclasses.Field[object]]] = [{field.name: field for field in dataclasses.fields(plan)}
                                                         for plan in GAMES[game]]
    meanings: dict[str, list[str]] = {}
    for cls in (BASES[game], *GAMES[game]):
        for field in dataclasses.fields(cls):
            meaning = field.metadata.get("help")
            if meaning and meaning not in meanings.setdefault(field.name, []):
                meanings[field.name].append(meaning)
    lines = [_head(game)]
    for name, found in meanings.items():
        defaults = [written(plan[name].default) if name in plan else "-" for plan in plans]
        lines.append(f"| `{name}` | {'; or: '.join(found)} | " + " | ".join(defaults) + " |\n")
    return "".join(lines)


def found(game: str, text: str) -> re.Match[str] | None:
    """The game's table of parameters in a text, known by its head; no other table."""
    return re.search(re.escape(_head(game)) + r"(?:\|.*\n)*", text)


def _head(game: str) -> str:
    names = [NAMES.get(plan, plan.__name__.lower()) for plan in GAMES[game]]
    return f"| parameter | meaning | {' | '.join(names)} |\n| --- | --- |{' ---: |' * len(names)}\n"


def main() -> None:
    """Write the tables into the page."""
    text = PAGE.read_text(encoding="utf-8")
    for game in GAMES:
        place = found(game, text)
        assert place, f"no table of parameters with the head\n{_head(game)}"
        text = text[:place.start()] + table(game) + text[place.end():]
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
