"""What the report needs to know of a game: its title, what ends it, its own columns and their sentences."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from experiments.store import Run
    from sim.gifts import Gift
    from sim.record import Column


@dataclass(frozen=True)
class GameFacts:
    """A game as the report sees it."""

    name: str
    title: str
    triggers: tuple[str, ...]
    score_parts: tuple[str, ...]
    counters: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    gifts: Mapping[str, Gift] = field(default_factory=dict)


def facts_of(run: Run) -> GameFacts:
    """The facts of a run's game."""
    from experiments.schemas import describe

    game, own = run.game, run.game.columns.seats
    return GameFacts(game.name, game.title, tuple(game.triggers), _names(own, "score_"), _names(own, "x_"),
                     tuple(describe(game)), {gift.name: gift for gift in game.gifts})


def _names(columns: Sequence[Column], prefix: str) -> tuple[str, ...]:
    return tuple(column.name for column in columns if column.name.startswith(prefix) and column.kind in ("count", "flag"))
