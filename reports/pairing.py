"""Scenarios that were played once more, beside those that they repeat: the blocks that both have, on the same luck."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from reports.reader import Ints, Scenario


@dataclass(frozen=True)
class Pair:
    """A scenario with a treatment, and the free one; `title` sets the free one apart from others, empty if it is alone."""

    free: Scenario
    treated: Scenario
    title: str

    @cached_property
    def _places(self) -> tuple[Ints, Ints]:
        """Where the blocks that both have lie in each of them."""
        _, free, treated = np.intersect1d(self.free.blocks, self.treated.blocks, return_indices=True)
        return free.astype(np.int64), treated.astype(np.int64)

    @property
    def blocks(self) -> int:
        """How many blocks both have."""
        return len(self._places[0])

    def without(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Values of the free scenario, blocks first, in the blocks that both have."""
        return values[self._places[0]]

    def having(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Values of the treated scenario in these blocks."""
        return values[self._places[1]]

    @property
    def strata(self) -> Ints | None:
        """The line-ups of the blocks, where each line-up has more than one."""
        line_ups: Ints = self.without(self.free.lineups)
        counts = np.unique(line_ups, return_counts=True)[1]
        return line_ups if len(counts) > 1 and counts.min() > 1 else None


def pairs(scenarios: Sequence[tuple[Scenario, str]]) -> list[Pair]:
    """Every scenario with a treatment beside its twin, if both have blocks in common; of scenarios with their titles."""
    free = [(scenario, title) for scenario, title in scenarios if scenario.planned.treatment is None]
    found = []
    for treated, _ in scenarios:
        if treated.planned.treatment is not None:
            for twin, title in free:
                if twin.number == treated.planned.twin and (not treated.mirror or twin.strategies == treated.strategies):
                    found.append(Pair(twin, treated, title if len(free) > 1 else ""))
    return [pair for pair in found if pair.blocks]
