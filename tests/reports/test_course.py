"""The course of games in the report's tables: known answers, small games worked by hand, sense in every corner."""
from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports import rounds, verdict
from reports.build import open_book, plain, write
from reports.course import FRACTIONS, LEVELS
from reports.findings import Findings
from reports.settings import Settings
from reports.stats.winprob import fit
from reports.summary import text
from reports.tables.course import NO_ROUNDS, NOT_ONE_ROUND, course_table, row_of
from reports.tables.side_by_side import side_by_side
from sim.faults import Refusal
from tests.reports.stats.toy import KNOWN, walks
from tests.reports.toy import FOUR, Floats, ToyRun, told, toy, variants

NAN = math.nan
# Two games of three players: 4 rounds, won by seat 1 from behind; 2 rounds, shared by seats 0 and 2.
STANDINGS = np.array([
    [[3, 1, 0], [4, 4, 1], [6, 5, 2], [7, 9, 3]],
    [[1, 2, 2], [5, 3, 5], [NAN, NAN, NAN], [NAN, NAN, NAN]],
], dtype=float)


def found(run: ToyRun, settings: Settings | None = None) -> Findings:
    """The findings of a run's first scenario."""
    return open_book(run, settings).scenarios[0]                # type: ignore[arg-type]


def values(findings: Findings) -> dict[str, float]:
    """The measures that are known."""
    return {row.measure: row.value for row in findings.course_rows}


def walk_run(games: int, steps: int, seed: int = 1) -> ToyRun:
    standings, _ = walks(np.random.default_rng(seed), games, steps)
    return told(standings)


def test_two_games_worked_by_hand() -> None:
    measured = values(found(told(STANDINGS)))

    assert measured["lead_changes"] == 0.5 and measured["lead_change_rate"] == (1 / 3 + 0) / 2
    assert measured["leader_wins_25"] == (0 + 0.25) / 2 and measured["leader_wins_50"] == (0.5 + 0.25) / 2
    assert measured["decided"] == (3 / 4 + 1 / 2) / 2 and measured["drama_time"] == (2 / 3 + 0) / 2
    assert [row.mean for row in found(told(STANDINGS)).margins] == [(2 + 0) / 2, (6 + 2) / 2]
    assert (measured["close"], measured["tied"], measured["tied_scores"]) == (1, 0.5, 0.5)
    assert math.isnan(measured["decisive_point"])                       # the two who shared the second game won half of it each
    assert "drama" not in measured and "uncertainty" not in measured        # two games are too few to fit chances on


def test_what_counts_as_close_and_decided_can_be_chosen() -> None:
    run = told(STANDINGS)

    strict = found(run, Settings(close=1, decided=0.3))

    close, point = row_of(strict.course_rows, "close"), row_of(strict.course_rows, "decisive_point")
    assert close is not None and close.value == 0.5 and close.sentence == "50.0 % of the games are won by at most 1 points."
    assert point is not None and point.value == 0.3 and "leader wins at least 30 %" in point.sentence


@pytest.mark.parametrize(("name", "value"), [("decided", 80.0), ("close", -1.0), ("close", NAN)])
def test_what_cannot_be_chosen_is_refused(name: str, value: float) -> None:
    with pytest.raises(Refusal) as refused:
        Settings(**{name: value})       # type: ignore[arg-type]

    assert [fault.where for fault in refused.value.faults] == [name]


def test_a_random_walk_of_101_steps_changes_its_leader_as_feller_says() -> None:
    row = row_of(found(walk_run(4000, 101)).course_rows, "lead_changes")

    assert row is not None and row.n == 4000
    assert row.interval[0] - 0.1 < KNOWN["lead_changes_101_steps"]["mean"] < row.interval[1] + 0.1


def test_the_leader_of_a_random_walk_wins_by_the_arcsine_law() -> None:
    findings = found(walk_run(2500, 201))

    measured = values(findings)
    for tau, known in KNOWN["random_walk_leader_wins"].items():
        assert measured[f"leader_wins_{100 * float(tau):.0f}"] == pytest.approx(known, abs=0.03)
    assert measured["decided"] == pytest.approx(0.5, abs=0.03)
    assert measured["comeback"] == pytest.approx(0.5, abs=0.06)
    assert measured["decisive_point"] == pytest.approx(0.65, abs=0.1)       # sin(0.3 pi) squared is .6545
    share = findings.course.by_game["decided"] <= 0.25          # type: ignore[union-attr]
    assert share.mean() == pytest.approx(1 / 3, abs=0.04)


def test_chances_of_a_walk_are_calibrated_and_tell_its_drama_and_uncertainty() -> None:
    findings = found(walk_run(3000, 31))

    measured = values(findings)
    best = np.mean(2 / np.pi * np.arcsin(np.arange(1, 32) / 31))
    assert findings.brier_skill == pytest.approx(best, abs=0.03)
    assert all(row.interval[0] - 0.04 < row.predicted < row.interval[1] + 0.04 for row in findings.calibration)
    assert 0 < measured["drama"] < 1 and 0 < measured["uncertainty"] < 1
    assert {row.rank for row in findings.chances} == {1, 2}
    assert max(row.seen for row in findings.chances) <= 1500 * 31 * 2


def independent(games: int, seats: int, beta: float = 0.0) -> Floats:
    """Players whose gains are luck, and beta times their lead."""
    random = np.random.default_rng(3)
    standing, course = np.zeros((games, seats)), []
    for _ in range(12):
        gain = beta * (standing - standing.mean(axis=1, keepdims=True))
        standing = standing + 100 * random.standard_normal((games, seats)) + gain
        course.append(standing)
    return np.rint(np.stack(course, axis=1))


@pytest.mark.parametrize(("beta", "seats"), [(0.0, 2), (0.05, 3), (-0.05, 5)])
def test_snowball_finds_the_feedback_and_none_in_independent_gains(beta: float, seats: int) -> None:
    row = row_of(found(told(independent(800, seats, beta))).course_rows, "snowball")

    assert row is not None and row.value == pytest.approx(beta, abs=0.02)
    assert row.interval[0] - 0.01 < beta < row.interval[1] + 0.01
    assert "lasting luck looks the same" in row.sentence and "mirror run" not in row.sentence


def test_several_strategies_are_told_that_a_mirror_run_says_more() -> None:
    row = row_of(found(toy(20)).course_rows, "snowball")

    assert row is not None and "A mirror run would tell it" in row.sentence


def rounded(thing: Any) -> Any:
    """Plain data with its numbers cut to nine digits."""
    if isinstance(thing, dict):
        return {key: rounded(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [rounded(value) for value in thing]
    return f"{thing:.9g}" if isinstance(thing, float) else thing


def test_slices_of_any_size_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    run = told(independent(200, 3), events=[(game, 1 + game % 5, game % 3, "built", "harbor") for game in range(150)])
    whole = plain(open_book(run))       # type: ignore[arg-type]

    monkeypatch.setattr(rounds, "ROWS", 1)
    parts = plain(open_book(run))       # type: ignore[arg-type]

    for name in ("course", "leader_wins", "win_chances", "calibration", "picks"):
        assert parts[name], name
        assert rounded(parts[name]) == rounded(whole[name]), name


def test_games_that_end_in_the_set_up_have_no_course(monkeypatch: pytest.MonkeyPatch) -> None:
    games, rounds_, seats = STANDINGS.shape
    whole = values(found(told(STANDINGS)))
    monkeypatch.setattr(rounds, "ROWS", 1)
    for place in (0, 1, games):
        some = found(told(np.insert(STANDINGS, [place] * 3, np.full((rounds_, seats), math.nan), axis=0)))

        of_scores = ("close", "tied", "tied_scores")
        assert rounded({name: value for name, value in values(some).items() if name not in of_scores}) == rounded(
            {name: value for name, value in whole.items() if name not in of_scores})
        assert {row.n for row in some.course_rows if row.measure not in of_scores and row.unit == "game"} == {games}


def test_if_all_do_the_page_says_that_no_game_came_to_a_round(tmp_path: Path) -> None:
    run = told(np.full((6, 3, 2), math.nan))
    run.folder = tmp_path

    html = write(run, ["html"])[0].read_text("utf-8")           # type: ignore[arg-type]

    assert NOT_ONE_ROUND in html and "How often the leader wins" not in html
    assert [row.measure for row in found(run).course_rows] == ["close", "tied", "tied_scores"]
    assert not any("lead" in sentence for sentence in verdict.box(open_book(run)))          # type: ignore[arg-type]


def test_chances_are_fitted_on_the_even_blocks_alone() -> None:
    standings = independent(200, 2)

    table = found(told(standings)).course.table         # type: ignore[union-attr]

    last = standings[::2, -1]
    shares = (last == last.max(axis=1, keepdims=True)).astype(float)
    wanted = fit(standings[::2], shares / shares.sum(axis=1, keepdims=True))
    assert table is not None and table.chance == pytest.approx(wanted.chance) and table.seen.sum() == 100 * 12 * 2


def test_standings_by_round_are_quantiles_of_all_seats_of_a_strategy() -> None:
    run = toy(30)
    bands = found(run).course.bands         # type: ignore[union-attr]
    rows = run.tables["rounds"].to_pandas()

    for place, name in enumerate(FOUR):
        for number in (0, 3, bands.shape[1] - 1):
            mine = rows[(rows.strategy == name) & (rows["round"] == number)].standing
            assert bands[place, number].tolist() == np.quantile(mine, LEVELS, method="inverted_cdf").tolist()


def test_every_measure_has_its_sentence_its_number_and_its_games() -> None:
    rows = found(toy(60)).course_rows

    assert len(rows) == 16
    for row in rows:
        number = row.shown.split(" ")[0]
        assert number in row.sentence and row.sentence.endswith(".") and row.n > 0 and row.units
        assert row.interval[0] <= row.value <= row.interval[1]
    record = course_table(rows, True).records()[0]
    assert record["measure"] == "lead_changes" and record["value"] == rows[0].value and len(record["interval"]) == 2


def test_without_rounds_the_page_says_so_and_keeps_what_scores_say(tmp_path: Path) -> None:
    run = toy(12, level="games")
    run.folder = tmp_path

    html = write(run, ["html"])[0].read_text("utf-8")           # type: ignore[arg-type]
    findings = found(run)

    assert NO_ROUNDS.replace("--", "--") in html and "How often the leader wins" not in html and "Win chances, pred" not in html
    assert [row.measure for row in findings.course_rows] == ["close", "tied", "tied_scores"]
    assert [row.what for row in findings.margins] == ["best less second best", "best less worst"]
    assert not any("leads for good" in sentence for sentence in verdict.box(open_book(run)))        # type: ignore[arg-type]


def test_the_box_says_when_games_are_decided_and_the_terminal_does_not_read_the_rounds() -> None:
    run = toy(40)
    box = verdict.box(open_book(run))       # type: ignore[arg-type]

    assert len(box) <= verdict.MOST and any(sentence.startswith("The winner leads for good after ") for sentence in box)
    assert "leads for good" not in text(run)            # type: ignore[arg-type]


def test_scenarios_say_it_each_for_itself() -> None:
    book = open_book(toy(12, variants=variants("base", "harbor 9")))        # type: ignore[arg-type]

    assert not any("leads for good" in sentence for sentence in verdict.box(book))
    one, other = side_by_side(book.scenarios).rows
    assert (one.scenario, other.scenario, one.games) == ("base", "harbor 9", 48)
    assert one.value_decided == values(book.scenarios[0])["decided"]
    assert one.interval_decided == row_of(book.scenarios[0].course_rows, "decided").interval        # type: ignore[union-attr]
    assert all(any("leads for good" in sentence for sentence in verdict.sentences(one)) for one in book.scenarios)


CORNERS = {
    "one round": told(np.array([[[3.0, 5]], [[4, 4]], [[9, 2]]])),
    "one game": told(STANDINGS[:1]),
    "ties everywhere": told(np.ones((70, 4, 5))),
    "ties everywhere, one round": told(np.ones((2, 1, 3))),
    "always alike": told(np.tile(np.array([[1.0, 2, 3], [2, 4, 9]]), (130, 1, 1))),
    "two seats": told(independent(140, 2)),
    "five seats": told(independent(140, 5)),
    "a lead that never wins": told(STANDINGS[:1].repeat(80, axis=0), shares=np.tile([0.0, 0, 1], (80, 1))),
    "lengths that differ": told(np.where(np.arange(12)[None, :, None] > np.arange(130)[:, None, None] % 12, NAN,
                                         independent(130, 3))),
    "negative and huge": told(1e6 * independent(130, 3)),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_every_corner_has_sensible_numbers(corner: str, tmp_path: Path) -> None:
    run = CORNERS[corner]
    run.folder = tmp_path

    page = write(run, ["html", "md", "csv"])                    # type: ignore[arg-type]
    findings = found(run)

    for file in page:
        words = file.read_text("utf-8")
        assert "nan" not in words.replace("finance", "").lower().split() and "inf" not in words.split(), file
    for row in findings.course_rows:
        assert (math.isfinite(row.value) or row.sentence.startswith("Not before the last round")) and row.n > 0
    if findings.course is not None:
        assert len(findings.course.curve) == len(FRACTIONS)
