"""A strategy that looks ahead, for any game."""
from __future__ import annotations

from evenhand import Strategy
from evenhand.games import Uniform, rollout


class LookAhead(Strategy):
    """Plays each action out `games` times with random moves, and takes the one with the best mean standing."""

    def __init__(self, games: int = 2) -> None:
        self.repeats = games

    def start(self, view, rng):
        self.rng = rng

    def choose(self, view, actions):
        return max(actions, key=lambda action: sum(self.played_out(view, action) for _ in range(self.repeats)))

    def played_out(self, view, action) -> int:
        state = view.sample(self.rng)
        state.play(action)
        rollout(state, Uniform(), self.rng)
        return state.standing(view.seat)
