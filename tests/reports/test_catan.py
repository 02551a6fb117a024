"""What a report shows of Catan alone, from runs that were really played: set-up, dice, cards, trade, the board."""
from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from experiments.spec import from_plain
from experiments.store import open_run
from reports.build import document, write
from reports.findings import Findings, study
from reports.game import facts_of
from reports.games import painter
from reports.games.catan import CARDS, ROBBER, dice_rows, place_rows, trade_table, use_table
from reports.games.catan_board import COLOURS, picture
from reports.reader import read
from reports.settings import Settings
from sim.catan.tables import TERRAINS
from tests.experiments.runs import play
from tests.sim.catan.words import g1, seat, table

FOUR = ["catan.pips", "catan.port", "catan.weighted", "random"]
QUICK = {"preset": "standard", "domestic": "off", "vp_goal": 8}
SVG = "{http://www.w3.org/2000/svg}"


def run_of(folder: Path, **settings: object) -> Path:
    given = {"game": "catan", "seats": 4, "strategies": FOUR, "blocks": 4, "options": QUICK, "name": "run", **settings}
    play(from_plain({}, settings=given), folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_of(tmp_path_factory.mktemp("catan") / "run")


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_of(tmp_path_factory.mktemp("catan") / "one", blocks=1, design="fixed")


def findings(folder: Path) -> Findings:
    run = open_run(folder)
    [found] = study(read(run), facts_of(run), Settings()).scenarios
    return found


def test_every_seat_is_in_one_class_of_starting_places(folder: Path) -> None:
    found = findings(folder)
    seats = open_run(folder).table("seats").to_pandas()
    rows = place_rows(found)

    assert sum(row.results for row in rows) == len(seats) == 64
    assert sum(row.results * row.share for row in rows) == pytest.approx(16)
    weak = seats[seats.x_setup_pips < 16]
    assert (rows[0].pips, rows[0].results) == ("under 16", len(weak))
    assert rows[0].share == pytest.approx(weak.win_share.mean())


def test_the_rolls_are_those_of_all_games(folder: Path) -> None:
    games = open_run(folder).table("games").to_pandas()
    rows = dice_rows(findings(folder))

    assert [row.number for row in rows] == list(range(2, 13))
    assert [row.rolls for row in rows] == [games[f"g_dice_{n}"].sum() for n in range(2, 13)]
    assert rows[5].rolls == games.g_sevens.sum()
    assert sum(row.share for row in rows) == pytest.approx(1) == sum(row.expected for row in rows)
    assert (rows[0].expected, rows[5].expected) == pytest.approx((1 / 36, 6 / 36))


@pytest.mark.parametrize("name", ["x_dev_bought", "score_cards", "score_army", "x_stolen_from", "x_monopoly_gain"])
def test_cards_and_the_robber_are_means_of_a_seat(folder: Path, name: str) -> None:
    seats, found = open_run(folder).table("seats").to_pandas(), findings(folder)
    records = [*use_table(found, *CARDS).records(), *use_table(found, *ROBBER).records()]
    means = {row["strategy"]: row[name] for row in records if name in row}

    assert means == {strategy: pytest.approx(mine[name].mean()) for strategy, mine in seats.groupby("strategy", observed=True)}


def test_trade_is_told_by_strategy_and_resource(folder: Path) -> None:
    seats = open_run(folder).table("seats").to_pandas()
    rows = trade_table(findings(folder)).records()

    assert len(rows) == 4 * 5
    for row in rows:
        mine = seats[seats.strategy == row["strategy"]]
        assert row["maritime_out"] == pytest.approx(mine[f"x_maritime_out_{row['resource']}"].mean())
        assert row["domestic_in"] == 0, "there was no trade between players"
    assert sum(row["maritime_out"] for row in rows) > sum(row["maritime_in"] for row in rows) > 0


def test_a_first_that_never_came_is_null_and_in_no_mean(folder: Path) -> None:
    name = "x_turn_third_settlement"
    seats = open_run(folder).table("seats").to_pandas()
    settled = seats[(seats.strategy == "catan.weighted") & seats[name].notna()]
    row = next(row for row in findings(folder).metrics if (row.metric, row.strategy) == (name, "catan.weighted"))

    assert seats.x_turn_vp_10.isna().all() and 0 < len(settled) < 16
    assert (seats[name].dropna() > 0).all()
    assert (row.results, row.mean) == (len(settled), pytest.approx(settled[name].mean()))


def test_the_page_has_the_sections_of_catan(folder: Path) -> None:
    [page] = write(open_run(folder), ["html"])
    html = page.read_text("utf-8")

    for words in ("Starting places and income", "Income by terrain", "expected %", "Development cards and the robber",
                  "Rolls, counted", "Cards got by trade", "Trade by resource"):
        assert words in html
    assert "At the end of the game" not in html
    tables = document(open_run(folder))
    assert {"starting_places", "dice", "development_cards", "robber", "trades"} <= set(tables)


def test_a_single_game_shows_its_board(single: Path) -> None:
    events = Counter(open_run(single).table("events").to_pandas().what)
    seats = open_run(single).table("seats").to_pandas()
    [page] = write(open_run(single), ["html"])
    html = page.read_text("utf-8")

    assert "At the end of the game" in html and "The island with its terrain" in html
    assert "Seats with" not in html, "one game shows nothing of what places are worth"
    assert f"{events['settlement']} buildings and {events['road']} roads stand on the board." in html
    assert html.count("settlement of seat") + html.count("city of seat") == events["settlement"]
    assert html.count("city of seat") == events["city"]
    for row in seats.itertuples():
        assert f": {row.score} point" in html


def test_without_events_there_is_no_board(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "run", blocks=1, design="fixed", log={"level": "games"})

    assert "At the end of the game" not in write(open_run(folder), ["html"])[0].read_text("utf-8")


# --- the picture ------------------------------------------------------------------------------------------------------------


def titles(drawing: str) -> list[str]:
    return [title.text or "" for title in ElementTree.fromstring(drawing).iter(f"{SVG}title")][1:]


def test_a_picture_shows_what_lies_on_the_board() -> None:
    state = g1(more={0: {"settlements": [28], "cities": [24]}}, robber=4)
    drawing = picture(state)
    told = Counter(titles(drawing))

    assert sum(n for title, n in told.items() if title.startswith("H")) == 19
    assert (told["city of seat 0 on 24"], told["settlement of seat 0 on 28"], told["robber"]) == (1, 1, 1)
    assert sum(n for title, n in told.items() if title.startswith("settlement")) == 7
    root = ElementTree.fromstring(drawing)
    roads = [line for line in root.iter(f"{SVG}line") if line.get("stroke-width") == "5"]
    assert len(roads) == 8
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "seat 0: 3 points" in words and words.count("3:1") == 4
    assert sorted(word for word in words if word in TERRAINS) == sorted(COLOURS[name] and name for name in (
        ["forest"] * 4 + ["hills"] * 3 + ["pasture"] * 4 + ["field"] * 4 + ["mountain"] * 3 + ["desert"]))


def test_a_road_is_drawn_between_its_ends() -> None:
    [line] = [line for line in ElementTree.fromstring(picture(table(seat(roads=[(18, 24)]), seat()))).iter(f"{SVG}line")
              if line.get("stroke-width") == "5"]
    ends = np.array([[float(line.get(f"x{n}", 0)), float(line.get(f"y{n}", 0))] for n in (1, 2)])

    assert ends.mean(axis=0) == pytest.approx([200 + 13, 165 - 22.5])       # east of the middle, half way up the hex
    assert np.hypot(*(ends[1] - ends[0])) == pytest.approx(30 * 0.64, abs=0.1)


def test_a_robber_off_the_board_is_not_drawn() -> None:
    assert "robber" not in titles(picture(table(seat(), seat(), robber=-1)))


@pytest.mark.parametrize(("game", "draws"), [("catan", True), ("puerto_rico", False), ("pig", False), ("no-such.game", False)])
def test_only_games_with_a_board_have_a_painter(game: str, draws: bool) -> None:
    assert (painter(game) is not None) == draws
