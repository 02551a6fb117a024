"""What a scenario is played once more with: a gift in mid-game, or an option that is forced. How both are read and written."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from experiments import entries as read_as
from experiments.entries import Entries
from sim.faults import Fault
from sim.gifts import MOST

LATEST: Final = 30_000
"""The latest round that the tables have room for, or about."""
RULES: Final = ("always", "never")
IN_PLACE: Final = ("strategy", "kind", "args", "rule")


@dataclass(frozen=True)
class Inject:
    """A gift: at the beginning of its round, before the first decision, a seat is given something."""

    seat: int
    round: int
    what: str
    amount: int = 1

    def words(self, game: str) -> str:
        """What tells its scenario from the others: `seat 0 +3 doubloon, round 3`."""
        return f"seat {self.seat} +{self.amount} {self.what}, round {self.round}"

    def plain(self) -> dict[str, Any]:
        """As it stands in a file."""
        return {"seat": self.seat, "round": self.round, "what": self.what, "amount": self.amount}


@dataclass(frozen=True)
class Force:
    """An option that a strategy must take whenever it can, or never may while there is another.

    The option is every action of the kind whose arguments are those of `args`, whatever its others are.
    """

    strategy: str
    kind: str
    rule: str
    args: Mapping[str, Any] = field(default_factory=dict)

    @property
    def option(self) -> str:
        """The option in words: `build harbor`."""
        return " ".join([self.kind, *(str(value) for value in self.args.values())])

    def words(self, game: str) -> str:
        """What tells its scenario from the others: `money: never build harbor`."""
        return f"{self.strategy.removeprefix(f'{game}.')}: {self.rule} {self.option}"

    def fits(self, kind: str, args: Mapping[str, Any]) -> bool:
        """Whether an action is the option."""
        return kind == self.kind and all(name in args and args[name] == value for name, value in self.args.items())

    def plain(self) -> dict[str, Any]:
        """As it stands in a file."""
        return {"strategy": self.strategy, "kind": self.kind, **({"args": dict(self.args)} if self.args else {}),
                "rule": self.rule}


Treatment = Inject | Force


def injects(tables: Sequence[Mapping[str, Any]], place: str, faults: list[Fault]) -> tuple[Inject, ...]:
    """The gifts of a file, in their places. What is wrong is a fault, and -1 or an empty text stands for it."""
    found = []
    for n, table in enumerate(tables):
        entries = Entries(table, f"{place}[{n}]", faults)
        entries.refuse_others(("seat", "round", "what", "amount"))
        _demand(entries, "seat", "round", "what")
        seat, round = entries.take("seat", read_as.whole(0, 15), -1), entries.take("round", read_as.whole(1, LATEST), -1)
        found.append(Inject(seat, round, entries.take("what", read_as.text, ""),
                            entries.take("amount", read_as.whole(1, MOST), 1)))
    return tuple(found)


def forces(tables: Sequence[Mapping[str, Any]], place: str, faults: list[Fault],
           member: Callable[[str, str], str]) -> tuple[Force, ...]:
    """The forced options of a file, alike. `member` gives the strategy of the pool that a name means, or adds a fault."""
    found = []
    for n, table in enumerate(tables):
        entries = Entries(table, f"{place}[{n}]", faults)
        entries.refuse_others(IN_PLACE)
        _demand(entries, "strategy", "kind", "rule")
        name = entries.take("strategy", read_as.text, "")
        found.append(Force(member(name, entries.place("strategy")) if name else "", entries.take("kind", read_as.text, ""),
                           entries.take("rule", read_as.word(RULES), ""), dict(entries.take("args", read_as.table, {}))))
    return tuple(found)


def _demand(entries: Entries, *names: str) -> None:
    entries.faults += [Fault(entries.place(name), "missing") for name in names if name not in entries.given]
