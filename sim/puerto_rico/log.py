"""The columns that Puerto Rico adds to the tables (rules, chapter 7), and their values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.puerto_rico import scoring
from sim.puerto_rico.player import (
    INCOME_CARDS,
    INCOME_TRADE,
    LOST,
    N_NOTED_ROLES,
    NOTE_BUILT,
    NOTE_ROLE,
    NOTE_SOLD,
    PRODUCED,
    SHIPPED,
    SPENT,
    Player,
)
from sim.puerto_rico.tables import (
    BUILDING_NAMES,
    CARDS,
    FOREST,
    GOODS,
    MAX_SHIPS,
    N_GOODS,
    NO_GOOD,
    QUARRY,
)
from sim.record import Column, Columns, bits, code, count, flag

if TYPE_CHECKING:
    from sim.puerto_rico.state import State

_SEATS: Final = ("0", "1", "2", "3", "4")


def _per_good(name: str, sentence: str, core: bool = False, per_round: bool = False) -> list[Column]:
    return [count(f"{name}_{good}", sentence.format(good), core, per_round) for good in GOODS]


GAME_COLUMNS: Final = [
    bits("g_buildings_in_play", "buildings of which a copy was in the game", BUILDING_NAMES),
    count("g_end_trigger_round", "round in which the first end trigger fired; null after a forfeit", null=True),
    code("g_end_trigger_seat", "seat in whose phase it fired, or who filled the city; none for max_rounds", _SEATS),
    count("g_vp_on_paper", "VP earned when the supply was empty"),
    count("g_colonists_left", "colonists left in the supply"),
    count("g_quarries_left", "quarries left in the supply"),
    count("g_forests_left", "forests left in the supply (expansion)"),
]

TALLY_COLUMNS: Final = [                                # in the order of the places of Player.tally
    count("x_vp_goods_loaded", "VP for goods on cargo ships"),
    count("x_vp_captain_privilege", "VP of the captain's privilege"),
    count("x_vp_harbor", "VP of the harbor"),
    count("x_vp_wharf", "VP for goods shipped by wharf"),
    count("x_vp_small_wharf", "VP for goods shipped by small wharf (expansion)"),
    count("x_vp_union_hall", "VP of the union hall (expansion)"),
    count("x_vp_church", "VP of the church (expansion)"),
    count("x_vp_returned", "VP returned by black market (expansion)"),
    count("x_income_trade", "doubloons for goods sold"),
    count("x_income_cards", "doubloons that lay on role cards"),
    count("x_income_factory", "doubloons of the factory"),
    count("x_income_specialty_factory", "doubloons of the specialty factory (expansion)"),
    count("x_income_lighthouse", "doubloons of the lighthouse (expansion)"),
    count("x_income_prospector", "doubloons of the prospector's privilege"),
    count("x_spent_buildings", "doubloons paid for buildings"),
    count("x_discount_quarry", "doubloons saved by quarries"),
    count("x_discount_forest", "doubloons saved by forests (expansion)"),
    count("x_black_market_items", "things returned by black market (expansion)"),
    *_per_good("x_goods_produced", "{} produced, the privilege included"),
    *_per_good("x_goods_traded", "{} sold"),
    *_per_good("x_goods_shipped", "{} loaded or shipped by wharf"),
    *_per_good("x_goods_lost_in_storage", "{} given back at storing"),
    *[count(f"x_roles_taken_{card}", f"times that the card {card} was taken") for card in CARDS],
]

SEAT_COLUMNS: Final = [
    *[count(f"score_{part}", sentence) for part, sentence in zip(scoring.PARTS, (
        "VP earned in play", "VP of buildings", "extra VP of the guild hall", "extra VP of the residence",
        "extra VP of the fortress", "extra VP of the customs house", "extra VP of the city hall",
        "extra VP of the cloister (expansion)"))],
    *TALLY_COLUMNS,
    count("x_quarries", "quarries on the island"),
    count("x_round_first_quarry", "round of the first quarry; null without one", null=True),
    count("x_forests", "forests on the island (expansion)"),
    count("x_decisions", "decisions that were asked for"),
]

ROUND_COLUMNS: Final = [                                # the core ones first, in the order of round_values
    count("x_doubloons", "doubloons", core=True),
    count("x_vp_earned", "VP earned in play so far", core=True),
    count("x_vp_buildings", "VP of buildings", core=True),
    *_per_good("x_goods", "{} in store", core=True),
    *_per_good("x_plantations", "{} plantations", core=True),
    count("x_quarries", "quarries on the island", core=True),
    count("x_forests", "forests on the island (expansion)", core=True),
    count("x_buildings", "buildings in the city", core=True),
    count("x_city_spaces", "city spaces filled", core=True),
    count("x_colonists", "colonists on the board, San Juan included", core=True),
    count("x_colonists_san_juan", "colonists in San Juan", core=True),
    count("g_colonist_supply", "colonists in the supply", core=True),
    count("g_vp_supply", "VP in the supply", core=True),
    flag("x_governor", "whether the seat was governor in this round"),
    *[code(f"x_role_{n}", f"card {n} that the seat took in this round", CARDS) for n in (1, 2, 3)],
    count("x_card_doubloons", "doubloons that lay on the cards taken", per_round=True),
    *[count(f"x_plantations_{good}_occupied", f"occupied {good} plantations") for good in GOODS],
    count("x_quarries_occupied", "occupied quarries"),
    count("x_empty_circles_buildings", "empty circles on buildings"),
    code("x_built", "building built in this round", BUILDING_NAMES),
    count("x_price_paid", "doubloons paid for it", per_round=True),
    count("x_discount_quarry", "doubloons saved by quarries", per_round=True),
    count("x_discount_forest", "doubloons saved by forests (expansion)", per_round=True),
    count("x_black_market_items", "things returned by black market (expansion)", per_round=True),
    *_per_good("x_produced", "{} produced, the privilege included", per_round=True),
    count("x_shipped", "goods loaded or shipped by wharf", per_round=True),
    count("x_vp_gain", "VP earned in this round", per_round=True),
    code("x_sold", "good sold in this round", GOODS),
    count("x_sale_income", "doubloons for it", per_round=True),
    count("x_lost_goods", "goods given back at storing", per_round=True),
    count("x_decisions", "decisions that were asked for", per_round=True),
    count("g_colonist_ship", "colonists on the ship"),
    count("g_draw_pile", "tiles in the draw pile"),
    count("g_discard_pile", "tiles in the discard pile"),
    count("g_quarries_left", "quarries in the supply"),
    *_per_good("g_house", "{} in the trading house"),
    *[column for n in range(1, MAX_SHIPS + 1) for column in (
        code(f"g_ship_{n}_good", f"what ship {n} carries, ships by size", GOODS),
        count(f"g_ship_{n}_count", f"goods on ship {n}"))],
    bits("g_unchosen", "cards that nobody took in this round", CARDS),
]

COLUMNS: Final = Columns(GAME_COLUMNS, SEAT_COLUMNS, ROUND_COLUMNS)


def game_values(s: State) -> vec[i64]:
    """The values of GAME_COLUMNS."""
    in_play: i64 = 0
    for building in s.setup.kinds:
        in_play |= BIT[building]
    return vec[i64]([in_play, s.trigger_round, s.trigger_seat, s.on_paper, s.colonists, s.quarries, i64(0)])


def seat_values(s: State, p: Player, seat: i64) -> vec[i64]:
    """The values of SEAT_COLUMNS."""
    values = extend(scoring.parts(s, p), p.tally)
    values = append(values, p.island[QUARRY])
    values = append(values, p.first_quarry)
    values = append(values, p.island[FOREST])
    return append(values, s.asked[seat])


_ROUND: Final = vec[i64]([i64(0)] * len(ROUND_COLUMNS))
_CORE: Final = vec[i64]([i64(0)] * sum([1 for column in ROUND_COLUMNS if column.core]))
"""Filled anew for each row, since whoever asks for one is done with the last."""


def round_values(s: State, p: Player, seat: i64, full: bool) -> vec[i64]:
    """The values of ROUND_COLUMNS, each part at the place after the one before; the core ones alone if that is enough."""
    values = _ROUND if full else _CORE
    values[0] = p.doubloons
    values[1] = p.vp
    values[2] = p.vp_buildings
    goods, island = p.goods, p.island
    for good in range(i64(N_GOODS)):
        values[3 + good] = goods[good]
        values[3 + N_GOODS + good] = island[good]
    at: i64 = 3 + 2 * N_GOODS
    values[at] = island[QUARRY]
    values[at + 1] = island[FOREST]
    values[at + 2] = len(p.city)
    values[at + 3] = p.spaces
    values[at + 4] = p.colonists()
    values[at + 5] = p.san_juan
    values[at + 6] = s.colonists
    values[at + 7] = s.vp_supply
    if full:
        _table_values(s, values, _course_values(s, p, seat, values, at + 8))
    return values


def _course_values(s: State, p: Player, seat: i64, values: vec[i64], at: i64) -> i64:
    """From x_governor to x_decisions; returns the place after them."""
    tally = p.tally
    values[at] = 1 if seat == s.round_governor else 0
    for nth in range(i64(N_NOTED_ROLES)):
        values[at + 1 + nth] = p.notes[NOTE_ROLE + nth]
    values[at + 4] = tally[INCOME_CARDS]
    at += 5
    for good in range(i64(N_GOODS)):
        values[at + good] = p.manned[good]
    at += N_GOODS
    values[at] = p.manned[QUARRY]
    values[at + 1] = p.empty_building_circles(s.setup.circles)
    values[at + 2] = p.notes[NOTE_BUILT]
    for nth in range(i64(4)):
        values[at + 3 + nth] = tally[SPENT + nth]               # the price, both discounts, the black market
    at += 7
    for good in range(i64(N_GOODS)):
        values[at + good] = tally[PRODUCED + good]
    at += N_GOODS
    values[at] = _sum(tally, SHIPPED)
    values[at + 1] = p.vp
    values[at + 2] = p.notes[NOTE_SOLD]
    values[at + 3] = tally[INCOME_TRADE]
    values[at + 4] = _sum(tally, LOST)
    values[at + 5] = s.asked[seat]
    return at + 6


def _table_values(s: State, values: vec[i64], at: i64) -> None:
    """The `g_` columns that are not core."""
    values[at] = s.ship
    values[at + 1] = s.pile_size()
    values[at + 2] = _sum(s.discard, 0)
    values[at + 3] = s.quarries
    at += 4
    for good in range(i64(N_GOODS)):
        values[at + good] = s.house[good]
    at += N_GOODS
    for ship in range(i64(MAX_SHIPS)):
        there = ship < s.setup.n_ships
        values[at + 2 * ship] = s.cargo[ship] if there else i64(NO_GOOD)
        values[at + 2 * ship + 1] = s.load[ship] if there else i64(0)
    values[at + 2 * MAX_SHIPS] = s.unchosen


def _sum(values: vec[i64], first: i64) -> i64:
    """The sum over the goods, from a place on."""
    n: i64 = 0
    for good in range(i64(N_GOODS)):
        n += values[first + good]
    return n
