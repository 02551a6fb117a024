"""Where the spread of the results comes from: skill, seat, luck, and what strategies make of seats."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports import formats
from reports.formats import Interval
from reports.reader import Floats, Ints, Scenario
from reports.settings import Settings
from reports.stats.variance import Components, skill_and_luck
from reports.tables.table import Column, Table

PARTS = (
    ("strategy", "strategy (skill)"), ("seat", "seat"), ("strategy_by_seat", "strategy by seat"),
    ("seed_by_seat", "luck: what the seed deals a seat"), ("seed_by_strategy", "luck: how the seed suits a strategy"),
    ("seed_by_game", "luck: of one game"), ("residual", "luck: the rest"))
LUCK = ("seed_by_seat", "seed_by_strategy", "seed_by_game", "residual")
SUBJECT = "These shares hold for this pool of strategies: among equals all is luck, against a beginner all is skill."
LEAST_BLOCKS = 10


@dataclass(frozen=True)
class Skill:
    """The components of scores and of win shares, None where one of them has no spread; over `games` games."""

    score: Components | None
    win: Components | None
    games: int

    @property
    def pooled(self) -> bool:
        return any(part is not None and part.pooled for part in (self.score, self.win))


def skill(scenario: Scenario, settings: Settings) -> Skill | None:
    """The components, where they can be told apart: blocks of rotations of different strategies, no mirror run."""
    if scenario.mirror or scenario.seats < 2 or scenario.per_block != scenario.seats:
        return None
    design = scenario.run.experiment.design
    once = (scenario.copies == 1).sum(axis=1) == scenario.seats
    counts = np.unique(scenario.lineups[once], return_counts=True)[1]
    if design not in ("rotations", "permutations") or not len(counts) or counts.max() < LEAST_BLOCKS:
        return None
    who, lines = scenario.who[once], scenario.lineups[once]
    score, win = (_components(values[once].astype(np.float64), who, lines, settings.level)
                  for values in (scenario.score, scenario.share))
    return Skill(score, win, int(once.sum()) * scenario.per_block) if score or win else None


def _components(values: Floats, who: Ints, lines: Ints, level: float) -> Components | None:
    found = skill_and_luck(values, who, lines, level)
    return found if found.total > 0 else None


@dataclass(frozen=True)
class SkillRow:
    """One cause of the spread: its variance and its share in that of the scores, and in that of the win shares."""

    part: str
    words: str
    variance: float
    of_score: float
    score_interval: Interval
    of_win: float
    win_interval: Interval


def skill_rows(found: Skill | None) -> list[SkillRow]:
    """The causes, skill first; only its share has an interval."""
    if found is None:
        return []
    rows = []
    for part, words in PARTS:
        of_score, of_win = (share_of(components, (part,)) for components in (found.score, found.win))
        variance = float(getattr(found.score, part)) if found.score else math.nan
        rows.append(SkillRow(part, words, variance, of_score, _interval(found.score, part), of_win, _interval(found.win, part)))
    return rows


def _interval(components: Components | None, part: str) -> Interval:
    if components is None or part != "strategy":
        return math.nan, math.nan
    return components.skill.low, components.skill.high


def share_of(components: Components | None, parts: Sequence[str]) -> float:
    """The share of some causes in the whole."""
    return sum(getattr(components, part) for part in parts) / components.total if components else math.nan


def skill_table(rows: Sequence[SkillRow], found: Skill | None) -> Table:
    """The table of the page."""
    columns = [Column("words", "cause", "text"), Column("variance", "variance of the score", "decimal", digits=2),
               Column("of_score", "% of the score's", "share", interval="score_interval"),
               Column("of_win", "% of the win share's", "share", "An index: win shares as if they were scores.",
                      interval="win_interval")]
    pooled = " Two seats leave nothing to tell the kinds of luck apart." if found and found.pooled else ""
    games = f" {formats.plural(found.games, 'game')}." if found else ""
    return Table("skill_and_luck", "Where the spread comes from", columns, rows, f"{SUBJECT}{pooled}{games}",
                 extra=[Column("part", "part", "text")])
