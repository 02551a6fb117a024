"""What the tests of strategies share: bots written into a folder, and games of Pig."""
from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

WRITE = Callable[..., Path]
CORN = textwrap.dedent('''\
    from evenhand import Strategy

    class Corn(Strategy):
        """Takes corn when it can, else the first thing on the list."""

        def __init__(self, fallback: int = 0, share: float = 0.5, bold: bool = False, name: str = "corn"):
            self.fallback, self.share, self.bold, self.name = fallback, share, bold, name

        def choose(self, view, actions):
            return actions[self.fallback]
''')
"""The bot of the handbook, with a parameter of each type."""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WRITE:
    """Writes a file below the test's folder, which is the current one: `write("corn.py", source)`."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, source: str) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(source.removeprefix("\n")))
        return file

    return write


@pytest.fixture
def corn(write: WRITE) -> Path:
    """The bot of the handbook, as corn.py."""
    return write("corn.py", CORN)


