"""A comparison in Python: what changes from one variant to another, or from one run to another."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from evenhand.plainly import plainly

if TYPE_CHECKING:
    import pandas as pd

    from experiments.reader import Run as Recorded
    from reports.compare import Comparison as Compared


class Comparison:
    """What changes, block by block on the same luck. `print(comparison)` shows what the command line shows."""

    def __init__(self, compared: Compared) -> None:
        self._compared = compared

    @property
    def frame(self) -> pd.DataFrame:
        """Every difference with its interval, a row each, as `evenhand compare --format csv` writes them."""
        from evenhand.frames import frame_of_records
        from reports.changes.files import PAIRS

        return frame_of_records(self._compared.records(), PAIRS)

    @plainly
    def report(self, formats: Iterable[str] = ("html",)) -> Path:
        """Write the comparison into the folder of the (first) run; the place of its first file."""
        from evenhand.results import formats_of
        from reports.changes.files import write

        return write(self._compared, formats_of(formats))[0]

    def __str__(self) -> str:
        return self._compared.text()

    def __repr__(self) -> str:
        return f"<evenhand.Comparison {', '.join(part.title for part in self._compared.parts)}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def comparison(run: Recorded, other: Recorded | None, base: str | None, variant: str | None, metrics: Sequence[str],
               paired: bool, equivalence: float) -> Comparison:
    """The comparison of a run's variants, or of two runs."""
    from reports.compare import compare
    from reports.settings import Settings

    return Comparison(compare(run, other, base=base, variant=variant, metrics=metrics, paired=paired,
                              settings=Settings(margin=equivalence / 100)))
