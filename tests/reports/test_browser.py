"""The page in a browser: no error, no request, nothing cut or overlapping, on a desk and on a phone, light and dark."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from experiments.experiment import Stop
from experiments.stopping import Stopped
from experiments.treatments import Force, Inject
from reports.build import write
from reports.changes.files import write as write_comparison
from reports.compare import compare
from tests.reports.browser import Looked, find, look
from tests.reports.toy import FOUR, toy, variants

DESK, PHONE = 1280, 500
"""Pixels; headless Chromium opens no window narrower than the second."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    find()
    found = {}
    runs = {"usual": toy(60), "scenarios": toy(12, [*FOUR, "bots.py:Corn:depth=2"], variants=variants("base", "harbor 9")),
            "once more": toy(6, FOUR[:3], seats=(3,), inject=(Inject(0, 3, "doubloon", 3), Inject(0, 3, "vp", 1)),
                             force=(Force(FOUR[0], "build", "never", {"building": "customs_house"}),)),
            "many": replace(toy(40, [*(f"bots.py:Corn:depth={n}" for n in range(11)), "random"], lineups="balanced",
                                stop=Stop(half_width=0.1)), stops=(Stopped(0, 40, "open", 0.3, 0.15),)),
            "names": toy(12, ["a" * 60 + ".py:B", "puerto_rico.money:quarries=12:deny=0.25:ship_from=3", "w" * 28, "random"])}
    for name, run in runs.items():
        run.folder = tmp_path_factory.mktemp(name)
        found[name] = write(run, ["html"])[0].read_text("utf-8")
    against = toy(12, ["a" * 60 + ".py:B", *FOUR[1:]], variants=variants("the harbor costs nine doubloons, not eight", "9"))
    against.folder = tmp_path_factory.mktemp("compare")
    found["compare"] = write_comparison(compare(against, metrics=["x_goods_shipped_corn"]), ["html"])[0].read_text("utf-8")
    return found


@pytest.mark.parametrize("name", ["usual", "scenarios", "once more", "many", "names", "compare"])
@pytest.mark.parametrize(("width", "dark"), [(DESK, False), (PHONE, True)])
def test_the_page_stands_in_a_browser(pages: dict[str, str], name: str, width: int, dark: bool, tmp_path: Path) -> None:
    looked: Looked = look(pages[name], tmp_path, width, dark)

    assert looked.console == []
    assert looked.found["requests"] == []
    assert looked.found["scroll"] <= looked.found["wide"]
    assert (looked.found["cut"], looked.found["outside"], looked.found["over"]) == ([], [], [])
    assert looked.found["sorted"] == 1
    light = sum(int(part) for part in looked.found["page"].strip("rgb()").split(","))
    assert (light < 200) == dark
