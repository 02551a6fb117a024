"""Strategies that leave their process, hang it, or act as if the user had pressed Ctrl-C: the command outlives them."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experiments.reader import open_run
from tests.evenhand.terminal import ROOT, environment, evenhand, in_a_process

BAD = '''
import os
import threading
import time

from evenhand import Strategy


class Bad(Strategy):
    """Does what its name says in some games."""

    def start(self, view, rng):
        self.turn = rng.below(4) == 0

    def choose(self, view, actions):
        if self.turn and view.round == 2:
            self.act()
        return actions[1]


class Leave(Bad):
    def act(self):
        os._exit(7)


class Always(Strategy):
    def choose(self, view, actions):
        os._exit(7)


class Abort(Bad):
    def act(self):
        os.abort()


class Hang(Bad):
    def act(self):
        open("begun", "w").close()
        sum(range(10**12))


class Sleep(Bad):
    def act(self):
        open("begun", "w").close()
        time.sleep(1000)


class Keyboard(Bad):
    def act(self):
        raise KeyboardInterrupt


class Thread(Bad):
    def act(self):
        threading.Thread(target=time.sleep, args=(1000,)).start()


class Unmade(Bad):
    def __init__(self):
        raise SystemExit(3)
'''
RUN = ("run", "--game", "pig.py", "--seats", "2", "--blocks", "8", "--no-report", "--jobs", "1")


@pytest.fixture
def bad(own: Path) -> Path:
    Path("bad.py").write_text(BAD)
    return own


def playing(name: str) -> tuple[str, ...]:
    return (*RUN, "--strategies", f"bad.py:{name},random", "--name", name)


@pytest.mark.parametrize(("name", "seconds"), [("Leave", "10"), ("Hang", "0.2")])
def test_one_job_outlives_a_strategy_that_ends_or_hangs_its_process_and_so_does_a_replay(bad: Path, name: str, seconds: str,
                                                                                         ) -> None:
    said = in_a_process(*playing(name), "--decision-seconds", seconds, "--blocks", "4")

    failures = open_run(f"runs/{name}").failures().to_pylist()
    assert said.code == 1 and failures
    assert {(row["kind"], row["strategy"]) for row in failures} == {("crash", f"bad.py:{name}")}
    game = failures[0]["game_id"]
    assert f"block {game >> 7} kills its worker each time, in game {game}; it is set aside as failed." in said.err

    again = in_a_process("replay", name, str(game))

    assert (again.code, again.out) == (2, "")
    assert again.err.startswith(f"Error: game {game}, step ") and f"bad.py:{name}: the process has ended" in again.err
    assert f"In a debugger:  evenhand replay runs/{name} {game} --until " in again.err


def test_a_strategy_that_ends_its_process_in_every_game_is_told_a_few_times_and_counted(bad: Path) -> None:
    said = in_a_process(*playing("Always"), "--design", "random")

    log = Path("runs/Always/log.txt").read_text().splitlines()
    assert said.code == 1 and open_run("runs/Always").failures().num_rows == 8
    for text in (said.err, "\n".join(log)):
        assert [text.count(what) for what in ("kills its worker", "while playing game")] == [4, 4]
        assert "and 5 more of this kind: block 0 kills its worker each time, in game 0;" in text
    assert log[-1].endswith("  All failures:  evenhand report runs/Always --failures")


def test_a_measurement_outlives_it_too(bad: Path) -> None:
    said = in_a_process("bench", "pig.py", "--seats", "2", "--strategy", "bad.py:Abort", "--seconds", "9", "--json")

    assert said.code == said.document["exit"] == 2
    assert "bad.py:Abort: the process has ended without a word (signal 6)" in said.document["faults"][0]["message"]


def test_a_dry_run_says_that_a_strategy_ends_its_process(bad: Path) -> None:
    said = in_a_process(*playing("Leave"), "--dry-run")

    assert said.code == 0
    assert "time       not known on 1 worker: no game could be tried" in said.out
    assert "Warning: bad.py:Leave ended the process that tried it" in said.err


def test_a_strategy_cannot_press_ctrl_c(bad: Path) -> None:
    said = evenhand(*playing("Keyboard"))

    failures = open_run("runs/Keyboard").failures().to_pylist()
    assert said.code == 1 and "Interrupted" not in said.err
    assert {(row["kind"], row["message"].partition(" at ")[0]) for row in failures} == {("exception", "KeyboardInterrupt")}
    assert evenhand(*playing("Unmade")).err == "Error: bad.py:Unmade can't be made: SystemExit: 3\n"


def test_ctrl_c_still_ends_a_command_that_plays(bad: Path) -> None:
    """Also one whose strategy does not come back: the command waits a moment, then ends it."""
    for name in ("Sleep", "Hang"):
        Path("begun").unlink(missing_ok=True)
        command = [sys.executable, "-m", "evenhand", "bench", "pig.py", "--strategy", f"bad.py:{name}", "--seats", "2"]
        bench = subprocess.Popen(command, env={**environment({}), "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, start_new_session=True)
        while not Path("begun").exists():
            assert bench.poll() is None
            time.sleep(0.05)
        os.killpg(bench.pid, signal.SIGINT)
        out, err = bench.communicate(timeout=30)

        assert (bench.returncode, out, err.strip()) == (130, "", "Interrupted.")


def test_threads_that_a_strategy_leaves_behind_hold_nothing_back(bad: Path) -> None:
    for name, jobs in (("Thread", "1"), ("Thread", "2")):
        assert in_a_process(*playing(name), "--jobs", jobs, "--name", f"{name}-{jobs}").code == 0
    game = str(open_run("runs/Thread-1").table("games", columns=["game_id"]).column(0)[0].as_py())
    for command in (("replay", "Thread-1", game), ("verify", "Thread-1"), (*playing("Thread"), "--debug", "--name", "here")):
        assert in_a_process(*command).code == 0
