"""Plans of Catan at a table: whole games, and one decision of a position."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.catan.state import CatanState as State
from sim.catan.view import CatanView as View
from sim.chance import Chance, Stream
from sim.core import Action
from sim.play import Asked, Course, Policy, play_game
from strategies.base import Strategy
from strategies.catan.archetype import Archetype
from strategies.catan.outlook import Outlook
from strategies.specs import build
from tests.sim.catan.words import new_game

PLANS = ("catan.pips", "catan.ore_wheat_sheep", "catan.wood_brick", "catan.port", "catan.balanced_dev", "catan.discovery")


class Watched(Strategy):
    """Plays as another strategy does, and keeps what it was asked, what it answered, and how many answers there were."""

    def __init__(self, bot: Strategy) -> None:
        self.bot = bot
        self.seen: list[tuple[str, str, int]] = []

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        action = self.bot.choose(view, actions)
        self.seen.append((view.node, str(action), len(actions)))
        return action


def bot_of(spec: str | Strategy, view: View, stream: Stream | None = None) -> Strategy:
    """A strategy that has begun its game."""
    bot = build(spec, "catan") if isinstance(spec, str) else spec
    bot.start(view, stream or Stream(0))
    return bot


def play(specs: Sequence[str], options: Mapping[str, Any] | None = None, block: int = 0, seed: int = 0,
         chance: Chance | None = None) -> tuple[State, list[Watched]]:
    """A whole game; StrategyFailure if an answer is not legal. `seed` is that of the strategies' own randomness."""
    state, course = new_game(len(specs), options, block=block, chance=chance), Course()
    watched = [Watched(bot_of(spec, state.view(seat), Stream(seed, seat))) for seat, spec in enumerate(specs)]
    policies: list[Policy] = [Asked(bot.choose, state.view(seat), course) for seat, bot in enumerate(watched)]
    play_game(state, policies, [Stream(seed, seat) for seat in range(len(specs))], None, course)
    return state, watched


def look(state: State, bot: Archetype | None = None, seat: int | None = None, **parameters: Any) -> Outlook:
    """What a plan with these parameters makes of a position, by default as the actor."""
    bot = bot or Archetype(**parameters)
    view = state.view(int(state.actor) if seat is None else seat)
    bot_of(bot, view)
    return Outlook(bot, view)


def answer(state: State, spec: str | Strategy) -> str:
    """What a strategy does as the actor, in words."""
    view = state.view(int(state.actor))
    return str(bot_of(spec, view).choose(view, state.legal()))
