"""What stands against what: scenarios of one run, or of two, chosen by variant and cell and paired like with like."""
from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.store import RunError
from reports.formats import listed, plural
from reports.reader import Contents, Ints, Scenario
from sim.faults import Fault, nearest

if TYPE_CHECKING:
    from experiments.store import Run, Scenario as Planned

Cell = Mapping[str, Any]


@dataclass(frozen=True)
class Side:
    """A scenario as one of the two that are compared. `alone` is the strategy's place if it sits alone at its tables."""

    scenario: Scenario
    alone: int = -1

    @property
    def run(self) -> Run:
        return self.scenario.run

    @property
    def planned(self) -> Planned:
        return self.scenario.planned

    @property
    def variant(self) -> str:
        return self.scenario.variant

    @property
    def cell(self) -> Cell:
        return self.planned.cell

    @property
    def treated(self) -> bool:
        """Whether it is another scenario once more, with a gift or an option forced."""
        return self.planned.treatment is not None

    @cached_property
    def place(self) -> Ints:
        """B x g x k: the place of each seat's strategy in the experiment's list."""
        known, which = np.unique(self.scenario.lineups, return_inverse=True)
        sets = np.array([self.planned.line_ups.sets[int(number)] for number in known], dtype=np.int64)
        return np.asarray(sets[which[:, None, None], self.scenario.seat_values(["slot"])["slot"]], dtype=np.int64)

    @property
    def table(self) -> tuple[int, int]:
        """Seats, and who sits alone: only equal ones are compared."""
        return self.scenario.seats, self.alone


@dataclass(frozen=True)
class Match:
    """Two scenarios that are compared, with what they are called; `context` tells it from the other comparisons."""

    before: Side
    after: Side
    names: tuple[str, str]
    context: str = field(default="")


def sides_of(contents: Contents) -> list[Side]:
    """The scenarios of a run that can stand on a side, the first of each seats, variant and cell."""
    found: dict[tuple[Any, ...], Side] = {}
    several = len(contents.run.experiment.strategies) > 1
    for scenario in contents.scenarios:
        alone = int(scenario.lineups[0]) if scenario.n_blocks and scenario.mirror and several else -1
        side = Side(scenario, alone)
        found.setdefault((side.table, side.variant, *side.cell.items()), side)
    return list(found.values())


# Names of variants and cells

@dataclass(frozen=True)
class Choice:
    """What a name chooses: a variant, or the cells with certain values. Without either, everything."""

    variant: str = ""
    cell: Cell = field(default_factory=dict)

    def takes(self, side: Side) -> bool:
        return (not self.variant or side.variant == self.variant) and self.cell.items() <= dict(side.cell).items()


def cell_words(cell: Cell, names: Sequence[str] | None = None) -> str:
    """quarries=1, trader_bonus=2: a cell, or what it says of some names."""
    return ", ".join(f"{name.rpartition(':')[2]}={_value(value)}" for name, value in cell.items()
                     if names is None or name in names)


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def choose(contents: Contents, text: str) -> Choice:
    """The variant or the cells that are named; RunError with what there is."""
    plan = contents.run.plan.scenarios
    variants = list(dict.fromkeys(planned.variant for planned in plan))
    if text in variants:
        return Choice(variant=text)
    found: dict[str, Any] = {}
    for part in (part.strip() for part in text.split(",")):
        matching = [(name, value) for planned in plan for name, value in planned.cell.items()
                    if part in (f"{name}={_value(value)}", cell_words({name: value}))]
        if not matching:
            raise _unknown(contents, text, variants)
        found.update(matching[:1])
    return Choice(cell=found)


def _unknown(contents: Contents, text: str, variants: Sequence[str]) -> RunError:
    cells = list(dict.fromkeys(cell_words({name: value}) for planned in contents.run.plan.scenarios
                               for name, value in planned.cell.items()))
    names = [*(variants if len(variants) > 1 or not cells else ()), *cells]
    close = nearest(text, names)
    hint = f". Did you mean {close!r}?" if close else "."
    return RunError(Fault("", f"{contents.run.folder.as_posix()} has no variant and no cell {text!r}{hint}", close,
                          f"It has: {', '.join(names)}"))


# One run

def within(contents: Contents, base: str | None, variant: str | None, treated: bool = True) -> list[Match]:
    """The comparisons of one run: each further variant, or cell of its sweep, against the first or the chosen ones.

    Gifts and forced options are compared where they are named, or, with `treated`, where there is nothing else.
    """
    first, second = (choose(contents, text) if text is not None else Choice() for text in (base, variant))
    sides = sides_of(contents)
    plain = [side for side in sides if not side.treated]
    variants = list(dict.fromkeys(side.variant for side in plain))
    if treated and len(variants) == 1 and not any(side.cell for side in plain):
        variants = list(dict.fromkeys(side.variant for side in sides))
    if first == second and first != Choice():
        raise RunError(Fault("", f"{base!r} is compared with itself; name two."))
    if (first.variant and second.cell) or (first.cell and second.variant):
        raise RunError(Fault("", f"{base!r} and {variant!r} are a variant and a cell of the sweep; name two of a kind."))
    if first.cell or second.cell or (len(variants) == 1 and not (first.variant or second.variant)):
        found = list(_cells(plain, first.cell, second.cell))
    else:
        found = list(_variants(sides, variants, first.variant, second.variant))
    if not found:
        raise RunError(_nothing_to_compare(contents))
    return found


def _variants(sides: Sequence[Side], variants: Sequence[str], first: str, second: str) -> Iterator[Match]:
    first = first or next((name for name in variants if name != second), "")
    for name in [second] if second else [name for name in variants if name != first]:
        for before in sides:
            after = next((side for side in sides if before.variant == first and side.variant == name
                          and (side.table, side.cell) == (before.table, before.cell)), None)
            if after is not None:
                yield Match(before, after, (first, name), _context(before, sides, cell=before.cell))


def _cells(sides: Sequence[Side], first: Cell, second: Cell) -> Iterator[Match]:
    """Pairs of cells that are alike in all that neither of the two names speaks of."""
    cells = [side.cell for side in sides if side.cell]
    if not cells:
        return
    varied = list(dict.fromkeys([*first, *second])) or list(cells[0])
    if not first:
        first = next(({name: cell[name] for name in varied} for cell in cells
                      if {name: cell[name] for name in varied} != dict(second)), {})
    for before in sides:
        if not first.items() <= dict(before.cell).items():
            continue
        rest = {name: value for name, value in before.cell.items() if name not in varied}
        for after in sides:
            alike = after.table == before.table and after.variant == before.variant and rest.items() <= dict(after.cell).items()
            if alike and after.cell != before.cell and second.items() <= dict(after.cell).items():
                names = (cell_words(before.cell, varied), cell_words(after.cell, varied))
                yield Match(before, after, names, _context(before, sides, variant=before.variant, cell=rest))


def _context(side: Side, sides: Sequence[Side], variant: str = "", cell: Cell | None = None) -> str:
    """What the two have in common and other comparisons do not."""
    several = len({one.variant for one in sides}) > 1
    seats = plural(side.scenario.seats, "seat") if len({one.scenario.seats for one in sides}) > 1 else ""
    alone = f"{side.planned.strategies[side.alone]} against itself" if side.alone >= 0 else ""
    return ", ".join(part for part in (variant if several else "", seats, cell_words(cell or {}), alone) if part)


def _nothing_to_compare(contents: Contents) -> Fault:
    folder = contents.run.folder.as_posix()
    if not contents.finished:
        return Fault("", f"{folder} holds no finished block; there is nothing to compare yet.")
    return Fault("", f"{folder} holds one set of rules; there is nothing to compare.", "",
                 f"Variants: two [[variants]] in the experiment, or run --variant NAME:OPTION=VALUE twice.\n"
                 f"With another run:  evenhand compare {shlex.quote(folder)} RUN")


# Two runs

def between(one: Contents, other: Contents, base: str | None, variant: str | None) -> list[Match]:
    """The comparisons of two runs: equal seats, and equal variants and cells where a run has several."""
    first, second = (choose(contents, text) if text is not None else Choice()
                     for contents, text in ((one, base), (other, variant)))
    before = [side for side in sides_of(one) if first.takes(side) and (first.variant or not side.treated)]
    after = [side for side in sides_of(other) if second.takes(side) and (second.variant or not side.treated)]
    names = _names(one, other, base, variant)
    by_variant = _counterparts("variants", [side.variant for side in before], [side.variant for side in after], one, other)
    by_cell = _counterparts("cells", [cell_words(side.cell) for side in before], [cell_words(side.cell) for side in after],
                            one, other)
    found = []
    for mine in before:
        for theirs in after:
            if (mine.table == theirs.table and (mine.variant, theirs.variant) in by_variant
                    and (cell_words(mine.cell), cell_words(theirs.cell)) in by_cell):
                shared = mine.variant if mine.variant == theirs.variant else ""
                cell = mine.cell if mine.cell == theirs.cell else {}
                found.append(Match(mine, theirs, names, _context(mine, before, shared, cell)))
    return found


def _names(one: Contents, other: Contents, base: str | None, variant: str | None) -> tuple[str, str]:
    """The runs by the names of their folders, if those tell them apart, with the chosen variants."""
    folders = [contents.run.folder for contents in (one, other)]
    names = [folder.name for folder in folders]
    if names[0] == names[1]:
        names = [folder.as_posix() for folder in folders]
    chosen = [text or "" for text in (base, variant)]
    if names[0] == names[1] and chosen[0] != chosen[1]:
        return chosen[0] or "the same", chosen[1] or "the same"
    named = [f"{name} ({text})" if text else name for name, text in zip(names, chosen, strict=True)]
    return named[0], named[1] if named[0] != named[1] else f"{named[1]} again"


def _counterparts(what: str, mine: Sequence[str], theirs: Sequence[str], one: Contents,
                  other: Contents) -> set[tuple[str, str]]:
    """Which variants (or cells) of two runs belong together: the only ones, or those of the same name."""
    first, second = list(dict.fromkeys(mine)), list(dict.fromkeys(theirs))
    if len(first) == len(second) == 1:
        return {(first[0], second[0])}
    common = {(name, name) for name in first if name in second}
    if common or not (first and second):
        return common
    said = [f"{contents.run.folder.as_posix()}: {listed([name or 'none' for name in names])}"
            for contents, names in ((one, first), (other, second))]
    example = [f'--{option} "{name}"' for option, names in (("base", first), ("variant", second))
               for name in names[-1:] if name and len(names) > 1]
    raise RunError(Fault("", f"no two {what} of the runs have the same name.\n" + "\n".join(f"  {line}" for line in said), "",
                         f"Say which:  {' '.join(example)}"))

