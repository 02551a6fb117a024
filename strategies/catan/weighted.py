"""Random play with weights: a measure for other strategies, and random play whose trade is kept down."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sim.catan.view import CatanView
from sim.chance import Stream
from sim.core import Action
from strategies.base import Strategy
from strategies.parameters import parameter

TALK = ("offer", "counter", "propose")
"""The kinds of actions by which trade with players begins."""


class Drawn(Strategy):
    """Draws an action by its weight."""

    games: ClassVar[tuple[str, ...]] = ("catan",)

    def start(self, view: CatanView, rng: Stream) -> None:
        self.random = rng.random

    def weights(self, actions: Sequence[Action]) -> list[float]:
        """How often each action is drawn, against the others."""
        raise NotImplementedError("weights")

    def choose(self, view: CatanView, actions: Sequence[Action]) -> Action:
        weights = self.weights(actions)
        left = self.random() * sum(weights)
        for action, weight in zip(actions, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return actions[-1]


@dataclass(eq=False)
class Weighted(Drawn):
    """random, but builds and buys whatever scores as soon as it can

    Set-up: at random.
    Build: a city before a settlement before a development card; roads at random.
    Trade: at random.
    Robber: at random.
    Discard: at random.
    """

    city: float = parameter(10000.0, "weight of building a city; of all that is not named here: 1")
    settlement: float = parameter(1000.0, "weight of building a settlement")
    card: float = parameter(100.0, "weight of buying a development card")
    trade: float = parameter(1.0, "weight of each offer, counter-offer and proposal")

    def __post_init__(self) -> None:
        self.of_kind = {"build_city": self.city, "build_settlement": self.settlement, "buy_dev": self.card,
                        **dict.fromkeys(TALK, self.trade)}

    def weights(self, actions: Sequence[Action]) -> list[float]:
        return [self.of_kind.get(action.kind, 1.0) for action in actions]


@dataclass(eq=False)
class Quiet(Drawn):
    """random, with little talk, so that a game is not mostly trade

    Set-up: at random.
    Build: at random.
    Trade: at random; all offers, counter-offers or proposals of a decision weigh together `trade` times as much as one other
        action.
    Robber: at random.
    Discard: at random.
    """

    trade: float = parameter(0.1, "weight of all talk together, against 1 for each other action")

    def weights(self, actions: Sequence[Action]) -> list[float]:
        talk = sum([action.kind in TALK for action in actions])
        return [self.trade / talk if action.kind in TALK else 1.0 for action in actions]
