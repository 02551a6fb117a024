"""The plan: the same games for the same experiment, and a longer run begins with the shorter one."""
from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from experiments.plan import Plan, blocks_in_part, game_id, games_of, plan, split_id
from tests.experiments.words import experiment, write_bot


def longer(short: Plan, blocks: int) -> Plan:
    """The plan of the same experiment with other blocks."""
    return plan(replace(short.experiment, blocks=blocks))


TWO = [{"name": "a"}, {"name": "b"}]


@given(blocks=st.integers(1, 4000), more=st.integers(1, 4000), seats=st.sets(st.integers(2, 6), min_size=1, max_size=3))
def test_parts_never_depend_on_the_number_of_blocks(blocks: int, more: int, seats: set[int]) -> None:
    short = plan(experiment(seats=list(seats), blocks=blocks, strategies=["random"], design="mirror", variants=TWO))
    long = longer(short, blocks + more)
    kept = {part.number: part for part in long.parts}

    for part in short.parts:
        same = kept[part.number]
        assert (part.scenario, part.first) == (same.scenario, same.first)
        assert part.blocks == same.blocks or (part.end == blocks and part.blocks < same.blocks)


@pytest.mark.parametrize("design", ["rotations", "permutations", "random"])
def test_the_parts_of_a_scenario_hold_each_block_once(design: str) -> None:
    found = plan(experiment(seats=[2, 3], blocks=777, strategies=["random"] * 3, design=design))

    for scenario in found.scenarios:
        parts = [part for part in found.parts if part.scenario == scenario.number]
        assert parts[0].first == 0 and parts[-1].end == 777
        assert all(one.end == next.first for one, next in pairwise(parts))
    assert [part.number for part in found.parts] == sorted({part.number for part in found.parts})


def test_parts_hold_about_300_games_then_twice_as_many_up_to_5000() -> None:
    sizes = [blocks_in_part(number, 4) * 4 for number in (0, 63, 64, 127, 128, 192, 256, 320, 5000)]
    assert sizes == [300, 300, 600, 600, 1200, 2400, 4800, 5000, 5000]
    assert blocks_in_part(0, 5) == 60
    assert blocks_in_part(0, 120) == 2


def test_parts_are_numbered_across_the_scenarios_first() -> None:
    found = plan(experiment(blocks=250, variants=TWO))
    assert [(part.number, part.scenario, part.first, part.blocks) for part in found.parts] == [
        (0, 0, 0, 100), (1, 1, 0, 100), (2, 0, 100, 100), (3, 1, 100, 100), (4, 0, 200, 50), (5, 1, 200, 50)]


def test_a_number_of_games_is_rounded_up_to_whole_blocks() -> None:
    found = plan(experiment(seats=[2, 3], blocks=None, games=100))
    assert [scenario.blocks for scenario in found.scenarios] == [50, 34]
    assert found.games == 100 + 102


def test_scenarios_are_seats_times_variants_times_cells(tmp_path: Path) -> None:
    write_bot(tmp_path)
    found = plan(experiment(tmp_path, seats=[3, 2], strategies=["holder.py", "random", "random"], options={},
                            variants=[{"name": "base"}, {"name": "far", "options": {"target": 30}}],
                            sweep={"holder.py:least": [1, 2], "max_rounds": [40, 50]}))

    assert [scenario.label() for scenario in found.scenarios][:5] == [
        "3 seats, base, least=1, max_rounds=40", "3 seats, base, least=1, max_rounds=50",
        "3 seats, base, least=2, max_rounds=40", "3 seats, base, least=2, max_rounds=50",
        "3 seats, far, least=1, max_rounds=40"]
    assert len(found.scenarios) == 2 * 2 * 4
    assert found.scenarios[7].options == {"target": 30, "max_rounds": 50}
    assert found.scenarios[7].strategies == ("holder.py:least=2", "random", "random")
    assert [scenario.number for scenario in found.scenarios] == list(range(16))


def test_a_block_has_the_same_line_up_and_seatings_in_all_scenarios() -> None:
    found = plan(experiment(strategies=["random"] * 5, blocks=20, variants=TWO))
    for block in range(20):
        one, two = games_of(found, 0, block), games_of(found, 1, block)
        assert [(game.line_up, game.slots) for game in one] == [(game.line_up, game.slots) for game in two]


@given(st.integers(0, 2**20), st.integers(0, 2**33 - 1), st.integers(0, 127))
def test_an_id_says_scenario_block_and_rotation(scenario: int, block: int, rotation: int) -> None:
    assert game_id(scenario, block, rotation) == scenario * 2**40 + block * 128 + rotation
    assert split_id(game_id(scenario, block, rotation)) == (scenario, block, rotation)


def test_a_game_is_found_by_its_id() -> None:
    found = plan(experiment(blocks=5, variants=TWO))
    every = [game for scenario in (0, 1) for block in range(5) for game in games_of(found, scenario, block)]

    assert [found.find(game.game_id) for game in every] == every
    assert [found.find(wrong) for wrong in (-1, 3, 5 * 128, 2**41)] == [None] * 4


def test_explicit_line_ups_are_dealt_alike_often(tmp_path: Path) -> None:
    write_bot(tmp_path)
    lineups = [["holder.py", "holder.py", "random"], ["random", "random", "holder.py"], ["random", "holder.py"]]
    found = plan(experiment(tmp_path, seats=[2, 3], blocks=12, strategies=None, lineups=lineups))

    pairs = [games_of(found, 0, block)[0].specs for block in range(12)]
    threes = [games_of(found, 1, block)[0].specs for block in range(12)]
    assert set(pairs) == {("random", "holder.py")}
    assert threes.count(("holder.py", "holder.py", "random")) == threes.count(("random", "random", "holder.py")) == 6
    assert found.line_ups == {2: ((1, 0),), 3: ((0, 0, 1), (1, 1, 0))}


def test_a_part_is_found_by_its_block() -> None:
    found = plan(experiment(blocks=250))
    assert found.part_of(0, 199).number == 1
    assert found.part_of(0, 200).number == 2


def test_all_seatings_of_a_large_table_are_advised_against() -> None:
    [advice] = plan(experiment(seats=4, strategies=["random"] * 4, design="permutations")).advice
    assert advice.startswith("permutations plays one luck 24 times with 4 seats; rotations of more blocks")
    assert plan(experiment(design="permutations")).advice == plan(experiment()).advice == []
