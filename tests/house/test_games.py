"""What authors import: every game has its page under `evenhand.games`, and it says what the game says."""
from __future__ import annotations

import importlib

import pytest

import evenhand  # noqa: F401
from sim.catalog import find, make_options
from sim.chance import Chance
from tests.house.source import ROOT

GAMES = [path.parent.name for path in (ROOT / "sim").glob("*/__init__.py")]


@pytest.mark.parametrize("name", GAMES)
def test_authors_find_the_view_and_the_action_kinds_of_a_game(name: str) -> None:
    page, game = importlib.import_module(f"evenhand.games.{name}"), find(name)
    state = game.new(game.setup(make_options(game, {}), max(game.seats)), Chance(0, 0))

    assert isinstance(state.view(0), page.View)
    assert {action.kind for action in game.actions} == set(page.KINDS)
    assert all(hasattr(page, exported) for exported in page.__all__)
