"""The catalogue of actions: id ranges in the order of the decision machine (CA-FLOW), and their words.

A legal list sorted by id is sorted by kind and then by parameters (CA-FLOW-18). Ranges are sized for the largest options, so
an id means the same in every variant.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sim.catan.tables import (
    DEV_NAMES,
    DISCOVERY,
    ITEMS,
    KNIGHT,
    MIXES,
    MONOPOLY,
    N_MIXES,
    N_SIDES,
    PLENTY,
    RESOURCES,
    ROAD_BUILDING,
    SIDE_WORDS,
    SIDES,
    YEAR_OF_PLENTY,
)
from sim.catan.topology import EDGE_ENDS, N_EDGES, N_HEXES, N_VERTICES
from sim.core import Action, Catalogue, Pick, Picks

_Words = tuple[str, dict[str, Any], str]     # kind, arguments, words

N_PAIRS: Final = N_SIDES * N_SIDES          # give * N_SIDES + get

PLACE_SETTLEMENT: Final = 0                                 # + vertex
PLACE_ROAD: Final = PLACE_SETTLEMENT + N_VERTICES           # + edge
ROLL: Final = PLACE_ROAD + N_EDGES
DISCARD: Final = ROLL + 1                                   # + item
MOVE_ROBBER: Final = DISCARD + 6                            # + hex
STEAL: Final = MOVE_ROBBER + N_HEXES                        # + seat
PROPOSE: Final = STEAL + 4                                  # + pair, as the proposer gives and gets
PASS: Final = PROPOSE + N_PAIRS
ACCEPT: Final = PASS + 1
REJECT: Final = ACCEPT + 1
BUILD_ROAD: Final = REJECT + 1                              # + edge
BUILD_SETTLEMENT: Final = BUILD_ROAD + N_EDGES              # + vertex
BUILD_CITY: Final = BUILD_SETTLEMENT + N_VERTICES           # + vertex
BUY_DEV: Final = BUILD_CITY + N_VERTICES                    # + mix that Discoveries stand for
MARITIME: Final = BUY_DEV + N_MIXES                         # + (give * 5 + get) * 4 + Discoveries
OFFER: Final = MARITIME + 100                               # + to * N_PAIRS + pair; to = 0 all, 1 + seat one
PLAY_KNIGHT: Final = OFFER + 5 * N_PAIRS
PLAY_MONOPOLY: Final = PLAY_KNIGHT + 1                      # + resource
PLAY_PLENTY: Final = PLAY_MONOPOLY + 5                      # + pair of PLENTY
PLAY_ROADS: Final = PLAY_PLENTY + 20
NEXT_PHASE: Final = PLAY_ROADS + 1
END_TURN: Final = NEXT_PHASE + 1
COUNTER: Final = END_TURN + 1                               # + pair, as the one who counters gives and gets
CONFIRM: Final = COUNTER + N_PAIRS                          # + seat
TAKE_COUNTER: Final = CONFIRM + 4                           # + seat
CANCEL: Final = TAKE_COUNTER + 4
STOP: Final = CANCEL + 1
N_ACTIONS: Final = STOP + 1

_SINGLE: Final = {
    ROLL: ("roll", "roll the dice"), PASS: ("pass", "propose nothing"), PLAY_KNIGHT: ("play_knight", "play a knight"),
    PLAY_ROADS: ("play_road_building", "play road building"), NEXT_PHASE: ("next_phase", "go on to the other half of the turn"),
    END_TURN: ("end_turn", "end the turn"), ACCEPT: ("accept", "accept"), REJECT: ("reject", "reject"),
    CANCEL: ("cancel", "cancel the offer"), STOP: ("stop", "build no second road"),
}


def side_args(side: int) -> dict[str, int]:
    """One side of a trade as a map of items to numbers."""
    return {ITEMS[kind]: n for kind, n in enumerate(SIDES[side]) if n}


def side_number(items: dict[str, int]) -> int:
    """The number of a side in SIDES."""
    return SIDES.index([items.get(name, 0) for name in ITEMS])


def _place(kind: str, name: str, words: str, number: int) -> _Words:
    return kind, {name: number}, f"{words} {number}"


def _edge(kind: str, words: str, edge: int) -> _Words:
    a, b = EDGE_ENDS[edge]
    return kind, {"edge": edge, "from": a, "to": b}, f"{words} {a}-{b}"


def _buy(mix: int) -> _Words:
    stands_for = {RESOURCES[r]: n for r, n in enumerate(MIXES[mix]) if n}
    instead = " and ".join(f"{n} {name}" for name, n in stands_for.items())
    words = "buy a development card" + (f" with Discoveries for {instead}" if instead else "")
    return "buy_dev", {"discoveries": stands_for}, words


def _maritime(number: int) -> _Words:
    give, get, discoveries = number // 20, number // 4 % 5, number % 4
    words = f"trade {RESOURCES[give]} for {RESOURCES[get]} with the bank"
    if discoveries:
        words += f", {discoveries} of it Discoveries"
    return "maritime", {"give": RESOURCES[give], "get": RESOURCES[get], "discoveries": discoveries}, words


def _trade(kind: str, words: str, pair: int) -> _Words:
    give, get = divmod(pair, N_SIDES)
    return kind, {"give": side_args(give), "get": side_args(get)}, f"{words} {SIDE_WORDS[give]} for {SIDE_WORDS[get]}"


def _offer(number: int) -> _Words:
    to, pair = divmod(number, N_PAIRS)
    kind, args, words = _trade("offer", "offer", pair)
    return kind, {**args, "to": "all" if to == 0 else to - 1}, words + ("" if to == 0 else f" to seat {to - 1}")


def _plenty(number: int) -> _Words:
    a, b = PLENTY[number]
    second = RESOURCES[b] if b >= 0 else "none"
    words = f"play year of plenty for {RESOURCES[a]}" + (f" and {second}" if b >= 0 else "")
    return "play_year_of_plenty", {"first": RESOURCES[a], "second": second}, words


_RANGES: Final[list[tuple[int, Callable[[int], _Words]]]] = [
    (PLACE_SETTLEMENT, lambda n: _place("place_settlement", "vertex", "place a settlement on", n)),
    (PLACE_ROAD, lambda n: _edge("place_road", "place a road on", n)),
    (DISCARD, lambda n: ("discard", {"item": ITEMS[n]}, f"discard {'a Discovery' if n == DISCOVERY else ITEMS[n]}")),
    (MOVE_ROBBER, lambda n: _place("move_robber", "hex", "move the robber to hex", n)),
    (STEAL, lambda n: _place("steal", "seat", "steal from seat", n)),
    (PROPOSE, lambda n: _trade("propose", "propose", n)),
    (BUILD_ROAD, lambda n: _edge("build_road", "build a road on", n)),
    (BUILD_SETTLEMENT, lambda n: _place("build_settlement", "vertex", "build a settlement on", n)),
    (BUILD_CITY, lambda n: _place("build_city", "vertex", "build a city on", n)),
    (BUY_DEV, _buy),
    (MARITIME, _maritime),
    (OFFER, _offer),
    (PLAY_MONOPOLY, lambda n: ("play_monopoly", {"resource": RESOURCES[n]}, f"play monopoly on {RESOURCES[n]}")),
    (PLAY_PLENTY, _plenty),
    (COUNTER, lambda n: _trade("counter", "counter with", n)),
    (CONFIRM, lambda n: _place("confirm", "seat", "trade with seat", n)),
    (TAKE_COUNTER, lambda n: _place("take_counter", "seat", "take the counter-offer of seat", n)),
]


def make(id: int) -> Action:
    """The action of an id."""
    if id in _SINGLE:
        kind, words = _SINGLE[id]
        return Action(id, kind, {}, words)
    first, words_of = [entry for entry in _RANGES if entry[0] <= id][-1]
    kind, args, text = words_of(id - first)
    return Action(id, kind, args, text)


ACTIONS: Final = Catalogue(N_ACTIONS, make)

PICKS: Final = Picks([                      # the set-up apart
    Pick("settlement", range(BUILD_SETTLEMENT, BUILD_CITY), "settlement"),
    Pick("city", range(BUILD_CITY, BUY_DEV), "city"),
    Pick("development card", range(BUY_DEV, MARITIME), "dev_bought"),
    *[Pick(f"{DEV_NAMES[card]} played", ids, "dev_played", DEV_NAMES[card]) for card, ids in (
        (KNIGHT, range(PLAY_KNIGHT, PLAY_MONOPOLY)), (ROAD_BUILDING, range(PLAY_ROADS, NEXT_PHASE)),
        (YEAR_OF_PLENTY, range(PLAY_PLENTY, PLAY_ROADS)), (MONOPOLY, range(PLAY_MONOPOLY, PLAY_PLENTY)))],
], N_ACTIONS, noted=True)
PICKED: Final = PICKS.marks
