"""What a variant of Puerto Rico may change. Not compiled; the engine reads `Setup`, never this."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sim.faults import Fault
from sim.options import option
from sim.puerto_rico.tables import BASE_BUILDINGS, BUILDING_NAMES, GOODS

PRESETS: dict[str, dict[str, Any]] = {"base": {}}
OVERLAYS: dict[str, dict[str, Any]] = {"long_game": {"long_game": True}}

_EXPANSION = "it belongs to the expansion, which is not there yet"


@dataclass(frozen=True)
class Options:
    """The rule options of Puerto Rico. A list by seat begins with the first governor and goes clockwise."""

    NOT_YET: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("expansion", "ignore_slots", "exclusive_pairs", "forests", "forests_per_doubloon", "cloister_vp",
         "union_hall_requires_loading"), _EXPANSION)

    preset: str = option("base", "how the buildings in play are chosen (so far only base: the 17 violet kinds of that game)",
                         choices=("base", "expansion_draft", "expansion_random", "all31"))
    overlays: Sequence[str] = option([], "named sets of options laid over the preset, in order", shape="[choice]",
                                     choices=tuple(OVERLAYS))
    buildings_in_play: str | Sequence[str] = option("none", "the violet buildings in play, in place of the preset's",
                                                    shape="[choice]", choices=BUILDING_NAMES, words=("none",))
    disabled: Sequence[str] = option([], "buildings taken out of the game, production buildings too", shape="[choice]",
                                     choices=BUILDING_NAMES)
    two_player_variant: bool = option(True, "with 2 seats: the 2-player set-up; false needs explicit supplies")
    long_game: bool = option(False, "all colonists and all VP are used; only a full city ends the game")

    start_doubloons: str | int | Sequence[int] = option("table", "doubloons of each player, or a list by seat",
                                                        unit="doubloons", shape="int|[int]", words=("table",), low=0, high=100)
    start_tiles: str | Sequence[str] = option("table", "the first tile of each seat", shape="[choice]", choices=GOODS,
                                              words=("table",), length=(2, 5))
    start_goods: Mapping[str, int] | Sequence[Mapping[str, int]] = option({}, "goods of each player, or a list of maps by seat",
                                                                          shape="{int}|[{int}]", keys=GOODS, low=0, high=20)
    start_buildings: Sequence[Sequence[str]] = option([], "buildings that each seat begins with, unoccupied and paid for",
                                                      shape="[[choice]]", choices=BUILDING_NAMES)
    start_colonists: int | Sequence[int] = option(0, "colonists in San Juan at the start, from the supply, or a list by seat",
                                                  shape="int|[int]", unit="colonists", low=0, high=20)

    colonist_supply: str | int = option("table", "colonists in the supply; all: the 100 of the box without those on the ship",
                                        shape="int", words=("table", "all"), unit="colonists", low=0, high=1000)
    colonist_ship: str | int = option("table", "colonists on the ship at the start, besides the supply", shape="int",
                                      words=("table",), unit="colonists", low=0, high=100)
    vp_supply: str | int = option("table", "VP in the supply; all: the 122 of the box", shape="int", words=("table", "all"),
                                  unit="VP", low=0, high=1000)
    quarries: str | int = option("table", "quarry tiles in the supply (8; with 2 players 5)", shape="int", words=("table",),
                                 unit="tiles", low=0, high=60)
    tiles: Mapping[str, int] = option({}, "plantation tiles of a kind, start tiles included", shape="{int}", keys=GOODS,
                                      low=0, high=60, shown="table")
    goods: Mapping[str, int] = option({}, "goods of a kind in the game", shape="{int}", keys=GOODS, low=0, high=60,
                                      shown="table")
    ships: str | Sequence[int] = option("table", "sizes of the cargo ships", shape="[int]", words=("table",), low=1, high=20,
                                        length=(1, 6))
    prospectors: str | int = option("table", "prospector cards", shape="int", words=("table",), unit="cards", low=0, high=3)
    row_size: str | int = option("table", "face-up tiles in the row (players + 1)", shape="int", words=("table",), unit="tiles",
                                 low=1, high=30)
    roles_per_player: str | int = option("table", "role cards that each player takes in a round", shape="int", words=("table",),
                                         unit="cards", low=1, high=4)

    trading_house_slots: int = option(4, "places in the trading house", unit="goods", low=1, high=20)
    price: Mapping[str, int] = option({}, "what the trading house pays for a good", unit="doubloons", shape="{int}", keys=GOODS,
                                      low=0, high=50, shown="0, 1, 2, 3, 4")
    card_doubloons_per_round: int = option(1, "put on each role card that nobody took", unit="doubloons", low=0, high=20)
    bank_doubloons: str | int = option("unlimited", "doubloons in the bank after set-up; table: those of the set-up sheet",
                                       shape="int", words=("table", "unlimited"), unit="doubloons", low=0, high=10000)
    cost: Mapping[str, int] = option({}, "price of a building", unit="doubloons", shape="{int}", keys=BUILDING_NAMES,
                                     low=0, high=99, shown="table")
    vp: Mapping[str, int] = option({}, "VP printed on a building", unit="VP", shape="{int}", keys=BUILDING_NAMES,
                                   low=0, high=99, shown="table")
    copies: Mapping[str, int] = option({}, "tiles of a building", unit="tiles", shape="{int}", keys=BUILDING_NAMES,
                                       low=0, high=10, shown="table")
    circles: Mapping[str, int] = option({}, "places for colonists on a building", unit="colonists", shape="{int}",
                                        keys=BUILDING_NAMES, low=0, high=10, shown="table")
    column: Mapping[str, int] = option({}, "most quarries that count for a building", unit="quarries", shape="{int}",
                                       keys=BUILDING_NAMES, low=0, high=12, shown="table")

    quarry_discount: int = option(1, "doubloons off for each counted quarry", unit="doubloons", low=0, high=20)
    builder_discount: int = option(1, "doubloons off for the player who took the builder", unit="doubloons", low=0, high=20)
    trader_bonus: int = option(1, "extra for the sale of the player who took the trader", unit="doubloons", low=0, high=20)
    captain_bonus_vp: int = option(1, "extra with the first loading of the player who took the captain", unit="VP", low=0,
                                  high=20)
    prospector_doubloons: int = option(1, "for the player who took a prospector", unit="doubloons", low=0, high=20)
    mayor_bonus_colonists: int = option(1, "from the supply for the player who took the mayor", unit="colonists", low=0,
                                       high=20)
    craftsman_bonus_goods: int = option(1, "more of kinds just produced, for the player who took the craftsman", unit="goods",
                                        low=0, high=10)
    vp_per_good: int = option(1, "for each good on a cargo ship or by wharf", unit="VP", low=0, high=20)
    store_free_units: int = option(1, "single goods that everybody may store", unit="goods", low=0, high=60)
    wharf_capacity: int = option(11, "most goods that a wharf ships", unit="goods", low=1, high=60)
    factory_income: Sequence[int] = option([0, 1, 2, 3, 5], "for 1, 2, ... 5 kinds produced", unit="doubloons", shape="[int]",
                                           low=0, high=50, length=(5, 5))
    residence_vp: Sequence[int] = option([4, 5, 6, 7], "of an occupied residence for up to 9, 10, 11, 12 filled island spaces",
                                         unit="VP", shape="[int]", low=0, high=99, length=(4, 4))
    fortress_divisor: int = option(3, "colonists for 1 VP of an occupied fortress", unit="colonists", low=1, high=100)
    customs_divisor: int = option(4, "VP earned in play for 1 VP of an occupied customs house", unit="VP", low=1, high=100)

    end_colonists: bool = option(True, "too few colonists for the ship end the game")
    end_city: bool = option(True, "a full city ends the game")
    end_vp: bool = option(True, "an empty VP supply ends the game")
    max_rounds: int = option(100, "the game is cut off after this round; 0 = never", unit="rounds", low=0, high=10000)
    vp_visibility: str = option("hidden", "whether the others see a player's VP", choices=("hidden", "open"))
    auto_yes: Sequence[str] = option([], "powers that are always used, without asking", shape="[choice]",
                                     choices=("hospice", "university"))
    tie_rule: str = option("shared", "shared: tied players share the place; governor_order: the earlier seat counted from the "
                           "last governor has it", choices=("shared", "governor_order"))


def faults(options: Options, seats: int) -> Iterator[Fault]:
    """What cannot be played although each option is allowed by itself."""
    if options.preset not in PRESETS:
        yield Fault("option preset", f"{options.preset!r} needs the expansion buildings, which are not there yet", "base")
    for name, building in _expansion_buildings(options):
        yield Fault(f"option {name}", f"{building!r} belongs to the expansion, which is not there yet")
    for name in ("start_doubloons", "start_tiles", "start_goods", "start_buildings", "start_colonists"):
        value = getattr(options, name)
        if isinstance(value, (list, tuple)) and value and len(value) != seats:
            yield Fault(f"option {name}", f"{len(value)} entries for {seats} seats")
    if seats == 2 and not options.two_player_variant:                       # PR-2P-01
        missing = [name for name in ("start_doubloons", "start_tiles", "colonist_supply", "colonist_ship", "vp_supply", "ships")
                   if getattr(options, name) == "table"]
        if missing:
            yield Fault("option two_player_variant", f"without the 2-player set-up these must be given: {', '.join(missing)}")


def _expansion_buildings(options: Options) -> list[tuple[str, str]]:
    """Every (option, building) of a building that only the expansion has."""
    used: list[tuple[str, str]] = []
    for name in ("buildings_in_play", "disabled", "cost", "vp", "copies", "circles", "column"):
        value = getattr(options, name)
        used += [(name, building) for building in value if building in BUILDING_NAMES and building not in BASE_BUILDINGS]
    for city in options.start_buildings:
        used += [("start_buildings", building) for building in city if building not in BASE_BUILDINGS]
    return used
