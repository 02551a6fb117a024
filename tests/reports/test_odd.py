"""Runs that nobody plans, played for real: a sensible report in every form, or a plain sentence why there is none."""
from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import evenhand
from reports.build import FORMATS
from tests.reports.toy import toy

BOT = '''
from evenhand import Strategy


class Nth(Strategy):
    """Takes the n-th action of the list."""

    def __init__(self, n: int = 0) -> None:
        self.n = n

    def choose(self, view, actions):
        return actions[self.n % len(actions)]


class Never(Strategy):
    def choose(self, view, actions):
        raise ValueError("I will not")
'''
SHORT = {"max_rounds": 2}
ODD: dict[str, dict[str, Any]] = {
    "one game": {"strategies": ["Nth:n=0", "Nth:n=1", "random"], "design": "fixed", "blocks": 1},
    "one block": {"strategies": ["Nth:n=0", "Nth:n=1", "random"], "blocks": 1},
    "two blocks": {"strategies": ["Nth:n=0", "Nth:n=1", "random"], "blocks": 2},
    "two seats": {"strategies": ["random", "Nth"], "seats": 2, "blocks": 3, "options": {"max_rounds": 4}},
    "one strategy in all seats": {"strategies": ["random"], "design": "mirror", "blocks": 8},
    "several, each in all seats": {"strategies": ["random", "Nth"], "design": "mirror", "blocks": 4},
    "ties everywhere and nothing varies": {"strategies": ["Nth", "Nth:n=1", "Nth:n=2"], "blocks": 6,
                                           "options": {"max_rounds": 1}},
    "40 strategies": {"strategies": [f"Nth:n={n}" for n in range(40)], "lineups": "balanced", "blocks": 40, "options": SHORT},
    "games alone": {"strategies": ["random", "Nth", "random_py"], "blocks": 3, "log": "games"},
    "some failures": {"strategies": ["random", "Nth", "Never"], "blocks": 4,
                      "lineups": [["random", "Nth", "Nth"], ["random", "Nth", "Never"]]},
}
SHARE = re.compile(r"/(strategies|seats|pairs|seat_by_strategy|end_triggers)/(?!.*(score|elo|place|margin|sd|p$))")
"""Where shares stand in a document."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the bots."""
    (tmp_path / "bots.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(name: str) -> evenhand.Run:
    """An odd run; bots stand for their class in the file."""
    def spec(text: str) -> str:
        return f"bots.py:{text}" if text.startswith("N") else text

    said = {"seats": 3, **ODD[name]}
    said["strategies"] = [spec(text) for text in said["strategies"]]
    if isinstance(said.get("lineups"), list):
        said["lineups"] = [[spec(text) for text in line_up] for line_up in said["lineups"]]
    return evenhand.run(said, game="puerto_rico", out="odd", jobs=1, progress=False, name="odd")


def texts_of(run: evenhand.Run) -> Iterator[tuple[str, str]]:
    """Everything that a person may read of a run's report, by the name of its form."""
    yield "terminal", run.summary()
    run.report(FORMATS)
    html = (run.folder / "report.html").read_text("utf-8")
    yield "html", re.sub(r"<[^>]*>", " ", re.sub(r"<(style|script)>.*?</\1>", "", html, flags=re.DOTALL))
    yield "md", (run.folder / "report.md").read_text("utf-8")
    for file in sorted((run.folder / "report").glob("*.csv")):
        yield file.name, file.read_text("utf-8")
    yield "json", (run.folder / "report.json").read_text("utf-8")


def shares_in(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """The shares and differences of shares in a document, and the ends of their intervals."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from shares_in(item, f"{path}/{key}")
    elif isinstance(value, list):
        for item in value:
            yield from shares_in(item, path)
    elif isinstance(value, float) and SHARE.match(path):
        yield path, value


def check(run: evenhand.Run) -> None:
    """No number that is none, no share beyond what a share can be."""
    for form, text in texts_of(run):
        assert not re.search(r"\b(nan|NaN|None(?! of)|inf|Infinity)\b", text), form
        assert text.strip(), form
    document = json.loads((run.folder / "report.json").read_text("utf-8"))
    shares = list(shares_in(document))
    assert shares and [found for found in shares if not -1 <= found[1] <= 1] == []


@pytest.mark.parametrize("name", ODD)
def test_an_odd_run_has_a_sensible_report(name: str) -> None:
    check(play(name))


def test_an_unfinished_run_has_a_report_of_what_is_there() -> None:
    run = evenhand.run(game="puerto_rico", seats=3, strategies=["random", "random_py"], design="mirror", blocks=302,
                       log="games", options={"max_rounds": 1}, out="odd", jobs=1, progress=False)
    (run.folder / "games" / "part-000001.parquet").unlink()
    begun = evenhand.open("odd")

    check(begun)
    assert begun.summary().startswith("Unfinished: 300 of 302 blocks.")


def test_a_run_of_failures_alone_is_told_in_a_sentence_everywhere() -> None:
    run = evenhand.run(game="puerto_rico", seats=3, strategies=["bots.py:Never"], design="mirror", blocks=3, out="odd", jobs=1,
                       progress=False)
    sentence = "odd holds no complete block: each of the 3 finished lacks a game.\n  evenhand report odd --failures"

    assert run.summary() == sentence
    assert run._repr_html_().startswith("<p>odd holds no complete block")
    assert (len(run.failures), len(run.games), len(run.seats)) == (3, 0, 0)
    for call in (run.report, run.strategy_table, run.verdict):
        with pytest.raises(evenhand.Refusal, match="odd holds no complete block: each of the 3 finished"):
            call()
    assert not (run.folder / "report.html").exists()


def test_a_log_of_nothing_is_refused() -> None:
    with pytest.raises(evenhand.Refusal, match="would keep nothing of a run"):
        evenhand.run(game="puerto_rico", seats=3, log={"level": "none"}, blocks=1, out="odd", progress=False)
    assert not Path("odd").exists()


def test_no_interval_of_a_difference_goes_beyond_what_is_possible() -> None:
    from reports.build import document

    pairs = document(toy(2))["pairs"]

    assert {row["interval"][0] for row in pairs} & {-1.0} and all(-1 <= end <= 1 for row in pairs for end in row["interval"])


def test_what_nobody_did_is_an_empty_cell_and_not_a_word() -> None:
    run = play("one game")
    run.report(["csv"])
    rows = list(csv.DictReader((run.folder / "report" / "strategies.csv").open(encoding="utf-8")))

    assert {row["interval_low"] for row in rows} == {""} and {row["win_share"] for row in rows} <= {"0.0", "1.0", "0.5"}
