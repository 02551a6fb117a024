"""What each command does: games played, files written, exit codes."""
from __future__ import annotations

import csv
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.evenhand.desk import FAILED, FIRST, lay
from tests.evenhand.regenerate import desk
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


@pytest.fixture(scope="module")
def shared() -> Iterator[Path]:
    """A desk with the runs `first` and `failed`, which tests only read."""
    with desk() as folder:
        yield folder


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk without runs, for one test."""
    monkeypatch.chdir(tmp_path)
    lay(tmp_path)
    return tmp_path


def experiment(folder: str) -> dict[str, object]:
    """What a run's folder says that it played."""
    return tomllib.loads(Path(folder, "experiment.toml").read_text())


# --- run --------------------------------------------------------------------------------------------------------------

def test_a_run_ends_with_its_summary_and_the_same_command_only_shows_it_again(own: Path) -> None:
    first, again = evenhand(*FIRST), evenhand(*FIRST)

    assert first.code == again.code == 0
    assert first.err.startswith("first: pig.py:GAME, 3 seats, 3 strategies, 40 blocks of 3 games = 120 games, 1 worker\n")
    assert re.match(r"120 games in [\d.]+ s \([\d,]+ games/s\), none failed, \d+ tied\n", first.out)
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

    assert experiment("else/where")["name"] == "where"
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

    said = evenhand("run", "--resume", "first", "--blocks", "120", "--jobs", "1", "--no-report", "--json")

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
    assert re.search(r"\rplaying +\d+% \|.* \d+/60  [\d,]+ games/s  [\d.]+ s left", text)
    assert out.startswith("60 games in ") and "\r" not in out


# --- report, replay, verify, bench --------------------------------------------------------------------------------------

def test_report_writes_the_formats_that_are_asked_for(own: Path) -> None:
    evenhand(*FIRST, "-q")

    plain = evenhand("report", "first")
    tables = evenhand("report", "first", "--format", "csv,json")

    assert plain.code == tables.code == 0
    assert plain.out.endswith("Written:  runs/first/report.html  runs/first/report.md\n")
    rows = list(csv.DictReader(io.StringIO(Path("runs/first/report/strategies.csv").read_text())))
    assert {row["strategy"] for row in rows} == {"random", "holder.py:Holder", "holder.py:Holder:enough=25"}
    assert Path("runs/first/report.json").is_file()


def test_report_as_json_is_the_whole_report_and_writes_nothing(own: Path) -> None:
    evenhand(*FIRST, "-q")

    said = evenhand("report", "first", "--json")

    assert next(iter(said.document)) == "schema" and said.document["schema"] == "evenhand.report/1"
    assert {row["games"] for row in said.document["strategies"]} == {120}
    assert not Path("runs/first/report.html").exists()


def test_report_lists_every_failed_game(shared: Path) -> None:
    rows = evenhand("report", "failed", "--failures", "--json").document["failures"]

    assert {row["kind"] for row in rows} == {"exception", "illegal action"}
    assert {row["strategy"] for row in rows} == {"failing.py"}
    assert rows[0]["replay"] == f"evenhand replay runs/failed {rows[0]['game_id']}"
    assert evenhand("report", "first", "--failures").out == "No strategy failed in any game.\n"


def test_replay_tells_the_game_that_was_recorded(shared: Path) -> None:
    seats = [row for row in pq.read_table("runs/first/seats").to_pylist() if row["game_id"] == 257]

    document = evenhand("replay", "first", "257", "--json").document

    assert (document["scores"], document["ranks"]) == ([row["score"] for row in seats], [row["rank"] for row in seats])
    assert document["strategies"] == [row["strategy"] for row in seats]
    assert document["over"] and document["failure"] is None
    assert [move["step"] for move in document["moves"]] == list(range(len(document["moves"])))
    assert document["moves"][0]["words"] == "roll the die" and document["moves"][0]["forced"]


def test_replay_shows_a_round_or_stops_at_a_step(shared: Path) -> None:
    whole = evenhand("replay", "first", "257").out
    one = evenhand("replay", "first", "257", "--at", "2").out
    stopped = evenhand("replay", "first", "257", "--until", "5").out

    heads = re.findall(r"^round (\d+) ", whole, re.MULTILINE)
    assert heads == [str(n) for n in range(1, len(heads) + 1)]
    assert re.findall(r"^round (\d+) ", one, re.MULTILINE) == ["2"]
    assert one.splitlines()[2] in whole
    assert whole.splitlines()[-1].startswith(f"end after round {len(heads)}: target_reached   ")
    assert re.search(r"after 5 actions seat \d, \S+, may:\n  roll the die\n", stopped)


def test_replay_shows_why_a_game_failed_and_a_debugger_stands_there(shared: Path) -> None:
    failures = evenhand("report", "failed", "--failures", "--json").document["failures"]
    raised = next(row for row in failures if row["kind"] == "exception")
    illegal = next(row for row in failures if row["kind"] == "illegal action")

    told = evenhand("replay", "failed", str(raised["game_id"]))
    with patch("sys.stdin", io.StringIO("p self.way\nq\n")):
        after = evenhand("replay", "failed", str(raised["game_id"]), "--debug")
    with patch("sys.stdin", io.StringIO("p self.way\nn\nc\n")):
        before = evenhand("replay", "failed", str(illegal["game_id"]), "--debug")

    assert told.code == 0
    assert f"step {raised['step']}: seat {raised['seat']}, failing.py failed: exception: IndexError" in told.out
    assert "    return [][0]\n" in told.out
    assert after.code == 0 and "-> return [][0]\n(Pdb) 0\n" in after.out
    assert before.code == 0 and "(Pdb) 1\n" in before.out


def test_a_debugger_can_stop_at_any_decision(shared: Path) -> None:
    moves = evenhand("replay", "first", "257", "--json").document
    seat = moves["strategies"].index("holder.py:Holder")
    step = next(move["step"] for move in moves["moves"] if move["seat"] == seat and not move["forced"])
    forced = next(move["step"] for move in moves["moves"] if move["forced"])

    with patch("sys.stdin", io.StringIO("p view.at_stake\nq\n")):
        stopped = evenhand("replay", "first", "257", "--until", str(step), "--debug")
    nobody = evenhand("replay", "first", "257", "--until", str(forced), "--debug")

    assert stopped.code == 0 and re.search(r"-> return actions\[1\] if .*\n\(Pdb\) \d+\n", stopped.out)
    assert nobody.code == 2
    assert nobody.err == f"Error: nobody is asked at step {forced}: there is only one thing to do, or the game is over\n"


def test_verify_finds_a_game_that_comes_out_otherwise(own: Path) -> None:
    evenhand(*FIRST, "-q")
    assert evenhand("verify", "first", "--sample", "20").out == "20 of 120 games played again: all digests equal.\n"

    file = Path("runs/first/games/part-000000.parquet")
    table = pq.read_table(file)
    digests = table.column("digest").to_pylist()
    digests[7] ^= 1
    changed = table.set_column(table.schema.get_field_index("digest"), table.schema.field("digest"),
                               pa.array(digests, pa.int64()))
    pq.write_table(changed, file)
    said = evenhand("verify", "first", "--sample", "1000", "--json")

    assert said.code == 1
    assert said.document["sampled"] == 120
    assert said.document["different"] == [table.column("game_id")[7].as_py()]


def test_bench_prints_the_figures_and_leaves_nothing(own: Path) -> None:
    wanted = {"build", "games", "decisions", "games_per_cpu_s", "decisions_per_cpu_s", "us_per_decision", "forced_share",
              "turns_per_game", "actions_per_game", "copy_us"}

    for level in ("none", "rounds"):
        figures = evenhand("bench", "pig.py", "--seats", "3", "--seconds", "0.05", "--log", level, "--json").document
        assert wanted <= set(figures)
        assert figures["games_per_cpu_s"] == pytest.approx(figures["games"] / figures["cpu_s"])
        assert figures["us_per_decision"] == pytest.approx(1e6 * figures["cpu_s"] / figures["decisions"])
        assert 0 < figures["forced_share"] < 1 and figures["turns_per_game"] % 1 >= 0 < figures["copy_us"]
    assert not Path("runs").exists()


def test_bench_refuses_a_strategy_that_fails(own: Path) -> None:
    said = evenhand("bench", "pig.py", "--strategy", "failing.py", "--seconds", "1")

    assert said.code == 2
    assert said.err.startswith("Error: failing.py failed in block ")


def test_runs_lists_what_is_there(shared: Path) -> None:
    rows = evenhand("runs", "--json").document["runs"]

    assert [(row["run"], row["games"], row["planned"], row["status"]) for row in rows] == [
        ("failed", 120, 120, "complete"), ("first", 120, 120, "complete")]
    assert rows[0]["failed"] > 0 == rows[1]["failed"]
