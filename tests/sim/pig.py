"""Pig, the example of the documents, as these tests use it: a game in plain Python, played by the same loop as ours."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import evenhand  # noqa: F401  (before pig.py, which asks for evenhand.games)
from sim.catalog import find, make_options
from sim.chance import AGENT, Chance, Scripted, Stream
from sim.core import Game, State
from sim.play import Policy

FILE = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"
PIG: Game = find(f"{FILE}:GAME")
ROLL, HOLD = PIG.actions[0], PIG.actions[1]


def setup(seats: int = 2, **options: Any) -> Any:
    return PIG.setup(make_options(PIG, options), seats)


def new_game(seats: int = 2, dice: list[int] | None = None, block: int = 0, **options: Any) -> State:
    """A game of Pig; `dice` are the first throws, 1 to 6."""
    luck = Chance(1, block)
    chance = Scripted({"die": [die - 1 for die in dice]}, then=luck, purposes=PIG.purposes) if dice else luck
    return PIG.new(setup(seats, **options), chance)


def streams(seats: int, block: int = 0) -> list[Stream]:
    return [Stream(1, block, AGENT, slot) for slot in range(seats)]


class Script(Policy):
    """Gives prepared answers, then always the first legal one."""

    def __init__(self, answers: list[int]) -> None:
        self.answers = answers

    def choose_id(self, state: State, ids: Any, stream: Stream) -> int:
        return self.answers.pop(0) if self.answers else int(ids[0])
