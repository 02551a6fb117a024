"""An option forced against the free choice: what a strategy wins when it must take it, or never may."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.formats import Interval
from reports.pairing import Pair
from reports.reader import Floats, Ints, Scenario
from reports.settings import Settings
from reports.stats.compare import changes
from reports.stats.contrasts import Contrast, holm
from reports.tables.table import Column, Table


@dataclass(frozen=True)
class ForcedRow:
    """One forced option in one scenario: the strategy free and forced, over the blocks that were played both ways.

    Shares are those of one of its seats; they say nothing (nan) where it plays against itself alone. `changed` counts the
    games that went otherwise.
    """

    strategy: str
    rule: str
    option: str
    where: str
    scenario: int
    games: int
    changed: int
    free: float
    forced: float
    difference: float
    interval: Interval
    p: float
    score: float
    score_interval: Interval
    blocks: int

    @property
    def what(self) -> str:
        """`never build harbor`."""
        return f"{self.rule} {self.option}"

    @property
    def otherwise(self) -> str:
        return f"all {self.games:,}" if self.changed == self.games else f"{self.changed:,} of {self.games:,}"

    def shown(self, alpha: float) -> bool:
        """Whether the win share is shown to change."""
        return self.p < alpha


def forced_rows(pairs: Sequence[Pair], settings: Settings) -> list[ForcedRow]:
    """A row for each forced option and scenario, in the order of the plan; p by Holm over all of them."""
    rows = [row for pair in pairs if (row := _row(pair, settings)) is not None]
    adjusted = holm(np.array([row.p for row in rows], dtype=np.float64)).tolist()
    return [replace(row, p=p) for row, p in zip(rows, adjusted, strict=True)]


def _row(pair: Pair, settings: Settings) -> ForcedRow | None:
    force, name = pair.treated.planned.force, name_of(pair.treated)
    if force is None or name not in pair.treated.strategies or name not in pair.free.strategies:
        return None
    free, forced = (_of(part, name, part.share) for part in (pair.free, pair.treated))
    share = _change(pair, free, forced, settings, share=True)
    score = _change(pair, _of(pair.free, name, pair.free.score), _of(pair.treated, name, pair.treated.score), settings)
    said = not pair.treated.mirror
    went = pair.having(pair.treated.digests()) != pair.without(pair.free.digests())
    return ForcedRow(
        strategy=name, rule=force.rule, option=force.option, where=pair.title, scenario=pair.treated.number,
        games=went.size, changed=int(went.sum()), free=_mean(pair.without(free)) if said else math.nan,
        forced=_mean(pair.having(forced)) if said else math.nan, difference=share.value if said else math.nan,
        interval=(share.low, share.high) if said else (math.nan, math.nan), p=share.p if said else math.nan,
        score=score.value, score_interval=(score.low, score.high), blocks=share.blocks)


def name_of(scenario: Scenario) -> str:
    """The strategy that is forced, with the parameters of the scenario's cell."""
    force = scenario.planned.force
    if force is None:
        return ""
    return scenario.planned.strategies[scenario.run.experiment.strategies.index(force.strategy)]


def _of(scenario: Scenario, name: str, values: Floats | Ints) -> Floats:
    """A seat value of a strategy by block, nan where it did not play."""
    return scenario.by_strategy(values)[:, scenario.strategies.index(name)]


def _change(pair: Pair, free: Floats, forced: Floats, settings: Settings, *, share: bool = False) -> Contrast:
    change = pair.having(forced) - pair.without(free)
    return changes(change[:, None], settings.level, pair.strata, share=share)[0]


def _mean(values: Floats) -> float:
    return float(np.nanmean(values))


DIFFERENCE = Column("difference", "difference, points", "points", "Forced less free, paired by block, with its 95 % interval.",
                    interval="interval")
SCORE = Column("score", "score", "signed", "Mean score forced less free.", interval="score_interval")


def forced_table(rows: Sequence[ForcedRow]) -> Table:
    """The table of the page."""
    several = any(row.where for row in rows)
    columns = [
        Column("strategy", "strategy", "text"), Column("what", "forced", "text"),
        *([Column("where", "in", "text")] if several else []),
        Column("free", "free, win share %", "share", "Win share of one of its seats when it chooses freely."),
        Column("forced", "forced", "share", "The same, forced."),
        DIFFERENCE,
        Column("p", "p (Holm)", "p", "Chance of a change this large if there were none, adjusted over all forced options by "
               "Holm."),
        SCORE,
        Column("otherwise", "games changed", "text", "Games in which anything went otherwise."),
        Column("blocks", "blocks", "count")]
    extra = [Column("scenario", "scenario", "id"), Column("rule", "rule", "text"), Column("option", "option", "text"),
             Column("games", "games", "count"), Column("changed", "changed", "count")]
    return Table("forced", "Forced against free", columns, rows,
                 "Only this strategy is bound; all others choose freely. What moves is the effect of the option on it at this "
                 "table, and not that of being one who would take it.", extra)
