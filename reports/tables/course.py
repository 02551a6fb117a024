"""How games went in one table: leads, decisions, drama, comebacks, close games, ties; each measure with its sentence."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reports import formats
from reports.course import FRACTIONS, Course
from reports.formats import Interval
from reports.reader import Floats, Scenario
from reports.settings import Settings
from reports.stats.blocks import Bools, block_means
from reports.stats.course import decisive_point
from reports.stats.metrics import close_rate, tie_rate
from reports.stats.rates import Rate, block_t
from reports.tables.table import Column, Table

LOOKED_AT = (0.25, 0.5, 0.75, 0.9)
"""The points of a game at which the table says how often its leader wins."""
DECISIVE = "decisive_point"
"""The measure that has a sentence even where it has no value."""
NOT_HERE = "Leads, decisions and chances are not here: "
NO_ROUNDS = f"{NOT_HERE}the run kept no rounds (--log rounds keeps them)."
NOT_ONE_ROUND = f"{NOT_HERE}no game came to a round."


@dataclass(frozen=True)
class CourseRow:
    """One measure of the games of a scenario: its value, what it counts, and what that says in words.

    `kind` and `digits` are those of a table's column; `n` numbers of `unit` stand behind it.
    """

    measure: str
    words: str
    kind: str
    digits: int
    value: float
    interval: Interval
    n: int
    unit: str
    sentence: str

    @property
    def shown(self) -> str:
        """The value with its interval."""
        return Column("value", "", "row", interval="interval").cell(self)

    @property
    def units(self) -> str:
        """The unit in the plural."""
        return self.unit if self.n == 1 else " and ".join(f"{word}s" for word in self.unit.split(" and "))


def course_rows(scenario: Scenario, course: Course | None, settings: Settings) -> list[CourseRow]:
    """All measures that are known, those of the leads first."""
    rows = [*(_of_rounds(scenario, course, settings) if course else ()), *_of_scores(scenario, settings)]
    return [row for row in rows if formats.known(row.value) or row.measure == DECISIVE]


def row_of(rows: Sequence[CourseRow], measure: str) -> CourseRow | None:
    """The row of a measure, None if it is not known."""
    return next((row for row in rows if row.measure == measure), None)


class _Maker:
    """Makes rows of a scenario."""

    def __init__(self, scenario: Scenario, settings: Settings) -> None:
        self.scenario = scenario
        self.settings = settings

    def by_game(self, values: Floats) -> Rate:
        """The mean of a value of each game; games without one are left out."""
        known = ~np.isnan(values)
        means = block_means(values, np.repeat(np.arange(self.scenario.n_blocks), self.scenario.per_block))
        return block_t(means, int(known.sum()), self.settings.level, self.scenario.strata)

    def row(self, name: tuple[str, str], form: tuple[str, int], rate: Rate, say: Callable[[str], str],
            unit: str = "game") -> CourseRow:
        """A row; `say` makes its sentence of the value as it is written."""
        low, high = (rate.low, rate.high) if form[0] != "share" else (max(rate.low, 0.0), min(rate.high, 1.0))
        made = CourseRow(*name, *form, rate.value, (low, high), rate.games, unit, "")
        value = Column("value", "", "row").text(made)
        return CourseRow(*name, *form, rate.value, (low, high), rate.games, unit, say(value))


def _of_rounds(scenario: Scenario, course: Course, settings: Settings) -> Iterator[CourseRow]:
    make, games = _Maker(scenario, settings), course.by_game
    changes, rate = make.by_game(games["changes"]), make.by_game(games["change_rate"])
    yield make.row(("lead_changes", "changes of the lead"), ("decimal", 2), changes,
                   lambda value: f"The sole leader is another one {value} times in a game.")
    yield make.row(("lead_change_rate", "rounds that change the lead, %"), ("share", 1), rate,
                   lambda value: f"{value} % of the rounds after the first bring a new sole leader.")
    for fraction in LOOKED_AT:
        place = int(np.argmin(np.abs(FRACTIONS - fraction)))
        part = f"{100 * fraction:.0f}"
        yield make.row((f"leader_wins_{part}", f"leader after {part} % wins, %"), ("share", 1), course.curve[place],
                       _leader_says(part, scenario.equal))
    yield decisive_row(scenario, course, settings)
    yield make.row(("decided", "decided after, % of the rounds"), ("share", 1), make.by_game(games["decided"]),
                   lambda value: f"On average the winner leads for good after {value} % of the rounds.")
    yield make.row(("drama_time", "drama: time behind, %"), ("share", 1), make.by_game(games["drama_time"]),
                   lambda value: f"In {value} % of the rounds before the last no later winner led.")
    yield make.row(("drama", "drama: depth"), ("decimal", 2), make.by_game(games["drama"]),
                   lambda value: f"While behind, the winner's chance lay below the leader's by {value} (mean root; 0 to 1).")
    yield make.row(("uncertainty", "uncertainty of the outcome"), ("decimal", 2), make.by_game(games["uncertainty"]),
                   lambda value: f"Over a game the chances are spread by {value}, where 1 is anybody's game and 0 is settled.")
    yield make.row(("comeback", "comeback of the last"), ("decimal", 2), course.comeback,
                   lambda value: f"Who is last at half-time wins {value} times as often as an equal share.", "seat")
    yield make.row(("snowball", "snowball, points per point"), ("signed", 3), course.snowball,
                   lambda value: f"{_snowball_says(value)} {_descriptive(scenario)}", "seat and round")


def _leader_says(part: str, equal: float) -> Callable[[str], str]:
    share = formats.percent(equal)
    return lambda value: f"Who leads after {part} % of a game wins {value} % of the games (an equal share is {share})."


def _snowball_says(value: str) -> str:
    return f"A point above the table's mean goes with {value} in the next round."


def _descriptive(scenario: Scenario) -> str:
    """What a slope cannot tell; a mirror run has at least no strategies to confuse it."""
    mirror = "" if scenario.mirror else " A mirror run would tell it without the differences of strategies."
    return f"This describes: lasting luck looks the same as a lead that feeds itself.{mirror}"


def decisive_row(scenario: Scenario, course: Course, settings: Settings) -> CourseRow:
    """From which part of a game on its leader wins with the wanted chance; the interval is where the band passes it.

    No value where that is not before the last round, after which the leader is the winner.
    """
    early = ends_later(scenario)
    point, first, last = (
        decisive_point(np.where(early, [getattr(rate, end) for rate in course.curve], math.nan), FRACTIONS, settings.decided)
        for end in ("value", "high", "low"))
    ends = (first, last) if first is not None and last is not None else (math.nan, math.nan)
    level = formats.percent(settings.decided).removesuffix(".0")
    value = math.nan if point is None else point
    says = (f"Not before the last round: until then no leader wins {level} % of the games." if point is None else
            f"From {formats.percent(value, 0)} % of the rounds on the leader wins at least {level} % of the games.")
    return CourseRow(DECISIVE, f"leader wins {level} % from, % of the rounds", "share", 0, value, ends,
                     course.curve[0].games, "game", says)


def ends_later(scenario: Scenario) -> Bools:
    """At which parts of the game at most half of the games stand at their last round already."""
    rounds = scenario.rounds.reshape(-1, 1)
    return np.asarray((np.ceil(FRACTIONS * rounds - 1e-9) >= rounds).mean(axis=0) <= 0.5, dtype=np.bool_)


def _of_scores(scenario: Scenario, settings: Settings) -> Iterator[CourseRow]:
    """What the final scores alone say."""
    if scenario.seats < 2:
        return
    make = _Maker(scenario, settings)
    scores = scenario.score.reshape(-1, scenario.seats).astype(np.float64)
    ranks = scenario.rank.reshape(-1, scenario.seats).astype(np.float64)
    block = np.repeat(np.arange(scenario.n_blocks), scenario.per_block)
    limit = f"{settings.close:g}"
    yield make.row(("close", f"won by at most {limit}, %"), ("share", 1),
                   close_rate(scores, block, settings.close, settings.level),
                   lambda value: f"{value} % of the games are won by at most {limit} points.")
    yield make.row(("tied", "tied, %"), ("share", 1), tie_rate(-ranks, block, settings.level),
                   lambda value: f"{value} % of the games have several winners.")
    yield make.row(("tied_scores", "tied before tie-breaks, %"), ("share", 1), tie_rate(scores, block, settings.level),
                   lambda value: f"In {value} % of the games several have the highest score, tie-breaks apart.")


def why_no_course(scenario: Scenario) -> str:
    """Why a scenario has none."""
    return NOT_ONE_ROUND if "rounds" in scenario.run.tables else NO_ROUNDS


def course_table(rows: Sequence[CourseRow], note: str = "") -> Table:
    """The table of the page; the note says what is missing."""
    columns = [Column("words", "measure", "text"),
               Column("value", "mean", "row", "With its 95 % interval by blocks.", interval="interval"),
               Column("n", "of", "count", suffix="units"), Column("sentence", "in words", "text")]
    return Table("course", "How games go", columns, rows, note,
                 extra=[Column("measure", "measure", "text")])


def curve_table(course: Course) -> Table:
    """The curve of the figure in numbers."""
    rows = [CurveRow(float(fraction), rate.games, rate.value, (max(rate.low, 0.0), min(rate.high, 1.0)))
            for fraction, rate in zip(FRACTIONS, course.curve, strict=True)]
    columns = [Column("fraction", "part of the game, %", "share", digits=0), Column("games", "games", "count"),
               Column("share", "leader wins, %", "share", "Several leaders count by their mean.", interval="interval")]
    return Table("leader_wins", "How often the leader wins, by the part of the game", columns, rows)


@dataclass(frozen=True)
class CurveRow:
    """How often the leader at a point of the game wins."""

    fraction: float
    games: int
    share: float
    interval: Interval
