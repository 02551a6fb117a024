"""The sentences: only what a test supports, "undecided" otherwise, problems first."""
from __future__ import annotations

import numpy as np

from reports import verdict
from reports.findings import Book, study
from reports.game import facts_of
from reports.reader import read
from reports.settings import Settings
from tests.reports.toy import FOUR, ToyRun, toy, variants


def book(run: ToyRun) -> Book:
    return study(read(run), facts_of(run), Settings())


def box(run: ToyRun) -> str:
    said = verdict.box(book(run))
    assert 1 <= len(said) <= 6
    return " | ".join(said)


def alike(rng: np.random.Generator, name: str, seat: int) -> float:
    return rng.normal(40, 9)


def far_apart(rng: np.random.Generator, name: str, seat: int) -> float:
    return 40 + 20 * FOUR.index(name) + rng.normal(0, 6)


def test_a_clear_winner_is_named_with_its_lead_over_the_next() -> None:
    said = box(toy(60, score=far_apart))

    assert "random wins more often than each other strategy: +" in said
    assert "points over hybrid (p < 0.001, Holm)." in said


def test_two_strategies_are_compared_without_naming_one_twice() -> None:
    said = box(toy(60, FOUR[:2], lambda rng, name, seat: 40 + 12 * ("money" in name) + rng.normal(0, 6), seats=(2,)))

    assert "money wins more often than shipping: +" in said and " points (p < 0.001, Holm)." in said


def test_where_no_strategy_is_shown_ahead_it_says_undecided_and_what_would_decide_it() -> None:
    said = box(toy(40, score=alike))

    assert "Undecided which strategy is best: " in said and "is not shown to win more often than" in said
    assert "blocks would show a difference of" in said
    assert "wins more often than each other" not in said


def test_behind_a_clear_winner_the_others_may_be_undecided() -> None:
    said = box(toy(150))

    assert "shipping wins more often than each other strategy" in said
    assert "against" in said and ": undecided, " in said


def test_seats_are_judged_for_those_who_played() -> None:
    assert "Seats (with shipping, money, hybrid and random): undecided." in box(toy(30))
    assert "evenhand power --seats 4 --equivalence 2" in box(toy(30))
    unfair = toy(150, ["random"], lambda rng, name, seat: rng.normal(30 + 4 * seat, 9), design="mirror")
    assert "Seats (random against itself): unbalanced, seat 0 -" in box(unfair)
    assert "Seats (with these 6 strategies)" in box(toy(30, [*FOUR, "a.py:A", "b.py:B"]))


def test_balance_is_only_claimed_when_shown() -> None:
    fair = toy(9000, ["random"], alike, design="mirror", level="games")

    assert "Seats (random against itself): balanced within 2 points." in box(fair)
    assert "balanced within" not in box(toy(60, ["random"], alike, design="mirror"))


def test_games_cut_off_come_first() -> None:
    said = verdict.box(book(toy(30, truncated=range(5), score=far_apart)))

    assert said[0] == "16.7 % of the games were cut off by max_rounds; they count by the scores at that moment."
    assert not any("cut off" in sentence for sentence in verdict.box(book(toy(30))))


def test_an_unfinished_run_says_so_before_its_results() -> None:
    said = verdict.box(book(toy(30, missing=range(20, 30), score=far_apart)))

    assert said[0] == ("Unfinished: 20 of 30 blocks. The intervals hold if the run was not stopped because of what was seen.")
    assert "wins more often" in said[1]


def test_failures_are_named_with_what_became_of_their_blocks() -> None:
    run = toy(30, failed={3: "exception", 7: "timeout"})
    names = {row["strategy"] for row in run.failed.to_pylist()}

    said = verdict.box(book(run))[0]

    assert said.endswith("failed in 2 games; 2 blocks are left out.")
    assert all(name.removeprefix("puerto_rico.") in said for name in names)


def test_one_block_is_undecided() -> None:
    assert box(toy(1)).startswith("Undecided: one block (4 games) gives no interval and no test.")


def test_ties_everywhere_are_no_difference() -> None:
    assert "All strategies have the same share in every block." in box(toy(12, score=lambda rng, name, seat: 10))


def test_one_against_a_field_is_held_against_an_equal_share() -> None:
    run = toy(80, ["corn.py:Corn", "puerto_rico.money"], lambda rng, name, seat: 40 - 15 * ("Corn" in name) + rng.normal(0, 6),
              lineups="vs-field:corn.py:Corn")

    assert "Corn wins less than an equal share: " in box(run) and "against 25.0." in box(run)


def test_several_scenarios_are_summed_up_and_each_speaks_for_itself() -> None:
    found = book(toy(40, score=far_apart, variants=variants("base", "harbor 9")))

    said = verdict.box(found)

    assert said[0] == "harbor 9 against base: everything came out the same in every block."
    assert said[1] == "random wins more often than each other strategy in both scenarios."
    assert said[-1].startswith("Each of the 2 scenarios was tested for itself")
    assert all("wins more often" in verdict.sentences(one)[0] for one in found.scenarios)
