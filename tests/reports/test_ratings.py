"""Ratings: known answers, what a prior holds, the fit to the games, the anchor, OpenSkill beside them."""
from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from reports import settings, verdict
from reports.card import health
from reports.findings import Book, study
from reports.game import facts_of
from reports.reader import read
from reports.settings import Settings
from reports.stats.pl import ELO
from sim.faults import Refusal
from tests.reports.test_tables import found
from tests.reports.test_versus import ABC, rock_paper_scissors
from tests.reports.toy import FOUR, ToyRun, toy


def three_of_four(block: int, who: Sequence[str]) -> Sequence[int]:
    """The first strategy wins three blocks of four."""
    best, other = (2, 1) if block % 4 else (1, 2)
    return [best if name == ABC[0] else other for name in who]


def book(run: ToyRun, **chosen: object) -> Book:
    return study(read(run), facts_of(run), Settings(**chosen))     # type: ignore[arg-type]


def test_three_wins_of_four_are_odds_of_three_to_one() -> None:
    findings = found(toy(40, ABC[:2], seats=(2,), design="fixed", table=three_of_four))
    first, second = findings.ratings

    assert (first.anchor, first.theta, first.elo, first.elo_interval) == (True, 0, 0, None)
    assert second.theta == pytest.approx(-math.log(3)) and second.elo == pytest.approx(-ELO * math.log(3))
    assert (first.expected, second.expected) == pytest.approx((0.75, 0.25)) == (first.win_share, second.win_share)
    assert first.centred == pytest.approx(-second.elo / 2) == -second.centred
    low, high = second.theta_interval or (0, 0)
    assert low < second.theta < high < 0
    assert findings.seat_effects == []                  # nobody changed seats: no effect of a seat can be told


def test_the_effects_of_seats_have_intervals_and_follow_the_shares() -> None:
    findings = found(toy(200, ABC, lambda rng, name, seat: rng.normal(30 + 3 * seat, 9), seats=(3,)))
    first, *others = findings.seat_effects

    assert (first.beta, first.beta_interval) == (0, None)
    assert [row.beta for row in others] == sorted(row.beta for row in others)
    for row in others:
        low, high = row.beta_interval or (0, 0)
        assert 0 < low < row.beta < high and row.elo == pytest.approx(ELO * row.beta)


def test_expected_shares_add_up_over_one_table() -> None:
    rows = found(toy(60)).ratings

    assert sum(row.expected for row in rows) == pytest.approx(1)
    assert {row.strategy for row in rows} == set(FOUR)


def test_a_strategy_that_nearly_always_loses_does_not_cost_the_others_their_intervals() -> None:
    """Random is third once in 8,000 games, and last in all others."""
    def nearly(block: int, who: Sequence[str]) -> Sequence[int]:
        turned = [FOUR[(place + block) % 3] for place in range(3)]          # the others take turns
        order = [*turned[:2], "random", turned[2]] if block == 0 else [*turned, "random"]
        return [4 - order.index(name) for name in who]

    findings = found(toy(8000, table=nearly, level="games", design="random"))
    rows = {row.strategy: row for row in findings.ratings}

    assert rows["random"].held and rows["random"].elo < -1000 and rows["random"].elo_interval is None
    assert sum(row.anchor for row in rows.values()) == 1 and not rows["random"].anchor
    assert sum(row.elo_interval is not None for row in rows.values()) == 2
    assert "nearly every game" in findings.rating.notes[0]      # type: ignore[union-attr]


def test_a_wider_prior_lets_a_held_strength_go_farther() -> None:
    narrow, wide = (found(toy(60, score=lambda rng, name, seat: -50 if name == "random" else rng.normal(40, 9)), pl_prior=sd)
                    for sd in (1.0, 6.0))

    assert min(row.theta for row in wide.ratings) < min(row.theta for row in narrow.ratings) - 1


def test_ratings_of_a_circle_do_not_fit_and_the_report_says_so() -> None:
    run = book(toy(60, ABC, seats=(2,), table=rock_paper_scissors))
    fit = run.scenarios[0].fit

    assert fit is not None and fit.doubtful
    assert {fit.observed, fit.expected} in ({1.0, 0.5}, {0.0, 0.5})
    assert any(sentence.startswith("Prefer the shares to the ratings, which do not fit:") for sentence in verdict.box(run))
    assert dict(health(run))["Fit of the ratings"].startswith("doubtful: prefer the shares.")


def test_nothing_speaks_against_ratings_of_games_of_the_model() -> None:
    run = book(toy(80, score=lambda rng, name, seat: 1000 * (FOUR.index(name) / 3 + seat / 5 + rng.gumbel())))

    assert not run.scenarios[0].fit.doubtful      # type: ignore[union-attr]
    assert dict(health(run))["Fit of the ratings"].startswith("nothing speaks against them.")


def test_few_blocks_of_a_line_up_are_no_evidence_against_a_rating() -> None:
    names = [f"bots.py:B:x={n}" for n in range(8)]
    fit = found(toy(100, names, lineups="balanced", level="games")).fit

    assert fit is not None and not fit.doubtful and abs(fit.z) < 6


def test_the_anchor_may_be_named_shortly_and_must_be_there() -> None:
    assert book(toy(20), anchor="money").settings.anchor == "puerto_rico.money"
    with pytest.raises(Refusal) as refused:
        book(toy(20), anchor="puerto_rico.mony")
    [fault] = refused.value.faults
    assert str(fault) == "anchor: 'puerto_rico.mony' is no strategy of this run. Did you mean 'puerto_rico.money'?"
    assert fault.nearest == "puerto_rico.money" and "puerto_rico.shipping" in fault.help


def test_openskill_stands_beside_the_ratings_and_is_said_to_depend_on_order() -> None:
    pytest.importorskip("openskill")
    findings = found(toy(30), rating="openskill")
    from reports.tables.ratings import rating_table

    table = rating_table(findings.ratings)
    rows = {row.strategy: row for row in findings.ratings}
    assert rows["puerto_rico.shipping"].mu > rows["random"].mu and all(row.sigma > 0 for row in rows.values())
    assert "depends on the order of the games" in table.note
    assert "mu" not in {column.key for column in rating_table(found(toy(30)).ratings).columns}


def test_openskill_is_refused_in_plain_words_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "find_spec", lambda name: None)

    with pytest.raises(Refusal) as refused:
        book(toy(10), rating="openskill")
    assert str(refused.value.faults[0]) == "rating: openskill is not installed"
    assert "evenhand[ratings]" in refused.value.faults[0].help
