"""What gifts are worth and what forced options change: known answers, and what is said of them."""
from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from experiments.experiment import Stop
from experiments.spec import from_plain
from experiments.store import open_run
from experiments.treatments import Force, Inject
from reports import treatments
from reports.build import document, open_book, write
from reports.findings import Book, study
from reports.game import facts_of
from reports.reader import read
from reports.sections import across, chapters
from reports.settings import Settings
from reports.stats.compare import amplification
from reports.summary import text
from reports.verdict import box
from tests.experiments.runs import play
from tests.reports.toy import FOUR, Score, ToyRun, toy, usual, variants

FEEDBACK = Path(__file__).with_name("feedback.py")
GIFT = Inject(0, 3, "doubloon", 3)
HARBOR = Force("puerto_rico.money", "build", "never", {"building": "harbor"})
WITH, WITHOUT = "seat 0 +3 doubloon, round 3", "money: never build harbor"


def book(run: ToyRun) -> Book:
    return study(read(run), facts_of(run), Settings())          # type: ignore[arg-type]


def higher(by: float, seat: int | None = None, strategy: str = "") -> Score:
    """Scores that are higher for a seat or a strategy, on the same luck."""
    def score(rng: np.random.Generator, name: str, at: int) -> float:
        return usual(rng, name, at) + by * (at == seat or name == strategy)
    return score


def treated(blocks: int = 40, **settings: Any) -> ToyRun:
    return toy(blocks, inject=(GIFT,), force=(HARBOR,),
               scores={WITH: higher(6, seat=0), WITHOUT: higher(-9, strategy="puerto_rico.money")}, **settings)


# --- known answers ----------------------------------------------------------------------------------------------------

def feedback(tmp_path: Path, percent: int, round: int, **fields: Any) -> Book:
    """A run of the game of that name with a gift of 1,000 points to seat 1."""
    experiment = from_plain({
        "game": f"{FEEDBACK}:GAME", "seats": 3, "blocks": 4, "strategies": ["random"], "design": "mirror", "options": {
            "feedback": percent}, "inject": [{"seat": 1, "round": round, "what": "points", "amount": 1000}], **fields})
    play(experiment, tmp_path / "run")
    return open_book(open_run(tmp_path / "run"))


@pytest.mark.parametrize(("percent", "round"), [(5, 5), (5, 1), (-5, 5), (0, 7), (5, 12)])
def test_a_lead_that_feeds_itself_grows_by_the_rate_of_the_game(percent: int, round: int, tmp_path: Path) -> None:
    found = feedback(tmp_path, percent, round)
    [row] = found.gifts
    rounds = 12 - round + 1                                     # the gift comes before the first move of its round
    assert row.worth == pytest.approx((1 + percent / 100) ** rounds, abs=0.005)
    assert (row.given_games, row.games, row.blocks) == (4, 4, 4)
    [said] = treatments.sentences(found)
    word = {5: "grows", -5: "shrinks", 0: "is not shown to grow or to shrink"}[percent]
    assert said.startswith("A gift of 1000 points to seat 1 in round") and f"a lead {word}: of each point given" in said


def test_a_game_that_ends_before_the_gift_counts_as_without(tmp_path: Path) -> None:
    found = feedback(tmp_path, 5, 13)
    [row] = found.gifts
    assert row.given_games == 0 and math.isnan(row.worth) and row.change == 0
    assert treatments.sentences(found) == [
        "A gift of 1000 points to seat 1 in round 13 was never given: no game came to that round."]


def test_the_worth_is_that_of_each_unit_that_was_really_given() -> None:
    without, gained = np.zeros(6), np.array([4.0, 6, 0, 5, 5, 0])
    rate = amplification(without, gained, np.array([2.0, 2, 0, 2, 2, 0]))
    assert (rate.value, rate.blocks) == (2.5, 4)
    even = amplification(without[:4], np.array([4.0, 6, 5, 5]), 2.0)
    mean, low_high = 2.5, stats.t.interval(0.95, 3, 2.5, stats.sem(np.array([2.0, 3, 2.5, 2.5])))
    assert (even.value, even.low, even.high) == pytest.approx((mean, *low_high))


# --- rows -------------------------------------------------------------------------------------------------------------

def test_a_gift_is_weighed_over_blocks_of_the_same_luck() -> None:
    found = book(treated())
    [row] = found.gifts
    free, gifted = found.scenarios[0].scenario, found.scenarios[1].scenario
    shares = [scenario.share[..., 0].mean(axis=1) for scenario in (free, gifted)]
    oracle = stats.ttest_rel(shares[1], shares[0])

    assert (row.worth, *row.worth_interval) == pytest.approx((2, 2, 2)), "six points for three doubloons in every game"
    assert row.change == pytest.approx(shares[1].mean() - shares[0].mean())
    assert row.p == pytest.approx(oracle.pvalue) and row.shown(0.05)
    assert row.interval == pytest.approx(tuple(oracle.confidence_interval()))
    assert (row.gift, row.where, row.given, row.one) == ("3 doubloons to seat 0 in round 3", "", "all 160", "doubloon")


def test_who_got_the_gift_is_told_apart() -> None:
    found = book(treated())
    assert [row.strategy for row in found.keepers] == list(FOUR)
    assert all(row.games == 40 and row.worth == pytest.approx(2) for row in found.keepers)
    mean = sum(row.change for row in found.keepers) / 4
    assert mean == pytest.approx(found.gifts[0].change), "each sits in seat 0 in one game of every block"


def test_a_forced_option_is_weighed_against_the_free_choice() -> None:
    found = book(treated())
    [row] = found.forced
    free, forced = (found.scenarios[n].scenario for n in (0, 2))
    place = free.strategies.index("puerto_rico.money")
    shares = [scenario.by_strategy(scenario.share)[:, place] for scenario in (free, forced)]
    oracle = stats.ttest_rel(shares[1], shares[0])

    assert (row.free, row.forced) == pytest.approx((shares[0].mean(), shares[1].mean()))
    assert (row.difference, row.p) == pytest.approx((row.forced - row.free, oracle.pvalue))
    assert (row.score, *row.score_interval) == pytest.approx((-9, -9, -9))
    assert (row.what, row.changed, row.games, row.otherwise) == ("never build harbor", 160, 160, "all 160")


def test_several_gifts_and_options_are_families_after_holm() -> None:
    one, two = Inject(0, 3, "doubloon", 3), Inject(1, 3, "corn", 2)
    run = toy(40, inject=(one, two), scores={WITH: higher(2, seat=0), "seat 1 +2 corn, round 3": higher(2.4, seat=1)})
    found = book(run)
    single = [stats.ttest_rel(found.scenarios[n].scenario.share[..., n - 1].mean(axis=1),
                              found.scenarios[0].scenario.share[..., n - 1].mean(axis=1)).pvalue for n in (1, 2)]
    low, high = sorted(range(2), key=lambda n: single[n])
    rows = found.gifts
    assert rows[low].p == pytest.approx(min(1, 2 * single[low]))
    assert rows[high].p == pytest.approx(max(single[high], min(1, 2 * single[low])))


def test_only_blocks_that_both_have_are_compared() -> None:
    whole, part = treated(30), treated(30, failed={4: "exception"})
    assert book(whole).gifts[0].blocks == 30
    assert (book(part).gifts[0].blocks, book(part).forced[0].blocks) == (29, 29)
    part.tables["games"] = part.tables["games"].filter(           # the gift's scenario has come to half
        [row["scenario"] != 1 or row["block"] < 15 for row in part.tables["games"].to_pylist()])
    assert (book(part).gifts[0].blocks, book(part).forced[0].blocks) == (14, 29)


def test_each_variant_stands_against_itself() -> None:
    run = toy(20, variants=variants("near", "far"), inject=(GIFT,), force=(HARBOR,),
              scores={f"far, {WITH}": higher(6, seat=0), f"far, {WITHOUT}": higher(-9, strategy="puerto_rico.money")})
    found = book(run)
    assert [(row.where, row.worth, row.scenario) for row in found.gifts] == [("near", 0, 2), ("far", pytest.approx(2), 3)]
    assert [(row.where, row.score, row.changed) for row in found.forced] == [("near", 0, 0), ("far", pytest.approx(-9), 80)]
    assert [row.label for row in found.gifts] == [
        f"3 doubloons to seat 0 in round 3 ({name})" for name in ("near", "far")]


def test_a_forced_strategy_is_found_with_the_parameters_of_its_cell() -> None:
    found = book(toy(6, sweep={"puerto_rico.money:quarries": (0, 2)}, force=(HARBOR,)))
    assert [row.strategy for row in found.forced] == ["puerto_rico.money:quarries=0", "puerto_rico.money:quarries=2"]


def test_shares_say_nothing_where_a_strategy_plays_itself() -> None:
    run = toy(12, ["puerto_rico.money"], design="mirror", inject=(GIFT,), force=(HARBOR,),
              scores={WITHOUT: higher(-2, strategy="puerto_rico.money"), WITH: higher(3, seat=0)})
    found = book(run)
    [row] = found.forced
    assert math.isnan(row.difference) and math.isnan(row.p) and row.score == pytest.approx(-2)
    assert found.gifts[0].worth == pytest.approx(1) and found.keepers == []
    said = treatments.sentences(found)[1]
    assert said == "money, never build harbor, against itself: the score changes by -2.0 [-2.0, -2.0]."


def test_each_strategy_of_a_mirror_run_stands_for_itself() -> None:
    run = toy(12, FOUR[:2], design="mirror", inject=(GIFT,), scores={WITH: higher(3, seat=0)})
    found = book(run)
    assert [(row.where, row.games) for row in found.gifts] == [
        ("shipping against itself", 6), ("money against itself", 6)]


# --- what is said and shown -------------------------------------------------------------------------------------------

def test_the_verdict_speaks_of_the_free_games_and_then_of_what_was_changed() -> None:
    said = box(book(treated(60)))
    free = box(book(toy(60)))
    assert said[:len(free)] == free
    gift, forced = said[len(free):]
    assert gift.startswith("A gift of 3 doubloons to seat 0 in round 3 changes the win share by +")
    assert gift.endswith("each doubloon is worth 2.00 [2.00, 2.00] of the final score against the others' mean.")
    assert forced.startswith("money, never build harbor: wins less often than free, -") and forced.endswith(", Holm).")
    assert len(box(book(toy(60, variants=variants("a", "b"), inject=(GIFT,), force=(HARBOR,))))) <= 6


@pytest.mark.parametrize(("by", "said"), [
    (0.04, "is not shown to change the win share: "), (-6.0, "each doubloon costs 2.00 [2.00, 2.00] of the final score")])
def test_what_is_not_shown_is_not_said_and_a_loss_is_a_loss(by: float, said: str) -> None:
    run = toy(30, inject=(GIFT,), scores={WITH: higher(by, seat=0)})
    assert said in treatments.sentences(book(run))[0]


def test_an_option_that_nobody_would_take_changes_no_game() -> None:
    found = book(toy(10, force=(HARBOR,)))
    assert treatments.sentences(found) == ["money, never build harbor: no game went otherwise."]
    assert found.forced[0].difference == 0


def test_one_block_gives_no_interval() -> None:
    assert [sentence.partition(": ")[2] for sentence in treatments.sentences(book(treated(1)))] == [
        "one block gives no interval."] * 2


def test_where_a_test_has_chosen_when_to_stop_nothing_is_said_of_them_but_in_the_tables() -> None:
    stop = Stop(sprt=(0.25, 0.3), target="puerto_rico.shipping")
    found = book(toy(40, inject=(GIFT,), stop=stop, scores={WITH: higher(6, seat=0)}))
    assert treatments.sentences(found) == []
    assert across(found)[0].tables[0].note.endswith("as if the number of blocks had been fixed before.")


def test_the_sections_are_there_only_if_something_was_played_once_more() -> None:
    assert across(book(toy(10))) == []
    assert [section.title for section in across(book(treated(10)))] == ["What a gift is worth", "Forced against free"]
    assert [section.title for section in across(book(toy(10, inject=(GIFT,))))] == ["What a gift is worth"]


def test_figures_have_their_sentences_and_notes_say_what_points_are() -> None:
    found = book(toy(30, inject=(GIFT, Inject(2, 4, "vp", 1))))
    [section] = across(found)
    assert [figure.title for figure in section.figures] == ["What each unit of a gift is worth", "What a gift changes in wins"]
    assert "VP: a part of the score that buys nothing." in section.tables[0].note
    assert "3 doubloons to seat 0 in round 3" in section.figures[0].svg
    assert section.more[0].name == "gifts_by_strategy"


def test_every_scenario_has_its_chapter_under_a_name_of_its_own() -> None:
    assert [chapter.found.title for chapter in chapters(book(treated(10)), draw=False)] == ["base", WITH, WITHOUT]
    several = book(treated(4, seats=(3, 4)))
    assert [found.title for found in several.scenarios[:3]] == ["3 seats", "4 seats", f"{WITH} (3 seats)"]


def test_the_terminal_has_a_line_for_each() -> None:
    printed = text(treated(40), 100)                            # type: ignore[arg-type]
    assert "3 doubloons to seat 0 in round 3    all 160   +2.00 [2.00, 2.00]" in printed
    assert "money      never build harbor" in printed
    assert printed.count("random  ") < 4, "the tables of the scenarios that are played once more stand on the page"


def test_the_document_and_the_files_hold_all_of_it(tmp_path: Path) -> None:
    run = treated(20)
    run.folder = tmp_path
    written = {file.name for file in write(run, ("html", "md", "csv", "json"))}     # type: ignore[arg-type]
    found = document(run)                                       # type: ignore[arg-type]

    assert {"gifts.csv", "gifts_by_strategy.csv", "forced.csv", "report.html", "report.md"} <= written
    [gift] = found["gifts"]
    assert (gift["scenario"], gift["what"], gift["amount"], gift["given_games"]) == (1, "doubloon", 3, 80)
    assert gift["worth"] == pytest.approx(2) and gift["worth_interval"] == pytest.approx([2, 2])
    [forced] = found["forced"]
    assert (forced["rule"], forced["option"], forced["changed"]) == ("never", "build harbor", 80)
    assert json.loads(json.dumps(found)) == found
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<h2>What a gift is worth</h2>") == page.count("<h2>Forced against free</h2>") == 1
    assert "seat 0 +3 doubloon, round 3; money: never build harbor" in page
    assert "## What a gift is worth" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_the_free_games_of_a_run_are_reported_as_without_treatments() -> None:
    free, more = book(toy(30)), book(treated(30))
    assert more.free[0].strategies == free.scenarios[0].strategies
    assert more.free[0].seats == free.scenarios[0].seats
