"""The commands that read runs, and those that look things up: what they print and write."""
from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.evenhand.desk import FIRST
from tests.evenhand.terminal import evenhand


def test_report_writes_the_formats_that_are_asked_for(own: Path) -> None:
    evenhand(*FIRST, "-q")

    plain = evenhand("report", "first")
    tables = evenhand("report", "first", "--format", "csv,json")

    assert plain.code == tables.code == 0
    assert plain.out.endswith("Written:  runs/first/report.html  runs/first/report.md\n")
    rows = list(csv.DictReader(io.StringIO(Path("runs/first/report/strategies.csv").read_text())))
    assert {row["strategy"] for row in rows} == {"random", "holder.py:Holder", "holder.py:Holder:enough=25"}
    assert Path("runs/first/report.json").is_file()


def test_report_as_json_is_the_whole_report_and_writes_nothing(own: Path) -> None:
    evenhand(*FIRST, "-q")

    said = evenhand("report", "first", "--json")

    assert next(iter(said.document)) == "schema" and said.document["schema"] == "evenhand.report/1"
    assert {row["games"] for row in said.document["strategies"]} == {120}
    assert not Path("runs/first/report.html").exists()


def test_what_is_close_and_what_is_decided_can_be_chosen(own: Path) -> None:
    evenhand(*FIRST, "-q")

    chosen = evenhand("report", "first", "--close", "1", "--decided", "0.5", "--json")
    rows = {row["measure"]: row for row in chosen.document["course"]}
    usual = {row["measure"]: row for row in evenhand("report", "first", "--json").document["course"]}

    assert rows["close"]["words"] == "won by at most 1, %" and usual["close"]["words"] == "won by at most 3, %"
    assert rows["close"]["value"] < usual["close"]["value"]
    assert rows["decisive_point"]["value"] < usual["decisive_point"]["value"]
    assert evenhand("report", "first", "--decided", "1.5").code == 2


def test_report_lists_every_failed_game(shared: Path) -> None:
    rows = evenhand("report", "failed", "--failures", "--json").document["failures"]

    assert {row["kind"] for row in rows} == {"exception", "illegal action"}
    assert {row["strategy"] for row in rows} == {"failing.py"}
    assert rows[0]["replay"] == f"evenhand replay runs/failed {rows[0]['game_id']}"
    assert evenhand("report", "first", "--failures").out == "No strategy failed in any game.\n"


def test_replay_tells_the_game_that_was_recorded(shared: Path) -> None:
    seats = [row for row in pq.read_table("runs/first/seats").to_pylist() if row["game_id"] == 257]

    document = evenhand("replay", "first", "257", "--json").document

    assert (document["scores"], document["ranks"]) == ([row["score"] for row in seats], [row["rank"] for row in seats])
    assert document["strategies"] == [row["strategy"] for row in seats]
    assert document["over"] and document["failure"] is None
    assert [move["step"] for move in document["moves"]] == list(range(len(document["moves"])))
    assert document["moves"][0]["words"] == "roll the die" and document["moves"][0]["forced"]


def test_replay_shows_a_round_or_stops_at_a_step(shared: Path) -> None:
    whole = evenhand("replay", "first", "257").out
    one = evenhand("replay", "first", "257", "--at", "2").out
    stopped = evenhand("replay", "first", "257", "--until", "5").out

    heads = re.findall(r"^round (\d+) ", whole, re.MULTILINE)
    assert heads == [str(n) for n in range(1, len(heads) + 1)]
    assert re.findall(r"^round (\d+) ", one, re.MULTILINE) == ["2"]
    assert one.splitlines()[2] in whole
    assert whole.splitlines()[-1].startswith(f"end after round {len(heads)}: target_reached   ")
    assert re.search(r"after 5 actions seat \d, \S+, may:\n  roll the die\n", stopped)


def test_replay_shows_why_a_game_failed_and_a_debugger_stands_there(shared: Path) -> None:
    failures = evenhand("report", "failed", "--failures", "--json").document["failures"]
    raised = next(row for row in failures if row["kind"] == "exception")
    illegal = next(row for row in failures if row["kind"] == "illegal action")

    told = evenhand("replay", "failed", str(raised["game_id"]))
    with patch("sys.stdin", io.StringIO("p self.way\nq\n")):
        after = evenhand("replay", "failed", str(raised["game_id"]), "--debug")
    with patch("sys.stdin", io.StringIO("p self.way\nn\nc\n")):
        before = evenhand("replay", "failed", str(illegal["game_id"]), "--debug")

    assert told.code == 0
    assert f"step {raised['step']}: seat {raised['seat']}, failing.py failed: exception: IndexError" in told.out
    assert "    return [][0]\n" in told.out
    assert after.code == 0 and "-> return [][0]\n(Pdb) 0\n" in after.out
    assert before.code == 0 and "(Pdb) 1\n" in before.out


def test_a_debugger_can_stop_at_any_decision(shared: Path) -> None:
    moves = evenhand("replay", "first", "257", "--json").document
    seat = moves["strategies"].index("holder.py:Holder")
    step = next(move["step"] for move in moves["moves"] if move["seat"] == seat and not move["forced"])
    forced = next(move["step"] for move in moves["moves"] if move["forced"])

    with patch("sys.stdin", io.StringIO("p view.at_stake\nq\n")):
        stopped = evenhand("replay", "first", "257", "--until", str(step), "--debug")
    nobody = evenhand("replay", "first", "257", "--until", str(forced), "--debug")

    assert stopped.code == 0 and re.search(r"-> return actions\[1\] if .*\n\(Pdb\) \d+\n", stopped.out)
    assert nobody.code == 2
    assert nobody.err == f"Error: nobody is asked at step {forced}: there is only one thing to do, or the game is over\n"


def test_verify_finds_a_game_that_comes_out_otherwise(own: Path) -> None:
    evenhand(*FIRST, "-q")
    assert evenhand("verify", "first", "--sample", "20").out == "20 of 120 games played again: all digests equal.\n"

    file = Path("runs/first/games/part-000000.parquet")
    table = pq.read_table(file)
    digests = table.column("digest").to_pylist()
    digests[7] ^= 1
    changed = table.set_column(table.schema.get_field_index("digest"), table.schema.field("digest"),
                               pa.array(digests, pa.int64()))
    pq.write_table(changed, file)
    said = evenhand("verify", "first", "--sample", "1000", "--json")

    assert said.code == 1
    assert said.document["sampled"] == 120
    assert said.document["different"] == [table.column("game_id")[7].as_py()]


def test_bench_prints_the_figures_and_leaves_nothing(own: Path) -> None:
    wanted = {"build", "games", "decisions", "games_per_cpu_s", "decisions_per_cpu_s", "us_per_decision", "forced_share",
              "turns_per_game", "actions_per_game", "copy_us"}

    for level in ("none", "rounds"):
        figures = evenhand("bench", "pig.py", "--seats", "3", "--seconds", "0.05", "--log", level, "--json").document
        assert wanted <= set(figures)
        assert figures["games_per_cpu_s"] == pytest.approx(figures["games"] / figures["cpu_s"])
        assert figures["us_per_decision"] == pytest.approx(1e6 * figures["cpu_s"] / figures["decisions"])
        assert 0 < figures["forced_share"] < 1 and figures["turns_per_game"] % 1 >= 0 < figures["copy_us"]
    assert not Path("runs").exists()


def test_bench_refuses_a_strategy_that_fails(own: Path) -> None:
    said = evenhand("bench", "pig.py", "--strategy", "failing.py", "--seconds", "1")

    assert said.code == 2
    assert said.err.startswith("Error: failing.py failed in block ")


def test_runs_lists_what_is_there(shared: Path) -> None:
    rows = evenhand("runs", "--json").document["runs"]

    assert [(row["run"], row["games"], row["planned"], row["status"]) for row in rows] == [
        ("failed", 120, 120, "complete"), ("first", 120, 120, "complete")]
    assert rows[0]["failed"] > 0 == rows[1]["failed"]


def test_what_is_long_is_short_on_the_screen_only() -> None:
    screen = evenhand("strategies", "puerto_rico").out
    markdown = evenhand("strategies", "puerto_rico", "--format", "md").out
    rows = evenhand("strategies", "puerto_rico", "--json").document["strategies"]

    assert max(map(len, screen.splitlines())) <= 100
    assert [row["strategy"] for row in rows] == ["random", "random_py", "puerto_rico.money", "puerto_rico.hybrid",
                                                 "puerto_rico.shipping"]
    for row in rows:
        assert row["parameters"] in markdown and row["plays"] in markdown
