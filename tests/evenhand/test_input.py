"""Input that a command cannot use is refused in plain words, before anything is written; what is odd about it is noted."""
from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.evenhand.desk import FIRST
from tests.evenhand.terminal import evenhand

RUN = "run --game pig.py --seats 2 --strategies random,random_py --blocks 4 --jobs 1 --no-report"
LONG = "x" * 300


@pytest.fixture
def desk(shared: Path) -> Path:
    """A desk that is only read."""
    return shared


@pytest.mark.parametrize(("command", "said"), [
    (f"{RUN} --out ''", "'--out': it is empty"),
    (f"{RUN} --name ' '", "--name: it is empty"),
    (f"{RUN} --name {LONG}", "--name: 300 bytes are too long for the name of a folder; 200 at most"),
    (f"{RUN} --name 'a\x1b[31mb'", "--name: a character of it can't be printed"),
    (f"{RUN} --out {LONG} --dry-run", "a name of 300 bytes is too long; 255 at most"),
    (f"{RUN} --out holder.py --dry-run", "holder.py is a file; a run needs a folder"),
    (f"{RUN} --out holder.py/run --dry-run", "holder.py/run can't be a folder: holder.py is a file"),
    (f"{RUN} --out bots --dry-run", "bots holds other things"),
    (f"{RUN} --name first --dry-run", "runs/first can't go on: the experiment says otherwise than the run."),
    (f"{RUN} --decision-seconds nan", "nan is not in the range 0<=x<=86400"),
    (f"{RUN} --decision-seconds inf", "inf is not in the range"),
    (f"{RUN} --decision-seconds -1", "-1.0 is not in the range"),
    (f"{RUN} --decision-seconds 1e-9", "a number from 0.001 to 86400, or 0 for no limit"),
    (f"{RUN} --half-width nan", "--half-width: nan is not allowed"),
    (f"{RUN} --half-width 1e400", "--half-width: inf is not allowed"),
    (f"{RUN} --sprt nan,0.3 --target random", "--sprt: nan is not allowed"),
    (f"{RUN} -O target=nan", "option target: nan is not allowed"),
    (f"{RUN} -O target=1e400", "option target: inf is not allowed"),
    (f"{RUN} --sweep target=20,20", "'target': 20 stands there twice"),
    (f"{RUN} --games 999999999999", "999,999,999,999 games are more than a run can hold"),
    ("run --game '' --seats 2", "--game: it is empty"),
    ("run ''", "it is empty"),
    ("bench pig.py --seconds inf", "inf is not in the range"),
    ("bench pig.py --seconds nan", "nan is not in the range"),
    ("bench pig.py --seconds 0", "0.0 is not in the range"),
    ("power --seats 3 --difference nan", "nan is not in the range"),
    ("power --seats 3 --difference 1e-300", "1e-300 is not in the range"),
    ("power --seats 3 --alpha nan", "nan is not in the range"),
    ("power --seats 3 --power nan", "nan is not in the range"),
    ("power --seats 3 --equivalence nan", "nan is not in the range"),
    ("runs ''", "it is empty"),
    ("runs holder.py", "holder.py is a file; runs lie in a folder"),
    ("report ''", "it is empty"),
    ("verify ''", "it is empty"),
    ("replay first 257 --picture ''", "it is empty"),
    ("replay first 257 --debug --json", "leave one of --debug and --json away"),
    ("replay first 257 --at 999", "--at: game 257 has no round 999 here; it had rounds 1 to "),
    ("replay first 257 --at 30 --until 4", "--at: game 257 has no round 30 here; its first 4 actions are of round 1"),
])
def test_what_cannot_be_used_is_refused(desk: Path, command: str, said: str) -> None:
    found = evenhand(*shlex.split(command))

    assert found.code == 2 and (not found.out or "--json" in command)
    assert said in " ".join(found.err.split()) and "Traceback" not in found.err
    assert sorted(path.name for path in Path("runs").iterdir()) == ["failed", "first"]


def test_a_parameter_of_a_strategy_is_a_number_that_can_be_counted_with(desk: Path) -> None:
    Path("share.py").write_text(Path("holder.py").read_text().replace("int = 15", "float = 15"))
    for value in ("nan", "inf", "-inf", "1e400"):
        said = evenhand(*shlex.split(RUN), "--strategies", f"share.py:Holder:enough={value},random")

        assert said.err == f"Error: share.py:Holder, parameter enough: '{value}' is not a number\n"


def test_missing_dask_is_said_before_anything_is_begun(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("experiments.cluster.find_spec", lambda name: None)
    for more in (["--dry-run"], []):
        said = evenhand(*shlex.split(RUN), "--backend", "dask:tcp://10.0.0.5:8786", "--name", "far", *more)

        assert said.err.startswith("Error: --backend: dask is not installed")
    assert not Path("runs/far").exists()


@pytest.mark.parametrize(("more", "note"), [
    ("--strategies random,random_py,holder.py,holder.py:Holder:enough=3 --blocks 2",
     "Note: with 2 blocks 2 of the 6 line-ups are played; no game for holder.py. 6 would play all."),
    ("--strategies random,random_py,holder.py --design mirror --blocks 2",
     "Note: with 2 blocks 2 of the 3 line-ups are played; no game for random_py. 3 would play all."),
    ("--strategies random,random_py,holder.py,holder.py:Holder:enough=3 --lineups balanced --blocks 1",
     "Note: with 1 block not all strategies play equally often; no game for random_py, "
     "holder.py:Holder:enough=3. 2 would see to that."),
    ("--strategies random,random_py,holder.py --blocks 3", ""),
    ("--variant a:target=20 --variant b:target=50 --variant c",
     "Note: the same rules, strategies and luck make the same games: c as b. They are no comparison."),
    ("--variant a:target=20 --variant b:target=30", ""),
])
def test_what_is_odd_is_noted_before_it_starts(desk: Path, more: str, note: str) -> None:
    said = evenhand(*shlex.split(f"{RUN} {more} --dry-run"))

    assert said.code == 0
    assert " ".join(said.err.split()) == note


def test_a_report_says_which_line_ups_got_no_game(own: Path) -> None:
    evenhand(*shlex.split(RUN), "--strategies", "random,random_py,holder.py", "--blocks", "2", "--name", "few")
    evenhand("report", "few")

    assert "with 2 blocks 2 of the 3 line-ups are played. 3 would play all." in Path("runs/few/report.md").read_text()


def test_a_single_variant_is_shown_by_the_dry_run(desk: Path) -> None:
    said = evenhand(*shlex.split(RUN), "--variant", "far:target=80", "--dry-run")

    assert "  variants   1   far (target 50 -> 80)\n" in said.out


def test_a_game_that_ends_before_the_step_that_is_asked_for_says_so(desk: Path) -> None:
    said = evenhand("replay", "first", "257", "--until", "9999")

    assert said.code == 0 and "end after round" in said.out
    assert said.err.startswith("Note: the game was over after ")


def test_a_folder_with_a_space_is_quoted_in_every_command_that_is_suggested(own: Path) -> None:
    run = evenhand(*FIRST, "--out", "my runs/the first")
    Path("my runs/the first/games/part-000000.parquet").write_bytes(b"")
    said = [run, evenhand("report", "my runs/the first"), evenhand("runs", "my runs"), evenhand("verify", "my runs/the first")]

    suggested = [line for one in said for line in (one.out + one.err).split("\n") if "evenhand " in line and "my runs" in line]
    assert len(suggested) == 5
    assert all("'my runs/the first'" in line for line in suggested), suggested


def test_a_report_is_announced_only_if_there_is_one(own: Path) -> None:
    without = evenhand(*FIRST)
    evenhand("report", "first")
    later = evenhand(*FIRST)

    assert "Report:  evenhand report runs/first        Tables:" in without.out
    assert "Report:  runs/first/report.html        Tables:" in later.out


def test_the_example_of_options_can_be_typed_and_can_stand_in_a_file(desk: Path) -> None:
    for grep in ("cost", "copies", "disabled", "preset", "quarr"):
        line = evenhand("options", "puerto_rico", "--grep", grep).err.strip()
        typed, entry = line.removeprefix("Set one:  ").split("        in a file:  [options] ")
        base = "run --game puerto_rico --seats 3 --blocks 1 --strategies random --design mirror --jobs 1 --dry-run"
        Path("one.toml").write_text('game = "puerto_rico"\nseats = 3\nblocks = 1\nstrategies = ["random"]\ndesign = "mirror"\n'
                                    f"[options]\n{entry}\n")

        assert evenhand(*shlex.split(f"{base} {typed}")).code == 0, line
        assert evenhand(*shlex.split("run one.toml --jobs 1 --dry-run")).code == 0, line
