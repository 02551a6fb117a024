"""Scenarios played once more: with a gift in mid-game, or with an option that is forced."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import evenhand
from evenhand.asked import settings
from evenhand.replaying import Again
from evenhand.retelling import moves
from evenhand.verifying import compare
from experiments.arrays import values
from experiments.errors import ExperimentError
from experiments.experiment import Experiment
from experiments.plan import games_of, plan
from experiments.spec import from_plain, read, recorded, to_toml
from experiments.store import open_run
from experiments.tabletop import Tabletop
from experiments.treatments import Force, Inject
from sim.faults import Refusal
from tests.experiments.runs import play, prints
from tests.experiments.words import PIG_FILE, experiment, plain, write_bot

GIFT = {"seat": 0, "round": 2, "what": "points", "amount": 5}
NEVER = {"strategy": "random", "kind": "hold", "rule": "never"}
PUERTO_RICO: dict[str, Any] = {"game": "puerto_rico", "options": {}, "seats": 3, "blocks": 4,
                               "strategies": ["puerto_rico.money", "puerto_rico.shipping", "random"]}
HARBOR = {"strategy": "puerto_rico.money", "kind": "build", "args": {"building": "harbor"}, "rule": "never"}


def faults(**fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(ExperimentError) as caught:
        from_plain(plain(**fields))
    return [(fault.where, fault.message) for fault in caught.value.faults]


# --- what a file says -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("change", "where", "message"), [
    ({"seat": 3}, "inject[0].seat", "3: with 3 seats they are 0 to 2"),
    ({"seat": -1}, "inject[0].seat", "-1 is not allowed; an integer from 0 to 15"),
    ({"seat": None}, "inject[0].seat", "missing"),
    ({"round": 0}, "inject[0].round", "0 is not allowed; an integer from 1"),
    ({"what": "point"}, "inject[0].what", "'point': pig can't give that. Did you mean 'points'?"),
    ({"what": "doubloon"}, "inject[0].what", "'doubloon': pig can't give that; it is one of points"),
    ({"amount": 0}, "inject[0].amount", "0 is not allowed; an integer from 1 to 1000"),
    ({"amount": "two"}, "inject[0].amount", '"two" is not allowed'),
    ({"amuont": 2}, "inject[0].amuont", "unknown. Did you mean 'amount'?"),
])
def test_a_gift_that_cannot_be_given_is_a_fault(change: dict[str, Any], where: str, message: str) -> None:
    table = {name: value for name, value in {**GIFT, **change}.items() if value is not None}
    [(place, said)] = faults(inject=[table])
    assert place == where and message in said


@pytest.mark.parametrize(("change", "where", "message"), [
    ({"strategy": "money"}, "force[0].strategy", "'money' is none of the strategies random"),
    ({"strategy": None}, "force[0].strategy", "missing"),
    ({"kind": "hald"}, "force[0].kind", "'hald': no kind of action in pig. Did you mean 'hold'?"),
    ({"kind": "sing"}, "force[0].kind", "it is one of roll, hold"),
    ({"rule": "sometimes"}, "force[0].rule", '"sometimes" is not one of \'always\', \'never\''),
    ({"args": {"die": 6}}, "force[0].args", "'die': 'hold' has no arguments"),
    ({"args": "die"}, "force[0].args", "a table is wanted"),
    ({"building": "harbor"}, "force[0].building", "unknown"),
])
def test_a_forced_option_that_there_is_not_is_a_fault(change: dict[str, Any], where: str, message: str) -> None:
    table = {name: value for name, value in {**NEVER, **change}.items() if value is not None}
    [(place, said)] = faults(force=[table])
    assert place == where and message in said


@pytest.mark.parametrize(("args", "message"), [
    ({"bulding": "harbor"}, "'bulding': 'build' has no such argument. Did you mean 'building'?"),
    ({"building": "harbour"}, "building = \"harbour\": no action of the kind 'build' has it. Did you mean 'harbor'?"),
    ({"building": 3}, "building = 3: no action of the kind 'build' has it"),
])
def test_arguments_are_those_of_the_games_catalogue(args: dict[str, Any], message: str) -> None:
    [(place, said)] = faults(**PUERTO_RICO, force=[{**HARBOR, "args": args}])
    assert place == "force[0].args" and message in said


def test_all_faults_of_all_treatments_come_at_once() -> None:
    found = faults(inject=[{"seat": 0}, {"seat": 4, "round": 0, "what": "pints"}, {**GIFT, "seat": 4}],
                   force=[{"rule": "never"}, {**NEVER, "strategy": "me", "kind": "x"}, {**NEVER, "kind": "y"}])
    assert [where for where, _ in found] == [
        "inject[0].round", "inject[0].what", "inject[1].round", "force[0].strategy", "force[0].kind", "force[1].strategy",
        "inject[1].seat", "inject[1].what", "inject[2].seat", "force[1].kind", "force[2].kind"]


def test_the_same_treatment_twice_is_a_fault_and_one_that_is_no_list() -> None:
    assert faults(inject=[GIFT, GIFT], force=[NEVER, NEVER]) == [
        ("inject[1]", "the same as inject[0]"), ("force[1]", "the same as force[0]")]
    assert "with two brackets" in faults(inject=GIFT)[0][1]


def test_a_gift_fits_every_number_of_seats_and_the_position() -> None:
    assert faults(seats=[2, 3], inject=[{**GIFT, "seat": 2}]) == [("inject[0].seat", "2: with 2 seats they are 0 to 1")]
    [(where, said)] = faults(position={"round": 5, "turn": 12}, inject=[GIFT, {**GIFT, "round": 5}])
    assert where == "inject" and "the position lies in round 5" in said


def test_treatments_are_written_and_read_again(tmp_path: Path) -> None:
    write_bot(tmp_path)
    one = from_plain(plain(strategies=["holder.py:Holder:least=5", "random", "random"], inject=[GIFT, {**GIFT, "seat": 1}],
                           force=[{**NEVER, "strategy": "Holder"}]), tmp_path)
    run = tmp_path / "run"
    write_bot(run / "strategies")
    (run / "strategies" / "pig.py").write_bytes(PIG_FILE.read_bytes())
    (run / "experiment.toml").write_text(to_toml(one), encoding="utf-8")

    assert read(run / "experiment.toml") == recorded(run / "experiment.toml") == one
    assert one.inject == (Inject(0, 2, "points", 5), Inject(1, 2, "points", 5))
    assert one.force == (Force("holder.py:Holder:least=5", "hold", "never"),)
    assert from_plain(plain(**PUERTO_RICO, force=[HARBOR])).force[0].args == {"building": "harbor"}


def test_all_of_it_can_be_said_on_the_command_line() -> None:
    flags = {"inject": ("seat=0,round=2,what=points,amount=5", "seat=1,round=2,what=points"),
             "force": ("strategy=puerto_rico.money,kind=build,building=harbor,rule=never",)}
    assert settings(flags) == {"inject": [GIFT, {"seat": 1, "round": 2, "what": "points"}], "force": [HARBOR]}

    typed = from_plain(plain(inject=[{**GIFT, "amount": 9}]), ".", settings({"inject": flags["inject"]}))
    assert [gift.amount for gift in typed.inject] == [5, 1], "the command line says it instead of the file"
    for wrong, said in (("seat", "'seat': say NAME=VALUE"), ("seat=0,seat=1", "seat is given twice")):
        with pytest.raises(Refusal, match=said):
            settings({"inject": (wrong,)})
    with pytest.raises(ExperimentError) as caught:
        from_plain(plain(), ".", settings({"inject": ("seat=9,round=2,what=points",)}))
    assert [fault.where for fault in caught.value.faults] == ["--inject[0].seat"]


# --- the plan ---------------------------------------------------------------------------------------------------------

def test_the_scenarios_without_treatments_come_first_and_keep_their_numbers() -> None:
    two = [{"name": "near"}, {"name": "far", "options": {"target": 30}}]
    free, found = plan(experiment(variants=two)), plan(experiment(variants=two, inject=[GIFT], force=[NEVER]))

    assert found.scenarios[:2] == free.scenarios
    assert [(scenario.number, scenario.twin, scenario.variant) for scenario in found.scenarios] == [
        (0, 0, "near"), (1, 1, "far"), (2, 0, "near, seat 0 +5 points, round 2"), (3, 1, "far, seat 0 +5 points, round 2"),
        (4, 0, "near, random: never hold"), (5, 1, "far, random: never hold")]
    assert [scenario.options for scenario in found.scenarios[:2]] == [scenario.options for scenario in found.scenarios[4:]]


def test_with_one_variant_a_scenario_is_named_after_its_treatment() -> None:
    found = plan(experiment(inject=[GIFT]))
    assert [scenario.label() for scenario in found.scenarios] == ["3 seats, base", "3 seats, seat 0 +5 points, round 2"]
    assert plan(from_plain(plain(**PUERTO_RICO, force=[HARBOR]))).scenarios[1].variant == "money: never build harbor"


def test_a_treatment_plays_the_same_line_ups_in_the_same_seats() -> None:
    found = plan(experiment(strategies=["random"] * 5, blocks=20, inject=[GIFT], force=[NEVER]))
    for block in range(20):
        free, *treated = (games_of(found, scenario, block) for scenario in (0, 1, 2))
        for games in treated:
            assert [game[1:] for game in games] == [game[1:] for game in free]


# --- the games --------------------------------------------------------------------------------------------------------

def chains(found: Experiment, folder: Path, jobs: int = 1) -> dict[str, Any]:
    """Columns of the games table of a new run, one row a scenario."""
    play(found, folder, jobs)
    run = open_run(folder)
    games = run.table("games", ["scenario", "digest", "given", "rounds", "block"])
    count = len(run.plan.scenarios)
    return {name: values(games.column(name)).reshape(count, -1) for name in games.column_names}


def test_a_gift_is_given_in_the_games_that_come_to_its_round_and_changes_no_other(tmp_path: Path) -> None:
    found = chains(experiment(blocks=30, inject=[{**GIFT, "round": 6}]), tmp_path / "run")
    long = found["rounds"][0] >= 6

    assert 0 < long.sum() < long.size
    assert (found["given"][0] == 0).all() and (found["given"][1] == np.where(long, 5, 0)).all()
    assert ((found["digest"][0] == found["digest"][1]) == ~long).all(), "a game that ended before is the same game"


def test_a_forced_strategy_does_as_it_must_in_every_seat(tmp_path: Path) -> None:
    write_bot(tmp_path)
    fields = {"strategies": ["holder.py", "random", "random"], "options": {"target": 20, "max_rounds": 60}, "blocks": 8,
              "log": {"level": "decisions"}}
    always, never = ({"strategy": "Holder", "kind": "hold", "rule": rule} for rule in ("always", "never"))
    play(experiment(tmp_path, **fields, force=[always, never]), tmp_path / "run")
    run = open_run(tmp_path / "run")
    seats = run.table("seats", ["game_id", "seat", "strategy", "score"]).to_pylist()
    who = {(row["game_id"], row["seat"]): row["strategy"] for row in seats}
    rows = [row for row in run.table("decisions").to_pylist() if who[row["game_id"], row["seat"]] == "holder.py"]

    of = {number: [row for row in rows if row["game_id"] >> 40 == number] for number in range(3)}
    assert any(not row["forced"] for row in of[0])
    assert all(row["forced"] and row["n_legal"] == 1 for number in (1, 2) for row in of[number])
    assert {row["action"] for row in of[2]} == {0}, "it never holds"
    assert all(row["score"] == 0 for row in seats if row["strategy"] == "holder.py" and row["game_id"] >> 40 == 2)


def test_a_compiled_policy_is_bound_too(tmp_path: Path) -> None:
    found = experiment(blocks=3, strategies=["random"], design="mirror", options={"max_rounds": 12}, force=[NEVER])
    play(found, tmp_path / "run")
    scores = values(open_run(tmp_path / "run").table("seats", ["score"]).column("score")).reshape(2, -1)
    assert scores[0].any() and not scores[1].any()


def test_two_workers_write_what_one_writes(tmp_path: Path) -> None:
    found = experiment(blocks=120, inject=[GIFT], force=[NEVER], options={"target": 20, "max_rounds": 20})
    play(found, tmp_path / "one")
    play(found, tmp_path / "two", jobs=2)
    assert prints(tmp_path / "one") == prints(tmp_path / "two")


def test_a_run_with_treatments_goes_on_and_refuses_another(tmp_path: Path) -> None:
    play(experiment(blocks=3, inject=[GIFT]), tmp_path / "run")
    summary = play(experiment(blocks=5, inject=[GIFT]), tmp_path / "run")
    assert (summary.games, summary.played) == (2 * 5 * 3, 2 * 5 * 3)

    with pytest.raises(Refusal, match=r"\[\[inject\]\] 0 .*amount = 5.*amount = 6"):
        play(experiment(blocks=5, inject=[{**GIFT, "amount": 6}]), tmp_path / "run")


@pytest.mark.parametrize("fields", [
    {"inject": [GIFT], "force": [{**NEVER, "rule": "always"}]},
    {**PUERTO_RICO, "blocks": 1, "inject": [{"seat": 1, "round": 3, "what": "doubloon", "amount": 3}], "force": [HARBOR]}])
def test_games_with_treatments_are_verified_and_told_again(fields: dict[str, Any], tmp_path: Path) -> None:
    play(experiment(**fields), tmp_path / "run")
    run = open_run(tmp_path / "run")
    assert compare(run, 1000, 0).different == []

    tabletop = Tabletop(run.experiment)
    for scenario in run.plan.scenarios:
        again = Again(run, scenario.number << 40, tabletop)
        game, actions = again.actions()
        told = list(moves(state := again.new(), actions, game.legal))
        assert state.over and state.digest() == game.state.digest() == again.after(actions).digest()
        assert sum(move.forced for move in told) == game.course.forced
        given = [(move.round, event.seat, event.amount) for move in told for event in move.given]
        gift = scenario.treatment
        assert given == ([(gift.round, gift.seat, gift.amount)] if isinstance(gift, Inject) else [])


def test_a_position_may_begin_in_the_round_of_the_gift(tmp_path: Path) -> None:
    found = experiment(blocks=2, position={"round": 4, "turn": 9, "points": [0, 3, 0]}, inject=[{**GIFT, "round": 4}])
    assert (chains(found, tmp_path / "run")["given"] == [[0] * 6, [5] * 6]).all()


def test_from_python_they_are_said_alike_and_read_as_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bot(tmp_path)
    monkeypatch.chdir(tmp_path)
    run = evenhand.run(game=str(PIG_FILE), seats=3, strategies=["holder.py", "random", "random"], blocks=4, inject=[GIFT],
                       force=[{"strategy": "holder.py", "kind": "hold", "rule": "always"}], out=tmp_path / "run", jobs=1,
                       progress=False)
    [gift], [forced] = (run.table(name).to_dict("records") for name in ("gifts", "forced"))
    assert (gift["scenario"], gift["what"], gift["given_games"]) == (1, "points", 12)
    assert (forced["scenario"], forced["strategy"], forced["blocks"]) == (2, "holder.py", 4)
    assert list(run.scenarios["variant"]) == ["base", "seat 0 +5 points, round 2", "holder.py: always hold"]
