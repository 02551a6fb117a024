"""`evenhand run`: what is played, written and said; how it is stopped and goes on."""
from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tests.evenhand.desk import FAILED, FIRST
from tests.evenhand.terminal import ROOT, environment, evenhand

PIG = ("run", "--game", "pig.py", "--seats", "3", "--jobs", "1", "--no-report")
SLOW = """\
import time

from evenhand import Strategy


class Slow(Strategy):
    def choose(self, view, actions):
        time.sleep(0.0005)
        return actions[1]
"""


def experiment(folder: str) -> dict[str, object]:
    """What a run's folder says that it played."""
    return tomllib.loads(Path(folder, "experiment.toml").read_text())


def test_a_run_ends_with_its_summary_and_the_same_command_only_shows_it_again(own: Path) -> None:
    first, again = evenhand(*FIRST), evenhand(*FIRST)

    assert first.code == again.code == 0
    assert first.err.startswith("first: pig.py:GAME, 3 seats, 3 strategies, 40 blocks of 3 games = 120 games, 1 worker\n")
    assert re.match(r"120 games in [\d.]+ s \([\d,.]+ games/s\), none failed, \d+ tied\n", first.out)
    assert again.err == ""
    assert again.out.partition("\n")[2] == first.out.partition("\n")[2]


def test_options_on_the_command_line_win_over_the_file_its_variants_and_its_log(own: Path) -> None:
    evenhand("run", "far.toml", "--blocks", "4", "-O", "target=30", "--log", "games", "--seed", "9", "--jobs", "1", "-q")

    played = experiment("runs/far")
    assert (played["blocks"], played["seed"], played["options"]) == (4, 9, {"target": 30})
    assert played["variants"] == [{"name": "to 50"}, {"name": "to 80"}]
    assert played["log"] == {"level": "games", "columns": "core", "timing": False}
    folders = sorted(path.name for path in Path("runs/far").iterdir() if path.is_dir())
    assert folders == ["games", "seats", "strategies", "timings"]


def test_everything_can_be_said_on_the_command_line(own: Path) -> None:
    said = evenhand(
        "run", "--game", "pig.py", "--seats", "2,3", "--strategies", "random,holder.py:Holder", "--lineups", "random,Holder",
        "--lineups", "random,random,Holder", "--design", "random", "--start", "rules", "--blocks", "3", "--seed", "4",
        "-O", "max_rounds=50", "--variant", "short:target=20", "--variant", "long:target=90", "--sweep", "Holder:enough=5,20",
        "--log", "decisions", "--columns", "x_rolls", "--timing", "--on-failure", "forfeit", "--decision-seconds", "3",
        "--name", "all of it", "--jobs", "1", "-q")

    assert said.code == 0, said.err
    assert experiment("runs/all-of-it") == {
        "name": "all of it", "game": "strategies/pig.py:GAME", "seats": [2, 3], "seed": 4, "blocks": 3,
        "strategies": ["random", "strategies/holder.py:Holder"], "design": "random",
        "lineups": [["random", "strategies/holder.py:Holder"], ["random", "random", "strategies/holder.py:Holder"]],
        "start": "rules", "on_failure": "forfeit", "options": {"max_rounds": 50},
        "sweep": {"strategies/holder.py:Holder:enough": [5, 20]},
        "log": {"level": "decisions", "columns": ["x_rolls"], "timing": True}, "limits": {"decision_seconds": 3.0},
        "variants": [{"name": "short", "options": {"target": 20}}, {"name": "long", "options": {"target": 90}}]}


def test_the_environment_comes_between_the_command_line_and_the_file(own: Path) -> None:
    settings = {"EVENHAND_RUN_BLOCKS": "2", "EVENHAND_RUN_SEED": "8", "EVENHAND_RUN_JOBS": "1"}

    evenhand("run", "far.toml", "-q", **settings)
    evenhand("run", "far.toml", "-q", "--seed", "9", "--name", "b", **settings)

    assert (experiment("runs/far")["blocks"], experiment("runs/far")["seed"]) == (2, 8)
    assert (experiment("runs/b")["blocks"], experiment("runs/b")["seed"]) == (2, 9)


def test_a_run_without_a_name_gets_one_and_the_same_run_the_same(own: Path) -> None:
    evenhand(*PIG, "--blocks", "2", "-q")
    evenhand(*PIG, "--blocks", "2", "--seed", "1", "-q")
    again = evenhand(*PIG, "--blocks", "2", "-q", "--json")

    assert sorted(path.name for path in Path("runs").iterdir()) == ["pig-3-1", "pig-3-2"]
    assert (again.document["run"], again.document["games"]["played"]) == ("runs/pig-3-1", 0)


def test_a_run_goes_where_it_is_told(own: Path) -> None:
    evenhand(*PIG, "--blocks", "2", "-q", "--out", "else/where")

    assert experiment("else/where")["name"] == "pig"         # not the folder's: the same experiment is the same anywhere
    assert not Path("runs").exists()


def test_games_that_fill_no_whole_block_are_rounded_up_and_it_is_said(own: Path) -> None:
    said = evenhand(*PIG, "--strategies", "random,random_py,holder.py:Holder", "--games", "20", "--name", "n")

    assert said.err.startswith("Note: 20 games asked, blocks of 3: playing 21 (7 blocks).\n")
    assert said.out.startswith("21 games in ")


def test_for_scripts_there_is_one_document(own: Path) -> None:
    said = evenhand(*FAILED, "--json", "-q")

    assert said.code == 1
    assert said.err == ""
    document = said.document
    assert list(document)[:3] == ["schema", "exit", "run"]
    assert (document["schema"], document["exit"], document["run"]) == ("evenhand.run/1", 1, "runs/failed")
    assert document["games"]["planned"] == document["games"]["recorded"] == document["games"]["played"] == 120
    assert 0 < document["games"]["failed"] < 120


def test_a_bot_that_fails_in_some_games_gives_a_warning_and_exit_1(own: Path) -> None:
    said = evenhand(*FAILED)

    assert said.code == 1
    warning = said.err[said.err.index("Warning:"):].splitlines()
    assert re.fullmatch(r"Warning: failing.py failed in \d+ of 120 games; these blocks are left out of the table.", warning[0])
    assert re.fullmatch(r"  exception +\d+ +game \d+: IndexError: list index out of range at failing.py, line 12, in choose",
                        warning[1])
    assert re.fullmatch(r"  illegal action +\d+ +game \d+: the answer is a str, not one of the 2 actions", warning[2])
    assert re.fullmatch(r"Repeat one in a debugger:  evenhand replay runs/failed \d+ --debug", warning[3])
    assert warning[4] == "All of them:               evenhand report runs/failed --failures"


def test_nothing_is_begun_before_the_whole_input_is_valid(own: Path) -> None:
    for args in (["run", "faults.toml"], [*PIG, "--strategies", "bots/mute.py"], [*PIG, "-O", "target=0"]):
        assert evenhand(*args).code == 2

    assert not Path("runs").exists()


def test_a_dry_run_says_what_would_be_and_leaves_nothing(own: Path) -> None:
    said = evenhand("run", "far.toml", "--dry-run", "--json", "--jobs", "1")

    document = said.document
    assert (said.code, document["schema"], document["games"], document["parts"]) == (0, "evenhand.plan/1", 120, 2)
    assert 0.05 < document["half_width"] < 0.15                     # 60 games, a share of a third
    assert document["seconds"] > 0 and 10_000 < document["bytes"] < 1_000_000
    assert not Path("runs").exists()


def test_a_run_is_longer_when_it_is_resumed_with_more_blocks(own: Path) -> None:
    evenhand(*FIRST, "-q")

    said = evenhand("run", "--resume", "first", "--blocks", "120", "--jobs", "1", "--json", EVENHAND_RUN_SEED="7")

    assert said.code == 0, said.err
    assert said.document["games"] == {"planned": 360, "recorded": 360, "played": 360, "failed": 0,      # the short part again
                                      "tied": said.document["games"]["tied"]}


def test_a_game_that_breaks_is_no_fault_of_the_user(own: Path) -> None:
    Path("broken.py").write_text(Path("pig.py").read_text().replace("if die == 1:", "if die == 7 // (self.turn - 8):"))

    said = evenhand("run", "--game", "broken.py", "--seats", "2", "--blocks", "9", "--name", "broken", "--jobs", "1", "--json")

    assert said.code == said.document["exit"] == 4
    assert "Please send runs/broken/evenhand-error.txt with:  evenhand --version -v" in said.err
    assert "ZeroDivisionError" in Path("runs/broken/evenhand-error.txt").read_text()


def test_more_is_said_when_it_is_asked_for(own: Path) -> None:
    said = evenhand(*FIRST, "-v")

    assert re.search(r"^  evenhand \S+, python .*,\s+numpy [\d.]+,", said.err, re.MULTILINE | re.DOTALL)
    assert "part 000000: 120 games\n" in said.err


def test_an_experiment_of_the_library_is_run_by_its_name(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own / "library" / "pig").mkdir(parents=True)
    (own / "far.toml").rename(own / "library" / "pig" / "ready.toml")
    for name in ("pig.py", "holder.py"):
        (own / name).rename(own / "library" / "pig" / name)
    monkeypatch.setattr("evenhand.asked.LIBRARY", own / "library")

    for name in ("pig/ready", "pig/ready.toml"):
        assert evenhand("run", name, "--dry-run").code == 0
    assert evenhand("run", "pig/reddy").err.startswith("Error: no file pig/reddy")


def test_the_report_is_written_at_the_end_unless_told_otherwise(own: Path) -> None:
    evenhand(*[word for word in FIRST if word != "--no-report"])

    assert "<html" in Path("runs/first/report.html").read_text()
    evenhand(*PIG[:-1], "--blocks", "2", "--name", "quiet", "-q")
    assert not Path("runs/quiet/report.html").exists()


# --- stopped ----------------------------------------------------------------------------------------------------------

def start(*args: str, **streams: int) -> subprocess.Popen[str]:
    env = {**environment({}), "PYTHONPATH": str(ROOT)}
    settings: dict[str, int] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([sys.executable, "-m", "evenhand", *args], env=env, text=True, start_new_session=True, **settings)


def wait_for(file: Path, seconds: float = 30) -> None:
    """Until a file is there."""
    end = time.monotonic() + seconds
    while not file.exists():
        assert time.monotonic() < end, f"no {file} after {seconds} s"
        time.sleep(0.05)


@pytest.mark.parametrize(("number", "code", "jobs"), [(signal.SIGINT, 130, "1"), (signal.SIGTERM, 143, "2")])
def test_a_stopped_run_says_what_is_kept_and_how_to_go_on(own: Path, number: signal.Signals, code: int, jobs: str) -> None:
    Path("slow.py").write_text(SLOW)
    run = start("run", "--game", "pig.py", "--seats", "2", "--strategies", "slow.py,random", "--blocks", "4000", "--name",
                "night", "--jobs", jobs)
    wait_for(Path("runs/night/games/part-000000.parquet"))

    run.send_signal(number)
    out, err = run.communicate(timeout=60)

    assert run.returncode == code, err
    assert out == ""
    lines = err.splitlines()
    assert "Stopping. What is finished is safe; Ctrl-C again leaves at once." in lines
    assert re.fullmatch(r"Interrupted: [\d,]+ of 8,000 games are kept(; [\d,]+ not yet written will be played again)?\.",
                        lines[-3])
    assert lines[-2:] == ["  Go on:        evenhand run --resume runs/night", "  Look at it:   evenhand report runs/night"]
    assert evenhand("report", "runs/night", "--json").document["health"]["finished_blocks"] % 150 == 0


def test_a_terminal_gets_a_bar(own: Path) -> None:
    Path("slow.py").write_text(SLOW)
    screen, side = pty.openpty()
    run = start("run", "--game", "pig.py", "--seats", "2", "--strategies", "slow.py,random", "--blocks", "30", "--name", "bar",
                "--jobs", "1", "--no-report", stderr=side)
    os.close(side)
    text = ""
    while select.select([screen], [], [], 60)[0]:
        try:
            text += os.read(screen, 10_000).decode()
        except OSError:                             # the other side is closed: the command has ended
            break
    os.close(screen)
    out, _ = run.communicate(timeout=60)

    assert run.returncode == 0
    assert re.search(r"\rplaying +\d+% \|.* \d+/60  [\d,.]+ games/s  [\d.]+ s left", text)
    assert out.startswith("60 games in ") and "\r" not in out
