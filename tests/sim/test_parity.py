"""The compiled engine and the same files as plain Python play the same games, to the last bit."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import sim
from tests.sim.pig import FILE

ROOT = FILE.parents[2]
CASES = [(str(FILE), 3, "random", 40), *[("puerto_rico", seats, "random", 12) for seats in (2, 3, 4, 5)],
         *[("catan", seats, "random", 4) for seats in (2, 3, 4)], ("catan", 3, "random_py", 2),
         ("puerto_rico", 4, "random_py", 3), *[("puerto_rico", 4, f"puerto_rico.{name}", 2)
                                               for name in ("money", "hybrid", "shipping")]]


def play(case: tuple[str, int, str, int], pure: str) -> Any:
    done = subprocess.run([sys.executable, "-m", "tests.sim.digests", *map(str, case)], cwd=ROOT, capture_output=True,
                          text=True, env={**os.environ, "EVENHAND_PURE": pure}, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(sim.BUILD == "plain", reason="runs on the native build: make test-native")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{os.path.basename(case[0])}-{case[1]}-{case[2]}")
def test_both_builds_play_the_same_games(case: tuple[str, int, str, int]) -> None:
    native, plain = play(case, "0"), play(case, "1")

    assert (native["build"], plain["build"]) == ("native", "plain")
    assert native["games"] == plain["games"]
    assert len({tuple(game) for game in native["games"]}) == len(native["games"])
