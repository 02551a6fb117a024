"""`evenhand run --sprt` and `--half-width`: what is said, how it ends, how it goes on."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from evenhand.progress import Bar, Lines
from experiments.reader import open_run
from experiments.sequential import asymptotic_band
from reports.reader import read
from tests.evenhand.terminal import evenhand

MATCH = ("run", "--game", "pig.py", "--seats", "3", "--strategies", "holder.py:Holder,random", "--jobs", "1", "--no-report")
BETTER = (*MATCH, "--lineups", "vs-field:Holder", "--sprt", "0.33,0.45", "--name", "better")


def test_a_decided_match_says_so_with_intervals_that_hold(own: Path) -> None:
    said = evenhand(*BETTER)

    [scenario] = read(open_run("runs/better")).scenarios
    band = asymptotic_band(scenario.by_strategy(scenario.share)[:, 0])
    blocks = scenario.n_blocks
    assert said.code == 0
    assert said.err.startswith("better: pig.py:GAME, 3 seats, Holder against 2 x random, blocks of 3 games until decided")
    assert f"{3 * blocks} games ({blocks} blocks)" in said.out and "tied. Decided: better.\n" in said.out
    assert f"[{100 * band.low[-1]:.1f}, {100 * band.high[-1]:.1f}]" in said.out
    assert "Intervals: the confidence sequence" in said.out
    assert "Holder: a share of 45.0 rather than 33.0 is supported (LLR +" in said.out
    assert "A letter in common" not in said.out and "seat  " not in said.out


def test_a_match_that_is_lost_names_a_game_that_was_lost(own: Path) -> None:
    said = evenhand(*MATCH, "--lineups", "vs-field:random", "--sprt", "0.33,0.45", "--name", "worse")

    game = int(said.out.partition("replay runs/worse ")[2].split()[0])
    seats = open_run("runs/worse").table("seats", columns=["game_id", "strategy", "win_share"]).to_pylist()
    assert "Decided: not better." in said.out and "random: a share of 33.0 rather than 45.0 is supported (LLR -" in said.out
    assert [row["win_share"] for row in seats if row["game_id"] == game and row["strategy"] == "random"] == [0]


def test_a_game_behind_the_stop_is_no_game_of_the_run(own: Path) -> None:
    evenhand(*BETTER)
    blocks = read(open_run("runs/better")).scenarios[0].n_blocks

    last, behind = (evenhand("replay", "runs/better", str(128 * block)) for block in (blocks - 1, blocks))

    assert last.code == 0 and behind.code == 2
    assert behind.err.startswith(f"Error: runs/better has no game {128 * blocks}.")
    assert f"blocks 0 to {blocks - 1}" in behind.err


def test_an_open_test_has_exit_code_3_and_goes_on_with_more_blocks(own: Path) -> None:
    command = (*MATCH, "--lineups", "vs-field:Holder", "--sprt", "0.74,0.75", "--name", "open")
    first = evenhand(*command, "--max-blocks", "100")
    again = evenhand(*command, "--max-blocks", "100", "--json")
    longer = evenhand("run", "--resume", "runs/open", "--max-blocks", "130", "--jobs", "1", "--no-report")

    assert (first.code, again.code, longer.code) == (3, 3, 3)
    assert "Open after 100 blocks." in first.out and "undecided between shares of 74.0 and 75.0" in first.out
    assert again.document["stops"][0]["decision"] == "open" and again.document["games"]["played"] == 0
    assert "Open after 130 blocks." in longer.out
    assert longer.err.startswith("open: 300 of at most 390 games are here, at most 90 to play")


def test_a_run_stops_when_its_shares_are_known_as_well_as_asked(own: Path) -> None:
    said = evenhand(*MATCH, "--lineups", "vs-field:Holder", "--half-width", "0.06", "--name", "narrow")
    short = evenhand(*MATCH, "--lineups", "vs-field:Holder", "--half-width", "0.06", "--max-blocks", "40", "--name", "wide")

    [stop] = json.loads(Path("runs/narrow/stop.json").read_text())["scenarios"]
    assert said.code == short.code == 0
    assert "As precise as asked." in said.out and stop["decision"] == "precise" and stop["statistic"] < 0.06
    assert "Open after 40 blocks." in short.out and "Shares are not known to +-6.0 points after 40 blocks" in short.out


def test_the_rule_of_a_file_holds_and_the_command_line_wins(own: Path) -> None:
    Path("match.toml").write_text('game = "pig.py"\nseats = 3\nstrategies = ["holder.py:Holder", "random"]\n'
                                  'lineups = "vs-field:Holder"\n[stop]\nsprt = [0.33, 0.45]\n')
    by_file = evenhand("run", "match.toml", "--jobs", "1", "--no-report")
    shorter = evenhand("run", "match.toml", "--jobs", "1", "--no-report", "--name", "other", "--half-width", "0.2")

    assert "Decided: better." in by_file.out
    assert "As precise as asked." in shorter.out


def test_a_report_of_a_stopped_run_is_written_from_the_blocks_up_to_the_stop(own: Path) -> None:
    evenhand(*BETTER)
    said = evenhand("report", "better", "--json")

    [stop] = json.loads(Path("runs/better/stop.json").read_text())["scenarios"]
    assert said.code == 0
    assert said.document["health"]["finished_blocks"] == said.document["health"]["planned_blocks"] == stop["blocks"]
    assert np.isclose(said.document["strategies"][0]["win_share"], stop["estimate"])


def test_the_bar_and_the_lines_show_what_the_rule_sees(capsys: pytest.CaptureFixture[str]) -> None:
    bar, lines = Bar(), Lines()
    for progress in (bar, lines):
        progress.begin(900, 0)
        progress.advance(300, 2)
        progress.look("block 94  share 18.2 %  LLR -2.12 in (-2.94, +2.94)")
    assert bar.beside().startswith("block 94  share 18.2 %  LLR -2.12 in (-2.94, +2.94)  300 games  ")
    assert bar.bar.bar_format == "playing  {beside}"
    lines.tick()
    bar.end()
    lines.end()

    assert "block 94  share 18.2 %  LLR -2.12" in capsys.readouterr().err
