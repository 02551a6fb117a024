"""A game told again: its actions played one by one from the start, in words, with what came of each.

The caller has played the game once and knows its actions; here they are only applied.
"""
from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from evenhand import show
from reports.formats import cut
from sim.core import Event, unpack_event

if TYPE_CHECKING:
    from sim.core import State

WIDEST_NAME = 20


@dataclass(frozen=True)
class Move:
    """One applied action, in the words of its position, and the happenings that followed, as nobody hides them.

    `given` tells of a gift that was handed over before it.
    """

    step: int
    round: int
    seat: int
    id: int
    words: str
    forced: bool
    events: tuple[Event, ...]
    given: tuple[Event, ...] = ()


def moves(state: State, actions: Sequence[int], legal: Callable[[State], Sequence[int]] | None = None) -> Iterator[Move]:
    """Apply the actions to a new state, in place, and yield each as it is done. `legal` says what could be chosen."""
    for step, action in enumerate(actions):
        given = _happenings(state, state.hand_over)
        choices = state.legal_ids() if legal is None else legal(state)
        round, seat, words = int(state.round), int(state.actor), state.say(action)
        told = _happenings(state, partial(state.apply_id, action))
        yield Move(step, round, seat, action, words, len(choices) == 1, told, given)
    state.hand_over()


def _happenings(state: State, do: Callable[[], object]) -> tuple[Event, ...]:
    """What happens when something is done."""
    before = len(state.events)
    do()
    events = [unpack_event(state.events[n], state.game.event_kinds, -1) for n in range(before, len(state.events))]
    return tuple(event for event in events if event.kind not in ("round", "turn"))


class Retelling:
    """The lines of a game: one for each action, a head for each round."""

    def __init__(self, state: State, names: Sequence[str], actions: Sequence[int],
                 legal: Callable[[State], Sequence[int]] | None = None) -> None:
        self.state = state
        self.names = names
        self.actions = actions
        self.legal = legal
        self.width = max(min(WIDEST_NAME, len(name)) for name in names)

    def lines(self, only_round: int | None = None) -> Iterator[str]:
        """All of it, or one round."""
        shown = 0
        head = self._head()
        for move in moves(self.state, self.actions, self.legal):
            if only_round is None or move.round == only_round:
                if move.round != shown:
                    yield from ("", head) if shown else (head,)
                    shown = move.round
                yield from self._move(move)
            if self.state.round != move.round and not self.state.over:
                head = self._head()

    def _head(self) -> str:
        """Round, who begins it, and the standings."""
        state = self.state
        word = "governor" if "governor" in state.position() else "begins:"
        left = f"round {int(state.round)}   {word} seat {int(state.actor)}"
        right = "standing" + self.numbers(int(state.standing(seat)) for seat in range(int(state.seats)))
        return left.ljust(show.width() - 1 - len(right)) + right

    def numbers(self, values: Any) -> str:
        """One number a seat, in columns."""
        return "".join(f"{value:>4}" for value in values)

    def _move(self, move: Move) -> Iterator[str]:
        yield from (f"  {self.who(event.seat)} {event.words}" for event in move.given)
        yield f"  {self.who(move.seat)} {f'({move.words})' if move.forced else move.words}"
        told = [event for event in move.events if not restates(event, move)]
        for seat, together in groupby(told, key=lambda event: event.seat):
            indent = f"  {self.who(seat)}   "
            yield from textwrap.wrap("; ".join(event.words for event in together), show.width(), initial_indent=indent,
                                     subsequent_indent=" " * len(indent))

    def who(self, seat: int) -> str:
        """A seat's number and name; blank for nobody."""
        return (f"{seat} {cut(self.names[seat], WIDEST_NAME)}" if seat >= 0 else "").ljust(self.width + 4)

    def ending(self) -> list[str]:
        """How the game ended: triggers, scores, who won."""
        outcome = self.state.outcome()
        left = f"end after round {int(self.state.round)}: {', '.join(outcome.triggers)}"
        winners = " and ".join(self.names[seat] for seat in outcome.winners)
        verb = "wins" if len(outcome.winners) == 1 else "win"
        right = "score" + self.numbers(outcome.scores) + f"      {f'{winners} {verb}' if winners else 'cut off, nobody wins'}"
        return ["", left.ljust(max(len(left) + 3, 44)) + right]


def restates(event: Event, move: Move) -> bool:
    """Whether an event says again what the action said: of the same seat the same thing, or the same words ("sells corn",
    "builds a road on 9-14" after "place a road on 9-14"). What the action's words add in brackets is of the position."""
    if event.seat != move.seat:
        return False
    said, (does, _, what) = move.words.partition(" (")[0], event.words.partition(" ")
    return f"{does.removesuffix('s')} {what}".strip() in said or (what.count(" ") >= 2 and said.endswith(f" {what}")) or (
        event.item is not None and event.item.replace("_", " ") in said)
