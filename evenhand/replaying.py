"""Playing a recorded game again: to tell it, to compare it, to stop in a debugger where a strategy chooses."""
from __future__ import annotations

import bdb
import pdb
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from experiments.reader import Run
from experiments.tabletop import Played, Tabletop
from sim.faults import Fault, Refusal
from sim.play import Asked, Policy
from sim.record import Recorder
from strategies import failures

if TYPE_CHECKING:
    from experiments.plan import Scenario, Seating
    from sim.core import State


def seating_of(run: Run, tabletop: Tabletop, game_id: int) -> Seating:
    """The game of an id; Refusal with the ids that the run has."""
    found = tabletop.plan.find(game_id)
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
        self.seating = seating_of(run, self.tabletop, game_id)

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
        with failures.Timer(self.run.experiment.decision_seconds if wrap is None else 0) as timer:
            timer.watch(game.course)
            self.tabletop.play(game, recorder, -1 if until is None else until,
                               None if wrap is None else lambda policy, seat: wrap(game, policy, seat))
        return game

    def actions(self, until: int | None = None) -> tuple[Played, list[int]]:
        """The game and the ids of its actions; of a failed game those before the failure."""
        answers: list[int] = []
        game = self.tabletop.begin(self.seating)
        with failures.Timer(self.run.experiment.decision_seconds) as timer:
            timer.watch(game.course)
            self.tabletop.play(game, None, -1 if until is None else until, lambda policy, _: Noted(policy, answers))
        return game, list(applied(self.tabletop.begin(self.seating), answers, int(game.course.step)))

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
    """Passes a policy's answers on and keeps them."""

    def __init__(self, policy: Policy, answers: list[int]) -> None:
        self.policy = policy
        self.answers = answers

    def choose_id(self, state: State, ids: Any, stream: Any) -> int:
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
