"""Any legal action, all alike, in plain Python: the smallest whole strategy, and an example to copy.

It chooses the same actions from the same stream as its compiled twin `random`.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.chance import Stream
from sim.core import Action
from strategies.base import Strategy


class RandomPy(Strategy):
    """the same, written in Python"""

    def start(self, view: Any, rng: Stream) -> None:
        self.below = rng.below

    def choose(self, view: Any, actions: Sequence[Action]) -> Action:
        return actions[self.below(len(actions))]
