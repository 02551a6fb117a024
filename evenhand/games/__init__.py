"""What an author of a game needs: `from evenhand.games import Game, State, View, option, ...`.

`evenhand.games.<game>` holds what an author of strategies for that game needs: its typed `View` and its constants.
`evenhand.games()` lists the games.
"""
from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from librt import vecs
from mypy_extensions import i64

from sim.catalog import make_options
from sim.chance import FIRST_GAME_PURPOSE, Chance, Scripted, Stream
from sim.core import (
    EVERYBODY,
    FIRST_GAME_EVENT,
    NOBODY,
    Action,
    Catalogue,
    Event,
    EventKind,
    Game,
    IllegalAction,
    Outcome,
    Pick,
    Picks,
    Row,
    State,
    View,
    fold,
    rank_seats,
)
from sim.gifts import Gift
from sim.options import OptionError, option, refuse
from sim.play import Policy, Uniform, rollout
from sim.record import Column, Columns, bits, code, count, flag

__all__ = [
    "EVERYBODY", "FIRST_GAME_EVENT", "FIRST_GAME_PURPOSE", "NOBODY", "Action", "Catalogue", "Chance", "Column", "Columns",
    "Event", "EventKind", "Game", "Gift", "IllegalAction", "OptionError", "Outcome", "Pick", "Picks", "Policy", "Row",
    "Scripted", "State", "Stream", "Uniform", "View", "bits", "code", "count", "flag", "fold", "make_options", "option",
    "rank_seats", "refuse", "rollout", "vec",
]


def vec(values: Iterable[int]) -> Any:
    """Whole numbers as the engine wants them: what `legal_ids` and the `log_*` methods return."""
    return vecs.vec[i64]([i64(value) for value in values])


class _Listed(ModuleType):
    """This package, which can be called as well."""

    def __call__(self) -> Any:
        from evenhand.listing import games

        return games()


sys.modules[__name__].__class__ = _Listed
