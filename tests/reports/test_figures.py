"""The figures: the same bytes each time, the page's colours, nothing from outside, sense in every corner."""
from __future__ import annotations

import re

import numpy as np
import pytest

from reports.figures.bars import Bar, Parts, bars
from reports.figures.between import differ
from reports.figures.curves import Curve, ecdf
from reports.figures.forest import Mark, Scale, forest
from reports.figures.heat import Cell, Grid, heat
from reports.figures.metrics import broken
from reports.figures.scores import thinned
from reports.figures.style import OKABE_ITO, diverging, looks
from reports.figures.svg import clean

LOOK = looks(["a"])["a"]
MARKS = [Mark("shipping", 33.9, (32.4, 35.4), "33.9 [32.4, 35.4]", LOOK), Mark("random", 9.5, (np.nan, np.nan), "9.5", LOOK)]
SCALE = Scale("win share, %", 25, "equal share 25.0", floor=0, ceiling=100)


def drawings() -> dict[str, str]:
    """One of each kind."""
    grid = Grid(["a", "b"], ["0", "1"], [[Cell(0.1, "+1.0", "+-0.3"), Cell(np.nan, "-")]] * 2, 0.2)
    x = np.arange(5.0)
    return {
        "forest": forest("f", MARKS, SCALE), "heat": heat("h", grid),
        "bars": bars("b", [Bar("all games", [40.0, 60.0], "10 games")], Parts(["one", "two"], "% of games", 100)),
        "ecdf": ecdf("e", [Curve("a", x, x / 4, LOOK)], "final score", "% of results")}


def test_drawings_have_the_same_bytes_each_time() -> None:
    assert drawings() == drawings()


@pytest.mark.parametrize("kind", ["forest", "heat", "bars", "ecdf"])
def test_a_drawing_stands_in_a_page_and_names_nothing_outside(kind: str) -> None:
    svg = drawings()[kind]

    assert svg.startswith("<svg") and svg.endswith("</svg>")
    assert not re.search(r"https?:|<style|<metadata|xmlns|<!--|font-family|DejaVu|nan", svg)
    assert "var(--" in svg and not re.search(r"#0[1-5]0[1-5]0[1-5]", svg)
    used = set(re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", svg))
    ids = re.findall(r' id="([^"]*)"', svg)
    assert {one or other for one, other in used} == set(ids) and len(ids) == len(set(ids))
    assert all(name.startswith(f"{kind[0]}-") for name in ids)


def test_a_name_is_text_and_no_markup() -> None:
    svg = forest("f", [Mark("<b>&$x_1$", 1, (0, 2), "1", LOOK)], SCALE)

    assert "&lt;b&gt;&amp;$x_1$" in svg and "<b>" not in svg


def test_numbers_are_short() -> None:
    assert clean('<svg width="1.23456" d="M 10.00049 -0.001 L 3.5 4">', "k") == '<svg width="1.23" d="M 10 0 L 3.5 4">'


def test_a_strategy_keeps_its_colour_and_shape() -> None:
    names = [f"s{n}" for n in range(40)]
    found = looks(names)

    assert [found[name].colour for name in names[:8]] == list(OKABE_ITO)
    assert len({(look.colour, look.shape) for look in found.values()}) == 40
    assert looks(names[:4]) == {name: found[name] for name in names[:4]}


def test_a_diverging_colour_is_nothing_at_nothing() -> None:
    assert diverging(0.0, 1.0)[1] == 0 and diverging(0.0, 0.0)[1] == 0
    assert diverging(0.5, 1.0)[0] != diverging(-0.5, 1.0)[0]
    assert diverging(2.0, 1.0)[1] == diverging(1.0, 1.0)[1]


def test_a_long_curve_is_thinned_and_keeps_its_ends() -> None:
    x = np.arange(5000.0)

    kept, y = thinned(x, x / 4999)

    assert len(kept) <= 250 and (kept[0], kept[-1], y[-1]) == (0, 4999, 1)


def test_long_names_are_broken_near_their_middle() -> None:
    assert broken("money") == "money"
    assert broken("money:quarries=12") == "money:\nquarries=12"
    assert broken("averylongnamewithoutmarks") == "averylongnamewithoutmarks"


def test_a_rare_share_is_not_said_to_move_between_scenarios_of_unequal_length() -> None:
    few, many = np.zeros(30), (np.arange(120) < 8).astype(np.float64)

    assert differ(few, many, 0.05, 1) and not differ(few, many, 0.05, 1, share=True)
    assert differ(few, (np.arange(120) < 60).astype(np.float64), 0.05, 1, share=True)
