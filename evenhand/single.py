"""One game from Python: who sits where, how it ended, its story, the strategies as they are afterwards."""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.plainly import keywords, plain_value, plainly
from evenhand.players import Player, made, refuse_other
from sim.faults import Fault, Refusal
from strategies.base import Strategy

if TYPE_CHECKING:
    from evenhand.retelling import Move
    from experiments.experiment import Experiment
    from experiments.tabletop import Played
    from sim.core import Outcome, State


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over. `print(game)` tells it move by move."""

    game: str
    seed: int
    names: tuple[str, ...]
    """The strategy of each seat, as it is shown."""
    strategies: tuple[Strategy, ...]
    """The strategy of each seat as the game has left it."""
    state: State
    """The last position."""
    decisions: int
    """Choices among at least two legal actions."""
    _first: State = field(repr=False)
    _actions: tuple[int, ...] = field(repr=False)

    @property
    def outcome(self) -> Outcome:
        """Scores, ranks, shares of the win, what ended it."""
        return self.state.outcome()

    @property
    def moves(self) -> list[Move]:
        """Every action with its words and what came of it."""
        from evenhand.retelling import moves

        return list(moves(self._again(), self._actions))

    @property
    def story(self) -> str:
        """The game in words, as `evenhand replay` tells it."""
        from evenhand.retelling import Retelling

        told = Retelling(self._again(), self.names, self._actions)
        return "\n".join([*told.lines(), *told.ending()])

    def after(self, round: int) -> State:
        """The position after a round; 0 is the one after set-up."""
        asked, last = plain_value(round), int(self.state.round)
        if isinstance(asked, bool) or not isinstance(asked, int) or not 0 <= asked <= last:
            raise Refusal(Fault("round", f"{asked!r} is not allowed; this game has the rounds 1 to {last}, and 0, its "
                                "beginning"))
        state = self._again()
        for action in self._actions:
            if state.round > round:
                break
            state.apply_id(action)
        return state

    def _again(self) -> State:
        state = self._first.copy()
        state.events_on = True
        return state

    def __str__(self) -> str:
        return self.story

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.outcome.scores, strict=True))
        return f"<{self.game}, seed {self.seed}: {scores}>"


@keywords
def play(game: str, strategies: Player | Sequence[Player] | None = None, *, seats: int | None = None, seed: int = 0,
         options: Mapping[str, Any] | None = None, position: str | Path | Mapping[str, Any] | None = None) -> PlayedGame:
    """Play one game in this process; `strategies` are those of seat 0, 1, 2, ..., one alone sits in all seats.

    Classes and instances may stand anywhere, in a notebook too: an instance plays itself, and can be looked at afterwards. What
    a strategy raises comes as it is. It is the game that a run with the design `fixed` plays first with this seed.
    """
    played = _play(game, strategies, seats, seed, options, position)
    if isinstance(played, BaseException):
        raise played
    return played


@plainly
def _play(game: str, strategies: Player | Sequence[Player] | None, seats: int | None, seed: int,
          options: Mapping[str, Any] | None, position: str | Path | Mapping[str, Any] | None) -> PlayedGame | BaseException:
    """The game, or what a strategy has raised in it."""
    from evenhand.replaying import Noted, applied
    from experiments.plan import games_of, plan
    from experiments.tabletop import Tabletop

    players = _players(strategies)
    experiment = _experiment(game, players, seats, seed, options, position)
    seating = games_of(plan(experiment), 0, 0)[0]
    names, sitting = _sit_down(_around(players, seating.specs), seating.specs, experiment)
    table = Tabletop(experiment, sitting)
    seating = seating._replace(specs=tuple(f"seat {seat}" for seat in range(len(sitting))))     # alike only where they are one
    played, first, answers = table.begin(seating), table.begin(seating).state, list[int]()
    table.play(played, wrap=lambda policy, _: Noted(policy, answers))
    if played.failure is not None:
        return _failed(played, names)
    actions = tuple(applied(table.begin(seating), answers, int(played.course.step)))
    return PlayedGame(table.game.name, experiment.seed, names, sitting, played.state, int(played.course.decisions), first,
                      actions)


def _players(given: Player | Sequence[Player] | None) -> list[Player]:
    if given is None:
        return []
    if isinstance(given, (str, type, Strategy)) or not isinstance(given, Iterable):
        refuse_other(given, "strategies")
        return [given]
    players = list(given)
    seats: dict[int, int] = {}
    for seat, player in enumerate(players):
        refuse_other(player, f"strategies[{seat}]")
        if isinstance(player, Strategy) and seats.setdefault(id(player), seat) != seat:
            raise Refusal(Fault("strategies", f"the same {type(player).__name__} would sit in seats {seats[id(player)]} and "
                                f"{seat}: give each seat one of its own, or the class"))
    return players


def _experiment(game: str, players: Sequence[Player], seats: int | None, seed: int, options: Mapping[str, Any] | None,
                position: str | Path | Mapping[str, Any] | None) -> Experiment:
    """The game as an experiment, which checks all of it; `random` stands for classes and instances."""
    from experiments.files import anchored
    from experiments.spec import from_plain

    texts = [anchored(player, Path()) if isinstance(player, str) else "random" for player in players]
    plain: dict[str, Any] = {"game": anchored(game, Path()) if isinstance(game, str) else game, "seed": plain_value(seed),
                             "blocks": 1, "options": {} if options is None else plain_value(options)}
    if seats is not None or players:
        plain["seats"] = plain_value(seats) if seats is not None else len(players)
    if len(texts) not in (0, 1, plain.get("seats")):
        raise Refusal(Fault("strategies", f"{len(texts)} strategies for {seats} seats; give one for each, or one for all"))
    if texts:
        plain |= {"strategies": texts, "design": "mirror" if len(texts) == 1 else "fixed"}
    else:
        plain["design"] = "fixed"
    if position is not None:
        plain["position"] = os.path.abspath(position) if isinstance(position, (str, Path)) else plain_value(position)
    return from_plain(plain)


def _around(players: Sequence[Player], specs: Sequence[str]) -> list[Player]:
    """Who sits in each seat; a text is the experiment's own spec."""
    if len(players) == 1 < len(specs) and isinstance(players[0], Strategy):
        name = type(players[0]).__name__
        raise Refusal(Fault("strategies", f"one {name} can't sit in all seats: give the class, or one for each seat"))
    around = [*players] * (len(specs) if len(players) == 1 else 1) or [*specs]
    return [spec if isinstance(player, str) else player for spec, player in zip(specs, around, strict=True)]


def _sit_down(players: Sequence[Player], specs: Sequence[str],
              experiment: Experiment) -> tuple[tuple[str, ...], tuple[Strategy, ...]]:
    """The names and the strategies of the seats."""
    from reports.names import short_names
    from strategies.specs import check

    short = short_names(list(dict.fromkeys(specs)), experiment.game)
    names, sitting = [], []
    for seat, player in enumerate(players):
        if isinstance(player, str):
            names.append(short[player])
            sitting.append(check(experiment.located(player)).new())
        else:
            sitting.append(made(player, f"strategies[{seat}]") if isinstance(player, type) else player)
            names.append(type(sitting[-1]).__name__)
    return tuple(names), tuple(sitting)


def _failed(played: Played, names: Sequence[str]) -> BaseException:
    """What is raised when a strategy fails: its own exception with a note where that was, else a Refusal."""
    from strategies.failures import own_traceback

    failure = played.failure
    assert failure is not None
    where = f"{names[failure.seat]} in seat {failure.seat}, round {int(played.state.round)}, step {failure.step}"
    if failure.cause is None:
        return Refusal(Fault("", f"{where}: {failure.message}"))
    failure.cause.add_note(f"raised by {where}")
    return failure.cause.with_traceback(own_traceback(failure.cause))
