"""The summary in the terminal, in the layout that was agreed."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reports.summary import text
from tests.reports.toy import FOUR, toy, variants

ROOT = Path(__file__).parents[2]


class Played:
    """What the runner says."""

    def __init__(self, played: int, seconds: float, interruptions: int = 0) -> None:
        self.played = played
        self.seconds = seconds
        self.interruptions = interruptions


def shape(line: str) -> str:
    """A line with its digits masked."""
    return re.sub(r"\d", "9", line)


def test_the_layout_is_the_agreed_one() -> None:
    lines = text(toy(500, level="games"), played=Played(2000, 2.1)).split("\n")

    assert re.fullmatch(r"2,000 games in 2\.1 s \(952 games/s\), none failed, \d+ tied", lines[0])
    assert lines[1] == ""
    assert lines[2] == "strategy               games   win share %            vs 25.0   place   score   Elo"
    assert shape(lines[3]) == "puerto_rico.shipping   9,999   99.9 [99.9, 99.9]  a     +99.9    9.99    99.9   999 [999, 999]"
    assert shape(lines[6]) == "random                 9,999    9.9 [ 9.9,  9.9]  c     -99.9    9.99    99.9     9 (anchor)"
    assert lines[7] == "A letter in common: no difference found (paired over 500 blocks, Holm)."
    assert lines[8] == ""
    assert lines[9] == "seat                   games   win share %            vs 25.0"
    assert re.fullmatch(r"0 \(begins\)             2,000   \d\d\.\d \[\d\d\.\d, \d\d\.\d\]         [-+]\d\.\d", lines[10])
    assert lines[14] == ""
    assert lines[-1] == "Report:  runs/toy/report.html        Tables:  evenhand report runs/toy --format csv"


def test_a_field_has_its_own_columns() -> None:
    lines = text(toy(30, ["corn.py:Corn", "puerto_rico.money"], lineups="vs-field:corn.py:Corn")).split("\n")

    assert lines[2] == "strategy                games   win share %            equal   points   place   score"
    assert any(line.startswith("3 x puerto_rico.money ") for line in lines)


@pytest.mark.parametrize(("played", "wanted"), [
    (Played(80, 1.94), "80 games in 1.9 s (41 games/s), none failed"),
    (Played(30, 186.0, 1), "80 games, 30 of them now in 3 min 06 s, none failed"),
    (Played(0, 0.1), "80 games, none failed"),
    (None, "80 games, none failed"),
])
def test_the_first_line_says_what_was_played_now(played: Any, wanted: str) -> None:
    first = text(toy(20), played=played).split("\n")[0]

    assert first.startswith(wanted)
    assert first.endswith("; interrupted once") == (played is not None and played.interruptions == 1)


def test_an_unfinished_run_says_so_first() -> None:
    said = text(toy(30, missing=range(12, 30)))

    assert said.startswith("Unfinished: 12 of 30 blocks. The intervals hold")
    assert said.count("Unfinished") == 1


def test_many_scenarios_get_a_line_each() -> None:
    few, many = toy(6, variants=variants("a", "b")), toy(6, variants=variants("a", "b", "c", "d"))

    assert text(few).count("win share %") == 4
    assert text(many).count("win share %") == 1 and "scenario   games   highest share" in text(many)
    assert "scenario" in text(toy(8, design="mirror")) and "seat 0, points" in text(toy(8, design="mirror"))


def test_nothing_played_is_a_plain_sentence() -> None:
    assert text(toy(3, missing=range(3))) == "runs/toy holds no finished block; there is nothing to report yet."
    assert text(toy(1, failed={0: "exception"})).startswith("runs/toy holds no complete block: each of the 1 finished lacks")


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("names", [FOUR, ("a" * 60 + ".py:A", "<b>&.py:B", "c d.py:C:x=[1,2]", "random")])
def test_no_line_is_wider_than_the_terminal(width: int, names: tuple[str, ...]) -> None:
    run = toy(12, names, lambda rng, name, seat: 50 if name == "random" else 10)

    assert max(map(len, text(run, width).split("\n"))) <= width
    assert "nan" not in text(run)


def test_colour_is_only_there_when_asked_for() -> None:
    assert "\x1b" not in text(toy(4))
    assert text(toy(4), color=True).replace("\x1b[1m", "").replace("\x1b[0m", "") == text(toy(4))


def test_the_summary_needs_neither_pandas_nor_matplotlib() -> None:
    program = ("import sys, evenhand, reports.summary; "
               "print([name for name in ('pandas', 'matplotlib', 'jinja2') if name in sys.modules])")

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
