"""Whether two runs can be compared, and what they differ in."""
from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any

from experiments.store import RunError
from reports.formats import NAME_WIDTH, cut, listed
from sim.catalog import make_options
from sim.faults import Fault
from strategies.specs import parse

if TYPE_CHECKING:
    from experiments.store import Run, Scenario as Planned
    from sim.core import Game

DEFAULT = "default"


@dataclass(frozen=True)
class Difference:
    """An entry in which two runs differ, and what each says."""

    what: str
    was: str
    now: str

    @property
    def words(self) -> str:
        return f"{self.what}: {self.was} -> {self.now}" if self.was or self.now else self.what


def by_place(one: Run, other: Run) -> bool:
    """Whether the strategies of two runs correspond place by place: all alike, or other parameters, or one of them replaced.

    A strategy that plays in both must have the same place.
    """
    mine, theirs = one.experiment.strategies, other.experiment.strategies
    if len(mine) != len(theirs):
        return False
    replaced = [(old, new) for old, new in zip(mine, theirs, strict=True) if old != new]
    moved = any(old in theirs or new in mine for old, new in replaced)
    return not moved and sum(parse(old).base != parse(new).base for old, new in replaced) <= 1


def obstacles(one: Run, other: Run) -> list[Difference]:
    """Why the blocks of two runs do not have the same luck and the same players; empty if they have."""
    old, new = one.experiment, other.experiment
    found = list(_unlike(one, other))
    if not by_place(one, other):
        found.append(Difference("strategies", _names(old.strategies), _names(new.strategies)))
    elif _lineups(one) != _lineups(other):
        found.append(Difference("line-ups", _told(old.lineups), _told(new.lineups)))
    for what, name in (("seed", "seed"), ("design", "design"), ("who begins", "start"), ("position", "position")):
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            found.append(Difference(what, _told(was), _told(now)))
    return found


def _unlike(one: Run, other: Run) -> Iterator[Difference]:
    """What no comparison gets over: another game, other numbers of seats."""
    old, new = one.experiment, other.experiment
    if old.game != new.game:
        yield Difference("game", old.game, new.game)
    if not set(old.seats) & set(new.seats):
        yield Difference("seats", _told(old.seats), _told(new.seats))


def refuse(one: Run, other: Run, paired: bool) -> None:
    """RunError if two runs cannot be compared, with everything that is in the way."""
    never, found = list(_unlike(one, other)), obstacles(one, other) if paired else []
    blocking = found or never
    if not blocking:
        return
    folders = [run.folder.as_posix() for run in (one, other)]
    names = [difference.what for difference in blocking]
    one_thing = len(names) == 1 and names[0] not in ("strategies", "seats", "line-ups")
    how = "" if never else " block by block"
    wide = max(map(len, names))
    lines = [f"{folders[0]} and {folders[1]} can't be compared{how}: {listed(names)} {'differs' if one_thing else 'differ'}.",
             *(f"    {difference.what:{wide}}   {difference.was}  ->  {difference.now}" for difference in blocking)]
    help = ("Same luck needs the same game, seats, line-ups and seed. Unpaired, with wider intervals:\n"
            f"evenhand compare {shlex.join(folders)} --unpaired")
    if never:
        help = "Only runs of the same game and a common number of seats can be compared."
    raise RunError(Fault("", "\n".join(lines), "", help))


def differences(one: Run, other: Run) -> list[Difference]:
    """Everything but rules and strategies in which two runs differ, as far as it can change a game: what would keep them apart
    if they were paired, the users' files, the version."""
    found = [*obstacles(one, other), *_files(_sources(one), _sources(other))]
    if one.experiment.on_failure != other.experiment.on_failure:
        found.append(Difference("failures", one.experiment.on_failure, other.experiment.on_failure))
    versions = [str(run.manifest.get("versions", {}).get("evenhand", "")) for run in (one, other)]
    if versions[0] != versions[1]:
        found.append(Difference("evenhand", *versions))
    return found


def _sources(run: Run) -> Mapping[str, str]:
    return {name: str(said.get("sha256", "")) for name, said in run.manifest.get("sources", {}).items()}


def _files(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
    """The users' files that are not the same in both."""
    for name in dict.fromkeys([*old, *new]):
        if name in old and name in new and old[name] != new[name]:
            yield Difference(f"{name} has changed", "", "")


def _lineups(run: Run) -> Any:
    """The line-ups with places in the list of strategies instead of names."""
    experiment = run.experiment
    pool = experiment.strategies
    if experiment.design == "mirror":
        return "mirror"
    if isinstance(experiment.lineups, str):
        kind, _, candidate = experiment.lineups.partition(":")
        return kind, pool.index(candidate) if candidate else -1
    return tuple(tuple(pool.index(name) for name in members) for members in experiment.lineups)


def _names(strategies: Sequence[str]) -> str:
    shown = [cut(name, NAME_WIDTH) for name in strategies[:4]]
    return ", ".join(shown) + (f" and {len(strategies) - 4} more" if len(strategies) > 4 else "")


def _told(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        words = [_told(item) for item in value]
        return ", ".join(words[:6]) + (", ..." if len(words) > 6 else "")
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_told(item)}" for name, item in value.items()) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_between(game: Game, before: Planned, after: Planned) -> list[Difference]:
    """The rule options in which two scenarios differ."""
    found = []
    for name in dict.fromkeys([*before.options, *after.options]):
        was, now = (_told(side.options[name]) if name in side.options else _usual(game, side, name) for side in (before, after))
        if was != now:
            found.append(Difference(name, was, now))
    return found


def _usual(game: Game, side: Planned, name: str) -> str:
    """What an option is that was not given: its default, of an entry of a map the number that the game's set-up has."""
    base, dot, key = name.partition(".")
    known = next((known for known in fields(game.options) if known.name == base), None)
    if known is None:
        return DEFAULT
    if not dot:
        return _told(known.default) or DEFAULT if known.default is not MISSING else DEFAULT
    keys = known.metadata.get("keys", ())
    numbers = getattr(game.setup(make_options(game, side.options), side.seats), base, ())
    return str(int(numbers[keys.index(key)])) if key in keys and len(numbers) == len(keys) else DEFAULT
