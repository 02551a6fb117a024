"""Help, tables and error texts are as they were. Meant otherwise? `python -m tests.evenhand.regenerate`, and say why."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.evenhand.regenerate import FOLDER, MASKED, PLAIN, desk, written


@pytest.fixture(scope="module", autouse=True)
def at_the_desk() -> Iterator[None]:
    with desk():
        yield


@pytest.mark.parametrize("name", [*PLAIN, *MASKED])
def test_what_is_printed_is_what_was_printed(name: str) -> None:
    assert written(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_snapshot_is_left_of_what_is_no_longer_there() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {*PLAIN, *MASKED}


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_nothing_is_wider_than_the_terminal(file: object) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()                                   # type: ignore[attr-defined]
    own = [line for line in lines if not line.startswith(("$ evenhand", '      "message"', "| "))]
    assert max(map(len, own)) <= 100
