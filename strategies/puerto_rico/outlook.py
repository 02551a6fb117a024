"""The table at a decision: how long the game will last, and what a doubloon and a good are worth until then."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sim.puerto_rico import tables as t
from sim.puerto_rico.view import PuertoRicoView
from strategies.puerto_rico.board import PLAIN, Ships, Side

if TYPE_CHECKING:
    from strategies.puerto_rico.archetype import Archetype
    from strategies.puerto_rico.buildings import Purchases


T = TypeVar("T")


class once(Generic[T]):
    """A property worked out when first asked for: `functools.cached_property` without its lock, which costs twice the rest."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, instance: Any, owner: type[Any]) -> T:
        value = instance.__dict__[self.name] = self.work_out(instance)
        return value


class Outlook:
    """Everything that is asked about the table, built for one decision. Values are in VP.

    `often` is how often the average role is played in a round, `now` the worth of a doubloon; `shipped`, `loads` and `left` are
    the estimates of those names at the VP that a good on a ship brings in this variant. What is dear to work out is
    worked out when it is first asked for.
    """

    def __init__(self, bot: Archetype, view: PuertoRicoView) -> None:
        self.bot = bot
        self.view = view
        self.box = box = bot.box
        self.k = bot.estimates
        self.shipped = self.k.shipped * box.vp_per_good
        self.loads = self.k.loads * box.vp_per_good
        self.left = self.k.left * box.vp_per_good
        self.players = view.players
        self.seat = view.seat
        self.often = self.players * box.turns / len(view.cards)
        self.last = bool(view.fired)
        self.round = view.round * (box.turns + 1) / 2        # chapter 10 counts rounds of one card each
        self.purchases: Purchases | None = None         # see buildings.purchases
        self.me = Side(view.me, bot.plan(self.round)).survey(box.circles)

    @once
    def now(self) -> float:
        """The worth of a doubloon now. It falls when few rounds are left in which to spend it."""
        rounds = self.rounds
        return 0.0 if self.last else self.bot.doubloon(self.round) * (rounds + 0.3) / (rounds + 0.3 + self.k.ending)

    @once
    def others(self) -> list[Side]:
        """The other boards, clockwise; the others are supposed to sell and ship alike."""
        return [Side(seat, PLAIN) for seat in self.view.opponents]

    @once
    def sides(self) -> list[Side]:
        """All boards by seat."""
        around = [self.me, *self.others]
        first = self.players - self.seat
        return around[first:] + around[:first]

    def order(self, first: int) -> list[Side]:
        """All boards in phase order."""
        return self.sides[first:] + self.sides[:first]

    @once
    def house(self) -> list[int]:
        """Goods in the trading house, by kind."""
        return list(self.view.house)

    @once
    def ships(self) -> Ships:
        """The ships as they stand."""
        ships = self.view.ships
        return Ships([-1 if ship.load == 0 else t.GOODS.index(str(ship.good)) for ship in ships], [ship.room for ship in ships])

    @property
    def picks_before_own(self) -> int:
        """Cards that others take between the card that is taken now and the strategy's next one."""
        left = self.view.picks_left
        return self.players - 1 if left > self.players else left - 1 + (self.seat - self.view.governor - 1) % self.players

    @once
    def rounds(self) -> float:
        """Rounds still to come after the running turn, until the first of the three ends."""
        if self.last:
            return 0.0
        view, k, often = self.view, self.k, self.often
        made = most = 0
        for seat in view.seats:
            makes, spaces = seat.makes, seat.city_spaces
            made += makes(0) + makes(1) + makes(2) + makes(3) + makes(4)
            if spaces > most:
                most = spaces
        until_vp = view.vp_supply / (k.vp_pace * often * made + k.vp_extra)
        until_colonists = view.colonist_supply / (k.colonist_pace * often * self.players)
        until_city = (12.5 - most) / (k.city_pace * often)
        return max(1.0, min(until_vp, until_colonists, until_city)) - 1 + view.picks_left / (self.players * self.box.turns)

    @once
    def later(self) -> float:
        """The worth of a doubloon that is earned on the way to the end."""
        return self.bot.doubloon(self.round + self.rounds * (self.box.turns + 1) / 4)


def making(look: Outlook, side: Side) -> tuple[list[float], float]:
    """VP of making the first good of each kind once in each craftsman phase, and of each further good.

    The first goods of the dearest kind are sold, the others shipped; a second kind to sell helps when the house has the first.
    """
    if not side.first:
        k, plan, market, price = look.k, side.plan, side.market, look.box.price
        side.more = more = look.shipped * plan.shipping
        sale = k.sales * look.later * plan.selling
        best = 0
        for good in (4, 3, 2, 1, 0):
            if side.makes[good] and price[good] + market > best:
                best = price[good] + market
        for good in (0, 1, 2, 3, 4):
            income = price[good] + market
            gain = (income * k.second_kind if income <= best else income - best * (1 - k.second_kind)) * sale
            side.first.append(gain if gain > more else more)
    return side.first, side.more
