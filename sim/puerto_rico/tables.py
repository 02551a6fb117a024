"""What lies in the box: goods, tiles, cards, buildings and the set-up sheet for each number of players.

Rules never read numbers from here that an option may change; those come from `Setup`, which is made from these tables.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

# --- goods and island tiles: one order everywhere, which also settles ties -------------------------------------------

CORN: Final = 0
INDIGO: Final = 1
SUGAR: Final = 2
TOBACCO: Final = 3
COFFEE: Final = 4
QUARRY: Final = 5
FOREST: Final = 6
GOODS: Final = ("corn", "indigo", "sugar", "tobacco", "coffee")
TILES: Final = (*GOODS, "quarry", "forest")
N_GOODS: Final = 5
N_TILES: Final = 7
N_MANNED_TILES: Final = 6
"""Plantations and the quarry have a circle; a forest has none."""
PRICE: Final = (0, 1, 2, 3, 4)

# --- role cards ------------------------------------------------------------------------------------------------------

SETTLER: Final = 0
MAYOR: Final = 1
BUILDER: Final = 2
CRAFTSMAN: Final = 3
TRADER: Final = 4
CAPTAIN: Final = 5
PROSPECTOR: Final = 6
"""The first prospector; the second and third are the cards 7 and 8."""
CARDS: Final = ("settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector", "prospector2", "prospector3")
ROLES: Final = CARDS[:PROSPECTOR + 1]
N_CARDS: Final = 9

# --- buildings -------------------------------------------------------------------------------------------------------

SMALL_INDIGO_PLANT: Final = 0
SMALL_SUGAR_MILL: Final = 1
INDIGO_PLANT: Final = 2
SUGAR_MILL: Final = 3
TOBACCO_STORAGE: Final = 4
COFFEE_ROASTER: Final = 5
SMALL_MARKET: Final = 6
HACIENDA: Final = 7
CONSTRUCTION_HUT: Final = 8
SMALL_WAREHOUSE: Final = 9
HOSPICE: Final = 10
OFFICE: Final = 11
LARGE_MARKET: Final = 12
LARGE_WAREHOUSE: Final = 13
FACTORY: Final = 14
UNIVERSITY: Final = 15
HARBOR: Final = 16
WHARF: Final = 17
GUILD_HALL: Final = 18
RESIDENCE: Final = 19
FORTRESS: Final = 20
CUSTOMS_HOUSE: Final = 21
CITY_HALL: Final = 22
AQUEDUCT: Final = 23
FOREST_HOUSE: Final = 24
BLACK_MARKET: Final = 25
STOREHOUSE: Final = 26
GUESTHOUSE: Final = 27
TRADING_POST: Final = 28
CHURCH: Final = 29
SMALL_WHARF: Final = 30
LIGHTHOUSE: Final = 31
SPECIALTY_FACTORY: Final = 32
LIBRARY: Final = 33
UNION_HALL: Final = 34
CLOISTER: Final = 35
STATUE: Final = 36
N_BUILDINGS: Final = 37
FIRST_EXPANSION: Final = 23


@final
class Building:
    """A kind of building as it is printed. `good` is what a production building makes, -1 for a violet one."""

    def __init__(self, kind: int, name: str, cost: int, vp: int, circles: int, copies: int, column: int,
                 large: bool = False, good: int = -1) -> None:
        self.kind: Final = kind
        self.name: Final = name
        self.cost: Final = cost
        self.vp: Final = vp
        self.circles: Final = circles
        self.copies: Final = copies
        self.column: Final = column
        self.large: Final = large
        self.good: Final = good
        self.violet: Final = good < 0
        self.expansion: Final = kind >= FIRST_EXPANSION

    def __repr__(self) -> str:
        return f"<Building {self.name}>"


# fmt: off
BUILDINGS: Final = (
    #        kind                 name                  cost  vp  circles  copies  column
    Building(SMALL_INDIGO_PLANT,  "small_indigo_plant",    1,  1,       1,      4,      1, good=INDIGO),
    Building(SMALL_SUGAR_MILL,    "small_sugar_mill",      2,  1,       1,      4,      1, good=SUGAR),
    Building(INDIGO_PLANT,        "indigo_plant",          3,  2,       3,      3,      2, good=INDIGO),
    Building(SUGAR_MILL,          "sugar_mill",            4,  2,       3,      3,      2, good=SUGAR),
    Building(TOBACCO_STORAGE,     "tobacco_storage",       5,  3,       3,      3,      3, good=TOBACCO),
    Building(COFFEE_ROASTER,      "coffee_roaster",        6,  3,       2,      3,      3, good=COFFEE),
    Building(SMALL_MARKET,        "small_market",          1,  1,       1,      2,      1),
    Building(HACIENDA,            "hacienda",              2,  1,       1,      2,      1),
    Building(CONSTRUCTION_HUT,    "construction_hut",      2,  1,       1,      2,      1),
    Building(SMALL_WAREHOUSE,     "small_warehouse",       3,  1,       1,      2,      1),
    Building(HOSPICE,             "hospice",               4,  2,       1,      2,      2),
    Building(OFFICE,              "office",                5,  2,       1,      2,      2),
    Building(LARGE_MARKET,        "large_market",          5,  2,       1,      2,      2),
    Building(LARGE_WAREHOUSE,     "large_warehouse",       6,  2,       1,      2,      2),
    Building(FACTORY,             "factory",               7,  3,       1,      2,      3),
    Building(UNIVERSITY,          "university",            8,  3,       1,      2,      3),
    Building(HARBOR,              "harbor",                8,  3,       1,      2,      3),
    Building(WHARF,               "wharf",                 9,  3,       1,      2,      3),
    Building(GUILD_HALL,          "guild_hall",           10,  4,       1,      1,      4, large=True),
    Building(RESIDENCE,           "residence",            10,  4,       1,      1,      4, large=True),
    Building(FORTRESS,            "fortress",             10,  4,       1,      1,      4, large=True),
    Building(CUSTOMS_HOUSE,       "customs_house",        10,  4,       1,      1,      4, large=True),
    Building(CITY_HALL,           "city_hall",            10,  4,       1,      1,      4, large=True),
    Building(AQUEDUCT,            "aqueduct",              1,  1,       1,      2,      1),
    Building(FOREST_HOUSE,        "forest_house",          2,  1,       1,      2,      1),
    Building(BLACK_MARKET,        "black_market",          2,  1,       1,      2,      1),
    Building(STOREHOUSE,          "storehouse",            3,  1,       1,      2,      1),
    Building(GUESTHOUSE,          "guesthouse",            4,  2,       2,      2,      2),
    Building(TRADING_POST,        "trading_post",          5,  2,       1,      2,      2),
    Building(CHURCH,              "church",                5,  2,       1,      2,      2),
    Building(SMALL_WHARF,         "small_wharf",           6,  2,       1,      2,      2),
    Building(LIGHTHOUSE,          "lighthouse",            7,  3,       1,      2,      3),
    Building(SPECIALTY_FACTORY,   "specialty_factory",     8,  3,       1,      2,      3),
    Building(LIBRARY,             "library",               8,  3,       1,      2,      3),
    Building(UNION_HALL,          "union_hall",            9,  3,       1,      2,      3),
    Building(CLOISTER,            "cloister",             10,  4,       1,      1,      4, large=True),
    Building(STATUE,              "statue",               10,  8,       0,      1,      4, large=True),
)
# fmt: on
BUILDING_NAMES: Final = tuple([b.name for b in BUILDINGS])
BASE_BUILDINGS: Final = BUILDING_NAMES[:FIRST_EXPANSION]
LARGE: Final = vec[i64]([i64(1 if b.large else 0) for b in BUILDINGS])
VIOLET: Final = vec[i64]([i64(1 if b.violet else 0) for b in BUILDINGS])
GOOD_OF: Final = vec[i64]([i64(b.good) for b in BUILDINGS])
"""What a production building makes; -1 for violet buildings."""
SPACES: Final = vec[i64]([i64(2 if b.large else 1) for b in BUILDINGS])

# --- circles: places for one colonist ----------------------------------------------------------------------------------

FIRST_BUILDING: Final = 7
"""A class of circles is a tile kind (0 to 5), or FIRST_BUILDING + a building; 6, the forest, has none."""
N_CIRCLES: Final = FIRST_BUILDING + N_BUILDINGS

# --- the whole box -----------------------------------------------------------------------------------------------------

ISLAND_SPACES: Final = 12
CITY_SPACES: Final = 12
MAX_SHIPS: Final = 6
NO_GOOD: Final = -1
COLONISTS_IN_BOX: Final = 100
VP_IN_BOX: Final = 122

# --- what ends the game --------------------------------------------------------------------------------------------------

COLONISTS_SHORT: Final = 0
CITY_FULL: Final = 1
VP_EXHAUSTED: Final = 2
MAX_ROUNDS: Final = 3
TRIGGERS: Final = ("colonists_short", "city_full", "vp_exhausted", "max_rounds")


@final
class Sheet:
    """The set-up sheet for a number of players (rules 1.2). Entry 0 of a list belongs to the first governor."""

    def __init__(self, doubloons: int, bank: int, start_tiles: tuple[int, ...], colonists: int, ship: int, vp: int,
                 ships: tuple[int, ...], prospectors: int, picks: int, quarries: int, production_cap: int, violet_small: int,
                 tiles: tuple[int, ...], goods: tuple[int, ...]) -> None:
        self.doubloons: Final = doubloons
        self.bank: Final = bank
        self.start_tiles: Final = start_tiles
        self.colonists: Final = colonists
        self.ship: Final = ship
        self.vp: Final = vp
        self.ships: Final = ships
        self.prospectors: Final = prospectors
        self.picks: Final = picks
        self.quarries: Final = quarries
        self.production_cap: Final = production_cap
        self.violet_small: Final = violet_small
        self.tiles: Final = tiles
        self.goods: Final = goods


# fmt: off
_BOX_TILES: Final = (10, 12, 11, 9, 8)
_BOX_GOODS: Final = (10, 11, 11, 9, 9)
_I, _C = INDIGO, CORN
SHEETS: Final = {                                       # PR-SET-01, PR-SET-02, PR-SET-06, PR-SET-07, PR-2P-02, PR-2P-03
    #        money bank start tiles         colonists  vp  cargo ships picks of roles
    2: Sheet(3, 46, (_I, _C),             40, 2,  65, (4, 6),    1, 3, 5, 2, 1, (7, 9, 8, 6, 5), (8, 9, 9, 7, 7)),
    3: Sheet(2, 51, (_I, _I, _C),         55, 3,  75, (4, 5, 6), 0, 1, 8, 4, 2, _BOX_TILES, _BOX_GOODS),
    4: Sheet(3, 56, (_I, _I, _C, _C),     75, 4, 100, (5, 6, 7), 1, 1, 8, 4, 2, _BOX_TILES, _BOX_GOODS),
    5: Sheet(4, 66, (_I, _I, _I, _C, _C), 95, 5, 122, (6, 7, 8), 2, 1, 8, 4, 2, _BOX_TILES, _BOX_GOODS),
}
# fmt: on
