"""The experiment: what is played, resolved to plain data, without workers, backend or folder."""
from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from experiments.tomlfile import dump
from experiments.treatments import Force, Inject, Treatment

Plain = Mapping[str, Any]
COPIES: Final = "strategies"
"""The folder in a run that holds copies of the users' files."""


@dataclass(frozen=True)
class Variant:
    """A named set of rule options, over those that all variants share."""

    name: str
    options: Plain = field(default_factory=dict)


@dataclass(frozen=True)
class Stop:
    """When a run stops by itself: as soon as every interval of the `target` is narrower than `half_width` on either side, or as
    soon as the target's share is decided between the two of `sprt`. The experiment's length is where it stops at the latest.
    """

    half_width: float | None = None
    sprt: tuple[float, float] | None = None
    target: str = "strategy"
    """`strategy`: the widest interval of a strategy; `seat`: of a seat; else one strategy of the pool."""
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def until(self) -> str:
        """What a run goes on to, in words: `decided (share 0.25 against 0.27, errors 5 % and 5 %)`."""
        if self.sprt is None:
            whose = {"strategy": "every share", "seat": "every seat's share"}.get(self.target, f"the share of {self.target}")
            return f"{whose} is known to +-{100 * (self.half_width or 0):g} points"
        low, high = self.sprt
        return f"decided (share {low:g} against {high:g}, errors {100 * self.alpha:g} % and {100 * self.beta:g} %)"

    def plain(self) -> dict[str, Any]:
        """As it stands in a file, without the target."""
        if self.sprt is not None:
            return {"sprt": list(self.sprt), "alpha": self.alpha, "beta": self.beta}
        return {"half_width": self.half_width, "alpha": self.alpha}


@dataclass(frozen=True)
class Experiment:
    """Every field of an experiment. `files` says where the users' files lie that strategies and game are named after.

    A strategy from a file is named without its folder, `corn.py:Corn:depth=2`; `located` gives the text that can be loaded.
    """

    name: str
    game: str
    seats: tuple[int, ...]
    strategies: tuple[str, ...]
    seed: int = 0
    blocks: int | None = None
    games: int | None = None
    design: str = "rotations"
    lineups: str | tuple[tuple[str, ...], ...] = "all"
    start: str = "rotate"
    on_failure: str = "drop"
    options: Plain = field(default_factory=dict)
    variants: tuple[Variant, ...] = ()
    sweep: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    position: Plain = field(default_factory=dict)
    inject: tuple[Inject, ...] = ()
    force: tuple[Force, ...] = ()
    level: str = "rounds"
    columns: str | tuple[str, ...] = "core"
    timing: bool = False
    decision_seconds: float = 10
    stop: Stop | None = None
    files: Mapping[str, Path] = field(default_factory=dict, compare=False)

    @property
    def treatments(self) -> tuple[Treatment, ...]:
        """What all scenarios are played once more with, one after the other."""
        return (*self.inject, *self.force)

    def located(self, text: str) -> str:
        """A strategy or game with the place of its file, as it can be loaded."""
        name, rest = split_file(text)
        return f"{self.files[name]}{rest}" if name in self.files else text

    def replace(self, **changes: Any) -> Experiment:
        """The same with some fields changed."""
        return dataclasses.replace(self, **changes)

    def plain(self) -> dict[str, Any]:
        """The fields as they stand in an experiment's file, defaults written out, empty tables left away."""
        out: dict[str, Any] = {"name": self.name, "game": self._written(self.game)}
        out["seats"] = self.seats[0] if len(self.seats) == 1 else list(self.seats)
        out["seed"] = self.seed
        if self.blocks is None:
            out["games"] = self.games
        elif self.stop is None:
            out["blocks"] = self.blocks
        out["strategies"] = [self._written(text) for text in self.strategies]
        out["design"] = self.design
        out["lineups"] = self._written_lineups()
        out |= {"start": self.start, "on_failure": self.on_failure}
        tables = {"options": dict(self.options), "sweep": {self._written(name): list(v) for name, v in self.sweep.items()},
                  "position": dict(self.position)}
        out |= {name: table for name, table in tables.items() if table}
        out["log"] = {"level": self.level, "columns": list(self.columns) if isinstance(self.columns, tuple) else self.columns,
                      "timing": self.timing}
        out["limits"] = {"decision_seconds": self.decision_seconds}
        if self.stop is not None:
            most = {"max_blocks": self.blocks} if self.blocks is not None else {}
            out["stop"] = {**self.stop.plain(), "target": self._written(self.stop.target), **most}
        if self.variants:
            out["variants"] = [{"name": v.name, **({"options": dict(v.options)} if v.options else {})} for v in self.variants]
        if self.inject:
            out["inject"] = [gift.plain() for gift in self.inject]
        if self.force:
            out["force"] = [{**force.plain(), "strategy": self._written(force.strategy)} for force in self.force]
        return out

    def to_toml(self) -> str:
        """The experiment as a file; read from a run's folder, it is this experiment again."""
        return dump(self.plain())

    def _written(self, text: str) -> str:
        return f"{COPIES}/{text}" if split_file(text)[0] in self.files else text

    def _written_lineups(self) -> str | list[list[str]]:
        if isinstance(self.lineups, str):
            kind, colon, name = self.lineups.partition(":")
            return f"{kind}:{self._written(name)}" if colon else kind
        return [[self._written(text) for text in line_up] for line_up in self.lineups]


def split_file(text: str) -> tuple[str, str]:
    """The file that a spec or a game begins with, or an empty text, and the rest."""
    end = text.find(".py:") + 3 if ".py:" in text else len(text) if text.endswith(".py") else 0
    return text[:end], text[end:]
