"""`evenhand compare`: variants of a run, two runs, what is written, what is refused."""
from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evenhand.desk import AFTER, FAILED, FIRST
from tests.evenhand.regenerate import desk
from tests.evenhand.terminal import evenhand


@pytest.fixture(scope="module", autouse=True)
def played() -> Iterator[Path]:
    """A desk with the runs first, failed and after, and far, which has two variants."""
    with desk() as folder:
        assert evenhand("run", "far.toml", "--jobs", "1", "-q").code == 0
        assert evenhand(*AFTER, "-q").code == 0
        yield folder


def test_the_variants_of_a_run_are_compared_in_the_shape_of_the_pages() -> None:
    evenhand("report", "far")
    lines = evenhand("compare", "far").out.splitlines()

    gain = r"\(pairing: variance x \d\.\d\d\)"
    assert re.fullmatch(rf"to 80 against to 50: 20 blocks on the same luck, 60 games each {gain}", lines[0])
    assert re.fullmatch(r"win share % +to 50 +to 80   difference, points +p \(Holm\)", lines[2])
    row = r" +\d+\.\d+ +\d+\.\d+   [ +-]*\d+\.\d+ \[[ +-]*\d+\.\d+, [ +-]*\d+\.\d+\]"
    for line, name in zip(lines[3:6], ("random", "holder.py:Holder", "holder.py:Holder:enough=25"), strict=True):
        assert re.fullmatch(rf"{name}{row}   (< )?\d\.\d+", line)
    assert re.fullmatch(rf"seat 0 \(begins\){row}   (< )?\d\.\d+", lines[7])
    assert re.fullmatch(rf"rounds in a game{row}", lines[11])
    assert re.fullmatch(rf"ended by target reached{row}", lines[12])
    assert lines[-1] == "Report:  runs/far/report.html"
    assert all("What changes" in Path(f"runs/far/report.{kind}").read_text() for kind in ("html", "md"))


def test_as_json_it_is_one_document_and_nothing_is_written() -> None:
    before = sorted(Path("runs/far").rglob("*"))
    said = evenhand("compare", "far", "--json", "--metric", "turns")

    assert said.code == 0 and said.document["schema"] == "evenhand.compare/1" and said.err == ""
    [part] = said.document["comparisons"]
    assert (part["against"], part["after"], part["blocks"], part["games"]) == ("to 50", "to 80", [20, 20], [60, 60])
    assert [row["item"] for row in part["changes"] if row["measure"] == "seat"] == ["0", "1", "2"]
    assert next(row for row in part["changes"] if row["measure"] == "turns")["unit"] == "number"
    assert sorted(Path("runs/far").rglob("*")) == before


def test_files_are_written_where_they_are_asked_for() -> None:
    said = evenhand("compare", "far", "--format", "html,md,csv,json", "--variant", "to 80")
    page = Path("runs/far/compare.html").read_bytes()
    evenhand("compare", "far", "--format", "html")

    assert said.out.splitlines()[-1].startswith("Written:  runs/far/compare.html  runs/far/compare.md")
    rows = list(csv.DictReader(io.StringIO(Path("runs/far/compare.csv").read_text())))
    assert {"after", "measure", "difference", "interval_low", "interval_high"} <= set(rows[0])
    assert Path("runs/far/compare.html").read_bytes() == page
    assert evenhand("report", "far").code == 0 and evenhand("verify", "far", "--sample", "5").code == 0


def test_a_bot_before_and_after_is_compared_on_the_same_luck() -> None:
    said = evenhand("compare", "first", "after")

    assert said.code == 0
    assert said.out.startswith("The runs differ in strategy: holder.py:Holder -> holder.py:Holder:enough=20.\n\n"
                               "after against first: 40 blocks on the same luck, 120 games each")
    assert said.out.endswith("With figures:  evenhand compare runs/first runs/after --format html\n")


def test_runs_of_other_lengths_are_compared_as_far_as_both_go() -> None:
    longer = ({"40": "60", "first": "longer"}.get(word, word) for word in FIRST)
    assert evenhand(*longer, "-q").code == 0

    said = evenhand("compare", "first", "longer")

    assert "longer against first: 40 blocks on the same luck" in said.out
    assert "Everything came out the same in every block." in said.out


def test_runs_of_other_luck_are_refused_by_name_and_compared_unpaired() -> None:
    assert evenhand(*("other" if word == "first" else word for word in FIRST), "--seed", "3", "-q").code == 0

    refused, apart = evenhand("compare", "first", "other"), evenhand("compare", "first", "other", "--unpaired")

    assert refused.code == 2 and refused.out == ""
    assert refused.err == (
        "Error: runs/first and runs/other can't be compared block by block: seed differs.\n    seed   0  ->  3\n"
        "  Same luck needs the same game, seats, line-ups and seed. Unpaired, with wider intervals:\n"
        "  evenhand compare runs/first runs/other --unpaired\n")
    assert apart.code == 0 and "other against first: 40 and 40 blocks, unpaired (120 and 120 games)" in apart.out


def test_runs_with_other_seats_are_refused_whatever_is_asked() -> None:
    for more in ((), ("--unpaired",)):
        said = evenhand("compare", "first", "failed", *more)
        assert said.code == 2 and "seats" in said.err and "--unpaired" not in said.err


def test_failed_games_leave_their_blocks_out_on_both_sides() -> None:
    assert evenhand(*("again" if word == "failed" else word for word in FAILED), "-q").code == 1

    said = evenhand("compare", "failed", "again", "--json").document["comparisons"][0]

    assert said["left_out_blocks"] > 0 and said["blocks"] == [60 - said["left_out_blocks"]] * 2
    assert "on one side or both" in said["notes"][0]
