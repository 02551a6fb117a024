"""The set-up: where the first settlements stand, and where their roads lead."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.catan.view import CatanView
from sim.core import Action
from strategies.catan.island import WAYS, owner, ways_to

if TYPE_CHECKING:
    from strategies.catan.outlook import Outlook


def settle(look: Outlook, actions: Sequence[Action]) -> Action:
    """The site of most worth for the plan, and of most room if it wants that."""
    bot = look.bot

    def worth(action: Action) -> float:
        vertex = action.args["vertex"]
        return bot.site_worth(look, vertex) + (bot.space * room(look.view, vertex) if bot.space else 0.0)

    return max(actions, key=worth)


def road(look: Outlook, actions: Sequence[Action]) -> Action:
    """Towards the open vertex of most worth within two more edges; a further one counts less."""
    return max(actions, key=lambda action: _promise(look, action))


def _promise(look: Outlook, action: Action) -> float:
    """The worth of the best vertex that a road of the set-up may lead to."""
    view, bot = look.view, look.bot
    a, b = action.args["from"], action.args["to"]
    site, end = (a, b) if owner(view, a) == view.seat else (b, a)
    return max([bot.values[vertex] / (1 + distance) for vertex, (distance, _) in ways_to(view, [end], 2).items()
                if vertex != site and view.is_open(vertex)], default=0.0)


def room(view: CatanView, vertex: int) -> int:
    """Open vertices within three edges of a vertex, but for those that a building on it would close."""
    closed = {vertex, *(other for _, other in WAYS[vertex])}
    return sum([1 for other in ways_to(view, [vertex], 3) if view.is_open(other) and other not in closed])
