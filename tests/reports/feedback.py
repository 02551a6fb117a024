"""A game in which a lead feeds itself, or is caught up with, at a known rate: nothing that anybody does matters.

In each round everybody's score moves by luck and by `feedback` percent of its distance to the table's mean.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evenhand.games import (
    FIRST_GAME_PURPOSE,
    Action,
    Catalogue,
    Chance,
    Columns,
    Game,
    Gift,
    Outcome,
    State,
    View,
    fold,
    option,
    rank_seats,
    vec,
)

LUCK = FIRST_GAME_PURPOSE


@dataclass(frozen=True)
class FeedbackOptions:
    """The rate, and how long it lasts."""

    feedback: int = option(0, "what a distance to the mean grows by in a round", unit="percent", low=-50, high=50)
    rounds: int = option(12, "rounds to play", unit="rounds", low=1, high=100)


class FeedbackState(State):
    """The scores of all."""

    def __init__(self, options: FeedbackOptions, seats: int, chance: Chance, copy_of: FeedbackState | None = None) -> None:
        super().__init__(seats, chance, GAME, copy_of)
        self.options = options
        self.scores = list(copy_of.scores) if copy_of else [0] * seats

    def legal_ids(self) -> Any:
        return vec([0, 1])

    def apply_id(self, action: int) -> None:
        self.actor = (self.actor + 1) % self.seats
        if self.actor == 0:
            mean = sum(self.scores) / self.seats
            self.scores = [round(score + self.options.feedback * (score - mean) / 100)
                           + int(self.chance.below(LUCK, self.round, seat, 2000)) for seat, score in enumerate(self.scores)]
            self.over = self.round == self.options.rounds
            if self.over:
                self.fire(0)
            self.round += not self.over

    def give(self, seat: int, what: int, amount: int) -> int:
        self.scores[seat] += amount
        return amount

    def standing(self, seat: int) -> int:
        return self.scores[seat]

    def outcome(self) -> Outcome:
        scores = vec(self.scores)
        return Outcome(scores, vec([0] * self.seats), rank_seats([scores]), self.triggers(), False, {})

    def copy(self) -> FeedbackState:
        return FeedbackState(self.options, self.seats, self.chance, self)

    def redraw(self, seat: int, stream: Any) -> None:
        """Nothing is hidden."""

    def view(self, seat: int) -> View:
        return View(self, seat)

    def digest(self) -> int:
        digest = int(self.actor)
        for score in self.scores:
            digest = fold(digest, score)
        return digest

    def position(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "actor": self.actor, "round": self.round}


class Feedback(Game):
    """The game."""

    def __init__(self) -> None:
        super().__init__(
            name="feedback", title="Feedback", seats=range(2, 6), options=FeedbackOptions,
            actions=Catalogue(2, lambda id: Action(id, "wait", {"where": ("here", "there")[id]}, ("wait", "wait there")[id])),
            columns=Columns(games=[], seats=[], rounds=[]), triggers=["rounds_over"], nodes=["turn"])
        self.gifts = (Gift("points", "point", "points", score=True), Gift("coins", "coin", "coins"))

    def setup(self, options: FeedbackOptions, seats: int) -> tuple[FeedbackOptions, int]:
        return options, seats

    def new(self, setup: tuple[FeedbackOptions, int], chance: Chance) -> FeedbackState:
        return FeedbackState(*setup, chance)


GAME = Feedback()
