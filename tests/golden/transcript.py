"""Transcripts: a whole game in words, one decision a line, to be read by people and replayed line by line.

    round 3   governor seat 2
      seat 2  take the trader, with 1 doubloon          of 6     doubloons 1 -> 2

A line has the seat, what it did with the numbers of the position, among how many choices, and what changed for it. Moves
without a choice are `forced`; those that do nothing are left out. Lines with `>` tell what else happened by itself.
"""
from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sim.catalog import find, make_options
from sim.chance import Chance, Stream
from sim.core import Action, State, unpack_event

Choose = Callable[[State], Action]


@dataclass(frozen=True)
class Teller:
    """What the transcripts of one game tell besides the decisions."""

    round_line: Callable[[State], str]
    """What stands after the number of a round."""
    numbers: Callable[[State, int], Mapping[str, int]]
    """A seat's numbers whose changes are told."""
    untold: frozenset[str]
    """Kinds of events that repeat what the decision says."""
    silent: frozenset[str] = frozenset({"pass"})
    """Kinds of actions that are left out when they are forced."""


def heading(game: str, seats: int, options: Mapping[str, Any], seed: int) -> str:
    """The first line, from which the game can be set up again."""
    return f"{game}, {seats} seats, seed {seed}, options {json.dumps(options)}"


def begin(line: str) -> State:
    """The position after set-up of the game that a heading tells."""
    name, seats, seed, options = line.split(", ", 3)
    game = find(name)
    setup = game.setup(make_options(game, json.loads(options.removeprefix("options "))), int(seats.split()[0]))
    state: State = game.new(setup, Chance(int(seed.split()[1]), 0))
    return state


def lively(seed: int) -> Choose:
    """Random choices that seldom pass, so that many rules are met."""
    rng = Stream(seed)

    def choose(s: State) -> Action:
        legal = s.legal()
        acting = [action for action in legal if action.kind != "pass"]
        chosen: Action = rng.choice(acting if acting and rng.below(4) else legal)
        return chosen

    return choose


def read_from(lines: Iterable[str]) -> Choose:
    """The choices that the lines of a transcript tell."""
    decisions = (line for line in lines if line.startswith("  seat ") and "  of " in line)

    def choose(s: State) -> Action:
        line = next(decisions, "nothing more")
        fitting = [action for action in s.legal() if line.startswith(f"  seat {s.actor}  {s.say(action.id)}  ")]
        offered = [s.say(action.id) for action in s.legal()]
        assert len(fitting) == 1, f"the transcript says {line.strip()!r}; seat {s.actor} may: {offered}"
        return fitting[0]

    return choose


def tell(line: str, choose: Choose, teller: Teller) -> Iterator[str]:
    """All lines of the game of a heading."""
    s = begin(line)
    yield line
    round, seen = 0, len(s.events)
    while not s.over:
        if s.round != round:
            round = int(s.round)
            yield from ["", f"round {round}   {teller.round_line(s)}"]
        legal = s.legal()
        action = legal[0] if len(legal) == 1 else choose(s)
        seat = int(s.actor)
        said, before = s.say(action.id), teller.numbers(s, seat)
        s.play(action)
        if len(legal) > 1 or action.kind not in teller.silent:
            among = f"of {len(legal)}" if len(legal) > 1 else "forced"
            yield f"  seat {seat}  {said:<50}  {among:<7}  {_changes(before, teller.numbers(s, seat))}".rstrip()
        yield from _happenings(s, seen, teller.untold)
        seen = len(s.events)
    yield from _end(s)


def _changes(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    return "  ".join(f"{name} {before[name]} -> {after[name]}" for name in before if before[name] != after[name])


def _happenings(s: State, seen: int, untold: frozenset[str]) -> list[str]:
    """What else happened, in one paragraph."""
    events = (unpack_event(s.events[n], s.game.event_kinds, -1) for n in range(seen, len(s.events)))
    told = [f"seat {event.seat} {event.words}" if event.seat >= 0 else event.words
            for event in events if event.kind not in untold]
    return textwrap.wrap("; ".join(told), 118, initial_indent="      > ", subsequent_indent="        ")


def _end(s: State) -> Iterator[str]:
    outcome = s.outcome()
    yield from ["", f"ended after round {int(s.round)}: {', '.join(outcome.triggers)}"]
    for seat in range(int(s.seats)):
        parts = " + ".join(f"{values[seat]} {name}" for name, values in outcome.parts.items() if values[seat])
        score, tie = outcome.scores[seat], outcome.tiebreaks[seat]
        yield f"  seat {seat}  rank {outcome.ranks[seat]}  score {score} = {parts}; tie-break {tie}"
