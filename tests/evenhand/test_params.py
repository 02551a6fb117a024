"""The kinds of values that commands take."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from evenhand.cli import cli
from evenhand.params import Choice, Seats, Setting, Words, gathered, run_folder, runs_in
from evenhand.plainly import in_python
from evenhand.refusals import faults_of
from sim.faults import Refusal


@pytest.mark.parametrize(("text", "seats"), [("4", [4]), ("3,4", [3, 4]), ("2-5", [2, 3, 4, 5]), ("2, 4-5", [2, 4, 5])])
def test_seats_are_numbers_lists_and_ranges(text: str, seats: list[int]) -> None:
    assert Seats().convert(text, None, None) == seats


@pytest.mark.parametrize("text", ["", "four", "4,", "-3", "5-2", "4.5"])
def test_other_seats_are_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(click.BadParameter, match="say 4, or 3,4, or 2-5"):
        Seats().convert(text, None, None)


@pytest.mark.parametrize(("text", "setting"), [
    ("cost.harbor=9", ("cost.harbor", 9)), ("preset=base", ("preset", "base")), ("a = true", ("a", True)),
    ("x=[1, 2]", ("x", [1, 2])), ("x=office,wharf", ("x", ["office", "wharf"])), ("x=a=b", ("x", "a=b"))])
def test_a_setting_is_a_name_and_a_value(text: str, setting: tuple[str, Any]) -> None:
    assert Setting().convert(text, None, None) == setting


@pytest.mark.parametrize("text", ["cost.harbor", "=9", "cost.harbor="])
def test_half_a_setting_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="say NAME=VALUE"):
        Setting().convert(text, None, None)


def test_a_setting_given_twice_is_refused_unless_it_says_the_same() -> None:
    assert gathered([("a", 1), ("a", 1)], "option") == {"a": 1}
    with pytest.raises(Refusal, match="option a: given twice: 1 and 2"):
        gathered([("a", 1), ("a", 2)], "option")


def test_a_wrong_choice_gets_the_nearest_right_one() -> None:
    with pytest.raises(click.BadParameter, match=r"is not one of 'rotations', 'random'\. Did you mean 'rotations'\?"):
        Choice(["rotations", "random"]).convert("rotation", None, None)
    with pytest.raises(click.BadParameter, match=r"Did you mean 'html'\?"):
        Words(("html", "csv")).convert("csv,htm", None, None)


def _run(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "experiment.toml").write_text("")
    return folder


def test_a_run_is_found_by_its_folder_and_in_runs_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _run(tmp_path / "runs" / "first")
    _run(tmp_path / "elsewhere" / "other")

    assert run_folder("runs/first") == run_folder("first") == Path("runs/first")
    assert run_folder("elsewhere/other") == Path("elsewhere/other")
    assert runs_in(Path("runs")) == [Path("runs/first")]
    assert runs_in(Path("nowhere")) == []


def test_an_unknown_run_is_answered_with_the_nearest_and_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("first", "corn"):
        _run(tmp_path / "runs" / name)
    (tmp_path / "runs" / "no_run").mkdir()

    with pytest.raises(Refusal) as refused:
        run_folder("runs/frist")

    fault = refused.value.faults[0]
    assert fault.message == "no run at runs/frist. Did you mean runs/first?"
    assert fault.help == "Runs here: corn, first"
    assert fault.nearest == "runs/first"


def numbers() -> Iterator[tuple[str, str, str]]:
    """Every option that takes a number: its command, its name, and what a word is not."""
    for name in cli.list_commands(click.Context(cli)):
        command = cli.get_command(click.Context(cli), name)
        for option in command.params if command is not None else ():
            whole = isinstance(option.type, click.types.IntParamType)
            if isinstance(option, click.Option) and (whole or isinstance(option.type, click.types.FloatParamType)):
                yield name, option.opts[0], "a whole number" if whole else "a number"


def test_a_word_where_a_number_is_wanted_is_refused_in_plain_words_by_every_option() -> None:
    found = list(numbers())
    assert {("report", "--equivalence", "a number"), ("run", "--blocks", "a whole number")} < set(found)
    for name, option, what in found:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        with pytest.raises(click.BadParameter) as caught:
            command.make_context(name, [option, "abc"], resilient_parsing=False)
        assert [fault.message for fault in faults_of(caught.value)] == [f"Invalid value for '{option}': 'abc' is not {what}."]


@pytest.mark.parametrize(("help", "said"), [
    ("Play it as a new run:    --name 'corn 2'", 'Play it as a new run:    name="corn 2"'),
    ("Take a new folder:  --name NAME  or  --out DIR", 'Take a new folder:  name="NAME"  or  out="DIR"'),
    ("All: evenhand games", "All: evenhand.games()"),
    ("All: evenhand strategies catan", 'All: evenhand.strategies("catan")'),
    ("evenhand run --resume runs/a --jobs 2", "evenhand run --resume runs/a --jobs 2"),
    ("run --variant NAME:OPTION=VALUE twice", "run --variant NAME:OPTION=VALUE twice"),
    ("--design mirror   the same in all seats", 'design="mirror"   the same in all seats')])
def test_what_to_type_becomes_what_to_say_in_python(help: str, said: str) -> None:
    assert in_python(help) == said
