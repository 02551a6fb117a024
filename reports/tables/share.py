"""The interval of a win share as the reader has chosen it, and what is to be said of the choice."""
from __future__ import annotations

from reports.reader import Floats, Scenario
from reports.settings import NAIVE, Settings
from reports.stats.rates import METHODS, Rate
from reports.stopping import tested

NAMES = {"cluster-wilson": "cluster Wilson", "block-t": "block t", "naive-wilson": "naive Wilson",
         "clopper-pearson": "Clopper-Pearson", "jeffreys": "Jeffreys"}


def share_rate(scenario: Scenario, block_means: Floats, games: int, settings: Settings) -> Rate:
    """A share with its interval, from block means (B,), nan where it could not occur."""
    return METHODS[settings.ci](block_means, games, settings.level, scenario.strata)


def interval_name(scenario: Scenario, settings: Settings) -> str:
    """The interval of a strategy's or a seat's share in words: `cluster Wilson, 95 %`."""
    name = NAMES[settings.ci]
    if tested(scenario.run):
        name = "confidence sequence" + (" (empirical Bernstein)" if settings.cs == "eb" else "")
    return f"{name}, {100 * settings.level:g} %"


def unsound(scenario: Scenario, settings: Settings) -> str:
    """Why the chosen interval does not hold for the games of a scenario; empty if it does."""
    if settings.ci not in NAIVE or scenario.per_block == 1:
        return ""
    return (f"The intervals of shares ({NAMES[settings.ci]}) count every game as independent; the {scenario.per_block} games "
            "of a block share their luck: too wide for strategies, too narrow for seats. They are for the design random.")
