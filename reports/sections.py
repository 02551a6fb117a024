"""What stands where on the page: the tables and figures of a scenario and of a run, in the order of reading.

A section whose tables and figures have nothing to say is left out.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reports import formats, stopping, treatments
from reports.figures import (
    calibration,
    head_to_head,
    leads,
    length,
    margins,
    metrics,
    overview as overviews,
    pairs,
    picks,
    ranks,
    ratings,
    scores,
    seat_advantage,
    seat_by_strategy,
    skill,
    standing,
    stopping as stops,
    win_shares,
)
from reports.figures.style import Looks, looks
from reports.figures.svg import Figure
from reports.findings import Book, Findings
from reports.games import extras
from reports.tables.chances import calibration_table, chance_table
from reports.tables.course import course_table, curve_table, why_no_course
from reports.tables.effects import effect_table
from reports.tables.evolution import survival_table
from reports.tables.fit import fit_table
from reports.tables.head_to_head import meeting_table, triple_table
from reports.tables.length import end_table, length_table
from reports.tables.load import load_table
from reports.tables.margins import margin_table
from reports.tables.metrics import WIDE_TABLE, metric_table, wide_table
from reports.tables.overview import overview_rows, overview_table
from reports.tables.pairs import pair_table
from reports.tables.picks import pick_table
from reports.tables.ranks import rank_table
from reports.tables.ratings import rating_table, seat_effect_table
from reports.tables.scores import part_table, score_table
from reports.tables.seat import seat_table
from reports.tables.seat_measures import seat_measure_table
from reports.tables.seat_strategy import cell_table
from reports.tables.share import interval_name
from reports.tables.side_by_side import side_by_side
from reports.tables.skill import skill_table
from reports.tables.strategy import strategy_table
from reports.tables.table import Table

FIGURES_FOR = 6
"""Scenarios that get figures of their own; the others have their tables, and the page stays small."""

LONG = 12
"""Strategies above which only the first table stands open on the page."""


@dataclass(frozen=True)
class Section:
    """A heading with its tables and figures; `more` are tables that are opened when wanted, under `more_title`."""

    title: str
    tables: Sequence[Table] = ()
    figures: Sequence[Figure] = ()
    more: Sequence[Table] = ()
    more_title: str = ""

    @property
    def empty(self) -> bool:
        return not (self.tables or self.figures or self.more)


@dataclass(frozen=True)
class Chapter:
    """A scenario with its sections."""

    found: Findings
    sections: Sequence[Section]


class Drawer:
    """Draws the figures of a scenario, or none of them; `key` begins the ids of its drawings."""

    def __init__(self, found: Findings, palette: Looks, key: str, draw: bool) -> None:
        self.found = found
        self.palette = palette
        self.key = key
        self.draw = draw

    def __call__(self, **makers: Callable[[Findings, Looks, str], Figure | None]) -> list[Figure]:
        """The figures that have something to show, by the name that ends their ids."""
        if not self.draw:
            return []
        made = [make(self.found, self.palette, f"{self.key}-{name}") for name, make in makers.items()]
        return [figure for figure in made if figure is not None]


def chapters(book: Book, draw: bool = True) -> list[Chapter]:
    """All scenarios; without `draw` the tables alone."""
    palette, out = looks(book.contents.strategies), []
    for number, found in enumerate(book.scenarios):
        drawn = Drawer(found, palette, f"s{number}", draw and number < FIGURES_FOR)
        out.append(Chapter(found, [section for section in _sections(found, drawn) if not section.empty]))
    return out


def _sections(found: Findings, drawn: Drawer) -> Iterator[Section]:
    yield from _comparisons(found, drawn)
    yield from _games(found, drawn)
    yield from extras(found, drawn)


def _comparisons(found: Findings, drawn: Drawer) -> Iterator[Section]:
    """Who wins, from which seat, ahead of whom, and how strong that makes them."""
    equal, several = found.scenario.equal, len(found.scenario.strategies) > 1
    interval = interval_name(found.scenario, found.settings)
    long = len(found.scenario.strategies) > LONG
    yield Section("Strategies", filled(strategy_table(found.strategies, equal, _letters_note(found), interval)),
                  drawn(shares=win_shares.figure, pairs=pairs.figure),
                  filled(pair_table(found.pairs), effect_table(found.effects)),
                  "Differences between strategies, pair by pair, and their sizes")
    yield Section("Seats", filled(seat_table(found.seats, equal, found.settings, _seat_note(found), interval)),
                  drawn(seats=seat_advantage.figure, cells=seat_by_strategy.figure),
                  filled(seat_measure_table(found.seat_measures), *([cell_table(found.cells)] if several else [])),
                  "Seat advantage, strategy by strategy, and the spread of the seats" if several else "The spread of the seats")
    places = rank_table(found.places)
    yield Section("Who finishes ahead of whom", filled(triple_table(found.meetings), *([] if long else [places])),
                  drawn(meetings=head_to_head.figure, places=ranks.figure),
                  filled(*([places] if long else []), meeting_table(found.meetings, found.short)),
                  "Places, and head to head pair by pair" if long else "Head to head, pair by pair")
    strengths = rating_table(found.ratings, found.rating.notes if found.rating else ())
    yield Section("Ratings", [] if long else filled(strengths), drawn(ratings=ratings.figure),
                  filled(*([strengths] if long else []), seat_effect_table(found.seat_effects), fit_table(found.fit)),
                  f"{'All ratings, what' if long else 'What'} a seat adds, and where the ratings fit worst")
    yield Section("Who would survive", filled(survival_table(found.survival)))


def _games(found: Findings, drawn: Drawer) -> Iterator[Section]:
    """The scores, and how a game goes."""
    spread, part = score_table(found.scores), part_table(found.parts)
    long = len(found.scores) > LONG
    yield Section("Scores", filled(*([] if long else [spread]), margin_table(found.margins)),
                  drawn(scores=scores.spread, margins=margins.figure, parts=scores.parts),
                  filled(spread, part) if long else filled(part),
                  "All scores and their parts" if long else "Parts of the score")
    yield from _course(found, drawn)
    yield _causes(found, drawn)
    yield Section("How the run came to its end", [], drawn(path=stops.ratio, running=stops.estimate))
    yield Section(f"What only {found.facts.title} counts", [], drawn(metrics=metrics.figure),
                  filled(wide_table(found.metrics, found.short)), "All counters, by strategy")


def _course(found: Findings, drawn: Drawer) -> Iterator[Section]:
    """Leads, decision, chances; then how long games are, how they end, and how much there is to decide."""
    course = found.course
    more = filled(chance_table(found.chances), calibration_table(found.calibration, found.brier_skill))
    note = "" if course else why_no_course(found.scenario)
    yield Section("The course of the game", filled(course_table(found.course_rows, note)),
                  drawn(standing=standing.figure, leader=leads.leader_wins, decided=leads.decided, chances=calibration.figure),
                  [*(filled(curve_table(course)) if course else []), *more],
                  "The leader's curve and the win chances in numbers")
    yield Section("Length and end", filled(length_table(found.lengths), end_table(found.ends), load_table(found.load)),
                  drawn(rounds=length.rounds, ends=length.ends))


def _causes(found: Findings, drawn: Drawer) -> Section:
    """Skill, seat and luck, and the options that seats take."""
    words = [*(["skill", "luck"] if found.skill else []), *(["options"] if found.picks else [])]
    title = formats.listed(words).capitalize()
    more = filled(skill_table(found.skill_rows, found.skill), pick_table(found.picks, found.offered))
    return Section(title, [], drawn(skill=skill.figure, picks=picks.figure), more, f"{title} in numbers")


def tables_of(found: Findings) -> Iterator[Table]:
    """All tables of a scenario, for programs: the counters in one long table instead of the page's wide one."""
    for section in _sections(found, Drawer(found, {}, "", draw=False)):
        yield from (table for table in (*section.tables, *section.more) if table.name != WIDE_TABLE)
    yield from filled(metric_table(found.metrics))


def filled(*tables: Table) -> list[Table]:
    """The tables that have rows."""
    return [table for table in tables if table.rows]


def overview(book: Book, draw: bool = True) -> Section:
    """All scenarios side by side; empty if there is only one."""
    if len(book.scenarios) < 2:
        return Section("All scenarios")
    figures: list[Figure] = []
    if draw:
        palette = looks(book.contents.strategies)
        made = [overviews.shares(book.scenarios, palette, "all-shares"), overviews.seats(book.scenarios, "all-seats"),
                length.rounds_of_all(book.scenarios, "all-rounds"), length.ends_of_all(book.scenarios, "all-ends")]
        figures = [figure for figure in made if figure is not None]
    tables = [overview_table(overview_rows(book.scenarios)), *filled(side_by_side(book.scenarios))]
    return Section("All scenarios", tables, figures)


def across(book: Book, draw: bool = True) -> list[Section]:
    """What compares scenarios with one another: gifts and forced options, each against the same games without."""
    known = treatments.tables(book)
    gifts, keepers, forced = ([known[name]] if name in known else [] for name in ("gifts", "gifts_by_strategy", "forced"))
    sections = [
        Section("What a gift is worth", gifts, treatments.gift_figures(book) if draw else [], keepers,
                "By the strategy that got the gift"),
        Section("Forced against free", forced, treatments.forced_figures(book) if draw else [])]
    return [section for section in sections if not section.empty]


def _letters_note(found: Findings) -> str:
    blocks = formats.plural(found.scenario.n_blocks, "block")
    parts = [f"A letter in common: no difference found (paired over {blocks}, Holm)." if found.scenario.n_blocks > 1 else
             "One block gives no interval."]
    if any(row.seats_held == 0 for row in found.strategies):
        parts.append("Shares are those of one seat: the line-ups hold different numbers of a strategy.")
    if found.scenario.strata is not None:
        parts.append("Mean over all line-ups, each with the same weight.")
    if stopping.tested(found.scenario.run):
        parts[:0] = [stopping.NOTE, stopping.ELSE]
    return " ".join([*parts, *(found.rating.notes if found.rating else ())])


def _seat_note(found: Findings) -> str:
    names = [found.short[name] for name in found.scenario.strategies]
    if found.scenario.mirror:
        return f"{names[0]} against itself."
    who = formats.listed(names) if len(names) <= 6 else f"these {len(names)} strategies"
    return f"What a seat is worth depends on who plays: this holds for {who}."
