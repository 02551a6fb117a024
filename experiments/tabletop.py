"""One game at a table: the state, the strategies in their seats, and what is done when one of them fails."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from experiments.experiment import Experiment
from experiments.plan import Plan, Seating, plan, split_id
from experiments.seeds import chance, stream
from experiments.treatments import Force
from sim.catalog import find, make_options
from sim.chance import Stream
from sim.core import Game, State
from sim.faults import Interrupt
from sim.gifts import Present, Restriction
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
    strategies: dict[int, Strategy] = field(default_factory=dict)
    """Those that are asked in Python, by seat."""
    failure: StrategyFailure | None = None
    bound: Restriction | None = None
    """What some seats must choose or may not."""

    @property
    def given(self) -> int:
        """How much of the experiment's gift was handed over."""
        present = self.state.present
        return max(0, int(present.given)) if present is not None else 0

    def legal(self, state: State) -> list[int]:
        """The ids from which the actor of a position of this game chooses."""
        ids = state.legal_ids()
        return [int(id) for id in (ids if self.bound is None else self.bound.left(state.actor, ids))]

    def spec(self, seat: int) -> str:
        """The strategy of a seat."""
        return self.seating.specs[self.slots[seat]]


class Tabletop:
    """Where an experiment's games are played in this process: its game, one `Setup` a scenario, each strategy's class."""

    def __init__(self, experiment: Experiment, sitting: Sequence[Strategy] = ()) -> None:
        """`sitting` are strategies by seat that play in place of the experiment's; then it is for one game."""
        self.experiment = experiment
        self.sitting = sitting
        self.plan: Plan = plan(experiment)
        self.game: Game = find(experiment.located(experiment.game))
        self._setups: dict[int, Any] = {}
        self._classes: dict[str, LoadedClass] = {}
        self._native: dict[str, Policy] = {}
        self._options: dict[int, list[int]] = {}

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
        gift, force = self.plan.scenarios[scenario].inject, self.plan.scenarios[scenario].force
        if gift is not None:
            what = [known.name for known in self.game.gifts].index(gift.what)
            state.present = Present(gift.seat, gift.round, what, gift.amount)
        bound = self._bound(force, scenario, seating, slots) if force is not None else None
        return Played(state, Course(), seating, slots, first, bound=bound)

    def _bound(self, force: Force, scenario: int, seating: Seating, slots: tuple[int, ...]) -> Restriction:
        """The seats of the strategy, and the actions that are forced."""
        if scenario not in self._options:
            self._options[scenario] = [action.id for action in self.game.actions.all() if force.fits(action.kind, action.args)]
        members = self.plan.scenarios[scenario].line_ups.sets[seating.line_up]
        seats = [seat for seat, slot in enumerate(slots) if self.experiment.strategies[members[slot]] == force.strategy]
        return Restriction(self._options[scenario], len(self.game.actions), seats, force.rule == "always")

    def play(self, game: Played, recorder: Recorder | None = None, until: int = -1,
             wrap: Callable[[Policy, int], Policy] | None = None) -> None:
        """Play a game on to its end, or until `until` actions are applied. A strategy's failure ends it and is noted.

        `wrap` may put something between the loop and the policy of a seat.
        """
        if recorder is not None:
            recorder.begin_game()
        try:
            _, block, rotation, _, _, specs = game.seating
            streams = [stream(self.experiment.seed, block, rotation, slot) for slot in game.slots]
            policies = [self._native.get(specs[slot]) or self._seated(game, seat, streams[seat])
                        for seat, slot in enumerate(game.slots)]
            if wrap is not None:
                policies = [wrap(policy, seat) for seat, policy in enumerate(policies)]
            play_game(game.state, policies, streams, recorder, game.course, until, game.bound)
            if game.state.over:
                for seat, strategy in game.strategies.items():
                    failures.finish(strategy, game.state, seat, game.course)
        except StrategyFailure as failure:
            game.failure = failure
            if recorder is not None and recorder.keeps_games:
                self._settle(game, recorder, failure)

    def _seated(self, game: Played, seat: int, rng: Stream) -> Policy:
        """A new strategy in a seat, told that the game begins; of one with a compiled twin the twin, which all games share."""
        text = game.spec(seat)
        strategy = self.sitting[seat] if self.sitting else self._strategy(text, seat)
        if strategy.native is not None:
            return self._native.setdefault(text, strategy.native)
        game.strategies[seat] = strategy
        failures.start(strategy, game.state, seat, rng, game.course)
        return failures.policy(strategy, game.state, seat, game.course)

    def _strategy(self, text: str, seat: int) -> Strategy:
        """A new instance. A constructor that raises is the strategy's failure."""
        try:
            if text not in self._classes:       # loaded once: a file that is edited meanwhile changes nothing
                self._classes[text] = check(self.experiment.located(text), self.game.name)
            return self._classes[text].new()
        except Interrupt:
            raise
        except BaseException as error:
            raise StrategyFailure(seat, "exception", f"{type(error).__name__}: {error}", 0, error) from None

    def _settle(self, game: Played, recorder: Recorder, failure: StrategyFailure) -> None:
        """What stays in the recorder of a failed game: nothing, or a forfeit."""
        if self.experiment.on_failure == "forfeit" and not game.state.over:
            record_forfeit(game.state, recorder, game.course, failure.seat)
        else:
            recorder.drop_game()
