"""The tables: what they estimate, against numbers worked out another way."""
from __future__ import annotations

import numpy as np
import pytest

from reports.findings import Findings, study
from reports.game import facts_of
from reports.reader import read
from reports.settings import Settings
from reports.stats.rates import cluster_wilson
from reports.tables.strategy import strategy_table
from reports.tables.table import Column, Table
from tests.reports.known import mean_share, seats_by_game
from tests.reports.toy import FOUR, ToyRun, toy


def found(run: ToyRun, **settings: object) -> Findings:
    """The findings of a run's first scenario."""
    return study(read(run), facts_of(run), Settings(**settings)).scenarios[0]   # type: ignore[arg-type]


def test_win_shares_and_their_intervals_are_those_of_blocks() -> None:
    run = toy(40)
    rows = found(run).strategies
    games = seats_by_game(run)

    assert sum(row.win_share for row in rows) == pytest.approx(1)
    assert [row.win_share for row in rows] == sorted((row.win_share for row in rows), reverse=True)
    for row in rows:
        blocks = np.zeros(40)
        for game, seats in games.items():
            blocks[game >> 7] += sum(seat["win_share"] for seat in seats if seat["strategy"] == row.strategy) / 4
        rate = cluster_wilson(blocks, 160)
        assert (row.win_share, *row.interval) == pytest.approx((rate.value, rate.low, rate.high))
        assert row.difference == pytest.approx(row.win_share - 0.25)
        assert row.games == 160 and row.sole_wins + row.shared_wins >= row.win_share * 160


def test_mean_places_add_up_and_follow_the_scores() -> None:
    rows = found(toy(30)).strategies

    assert sum(row.place for row in rows) == pytest.approx(10)
    assert min(rows, key=lambda row: row.place).strategy == "puerto_rico.shipping"
    assert max(rows, key=lambda row: row.place).strategy == "random"


def test_strategies_that_never_win_and_never_meet_are_not_taken_for_equal_for_certain() -> None:
    names = ("a.py:A", "b.py:B", "c.py:C")
    line_ups = (("a.py:A", *names[2:] * 3), ("b.py:B", *names[2:] * 3))
    run = toy(24, names, lineups=line_ups, table=lambda block, who: [9 + seat if name == "c.py:C" else 1
                                                                     for seat, name in enumerate(who)])
    pair = next(row for row in found(run).pairs if {row.first, row.second} == {"a.py:A", "b.py:B"})

    room = 1 - (0.025 / 3) ** (1 / 12)                  # of 12 blocks none did otherwise; three pairs
    assert (pair.difference, pair.p, pair.shown) == (0, 1, False)
    assert pair.interval == pytest.approx((-room, room))


def test_letters_say_what_the_pairs_say() -> None:
    findings = found(toy(80))
    letters = {row.strategy: set(row.letters) for row in findings.strategies}

    assert findings.pairs and any(pair.shown for pair in findings.pairs) and not all(pair.shown for pair in findings.pairs)
    for pair in findings.pairs:
        assert bool(letters[pair.first] & letters[pair.second]) == (not pair.shown)
        assert pair.difference >= 0 and pair.interval[0] <= pair.difference <= pair.interval[1]


def test_a_field_of_copies_is_shown_as_one_with_its_equal_share() -> None:
    run = toy(30, ["corn.py:Corn", "puerto_rico.money"], lineups="vs-field:corn.py:Corn")
    rows = {row.name: row for row in found(run).strategies}

    assert {name: row.equal for name, row in rows.items()} == {"corn.py:Corn": 0.25, "3 x puerto_rico.money": 0.75}
    assert rows["3 x puerto_rico.money"].win_share == pytest.approx(3 * mean_share(run, "puerto_rico.money"))


def test_line_ups_with_different_numbers_of_a_strategy_give_the_share_of_one_seat() -> None:
    a, b = FOUR[:2]
    run = toy(24, [a, b], lineups=((a, a, a, b), (a, b, b, b)))
    rows = {row.strategy: row for row in found(run).strategies}

    assert {row.seats_held for row in rows.values()} == {0} and {row.equal for row in rows.values()} == {0.25}
    assert rows[a].win_share == pytest.approx(mean_share(run, a), abs=1e-9)


def test_ratings_are_anchored_and_ordered_as_the_strengths_are() -> None:
    rows = {row.strategy: row for row in found(toy(60)).strategies}

    assert rows["random"].elo == 0 and rows["random"].elo_interval is None and rows["random"].elo_words == "(anchor)"
    assert rows["puerto_rico.shipping"].elo > rows["puerto_rico.money"].elo > 100
    assert {row.strategy: row.elo for row in found(toy(60), anchor="puerto_rico.money").strategies}["puerto_rico.money"] == 0


def test_too_few_blocks_give_no_interval_of_a_rating() -> None:
    assert all(row.elo_interval is None for row in found(toy(5)).strategies)
    assert any(row.elo_interval is not None for row in found(toy(20)).strategies)


def test_seats_are_balanced_only_with_games_enough() -> None:
    many, few = (toy(blocks, ["random"], lambda rng, name, seat: rng.normal(30, 9), design="mirror", level="games")
                 for blocks in (2500, 60))
    unfair = toy(200, ["random"], lambda rng, name, seat: rng.normal(30 + 3 * seat, 9), design="mirror")

    assert found(few).balance.verdict == "undecided"        # type: ignore[union-attr]
    assert found(many, margin=0.05).balance.verdict == "balanced"       # type: ignore[union-attr]
    assert found(unfair).balance.verdict == "unbalanced"        # type: ignore[union-attr]


def test_a_seat_that_never_won_in_eight_games_is_not_called_unbalanced() -> None:
    scores = iter([[3, 9, 5, 4], [3, 5, 9, 4], [3, 5, 4, 9], [3, 9, 5, 4]] * 2)
    table: list[int] = []

    def dealt(rng: np.random.Generator, name: str, seat: int) -> float:
        if seat == 0:
            table[:] = next(scores)
        return table[seat]

    findings = found(toy(8, ["random"], dealt, design="mirror"))

    assert findings.seats[0].win_share == 0
    assert findings.balance.verdict == "undecided"      # type: ignore[union-attr]


def test_what_a_seat_is_worth_to_a_strategy_adds_up_to_nothing() -> None:
    rows = found(toy(60)).cells

    assert len(rows) == 16 and all(row.games == 60 for row in rows)
    for strategy in FOUR:
        mine = [row for row in rows if row.strategy == strategy]
        assert sum(row.effect for row in mine) == pytest.approx(0, abs=1e-12)


def test_scores_parts_lengths_ends_and_counters() -> None:
    run = toy(25)
    findings = found(run)
    scores = {row.strategy: row for row in findings.scores}
    seats = run.tables["seats"].to_pandas()

    for strategy in FOUR:
        mine = seats[seats.strategy == strategy]
        assert (scores[strategy].mean, scores[strategy].sd) == pytest.approx((mine.score.mean(), mine.score.std()))
        assert (scores[strategy].lowest, scores[strategy].highest) == (mine.score.min(), mine.score.max())
        parts = [row.mean for row in findings.parts if row.strategy == strategy]
        assert sum(parts) == pytest.approx(mine.score.mean())
        trade = next(row for row in findings.metrics if (row.metric, row.strategy) == ("x_income_trade", strategy))
        assert trade.mean == pytest.approx(mine.x_income_trade.mean()) and trade.results == 100
    games = run.tables["games"].to_pandas()
    assert findings.lengths[0].mean == pytest.approx(games.rounds.mean())
    assert sum(row.share for row in findings.ends) == pytest.approx(1)
    assert {row.trigger: row.games for row in findings.ends}["city_full"] == (games.end_trigger == "city_full").sum()
    assert "max_rounds" in {row.trigger for row in findings.ends}


def test_a_null_counter_is_left_out_of_its_mean() -> None:
    rows = [row for row in found(toy(20)).metrics if row.metric == "x_round_first_quarry"]

    assert {row.mean for row in rows} == {4.0} and {row.results for row in rows} == {20}


def test_the_profile_puts_what_differs_most_first() -> None:
    names = [one.metric for one in found(toy(40)).profiles]

    assert names.index("x_goods_shipped_corn") < names.index("x_quarries")
    assert names.index("x_income_trade") < names.index("x_quarries")


def test_common_luck_is_measured_only_where_games_share_it() -> None:
    assert found(toy(40)).health.deff_strategies > 0
    assert np.isnan(found(toy(40, design="random")).health.deff_strategies)


def test_a_table_for_programs_has_fractions_pairs_and_no_nan() -> None:
    rows = found(toy(1)).strategies
    record = strategy_table(rows, 0.25, "").records()[0]

    assert record["strategy"] == rows[0].strategy and record["win_share"] == rows[0].win_share
    assert record["interval"] is None and record["elo"] is None


def test_a_column_writes_value_interval_and_words() -> None:
    class Row:
        share, interval, half, words = 0.339, (0.324, 0.354), 0.0153, "(anchor)"

    column = Column("share", "win share %", "share", interval="interval", half="half", suffix="words")

    assert column.cell(Row) == "33.9 +-1.5 [32.4, 35.4] (anchor)"
    assert Table("t", "t", [column], [Row]).pairs() == {"interval"}
    assert column.sort_key(Row) == "0.339"


def test_a_baseline_that_always_loses_is_no_anchor_and_has_no_interval() -> None:
    rows = {row.strategy: row for row in found(toy(60, score=hopeless)).strategies}

    assert rows["puerto_rico.shipping"].anchor and rows["puerto_rico.shipping"].elo == 0
    assert rows["random"].elo < -400 and rows["random"].elo_interval is None
    low, high = rows["puerto_rico.money"].elo_interval or (0.0, 0.0)
    assert low < rows["puerto_rico.money"].elo < high
    asked = {row.strategy: row for row in found(toy(60, score=hopeless), anchor="random").strategies}
    assert asked["random"].anchor and asked["puerto_rico.money"].elo_interval is None


def hopeless(rng: np.random.Generator, name: str, seat: int) -> float:
    return -50 if name == "random" else rng.normal(40, 9)
