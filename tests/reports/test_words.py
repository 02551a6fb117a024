"""Sentences and numbers that must not say more than was found, nor contradict one another."""
from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from experiments.experiment import Variant
from reports import formats, verdict
from reports.card import card
from reports.figures import between, length, overview as overviews
from reports.figures.style import looks
from reports.findings import Book, study
from reports.game import facts_of
from reports.methods import methods
from reports.reader import read
from reports.settings import Settings
from reports.summary import headline
from reports.tables.course import row_of
from reports.tables.overview import overview_rows, overview_table
from tests.reports.test_course import found as course_of
from tests.reports.toy import FOUR, ToyRun, told, toy, variants

PAIR = ("puerto_rico.shipping", "puerto_rico.money")


def book(run: ToyRun) -> Book:
    return study(read(run), facts_of(run), Settings())


def favoured(name: str, by: float) -> Any:
    """Scores in which one strategy has more than the others."""
    return lambda rng, who, seat: float(rng.normal(40, 8) + (by if who == name else 0))


def test_the_highest_share_of_scenarios_is_that_of_one_seat() -> None:
    run = toy(40, PAIR, favoured(PAIR[0], 6), lineups=f"vs-field:{PAIR[0]}", variants=variants("base", "other"))
    rows = overview_rows(book(run).scenarios)

    for row, found in zip(rows, book(run).scenarios, strict=True):
        best = max(found.strategies, key=lambda one: one.win_share / one.seats_held)
        assert row.first == "shipping" and row.win_share == best.win_share / best.seats_held > 0.25
    assert "share per seat %" in [column.heading for column in overview_table(rows).columns]
    assert "points per seat" in verdict.sentences(book(run).scenarios[0])[0]


def test_strategies_with_a_seat_each_have_a_win_share() -> None:
    rows = overview_rows(book(toy(20, variants=variants("base", "other"))).scenarios)

    assert "win share %" in [column.heading for column in overview_table(rows).columns]


def test_the_card_says_what_a_sweep_goes_through_and_no_rule_that_only_half_of_the_games_had() -> None:
    facts = dict(card(book(toy(10, options={"cost.harbor": 9}, sweep={
        "trader_bonus": (1, 2), f"{FOUR[1]}:quarries": (0, 1)}))))

    assert facts["Rules"] == "cost.harbor 9"
    assert facts["Sweep"] == f"trader_bonus 1, 2; {FOUR[1]}:quarries 0, 1"
    assert f"{FOUR[1]}:quarries=0|1" in facts["Strategies"]


def test_a_leader_at_the_last_round_decides_nothing() -> None:
    late = np.zeros((80, 14, 2))
    late[:, :13, 0], late[:, 13, 1] = 1, 5                  # the other seat is ahead after the last round alone
    findings = course_of(told(late))
    row = row_of(findings.course_rows, "decisive_point")

    assert row is not None and np.isnan(row.value) and row.sentence.startswith("Not before the last round")
    assert "before the last round no leader wins 80 %" in " ".join(verdict.sentences(findings))


def test_scenarios_of_equal_length_are_not_said_to_differ() -> None:
    scenarios = book(toy(40, variants=variants("base", "other"))).scenarios
    said = length.rounds_of_all(scenarios, "k")

    assert said is not None and said.sentence.startswith("No difference in length is shown: between ")
    shares = overviews.shares(scenarios, looks(FOUR), "k")
    assert shares is not None and shares.sentence == "No share is shown to differ between scenarios."


def test_a_share_that_moves_between_scenarios_is_said_to() -> None:
    scores = {"base": favoured(FOUR[0], 0), "other": favoured(FOUR[0], 12)}
    shares = overviews.shares(book(toy(60, variants=variants("base", "other"), scores=scores)).scenarios, looks(FOUR), "k")

    assert shares is not None and shares.sentence.startswith("The share of shipping moves most between scenarios, from ")


def test_means_differ_only_where_it_is_shown_among_all_that_were_looked_at() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.normal(0, 1, 200), rng.normal(0.3, 1, 200)

    assert between.differ(one, other, 0.05, 1) and not between.differ(one, other, 0.05, 1000)
    assert between.differ(np.full(40, 1.0), np.full(40, 2.0), 0.05, 1)
    assert not between.differ(np.full(4, 1.0), np.full(4, 2.0), 0.05, 1)


def test_how_many_games_lie_in_a_span_is_counted() -> None:
    findings = book(toy(60)).scenarios[0]
    rounds, row = findings.scenario.rounds, next(row for row in findings.lengths if row.what == "rounds")
    said = length.rounds(findings, looks(FOUR), "k")

    inside = formats.percent(float(((rounds >= row.p5) & (rounds <= row.p95)).mean()))
    assert said is not None and f"; {inside} % of 240 games lie from " in said.sentence


@pytest.mark.parametrize(("one", "other", "width", "cut"), [
    ("base", "harbor 9", 20, ("base", "harbor 9")),
    ("quarries=1, trader_bonus=1", "quarries=1, trader_bonus=2", 16, ("trader_bonus=1", "trader_bonus=2")),
    ("a very long name one", "a very long name two", 10, None),
    ("middle is another one here", "middle is another 1 here", 12, None)])
def test_two_cut_names_stay_apart(one: str, other: str, width: int, cut: tuple[str, str] | None) -> None:
    found = formats.cut_apart(one, other, width)

    assert found[0] != found[1] and max(map(len, found)) <= width
    assert cut is None or found == cut


def test_a_lopsided_interval_shows_its_larger_half() -> None:
    assert formats.half(0.0, (0.0, 0.008)) == "+-0.8" and formats.half(0.5, (0.48, 0.52)) == "+-2.0"
    assert formats.half(0.5, None) == ""


def test_a_speed_is_that_of_all_games_that_were_played() -> None:
    class Played:
        played, seconds, interruptions = 300, 6.0, 0

    assert headline(book(toy(20)), Played()).startswith("80 games, 300 played in 6.0 s (50 games/s), none failed")


def test_two_scenarios_are_both() -> None:
    assert "both scenarios" in " ".join(verdict.box(book(toy(40, variants=variants("base", "other")))))


def test_sentences_that_stand_above_are_not_repeated() -> None:
    above = ["Win shares, b against a: no change found.", "With b, money gains 3 points (Holm)."]

    assert verdict.unsaid(["Win shares: no change found.", above[1], "Games get longer."], "b against a", above) == [
        "Games get longer."]


def test_methods_explain_what_the_ratio_of_a_test_is() -> None:
    text = dict(methods(Settings()))

    assert text["Runs that stop by themselves"].startswith("LLR is the log likelihood ratio")
    assert "order statistics" in text["Quantiles"] and re.search(r"alike nobody", text["Leads and decisions"])


def test_a_shown_change_of_scores_has_its_sentence() -> None:
    from reports.compare import compare

    scores = {"base": favoured(FOUR[0], 0), "other": favoured(FOUR[0], 12)}
    found = compare(toy(60, variants=(Variant("base"), Variant("other")), scores=scores))  # type: ignore[arg-type]

    assert "Mean scores change: shipping +" in found.text()
