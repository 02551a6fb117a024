"""A game of skill and luck with known truth, and the known answers: what the tests of the statistics measure against."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from reports.stats.blocks import by_label
from reports.stats.ranks import competition_ranks, win_shares

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KNOWN: dict[str, Any] = json.loads(Path(__file__).with_name("known_answers.json").read_text())


@dataclass(frozen=True)
class Toy:
    """Blocks of rotations: scores and strategies by game and seat (B * k, k), the block of each game."""

    scores: Floats
    strategy: Ints
    block: Ints

    @property
    def k(self) -> int:
        return self.scores.shape[1]

    @property
    def ranks(self) -> Ints:
        return competition_ranks(self.scores)

    @property
    def shares(self) -> Floats:
        return win_shares(self.ranks)

    def by_strategy(self) -> Floats:
        return by_label(self.shares, self.strategy, self.block, int(self.strategy.max()) + 1)

    def by_seat(self) -> Floats:
        seat = np.broadcast_to(np.arange(self.k), self.strategy.shape)
        return by_label(self.shares, seat, self.block, self.k)

    def by_cell(self) -> Floats:
        cell = self.strategy * self.k + np.arange(self.k)
        return by_label(self.shares, cell, self.block, (int(self.strategy.max()) + 1) * self.k)


def play(random: np.random.Generator, blocks: int, k: int = 4, rho: float = 0.5, skill: Floats | None = None,
         seat: Floats | None = None, step: float = 0.0, noise: str = "normal") -> Toy:
    """Score = skill + seat effect + luck that the seed gives the seat (a fraction rho of all luck) + private luck.

    k rotations of a random circular order in each block; `step` rounds scores to multiples, which makes ties.
    """
    skill = np.zeros(k) if skill is None else skill
    seat = np.zeros(k) if seat is None else seat
    order = random.permuted(np.tile(np.arange(k), (blocks, 1)), axis=1)
    strategy = np.stack([np.roll(order, shift, axis=1) for shift in range(k)], axis=1)
    luck = random.standard_normal if noise == "normal" else random.gumbel
    shared = luck(size=(blocks, 1, k)) if noise != "normal" else luck((blocks, 1, k))
    private = luck(size=(blocks, k, k)) if noise != "normal" else luck((blocks, k, k))
    scores = skill[strategy] + seat + np.sqrt(rho) * shared + np.sqrt(1 - rho) * private
    if step:
        scores = np.round(scores / step)
    return Toy(scores.reshape(-1, k), strategy.reshape(-1, k), np.repeat(np.arange(blocks), k))


def walks(random: np.random.Generator, games: int, steps: int) -> tuple[Floats, Floats]:
    """Random walks of two: standings (games, steps, 2) that drift apart by +-1 a round, and the win shares."""
    moves = random.integers(0, 2, size=(games, steps), dtype=np.int8) * 2 - 1
    lead = np.cumsum(moves, axis=1, dtype=np.int16).astype(np.float64)
    standings = np.stack([lead, -lead], axis=2)
    return standings, win_shares(competition_ranks(standings[:, -1]))
