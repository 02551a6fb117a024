"""`evenhand replay --picture`: a position of a recorded game as a drawing."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.evenhand.regenerate import desk
from tests.evenhand.terminal import evenhand

CATAN = ("run", "--game", "catan", "--seats", "3", "--strategies", "catan.weighted", "--design", "mirror", "--blocks", "2",
         "--name", "island", "-O", "domestic=off", "-O", "vp_goal=6", "--jobs", "1", "--no-report", "-q")


@pytest.fixture(scope="module")
def runs() -> Iterator[Path]:
    """A desk with the runs of Pig and a short one of Catan."""
    with desk() as folder:
        assert evenhand(*CATAN).code == 0
        yield folder


def drawn(*arguments: str) -> list[str]:
    """What a picture shows, by the titles of its parts."""
    said = evenhand("replay", "island", "0", "--picture", "board.svg", *arguments)
    assert (said.code, said.err) == (0, "Picture: board.svg\n")
    root = ElementTree.fromstring(Path("board.svg").read_text("utf-8"))
    return [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]


def built(titles: list[str]) -> list[str]:
    return sorted(title for title in titles if "of seat" in title)


def told(last_round: int) -> list[str]:
    """What was built up to the end of a round, by the events."""
    found = {}
    for move in evenhand("replay", "island", "0", "--json").document["moves"]:
        for event in move["events"]:
            if event["what"] in ("settlement", "city") and move["round"] <= last_round:
                found[event["amount"]] = f"{event['what']} of seat {event['seat']} on {event['amount']}"
    return sorted(found.values())


def test_the_board_is_drawn_as_it_stands_after_a_round_a_step_or_at_the_end(runs: Path) -> None:
    assert len(told(0)) == 6 and len(told(0)) < len(told(999))
    assert built(drawn("--at", "0")) == told(0)
    assert built(drawn()) == told(999)
    assert len(built(drawn("--until", "1"))) == 1


def test_a_round_that_the_game_did_not_have_is_refused(runs: Path) -> None:
    said = evenhand("replay", "island", "0", "--at", "999", "--picture", "none.svg")

    assert said.code == 2 and "--at: game 0 has no round 999 here; it had rounds 0 to " in said.err
    assert not Path("none.svg").exists()


def test_a_game_without_a_board_has_no_picture(runs: Path) -> None:
    said = evenhand("replay", "first", "257", "--at", "2", "--picture", "none.svg")

    assert said.code == 2 and "--picture: there is no picture of pig's table" in said.err
    assert not Path("none.svg").exists()


def test_a_file_that_cannot_be_written_is_told(runs: Path) -> None:
    said = evenhand("replay", "island", "0", "--at", "1", "--picture", "nowhere/board.svg")

    assert said.code == 2 and "nowhere/board.svg" in said.err
