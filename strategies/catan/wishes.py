"""What a plan works for: a city, a settlement here or some roads away, the longest road, a development card."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.catan.tables import CITY, DEV_CARD, ROAD, SETTLEMENT
from strategies.catan import trails
from strategies.catan.island import bits

if TYPE_CHECKING:
    from strategies.catan.outlook import Outlook

RISK = 0.9
"""How likely a site is still free when one more road has been built towards it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An aim: the first purchase towards it (what; on which vertex or edge, -1 for a card), what it is worth in points when all
    is bought, and what all of it costs."""

    what: int
    place: int
    worth: float
    cost: Sequence[int]

    @property
    def is_card(self) -> bool:
        return self.what == DEV_CARD


def all_of(look: Outlook) -> list[Wish]:
    """All that the plan wishes at a decision."""
    return [*_city(look), *_settlements(look), *_longest_road(look), *_card(look)]


def _last(look: Outlook, points: int) -> float:
    """What it is worth besides if these points win the game."""
    return look.bot.last if look.me.points + points >= look.view.goal else 0.0


def _city(look: Outlook) -> Iterator[Wish]:
    """On the settlement of most worth."""
    me, bot = look.me, look.bot
    if me.settlements and me.cities_left:
        best = max(bits(me.settlements), key=bot.values.__getitem__)
        yield Wish(CITY, best, bot.city + bot.growth * bot.values[best] + _last(look, 1), bot.costs[CITY])


def _settlements(look: Outlook) -> Iterator[Wish]:
    """On the best site that is open now, and on the best that is one, two, three roads away."""
    view, me, bot = look.view, look.me, look.bot
    if not me.settlements_left:
        return
    best: dict[int, tuple[float, int]] = {}         # by distance: the worth, and where to build first
    for vertex in bits(me.sites):
        worth = bot.site_worth(look, vertex)
        if worth > best.get(0, (0.0, 0))[0]:
            best[0] = worth, vertex
    for vertex, (distance, edge) in look.reach.items():
        if distance and view.is_open(vertex):
            worth = bot.site_worth(look, vertex)
            if worth > best.get(distance, (0.0, 0))[0]:
                best[distance] = worth, edge
    for distance, (worth, place) in best.items():
        cost = [n + distance * road for n, road in zip(bot.costs[SETTLEMENT], bot.costs[ROAD], strict=True)]
        worth = (bot.settlement + bot.growth * worth) * RISK ** distance
        yield Wish(ROAD if distance else SETTLEMENT, place, worth + _last(look, 1), cost)


def _longest_road(look: Outlook) -> Iterator[Wish]:
    """The roads that are missing for it, three at most; once held, one more road if somebody is close behind."""
    view, me, bot = look.view, look.me, look.bot
    most = min(3, me.roads_left)
    if not bot.longest or not most or me.road_length + 2 * most < view.road_min:
        return
    record = max([other.road_length for other in view.opponents])
    if me.has_road and me.road_length > record + 1:
        return
    wanted = me.road_length + 1 if me.has_road else max(view.road_min, record + 1)
    roads, edge = trails.extension(look, wanted, most)
    if roads:
        worth = bot.longest * (0.3 if me.has_road else 1.0)
        cost = [roads * n for n in bot.costs[ROAD]]
        yield Wish(ROAD, edge, worth + (0.0 if me.has_road else _last(look, view.road_vp)), cost)


def _card(look: Outlook) -> Iterator[Wish]:
    """A development card: its points, and its part in the army until that is held."""
    bot = look.bot
    if look.view.deck_left:
        yield Wish(DEV_CARD, -1, bot.card + (0.0 if look.me.has_army else bot.knight), bot.costs[DEV_CARD])
