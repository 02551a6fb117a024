"""What a run says that stops by itself: where it stopped, what it decided, and the interval that holds all the same."""
from __future__ import annotations

import math
import shlex
from typing import TYPE_CHECKING

from experiments.sequential import Gsprt
from reports import formats
from reports.formats import Interval
from reports.reader import Floats, Scenario
from reports.settings import Settings
from reports.stats import anytime
from reports.stats.rates import Rate

if TYPE_CHECKING:
    from experiments.store import Run
    from reports.findings import Book, Findings

ELSE = ("Seats and differences have it too; places, scores, ratings, head-to-head results and single cells are worked out as "
        "if the number of blocks had been fixed before.")
NOTE = ("Intervals: the confidence sequence, which holds although the test chose when to stop. The shares themselves lean a "
        "little to the side on which it stopped.")


EQUAL = 0.005
"""A share so close to an equal one is called equal."""
NEAR = 0.03
"""Two shares of a test so close together that the lower one's victory says: not more than that."""


def tested(run: Run) -> bool:
    """Whether the run ends with the decision of a sequential test."""
    return run.experiment.stop is not None and run.experiment.stop.sprt is not None


def target(found: Findings) -> str:
    """The strategy that is tested, in the words of a scenario."""
    run = found.scenario.run
    stop = run.experiment.stop
    assert stop is not None
    return run.plan.scenarios[found.scenario.number].strategies[run.experiment.strategies.index(stop.target)]


def headline(book: Book) -> str:
    """`Decided: not better.`, or where it stopped; empty for a run of a fixed length, an unfinished one, or one of several
    scenarios, which have their sentences."""
    run = book.contents.run
    if run.experiment.stop is None or len(run.stops) != 1 or len(book.scenarios) != 1:
        return ""
    [stop], decided = run.stops, {"H0": "Decided: not better.", "H1": "Decided: better.", "precise": "As precise as asked."}
    return decided.get(stop.decision, f"Open after {formats.plural(stop.blocks, 'block')}.")


def fact(run: Run) -> str:
    """The rule of a run, and where it has stopped; empty for a run of a fixed length."""
    if run.experiment.stop is None:
        return ""
    found = {"H0": "decided", "H1": "decided", "precise": "known", "open": "open"}
    ends = [f"{found[stop.decision]} after {formats.plural(stop.blocks, 'block')}" for stop in run.stops]
    return f"blocks until {run.experiment.stop.until}" + (f"; {formats.listed(ends)}" if ends else "")


def sentences(found: Findings) -> list[str]:
    """What the rule of the run has come to in a scenario."""
    run = found.scenario.run
    rule = run.experiment.stop
    if rule is None:
        return []
    stop = next((stop for stop in run.stops if stop.scenario == found.scenario.number), None)
    again = f"evenhand run --resume {shlex.quote(run.folder.as_posix())} --max-blocks {2 * found.scenario.n_blocks}"
    if rule.sprt is None:
        wanted = formats.percent(rule.half_width)
        if stop is None or stop.decision == "precise":
            return []
        reached = "" if stop.statistic is None else f", only to +-{formats.percent(stop.statistic)}"
        return [f"Shares are not known to +-{wanted} points after {formats.plural(stop.blocks, 'block')}{reached}. "
                f"Go on:  {again}"]
    low, high = rule.sprt
    who = found.short[target(found)]
    if stop is None or stop.statistic is None:
        return [f"{who}: not decided yet between shares of {formats.percent(low)} and {formats.percent(high)}."]
    ratio = f"(LLR {stop.statistic:+.2f})"
    if stop.decision == "open":
        return [f"{who}: undecided between shares of {formats.percent(low)} and {formats.percent(high)} after "
                f"{formats.plural(stop.blocks, 'block')} {ratio}. Go on:  {again}"]
    return [_decided(found, who, stop.decision == "H1", ratio)]


def _decided(found: Findings, who: str, better: bool, ratio: str) -> str:
    """What a test has decided: that one of its two shares fits better, no more; in everyday words where the confidence
    sequence says as much about an equal share."""
    rule = found.scenario.run.experiment.stop
    assert rule is not None and rule.sprt is not None
    low, high = rule.sprt
    if abs(low - found.scenario.equal) < EQUAL and high - low <= NEAR:
        ends = next((row.interval for row in found.strategies if row.strategy == target(found)), (math.nan, math.nan))
        if better and ends[0] > low:
            return f"{who} wins more than an equal share {ratio}."
        if not better and ends[1] < high:
            return f"{who} does not win more than an equal share {ratio}."
    shares = (high, low) if better else (low, high)
    fits, other = (formats.percent(share) for share in shares)
    bounds = formats.listed([formats.signed(end, 2) for end in Gsprt(low, high, rule.alpha, rule.beta).bounds])
    return f"{who}: a share of {fits} rather than {other} is supported ({ratio[1:-1]}, bounds {bounds})."


def lost(found: Findings) -> int | None:
    """A game that the tested strategy lost; None if there is none."""
    scenario = found.scenario
    name = target(found)
    if name not in scenario.strategies:
        return None
    mine = scenario.who == scenario.strategies.index(name)
    games = mine.any(axis=2) & ~(mine & (scenario.share > 0)).any(axis=2)
    return int(scenario.game_ids[games][0]) if games.any() else None


def interval(scenario: Scenario, block_means: Floats, usual: Rate, settings: Settings) -> Interval:
    """The interval to show for a share: the usual one, or the confidence sequence where a test chose when to stop."""
    return anytime.interval(block_means, settings.level, settings.cs) if tested(scenario.run) else (usual.low, usual.high)
