"""Two variants of a run, cells of its sweep, or two runs: what changed, block by block on the same luck."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.store import RunError
from reports.changes import comparable, sides
from reports.changes.arms import Arm, Metric, metric_of, players
from reports.changes.comparable import Difference
from reports.changes.rows import SEAT, WIN_SHARE, ChangeRow, Group, groups
from reports.changes.sides import Match
from reports.formats import plural
from reports.game import GameFacts, facts_of
from reports.reader import Contents, read
from reports.settings import Settings
from sim.faults import Fault

if TYPE_CHECKING:
    from experiments.store import Run

SCHEMA = "evenhand.compare/1"


@dataclass(frozen=True)
class Versus:
    """One comparison: `after` against `before`. `context` tells it from the others, `differences` says what was changed.

    `blocks` and `games` are those that count on either side, `left_out` the finished ones that lack a game on one of them.
    """

    before: str
    after: str
    context: str
    seats: int
    scenarios: tuple[int, int]
    blocks: tuple[int, int]
    games: tuple[int, int]
    left_out: int
    planned: int
    strategies: tuple[str, ...]
    """Those of the second side."""
    differences: tuple[Difference, ...]
    groups: tuple[Group, ...]

    @property
    def title(self) -> str:
        return f"{self.after} against {self.before}" + (f" ({self.context})" if self.context else "")

    @property
    def pairing(self) -> float:
        """Variance of the win shares' differences relative to that without pairing; of the seats' where nobody competes.

        nan where that says nothing: unpaired, one block, or nothing changed anywhere.
        """
        if all(group.same for group in self.groups):
            return float("nan")
        return self.group(WIN_SHARE).pairing if self.group(WIN_SHARE).rows else self.group(SEAT).pairing

    @property
    def unfinished(self) -> bool:
        return min(self.blocks) + self.left_out < self.planned

    def group(self, measure: str) -> Group:
        """The rows of a measure; none if it was not compared."""
        return next((group for group in self.groups if group.measure == measure), Group(measure, measure, (), float("nan")))


@dataclass(frozen=True)
class Comparison:
    """Everything that was compared. Iterating gives the single comparisons."""

    parts: tuple[Versus, ...]
    paired: bool
    folders: tuple[str, ...]
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    metrics: tuple[str, ...]
    """Those that were asked for, beside what is always compared."""
    facts: GameFacts = field(repr=False)
    settings: Settings = field(repr=False)

    @property
    def rows(self) -> list[ChangeRow]:
        """All rows of all comparisons."""
        return [row for part in self.parts for group in part.groups for row in group.rows]

    def records(self) -> list[dict[str, Any]]:
        """The rows as plain data, each with the comparison that it belongs to: a list that becomes a data frame."""
        return [{"compared": part.after, "against": part.before, "context": part.context, "seats": part.seats, **record}
                for part in self.parts for group in part.groups for record in group.records()]

    def text(self, width: int = 100, color: bool = False) -> str:
        """As the command line prints it."""
        from reports.changes.text import text

        return text(self, width, color)

    def document(self) -> dict[str, Any]:
        """As plain data; shares are fractions, what is not known is None."""
        from reports.changes.files import document

        return document(self)


def compare(run: Run, other: Run | None = None, *, base: str | None = None, variant: str | None = None,
            metrics: Sequence[str] = (), paired: bool = True, settings: Settings | None = None) -> Comparison:
    """What changes from one variant to another, or from `run` to `other`.

    Without `other` each further variant of the run stands against the first (of a run with one variant, each further cell of
    its sweep); `base` and `variant` choose by name, cells by their values, as in "quarries=1". Seats and cells are paired like
    with like. With `other` the two runs must have the same luck, or `paired` must be False. `metrics` are columns of the
    tables games and seats that are compared too. RunError says what cannot be compared and why.
    """
    settings = settings or Settings()
    found = [metric_of(run.game, name) for name in metrics]
    one = read(run)
    if other is None:
        return _of_matches(sides.within(one, base, variant), [run], found, paired=paired, settings=settings)
    comparable.refuse(run, other, paired)
    matches = sides.between(one, read(other), base, variant)
    return _of_matches(matches, [run, other], found, paired=paired, settings=settings)


def of_contents(contents: Contents, settings: Settings) -> Comparison | None:
    """The usual comparison of a run that is being reported; None where there is nothing to compare."""
    try:
        found = sides.within(contents, None, None, treated=False)
        return _of_matches(found, [contents.run], [], paired=True, settings=settings)
    except RunError:
        return None


def _of_matches(matches: Sequence[Match], runs: Sequence[Run], metrics: Sequence[Metric], *, paired: bool,
                settings: Settings) -> Comparison:
    run = runs[0]
    parts = [part for match in matches if (part := _versus(match, metrics, paired, settings)) is not None]
    folders = tuple(item.folder.as_posix() for item in runs)
    if not parts:
        who = "the runs hold no finished block in common" if len(runs) > 1 else f"{folders[0]} holds no finished block"
        raise RunError(Fault("", f"{who}; there is nothing to compare yet."))
    told = tuple(comparable.differences(*runs)) if len(runs) == 2 else ()
    notes = tuple(dict.fromkeys(note for match in matches for note in _stopped(match)))
    return Comparison(tuple(parts), paired, folders, told, notes, tuple(metric.name for metric in metrics),
                      facts_of(run), settings)


def _versus(match: Match, metrics: Sequence[Metric], paired: bool, settings: Settings) -> Versus | None:
    """The comparison of two sides; None without a block to compare."""
    first, second = match.before, match.after
    common = np.intersect1d(first.scenario.blocks, second.scenario.blocks)
    arms = [Arm(side, np.isin(side.scenario.blocks, common) if paired else np.ones(side.scenario.n_blocks, dtype=bool))
            for side in (first, second)]
    if not min(arm.blocks for arm in arms):
        return None
    corresponding = first.run is second.run or comparable.by_place(first.run, second.run)
    who = players(arms[0], arms[1], corresponding)
    finished = [set(side.run.finished_blocks(side.scenario.number)) for side in (first, second)]
    both = len(finished[0] & finished[1]) if paired else min(map(len, finished))
    alone = max(1, len(first.planned.line_ups.sets)) if first.alone >= 0 else 1
    swapped = [Difference("strategy", player.before, player.after) for player in who if player.replaced]
    if second.planned.treatment is not None:
        swapped.append(Difference(second.planned.treatment.words(second.run.experiment.game), "", ""))
    triggers = facts_of(first.run).triggers
    return Versus(
        before=match.names[0], after=match.names[1], context=match.context, seats=first.scenario.seats,
        scenarios=(first.scenario.number, second.scenario.number), blocks=(arms[0].blocks, arms[1].blocks),
        games=(arms[0].games, arms[1].games), left_out=0 if alone > 1 else both - min(arm.blocks for arm in arms),
        planned=min(first.planned.blocks, second.planned.blocks) if alone == 1 else 0,
        strategies=tuple(dict.fromkeys(player.after for player in who)),
        differences=(*comparable.options_between(first.run.game, first.planned, second.planned), *swapped),
        groups=tuple(groups(arms[0], arms[1], who, metrics, triggers, paired=paired, settings=settings)))


def _stopped(match: Match) -> list[str]:
    """That one of the two chose by its results when to stop."""
    rules = [side.run.experiment.stop for side in (match.before, match.after)]
    if not any(rules):
        return []
    ends = [next((stop.blocks for stop in side.run.stops if stop.scenario == side.scenario.number), None)
            for side in (match.before, match.after)]
    where = " and ".join(plural(end, "block") if end else "no block yet" for end in ends)
    return [f"Stopped by a rule that looked at the results (after {where}): the blocks that both have are compared as if their "
            "number had been fixed, and p values and intervals are a little too sure."]
