"""What changed: a row for each strategy, seat, length, end and metric, block by block, each family tested together."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.changes.arms import Arm, Metric, Player
from reports.formats import Interval, known
from reports.names import seat_name
from reports.reader import Floats
from reports.settings import Settings
from reports.stats.compare import Change, paired_change, unpaired_change
from reports.stats.contrasts import Contrast
from reports.stats.quantiles import t_quantile
from reports.stats.rare import unseen
from reports.tables.length import CAP
from reports.tables.metrics import metric_words
from reports.tables.table import plain

WIN_SHARE, SEAT, SCORE, ROUNDS, END = "win_share", "seat", "score", "rounds", "end_trigger"
Item = tuple[str, str, str]
"""What a row is: for programs, in a table, in a sentence."""


@dataclass(frozen=True)
class ChangeRow:
    """One thing on both sides, `short` in sentences; a row of a group that is tested as one family.

    `interval` holds for all rows of the group at once, `alone` for this row, `narrow` likewise at level 1 - 2 alpha: that a
    larger change is excluded rests on it. `p` is after Holm over the group.
    A `share` is a fraction, shown in percent and points. `pairing` is the variance relative to that without pairing.
    """

    item: str
    name: str
    short: str
    share: bool
    before: float
    after: float
    difference: float
    interval: Interval
    alone: Interval
    narrow: Interval
    p: float
    blocks: int
    pairing: float
    constant: bool
    alpha: float

    @property
    def shown(self) -> bool:
        """Whether the tests of the group show a change here."""
        return self.p < self.alpha

    def within(self, margin: float) -> bool:
        """Whether a change of the margin or more is excluded."""
        return known(self.narrow[0]) and -margin < self.narrow[0] and self.narrow[1] < margin

    @property
    def digits(self) -> int:
        """Decimals that it is written with."""
        return 1 if self.share or max(abs(self.before), abs(self.after)) >= 10 else 2

    def sd(self, level: float) -> float:
        """The standard deviation of one block's difference, as the interval implies it; nan without one."""
        if self.constant or not known(self.alone[0]):
            return math.nan
        return (self.alone[1] - self.alone[0]) / 2 / t_quantile(0.5 + level / 2, self.blocks - 1.0) * math.sqrt(self.blocks)


@dataclass(frozen=True)
class Group:
    """Rows that are one family: the strategies, the seats, the end triggers, or a single measure of the games."""

    measure: str
    heading: str
    rows: tuple[ChangeRow, ...]
    pairing: float

    @property
    def same(self) -> bool:
        """Whether nothing changed in any block."""
        return all(row.constant and row.difference == 0 for row in self.rows)

    def records(self) -> list[dict[str, Any]]:
        """The rows as plain data."""
        return [{"measure": self.measure, "item": row.item, "unit": "share" if row.share else "number",
                 **{key: plain(getattr(row, key)) for key in ("before", "after", "difference", "interval", "p", "shown",
                                                              "alone", "blocks", "pairing")}} for row in self.rows]


class Weigher:
    """Makes groups of rows out of block matrices of two sides."""

    def __init__(self, before: Arm, after: Arm, paired: bool, settings: Settings) -> None:
        self.before = before
        self.after = after
        self.paired = paired
        self.settings = settings

    def group(self, measure: str, heading: str, items: Sequence[Item], before: Floats, after: Floats, *,
              share: bool) -> Group:
        """A family: what each column is, and the two block matrices."""
        settings = self.settings
        change, narrow = (self._change(before, after, level, share) for level in (settings.level, 1 - 2 * settings.alpha))
        rows = [self._row(item, change, narrow, column, share) for column, item in enumerate(items)]
        return Group(measure, heading, tuple(rows), change.pairing)

    def _change(self, before: Floats, after: Floats, level: float, share: bool) -> Change:
        if self.paired:
            return paired_change(before, after, level, self.before.line_up, share=share)
        return unpaired_change(before, after, level, share=share)

    def _row(self, item: Item, change: Change, narrow: Change, column: int, share: bool) -> ChangeRow:
        one, close = change.contrasts[column], narrow.contrasts[column]
        constant = one.low == one.high
        alone, joint, tight = (one.low, one.high), _joint(one), (close.low, close.high)
        if constant and share:
            blocks = one.blocks if self.paired else min(self.before.blocks, self.after.blocks)
            alone = joint = unseen(one.value, blocks, self.settings.alpha / 2)
            tight = unseen(one.value, blocks, self.settings.alpha)
        return ChangeRow(*item, share, change.before[column], change.after[column], one.value, joint, alone, tight, one.p_holm,
                         one.blocks, change.gains[column], constant, self.settings.alpha)


def _joint(one: Contrast) -> Interval:
    """The interval for the whole family; that of the row where no row of the family varies."""
    return (one.joint_low, one.joint_high) if known(one.joint_low) else (one.low, one.high)


def groups(before: Arm, after: Arm, who: Sequence[Player], metrics: Sequence[Metric], triggers: Sequence[str], *, paired: bool,
           settings: Settings) -> list[Group]:
    """All groups of a comparison: win shares, seats, scores, rounds, ends, then the metrics that were asked for."""
    weigh = Weigher(before, after, paired, settings)
    found = []
    compared = who if not (before.scenario.mirror and after.scenario.mirror) else []
    if compared:
        found.append(_win_shares(weigh, compared))
    if before.scenario.seats > 1:
        found.append(_seats(weigh))
    if who:
        found.append(_by_player(weigh, Metric(SCORE, "seats"), who))
    found.append(_of_games(weigh, Metric(ROUNDS, "games"), "rounds in a game"))
    found += _ends(weigh, triggers)
    for metric in metrics:
        if metric.name in (SCORE, ROUNDS, WIN_SHARE):
            continue
        if metric.of == "games":
            found.append(_of_games(weigh, metric, f"{metric_words(metric.name.removeprefix('g_'))} in a game"))
        elif who:
            found.append(_by_player(weigh, metric, who))
    return found


def _win_shares(weigh: Weigher, who: Sequence[Player]) -> Group:
    """The share of all seats that a strategy holds, or of one of them where it holds sometimes more, sometimes fewer."""
    metric, held = Metric("win_share", "seats"), np.array([max(1, player.copies) for player in who], dtype=np.float64)
    sides = [held * arm.by_player(arm.seats(metric), who, side) for side, arm in enumerate((weigh.before, weigh.after))]
    return weigh.group(WIN_SHARE, "win share %", [player.item for player in who], *sides, share=True)


def _seats(weigh: Weigher) -> Group:
    """The difference in differences of seat advantage: an equal share is the same on both sides."""
    metric = Metric("win_share", "seats")
    sides = [arm.by_seat(arm.seats(metric)) for arm in (weigh.before, weigh.after)]
    items = [(str(seat), f"seat {seat_name(seat)}", f"seat {seat}") for seat in range(weigh.before.scenario.seats)]
    return weigh.group(SEAT, "win share of a seat, %", items, *sides, share=True)


def _by_player(weigh: Weigher, metric: Metric, who: Sequence[Player]) -> Group:
    sides = [arm.by_player(arm.seats(metric), who, side) for side, arm in enumerate((weigh.before, weigh.after))]
    heading = metric_words(metric.name) + (", % of games" if metric.share else "")
    return weigh.group(metric.name, heading, [player.item for player in who], *sides, share=metric.share)


def _of_games(weigh: Weigher, metric: Metric, name: str) -> Group:
    sides = [arm.by_game(arm.games_of(metric)) for arm in (weigh.before, weigh.after)]
    return weigh.group(metric.name, name + (", %" if metric.share else ""), [("", name, name)], *sides, share=metric.share)


def _ends(weigh: Weigher, triggers: Sequence[str]) -> list[Group]:
    """The share of games that each trigger ended first; those that ended none on either side are left out."""
    arms = (weigh.before, weigh.after)
    found = {str(name) for arm in arms for name in np.unique(arm.scenario.end_trigger[arm.keep])}
    names = [name for name in (*triggers, CAP, *sorted(found)) if name in found]
    names = list(dict.fromkeys(names))
    if not names:
        return []
    sides = [np.hstack([arm.by_game(arm.ended_by(name)) for name in names]) for arm in arms]
    items = [(name, f"ended by {name.replace('_', ' ') or 'nothing'}", name.replace("_", " ") or "nothing") for name in names]
    return [weigh.group(END, "ended by, % of games", items, *sides, share=True)]
