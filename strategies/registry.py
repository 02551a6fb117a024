"""The strategies that come with evenhand, by name. Their modules are imported when a strategy is asked for."""
from __future__ import annotations

from typing import Final

BUILT_IN: Final[dict[str, str]] = {
    "random": "strategies.uniform:Random",
    "random_py": "strategies.random_py:RandomPy",
    "puerto_rico.money": "strategies.puerto_rico.money:Money",
    "puerto_rico.hybrid": "strategies.puerto_rico.hybrid:Hybrid",
    "puerto_rico.shipping": "strategies.puerto_rico.shipping:Shipping",
}
"""Name to `module:Class`. A name with a dot plays the game before the dot, any other name plays every game."""

ENTRY_POINTS: Final = "evenhand.strategies"
"""The group of entry points under which other packages offer strategies."""


def names(game: str | None = None) -> list[str]:
    """The names of the built-in strategies that play `game`, or all of them."""
    return [name for name in BUILT_IN if game is None or plays(name, game)]


def plays(name: str, game: str) -> bool:
    """Whether a built-in name is meant for the game."""
    before, dot, _ = name.partition(".")
    return not dot or before == game
