"""The robber: where it goes and whom it robs; and the discards on a 7."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.catan.tables import ITEMS, N_ITEMS
from sim.core import Action
from strategies.catan.island import HEX_VERTICES

if TYPE_CHECKING:
    from strategies.catan.outlook import Outlook

OWN = 2.0
"""What an own pip that the robber blocks weighs against one of the others."""
CARD = 0.5
"""What a building whose owner can be robbed weighs, in pips."""


def move(look: Outlook, actions: Sequence[Action]) -> Action:
    """The hex that costs the others most, leaders first, and the own seat least."""
    return max(actions, key=lambda action: harm(look, action.args["hex"]))


def harm(look: Outlook, hex: int) -> float:
    """Pips that the robber on a hex costs the others, each by his points, less those that it costs the own seat."""
    view, pips = look.view, look.bot.island.pips[hex]
    mean = sum([seen.visible_points for seen in view.seats]) / view.players or 1.0
    total = 0.0
    for vertex in HEX_VERTICES[hex]:
        building = view.building(vertex)
        if building:
            victim = view.seats[(building - 1) & 7]
            lost = pips * (2 if building > 8 else 1)
            if victim is look.me:
                total -= OWN * lost
            else:
                total += lost * look.bot.grudge(look, hex, victim) * victim.visible_points / mean
                total += CARD if victim.hand_size else 0.0
    return total


def hurts(look: Outlook) -> bool:
    """Whether the robber stands on a hex that would yield something to this seat."""
    view, mine = look.view, look.me.settlements | look.me.cities
    return view.robber >= 0 and look.bot.island.pips[view.robber] > 0 and any(
        mine >> vertex & 1 for vertex in HEX_VERTICES[view.robber])


def steal(look: Outlook, actions: Sequence[Action]) -> Action:
    """From the one with most points, then most cards."""
    def wealth(action: Action) -> tuple[int, int]:
        victim = look.view.seats[action.args["seat"]]
        return victim.visible_points, victim.hand_size

    return max(actions, key=wealth)


def discard(look: Outlook, actions: Sequence[Action]) -> Action:
    """Nothing that the most urgent wish needs, as far as that goes; else the card whose loss costs the hand least, and of equal
    ones the kind that is held most."""
    wanted = [*look.wishes[0].cost, 0] if look.wishes else [0] * N_ITEMS

    def loss(action: Action) -> tuple[bool, float, int]:
        item = ITEMS.index(action.args["item"])
        left = list(look.hand)
        left[item] -= 1
        return left[item] < wanted[item], look.bot.keeps(look, item) - look.worth(left), -look.hand[item]

    return min(actions, key=loss)
