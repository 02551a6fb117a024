"""What one scenario says: every table of it, worked out once and only when it is asked for."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from reports.course import Course, course
from reports.game import GameFacts
from reports.names import scenario_title, short_names
from reports.pairing import Pair, pairs
from reports.reader import Contents, Scenario
from reports.settings import Settings, settled
from reports.stats.contrasts import Balance, Contrast
from reports.tables.chances import CalibrationRow, ChanceRow, calibration_rows, chance_rows
from reports.tables.course import CourseRow, course_rows
from reports.tables.effects import EffectRow, effect_rows
from reports.tables.evolution import SurvivalRow, survival_rows
from reports.tables.fit import FitRow, fit_row
from reports.tables.forced import ForcedRow, forced_rows
from reports.tables.gifts import GiftRow, KeeperRow, gift_rows, keeper_rows
from reports.tables.head_to_head import Meetings, meetings
from reports.tables.health import Health, health
from reports.tables.length import EndRow, LengthRow, end_rows, length_rows
from reports.tables.load import LoadRow, load_rows
from reports.tables.margins import margin_rows
from reports.tables.metrics import MetricRow, Metrics, Profile, metrics
from reports.tables.pairs import PairRow, compare_strategies, pair_rows
from reports.tables.picks import PickRow, pick_rows
from reports.tables.ranks import RankRow, rank_rows
from reports.tables.rating import Rating, rate_strategies
from reports.tables.ratings import RatingRow, SeatEffectRow, rating_rows, seat_effect_rows
from reports.tables.scores import PartRow, ScoreRow, part_rows, score_rows
from reports.tables.seat import SeatRow, seat_rows, weigh_seats
from reports.tables.seat_measures import SeatMeasures, seat_measures
from reports.tables.seat_strategy import CellRow, cell_rows
from reports.tables.skill import Skill, SkillRow, skill, skill_rows
from reports.tables.strategy import StrategyRow, strategy_rows

if TYPE_CHECKING:
    from reports.compare import Comparison

Row = TypeVar("Row", ScoreRow, CellRow, PartRow, RankRow)


@dataclass(frozen=True)
class Findings:
    """One scenario with its results. `title` sets it apart from the others of the run; empty if it is the only one."""

    scenario: Scenario
    title: str
    short: Mapping[str, str]
    settings: Settings
    facts: GameFacts = field(repr=False)

    @cached_property
    def contrasts(self) -> tuple[Contrast, ...]:
        return compare_strategies(self.scenario, self.settings)

    @cached_property
    def rating(self) -> Rating | None:
        return rate_strategies(self.scenario, self.settings)

    @cached_property
    def strategies(self) -> list[StrategyRow]:
        return strategy_rows(self.scenario, self.contrasts, self.rating, self.settings)

    @cached_property
    def pairs(self) -> list[PairRow]:
        return pair_rows(self.scenario, self.contrasts, self.settings)

    @cached_property
    def meetings(self) -> Meetings:
        return meetings(self.scenario, self.ranked, self.settings)

    @cached_property
    def effects(self) -> list[EffectRow]:
        return effect_rows(self.scenario, self.ranked, self.meetings, self.settings)

    @cached_property
    def places(self) -> list[RankRow]:
        return self._in_order(rank_rows(self.scenario))

    @cached_property
    def ratings(self) -> list[RatingRow]:
        return rating_rows(self.scenario, self.rating, self.settings)

    @cached_property
    def seat_effects(self) -> list[SeatEffectRow]:
        return seat_effect_rows(self.scenario, self.rating, self.settings)

    @cached_property
    def fit(self) -> FitRow | None:
        return fit_row(self.scenario, self.rating, self.settings)

    @cached_property
    def survival(self) -> list[SurvivalRow]:
        return survival_rows(self.scenario, self.settings)

    @cached_property
    def balance(self) -> Balance | None:
        return weigh_seats(self.scenario, self.settings)

    @cached_property
    def seats(self) -> list[SeatRow]:
        return seat_rows(self.scenario, self.balance, self.settings)

    @cached_property
    def seat_measures(self) -> list[SeatMeasures]:
        return seat_measures(self.scenario, self.settings)

    @cached_property
    def margins(self) -> list[LengthRow]:
        return margin_rows(self.scenario, self.settings)

    @cached_property
    def cells(self) -> list[CellRow]:
        return self._in_order(cell_rows(self.scenario, self.settings))

    @cached_property
    def scores(self) -> list[ScoreRow]:
        return self._in_order(score_rows(self.scenario))

    @cached_property
    def parts(self) -> list[PartRow]:
        return self._in_order(part_rows(self.scenario, self.facts.score_parts))

    @cached_property
    def lengths(self) -> list[LengthRow]:
        return length_rows(self.scenario, self.settings)

    @cached_property
    def ends(self) -> list[EndRow]:
        return end_rows(self.scenario, self.facts.triggers, self.settings)

    @cached_property
    def course(self) -> Course | None:
        """What the rounds say; None where none were kept."""
        return course(self.scenario, self.scenario.run.game.picks.places, self.settings.level)

    @cached_property
    def course_rows(self) -> list[CourseRow]:
        return course_rows(self.scenario, self.course, self.settings)

    @cached_property
    def chances(self) -> list[ChanceRow]:
        return chance_rows(self.course.table) if self.course and self.course.table else []

    @cached_property
    def calibration(self) -> list[CalibrationRow]:
        return calibration_rows(self.course.scored if self.course else None)

    @property
    def brier_skill(self) -> float:
        return self.course.scored.skill if self.course and self.course.scored else math.nan

    @cached_property
    def picks(self) -> list[PickRow]:
        return pick_rows(self.course, self.scenario.run.game.picks.words)

    @property
    def offered(self) -> bool:
        """Whether it is known what was open to each seat."""
        return self.course is not None and self.course.offered

    @cached_property
    def skill(self) -> Skill | None:
        return skill(self.scenario, self.settings)

    @cached_property
    def skill_rows(self) -> list[SkillRow]:
        return skill_rows(self.skill)

    @cached_property
    def load(self) -> list[LoadRow]:
        return load_rows(self.scenario, self.settings)

    @property
    def metrics(self) -> Sequence[MetricRow]:
        return self._metrics.rows

    @property
    def profiles(self) -> Sequence[Profile]:
        return self._metrics.profiles

    @cached_property
    def _metrics(self) -> Metrics:
        return metrics(self.scenario, self.facts.counters, self.settings)

    @cached_property
    def health(self) -> Health:
        return health(self.scenario)

    def _in_order(self, rows: list[Row]) -> list[Row]:
        """Rows of strategies, the best strategy's first."""
        place = {name: place for place, name in enumerate(self.ranked)}
        return sorted(rows, key=lambda row: place[row.strategy])

    @property
    def ranked(self) -> list[str]:
        """The strategies, the highest share first; in the order of the plan where shares say nothing."""
        return [row.strategy for row in self.strategies] or list(self.scenario.strategies)


@dataclass(frozen=True)
class Book:
    """The findings of a whole run."""

    contents: Contents
    scenarios: tuple[Findings, ...]
    settings: Settings
    facts: GameFacts
    short: Mapping[str, str]

    @cached_property
    def free(self) -> tuple[Findings, ...]:
        """The scenarios that are played as they are: without a gift or a forced option."""
        return tuple(found for found in self.scenarios if found.scenario.planned.treatment is None)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The scenarios that are played once more, each beside the free one."""
        return pairs([(found.scenario, found.title) for found in self.scenarios])

    @cached_property
    def gifts(self) -> list[GiftRow]:
        return gift_rows(self.pairs, self.facts.gifts, self.settings)

    @cached_property
    def keepers(self) -> list[KeeperRow]:
        return keeper_rows(self.pairs, self.gifts, self.settings)

    @cached_property
    def forced(self) -> list[ForcedRow]:
        return forced_rows(self.pairs, self.settings)

    @cached_property
    def changes(self) -> Comparison | None:
        """What changes between its variants, or cells; None where there is nothing to compare."""
        from reports.compare import of_contents

        return of_contents(self.contents, self.settings)


def study(contents: Contents, facts: GameFacts, settings: Settings) -> Book:
    """The findings of all scenarios that have games. Refusal if the settings do not suit the run."""
    played = [scenario for scenario in contents.scenarios if scenario.games]
    short = short_names(contents.strategies, facts.name)
    settings = settled(settings, contents.strategies, short)
    seats = len({scenario.seats for scenario in played}) > 1
    variants = len({scenario.variant for scenario in played if scenario.planned.treatment is None}) > 1
    alone = any(len({other.strategies for other in played if other.number == scenario.number}) > 1 for scenario in played)
    found = []
    for scenario in played:
        named = variants or scenario.planned.treatment is not None
        title = scenario_title(scenario.seats, scenario.variant, scenario.cell, seats, named)
        if alone and scenario.mirror:
            title = ": ".join(part for part in (title, f"{short[scenario.strategies[0]]} against itself") if part)
        found.append(Findings(scenario, title or scenario.variant if len(played) > 1 else "", short, settings, facts))
    return Book(contents, tuple(found), settings, facts, short)
