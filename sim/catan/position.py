"""Positions as plain data: built from named facts, and told as such (`GAME.position`, `state.position`)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.nodes import MAIN, N_MARKS, NODES
from sim.catan.phases import building, longest_road
from sim.catan.tables import DEV_KINDS, ITEMS, N_RESOURCES, RESOURCES
from sim.catan.topology import EDGE_A, EDGE_B, EDGE_NUMBER, N_EDGES, N_VERTICES

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player

# facts that are one int of the state each
_INTS: Final = ("actor", "current", "round", "turn", "setup_step", "setup_site", "half", "dev_plays", "dev_buys", "free_roads",
                "free_built", "thefts", "thrown", "dice_at", "dice_decks", "offers_made", "offer", "offer_to", "circuit",
                "proposer", "robber", "army_holder", "trades", "offers", "fired", "first_fired", "winner")
_FLAGS: Final = ("rolled", "main_open", "by_knight", "idle", "over")
_VECS: Final = ("discards", "answers", "counters", "offered", "dice_order", "dice_seen")
_PLAYER: Final = ("hand", "dev", "dev_new", "played", "settlements", "cities", "roads", "built_at", "harbours_new",
                  "first_sites", "counters", "marks")
FACTS: Final = (*_INTS, *_FLAGS, *_VECS, "road_holder", "road_turn", "phase", "bank", "deck", "drawn", "players")


def facts_of(s: CatanState) -> dict[str, Any]:
    """The whole position as plain data."""
    facts: dict[str, Any] = {"phase": NODES[s.phase]}
    for name in (*_INTS, "road_holder", "road_turn"):
        facts[name] = int(getattr(s, name))
    for name in _FLAGS:
        facts[name] = bool(getattr(s, name))
    for name in _VECS:
        facts[name] = [int(n) for n in getattr(s, name)]
    facts["bank"] = {name: int(s.bank[place]) for place, name in enumerate(RESOURCES)}
    facts["deck"] = [DEV_KINDS[kind] for kind in s.deck[s.deck_at:]]
    facts["drawn"] = int(s.deck_at) if s.setup.dev_endless else 0
    facts["players"] = [_player_facts(p) for p in s.players]
    return facts


def _player_facts(p: Player) -> dict[str, Any]:
    return {
        "hand": {name: int(p.hand[place]) for place, name in enumerate(ITEMS) if p.hand[place]},
        "dev": _dev_facts(p.dev), "dev_new": _dev_facts(p.dev_new), "played": _dev_facts(p.played),
        "settlements": _vertices(p.settlements), "cities": _vertices(p.cities),
        "roads": [(int(EDGE_A[edge]), int(EDGE_B[edge])) for edge in p.roads], "built_at": [int(n) for n in p.built_at],
        "harbours_new": int(p.harbours_new), "first_sites": [int(n) for n in p.first_sites],
        "counters": [int(n) for n in p.counters], "marks": [int(n) for n in p.marks],
    }


def _dev_facts(row: vec[i64]) -> dict[str, int]:
    return {name: int(row[place]) for place, name in enumerate(DEV_KINDS) if row[place]}


def _vertices(mask: i64) -> list[int]:
    return [int(v) for v in range(N_VERTICES) if mask & BIT[v] != 0]


def put(s: CatanState, facts: Mapping[str, Any]) -> None:
    """Lay the facts on a fresh table. By default: the main phase of the first turn of `current` (seat 0), all else in the box.

    Players are maps of `hand` {item: n}, `dev`, `dev_new`, `played` {kind: n}, `settlements`, `cities` (vertices), `roads`
    (edge numbers or pairs of vertices, in the order built; `built_at` their build indices). What is named comes out of the
    bank and the deck; a `bank` or `deck` that is named is as given, and the box then holds what lies on the table.
    """
    _check_names(facts, FACTS, "position")
    if len(facts.get("players", ())) > s.seats:
        raise ValueError(f"players: {len(facts['players'])} for {int(s.seats)} seats")
    s.round = i64(facts.get("round", 1))
    s.current = i64(facts.get("current", 0))
    s.turn = (s.round - 1) * s.seats + s.current + 1                # CA-TERM-02
    s.rolled = True
    s.main_open = True
    s.setup_step = 2 * s.seats
    for seat, given in enumerate(facts.get("players", ())):
        _check_names(given, _PLAYER, f"players[{seat}]")
        _put_player(s, i64(seat), given)
    _put_plain(s, facts)
    _put_supplies(s, facts)
    _put_roads(s, facts)
    for seat, p in enumerate(s.players):                            # last: laying the pieces out is no event of the game
        marks = facts["players"][seat].get("marks", ()) if seat < len(facts.get("players", ())) else ()
        p.marks = vec[i64]([i64(n) for n in marks] or [i64(-1)] * N_MARKS)


def _put_plain(s: CatanState, facts: Mapping[str, Any]) -> None:
    """What is one value of the state."""
    for name in _INTS:
        if name in facts:
            setattr(s, name, i64(facts[name]))
    for name in _FLAGS:
        if name in facts:
            setattr(s, name, bool(facts[name]))
    for name in _VECS:
        if name in facts:
            setattr(s, name, vec[i64]([i64(n) for n in facts[name]]))
    phase = facts.get("phase", NODES[MAIN])
    if phase not in NODES:
        raise ValueError(f"phase {phase!r} is none of {', '.join(NODES)}")
    s.phase = i64(NODES.index(phase))
    if "actor" not in facts:
        s.actor = s.current
    if not (0 <= s.current < s.seats and 0 <= s.actor < s.seats):
        raise ValueError(f"seats run from 0 to {int(s.seats) - 1}; current is {int(s.current)}, actor {int(s.actor)}")


def _put_roads(s: CatanState, facts: Mapping[str, Any]) -> None:
    """Lengths and the award; without a named holder it lies where the rules put it now. The next road follows the last."""
    s.roads_built = 0
    for seat in range(s.seats):
        p = s.players[seat]
        p.road_length = longest_road.length(s, seat)
        for at in p.built_at:
            s.roads_built = max(s.roads_built, at + 1)
    s.road_holder = i64(facts.get("road_holder", -1))
    if "road_holder" not in facts:
        longest_road.award(s)
    s.road_turn = i64(facts.get("road_turn", 0))


def _check_names(given: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for name in given:
        if name not in known:
            raise ValueError(f"{where}: no fact {name!r}; it is one of {', '.join(known)}")


def _put_player(s: CatanState, seat: i64, given: Mapping[str, Any]) -> None:
    p = s.players[seat]
    where = f"players[{int(seat)}]"
    _check_names(given.get("hand", {}), ITEMS, f"{where}.hand")
    for name, n in given.get("hand", {}).items():
        p.hand[ITEMS.index(name)] = i64(n)
    for row, name in ((p.dev, "dev"), (p.dev_new, "dev_new"), (p.played, "played")):
        _check_names(given.get(name, {}), DEV_KINDS, f"{where}.{name}")
        for kind, n in given.get(name, {}).items():
            row[DEV_KINDS.index(kind)] = i64(n)
    for vertex in given.get("settlements", ()):
        building.put_settlement(s, seat, _vertex(vertex, where))
    for vertex in given.get("cities", ()):
        building.put_settlement(s, seat, _vertex(vertex, where))
        building.put_city(s, seat, i64(vertex))
    for road in given.get("roads", ()):
        building.put_road(s, seat, _edge(road, where))
    _open_harbours(s, p, i64(given.get("harbours_new", 0)))
    if "built_at" in given:
        p.built_at = vec[i64]([i64(n) for n in given["built_at"]])
    for place, n in enumerate(given.get("first_sites", ())):
        p.first_sites[place] = i64(n)
    for place, n in enumerate(given.get("counters", ())):
        p.counters[place] = i64(n)


def _vertex(vertex: Any, where: str) -> i64:
    if not isinstance(vertex, int) or not 0 <= vertex < N_VERTICES:
        raise ValueError(f"{where}: {vertex!r} is no vertex; they run from 0 to {N_VERTICES - 1}")
    return i64(vertex)


def _edge(road: Any, where: str) -> i64:
    """An edge by its number or by its two vertices."""
    edge = road if isinstance(road, int) else EDGE_NUMBER.get((min(road), max(road)), -1)
    if not 0 <= edge < N_EDGES:
        raise ValueError(f"{where}: there is no edge {road!r}")
    return i64(edge)


def _open_harbours(s: CatanState, p: Player, new: i64) -> None:
    """All harbours that the player has reached work, but those that are new this turn."""
    reached: i64 = 0
    for vertex in _vertices(p.settlements | p.cities):
        reached |= s.board.harbour_at[vertex]
    p.harbours_new = new
    building.open_harbours(s, p, reached & ~new)


def _put_supplies(s: CatanState, facts: Mapping[str, Any]) -> None:
    """Take the hands out of bank and deck, or lay both as given."""
    bank = facts.get("bank")
    total = s.setup.bank[:]
    for resource in range(i64(N_RESOURCES)):
        held: i64 = 0
        for p in s.players:
            held += p.hand[resource]
        if bank is not None:
            s.bank[resource] = i64(bank.get(RESOURCES[resource], 0))
            total[resource] = s.bank[resource] + held
        else:
            s.bank[resource] = total[resource] - held
        for seat in range(s.seats):
            s.dealt[seat * N_RESOURCES + resource] = s.players[seat].hand[resource]
    s.bank_total = total
    out = [0] * len(DEV_KINDS)
    for p in s.players:
        for kind in range(len(DEV_KINDS)):
            out[kind] += int(p.dev[kind] + p.played[kind])
    if "deck" in facts:
        s.deck = vec[i64]([i64(DEV_KINDS.index(kind)) for kind in facts["deck"]])
    else:
        left = []
        for kind in s.deck:
            if out[kind] > 0:
                out[kind] -= 1
            else:
                left.append(kind)
        s.deck = vec[i64](left)
    s.deck_at = i64(facts.get("drawn", 0))                          # of an endless deck, which lies nowhere
    s.dev_total = len(s.deck)
    for p in s.players:
        s.dev_total += p.held()
        for n in p.played:
            s.dev_total += n
