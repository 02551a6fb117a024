"""The mayor: where colonists are worth most, and what more of them bring."""
from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from sim.core import Action
from sim.puerto_rico import tables as t
from sim.puerto_rico.actions import PLACE
from strategies.puerto_rico.buildings import POWERS, bonus
from strategies.puerto_rico.outlook import Outlook

if TYPE_CHECKING:
    from strategies.puerto_rico.archetype import Archetype

MILLS = ((), (t.INDIGO_PLANT, t.SMALL_INDIGO_PLANT), (t.SUGAR_MILL, t.SMALL_SUGAR_MILL), (t.TOBACCO_STORAGE,),
         (t.COFFEE_ROASTER,))
"""The production buildings of each good, in the order in which they are manned."""
Valued = tuple[float, int]


def choose(look: Outlook, offered: Sequence[int]) -> int:
    """The first circle of a plan for this mayor phase, which the strategy keeps until its last colonist is placed."""
    bot, me = look.bot, look.me.view
    bot.placing = look.view.turn
    bot.places = Places(look).plan(me.colonists)
    for circle in bot.places:
        bot.places[circle] -= me.occupied[circle] if circle < t.FIRST_BUILDING else me.crew[circle - t.FIRST_BUILDING]
    for n, id in enumerate(offered):
        if bot.places.get(id - PLACE, 0) > 0:
            bot.places[id - PLACE] -= 1
            return n
    return 0


def next_place(bot: Archetype, actions: Sequence[Action]) -> Action:
    """The next circle of the plan that is kept."""
    places = bot.places
    for action in actions:
        circle = action.id - PLACE
        if places.get(circle, 0) > 0:
            places[circle] -= 1
            return action
    return actions[0]


class Places:
    """What the strategy's circles are worth until the next mayor: (VP, circle) of single ones, the dearest first,
    and (VP, good) of pairs of a plantation and a circle in a building for it."""

    def __init__(self, look: Outlook) -> None:
        k, side = look.k, look.me.fully_manned()
        self.look = look
        often = look.often * min(look.rounds, k.until_next)
        crafts = k.crafts * often + 0.15
        more = look.shipped * side.plan.shipping
        singles: list[Valued] = [(crafts * more, t.CORN)] * side.plantations[t.CORN]
        if side.spaces < t.CITY_SPACES:
            singles += [(k.builds * often * 0.8 * look.now * look.box.quarry_discount, t.QUARRY)] * side.plantations[t.QUARRY]
        at_end = max(0.1, 1.0 - look.rounds / k.last_mayor)         # how likely no other mayor comes
        for building in range(t.SMALL_MARKET, t.FIRST_EXPANSION):
            if side.buildings[building]:
                large = building >= t.GUILD_HALL
                value = at_end * bonus(look, side, building) if large else POWERS[building](look, side) * often + 0.01
                singles.append((value, t.FIRST_BUILDING + building))
        sale = k.sales * look.later * side.plan.selling
        pairs: list[Valued] = []
        for good in (4, 3, 2, 1):               # the dearest is sold most
            n = side.makes[good]
            if n:
                pairs.append((crafts * max(more, (look.box.price[good] + side.market) * sale), good))
                pairs += [(crafts * more, good)] * (n - 1)
                sale *= k.second_kind
        singles.sort(key=_value, reverse=True)
        pairs.sort(key=_value, reverse=True)
        self.singles = singles
        self.pairs = pairs
        self.ones = [0.0, *accumulate([value for value, _ in singles])]     # what 0, 1, 2, ... single ones are worth

    def worth(self, colonists: int) -> float:
        """What so many colonists are worth together, at their best places."""
        return self._split(colonists)[1]

    def _split(self, colonists: int) -> tuple[int, float]:
        """How many pairs of so many colonists stand on when all are placed best, and what all are worth."""
        ones, pairs, last = self.ones, self.pairs, len(self.ones) - 1
        best, most, twos = 0, -1.0, 0.0
        for n in range(min(len(pairs), colonists // 2) + 1):
            rest = colonists - 2 * n
            total = twos + ones[rest if rest < last else last]
            if total > most:
                best, most = n, total
            if n < len(pairs):
                twos += pairs[n][0]
        return best, most

    def plan(self, colonists: int) -> dict[int, int]:
        """How many colonists should stand on each class of circles, all being placed anew."""
        singles, pairs = self.singles, self.pairs
        best, _ = self._split(colonists)
        wanted: dict[int, int] = {}
        for _, circle in singles[:colonists - 2 * best]:
            wanted[circle] = wanted.get(circle, 0) + 1
        for _, good in pairs[:best]:
            wanted[good] = wanted.get(good, 0) + 1
            for building in MILLS[good]:
                circle = t.FIRST_BUILDING + building
                if self.look.me.buildings[building] and wanted.get(circle, 0) < self.look.box.circles[building]:
                    wanted[circle] = wanted.get(circle, 0) + 1
                    break
        return wanted


def _value(place: Valued) -> float:
    return place[0]
