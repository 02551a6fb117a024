"""The choice of a role card: what it brings the one who takes it, and what it brings the others."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sim.puerto_rico import tables as t
from sim.puerto_rico.actions import ROLE
from strategies.puerto_rico import buildings, tiles
from strategies.puerto_rico.board import FACTORY, Side
from strategies.puerto_rico.cargo import Loading, after_storing
from strategies.puerto_rico.colonists import Places
from strategies.puerto_rico.goods import Store, best_sale, produced
from strategies.puerto_rico.outlook import Outlook


@dataclass(slots=True)
class Gains:
    """VP that a role brings: to the strategy if it takes the card or (`left`) if its left neighbour does, and to each other.

    `denied` is what taking it keeps from the others, as far as the parameters of claims C10 to C15 count it.
    """

    own: float
    left: float
    others: list[float]
    denied: float = 0.0


def choose(look: Outlook, offered: Sequence[int]) -> int:
    """The card that is worth most; the first of equal ones."""
    values = [worth(look, id - ROLE) for id in offered]
    return values.index(max(values))


def worth(look: Outlook, card: int) -> float:
    """VP of taking a card now, against leaving it."""
    bot, k, role = look.bot, look.k, min(card, t.PROSPECTOR)
    gains = ROLES[role](look)
    others = gains.others
    taken = k.taken + k.taken_pick * look.picks_before_own          # how likely another takes it before our next pick
    own = bot.weight(role, look.round) * (gains.own - bot.leave * (taken if taken < 1.0 else 1.0) * gains.left)
    money = look.view.card_doubloons[card]
    value = own + gains.denied - bot.a * max(others) - bot.b * sum(others) / len(others)
    if bot.keep_wish:
        value += bot.keep_wish * _nearer_to_a_wish(look, role, gains, money)
    return value + look.now * bot.cards(look.round) * money


def _nearer_to_a_wish(look: Outlook, role: int, gains: Gains, money: int) -> float:
    """VP of coming within reach of a better building than can be paid now (C16: always have something worth building)."""
    found = buildings.purchases(look)
    earned = gains.own / look.now if look.now and role in (t.TRADER, t.PROSPECTOR) else 0.0
    return look.k.wish * found.wish if found.wish > found.as_builder and found.missing <= money + earned else 0.0


def settler(look: Outlook) -> Gains:
    """The best tile for the strategy; for the others what a usual tile is worth, if there is one of use."""
    view, me = look.view, look.me
    row, quarries = list(view.row), view.quarries > 0
    own = left = 0.0
    if me.tiles < t.ISLAND_SPACES:
        mine = tiles.own_worths(look)
        tile, own = tiles.best(mine, row, quarries)
        if 0 <= tile < t.QUARRY:
            row[tile] -= 1
        _, left = tiles.best(mine, row, quarries and view.me.runs(t.CONSTRUCTION_HUT))
    usual = look.k.tile * look.often * look.rounds
    others = [usual if seat.tiles < t.ISLAND_SPACES else 0.0 for seat in view.opponents]
    denied = look.bot.deny_settler * look.k.tile * tiles.of_no_use(look, row) if look.bot.deny_settler else 0.0
    return Gains(own, left, others, denied)


def mayor(look: Outlook) -> Gains:
    """The best circles that the new colonists can fill."""
    share, rest = divmod(look.view.colonist_ship, look.players)
    had = look.view.me.colonists
    places = Places(look)
    before, first = places.worth(had), share + (rest > 0) + min(look.box.mayor_bonus, look.view.colonist_supply)
    own = places.worth(had + first) - before
    left = places.worth(had + share) - before
    each = look.k.colonist * look.bot.mayor_share
    others = [each * min(share + (n < rest), seat.empty_circles) for n, seat in enumerate(look.view.opponents, 1)]
    return Gains(own, left, others)


def builder(look: Outlook) -> Gains:
    """What the best purchase gains after its price; of the others a rough guess from their doubloons."""
    found = buildings.purchases(look)
    each = look.k.purse + look.k.purse_now * look.now
    others, poor = [], 0
    for seat in look.view.opponents:
        money = seat.doubloons
        others.append(each * min(money, 10) if seat.city_spaces < t.CITY_SPACES else 0.0)
        poor += money < look.k.poor
    return Gains(found.as_builder, found.as_other, others, look.bot.deny_builder * poor * 0.3 * look.now)


def craftsman(look: Outlook) -> Gains:
    """What the goods made are worth beside those in store."""
    bot, k, me = look.bot, look.k, look.me
    made = produced(look, me.seat)
    own, left = _own_goods(look, made[me.seat])
    before = look.picks_before_own
    own *= 1 - bot.order_aware * k.patience * before
    others: list[float] = []
    short, feared = 0, 0.0
    for n, side in enumerate(look.others):
        new = made[side.seat]
        if not side.made:
            others.append(0.0)
            continue
        _, income = best_sale(look, side, new, look.house, 0)
        short += side.made - sum(new)
        feared += income if n < before else 0
        others.append(k.made_good * look.box.vp_per_good * sum(new) + (income * k.sale_hope + _factory(side, new)) * look.now)
    denied = bot.deny_craftsman * short * 0.3 - bot.fear_sales * feared * 0.25 * look.now
    return Gains(own, left, others, denied)


def _own_goods(look: Outlook, new: list[int]) -> tuple[float, float]:
    """What a craftsman phase brings the strategy with the privilege and without it."""
    me = look.me
    if not any(new):
        return 0.0, 0.0
    store, fits = Store(look), look.ships.fits()
    after = [n + more for n, more in zip(me.goods, new, strict=True)]
    if look.bot.least_sale and best_sale(look, me, after, look.house, 0)[1] < look.bot.least_sale:
        return 0.0, 0.0
    without = store.worth(after, fits)
    after[max([good for good in range(t.N_GOODS) if new[good]], key=look.box.price.__getitem__)] += look.box.craftsman_bonus
    base = _factory(me, new) * look.now * me.plan.selling - store.worth(me.goods, fits)
    return store.worth(after, fits) + base, without + base


def _factory(side: Side, new: list[int]) -> int:
    """Doubloons of a player's factory."""
    return FACTORY[t.N_GOODS - new.count(0)] if side.view.runs(t.FACTORY) else 0


def trader(look: Outlook) -> Gains:
    """The best sale of each, one after the other."""
    me, keep = look.me, look.loads
    house, room = look.house[:], look.view.house_room
    if not room:
        return Gains(0.0, 0.0, [0.0] * len(look.others))
    value = look.now * me.plan.selling
    good, income = best_sale(look, me, me.goods, house, look.box.trader_bonus)
    own = max(0.0, income * value - keep * me.plan.shipping)
    others = []
    if good >= 0:
        house[good] += 1
    left_room = room
    room -= good >= 0
    for side in look.others:
        sold, income = best_sale(look, side, side.goods, house, 0) if room > 0 else (-1, 0)
        if sold >= 0:
            house[sold] += 1
            room -= 1
            left_room -= 1
        others.append(max(0.0, income * look.now - keep))
    if good < 0 or left_room <= 0:
        return Gains(own, 0.0, others)
    house[good] -= 1
    _, income = best_sale(look, me, me.goods, house, 0)
    return Gains(own, max(0.0, income * value - keep * me.plan.shipping), others)


def captain(look: Outlook) -> Gains:
    """VP of the loading, and what is lost afterwards."""
    bot, k, me = look.bot, look.k, look.me
    loading = Loading(look, me.seat)
    loading.play(me.seat)
    own = left = 0.0
    if any(me.goods):
        store, kept = Store(look), after_storing(me, loading.goods[me.seat])
        own = loading.vp[me.seat] * me.plan.shipping + store.worth(kept, loading.ships.fits())
        own -= store.worth(me.goods, look.ships.fits())
        bonus = look.box.captain_bonus
        left = own - me.plan.shipping * (bonus + k.first_load * (loading.vp[me.seat] - bonus))
    others, lost_goods, spoiled = [], 0, 0.0
    for side in look.others:
        goods = loading.goods[side.seat]
        kept = after_storing(side, goods)
        lost = sum(goods) - sum(kept)
        lost_goods += lost
        others.append(loading.vp[side.seat] - k.lost_good * look.box.vp_per_good * lost)
        if bot.spoil_sales and look.view.house_room:
            spoiled += best_sale(look, side, side.goods, look.house, 0)[1] - best_sale(look, side, kept, look.house, 0)[1]
    return Gains(own, left, others, bot.deny_captain * lost_goods * 0.3 + bot.spoil_sales * spoiled * 0.25 * look.now)


def prospector(look: Outlook) -> Gains:
    """A doubloon from the bank."""
    return Gains(look.now * look.box.prospector, 0.0, [0.0] * (look.players - 1))


ROLES: tuple[Callable[[Outlook], Gains], ...] = (settler, mayor, builder, craftsman, trader, captain, prospector)
