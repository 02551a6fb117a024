"""Runs: the same games whatever plays them, and nothing lost whatever stops them."""
from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from evenhand.worker import run_chunk
from experiments.errors import RunError
from experiments.reader import open_run
from experiments.runner import GameFault, run
from tests.experiments.runs import Told, play, prints, start
from tests.experiments.words import PIG_FILE, experiment, write_bot

SLOW = '''
import time
from evenhand import Strategy


class Slow(Strategy):
    """Rolls, and takes its time before."""

    def start(self, view, rng):
        time.sleep(0.002)

    def choose(self, view, actions):
        return actions[0]
'''


def slow(folder: Path, **fields: Any) -> Any:
    """An experiment that takes some seconds: 6 parts of 300 games."""
    write_bot(folder, "slow.py", SLOW)
    return experiment(folder, seats=2, blocks=900, options={"target": 5}, strategies=["slow.py", "random"], **fields)


def finished_parts(folder: Path) -> int:
    return len(list((folder / "games").glob("part-*.parquet")))


def wait_for(condition: Any, process: subprocess.Popen[str], seconds: float = 60) -> None:
    """Wait until a run has come so far."""
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None and time.monotonic() < end, process.communicate()[0]
        time.sleep(0.02)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, dict[str, str]]:
    """An experiment with two variants, three seat counts and a file's strategy, and what one process made of it."""
    base = tmp_path_factory.mktemp("unbroken")
    write_bot(base)
    found = experiment(base, seats=[2, 3, 4], blocks=170, options={"target": 15}, strategies=["holder.py:Holder:least=4"] * 2
                       + ["random", "random_py"], variants=[{"name": "near"}, {"name": "far", "options": {"target": 20}}],
                       log={"level": "decisions", "columns": "full"})
    summary = play(found, base / "run")
    assert (summary.games, summary.played, summary.failed) == (2 * 170 * (2 + 3 + 4), 2 * 170 * (2 + 3 + 4), 0)
    return found, prints(base / "run")


def test_two_workers_make_the_same_bytes_as_one(unbroken: Any, tmp_path: Path) -> None:
    found, expected = unbroken
    told = Told()

    play(found, tmp_path / "run", jobs=2, told=told)

    assert prints(tmp_path / "run") == expected
    assert len(expected) == 2 + 2 + 5 * len(open_run(tmp_path / "run").plan.parts)
    assert told.games == told.total and told.ended and not told.warnings


def test_a_run_that_was_cut_into_sessions_makes_the_same_bytes(unbroken: Any, tmp_path: Path) -> None:
    found, expected = unbroken
    short = found.replace(blocks=120)

    play(short, tmp_path / "run")
    (tmp_path / "run" / "games" / "part-000002.parquet").unlink()
    summary = play(found, tmp_path / "run")

    assert prints(tmp_path / "run") == expected
    assert 0 < summary.played < summary.games


def test_a_complete_run_plays_nothing_again(unbroken: Any, tmp_path: Path) -> None:
    found, _ = unbroken
    first = play(found.replace(blocks=20), tmp_path / "run")
    told = Told()
    again = play(found.replace(blocks=20), tmp_path / "run", told=told)

    assert (again.played, told.done, told.games) == (0, first.games, 0)
    assert (again.games, again.failed, again.tied) == (first.games, first.failed, first.tied)
    assert open_run(tmp_path / "run").manifest["status"] == "complete"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_what_is_finished_and_the_run_goes_on_to_the_same_bytes(tmp_path: Path, jobs: int, number: int) -> None:
    found = slow(tmp_path / "bots", name="night")
    process = start(found, tmp_path, tmp_path / "run", jobs)
    wait_for(lambda: finished_parts(tmp_path / "run") >= 2, process)
    os.killpg(process.pid, number)                                  # as a terminal or a batch queue sends it
    output, _ = process.communicate(timeout=30)

    assert process.returncode == 128 + number, output
    assert "Stopping. What is finished is safe" in output and "Traceback" not in output
    run = open_run(tmp_path / "run")
    kept = finished_parts(tmp_path / "run")
    assert run.manifest["status"] == "interrupted" and run.manifest["games"]["recorded"] == 300 * kept
    assert 2 <= kept < len(run.plan.parts)
    assert not list((tmp_path / "run").rglob(".part-*"))
    if number == signal.SIGINT:
        summary = play(run.experiment, tmp_path / "run", jobs)      # from the folder alone
        assert summary.games == 1800 and summary.played == 1800 - 300 * kept and summary.interruptions == 1
        play(found, tmp_path / "unbroken")
        assert prints(tmp_path / "run") == prints(tmp_path / "unbroken")


def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    found = slow(tmp_path / "bots")
    process = start(found, tmp_path, tmp_path / "run", 2)
    wait_for(lambda: finished_parts(tmp_path / "run") >= 2, process)
    process.kill()                                                  # the runner alone; its workers find out themselves
    output, _ = process.communicate(timeout=10)                     # and let go of its output
    assert "resource_tracker" not in output
    part = sorted((tmp_path / "run" / "games").glob("part-*"))[0]
    part.write_bytes(part.read_bytes()[:-100])                      # and a part that the disk has lost the end of
    (tmp_path / "run" / "games" / ".part-000005.77.tmp").write_bytes(b"left behind")
    told = Told()

    summary = play(found, tmp_path / "run", 2, told)

    assert summary.games == 1800 and summary.interruptions == 1
    assert told.warnings == [f"{part.stem.replace('-', ' ')} was cut short (power loss?); its 300 games are played again."]
    assert not list((tmp_path / "run").rglob(".part-*"))
    play(found, tmp_path / "unbroken")
    assert prints(tmp_path / "run") == prints(tmp_path / "unbroken")


def test_the_workers_of_a_killed_runner_stop(tmp_path: Path) -> None:
    found = slow(tmp_path / "bots")
    process = start(found, tmp_path, tmp_path / "run", 2)
    wait_for(lambda: finished_parts(tmp_path / "run") >= 1, process)
    process.kill()
    process.wait()
    time.sleep(1.5)
    there = finished_parts(tmp_path / "run")
    time.sleep(1.5)

    assert finished_parts(tmp_path / "run") == there < 6


DEADLY = '''
import os
from evenhand import Strategy


class Deadly(Strategy):
    """Ends its process in two blocks."""

    def start(self, view, rng):
        if {seed}:
            os._exit(9)

    def choose(self, view, actions):
        return actions[0]
'''


def test_a_block_that_kills_its_worker_is_set_aside_and_all_else_is_played(tmp_path: Path) -> None:
    found = _deadly(tmp_path, 'rng.event in (STREAM,)')
    told = Told()

    summary = play(found, tmp_path / "run", 2, told)

    assert (summary.games, summary.failed) == (500, 1)
    assert [warning.split(" while")[0] for warning in told.warnings[:2]] == ["a worker died (out of memory?)"] * 2
    assert told.warnings[2].startswith("block 123 kills its worker each time, in game 15744; it is set aside as failed.")
    run = open_run(tmp_path / "run")
    [failure] = run.failures().to_pylist()
    assert (failure["kind"], failure["block"], failure["game_id"]) == ("crash", 123, 123 * 128)
    assert (failure["strategy"], failure["replay"].rpartition(" ")[2]) == ("deadly.py", str(123 * 128))
    assert failure["message"] == "it ends its worker each time; block 123 is set aside"
    assert run.table("games").num_rows == 499


def test_one_worker_is_guarded_too_and_names_the_game(tmp_path: Path) -> None:
    """The second game of the block is the one; one worker makes the same bytes as this process does without it."""
    found = _deadly(tmp_path, "rng.event in (STREAM,)", rotation=1, design="rotations", blocks=130)
    told = Told()

    summary = run(found, tmp_path / "run", jobs=1, worker=run_chunk, progress=told)

    assert (summary.games, summary.failed) == (260, 1)
    assert [warning.partition("\n")[0] for warning in told.warnings] == [
        "the worker died (out of memory?) while playing game 15745; it is tried again.",
        "block 123 kills its worker each time, in game 15745; it is set aside as failed."]
    [failure] = open_run(tmp_path / "run").failures().to_pylist()
    assert (failure["game_id"], failure["strategy"]) == (15745, "deadly.py")
    assert open_run(tmp_path / "run").table("games").num_rows == 258


def _deadly(folder: Path, when: str, rotation: int = 0, **fields: Any) -> Any:
    from experiments.seeds import stream

    event = int(stream(0, 123, rotation, 0).event)
    write_bot(folder, "deadly.py", DEADLY.format(seed=when.replace("STREAM", str(event))))
    return experiment(folder, **{"seats": 2, "blocks": 500, "design": "fixed", "strategies": ["deadly.py", "random"],
                                 "options": {"target": 8}, **fields})


def test_a_full_disk_ends_the_run_in_plain_words(tmp_path: Path) -> None:
    found = experiment(name="big", seats=3, blocks=600, log={"level": "decisions", "columns": "full"}, options={"target": 99})
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
    process = start(found, tmp_path, tmp_path / "run", 1, before=limit)
    output, _ = process.communicate(timeout=60)

    assert process.returncode == 2, output
    assert f"refused no space left on the disk of {tmp_path}/run. 0 games are kept." in output
    assert f"Make room, then:  evenhand run --resume {tmp_path}/run" in output
    assert "Traceback" not in output
    assert not list((tmp_path / "run").rglob(".part-*"))
    summary = play(open_run(tmp_path / "run").experiment, tmp_path / "run")
    assert summary.games == 1800 and summary.interruptions == 1


def test_a_second_writer_is_kept_out_and_told_who_writes(tmp_path: Path) -> None:
    found = slow(tmp_path / "bots")
    process = start(found, tmp_path, tmp_path / "run", 1)
    try:
        wait_for(lambda: finished_parts(tmp_path / "run") >= 1, process)
        with pytest.raises(RunError, match=f"run is being written by process {process.pid} on this machine since"):
            play(found, tmp_path / "run")
    finally:
        process.kill()
        process.communicate()


def test_neither_the_runner_nor_its_workers_load_pandas(tmp_path: Path) -> None:
    text = '''
import sys
from evenhand import Strategy


class Looks(Strategy):
    """Fails where a heavy package is loaded."""

    def choose(self, view, actions):
        heavy = {"pandas", "matplotlib", "scipy"} & set(sys.modules)
        assert not heavy, heavy
        return actions[0]
'''
    write_bot(tmp_path, "looks.py", text)
    found = experiment(tmp_path, seats=2, blocks=320, strategies=["looks.py", "random"], options={"target": 5})
    output, _ = start(found, tmp_path, tmp_path / "run", 2).communicate(timeout=60)

    assert output.splitlines()[-1] == "loaded", output
    assert "failed=0" in output


def test_a_game_that_breaks_is_our_fault_and_names_the_game(tmp_path: Path) -> None:
    text = PIG_FILE.read_text().replace("self.thrown += 1\n", "self.thrown += 1\n        assert self.turn < 40, 'a bug'\n")
    (tmp_path / "broken.py").write_text(text)
    found = experiment(tmp_path, game="broken.py:GAME", options={"target": 99})
    with pytest.raises(GameFault, match="AssertionError: a bug") as caught:
        play(found, tmp_path / "run")

    assert caught.value.game_id >= 0
    assert open_run(tmp_path / "run").manifest["status"] == "stopped"


def test_nothing_is_kept_at_level_none(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="'none' would keep nothing"):
        play(experiment(log={"level": "none"}), tmp_path / "run")
    assert not (tmp_path / "run").exists()
