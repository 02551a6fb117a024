"""The experiments that come with evenhand: valid, and what they say they are."""
from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import experiments
from experiments.plan import games_of, plan
from experiments.reader import open_run
from experiments.spec import read
from tests.experiments.runs import play

LIBRARY = Path(experiments.__file__).parent / "library"
FILES = sorted(LIBRARY.rglob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[file.relative_to(LIBRARY).as_posix() for file in FILES])
def test_an_experiment_of_the_library_can_be_played(file: Path, tmp_path: Path) -> None:
    found = read(file, {"blocks": 1})
    summary = play(found, tmp_path / "run")

    assert summary.failed == 0 and summary.games == plan(found).games
    assert open_run(tmp_path / "run").table("rounds").num_rows > 0
    assert file.stem == found.name and file.parent.name == found.game
    assert file.read_text(encoding="utf-8").startswith("# ")


def test_the_archetypes_are_played_at_every_number_of_seats() -> None:
    assert {read(file).seats for file in FILES if file.stem.startswith("archetypes")} == {(2,), (3,), (4,), (5,)}


def test_in_the_archetypes_files_each_line_up_is_played_equally_often() -> None:
    for file in FILES:
        if file.stem.startswith("archetypes"):
            found = plan(read(file))
            [scenario] = found.scenarios
            dealt = Counter(games_of(found, 0, block)[0].line_up for block in range(scenario.blocks))
            assert len(dealt) == len(scenario.line_ups.sets) and len(set(dealt.values())) == 1
