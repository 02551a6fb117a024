"""Runs out of thin air: tables as the store gives them, with results whose truth is known, in no time at all."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from experiments.experiment import Experiment, Variant
from experiments.plan import Plan, Scenario, games_of, plan
from experiments.schemas import schema
from experiments.stopping import Stopped
from sim.catalog import find
from sim.core import Game

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
FOUR = ("puerto_rico.shipping", "puerto_rico.money", "puerto_rico.hybrid", "random")
SKILL = {"puerto_rico.shipping": 3.0, "puerto_rico.money": 1.5, "puerto_rico.hybrid": 1.2, "random": -8.0}
Score = Callable[[np.random.Generator, str, int], float]
Table = Callable[[int, Sequence[str]], Sequence[int]]
"""Scores of a whole table, from the number of the block and the strategy in each seat."""


def usual(rng: np.random.Generator, strategy: str, seat: int) -> float:
    """Skill, a little for the later seats, and luck."""
    return 45 + SKILL.get(strategy, 0.0) + 0.4 * seat + rng.normal(0, 6)


@dataclass
class ToyRun:
    """What `experiments.store.open_run` gives, from memory."""

    experiment: Experiment
    tables: dict[str, pa.Table]
    failed: pa.Table
    missing: Sequence[int] = ()
    """Blocks that were not finished."""
    manifest: dict[str, Any] = field(default_factory=dict)
    folder: Path = Path("runs/toy")
    stops: Sequence[Stopped] = ()

    @property
    def game(self) -> Game:
        return find(self.experiment.game)

    @property
    def plan(self) -> Plan:
        return plan(self.experiment)

    def finished_blocks(self, scenario: int) -> list[int]:
        return [block for block in range(self.plan.scenarios[scenario].blocks) if block not in self.missing]

    def table(self, name: str, columns: Sequence[str] | None = None, scenario: int | None = None) -> pa.Table:
        table = self.tables[name]
        if scenario is not None:
            number = pc.shift_right(table.column("game_id"), pa.scalar(40, pa.int64()))
            table = table.filter(pc.equal(number, scenario))
        return table.select(list(columns)) if columns is not None else table

    def pieces(self, columns: Mapping[str, Sequence[str]], scenario: int) -> Iterator[dict[str, pa.Table]]:
        """Parts of ten blocks, or a few larger ones."""
        blocks = self.plan.scenarios[scenario].blocks
        size = max(10, -(-blocks // 6))
        for first in range(0, blocks, size):
            found = {}
            for name, some in columns.items():
                table = self.table(name, None, scenario)
                block = pc.bit_wise_and(pc.shift_right(table.column("game_id"), pa.scalar(7, pa.int64())), (1 << 33) - 1)
                mine = pc.and_(pc.greater_equal(block, first), pc.less(block, first + size))
                found[name] = table.filter(mine).select(list(some))
            yield found

    def failures(self) -> pa.Table:
        return self.failed


def toy(blocks: int = 60, strategies: Sequence[str] = FOUR, score: Score = usual, *, seed: int = 1, missing: Sequence[int] = (),
        failed: Mapping[int, str] | None = None, truncated: Sequence[int] = (), level: str = "rounds",
        scores: Mapping[str, Score] | None = None, table: Table | None = None, **settings: Any) -> ToyRun:
    """A run of Puerto Rico in name. `failed` maps numbers of blocks to kinds of failure: they lack their first game.

    `scores` are those of certain variants; with `table` the scores are made by hand.
    """
    settings = {"seats": (4,), "name": "toy run", **settings}
    experiment = Experiment(game="puerto_rico", strategies=tuple(strategies), blocks=blocks, seed=seed, level=level, **settings)
    rows: dict[str, list[dict[str, Any]]] = {"games": [], "seats": [], "rounds": [], "events": [], "failures": []}
    planned = plan(experiment)
    for scenario in planned.scenarios:
        for block in range(blocks):
            if block not in missing:
                mine = dict(scores or {}).get(scenario.variant, table or score)
                _block(rows, planned, scenario, block, mine, dict(failed or {}).get(block), block in truncated)
    game = find("puerto_rico")
    tables = {name: _table(found, schema(name, game, level, "core")) for name, found in rows.items()
              if level != "games" or name not in ("rounds", "events")}
    return ToyRun(experiment, tables, tables.pop("failures"), missing, {"versions": {"evenhand": "0.1.0"}, "plan": "0123abcd"})


def told(standings: Floats, strategies: Sequence[str] = ("random",), *, shares: Floats | None = None,
         events: Sequence[tuple[int, int, int, str, str]] = (), offered: Any = None, start: float = 0.0,
         **settings: Any) -> ToyRun:
    """A run whose games went as told: standings (games, rounds, seats), nan after the end (all nan: it ended in the set-up);
    the highest at the end have won if `shares` do not say otherwise. Events are (game, round, seat, what, item), `offered` the
    bits of what was open (games, seats). One game a block, unless the design says more."""
    games, _, k = standings.shape
    settings = {"seats": (k,), "name": "told", "design": "mirror", "level": "rounds", **settings}
    per_block = k if settings["design"] == "rotations" else 1
    experiment = Experiment(game="puerto_rico", strategies=tuple(strategies), blocks=games // per_block, seed=1, **settings)
    planned = plan(experiment)
    seatings = [seating for block in range(games // per_block) for seating in games_of(planned, 0, block)]
    rounds = (~np.isnan(standings[:, :, 0])).sum(axis=1)
    last = np.where(rounds[:, None] > 0, standings[np.arange(games), rounds - 1], start)
    rank = 1 + (last[:, None, :] > last[:, :, None]).sum(axis=2)
    won = (rank == 1) / (rank == 1).sum(axis=1, keepdims=True) if shares is None else shares
    rows: dict[str, list[dict[str, Any]]] = {"games": [], "seats": [], "events": [], "failures": []}
    for place, seating in enumerate(seatings):
        common = {"game_id": seating.game_id, "block": seating.block, "variant": planned.scenarios[0].variant}
        rows["games"].append({**common, "rounds": int(rounds[place]), "decisions": 10, "forced": 5, "lineup": seating.line_up,
                              "end_trigger": "city_full"})
        rows["seats"] += [
            {**common, "seat": seat, "strategy": seating.specs[seating.slots[seat]], "score": int(last[place, seat]),
             "rank": int(rank[place, seat]), "win_share": float(won[place, seat]),
             "offered": None if offered is None else int(offered[place][seat])} for seat in range(k)]
    rows["events"] = [{"game_id": seatings[game].game_id, "round": round, "seat": seat, "what": what, "item": item}
                      for game, round, seat, what, item in events]
    game = find("puerto_rico")
    tables = {name: _table(found, schema(name, game, "rounds", "core")) for name, found in rows.items()}
    tables["rounds"] = _rounds(standings, start, np.array([seating.game_id for seating in seatings]))
    return ToyRun(experiment, tables, tables.pop("failures"), (), {"versions": {"evenhand": "0.1.0"}, "plan": "0123abcd"})


def _rounds(standings: Floats, start: float, ids: Ints) -> pa.Table:
    """The columns of the rounds table that leads are read from, with a round 0 in which all stand at `start`."""
    games, _, k = standings.shape
    whole = np.concatenate([np.full((games, 1, k), start), standings], axis=1)
    game, round, seat = np.nonzero(~np.isnan(whole))
    return pa.table({"game_id": ids[game], "round": pa.array(round, pa.int16()), "seat": pa.array(seat, pa.int8()),
                     "standing": pa.array(whole[game, round, seat].astype(np.int32))})


def _scores(score: Score | Table, rng: np.random.Generator, block: int, who: Sequence[str]) -> list[int]:
    if len(signature(score).parameters) == 2:
        return [int(mine) for mine in score(block, who)]                                       # type: ignore[call-arg, arg-type]
    return [round(score(rng, name, seat)) for seat, name in enumerate(who)]                     # type: ignore[call-arg, arg-type]


def variants(*names: str) -> tuple[Variant, ...]:
    """Variants that differ in nothing but their names."""
    return tuple(Variant(name) for name in names)


def _table(rows: list[dict[str, Any]], wanted: pa.Schema) -> pa.Table:
    """Rows by a schema; what they do not say is 0, False or null. What was offered is not known if they do not say it."""
    columns = []
    for column in wanted:
        missing: Any = False if pa.types.is_boolean(column.type) else 0 if pa.types.is_integer(column.type) else None
        missing = None if column.name == "offered" else missing
        columns.append(pa.array([row.get(column.name, missing) for row in rows], type=column.type))
    return pa.table(columns, schema=wanted)


def _block(rows: dict[str, list[dict[str, Any]]], planned: Plan, scenario: Scenario, block: int, score: Score | Table,
           failure: str | None, truncated: bool) -> None:
    rng, chance = (np.random.default_rng([planned.experiment.seed, block, *more]) for more in ((), (1,)))
    for seating in games_of(planned, scenario.number, block):
        common = {"game_id": seating.game_id, "scenario": scenario.number, "variant": scenario.variant, "block": block}
        who = [seating.specs[slot] for slot in seating.slots]
        if failure and seating.rotation == 0:
            rows["failures"].append({**common, "strategy": who[0], "kind": failure, "message": "IndexError at corn.py, line 12",
                                     "replay": f"evenhand replay runs/toy {seating.game_id}"})
            continue
        scores = _scores(score, rng, block, who)
        best, rounds = max(scores), int(rng.integers(14, 20))
        trigger = "max_rounds" if truncated else str(rng.choice(["vp_exhausted", "city_full", "colonists_short"]))
        rows["games"].append({**common, "seats": len(who), "lineup": seating.line_up, "rotation": seating.rotation,
                              "rounds": rounds,
                              "turns": rounds * len(who), "decisions": 100 + rounds, "forced": 60, "end_trigger": trigger,
                              "truncated": truncated, "first_place": -1,
                              "given": scenario.inject.amount if scenario.inject is not None else 0,
                              "digest": sum(mine * 1000**seat for seat, mine in enumerate(scores))})
        for seat, name in enumerate(who):
            mine = scores[seat]
            shares = scores.count(best)
            earned = mine * 2 // 3
            rows["seats"].append({
                **common, "seat": seat, "slot": seating.slots[seat], "strategy": name, "score": mine,
                "rank": 1 + sum(other > mine for other in scores), "win_share": 1 / shares if mine == best else 0.0,
                "score_earned": earned, "score_buildings": mine - earned, "x_quarries": int(rng.integers(0, 4)),
                "x_income_trade": int(rng.integers(0, 30)) + (9 if "money" in name else 0), "x_round_first_quarry": -1 if seat
                else 4,
                "x_goods_shipped_corn": int(rng.integers(0, 12)) + (8 if "shipping" in name else 0),
                "x_spent_buildings": mine // 2,
                "x_vp_goods_loaded": earned // 2, "x_roles_taken_builder": int(rng.integers(0, 5)) + len(name) % 3})
            for item in ("small_market", "office", "harbor", "guild_hall", "city_hall"):
                if chance.random() < 0.6:
                    rows["events"].append({**common, "round": int(chance.integers(1, rounds)), "seat": seat, "what": "built",
                                           "item": item})
            for number in range(rounds + 1):
                standing = mine * number // rounds
                rows["rounds"].append({**common, "round": number, "seat": seat, "strategy": name, "standing": standing})
