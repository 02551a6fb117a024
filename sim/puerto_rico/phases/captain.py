"""The captain phase: goods are loaded round and round, then stored (PR-CAPTAIN, harbor, wharf)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.core import NOBODY
from sim.puerto_rico.actions import D_LOAD, LOAD, PASS, WHARF_SHIP
from sim.puerto_rico.events import LOADED, SHIP_SAILED, WHARFED
from sim.puerto_rico.phases import storing
from sim.puerto_rico.player import SHIPPED, VP_CAPTAIN, VP_HARBOR, VP_LOADED, VP_WHARF, Player
from sim.puerto_rico.tables import HARBOR, N_GOODS, NO_GOOD, WHARF

if TYPE_CHECKING:
    from sim.puerto_rico.state import State

NO_SHIP: Final = -1


def begin(s: State) -> None:
    """The chooser loads first."""
    s.at = D_LOAD
    s.passes = 0
    s.wharfs_used = 0
    s.captain_paid = False


def legal(s: State) -> vec[i64]:
    """Ship and kind, or a kind by wharf; pass only for those who can load no ship (PR-CAPTAIN-02)."""
    p = s.player()
    acts = vec[i64](capacity=12)
    for ship in range(s.setup.n_ships):
        for good in range(i64(N_GOODS)):
            if p.goods[good] > 0 and takes(s, p, ship, good):   # PR-CAPTAIN-08: whichever kind
                acts = append(acts, LOAD + ship * N_GOODS + good)
    must: bool = len(acts) > 0                                  # PR-STORE-06: whatever he could store
    if can_use_wharf(s, s.actor):
        for good in range(i64(N_GOODS)):
            if p.goods[good] > 0:
                acts = append(acts, WHARF_SHIP + good)          # PR-BLD-wharf a
    if not must:
        acts = append(acts, PASS)
    return acts


def can_use_wharf(s: State, seat: i64) -> bool:
    """Once in a captain phase, and never a duty (PR-BLD-wharf c, PR-GEN-04)."""
    return s.players[seat].runs(WHARF) and s.wharfs_used & BIT[seat] == 0


def takes(s: State, p: Player, ship: i64, good: i64) -> bool:
    """Whether a player may load his goods of a kind onto a ship."""
    if s.cargo[ship] == good:
        return s.load[ship] < s.setup.ships[ship]               # PR-CAPTAIN-05
    if s.cargo[ship] != NO_GOOD or carrier(s, good) != NO_SHIP: # PR-CAPTAIN-03, PR-CAPTAIN-04
        return False
    return _is_best_empty(s, p, ship, good)


def carrier(s: State, good: i64) -> i64:
    """The ship that holds a kind, full or not."""
    for ship in range(s.setup.n_ships):
        if s.cargo[ship] == good:
            return ship
    return NO_SHIP


def _is_best_empty(s: State, p: Player, ship: i64, good: i64) -> bool:
    """No other empty ship takes more of the kind (PR-CAPTAIN-07); of equal empty ships the first stands for all."""
    sizes = s.setup.ships
    for other in range(s.setup.n_ships):
        if other != ship and s.cargo[other] == NO_GOOD:
            if sizes[other] > sizes[ship] and p.goods[good] > sizes[ship]:
                return False
            if sizes[other] == sizes[ship] and other < ship:
                return False
    return True


def amount(s: State, p: Player, ship: i64, good: i64) -> i64:
    """As many as fit (PR-CAPTAIN-06)."""
    room = s.setup.ships[ship] - s.load[ship]
    return room if room < p.goods[good] else p.goods[good]


def wharf_amount(s: State, p: Player, good: i64) -> i64:
    """All of the kind, at most what the wharf holds (PR-BLD-wharf b)."""
    return p.goods[good] if p.goods[good] < s.setup.wharf_capacity else s.setup.wharf_capacity


def privilege(s: State, seat: i64) -> i64:
    """VP of the captain's first loading (PR-CAPTAIN-10); a wharf is a loading too (PR-CAPTAIN-11)."""
    return s.setup.captain_bonus if seat == s.chooser and not s.captain_paid else i64(0)


def harbor(p: Player) -> i64:
    """VP of the harbor for one loading (PR-BLD-harbor)."""
    return 1 if p.runs(HARBOR) else 0


def apply(s: State, action: i64) -> None:
    """Load, ship by wharf, or pass."""
    p = s.player()
    if action == PASS:
        s.passes += 1                                           # PR-CAPTAIN-12: not final
        if s.passes == s.seats:
            storing.begin(s)
            return
    else:
        s.passes = 0
        if action >= WHARF_SHIP:
            _wharf(s, p, action - WHARF_SHIP)
        else:
            _load(s, p, (action - LOAD) // N_GOODS, (action - LOAD) % N_GOODS)
    s.next_in_phase()                                           # PR-CAPTAIN-01


def _load(s: State, p: Player, ship: i64, good: i64) -> None:
    n = amount(s, p, ship, good)
    p.goods[good] -= n
    s.cargo[ship] = good
    s.load[ship] += n
    s.happen(LOADED, s.actor, good, n, loading_vp(s, p, n))
    _earn(s, p, good, n, VP_LOADED)


def _wharf(s: State, p: Player, good: i64) -> None:
    n = wharf_amount(s, p, good)
    p.goods[good] -= n
    s.supply[good] += n
    s.wharfs_used |= BIT[s.actor]
    s.happen(WHARFED, s.actor, good, n, loading_vp(s, p, n))
    _earn(s, p, good, n, VP_WHARF)


def loading_vp(s: State, p: Player, n: i64) -> i64:
    """All VP that the actor gets for loading `n` goods now (PR-CAPTAIN-09, PR-BLD-wharf)."""
    return n * s.setup.vp_per_good + privilege(s, s.actor) + harbor(p)


def _earn(s: State, p: Player, good: i64, n: i64, source: i64) -> None:
    p.tally[SHIPPED + good] += n
    s.earn_vp(p, n * s.setup.vp_per_good, source)
    s.earn_vp(p, privilege(s, s.actor), VP_CAPTAIN)
    s.earn_vp(p, harbor(p), VP_HARBOR)
    if s.actor == s.chooser:
        s.captain_paid = True


def end(s: State) -> None:
    """After storing the full ships sail (PR-CAPTAIN-13)."""
    for ship in range(s.setup.n_ships):
        if s.load[ship] == s.setup.ships[ship]:
            s.happen(SHIP_SAILED, NOBODY, s.cargo[ship], s.load[ship], ship)
            s.supply[s.cargo[ship]] += s.load[ship]
            s.cargo[ship] = NO_GOOD
            s.load[ship] = 0
    s.passes = 0
    s.wharfs_used = 0
    s.captain_paid = False
    s.end_phase()
