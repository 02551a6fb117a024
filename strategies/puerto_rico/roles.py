"""The choice of a role card: what it brings the one who takes it, and what it brings the others."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sim.puerto_rico import tables as t
from sim.puerto_rico.actions import ROLE
from strategies.puerto_rico import buildings, tiles
from strategies.puerto_rico.board import FACTORY
from strategies.puerto_rico.cargo import Loading, after_storing, sailed
from strategies.puerto_rico.colonists import Places
from strategies.puerto_rico.goods import best_sale, hold, produced
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
    bot = look.bot
    role = card if card < t.PROSPECTOR else t.PROSPECTOR
    gains = ROLES[role](look)
    factor = bot.weight(role, look.round)
    taken = min(1.0, look.k.taken + look.k.taken_pick * look.picks_before_own)
    value = factor * (gains.own - bot.leave * taken * gains.left)
    value += gains.denied - bot.a * max(gains.others) - bot.b * sum(gains.others) / len(gains.others)
    money = look.view.card_doubloons[card]
    if bot.keep_wish:
        earned = gains.own / look.now if look.now and role in (t.TRADER, t.PROSPECTOR) else 0.0
        found = buildings.purchases(look)
        if found.wish > found.as_builder and found.missing <= money + earned:
            value += bot.keep_wish * look.k.wish * found.wish
    return value + look.now * bot.cards(look.round) * money


def settler(look: Outlook) -> Gains:
    """The best tile of each, one after the other."""
    view, me = look.view, look.me
    row, quarries = list(view.row), view.quarries > 0
    own = left = 0.0
    mine: list[float] = []
    if me.tiles < t.ISLAND_SPACES:
        mine = tiles.own_worths(look)
        tile, own = tiles.best(mine, row, quarries)
        if 0 <= tile < t.QUARRY:
            row[tile] -= 1
    others = []
    for n, side in enumerate(look.others):
        if side.tiles == t.ISLAND_SPACES:
            others.append(0.0)
            continue
        side.survey(look.box.circles)
        tile, value = tiles.best(tiles.worths(look, side), row, quarries and side.view.runs(t.CONSTRUCTION_HUT))
        others.append(value)
        if n == 0 and mine:
            _, left = tiles.best(mine, row, quarries and me.view.runs(t.CONSTRUCTION_HUT))
        if 0 <= tile < t.QUARRY:
            row[tile] -= 1
    useless = sum([value < look.k.useful * look.often * look.rounds for value in others])
    return Gains(own, left, others, look.bot.deny_settler * useless * 0.5)


def mayor(look: Outlook) -> Gains:
    """The best circles that the new colonists can fill."""
    players, ship = look.players, look.view.colonist_ship
    share, more = divmod(ship, players)
    had = look.me.view.colonists
    places = Places(look)
    had_worth = places.worth(had)
    first = share + (more > 0)
    own = places.worth(had + first + (look.view.colonist_supply > 0)) - had_worth
    left = places.worth(had + share) - had_worth
    colonist = look.k.colonist * look.bot.mayor_share
    others = [colonist * min(share + (n + 1 < more), side.view.empty_circles) for n, side in enumerate(look.others)]
    return Gains(own, left, others)


def builder(look: Outlook) -> Gains:
    """What the best purchase gains after its price; of the others a rough guess from their doubloons."""
    found = buildings.purchases(look)
    each = look.k.purse + 0.12 * look.now
    others = [each * min(side.doubloons, 10) if side.spaces < t.CITY_SPACES else 0.0 for side in look.others]
    poor = sum([side.doubloons < look.k.poor for side in look.others])
    return Gains(found.as_builder, found.as_other, others, look.bot.deny_builder * poor * 0.3 * look.now)


def craftsman(look: Outlook) -> Gains:
    """What the goods made are worth beside those in store."""
    me, k = look.me, look.k
    made = produced(look, me.seat)
    ships = look.ships
    new = made[me.seat]
    own = left = 0.0
    after = me.goods
    if any(new):
        before = hold(look, me, me.goods, ships)
        after = [n + more for n, more in zip(me.goods, new, strict=True)]
        left = hold(look, me, after, ships) - before
        best = max([good for good in range(5) if new[good]], key=look.box.price.__getitem__)
        after[best] += 1
        own = hold(look, me, after, ships) - before
        if me.view.runs(t.FACTORY):
            income = FACTORY[5 - new.count(0)] * look.now * me.plan.selling
            own += income
            left += income
    bot = look.bot
    others = []
    short, feared = 0, 0.0
    before = look.picks_before_own
    if bot.least_sale and best_sale(look, me, after, look.house, 0)[1] < bot.least_sale:
        own = left = 0.0
    if bot.order_aware:
        own *= 1 - bot.order_aware * k.patience * before
    for n, side in enumerate(look.others):
        new = made[side.seat]
        short += side.made - sum(new)
        value = k.made_good * sum(new)
        if side.made:
            _, income = best_sale(look, side, new, look.house, 0)
            value += income * k.sale_hope * look.now
            if n < before:
                feared += income * look.now
            if side.view.runs(t.FACTORY):
                value += FACTORY[5 - new.count(0)] * look.now
        others.append(value)
    if look.view.is_free(t.CAPTAIN):
        loading = Loading(look, look.others[0].seat)
        for side in look.others:
            loading.goods[side.seat] = [n + more for n, more in zip(side.goods, made[side.seat], strict=True)]
        loading.goods[look.seat] = list(after)
        loading.play(look.others[0].seat)
        own += k.then_captain * loading.vp[look.seat]
        others = [value + k.then_captain * loading.vp[side.seat] for value, side in zip(others, look.others, strict=True)]
    denied = bot.deny_craftsman * short * 0.3 - bot.fear_sales * feared * 0.25
    return Gains(own, left, others, denied)


def trader(look: Outlook) -> Gains:
    """The best sale of each, one after the other."""
    me = look.me
    if not look.view.house_room:
        return Gains(0.0, 0.0, [0.0] * len(look.others))
    keep = look.k.loads
    house, room = look.house[:], look.view.house_room
    good, income = best_sale(look, me, me.goods, house, 1)
    own = left = 0.0
    if good >= 0:
        own = max(0.0, income * look.now * me.plan.selling - keep * me.plan.shipping)
        house[good] += 1
        room -= 1
    others = []
    for side in look.others:
        sold, income = best_sale(look, side, side.goods, house, 0) if room else (-1, 0)
        if sold >= 0:
            house[sold] += 1
            room -= 1
        others.append(max(0.0, income * look.now - keep))
    if good >= 0:
        house[good] -= 1
        room += 1
        if room:
            _, income = best_sale(look, me, me.goods, house, 0)
            left = max(0.0, income * look.now * me.plan.selling - keep * me.plan.shipping)
    return Gains(own, left, others)


def captain(look: Outlook) -> Gains:
    """VP of the loading, and what is lost afterwards."""
    me = look.me
    has_goods = any(me.goods)
    before = hold(look, me, me.goods, look.ships) if has_goods else 0.0
    own = left = 0.0
    loading = Loading(look, me.seat)
    loading.play(me.seat)
    if has_goods:
        own = _shipped(look, loading) - before
        other = Loading(look, -1)
        other.play((me.seat + 1) % look.players)
        left = _shipped(look, other) - before
    others = []
    all_lost, spoiled = 0, 0.0
    for side in look.others:
        goods = loading.goods[side.seat]
        kept = after_storing(side, goods)
        lost = sum(goods) - sum(kept)
        all_lost += lost
        others.append(loading.vp[side.seat] - look.k.lost_good * lost)
        if look.bot.spoil_sales and look.view.house_room:
            _, income = best_sale(look, side, side.goods, look.house, 0)
            _, rest = best_sale(look, side, kept, look.house, 0)
            spoiled += (income - rest) * look.now
    denied = look.bot.deny_captain * all_lost * 0.3 + look.bot.spoil_sales * spoiled * 0.25
    return Gains(own, left, others, denied)


def _shipped(look: Outlook, loading: Loading) -> float:
    """What a captain phase leaves the strategy with."""
    me = look.me
    kept = after_storing(me, loading.goods[me.seat])
    return loading.vp[me.seat] * me.plan.shipping + hold(look, me, kept, sailed(look, loading.ships))


def prospector(look: Outlook) -> Gains:
    """One doubloon."""
    return Gains(look.now, 0.0, [0.0] * len(look.others))


ROLES: tuple[Callable[[Outlook], Gains], ...] = (settler, mayor, builder, craftsman, trader, captain, prospector)
