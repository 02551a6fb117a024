"""The builder: what a building is worth to a player, and which to build."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sim.puerto_rico import tables as t
from sim.puerto_rico.actions import BUILD, PASS
from strategies.puerto_rico.board import FACTORY, Side
from strategies.puerto_rico.outlook import Outlook, making

GOOD_OF = (1, 2, 1, 2, 3, 4)
"""What each production building makes."""


@dataclass(slots=True)
class Purchases:
    """What a builder phase gains: the taker of the card, and the strategy if another takes it.

    `missing` doubloons are wanted for a purchase that would gain `wish`, more than any that can be paid now.
    """

    as_builder: float = 0.0
    as_other: float = 0.0
    missing: int = 0
    wish: float = 0.0


def choose(look: Outlook, offered: Sequence[int]) -> int:
    """The purchase that gains most; none if none gains."""
    price_of = look.me.view.price_of
    gains = [worth(look, id - BUILD) - price_of(id - BUILD) * look.now if id != PASS else 0.0 for id in offered]
    best = max(gains)
    return gains.index(best) if best > 0.0 else len(offered) - 1


def purchases(look: Outlook) -> Purchases:
    """The best purchases of the strategy, now and within reach."""
    if look.purchases is not None:
        return look.purchases
    me, now, found = look.me, look.now, Purchases()
    look.purchases = found
    view, money = me.view, me.doubloons
    price_of, can_place = view.price_of, view.can_place
    wishes = look.bot.keep_wish > 0 or look.bot.sell_for > 0
    for building in range(t.FIRST_EXPANSION):
        price = price_of(building, True)
        if (price <= money or wishes) and can_place(building):
            value = worth(look, building)
            gain = value - price * now
            if price > money:
                if gain > found.wish:
                    found.wish, found.missing = gain, price - money
                continue
            if gain > found.as_builder:
                found.as_builder = gain
            price = price_of(building, False)
            if price <= money and value - price * now > found.as_other:
                found.as_other = value - price * now
    return found


def worth(look: Outlook, building: int) -> float:
    """VP of a building to the strategy, its price apart."""
    me = look.me
    vp, like = look.box.building_vp[building], me.plan.likes[building]
    if building >= t.GUILD_HALL:
        manned = (look.rounds + 0.2 * (not look.last)) / (look.rounds + 1)      # whether a mayor will still come
        return vp + look.k.large * manned * bonus(look, me, building) * like
    time = look.rounds - look.k.unmanned
    if time <= 0.0:
        return vp
    if building <= t.COFFEE_ROASTER:
        return vp + look.k.crafts * look.often * time * mill(look, me, building) * like
    return vp + look.often * time * POWERS[building](look, me) * like


def mill(look: Outlook, side: Side, building: int) -> float:
    """VP of what a production building lets a player make, once in each craftsman phase."""
    k, good = look.k, GOOD_OF[building]
    first, more = making(look, side)
    before = side.places[good]
    after = before + look.box.circles[building]
    fields = side.plantations[good]
    unlocked = min(fields, after) - min(fields, before)
    spare = min(after - before - unlocked, 2)
    if unlocked:
        return more * (unlocked - 1) + (more if before else first[good]) + k.spare_circle * more * spare
    if before:
        return k.spare_circle * more * spare
    return k.field_hope * first[good] + k.spare_circle * more * (spare - 1)


def bonus(look: Outlook, side: Side, building: int) -> float:
    """The extra VP of a large building at the end, as far as can be foreseen."""
    often = look.often * look.rounds
    owns = side.buildings
    if building == t.GUILD_HALL:
        return min(owns[0] + owns[1] + 2 * (owns[2] + owns[3] + owns[4] + owns[5]) + look.k.built * often, 10.0)
    if building == t.RESIDENCE:
        return 4 + max(0.0, min(side.tiles + 0.9 * often, 12) - 9)
    if building == t.FORTRESS:
        return (side.view.colonists + 1.3 * often) / 3
    if building == t.CUSTOMS_HOUSE:
        earned = side.view.vp if side is look.me else look.round
        return (earned + look.shipped * often * (side.made + 1)) / 4
    return sum(owns[t.SMALL_MARKET:]) + 1 + look.k.built * often        # city hall


# --- small violet buildings: VP to one playing of the average role ------------------------------------------------------


def _small_market(look: Outlook, side: Side) -> float:
    return look.k.market * look.later * side.plan.selling * min(1.0, 0.4 + side.made)


def _large_market(look: Outlook, side: Side) -> float:
    return 2 * _small_market(look, side)


def _office(look: Outlook, side: Side) -> float:
    sells = 1.0 if side.makes[t.TOBACCO] or side.makes[t.COFFEE] else 0.4
    return look.k.market * look.k.office * look.later * side.plan.selling * sells


def _factory(look: Outlook, side: Side) -> float:
    return look.later * side.plan.selling * (FACTORY[side.kinds] + (look.k.factory_hope if side.kinds < 5 else 0.0))


def _harbor(look: Outlook, side: Side) -> float:
    return side.plan.shipping * min(look.k.harbor + look.k.harbor_kind * side.kinds, 2.7)


def _wharf(look: Outlook, side: Side) -> float:
    return look.box.vp_per_good * side.plan.shipping * min(look.k.wharf + look.k.wharf_good * side.made, 4.0)


def _small_warehouse(look: Outlook, side: Side) -> float:
    return look.box.vp_per_good * side.plan.shipping * min(look.k.warehouse + look.k.warehouse_good * side.made, 0.7)


def _large_warehouse(look: Outlook, side: Side) -> float:
    return look.box.vp_per_good * side.plan.shipping * min(look.k.warehouse + 1.4 * look.k.warehouse_good * side.made, 1.2)


def _hacienda(look: Outlook, side: Side) -> float:
    return look.k.hacienda if side.tiles < 9 else 0.0


def _construction_hut(look: Outlook, side: Side) -> float:
    return look.k.hut * look.later if side.plantations[t.QUARRY] < side.plan.quarries else 0.0


def _hospice(look: Outlook, side: Side) -> float:
    return look.k.hospice if side.tiles < 10 else 0.0


def _university(look: Outlook, side: Side) -> float:
    return look.k.university if side.spaces < 10 else 0.0


POWERS: Mapping[int, Callable[[Outlook, Side], float]] = {
    t.SMALL_MARKET: _small_market, t.HACIENDA: _hacienda, t.CONSTRUCTION_HUT: _construction_hut,
    t.SMALL_WAREHOUSE: _small_warehouse, t.HOSPICE: _hospice, t.OFFICE: _office, t.LARGE_MARKET: _large_market,
    t.LARGE_WAREHOUSE: _large_warehouse, t.FACTORY: _factory, t.UNIVERSITY: _university, t.HARBOR: _harbor, t.WHARF: _wharf,
}
