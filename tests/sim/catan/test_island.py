"""The island, its numbers, and what lies in the box (rules, chapters 1 and 2)."""

from __future__ import annotations

import pytest

from sim.catalog import make_options
from sim.catan import topology
from sim.catan.tables import ITEMS, RESOURCES as ENGINE_RESOURCES, TERRAINS
from sim.faults import Refusal
from tests.marks import rule
from tests.sim.catan import numbers
from tests.sim.catan.numbers import (
    COST,
    DEV_CARDS,
    EDGES,
    FRAME,
    HARBOUR_PLACES,
    HEXES,
    PIPS,
    TOKENS,
    YIELDS,
    hexes_of,
    neighbours,
)
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    GAME,
    JUNGLE,
    bank,
    fact,
    frame,
    g1,
    kinds,
    legal,
    new_game,
    play,
    player,
    seat,
    setup,
    table,
    terrain,
    tokens,
)


def axial(hex: int) -> tuple[int, int]:
    return topology.HEX_AT[hex]


# --- terms ----------------------------------------------------------------------------------------------------------------


@rule("CA-TERM-01")
def test_resources_and_terrains_are_in_the_order_of_the_rules() -> None:
    assert ENGINE_RESOURCES == numbers.RESOURCES == ("lumber", "brick", "wool", "grain", "ore")
    assert TERRAINS == (*YIELDS, "desert", "jungle")
    assert [YIELDS[name] for name in TERRAINS[:5]] == list(ENGINE_RESOURCES)
    assert (*ENGINE_RESOURCES, "discovery") == ITEMS


@rule("CA-TERM-02", "CA-SET-08")
def test_turns_count_from_1_after_set_up_and_a_round_is_one_turn_of_each() -> None:
    s = new_game(3)
    assert (s.turn, s.round) == (0, 0)
    seen = []
    while s.turn < 8:
        if not seen or seen[-1] != (s.turn, s.round, s.current):
            seen.append((int(s.turn), int(s.round), int(s.current)))
        s.play(s.legal()[-1])  # the last of the list ends the turn

    assert seen == [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 1, 2), (4, 2, 0), (5, 2, 1), (6, 2, 2), (7, 3, 0)]


@rule("CA-TERM-03", "CA-TURN-01")
def test_seats_run_clockwise_and_the_opponents_of_a_view_too() -> None:
    s = g1(current=2)

    assert [one.seat for one in s.view(2).opponents] == [3, 0, 1]
    play(s, "end the turn")
    assert s.current == 3


@rule("CA-TERM-04")
def test_a_hand_is_resource_cards_only() -> None:
    s = table(seat("L2 O1 D3", dev={"knight": 2}), seat(), options=JUNGLE)

    me = s.view(1).seats[0]
    assert (me.hand_size, me.discoveries, me.dev_held) == (3, 3, 2)


# --- components -----------------------------------------------------------------------------------------------------------


@rule("CA-COMP-01", "CA-COMP-02", "CA-COMP-03")
def test_the_box_holds_the_hexes_tokens_and_harbours_of_the_rules() -> None:
    for block in range(10):
        s = new_game(4, block=block)
        assert {name: terrain(s).count(name) for name in set(terrain(s))} == numbers.TERRAIN_COUNTS
        assert sorted(token for token in tokens(s) if token) == sorted(TOKENS) and len(TOKENS) == 18
        assert sorted(name for name in frame(s) if name) == sorted(["any"] * 4 + list(numbers.RESOURCES))
        assert frame(s).count("") == 9


@rule("CA-COMP-04", "CA-BOARD-24")
@pytest.mark.parametrize(
    "size, lying", [(19, "L19 B19 W19 G19 O19"), (7, "L7 B7 W7 G7 O7"), ([1, 2, 3, 4, 5], "L1 B2 W3 G4 O5")]
)
def test_the_bank_has_five_stacks(size: int | list[int], lying: str) -> None:
    s = new_game(4, {"bank_size": size})

    assert bank(s) == lying
    assert [s.view(0).bank[name] for name in numbers.RESOURCES] == list(numbers.cards(lying).values())


@rule("CA-COMP-05", "CA-BOARD-24")
def test_the_deck_has_25_cards_in_an_order_of_its_own() -> None:
    decks = [fact(new_game(4, block=block), "deck") for block in range(5)]

    for deck in decks:
        assert {kind: deck.count(kind) for kind in DEV_CARDS} == DEV_CARDS and len(deck) == 25
    assert len({tuple(deck) for deck in decks}) == 5


@rule("CA-COMP-05")
def test_the_mix_of_the_deck_is_an_option() -> None:
    s = new_game(4, {"dev_deck_mix": {"knight": 1, "vp": 0, "monopoly": 5}})

    assert sorted(fact(s, "deck")) == ["knight"] + ["monopoly"] * 5 + ["plenty"] * 2 + ["road"] * 2


@rule("CA-COMP-06")
@pytest.mark.parametrize("pieces, left", [({}, (15, 5, 4)), ({"roads": 3, "settlements": 2, "cities": 0}, (3, 2, 0))])
def test_each_player_has_so_many_pieces(pieces: dict[str, int], left: tuple[int, int, int]) -> None:
    s = new_game(2, {"pieces": pieces})

    for one in s.view(0).seats:
        assert (one.roads_left, one.settlements_left, one.cities_left) == left


@rule("CA-COMP-07")
def test_there_is_one_robber_and_one_card_for_each_award() -> None:
    s = g1()

    assert s.view(0).robber == 9
    assert [one.has_road or one.has_army for one in s.view(0).seats] == [False] * 4
    assert (fact(s, "road_holder"), fact(s, "army_holder")) == (-1, -1)


@rule("CA-COMP-08", "CA-JUNGLE-08")
def test_discoveries_never_run_out() -> None:
    s = table(seat("D40", cities=[24]), seat("D30", settlements=[35]), options=JUNGLE, dice=[9], robber=0, **BEFORE_THE_ROLL)

    play(s, "roll")

    assert (player(s, 0)["hand"]["discovery"], player(s, 1)["hand"]["discovery"]) == (42, 31)


@rule("CA-COMP-09")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play(seats: int) -> None:
    assert seats in GAME.seats and new_game(seats).seats == seats


@rule("CA-COMP-09", "CA-OPT-01")
@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Refusal, match=r"seats.*2 to 4"):
        setup(seats)


# --- topology -------------------------------------------------------------------------------------------------------------


@rule("CA-BOARD-01", "CA-BOARD-02", "CA-BOARD-04")
def test_hexes_and_their_corners_are_those_of_the_table() -> None:
    assert [axial(hex) for hex in range(19)] == [place for place, _ in HEXES]
    assert [tuple(corners) for corners in topology.HEX_VERTICES] == [corners for _, corners in HEXES]
    steps = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    for hex, (q, r) in enumerate(topology.HEX_AT):
        beside = {topology.HEX_AT.index((q + dq, r + dr)) for dq, dr in steps if (q + dq, r + dr) in topology.HEX_AT}
        assert set(topology.HEX_NEIGHBOURS[hex]) == beside


@rule("CA-BOARD-05")
def test_edges_are_those_of_the_list_and_join_neighbours_on_the_plane() -> None:
    assert topology.EDGE_ENDS == EDGES
    points = topology.VERTEX_AT
    near = [
        (a, b)
        for a in range(54)
        for b in range(a + 1, 54)
        if (abs(points[a][1] - points[b][1]), abs(points[a][0] - points[b][0])) in ((1, 1), (0, 2))
    ]
    assert near == EDGES
    for number, ends in enumerate(EDGES):
        assert topology.EDGE_NUMBER[ends] == number


@rule("CA-BOARD-06")
def test_the_island_has_19_hexes_54_vertices_and_72_edges() -> None:
    touching = [len(topology.VERTEX_HEXES[vertex]) for vertex in range(54)]

    assert (len(topology.HEX_AT), len(topology.VERTEX_AT), len(topology.EDGE_ENDS)) == (19, 54, 72)
    assert [touching.count(n) for n in (3, 2, 1)] == [24, 12, 18]
    for vertex in range(54):
        assert list(topology.VERTEX_HEXES[vertex]) == hexes_of(vertex)


@rule("CA-BOARD-07")
def test_the_frame_touches_the_vertices_of_the_list() -> None:
    assert [place for place, _ in FRAME] == topology.FRAME_AT
    assert [tuple(vertices) for vertices in topology.FRAME_VERTICES] == [vertices for _, vertices in FRAME]
    assert [len(vertices) for _, vertices in FRAME] == [2, 3, 3] * 6


@rule("CA-BOARD-08")
def test_the_standard_harbours_lie_on_the_edges_of_the_list() -> None:
    assert (
        list(zip(topology.STANDARD_FRAME, [EDGES[number] for number in topology.STANDARD_EDGE], strict=True)) == HARBOUR_PLACES
    )


@rule("CA-BOARD-09", "CA-FLOW-21")
def test_the_numbers_of_catanatron_name_each_vertex_and_hex_once() -> None:
    """In its cube coordinates a hex lies at (q, -q-r, r); tiles and nodes that touch here touch there: its centre is tile 0."""
    assert sorted(numbers.CATANATRON_NODES) == list(range(54))
    assert sorted(numbers.CATANATRON_TILES) == list(range(19))
    ring = [hex for hex, (q, r) in enumerate(topology.HEX_AT) if max(abs(q), abs(r), abs(q + r)) == 1]
    assert {numbers.CATANATRON_TILES[hex] for hex in ring} == set(range(1, 7)), "its tiles 1 to 6 lie round tile 0"
    assert {numbers.CATANATRON_NODES[vertex] for vertex in HEXES[9][1]} == set(range(6)), "its nodes 0 to 5 are tile 0's"


@rule("CA-BOARD-07", "CA-BOARD-14")
def test_two_harbours_of_a_ring_never_share_a_vertex() -> None:
    for parity in (0, 1):
        reached = [vertex for place in range(parity, 18, 2) for vertex in FRAME[place][1]]
        assert len(reached) == len(set(reached))


# --- worked examples ------------------------------------------------------------------------------------------------------


@rule("CA-EX-1", "CA-BOARD-03", "CA-BOARD-04", "CA-BOARD-05")
def test_the_middle_hex_and_an_edge_of_it() -> None:
    assert axial(9) == (0, 0)
    north, south = (topology.HEX_VERTICES[9][corner] for corner in (0, 3))
    assert (north, topology.VERTEX_AT[north]) == (18, (-2, 0))  # (Y, X)
    assert (south, topology.VERTEX_AT[south]) == (35, (2, 0))
    assert EDGES.index((18, 24)) == 28 == topology.EDGE_NUMBER[18, 24]


@rule("CA-EX-2", "CA-BOARD-06")
def test_vertices_of_one_two_and_three_hexes() -> None:
    assert [list(topology.VERTEX_HEXES[vertex]) for vertex in (0, 4, 8)] == [[0], [0, 1], [0, 1, 4]]
    assert sorted(topology.VERTEX_NEIGHBOURS[24:27]) == [4, 12, 13] == sorted(neighbours(8))
    assert topology.VERTEX_NEIGHBOURS[2] == -1 and len(neighbours(0)) == 2, "a coast vertex has two"


@rule("CA-EX-71", "CA-BOARD-01", "CA-BOARD-02")
def test_neighbours_of_h6() -> None:
    q, r = axial(6)

    assert (q, r) == (2, -1)
    assert topology.HEX_AT.index((q - 1, r)) == 5 and topology.HEX_AT.index((q - 1, r + 1)) == 10
    assert topology.FRAME_AT.index((q + 1, r)) == 5


@rule("CA-EX-72", "CA-BOARD-07", "CA-BOARD-08", "CA-BOARD-09", "CA-FLOW-21")
def test_a_harbour_and_its_numbers_in_catanatron() -> None:
    assert topology.STANDARD_FRAME[4] == 8 and topology.FRAME_AT[8] == (1, 2)
    assert topology.STANDARD_EDGE[4] == 61 and EDGES[61] == (42, 46)
    assert [numbers.CATANATRON_NODES[vertex] for vertex in (42, 46, 0)] == [28, 29, 45]


@rule("CA-BOARD-18", "CA-FLOW-01")
def test_pips_of_all_tokens_add_up_to_58() -> None:
    assert sum(PIPS[token] for token in TOKENS) == 58
    s = new_game(4, {"board": "beginner"})
    for vertex in range(54):
        assert s.view(0).pips(vertex) == sum(PIPS[numbers.BEGINNER[hex][1]] for hex in hexes_of(vertex))


@rule("CA-BUILD-01", "CA-COMP-06")
def test_costs_are_those_of_the_rules_or_of_the_option() -> None:
    cheap = setup(options={"cost.city": [0, 0, 0, 1, 2], "cost.dev": [1, 1, 1, 1, 1]})
    usual = g1().view(0)
    other = GAME.new(cheap, new_game().chance).view(0)

    names = list(COST)
    vectors = {
        name: tuple(numbers.cards(cost).get(resource, 0) for resource in numbers.RESOURCES) for name, cost in COST.items()
    }
    assert {name: usual.cost(place) for place, name in enumerate(names)} == vectors
    assert {name: other.cost(place) for place, name in enumerate(names)} == {
        **vectors,
        "city": (0, 0, 0, 1, 2),
        "dev": (1, 1, 1, 1, 1),
    }


@rule("CA-FLOW-01", "CA-FLOW-02")
def test_a_game_begins_with_the_first_settlement() -> None:
    s = GAME.new(GAME.setup(make_options(GAME, {}), 4), new_game().chance)

    assert kinds(s) == ["place_settlement"] and legal(s, "place_settlement") == list(range(54))
