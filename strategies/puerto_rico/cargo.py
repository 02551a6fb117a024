"""The captain: what a phase of loading brings everybody, and which load to choose."""
from __future__ import annotations

from collections.abc import Sequence

from sim.puerto_rico import tables as t
from sim.puerto_rico.actions import LOAD, PASS, WHARF_SHIP
from strategies.puerto_rico.board import Side
from strategies.puerto_rico.goods import Store
from strategies.puerto_rico.outlook import Outlook

BY_WHARF = -1
"""In place of a ship."""


class Loading:
    """A captain phase in thought, in which everybody loads the most he can at each turn. `vp` and `goods` are by seat."""

    __slots__ = ("bonus", "box", "goods", "harbor", "players", "ships", "vp", "wharf")

    def __init__(self, look: Outlook, bonus: int) -> None:
        sides = look.sides
        self.players = look.players
        self.box = look.box
        self.ships = look.ships.copy()
        self.goods = [side.goods[:] for side in sides]
        self.vp = [0] * look.players
        self.harbor = [side.view.runs(t.HARBOR) for side in sides]
        self.wharf = [side.view.wharf_ready for side in sides]
        self.bonus = bonus

    def load(self, seat: int, good: int, ship: int) -> None:
        """A player loads a kind onto a ship, or ships it by wharf."""
        n = self.goods[seat][good]
        if ship >= 0:
            room = self.ships.room
            n = min(n, room[ship])
            room[ship] -= n
            self.ships.cargo[ship] = good
        else:
            n = min(n, self.box.wharf_capacity)
            self.wharf[seat] = False
        self.goods[seat][good] -= n
        self.vp[seat] += n * self.box.vp_per_good + self.harbor[seat]
        if self.bonus == seat:
            self.vp[seat] += self.box.captain_bonus
            self.bonus = -1

    def turn(self, seat: int) -> bool:
        """The turn of a player; False if he passes. The wharf waits until no ship takes anything."""
        goods, ships = self.goods[seat], self.ships
        if not any(goods):
            return False
        best, most, onto = -1, 0, BY_WHARF
        for good in (0, 1, 2, 3, 4):
            n = goods[good]
            if n > most:
                ship = ships.place_for(good, n)
                if ship >= 0:
                    n = min(n, ships.room[ship])
                    if n > most:
                        best, most, onto = good, n, ship
        if best < 0:
            if not self.wharf[seat]:
                return False
            best = goods.index(max(goods))
        self.load(seat, best, onto)
        return True

    def play(self, seat: int) -> None:
        """Go on from the turn of a seat until all have passed, and the full ships sail."""
        players, passes = self.players, 0
        while passes < players:
            passes = 0 if self.turn(seat) else passes + 1
            seat = seat + 1 if seat + 1 < players else 0
        self.ships.sail(self.box.sizes)


def after_storing(side: Side, goods: list[int]) -> list[int]:
    """What a player keeps of the goods that are left: his largest kinds in warehouses, and the dearest single good."""
    kinds = side.view.warehouse_kinds
    if sum(goods) <= 1 or 5 - goods.count(0) <= kinds:
        return goods
    left, keep = goods[:], [0] * 5
    for _ in range(kinds):
        good = left.index(max(left))
        keep[good], left[good] = left[good], 0
    for good in (4, 3, 2, 1, 0):
        if left[good]:
            keep[good] += 1
            break
    return keep


def choose(look: Outlook, offered: Sequence[int]) -> int:
    """The load after which the rest of the phase leaves the strategy best off."""
    bot, me, store = look.bot, look.me, Store(look)
    best, most = 0, -1e9
    bonus = look.view.chooser if look.view.captain_bonus_due else -1
    for place, id in enumerate(offered):
        loading = Loading(look, bonus)
        ship, good = divmod(id - LOAD, t.N_GOODS) if id < WHARF_SHIP else (BY_WHARF, id - WHARF_SHIP)
        blocked = 0
        if id != PASS:
            loading.load(me.seat, good, ship)
            if bot.block_ships and ship != BY_WHARF and _only_mine(look, good):
                blocked = loading.ships.room[ship]
        loading.play((me.seat + 1) % look.players)
        value = loading.vp[me.seat] + store.worth(after_storing(me, loading.goods[me.seat]), loading.ships.fits())
        others = [vp for seat, vp in enumerate(loading.vp) if seat != me.seat]
        value += bot.block_ships * 0.3 * blocked - bot.a * max(others) - bot.b * sum(others) / len(others)
        if value > most:
            best, most = place, value
    return best


def _only_mine(look: Outlook, good: int) -> bool:
    """Whether nobody else holds or makes a kind."""
    return not any(side.goods[good] or side.makes[good] for side in look.others)
