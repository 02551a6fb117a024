"""Every example of the documents works and prints what the page shows; every link leads somewhere."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

import sim
from tests.house.pages import Folder, agrees, blocks, commands, pages
from tests.house.source import ROOT

NATIVE = pytest.mark.skipif(sim.BUILD == "plain", reason="2,000 games: runs on the native build")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)[^)]*\)")


@pytest.mark.parametrize("page", [pytest.param(page, marks=NATIVE if page.name == "README.md" else ()) for page in pages()],
                         ids=lambda page: page.name)
def test_the_examples_of_a_page_do_what_it_shows(page: Path, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    for block in blocks(page.read_text(encoding="utf-8")):
        printed = folder.run(block)
        assert agrees(block.text, printed), f"the page shows\n{block.text}\nbut this is printed\n{printed}"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]

    assert missing == []


def test_every_page_is_named_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")

    assert [page.name for page in pages()[1:] if page.name != "index.md" and page.name not in index] == []


def test_speed_may_differ_and_results_may_not() -> None:
    shown = "$ run\n2,000 games in 2.1 s (950 games/s), none failed\n...\nrandom   9.5\n"

    assert agrees(shown, "$ run\n2,000 games in 1 min 05 s (31 games/s), none failed\n\nseat\nrandom  9.5\n")
    assert not agrees(shown, "$ run\n2,000 games in 2.1 s (950 games/s), none failed\nrandom   9.6\n")
    assert not agrees(shown, "$ run\n2,001 games in 2.1 s (950 games/s), none failed\nrandom   9.5\n")


def test_a_command_may_go_over_several_lines() -> None:
    assert list(commands("$ a \\\n    b\nout\n$ c\n")) == ["a \\\n    b", "c"]
