"""Development cards: when they are played, and on what."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.catan.tables import RESOURCES, ROAD
from sim.core import Action
from strategies.catan import robber

if TYPE_CHECKING:
    from strategies.catan.outlook import Outlook

MANY = 4
"""Cards that the others must hold of a kind between them for a monopoly."""


def before_roll(look: Outlook, actions: Sequence[Action]) -> Action:
    """A knight first if it is wanted; else the dice."""
    return knight(look, actions) or actions[0]


def play(look: Outlook, actions: Sequence[Action]) -> Action | None:
    """A card that helps now."""
    return knight(look, actions) or road_building(look, actions) or plenty(look, actions) or monopoly(look, actions)


def knight(look: Outlook, actions: Sequence[Action]) -> Action | None:
    """When the robber hurts, when it brings the army, or when there is one to spare."""
    me, view = look.me, look.view
    for action in actions:
        if action.kind == "play_knight":
            most = max([other.played["knight"] for other in view.opponents])
            brings = not me.has_army and me.played["knight"] + 1 >= max(view.army_min, most + 1)
            if brings or me.dev["knight"] > 1 or robber.hurts(look):
                return action
    return None


def road_building(look: Outlook, actions: Sequence[Action]) -> Action | None:
    """When one of the two most urgent wishes begins with a road."""
    if any(wish.what == ROAD for wish in look.wishes[:2]):
        for action in actions:
            if action.kind == "play_road_building":
                return action
    return None


def plenty(look: Outlook, actions: Sequence[Action]) -> Action | None:
    """The two cards that complete the next step of one of the three most urgent wishes, the one of most worth."""
    best: tuple[float, Action] | None = None
    for action in actions:
        if action.kind == "play_year_of_plenty":
            hand = list(look.hand)
            for name in (action.args["first"], action.args["second"]):
                if name != "none":
                    hand[RESOURCES.index(name)] += 1
            for wish in look.wishes[:3]:
                cost = look.bot.costs[wish.what]
                if look.missing(cost, look.hand) and not look.missing(cost, hand) and (best is None or wish.worth > best[0]):
                    best = (wish.worth, action)
    return best[1] if best else None


def monopoly(look: Outlook, actions: Sequence[Action]) -> Action | None:
    """The kind of which the others hold most between them, those that the most urgent wish lacks twice."""
    best: tuple[int, Action] | None = None
    for action in actions:
        if action.kind == "play_monopoly":
            kind = RESOURCES.index(action.args["resource"])
            unseen = look.view.stock[kind] - look.view.bank[kind] - look.hand[kind]
            lacks = bool(look.wishes) and look.wishes[0].cost[kind] > look.hand[kind]
            if unseen >= MANY and (best is None or unseen * (1 + lacks) > best[0]):
                best = (unseen * (1 + lacks), action)
    return best[1] if best else None


def free_road(look: Outlook, actions: Sequence[Action]) -> Action:
    """The road that the most urgent of all wishes begins with; else none, or any if it must be built."""
    for wish in look.wishes:
        for action in actions:
            if wish.what == ROAD and action.args.get("edge") == wish.place:
                return action
    return actions[-1] if actions[-1].kind == "stop" else actions[0]
