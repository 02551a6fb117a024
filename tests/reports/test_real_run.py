"""A report on runs that were really played and stored, of a game that brings nothing of its own and of Puerto Rico."""
from __future__ import annotations

import re
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from experiments.experiment import Experiment
from experiments.spec import from_plain
from experiments.store import open_run
from reports.build import document, write
from reports.summary import text
from tests.experiments.runs import play
from tests.experiments.words import experiment, write_bot


def played(wanted: Experiment, folder: Path) -> Path:
    play(wanted, folder)
    return folder


def test_the_report_of_a_run_agrees_with_its_tables(tmp_path: Path) -> None:
    write_bot(tmp_path)
    wanted = experiment(tmp_path, strategies=["holder.py:Holder", "holder.py:Holder:least=4", "random"], blocks=30)
    run = open_run(played(wanted, tmp_path / "run"))

    found = document(run)

    seats = run.table("seats").to_pandas()
    for row in found["strategies"]:
        mine = seats[seats.strategy == row["strategy"]]
        assert row["win_share"] == pytest.approx(mine.win_share.mean()) and row["score"] == pytest.approx(mine.score.mean())
    assert {row["strategy"] for row in found["strategies"]} == set(wanted.strategies)
    assert [row["games"] for row in found["seats"]] == [90, 90, 90]
    assert found["verdict"][0].startswith("Holder")
    summary = text(run)
    assert "holder.py:Holder" in summary and "90 games, none failed" in summary


def test_a_strategy_that_fails_is_named_and_its_blocks_are_left_out(tmp_path: Path) -> None:
    write_bot(tmp_path, "bad.py", "from evenhand import Strategy\nclass Bad(Strategy):\n    def choose(self, view, actions):\n"
                                  "        return actions[9] if view.round == 3 and view.seat == 1 else actions[0]\n")
    wanted = experiment(tmp_path, strategies=["bad.py:Bad", "random", "random_py"], blocks=12, options={"target": 30})
    run = open_run(played(wanted, tmp_path / "run"))
    failed = run.failures().num_rows

    page = write(run, ["html"])[0].read_text("utf-8")

    assert 0 < failed and f"Bad failed in {failed} games; " in page and "are left out." in page
    assert f"{failed} failed" in text(run)


def test_two_reports_of_one_run_are_equal_whatever_the_workers(tmp_path: Path) -> None:
    one = played(experiment(blocks=8), tmp_path / "one")
    shutil.copytree(one, tmp_path / "moved")

    first, second, moved = (write(open_run(folder), ["html"])[0].read_bytes() for folder in (one, one, tmp_path / "moved"))

    assert first == second == moved


def test_puerto_rico_shows_its_roles_and_buildings(tmp_path: Path) -> None:
    wanted = from_plain({"game": "puerto_rico", "seats": 3, "strategies": ["random", "random_py"], "blocks": 4,
                         "lineups": [["random", "random", "random_py"]]})
    run = open_run(played(wanted, tmp_path / "run"))

    html = write(run, ["html"])[0].read_text("utf-8")
    found = document(run)

    assert "Roles taken in a game" in html and "Buildings built" in html and "Where the points come from" in html
    built = {(row["building"], row["strategy"]): row for row in found["buildings"]}
    events = run.table("events").to_pandas()
    for building in ("small_indigo_plant", "small_market"):
        seats = events[(events.what == "built") & (events.item == building)]
        rows = {held: built[building, name] for name, held in (("random", 2), ("random_py", 1))}
        assert sum(row["share"] * row["results"] * held for held, row in rows.items()) == pytest.approx(len(seats))
    parts: dict[str, float] = {}
    for row in found["score_parts"]:
        parts[row["strategy"]] = parts.get(row["strategy"], 0.0) + row["mean"]
    assert parts == pytest.approx({row["strategy"]: row["mean"] for row in found["scores"]})
    assert not re.search(r"\bnan\b", html)


def strip_offered(run: Path) -> None:
    """Make a run one from before it was kept what was open to whom."""
    for file in (run / "seats").glob("*.parquet"):
        table = pq.read_table(file)
        said = {**table.schema.metadata, b"evenhand.tables": b"1.0"}
        pq.write_table(table.drop_columns(["offered"]).replace_schema_metadata(said), file)


def test_options_are_counted_over_the_seats_to_which_they_were_open_and_over_all_of_an_older_run(tmp_path: Path) -> None:
    wanted = from_plain({"game": "puerto_rico", "seats": 3, "strategies": ["random"], "design": "mirror", "blocks": 130})
    run = open_run(played(wanted, tmp_path / "run"))
    seats, events = run.table("seats").to_pandas(), run.table("events").to_pandas()
    built = events[events.what == "built"].drop_duplicates(["game_id", "seat", "item"])

    found = document(run)

    rows = {row["option"]: row for row in found["picks"]}
    for place, label in enumerate(run.game.picks.labels):
        could = int((seats.offered.to_numpy() >> place & 1).sum())
        took = int((built["item"] == label).sum())
        row = rows.pop(label.replace("_", " "), {"open": 0, "seats": 0, "rate": None})
        assert (row["open"], row["seats"]) == (could, took) and took <= could <= 390
        assert row["rate"] == (pytest.approx(took / could) if could else None)
    assert rows == {}
    html = write(run, ["html"])[0].read_text("utf-8")
    assert "was open at some decision of the game" in html and "is not kept" not in html

    strip_offered(tmp_path / "run")
    older = open_run(tmp_path / "run")

    assert older.table("seats", columns=["offered"]).column("offered").null_count == 390
    assert {row["open"] for row in document(older)["picks"]} == {390}
    html = write(older, ["html"])[0].read_text("utf-8")
    assert "whether an option was open to a seat is not kept" in html and not re.search(r"\bnan\b", html)
