"""Playing: what is recorded of a game, what a failed strategy leaves behind, and games again from their ids."""
from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from experiments.experiment import Experiment
from experiments.plan import game_id, plan
from experiments.playing import play_one
from experiments.reader import Run, open_run
from experiments.runner import RunSummary
from sim.record import Recorder
from tests.experiments.runs import Told, play
from tests.experiments.words import experiment, pig, write_bot

FAILS = '''
import time
from evenhand import Action, Strategy


class Fails(Strategy):
    """Fails in the way `how` where the `rng` of its game begins with a small number."""

    def __init__(self, how: str = "raise", share: float = 0.2) -> None:
        self.how = how
        self.share = share

    def start(self, view, rng):
        self.now = rng.random() < self.share
        if self.now and self.how == "start":
            raise ValueError("no")

    def choose(self, view, actions):
        if self.now and view.round == 2:
            if self.how == "raise":
                return [][0]
            if self.how == "exit":
                raise SystemExit(3)
            if self.how == "recurse":
                return self.choose(view, actions)
            if self.how == "illegal":
                return Action(7, "x", {}, "x")
            if self.how == "none":
                return None
            if self.how == "hang":
                while True:
                    pass
            if self.how == "sleep":
                time.sleep(60)
        return actions[0]

    def finish(self, view, outcome):
        if self.now and self.how == "finish":
            raise KeyError("late")
'''


def failing(folder: Path, how: str, **fields: Any) -> tuple[Experiment, RunSummary, Run, Told]:
    """A run in which a strategy fails now and then."""
    write_bot(folder, "fails.py", FAILS)
    found = experiment(folder, **{"seats": 2, "blocks": 20, "strategies": [f"fails.py:Fails:how={how}", "random"],
                                  "options": {"target": 30}, "limits": {"decision_seconds": 0.2}, **fields})
    told = Told()
    return found, play(found, folder / "run", told=told), open_run(folder / "run"), told


@pytest.mark.parametrize(("how", "kind", "message"), [
    ("raise", "exception", r"IndexError: list index out of range at fails\.py, line \d+, in choose"),
    ("exit", "exception", r"SystemExit: 3 at fails\.py, line \d+, in choose"),
    ("recurse", "exception", "RecursionError"),
    ("illegal", "illegal action", "there is no action 7"),
    ("none", "illegal action", "the answer is None, not one of the"),
    ("start", "exception", r"ValueError: no at fails\.py, line \d+, in start"),
    ("finish", "exception", r"KeyError: 'late' at fails\.py, line \d+, in finish"),
])
def test_a_failed_game_is_a_row_and_its_block_counts_nowhere(tmp_path: Path, how: str, kind: str, message: str) -> None:
    _, summary, run, told = failing(tmp_path, how)
    failures = run.failures().to_pylist()
    blocks = {failure["block"] for failure in failures}

    assert 0 < len(failures) == summary.failed == told.failed < summary.games == 40
    assert {failure["kind"] for failure in failures} == {kind}
    assert all(re.match(message, failure["message"]) for failure in failures)
    assert {failure["strategy"] for failure in failures} == {f"fails.py:Fails:how={how}"}
    assert failures[0]["replay"] == f"evenhand replay {tmp_path}/run {failures[0]['game_id']}"
    for table in ("games", "seats", "rounds"):
        there = set(run.table(table).column("block").to_pylist())
        assert there == set(range(20)) - blocks
    assert not {number >> 7 for number in run.table("events").column("game_id").to_pylist()} & blocks
    assert len(run.finished_blocks(0)) == 20 and run.complete and run.manifest["repeatable"] is True


def test_a_failure_says_where_in_the_game_it_was(tmp_path: Path) -> None:
    _, _, run, _ = failing(tmp_path, "raise")
    for failure in run.failures().to_pylist():
        assert failure["round"] == 2 and failure["step"] >= 2
        seat = failure["seat"]
        assert seat in (0, 1)
        assert failure["traceback"].splitlines()[1].strip() == "return [][0]"


def test_a_forfeited_game_counts_and_the_failing_seat_is_last(tmp_path: Path) -> None:
    _, summary, run, _ = failing(tmp_path, "raise", on_failure="forfeit")
    failed = {failure["game_id"]: failure["seat"] for failure in run.failures().to_pylist()}
    games = run.table("games").to_pylist()

    assert len(games) == 40 and summary.failed == len(failed) > 0
    assert {game["game_id"] for game in games if game["end_trigger"] == "forfeit"} == set(failed)
    for row in run.table("seats").to_pylist():
        if row["game_id"] in failed:
            last = row["seat"] == failed[row["game_id"]]
            assert (row["rank"], row["win_share"]) == ((2, 0.0) if last else (1, 1.0))


@pytest.mark.parametrize("how", ["hang", "sleep"])
def test_a_strategy_that_does_not_answer_fails_after_its_time(tmp_path: Path, how: str) -> None:
    _, summary, run, told = failing(tmp_path, how, blocks=4)
    failures = run.failures().to_pylist()

    assert summary.failed == len(failures) > 0
    assert {failure["kind"] for failure in failures} == {"timeout"}
    assert told.warnings[0] == (f"fails.py:Fails:how={how} took over 0.2 s for one decision of game {failures[0]['game_id']}; "
                                "its block is left out.")
    assert told.warnings[0] in (tmp_path / "run" / "log.txt").read_text()
    assert run.manifest["repeatable"] is False


def test_the_rows_of_other_games_are_the_same_with_and_without_failures(tmp_path: Path) -> None:
    _, _, failed, _ = failing(tmp_path / "a", "finish")
    _, _, sound, _ = failing(tmp_path / "b", "nothing")
    blocks = set(failed.table("games").column("block").to_pylist())

    for table, strategy in (("games", None), ("seats", "strategy"), ("rounds", "strategy")):
        columns = [name for name in failed.table(table).column_names if name != strategy]
        expected = [row for row in sound.table(table, columns).to_pylist() if row["block"] in blocks]
        assert failed.table(table, columns).to_pylist() == expected


def test_a_game_is_the_same_again_from_its_id(tmp_path: Path) -> None:
    write_bot(tmp_path)
    found = experiment(tmp_path, strategies=["holder.py", "random", "random_py"], variants=[{"name": "a"}, {"name": "b"}])
    play(found, tmp_path / "run")
    digests = {row["game_id"]: row["digest"] for row in open_run(tmp_path / "run").table("games").to_pylist()}

    assert len(digests) == 2 * 6 * 3
    for number in list(digests)[::7]:
        game = play_one(found, number, recorder=Recorder("games", pig().columns, 3, ()))
        assert game is not None and int(game.course.chain) == digests[number]
    assert play_one(found, 3) is None


def test_a_game_can_be_stopped_after_some_actions() -> None:
    game = play_one(experiment(), 0, until=7)
    assert game is not None and int(game.course.step) == 7 and not game.state.over


def test_all_rotations_and_variants_of_a_block_share_the_luck(tmp_path: Path) -> None:
    text = '''
from evenhand import Strategy


class Draws(Strategy):
    """Draws from its own randomness all the time, which must move nothing else."""

    def __init__(self, times: int = 0) -> None:
        self.times = times

    def start(self, view, rng):
        self.rng = rng

    def choose(self, view, actions):
        for _ in range(self.times):
            self.rng.random()
        return actions[-1]
'''
    write_bot(tmp_path, "draws.py", text)
    found = experiment(tmp_path, strategies=["draws.py"] * 3, sweep={"draws.py:times": [0, 3]},
                       variants=[{"name": "a"}, {"name": "b", "options": {"max_rounds": 90}}])
    play(found, tmp_path / "run")
    rows = open_run(tmp_path / "run").table("games", ["scenario", "block", "digest"]).to_pylist()

    of_block = {block: {row["digest"] for row in rows if row["block"] == block} for block in range(6)}
    assert all(len(digests) == 1 for digests in of_block.values())
    assert len({digest for digests in of_block.values() for digest in digests}) == 6


def test_slots_have_their_own_randomness_in_each_rotation() -> None:
    found = experiment(design="rotations", strategies=["random"] * 3, blocks=2)
    games = [play_one(found, game_id(0, block, rotation), recorder=Recorder("games", pig().columns, 3, ()))
             for block in range(2) for rotation in range(3)]
    assert len({int(game.course.chain) for game in games if game is not None}) == 6


def test_the_games_own_draw_of_who_begins_turns_the_places(tmp_path: Path) -> None:
    write_bot(tmp_path)
    found = experiment(tmp_path, strategies=[f"holder.py:Holder:least={least}" for least in (1, 2, 3)], design="fixed",
                       start="rules", blocks=30)
    play(found, tmp_path / "run")
    run = open_run(tmp_path / "run")
    first = {row["game_id"]: row["first_place"] for row in run.table("games").to_pylist()}
    slots = {(row["game_id"], row["seat"]): row["slot"] for row in run.table("seats").to_pylist()}

    assert set(first.values()) == {0, 1, 2}
    for (game, seat), slot in slots.items():
        assert slot == (seat + first[game]) % 3


def test_a_position_is_played_on_from(tmp_path: Path) -> None:
    found = experiment(position={"points": [19, 0, 0], "round": 5}, options={"target": 20})
    play(found, tmp_path / "run")
    rows = open_run(tmp_path / "run").table("rounds", ["round", "seat", "standing"]).to_pylist()

    assert {row["standing"] for row in rows if row["round"] == 4} == {19, 0}
    assert min(row["round"] for row in rows) == 4


def test_timings_are_of_games_and_on_demand_of_seats(tmp_path: Path) -> None:
    plain, asked = experiment(), experiment(log={"timing": True})
    play(plain, tmp_path / "plain")
    play(asked, tmp_path / "asked")
    decisions = {row["game_id"]: row["decisions"] for row in open_run(tmp_path / "plain").table("games").to_pylist()}

    assert {row["seat"] for row in open_run(tmp_path / "plain").table("timings").to_pylist()} == {-1}
    of_seats: Counter[int] = Counter()
    for row in open_run(tmp_path / "asked").table("timings").to_pylist():
        if row["seat"] >= 0:
            of_seats[row["game_id"]] += row["decisions"]
        assert 0 <= row["cpu_us"] and 0 <= row["wall_us"]
        assert row["seat"] >= 0 or row["wall_us"] > 0       # a seat may be asked once, for less than a microsecond
    assert of_seats == Counter(decisions)


def test_every_design_can_be_played(tmp_path: Path) -> None:
    for design, strategies, games in (("rotations", 4, 3), ("permutations", 3, 6), ("random", 5, 1), ("fixed", 3, 1),
                                      ("mirror", 2, 1)):
        found = experiment(design=design, strategies=["random"] * strategies, blocks=10)
        summary = play(found, tmp_path / design)
        assert summary.games == 10 * games == plan(found).games


def test_what_a_strategy_prints_does_not_come_among_the_results(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = """
import os
from evenhand import Strategy

print("loaded")


class Talks(Strategy):
    \"\"\"Prints.\"\"\"

    def choose(self, view, actions):
        print("hello")
        os.write(2, b"psst") if os.getppid() == PARENT else None
        return actions[0]
"""
    write_bot(tmp_path, "talks.py", text.replace("PARENT", str(os.getpid())))
    found = experiment(tmp_path, seats=2, strategies=["talks.py", "random"], blocks=320, options={"target": 3})
    play(found.replace(blocks=2), tmp_path / "here")
    here = capfd.readouterr()
    play(found, tmp_path / "workers", jobs=2)
    workers = capfd.readouterr()

    assert here.out == "" and "hello" in here.err
    assert (workers.out, workers.err) == ("", "")
