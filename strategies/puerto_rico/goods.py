"""Goods in store: what they are worth, which to sell, to take more of, and to keep."""
from __future__ import annotations

from collections.abc import Sequence

from sim.puerto_rico.actions import BONUS, NO_BONUS, PASS, SELL, STORE_KIND, STORE_UNIT
from strategies.puerto_rico.board import Side
from strategies.puerto_rico.buildings import purchases
from strategies.puerto_rico.outlook import Outlook


class Store:
    """What the strategy's goods in store are worth: the best sale of one, the shipping of the others."""

    def __init__(self, look: Outlook) -> None:
        k, me, house, price = look.k, look.me, look.house, look.box.price
        self.loads = loads = look.loads * me.plan.shipping
        self.left = look.left * me.plan.shipping
        hope = k.sale_hope * look.now * me.plan.selling
        shut = not look.view.house_room
        self.sales = []         # VP of selling one good of each kind instead of shipping it
        for good in (0, 1, 2, 3, 4):
            income = (price[good] + me.market) * hope
            if shut or (house[good] and not me.office):
                income *= k.house_shut
            self.sales.append(income - loads)

    def worth(self, goods: list[int], fits: list[int]) -> float:
        """VP of so many goods, if so many of each kind fit on a ship."""
        loads, left, sales = self.loads, self.left, self.sales
        best = value = 0.0
        for good in (0, 1, 2, 3, 4):
            n = goods[good]
            if n:
                room = fits[good]
                value += n * loads if n <= room else room * loads + (n - room) * left
                if sales[good] > best:
                    best = sales[good]
        return value + best


def produced(look: Outlook, first: int) -> dict[int, list[int]]:
    """What the craftsman would bring each seat, in phase order, as far as the supply goes."""
    supply = list(look.view.supply)
    found = {}
    for side in look.order(first):
        made = side.makes
        for good in (0, 1, 2, 3, 4):
            if made[good] > supply[good]:
                made = [min(n, there) for n, there in zip(made, supply, strict=True)]
                break
        if side.made:
            supply = [there - n for n, there in zip(made, supply, strict=True)]
        found[side.seat] = made
    return found


def best_sale(look: Outlook, side: Side, goods: list[int], house: list[int], bonus: int) -> tuple[int, int]:
    """The dearest good that a house with room takes from a player, -1 if none, and its income."""
    found, most = -1, 0
    if not any(goods):
        return found, most
    price = look.box.price
    for good in (4, 3, 2, 1, 0):
        if goods[good] and (not house[good] or side.office) and price[good] + side.market + bonus > most:
            found, most = good, price[good] + side.market + bonus
    return found, most


def sell(look: Outlook, offered: Sequence[int]) -> int:
    """The sale that brings most beyond what the good is worth in store; none if none does."""
    me, best, most = look.me, len(offered) - 1, 0.0
    if not _needs_money(look):
        return best
    store, fits = Store(look), look.ships.fits()
    before = store.worth(me.goods, fits)
    for place, id in enumerate(offered):
        if id == PASS:
            continue
        goods = me.goods[:]
        goods[id - SELL] -= 1
        income = me.view.sale_income(id - SELL) * look.now * me.plan.selling
        gain = income + store.worth(goods, fits) - before
        if gain > most:
            best, most = place, gain
    return best


def _needs_money(look: Outlook) -> bool:
    """Whether the plan sells now (`sell_for`)."""
    if not look.bot.sell_for:
        return True
    found = purchases(look)
    return found.wish > 0 and found.missing <= look.bot.sell_for


def one_more(look: Outlook, offered: Sequence[int]) -> int:
    """The good of which one more is worth most."""
    store, fits = Store(look), look.ships.fits()
    best, most = 0, -1.0
    for place, id in enumerate(offered):
        if id != NO_BONUS:
            goods = look.me.goods[:]
            goods[id - BONUS] += 1
            value = store.worth(goods, fits)
            if value > most:
                best, most = place, value
    return best


def store_kind(look: Outlook, offered: Sequence[int]) -> int:
    """The kind that is worth most to keep whole."""
    values = [_kept(look, id - STORE_KIND, look.me.goods[id - STORE_KIND]) for id in offered]
    return values.index(max(values))


def store_unit(look: Outlook, offered: Sequence[int]) -> int:
    """The good of which it is worth most to keep one."""
    values = [_kept(look, id - STORE_UNIT, 1) for id in offered]
    return values.index(max(values))


def _kept(look: Outlook, good: int, n: int) -> float:
    """VP of n goods of a kind in store, whatever the ships hold."""
    me, k = look.me, look.k
    loads = look.loads * me.plan.shipping
    income = (look.box.price[good] + me.market) * k.sale_hope * look.now * me.plan.selling
    return n * loads + max(0.0, income - loads)
