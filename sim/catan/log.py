"""The columns of Catan in the tables of a run, and the rows that fill them (section 18 of the rules)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from sim.bits import count_bits
from sim.catan.nodes import N_COUNTERS, N_MARKS
from sim.catan.phases.building import settlement_sites
from sim.catan.scoring import PART_NAMES, part, points
from sim.catan.tables import (
    HARBOURS,
    KNIGHT,
    MONOPOLY,
    N_ITEMS,
    N_RESOURCES,
    RESOURCES,
    ROAD_BUILDING,
    TERRAINS,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
)
from sim.catan.topology import N_FRAME, N_HEXES, N_VERTICES
from sim.record import Column, Columns, bits, code, count, flag

if TYPE_CHECKING:
    from sim.catan.state import CatanState, Player


def _fives(name: str, sentence: str, per_round: bool = True, core: bool = False) -> list[Column]:
    return [count(f"x_{name}_{resource}", sentence.format(resource), core=core, per_round=per_round) for resource in RESOURCES]


# the counters of nodes.py in their order, as columns
_COUNTERS: Final[list[Column]] = [
    *_fives("produced", "{} got by production"),
    *_fives("maritime_in", "{} got from the bank by trade"),
    *_fives("maritime_out", "{} given to the bank in trade"),
    *_fives("domestic_in", "{} got from other players by trade"),
    *_fives("domestic_out", "{} given to other players in trade"),
    *_fives("spent", "{} paid for roads, settlements, cities and cards"),
    count("x_lost_robber_block", "cards that the robber kept from coming", per_round=True),
    count("x_lost_bank_short", "cards that a short bank kept back", per_round=True),
    count("x_discarded", "cards discarded on a 7", per_round=True),
    count("x_stolen_from", "cards stolen from this seat", per_round=True),
    count("x_stolen_by", "cards that this seat stole", per_round=True),
    count("x_monopoly_gain", "cards got by monopoly", per_round=True),
    count("x_monopoly_loss", "cards lost to monopolies", per_round=True),
    count("x_offers_made", "offers and proposals made", per_round=True),
    count("x_offers_accepted", "own offers, proposals and counter-offers that led to a trade", per_round=True),
    count("x_discoveries_made", "Discoveries made", per_round=True),
    count("x_discoveries_used", "Discoveries paid to the supply", per_round=True),
    count("x_robber_moves", "moves of the robber", per_round=True),
    count("x_idle_turns", "own turns with nothing built, bought, traded or played", per_round=True),
    count("x_dev_bought", "development cards bought", per_round=True),
]
_PLAYED: Final = [count(f"x_dev_played_{name}", f"{name} cards played", per_round=True)
                  for name in ("knight", "road", "plenty", "monopoly")]

COLUMNS: Final = Columns(
    games=[
        *[code(f"g_terrain_{hex}", f"terrain of H{hex}", TERRAINS) for hex in range(N_HEXES)],
        *[count(f"g_token_{hex}", f"number token of H{hex}, 0 for none") for hex in range(N_HEXES)],
        *[code(f"g_harbour_{place}", f"harbour on frame place F{place}", HARBOURS) for place in range(N_FRAME)],
        *[count(f"g_dice_{number}", f"rolls of {number}") for number in range(2, 13)],
        count("g_sevens", "rolls of 7"),
        count("g_offers", "offers made by current players"),
        count("g_trades_domestic", "trades between players"),
    ],
    seats=[
        *[count(f"score_{name}", f"points by {name}") for name in PART_NAMES],
        *[code(f"x_setup_vertex_{n}", f"vertex of the {which} settlement", [str(v) for v in range(N_VERTICES)])
          for n, which in enumerate(("first", "second"))],
        count("x_setup_pips", "pips of both set-up settlements"),
        count("x_turn_first_city", "turn of the first city; null without one", null=True),
        count("x_turn_third_settlement", "turn of the third settlement; null without one", null=True),
        count("x_turn_first_dev", "turn of the first development card; null without one", null=True),
        *[count(f"x_turn_vp_{k}", f"turn in which {k} points were first reached; null if never", null=True)
          for k in range(3, 11)],
        *_COUNTERS,
        *_PLAYED,
    ],
    rounds=[
        count("x_vp_visible", "points that all can see", core=True),
        count("x_settlements", "settlements on the board", core=True),
        count("x_cities", "cities on the board", core=True),
        count("x_roads", "roads on the board", core=True),
        count("x_road_length", "length of the longest own road", core=True),
        flag("x_has_road", "holds the longest road", core=True),
        count("x_knights", "knights played", core=True),
        flag("x_has_army", "holds the largest army", core=True),
        count("x_dev_held", "unplayed development cards", core=True),
        count("x_vp_cards", "victory point cards held", core=True),
        count("x_hand_size", "resource cards in hand", core=True),
        *_fives("hand", "{} in hand", per_round=False, core=True),
        count("x_discoveries", "Discoveries held", core=True),
        count("x_pips", "cards expected in 36 rolls, the robber apart", core=True),
        count("x_types_produced", "kinds of resource produced", core=True),
        bits("x_harbours", "harbours that work", HARBOURS, core=True),
        count("x_vp_actual", "all points"),
        *_fives("pips", "{} expected in 36 rolls", per_round=False),
        *_fives("rate", "cards of {} for one from the bank", per_round=False),
        count("x_open_sites", "vertices where the seat may settle, cards apart"),
        *_COUNTERS,
        *_PLAYED,
    ],
)


N_CORE: Final = 20
"""The columns that are marked as core, which stand first."""
N_PARTS: Final = len(PART_NAMES)
_BLANK_GAME: Final = vec[i64]([i64(0)] * len(COLUMNS.games))
_BLANK_SEAT: Final = vec[i64]([i64(0)] * len(COLUMNS.seats))
_CORE: Final = vec[i64]([i64(0)] * N_CORE)
_ROUND: Final = vec[i64]([i64(0)] * len(COLUMNS.rounds))
"""Filled anew for each row, since whoever asks for one is done with the last."""


def game_row(s: CatanState) -> vec[i64]:
    """The values of the games table's columns."""
    row = _BLANK_GAME[:]
    board = s.board
    for hex in range(i64(N_HEXES)):
        row[hex] = board.terrain[hex]
        row[N_HEXES + hex] = board.tokens[hex]
    at: i64 = 2 * N_HEXES
    for place in range(i64(N_FRAME)):
        row[at + place] = board.frame[place]
    at += N_FRAME
    for number in range(i64(2), i64(13)):
        row[at + number - 2] = s.dice_seen[number]
    row[at + 11] = s.dice_seen[7]
    row[at + 12] = s.offers
    row[at + 13] = s.trades
    return row


def seat_row(s: CatanState, seat: i64) -> vec[i64]:
    """The values of the seats table's columns."""
    p = s.players[seat]
    row = _BLANK_SEAT[:]
    for which in range(i64(N_PARTS)):
        row[which] = part(s, seat, which)
    at: i64 = N_PARTS
    for n in range(i64(2)):
        site: i64 = p.first_sites[n]
        row[at + n] = site
        if site >= 0:
            row[at + 2] += s.board.pips(site)
    at += 3
    for n in range(i64(N_MARKS)):
        row[at + n] = p.marks[n]
    _put_counters(p, row, at + N_MARKS)
    return row


def round_row(s: CatanState, seat: i64, full: bool) -> vec[i64]:
    """The values of the rounds table's columns; the core ones alone if that is enough."""
    p, setup = s.players[seat], s.setup
    row = _ROUND if full else _CORE
    row[0] = points(s, seat) - p.dev[VICTORY_POINT]             # what all can see (CA-INFO-02)
    row[1] = setup.settlements - p.settlements_left
    row[2] = setup.cities - p.cities_left
    row[3] = len(p.roads)
    row[4] = p.road_length
    row[5] = 1 if s.road_holder == seat else 0
    row[6] = p.played[KNIGHT]
    row[7] = 1 if s.army_holder == seat else 0
    row[8] = p.held()
    row[9] = p.dev[VICTORY_POINT]
    row[10] = p.cards()
    hand, pips = p.hand, p.pips
    for item in range(i64(N_ITEMS)):
        row[11 + item] = hand[item]
    cards: i64 = 0
    kinds: i64 = 0
    for resource in range(i64(N_RESOURCES)):
        cards += pips[resource]
        if pips[resource] > 0:
            kinds += 1
    row[17] = cards
    row[18] = kinds
    row[19] = p.harbours
    if full:
        _put_rest(s, p, seat, row)
    return row


def _put_rest(s: CatanState, p: Player, seat: i64, row: vec[i64]) -> None:
    """What follows the core columns."""
    row[N_CORE] = points(s, seat)
    at: i64 = N_CORE + 1
    for resource in range(i64(N_RESOURCES)):
        row[at + resource] = p.pips[resource]
        row[at + N_RESOURCES + resource] = p.rate[resource]
    at += 2 * N_RESOURCES
    row[at] = count_bits(settlement_sites(s, p))
    _put_counters(p, row, at + 1)


def _put_counters(p: Player, row: vec[i64], at: i64) -> None:
    """The counters, and the cards played by kind."""
    for n in range(i64(N_COUNTERS)):
        row[at + n] = p.counters[n]
    at += N_COUNTERS
    row[at] = p.played[KNIGHT]
    row[at + 1] = p.played[ROAD_BUILDING]
    row[at + 2] = p.played[YEAR_OF_PLENTY]
    row[at + 3] = p.played[MONOPOLY]
