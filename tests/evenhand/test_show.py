"""How tables, documents, sentences and numbers are written."""
from __future__ import annotations

import csv
import io
import json
import os
from unittest.mock import patch

import pytest

from evenhand import show
from evenhand.show import Column
from reports.formats import cut

ROWS = [{"name": "a.py:Bot", "games": 1200, "share": None},
        {"name": "a_folder/with_a/very_long_name.py:Bot", "games": 7, "share": [1, 2]}]
COLUMNS = [Column("name", "strategy", brief=cut), Column("games", right=True), Column("share")]


@pytest.mark.parametrize(("octets", "words"), [
    (700, "700 bytes"), (31_200, "31 kB"), (3_400_000, "3 MB"), (1.24e9, "1.2 GB"), (25e9, "25 GB")])
def test_sizes_are_words(octets: float, words: str) -> None:
    assert show.size(octets) == words


def test_long_names_are_cut_in_the_middle_on_the_screen_only(capsys: pytest.CaptureFixture[str]) -> None:
    long = "a_folder/with_a/very_long_name.py:Bot"

    assert long not in show.table(ROWS, COLUMNS)
    for style in ("json", "csv", "md"):
        show.rows("strategies", ROWS, COLUMNS, style)
        assert long in capsys.readouterr().out


def test_a_table_has_fixed_columns_and_a_dash_for_no_value() -> None:
    assert show.table(ROWS, COLUMNS).replace("\x1b[1m", "").replace("\x1b[0m", "").split("\n") == [
        "strategy                       games   share",
        "a.py:Bot                       1,200   -",
        "a_folder/with..g_name.py:Bot       7   1, 2",
    ]


def test_the_last_column_of_a_table_is_broken_where_it_is_too_wide() -> None:
    rows = [{"option": "a", "meaning": "word " * 40}]

    with patch.dict(os.environ, {"COLUMNS": "80"}):
        lines = show.table(rows, [Column("option"), Column("meaning")]).split("\n")

    assert len(lines) > 3
    assert all(len(line) <= 80 for line in lines[1:])
    assert all(line.startswith(" " * 9 + "word") for line in lines[2:])


def test_json_holds_raw_values_under_a_schema_name(capsys: pytest.CaptureFixture[str]) -> None:
    show.rows("strategies", ROWS, COLUMNS, "json")

    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["schema", "strategies"]
    assert document["schema"] == "evenhand.strategies/1"
    assert document["strategies"] == ROWS


def test_csv_holds_raw_values_under_the_keys(capsys: pytest.CaptureFixture[str]) -> None:
    show.rows("strategies", ROWS, COLUMNS, "csv")

    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows == [["name", "games", "share"], ["a.py:Bot", "1200", ""], [ROWS[1]["name"], "7", "1 2"]]


def test_markdown_escapes_the_bar(capsys: pytest.CaptureFixture[str]) -> None:
    show.rows("strategies", [{"name": "a|b", "games": 1, "share": 0}], COLUMNS, "md")

    assert capsys.readouterr().out.splitlines()[2] == "| a\\|b | 1 | 0 |"


@pytest.mark.parametrize(("settings", "colour"), [
    ({}, None), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"FORCE_COLOR": "1"}, True),
    ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False), ({"NO_COLOR": ""}, None), ({"FORCE_COLOR": "1", "TERM": "dumb"}, True)])
def test_colour_follows_the_three_variables(settings: dict[str, str], colour: bool | None) -> None:
    with patch.dict(os.environ, settings):
        for name in {"NO_COLOR", "FORCE_COLOR", "TERM"} - set(settings):
            os.environ.pop(name, None)
        assert show.colour() is colour


def test_a_long_message_is_broken_and_keeps_its_own_lines() -> None:
    with patch.dict(os.environ, {"COLUMNS": "100"}):
        text = show.fill("  " + "twelve chars " * 12 + "\nshort   line", "  ")

    lines = text.split("\n")
    assert [len(line) <= 100 for line in lines] == [True] * 3
    assert lines[0].startswith("  twelve") and lines[1].startswith("    ") and lines[2] == "short   line"
