"""Development cards: buying, playing, the free roads (CA-DEV, CA-ARMY, CA-JUNGLE-04)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.actions import BUILD_ROAD, BUY_DEV, PICKED, PLAY_KNIGHT, PLAY_MONOPOLY, PLAY_PLENTY, PLAY_ROADS, STOP
from sim.catan.nodes import (
    ARMY_AWARD,
    BUYS_DEV,
    DEV_BOUGHT,
    DISCOVERIES_USED,
    DRAWS_DEV,
    EMPTIES,
    FIRST_DEV,
    FREE_ROAD,
    GETS_BANK,
    MAIN,
    MONOPOLY_GAIN,
    MONOPOLY_LOSS,
    PAYS,
    PLAYS_DEV,
    PRE_ROLL,
    SPENT,
)
from sim.catan.phases import building, robber
from sim.catan.scoring import check_win
from sim.catan.tables import (
    DEV_CARD,
    DISCOVERY,
    KNIGHT,
    MIX,
    MIX_SIZE,
    MONOPOLY,
    N_MIXES,
    N_RESOURCES,
    PLENTY_A,
    PLENTY_B,
    ROAD_BUILDING,
    YEAR_OF_PLENTY,
)
from sim.chance import FIRST_GAME_PURPOSE
from sim.core import EVERYBODY

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player

DEV_DRAW: Final = FIRST_GAME_PURPOSE + 11
N_PLENTY: Final = 20


# --- buying -----------------------------------------------------------------------------------------------------------


def legal_buy(s: CatanState, p: Player, acts: vec[i64]) -> vec[i64]:
    """Append the ways to buy a card: with cards alone, or with Discoveries for some (CA-DEV-01, -02, CA-JUNGLE-03, -04)."""
    setup = s.setup
    if s.deck_left() == 0 or (setup.dev_buys > 0 and s.dev_buys >= setup.dev_buys):
        return acts
    cost = setup.cost[DEV_CARD]
    if p.hand[DISCOVERY] == 0 or not setup.discovery_dev:
        if p.can_pay(cost):
            acts = append(acts, BUY_DEV)
            s.on_offer |= PICKED[BUY_DEV]
        return acts
    for mix in range(i64(N_MIXES)):
        if MIX_SIZE[mix] <= min(p.hand[DISCOVERY], setup.discovery_max) and _mix_pays(s, p, mix):
            acts = append(acts, BUY_DEV + mix)
            s.on_offer |= PICKED[BUY_DEV + mix]
    return acts


def _mix_pays(s: CatanState, p: Player, mix: i64) -> bool:
    """Whether Discoveries for this part of the cost, and cards for the rest, are a payment that is offered."""
    cost = s.setup.cost[DEV_CARD]
    for resource in range(i64(N_RESOURCES)):
        instead: i64 = MIX[mix][resource]
        short: i64 = max(0, cost[resource] - p.hand[resource])
        if instead > cost[resource] or instead < short or (s.setup.missing_only and instead > short):
            return False
    return True


def buy(s: CatanState, mix: i64) -> None:
    """Pay and draw the top card, blind (CA-DEV-01); only the buyer sees its kind (CA-INFO-05)."""
    p = s.players[s.current]
    cost = s.setup.cost[DEV_CARD]
    for resource in range(i64(N_RESOURCES)):
        n: i64 = cost[resource] - MIX[mix][resource]
        if n > 0:
            p.hand[resource] -= n
            s.bank[resource] += n
            p.counters[SPENT + resource] += n
            s.tell(PAYS, s.current, resource, n, 0, EVERYBODY)
    if MIX_SIZE[mix] > 0:
        p.hand[DISCOVERY] -= MIX_SIZE[mix]
        p.counters[DISCOVERIES_USED] += MIX_SIZE[mix]
        s.tell(PAYS, s.current, DISCOVERY, MIX_SIZE[mix], 0, EVERYBODY)
    kind = _draw(s)
    p.dev[kind] += 1
    p.dev_new[kind] += 1
    p.counters[DEV_BOUGHT] += 1
    if p.marks[FIRST_DEV] < 0:
        p.marks[FIRST_DEV] = s.turn
    s.dev_buys += 1
    s.idle = False
    s.tell(BUYS_DEV, s.current, 0, 1, 0, EVERYBODY)
    s.tell(DRAWS_DEV, s.current, kind, 1, 0, BIT[s.current])


def _draw(s: CatanState) -> i64:
    if not s.setup.dev_endless:
        s.deck_at += 1
        return s.deck[s.deck_at - 1]
    left: i64 = s.chance.below(DEV_DRAW, s.deck_at, 0, s.setup.dev_cards)
    s.deck_at += 1
    kind: i64 = 0
    while left >= s.setup.dev_mix[kind]:
        left -= s.setup.dev_mix[kind]
        kind += 1
    return kind


# --- playing ----------------------------------------------------------------------------------------------------------


def legal(s: CatanState, p: Player, acts: vec[i64], knights_only: bool) -> vec[i64]:
    """Append the cards that a player may play now (CA-DEV-03, -04, -14)."""
    if p.held() == 0 or s.dev_plays >= s.setup.dev_plays:
        return acts
    if _playable(s, p, KNIGHT):
        acts = append(acts, PLAY_KNIGHT)
        s.on_offer |= PICKED[PLAY_KNIGHT]
    if knights_only:
        return acts
    if _playable(s, p, MONOPOLY):
        for resource in range(i64(N_RESOURCES)):                    # CA-DEV-09: also one that nobody holds
            acts = append(acts, PLAY_MONOPOLY + resource)
        s.on_offer |= PICKED[PLAY_MONOPOLY]
    if _playable(s, p, YEAR_OF_PLENTY):
        for pair in range(i64(N_PLENTY)):
            if _bank_gives(s, pair):
                acts = append(acts, PLAY_PLENTY + pair)
                s.on_offer |= PICKED[PLAY_PLENTY + pair]
    if _playable(s, p, ROAD_BUILDING) and building.has_road_site(s, p):     # CA-DEV-11
        acts = append(acts, PLAY_ROADS)
        s.on_offer |= PICKED[PLAY_ROADS]
    return acts


def _playable(s: CatanState, p: Player, kind: i64) -> bool:
    """Whether a card of the kind is held that was not bought this turn (CA-DEV-04)."""
    return p.dev[kind] > 0 and (s.setup.dev_same_turn or p.dev[kind] > p.dev_new[kind])


def _bank_gives(s: CatanState, pair: i64) -> bool:
    """CA-DEV-10: the pairs that the bank can supply, and single cards from a short bank."""
    a: i64 = PLENTY_A[pair]
    b: i64 = PLENTY_B[pair]
    if b >= 0:
        return s.bank[a] >= 2 if a == b else s.bank[a] > 0 and s.bank[b] > 0
    total: i64 = 0
    short = s.bank[a] == 1
    for resource in range(i64(N_RESOURCES)):
        total += s.bank[resource]
        short = short or s.bank[resource] == 0
    return s.bank[a] > 0 and (total == 1 or (s.setup.plenty_single and short))


def apply(s: CatanState, action: i64) -> None:
    """Play a card: it lies face up before its owner from now on (CA-DEV-05)."""
    s.dev_plays += 1
    s.idle = False
    if action == PLAY_KNIGHT:
        _show(s, KNIGHT)
        _army(s)                                                    # CA-DEV-07: the award first
        check_win(s)                                                # CA-END-05
        if not s.over:
            robber.move(s, True)                                    # CA-DEV-06
    elif action < PLAY_PLENTY:
        _show(s, MONOPOLY)
        _monopoly(s, action - PLAY_MONOPOLY)
    elif action < PLAY_ROADS:
        _show(s, YEAR_OF_PLENTY)
        _plenty(s, action - PLAY_PLENTY)
    else:
        _show(s, ROAD_BUILDING)
        s.free_roads = 2
        s.free_built = 0
        s.phase = FREE_ROAD


def _show(s: CatanState, kind: i64) -> None:
    p = s.players[s.current]
    p.dev[kind] -= 1
    p.dev_new[kind] = min(p.dev_new[kind], p.dev[kind])             # an older card goes first
    p.played[kind] += 1
    s.tell(PLAYS_DEV, s.current, kind, 1, 0, EVERYBODY)


def _army(s: CatanState) -> None:
    """The largest army goes to the first with enough knights, then only to more (CA-ARMY-01 to -03)."""
    knights: i64 = s.players[s.current].played[KNIGHT]
    if knights < s.setup.army_min or s.army_holder == s.current:
        return
    if s.army_holder < 0 or knights > s.players[s.army_holder].played[KNIGHT]:
        s.army_holder = s.current
        s.tell(ARMY_AWARD, s.current, 0, knights, 0, EVERYBODY)


def _monopoly(s: CatanState, resource: i64) -> None:
    """Every opponent hands over all cards of one resource (CA-DEV-08, CA-JUNGLE-07)."""
    taker = s.players[s.current]
    for seat in range(s.seats):
        p = s.players[seat]
        n: i64 = p.hand[resource]
        if seat != s.current:                                       # all see how many, also that somebody has none
            p.hand[resource] = 0
            taker.hand[resource] += n
            p.counters[MONOPOLY_LOSS] += n
            taker.counters[MONOPOLY_GAIN] += n
            s.tell(EMPTIES, seat, resource, n, s.current, EVERYBODY)


def _plenty(s: CatanState, pair: i64) -> None:
    _take(s, PLENTY_A[pair])
    if PLENTY_B[pair] >= 0:
        _take(s, PLENTY_B[pair])


def _take(s: CatanState, resource: i64) -> None:
    s.bank[resource] -= 1
    s.players[s.current].hand[resource] += 1
    s.tell(GETS_BANK, s.current, resource, 1, 0, EVERYBODY)


# --- free roads -------------------------------------------------------------------------------------------------------


def legal_free_road(s: CatanState) -> vec[i64]:
    """One road after the other, by the rules of building (CA-DEV-11 to -13)."""
    acts = building.legal_roads(s, s.players[s.current], vec[i64](capacity=16))
    if s.setup.road_building_stop and s.free_built > 0:             # CA-DEV-12
        acts = append(acts, STOP)
    return acts


def apply_free_road(s: CatanState, action: i64) -> None:
    if action == STOP:
        s.free_roads = 0
    else:
        building.put_road(s, s.current, action - BUILD_ROAD)
        s.free_built += 1
        s.free_roads -= 1
        check_win(s)                                                # CA-END-05: the second road may not come
    if s.free_roads == 0 or not building.has_road_site(s, s.players[s.current]):
        s.free_roads = 0
        s.phase = MAIN if s.rolled else PRE_ROLL
