"""The contract that every game keeps: Game, State and View. What they hand each other is in pieces, events and outcome.

A state has two layers. `legal_ids` and `apply_id` are for the loop, compiled policies and roll-outs: ints, and trust.
`legal` and `play` are for people and tests: `Action` objects, and a check before each move.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from sim.bits import BIT
from sim.chance import FIRST_PLACE, Chance, Stream
from sim.events import (
    EVERYBODY,
    FIRST_GAME_EVENT,
    NOBODY,
    ROUND_BEGINS,
    TURN_BEGINS,
    Event,
    EventKind,
    pack_event,
    unpack_event,
)
from sim.faults import Fault, Refusal
from sim.gifts import Gift, Present
from sim.outcome import FORFEIT, Outcome, Ranking, fold, fold_vec, rank_seats
from sim.picks import Pick, Picks
from sim.pieces import Action, Catalogue, Row
from sim.record import Columns

__all__ = [
    "EVERYBODY", "FIRST_GAME_EVENT", "FORFEIT", "NOBODY", "ROUND_BEGINS", "TURN_BEGINS", "Action", "Catalogue", "Event",
    "EventKind", "Game", "IllegalAction", "Outcome", "Pick", "Picks", "Ranking", "Row", "State", "View", "fold", "fold_vec",
    "pack_event", "rank_seats", "unpack_event",
]


_NOT_ASKED: Final = vec[i64]([i64(0)] * 8)


class IllegalAction(ValueError):
    """An action was played that the rules do not allow here."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game, whole: what lies on the table, who is to move, and the luck to come.

    Subclasses set the attributes below and override what raises NotImplementedError here.
    """

    def __init__(self, seats: i64, chance: Chance, game: Game, copy_of: State | None = None) -> None:
        self.game: Game = game
        self.chance: Chance = chance
        self.seats: i64 = seats
        asked = _NOT_ASKED if copy_of is None else copy_of.asked
        self.asked: vec[i64] = asked[:seats]        # decisions that each seat was asked for; the loop counts them
        self.on_offer: i64 = 0                      # bits of the picks among the legal ids, if the game notes them
        self.present: Present | None = None         # a gift to come, of which no copy knows
        if copy_of is None:
            self.actor: i64 = 0                     # the seat that is to choose
            self.over: bool = False
            self.round: i64 = 1                     # the round that is being played, from 1
            self.turn: i64 = 0                      # turns begun so far
            self.fired: i64 = 0                     # bits of the end triggers that have fired, by place in game.triggers
            self.first_fired: i64 = -1              # the one that fired first
            self.events: vec[i64] = vec[i64](capacity=256)
            self.events_on: bool = True
        else:
            self.actor = copy_of.actor
            self.over = copy_of.over
            self.round = copy_of.round
            self.turn = copy_of.turn
            self.fired = copy_of.fired
            self.first_fired = copy_of.first_fired
            self.events = vec[i64]()
            self.events_on = False

    # --- what a game writes -------------------------------------------------------------------------------------------

    def legal_ids(self) -> vec[i64]:
        """The ids of what the actor may do, in the defined order: never empty before the end, no repeats."""
        raise NotImplementedError("legal_ids")

    def apply_id(self, action: i64) -> None:
        """Carry out a legal action and all that follows by itself. Trusts its caller."""
        raise NotImplementedError("apply_id")

    def give(self, seat: i64, what: i64, amount: i64) -> i64:
        """Give a seat one of `game.gifts` out of the supply, as much as there is; returns how much it was."""
        raise NotImplementedError("give")

    def node(self) -> i64:
        """The decision node, as a place in `game.nodes`."""
        return 0

    def standing(self, seat: i64) -> i64:
        """The score of `seat` if the game ended now; equal to the outcome's at the end."""
        raise NotImplementedError("standing")

    def check_seat(self, seat: i64) -> None:
        """Refusal of a seat that is not at the table."""
        if seat < 0 or seat >= self.seats:
            raise Refusal(Fault("seat", f"{seat} is not allowed; this game has the seats 0 to {self.seats - 1}"))

    def outcome(self) -> Outcome:
        """Scores, ranks and triggers; of the standings while the game is on."""
        raise NotImplementedError("outcome")

    def ranking(self) -> Ranking:
        """Scores, tie-break values and ranks of the outcome, for the recorder; a game that is to be fast overrides it."""
        outcome = self.outcome()
        return Ranking(vec[i64]([i64(n) for n in outcome.scores]), vec[i64]([i64(n) for n in outcome.tiebreaks]),
                       vec[i64]([i64(n) for n in outcome.ranks]))

    def copy(self) -> State:
        """An equal, independent state without events."""
        raise NotImplementedError("copy")

    def redraw(self, seat: i64, stream: Stream) -> None:
        """Replace what `seat` cannot know by something as likely that fits all it knows, in place; `chance` is new already."""
        raise NotImplementedError("redraw")

    def view(self, seat: int) -> View:
        """What one seat may see, live."""
        raise NotImplementedError("view")

    def digest(self) -> i64:
        """62 bits of what lies on the table, without caches and events; equal on every machine and build."""
        raise NotImplementedError("digest")

    def position(self) -> dict[str, Any]:
        """The position as plain data; `game.position` builds it again."""
        raise NotImplementedError("position")

    def log_game(self) -> vec[i64]:
        """The values of `game.columns.games`, in order."""
        return vec[i64]()

    def log_seat(self, seat: i64) -> vec[i64]:
        """The values of `game.columns.seats` for one seat, in order; counters are totals of the game so far."""
        return vec[i64]()

    def log_round(self, seat: i64, full: bool) -> vec[i64]:
        """The values of `game.columns.rounds` for one seat, in order; counters are totals of the game so far.

        Without `full` only the places of core columns are read. The caller is done with the vec before the next call.
        """
        return vec[i64]()

    def say(self, id: int) -> str:
        """An action in words with the numbers of this position: "load 3 corn on the ship of 6, 4 VP"."""
        return self.game.actions[id].words

    # --- what every game has ------------------------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """What the actor may do, in the defined order; empty when the game is over."""
        if self.over:
            return []
        return self.game.actions.of(self.legal_ids())

    def play(self, action: Action | int) -> None:
        """Check an action, then carry it out. IllegalAction if the rules do not allow it now."""
        if self.over:
            raise IllegalAction("the game is over")
        id = action.id if isinstance(action, Action) else action
        ids = self.legal_ids()
        for legal in ids:
            if legal == id:
                self.apply_id(id)
                return
        words = self.game.actions[id].words
        allowed = ", ".join([self.game.actions[int(legal)].words for legal in ids])
        raise IllegalAction(f"seat {int(self.actor)} may not {words!r} now. It may: {allowed}")

    def hand_over(self) -> None:
        """Hand over the present if its round is being played and it has not been given yet."""
        present = self.present
        if present is not None and present.given < 0 and present.round == self.round and not self.over:
            present.given = self.give(present.seat, present.what, present.amount)

    def fire(self, trigger: i64) -> None:
        """Note that an end trigger has fired; a trigger stays fired."""
        if self.fired & BIT[trigger] == 0:
            self.fired |= BIT[trigger]
            if self.first_fired < 0:
                self.first_fired = trigger

    def triggers(self) -> list[str]:
        """The end triggers that have fired, the first one first, the others in the game's order."""
        if self.first_fired < 0:
            return []
        names = self.game.triggers
        rest = [names[n] for n in range(len(names)) if self.fired & BIT[n] != 0 and n != self.first_fired]
        return [names[self.first_fired]] + rest

    def tell(self, kind: i64, seat: i64, item: i64, amount: i64, extra: i64, mask: i64) -> None:
        """Append an event; the arguments are 0 for the seats outside `mask`."""
        if self.events_on:
            self.events = append(self.events, pack_event(kind, seat, item, amount, extra, mask))

    def sample(self, seat: int, rng: Stream) -> State:
        """A copy in which everything that `seat` does not know is redrawn, the luck to come included."""
        state = self.copy()
        state.chance = Chance(int(rng.word()), 0)
        state.events = self.events                  # what the seat has seen may tell what is likely
        state.redraw(seat, rng)
        state.events = vec[i64]()
        return state


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """What one seat may see of a game, live and read-only: ints, bools and `Row`s, never the vecs of the state.

    Every game's view also has `me`, `opponents` (clockwise) and `seats`.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state: Final = state
        self.seat: Final = seat
        self.players: Final = int(state.seats)

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return int(self._state.round)

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self._state.turn)

    @property
    def actor(self) -> int:
        """The seat that is to choose."""
        return int(self._state.actor)

    @property
    def node(self) -> str:
        """The decision that is open, by the name of its node."""
        return self._state.game.nodes[self._state.node()]

    @property
    def fired(self) -> tuple[str, ...]:
        """The end triggers that have fired."""
        return tuple(self._state.triggers())

    def standing(self) -> int:
        """This seat's own score if the game ended now."""
        return int(self._state.standing(self.seat))

    def facts(self) -> tuple[int, ...]:
        """The whole view as ints, in the order of `labels()`; may change between minor releases."""
        raise NotImplementedError("facts")

    def labels(self) -> tuple[str, ...]:
        """The names of the places of `facts()`."""
        raise NotImplementedError("labels")

    def events(self, since: int = 0) -> list[Event]:
        """What has happened, as this seat saw it, from event number `since` on."""
        kinds = self._state.game.event_kinds
        events = self._state.events
        return [unpack_event(events[n], kinds, self.seat) for n in range(since, len(events))]

    def sample(self, rng: Stream) -> State:
        """A whole state that fits all this seat knows, everything else redrawn: the way to look ahead."""
        return self._state.sample(self.seat, rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A family of rules: what it is called, who can play it, and how its states are made.

    Subclasses set the attributes in `__init__` and override `setup`, `new` and `position`.
    """

    def __init__(self, name: str, title: str, seats: Sequence[int], options: Any, actions: Catalogue, columns: Columns,
                 triggers: Sequence[str], nodes: Sequence[str], event_kinds: Sequence[EventKind] = (),
                 purposes: Mapping[str, int] = MappingProxyType({}), laws: Sequence[Callable[[Any], None]] = (),
                 presets: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
                 overlays: Mapping[str, Mapping[str, Any]] = MappingProxyType({}), picks: Picks | None = None) -> None:
        self.name: str = name
        self.title: str = title
        self.seats: tuple[int, ...] = tuple(seats)
        self.options: Any = options
        self.actions: Catalogue = actions
        self.columns: Columns = columns
        self.triggers: tuple[str, ...] = tuple(triggers)
        self.nodes: tuple[str, ...] = tuple(nodes)
        self.event_kinds: list[EventKind | None] = [None] * FIRST_GAME_EVENT + list(event_kinds)
        self.picks: Picks = picks or Picks()                            # what seats may take or leave
        self.picks.check(len(actions), self.event_kinds)
        self.purposes: dict[str, int] = dict(purposes)
        self.laws: tuple[Callable[[Any], None], ...] = tuple(laws)
        self.presets: dict[str, Mapping[str, Any]] = dict(presets)      # named option sets, as plain data
        self.overlays: dict[str, Mapping[str, Any]] = dict(overlays)    # named changes that are laid over a preset
        self.gifts: tuple[Gift, ...] = ()   # what `State.give` can give
        self.goal_wins: bool = False        # whether who reaches a goal first wins, also with a lower score than others

    def default_lineup(self, seats: int) -> list[str]:
        """What is played when no strategies are named."""
        return ["random"] * seats

    def setup(self, options: Any, seats: int) -> Any:
        """One object with everything that the options and the number of seats decide; refuses what cannot be played."""
        raise NotImplementedError("setup")

    def new(self, setup: Any, chance: Chance) -> State:
        """The position after set-up."""
        raise NotImplementedError("new")

    def position(self, setup: Any, chance: Chance | None = None, **facts: Any) -> State:
        """A position in mid-game from named facts; what is not named lies in the supply. ValueError if the laws do not hold."""
        raise NotImplementedError("position")

    def first_place(self, setup: Any, chance: Chance) -> int:
        """The place at the table that begins by the game's own draw (`start = "rules"`)."""
        return int(chance.below(FIRST_PLACE, 0, 0, int(setup.seats)))
