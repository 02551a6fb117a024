"""How much there is to decide: legal actions at a decision and the share of moves without a choice, by phase."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.store import values
from reports import formats
from reports.formats import Interval
from reports.reader import Floats, Ints, Scenario, texts
from reports.settings import Settings
from reports.stats.metrics import forced_share
from reports.stats.rates import Rate, ratio
from reports.stats.tally import Tally, quantiles
from reports.tables.table import Column, Table

ALL = "all"
COLUMNS = ("game_id", "phase", "n_legal", "forced")


@dataclass(frozen=True)
class LoadRow:
    """The decisions of one phase, or of all: how many legal actions they offer, and the share of moves that were forced."""

    phase: str
    decisions: int
    per_game: float
    legal: float
    interval: Interval
    p95: float
    forced: float
    forced_interval: Interval


def load_rows(scenario: Scenario, settings: Settings) -> list[LoadRow]:
    """All decisions, then the phases in the order of their number of decisions; the total alone where no decision was kept."""
    decisions, moves = scenario.decisions.ravel(), scenario.forced.ravel()
    if not (decisions.any() or moves.any()):
        return []
    block = np.repeat(np.arange(scenario.n_blocks), scenario.per_block)
    forced = forced_share(moves, decisions, block, settings.level)
    if "decisions" not in scenario.run.tables:
        return [_row(ALL, scenario, int(decisions.sum()), None, math.nan, forced)]
    count = _Count(scenario)
    total = count.row(ALL, count.counts.counts.sum(axis=0), slice(None), settings.level)
    phases = [count.row(name, count.counts.counts[place], place, settings.level) for place, name in enumerate(count.phases)]
    seen = [row for row in phases if formats.known(row.forced)]                 # phases that no game came to have no moves
    return [total, *sorted(seen, key=lambda row: (-row.decisions, row.phase))]


def _row(phase: str, scenario: Scenario, decisions: int, legal: Rate | None, p95: float, forced: Rate) -> LoadRow:
    none = math.nan, math.nan
    return LoadRow(phase, decisions, decisions / scenario.games, legal.value if legal else math.nan,
                   (legal.low, legal.high) if legal else none, p95, forced.value, (forced.low, forced.high))


class _Count:
    """Decisions counted by phase, part by part."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.phases: list[str] = []
        most = len(scenario.run.game.nodes)
        self.counts = Tally(most)
        blocks = scenario.n_blocks
        self.legal: Floats = np.zeros((blocks, most))
        self.decisions: Floats = np.zeros((blocks, most))
        self.forced: Floats = np.zeros((blocks, most))
        for piece in scenario.run.pieces({"decisions": COLUMNS}, scenario.number):
            self._add(piece["decisions"])

    def _add(self, table: Any) -> None:
        names, codes = texts(table, "phase")
        self.phases += [name for name in names if name not in self.phases and name]
        if "" in (names[code] for code in np.unique(codes)) and "" not in self.phases:
            self.phases.append("")
        where = np.array([self.phases.index(name) if name in self.phases else 0 for name in names], dtype=np.int64)
        ids, n_legal, forced = (values(table.column(name)) for name in ("game_id", "n_legal", "forced"))
        game = self.scenario.places(ids.astype(np.int64))
        kept = game >= 0
        block = game[kept] // self.scenario.per_block
        self._count(block, where[codes[kept]], n_legal[kept].astype(np.int64), forced[kept] != 0)

    def _count(self, block: Ints, phase: Ints, n_legal: Ints, forced: Ints) -> None:
        blocks, most = self.legal.shape
        asked = ~forced
        self.counts.add(phase[asked], n_legal[asked])
        place = block * most + phase
        for sums, which, weights in ((self.legal, asked, n_legal), (self.decisions, asked, None), (self.forced, forced, None)):
            sums += np.bincount(place[which], weights=None if weights is None else weights[which],
                                minlength=blocks * most).reshape(blocks, most)

    def row(self, name: str, counts: Floats, which: int | slice, level: float) -> LoadRow:
        """The row of a phase, or of all of them."""
        sums = [part[:, which].reshape(len(part), -1).sum(axis=1) for part in (self.legal, self.decisions, self.forced)]
        legal, decisions, forced = sums
        p95 = float(quantiles(self.counts.values, counts, np.array([0.95]), between=False)[0])
        return _row(name or "other", self.scenario, int(decisions.sum()), ratio(legal, decisions, level), p95,
                    ratio(forced, forced + decisions, level, share=True))


def load_table(rows: Sequence[LoadRow]) -> Table:
    """The table of the page; without the legal actions where these were not kept."""
    kept = any(not math.isnan(row.legal) for row in rows)
    columns = [Column("phase", "decisions", "text"),
               Column("decisions", "choices", "count", "With at least two legal actions."),
               Column("per_game", "in a game", "decimal")]
    if kept:
        columns += [
            Column("legal", "legal actions", "decimal", "At a choice; with its 95 % interval by blocks.", interval="interval"),
            Column("p95", "95 %", "decimal", "19 of 20 choices have at most so many.", digits=0)]
    columns.append(
        Column("forced", "forced %", "share", "Moves with one legal action, of all moves.", interval="forced_interval"))
    return Table("decision_load", "How much there is to decide", columns, rows,
                 "" if kept else "How many actions were legal, phase by phase, is kept with --log decisions.")
