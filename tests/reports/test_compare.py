"""Variants, cells and runs compared: what stands against what, the numbers, the sentences, the refusals."""
from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from experiments.experiment import Stop
from experiments.stopping import Stopped
from experiments.store import RunError
from experiments.treatments import Inject
from reports import summary, verdict
from reports.build import write as write_report
from reports.changes.files import write
from reports.changes.sides import sides_of
from reports.compare import Comparison, Versus, compare, of_contents
from reports.findings import study
from reports.game import facts_of
from reports.reader import read
from reports.settings import Settings
from tests.reports.test_files import Page
from tests.reports.toy import FOUR, Score, ToyRun, toy, usual, variants

TWO = variants("base", "harbor 9")
RESULTS = (1, 0, 1, 0, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0, 0, 1)
"""Four games of two seats: scores by seat, of the first variant and of the second."""


def dealt(results: tuple[int, ...]) -> Score:
    """Scores that are given one after the other."""
    rest: Iterator[int] = iter(results)
    return lambda rng, name, seat: next(rest)


def better(by: float, *who: str) -> Score:
    """The usual luck, with some strategies better by a few points."""
    return lambda rng, name, seat: usual(rng, name, seat) + by * (name in who)


def known() -> ToyRun:
    """Two variants of a duel in which the third of four games changes hands."""
    return toy(4, ["puerto_rico.money", "random"], seats=(2,), design="fixed", variants=TWO,
               scores={"base": dealt(RESULTS[0]), "harbor 9": dealt(RESULTS[1])})


def harbor(blocks: int = 60, by: float = 4, **settings: Any) -> ToyRun:
    """A run in which money gets better under the second variant."""
    return toy(blocks, variants=TWO, scores={"harbor 9": better(by, "puerto_rico.money")}, **settings)


def two_runs(one: ToyRun, other: ToyRun) -> tuple[ToyRun, ToyRun]:
    one.folder, other.folder = Path("runs/one"), Path("runs/two")
    return one, other


def only(found: Comparison) -> Versus:
    [part] = found.parts
    return part


def refusal(*runs: ToyRun, **choice: Any) -> str:
    with pytest.raises(RunError) as caught:
        compare(*runs, **choice)
    [fault] = caught.value.faults
    return f"{fault.message}\n{fault.help}"


# Numbers

def test_a_change_of_shares_is_a_paired_t_of_block_differences_with_holm() -> None:
    part = only(compare(known()))
    money, random = part.group("win_share").rows

    half = stats.t.ppf(0.975, 3) * 0.25                         # differences 0, 0, 1, 0: mean 1/4, standard error 1/4
    assert (money.before, money.after, money.difference) == (0.5, 0.75, 0.25)
    assert money.alone == pytest.approx((0.25 - half, 0.25 + half))
    assert money.p == pytest.approx(min(1, 2 * 2 * stats.t.sf(1, 3)))
    assert random.difference == -0.25 and random.blocks == 4
    assert part.title == "harbor 9 against base" and part.games == (4, 4)


def test_what_pairing_gains_is_the_variance_of_the_differences_over_that_of_both_sides() -> None:
    part = only(compare(known()))

    assert part.pairing == pytest.approx((3 / 16) / (1 / 4 + 3 / 16))
    assert part.group("seat").pairing == pytest.approx(part.pairing)


def test_without_pairing_it_is_welch_on_blocks_and_wider() -> None:
    paired, apart = (only(compare(harbor(), paired=paired)) for paired in (True, False))
    money = apart.group("score").rows[1]

    sides = [side.scenario.by_strategy(side.scenario.score)[:, 1] for side in sides_of(read(harbor()))]
    oracle = stats.ttest_ind(sides[1], sides[0], equal_var=False)
    assert money.alone == pytest.approx((oracle.confidence_interval().low, oracle.confidence_interval().high))
    assert math.isnan(apart.pairing) and paired.pairing < 0.5
    width = [part.group("score").rows[1].alone[1] - part.group("score").rows[1].alone[0] for part in (paired, apart)]
    assert width[0] < 0.8 * width[1]


def test_seats_are_differences_in_differences_and_sum_to_nothing() -> None:
    part = only(compare(harbor()))
    seats = part.group("seat").rows

    before, after = (side.scenario.by_seat(side.scenario.share) for side in sides_of(read(harbor())))
    assert [row.difference for row in seats] == pytest.approx((after - before).mean(axis=0))
    assert sum(row.difference for row in seats) == pytest.approx(0)


def test_a_strategy_counts_over_the_line_ups_in_which_it_plays() -> None:
    run = toy(60, [*FOUR, "puerto_rico.money:quarries=2"], variants=TWO, scores={"harbor 9": better(4, FOUR[1])})
    part = only(compare(run))

    sides = [side.scenario for side in sides_of(read(run))]
    change = sides[1].by_strategy(sides[1].share) - sides[0].by_strategy(sides[0].share)
    for place, row in enumerate(part.group("win_share").rows):
        mine = ~np.isnan(change[:, place])
        by_line_up = [change[mine & (sides[0].lineups == number), place].mean() for number in np.unique(sides[0].lineups[mine])]
        assert row.difference == pytest.approx(np.mean(by_line_up))
        assert row.blocks == mine.sum() < 60
        assert row.after - row.before == pytest.approx(row.difference) and not math.isnan(row.pairing)


def test_a_field_of_copies_is_one_row_with_the_share_of_all_its_seats() -> None:
    run = toy(30, ["corn.py:Corn", "random"], lineups="vs-field:corn.py:Corn", variants=TWO,
              scores={"harbor 9": better(9, "corn.py:Corn")})
    corn, field = only(compare(run)).group("win_share").rows

    assert (corn.name, field.name) == ("corn.py:Corn", "3 x random")
    assert corn.before + field.before == pytest.approx(1) and corn.difference == pytest.approx(-field.difference)


def test_metrics_are_compared_by_strategy_or_by_game() -> None:
    run = harbor()
    part = only(compare(run, metrics=["x_quarries", "turns", "truncated", "x_round_first_quarry"]))

    assert [row.name for row in part.group("x_quarries").rows] == list(FOUR)
    [turns] = part.group("turns").rows
    assert turns.name == "turns in a game" and not turns.share
    assert part.group("truncated").rows[0].share
    first = part.group("x_round_first_quarry").rows             # null in seat 0, 4 in the others
    assert [(row.before, row.after, row.difference) for row in first] == [(4, 4, 0)] * 4


@pytest.mark.parametrize(("name", "said"), [
    ("x_quarrys", "puerto_rico has no column 'x_quarrys' of games or seats. Did you mean 'x_quarries'?\n"
                  "All: evenhand columns puerto_rico"),
    ("end_trigger", "the column 'end_trigger' holds no numbers; only numbers are compared\n"),
])
def test_a_metric_must_be_a_column_of_numbers(name: str, said: str) -> None:
    assert refusal(harbor(), metrics=[name]) == said


# Corners

def test_equal_variants_have_no_change_and_no_nan() -> None:
    found = compare(toy(20, variants=TWO))

    assert all(row.difference == 0 and row.p == 1 for row in found.rows)
    share = found.parts[0].group("win_share").rows[0]           # twenty blocks without an exception: 1 - 0.025 ** (1 / 20)
    assert share.interval == pytest.approx((-0.1684, 0.1684), abs=1e-4)
    assert not re.search(r"\bnan\b", found.text())
    assert "Everything came out the same in every block." in found.text()
    assert "pairing" not in found.text()


def test_one_block_gives_no_interval_and_no_test() -> None:
    found = compare(harbor(1))

    assert "Undecided: one block (4 games) gives no interval and no test. 30 blocks or more would." in found.text()
    assert all(row.p != row.p and not row.shown for row in found.rows)
    assert not re.search(r"\bnan\b", found.text() + json.dumps(found.document()))


def test_one_strategy_in_all_seats_is_compared_by_seats_alone() -> None:
    found = compare(toy(40, ["random"], design="mirror", variants=TWO,
                        scores={"harbor 9": lambda rng, name, seat: usual(rng, name, seat) + 5 * (seat == 0)}))
    part = only(found)

    assert not part.group("win_share").rows and part.pairing < 1
    assert found.text().splitlines()[2].startswith("win share of a seat, %     base   harbor 9   difference, points")
    assert re.search(r"With harbor 9, seat 0 gains \d+\.\d points.*\(Holm\)", found.text().replace("\n", " "))


def test_a_mirror_run_of_several_strategies_compares_each_with_itself() -> None:
    found = compare(toy(12, FOUR[:2], design="mirror", variants=TWO))

    assert [part.context for part in found.parts] == [f"{name} against itself" for name in FOUR[:2]]
    assert all(part.blocks == (6, 6) and not part.left_out and not part.unfinished for part in found.parts)


def test_blocks_that_lack_a_game_or_are_not_there_yet_count_on_neither_side_and_are_told() -> None:
    found = compare(harbor(20, failed={3: "exception"}, missing=range(12, 20)))
    part = only(found)

    assert part.blocks == (11, 11) and part.left_out == 1 and part.unfinished
    text = found.text().replace("\n", " ")
    assert "Unfinished: of 20 blocks the first 12 blocks that both have are compared." in text
    assert "1 block lacks a game on one side or both and is left out." in text


def test_without_a_finished_block_there_is_a_plain_sentence() -> None:
    assert refusal(harbor(3, missing=range(3))) == "runs/toy holds no finished block; there is nothing to compare yet.\n"
    one, other = two_runs(toy(3), toy(3, missing=range(3)))
    assert refusal(one, other).startswith("the runs hold no finished block in common; there is nothing to compare yet.")


def test_a_run_that_stopped_by_itself_says_so() -> None:
    run = harbor(40, stop=Stop(half_width=0.05))
    run.stops = [Stopped(0, 40, "precise", None, 0.05), Stopped(1, 32, "precise", None, 0.05)]

    assert "Stopped by a rule that looked at the results (after 40 blocks and 32 blocks)" in compare(run).notes[0]


# What stands against what

def test_each_further_variant_stands_against_the_first_or_the_chosen_ones() -> None:
    run = toy(6, variants=variants("base", "harbor 9", "harbor 10"))

    def pairs(**choice: Any) -> list[tuple[str, str]]:
        return [(part.before, part.after) for part in compare(run, **choice).parts]

    assert pairs() == [("base", "harbor 9"), ("base", "harbor 10")]
    assert pairs(base="harbor 9") == [("harbor 9", "base"), ("harbor 9", "harbor 10")]
    assert pairs(variant="base") == [("harbor 9", "base")]
    assert pairs(base="harbor 9", variant="harbor 10") == [("harbor 9", "harbor 10")]


def test_seats_and_cells_are_compared_like_with_like() -> None:
    run = toy(4, variants=TWO, seats=(3, 4), sweep={"trader_bonus": (1, 2)})

    found = compare(run)

    assert [part.title for part in found.parts] == [
        "harbor 9 against base (3 seats, trader_bonus=1)", "harbor 9 against base (3 seats, trader_bonus=2)",
        "harbor 9 against base (4 seats, trader_bonus=1)", "harbor 9 against base (4 seats, trader_bonus=2)"]


def test_many_comparisons_get_a_line_each_without_what_they_have_in_common() -> None:
    lines = compare(toy(4, variants=TWO, seats=(3, 4), sweep={"trader_bonus": (1, 2, 3)})).text().splitlines()
    assert lines[0] == "6 comparisons of harbor 9 against base, each of 4 blocks on the same luck, tested for itself"
    assert lines[3].startswith("3 seats, trader_bonus=1   nothing      0.0 [") and lines[-1] == "Each in full:  --format html"

    lines = compare(toy(3, sweep={"trader_bonus": range(1, 7)})).text().splitlines()
    assert lines[0].startswith("5 comparisons with trader_bonus=1, each") and lines[3].startswith("trader_bonus=2   nothing ")
    assert lines[-1] == "One in full:  --variant trader_bonus=6"


def test_cells_of_a_sweep_stand_against_the_first_and_a_swept_strategy_keeps_its_place() -> None:
    swept = "puerto_rico.money:quarries"
    run = toy(30, sweep={swept: (0, 1, 2)}, score=better(9, f"{swept}=2"))
    found = compare(run)

    assert [part.title for part in found.parts] == ["quarries=1 against quarries=0", "quarries=2 against quarries=0"]
    money = found.parts[1].group("win_share").rows[1]
    assert (money.name, money.short, money.item) == ("puerto_rico.money", "money", f"{swept}=2")
    assert money.difference > 0.3 and money.shown and not found.parts[0].group("win_share").rows[1].difference
    assert [difference.words for difference in found.parts[1].differences] == [f"strategy: {swept}=0 -> {swept}=2"]


def test_a_name_of_a_cell_may_speak_of_some_values_and_the_others_are_alike() -> None:
    run = toy(3, sweep={"trader_bonus": (1, 2), "puerto_rico.money:quarries": (0, 1, 2)})

    def titles(**choice: Any) -> list[str]:
        return [part.title for part in compare(run, **choice).parts]

    assert titles(base="quarries=0", variant="puerto_rico.money:quarries=2") == [
        "quarries=2 against quarries=0 (trader_bonus=1)", "quarries=2 against quarries=0 (trader_bonus=2)"]
    assert titles(variant="trader_bonus=2, quarries=1") == ["trader_bonus=2, quarries=1 against trader_bonus=1, quarries=0"]
    assert titles(base="trader_bonus=2") == [f"trader_bonus=1 against trader_bonus=2 (quarries={n})" for n in range(3)]


@pytest.mark.parametrize(("choice", "said"), [
    ({"base": "bse"},
     "runs/toy has no variant and no cell 'bse'. Did you mean 'base'?\nIt has: base, harbor 9, trader_bonus=1, trader_bonus=2"),
    ({"base": "base", "variant": "base"}, "'base' is compared with itself; name two.\n"),
    ({"base": "base", "variant": "trader_bonus=1"},
     "'base' and 'trader_bonus=1' are a variant and a cell of the sweep; name two of a kind.\n"),
])
def test_a_choice_that_is_none_is_refused_by_name(choice: dict[str, str], said: str) -> None:
    assert refusal(toy(2, variants=TWO, sweep={"trader_bonus": (1, 2)}), **choice) == said


def test_a_run_of_one_variant_has_nothing_to_compare() -> None:
    assert refusal(toy(3)) == (
        "runs/toy holds one set of rules; there is nothing to compare.\nVariants: two [[variants]] in the experiment, or run "
        "--variant NAME:OPTION=VALUE twice.\nWith another run:  evenhand compare runs/toy RUN")


def test_gifts_and_forced_options_are_compared_where_they_are_named_or_nothing_else_is_there() -> None:
    gift = (Inject(0, 3, "doubloon", 2),)
    alone, among = toy(4, inject=gift), toy(4, inject=gift, variants=TWO)
    name = "seat 0 +2 doubloon, round 3"

    assert [part.title for part in compare(alone).parts] == [f"{name} against base"]
    assert [difference.words for difference in compare(alone).parts[0].differences] == [name]
    assert [part.title for part in compare(among).parts] == ["harbor 9 against base"]
    assert [part.title for part in compare(among, variant=f"base, {name}").parts] == [f"base, {name} against base"]
    assert of_contents(read(alone), Settings()) is None and of_contents(read(among), Settings()) is not None


def test_the_verdict_of_a_run_of_variants_says_what_changes() -> None:
    def box(run: ToyRun) -> list[str]:
        return verdict.box(study(read(run), facts_of(run), Settings()))

    said = box(harbor(100, 5))
    assert said[0].startswith("With harbor 9, money gains ") and said[1].startswith("Seats, harbor 9 against base: ")
    assert box(toy(9, variants=TWO))[0] == "harbor 9 against base: everything came out the same in every block."
    swept = toy(30, sweep={"puerto_rico.money:quarries": (0, 1, 2, 3)}, score=better(9, "puerto_rico.money:quarries=2"))
    assert box(swept)[0] == ("Win shares change in 1 of 3 comparisons, each tested for itself: quarries=2 against quarries=0.")
    assert box(toy(9, variants=variants("a", "b", "c", "d")))[0] == (
        "No win share is shown to change in any of 3 comparisons of variants or cells.")
    assert "Changes:  evenhand compare runs/toy" in summary.text(harbor(9)) and "compare" not in summary.text(toy(9))


# Two runs

def test_two_runs_under_other_rules_are_paired_and_say_in_what_they_differ() -> None:
    one, other = two_runs(toy(30), toy(40, score=better(4, FOUR[1]), options={"cost.harbor": 9}))
    other.manifest = {**other.manifest, "versions": {"evenhand": "0.2.0"}}
    found = compare(one, other)

    assert only(found).title == "two against one" and only(found).blocks == (30, 30)
    assert found.text().startswith("The runs differ in cost.harbor: 8 -> 9; evenhand: 0.1.0 -> 0.2.0.\n")
    assert only(found).pairing < 0.6


def test_a_bot_before_and_after_stands_at_the_same_place() -> None:
    mine = ["corn.py:Corn", *FOUR[1:]]
    one, other = two_runs(toy(30, mine), toy(30, ["corn.py:Corn:depth=2", *FOUR[1:]], score=better(9, "corn.py:Corn:depth=2")))
    found = compare(one, other)

    corn = only(found).group("win_share").rows[0]
    assert (corn.name, corn.item) == ("corn.py:Corn", "corn.py:Corn:depth=2") and corn.shown
    assert found.text().startswith("The runs differ in strategy: corn.py:Corn -> corn.py:Corn:depth=2.")
    another = compare(*two_runs(toy(30), toy(30, ["corn.py:Corn", *FOUR[1:]])))
    assert only(another).group("win_share").rows[0].name == "corn.py:Corn"
    assert "strategy: puerto_rico.shipping -> corn.py:Corn" in another.text()


def test_a_file_of_the_same_name_that_has_changed_is_told() -> None:
    one, other = two_runs(toy(5), toy(5))
    one.manifest, other.manifest = ({**one.manifest, "sources": {"corn.py": {"sha256": sha}}} for sha in ("a", "b"))

    assert compare(one, other).text().startswith("The runs differ in corn.py has changed.")


def test_runs_on_other_luck_are_refused_with_all_that_differs_and_a_way_out() -> None:
    one, other = two_runs(toy(5), toy(5, FOUR[:2], seed=2, lineups="vs-field:puerto_rico.money", seats=(4,)))

    assert refusal(one, other) == (
        "runs/one and runs/two can't be compared block by block: strategies and seed differ.\n"
        "    strategies   puerto_rico.shipping, puerto_rico.money, puerto_rico.hybrid, random  ->  puerto_rico.shipping, "
        "puerto_rico.money\n"
        "    seed         1  ->  2\n"
        "Same luck needs the same game, seats, line-ups and seed. Unpaired, with wider intervals:\n"
        "evenhand compare runs/one runs/two --unpaired")


@pytest.mark.parametrize(("settings", "said"), [
    ({"seed": 2}, "seed differs"),
    ({"design": "permutations"}, "design differs"),
    ({"design": "random", "start": "rules"}, "design and who begins differ"),
    ({"strategies": ["puerto_rico.money", "puerto_rico.shipping", *FOUR[2:]]}, "strategies differ"),
    ({"strategies": ["a.py:A", "b.py:B", *FOUR[2:]]}, "strategies differ"),
    ({"strategies": [*FOUR, "a.py:A"]}, "strategies differ"),
    ({"lineups": "balanced"}, "line-ups differ"),
])
def test_what_keeps_two_runs_apart_is_named(settings: dict[str, Any], said: str) -> None:
    one, other = two_runs(toy(2), toy(2, **{"seats": (4,), **settings}))

    assert f"can't be compared block by block: {said}." in refusal(one, other)
    assert compare(one, other, paired=False).parts


def test_other_seats_are_refused_even_unpaired() -> None:
    one, other = two_runs(toy(2), toy(2, FOUR[:3], seats=(3,)))

    for paired in (True, False):
        said = refusal(one, other, paired=paired)
        assert "seats" in said and "--unpaired" not in said and "a common number of seats" in said


def test_runs_of_several_variants_are_paired_by_name_or_by_choice() -> None:
    one, other = two_runs(toy(3, variants=TWO), toy(3, variants=TWO))
    assert [part.context for part in compare(one, other).parts] == ["base", "harbor 9"]

    one, other = two_runs(toy(3, variants=TWO), toy(3, variants=variants("old", "new")))
    assert refusal(one, other) == (
        "no two variants of the runs have the same name.\n  runs/one: base and harbor 9\n  runs/two: old and new\n"
        'Say which:  --base "harbor 9" --variant "new"')
    [part] = compare(one, other, base="base", variant="new").parts
    assert part.title == "two (new) against one (base)"


# Sentences and pages

def test_the_verdict_says_who_gains_and_loses_and_what_is_excluded() -> None:
    run = harbor(300, 5)
    text = compare(run).text().replace("\n", " ")

    assert re.search(r"With harbor 9, money gains 22\.7 points, shipping loses 12\.2, hybrid loses 9\.5 and random loses 1\.1 "
                     r"\(Holm\)\. Seats: no change found; a change of 2 points or more is excluded for seat 0, seat 2 and "
                     r"seat 3; undecided for seat 1: about \d+ blocks would show a change of 2 points\.", text)
    wide = compare(run, settings=Settings(margin=0.5)).text().replace("\n", " ")
    assert "Seats: no change found; a change of 50 points or more is excluded for all four." in wide


def test_undecided_comes_with_what_would_decide_it() -> None:
    text = compare(harbor(12, 0.5)).text().replace("\n", " ")

    assert re.search(r"Seats: undecided\. Neither a change nor its absence within 2 points is shown; about [\d,]+ blocks would "
                     r"show a change of 2 points\.", text)


def test_the_terminal_table_is_at_most_100_wide_and_cuts_long_names() -> None:
    long = [f"{'a' * 60}{n}.py:Bot" for n in range(3)]
    found = compare(toy(6, [*long, "random"], variants=variants("x" * 50, "y" * 50)))

    assert max(map(len, found.text().splitlines())) <= 100 and ".." in found.text()


CORNERS: dict[str, Callable[[], ToyRun]] = {
    "usual": lambda: harbor(30),
    "one block": lambda: harbor(1),
    "equal": lambda: toy(12, variants=TWO),
    "mirror": lambda: toy(12, ["random"], design="mirror", variants=TWO),
    "mirror of several": lambda: toy(6, FOUR[:2], design="mirror", variants=TWO),
    "many": lambda: toy(2, FOUR[:3], seats=(3,), sweep={"trader_bonus": (1, 2, 3)}, variants=TWO),
    "one seat": lambda: toy(2, ["random"], design="mirror", seats=(1,), variants=TWO),
    "odd names": lambda: toy(4, ["<b>&.py:X|*_", "a" * 60 + ".py:B", "c.py:B", "random"], variants=variants("<i>", "a_b*")),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_every_corner_gives_a_sensible_page(corner: str, tmp_path: Path) -> None:
    run = CORNERS[corner]()
    run.folder = tmp_path
    files = write(compare(run, metrics=["x_quarries"]), ["html", "md", "csv", "json"])

    assert [file.name for file in files] == ["compare.html", "compare.md", "compare.csv", "compare.json"]
    assert_sensible(files[0])
    assert not re.search(r"\bnan\b", files[1].read_text("utf-8") + files[2].read_text("utf-8"))
    assert json.loads(files[3].read_text("utf-8"))["schema"] == "evenhand.compare/1"


@pytest.mark.parametrize("corner", ["mirror of several", "one block"])
def test_the_report_of_a_run_of_variants_has_the_same_comparison(corner: str, tmp_path: Path) -> None:
    run = CORNERS[corner]()
    run.folder = tmp_path

    assert_sensible(write_report(run, ["html"])[0])


def assert_sensible(file: Path) -> None:
    """A page of well-formed tags with comparisons and without a number that is none."""
    page = Page(file.read_text("utf-8"))
    ids = [value for tag, name, value in page.attributes if name == "id"]

    assert not page.open and "i" not in page.tags
    assert not re.search(r"\b(nan|NaN|None|inf)\b", " ".join(page.text))
    assert len(ids) == len(set(ids)) and any(one.startswith("comparison-") for one in ids)


def test_the_same_runs_give_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for folder in (tmp_path / "one" / "run", tmp_path / "two" / "run"):
        run = harbor(12)
        run.folder = folder
        files = write(compare(run), ["html", "json"])
        written.append([file.read_bytes().replace(folder.as_posix().encode(), b"") for file in files])

    assert written[0] == written[1]


def test_several_comparisons_get_a_forest_of_the_share_that_moves_most(tmp_path: Path) -> None:
    swept = "puerto_rico.money:quarries"
    run = toy(30, sweep={swept: (0, 1, 2)}, score=better(9, f"{swept}=2"))
    run.folder = tmp_path
    html = write(compare(run), ["html"])[0].read_text("utf-8")

    assert "Money in all comparisons" in html and "one share, that of money, in 2 comparisons, in points" in html
    assert re.search(r"The share of money is shown to change in 1 of 2 comparisons; the largest change is \+\d\d", html)


def test_two_runs_get_a_page_named_after_the_second(tmp_path: Path) -> None:
    one, other = two_runs(toy(4), toy(4, options={"cost.harbor": 9}))
    one.folder, other.folder = tmp_path / "first", tmp_path / "second"
    [file] = write(compare(one, other), ["html"])

    assert file == tmp_path / "first" / "compare-second.html"
    text = file.read_text("utf-8")
    assert "cost.harbor: 8 -&gt; 9" in text and str(tmp_path) not in text


def test_records_are_flat_rows_for_a_data_frame() -> None:
    records = compare(harbor(6)).records()

    assert {record["measure"] for record in records} == {"win_share", "seat", "score", "rounds", "end_trigger"}
    assert {"after", "against", "context", "seats", "item", "before", "difference", "interval", "p"} <= set(records[0])
