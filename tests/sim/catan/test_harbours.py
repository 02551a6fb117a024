"""Where harbours lie, and who has them (rules, chapter 3)."""
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.marks import rule
from tests.sim.catan.numbers import (
    FIXED_HARBOURS,
    FRAME,
    HARBOUR_PLACES,
    RESOURCES,
)
from tests.sim.catan.words import (
    STANDARD,
    frame,
    g1,
    harbours,
    luck,
    new_game,
)


@rule("CA-BOARD-14")
def test_a_ring_has_every_second_place_and_all_types() -> None:
    seen: Counter[int] = Counter()
    first: Counter[str] = Counter()
    for block in range(200):
        laid = frame(new_game(2, block=block))
        parity = 0 if laid[0] else 1
        seen[parity] += 1
        first[laid[parity]] += 1
        assert [place for place in range(18) if laid[place]] == list(range(parity, 18, 2))
        assert sorted(name for name in laid if name) == sorted(["any"] * 4 + list(RESOURCES))
    assert 60 < seen[0] < 140
    assert 60 < first["any"] < 120 and all(8 < first[name] < 40 for name in RESOURCES)


@rule("CA-EX-6", "CA-BOARD-14", "CA-BOARD-16")
def test_a_ring_of_parity_1() -> None:
    s = new_game(2, chance=luck(harbour_places=[1]))

    assert [place for place in range(18) if frame(s)[place]] == list(range(1, 18, 2))
    assert harbours(s, 4) == [frame(s)[1]]
    assert [vertex for vertex in range(6) if harbours(s, vertex) == harbours(s, 4) and vertex in FRAME[1][1]] == [0, 1, 4]


@rule("CA-BOARD-15")
def test_random_types_lie_in_the_standard_places() -> None:
    seen: Counter[str] = Counter()
    for block in range(100):
        laid = frame(new_game(2, STANDARD, block=block))
        assert [place for place in range(18) if laid[place]] == [place for place, _ in HARBOUR_PLACES]
        assert sorted(name for name in laid if name) == sorted(["any"] * 4 + list(RESOURCES))
        seen[laid[0]] += 1
    assert len(seen) == 6


@rule("CA-BOARD-15")
@pytest.mark.parametrize("board", ["random", "balanced", "beginner"])
def test_fixed_types_lie_in_the_standard_places(board: str) -> None:
    s = new_game(2, {"board": board, "harbours": "frame_fixed"})

    assert [frame(s)[place] for place, _ in HARBOUR_PLACES] == FIXED_HARBOURS


@rule("CA-BOARD-15")
def test_other_harbours_in_fixed_places_lie_as_they_are_told() -> None:
    row = ["ore"] * 5 + ["any"] * 4
    s = new_game(2, {"harbours": "frame_fixed", "harbour_types": row})

    assert [frame(s)[place] for place, _ in HARBOUR_PLACES] == row


@rule("CA-EX-7", "CA-BOARD-16")
@pytest.mark.parametrize("options, reached", [(STANDARD, [1, 5]), ({**STANDARD, "harbour_reach": "tile"}, [1, 2, 5])])
def test_who_has_the_grain_harbour(options: dict[str, Any], reached: list[int]) -> None:
    s = g1(options=options)

    assert [vertex for vertex in range(54) if "grain" in harbours(s, vertex)] == reached


@rule("CA-BOARD-16")
def test_a_harbour_reaches_two_vertices_from_a_corner_place_and_three_from_others() -> None:
    for block in range(4):
        s = new_game(2, block=block)
        for place, (_, vertices) in enumerate(FRAME):
            if frame(s)[place]:
                assert [harbours(s, vertex) for vertex in vertices] == [[frame(s)[place]]] * len(vertices)
        assert sum(bool(harbours(s, vertex)) for vertex in range(54)) == 24


@rule("CA-EX-74", "CA-BOARD-17")
def test_the_edge_of_a_ring_harbour_is_one_of_its_tile() -> None:
    edges: Counter[tuple[int, ...]] = Counter()
    for block in range(150):
        s = new_game(2, {"harbour_reach": "edge"}, block=block)
        if not frame(s)[0]:
            continue
        assert [vertex for vertex in FRAME[0][1] if harbours(s, vertex)] == [0, 3]
        edges[tuple(vertex for vertex in FRAME[4][1] if harbours(s, vertex))] += 1
    assert set(edges) == {(6, 10), (10, 15)}
    assert min(edges.values()) > 0.3 * sum(edges.values())
