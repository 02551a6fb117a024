"""`evenhand power`: the numbers of the tables, and those of a pilot."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evenhand.planning import Aim, planned
from experiments.reader import open_run
from experiments.sequential import blocks_needed
from reports.reader import read
from tests.evenhand.desk import lay
from tests.evenhand.terminal import evenhand

TWO_POINTS = Aim(False, 0.02, 0.05, 0.8)


@pytest.mark.parametrize(("seats", "points", "alone", "pair"), [
    (2, 1, 19_623, 78_489), (2, 2, 4_906, 19_623), (3, 1, 17_442, 52_326), (3, 3, 1_938, 5_814), (4, 2, 3_680, 9_812),
    (4, 5, 589, 1_570), (5, 1, 12_559, 31_396), (5, 2, 3_140, 7_849)])
def test_games_of_independent_luck_are_those_of_the_published_table(seats: int, points: int, alone: int, pair: int) -> None:
    aim = Aim(False, points / 100, 0.05, 0.8)
    needs = {need.case: need for need in planned(seats, aim).needs}
    unshared = blocks_needed(np.sqrt(2 / seats), points / 100)

    assert needs["nothing shared"].games == alone
    assert unshared == pair
    assert needs["between two strategies of one table"].games < pair


def test_shared_luck_saves_a_third_of_the_games_and_fills_whole_blocks() -> None:
    shared = planned(4, TWO_POINTS).needs[0]

    assert (shared.games, shared.blocks, shared.size) == (2_388, 597, 4)


def test_a_number_of_seats_without_a_table_is_planned_without_shared_luck() -> None:
    plan = planned(7, TWO_POINTS)

    assert [need.case for need in plan.needs] == ["nothing shared", "between two strategies of one table"]
    assert {need.size for need in plan.needs} == {1}


def test_a_pilot_goes_by_the_spread_of_its_own_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lay(tmp_path)
    said = evenhand("power", "--pilot", "far.toml", "--blocks", "20", "--jobs", "1", "--difference", "3", "--json")
    evenhand("run", "far.toml", "--jobs", "1", "--no-report", "-q", "--out", "same")
    scenario = read(open_run("same")).scenarios[1]
    shares = scenario.by_strategy(scenario.share)
    between = max(float((shares[:, a] - shares[:, b]).std(ddof=1)) for a, b in ((0, 1), (0, 2), (1, 2)))
    alone, pair = said.document["plans"][1]["needs"]

    assert said.code == 0
    assert said.document["plans"][1]["scenario"] == "to 80"
    assert alone["sd"] == pytest.approx(max(shares.std(axis=0, ddof=1)))
    assert pair["sd"] == pytest.approx(between)
    assert pair["blocks"] == blocks_needed(between, 0.03)
    assert pair["games"] == 3 * pair["blocks"]
    assert not (tmp_path / "runs").exists()


def test_the_pilot_of_a_mirror_run_says_what_it_takes_to_call_its_seats_balanced(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lay(tmp_path)
    (tmp_path / "self.toml").write_text('game = "pig.py"\nseats = 3\nstrategies = ["random"]\ndesign = "mirror"\n')

    said = evenhand("power", "--pilot", "self.toml", "--equivalence", "2", "--jobs", "1", "--json")
    refused = evenhand("power", "--pilot", "self.toml", "--jobs", "1")

    (need,) = said.document["plans"][0]["needs"]
    assert need["size"] == 1 and 5_000 < need["games"] < 10_000          # by the formula: 6,800 for seats that are alike
    assert refused.code == 2 and "nothing to compare" not in refused.err and "something to compare" in refused.err
