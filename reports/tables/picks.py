"""Options that seats take or leave: how often, and how those win who took them, among those who stood alike."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.course import Course
from reports.formats import Interval
from reports.stats.contrasts import benjamini_hochberg
from reports.stats.picks import marked
from reports.stats.rates import Rate
from reports.tables.table import Column, Table

CAVEAT = ("Neither effect is what the option causes: who stands well can afford more. [[force]] in the experiment plays the "
          "same blocks with the option forced, and tells.")
COUNTED = {
    True: "Only seats count to which an option was open at some decision of the game, in the rate and in both effects.",
    False: "Of all seats: whether an option was open to a seat is not kept.",
}
"""By whether it is known what was open to whom."""
ALIKE = ("Among alike: less the share of seats of the same strategy that in the same round, with the same rank and gap, did "
         "not take it then, be it that they did later or never. What all of them took, or none, has no effect to show.")


@dataclass(frozen=True)
class PickRow:
    """One option: the seats to which it was `open` (all, where that is not known), the share of them that took it, when, and
    what goes with it.

    `raw` compares with those who never took it, `effect` with those who stood alike and did not take it then; `p` is adjusted
    for the number of options (Benjamini-Hochberg), `shown` whether it stands out.
    """

    option: str
    open: int
    seats: int
    rate: float
    rate_interval: Interval
    round: float
    raw: float
    effect: float
    interval: Interval
    p: float
    shown: bool

    @property
    def mark(self) -> str:
        return "*" if self.shown else ""


def pick_rows(course: Course | None, words: Sequence[str]) -> list[PickRow]:
    """The options that anybody could take, the most frequent first; `words` are those of all."""
    if course is None or not course.picked:
        return []
    effects = [one.effect for one in course.picked]
    adjusted = benjamini_hochberg(np.array([effect.p for effect in effects]))
    rows = []
    for one, p, shown in zip(course.picked, adjusted.tolist(), marked(effects), strict=True):
        effect = one.effect
        rows.append(PickRow(words[one.option], one.open, one.seats, effect.rate.value, _ends(effect.rate), one.round,
                            effect.raw.value, effect.stratified.value, _ends(effect.stratified), p, shown))
    return sorted(rows, key=lambda row: (-row.rate, row.option))


def _ends(rate: Rate) -> Interval:
    return rate.low, rate.high


def pick_table(rows: Sequence[PickRow], known: bool) -> Table:
    """The table of the page; `known` says whether it is known what was open to whom."""
    columns = [
        Column("option", "option", "text"),
        Column("open", "open to" if known else "of", "count", "Seats of games to which it was open at some decision." if known
               else "All seats of games."),
        Column("seats", "taken by", "count", "Seats of games that took it at least once."),
        Column("rate", "taken by %", "share", "Of these seats, with its 95 % interval by blocks.", interval="rate_interval"),
        Column("round", "in round", "decimal", "Mean round in which it was first taken."),
        Column("raw", "raw effect", "points", "Win share of those who took it less that of those who did not, in points: says "
               "mostly who could afford it.", faint=True),
        Column("effect", "among alike", "points", "In points of win share; with its 95 % interval by blocks.",
               interval="interval", suffix="mark"),
        Column("p", "p (BH)", "p", "Adjusted for the number of options, Benjamini-Hochberg; * marks what stands out at 5 %.")]
    return Table("picks", "Options taken and win share", columns, rows, f"{CAVEAT} {COUNTED[known]} {ALIKE}",
                 extra=[Column("shown", "stands out", "text")])
