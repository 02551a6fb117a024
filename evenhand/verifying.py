"""Whether the games of a run repeat: some are played again, and the hash of their course is compared."""
from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.replaying import Again
from experiments.arrays import values
from experiments.reader import Run
from experiments.tabletop import Tabletop
from sim.faults import Fault, Refusal


@dataclass(frozen=True)
class Compared:
    """How many games there are, how many were played again, and the ids of those that came out otherwise."""

    games: int
    sampled: int
    different: list[int]
    versions: Mapping[str, str]
    build: str


def compare(run: Run, sample: int, seed: int) -> Compared:
    """Play a random sample of the recorded games again, in the order of their ids."""
    table = run.table("games", ["game_id", "digest"])
    recorded = dict(zip(values(table.column("game_id")).tolist(), values(table.column("digest")).tolist(), strict=True))
    if not recorded:
        raise Refusal(Fault("", f"{run.folder.as_posix()} holds no finished block; there is nothing to verify yet."))
    chosen = sorted(random.Random(seed).sample(sorted(recorded), min(sample, len(recorded))))
    tabletop = Tabletop(run.experiment)
    different = [game_id for game_id in chosen if Again(run, game_id, tabletop).digest() != recorded[game_id]]
    return Compared(len(recorded), len(chosen), different, run.manifest["versions"], run.manifest["build"])
