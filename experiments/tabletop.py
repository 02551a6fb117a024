"""One game at a table: the state, the strategies in their seats, and what is done when one of them fails."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from experiments.experiment import Experiment
from experiments.plan import Plan, Seating, plan, split_id
from experiments.seeds import chance, stream
from sim.catalog import find, make_options
from sim.core import Game, State
from sim.play import Course, Policy, StrategyFailure, play_game, record_forfeit
from sim.record import Recorder
from strategies import failures
from strategies.base import Strategy
from strategies.specs import LoadedClass, check


@dataclass
class Played:
    """One game as it was played: the state it came to, how it went, and the strategy's failure if there was one."""

    state: State
    course: Course
    seating: Seating
    slots: tuple[int, ...]
    """The slot of each seat."""
    first_place: int
    """The place that began by the game's own draw; -1 if the design decided."""
    strategies: list[Strategy] = field(default_factory=list)
    failure: StrategyFailure | None = None

    def spec(self, seat: int) -> str:
        """The strategy of a seat."""
        return self.seating.specs[self.slots[seat]]


class Tabletop:
    """Where an experiment's games are played in this process: its game, one `Setup` a scenario, each strategy's class."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.plan: Plan = plan(experiment)
        self.game: Game = find(experiment.located(experiment.game))
        self._setups: dict[int, Any] = {}
        self._classes: dict[str, LoadedClass] = {}

    def setup(self, scenario: int) -> Any:
        """What the rules of a scenario come to."""
        if scenario not in self._setups:
            what = self.plan.scenarios[scenario]
            self._setups[scenario] = self.game.setup(make_options(self.game, what.options), what.seats)
        return self._setups[scenario]

    def begin(self, seating: Seating) -> Played:
        """A game before its first move."""
        scenario, block, _ = split_id(seating.game_id)
        setup, luck, slots, first = self.setup(scenario), chance(self.experiment.seed, block), seating.slots, -1
        if self.experiment.start == "rules":
            first = self.game.first_place(setup, luck)
            slots = slots[first:] + slots[:first]
        position = self.experiment.position
        state = self.game.position(setup, luck, **position) if position else self.game.new(setup, luck)
        return Played(state, Course(), seating, slots, first)

    def play(self, game: Played, recorder: Recorder | None = None, until: int = -1,
             wrap: Callable[[Policy, int], Policy] | None = None) -> None:
        """Play a game on to its end, or until `until` actions are applied. A strategy's failure ends it and is noted.

        `wrap` may put something between the loop and the policy of a seat.
        """
        if recorder is not None:
            recorder.begin_game()
        try:
            policies, streams = [], []
            for seat, slot in enumerate(game.slots):
                strategy = self._strategy(game, seat)
                rng = stream(self.experiment.seed, game.seating.block, game.seating.rotation, slot)
                if strategy.native is None:
                    failures.start(strategy, game.state, seat, rng, game.course)
                game.strategies.append(strategy)
                policy = failures.policy(strategy, game.state, seat, game.course)
                policies.append(wrap(policy, seat) if wrap is not None else policy)
                streams.append(rng)
            play_game(game.state, policies, streams, recorder, game.course, until)
            if game.state.over:
                self._finish(game)
        except StrategyFailure as failure:
            game.failure = failure
            if recorder is not None and recorder.keeps_games:
                self._settle(game, recorder, failure)

    def _strategy(self, game: Played, seat: int) -> Strategy:
        """A new strategy for a seat. A constructor that raises is the strategy's failure."""
        text = game.spec(seat)
        try:
            if text not in self._classes:       # loaded once: a file that is edited meanwhile changes nothing
                self._classes[text] = check(self.experiment.located(text), self.game.name)
            return self._classes[text].new()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise StrategyFailure(seat, "exception", f"{type(error).__name__}: {error}", 0, error) from None

    def _finish(self, game: Played) -> None:
        for seat, strategy in enumerate(game.strategies):
            if strategy.native is None:
                failures.finish(strategy, game.state, seat, game.course)

    def _settle(self, game: Played, recorder: Recorder, failure: StrategyFailure) -> None:
        """What stays in the recorder of a failed game: nothing, or a forfeit."""
        if self.experiment.on_failure == "forfeit" and not game.state.over:
            record_forfeit(game.state, recorder, game.course, failure.seat)
        else:
            recorder.drop_game()
