"""The contract that every game keeps: Game, State, Action, View, Row, Outcome and the events of a table.

A state has two layers. `legal_ids` and `apply_id` are for the loop, compiled policies and roll-outs: ints, and trust.
`legal` and `play` are for people and tests: `Action` objects, and a check before each move.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from sim.bits import BIT, M62
from sim.chance import FIRST_PLACE, Chance, Stream, mix
from sim.record import Columns

ROUND_BEGINS: Final = 0
TURN_BEGINS: Final = 1
FIRST_GAME_EVENT: Final = 2
"""Games number their own events from here, below 64."""
NOBODY: Final = 7
"""The seat of an event that no seat caused."""
FORFEIT: Final = "forfeit"
"""The end trigger of a game that a failed strategy gave away."""


class IllegalAction(ValueError):
    """An action was played that the rules do not allow here."""


@final
class Action:
    """One thing a player may do. Prebuilt, shared, never changed.

    `id` is stable in all variants of the game and only grows between releases; `kind` and `args` name it for programs, `str()`
    for people: it completes the sentence "the player may ...".
    """

    def __init__(self, id: int, kind: str, args: Mapping[str, Any], words: str) -> None:
        self.id: Final = id
        self.kind: Final = kind
        self.args: Final[Mapping[str, Any]] = MappingProxyType(dict(args))
        self.words: Final = words

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Action {self.id}: {self.words}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Action, (self.id, self.kind, dict(self.args), self.words))


@final
class Catalogue:
    """All actions of a game by their ids. An `Action` is made when it is first asked for."""

    def __init__(self, size: int, make: Callable[[int], Action | None]) -> None:
        self.size: Final = size
        self.make: Final = make
        self.made: list[Action | None] = [None] * size

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, id: int) -> Action:
        """The action of an id; KeyError for an id that means nothing in this game."""
        if not 0 <= id < self.size:
            raise KeyError(f"no action {id}: ids run from 0 to {self.size - 1}")
        action = self.made[id]
        if action is None:
            action = self.make(id)
            if action is None:
                raise KeyError(f"no action {id}")
            self.made[id] = action
        return action

    def __iter__(self) -> Iterator[Action]:
        return iter(self.all())

    def all(self) -> list[Action]:
        """Every action of the game, in the order of ids."""
        found: list[Action] = []
        for id in range(self.size):
            action = self.made[id]
            if action is None:
                action = self.make(id)
                self.made[id] = action
            if action is not None:
                found.append(action)
        return found

    def of(self, ids: vec[i64]) -> list[Action]:
        """The actions of some ids, in the same order."""
        actions: list[Action] = []
        for id in ids:
            action = self.made[id]
            if action is None:
                action = self[int(id)]
            actions.append(action)
        return actions


@final
class Row:
    """A live, read-only row of counts, by the game's name or constant: `row["corn"]`, `row[CORN]`, `row.total`.

    It shows what lies on the table now; the vec behind it must never be replaced by its owner.
    """

    def __init__(self, names: dict[str, int], counts: vec[i64]) -> None:
        self._names: Final = names
        self._counts: Final = counts

    def __getitem__(self, key: Any) -> int:
        if isinstance(key, str):
            place = self._names.get(key)
            if place is None:
                raise KeyError(f"{key!r} is none of {', '.join(self._names)}")
            return int(self._counts[place])
        index = int(key)
        if not 0 <= index < len(self._counts):
            raise IndexError(f"{index} is not from 0 to {len(self._counts) - 1}")
        return int(self._counts[index])

    def __len__(self) -> int:
        return len(self._counts)

    def __iter__(self) -> Iterator[int]:
        return iter([int(n) for n in self._counts])

    @property
    def total(self) -> int:
        """The sum of the row."""
        n: i64 = 0
        for count in self._counts:
            n += count
        return int(n)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the row's places, in order."""
        return tuple(self._names)

    def __repr__(self) -> str:
        return "Row(" + ", ".join(f"{name}={self[name]}" for name in self._names) + ")"


@final
class EventKind:
    """What can happen at a table: a word, the labels of its item, a sentence with {item}, {amount}, {extra}."""

    def __init__(self, word: str, sentence: str, items: Sequence[str] = (), logged: bool = False) -> None:
        self.word: Final = word
        self.sentence: Final = sentence
        self.items: Final[tuple[str, ...]] = tuple(items)
        self.logged: Final = logged


@final
class Event:
    """One happening as a seat saw it: the word, who caused it (-1: nobody), its arguments."""

    def __init__(self, kind: str, seat: int, item: str | None, amount: int, extra: int, words: str) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.item: Final = item
        self.amount: Final = amount
        self.extra: Final = extra
        self.words: Final = words

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Event {self.words}>"

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Event) and self.words == other.words and self.seat == other.seat
                and self.amount == other.amount and self.extra == other.extra)

    def __hash__(self) -> int:
        return hash((self.words, self.seat, self.amount, self.extra))


EVERYBODY: Final = 63
"""The mask of an event that all seats see whole."""


def pack_event(kind: i64, seat: i64, item: i64, amount: i64, extra: i64, mask: i64) -> i64:
    """An event in one int: kind 6 bits, seat 3, mask of the seats that see the arguments 6, three arguments of 15 bits."""
    return kind | (seat << 6) | (mask << 9) | (item << 15) | (amount << 30) | (extra << 45)


def unpack_event(event: i64, kinds: Sequence[EventKind | None], seat: int) -> Event:
    """The event as `seat` saw it (-1: as it was)."""
    code: i64 = event & 63
    by: i64 = (event >> 6) & 7
    seen = seat < 0 or ((event >> 9) & BIT[seat]) != 0
    item = int((event >> 15) & 32767) if seen else 0
    amount = int((event >> 30) & 32767) if seen else 0
    extra = int((event >> 45) & 32767) if seen else 0
    who = int(by) if by != NOBODY else -1
    if code == ROUND_BEGINS:
        return Event("round", -1, None, item, 0, f"round {item} begins")
    if code == TURN_BEGINS:
        return Event("turn", who, None, item, 0, f"turn {item} begins")
    kind = kinds[code]
    if kind is None:
        raise ValueError(f"no event of kind {code}")
    if not seen:
        return Event(kind.word, who, None, 0, 0, kind.word)
    label = kind.items[item] if item < len(kind.items) else str(item)
    return Event(kind.word, who, label if kind.items else None, amount, extra,
                 kind.sentence.format(item=label.replace("_", " "), amount=amount, extra=extra))


@final
class Outcome:
    """How a game ended: one entry a seat, in seat order.

    `ranks` are competition ranks (1, 1, 3); `win_shares` 1/m for each of the m seats of rank 1. `winners` is empty in a game
    that was stopped by its cap (`truncated`). `parts` are the scores' parts by name.
    """

    def __init__(self, scores: vec[i64], tiebreaks: vec[i64], ranks: vec[i64], triggers: Sequence[str], truncated: bool,
                 parts: Mapping[str, Sequence[int]]) -> None:
        self.scores: Final[tuple[int, ...]] = tuple([int(n) for n in scores])
        self.tiebreaks: Final[tuple[int, ...]] = tuple([int(n) for n in tiebreaks])
        self.ranks: Final[tuple[int, ...]] = tuple([int(n) for n in ranks])
        self.triggers: Final[tuple[str, ...]] = tuple(triggers)
        self.truncated: Final = truncated
        self.parts: Final[Mapping[str, Sequence[int]]] = MappingProxyType(dict(parts))

    @property
    def winners(self) -> tuple[int, ...]:
        if self.truncated:
            return ()
        return tuple([seat for seat, rank in enumerate(self.ranks) if rank == 1])

    @property
    def win_shares(self) -> tuple[float, ...]:
        first = sum([1 for rank in self.ranks if rank == 1])
        return tuple([1.0 / first if rank == 1 else 0.0 for rank in self.ranks])

    @property
    def trigger(self) -> str:
        """The trigger that fired first."""
        return self.triggers[0] if self.triggers else ""


def rank_seats(keys: list[vec[i64]]) -> vec[i64]:
    """Competition ranks (1, 1, 3) by the first key, ties by the next, and so on; more is better."""
    n: i64 = len(keys[0])
    ranks = vec[i64](capacity=n)
    for seat in range(n):
        better: i64 = 0
        for other in range(n):
            for values in keys:
                if values[other] != values[seat]:
                    if values[other] > values[seat]:
                        better += 1
                    break
        ranks = append(ranks, better + 1)
    return ranks


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game, whole: what lies on the table, who is to move, and the luck to come.

    Subclasses set the attributes below and override what raises NotImplementedError here.
    """

    def __init__(self, seats: i64, chance: Chance, game: Game, copy_of: State | None = None) -> None:
        self.game: Game = game
        self.chance: Chance = chance
        self.seats: i64 = seats
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

    def node(self) -> i64:
        """The decision node, as a place in `game.nodes`."""
        return 0

    def standing(self, seat: i64) -> i64:
        """The score of `seat` if the game ended now; equal to the outcome's at the end."""
        raise NotImplementedError("standing")

    def outcome(self) -> Outcome:
        """Scores, ranks and triggers; of the standings while the game is on."""
        raise NotImplementedError("outcome")

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

    def log_round(self, seat: i64) -> vec[i64]:
        """The values of `game.columns.rounds` for one seat, in order; counters are totals of the game so far."""
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
        state.redraw(seat, rng)
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
                 overlays: Mapping[str, Mapping[str, Any]] = MappingProxyType({})) -> None:
        self.name: str = name
        self.title: str = title
        self.seats: tuple[int, ...] = tuple(seats)
        self.options: Any = options
        self.actions: Catalogue = actions
        self.columns: Columns = columns
        self.triggers: tuple[str, ...] = tuple(triggers)
        self.nodes: tuple[str, ...] = tuple(nodes)
        self.event_kinds: list[EventKind | None] = [None] * FIRST_GAME_EVENT + list(event_kinds)
        self.purposes: dict[str, int] = dict(purposes)
        self.laws: tuple[Callable[[Any], None], ...] = tuple(laws)
        self.presets: dict[str, Mapping[str, Any]] = dict(presets)      # named option sets, as plain data
        self.overlays: dict[str, Mapping[str, Any]] = dict(overlays)    # named changes that are laid over a preset

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


def fold(digest: i64, value: i64) -> i64:
    """A digest with one more value in it."""
    return mix((digest ^ value) & M62)


def fold_vec(digest: i64, values: vec[i64]) -> i64:
    """A digest with all values of a vec in it, and how many they are."""
    digest = mix((digest ^ len(values)) & M62)
    for value in values:
        digest = mix(((digest ^ value) + 1) & M62)
    return digest
