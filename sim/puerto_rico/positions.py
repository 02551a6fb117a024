"""Positions as plain data: `facts` tells one, `put` lays one out on an empty table. What is not named lies in the supply."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.faults import Fault, Refusal, nearest
from sim.puerto_rico.actions import (
    D_BUILD,
    D_CRAFT_BONUS,
    D_LOAD,
    D_MAYOR_PLACE,
    D_ROLE,
    D_SET_HACIENDA,
    D_SET_HOSPICE,
    D_SET_TILE,
    D_STORE_KIND,
    D_STORE_UNIT,
    D_TRADE,
    D_UNIVERSITY,
    NODES,
)
from sim.puerto_rico.player import Player
from sim.puerto_rico.table import DRAW_PILE
from sim.puerto_rico.tables import (
    BUILDER,
    BUILDING_NAMES,
    CAPTAIN,
    CARDS,
    CITY_SPACES,
    CRAFTSMAN,
    FOREST,
    GOODS,
    ISLAND_SPACES,
    MAYOR,
    N_MANNED_TILES,
    NO_GOOD,
    QUARRY,
    SETTLER,
    TILES,
    TRADER,
    TRIGGERS,
)

if TYPE_CHECKING:
    from sim.puerto_rico.state import State

FACTS: Final = (
    "round", "turn", "governor", "chooser", "actor", "phase", "node", "taken", "card_doubloons", "players",
    "row", "draw", "discard", "reshuffles", "quarries", "house", "ships", "colonist_supply", "colonist_ship",
    "vp_supply", "vp_on_paper", "bank", "goods_supply", "building_supply", "fired", "over",
    # what a phase under way remembers
    "new_tile", "new_building", "produced", "bonus_left", "passes", "captain_paid", "wharfs_used",
    "stored", "kept", "kinds_left", "units_left",
)
PLAYER_FACTS: Final = ("doubloons", "vp", "goods", "island", "manned", "city", "san_juan")
_PHASE_OF: Final = {
    D_ROLE: -1, D_SET_HACIENDA: SETTLER, D_SET_TILE: SETTLER, D_SET_HOSPICE: SETTLER, D_MAYOR_PLACE: MAYOR, D_BUILD: BUILDER,
    D_UNIVERSITY: BUILDER, D_CRAFT_BONUS: CRAFTSMAN, D_TRADE: TRADER, D_LOAD: CAPTAIN, D_STORE_KIND: CAPTAIN,
    D_STORE_UNIT: CAPTAIN,
}
"""The card in whose phase a node may be open; -1 between phases."""
_FIRST_NODE: Final = {-1: D_ROLE, BUILDER: D_BUILD, TRADER: D_TRADE, CAPTAIN: D_LOAD}
"""The node with which a phase begins, where the name of the phase alone tells it."""


# --- a position told -----------------------------------------------------------------------------------------------------


def facts(s: State) -> dict[str, Any]:
    """Everything that lies on the table and where the round stands; counters of the log and events are left out."""
    told: dict[str, Any] = {
        "round": int(s.round), "turn": int(s.turn), "governor": int(s.governor),
        "chooser": int(s.chooser) if s.chooser >= 0 else None, "actor": int(s.actor),
        "phase": CARDS[s.card] if s.card >= 0 else "roles", "node": NODES[s.at],
        "taken": [CARDS[card] for card in range(s.setup.cards) if s.taken & BIT[card] != 0],
        "card_doubloons": _map(CARDS, s.card_money),
        "players": [_player_facts(p) for p in s.players],
        "row": _list(GOODS, s.row), "draw": [GOODS[tile] for tile in s.pile[s.pile_next:]], "discard": _list(GOODS, s.discard),
        "quarries": int(s.quarries), "house": _list(GOODS, s.house),
        "ships": [(GOODS[s.cargo[n]], int(s.load[n])) if s.load[n] > 0 else None for n in range(s.setup.n_ships)],
        "colonist_supply": int(s.colonists), "colonist_ship": int(s.ship), "vp_supply": int(s.vp_supply),
        "vp_on_paper": int(s.on_paper), "bank": int(s.bank),
        "goods_supply": {name: int(s.supply[n]) for n, name in enumerate(GOODS)},
        "building_supply": {BUILDING_NAMES[kind]: int(s.stock[kind]) for kind in s.setup.kinds},
        "fired": s.triggers(), "over": s.over, "reshuffles": int(s.reshuffles),
    }
    told.update(_phase_facts(s))
    return told


def _player_facts(p: Player) -> dict[str, Any]:
    return {"doubloons": int(p.doubloons), "vp": int(p.vp), "goods": _map(GOODS, p.goods), "island": _map(TILES, p.island),
            "manned": _map(TILES, p.manned), "city": {BUILDING_NAMES[b]: int(p.crew[b]) for b in p.city},
            "san_juan": int(p.san_juan)}


def _phase_facts(s: State) -> dict[str, Any]:
    """What a phase that is under way must remember; only what differs from its beginning."""
    told: dict[str, Any] = {
        "new_tile": TILES[s.focus] if s.card >= 0 and s.focus >= 0 and s.card != BUILDER else None,
        "new_building": BUILDING_NAMES[s.focus] if s.card == BUILDER and s.focus >= 0 else None,
        "produced": _set(GOODS, s.made), "bonus_left": int(s.bonus_left), "passes": int(s.passes),
        "captain_paid": s.captain_paid, "wharfs_used": [seat for seat in range(s.seats) if s.wharfs_used & BIT[seat] != 0],
        "stored": _set(GOODS, s.stored), "kept": _map(GOODS, s.kept), "kinds_left": int(s.kinds_left),
        "units_left": int(s.units_left),
    }
    return {name: value for name, value in told.items() if value}


def _map(names: Sequence[str], counts: vec[i64]) -> dict[str, int]:
    return {names[n]: int(count) for n, count in enumerate(counts) if count != 0}


def _list(names: Sequence[str], counts: vec[i64]) -> list[str]:
    return [names[n] for n, count in enumerate(counts) for _ in range(count)]


def _set(names: Sequence[str], mask: i64) -> list[str]:
    return [name for n, name in enumerate(names) if mask & BIT[n] != 0]


# --- a position laid out -------------------------------------------------------------------------------------------------


def put(s: State, named: Mapping[str, Any]) -> None:
    """Lay a position out on a table on which everything lies in the supply. Refusal for what cannot be."""
    for name in named:
        if name not in FACTS:
            raise _fault(name, "no such fact of a position", nearest(name, FACTS))
    players = named.get("players") or []
    if len(players) > s.seats:
        raise _fault("players", f"{len(players)} players for {s.seats} seats")
    for seat, told in enumerate(players):
        _put_player(s, s.players[seat], told, f"players[{seat}]")
    _put_goods(s, named)
    _put_tiles(s, named)
    _put_rest(s, named)
    _put_course(s, named)
    s.seal()


def _put_player(s: State, p: Player, told: Mapping[str, Any], where: str) -> None:
    """One board, taken out of the supplies."""
    for name in told:
        if name not in PLAYER_FACTS:
            raise _fault(f"{where}.{name}", "no such fact of a player", nearest(name, PLAYER_FACTS))
    p.doubloons = _number(told, "doubloons", 0, where)
    p.vp = p.vp_given = _number(told, "vp", 0, where)
    p.san_juan = _number(told, "san_juan", 0, where)
    for good, n in _items(told.get("goods"), GOODS, f"{where}.goods"):
        p.goods[good] = n
    for tile, n in _items(told.get("island"), TILES, f"{where}.island"):
        p.island[tile] = n
    for tile, n in _items(told.get("manned"), TILES[:N_MANNED_TILES], f"{where}.manned"):
        if n > p.island[tile]:
            raise _fault(f"{where}.manned", f"{n} colonists on {p.island[tile]} tiles of {TILES[tile]}")
        p.manned[tile] = n
    for building, n in _items(told.get("city"), BUILDING_NAMES, f"{where}.city"):
        if n > s.setup.circles[building]:
            raise _fault(f"{where}.city",
                         f"{n} colonists on {BUILDING_NAMES[building]}, which has {s.setup.circles[building]} circles")
        p.add_building(building, s.setup.vp[building])
        p.crew[building] = n
    if p.tiles() > ISLAND_SPACES or p.spaces > CITY_SPACES:
        raise _fault(where, f"{p.tiles()} tiles and {p.spaces} city spaces, and room for {ISLAND_SPACES} and {CITY_SPACES}")


def _put_goods(s: State, named: Mapping[str, Any]) -> None:
    """Trading house, ships, and the goods supply, which has what is left unless it is named."""
    for name in named.get("house") or ():
        s.house[_place(name, GOODS, "house")] += 1
        s.house_load += 1
    ships = named.get("ships") or []
    if len(ships) > s.setup.n_ships:
        raise _fault("ships", f"{len(ships)} ships, and there are {s.setup.n_ships}")
    for n, cargo in enumerate(ships):
        if cargo:                                               # in a file an empty ship is []
            [(good, load)] = _items({cargo[0]: cargo[1]}, GOODS, "ships")
            if load > s.setup.ships[n]:
                raise _fault("ships", f"{load} {cargo[0]} on the ship of {s.setup.ships[n]}")
            s.cargo[n] = good if load > 0 else NO_GOOD
            s.load[n] = load
    supply = dict(_items(named.get("goods_supply"), GOODS, "goods_supply"))
    for good, name in enumerate(GOODS):
        lying = s.house[good] + sum([int(p.goods[good]) for p in s.players])
        for n in range(s.setup.n_ships):
            if s.cargo[n] == good:
                lying += s.load[n]
        s.supply[good] = supply[good] if good in supply else _left(s.setup.goods[good], lying, name)


def _put_tiles(s: State, named: Mapping[str, Any]) -> None:
    """Row, discard pile, quarries, and the draw pile: as named, else what is left, shuffled."""
    for name in named.get("row") or ():
        s.row[_place(name, GOODS, "row")] += 1
    for name in named.get("discard") or ():
        s.discard[_place(name, GOODS, "discard")] += 1
    s.reshuffles = _number(named, "reshuffles", 0)
    draw = named.get("draw")
    if draw is not None:
        s.pile = vec[i64]([i64(_place(name, GOODS, "draw")) for name in draw])
        for kind in range(len(GOODS)):
            s.unseen[kind] = sum([1 for tile in s.pile if tile == kind])
    else:
        for kind, name in enumerate(GOODS):
            lying = s.row[kind] + s.discard[kind] + sum([int(p.island[kind]) for p in s.players])
            s.unseen[kind] = _left(s.setup.tiles[kind], lying, f"{name} tiles")
        s.shuffle_in(DRAW_PILE, 0, s.unseen[:])
    on_islands = sum([int(p.island[QUARRY]) for p in s.players])
    s.quarries = (_number(named, "quarries", 0) if "quarries" in named
                  else _left(s.setup.quarries, on_islands, "quarries"))
    if sum([int(p.island[FOREST]) for p in s.players]) > 0:
        raise _fault("players", "forests belong to the expansion, which is not there yet")


def _put_rest(s: State, named: Mapping[str, Any]) -> None:
    """Colonists, VP, doubloons and buildings."""
    setup = s.setup
    s.ship = _number(named, "colonist_ship", 0)
    on_boards = sum([int(p.colonists()) for p in s.players])
    s.colonists = (_number(named, "colonist_supply", 0) if "colonist_supply" in named
                   else _left(setup.colonists + setup.ship, on_boards + s.ship, "colonists"))
    earned = sum([int(p.vp) for p in s.players])
    s.on_paper = _number(named, "vp_on_paper", 0)
    if "vp_supply" in named:
        s.vp_supply = _number(named, "vp_supply", 0)
    else:
        s.vp_supply = max(0, setup.vp_supply - earned + s.on_paper)
        s.on_paper = max(s.on_paper, earned - setup.vp_supply)
    for card, n in _items(named.get("card_doubloons"), CARDS[:setup.cards], "card_doubloons"):
        s.card_money[card] = n
    s.bank = _number(named, "bank", setup.bank)
    stock = dict(_items(named.get("building_supply"), BUILDING_NAMES, "building_supply"))
    for building, name in enumerate(BUILDING_NAMES):
        built = sum([int(p.owns[building]) for p in s.players])
        s.stock[building] = stock[building] if building in stock else _left(setup.copies[building], built, f"times {name}")


def _put_course(s: State, named: Mapping[str, Any]) -> None:
    """Whose turn it is, in which phase, and what the phase remembers."""
    taken = [_place(name, CARDS[:s.setup.cards], "taken") for name in named.get("taken") or ()]
    phase = named.get("phase", "roles")
    if phase != "roles":
        s.card = _place(phase, CARDS[:s.setup.cards], "phase")
        if s.card not in taken:
            taken.append(int(s.card))
    for card in taken:
        s.taken |= BIT[card]
    s.picks = len(taken)
    _put_seats(s, named)
    s.round = _number(named, "round", 1)
    s.turn = _number(named, "turn", s.picks)
    s.round_governor = s.governor if s.picks > 0 else -1
    if "node" in named:
        s.at = _place(named["node"], NODES, "node")
        if _PHASE_OF.get(int(s.at)) != s.card and not named.get("over", False):
            raise _fault("node", f"{named['node']} does not belong to the phase {phase}")
    elif int(s.card) in _FIRST_NODE:
        s.at = _FIRST_NODE[int(s.card)]
    else:
        raise _fault("phase", f"in the middle of the {phase} phase the node must be named")
    for name in named.get("fired") or ():
        s.fire(_place(name, TRIGGERS, "fired"))
    s.over = bool(named.get("over", False))
    _put_phase(s, named)


def _put_seats(s: State, named: Mapping[str, Any]) -> None:
    """Governor, chooser and actor. Between phases the actor follows from the governor and the cards taken, or the other way."""
    before = s.picks if s.card < 0 else s.picks - 1             # picks before the one that the actor or chooser makes
    who = "actor" if s.card < 0 else "chooser"
    picker = None if named.get(who) is None else _seat(s, named[who], who)
    if "governor" in named:
        s.governor = _seat(s, named["governor"], "governor")
    elif picker is not None:
        s.governor = (picker - before) % s.seats
    expected = (s.governor + before) % s.seats
    if picker is not None and picker != expected and not named.get("over", False):
        raise _fault(who, f"seat {picker} named; governor {s.governor} and {s.picks} cards taken make it seat {expected}")
    if s.card >= 0:
        s.chooser = expected
    s.actor = _seat(s, named.get("actor", int(expected)), "actor")


def _seat(s: State, seat: object, where: str) -> int:
    """A seat at this table."""
    if not isinstance(seat, int) or not 0 <= seat < s.seats:
        raise _fault(where, f"{seat!r} is no seat; they run from 0 to {s.seats - 1}")
    return seat


def _put_phase(s: State, named: Mapping[str, Any]) -> None:
    """What the running phase remembers."""
    if named.get("new_tile") is not None:
        s.focus = _place(named["new_tile"], TILES, "new_tile")
    if named.get("new_building") is not None:
        s.focus = _place(named["new_building"], BUILDING_NAMES, "new_building")
    for name in named.get("produced") or ():
        s.made |= BIT[_place(name, GOODS, "produced")]
    for name in named.get("stored") or ():
        s.stored |= BIT[_place(name, GOODS, "stored")]
    for seat in named.get("wharfs_used") or ():
        s.wharfs_used |= BIT[_seat(s, seat, "wharfs_used")]
    for good, n in _items(named.get("kept"), GOODS, "kept"):
        s.kept[good] = n
    s.bonus_left = _number(named, "bonus_left", 0)
    s.passes = _number(named, "passes", 0)
    s.captain_paid = bool(named.get("captain_paid", False))
    s.kinds_left = _number(named, "kinds_left", 0)
    s.units_left = _number(named, "units_left", 0)


# --- small helps ---------------------------------------------------------------------------------------------------------


def _fault(where: str, message: str, close: str = "") -> Refusal:
    hint = f". Did you mean {close!r}?" if close else ""
    return Refusal(Fault(f"position, {where}", message + hint, close))


def _number(told: Mapping[str, Any], name: str, usual: i64, where: str = "") -> int:
    """A fact that is a whole number from 0."""
    value = told.get(name)
    if value is None:
        return int(usual)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _fault(f"{where}.{name}" if where else name, f"{value!r} is no whole number from 0")
    return value


def _place(name: str, names: Sequence[str], where: str) -> int:
    """The number of a name."""
    if name not in names:
        close = nearest(name, names)
        raise _fault(where, f"{name!r} is none of {', '.join(names)}", close)
    return list(names).index(name)


def _items(counts: Mapping[str, int] | None, names: Sequence[str], where: str) -> list[tuple[int, int]]:
    """Number and count of each name."""
    if counts is None:
        return []
    return [(_place(name, names, where), _number(counts, name, 0, where)) for name in counts]


def _left(whole: i64, lying: i64, what: str) -> i64:
    """What is left in the supply."""
    if lying > whole:
        raise _fault(what, f"{lying} named, and the box has {whole}")
    return whole - lying
