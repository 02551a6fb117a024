"""Runs that stop by themselves: at the same block whatever plays them, whatever comes first, whatever stops them in between."""
from __future__ import annotations

import json
import os
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.dataset as ds
import pytest

from experiments.errors import ExperimentError, RunError
from experiments.experiment import Experiment, Stop
from experiments.parts import part_file
from experiments.plan import plan, split_id
from experiments.playing import Task, play_part
from experiments.reader import open_run
from experiments.schemas import BY_LEVEL
from experiments.sequential import FIRST_LOOK, Gsprt, HalfWidth, first_stop
from experiments.spec import LEAST_BLOCKS, read
from experiments.stopping import FILE, Follower, Stopping, block_values, stopped
from experiments.store import Writer
from reports.reader import read as read_run
from sim.catalog import find
from sim.faults import Interrupt
from tests.experiments.runs import Told, play, prints, start
from tests.experiments.test_runner import SLOW, finished_parts, wait_for
from tests.experiments.words import experiment, write_bot

FAILS = '''
from evenhand import Strategy


class Fails(Strategy):
    """Fails now and then."""

    def start(self, view, rng):
        self.bad = rng.below(20) == 0

    def choose(self, view, actions):
        return [][0] if self.bad else actions[0]
'''


def stopping(folder: Path, stop: dict[str, Any] | None = None, **fields: Any) -> Experiment:
    """Pig of two, by a strategy of a file, 150 blocks a part, in a run that stops after several parts."""
    write_bot(folder)
    known = {"seats": 2, "blocks": None, "options": {"target": 8}, "strategies": ["holder.py", "random"],
             "stop": stop or {"half_width": 0.028, "max_blocks": 3000}, "log": {"level": "games"}}
    return experiment(folder, **{**known, **fields})


def everything(folder: Path) -> dict[str, str]:
    """The bytes of a stopped run."""
    return {**prints(folder), FILE: (folder / FILE).read_text()}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiment, Path]:
    """An experiment that stops by itself, and the run that one process made of it."""
    base = tmp_path_factory.mktemp("alone")
    found = stopping(base)
    play(found, base / "run")
    return found, base / "run"


def test_it_stops_where_the_rule_says_of_all_its_blocks(alone: tuple[Experiment, Path], tmp_path: Path) -> None:
    found, folder = alone
    long = found.replace(stop=None, blocks=900)
    play(long, tmp_path / "long")
    [scenario] = read_run(open_run(tmp_path / "long")).scenarios
    expected = first_stop(HalfWidth(0.028), scenario.by_strategy(scenario.share))

    [end] = stopped(folder)

    assert expected is not None and 150 < expected.blocks < 900 and (expected.blocks - 30) % 8 == 0
    assert (end.blocks, end.decision) == (expected.blocks, "precise")
    assert end.statistic == pytest.approx(expected.statistic, abs=1e-8)


def test_the_reader_ends_with_the_block_of_the_stop(alone: tuple[Experiment, Path]) -> None:
    _, folder = alone
    run, [end] = open_run(folder), stopped(folder)

    for table, rows in (("games", 2), ("seats", 4)):
        blocks = np.array(run.table(table, columns=["block"]).column("block").to_pylist())
        assert len(blocks) == rows * end.blocks and blocks.max() == end.blocks - 1
    assert run.complete and run.plan.games == 2 * end.blocks
    assert run.manifest["games"]["recorded"] == run.manifest["games"]["planned"] == 2 * end.blocks
    assert max(part.end for part in run.plan.parts) == end.blocks
    assert finished_parts(folder) == len(run.plan.parts)


def test_two_workers_stop_at_the_same_block_with_the_same_bytes(alone: tuple[Experiment, Path], tmp_path: Path) -> None:
    found, folder = alone
    told = Told()

    summary = play(found, tmp_path / "run", 2, told)

    assert everything(tmp_path / "run") == everything(folder)
    assert summary.games == 2 * stopped(folder)[0].blocks and not summary.undecided
    assert told.looks[-1].startswith("block ") and "+-" in told.looks[-1]
    assert not list((tmp_path / "run").rglob(".part-*"))


def test_a_stopped_run_plays_nothing_again(alone: tuple[Experiment, Path], tmp_path: Path) -> None:
    found, folder = alone
    before = everything(folder)
    for jobs in (1, 2):
        summary = play(found, folder, jobs)
        assert (summary.played, summary.games) == (0, 2 * stopped(folder)[0].blocks)
    assert play(open_run(folder).experiment, folder).played == 0         # as --resume does
    assert everything(folder) == before


def rows(folder: Path, table: str) -> list[int]:
    """The blocks of a table's rows, from its files alone, as any other program reads them."""
    found = ds.dataset(folder / table).to_table(columns=["game_id"]).column("game_id").to_pylist()
    return [split_id(game)[1] for game in found]


def whole_again(found: Experiment, folder: Path) -> None:
    """Play the last part of a stopped run as its worker had, before what lies behind the stop was taken away."""
    number = open_run(folder).plan.parts[-1].number
    with Writer(found, folder, find(found.located(found.game))) as store:
        assert play_part(Task(found, store.hash, store.hashes, str(folder), "run", number)).games == 300


def test_the_files_end_with_the_block_of_the_stop_as_if_no_more_had_been_asked(tmp_path: Path) -> None:
    found = stopping(tmp_path, log={"level": "decisions", "timing": True})
    play(found, tmp_path / "run")
    [end] = stopped(tmp_path / "run")
    play(found.replace(blocks=end.blocks), tmp_path / "short")

    for table in BY_LEVEL["decisions"]:
        if table not in ("failures", "timings"):
            assert sorted(set(rows(tmp_path / "run", table))) == list(range(end.blocks)), table
    assert max(rows(tmp_path / "run", "timings")) == end.blocks - 1
    assert len(rows(tmp_path / "run", "seats")) == 4 * end.blocks
    one, other = everything(tmp_path / "run"), everything(tmp_path / "short")
    assert {name for name in one if one[name] != other[name]} == {"experiment.toml"}


def test_failed_games_behind_the_stop_are_taken_away_too(tmp_path: Path) -> None:
    write_bot(tmp_path, "fails.py", FAILS)
    found = stopping(tmp_path, {"half_width": 0.03, "max_blocks": 3000}, strategies=["fails.py", "random"])
    play(found, tmp_path / "run")
    [end] = stopped(tmp_path / "run")
    play(found.replace(blocks=end.blocks), tmp_path / "short")

    failed = rows(tmp_path / "run", "failures")
    assert 0 < len(failed) == open_run(tmp_path / "run").manifest["games"]["failed"] and max(failed) < end.blocks
    assert failed == rows(tmp_path / "short", "failures")
    assert everything(tmp_path / "run") | {"experiment.toml": ""} == everything(tmp_path / "short") | {"experiment.toml": ""}


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_not_yet_taken_away_when_it_was_killed_is_taken_away(alone: tuple[Experiment, Path], jobs: int,
                                                                      tmp_path: Path) -> None:
    found, folder = alone
    play(found, tmp_path / "run")
    whole_again(found, tmp_path / "run")
    assert max(rows(tmp_path / "run", "seats")) >= stopped(folder)[0].blocks
    assert open_run(tmp_path / "run").complete
    assert len(open_run(tmp_path / "run").table("seats")) == 4 * stopped(folder)[0].blocks

    summary = play(found, tmp_path / "run", jobs)

    assert (summary.played, summary.games) == (0, 2 * stopped(folder)[0].blocks)
    assert everything(tmp_path / "run") == everything(folder)


@pytest.mark.parametrize("fails", [1, 2])
def test_a_run_that_dies_while_it_takes_away_goes_on_to_the_same_bytes(
        alone: tuple[Experiment, Path], fails: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, folder = alone
    play(found, tmp_path / "run")
    whole_again(found, tmp_path / "run")
    moved: list[str] = []

    def replace(source: str, target: Path) -> None:
        moved.append(str(target))
        if "part-" in str(target) and len(moved) == fails:
            raise Interrupt
        rename(source, target)

    rename = os.replace
    monkeypatch.setattr("experiments.parts.os.replace", replace)
    with pytest.raises(Interrupt):
        play(found, tmp_path / "run")
    monkeypatch.undo()
    assert not part_file(tmp_path / "run", "games", open_run(folder).plan.parts[-1].number).exists()

    summary = play(found, tmp_path / "run")

    assert summary.played == 300 and summary.games == 2 * stopped(folder)[0].blocks
    assert everything(tmp_path / "run") == everything(folder)


def test_a_run_that_has_decided_may_be_longer_and_ends_where_it_did(alone: tuple[Experiment, Path], tmp_path: Path) -> None:
    found, folder = alone
    play(found, tmp_path / "run")

    play(found.replace(blocks=4000), tmp_path / "run", 2)

    one, other = everything(tmp_path / "run"), everything(folder)
    assert {name for name in one if one[name] != other[name]} == {"experiment.toml"}


@pytest.mark.parametrize("seed", range(5))
def test_the_order_in_which_parts_arrive_changes_nothing(alone: tuple[Experiment, Path], seed: int, tmp_path: Path) -> None:
    found, folder = alone
    long = found.replace(stop=None, blocks=900)
    if not (folder.parent / "long").exists():
        play(long, folder.parent / "long")
    watched = Stopping(found, plan(found))
    parts = list(plan(long).parts)
    random.Random(seed).shuffle(parts)

    for part in parts:
        watched.add(part, folder.parent / "long")

    assert watched.done
    watched.write(tmp_path)
    assert (tmp_path / FILE).read_text() == (folder / FILE).read_text()


def test_values_in_pieces_of_any_size_and_order_stop_as_the_whole() -> None:
    numbers, rule = np.random.default_rng(3), Gsprt(0.25, 0.3)
    scenario = plan(experiment(blocks=4000)).scenarios[0]
    values = numbers.choice([0, 0.25, 0.5], p=[0.2, 0.5, 0.3], size=3000)
    expected = first_stop(rule, values, max_blocks=4000)
    for n in range(20):
        cuts = [0, *sorted(numbers.choice(np.arange(1, 3000), size=12, replace=False)), 3000]
        pieces = [(int(first), values[first:end]) for first, end in pairwise(cuts)]
        random.Random(n).shuffle(pieces)
        follower = Follower(Stop(sprt=(0.25, 0.3), target="a"), scenario)
        for first, piece in pieces:
            follower.add(first, piece)
        assert expected is not None and follower.stopped is not None
        assert (follower.stopped.blocks, follower.stopped.decision) == (expected.blocks, expected.decision)


def test_a_gap_keeps_the_rule_from_looking_behind_it() -> None:
    follower = Follower(Stop(sprt=(0.1, 0.2), target="a"), plan(experiment(blocks=100)).scenarios[0])
    follower.add(40, np.full(60, 0.5))
    follower.add(0, np.tile([0.0, 0.3], 10))

    assert (follower.blocks, follower.last, follower.stopped) == (20, None, None)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_goes_on_to_the_same_stop(tmp_path: Path, jobs: int) -> None:
    write_bot(tmp_path / "bots", "slow.py", SLOW)
    found = stopping(tmp_path / "bots", {"half_width": 0.006, "max_blocks": 3000}, strategies=["slow.py", "random"],
                     options={"target": 5})
    process = start(found, tmp_path, tmp_path / "run", jobs)
    wait_for(lambda: finished_parts(tmp_path / "run") >= 2, process)
    process.kill()
    process.communicate(timeout=20)
    assert not (tmp_path / "run" / FILE).exists()

    summary = play(found, tmp_path / "run", 2)
    play(found, tmp_path / "unbroken")

    assert 0 < summary.played and summary.interruptions == 1
    assert everything(tmp_path / "run") == everything(tmp_path / "unbroken")


def test_parts_that_lie_behind_the_stop_are_taken_away(alone: tuple[Experiment, Path], tmp_path: Path) -> None:
    found, folder = alone
    play(found, tmp_path / "run")
    last = plan(found).part_of(0, stopped(folder)[0].blocks)
    for table in ("games", "seats"):                    # as a worker leaves them that was killed just after it had written
        behind = part_file(tmp_path / "run", table, last.number + 1)
        behind.write_bytes(part_file(tmp_path / "run", table, last.number).read_bytes())
    (tmp_path / "run" / FILE).unlink()

    play(found, tmp_path / "run")

    assert everything(tmp_path / "run") == everything(folder)


def test_a_part_that_is_lost_is_played_again_to_the_same_stop(alone: tuple[Experiment, Path], tmp_path: Path) -> None:
    found, folder = alone
    play(found, tmp_path / "run")
    part_file(tmp_path / "run", "games", 0).unlink()

    summary = play(found, tmp_path / "run")

    assert summary.played == 300
    assert everything(tmp_path / "run") == everything(folder)


def test_a_test_that_ends_open_says_so_and_goes_on_when_it_may_be_longer(tmp_path: Path) -> None:
    short = stopping(tmp_path, {"sprt": [0.5, 0.56], "target": "random", "max_blocks": 40}, strategies=["random", "random_py"])
    longer = short.replace(blocks=3000)

    first = play(short, tmp_path / "run")
    [end] = stopped(tmp_path / "run")
    second = play(longer, tmp_path / "run")
    play(longer, tmp_path / "straight")

    assert first.undecided and (end.blocks, end.decision, first.games) == (40, "open", 80)
    assert not second.undecided and stopped(tmp_path / "run")[0].decision == "H0"
    assert everything(tmp_path / "run") == everything(tmp_path / "straight")
    with pytest.raises(RunError, match="A run can grow, not shrink"):
        play(short, tmp_path / "run")


def test_every_scenario_stops_for_itself(tmp_path: Path) -> None:
    variants = [{"name": "near"}, {"name": "far", "options": {"target": 40}}]
    found = stopping(tmp_path, {"sprt": [0.5, 0.57], "target": "random_py", "max_blocks": 1500}, variants=variants,
                     strategies=["holder.py:Holder:least=4", "random_py"])

    play(found, tmp_path / "one")
    play(found, tmp_path / "two", 2)

    near, far = stopped(tmp_path / "one")
    run = open_run(tmp_path / "one")
    assert near.blocks != far.blocks
    assert [len(run.finished_blocks(scenario)) for scenario in (0, 1)] == [near.blocks, far.blocks]
    assert everything(tmp_path / "one") == everything(tmp_path / "two")


def test_block_values_are_those_of_the_report_and_a_block_with_a_failed_game_has_none(tmp_path: Path) -> None:
    write_bot(tmp_path, "fails.py", FAILS)
    found = experiment(tmp_path, seats=2, blocks=60, strategies=["fails.py", "random", "random_py"], options={"target": 10})
    play(found, tmp_path / "run")
    run = open_run(tmp_path / "run")
    [scenario], [part] = read_run(run).scenarios, run.plan.parts

    seats, strategies, one = (block_values(run.folder, part, run.plan.scenarios[0], target)
                              for target in ("seat", "strategy", "fails.py"))

    assert 0 < len(scenario.blocks) < 60
    missing = [block for block in range(60) if block not in scenario.blocks]
    assert np.isnan(seats[missing]).all() and np.isnan(strategies[missing]).all()
    np.testing.assert_allclose(seats[scenario.blocks], scenario.by_seat(scenario.share))
    np.testing.assert_allclose(strategies[scenario.blocks], scenario.by_strategy(scenario.share))
    np.testing.assert_allclose(one, strategies[:, 0])


def test_the_rule_is_part_of_the_experiment_and_its_length_is_not(tmp_path: Path) -> None:
    found = stopping(tmp_path)
    play(found, tmp_path / "run")

    assert read(tmp_path / "run" / "experiment.toml") == found
    with pytest.raises(RunError, match=r"\[stop\] half_width   0.028  ->  0.02"):
        play(stopping(tmp_path, {"half_width": 0.02, "max_blocks": 3000}), tmp_path / "run")
    assert json.loads((tmp_path / "run" / FILE).read_text())["half_width"] == 0.028


FIELD = {"strategies": ["random", "random_py"], "lineups": "vs-field:random"}


@pytest.mark.parametrize(("fields", "stop", "blocks"), [
    ({}, Stop(half_width=0.02), 5000),
    ({"stop": {"half_width": 0.02, "target": "seat", "max_blocks": 99}}, Stop(half_width=0.02, target="seat"), 99),
    ({"blocks": 70}, Stop(half_width=0.02), 70),
    ({"blocks": 70, "stop": {"half_width": 0.02, "max_blocks": 90}}, Stop(half_width=0.02), 90),
    ({**FIELD, "stop": {"sprt": [0.3, 0.4]}}, Stop(sprt=(0.3, 0.4), target="random"), 5000),
    ({**FIELD, "stop": {"sprt": [0.3, 0.4], "target": "random_py", "beta": 0.1}},
     Stop(sprt=(0.3, 0.4), target="random_py", beta=0.1), 5000)])
def test_what_a_stopping_rule_says(fields: dict[str, Any], stop: Stop, blocks: int) -> None:
    found = experiment(**{"blocks": None, "stop": {"half_width": 0.02}, **fields})

    assert (found.stop, found.blocks) == (stop, blocks)


@pytest.mark.parametrize(("fields", "where", "message"), [
    ({"stop": {}}, "stop.half_width", "no rule"),
    ({"stop": {"half_width": 0.02, "sprt": [0.3, 0.4]}}, "stop.sprt", "not both"),
    ({"stop": {"half_width": 2}}, "stop.half_width", "a number between 0 and 0.5"),
    ({"stop": {"sprt": [0.4, 0.3], "target": "random"}}, "stop.sprt", "0.4 is not below 0.3"),
    ({"stop": {"sprt": 0.3}}, "stop.sprt", "two shares are wanted"),
    ({"stop": {"sprt": [0.3, 0.4]}}, "stop.target", "sprt tests one strategy"),
    ({"stop": {"half_width": 0.02, "target": "nobody"}}, "stop.target", "'nobody' is none of the strategies"),
    ({"stop": {"half_width": 0.02, "max_blocks": 29}}, "stop.max_blocks", "an integer from 30"),
    ({"stop": {"half_width": 0.02}, "design": "mirror"}, "stop.target", "compares seats"),
    ({"stop": {"half_widht": 0.02}}, "stop.half_widht", "Did you mean 'half_width'?")])
def test_a_rule_that_cannot_be_kept_is_refused(fields: dict[str, Any], where: str, message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        experiment(**fields)

    assert any(fault.where == where and message in fault.message for fault in caught.value.faults)


def test_what_the_command_line_says_replaces_the_rule_or_the_length_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "stop.toml"
    file.write_text(stopping(tmp_path).replace(strategies=("random", "random_py"), files={}, game="puerto_rico", seats=(2,),
                                               options={}).to_toml())

    assert read(file, {"blocks": 77}).blocks == 77
    assert read(file, {"stop": {"max_blocks": 78}}).blocks == 78
    assert read(file, {"stop": {"sprt": [0.5, 0.6], "target": "random"}}).stop == Stop(sprt=(0.5, 0.6), target="random")
    assert LEAST_BLOCKS == FIRST_LOOK
