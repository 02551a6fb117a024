"""The group: what is loaded when, where output goes, how a call ends."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import click
import pytest

from evenhand import cli, show
from evenhand.exits import Code, Terminated
from sim.faults import Fault, Refusal
from tests.evenhand.terminal import PIG, ROOT, environment, evenhand, in_a_process

DEAR = ("numpy", "pandas", "matplotlib", "joblib", "pyarrow", "scipy", "tqdm", "jinja2")
LOADED = f"""
import json, os, sys
from evenhand.cli import call

for n, args in enumerate(json.loads(sys.argv[1])):
    if os.fork() == 0:
        saying = os.dup(1)
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        code = call(args)
        found = [name for name in {DEAR} if name in sys.modules]
        found += [name for name in sys.modules if name.startswith("sim.") and hasattr(sys.modules[name], "GAME")]
        os.write(saying, (json.dumps([int(code), found]) + "\\n").encode())
        os._exit(0)
    os.wait()
"""
"""Calls the command line once in a process of its own for each list of arguments; says how it ended and what it imported."""
EVERY = [name for names in cli.COMMANDS.values() for name in names]


def loaded(*calls: list[str], **settings: str) -> list[tuple[int, list[str]]]:
    """The exit code of each call, and which dear modules and games it imported."""
    env = {**environment(settings), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", LOADED, json.dumps(calls)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=True)
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def with_command(callback: Callable[[], object]) -> click.Command:
    return cli.Command("games", callback=callback)


def evenhand_with(callback: Callable[[], object], *args: str) -> tuple[int, str, str]:
    """Call `evenhand games` with another body."""
    with patch.object(cli.Commands, "get_command", lambda *_: with_command(callback)):
        said = evenhand("games", *args)
    return said.code, said.out, said.err


def test_help_and_version_load_nothing_dear_and_no_game() -> None:
    calls = [["--help"], ["--version"], ["--version", "-v"], *([name, "--help"] for name in EVERY)]

    assert loaded(*calls) == [(0, [])] * len(calls)


def test_mistakes_in_usage_load_nothing_dear_and_no_game() -> None:
    calls = [["rum"], ["run", "--desing", "fixed"], ["run", "--design", "rotation"], ["report"], ["report", "runs/none"],
             ["games", "--format", "tabl"], ["run", "--game", "nogame"], ["options", "nogame"], ["bench", "nogame"]]

    assert loaded(*calls) == [(2, [])] * len(calls)


def test_the_net_catches_what_is_loaded() -> None:
    assert loaded(["options", "puerto_rico"]) == [(0, ["sim.puerto_rico"])]
    assert "numpy" in loaded(["columns", PIG])[0][1]


@pytest.mark.parametrize(("typed", "completed"), [
    ("evenhand rep", ["plain,replay", "plain,report"]), ("evenhand run --design mir", ["plain,mirror"]),
    ("evenhand run --strategies ran", ["plain,random", "plain,random_py"]), ("evenhand games --form", ["plain,--format"])])
def test_completion_loads_nothing_dear_and_no_game(typed: str, completed: list[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_EVENHAND_COMPLETE": "bash_complete"}

    said = in_a_process(**words)

    assert sorted(line.split("\n")[0] for line in said.out.split()) == completed
    assert loaded([], **words) == [(0, [])]


def test_the_completion_script_is_printed() -> None:
    said = in_a_process(_EVENHAND_COMPLETE="zsh_source")

    assert said.out.startswith("#compdef evenhand")


def test_a_number_is_the_exit_code_and_nothing_is_done() -> None:
    assert evenhand_with(lambda: Code.FAILED_GAMES)[0] == 1
    assert evenhand_with(lambda: None)[0] == 0


def test_bad_input_is_one_sentence_and_exit_2() -> None:
    def refuse() -> None:
        raise Refusal(Fault("option quarry_discount", "-1 is not allowed; an integer from 0 (default 1)",
                            help="Doubloons off for each counted quarry."))

    code, out, err = evenhand_with(refuse)

    assert code == 2
    assert out == ""
    assert err == ("Error: option quarry_discount: -1 is not allowed; an integer from 0 (default 1)\n"
                   "  Doubloons off for each counted quarry.\n")


def test_all_faults_come_at_once_but_ten_at_most() -> None:
    def refuse() -> None:
        raise Refusal(Fault(f"place {n}", "is wrong", "right" if n == 0 else "") for n in range(12))

    code, _, err = evenhand_with(refuse)

    lines = err.splitlines()
    assert code == 2
    assert lines[0] == "Error: 12 faults; nothing was played."
    assert lines[1] == "  place 0    is wrong. Did you mean 'right'?"
    assert lines[-1] == "  ... and 2 more"
    assert len(lines) == 12


def test_with_json_an_error_is_the_one_document_on_stdout() -> None:
    said = evenhand("options", PIG, "--grep", "nothing like it", "--json")

    assert said.code == 2
    assert said.document["schema"] == "evenhand.error/1"
    assert said.document["exit"] == 2
    assert [fault["message"] for fault in said.document["faults"]] == [
        "no option of pig has 'nothing like it' in its name or meaning."]


@pytest.mark.parametrize("args", [
    ["rum", "--json"], ["games", "--jsn", "--json"], ["options", "nogame", "--json"], ["options", "--json"]])
def test_with_json_also_a_mistake_in_usage_is_a_document(args: list[str]) -> None:
    said = evenhand(*args)

    assert said.code == 2
    assert said.document["schema"] == "evenhand.error/1"


def test_our_own_fault_goes_into_a_file_and_exits_4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def break_down() -> None:
        raise KeyError("nobody expected this")

    code, out, err = evenhand_with(break_down)

    assert (code, out) == (4, "")
    assert err == ("Error: this is a bug in evenhand. Nothing finished is lost.\n"
                   "  Please send evenhand-error.txt with:  evenhand --version -v\n")
    assert "nobody expected this" in Path("evenhand-error.txt").read_text()
    assert "Traceback" not in err
    assert "Traceback" in evenhand_with(break_down, "--debug")[2]


def test_our_own_fault_goes_into_the_folder_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("runs/night").mkdir(parents=True)

    def break_down() -> None:
        show.session().folder = Path("runs/night")
        raise AssertionError

    err = evenhand_with(break_down)[2]

    assert "Please send runs/night/evenhand-error.txt with" in err
    assert Path("runs/night/evenhand-error.txt").is_file()


def test_a_place_that_cannot_be_written_is_no_bug_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")

    code, _, err = evenhand_with(lambda: (tmp_path / "file" / "under").mkdir())

    assert (code, err) == (2, "Error: file/under: Not a directory\n")


@pytest.mark.parametrize(("stop", "code"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_a_stop_has_its_own_exit_code(stop: type[BaseException], code: int) -> None:
    def stopped() -> None:
        raise stop

    assert evenhand_with(stopped)[::2] == (code, "\nInterrupted.\n")


def test_a_reader_that_goes_is_no_error() -> None:
    command = f"{sys.executable} -m evenhand options {PIG} | true; echo ${{PIPESTATUS[0]}}"
    env = {**environment({}), "PYTHONPATH": str(ROOT)}

    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=env, timeout=60)

    assert done.stdout == "0\n"
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr


def test_names_that_the_terminal_cannot_show_are_no_error() -> None:
    for encoding in ("latin-1:strict", "ascii:strict"):
        said = in_a_process("report", "runs/\u017c\u00f3\u0142w", PYTHONIOENCODING=encoding)

        assert said.code == 2
        assert said.err.startswith("Error: no run at runs/")
        assert "Unicode" not in said.err


def test_settings_come_from_the_environment_and_the_command_line_wins() -> None:
    assert evenhand("games", EVENHAND_GAMES_FORMAT="csv").out.startswith("game,seats,strategies")
    assert evenhand("games", "--format", "md", EVENHAND_GAMES_FORMAT="csv").out.startswith("| game |")
    assert evenhand("games", EVENHAND_GAMES_FORMAT="tabl").code == 2


def test_quiet_leaves_the_results() -> None:
    loud, quiet = evenhand("options", PIG), evenhand("options", PIG, "-q")

    assert "Set one:" in loud.err
    assert (quiet.out, quiet.err) == (loud.out, "")
    assert evenhand("-q", "options", PIG) == quiet == evenhand("options", PIG, EVENHAND_QUIET="1")


@pytest.mark.parametrize("name", EVERY)
def test_every_command_of_the_table_is_there_with_help_and_the_common_options(name: str) -> None:
    said = evenhand(name, "--help")

    assert said.code == 0
    assert said.out.startswith(f"Usage: evenhand {name} ")
    assert "--quiet" in said.out and "--debug" in said.out
    assert max(map(len, said.out.splitlines())) <= 100


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in evenhand("options", PIG).out
    assert "\x1b[1m" in evenhand("options", PIG, FORCE_COLOR="1").out
    assert "\x1b[" in evenhand("options", "nogame", FORCE_COLOR="1").err
    assert os.environ.get("FORCE_COLOR") is None
