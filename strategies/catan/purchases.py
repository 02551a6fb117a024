"""What is bought now, what is saved for, and trade with the bank for it."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.catan.tables import CITY, RESOURCES, ROAD, SETTLEMENT
from sim.core import Action
from strategies.catan import trading
from strategies.catan.wishes import Wish

if TYPE_CHECKING:
    from strategies.catan.outlook import Outlook

PLACE = {ROAD: ("build_road", "edge"), SETTLEMENT: ("build_settlement", "vertex"), CITY: ("build_city", "vertex")}
"""The kind of action that buys each thing on the board, and the argument that says where."""


def next_step(look: Outlook, actions: Sequence[Action]) -> Action | None:
    """The first wish, by urgency, that can be bought now or after a trade, unless the most urgent one then comes too late.

    Before the bank gets cards the players are offered some.
    """
    best = look.wishes[0] if look.wishes else None
    for wish in look.wishes:
        if best is None or (wish is not best and _delays(look, wish, best)):
            continue
        bought = purchase(look, wish, actions)
        if bought:
            return bought
        trade = with_bank(look, wish, actions)
        if trade:
            return trading.offer(look, actions) or trade
    return None


def purchase(look: Outlook, wish: Wish, actions: Sequence[Action]) -> Action | None:
    """The legal action that takes the first step towards a wish."""
    if wish.is_card:
        return look.bot.card_purchase(look, [action for action in actions if action.kind == "buy_dev"])
    kind, argument = PLACE[wish.what]
    for action in actions:
        if action.kind == kind and action.args[argument] == wish.place:
            return action
    return None


def _delays(look: Outlook, wish: Wish, best: Wish) -> bool:
    """Whether it is better to wait for the most urgent wish than to take this one first.

    First this one: its worth now, the other's when both costs are paid. Or the other way round. A first road of several counts
    as the part of its wish that it pays.
    """
    step = look.bot.costs[wish.what]
    part = wish.worth * sum(step) / max(1, sum(wish.cost))
    both = [a + b for a, b in zip(step, best.cost, strict=True)]
    after = look.share(look.rolls(both, look.hand))
    return part * (1.0 - after) < look.soon(best, look.hand) - best.worth * after


def with_bank(look: Outlook, wish: Wish, actions: Sequence[Action]) -> Action | None:
    """The trade that gives of the greatest surplus for something the next step lacks, if trades alone can pay for it."""
    cost = look.bot.costs[wish.what]
    if look.missing(cost, look.hand):
        return None
    best: tuple[int, Action] | None = None
    for action in actions:
        if action.kind == "maritime":
            give, get = RESOURCES.index(action.args["give"]), RESOURCES.index(action.args["get"])
            over = look.hand[give] - (look.rate[give] - action.args["discoveries"]) - cost[give]
            if over >= 0 and look.hand[get] < cost[get] and (best is None or over > best[0]):
                best = (over, action)
    return best[1] if best else None
