"""The columns of Catan in the tables of a run, and the rows that fill them (section 18 of the rules)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT, count_bits, first_bit
from sim.catan.nodes import (
    N_COUNTERS,
    N_MARKS,
)
from sim.catan.phases.building import settlement_sites
from sim.catan.scoring import PART_NAMES, part, points
from sim.catan.tables import (
    DESERT,
    HARBOURS,
    JUNGLE,
    KNIGHT,
    MONOPOLY,
    N_RESOURCES,
    PIPS,
    RESOURCES,
    ROAD_BUILDING,
    TERRAINS,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
)
from sim.catan.topology import N_FRAME, N_HEXES, N_VERTICES, VERTEX_HEXES
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
        count("x_turn_first_city", "turn of the first city; -1 for none"),
        count("x_turn_third_settlement", "turn of the third settlement; -1 for none"),
        count("x_turn_first_dev", "turn of the first development card; -1 for none"),
        *[count(f"x_turn_vp_{k}", f"turn in which {k} points were first reached; -1 for never") for k in range(3, 11)],
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


def game_row(s: CatanState) -> vec[i64]:
    row = vec[i64](capacity=80)
    for terrain in s.board.terrain:
        row = append(row, terrain)
    for token in s.board.tokens:
        row = append(row, token)
    for harbour in s.board.frame:
        row = append(row, harbour)
    for number in range(i64(2), i64(13)):
        row = append(row, s.dice_seen[number])
    row = append(row, s.dice_seen[7])
    row = append(row, s.offers)
    return append(row, s.trades)


def seat_row(s: CatanState, seat: i64) -> vec[i64]:
    p = s.players[seat]
    row = vec[i64](capacity=80)
    for which in range(i64(5)):
        row = append(row, part(s, seat, which))
    setup_pips: i64 = 0
    for site in p.first_sites:
        row = append(row, site)
        if site >= 0:
            setup_pips += s.board.pips(site)
    row = append(row, setup_pips)
    for n in range(i64(N_MARKS)):
        row = append(row, p.marks[n])
    return _with_counters(p, row)


def round_row(s: CatanState, seat: i64) -> vec[i64]:
    p = s.players[seat]
    row = vec[i64](capacity=100)
    row = append(row, s.visible_points(seat))
    row = append(row, s.setup.settlements - p.settlements_left)
    row = append(row, s.setup.cities - p.cities_left)
    row = append(row, len(p.roads))
    row = append(row, p.road_length)
    row = append(row, 1 if s.road_holder == seat else 0)
    row = append(row, p.played[KNIGHT])
    row = append(row, 1 if s.army_holder == seat else 0)
    row = append(row, p.held())
    row = append(row, p.dev[VICTORY_POINT])
    row = append(row, p.cards())
    for item in range(i64(6)):
        row = append(row, p.hand[item])
    pips = production(s, seat)
    kinds: i64 = 0
    total: i64 = 0
    for resource in range(i64(N_RESOURCES)):
        total += pips[resource]
        if pips[resource] > 0:
            kinds += 1
    row = append(row, total)
    row = append(row, kinds)
    row = append(row, p.harbours)
    row = append(row, points(s, seat))
    for resource in range(i64(N_RESOURCES)):
        row = append(row, pips[resource])
    for resource in range(i64(N_RESOURCES)):
        row = append(row, p.rate[resource])
    row = append(row, count_bits(settlement_sites(s, p)))
    return _with_counters(p, row)


def _with_counters(p: Player, row: vec[i64]) -> vec[i64]:
    for n in range(i64(N_COUNTERS)):
        row = append(row, p.counters[n])
    for kind in (KNIGHT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY):
        row = append(row, p.played[kind])
    return row


def production(s: CatanState, seat: i64) -> vec[i64]:
    """The cards of each resource, then Discoveries, that a seat may expect in 36 rolls, the robber apart; cities double."""
    pips = vec[i64]([i64(0)] * 6)
    p = s.players[seat]
    left: i64 = p.settlements | p.cities
    while left != 0:
        vertex = first_bit(left)
        left &= left - 1
        each: i64 = 2 if p.cities & BIT[vertex] != 0 else 1
        for hex in VERTEX_HEXES[vertex]:
            terrain: i64 = s.board.terrain[hex]
            if terrain < DESERT:
                pips[terrain] += each * PIPS[s.board.tokens[hex]]
            elif terrain == JUNGLE:
                pips[5] += each * PIPS[s.board.tokens[hex]]
    return pips
