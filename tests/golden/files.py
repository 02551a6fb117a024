"""The golden files: which there are, what stands in them, how they are written."""
from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from sim.core import State
from sim.exploring import perft
from tests.golden.transcript import begin, heading, lively, read_from, tell

FOLDER = Path(__file__).parent
GAMES = ("catan", "puerto_rico")
SEED = 1
MANY = 2_000
"""A line of a perft file ends with the first number above this."""


def files() -> list[Path]:
    """Every transcript that there should be."""
    return [FOLDER / game / f"{name}.txt" for game in GAMES for name in _module(game).FILES]


def write(path: Path) -> None:
    """Play a game anew and write its transcript, and the perft file beside it."""
    game = path.parent.name
    seats, options = _module(game).FILES[path.stem]
    path.parent.mkdir(exist_ok=True)
    player = getattr(_module(game), "player", lively)          # a game may have one of its own
    lines = list(tell(heading(game, seats, options, SEED), player(SEED), _module(game).TELLER))
    path.write_text("\n".join(lines) + "\n")
    path.with_suffix(".perft").write_text("\n".join(perft_lines(lines)) + "\n")


def retold(path: Path) -> list[str]:
    """The lines of a transcript as the engine plays and tells them today."""
    lines = path.read_text().splitlines()
    return list(tell(lines[0], read_from(lines), _module(path.parent.name).TELLER))


def perft_lines(lines: list[str]) -> Iterator[str]:
    """How many sequences of 1, 2, 3, ... decisions there are at some places of a game; forced moves are not counted."""
    every = getattr(_module(lines[0].split(", ")[0]), "EVERY", 50)
    for decision, s in milestones(lines, every):
        counts = [perft(s, 1)]
        while counts[-1] <= MANY:
            counts.append(perft(s, len(counts) + 1))
        yield f"after {decision} decisions: {' '.join(str(n) for n in counts)}"


def milestones(lines: list[str], every: int) -> Iterator[tuple[int, State]]:
    """The positions of a transcript after 0 decisions, `every`, twice as many, and so on."""
    s, choose, decision = begin(lines[0]), read_from(lines), 0
    while not s.over:
        if len(s.legal_ids()) == 1:
            s.play(s.legal()[0])
            continue
        if decision % every == 0:
            yield decision, s.copy()
        s.play(choose(s))
        decision += 1


def _module(game: str):  # type: ignore[no-untyped-def]
    return import_module(f"tests.golden.{game}")
