"""A folder as a user may have it: bots, experiments, runs. Snapshots and tests of the commands work in it."""
from __future__ import annotations

import shutil
from pathlib import Path

from tests.evenhand.terminal import ROOT, evenhand

HOLDER = '''\
from evenhand import Strategy


class Holder(Strategy):
    """Holds as soon as `enough` points are at stake."""

    def __init__(self, enough: int = 15):
        self.enough = enough

    def choose(self, view, actions):
        return actions[1] if view.at_stake >= self.enough else actions[0]
'''
FAILING = '''\
from evenhand import Strategy


class Failing(Strategy):
    """Fails in one of three ways in a few games."""

    def start(self, view, rng):
        self.way = rng.below(12)

    def choose(self, view, actions):
        if view.round == 2 and self.way == 0:
            return [][0]
        if view.round == 2 and self.way == 1:
            return "hold"
        return actions[1]
'''
FAR = '''\
game = "pig.py"
seats = 3
seed = 5
blocks = 20
strategies = ["random", "holder.py:Holder", "holder.py:Holder:enough=25"]

[[variants]]
name = "to 50"

[[variants]]
name = "to 80"
options = { target = 80 }
'''
FAULTS = '''\
game = "pig.py"
seats = 9
blokcs = 20
strategies = "random"

[[variants]]
name = "far"
options = { targt = 80 }
'''
HARBOR = '''\
name = "harbor"
game = "puerto_rico"
seats = 4
seed = 1
blocks = 1000
strategies = ["random_py", "random", "random_py", "random"]

[[variants]]
name = "base"

[[variants]]
name = "harbor 9"
options = { "cost.harbor" = 9 }
'''
FILES = {
    "holder.py": HOLDER,
    "failing.py": FAILING,
    "bots/syntax.py": HOLDER.replace("actions):", "actions)"),
    "bots/needs.py": "import no_such_package\n",
    "bots/mute.py": "from evenhand import Strategy\n\n\nclass Mute(Strategy):\n    pass\n",
    "far.toml": FAR,
    "faults.toml": FAULTS,
    "broken.toml": 'game = "pig.py"\nseats =\n',
    "harbor.toml": HARBOR,
}
FIRST = ("run", "--game", "pig.py", "--seats", "3", "--strategies", "random,holder.py:Holder,holder.py:Holder:enough=25",
         "--blocks", "40", "--name", "first", "--jobs", "1", "--no-report")
AFTER = tuple({"first": "after"}.get(word, word.replace("Holder,", "Holder:enough=20,")) for word in FIRST)
"""The run `first` with one strategy changed, to be called `after`."""
FAILED = ("run", "--game", "pig.py", "--seats", "2", "--strategies", "random,failing.py", "--blocks", "60", "--name", "failed",
          "--jobs", "1", "--no-report")


def lay(folder: Path) -> None:
    """Put the files there; the current folder must be `folder` when commands are called."""
    shutil.copy(ROOT / "docs" / "examples" / "pig.py", folder / "pig.py")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def play() -> None:
    """Play the two runs, `first` and `failed`, in the current folder."""
    assert evenhand(*FIRST, "-q").code == 0
    assert evenhand(*FAILED, "-q").code == 1
