"""What happens at the table, as events that everybody sees: strategies count from them, replays are told from them."""
from __future__ import annotations

from typing import Final

from sim.core import FIRST_GAME_EVENT, EventKind
from sim.puerto_rico.actions import circle_name
from sim.puerto_rico.tables import BUILDING_NAMES, CARDS, GOODS, N_CIRCLES, QUARRY, TILES, TRIGGERS

TOOK: Final = FIRST_GAME_EVENT
CARD_MONEY: Final = FIRST_GAME_EVENT + 1
PROSPECTED: Final = FIRST_GAME_EVENT + 2
DREW: Final = FIRST_GAME_EVENT + 3
SETTLED: Final = FIRST_GAME_EVENT + 4
HOSPICE_COLONIST: Final = FIRST_GAME_EVENT + 5
LAID_OUT: Final = FIRST_GAME_EVENT + 6
ARRIVED: Final = FIRST_GAME_EVENT + 7
PLACED: Final = FIRST_GAME_EVENT + 8
MANNED: Final = FIRST_GAME_EVENT + 9
SHIP_CAME: Final = FIRST_GAME_EVENT + 10
BUILT: Final = FIRST_GAME_EVENT + 11
UNIVERSITY_COLONIST: Final = FIRST_GAME_EVENT + 12
MADE: Final = FIRST_GAME_EVENT + 13
FACTORY_PAID: Final = FIRST_GAME_EVENT + 14
TOOK_BONUS: Final = FIRST_GAME_EVENT + 15
SOLD: Final = FIRST_GAME_EVENT + 16
HOUSE_EMPTIED: Final = FIRST_GAME_EVENT + 17
LOADED: Final = FIRST_GAME_EVENT + 18
WHARFED: Final = FIRST_GAME_EVENT + 19
LOST_GOODS: Final = FIRST_GAME_EVENT + 20
SHIP_SAILED: Final = FIRST_GAME_EVENT + 21
TRIGGER: Final = FIRST_GAME_EVENT + 22
SHUFFLED: Final = FIRST_GAME_EVENT + 23
GIVEN: Final = FIRST_GAME_EVENT + 24

_CIRCLES: Final = tuple([circle_name(n) if n != QUARRY + 1 else "forest" for n in range(N_CIRCLES)])

KINDS: Final = (                                        # in the order of the numbers above
    EventKind("took", "takes the {item} and {amount} doubloons", CARDS),
    EventKind("card_money", "{amount} more on the {item}", CARDS),
    EventKind("prospected", "gets {amount} for prospecting"),
    EventKind("drew", "draws and settles {item}", TILES),
    EventKind("settled", "settles {item}", TILES),
    EventKind("hospice", "puts a colonist on the new {item}", TILES),
    EventKind("laid_out", "{item} is laid out", TILES),
    EventKind("arrived", "gets {amount} of the colonists"),
    EventKind("placed", "places a colonist on {item}", _CIRCLES),
    EventKind("manned", "fills all circles and keeps {amount} in San Juan"),
    EventKind("ship_came", "{amount} more aboard the colonist ship"),
    EventKind("built", "builds {item} for {amount}", BUILDING_NAMES, logged=True),
    EventKind("university", "puts a colonist on the new {item}", BUILDING_NAMES),
    EventKind("made", "makes {amount} {item}", GOODS),
    EventKind("factory", "gets {amount} for the factory"),
    EventKind("bonus", "takes one more {item}", GOODS),
    EventKind("sold", "sells {item} for {amount}", GOODS, logged=True),
    EventKind("house_emptied", "the trading house is emptied"),
    EventKind("loaded", "loads {amount} {item} for {extra} VP", GOODS),
    EventKind("wharf", "ships {amount} {item} by wharf for {extra} VP", GOODS),
    EventKind("lost", "gives back {amount} {item}", GOODS),
    EventKind("sailed", "the ship with {amount} {item} sails", GOODS),
    EventKind("fired", "fires {item}: the game ends after this round", TRIGGERS, logged=True),
    EventKind("shuffled", "the discard pile, {amount} in all, is shuffled into a new draw pile"),
    EventKind("given", "is given {amount} x {item}", (*GOODS, "doubloon", "colonist", "vp"), logged=True),
)
