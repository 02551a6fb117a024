"""Each golden game is played again, line by line; perft numbers are counted again."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.files import files, perft_lines, retold

REGENERATE = "if a rule was to move, run: make golden"
each_file = pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}-{path.stem}")


@each_file
def test_a_transcript_is_played_again_line_by_line(path: Path) -> None:
    for number, (line, now) in enumerate(zip(path.read_text().splitlines(), retold(path), strict=True), 1):
        assert now == line, f"{path.name}, line {number}; {REGENERATE}"


@each_file
def test_the_numbers_of_decision_sequences_are_as_they_were(path: Path) -> None:
    lines = path.read_text().splitlines()

    assert list(perft_lines(lines)) == path.with_suffix(".perft").read_text().splitlines(), REGENERATE
