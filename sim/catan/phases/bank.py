"""Maritime trade: equal cards to the bank for one of another kind (CA-TRADE-01 to -03, CA-JUNGLE-05)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.actions import MARITIME
from sim.catan.nodes import DISCOVERIES_USED, GETS_BANK, GIVES_BANK, MARITIME_IN, MARITIME_OUT
from sim.catan.tables import DISCOVERY, N_RESOURCES
from sim.core import EVERYBODY

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player


def legal(s: CatanState, p: Player, acts: vec[i64]) -> vec[i64]:
    """Append a player's trades with the bank at the best rate of each kind (CA-TRADE-02)."""
    if not s.setup.maritime:
        return acts
    hand, rate, bank = p.hand, p.rate, s.bank
    if hand[DISCOVERY] > 0 and s.setup.discovery_maritime:
        return _with_discoveries(s, p, acts)
    for give in range(i64(N_RESOURCES)):
        if hand[give] >= rate[give]:
            for get in range(i64(N_RESOURCES)):
                if get != give and bank[get] > 0:
                    acts = append(acts, MARITIME + (give * 5 + get) * 4)
    return acts


def _with_discoveries(s: CatanState, p: Player, acts: vec[i64]) -> vec[i64]:
    """The same where Discoveries may stand for cards; with Discoveries alone, `give` only names the rate (CA-JUNGLE-05)."""
    most: i64 = min(p.hand[DISCOVERY], s.setup.discovery_max)
    listed: i64 = 0                                                 # (get, d) pairs already offered without a card
    for give in range(i64(N_RESOURCES)):
        for get in range(i64(N_RESOURCES)):
            if get == give or s.bank[get] == 0:
                continue
            for d in range(min(most, p.rate[give]) + 1):
                short: i64 = max(0, p.rate[give] - p.hand[give])
                if d < short or (s.setup.missing_only and d > short):
                    continue
                if d == p.rate[give]:
                    if listed & BIT[get * 4 + d] != 0:
                        continue
                    listed |= BIT[get * 4 + d]
                acts = append(acts, MARITIME + (give * 5 + get) * 4 + d)
    return acts


def apply(s: CatanState, number: i64) -> None:
    """Carry out the trade that is `number` places into the range of maritime actions."""
    give: i64 = number // 20
    get: i64 = number // 4 % 5
    d: i64 = number % 4
    p = s.players[s.current]
    n: i64 = p.rate[give] - d
    p.hand[give] -= n
    s.bank[give] += n
    p.hand[DISCOVERY] -= d                                          # used ones go to the supply
    p.hand[get] += 1
    s.bank[get] -= 1
    p.counters[MARITIME_OUT + give] += n
    p.counters[MARITIME_IN + get] += 1
    p.counters[DISCOVERIES_USED] += d
    s.idle = False
    if n > 0:
        s.tell(GIVES_BANK, s.current, give, n, 0, EVERYBODY)
    if d > 0:
        s.tell(GIVES_BANK, s.current, DISCOVERY, d, 0, EVERYBODY)
    s.tell(GETS_BANK, s.current, get, 1, 0, EVERYBODY)
