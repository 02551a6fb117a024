"""What is refused: an experiment that cannot be played, a run that cannot be used."""
from __future__ import annotations

from collections.abc import Iterable

from sim.faults import Fault, Refusal


class ExperimentError(Refusal):
    """An experiment that cannot be played, with all its faults. `source` is the file it came from, if any."""

    def __init__(self, faults: Fault | Iterable[Fault], source: str = "") -> None:
        super().__init__(faults)
        self.source = source


class RunError(Refusal):
    """A run's folder that cannot be written, gone on with, or read."""
