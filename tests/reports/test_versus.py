"""Head to head, places, effect sizes, alpha-rank: against answers that can be worked out by hand."""
from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from reports.findings import Findings
from reports.sections import tables_of
from tests.reports.test_tables import found
from tests.reports.toy import FOUR, toy

ABC = ("a.py:A", "b.py:B", "c.py:C")
BEATS = {("a.py:A", "b.py:B"), ("b.py:B", "c.py:C"), ("c.py:C", "a.py:A")}


def rock_paper_scissors(block: int, who: Sequence[str]) -> Sequence[int]:
    """Of two, the one that beats the other has 2 points, the other 1."""
    return (2, 1) if tuple(who) in BEATS else (1, 2)


def by_seat(*scores: int) -> Findings:
    """Four strategies in the seats 0 to 3, always with these scores."""
    return found(toy(12, design="fixed", table=lambda block, who: scores))


def test_a_circle_of_three_is_found_and_said() -> None:
    findings = found(toy(60, ABC, seats=(2,), table=rock_paper_scissors))
    tables = {table.name: table for table in tables_of(findings)}

    assert {(row.first, row.second) if row.share == 1 else (row.second, row.first) for row in findings.meetings.rows} == BEATS
    assert all(row.games == 40 and row.blocks == 20 and row.shown and row.share in (0, 1) for row in findings.meetings.rows)
    assert findings.meetings.triples == (ABC,)
    assert tables["circles"].records() == [dict(zip(("first", "second", "third"), ABC, strict=True))]
    assert tables["head_to_head"].note == "In a circle: A beats B, B beats C, C beats A (each shown, Holm)."


def test_no_circle_is_said_where_one_of_three_is_not_shown() -> None:
    findings = found(toy(60, ABC, seats=(2,), table=lambda block, who: rock_paper_scissors(block, who)
                         if who[0] != ABC[2] and who[1] != ABC[2] else (1 + block % 2, 2 - block % 2)))

    assert findings.meetings.triples == () and "circles" not in {table.name for table in tables_of(findings)}


def test_head_to_head_counts_a_tie_as_a_half_and_reads_both_ways() -> None:
    rows = by_seat(10, 8, 8, 3).meetings.by_pair

    assert rows[FOUR[0], FOUR[1]].share == 1 and rows[FOUR[2], FOUR[1]].share == 0.5
    assert len(rows) == 6 and {row.games for row in rows.values()} == {12}


def test_tied_seats_share_their_places() -> None:
    rows = {row.strategy: row for row in by_seat(10, 8, 8, 3).places}

    assert [rows[name].shares for name in FOUR] == [(1, 0, 0, 0), (0, 0.5, 0.5, 0), (0, 0.5, 0.5, 0), (0, 0, 0, 1)]
    assert [rows[name].place for name in FOUR] == [1, 2.5, 2.5, 4]
    table = next(table for table in tables_of(by_seat(10, 8, 8, 3)) if table.name == "places")
    assert [column.heading for column in table.columns][2:6] == ["1st %", "2nd %", "3rd %", "4th %"]


def test_places_agree_with_the_strategy_table() -> None:
    findings = found(toy(30))
    places = {row.strategy: row for row in findings.places}

    for row in findings.strategies:
        assert places[row.strategy].place == pytest.approx(row.place)
        assert sum(places[row.strategy].shares) == pytest.approx(1)


def test_effect_sizes_by_hand() -> None:
    """Scores 10 +- 1 and 8 +- 1: two points apart, within-cell variance 2B/(2B - 2), always ahead."""
    findings = found(toy(20, ABC[:2], seats=(2,), design="fixed",
                         table=lambda block, who: (10 + (-1) ** block, 8 + (-1) ** block)))
    [row] = findings.effects

    assert (row.first, row.second, row.blocks, row.games) == (*ABC[:2], 20, 20)
    assert row.margin == 2 and row.margin_interval == (2, 2)
    assert row.g == pytest.approx(2 / math.sqrt(40 / 38) * (1 - 3 / (4 * 38 - 1)))
    assert row.ahead == 1


def test_effects_take_the_better_placed_strategy_first() -> None:
    findings = found(toy(60))

    best, *others = findings.ranked
    assert [(row.first, row.second) for row in findings.effects][:3] == [(best, name) for name in others]
    for row in findings.effects:
        low, high = row.margin_interval
        assert low <= row.margin <= high and (row.g > 0) == (row.margin > 0)
        assert row.ahead == findings.meetings.by_pair[row.first, row.second].share


def test_alpha_rank_of_rock_paper_scissors_is_a_third_each() -> None:
    rows = found(toy(60, ABC, seats=(2,), table=rock_paper_scissors)).survival

    assert [row.frequency for row in rows] == pytest.approx([1 / 3] * 3)
    assert {row.games for row in rows} == {80}


def test_alpha_rank_of_clones_ends_with_the_one_that_wins_alone_among_others() -> None:
    findings = found(toy(24, ABC[:2], lineups="duplicates",
                         table=lambda block, who: [5 if name == ABC[0] else 1 + seat for seat, name in enumerate(who)]))

    assert [(row.strategy, row.games) for row in findings.survival] == [(ABC[0], 96), (ABC[1], 96)]
    assert findings.survival[0].frequency == pytest.approx(1)
    assert findings.survival[0].interval == pytest.approx((1, 1))


def test_alpha_rank_needs_every_mutant_among_clones() -> None:
    assert found(toy(24)).survival == []
    assert found(toy(24, ABC[:2], lineups="duplicates:a.py:A")).survival == []
    assert found(toy(24, ABC[:2], seats=(2,))).survival == []
