"""Playing a recorded game again: to tell it, to compare it, to stop in a debugger where a strategy chooses."""
from __future__ import annotations

import bdb
import pdb
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from evenhand import guard
from experiments.reader import Run
from experiments.tabletop import Played, Tabletop
from experiments.watchdog import Watchdog
from sim.faults import Fault, Refusal
from sim.play import Asked, Policy
from sim.record import Recorder
from strategies import failures

if TYPE_CHECKING:
    from experiments.plan import Scenario, Seating
    from sim.core import State


def seating_of(run: Run, game_id: int) -> Seating:
    """The game of an id; Refusal with the ids that the run has."""
    found = run.plan.find(game_id)        # which ends where the run has stopped
    if found is None:
        scenarios = run.plan.scenarios
        blocks = max(scenario.blocks for scenario in scenarios)
        games = max(scenario.games_per_block for scenario in scenarios)
        raise Refusal(Fault("", f"{run.folder.as_posix()} has no game {game_id}.",
                            help="An id is scenario x 2^40 + block x 128 + rotation; this run has "
                                 f"{_span('scenario', len(scenarios))}, {_span('block', blocks)}, {_span('rotation', games)}."))
    return found


def _span(what: str, count: int) -> str:
    return f"{what} 0" if count == 1 else f"{what}s 0 to {count - 1:,}"


class Again:
    """One game of a run, played again with the run's own copies of the strategies."""

    def __init__(self, run: Run, game_id: int, tabletop: Tabletop | None = None) -> None:
        self.run = run
        self.tabletop = tabletop or Tabletop(run.experiment)
        self.seating = seating_of(run, game_id)

    @property
    def scenario(self) -> Scenario:
        """Seats, variant and cell of the sweep."""
        return self.tabletop.plan.scenarios[self.seating.game_id >> 40]

    def new(self) -> State:
        """The position before the first move."""
        return self.tabletop.begin(self.seating).state

    def play(self, until: int | None = None, recorder: Recorder | None = None,
             wrap: Callable[[Played, Policy, int], Policy] | None = None) -> Played:
        """Play it, to its end or until `until` actions are applied; decisions are timed as in the run."""
        game = self.tabletop.begin(self.seating)
        with self._limited(game, self.run.experiment.decision_seconds if wrap is None else 0):
            self.tabletop.play(game, recorder, -1 if until is None else until,
                               None if wrap is None else lambda policy, seat: wrap(game, policy, seat))
        return game

    def actions(self, until: int | None = None) -> tuple[Played, list[int]]:
        """The game and the ids of its actions; of a failed game those before the failure."""
        answers: list[int] = []
        game = self.tabletop.begin(self.seating)
        with self._limited(game, self.run.experiment.decision_seconds):
            self.tabletop.play(game, None, -1 if until is None else until,
                               lambda policy, seat: Noted(policy, answers, lambda: self._note(game, seat)))
        return game, list(applied(self.tabletop.begin(self.seating), answers, int(game.course.step)))

    @contextmanager
    def _limited(self, game: Played, seconds: float) -> Iterator[None]:
        """Inside, decisions are timed; in a child that somebody waits for, one that never ends, ends the child."""
        with failures.Timer(seconds) as timer, Watchdog(seconds if guard.guarded() else 0) as dog:
            timer.watch(game.course)
            dog.watch(game.course)
            guard.note(f"game {self.seating.game_id}", f"See it:  {self.command}")
            yield

    def _note(self, game: Played, seat: int) -> None:
        step = int(game.course.step)
        guard.note(f"game {self.seating.game_id}, step {step}: seat {seat}, {game.spec(seat)}",
                   f"In a debugger:  {self.command} --until {step} --debug")

    @property
    def command(self) -> str:
        """What tells the game again."""
        return f"evenhand replay {shlex.quote(self.run.folder.as_posix())} {self.seating.game_id}"

    def rounds(self, actions: Sequence[int]) -> list[int]:
        """The rounds in which something was done."""
        state = self.new()
        found: list[int] = []
        for action in actions:
            if not found or found[-1] != int(state.round):
                found.append(int(state.round))
            state.hand_over()
            state.apply_id(action)
        return found

    def after(self, actions: Sequence[int], round: int | None = None) -> State:
        """The position after a round, or after all the actions of the game; Refusal if it has no such round."""
        state = self.new()
        for action in actions:
            if round is not None and state.round > round:
                return state
            state.hand_over()
            state.apply_id(action)
        if round is not None and state.round < round:
            raise Refusal(Fault("--at", f"game {self.seating.game_id} ended in round {int(state.round)}"))
        return state

    def digest(self) -> int | None:
        """The hash of the whole course of the game; None if a strategy failed in it."""
        game = self.play(recorder=Recorder("games", self.tabletop.game.columns, len(self.seating.slots), ()))
        return int(game.course.chain) if game.failure is None else None

    def debug(self, step: int, seat: int | None = None) -> None:
        """Play up to a decision and step into the strategy's `choose` there, in Python's debugger."""
        def wrap(game: Played, policy: Policy, at: int) -> Policy:
            return Stepped(game, policy, step) if seat in (None, at) else policy

        try:
            self.play(until=step + 1, wrap=wrap)
        except (Left, bdb.BdbQuit):
            return
        raise Refusal(Fault("", f"nobody is asked at step {step}: there is only one thing to do, or the game is over"))


class Left(Exception):
    """The debugger has been left; the game is of no more interest."""


class Noted(Policy):
    """Passes a policy's answers on and keeps them. `before` is called before a strategy in Python is asked."""

    def __init__(self, policy: Policy, answers: list[int], before: Callable[[], object] = lambda: None) -> None:
        self.policy = policy
        self.answers = answers
        self.before = before

    def choose_id(self, state: State, ids: Any, stream: Any) -> int:
        if isinstance(self.policy, Asked):
            self.before()
        answer = int(self.policy.choose_id(state, ids, stream))
        self.answers.append(answer)
        return answer


class Stepped(Policy):
    """A strategy that is stepped into at one decision."""

    def __init__(self, game: Played, policy: Policy, step: int) -> None:
        self.game = game
        self.policy = policy
        self.step = step

    def choose_id(self, state: State, ids: Any, stream: Any) -> int:
        if int(self.game.course.step) != self.step:
            return int(self.policy.choose_id(state, ids, stream))
        seat = int(state.actor)
        if not isinstance(self.policy, Asked):
            raise Refusal(Fault("", f"at step {self.step} seat {seat} chooses, {self.game.spec(seat)}, which is compiled; no "
                                    "debugger steps into it"))
        pdb.runcall(self.policy.choose, self.policy.view, state.game.actions.of(ids))
        raise Left


def applied(game: Played, answers: list[int], steps: int) -> Iterator[int]:
    """All actions of a game that has not begun, from its answers: a move without a choice was not asked for."""
    left, state = iter(answers), game.state
    for _ in range(steps):
        state.hand_over()
        ids = game.legal(state)
        action = ids[0] if len(ids) == 1 else next(left)
        state.apply_id(action)
        yield action
