"""Storing at the end of the captain phase: what nobody can keep goes back to the supply (PR-STORE, warehouses)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.puerto_rico.actions import D_STORE_KIND, D_STORE_UNIT, STORE_KIND, STORE_UNIT
from sim.puerto_rico.events import LOST_GOODS
from sim.puerto_rico.player import LOST, Player
from sim.puerto_rico.tables import LARGE_WAREHOUSE, N_GOODS, SMALL_WAREHOUSE

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def begin(s: State) -> None:
    """In phase order, from the captain (PR-STORE-05)."""
    s.actor = s.chooser
    _turn(s)


def protected_kinds(p: Player) -> i64:
    """Kinds of which warehouses keep everything (PR-STORE-02, PR-BLD-small_warehouse, PR-BLD-large_warehouse)."""
    return (1 if p.runs(SMALL_WAREHOUSE) else 0) + (2 if p.runs(LARGE_WAREHOUSE) else 0)


def single_units(s: State, p: Player) -> i64:
    """Single goods that can be kept besides (PR-STORE-01); the storehouse of the expansion will add some (PR-STORE-03)."""
    return s.setup.free_units


def keeps_all(s: State, p: Player) -> bool:
    """Whether some choice would keep everything; then nothing is asked."""
    return goods_at_risk(p, protected_kinds(p)) <= single_units(s, p)


def goods_at_risk(p: Player, kinds: i64) -> i64:
    """Goods outside the `kinds` most numerous kinds."""
    left = p.goods_total()
    chosen: i64 = 0
    for _nth in range(kinds):
        most: i64 = 0
        best: i64 = -1
        for good in range(i64(N_GOODS)):
            if p.goods[good] > most and chosen & BIT[good] == 0:
                most = p.goods[good]
                best = good
        if best >= 0:
            chosen |= BIT[best]
            left -= most
    return left


def _turn(s: State) -> None:
    """The storing of the actor, or of the next player who has to choose."""
    while True:
        p = s.player()
        if not keeps_all(s, p):
            s.kinds_left = protected_kinds(p)
            s.units_left = single_units(s, p)
            if _ask(s):
                return
            _give_back(s, p)
        if not s.next_in_phase():
            s.sail()
            return


def _ask(s: State) -> bool:
    """Open the next node of the storing player; False if no place is left. In danger, no place stays unused (PR-STORE-05)."""
    if s.kinds_left > 0:
        s.at = D_STORE_KIND
        return True
    if s.units_left > 0:
        s.at = D_STORE_UNIT
        return True
    return False


def legal(s: State) -> vec[i64]:
    """A kind for a warehouse, or one single good."""
    p = s.player()
    base: i64 = STORE_KIND if s.at == D_STORE_KIND else STORE_UNIT
    acts = vec[i64](capacity=5)
    for good in range(i64(N_GOODS)):
        if s.stored & BIT[good] == 0 and p.goods[good] > s.kept[good]:
            acts = append(acts, base + good)
    return acts


def apply(s: State, action: i64) -> None:
    """Put a kind into a warehouse, or keep a single good."""
    if s.at == D_STORE_KIND:
        s.stored |= BIT[action - STORE_KIND]
        s.kinds_left -= 1
    else:
        s.kept[action - STORE_UNIT] += 1
        s.units_left -= 1
    if not _ask(s):
        _give_back(s, s.player())
        if s.next_in_phase():
            _turn(s)
        else:
            s.sail()


def _give_back(s: State, p: Player) -> None:
    """Everything else goes back to the supply (PR-STORE-04)."""
    for good in range(i64(N_GOODS)):
        if s.stored & BIT[good] == 0:
            lost = p.goods[good] - s.kept[good]
            if lost > 0:
                p.goods[good] -= lost
                s.supply[good] += lost
                p.tally[LOST + good] += lost
                s.happen(LOST_GOODS, s.actor, good, lost, 0)
        s.kept[good] = 0
    s.stored = 0
