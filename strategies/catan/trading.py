"""Trade with the bank and with players, and the cards that bring cards."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.catan.tables import ITEMS, RESOURCES, SIDES
from sim.catan.view import CatanView
from sim.core import Action
from strategies.catan.outlook import Outlook, Wish

if TYPE_CHECKING:
    from strategies.catan.archetype import Archetype

GAIN = 0.02
"""The least gain in points for which a trade is made."""


def towards(plan: Archetype, look: Outlook, wishes: Sequence[Wish], actions: Sequence[Action]) -> Action | None:
    """A trade with the bank that completes a wish, or an offer that brings the best one nearer."""
    for wish in wishes:
        if look.missing(wish.what, look.hand) == 0:
            found = _with_bank(look, wish, actions)
            if found:
                return found
    return best_talk(plan, look.view, actions, "offer") if plan.talk else None


def _with_bank(look: Outlook, wish: Wish, actions: Sequence[Action]) -> Action | None:
    """The bank trade that gives of the greatest surplus for something missing."""
    cost = look.costs[wish.what]
    best: tuple[int, Action] | None = None
    for action in actions:
        if action.kind == "maritime":
            give, get = RESOURCES.index(action.args["give"]), RESOURCES.index(action.args["get"])
            over = look.hand[give] - look.rate[give] - cost[give] + action.args["discoveries"]
            if over >= 0 and look.hand[get] < cost[get] and (best is None or over > best[0]):
                best = (over, action)
    return best[1] if best else None


def best_talk(plan: Archetype, view: CatanView, actions: Sequence[Action], kind: str) -> Action | None:
    """The 1:1 offer or proposal that raises the own hand most, if any does enough."""
    if not plan.talk:
        return None
    look = Outlook(view, plan.island)
    wishes = plan.ranked(look)
    now = plan.hand_worth(look, look.hand, wishes)
    best: tuple[float, Action] | None = None
    for action in actions:
        if action.kind == kind and sum(action.args["give"].values()) == 1 and sum(action.args["get"].values()) == 1:
            gain = plan.hand_worth(look, _after(look.hand, action.args["give"], action.args["get"]), wishes) - now
            if gain > GAIN and (best is None or gain > best[0]):
                best = (gain, action)
    return best[1] if best else None


def answer(plan: Archetype, view: CatanView, actions: Sequence[Action]) -> Action:
    """Accept if the hand gets better and the partner is not about to win; else counter for more, else reject."""
    by_kind: dict[str, list[Action]] = {}
    for action in actions:
        by_kind.setdefault(action.kind, []).append(action)
    offer = view.offer
    partner = view.current if view.seat != view.current else view.current
    if offer and plan.talk and not _about_to_win(view, partner):
        look = Outlook(view, plan.island)
        wishes = plan.ranked(look)
        now = plan.hand_worth(look, look.hand, wishes)
        get, give = _side(offer[0]), _side(offer[1])            # what the other gives is what this seat gets
        if "accept" in by_kind and plan.hand_worth(look, _after(look.hand, give, get), wishes) - now > GAIN:
            return by_kind["accept"][0]
        for action in by_kind.get("counter", ()):
            wanted = action.args["get"]
            if action.args["give"] == give and set(wanted) <= set(get) and sum(wanted.values()) == sum(get.values()) + 1:
                if plan.hand_worth(look, _after(look.hand, action.args["give"], wanted), wishes) - now > GAIN:
                    return action
    return by_kind["reject"][0]


def confirm(plan: Archetype, view: CatanView, actions: Sequence[Action]) -> Action:
    """The best open answer to the own offer; cancel if none helps any more."""
    look = Outlook(view, plan.island)
    wishes = plan.ranked(look)
    now = plan.hand_worth(look, look.hand, wishes)
    best: tuple[float, Action] = (GAIN / 2, actions[-1])
    for action in actions[:-1]:
        seat = action.args["seat"]
        sides = view.offer if action.kind == "confirm" else view.counter(seat)
        if sides is None or _about_to_win(view, seat):
            continue
        give, get = (sides[0], sides[1]) if action.kind == "confirm" else (sides[1], sides[0])
        gain = plan.hand_worth(look, _after(look.hand, _side(give), _side(get)), wishes) - now
        gain -= 0.01 * view.seats[seat].visible_points
        if gain > best[0] - 0.01 * view.goal:
            best = (gain + 0.01 * view.goal, action)
    return best[1]


def plenty(look: Outlook, goal: Wish, actions: Sequence[Action]) -> Action | None:
    """The year of plenty that completes the goal."""
    if not 0 < look.missing(goal.what, look.hand) <= 2:
        return None
    for action in actions:
        if action.kind == "play_year_of_plenty":
            hand = list(look.hand)
            for name in (action.args["first"], action.args["second"]):
                if name != "none":
                    hand[RESOURCES.index(name)] += 1
            if look.missing(goal.what, hand) == 0:
                return action
    return None


def monopoly(look: Outlook, goal: Wish, actions: Sequence[Action]) -> Action | None:
    """Monopoly on the kind of which the others can hold most, weighed by what the goal lacks."""
    best: tuple[float, Action] | None = None
    for action in actions:
        if action.kind == "play_monopoly":
            kind = RESOURCES.index(action.args["resource"])
            unseen = 19 - look.view.bank[kind] - look.hand[kind]
            lacks = max(0, look.costs[goal.what][kind] - look.hand[kind])
            gain = unseen * (1.5 if lacks else 0.8)
            if unseen >= 4 and (best is None or gain > best[0]):
                best = (gain, action)
    return best[1] if best else None


def _about_to_win(view: CatanView, seat: int) -> bool:
    return view.seats[seat].visible_points >= view.goal - 2


def _side(side: int) -> dict[str, int]:
    return {ITEMS[kind]: n for kind, n in enumerate(SIDES[side]) if n}


def _after(hand: Sequence[int], give: Mapping[str, int], get: Mapping[str, int]) -> list[int]:
    out = list(hand)
    for name, n in give.items():
        out[ITEMS.index(name)] -= n
    for name, n in get.items():
        out[ITEMS.index(name)] += n
    return out
