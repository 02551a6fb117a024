"""The catalogue: what a player may do, as id ranges and as words. Ids only grow between releases.

Reserved for the expansion, so that nothing has to move: 26 to 30 `forest` (a forest for a tile of the row), 45 to 49 `post`
(the trading post), 85 the small wharf, 123 to 136 its buildings, 180 to 193 their circles, and all ids from 200 (draft, guests,
black market, library, amounts of the small wharf).
"""
from __future__ import annotations

from typing import Final

from sim.core import Action, Catalogue, Pick, Picks
from sim.puerto_rico.tables import (
    BUILDING_NAMES,
    CARDS,
    FIRST_BUILDING,
    FIRST_EXPANSION,
    MAX_SHIPS,
    N_CARDS,
    N_GOODS,
    QUARRY,
    TILES,
)

PASS: Final = 0
HACIENDA_YES: Final = 1
HACIENDA_NO: Final = 2
HOSPICE_YES: Final = 3
HOSPICE_NO: Final = 4
UNIVERSITY_YES: Final = 5
UNIVERSITY_NO: Final = 6
ROLE: Final = 10            # + card
SETTLE: Final = 20          # + tile, a good or the quarry
BONUS: Final = 32           # + good
NO_BONUS: Final = 37
SELL: Final = 40            # + good
LOAD: Final = 50            # + ship * 5 + good, ships by size
WHARF_SHIP: Final = 80      # + good
STORE_KIND: Final = 90      # + good
STORE_UNIT: Final = 95      # + good
BUILD: Final = 100          # + building
PLACE: Final = 150          # + class of circles
N_ACTIONS: Final = 200

# --- the nodes of the decision machine (rules 4.2), in the order of that table; those of the expansion are reserved ----

D_DRAFT: Final = 0
D_ROLE: Final = 1
D_GUEST: Final = 2
D_SET_HACIENDA: Final = 3
D_SET_TILE: Final = 4
D_SET_HOSPICE: Final = 5
D_SET_LIBRARY: Final = 6
D_MAYOR_PLACE: Final = 7
D_BUILD: Final = 8
D_BM_SET: Final = 9
D_BM_COLONIST: Final = 10
D_BM_GOOD: Final = 11
D_UNIVERSITY: Final = 12
D_CRAFT_BONUS: Final = 13
D_TRADE: Final = 14
D_LOAD: Final = 15
D_SW_AMOUNT: Final = 16
D_STORE_KIND: Final = 17
D_STORE_UNIT: Final = 18
NODES: Final = (
    "D-DRAFT", "D-ROLE", "D-GUEST", "D-SET-HACIENDA", "D-SET-TILE", "D-SET-HOSPICE", "D-SET-LIBRARY", "D-MAYOR-PLACE",
    "D-BUILD", "D-BM-SET", "D-BM-COLONIST", "D-BM-GOOD", "D-UNIVERSITY", "D-CRAFT-BONUS", "D-TRADE", "D-LOAD", "D-SW-AMOUNT",
    "D-STORE-KIND", "D-STORE-UNIT",
)

NTH: Final = ("first", "second", "third", "fourth", "fifth", "sixth")

_ANSWERS: Final = {
    HACIENDA_YES: ("hacienda", "yes", "draw a tile with the hacienda"),
    HACIENDA_NO: ("hacienda", "no", "draw no tile with the hacienda"),
    HOSPICE_YES: ("hospice", "yes", "take a colonist with the hospice"),
    HOSPICE_NO: ("hospice", "no", "take no colonist with the hospice"),
    UNIVERSITY_YES: ("university", "yes", "put a colonist on the new building"),
    UNIVERSITY_NO: ("university", "no", "put no colonist on the new building"),
}


def named(name: str) -> str:
    """A machine name as words: `small_market` is "small market"."""
    return name.replace("_", " ")


def circle_name(circle: int) -> str:
    """The machine name of a class of circles: a tile or a building."""
    return TILES[circle] if circle < FIRST_BUILDING else BUILDING_NAMES[circle - FIRST_BUILDING]


def card_words(card: int) -> str:
    """How a role card is spoken of: "the trader", "the second prospector"."""
    if card <= 6:
        return f"the {CARDS[card]}"
    return f"the {NTH[card - 6]} prospector"


def make_action(id: int) -> Action | None:
    """The action of an id, or None where the range has a gap."""
    if id == PASS:
        return Action(PASS, "pass", {}, "pass")
    if id in _ANSWERS:
        kind, answer, words = _ANSWERS[id]
        return Action(id, kind, {"answer": answer}, words)
    if ROLE <= id < ROLE + N_CARDS:
        return Action(id, "role", {"role": CARDS[id - ROLE]}, f"take {card_words(id - ROLE)}")
    if id == NO_BONUS:
        return Action(id, "none", {}, "take no more goods")
    if LOAD <= id < LOAD + MAX_SHIPS * N_GOODS:
        return _load(id)
    if BUILD <= id < BUILD + FIRST_EXPANSION:
        name = BUILDING_NAMES[id - BUILD]
        return Action(id, "build", {"building": name}, f"build {named(name)}")
    if PLACE <= id < PLACE + FIRST_BUILDING + FIRST_EXPANSION:
        return _place(id)
    return _of_good(id)


def _load(id: int) -> Action:
    ship, good = divmod(id - LOAD, N_GOODS)
    return Action(id, "load", {"ship": ship + 1, "good": TILES[good]}, f"load {TILES[good]} on the {NTH[ship]} ship")


def _place(id: int) -> Action | None:
    circle = id - PLACE
    if circle == QUARRY + 1:
        return None                                             # a forest has no circle
    name = circle_name(circle)
    where = name if circle < QUARRY else "a quarry" if circle == QUARRY else f"the {named(name)}"
    return Action(id, "place", {"circle": name}, f"place a colonist on {where}")


def _of_good(id: int) -> Action | None:
    """The actions whose only argument is a good, or the quarry beside the goods."""
    for first, kind, key, words in (
        (SETTLE, "settle", "tile", "settle {}"), (BONUS, "bonus", "good", "take one more {}"),
        (SELL, "sell", "good", "sell {} to the trading house"), (WHARF_SHIP, "wharf", "good", "ship {} by wharf"),
        (STORE_KIND, "store_kind", "good", "store all {}"), (STORE_UNIT, "store_unit", "good", "keep one {}"),
    ):
        good = id - first
        if 0 <= good < N_GOODS:
            return Action(id, kind, {key: TILES[good]}, words.format(TILES[good]))
    if id == SETTLE + QUARRY:
        return Action(id, "settle", {"tile": "quarry"}, "settle a quarry")
    return None


CATALOGUE: Final = Catalogue(N_ACTIONS, make_action)

PICKS: Final = Picks([Pick(name, [BUILD + kind], "built", name) for kind, name in enumerate(BUILDING_NAMES[:FIRST_EXPANSION])],
                     N_ACTIONS, noted=True)
PICKED: Final = PICKS.marks
