"""Trade with players: offers, proposals, answers."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.catan.actions import N_PAIRS, OFFER, PROPOSE
from sim.catan.tables import ITEMS, N_ITEMS, N_SIDES, SIDES
from sim.core import Action

if TYPE_CHECKING:
    from strategies.catan.outlook import Outlook

GAIN = 0.02
"""The least that a trade must add to the hand's worth, in points."""
ENVY = 0.01
"""What a point of the partner weighs against a trade, where there is a choice of partners."""
PLACE = {name: place for place, name in enumerate(ITEMS)}
SINGLE = {first + give * N_SIDES + get: (give, get) for first in (PROPOSE, *(OFFER + to * N_PAIRS for to in range(5)))
          for give in range(N_ITEMS) for get in range(N_ITEMS) if give != get}
"""The ids of proposals and offers of one card for one: what is given and got. The first sides of SIDES are single cards."""


def offer(look: Outlook, actions: Sequence[Action]) -> Action | None:
    """The offer or proposal, one card for one, that raises the own hand most, if any does enough."""
    if not look.bot.talk:
        return None
    now = look.worth(look.hand)
    gains: dict[tuple[int, int], float] = {}
    best: tuple[float, Action] | None = None
    for action in actions:
        pair = SINGLE.get(action.id)
        if pair is None or not look.bot.gives(look, pair[0]):
            continue
        if pair not in gains:
            hand = list(look.hand)
            hand[pair[0]] -= 1
            hand[pair[1]] += 1
            gains[pair] = look.worth(hand) - now
        if gains[pair] > (best[0] if best else GAIN):
            best = (gains[pair], action)
    return best[1] if best else None


def propose(look: Outlook, actions: Sequence[Action]) -> Action:
    """As an offer, unless the current player is about to win; else nothing."""
    none = actions[-1]
    return none if _about_to_win(look, look.view.current) else offer(look, actions) or none


def answer(look: Outlook, actions: Sequence[Action]) -> Action:
    """Accept if the hand gets better and the partner is not about to win; else ask for one card more; else reject."""
    reject = next(action for action in actions if action.kind == "reject")
    sides = look.view.offer
    if sides is None or not look.bot.talk or _about_to_win(look, look.view.offerer):
        return reject
    get, give = side(sides[0]), side(sides[1])              # what the other gives is what this seat gets
    now = look.worth(look.hand)
    if actions[0].kind == "accept" and look.worth(_after(look.hand, give, get)) - now > GAIN:
        return actions[0]
    for action in actions:
        if action.kind == "counter" and action.args["give"] == give and _one_more(get, action.args["get"]):
            if look.worth(_after(look.hand, give, action.args["get"])) - now > GAIN:
                return action
    return reject


def confirm(look: Outlook, actions: Sequence[Action]) -> Action:
    """Trade with the partner whose answer gains most, those with more points less; cancel if none helps any more."""
    view = look.view
    now = look.worth(look.hand)
    best: tuple[float, Action] | None = None
    for action in actions:
        if action.kind == "cancel" or _about_to_win(look, action.args["seat"]):
            continue
        sides = view.offer if action.kind == "confirm" else view.counter(action.args["seat"])
        if sides is None:
            continue
        give, get = sides if action.kind == "confirm" else sides[::-1]
        gain = look.worth(_after(look.hand, side(give), side(get))) - now
        value = gain - ENVY * view.seats[action.args["seat"]].visible_points
        if gain > GAIN / 2 and (best is None or value > best[0]):
            best = (value, action)
    return best[1] if best else actions[-1]


def side(number: int) -> dict[str, int]:
    """What one side of a trade holds, by name."""
    return {ITEMS[kind]: n for kind, n in enumerate(SIDES[number]) if n}


def _one_more(asked: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    """Whether a side is another one and one card more of the same kinds."""
    return sum(wanted.values()) == sum(asked.values()) + 1 and all(wanted.get(name, 0) >= n for name, n in asked.items()) and (
        len(wanted) == len(asked))


def _about_to_win(look: Outlook, seat: int) -> bool:
    return look.view.seats[seat].visible_points >= look.view.goal - 2


def _after(hand: Sequence[int], give: Mapping[str, int], get: Mapping[str, int]) -> list[int]:
    out = list(hand)
    for name, n in give.items():
        out[PLACE[name]] -= n
    for name, n in get.items():
        out[PLACE[name]] += n
    return out
