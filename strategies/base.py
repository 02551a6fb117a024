"""What a strategy is: a class that chooses one of the legal actions from what its seat may see."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from sim.chance import Stream
from sim.core import Action, Outcome
from sim.play import Policy


class Strategy:
    """Decides for one seat of one game; a new instance is made for each seat of each game.

    Write `choose`. Parameters are arguments of the constructor with defaults: they can be set in a spec
    (`bots.py:Greedy:depth=2`) and swept. All randomness comes from the `rng` that `start` is given; otherwise no game of the
    strategy can be repeated.
    `games` names the games that the strategy can play (empty: any); `native`, set by evenhand's own baselines only, is a
    compiled policy that is used in the strategy's place.
    """

    games: ClassVar[tuple[str, ...]] = ()
    native: ClassVar[Policy | None] = None

    def choose(self, view: Any, actions: Sequence[Action]) -> Action:
        """One of `actions`: all that is legal now, at least two, in the game's fixed order."""
        raise NotImplementedError("choose")

    def start(self, view: Any, rng: Stream) -> None:
        """The game is about to begin, or to go on from a position. `view` is the one that `choose` will be given."""

    def finish(self, view: Any, outcome: Outcome) -> None:
        """The game is over."""
