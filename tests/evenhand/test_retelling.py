"""A game told again: what came of a move is told once, by the move's own words or after them."""
from __future__ import annotations

import pytest

from evenhand.retelling import Move, restates
from sim.core import Event


def move(words: str, seat: int = 0) -> Move:
    return Move(step=0, round=1, seat=seat, id=0, words=words, forced=False, events=())


def event(words: str, item: str | None = None, seat: int = 0) -> Event:
    return Event("word", seat, item, 1, 0, words)


@pytest.mark.parametrize("said, came, item", [
    ("sell corn to the trading house for 1", "sells corn", "corn"), ("build a road on 9-14", "builds a road on 9-14", None),
    ("place a road on 9-14", "builds a road on 9-14", None), ("discard ore", "discards ore", "ore"),
    ("place a settlement on 9 (8 wool, 5 grain)", "builds a settlement on 9", None),
    ("trade 4 ore for 1 wool with the bank", "gives the bank 4 ore", "ore")])
def test_what_a_move_says_is_not_told_again(said: str, came: str, item: str | None) -> None:
    assert restates(event(came, item), move(said))
    assert not restates(event(came, item, seat=1), move(said)), "what comes of it for another is news"


@pytest.mark.parametrize("said, came, item", [
    ("build a settlement on 10 (5 grain, 6 lumber)", "pays 1 lumber", "lumber"),
    ("place a settlement on 9 (8 wool, 5 grain)", "gets 1 wool", "wool"),
    ("move the robber to hex 9 (4 ore)", "takes ore from seat 3", "ore"), ("buy a development card", "draws knight", "knight"),
    ("place a road on 9-14", "builds a road on 9-1", None)])
def test_what_only_the_words_on_the_position_name_is_told(said: str, came: str, item: str | None) -> None:
    assert not restates(event(came, item), move(said))
