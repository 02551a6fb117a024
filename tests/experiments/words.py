"""What the tests of experiments share: Pig as the game, small bots in files, and experiments with it."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from experiments.experiment import Experiment
from experiments.spec import from_plain
from sim.catalog import find
from sim.core import Game

PIG_FILE = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"

HOLDER = '''
from evenhand import Strategy


class Holder(Strategy):
    """Holds as soon as `least` points are at stake."""

    def __init__(self, least: int = 10) -> None:
        self.least = least

    def choose(self, view, actions):
        for action in actions:
            if action.kind == "hold" and view.at_stake >= self.least:
                return action
        return actions[0]
'''


def pig() -> Game:
    """The game of docs/examples/pig.py."""
    return find(str(PIG_FILE))


def plain(**fields: Any) -> dict[str, Any]:
    """An experiment with Pig as plain data, small unless the fields say otherwise."""
    known = {"game": str(PIG_FILE), "seats": 3, "blocks": 6, "strategies": ["random"] * 3, "options": {"target": 20}}
    return {name: value for name, value in {**known, **fields}.items() if value is not None}


def experiment(base_dir: str | Path = ".", **fields: Any) -> Experiment:
    """An experiment with Pig."""
    return from_plain(plain(**fields), base_dir)


def write_bot(folder: Path, name: str = "holder.py", text: str = HOLDER) -> Path:
    """A strategy file."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
