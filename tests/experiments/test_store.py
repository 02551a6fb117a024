"""The folder of a run: what may be written into it, and what is refused, in which words."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from experiments import manifest as manifests
from experiments.errors import RunError
from experiments.parts import FOREIGN, PartWriter, blocks_in, layout, part_file
from experiments.reader import open_run
from experiments.store import differences, plan_hash
from experiments.versions import versions
from tests.experiments.runs import Told, play, prints
from tests.experiments.words import HOLDER, experiment, write_bot

LAYOUTS = {name: layout(pa.schema([pa.field("x", pa.int32())])) for name in ("games", "seats")}


def batch(*numbers: int) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array(numbers, pa.int32())], schema=LAYOUTS["games"].schema)


def refusal(found: Any, folder: Path) -> str:
    """What is said when an experiment may not be played into a folder, with its help."""
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file() and file.name != ".lock"}
    with pytest.raises(RunError) as caught:
        play(found, folder)
    assert {file: file.read_bytes() for file in folder.rglob("*") if file.is_file() and file.name != ".lock"} == before
    [fault] = caught.value.faults
    return f"{fault.message}\n{fault.help}"


# --- parts ------------------------------------------------------------------------------------------------------------


def test_a_part_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    with PartWriter(tmp_path, 3, "plan", 7, LAYOUTS) as writer:
        writer.add({"games": batch(1), "seats": batch(1, 2)})
        assert blocks_in(tmp_path, 3, "plan", LAYOUTS) == 0
        assert not list(tmp_path.rglob("part-*"))
        writer.add({"games": batch(2), "seats": batch(3, 4)})
        writer.commit()

    assert blocks_in(tmp_path, 3, "plan", LAYOUTS) == 7
    assert blocks_in(tmp_path, 3, "another plan", LAYOUTS) == FOREIGN
    assert pq.read_table(part_file(tmp_path, "seats", 3)).column("x").to_pylist() == [1, 2, 3, 4]
    assert not list(tmp_path.rglob(".*"))


def test_a_writer_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), PartWriter(tmp_path, 0, "plan", 7, LAYOUTS) as writer:
        writer.add({"games": batch(1), "seats": batch(1)})
        raise KeyboardInterrupt
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


@pytest.mark.parametrize("damage", ["short", "empty", "gone", "foreign"])
def test_a_part_with_a_damaged_file_does_not_count(tmp_path: Path, damage: str) -> None:
    with PartWriter(tmp_path, 0, "plan", 7, LAYOUTS) as writer:
        writer.add({"games": batch(*range(1000)), "seats": batch(1)})
        writer.commit()
    file = part_file(tmp_path, "seats", 0)
    if damage == "gone":
        file.unlink()
    else:
        whole = file.read_bytes()
        file.write_bytes({"short": whole[:-5], "empty": b"", "foreign": b"PAR1 not one of ours PAR1"}[damage])
    assert blocks_in(tmp_path, 0, "plan", LAYOUTS) == -1


def test_footers_hold_no_clock(tmp_path: Path) -> None:
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        with PartWriter(tmp_path / place, 0, "plan", 7, LAYOUTS) as writer:
            writer.add({"games": batch(1), "seats": batch(1)})
            writer.commit()
    one, two = (part_file(tmp_path / place, "games", 0) for place in ("a", "b"))

    assert one.read_bytes() == two.read_bytes()
    said = {key: value for key, value in pq.read_metadata(one).metadata.items() if key.startswith(b"evenhand")}
    assert said == {b"evenhand.tables": b"1.1", b"evenhand.table": b"games", b"evenhand.plan": b"plan",
                    b"evenhand.part": b"0", b"evenhand.blocks": b"7"}


# --- going on ---------------------------------------------------------------------------------------------------------


def test_another_experiment_is_refused_by_name(tmp_path: Path) -> None:
    play(experiment(variants=[{"name": "base"}]), tmp_path / "night")
    other = experiment(seats=2, strategies=["random"] * 2, options={"target": 25}, seed=4, blocks=9,
                       variants=[{"name": "base", "options": {"max_rounds": 50}}, {"name": "new"}], log={"level": "games"})
    said = refusal(other, tmp_path / "night")

    assert said.splitlines() == [
        f"{tmp_path}/night can't go on: the experiment says otherwise than the run.",
        "  seats               3  ->  2",
        "  seed                0  ->  4",
        "  strategies          random, random, random  ->  random, random",
        "  [options] target    20  ->  25",
        "  [log] level         rounds  ->  games",
        "  [[variants]]        base  ->  base, new",
        "  [[variants]] base   nothing  ->  max_rounds = 50",
        "Play it as a new run:    --name night-2"]


def test_a_changed_strategy_is_refused_with_its_lines(tmp_path: Path) -> None:
    file = write_bot(tmp_path / "bots", "corn.py")
    found = experiment(tmp_path, strategies=["bots/corn.py", "random", "random"])
    play(found, tmp_path / "night")
    file.write_text(HOLDER.replace("least: int = 10", "least: int = 11") + "\n\nEND = 1\n")

    said = refusal(experiment(tmp_path, strategies=["bots/corn.py", "random", "random"]), tmp_path / "night")

    assert said.splitlines() == [
        f"{tmp_path}/night can't go on: {file} has changed since the run began (lines 8, 16-18).",
        f"Take the old one back:   cp {tmp_path}/night/strategies/corn.py {file}",
        "Play it as a new run:    --name night-2"]


def test_the_modules_of_a_strategy_belong_to_it(tmp_path: Path) -> None:
    write_bot(tmp_path / "bots", "helper.py", "LEAST = 3\n")
    write_bot(tmp_path / "bots", "corn.py", "from helper import LEAST\n" + HOLDER.replace("= 10", "= LEAST"))
    found = experiment(tmp_path, strategies=["bots/corn.py", "random", "random"])
    play(found, tmp_path / "night")

    assert (tmp_path / "night" / "strategies" / "helper.py").read_text() == "LEAST = 3\n"
    (tmp_path / "bots" / "helper.py").write_text("LEAST = 4\n")
    assert "helper.py has changed since the run began (line 1)" in refusal(
        experiment(tmp_path, strategies=["bots/corn.py", "random", "random"]), tmp_path / "night")


def test_a_run_goes_on_from_its_folder_alone_with_the_strategy_it_began_with(tmp_path: Path) -> None:
    file = write_bot(tmp_path / "bots", "corn.py")
    found = experiment(tmp_path, strategies=["bots/corn.py", "random", "random"], blocks=20)
    play(found, tmp_path / "whole")
    play(found.replace(blocks=4), tmp_path / "night")
    file.write_text(HOLDER.replace("least: int = 10", "least: int = 1"))

    play(open_run(tmp_path / "night").experiment.replace(blocks=20), tmp_path / "night")

    assert prints(tmp_path / "night") == prints(tmp_path / "whole")


def test_data_beside_a_strategy_is_found_while_the_strategy_lies_there(tmp_path: Path) -> None:
    text = HOLDER.replace("        self.least = least", "        self.least = int(open(__file__ + '.txt').read())")
    write_bot(tmp_path / "bots", "reads.py", text)
    write_bot(tmp_path / "bots", "reads.py.txt", "5")
    summary = play(experiment(tmp_path, strategies=["bots/reads.py", "random", "random"]), tmp_path / "run")
    assert summary.failed == 0


def test_a_run_can_grow_but_not_shrink(tmp_path: Path) -> None:
    play(experiment(blocks=230), tmp_path / "run")
    first = prints(tmp_path / "run")
    summary = play(experiment(blocks=250), tmp_path / "run")
    play(experiment(blocks=250), tmp_path / "whole")
    longer = prints(tmp_path / "run")

    assert longer == prints(tmp_path / "whole")
    assert summary.played == 3 * 50                     # the short last part again
    assert {name for name in first if first[name] != longer[name]} == {
        "experiment.toml", *(f"{table}/part-000002.parquet" for table in ("games", "seats", "rounds", "events"))}
    said = refusal(experiment(blocks=240), tmp_path / "run")
    assert "it has 250 blocks, and 240 are asked. A run can grow, not shrink." in said


def test_games_and_blocks_may_stand_for_each_other(tmp_path: Path) -> None:
    play(experiment(blocks=4), tmp_path / "run")
    assert play(experiment(blocks=None, games=12), tmp_path / "run").played == 0


def test_the_name_is_not_part_of_the_experiment(tmp_path: Path) -> None:
    play(experiment(name="one"), tmp_path / "run")
    assert play(experiment(name="two"), tmp_path / "run").played == 0
    assert open_run(tmp_path / "run").name == "one"


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    assert "holds other things (thesis.tex) and no run" in refusal(experiment(), tmp_path)
    file = tmp_path / "thesis.tex"
    with pytest.raises(RunError, match="is a file; a run needs a folder"):
        play(experiment(), file)


def test_a_run_that_had_hardly_begun_is_begun_again(tmp_path: Path) -> None:
    play(experiment(), tmp_path / "whole")
    folder = tmp_path / "run"
    (folder / "strategies").mkdir(parents=True)
    (folder / "strategies" / "pig.py").write_text("half a fi")
    (folder / "manifest.json").write_text("{")
    play(experiment(), folder)
    assert prints(folder) == prints(tmp_path / "whole")


def test_newer_tables_are_refused(tmp_path: Path) -> None:
    play(experiment(), tmp_path / "old")
    _change_manifest(tmp_path / "old", tables="2.0")
    said = f"{tmp_path}/old was written by a newer evenhand (tables 2.0; this one reads 1.x). Update evenhand."

    with pytest.raises(RunError, match="written by a newer evenhand") as caught:
        open_run(tmp_path / "old")
    assert caught.value.faults[0].message == said
    assert refusal(experiment(), tmp_path / "old").splitlines()[0] == said


def test_a_newer_minor_version_is_read(tmp_path: Path) -> None:
    play(experiment(), tmp_path / "run")
    _change_manifest(tmp_path / "run", tables="1.7")
    assert open_run(tmp_path / "run").table("games").num_rows == 18


def test_another_version_of_evenhand_does_not_go_on(tmp_path: Path) -> None:
    play(experiment(), tmp_path / "run")
    _change_manifest(tmp_path / "run", versions={**versions(manifests.PACKAGES), "evenhand": "0.0.9"})
    assert "it was begun with evenhand 0.0.9, and this is" in refusal(experiment(blocks=9), tmp_path / "run")


@pytest.mark.parametrize("left", [None, "", "{", "[]", '{"plan": 3, "tables": 1, "sources": [], "versions": 0}'])
def test_a_run_that_has_lost_its_manifest_is_read_and_goes_on(tmp_path: Path, left: str | None) -> None:
    write_bot(tmp_path, "corn.py")
    found = experiment(tmp_path, seats=2, blocks=320, strategies=["corn.py", "random"], options={"target": 5})
    play(found, tmp_path / "run")
    whole, told = prints(tmp_path / "run"), Told()
    part_file(tmp_path / "run", "games", 1).unlink()
    file = tmp_path / "run" / "manifest.json"
    file.unlink() if left is None else file.write_text(left)

    assert len(open_run(tmp_path / "run").finished_blocks(0)) == 150
    summary = play(found, tmp_path / "run", told=told)

    assert (summary.played, prints(tmp_path / "run")) == (300, whole)
    assert [text.partition(";")[0] for text in told.warnings] == ["manifest.json was missing or broken"]
    again = Told()
    play(found, tmp_path / "run", told=again)
    assert manifests.read(tmp_path / "run")["status"] == "complete" and not again.warnings


def test_a_manifest_is_not_made_up_for_games_of_something_else(tmp_path: Path) -> None:
    write_bot(tmp_path, "corn.py")
    found = experiment(tmp_path, seats=2, blocks=3, strategies=["corn.py", "random"])
    play(found, tmp_path / "run")
    (tmp_path / "run" / "manifest.json").write_text("")
    with open(tmp_path / "run" / "strategies" / "corn.py", "a") as copy:
        copy.write("# another\n")

    assert "are not those that its games were played with" in refusal(found, tmp_path / "run")


@pytest.mark.parametrize("table", ["games", "seats"])
def test_the_bytes_of_another_part_are_found_and_played_again(tmp_path: Path, table: str) -> None:
    found = experiment(seats=2, blocks=320, strategies=["random", "random_py"], options={"target": 5})
    play(found, tmp_path / "run")
    whole, told = prints(tmp_path / "run"), Told()
    file = part_file(tmp_path / "run", table, 1)
    file.write_bytes(part_file(tmp_path / "run", table, 0).read_bytes())

    with pytest.raises(RunError, match=f"{table}/part-000001.parquet holds games of another part or run"):
        open_run(tmp_path / "run").table(table)
    play(found, tmp_path / "run", told=told)

    assert told.warnings == ["part 000001 holds games of another part or run; its 300 games are played again."]
    assert prints(tmp_path / "run") == whole


def _change_manifest(folder: Path, **entries: Any) -> None:
    file = folder / "manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **entries}))


def test_the_manifest_says_what_the_run_was_made_with(tmp_path: Path) -> None:
    file = write_bot(tmp_path, "corn.py")
    play(experiment(tmp_path, strategies=["corn.py", "random", "random"], name="night"), tmp_path / "run")
    said = manifests.read(tmp_path / "run")

    assert (said["schema"], said["tables"], said["name"], said["game"], said["status"]) == (
        "evenhand.manifest/1", "1.1", "night", "pig", "complete")
    assert said["build"] in ("plain", "native") and said["versions"]["pyarrow"] == pa.__version__
    assert said["sources"]["corn.py"]["from"] == str(file) and len(said["sources"]["corn.py"]["sha256"]) == 64
    assert said["games"] == {"planned": 18, "recorded": 18, "failed": 0, "tied": said["games"]["tied"]}
    [session] = said["sessions"]
    assert session["games"] == 18 and session["ended"] == "complete" and session["finished"] >= session["started"]


def test_the_same_experiment_has_the_same_plan_whatever_its_length_and_name() -> None:
    one = plan_hash(experiment(name="a", blocks=5), {"corn.py": "1"})
    assert one == plan_hash(experiment(name="b", blocks=None, games=500), {"corn.py": "1"})
    assert len({one, plan_hash(experiment(seed=1), {"corn.py": "1"}), plan_hash(experiment(), {"corn.py": "2"})}) == 3


def test_equal_experiments_have_no_differences() -> None:
    assert list(differences(experiment(blocks=4), experiment(blocks=9, name="other"))) == []


def test_the_catalogue_has_the_words_of_every_action(tmp_path: Path) -> None:
    play(experiment(), tmp_path / "run")
    assert pq.read_table(tmp_path / "run" / "catalogue.parquet").to_pylist() == [
        {"action": 0, "kind": "roll", "args": "{}", "words": "roll the die"},
        {"action": 1, "kind": "hold", "args": "{}", "words": "hold"}]


def test_a_part_that_was_never_committed_is_played_again_in_silence(tmp_path: Path) -> None:
    play(experiment(blocks=250), tmp_path / "run")
    whole = prints(tmp_path / "run")
    part_file(tmp_path / "run", "games", 1).unlink()        # killed between its other tables and `games`
    told = Told()
    summary = play(experiment(blocks=250), tmp_path / "run", told=told)

    assert (summary.played, told.warnings, told.done) == (300, [], 450)
    assert prints(tmp_path / "run") == whole


def test_counts_of_earlier_sessions_come_from_their_files(tmp_path: Path) -> None:
    once = play(experiment(blocks=250), tmp_path / "once")
    play(experiment(blocks=200), tmp_path / "twice")
    twice = play(experiment(blocks=250), tmp_path / "twice")
    winners = open_run(tmp_path / "once").table("games").column("winners").to_pylist()

    assert (twice.games, twice.failed, twice.tied) == (once.games, once.failed, once.tied)
    assert once.tied == sum(int(mask).bit_count() > 1 for mask in winners) > 0
    assert np.array(winners).min() > 0
