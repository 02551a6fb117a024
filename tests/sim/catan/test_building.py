"""Roads, settlements and cities (rules, chapter 9)."""
from __future__ import annotations

from typing import Any

import pytest

from sim.core import IllegalAction
from tests.marks import rule
from tests.sim.catan.numbers import EDGES, edges_at, hexes_of
from tests.sim.catan.words import (
    QUIET,
    STANDARD,
    State,
    bank,
    g1,
    hand,
    kinds,
    legal,
    may,
    new_game,
    play,
    player,
    points,
    seat,
    table,
    told,
)

RICH = "L9 B9 W9 G9 O9"
OWN_ROAD = {**QUIET, "settlement_link": "own_road"}


def roads(s: State) -> list[tuple[int, int]]:
    """The edges on which the actor may build a road."""
    return [EDGES[action.args["edge"]] for action in s.legal() if action.kind == "build_road"]


# --- cost -----------------------------------------------------------------------------------------------------------------


@rule("CA-EX-96", "CA-BUILD-01", "CA-BUILD-02", "CA-PROD-07")
def test_a_road_is_paid_for() -> None:
    s = g1("L1 B1", "L5 B5", options=QUIET)

    play(s, "build a road on 34-39")

    assert hand(s, 0) == "" and bank(s) == "L14 B14 W19 G19 O19"
    assert s.view(1).seats[0].roads_left == 12
    assert told(s, 2) == ["0 pays 1 lumber", "0 pays 1 brick", "0 builds a road on 34-39"]
    assert s.actor == 0, "seat 1 cannot build now"


@rule("CA-BUILD-01", "CA-BUILD-02")
@pytest.mark.parametrize("hand_text, kind, left", [
    ("L1 B1 W1 G1", "build_settlement", ""), ("G2 O3", "build_city", ""), ("L1 B1", "build_road", ""),
    ("W1 G1 O1", "buy_dev", ""), ("L2 B3 W4 G5 O6", "build_city", "L2 B3 W4 G3 O3")])
def test_what_each_thing_costs(hand_text: str, kind: str, left: str) -> None:
    s = g1(hand_text, options={**QUIET, "domestic": "off"}, more={0: {"roads": [(28, 34), (24, 30), (28, 33), (33, 38)]}})

    s.play(next(action for action in s.legal() if action.kind == kind))

    assert hand(s, 0) == left


@rule("CA-BUILD-02")
@pytest.mark.parametrize("hand_text", ["L1", "B1", "W1 G1", "L1 W1 G1", "B1 W1 G1 O9", "G1 O3", "G2 O2"])
def test_what_one_cannot_pay_one_cannot_build(hand_text: str) -> None:
    s = g1(hand_text, options=QUIET, more={0: {"roads": [(28, 34), (24, 30), (28, 33), (33, 38)]}})

    assert not {"build_road", "build_settlement", "build_city"} & set(kinds(s))


# --- roads ----------------------------------------------------------------------------------------------------------------


@rule("CA-EX-35", "CA-BUILD-03", "CA-BUILD-04")
def test_roads_of_p0_in_g1() -> None:
    s = g1("L1 B1", options=QUIET)

    assert set(roads(s)) == {(22, 28), (28, 33), (29, 34), (34, 39), (18, 24), (19, 24), (30, 35), (30, 36)}
    assert roads(s) == sorted(roads(s))


@rule("CA-EX-36", "CA-BUILD-04")
def test_a_road_cut_off_by_a_settlement() -> None:
    s = table(seat(settlements=[23], roads=[(23, 29)]), seat("L1 B1", settlements=[13], roads=[(13, 18), (18, 23)]),
              options=QUIET, current=1)

    assert roads(s) == [(8, 13), (9, 13), (18, 24)]


@rule("CA-BUILD-04")
def test_a_settlement_built_later_cuts_off_what_lay_beyond() -> None:
    s = table(seat("L1 B1", settlements=[13], roads=[(13, 18), (18, 23), (23, 29)]),
              seat("L1 B1 W1 G1", settlements=[16], roads=[(16, 22), (17, 22), (17, 23)]), options=QUIET, current=1)
    play(s, "build a settlement on 23", "end the turn")
    s = table(*[player(s, who) for who in range(2)], options=QUIET)

    assert roads(s) == [(8, 13), (9, 13), (18, 24), (29, 34), (29, 35)], "on both sides of the cut, not at it"


@rule("CA-BUILD-03", "CA-BUILD-04")
@pytest.mark.parametrize("opponent, edge", [(29, "29-34"), (39, "34-39")])
def test_a_road_runs_into_an_opponents_building(opponent: int, edge: str) -> None:
    s = table(seat("L2 B2", settlements=[28], roads=[(28, 34)]), seat(settlements=[opponent]), options=QUIET)
    beyond = set(edges_at(opponent)) - {tuple(map(int, edge.split("-")))}

    play(s, f"build a road on {edge}")

    assert roads(s) and not beyond & set(roads(s)), "and goes on from there no more"
    again = table(*[player(s, who) for who in range(2)], options=QUIET)
    assert roads(again) == roads(s)


@rule("CA-EX-97", "CA-BUILD-05")
def test_coast_edges_carry_roads() -> None:
    s = table(seat("L1 B1", settlements=[26]), seat(), options=QUIET)

    assert roads(s) == [(20, 26), (26, 32)] == edges_at(26)


@rule("CA-BUILD-05")
def test_every_edge_may_carry_a_road() -> None:
    for a, b in EDGES:
        s = table(seat("L1 B1", settlements=[a]), seat(), options=QUIET)
        play(s, f"build a road on {a}-{b}")
        assert s.view(1).road(EDGES.index((a, b))) == 0


@rule("CA-EX-99", "CA-BUILD-03", "CA-BUILD-10")
def test_no_road_is_built_twice_and_nothing_leaves_the_board() -> None:
    s = new_game(3, {**STANDARD, "max_rounds": 60}, seed=3)
    roads_before: dict[int, int] = {}
    buildings_before: dict[int, int] = {}
    step = 0
    while not s.over:
        step += 1
        legal_now = s.legal()
        builds = [action for action in legal_now if action.kind.startswith(("build", "place"))]
        s.play((builds or legal_now)[step * 7 % len(builds or legal_now)])
        view = s.view(0)
        roads_now = {edge: view.road(edge) for edge in range(72) if view.road(edge) >= 0}
        buildings_now = {vertex: view.building(vertex) for vertex in range(54) if view.building(vertex)}
        assert all(roads_now.get(edge) == owner for edge, owner in roads_before.items())
        assert all(buildings_now.get(vertex) in (what, what + 8) for vertex, what in buildings_before.items())
        roads_before, buildings_before = roads_now, buildings_now
    assert len(roads_before) > 12 and not any(action.kind in ("move_road", "remove") for action in s.legal())


@rule("CA-BUILD-02", "CA-COMP-06")
def test_without_a_piece_no_road() -> None:
    s = g1("L5 B5", options={**QUIET, "pieces.roads": 3})

    play(s, "build a road on 34-39")

    assert "build_road" not in kinds(s) and s.view(0).me.roads_left == 0


# --- settlements ----------------------------------------------------------------------------------------------------------


@rule("CA-EX-37", "CA-BUILD-06")
@pytest.mark.parametrize("others, open", [([], True), ([34], None), ([43], False), ([44], False), ([48], True)])
def test_a_vertex_closed_by_the_distance_rule(others: list[int], open: bool | None) -> None:
    if open is None:
        s = table(seat(RICH, settlements=[34], roads=[(34, 39)]), seat(), options=QUIET)
    else:
        s = table(seat(RICH, settlements=[28], roads=[(28, 34), (34, 39)]), seat(settlements=others), options=QUIET)

    assert (39 in legal(s, "build_settlement")) is bool(open)


@rule("CA-EX-37", "CA-BUILD-06")
def test_v39_is_closed_in_g1() -> None:
    s = g1(RICH, options=QUIET, more={0: {"roads": [(28, 34), (24, 30), (34, 39)]}})

    assert 39 not in legal(s, "build_settlement") and not s.view(0).is_open(39)


@rule("CA-BUILD-06")
def test_roads_close_no_vertex() -> None:
    s = table(seat(RICH, settlements=[28], roads=[(28, 34), (34, 39)]), seat(settlements=[48], roads=[(44, 48), (39, 44)]),
              options=QUIET)

    assert 39 in legal(s, "build_settlement")


@rule("CA-EX-38", "CA-BUILD-07")
@pytest.mark.parametrize("options, may_settle", [(STANDARD, True), (QUIET, False), (OWN_ROAD, True)])
def test_a_chain_past_an_opponents_settlement(options: dict[str, Any], may_settle: bool) -> None:
    s = table(seat(RICH, settlements=[28], roads=[(22, 28), (17, 22), (17, 23), (23, 29)]), seat(settlements=[17]),
              options=options)

    assert (29 in legal(s, "build_settlement")) is may_settle


@rule("CA-BUILD-07")
def test_another_chain_will_do() -> None:
    """Round H8: the short way from V28 to V29 by V34 is free."""
    s = table(seat(RICH, settlements=[28], roads=[(22, 28), (17, 22), (17, 23), (23, 29), (28, 34)]), seat(settlements=[17]),
              options=QUIET)
    assert 29 not in legal(s, "build_settlement")

    play(s, "build a road on 29-34")

    assert 29 in legal(s, "build_settlement")


@rule("CA-BUILD-07")
@pytest.mark.parametrize("options", [QUIET, OWN_ROAD])
def test_a_settlement_needs_an_own_road_there(options: dict[str, Any]) -> None:
    s = table(seat(RICH, settlements=[28], roads=[(28, 34), (29, 34)]), seat(roads=[(35, 40)], settlements=[40]),
              options=options)

    assert legal(s, "build_settlement") == [29]


@rule("CA-BUILD-07", "CA-BUILD-06")
def test_of_two_roads_to_one_vertex_either_may_settle() -> None:
    players = [seat(RICH, settlements=[28], roads=[(28, 34), (34, 39)]),
               seat(RICH, settlements=[48], roads=[(44, 48), (39, 44)])]

    for who in (0, 1):
        assert 39 in legal(table(*players, options=QUIET, current=who), "build_settlement")


@rule("CA-EX-98", "CA-BUILD-08", "CA-SET-04")
def test_inland_settlements_only() -> None:
    inland = [vertex for vertex in range(54) if len(hexes_of(vertex)) == 3]
    s = new_game(4, {"sites": "three_land"})
    assert legal(s, "place_settlement") == inland and len(inland) == 24
    assert not {0, 10, 33} & set(inland)

    for vertex in (13, 17, 19, 34, 36, 40):
        play(s, f"place a settlement on {vertex}")
        s.play(s.legal()[0])

    assert legal(s, "place_settlement") == [vertex for vertex in range(54) if vertex not in inland]


@rule("CA-BUILD-08")
@pytest.mark.parametrize("sites, settled", [("any_land", [20, 26, 31]), ("three_land", [31])])
def test_three_land_holds_in_play_too(sites: str, settled: list[int]) -> None:
    """From V19 roads lead to V31 inland, and to V20 and V26 at the coast."""
    s = table(seat(RICH, settlements=[19], roads=[(19, 25), (25, 31), (20, 25), (20, 26)]), seat(),
              options={**QUIET, "sites": sites})

    assert legal(s, "build_settlement") == settled


@rule("CA-EX-39", "CA-BUILD-09", "CA-BUILD-11")
def test_five_settlements_on_the_board() -> None:
    s = table(seat("L1 B1 W1 G3 O3", settlements=[0, 2, 47, 50, 28], roads=[(28, 34), (34, 39)]), seat(), options=QUIET)
    assert "build_settlement" not in kinds(s)

    play(s, "build a city on 28")
    assert s.view(1).seats[0].settlements_left == 1
    assert hand(s, 0) == "L1 B1 W1 G1"
    play(s, "build a settlement on 39")

    assert hand(s, 0) == "" and points(s) == [7, 0]


@rule("CA-EX-40", "CA-BUILD-11")
def test_four_cities_on_the_board() -> None:
    s = table(seat(RICH, settlements=[28], cities=[0, 2, 47, 50]), seat(), options=QUIET)

    assert "build_city" not in kinds(s)
    assert "build_city" in kinds(table(seat(RICH, settlements=[28], cities=[0, 2, 47]), seat(), options=QUIET))


@rule("CA-BUILD-09", "CA-BUILD-10")
def test_a_city_stands_where_a_settlement_stood_also_one_of_this_turn() -> None:
    s = table(seat("L1 B1 W1 G3 O3", settlements=[28], roads=[(28, 34), (34, 39)]), seat(), options=QUIET)
    play(s, "build a settlement on 39")

    assert legal(s, "build_city") == [28, 39]
    play(s, "build a city on 39")

    assert player(s, 0)["settlements"] == [28] and player(s, 0)["cities"] == [39]
    assert (s.view(0).building(39), s.view(0).me.cities_left) == (9, 3)


@rule("CA-BUILD-02", "CA-BUILD-09")
def test_nobody_makes_a_city_of_anothers_settlement() -> None:
    s = g1(RICH, options=QUIET)

    assert legal(s, "build_city") == [24, 28]
    other = next(action for action in g1("", RICH, current=1, options=QUIET).legal() if action.kind == "build_city")
    with pytest.raises(IllegalAction, match="may not 'build a city on 13' now"):
        s.play(other)
    assert may(s, "build_city", vertex=24)
