"""Pig, a dice game, written as a game for evenhand in plain Python: a complete small example.

On your turn you roll a die as often as you like. A 1 ends the turn and loses its points; whoever holds keeps them. The first to
reach the target wins; the round is played out.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evenhand.games import (
    EVERYBODY,
    FIRST_GAME_EVENT,
    FIRST_GAME_PURPOSE,
    Action,
    Catalogue,
    Chance,
    Columns,
    EventKind,
    Game,
    Gift,
    Outcome,
    State,
    Stream,
    View,
    count,
    fold,
    option,
    rank_seats,
    vec,
)

ROLL, HOLD = 0, 1
DIE = FIRST_GAME_PURPOSE
ROLLED, HELD, GIVEN = FIRST_GAME_EVENT, FIRST_GAME_EVENT + 1, FIRST_GAME_EVENT + 2
TARGET_REACHED, MAX_ROUNDS = 0, 1


@dataclass(frozen=True)
class PigOptions:
    """The rules that a variant may change."""

    target: int = option(50, "points that end the game", unit="points", low=1, high=1000)
    max_rounds: int = option(100, "the game is cut off after this round; 0 = never", unit="rounds", low=0)


class PigSetup:
    """What the options and the number of seats decide."""

    def __init__(self, options: PigOptions, seats: int) -> None:
        self.seats = seats
        self.target = options.target
        self.max_rounds = options.max_rounds


class PigState(State):
    """The points of all, the points of the running turn, and how often the die was thrown in it."""

    def __init__(self, setup: PigSetup, chance: Chance, copy_of: PigState | None = None) -> None:
        super().__init__(setup.seats, chance, GAME, copy_of)
        self.setup = setup
        self.points = list(copy_of.points) if copy_of else [0] * setup.seats
        self.rolls = list(copy_of.rolls) if copy_of else [0] * setup.seats
        self.at_stake = copy_of.at_stake if copy_of else 0
        self.thrown = copy_of.thrown if copy_of else 0

    def legal_ids(self) -> Any:
        return vec([ROLL, HOLD]) if self.at_stake else vec([ROLL])

    def apply_id(self, action: int) -> None:
        if action == HOLD:
            self.points[self.actor] += self.at_stake
            self.tell(HELD, self.actor, 0, self.at_stake, 0, EVERYBODY)
            self.end_turn()
            return
        die = 1 + self.chance.below(DIE, self.turn, self.thrown, 6)
        self.thrown += 1
        self.rolls[self.actor] += 1
        self.tell(ROLLED, self.actor, 0, die, 0, EVERYBODY)
        if die == 1:
            self.end_turn()
        else:
            self.at_stake += die

    def end_turn(self) -> None:
        """Pass the die; after the last seat the round is over, and perhaps the game."""
        self.at_stake = self.thrown = 0
        self.turn += 1
        self.actor = (self.actor + 1) % self.seats
        if self.actor == 0:
            if max(self.points) >= self.setup.target:
                self.fire(TARGET_REACHED)
            elif self.round == self.setup.max_rounds:
                self.fire(MAX_ROUNDS)
            self.over = self.fired != 0
            self.round += not self.over

    def give(self, seat: int, what: int, amount: int) -> int:
        """A gift of points (`[[inject]]`): there are as many as are wanted."""
        self.points[seat] += amount
        self.tell(GIVEN, seat, 0, amount, 0, EVERYBODY)
        return amount

    def standing(self, seat: int) -> int:
        return self.points[seat]

    def outcome(self) -> Outcome:
        scores, none = vec(self.points), vec([0] * self.seats)
        return Outcome(scores, none, rank_seats([scores]), self.triggers(), self.fired == 1 << MAX_ROUNDS, {})

    def copy(self) -> PigState:
        return PigState(self.setup, self.chance, self)

    def redraw(self, seat: int, stream: Stream) -> None:
        """Nothing is hidden in Pig but the dice to come, and those come from the new chance."""

    def view(self, seat: int) -> PigView:
        return PigView(self, seat)

    def digest(self) -> int:
        digest = 0
        for value in (self.actor, self.at_stake, self.thrown, *self.points):
            digest = fold(digest, value)
        return digest

    def position(self) -> dict[str, Any]:
        return {"points": list(self.points), "at_stake": self.at_stake, "thrown": self.thrown, "actor": self.actor,
                "round": self.round, "turn": self.turn, "rolls": list(self.rolls)}

    def log_seat(self, seat: int) -> Any:
        return vec([self.rolls[seat]])

    def log_round(self, seat: int, full: bool) -> Any:
        return vec([self.points[seat], self.rolls[seat]])


class PigView(View):
    """Everything but the dice to come."""

    @property
    def at_stake(self) -> int:
        return int(self._state.at_stake)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self._state.points)

    def facts(self) -> tuple[int, ...]:
        return (self.actor, self.at_stake, *self.points)

    def labels(self) -> tuple[str, ...]:
        return ("actor", "at_stake", *(f"points_{seat}" for seat in range(self.players)))


class Pig(Game):
    """The game: names, columns and how its states are made."""

    def __init__(self) -> None:
        super().__init__(
            name="pig", title="Pig", seats=range(2, 7), options=PigOptions,
            actions=Catalogue(2, lambda id: [Action(ROLL, "roll", {}, "roll the die"), Action(HOLD, "hold", {}, "hold")][id]),
            columns=Columns(games=[], seats=[count("x_rolls", "throws of the die")],
                            rounds=[count("x_points", "points on the table", core=True),
                                    count("x_rolls", "throws of the die", per_round=True)]),
            triggers=["target_reached", "max_rounds"], nodes=["turn"],
            event_kinds=[EventKind("rolled", "throws a {amount}"), EventKind("held", "keeps {amount} points", logged=True),
                         EventKind("given", "is given {amount} points", logged=True)],
            purposes={"die": DIE}, laws=[points_are_not_negative])
        self.gifts = (Gift("points", "point", "points", score=True),)

    def setup(self, options: PigOptions, seats: int) -> PigSetup:
        return PigSetup(options, seats)

    def new(self, setup: PigSetup, chance: Chance) -> PigState:
        return PigState(setup, chance)

    def position(self, setup: PigSetup, chance: Chance | None = None, **facts: Any) -> PigState:
        state = PigState(setup, chance or Chance(0, 0))
        for name, value in facts.items():
            if name not in state.position():
                raise ValueError(f"no fact {name!r} in pig; it is one of {', '.join(state.position())}")
            setattr(state, name, list(value) if isinstance(value, (list, tuple)) else value)
        points_are_not_negative(state)
        return state


def points_are_not_negative(state: PigState) -> None:
    """A law: checked after every action of the conformance runs."""
    assert min(state.points) >= 0, f"points {state.points}"


GAME = Pig()
