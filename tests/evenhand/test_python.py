"""evenhand in Python: runs as frames, runs and single games from a script, strategies as classes; faults in plain words."""
from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import evenhand
from evenhand import Action, Strategy, View
from reports.build import document
from tests.house.source import ROOT

BOT = '''
from evenhand import Strategy


class First(Strategy):
    """Takes what stands at a place of the list."""

    def __init__(self, place: int = 0, word: str = "x") -> None:
        self.place = place
        self.word = word

    def choose(self, view, actions):
        return actions[min(self.place, len(actions) - 1)]


class Hidden(First):
    def __init__(self, place: int = 0) -> None:
        super().__init__(2 * place)
'''


class Last(Strategy):
    """Counts how often it is asked, and takes the last action."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self.asked += 1
        return actions[-1]


class Broken(Strategy):
    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        raise IndexError("no such corn")


class Needs(Strategy):
    """Can't be made without a word."""

    def __init__(self, word: str, often: int) -> None:
        self.word = word * often

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


class Plain:
    """No strategy, though it has all that one needs."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


class Silent(Strategy):
    def choose(self, view: View, actions: Sequence[Action]) -> Any:
        return None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder while the tests of this module run."""
    here, place = Path.cwd(), tmp_path_factory.mktemp("python")
    os.chdir(place)
    try:
        yield place
    finally:
        os.chdir(here)


@pytest.fixture(scope="module")
def pair(folder: Path) -> evenhand.Run:
    """Two variants of a small run, with decisions."""
    return evenhand.run(game="puerto_rico", seats=3, strategies=["random", "random_py"], blocks=6, seed=3, name="pair",
                        lineups=[["random", "random", "random_py"]], log="decisions", jobs=1, progress=False, variants=[
                            {"name": "base"}, {"name": "harbor 9", "options": {"cost.harbor": 9}}])


@pytest.fixture
def bots(folder: Path) -> Iterator[Any]:
    """A module of the user's with strategies."""
    (folder / "mybots.py").write_text(BOT, encoding="utf-8")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module("mybots")
    finally:
        sys.path.remove(str(folder))


def refused(call: Callable[[], object]) -> str:
    """What a call is refused with."""
    with pytest.raises(evenhand.Refusal) as found:
        call()
    return str(found.value)


# --- frames -------------------------------------------------------------------------------------------------------------

def test_a_run_opens_by_its_name_with_a_frame_for_each_table(pair: evenhand.Run) -> None:
    run = evenhand.open("pair")

    assert run.folder == pair.folder == Path("runs/pair")
    assert (len(run.games), len(run.seats), len(run.failures)) == (36, 108, 0)
    assert len(run.rounds) == 3 * (run.games["rounds"].sum() + 36)
    assert len(run.decisions) == run.games["decisions"].sum() + run.games["forced"].sum()
    assert set(run.events["what"].cat.categories) >= {"built", "sold"}
    assert len(run.timings) == 36
    assert run.complete and run.scenarios["played"].tolist() == [6, 6]


def test_codes_are_categories_in_the_order_of_the_plan_and_missing_numbers_leave_the_others_whole(pair: evenhand.Run) -> None:
    seats = pair.seats

    assert list(seats["strategy"].cat.categories) == ["random", "random_py"]
    assert list(seats["variant"].cat.categories) == ["base", "harbor 9"]
    assert seats["x_round_first_quarry"].dtype == pd.Int32Dtype() and seats["x_round_first_quarry"].isna().any()
    assert str(seats["score"].dtype) == "int32"


def test_columns_and_scenarios_can_be_chosen_by_number_or_variant(pair: evenhand.Run) -> None:
    some = pair.frame("seats", columns=["block", "score"], scenario="harbor 9")

    pd.testing.assert_frame_equal(some, pair.frame("seats", columns=["block", "score"], scenario=1))
    assert list(some) == ["block", "score"] and len(some) == 54
    assert pair.arrow("rounds", columns=["standing"], scenario=0).num_columns == 1
    assert pair.columns.query("table == 'seats' and column == 'score'")["meaning"].item() == "the final score"


def test_the_tables_of_the_report_are_frames_with_the_report_s_numbers(pair: evenhand.Run) -> None:
    from experiments.reader import open_run

    said = document(open_run(pair.folder))
    strategies, seats = pair.strategy_table(), pair.seat_table()

    assert strategies["win_share"].tolist() == [row["win_share"] for row in said["strategies"]]
    assert strategies["interval_low"].tolist() == [row["interval"][0] for row in said["strategies"]]
    assert seats["verdict"].tolist() == [row["verdict"] for row in said["seats"]]
    assert pair.table("lengths")["mean"].tolist() == [row["mean"] for row in said["lengths"]]
    assert pair.verdict() == said["verdict"]
    wide = pair.seat_table(equivalence=50)
    assert set(wide["verdict"]) == {"balanced"} and set(seats["verdict"]) != {"balanced"}


def test_a_report_is_written_and_its_place_given_back(pair: evenhand.Run) -> None:
    assert pair.report() == Path("runs/pair/report.html")
    assert pair.report(["csv"]) == Path("runs/pair/report/strategies.csv")
    assert pair.summary().startswith("36 games, none failed")


def test_variants_and_runs_are_compared_with_the_numbers_of_the_command(folder: Path, pair: evenhand.Run) -> None:
    from experiments.reader import open_run
    from reports.compare import compare

    found = pair.compare(metrics="rounds", equivalence=3)
    said = compare(open_run(pair.folder)).records()

    assert found.frame["compared"].unique().tolist() == ["harbor 9"] and found.frame["against"].unique().tolist() == ["base"]
    assert found.frame["difference"].head(3).tolist() == [row["difference"] for row in said[:3]]
    assert str(found).startswith("harbor 9 against base") and found._repr_html_().startswith("<pre>harbor 9 against base")
    assert found.report() == Path("runs/pair/compare.html") and repr(found) == "<evenhand.Comparison harbor 9 against base>"
    assert "Did you mean 'harbor 9'?" in refused(lambda: pair.compare(variant="harbour 9"))


def test_a_notebook_shows_who_won(pair: evenhand.Run) -> None:
    shown = pair._repr_html_()

    assert shown.count("<table>") == 2 and "<caption>harbor 9</caption>" in shown
    assert "win share %" in shown and "random_py" in shown
    assert repr(pair) == "<evenhand.Run runs/pair>"


def test_an_unfinished_run_has_its_complete_blocks(folder: Path) -> None:
    run = evenhand.run(game="puerto_rico", seats=3, strategies=["random"], design="mirror", blocks=301, log="games", jobs=1,
                       out="begun", progress=False, options={"max_rounds": 1})
    (run.folder / "games" / "part-000001.parquet").unlink()
    begun = evenhand.open("begun")

    assert len(begun.games) == begun.scenarios["played"].item() == 300 and not begun.complete
    assert begun.summary().startswith("Unfinished: 300 of 301 blocks.")


# --- runs and games -----------------------------------------------------------------------------------------------------

def test_the_same_call_finds_the_run_again_and_a_longer_one_goes_on(folder: Path) -> None:
    said: dict[str, Any] = {"game": "puerto_rico", "seats": 3, "strategies": ["random"], "design": "mirror", "log": "games",
                            "jobs": 1, "progress": False}
    first = evenhand.run(blocks=4, **said)
    written = (first.folder / "games" / "part-000000.parquet").stat().st_mtime_ns

    assert evenhand.run(blocks=4, **said).folder == first.folder == Path("runs/puerto_rico-3-1")
    assert (first.folder / "games" / "part-000000.parquet").stat().st_mtime_ns == written
    assert len(evenhand.run(blocks=6, out=first.folder, name=first.name, **said).games) == 6


def test_a_dict_and_a_file_say_the_same_and_keywords_win(folder: Path) -> None:
    plain = {"game": "puerto_rico", "seats": 3, "strategies": ["random"], "design": "mirror", "log": {"level": "games"}}
    text = 'game = "puerto_rico"\nseats = 3\nstrategies = ["random"]\ndesign = "mirror"\nblocks = 9\n[log]\nlevel = "games"\n'
    (folder / "said.toml").write_text(text, encoding="utf-8")
    one = evenhand.run(plain, name="said", blocks=3, out="one", jobs=1, progress=False)
    other = evenhand.run("said.toml", blocks=3, out="other", jobs=1, progress=False)

    assert one.experiment == other.experiment
    pd.testing.assert_frame_equal(one.games, other.games)


def test_a_game_is_the_one_that_a_run_with_fixed_seats_plays_first(folder: Path) -> None:
    who = ["random_py", "random", "random_py"]
    run = evenhand.run(game="puerto_rico", seats=3, strategies=who, design="fixed", blocks=1, seed=5, out="fixed", jobs=1,
                       progress=False, log="games")
    game = evenhand.play("puerto_rico", who, seed=5)

    assert run.seats.sort_values("seat")["score"].tolist() == list(game.outcome.scores)
    assert run.games["decisions"].item() == game.decisions
    assert game.names == ("random_py", "random", "random_py")


def test_an_instance_plays_itself_and_can_be_looked_at_afterwards() -> None:
    mine = Last()
    game = evenhand.play("puerto_rico", [mine, "puerto_rico.money", Last], seed=1)

    assert game.strategies[0] is mine and mine.asked > 20
    assert isinstance(game.strategies[2], Last)
    assert game.names == ("Last", "money", "Last")
    assert game.story.splitlines()[0].startswith("round 1") and "money wins" in game.story
    assert [move.seat for move in game.moves[:2]] == [0, 0] and sum(not move.forced for move in game.moves) == game.decisions
    assert game.after(2).round == 3 and game.after(0).digest() == game.after(0).digest()
    assert str(game) == game.story and "Last" in repr(game)


def test_a_game_takes_options_positions_and_one_strategy_for_all_seats() -> None:
    game = evenhand.play("puerto_rico", Last, seats=4, options={"max_rounds": 3})
    poor = evenhand.play("puerto_rico", "random", seats=3, position={"players": [{"doubloons": 0}] * 3}, seed=2)

    assert game.outcome.truncated and game.outcome.triggers == ("max_rounds",)
    assert [player["doubloons"] for player in poor.after(0).position()["players"]] == [0, 0, 0]


def test_what_a_strategy_raises_comes_as_it_is_with_a_note_where_it_was() -> None:
    with pytest.raises(IndexError, match="no such corn") as found:
        evenhand.play("puerto_rico", ["random", Broken, "random"])

    assert found.value.__notes__ == ["raised by Broken in seat 1, round 1, step 1"]
    assert [frame.name for frame in found.traceback][-1] == "choose"
    assert "Silent in seat 0, round 1, step 0: the answer is None" in refused(
        lambda: evenhand.play("puerto_rico", [Silent, "random", "random"]))


def test_what_there_is_to_play_is_a_frame_and_the_package_of_games_stays_one() -> None:
    import evenhand.games.puerto_rico

    assert "puerto_rico" in evenhand.games()["game"].tolist()
    assert "puerto_rico.money" in evenhand.strategies("puerto_rico")["strategy"].tolist()
    assert evenhand.games.puerto_rico.View is not None     # type: ignore[attr-defined]


# --- classes ------------------------------------------------------------------------------------------------------------

def test_classes_and_instances_of_a_file_become_specs(folder: Path, bots: Any) -> None:
    run = evenhand.run(game="puerto_rico", seats=3, strategies=[bots.First, bots.First(2), "random"], blocks=2, out="classes",
                       jobs=2, progress=False, log="games")

    assert run.experiment.strategies == ("mybots.py:First", "mybots.py:First:place=2", "random")
    assert (run.folder / "strategies" / "mybots.py").read_text(encoding="utf-8") == BOT
    texts = ["mybots.py:First", "mybots.py:First:place=2", "random"]
    again = evenhand.run(game="puerto_rico", seats=3, strategies=texts, blocks=2, out="texts", log="games", jobs=1,
                         progress=False)
    pd.testing.assert_frame_equal(again.seats, run.seats)


def test_a_class_of_evenhand_keeps_its_name() -> None:
    from evenhand.players import spec_of
    from strategies.puerto_rico.money import Money

    assert spec_of(Money) == "puerto_rico.money"
    assert spec_of(Money(quarries=1)) == "puerto_rico.money:quarries=1"


def test_a_class_without_a_place_is_refused_in_plain_words(bots: Any) -> None:
    class Local(Strategy):
        def choose(self, view: View, actions: Sequence[Action]) -> Action:
            return actions[0]

    def said(player: Any) -> str:
        return refused(lambda: evenhand.run(game="puerto_rico", seats=3, strategies=[player], design="mirror", out="none"))

    assert said(Local) == "strategies[0]: Local is made inside a function; a run needs it at the top of a file"
    assert said(7) == "strategies[0]: 7 is no Strategy: give a name, a class or an instance of Strategy"
    assert said(bots.First(word="a:b")).startswith("strategies[0]: the parameter 'word' of this First can't be said in")
    assert said(bots.Hidden(1)).startswith("strategies[0]: with which parameters this Hidden was made can't be told")
    assert not Path("none").exists()


def script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    return subprocess.run([sys.executable, "script.py"], cwd=folder, env=environment, capture_output=True, text=True,
                          timeout=300)


def test_a_script_needs_no_guard_and_workers_do_not_run_it_again(folder: Path, bots: Any) -> None:
    done = script(folder, "import evenhand\nfrom mybots import First\nprint('once')\n"
                          "run = evenhand.run(game='puerto_rico', seats=3, strategies=[First], design='mirror', games=301,\n"
                          "                   log='games', out='scripted', jobs=2, progress=False, options={'max_rounds': 1})\n"
                          "print(len(run.games))\n")

    assert (done.stdout, done.stderr) == ("once\n301\n", "")


def test_a_class_of_the_running_script_is_refused_and_plays_a_single_game(folder: Path) -> None:
    done = script(folder, "import evenhand\nclass Mine(evenhand.Strategy):\n    def choose(self, view, actions):\n"
                          "        return actions[0]\nprint(evenhand.play('puerto_rico', Mine, seats=3).names)\n"
                          "for mine in (Mine, 'script.py:Mine'):\n    try:\n"
                          "        evenhand.run(game='puerto_rico', seats=3, strategies=[mine], design='mirror', out='mine')\n"
                          "    except evenhand.Refusal as refused:\n        print(refused)\n")

    sentence = ("strategies[0]: Mine stands in script.py, the script that is running; a worker that loads it would run all of "
                "it again\n  Put it into a file of its own, and import it from there.\n")
    assert (done.stdout, done.stderr) == ("('Mine', 'Mine', 'Mine')\n" + 2 * sentence, "")


@pytest.mark.parametrize("given", ["-c", "-", ""])
def test_a_class_of_a_notebook_s_cell_is_told_how_it_gets_a_file(folder: Path, given: str) -> None:
    cell = ("import evenhand\nclass Mine(evenhand.Strategy):\n    def choose(self, view, actions):\n        return actions[0]\n"
            "try:\n    evenhand.run(game='puerto_rico', seats=3, strategies=[Mine], design='mirror', out='mine')\n"
            "except evenhand.Refusal as refused:\n    print('\\n'.join(refused._render_traceback_()))\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    command = [sys.executable, *filter(None, [given]), *([cell] if given == "-c" else [])]
    done = subprocess.run(command, input="" if given == "-c" else cell, cwd=folder, env=environment, capture_output=True,
                          text=True, timeout=300)

    assert done.stdout.splitlines() == [
        "Error: strategies[0]: Mine stands in no file; a run keeps a copy of the file, to play any game again",
        '  In a notebook begin its cell with  %%writefile bot.py  and name it  "bot.py:Mine".',
        "  For one game evenhand.play takes it as it is."]


# --- faults -------------------------------------------------------------------------------------------------------------

def test_bad_input_is_refused_with_the_words_of_the_terminal(pair: evenhand.Run) -> None:
    assert refused(lambda: evenhand.open("pai")).startswith("no run at pai. Did you mean runs/pair?")
    assert refused(lambda: pair.frame("seets")).startswith("a run has no table 'seets'. Did you mean 'seats'?")
    assert refused(lambda: pair.frame("seats", ["scor"])) == (
        "the table seats of runs/pair has no column 'scor'. Did you mean 'score'?")
    assert refused(lambda: pair.frame("seats", "score")) == "columns='score': a list is wanted, ['score']"
    assert refused(lambda: pair.frame("seats", scenario="bsae")).startswith("no variant 'bsae'. Did you mean 'base'?")
    assert refused(lambda: pair.frame("seats", scenario=2)) == "no scenario 2: runs/pair has 0 to 1"
    assert refused(lambda: pair.table("strategie")).startswith("the report of runs/pair has no table 'strategie'. Did you mean")
    assert "Did you mean 'equivalence'?" in refused(lambda: pair.seat_table(equivalance=3))     # type: ignore[call-arg]
    assert refused(lambda: pair.report("pdf")).startswith("'pdf' is no format of a report")


@pytest.mark.parametrize(("call", "words"), [
    (lambda run: run.report(5), "formats: 5: a list of names is wanted"),
    (lambda run: run.frame(5), "a run has no table 5."), (lambda run: run.table(5), "the report of runs/pair has no table 5."),
    (lambda run: run.frame("seats", columns=5), "columns: 5: a list of names is wanted"),
    (lambda run: run.frame("seats", scenario=1.5), "no variant 1.5."),
    (lambda run: run.compare(base=5), "base: 5 is not a text"), (lambda run: run.compare(5), "no run at 5."),
    (lambda run: run.compare(variant=["harbor 9"]), "variant: ['harbor 9'] is not a text"),
    (lambda _: evenhand.strategies(5), "game: 5 is not a text"),        # type: ignore[arg-type]
    (lambda _: evenhand.run(game="puerto_rico", seats=3, out=5), "out: 5 is no folder"),        # type: ignore[arg-type]
    (lambda _: evenhand.run(game="puerto_rico", seats=3, backend="bare"), "backend: 'bare' is neither 'loky' nor 'dask:")])
def test_a_value_of_a_wrong_kind_is_refused(pair: evenhand.Run, call: Callable[[Any], object], words: str) -> None:
    assert refused(lambda: call(pair)).startswith(words)
    assert len(pair.frame("seats", scenario=np.int64(1))) == 54     # type: ignore[arg-type]


@pytest.mark.parametrize(("choices", "words"), [
    ({"equivalence": "x"}, "equivalence: 'x' is not a number"), ({"equivalence": None}, "equivalence: None is not a number"),
    ({"decided": "0.9"}, "decided: '0.9' is not a number"), ({"close": True}, "close: True is not a number"),
    ({"pl_prior": "a"}, "pl_prior: 'a' is not a number"), ({"anchor": 3}, "anchor: 3 is not a text"),
    ({"ci": None}, "ci: None is not a text"), ({"rating": "p"}, "rating: 'p' is none of pl, openskill.")])
def test_a_choice_of_the_report_of_a_wrong_kind_is_refused(pair: evenhand.Run, choices: Any, words: str) -> None:
    for call in (pair.seat_table, pair.strategy_table, pair.summary, pair.verdict, pair.report,
                 lambda **said: pair.table("course", **said)):
        assert refused(lambda call=call: call(**choices)).startswith(words)


def test_numbers_of_numpy_are_numbers_of_a_report(pair: evenhand.Run) -> None:
    assert set(pair.seat_table(equivalence=np.int64(50))["verdict"]) == {"balanced"}
    assert set(pair.seat_table(equivalence=np.float32(50))["verdict"]) == {"balanced"}


def test_what_a_comparison_does_not_know_is_refused_and_metrics_are_said_in_any_way(pair: evenhand.Run) -> None:
    anyhow: Any = pair.compare
    assert refused(lambda: anyhow(varient="harbor 9")).splitlines() == [
        "'varient' is no choice of a comparison. Did you mean 'variant'?",
        "  There is: other, base, variant, metrics, paired, equivalence"]
    assert refused(lambda: anyhow(metrics=5)) == "metrics: 5: a list of names is wanted"
    assert refused(lambda: anyhow(equivalence="2")) == "equivalence: '2' is not a number"
    assert "Did you mean 'turns'?" in refused(lambda: pair.compare(metric="turn"))
    wanted = str(pair.compare(metrics=["turns", "rounds"]))
    assert "turns" in wanted
    assert wanted == str(pair.compare(metrics="turns,rounds")) == str(pair.compare(metric=("turns", "rounds")))


def test_numbers_of_numpy_and_ranges_say_an_experiment(folder: Path) -> None:
    said: Any = {"game": "puerto_rico", "design": "mirror", "jobs": np.int32(1), "log": "games", "progress": False}
    one = evenhand.run(strategies=["random"], seats=range(3, 5), blocks=np.int64(2), sweep={"cost.harbor": range(8, 10)},
                       out="numpy", **said)
    other = evenhand.run(strategies=["random"], seats=np.arange(3, 5), blocks=2, name=one.name,
                         sweep={"cost.harbor": np.array([8, 9])}, out="lists", **said)
    swept = evenhand.run(strategies=["random"], blocks=1, sweep={"seats": range(3, 5)}, out="swept", **said)

    assert one.experiment == other.experiment and one.experiment.seats == swept.experiment.seats == (3, 4)
    assert one.experiment.to_toml() == other.experiment.to_toml()
    assert one.experiment.sweep == {"cost.harbor": (8, 9)}
    game = evenhand.play("puerto_rico", "random", seats=np.int64(3), seed=np.int64(7), options={"cost.harbor": np.int8(8)})
    assert game.outcome.scores == evenhand.play("puerto_rico", "random", seats=3, seed=7,
                                                options={"cost.harbor": 8}).outcome.scores


def test_what_to_type_is_said_in_python(folder: Path) -> None:
    said: Any = {"game": "puerto_rico", "seats": 3, "design": "mirror", "blocks": 1, "out": "typed", "progress": False}
    run = evenhand.run(strategies=["random"], jobs=1, **said)

    assert refused(lambda: run.frame("seats", scenario=5)) == "no scenario 5: typed has only 0"
    assert refused(lambda: evenhand.run(strategies=["random_py"], **said)).endswith(
        'Play it as a new run:    name="typed-2"')
    assert refused(lambda: evenhand.run(seats=3)).endswith("All: evenhand.games()")
    assert refused(lambda: evenhand.strategies("chess")).endswith("All: evenhand.games()")
    assert refused(lambda: evenhand.play("puerto_rico", ["puerto_rico.nobody"] * 3)).endswith(
        'All: evenhand.strategies("puerto_rico")')
    few = refused(lambda: evenhand.run(game="puerto_rico", seats=3, strategies=["random"], out="few"))
    assert [line.split("   ")[0].strip() for line in few.splitlines()[1:]] == ['lineups="vs-field:random"', 'design="mirror"']


def test_a_round_or_a_seat_that_a_game_does_not_have_is_refused() -> None:
    game = evenhand.play("puerto_rico", "random", seats=3, options={"max_rounds": 3})

    for wrong in (99, -1, 4, 1.5, "1", True):
        assert refused(lambda wrong=wrong: game.after(wrong)) == (
            f"round: {wrong!r} is not allowed; this game has the rounds 1 to 3, and 0, its beginning")
    assert game.after(3).digest() == game.state.digest() and game.after(np.int64(1)).round == 2
    for wrong in (5, 3, -1):
        with pytest.raises(evenhand.Refusal, match=f"^seat: {wrong} is not allowed; this game has the seats 0 to 2$"):
            game.after(1).standing(wrong)
        with pytest.raises(evenhand.Refusal, match=f"^seat: {wrong} is not allowed"):
            game.after(1).view(wrong)


def test_an_outcome_can_be_read() -> None:
    outcome = evenhand.play("puerto_rico", "random", seats=3, seed=2, options={"max_rounds": 3}).outcome

    assert repr(outcome) == f"<Outcome: scores {list(outcome.scores)}, ranks {list(outcome.ranks)}, ended by max_rounds>"


def test_all_faults_of_an_experiment_come_at_once() -> None:
    def wrong() -> object:
        return evenhand.run(game="puerto_rico", seats=9, blokcs=3, strategies=["randm"] * 9, jobs=1)     # type: ignore[call-arg]

    with pytest.raises(evenhand.Refusal) as found:
        wrong()

    assert type(found.value) is evenhand.Refusal
    assert [fault.where for fault in found.value.faults] == ["blokcs", "seats", "strategies[0]"]
    assert str(found.value).startswith("3 faults; nothing was played.\n  blokcs")


@pytest.mark.parametrize(("call", "words"), [
    (lambda: evenhand.play("puertorico"), "game: no game 'puertorico'. Did you mean 'puerto_rico'?"),
    (lambda: evenhand.play("puerto_rico"), "seats: missing; puerto_rico has 2 to 5 seats"),
    (lambda: evenhand.play("puerto_rico", [Last] * 3, seats=4), "strategies: 3 strategies for 4 seats; give one"),
    (lambda: evenhand.play("puerto_rico", Last(), seats=4), "strategies: one Last can't sit in all seats: give the class"),
    (lambda: evenhand.play("puerto_rico", [Last(), *[Broken()] * 2]), "strategies: the same Broken would sit in seats 1 and 2"),
    (lambda: evenhand.play("puerto_rico", seats=3, options={"cost.harbr": 3}), "options: 'cost.harbr': unknown in"),
    (lambda: evenhand.play("puerto_rico", [Last, Last, "x.y"]), "strategies[2]: no strategy 'x.y'"),
    (lambda: evenhand.play("puerto_rico", [Plain(), "random", "random"]), "strategies[0]: <"),    # type: ignore[list-item]
    (lambda: evenhand.play("puerto_rico", ["random", Plain, "random"]),     # type: ignore[list-item]
     "strategies[1]: the class Plain is no Strategy: give a name, a class or an instance of Strategy"),
    (lambda: evenhand.play("puerto_rico", 7, seats=3), "strategies: 7 is no Strategy: give"),   # type: ignore[arg-type]
    (lambda: evenhand.play("puerto_rico", ["random", Needs, "random"]),
     "strategies[1]: Needs needs a value for 'word' and 'often': Needs(word=..., often=...)"),
    (lambda: evenhand.play(5, seats=3), "game: 5: a text in quotes is wanted"),                 # type: ignore[arg-type]
    (lambda: evenhand.play("puerto_rico", seats=3, options=5), "options: 5: a table is wanted"),    # type: ignore[arg-type]
    (lambda: evenhand.run(["a"]), "['a'] is no experiment: give a file, a dict, or keywords"),      # type: ignore[arg-type]
    (lambda: evenhand.run(3), "3 is no experiment: give a file, a dict, or keywords"),      # type: ignore[arg-type]
    (lambda: evenhand.run("nothere.toml"), "no file nothere.toml."),
    (lambda: evenhand.run(game="puerto_rico", seats=4, jobs=0), "jobs: 0 is not allowed; a whole number from 1"),
    (lambda: evenhand.strategies("puertorico"), "no game 'puertorico'. Did you mean 'puerto_rico'?"),
])
def test_a_wrong_call_is_refused(folder: Path, call: Callable[[], object], words: str) -> None:
    assert refused(call).startswith(words)


@pytest.mark.parametrize(("call", "words"), [
    (lambda run: evenhand.play("puerto_rico", sead=1), "'sead' is no choice of evenhand's play. Did you mean 'seed'?"),
    (lambda run: run.frame("games", colums=["game_id"]), "'colums' is no choice of evenhand's frame. Did you mean 'columns'?"),
    (lambda run: evenhand.strategies(gane="catan"), "'gane' is no choice of evenhand's strategies. Did you mean 'game'?"),
    (lambda run: run.strategy_table(equivalence=51), "equivalence: 51 is not allowed; points from 0 to 50"),
    (lambda run: run.compare(equivalence=100), "equivalence: 100 is not allowed; points from 0 to 50")])
def test_an_unknown_keyword_and_a_margin_without_sense_are_refused(pair: evenhand.Run, call: Callable[[Any], object],
                                                                   words: str) -> None:
    with pytest.raises(evenhand.Refusal) as refused:
        call(pair)

    assert words in str(refused.value)
