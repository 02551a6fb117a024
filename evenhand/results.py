"""A run in Python: its tables as pandas frames, and the tables of its report."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Never, TypedDict, Unpack

from evenhand.params import run_folder
from evenhand.plainly import number, plain_value, plainly, refuse_unknown, word, words
from experiments.reader import Run as Recorded, open_run
from experiments.schemas import TABLES, describe
from sim.faults import Fault, Refusal, nearest

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from evenhand.comparing import Comparison
    from experiments.experiment import Experiment
    from reports.findings import Book, Findings
    from reports.settings import Settings
    from reports.tables.table import Column, Table


class Choices(TypedDict, total=False):
    """What a reader of the report may choose, as the options of `evenhand report`."""

    equivalence: float
    """Seats within so many points of an equal share count as balanced; 2 if nothing is said."""
    ci: Literal["cluster-wilson", "block-t", "naive-wilson", "clopper-pearson", "jeffreys"]
    """The interval of a share."""
    anchor: str
    """The strategy whose rating is 0."""
    rating: Literal["pl", "openskill"]
    pl_prior: float
    cs: Literal["asymptotic", "eb"]
    """The confidence sequence of a run that stops by itself."""
    decided: float
    """A game counts as decided from when its leader wins with this chance; 0.8 if nothing is said."""
    close: float
    """A game is close if it is won by at most so many points; 3 if nothing is said."""


NUMBERS = ("equivalence", "pl_prior", "decided", "close")
"""The choices that are numbers; the others are words."""


@plainly
def open(folder: str | Path) -> Run:
    """The run in a folder; of a run in `runs/` its name is enough."""
    return Run(open_run(run_folder(str(folder))))


class Run:
    """A run, read from its folder, while it is being played too.

    `games`, `seats`, `rounds`, `events`, `decisions`, `failures` and `timings` are its tables, of complete blocks only, as
    pandas frames. They are read anew whenever they are asked for; `frame` reads some columns, or one scenario.
    """

    def __init__(self, recorded: Recorded) -> None:
        self._run = recorded
        self._books: dict[Settings, Book] = {}

    # --- what it is -----------------------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self._run.folder

    @property
    def name(self) -> str:
        return self._run.name

    @property
    def experiment(self) -> Experiment:
        """What is played in it."""
        return self._run.experiment

    @property
    def complete(self) -> bool:
        """Whether all of it has been played."""
        return self._run.complete

    @cached_property
    def scenarios(self) -> pd.DataFrame:
        """Seats, variant and cell of the sweep of each scenario, and how many of its blocks have been played."""
        import pandas as pd

        return pd.DataFrame([{
            "scenario": one.number, "seats": one.seats, "variant": one.variant, **one.cell, "blocks": one.blocks,
            "played": len(self._run.finished_blocks(one.number)), "games_per_block": one.games_per_block,
        } for one in self._run.plan.scenarios])

    @cached_property
    def columns(self) -> pd.DataFrame:
        """What the columns of the tables mean."""
        import pandas as pd

        return pd.DataFrame(describe(self._run.game))

    # --- its tables -----------------------------------------------------------------------------------------------------

    @property
    def games(self) -> pd.DataFrame:
        """A row for each game."""
        return self.frame("games")

    @property
    def seats(self) -> pd.DataFrame:
        """A row for each game and seat: who sat there, and what came out."""
        return self.frame("seats")

    @property
    def rounds(self) -> pd.DataFrame:
        """A row for each game, round and seat."""
        return self.frame("rounds")

    @property
    def events(self) -> pd.DataFrame:
        """A row for each thing built, bought, sold, ..."""
        return self.frame("events")

    @property
    def decisions(self) -> pd.DataFrame:
        """A row for each decision, where they were logged."""
        return self.frame("decisions")

    @property
    def failures(self) -> pd.DataFrame:
        """A row for each game in which a strategy failed."""
        return self.frame("failures")

    @property
    def timings(self) -> pd.DataFrame:
        """How long each game took; with `[log] timing = true` each seat too."""
        return self.frame("timings")

    @plainly
    def frame(self, table: str, columns: Sequence[str] | None = None, scenario: int | str | None = None) -> pd.DataFrame:
        """A table: all columns or some, of all scenarios or one, which is named by its number or by its variant."""
        from evenhand.frames import frame_of

        found = self._table(table, columns, scenario)
        scenarios = self._run.plan.scenarios
        return frame_of(found, {"strategy": [name for one in scenarios for name in one.strategies],
                                "variant": [one.variant for one in scenarios]})

    @plainly
    def arrow(self, table: str, columns: Sequence[str] | None = None, scenario: int | str | None = None) -> pa.Table:
        """The same as a pyarrow table, which takes less memory."""
        return self._table(table, columns, scenario)

    def _table(self, table: str, columns: Sequence[str] | None, scenario: int | str | None) -> pa.Table:
        if table not in TABLES:
            close = nearest(table, TABLES)
            hint = f" Did you mean {close!r}?" if close else ""
            raise Refusal(Fault("", f"a run has no table {table!r}.{hint}", close, f"It has: {', '.join(TABLES)}"))
        if isinstance(columns, str):
            raise Refusal(Fault("", f"columns={columns!r}: a list is wanted, [{columns!r}]"))
        columns = None if columns is None else words("columns", columns)
        if table == "failures":
            return self._run.failures().select(columns) if columns is not None else self._run.failures()
        return self._run.table(table, columns, self._number(scenario))

    def _number(self, scenario: int | str | None) -> int | None:
        """The number of a scenario that is given by its number or its variant."""
        scenario, scenarios = plain_value(scenario), self._run.plan.scenarios
        if scenario is None or (isinstance(scenario, int) and 0 <= scenario < len(scenarios)):
            return scenario
        if isinstance(scenario, int):
            raise Refusal(Fault("", f"no scenario {scenario}: {self._run.folder.as_posix()} has "
                                f"{f'0 to {len(scenarios) - 1}' if len(scenarios) > 1 else 'only 0'}"))
        found = [one.number for one in scenarios if one.variant == scenario]
        if len(found) == 1:
            return found[0]
        variants = list(dict.fromkeys(one.variant for one in scenarios))
        if found:
            raise Refusal(Fault("", f"the variant {scenario!r} has {len(found)} scenarios; give a number",
                                help="Their numbers:  run.scenarios"))
        close = nearest(scenario, variants)
        hint = f" Did you mean {close!r}?" if close else ""
        raise Refusal(Fault("", f"no variant {scenario!r}.{hint}", close, f"It has: {', '.join(variants)}"))

    # --- its report -----------------------------------------------------------------------------------------------------

    @plainly
    def strategy_table(self, **choices: Unpack[Choices]) -> pd.DataFrame:
        """Each strategy's share of the wins, as the report says it; shares are fractions."""
        return self._report_table("strategies", choices)

    @plainly
    def seat_table(self, **choices: Unpack[Choices]) -> pd.DataFrame:
        """Each seat's share of the wins, and whether the seats are balanced."""
        return self._report_table("seats", choices)

    @plainly
    def table(self, name: str, **choices: Unpack[Choices]) -> pd.DataFrame:
        """A table of the report, as `evenhand report --format csv` writes it: `strategies`, `seats`, `pairs`, `lengths`, ..."""
        return self._report_table(name, choices)

    def _report_table(self, name: str, choices: Choices) -> pd.DataFrame:
        from evenhand.frames import frame_of_records
        from reports.build import records, table_names

        book = self._book(choices)
        if (found := records(book, name)) is not None:
            return frame_of_records(*found)
        names = table_names(book)
        close = nearest(name, names)
        hint = f" Did you mean {close!r}?" if close else ""
        raise Refusal(Fault("", f"the report of {self.folder.as_posix()} has no table {name!r}.{hint}", close,
                            f"It has: {', '.join(names)}"))

    @plainly
    def report(self, formats: Iterable[str] = ("html", "md"), **choices: Unpack[Choices]) -> Path:
        """Write the report into the run's folder; the place of its first file, `report.html` if nothing else is asked for."""
        from reports.build import write

        return write(self._run, formats_of(formats), _settings(choices))[0]

    @plainly
    def compare(self, other: Run | str | Path | None = None, *, base: str | None = None, variant: str | None = None,
                metrics: str | Sequence[str] = (), metric: str | Sequence[str] = (), paired: bool = True,
                equivalence: float = 2.0, **others: Never) -> Comparison:
        """What changes from the first variant (or cell of the sweep) to each other one; with a second run, from this to that.

        `base` and `variant` choose by name. `metrics` (or `metric`) are columns of the tables games and seats that are compared
        too.
        """
        from evenhand.comparing import comparison

        refuse_unknown(others, ("other", "base", "variant", "metrics", "paired", "equivalence"), "a comparison")
        against = other._run if isinstance(other, Run) else None if other is None else open_run(run_folder(str(other)))
        wanted = [*words("metrics", metrics), *words("metric", metric)]
        first = None if base is None else word("base", base)
        second = None if variant is None else word("variant", variant)
        return comparison(self._run, against, first, second, wanted, paired, number("equivalence", equivalence))

    @plainly
    def verdict(self, **choices: Unpack[Choices]) -> list[str]:
        """What the games say, sentence by sentence, and only what a test supports."""
        from reports import verdict

        return verdict.box(self._book(choices))

    @plainly
    def summary(self, **choices: Unpack[Choices]) -> str:
        """The summary that stays on the terminal when a run is done."""
        from reports.summary import text

        return text(self._run, settings=_settings(choices))

    def _book(self, choices: Choices) -> Book:
        """The findings for these choices, worked out once."""
        from reports.build import open_book

        settings = _settings(choices)
        if settings not in self._books:
            self._books = {settings: open_book(self._run, settings)}
        return self._books[settings]

    def __repr__(self) -> str:
        return f"<evenhand.Run {self.folder.as_posix()}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: who won, in short."""
        from reports.reader import nothing, read
        from reports.summary import headline

        if not (contents := read(self._run)).games:
            return f"<p>{escape(nothing(contents))}</p>"
        book = self._book({})
        title = f"<p><b>{escape(self.name)}</b> &nbsp; {escape(headline(book))}</p>"
        return title + "".join(_brief(found) for found in book.scenarios[:3]) + _more(len(book.scenarios) - 3)


def _settings(choices: Choices) -> Settings:
    from reports.settings import Settings

    refuse_unknown(choices, Choices.__annotations__, "a report")
    chosen: dict[str, Any] = {name: number(name, value) if name in NUMBERS else word(name, value)
                              for name, value in choices.items()}
    return Settings(margin=chosen.pop("equivalence", 2.0) / 100, **chosen)



def formats_of(wanted: Iterable[str]) -> list[str]:
    """Forms of a report, checked."""
    from reports.build import FORMATS

    found = words("formats", wanted)
    for one in found or [""]:
        if one not in FORMATS:
            listed = ", ".join(FORMATS)
            raise Refusal(Fault("", f"{one!r} is no format of a report; there is {listed}", nearest(one, FORMATS)))
    return found


def _brief(found: Findings) -> str:
    """The few columns of a scenario's strategies that fit between two cells of a notebook; of its seats in a mirror run."""
    from reports.tables import seat, strategy

    if found.strategies:
        table = strategy.strategy_table(found.strategies, found.scenario.equal, "")
    else:
        table = seat.seat_table(found.seats, found.scenario.equal, found.settings, "")
    wanted = ("name", "games", "win_share", "letters", "equal", "difference")
    return _html(table, [column for column in table.columns if column.key in wanted], found.title)


def _html(table: Table, columns: Sequence[Column], title: str) -> str:
    side = {True: ' style="text-align: right"', False: ' style="text-align: left"'}
    heads = "".join(f"<th{side[column.numeric]}>{escape(column.heading)}</th>" for column in columns)
    rows = ["".join(f"<td{side[column.numeric]}>{escape(column.cell(row))}</td>" for column in columns) for row in table.rows]
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return (f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>" + "".join(f"<tr>{row}</tr>" for row in rows)
            + "</tbody></table>")


def _more(scenarios: int) -> str:
    words = "scenario more: " if scenarios == 1 else "scenarios more: "
    return f"<p>{scenarios} {words}<code>run.strategy_table()</code></p>" if scenarios > 0 else ""
