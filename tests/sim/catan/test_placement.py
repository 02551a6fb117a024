"""Who begins, and the two settlements and roads of set-up (rules, chapter 4)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.chance import Chance, Scripted
from tests.marks import rule
from tests.sim.catan.numbers import EDGES, hexes_of, neighbours
from tests.sim.catan.words import (
    G1,
    GAME,
    JUNGLE,
    STANDARD,
    State,
    army,
    bank,
    hand,
    hands,
    holder,
    kinds,
    legal,
    lengths,
    new_game,
    node,
    play,
    points,
    setup,
    told,
)

PLACED = [
    (0, 28, (28, 34)),
    (1, 13, (13, 18)),
    (2, 44, (40, 44)),
    (3, 31, (31, 36)),
    (3, 12, (12, 17)),
    (2, 20, (20, 25)),
    (1, 41, (41, 45)),
    (0, 24, (24, 30)),
]
"""The set-up of G1 in its order."""


def place(s: State, *places: tuple[int, int, tuple[int, int]]) -> State:
    """Place settlements with their roads, each by the seat that is named."""
    for who, vertex, (a, b) in places:
        play(s, f"{who}: place a settlement on {vertex}", f"{who}: place a road on {a}-{b}")
    return s


def begun(seats: int = 4, **options: Any) -> State:
    return GAME.new(setup(seats, options), Chance(1, 0))


def thrown(places: int, *sums: int) -> int:
    """The place that begins when these sums are thrown, in the order of throwing."""
    dice = [die - 1 for number in sums for die in (min(number - 1, 6), number - min(number - 1, 6))]
    return GAME.first_place(setup(places), Scripted({"first_place": dice}, None, GAME.purposes))


@rule("CA-EX-9", "CA-SET-01", "CA-TERM-03")
def test_the_highest_throw_begins_and_ties_throw_again() -> None:
    first = thrown(4, 9, 11, 11, 4, 5, 8)

    assert first == 2
    assert [(first + n) % 4 for n in range(4)] == [2, 3, 0, 1], "the others sit clockwise"


@rule("CA-SET-01")
@pytest.mark.parametrize(
    "places, sums, first",
    [(2, (3, 12), 1), (3, (8, 7, 7), 0), (4, (6, 6, 6, 6, 2, 3, 3, 2, 9, 4), 1), (2, (7, 7, 7, 7, 7, 7, 2, 3), 1)],
)
def test_throws_for_the_first_place(places: int, sums: tuple[int, ...], first: int) -> None:
    assert thrown(places, *sums) == first


@rule("CA-SET-01")
def test_the_throws_favour_nobody() -> None:
    rules = setup(3)
    firsts = [GAME.first_place(rules, Chance(5, block)) for block in range(600)]

    assert all(abs(firsts.count(place) - 200) < 55 for place in range(3))


@rule("CA-EX-10", "CA-SET-02", "CA-SET-03", "CA-SET-08", "CA-FLOW-02", "CA-FLOW-03")
@pytest.mark.parametrize("seats, order", [(2, [0, 1, 1, 0]), (3, [0, 1, 2, 2, 1, 0]), (4, [0, 1, 2, 3, 3, 2, 1, 0])])
def test_the_order_of_placing(seats: int, order: list[int]) -> None:
    s = begun(seats)
    seen = []
    while s.round == 0:
        seen.append((int(s.actor), node(s)))
        s.play(s.legal()[0])

    assert seen == [(who, phase) for who in order for phase in ("SETUP_SETTLEMENT", "SETUP_ROAD")]
    assert (s.turn, s.current, s.actor, node(s)) == (1, 0, 0, "PRE_ROLL")


@rule("CA-EX-79", "CA-SET-02", "CA-SET-04", "CA-SET-08")
def test_the_first_settlement_may_go_anywhere_and_costs_nothing() -> None:
    s = begun()
    assert legal(s, "place_settlement") == list(range(54))

    place(s, PLACED[0])

    assert legal(s, "place_settlement") == [vertex for vertex in range(54) if vertex not in (22, 28, 33, 34)]
    assert hands(s) == [""] * 4 and bank(s) == "L19 B19 W19 G19 O19"


@rule("CA-EX-14", "CA-BUILD-06", "CA-SET-04")
def test_a_settlement_closes_its_neighbours_to_all() -> None:
    s = place(begun(), (0, 31, (31, 36)))

    sites = legal(s, "place_settlement")

    assert not {31, 36, 25, 37} & set(sites) and 30 in sites
    assert set(neighbours(31)) == {36, 25, 37}


@rule("CA-EX-11", "CA-SET-05")
def test_the_second_road_lies_at_the_second_settlement() -> None:
    s = place(begun(), *PLACED[:-1])

    play(s, "0: place a settlement on 24")

    assert kinds(s) == ["place_road"]
    assert [EDGES[action.args["edge"]] for action in s.legal()] == [(18, 24), (19, 24), (24, 30)]


@rule("CA-SET-05", "CA-BUILD-05")
def test_a_set_up_road_never_lies_on_another() -> None:
    """Two settlements round one vertex: the edge between cannot be taken from both sides."""
    s = place(begun(), (0, 7, (7, 12)))
    play(s, "1: place a settlement on 8")

    assert [EDGES[action.args["edge"]] for action in s.legal()] == [(4, 8), (8, 12), (8, 13)]
    play(s, "place a road on 8-12")
    play(s, "2: place a settlement on 17")
    assert [EDGES[action.args["edge"]] for action in s.legal()] == [(12, 17), (17, 22), (17, 23)]


@rule("CA-EX-12", "CA-EX-13", "CA-SET-06")
def test_starting_cards_for_each_hex() -> None:
    s = place(begun(**STANDARD), *PLACED[:5])
    assert hands(s) == ["", "", "", "B1 G1 O1"], "as soon as the second settlement stands"

    place(s, *PLACED[5:])

    assert hands(s) == ["L1 W1", "W2 G1", "B1 O1", "B1 G1 O1"]
    assert bank(s) == "L18 B17 W16 G17 O17"


@rule("CA-EX-12", "CA-SET-06")
@pytest.mark.parametrize("how, cards", [("per_type", "W1 G1"), ("per_hex", "W2 G1"), ("none", "")])
def test_starting_cards_by_type_or_by_hex(how: str, cards: str) -> None:
    s = place(begun(setup_yield=how), *PLACED)

    assert hand(s, 1) == cards
    assert [hexes_of(41)] == [[14, 15, 18]], "grain 4, wool 5, wool 11"


@rule("CA-SET-06")
def test_the_seed_gives_one_card_of_each_type() -> None:
    s = place(begun(), *PLACED)

    assert hands(s) == ["L1 W1", "W1 G1", "B1 O1", "B1 G1 O1"]


@rule("CA-EX-80", "CA-SET-07")
@pytest.mark.parametrize("options, cards", [({}, "L1 W1"), ({"setup_jungle": True}, "L1 W1 D1")])
def test_a_jungle_at_set_up_gives_a_discovery_only_by_option(options: dict[str, Any], cards: str) -> None:
    s = place(begun(**JUNGLE, **options), *PLACED)

    assert hand(s, 0) == cards and hands(s)[1:] == ["W1 G1", "B1 O1", "B1 G1 O1"]


@rule("CA-SET-07", "CA-PROD-04")
def test_the_desert_gives_nothing_at_set_up() -> None:
    s = place(begun(2), (0, 0, (0, 3)), (1, 2, (2, 5)), (1, 18, (18, 24)))

    assert hand(s, 1) == "B1 W1", "the third hex of V18 is the desert"


@rule("CA-EX-82", "CA-SET-10")
def test_a_bank_of_one_card_each_gives_them_in_the_order_of_placing() -> None:
    s = place(begun(2, **STANDARD, bank_size=1), (0, 0, (0, 3)), (1, 53, (50, 53)))

    place(s, (1, 41, (41, 45)), (0, 42, (42, 46)))

    assert hand(s, 1) == "W1 G1" and hand(s, 0) == "", "V42 touches wool 5 alone"
    assert bank(s) == "L1 B1 O1"


@rule("CA-EX-81", "CA-SET-09")
def test_set_up_uses_pieces_and_brings_no_award() -> None:
    for block in range(20):
        s = new_game(4, block=block)
        while s.round == 0:
            s.play(s.legal()[len(s.legal()) * block // 20])
        for one in s.view(0).seats:
            assert (one.roads_left, one.settlements_left, one.cities_left) == (13, 3, 4)
        assert set(lengths(s)) <= {1, 2}
        assert (holder(s), army(s), points(s)) == (-1, -1, [2] * 4)


@rule("CA-SET-09", "CA-ROAD-01")
def test_two_set_up_roads_in_line_have_length_2() -> None:
    s = place(begun(2), (0, 16, (16, 22)), (1, 2, (2, 5)), (1, 10, (10, 14)), (0, 28, (22, 28)))

    assert lengths(s) == [2, 1]
    assert holder(s) == -1


@rule("CA-SET-02", "CA-SET-08", "CA-TURN-01")
def test_all_see_what_is_placed_and_what_it_yields() -> None:
    s = place(begun(), *PLACED)

    seen = told(s, 2)

    assert seen[0] == "0 builds a settlement on 28" and seen[1] == "0 builds a road on 28-34"
    assert seen[-5:] == [
        "0 builds a settlement on 24",
        "0 gets 1 wool",
        "0 gets 1 lumber",
        "0 builds a road on 24-30",
        "0 turn 1 begins",
    ]


@rule("CA-SET-03", "CA-SET-06")
def test_the_set_up_of_g1_is_the_position_of_the_examples() -> None:
    s = place(begun(), *PLACED)

    for who, (settlements, roads) in enumerate(G1):
        assert sorted(s.position()["players"][who]["settlements"]) == sorted(settlements)
        assert s.position()["players"][who]["roads"] == roads
        assert s.position()["players"][who]["first_sites"] == settlements
