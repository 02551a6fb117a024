"""A run as arrays: only complete blocks, the right strategy in the right seat."""
from __future__ import annotations

import numpy as np
import pytest

from reports.reader import read
from tests.reports.known import mean_share, seats_by_game
from tests.reports.toy import FOUR, toy, variants


def test_every_seat_of_every_game_has_its_row() -> None:
    run = toy(6)
    scenario = read(run).scenarios[0]

    for game, rows in seats_by_game(run).items():
        block, rotation = (game >> 7) & (2**33 - 1), game & 127
        assert [scenario.strategies[place] for place in scenario.who[block, rotation]] == [row["strategy"] for row in rows]
        assert scenario.score[block, rotation].tolist() == [row["score"] for row in rows]
        assert scenario.share[block, rotation].tolist() == [row["win_share"] for row in rows]


def test_the_mean_share_of_a_strategy_is_that_of_its_blocks() -> None:
    run = toy(20, [*FOUR, "a.py:A", "b.py:B"])
    scenario = read(run).scenarios[0]

    means = np.nanmean(scenario.by_strategy(scenario.share), axis=0)

    assert means.tolist() == pytest.approx([mean_share(run, name) for name in scenario.strategies])


def test_places_and_margins_of_a_game() -> None:
    scenario = read(toy(1, score=lambda rng, name, seat: [10, 8, 8, 3][seat])).scenarios[0]

    assert scenario.midrank[0, 0].tolist() == [1, 2.5, 2.5, 4]
    assert scenario.margin[0, 0].tolist() == [2, -2, -2, -7]


def test_a_block_that_lacks_a_game_counts_nowhere() -> None:
    contents = read(toy(10, failed={3: "exception", 7: "timeout"}))

    assert contents.scenarios[0].blocks.tolist() == [0, 1, 2, 4, 5, 6, 8, 9]
    assert (contents.finished, contents.left_out, contents.games) == (10, 2, 32)


def test_an_unfinished_run_says_how_far_it_is() -> None:
    contents = read(toy(10, missing=range(6, 10)))

    assert (contents.finished, contents.planned, contents.blocks) == (6, 10, 6)


def test_scenarios_are_kept_apart() -> None:
    contents = read(toy(4, variants=variants("base", "harbor 9"), seats=(3, 4)))

    assert [(scenario.seats, scenario.variant, scenario.games) for scenario in contents.scenarios] == [
        (3, "base", 12), (3, "harbor 9", 12), (4, "base", 16), (4, "harbor 9", 16)]


def test_a_mirror_run_of_several_strategies_has_a_scenario_for_each() -> None:
    contents = read(toy(8, design="mirror"))

    assert [scenario.strategies for scenario in contents.scenarios] == [(name,) for name in FOUR]
    assert sum(scenario.games for scenario in contents.scenarios) == 8
    assert all(scenario.mirror for scenario in contents.scenarios)


def test_the_rounds_are_those_of_the_games_that_count() -> None:
    run = toy(5, failed={2: "exception"})
    scenario = read(run).scenarios[0]

    [rows] = scenario.rows("rounds", ["round", "standing"])

    last = rows.columns["round"] == scenario.rounds.ravel()[rows.game]
    assert set(np.unique(rows.game)) == set(range(scenario.games))
    assert np.sort(rows.columns["standing"][last]).tolist() == np.sort(scenario.score.ravel()).tolist()


def test_many_columns_are_read_a_few_at_a_time_and_in_the_order_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    run, names = toy(5, failed={2: "exception"}), ["x_quarries", "x_income_trade", "score"]
    whole = read(run).scenarios[0].seat_values(names)
    shuffled = toy(5, failed={2: "exception"})
    shuffled.tables["seats"] = shuffled.tables["seats"].take(np.random.default_rng(1).permutation(run.tables["seats"].num_rows))
    monkeypatch.setattr("reports.reader.HELD", 1)

    one_by_one = read(shuffled).scenarios[0].seat_values(names)

    assert list(one_by_one) == names and all((one_by_one[name] == whole[name]).all() for name in names)
    assert (whole["score"] == read(run).scenarios[0].score).all()
