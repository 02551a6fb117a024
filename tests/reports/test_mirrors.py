"""What the page says of the seats of real games: only what the tests support."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from experiments.spec import from_plain
from experiments.store import open_run
from reports.build import document
from tests.experiments.runs import play

CATAN: dict[str, Any] = {"game": "catan", "options": {"preset": "standard", "domestic": "off"}}
PUERTO_RICO: dict[str, Any] = {"game": "puerto_rico"}


def mirror(folder: Path, blocks: int, game: dict[str, Any]) -> dict[str, Any]:
    """The report of `random` against itself with four seats."""
    play(from_plain({}, settings={**game, "seats": 4, "blocks": blocks, "design": "mirror", "strategies": ["random"],
                                  "log": {"level": "games"}, "name": "mirror"}), folder)
    found: dict[str, Any] = document(open_run(folder))
    return found


def said(found: dict[str, Any]) -> str:
    """The sentence on the seats."""
    return next(sentence for sentence in found["verdict"] if sentence.startswith("Seats"))


def test_two_hundred_games_of_catan_leave_the_seats_undecided(tmp_path: Path) -> None:
    found = mirror(tmp_path / "run", 200, CATAN)

    assert "undecided" in said(found) and "about 6,100 games would tell" in said(found)
    assert all(low < 0.25 < high for low, high in (row["interval"] for row in found["seats"]))


def test_two_hundred_games_of_puerto_rico_show_that_seats_differ(tmp_path: Path) -> None:
    found = mirror(tmp_path / "run", 200, PUERTO_RICO)

    assert "unbalanced" in said(found) and "seat 1 -" in said(found)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "words"), [(CATAN, "balanced within 2 points"), (PUERTO_RICO, "unbalanced, seat 0 -")])
def test_six_thousand_games_tell_balance_from_none(tmp_path: Path, game: dict[str, Any], words: str) -> None:
    assert words in said(mirror(tmp_path / "run", 6000, game))
