"""Random play with weights: a measure for other strategies, and random play whose trade is kept down."""
from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sim.catan.view import CatanView
from sim.chance import Stream
from sim.core import Action
from strategies.base import Strategy

TALK = ("offer", "counter", "propose")


class Drawn(Strategy):
    """Draws an action by its weight."""

    games: ClassVar[tuple[str, ...]] = ("catan",)

    def start(self, view: CatanView, rng: Stream) -> None:
        self.rng = rng

    def weight(self, action: Action) -> float:
        """How often an action is drawn, against the others."""
        return 1.0

    def choose(self, view: CatanView, actions: Sequence[Action]) -> Action:
        weights = [self.weight(action) for action in actions]
        left = self.rng.random() * sum(weights)
        for action, weight in zip(actions, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return actions[-1]


class Weighted(Drawn):
    """Random, but builds cities, settlements and buys cards whenever it can.

    Set-up, roads, trade, robber, discards: at random. Build: a city before a settlement before a development card.
    """

    def __init__(self, city: float = 10000.0, settlement: float = 1000.0, dev: float = 100.0, trade: float = 1.0) -> None:
        self.weights = {"build_city": city, "build_settlement": settlement, "buy_dev": dev, **dict.fromkeys(TALK, trade)}

    def weight(self, action: Action) -> float:
        return self.weights.get(action.kind, 1.0)


class Quiet(Drawn):
    """Random, with offers, counter-offers and proposals weighed down, so that a game is not mostly trade.

    Set-up, build, robber, discards: at random. Trade: each kind of talk together counts as `trade` other actions.
    """

    def __init__(self, trade: float = 0.1) -> None:
        self.trade = trade

    def choose(self, view: CatanView, actions: Sequence[Action]) -> Action:
        talk = sum([1 for action in actions if action.kind in TALK])
        self.each = self.trade / talk if talk else 0.0
        return super().choose(view, actions)

    def weight(self, action: Action) -> float:
        return self.each if action.kind in TALK else 1.0
