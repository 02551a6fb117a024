"""What is true of every position of Catan; conformance runs all laws after every action."""
from __future__ import annotations

from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.phases.longest_road import completed, length
from sim.catan.scoring import part, points
from sim.catan.state import CatanState
from sim.catan.tables import DESERT, DISCOVERY, JUNGLE, KNIGHT, N_DEV_KINDS, N_ITEMS, N_RESOURCES, PIPS, RESOURCES
from sim.catan.topology import CLOSED_BY, EDGE_A, EDGE_B, EDGES_HIGH, EDGES_LOW, HALF, N_EDGES, N_VERTICES, VERTEX_HEXES


def resource_cards_are_conserved(s: CatanState) -> None:
    for resource in range(N_RESOURCES):
        lying = int(s.bank[resource]) + sum(int(p.hand[resource]) for p in s.players)
        assert lying == s.bank_total[resource], f"{lying} {RESOURCES[resource]}, {int(s.bank_total[resource])} in the box"


def nothing_is_negative(s: CatanState) -> None:
    for seat, p in enumerate(s.players):
        for item in range(N_ITEMS):
            assert p.hand[item] >= 0, f"seat {seat} holds {int(p.hand[item])} of item {item}"
        for kind in range(N_DEV_KINDS):
            assert p.dev[kind] >= p.dev_new[kind] >= 0, f"seat {seat}: {int(p.dev[kind])} cards of kind {kind}"
        assert p.roads_left >= 0 and p.settlements_left >= 0 and p.cities_left >= 0, f"seat {seat} has built too much"
    for resource in range(N_RESOURCES):
        assert s.bank[resource] >= 0, f"the bank owes {RESOURCES[resource]}"


def development_cards_are_conserved(s: CatanState) -> None:
    if not s.setup.dev_endless:
        out = sum(int(p.held()) + sum(int(n) for n in p.played) for p in s.players)
        left = len(s.deck) - int(s.deck_at)
        assert out + left == s.dev_total, f"{out} cards out, {left} in the deck, {int(s.dev_total)} in the box"


def pieces_are_conserved(s: CatanState) -> None:
    setup = s.setup
    for seat, p in enumerate(s.players):
        roads = sum(1 for edge in range(N_EDGES) if s.road_owner[edge] == seat)
        settlements = sum(1 for v in range(N_VERTICES) if s.building[v] == 1 + seat)
        cities = sum(1 for v in range(N_VERTICES) if s.building[v] == 9 + seat)
        assert roads + p.roads_left == setup.roads and roads == len(p.roads), f"seat {seat}: {roads} roads"
        assert settlements + p.settlements_left == setup.settlements, f"seat {seat}: {settlements} settlements"
        assert cities + p.cities_left == setup.cities, f"seat {seat}: {cities} cities"


def buildings_keep_their_distance(s: CatanState) -> None:
    for vertex in range(N_VERTICES):
        if s.building[vertex] != 0:
            for other in range(N_VERTICES):
                if other != vertex and CLOSED_BY[vertex] & BIT[other] != 0:
                    assert s.building[other] == 0, f"buildings on {vertex} and {other}"


def masks_agree_with_the_board(s: CatanState) -> None:
    """The cached sets of places equal those found anew."""
    open_sites: i64 = BIT[N_VERTICES] - 1
    for vertex in range(i64(N_VERTICES)):
        if s.building[vertex] != 0:
            open_sites &= ~CLOSED_BY[vertex]
    assert s.open == open_sites, "open vertices"
    for edge in range(i64(N_EDGES)):
        free = s.free_low & BIT[edge] if edge < HALF else s.free_high & BIT[edge - HALF]
        assert (free != 0) == (s.road_owner[edge] < 0), f"edge {int(edge)}"
    for seat in range(s.seats):
        _masks_of(s, seat)


def _masks_of(s: CatanState, seat: i64) -> None:
    p = s.players[seat]
    net: i64 = p.settlements | p.cities
    for edge in range(i64(N_EDGES)):
        if s.road_owner[edge] == seat:
            for vertex in (EDGE_A[edge], EDGE_B[edge]):
                if not s.opponent_on(vertex, seat):
                    net |= BIT[vertex]
    assert p.net == net, f"network of seat {int(seat)}"
    low: i64 = 0
    high: i64 = 0
    linked: i64 = p.settlements | p.cities
    for vertex in range(i64(N_VERTICES)):
        if net & BIT[vertex] != 0:
            low |= EDGES_LOW[vertex]
            high |= EDGES_HIGH[vertex]
    assert (p.reach_low, p.reach_high) == (low, high), f"reach of seat {int(seat)}"
    grown = True
    while grown:
        grown = False
        for edge in range(i64(N_EDGES)):
            if s.road_owner[edge] == seat:
                for here, there in ((EDGE_A[edge], EDGE_B[edge]), (EDGE_B[edge], EDGE_A[edge])):
                    if linked & BIT[here] != 0 and linked & BIT[there] == 0 and not s.opponent_on(here, seat):
                        linked |= BIT[there]
                        grown = True
    assert p.linked == linked, f"linked vertices of seat {int(seat)}"


def roads_are_measured_right(s: CatanState) -> None:
    longest = 0
    for seat in range(s.seats):
        assert s.players[seat].road_length == length(s, seat), f"road length of seat {int(seat)}"
        longest = max(longest, int(s.players[seat].road_length))
    holder = s.road_holder
    if longest < s.setup.road_min:
        assert holder < 0, "an award below the minimum"
    elif holder >= 0:
        assert s.players[holder].road_length == longest, f"seat {int(holder)} holds the road without the longest"
        if s.setup.earliest:
            done = [int(completed(s, seat, i64(longest))) for seat in range(s.seats) if s.players[seat].road_length == longest]
            assert int(completed(s, holder, i64(longest))) == min(done), "another completed the road before"
    else:
        assert not s.setup.earliest, "nobody holds a road that is long enough"


def expected_cards_are_those_of_the_buildings(s: CatanState) -> None:
    """The cached pips equal those found anew."""
    for seat, p in enumerate(s.players):
        pips = [0] * N_ITEMS
        for vertex in range(N_VERTICES):
            if s.building[vertex] in (1 + seat, 9 + seat):
                each = 2 if s.building[vertex] > 8 else 1
                for hex in VERTEX_HEXES[vertex]:
                    terrain = int(s.board.terrain[hex])
                    if terrain != DESERT:
                        pips[DISCOVERY if terrain == JUNGLE else terrain] += each * int(PIPS[s.board.tokens[hex]])
        noted = [int(n) for n in p.pips]
        assert noted == pips, f"seat {seat} expects {noted}, its buildings yield {pips}"


def the_army_belongs_to_most_knights(s: CatanState) -> None:
    most = max(int(p.played[KNIGHT]) for p in s.players)
    if s.army_holder < 0:
        assert most < s.setup.army_min, f"{most} knights and no army"
    else:
        assert s.players[s.army_holder].played[KNIGHT] == most, "the army lies with fewer knights"


def points_are_the_sum_of_their_parts(s: CatanState) -> None:
    for seat in range(s.seats):
        total = sum(int(part(s, seat, i64(which))) for which in range(5))
        assert points(s, seat) == total, f"seat {int(seat)}: {int(points(s, seat))} points, parts {total}"


LAWS = (
    resource_cards_are_conserved, nothing_is_negative, development_cards_are_conserved, pieces_are_conserved,
    buildings_keep_their_distance, masks_agree_with_the_board, roads_are_measured_right,
    expected_cards_are_those_of_the_buildings, the_army_belongs_to_most_knights,
    points_are_the_sum_of_their_parts,
)
