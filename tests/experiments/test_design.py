"""Line-ups and seatings: everybody meets everybody, everywhere, equally often."""
from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb, factorial

import pytest
from hypothesis import given, strategies as st

from experiments import design
from experiments.design import LineUps, Subsets, circular_orders, games_in_block, line_ups, seatings

SEATS = range(2, 7)


def blocks_of(lineups: LineUps, name: str, seats: int, blocks: range, seed: int = 5) -> list[tuple[int, list[tuple[int, ...]]]]:
    """The line-up and the seatings of some blocks."""
    dealt = [lineups.of_block(block, seed) for block in blocks]
    return [(deal.line_up, list(seatings(name, seats, seed, deal))) for deal in dealt]


def circle(seating: tuple[int, ...]) -> tuple[int, ...]:
    """A seating turned so that slot 0 comes first."""
    at = seating.index(0)
    return seating[at:] + seating[:at]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", ["rotations", "permutations"])
def test_every_slot_sits_in_every_seat_equally_often_in_every_block(name: str, seats: int) -> None:
    for _, games in blocks_of(line_ups(seats, seats, "all"), name, seats, range(7)):
        assert len(games) == games_in_block(name, seats)
        for seat in range(seats):
            assert set(Counter(game[seat] for game in games).values()) == {len(games) // seats}


@pytest.mark.parametrize("seats", SEATS)
def test_all_circular_orders_come_equally_often_in_a_cycle_of_blocks(seats: int) -> None:
    cycle = factorial(seats - 1)
    blocks = blocks_of(line_ups(seats, seats, "all"), "rotations", seats, range(3 * cycle))
    seen = Counter(circle(games[0]) for _, games in blocks)

    assert len(seen) == cycle == len(circular_orders(seats))
    assert set(seen.values()) == {3}


def test_five_of_five_strategies_have_24_orders() -> None:
    assert len(circular_orders(5)) == 24


@pytest.mark.parametrize("seats", SEATS)
def test_the_games_of_a_rotation_block_keep_the_neighbours(seats: int) -> None:
    for _, games in blocks_of(line_ups(seats, seats, "all"), "rotations", seats, range(5)):
        assert len({circle(game) for game in games}) == 1


def test_permutations_are_all_seatings() -> None:
    [(_, games)] = blocks_of(line_ups(3, 3, "all"), "permutations", 3, range(1))
    assert sorted(games) == sorted(permutations(range(3)))


@pytest.mark.parametrize("seats", SEATS)
def test_the_random_design_is_balanced_over_as_many_blocks_as_seats(seats: int) -> None:
    games = [game for _, [game] in blocks_of(line_ups(seats, seats, "all"), "random", seats, range(4 * seats))]
    for begin in range(0, len(games), seats):
        for seat in range(seats):
            assert {game[seat] for game in games[begin:begin + seats]} == set(range(seats))


def test_fixed_and_mirror_seat_the_slots_in_order() -> None:
    assert blocks_of(line_ups(4, 4, "all"), "fixed", 4, range(2)) == [(0, [(0, 1, 2, 3)])] * 2
    assert {games[0] for _, games in blocks_of(design.mirrors(3, 4), "mirror", 4, range(6))} == {(0, 1, 2, 3)}


@pytest.mark.parametrize(("seats", "pairs"), [(2, 3), (3, 6), (5, 6)])
def test_among_clones_each_strategy_meets_clones_of_each_other_one(seats: int, pairs: int) -> None:
    sets = design.among_clones(3, seats).sets

    assert len(sets) == len(set(sets)) == pairs
    assert all(Counter(members)[members[0]] == 1 and len(set(members)) == 2 for members in sets)
    meetings = {frozenset(members) if seats == 2 else members[:2] for members in sets}
    assert len(meetings) == pairs


def test_a_candidate_among_clones_of_each_other_strategy() -> None:
    assert list(design.among_clones(3, 4, 1).sets) == [(1, 0, 0, 0), (1, 2, 2, 2)]


@given(pool=st.integers(2, 9), seats=st.integers(2, 5), seed=st.integers(0, 10**9), cycle=st.integers(0, 3))
def test_all_line_ups_come_equally_often(pool: int, seats: int, seed: int, cycle: int) -> None:
    pool = max(pool, seats)
    lineups = line_ups(pool, seats, "all")
    n = comb(pool, seats)
    seen = Counter(lineups.of_block(block, seed).line_up for block in range(cycle * n, (cycle + 1) * n))

    assert seen == Counter(range(n))
    assert list(lineups.sets) == list(combinations(range(pool), seats))


def test_every_line_up_has_its_own_cycle_of_orders() -> None:
    lineups = line_ups(5, 4, "all")
    seen = Counter((number, circle(games[0])) for number, games in blocks_of(lineups, "rotations", 4, range(5 * 6)))
    assert len(seen) == 5 * 6


@given(pool=st.integers(2, 11), seats=st.integers(2, 5), seed=st.integers(0, 10**9))
def test_balanced_line_ups_deal_each_strategy_equally_often(pool: int, seats: int, seed: int) -> None:
    pool = max(pool, seats)
    lineups = line_ups(pool, seats, "balanced")
    length = design.balanced_length(pool, seats)
    sets = [lineups.sets[lineups.of_block(block, seed).line_up] for block in range(3 * length)]

    assert all(len(set(members)) == seats for members in sets)
    assert set(Counter(member for members in sets for member in members).values()) == {3 * length * seats // pool}


def test_balanced_line_ups_also_turn_the_circular_orders() -> None:
    lineups = line_ups(7, 4, "balanced")
    seen = Counter(circle(games[0]) for _, games in blocks_of(lineups, "rotations", 4, range(12)))
    assert set(seen.values()) == {2}


@given(st.integers(1, 12), st.data())
def test_subsets_are_numbered_as_itertools_lists_them(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, n))
    subsets = Subsets(n, k)
    expected = list(combinations(range(n), k))

    assert list(subsets) == expected
    assert [subsets.number(members) for members in expected] == list(range(len(expected)))


@pytest.mark.parametrize(("pool", "seats", "expected"), [
    (2, 4, [(0, 1, 1, 1)]),
    (3, 4, [(0, 1, 1, 2), (0, 1, 2, 2)]),
    (4, 4, [(0, 1, 2, 3)]),
    (5, 4, [(0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 3, 4), (0, 2, 3, 4)]),
    (3, 5, [(0, 1, 1, 2, 2)]),
])
def test_the_field_fills_the_other_seats_as_evenly_as_it_can(pool: int, seats: int, expected: list[tuple[int, ...]]) -> None:
    assert sorted(design.against_field(pool, seats, 0).sets) == expected


def test_the_candidate_may_stand_anywhere_in_the_list() -> None:
    assert design.against_field(3, 3, 2).sets == ((2, 0, 1),)


def test_another_seed_shuffles_otherwise_and_the_same_seed_alike() -> None:
    lineups = line_ups(6, 4, "all")
    one, again, other = (blocks_of(lineups, "rotations", 4, range(15), seed) for seed in (1, 1, 2))
    assert one == again != other
