"""The experiment: read, checked whole, written, and read again."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from experiments import tomlfile
from experiments.errors import ExperimentError
from experiments.plan import plan
from experiments.spec import from_plain, read, recorded, to_toml
from sim.faults import Fault
from tests.experiments.words import PIG_FILE, experiment, plain, write_bot


def faults(base_dir: Path | str = ".", settings: dict[str, Any] | None = None, **fields: Any) -> list[Fault]:
    """What is wrong with an experiment."""
    with pytest.raises(ExperimentError) as caught:
        from_plain(plain(**fields), base_dir, settings)
    return list(caught.value.faults)


def one_fault(**fields: Any) -> tuple[str, str]:
    """The only fault: its place and its message."""
    [fault] = faults(**fields)
    return fault.where, fault.message


def test_strategies_of_the_pool_may_be_named_without_their_game() -> None:
    found = from_plain({
        "game": "puerto_rico", "seats": 4, "strategies": ["puerto_rico.money:quarries=2", "puerto_rico.shipping"],
        "lineups": "vs-field:shipping", "sweep": {"money:quarries": [0, 1]}, "stop": {"half_width": 0.02, "target": "shipping"},
        "force": [{"strategy": "shipping", "kind": "build", "args": {"building": "harbor"}, "rule": "never"}]})

    assert found.lineups == "vs-field:puerto_rico.shipping" and list(found.sweep) == ["puerto_rico.money:quarries=2:quarries"]
    assert found.stop is not None and found.stop.target == "puerto_rico.shipping" == found.force[0].strategy


def test_all_faults_come_at_once_with_their_places() -> None:
    found = faults(blokcs=5, seats=9, strategies="random", design="rotation", log={"level": "round"},
                   variants=[{"name": "base"}, {"name": "far", "options": {"targt": 30}}])

    assert [(fault.where, fault.nearest) for fault in found] == [
        ("blokcs", "blocks"), ("strategies", ""), ("log.level", "rounds"), ("design", "rotations"), ("seats", ""),
        ("variants[1].options", "target")]
    assert "a list is wanted" in str(found[1])
    assert str(found[4]) == "seats: 9: pig has 2 to 6 seats"
    assert str(found[5]) == "variants[1].options: 'targt': unknown in pig. Did you mean 'target'?"


@pytest.mark.parametrize(("fields", "where", "message"), [
    ({"blocks": 0}, "blocks", "0 is not allowed; an integer from 1 to"),
    ({"blocks": True}, "blocks", "true is not allowed"),
    ({"seed": -1}, "seed", "-1 is not allowed"),
    ({"seed": 1.5}, "seed", "1.5 is not allowed"),
    ({"blocks": 5, "games": 6}, "games", "'blocks' says how long it is already"),
    ({"seats": None}, "seats", "missing; pig has 2 to 6 seats"),
    ({"seats": [3, 3]}, "seats", "names one twice"),
    ({"strategies": []}, "strategies", "the list is empty"),
    ({"strategies": ["random", 3, "random"]}, "strategies", "3: a text in quotes is wanted"),
    ({"strategies": ["random", "randm", "random"]}, "strategies[1]", "Did you mean 'random'?"),
    ({"strategies": ["random", "random:depth=2", "random"]}, "strategies[1]", "no parameter 'depth'"),
    ({"strategies": ["random", "random"]}, "strategies", "2 strategies for 3 seats. Give 3"),
    ({"options": {"target": 0}}, "options", "'target': 0 is not allowed; an integer from 1 to 1000"),
    ({"options": 3}, "options", "a table is wanted"),
    ({"lineups": "al"}, "lineups", "Did you mean 'all'?"),
    ({"lineups": "vs-field:Corn"}, "lineups", "'Corn' is none of the strategies random"),
    ({"lineups": [["random", "random"]]}, "lineups", "no line-up of the list has 3 strategies"),
    ({"design": "permutations", "seats": 6, "strategies": ["random"] * 6}, "design", "720 games a block"),
    ({"start": "rules"}, "start", "take 'random' or 'fixed'"),
    ({"on_failure": "stop"}, "on_failure", "is not one of 'drop', 'forfeit'"),
    ({"sweep": {"target": 20}}, "sweep", "a list of values is wanted"),
    ({"sweep": {"target": [20, 0]}}, "sweep", "'target': 0 is not allowed"),
    ({"sweep": {"money:x": [1]}}, "sweep", "'money' is none of the strategies"),
    ({"sweep": {"randm:x": [1]}}, "sweep", "'randm' is none of the strategies random. Did you mean 'random'?"),
    ({"sweep": {"random:depth": [1, 2]}}, "sweep", "random has no parameter 'depth'"),
    ({"sweep": {"seats": [2, 3]}}, "sweep", "say it once"),
    ({"variants": {"name": "base"}}, "variants", "with two brackets"),
    ({"variants": [{"options": {}}]}, "variants[0].name", "missing"),
    ({"variants": [{"name": "a"}, {"name": "a"}]}, "variants[1].name", "names another variant too"),
    ({"log": {"columns": ["x_pints"]}}, "log.columns", "Did you mean 'x_points'?"),
    ({"log": {"timing": 1}}, "log.timing", "true or false"),
    ({"limits": {"decision_seconds": -1}}, "limits.decision_seconds", "a number from 0"),
    ({"limits": {"seconds": 1}}, "limits.seconds", "Did you mean 'decision_seconds'?"),
    ({"position": {"pints": [1]}}, "position", "no fact 'pints' in pig"),
    ({"position": "nowhere.toml"}, "position", "no file nowhere.toml"),
    ({"name": "a/b"}, "name", "can't be the name of a folder"),
    ({"game": "pug"}, "game", "no game 'pug'"),
    ({"game": None}, "game", "missing"),
])
def test_a_fault_names_its_place_and_the_way_out(fields: dict[str, Any], where: str, message: str) -> None:
    place, said = one_fault(**fields)
    assert place == where
    assert message in said


def test_a_fault_of_the_command_line_names_the_option() -> None:
    found = faults(settings={"design": "rotation", "seats": [7], "options": {"target": 0}, "log": {"level": "x"}})
    assert [fault.where for fault in found] == ["--log", "--design", "--seats", "option target"]


def test_too_few_strategies_are_told_how_to_fill_the_table() -> None:
    [fault] = faults(strategies=["random"])
    assert "--lineups vs-field:random" in fault.help and "--design mirror" in fault.help


def test_a_broken_file_is_named_by_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    for text, line, said in [("a = 'x'\n\nseats =\n", 3, "a value is missing after 'seats ='"), ("seats = four", 1, '"four"'),
                             ("a = 1\na = 2\n", 2, ""), ("a = [1,\n2\n", 3, "")]:
        file.write_text(text)
        with pytest.raises(ExperimentError) as caught:
            read(file)
        [fault] = caught.value.faults
        assert fault.where == f"bad.toml, line {line}"
        assert fault.message.startswith("not TOML: ") and said in fault.message


def test_a_missing_file_is_answered_with_the_files_there(tmp_path: Path) -> None:
    (tmp_path / "harbor.toml").touch()
    with pytest.raises(ExperimentError, match=r"no file .*harbour\.toml\. Did you mean 'harbor\.toml'"):
        read(tmp_path / "harbour.toml")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(ExperimentError, match="not UTF-8"):
        read(tmp_path / "x.toml")


def test_what_is_not_said_has_its_default(tmp_path: Path) -> None:
    (tmp_path / "evening.toml").write_text(f"game = '{PIG_FILE}'\nseats = 2\n")
    found = read(tmp_path / "evening.toml")

    assert (found.name, found.seats, found.blocks, found.seed, found.design, found.lineups) == (
        "evening", (2,), 500, 0, "rotations", "all")
    assert found.strategies == ("random", "random")
    assert (found.level, found.columns, found.decision_seconds, found.on_failure, found.start) == (
        "rounds", "core", 10, "drop", "rotate")


def test_an_experiment_is_written_and_read_again(tmp_path: Path) -> None:
    write_bot(tmp_path / "bots")
    one = from_plain(plain(
        name='odd "name" = ü', seats=[2, 3], games=100, blocks=None, seed=7, options={"target": 30, "max_rounds": 50},
        strategies=["bots/holder.py:Holder:least=5", "random", "bots/holder.py"], lineups="vs-field:random",
        variants=[{"name": "near"}, {"name": "far, far", "options": {"target": 99}}], on_failure="forfeit",
        sweep={"max_rounds": [30, 40], "bots/holder.py:Holder:least=5:least": [4, 8]},
        log={"level": "decisions", "columns": ["x_rolls"], "timing": True}, limits={"decision_seconds": 0.5}), tmp_path)
    run = tmp_path / "run"
    write_bot(run / "strategies")
    (run / "strategies" / "pig.py").write_bytes(PIG_FILE.read_bytes())
    (run / "experiment.toml").write_text(to_toml(one), encoding="utf-8")

    assert read(run / "experiment.toml") == recorded(run / "experiment.toml") == one
    assert to_toml(read(run / "experiment.toml")) == to_toml(one)
    assert one.strategies[0] == "holder.py:Holder:least=5"
    assert one.located(one.strategies[0]) == f"{tmp_path / 'bots' / 'holder.py'}:Holder:least=5"


TEXT = st.text(st.characters(codec="utf-8"))
VALUES = st.recursive(TEXT | st.integers(-2**62, 2**62) | st.booleans() | st.floats(allow_nan=False),
                      lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=6)


@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_whatever_is_written_can_be_read(content: dict[str, Any]) -> None:
    assert tomlfile.parse(tomlfile.dump(content), "x") == content


def test_what_wins_is_the_command_line_over_sweep_over_variant_over_options(tmp_path: Path) -> None:
    fields = plain(options={"target": 10}, variants=[{"name": "a"}, {"name": "b", "options": {"target": 20, "max_rounds": 7}}],
                   sweep={"max_rounds": [8, 9]})

    def options(settings: dict[str, Any]) -> list[Any]:
        return [dict(scenario.options) for scenario in plan(from_plain(fields, tmp_path, settings)).scenarios]

    assert options({}) == [{"target": target, "max_rounds": rounds} for target in (10, 20) for rounds in (8, 9)]
    assert options({"options": {"target": 5}}) == [{"target": 5, "max_rounds": rounds} for _ in "ab" for rounds in (8, 9)]
    assert options({"options": {"max_rounds": 5}}) == [{"target": 10, "max_rounds": 5}, {"target": 20, "max_rounds": 5}]


def test_what_the_command_line_says_is_part_of_the_experiment() -> None:
    typed = from_plain(plain(blocks=5), ".", {"games": 12, "options": {"target": 9}, "log": {"level": "games"}, "seed": 3})
    same = from_plain(plain(blocks=None, games=12, options={"target": 9}, log={"level": "games"}, seed=3))
    assert typed == same


def test_nested_and_dotted_options_are_the_same() -> None:
    assert experiment(options={"target": 9}).options == {"target": 9}
    with pytest.raises(ExperimentError, match=r"'cost\.harbor': unknown in pig"):
        experiment(options={"cost": {"harbor": 9}})


def test_files_are_named_after_themselves_or_with_the_folder_that_tells_them_apart(tmp_path: Path) -> None:
    for name in ("a/one.py", "a/two.py", "b/one.py"):
        write_bot(tmp_path, name)

    together = experiment(tmp_path, seats=2, strategies=["a/one.py", "a/two.py:Holder"])
    apart = experiment(tmp_path, seats=2, strategies=["a/one.py", "b/one.py:Holder:least=3"])

    assert together.strategies == ("one.py", "two.py:Holder")
    assert apart.strategies == ("a/one.py", "b/one.py:Holder:least=3")
    assert apart.files["b/one.py"] == tmp_path / "b" / "one.py"


def test_line_ups_may_name_strategies_shortly(tmp_path: Path) -> None:
    write_bot(tmp_path)
    found = experiment(tmp_path, seats=2, strategies=["random", "holder.py:Holder:least=3"], lineups="vs-field:Holder")
    assert found.lineups == "vs-field:holder.py:Holder:least=3"

    listed = experiment(tmp_path, seats=2, strategies=None, lineups=[["random", "holder.py"], ["random", "random"]])
    assert listed.strategies == ("random", "holder.py")
    assert listed.lineups == (("random", "holder.py"), ("random", "random"))


def test_a_sweep_of_a_parameter_reaches_every_spec_of_the_strategy(tmp_path: Path) -> None:
    write_bot(tmp_path)
    found = experiment(tmp_path, strategies=["holder.py:Holder:least=2", "holder.py:Holder", "random"],
                       sweep={"holder.py:Holder:least": [7, 9]})
    assert [scenario.strategies for scenario in plan(found).scenarios] == [
        (f"holder.py:Holder:least={least}", f"holder.py:Holder:least={least}", "random") for least in (7, 9)]


def test_a_position_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "late.toml").write_text("points = [15, 3, 0]\nround = 4\n")
    assert experiment(tmp_path, position="late.toml").position == {"points": [15, 3, 0], "round": 4}
