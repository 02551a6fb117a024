"""A user's script is checked as strictly as ours: what is right passes, what is wrong is found before it is run."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT

RIGHT = '''
"""Plays a strategy, and reads what came out."""
from collections.abc import Sequence

import evenhand
from evenhand import Action, Strategy
from evenhand.games.puerto_rico import View


class Corn(Strategy):
    def __init__(self, least: int = 0) -> None:
        self.least = least

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0] if view.me.doubloons > self.least else actions[-1]


run = evenhand.run(game="puerto_rico", seats=4, strategies=[Corn, Corn(2), "random"], lineups="vs-field:random", blocks=10)
best = run.strategy_table(equivalence=3).sort_values("win_share").iloc[0]
means = run.seats.groupby("strategy", observed=True)["score"].mean()
some = evenhand.open("runs/x").frame("rounds", columns=["standing"], scenario=0).mean()
game = evenhand.play("puerto_rico", [Corn, Corn(1), "random"], seed=3, options={"cost.harbor": 9})
print(game.outcome.scores[0] + 1, game.story.splitlines()[0], game.after(3).round + 1, run.report().name)
print(evenhand.games().columns, evenhand.strategies("puerto_rico").columns)
try:
    evenhand.open("nothing")
except evenhand.Refusal as refused:
    print(refused.faults[0].message)
'''
WRONG = '''
import evenhand

evenhand.run(game="puerto_rico", blokcs=10)
evenhand.open("runs/x").seat_table(equivalance=3)
evenhand.play("puerto_rico", [int])
'''


def test_a_script_that_uses_evenhand_passes_a_strict_type_check(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    for name, text in (("right.py", RIGHT), ("wrong.py", WRONG)):
        (tmp_path / name).write_text(text.lstrip(), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "right.py", "wrong.py"],
                          cwd=tmp_path, env={**os.environ, "MYPYPATH": str(ROOT)}, capture_output=True, text=True, timeout=300)

    assert [line.partition(" error: ")[0] for line in done.stdout.splitlines() if " error: " in line] == [
        "wrong.py:3:", "wrong.py:4:", "wrong.py:5:"]
    assert (done.returncode, done.stderr) == (1, "")
