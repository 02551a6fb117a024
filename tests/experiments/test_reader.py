"""Reading a run: whole blocks of the contiguous record, and every column as it was declared."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from experiments.arrays import ColumnOverflow, codes, numbers, texts, values
from experiments.errors import RunError
from experiments.parts import part_file, written
from experiments.reader import open_run, runs_in
from experiments.rows import Rows
from experiments.schemas import BY_LEVEL, TABLES, arrow_field, describe, labels, schema
from experiments.tabletop import Tabletop
from sim.catalog import find
from sim.record import count
from tests.experiments.runs import play
from tests.experiments.words import experiment, pig, write_bot


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two seat counts with all tables."""
    folder = tmp_path_factory.mktemp("read") / "run"
    play(experiment(seats=[2, 3], blocks=150, log={"level": "decisions", "columns": "full"}, options={"target": 15}), folder)
    return folder


def test_the_tables_have_the_declared_columns_and_types(run: Path) -> None:
    opened = open_run(run)
    for table in set(TABLES) - {"failures"}:
        assert opened.table(table).schema.equals(schema(table, pig(), "decisions", "full"), check_metadata=False)
        assert opened.table(table).num_rows > 0


def test_the_tables_agree_with_each_other(run: Path) -> None:
    opened = open_run(run)
    games = {row["game_id"]: row for row in opened.table("games").to_pylist()}
    seats = opened.table("seats").to_pylist()
    rounds = opened.table("rounds").to_pylist()
    decisions = opened.table("decisions").to_pylist()

    assert len(games) == 150 * 5 and len(seats) == 150 * (4 + 9)
    for number, game in games.items():
        own = [row for row in seats[:60] if row["game_id"] == number]
        if own:
            assert sum(row["win_share"] for row in own) == pytest.approx(1)
            assert game["winners"] == sum(1 << row["seat"] for row in own if row["rank"] == 1)
            last = [row for row in rounds if row["game_id"] == number and row["round"] == game["rounds"]]
            assert [row["standing"] for row in last] == [row["score"] for row in own]
            assert {row["leader"] for row in last if row["standing"] == max(r["score"] for r in own)} == {True}
            steps = [row for row in decisions if row["game_id"] == number]
            assert [row["step"] for row in steps] == list(range(game["decisions"] + game["forced"]))
            assert sum(row["forced"] for row in steps) == game["forced"]


def test_counters_count_the_round_and_their_totals_stand_in_seats(run: Path) -> None:
    opened = open_run(run)
    rounds, seats = opened.table("rounds", scenario=1), opened.table("seats", scenario=1)
    total: dict[tuple[int, int], int] = {}
    for row in rounds.select(["game_id", "seat", "x_rolls"]).to_pylist():
        key = row["game_id"], row["seat"]
        total[key] = total.get(key, 0) + row["x_rolls"]
    assert total == {(row["game_id"], row["seat"]): row["x_rolls"] for row in seats.to_pylist()}


def test_rows_come_in_the_order_of_games(run: Path) -> None:
    for table in ("games", "seats", "rounds", "decisions"):
        ids = values(open_run(run).table(table).column("game_id"))
        assert (np.diff(ids) >= 0).all()


def test_columns_and_scenarios_can_be_chosen(run: Path) -> None:
    opened = open_run(run)
    some = opened.table("seats", ["strategy", "score"], scenario=0)

    assert some.column_names == ["score", "strategy"] or some.column_names == ["strategy", "score"]
    assert some.num_rows == 150 * 4
    with pytest.raises(RunError, match=r"no column 'scor'\. Did you mean 'score'\?"):
        opened.table("seats", ["scor"])


def test_tables_part_by_part_are_the_tables_at_once(run: Path) -> None:
    opened, wanted = open_run(run), {"rounds": ["game_id", "strategy", "standing"], "decisions": ["game_id", "phase"]}

    pieces = list(opened.pieces(wanted, 1))

    assert len(pieces) > 1
    for name, columns in wanted.items():
        together = [row for piece in pieces for row in piece[name].to_pylist()]
        assert together == opened.table(name, columns, scenario=1).to_pylist() != []
    with pytest.raises(RunError, match="no column 'scor'"):
        next(opened.pieces({"seats": ["scor"]}, 0))


def test_parts_leave_out_blocks_that_lack_a_game(tmp_path: Path) -> None:
    write_bot(tmp_path, "bad.py", "from evenhand import Strategy\nclass Bad(Strategy):\n    def choose(self, view, actions):\n"
                                  "        return actions[9] if view.round == 3 and view.seat == 1 else actions[0]\n")
    bad = experiment(tmp_path, strategies=["bad.py:Bad", "random", "random_py"], blocks=12, options={"target": 30})
    play(bad, tmp_path / "run")
    opened = open_run(tmp_path / "run")

    found = [game for piece in opened.pieces({"rounds": ["game_id"]}, 0) for game in piece["rounds"].column(0).to_pylist()]

    assert opened.failures().num_rows and found == opened.table("rounds", ["game_id"]).column(0).to_pylist()


def test_a_table_that_was_not_logged_is_refused(tmp_path: Path) -> None:
    play(experiment(log={"level": "games"}), tmp_path / "run")
    opened = open_run(tmp_path / "run")
    assert opened.table("games").num_rows == 18
    with pytest.raises(RunError, match="logged at level 'games', which keeps no table 'rounds'"):
        opened.table("rounds")


def test_an_unfinished_run_is_read_up_to_its_first_gap(tmp_path: Path) -> None:
    play(experiment(blocks=450), tmp_path / "run")
    part_file(tmp_path / "run", "games", 2).unlink()
    opened = open_run(tmp_path / "run")

    assert not opened.complete
    assert opened.finished_blocks(0) == range(200)
    for table in ("games", "seats", "rounds"):
        assert set(opened.table(table).column("block").to_pylist()) == set(range(200))
    assert max(opened.table("events").column("game_id").to_pylist()) >> 7 == 199


def test_a_part_that_cannot_be_read_says_how_to_get_it_back(tmp_path: Path) -> None:
    play(experiment(blocks=250), tmp_path / "run")
    for table in ("rounds", "games"):
        file = part_file(tmp_path / "run", table, 1)
        file.write_bytes(file.read_bytes()[:-9])
        with pytest.raises(RunError, match="can't be read; the run is as good as without it:") as caught:
            open_run(tmp_path / "run").table(table)
        assert f"{table}/part-000001.parquet" in caught.value.faults[0].message
        assert caught.value.faults[0].help.startswith(f"evenhand run --resume {tmp_path}/run ")
        assert "plays its 300 games again" in caught.value.faults[0].help


def test_a_column_that_came_later_is_null_in_older_files(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from experiments import schemas

    later = schemas.column("mood", pa.int32(), "of the players")
    monkeypatch.setitem(schemas.COMMON, "games", (*schemas.COMMON["games"], later))
    table = open_run(run).table("games", ["game_id", "mood"])
    assert table.column("mood").null_count == table.num_rows > 0


def test_a_folder_without_a_run_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run at"):
        open_run(tmp_path)


def test_runs_are_listed_with_how_far_they_are(tmp_path: Path) -> None:
    write_bot(tmp_path)
    play(experiment(tmp_path, seats=[2, 3], strategies=["holder.py", "random", "random"]), tmp_path / "runs" / "b")
    play(experiment(), tmp_path / "runs" / "a")
    (tmp_path / "runs" / "c").mkdir()
    (tmp_path / "runs" / "c" / "experiment.toml").write_text("broken = ")

    a, b = runs_in(tmp_path / "runs")
    assert (a.name, a.game, a.seats, a.status, a.planned, a.recorded, a.failed) == ("a", "pig", (3,), "complete", 18, 18, 0)
    assert (b.name, b.seats, b.strategies) == ("b", (2, 3), ("strategies/holder.py", "random", "random"))


# --- schemas and arrays -----------------------------------------------------------------------------------------------


def test_every_column_has_its_sentence_and_its_kind() -> None:
    rows = describe(pig())
    assert {row["table"] for row in rows} == set(TABLES)
    assert all(row["meaning"] and row["type"] in ("count", "flag", "code", "bits", "text", "number") for row in rows)
    assert [(row["column"], row["log"]) for row in rows if row["table"] == "rounds"][-2:] == [
        ("x_points", "core"), ("x_rolls", "full")]
    kinds = {(row["table"], row["column"]): row["type"] for row in rows}
    assert (kinds["games", "winners"], kinds["games", "truncated"], kinds["seats", "win_share"]) == ("bits", "flag", "number")


def test_levels_keep_more_and_more() -> None:
    assert [len(BY_LEVEL[level]) for level in ("none", "games", "rounds", "decisions")] == [0, 4, 6, 7]
    assert labels(pig(), "end_triggers") == ("target_reached", "max_rounds", "forfeit")


def test_what_was_offered_is_a_set_of_the_games_picks_and_null_where_rounds_are_not_logged(run: Path, tmp_path: Path) -> None:
    play(experiment(log={"level": "games"}), tmp_path / "run")
    told = {row["column"]: row for row in describe(find("catan")) if row["table"] == "seats"}

    assert set(open_run(run).table("seats").column("offered").to_pylist()) == {0}      # pig declares none
    assert set(open_run(tmp_path / "run").table("seats").column("offered").to_pylist()) == {None}
    assert labels(find("catan"), "offered")[:3] == ("settlement", "city", "development card") and labels(pig(), "offered") == ()
    assert (told["offered"]["type"], told["offered"]["labels"].split(", ")[0]) == ("bits", "settlement")


def test_a_set_says_which_triggers_fired_and_a_cap_has_no_winner(tmp_path: Path) -> None:
    play(experiment(options={"target": 500, "max_rounds": 2}), tmp_path / "run")
    for game in open_run(tmp_path / "run").table("games").to_pylist():
        assert (game["end_trigger"], game["end_triggers"], game["truncated"], game["winners"]) == ("max_rounds", 2, True, 0)
        assert game["rounds"] == 2
    for row in open_run(tmp_path / "run").table("seats").to_pylist():
        assert row["win_share"] == 0 or row["rank"] == 1


@pytest.mark.parametrize("column", [
    pa.array([1, -2, 2**31 - 1], pa.int32()), pa.array([True, False, True] * 5), pa.array([1, None, 3], pa.int64()),
    pa.array([True, None, False]), pa.array([], pa.int16()), pa.array([0.25, 0.5], pa.float64()),
    pa.chunked_array([[1, 2], [3]], pa.int8()), pa.chunked_array([], pa.int8()),
    pa.array(["b", None, "a", "b"]).dictionary_encode(), pa.array([1, None, 3, 4], pa.int8())[1:3],
])
def test_columns_become_numbers_with_null_as_minus_one(column: pa.Array) -> None:
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) and column.num_chunks else column
    places = array.indices if isinstance(array, pa.DictionaryArray) else array
    assert values(column).tolist() == [-1 if value is None else value for value in places.to_pylist()]


def test_numbers_texts_and_codes_become_columns() -> None:
    assert numbers(np.array([1, 2, -3]), pa.int8()).to_pylist() == [1, 2, -3]
    assert numbers(np.array([1, 0, 2]), pa.bool_()).to_pylist() == [True, False, True]
    assert numbers(np.array([1, -1, 3]), pa.int32(), there=np.array([True, False, True])).to_pylist() == [1, None, 3]
    assert texts(["a", "", "äö"]).to_pylist() == ["a", "", "äö"]
    assert codes(np.array([1, -1, 0]), ["x", "y"]).to_pylist() == ["y", None, "x"]
    assert codes(np.array([0, 1, 2]), ["x", "x", "y"]).to_pylist() == ["x", "x", "y"]
    assert len(codes(np.array([0, 1, 2]), ["x", "x", "y"]).dictionary) == 2


def test_a_number_that_does_not_fit_is_a_bug_with_a_name() -> None:
    with pytest.raises(ColumnOverflow, match="column x_gold: 40000 does not fit into int16"):
        numbers(np.array([1, 40_000]), pa.int16(), "x_gold")


def test_a_count_that_may_be_null_has_room_for_it_in_the_file() -> None:
    assert written(arrow_field(count("x_turn", "of the first city", null=True))).nullable
    assert not written(arrow_field(count("x_turn", "of the last city"))).nullable


def test_what_is_written_without_room_for_null_has_none() -> None:
    """A column whose file says that it holds no null must hold none, or it could not be read."""
    found = experiment(blocks=2, log={"level": "decisions", "columns": "full"})
    tabletop = Tabletop(found)
    rows = Rows(found, tabletop.game, tabletop.plan.scenarios[0])
    seating = tabletop.plan.find(0)
    assert seating is not None
    game = tabletop.begin(seating)
    tabletop.play(game, rows.recorder)
    rows.note(seating, game.slots, game.first_place)
    for batch in rows.take().values():
        for field, column in zip(batch.schema, batch.columns, strict=True):
            assert field.nullable or column.null_count == 0
