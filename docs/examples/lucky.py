"""The smallest strategy with chance."""
from __future__ import annotations

from evenhand import Strategy


class Lucky(Strategy):
    """Any action, all alike."""

    def start(self, view, rng):
        self.rng = rng

    def choose(self, view, actions):
        return self.rng.choice(actions)
