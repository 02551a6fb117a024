"""The longest road (rules, chapter 12)."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from typing import Any

import pytest

from tests.marks import rule
from tests.sim.catan.numbers import HEXES
from tests.sim.catan.words import (
    QUIET,
    STANDARD,
    State,
    fact,
    holder,
    lengths,
    play,
    player,
    points,
    seat,
    table,
    told,
)

Road = Sequence[tuple[int, int]]
MANY = {**QUIET, "pieces.roads": 30}


def path(*vertices: int) -> list[tuple[int, int]]:
    """The edges along these vertices."""
    return list(itertools.pairwise(vertices))


def ring(*hexes: int) -> list[tuple[int, int]]:
    """The edges round these hexes, each once."""
    edges = [(min(a, b), max(a, b)) for hex in hexes for a, b in path(*HEXES[hex][1], HEXES[hex][1][0])]
    return list(dict.fromkeys(edges))


def length(roads: Road, opponents: Sequence[int] = (), own: Sequence[int] = ()) -> int:
    """The length of seat 0's roads with buildings of seat 1 and of its own."""
    return lengths(table(seat(settlements=own, roads=roads), seat(settlements=opponents), options=MANY))[0]


# --- length ---------------------------------------------------------------------------------------------------------------


@rule("CA-EX-55", "CA-ROAD-01", "CA-ROAD-02")
def test_five_roads_in_a_row() -> None:
    s = table(seat(roads=[(12, 17), (17, 22), (22, 28), (28, 33), (33, 38)]), seat(), options=QUIET)

    assert (lengths(s), holder(s), points(s)) == ([5, 0], 0, [2, 0])


@rule("CA-EX-56", "CA-ROAD-02")
def test_a_road_with_three_arms() -> None:
    arms = [path(23, 18, 24, 30), path(23, 17, 22), path(23, 29, 34)]

    assert [len(arm) for arm in arms] == [3, 2, 2]
    assert length([edge for arm in arms for edge in arm]) == 5


@rule("CA-EX-57", "CA-ROAD-02")
def test_a_ring_and_what_hangs_on_it() -> None:
    assert length(ring(9)) == 6
    assert length([*ring(9), (17, 23)]) == 7
    assert length([*ring(9), (17, 23), (19, 24)]) == 7
    assert length([*ring(9), *path(12, 17, 23)]) == 8


@rule("CA-EX-58", "CA-EX-108", "CA-ROAD-02", "CA-ROAD-09")
def test_two_and_three_rings() -> None:
    assert len(ring(8, 9)) == 11 and (23, 29) in ring(8) and (23, 29) in ring(9)
    assert length(ring(8, 9)) == 11
    assert len(ring(8, 9, 13)) == 15
    start = time.perf_counter()
    assert length(ring(8, 9, 13)) == 14
    assert time.perf_counter() - start < 2, "the search itself takes milliseconds"


@rule("CA-EX-59", "CA-ROAD-03", "CA-ROAD-04")
@pytest.mark.parametrize("opponents, expected", [([], 6), ([30], 6), ([30, 23], 3), ([18, 30, 29], 2), ([18, 35], 3)])
def test_a_ring_with_opponents_on_it(opponents: list[int], expected: int) -> None:
    assert length(ring(9), opponents) == expected


@rule("CA-EX-60", "CA-ROAD-03")
@pytest.mark.parametrize(
    "opponents, expected", [([], 7), ([28], 4), ([44], 6), ([48], 7), ([11], 7), ([22], 5), ([28, 44], 3), ([16, 34], 3)]
)
def test_a_path_with_an_opponent_on_it(opponents: list[int], expected: int) -> None:
    assert length(path(11, 16, 22, 28, 34, 39, 44, 48), opponents) == expected


@rule("CA-ROAD-02")
@pytest.mark.parametrize("own", [[16], [22, 34], [11, 28, 48]])
def test_own_buildings_do_not_interrupt(own: list[int]) -> None:
    assert length(path(11, 16, 22, 28, 34, 39, 44, 48), own=own) == 7


@rule("CA-ROAD-02", "CA-ROAD-03")
def test_roads_apart_do_not_add_up_and_roads_of_others_do_not_count() -> None:
    assert length([*path(11, 16, 22), *path(50, 53, 49, 52)]) == 3
    s = table(seat(roads=path(11, 16, 22)), seat(roads=path(22, 28, 34)), options=QUIET)
    assert lengths(s) == [2, 2]


@rule("CA-ROAD-03", "CA-ROAD-04")
def test_a_trail_may_begin_and_end_at_the_same_opponents_building() -> None:
    """A ring on a stick: through V23 the trail of 8 goes on from the ring, past an opponent there it does not."""
    roads = [*ring(9), *path(12, 17, 23)]

    assert length(roads, [23]) == 6
    assert length(roads, [12]) == 8


@rule("CA-ROAD-05", "CA-EX-106")
def test_a_city_changes_no_length() -> None:
    s = table(seat("G2 O3", settlements=[28], roads=path(28, 34, 39, 44, 48)), seat(settlements=[17]), options=QUIET)
    before = lengths(s)

    play(s, "build a city on 28")

    assert lengths(s) == before == [4, 0] and holder(s) == -1


@rule("CA-ROAD-05", "CA-ROAD-03")
def test_a_settlement_changes_the_length_of_others_at_once() -> None:
    s = table(
        seat("L1 B1 W1 G1", settlements=[23], roads=path(23, 29, 34)),
        seat(settlements=[44], roads=[*path(44, 39, 34, 28, 33)]),
        options=QUIET,
    )
    assert lengths(s) == [2, 4]

    play(s, "build a settlement on 34")

    assert lengths(s) == [2, 2]
    assert s.view(1).me.road_length == 2


# --- the award ------------------------------------------------------------------------------------------------------------


@rule("CA-EX-106", "CA-ROAD-01")
@pytest.mark.parametrize("least, n, held", [(5, 4, False), (5, 5, True), (3, 3, True), (7, 6, False), (7, 7, True)])
def test_the_least_length_is_an_option(least: int, n: int, held: bool) -> None:
    along = path(11, 16, 22, 28, 34, 39, 44, 48)[:n]

    assert (holder(table(seat(roads=along), seat(), options={"road_min": least})) == 0) is held


@rule("CA-ROAD-01")
def test_the_worth_of_the_award_is_an_option() -> None:
    assert points(table(seat(roads=path(11, 16, 22, 28, 34, 39)), seat(), options={"road_vp": 7})) == [7, 0]


WEST = path(11, 16, 22, 28, 33, 38, 43)
EAST = path(15, 20, 26, 32, 37, 42, 46)


@rule("CA-EX-61", "CA-ROAD-06", "CA-ROAD-08")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_equal_length_does_not_take_the_award_a_longer_road_does(options: dict[str, Any]) -> None:
    s = table(
        seat(roads=WEST[:5], settlements=[11]), seat("L2 B2", roads=EAST[:4], settlements=[15]), options=options, current=1
    )
    assert (holder(s), points(s)) == (0, [3, 1])

    play(s, "build a road on 37-42")
    assert (lengths(s), holder(s)) == ([5, 5], 0)
    play(s, "build a road on 42-46")

    assert (lengths(s), holder(s), points(s)) == ([5, 6], 1, [1, 3])
    assert told(s, 0)[-1] == "1 takes the longest road"


def cut_to_4(options: dict[str, Any]) -> State:
    """Seat 0 held with 7, and is cut to 4 by seat 3; seats 1 and 2 have 5 each, seat 2's were complete first."""
    seven = path(11, 16, 22, 28, 34, 39, 44, 48)
    s = table(
        seat(roads=seven, built_at=range(50, 57), settlements=[11]),
        seat("L1 B1", roads=EAST[:5], built_at=[3, 5, 6, 7, 19], settlements=[15]),
        seat(roads=path(0, 4, 1, 5, 9, 13), built_at=[4, 8, 9, 10, 12], settlements=[0]),
        seat("L1 B1 W1 G1", roads=[(27, 33), (28, 33)], built_at=[60, 61], settlements=[27]),
        options=options,
        current=3,
        road_holder=0,
    )
    assert (lengths(s), holder(s)) == ([7, 5, 5, 2], 0)
    play(s, "build a settlement on 28")
    assert lengths(s) == [4, 5, 5, 2]
    return s


@rule("CA-EX-62", "CA-ROAD-07", "CA-ROAD-08")
def test_a_holder_cut_to_4_and_two_others_with_5() -> None:
    standard = cut_to_4(STANDARD)
    assert (holder(standard), points(standard)) == (-1, [1, 1, 1, 2])
    assert told(standard, 2)[-1] == "nobody has the longest road"
    after = table(*[player(standard, who) for who in range(4)], options=STANDARD, current=1, road_holder=-1)
    play(after, "build a road on 42-46")
    assert (holder(after), points(after)) == (1, [1, 3, 1, 2])

    seed = cut_to_4(QUIET)
    assert (holder(seed), points(seed)) == (2, [1, 1, 3, 2]), "index 12 was before index 19"


@rule("CA-EX-63", "CA-ROAD-07", "CA-ROAD-06")
@pytest.mark.parametrize("options, after", [(STANDARD, 1), (QUIET, 0)])
def test_a_holder_cut_to_a_tie(options: dict[str, Any], after: int) -> None:
    """Seat 0 had five first (index 20); seat 1 holds with six (index 31) and is cut at the far end to five (index 27)."""
    s = table(
        seat(roads=WEST[:5], built_at=[1, 3, 5, 7, 20], settlements=[11]),
        seat(roads=[*path(20, 26, 32, 37, 42, 46), (46, 50)], built_at=[2, 4, 6, 8, 27, 31], settlements=[20]),
        seat("L1 B1 W1 G1", roads=[(36, 41), (41, 46)], settlements=[36], built_at=[40, 41]),
        seat(),
        options=options,
        current=2,
        road_holder=1,
    )
    assert (lengths(s), holder(s)) == ([5, 6, 2, 0], 1)
    play(s, "build a settlement on 46")

    assert lengths(s) == [5, 5, 2, 0]
    assert holder(s) == after


@rule("CA-EX-64", "CA-ROAD-07")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_nobody_long_enough(options: dict[str, Any]) -> None:
    seven = path(11, 16, 22, 28, 34, 39, 44, 48)
    s = table(
        seat(roads=seven, settlements=[11]),
        seat(roads=EAST[:4], settlements=[15]),
        seat("L1 B1 W1 G1", roads=[(27, 33), (28, 33)], settlements=[27]),
        options=options,
        current=2,
    )
    assert points(s) == [3, 1, 1]

    play(s, "build a settlement on 28")

    assert (lengths(s), holder(s), points(s)) == ([4, 4, 2], -1, [1, 1, 2])


@rule("CA-ROAD-07")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_after_a_cut_the_holder_keeps_what_is_still_the_longest(options: dict[str, Any]) -> None:
    s = table(
        seat(roads=path(11, 16, 22, 28, 34, 39, 44, 48), settlements=[11]),
        seat(roads=EAST[:5], settlements=[15]),
        seat("L1 B1 W1 G1", roads=[(47, 51), (48, 51)], settlements=[47]),
        options=options,
        current=2,
    )
    play(s, "build a settlement on 48")

    assert (lengths(s), holder(s)) == ([7, 5, 2], 0)


@rule("CA-ROAD-07")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_after_a_cut_a_sole_leader_takes_the_award(options: dict[str, Any]) -> None:
    s = table(
        seat(roads=path(11, 16, 22, 28, 34, 39, 44, 48), settlements=[11]),
        seat(roads=EAST[:5], settlements=[15]),
        seat("L1 B1 W1 G1", roads=[(27, 33), (28, 33)], settlements=[27]),
        options=options,
        current=2,
    )
    play(s, "build a settlement on 28")

    assert (lengths(s), holder(s), points(s)) == ([4, 5, 2], 1, [1, 3, 2])


@rule("CA-ROAD-07", "CA-ROAD-05")
def test_in_seed_a_cut_that_changes_no_length_may_move_the_award() -> None:
    """Seat 0 has two ways to five edges; the one completed first (index 8) is cut, the other was complete at index 30 only."""
    forked = [*path(22, 28, 34, 39, 44, 48), (23, 29), (29, 34)]
    roads = [(22, 28), (28, 34), (34, 39), (39, 44), (44, 48), (29, 34), (23, 29)]
    assert sorted(roads) == sorted(forked)
    s = table(
        seat(roads=roads, built_at=[1, 2, 3, 4, 8, 20, 30], settlements=[48]),
        seat(roads=EAST[:5], built_at=[5, 6, 7, 9, 12], settlements=[15]),
        seat("L1 B1 W1 G1", roads=[(27, 33), (28, 33)], settlements=[27], built_at=[40, 41]),
        options=QUIET,
        current=2,
    )
    assert (lengths(s)[:2], holder(s)) == ([5, 5], 0)

    play(s, "build a settlement on 28")

    assert lengths(s)[:2] == [5, 5]
    assert holder(s) == 1, "seat 0's other five were complete at 30, seat 1's at 12"


@rule("CA-EX-107", "CA-ROAD-08", "CA-FLOW-16")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_an_award_that_moves_on_anothers_turn(options: dict[str, Any]) -> None:
    s = table(
        seat(roads=path(11, 16, 22, 28, 34, 39), settlements=[11]),
        seat("L1 B1 W1 G1", roads=[(27, 33), (28, 33)], settlements=[27]),
        seat(roads=EAST[:5], settlements=[15]),
        options=options,
        current=1,
        road_holder=0,
    )
    assert points(s) == [3, 1, 1]

    play(s, "build a settlement on 28")

    assert (lengths(s), holder(s), points(s)) == ([3, 2, 5], 2, [1, 2, 3])
    assert fact(s, "road_turn") == s.turn


@rule("CA-ROAD-08", "CA-DEV-13")
def test_a_road_built_into_an_opponents_building_counts() -> None:
    s = table(seat("L1 B1", roads=path(11, 16, 22, 28, 34), settlements=[11]), seat(settlements=[39]), options=QUIET)
    assert holder(s) == -1

    play(s, "build a road on 34-39")

    assert (lengths(s)[0], holder(s)) == (5, 0)
