"""The strategies that come with evenhand, by name. Their modules are imported when a strategy is asked for."""
from __future__ import annotations

from typing import Final

BUILT_IN: Final[dict[str, str]] = {
    "random": "strategies.uniform:Random",
    "random_py": "strategies.random_py:RandomPy",
    "puerto_rico.money": "strategies.puerto_rico.money:Money",
    "puerto_rico.hybrid": "strategies.puerto_rico.hybrid:Hybrid",
    "puerto_rico.shipping": "strategies.puerto_rico.shipping:Shipping",
    "catan.weighted": "strategies.catan.weighted:Weighted",
    "catan.random": "strategies.catan.weighted:Quiet",
    "catan.pips": "strategies.catan.pips:Pips",
    "catan.ore_wheat_sheep": "strategies.catan.ore_wheat_sheep:OreWheatSheep",
    "catan.wood_brick": "strategies.catan.wood_brick:WoodBrick",
    "catan.port": "strategies.catan.port:Port",
    "catan.balanced_dev": "strategies.catan.balanced_dev:BalancedDev",
    "catan.discovery": "strategies.catan.discovery:Discovery",
}
"""Name to `module:Class`. A name with a dot plays the game before the dot, any other name plays every game."""

ENTRY_POINTS: Final = "evenhand.strategies"
"""The group of entry points under which other packages offer strategies."""


def names(game: str | None = None) -> list[str]:
    """The names of the built-in strategies that play `game`, or all of them."""
    return [name for name in BUILT_IN if game is None or plays(name, game)]


def is_ours(text: str) -> bool:
    """Whether a spec names a strategy that comes with evenhand: one that neither hangs nor ends its process."""
    return text.partition(":")[0] in BUILT_IN


def plays(name: str, game: str) -> bool:
    """Whether a built-in name is meant for the game."""
    before, dot, _ = name.partition(".")
    return not dot or before == game
