"""Numbers of a toy run worked out the slow way, game by game, to hold the report's against."""
from __future__ import annotations

from collections import defaultdict
from typing import Any

from tests.reports.toy import ToyRun


def seats_by_game(run: ToyRun) -> dict[int, list[dict[str, Any]]]:
    """The rows of the seats table, by game, in seat order."""
    games: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in run.tables["seats"].to_pylist():
        games[row["game_id"]].append(row)
    return {game: sorted(rows, key=lambda row: row["seat"]) for game, rows in games.items()}


def mean_share(run: ToyRun, strategy: str) -> float:
    """The mean share of a seat of one strategy, over blocks."""
    by_block: dict[int, list[float]] = defaultdict(list)
    for row in run.tables["seats"].to_pylist():
        if row["strategy"] == strategy:
            by_block[row["block"]].append(row["win_share"])
    return sum(sum(shares) / len(shares) for shares in by_block.values()) / len(by_block)
