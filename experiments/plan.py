"""The full list of what an experiment plays: scenarios, blocks, parts. Pure: no file is touched, nothing depends on time."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, Final, NamedTuple

from experiments.design import (
    LineUps,
    against_field,
    among_clones,
    balanced_length,
    games_in_block,
    line_ups,
    mirrors,
    seatings,
)
from experiments.experiment import Experiment, Variant
from experiments.treatments import Force, Inject, Treatment

FIRST_PART: Final = 300
"""About how many games the first parts hold; after every 64 parts twice as many."""
LARGEST_PART: Final = 5000
PARTS_OF_A_SIZE: Final = 64
BASE: Final = "base"


class Seating(NamedTuple):
    """One game: who sits where."""

    game_id: int
    block: int
    rotation: int
    line_up: int
    slots: tuple[int, ...]
    """The slot of each seat (under `start = "rules"`: of each place)."""
    specs: tuple[str, ...]
    """The strategy of each slot."""


@dataclass(frozen=True)
class Scenario:
    """Seats x variant x sweep cell: what is played with it, block by block, on the same luck as in all scenarios.

    One with a `treatment` is another one played once more, its `twin`; the name of its variant says with what.
    """

    number: int
    seats: int
    variant: str
    options: Mapping[str, Any]
    cell: Mapping[str, Any]
    strategies: tuple[str, ...]
    line_ups: LineUps
    games_per_block: int
    blocks: int
    twin: int
    """The number of the scenario without a treatment; its own number if it has none."""
    treatment: Treatment | None = None

    @property
    def games(self) -> int:
        return self.blocks * self.games_per_block

    @property
    def inject(self) -> Inject | None:
        """The gift, if it is played with one."""
        return self.treatment if isinstance(self.treatment, Inject) else None

    @property
    def force(self) -> Force | None:
        """The forced option, if it is played with one."""
        return self.treatment if isinstance(self.treatment, Force) else None

    def unplayed(self, seed: int) -> str:
        """Which line-ups and strategies get no game in so few blocks, in words; empty if each gets one."""
        sets, balanced = self.line_ups.sets, self.line_ups.balanced
        enough = balanced_length(len(self.strategies), self.seats) if balanced else len(sets)
        if self.blocks >= enough:
            return ""
        dealt = {self.line_ups.of_block(block, seed).line_up for block in range(self.blocks)}
        seated = {member for line_up in dealt for member in sets[line_up]}
        missing = [name for member, name in enumerate(self.strategies) if member not in seated]
        none = f"; no game for {', '.join(missing[:4])}{', ...' if len(missing) > 4 else ''}" if missing else ""
        what = ("not all strategies play equally often" if balanced else
                f"{len(dealt):,} of the {len(sets):,} line-ups {'is' if len(dealt) == 1 else 'are'} played")
        return (f"with {self.blocks:,} block{'' if self.blocks == 1 else 's'} {what}{none}. "
                f"{enough:,} would {'see to that' if balanced else 'play all'}.")

    def label(self) -> str:
        """What tells it from the others, in words: `4 seats, harbor 9, quarries=1`."""
        cell = [f"{name.rpartition(':')[2]}={value}" for name, value in self.cell.items()]
        return ", ".join([f"{self.seats} seats", self.variant, *cell])


class Part(NamedTuple):
    """Some blocks of one scenario, played and written together."""

    number: int
    scenario: int
    first: int
    blocks: int

    @property
    def end(self) -> int:
        """The block after the last."""
        return self.first + self.blocks


@dataclass(frozen=True)
class Plan:
    """An experiment, laid out."""

    experiment: Experiment
    scenarios: tuple[Scenario, ...]

    @property
    def games(self) -> int:
        """How many games all scenarios hold."""
        return sum(scenario.games for scenario in self.scenarios)

    @property
    def line_ups(self) -> Mapping[int, Sequence[tuple[int, ...]]]:
        """By number of seats: the line-ups, each as places in the list of strategies."""
        return {scenario.seats: scenario.line_ups.sets for scenario in self.scenarios}

    @property
    def advice(self) -> list[str]:
        """What a person may want to know before it is played."""
        most = max(scenario.seats for scenario in self.scenarios)
        advice = []
        if self.experiment.design == "permutations" and most >= 4:
            games = games_in_block("permutations", most)
            advice.append(f"permutations plays one luck {games} times with {most} seats; rotations of more blocks say more "
                          "with as many games.")
        told = {(scenario.seats, scenario.blocks): scenario.unplayed(self.experiment.seed) for scenario in self.scenarios}
        return [*advice, *(f"{seats} seats: {words}" if len(self.experiment.seats) > 1 else words
                           for (seats, _), words in told.items() if words)]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All parts by number. Layer by layer each scenario gets one, so a number may be missing where a scenario has ended."""
        found: list[Part] = []
        firsts = [0] * len(self.scenarios)
        layer = 0
        while any(first < scenario.blocks for first, scenario in zip(firsts, self.scenarios, strict=True)):
            for scenario in self.scenarios:
                number = layer * len(self.scenarios) + scenario.number
                blocks = blocks_in_part(number, scenario.games_per_block)
                first = firsts[scenario.number]
                if first < scenario.blocks:
                    found.append(Part(number, scenario.number, first, min(blocks, scenario.blocks - first)))
                firsts[scenario.number] += blocks
            layer += 1
        return tuple(found)

    def cut(self, ends: Mapping[int, int]) -> Plan:
        """The same with some scenarios ending earlier, after so many blocks."""
        return Plan(self.experiment, tuple(
            replace(scenario, blocks=min(scenario.blocks, ends.get(scenario.number, scenario.blocks)))
            for scenario in self.scenarios))

    def part_of(self, scenario: int, block: int) -> Part:
        """The part that holds a block."""
        return next(part for part in self.parts if part.scenario == scenario and part.first <= block < part.end)

    def find(self, game_id: int) -> Seating | None:
        """The game of an id, if the plan has it."""
        scenario, block, rotation = split_id(game_id)
        if game_id < 0 or scenario >= len(self.scenarios) or block >= self.scenarios[scenario].blocks:
            return None
        games = games_of(self, scenario, block)
        return games[rotation] if rotation < len(games) else None


def plan(experiment: Experiment) -> Plan:
    """The plan of an experiment."""
    return Plan(experiment, tuple(_scenarios(experiment)))


def games_of(plan: Plan, scenario: int, block: int) -> list[Seating]:
    """The games of one block, by rotation."""
    what, seed = plan.scenarios[scenario], plan.experiment.seed
    dealt = what.line_ups.of_block(block, seed)
    specs = tuple(what.strategies[member] for member in what.line_ups.sets[dealt.line_up])
    first = game_id(scenario, block, 0)
    return [Seating(first + rotation, block, rotation, dealt.line_up, slots, specs)
            for rotation, slots in enumerate(seatings(plan.experiment.design, what.seats, seed, dealt))]


def game_id(scenario: int, block: int, rotation: int) -> int:
    """The id of a game."""
    return (scenario << 40) + (block << 7) + rotation


def split_id(game_id: int) -> tuple[int, int, int]:
    """Scenario, block and rotation of a game's id."""
    return game_id >> 40, (game_id >> 7) & ((1 << 33) - 1), game_id & 127


def blocks_in_part(number: int, games_per_block: int) -> int:
    """How many blocks the part of a number holds: about 300 games in each of the first 64, then 600, up to 5,000."""
    games = min(FIRST_PART << min(number // PARTS_OF_A_SIZE, 5), LARGEST_PART)
    return max(1, games // games_per_block)


def blocks_for(games: int, games_per_block: int) -> int:
    """How many whole blocks it takes for a number of games."""
    return -(-games // games_per_block)


def line_ups_of(experiment: Experiment, seats: int) -> LineUps:
    """The line-ups of an experiment at a number of seats."""
    pool, lineups = experiment.strategies, experiment.lineups
    if experiment.design == "mirror":
        return mirrors(len(pool), seats)
    if isinstance(lineups, tuple):
        return LineUps(tuple(tuple(pool.index(text) for text in members) for members in lineups if len(members) == seats))
    kind, _, candidate = lineups.partition(":")
    if kind == "vs-field":
        return against_field(len(pool), seats, pool.index(candidate))
    if kind == "duplicates":
        return among_clones(len(pool), seats, pool.index(candidate) if candidate else None)
    return line_ups(len(pool), seats, kind)


def cells(experiment: Experiment) -> list[dict[str, Any]]:
    """The cells of the sweep: the product of all its lists, the last one running fastest."""
    return [dict(zip(experiment.sweep, values, strict=True)) for values in product(*experiment.sweep.values())]


def variants_of(experiment: Experiment) -> tuple[Variant, ...]:
    """The variants; without any, one that is named after the preset."""
    return experiment.variants or (Variant(str(experiment.options.get("preset", BASE))),)


def strategies_in(experiment: Experiment, cell: Mapping[str, Any]) -> tuple[str, ...]:
    """The strategies with the parameters of a cell of the sweep."""
    from strategies.specs import parse

    specs = [parse(text) for text in experiment.strategies]
    for name, value in cell.items():
        who, colon, parameter = name.rpartition(":")
        if colon:
            specs = [spec.with_param(parameter, value) if who in (text, parse(text).base) else spec
                     for spec, text in zip(specs, experiment.strategies, strict=True)]
    return tuple(spec.text for spec in specs)


def _scenarios(experiment: Experiment) -> Iterator[Scenario]:
    """The scenarios without treatments first, so that their games have the same ids with and without any."""
    plain, alone = list(_plain_scenarios(experiment)), len(variants_of(experiment)) == 1
    yield from plain
    for nth, treatment in enumerate(experiment.treatments, 1):
        words = treatment.words(experiment.game)
        for scenario in plain:
            yield replace(scenario, number=nth * len(plain) + scenario.number, treatment=treatment,
                          variant=words if alone else f"{scenario.variant}, {words}")


def _plain_scenarios(experiment: Experiment) -> Iterator[Scenario]:
    choices = product(experiment.seats, variants_of(experiment), cells(experiment))
    for number, (seats, variant, cell) in enumerate(choices):
        size = games_in_block(experiment.design, seats)
        blocks = experiment.blocks if experiment.blocks is not None else blocks_for(experiment.games or 0, size)
        options = {**experiment.options, **variant.options, **{name: value for name, value in cell.items() if ":" not in name}}
        yield Scenario(number, seats, variant.name, options, cell, strategies_in(experiment, cell),
                       line_ups_of(experiment, seats), size, blocks, number)
