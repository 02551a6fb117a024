"""The choice of intervals: `--ci` for shares, `--cs` for runs that a test stopped; margins, ties and the spread of seats."""
from __future__ import annotations

import math
from dataclasses import replace

import pytest

from experiments.experiment import Stop
from experiments.sequential import bernstein_band
from experiments.stopping import Stopped
from reports.build import document
from reports.card import card, estimand, health
from reports.findings import study
from reports.game import facts_of
from reports.reader import read
from reports.sections import chapters
from reports.settings import INTERVALS, Settings
from reports.stats.rates import METHODS
from reports.summary import text
from reports.verdict import box
from sim.faults import Refusal
from tests.reports.test_ratings import book
from tests.reports.test_tables import found
from tests.reports.toy import FOUR, ToyRun, toy


def test_every_interval_can_be_chosen() -> None:
    assert tuple(METHODS) == INTERVALS


@pytest.mark.parametrize("ci", INTERVALS)
def test_the_chosen_interval_is_that_of_strategies_seats_and_cells(ci: str) -> None:
    findings = found(toy(40), ci=ci)
    shares = findings.scenario.by_strategy(findings.scenario.share)

    for row in findings.strategies:
        rate = METHODS[ci](shares[:, findings.scenario.strategies.index(row.strategy)], 160)
        assert row.interval == pytest.approx((rate.low, rate.high))
    for seat, row in enumerate(findings.seats):
        rate = METHODS[ci](findings.scenario.by_seat(findings.scenario.share)[:, seat], 160)
        assert row.interval == pytest.approx((rate.low, rate.high))
        assert row.difference_interval == pytest.approx((rate.low - 0.25, rate.high - 0.25))
    for cell in findings.cells:
        mine = findings.scenario.who[..., cell.seat] == findings.scenario.strategies.index(cell.strategy)
        rate = METHODS[ci](findings.scenario.share[..., cell.seat][mine], 40)
        assert cell.interval == pytest.approx((rate.low, rate.high))


def test_tests_and_verdicts_do_not_depend_on_the_interval() -> None:
    usual, naive = found(toy(40)), found(toy(40), ci="jeffreys")

    assert [row.verdict for row in usual.seats] == [row.verdict for row in naive.seats]
    assert [row.letters for row in usual.strategies] == [row.letters for row in naive.strategies]


def test_an_interval_that_counts_games_warns_where_games_share_their_luck() -> None:
    said = {design: dict(health(book(toy(20, design=design), ci="naive-wilson"))).get("Warning", "")
            for design in ("rotations", "random")}

    assert said["rotations"].startswith("The intervals of shares (naive Wilson) count every game as independent; the 4 games")
    assert said["random"] == ""
    assert "Warning" not in dict(health(book(toy(20), ci="block-t")))
    assert text(toy(20), settings=Settings(ci="jeffreys")).startswith("Warning: The intervals of shares (Jeffreys) count every")
    assert document(toy(20), Settings(ci="jeffreys"))["health"]["warnings"] and not document(toy(20))["health"]["warnings"]


@pytest.mark.parametrize(("wrong", "where"), [({"ci": "block"}, "ci"), ({"cs": "ab"}, "cs"), ({"rating": "elo"}, "rating"),
                                              ({"margin": float("nan")}, "equivalence"), ({"pl_prior": 0.0}, "pl_prior")])
def test_settings_that_cannot_be_are_refused_by_name(wrong: dict[str, object], where: str) -> None:
    with pytest.raises(Refusal) as refused:
        Settings(**wrong)     # type: ignore[arg-type]
    assert refused.value.faults[0].where == where


def decided(blocks: int = 70) -> ToyRun:
    run = toy(blocks, FOUR[1:3], lineups=f"vs-field:{FOUR[2]}", stop=Stop(sprt=(0.25, 0.27), target=FOUR[2]))
    return replace(run, stops=(Stopped(0, blocks, "H1", 0.3, 3.0),))


def test_seats_and_pairs_of_a_tested_run_have_confidence_sequences() -> None:
    findings, fixed = found(decided()), found(replace(decided(), experiment=decided().experiment.replace(stop=None)))

    for row, usual in zip(findings.seats, fixed.seats, strict=True):
        assert row.interval[0] < usual.interval[0] < usual.interval[1] < row.interval[1]
        assert row.narrow[0] < usual.narrow[0] and row.p >= usual.p
    [pair], [paired] = findings.pairs, fixed.pairs
    assert pair.difference == pytest.approx(paired.difference) and pair.interval[0] < paired.interval[0]


def test_the_strict_sequence_is_the_empirical_bernstein_one_and_wider() -> None:
    usual, strict = found(decided()), found(decided(), cs="eb")
    row = next(row for row in strict.strategies if row.seats_held == 1)
    shares = strict.scenario.by_strategy(strict.scenario.share)[:, strict.scenario.strategies.index(row.strategy)]
    band = bernstein_band(shares)

    assert row.interval == pytest.approx((band.low[-1], band.high[-1]))
    assert all(one.interval[1] - one.interval[0] > other.interval[1] - other.interval[0]
               for one, other in zip(strict.seats, usual.seats, strict=True))


def test_the_path_of_a_test_and_the_running_share_are_drawn() -> None:
    run = decided()
    [chapter] = chapters(study(read(run), facts_of(run), Settings()))
    [section] = [section for section in chapter.sections if section.title == "How the run came to its end"]
    path, running = section.figures

    assert path.title == "The path of the test" and "log likelihood ratio of hybrid" in path.sentence
    assert "(+2.94)" in path.svg and "(-2.94)" in path.svg
    assert running.sentence.startswith("After 70 blocks the share of a seat is: hybrid ")
    assert "confidence sequence, which holds at all blocks at once" in running.note


def test_a_run_of_a_fixed_length_has_no_path() -> None:
    [chapter] = chapters(book(toy(40)))

    assert "How the run came to its end" not in [section.title for section in chapter.sections]


def test_sections_stand_in_the_order_of_the_questions() -> None:
    [chapter] = chapters(book(toy(40)))
    titles = [section.title for section in chapter.sections]

    assert titles[:4] == ["Strategies", "Seats", "Who finishes ahead of whom", "Ratings"]
    assert titles.index("Scores") < titles.index("The course of the game") < titles.index("What only Puerto Rico counts")
    [course] = [section for section in chapter.sections if section.title == "The course of the game"]
    assert course.figures[0].title == "Standing by round"


@pytest.mark.parametrize(("settings", "said"), [
    ({}, "mean win share over all line-ups of this pool, seats balanced"),
    ({"design": "fixed"}, "mean win share over all line-ups of this pool, seats as given, not balanced"),
    ({"lineups": "vs-field:random"}, "mean win share over the line-ups of random with others of this pool, seats balanced"),
    ({"lineups": "duplicates"}, "mean win share over the line-ups of one strategy among clones of another, seats balanced"),
    ({"lineups": (FOUR,)}, "mean win share over the line-ups listed, seats balanced"),
    ({"design": "mirror"}, "win share of each seat, the same strategy in all seats")])
def test_the_run_card_says_what_is_estimated(settings: dict[str, object], said: str) -> None:
    found_book = book(toy(12, **settings))        # type: ignore[arg-type]

    assert estimand(found_book) == said == dict(card(found_book))["What is estimated"]


def test_the_design_effect_does_not_count_the_differences_between_line_ups() -> None:
    """A alone among clones of B wins always, B alone among clones of A never: blocks differ by their line-up alone."""
    names = ("a.py:A", "b.py:B")
    run = toy(40, names, lineups="duplicates", table=lambda block, who: [9 if name == names[0] else 1 + seat
                                                                         for seat, name in enumerate(who)])

    assert math.isnan(found(run).health.deff_strategies)
    noisy = found(toy(400, names, lambda rng, name, seat: rng.normal(30, 9), lineups="duplicates", level="games")).health
    assert 0.7 < noisy.deff_strategies < 1.3


def test_margins_and_close_games_by_hand() -> None:
    findings = found(toy(12, table=lambda block, who: (10, 8, 8, 3) if block % 3 else (9, 5, 4, 4)), close=2)
    first, whole = findings.margins

    assert (first.what, first.p50) == ("best less second best", 2)
    assert (first.mean, whole.mean) == pytest.approx((8 / 3, 19 / 3))
    [chapter] = chapters(book(toy(12, table=lambda block, who: (10, 8, 8, 3) if block % 3 else (9, 5, 4, 4)), close=2))
    [figure] = [figure for section in chapter.sections for figure in section.figures if figure.title == "Margins"]
    assert figure.sentence.startswith("66.7 % [")
    assert "of 48 games end with a margin of at most 2; the mean is 2.7 [" in figure.sentence


def test_the_spread_and_the_entropy_of_seats_by_hand() -> None:
    [even] = found(toy(12, table=lambda block, who: [9 if seat == block % 4 else 1 for seat in range(4)])).seat_measures
    [first] = found(toy(12, table=lambda block, who: (9, 5, 4, 3))).seat_measures

    assert (even.spread, even.entropy) == pytest.approx((0, 1))
    assert (first.spread, first.entropy) == pytest.approx((1, 0))
    assert even.entropy_interval[1] == 1 and 0 <= even.entropy_interval[0] <= 1


def test_the_verdict_of_a_tested_run_is_its_decision_alone() -> None:
    run = decided()

    assert box(study(read(run), facts_of(run), Settings(cs="eb"))) == [
        "hybrid: a share of 27.0 rather than 25.0 is supported (LLR +3.00, bounds -2.94 and +2.94)."]
