"""The files of a report: page, Markdown, CSV and JSON, deterministic, self-contained, sensible in every corner."""
from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from experiments.store import RunError
from reports.build import SCHEMA, document, write
from tests.reports.toy import FOUR, ToyRun, toy, variants

NAMES = ("<b>&.py:X|*_", "a" * 60 + ".py:B", "a" * 60 + "c.py:B", "random")
CORNERS: dict[str, Callable[[], ToyRun]] = {
    "one game": lambda: toy(1, design="fixed"),
    "one block": lambda: toy(1),
    "two blocks": lambda: toy(2),
    "mirror": lambda: toy(20, ["random"], design="mirror"),
    "mirror of several": lambda: toy(12, design="mirror"),
    "ties everywhere": lambda: toy(12, score=lambda rng, name, seat: 10),
    "ties in one block": lambda: toy(1, score=lambda rng, name, seat: 0),
    "always the same winner": lambda: toy(12, score=lambda rng, name, seat: 50 if name == "random" else 10),
    "one seat": lambda: toy(5, ["random"], design="mirror", seats=(1,)),
    "all seatings": lambda: toy(4, FOUR[:3], design="permutations", seats=(3,)),
    "two seats": lambda: toy(12, FOUR[:2], seats=(2,)),
    "failed blocks": lambda: toy(12, failed={3: "exception", 7: "illegal action"}),
    "unfinished": lambda: toy(12, missing=range(8, 12)),
    "cut off": lambda: toy(12, truncated=range(12)),
    "no rounds logged": lambda: toy(12, level="games"),
    "field": lambda: toy(12, ["corn.py:Corn", "puerto_rico.money"], lineups="vs-field:corn.py:Corn"),
    "random design": lambda: toy(16, design="random"),
    "scenarios": lambda: toy(6, variants=variants("base", "harbor 9"), seats=(3, 4)),
    "odd names": lambda: toy(12, NAMES),
    "40 strategies": lambda: toy(30, [f"puerto_rico.money:quarries={n}" for n in range(40)], lineups="balanced"),
}


class Page(HTMLParser):
    """What a page holds: its text, its attributes, whether its tags are closed in order."""

    EMPTY = {"meta", "link", "wbr", "path", "use", "rect"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.tags: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attributes]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text.append(data)


def page(run: ToyRun, folder: Path) -> str:
    run.folder = folder
    return write(run, ["html"])[0].read_text("utf-8")


@pytest.fixture(scope="module")
def usual_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return page(toy(40, variants=variants("base", "harbor 9")), tmp_path_factory.mktemp("usual"))


@pytest.mark.parametrize("corner", CORNERS)
def test_every_corner_gives_a_sensible_page(corner: str, tmp_path: Path) -> None:
    run = CORNERS[corner]()
    html = page(run, tmp_path)
    found = Page(html)
    words = " ".join(found.text)

    assert not found.open
    assert not re.search(r"\b(nan|NaN|None|inf)\b", words)
    assert "What the games say" in words and "Health" in words
    assert len(html) < 3_000_000
    ids = [value for tag, name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    markdown = write(run, ["md"])[0].read_text("utf-8")
    assert not re.search(r"\bnan\b", markdown)


def test_a_run_without_a_complete_block_is_refused_in_a_plain_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="holds no finished block; there is nothing to report yet"):
        page(toy(3, missing=range(3)), tmp_path)
    with pytest.raises(RunError, match="holds no complete block"):
        page(toy(1, failed={0: "exception"}), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"

    for folder in (one, other):
        run = toy(20)
        run.folder = folder
        write(run, ["html", "md", "csv", "json"])

    files = sorted(file.relative_to(one) for file in one.rglob("*") if file.is_file())
    assert files == sorted(file.relative_to(other) for file in other.rglob("*") if file.is_file()) and len(files) > 10
    assert all((one / file).read_bytes() == (other / file).read_bytes() for file in files)


def test_the_page_needs_nothing_from_outside(usual_page: str) -> None:
    found = Page(usual_page)

    assert "http:" not in usual_page and "https:" not in usual_page and "//cdn" not in usual_page
    linked = [value for tag, name, value in found.attributes if name in ("src", "href", "data", "action", "srcset", "poster")]
    assert linked and all(value.startswith("#") or value == "data:," for value in linked)
    assert not {"img", "iframe", "object", "embed", "form", "base"} & set(found.tags)
    assert "default-src 'none'" in [value.split(";")[0] for tag, name, value in found.attributes if name == "content"]
    assert "@import" not in usual_page and "url(http" not in usual_page


def test_the_script_is_the_one_that_the_page_allows(usual_page: str) -> None:
    import base64
    import hashlib

    script = re.findall(r"<script>(.*?)</script>", usual_page, re.DOTALL)
    allowed = re.search(r"script-src &#39;sha256-([^&]+)&#39;|script-src 'sha256-([^']+)'", usual_page)

    assert len(script) == 1 and allowed
    digest = base64.b64encode(hashlib.sha256(script[0].encode()).digest()).decode()
    assert digest in (allowed.group(1), allowed.group(2))


def test_every_figure_has_words_for_those_who_cannot_see_it(usual_page: str) -> None:
    found = Page(usual_page)
    labels = [value for tag, name, value in found.attributes if tag == "svg" and name == "aria-label"]

    assert len(labels) == found.tags.count("figure") == found.tags.count("figcaption") > 10
    assert all(len(label) > 20 and re.search(r"\d", label) for label in labels)
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", usual_page, re.DOTALL)
    assert all(re.search(r"[\w)\]%]\.( <span|$)", caption.strip()) for caption in captions)


def test_the_page_tells_no_place_host_or_user(tmp_path: Path) -> None:
    run = toy(12)
    run.manifest = {"versions": {"evenhand": "0.1.0", "python": "3.11.7"}, "build": "native", "plan": "0123",
                    "argv": ["/home/me/bin/evenhand", "run", "/home/me/my games/harbor.toml", "--out", "/srv/runs/x",
                             "--jobs", "8", "--strategies=/home/me/bots/corn.py:Corn,random"],
                    "platform": {"system": "Linux-host7"}, "sources": {"corn.py": {"from": "/home/me/bots/corn.py"}}}

    html = page(run, tmp_path)

    assert not re.search(r"/home|/srv|host7|my games|--jobs|--out", html) and str(tmp_path) not in html
    assert "evenhand run harbor.toml --strategies=corn.py:Corn,random" in html
    assert "evenhand 0.1.0 (native build), python 3.11.7" in html


def test_names_are_text_and_no_markup(tmp_path: Path) -> None:
    html = page(toy(12, NAMES), tmp_path)

    assert "<b>" not in html and "&lt;b&gt;" in html


def test_forty_strategies_are_cut_in_figures_and_whole_in_tables(tmp_path: Path) -> None:
    run = CORNERS["40 strategies"]()
    html = page(run, tmp_path)

    assert "Of 40 strategies the 12 best and the 3 last are shown; the tables have all." in html
    table = html[html.index('aria-label="Win shares"'):]
    assert table[:table.index("</table>")].count("<tr>") == 41


def test_markdown_has_the_tables_of_the_page_and_cuts_no_name(tmp_path: Path) -> None:
    run = toy(12, NAMES)
    run.folder = tmp_path
    text = write(run, ["md"])[0].read_text("utf-8")

    assert text.startswith("# toy run\n") and "## What the games say" in text
    assert "a" * 60 + ".py:B" in text and "&lt;b>&.py:X\\|\\*\\_" in text
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    for title in ("Win shares", "Seat advantage", "Final scores", "Length of a game", "What ends the game"):
        assert f"### {title}" in text


def test_csv_holds_fractions_and_one_number_a_cell(tmp_path: Path) -> None:
    run = toy(12)
    run.folder = tmp_path
    written = {file.stem: list(csv.DictReader(file.open(encoding="utf-8"))) for file in write(run, ["csv"])}

    first = written["strategies"][0]
    assert 0 < float(first["interval_low"]) < float(first["win_share"]) < float(first["interval_high"]) < 1
    assert {"strategies", "pairs", "seats", "seat_by_strategy", "scores", "lengths", "end_triggers", "metrics"} <= set(written)
    assert {row["strategy"] for row in written["strategies"]} == set(FOUR)
    assert len(written["metrics"]) == 4 * len({row["metric"] for row in written["metrics"]})


def test_the_document_begins_with_its_schema_and_has_no_nan() -> None:
    found = document(toy(12))

    def walk(value: Any) -> None:
        assert not (isinstance(value, float) and not math.isfinite(value))
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(inner)

    assert next(iter(found)) == "schema" and found["schema"] == SCHEMA == "evenhand.report/1"
    row = found["strategies"][0]
    assert {"strategy", "games", "win_share", "interval", "letters", "elo", "elo_interval"} <= set(row)
    assert len(row["interval"]) == 2 and row["interval"][0] < row["win_share"] < row["interval"][1]
    walk(document(toy(1)))
    walk(found)
    assert json.loads(json.dumps(found)) == found


def test_the_document_of_several_scenarios_says_which_row_is_whose() -> None:
    found = document(toy(6, variants=variants("base", "harbor 9")))

    assert [(row["scenario"], row["variant"]) for row in found["strategies"]] == [(0, "base")] * 4 + [(1, "harbor 9")] * 4
    assert [one["variant"] for one in found["scenarios"]] == ["base", "harbor 9"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = toy(4)
    run.folder = tmp_path
    before = write(run, ["md"])[0].read_bytes()

    def full(*args: Any, **kwargs: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space"):
        write(run, ["md"])

    assert (tmp_path / "report.md").read_bytes() == before
