"""Runs that stop by themselves, in words: what was decided, and intervals that hold although a test chose when to stop."""
from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from experiments.experiment import Stop
from experiments.sequential import asymptotic_band
from experiments.stopping import Stopped
from reports import stopping, verdict
from reports.card import card
from reports.findings import Book, study
from reports.game import facts_of
from reports.reader import read
from reports.settings import Settings
from reports.stats import anytime
from reports.summary import text
from tests.reports.toy import ToyRun, toy, variants

FIELD = ("puerto_rico.hybrid", "puerto_rico.money")
TEST = Stop(sprt=(0.25, 0.27), target="puerto_rico.hybrid")


def match(stop: Stop, *stops: Stopped, blocks: int = 70, **settings: Any) -> ToyRun:
    """One hybrid against three money, in a run that stops by itself."""
    run = toy(blocks, FIELD, lineups="vs-field:puerto_rico.hybrid", stop=stop, **settings)
    return replace(run, stops=stops)


def book(run: ToyRun) -> Book:
    return study(read(run), facts_of(run), Settings())


def weaker(rng: np.random.Generator, name: str, seat: int) -> float:
    """Scores with which hybrid nearly always loses."""
    return float(rng.normal(40, 5) - (12 if name.endswith("hybrid") else 0))


def stronger(rng: np.random.Generator, name: str, seat: int) -> float:
    """Scores with which hybrid nearly always wins."""
    return float(rng.normal(40, 5) + (12 if name.endswith("hybrid") else 0))


def test_a_decision_in_the_layout_that_was_agreed() -> None:
    lines = text(match(TEST, Stopped(0, 70, "H0", 0.182, -3.22), score=weaker)).split("\n")

    assert re.fullmatch(r"280 games \(70 blocks\), none failed, \d+ tied\. Decided: not better\.", lines[0])
    assert re.fullmatch(r"strategy +games   win share % +equal   points   place   score", lines[2])
    assert sorted(line.split("  ")[0] for line in lines[3:5]) == ["3 x puerto_rico.money", "puerto_rico.hybrid"]
    assert lines[5].startswith("Intervals: the confidence sequence, which holds although the test chose when to stop.")
    assert "hybrid does not win more than an equal share (LLR -3.22)." in lines
    assert any(line.startswith("Watch a game it lost:  evenhand replay runs/toy ") for line in lines)
    assert not any(line.startswith(("seat ", "A letter")) for line in lines)


def test_the_interval_of_a_tested_share_is_the_confidence_sequence_and_wider() -> None:
    tested, fixed = (book(match(TEST, Stopped(0, 70, "H1", 0.3, 3.0))).scenarios[0],
                     book(match(Stop(half_width=0.1), Stopped(0, 70, "precise", 0.3, 0.09))).scenarios[0])
    row, usual = (next(row for row in found.strategies if row.seats_held == 1) for found in (tested, fixed))
    shares = tested.scenario.by_strategy(tested.scenario.share)[:, list(tested.scenario.strategies).index(row.strategy)]
    band = asymptotic_band(shares)

    assert row.interval == (band.low[-1], band.high[-1])
    assert row.win_share == usual.win_share
    assert row.interval[0] < usual.interval[0] < usual.interval[1] < row.interval[1]


def test_shares_without_any_spread_do_not_look_certain() -> None:
    low, high = anytime.interval(np.ones(30), 0.95)

    assert 0.7 < low < 0.8 and high == 1
    assert np.isnan(anytime.interval(np.ones(29), 0.95)).all()


@pytest.mark.parametrize(("stop", "stopped", "said"), [
    (TEST, Stopped(0, 70, "H1", 0.3, 3.01),             # the confidence sequence does not exclude an equal share
     "hybrid: a share of 27.0 rather than 25.0 is supported (LLR +3.01, bounds -2.94 and +2.94)."),
    (Stop(sprt=(0.4, 0.5), target="puerto_rico.hybrid"), Stopped(0, 70, "H0", 0.3, -3.01),
     "hybrid: a share of 40.0 rather than 50.0 is supported (LLR -3.01, bounds -2.94 and +2.94)."),
    (Stop(sprt=(0.25, 0.7), target="puerto_rico.hybrid", beta=0.1), Stopped(0, 70, "H0", 0.3, -8.3),
     "hybrid: a share of 25.0 rather than 70.0 is supported (LLR -8.30, bounds -2.25 and +2.89)."),
    (TEST, Stopped(0, 70, "open", 0.26, 0.4), "hybrid: undecided between shares of 25.0 and 27.0 after 70 blocks (LLR +0.40). "
     "Go on:  evenhand run --resume runs/toy --max-blocks 140"),
    (TEST, Stopped(0, 20, "open", None, None), "hybrid: not decided yet between shares of 25.0 and 27.0."),
    (TEST, None, "hybrid: not decided yet between shares of 25.0 and 27.0.")])
def test_the_verdict_of_a_test_is_its_decision_alone(stop: Stop, stopped: Stopped | None, said: str) -> None:
    assert verdict.box(book(match(stop, *filter(None, [stopped])))) == [said]


def test_that_a_strategy_wins_more_than_an_equal_share_is_said_where_the_confidence_sequence_says_it() -> None:
    run = match(TEST, Stopped(0, 70, "H1", 0.8, 9.01), score=stronger)

    assert verdict.box(book(run)) == ["hybrid wins more than an equal share (LLR +9.01)."]


def test_a_run_that_is_not_as_precise_as_asked_says_how_precise_it_is() -> None:
    [*_, last] = verdict.box(book(match(Stop(half_width=0.01), Stopped(0, 70, "open", 0.3, 0.042))))

    assert last == ("Shares are not known to +-1.0 points after 70 blocks, only to +-4.2. "
                    "Go on:  evenhand run --resume runs/toy --max-blocks 140")


def test_each_scenario_of_a_test_has_its_own_decision() -> None:
    run = match(TEST, Stopped(0, 40, "H0", 0.2, -3.1), Stopped(1, 40, "H1", 0.4, 3.2), blocks=40,
                variants=variants("base", "harbor 9"), scores={"base": weaker, "harbor 9": stronger})

    assert verdict.box(book(run)) == ["base: hybrid does not win more than an equal share (LLR -3.10).",
                                      "harbor 9: hybrid wins more than an equal share (LLR +3.20)."]
    assert stopping.headline(book(run)) == ""


def test_the_card_says_the_rule_and_where_it_stopped() -> None:
    facts = dict(card(book(match(TEST, Stopped(0, 70, "H0", 0.182, -3.22)))))

    assert facts["Length"] == "blocks until decided (share 0.25 against 0.27, errors 5 % and 5 %); decided after 70 blocks"
    assert "Length" not in dict(card(book(toy(40))))
