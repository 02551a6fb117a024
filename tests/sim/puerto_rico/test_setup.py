"""What lies on the table before the first move (rules 2.1, tables of chapter 1)."""
from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sim.chance import Chance, Scripted, Stream
from sim.puerto_rico import GAME
from tests.marks import rule
from tests.sim.puerto_rico.numbers import SETUP
from tests.sim.puerto_rico.words import (
    choices,
    city,
    doubloons,
    fact,
    facts,
    goods,
    house,
    manned,
    new_game,
    play,
    san_juan,
    seat,
    setup,
    ship_sizes,
    ships,
    table,
    tiles,
    vps,
)

SIX_ROLES = ["take the settler", "take the mayor", "take the builder", "take the craftsman", "take the trader",
             "take the captain"]


@rule("EX-01", "PR-SET-01", "PR-SET-02", "PR-SET-04", "PR-SET-05", "PR-SET-06", "PR-SET-07", "X8")
def test_three_players_begin() -> None:
    s = new_game(3)

    assert [tiles(s, seat) for seat in range(3)] == [{"indigo": 1}, {"indigo": 1}, {"corn": 1}]
    assert doubloons(s) == [2, 2, 2]
    assert (fact(s, "colonist_supply"), fact(s, "colonist_ship"), fact(s, "vp_supply")) == (55, 3, 75)
    assert ship_sizes(s) == [4, 5, 6]
    assert choices(s) == SIX_ROLES
    assert fact(s, "quarries") == 8
    assert (len(fact(s, "row")), len(fact(s, "draw")), len(fact(s, "discard"))) == (4, 50 - 3 - 4, 0)


@rule("EX-02", "X1", "PR-SET-04")
def test_four_players_begin_with_a_row_of_five() -> None:
    s = new_game(4)

    assert [tiles(s, seat) for seat in range(4)] == [{"indigo": 1}, {"indigo": 1}, {"corn": 1}, {"corn": 1}]
    assert (len(fact(s, "row")), len(fact(s, "draw"))) == (5, 50 - 4 - 5)
    assert doubloons(s) == [3, 3, 3, 3]
    assert (fact(s, "colonist_supply"), fact(s, "colonist_ship"), fact(s, "vp_supply")) == (75, 4, 100)
    assert ship_sizes(s) == [5, 6, 7]
    assert choices(s) == [*SIX_ROLES, "take the prospector"]


@rule("EX-03", "X2", "PR-SET-02")
def test_five_players_begin_and_the_last_two_grow_corn() -> None:
    s = new_game(5)

    assert [tiles(s, seat) for seat in range(5)] == [{"indigo": 1}] * 3 + [{"corn": 1}] * 2
    assert doubloons(s) == [4, 4, 4, 4, 4]
    assert (fact(s, "colonist_supply"), fact(s, "colonist_ship"), fact(s, "vp_supply")) == (95, 5, 122)
    assert ship_sizes(s) == [6, 7, 8]
    assert (len(fact(s, "row")), len(fact(s, "draw"))) == (6, 50 - 5 - 6)


@rule("PR-SET-06", "PR-RND-08")
def test_the_fifth_player_brings_a_second_prospector() -> None:
    s = new_game(5)

    assert choices(s) == [*SIX_ROLES, "take the prospector"]    # equal cards are one choice ...
    assert len(fact(s, "taken")) == 0
    s = GAME.position(s.setup, players=[{}] * 5, card_doubloons={"prospector2": 1})
    assert choices(s) == [*SIX_ROLES, "take the prospector", "take the second prospector"]      # ... unequal ones are two


@rule("EX-05", "PR-SET-05")
def test_the_ship_comes_on_top_of_the_supply() -> None:
    s = new_game(4)

    assert fact(s, "colonist_supply") + fact(s, "colonist_ship") == 79


@rule("PR-SET-03", "PR-SET-04")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_start_tiles_come_out_of_the_box_and_lie_unoccupied(seats: int) -> None:
    s = new_game(seats)

    lying = [tile for seat in range(seats) for tile in tiles(s, seat)] + fact(s, "row") + fact(s, "draw")
    assert {kind: lying.count(kind) for kind in sorted(set(lying))} == dict(sorted(SETUP[seats]["tiles"].items()))
    assert [manned(s, seat) for seat in range(seats)] == [{}] * seats
    assert "quarry" not in lying


@rule("PR-SET-08")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nobody_begins_with_buildings_goods_colonists_or_vp(seats: int) -> None:
    s = new_game(seats)

    assert [(city(s, seat), goods(s, seat)) for seat in range(seats)] == [({}, {})] * seats
    assert san_juan(s) == vps(s) == [0] * seats
    assert house(s) == [] and ships(s) == [None] * len(SETUP[seats]["ships"])
    assert fact(s, "goods_supply") == SETUP[seats]["goods"]


@rule("PR-SET-09")
def test_luck_depends_on_seed_and_block_and_on_nothing_else() -> None:
    def piles(seed: int, block: int) -> list[str]:
        s = new_game(4, seed=seed, block=block)
        return list(fact(s, "row") + fact(s, "draw"))

    assert piles(1, 0) == piles(1, 0)
    assert piles(1, 0) != piles(1, 1) != piles(2, 1)
    assert piles(1, 0) != piles(2, 0)


@rule("PR-SET-09")
def test_a_variant_shares_the_order_of_the_tiles_that_both_have() -> None:
    base, richer = new_game(4), new_game(4, {"tiles.coffee": 12})

    short, long = sorted(([tile for tile in fact(s, "draw") if tile != "coffee"] for s in (base, richer)), key=len)

    assert long[-len(short):] == short, "the row took a different number of them"
    assert len(short) > 25


@rule("PR-SET-09")
def test_each_random_event_has_a_purpose_of_its_own() -> None:
    numbers = list(GAME.purposes.values())

    assert len(set(numbers)) == len(numbers) >= 2
    assert min(numbers) >= 16, "lower purposes belong to all games"


@rule("PR-SET-09", "PR-SETTLER-06")
def test_the_draw_pile_and_the_first_reshuffle_are_different_draws() -> None:
    tiles_to_shuffle = ["corn", "indigo", "sugar", "tobacco", "coffee"] * 4

    def refilled(block: int) -> list[str]:
        s = table(seat(), seat(), seat(), row=["corn"], draw=[], discard=tiles_to_shuffle, chance=Chance(1, block))
        play(s, "take the settler", "pass", "1: pass", "2: pass")
        return list(fact(s, "row") + fact(s, "draw"))

    assert refilled(0) == refilled(0)
    assert refilled(0) != refilled(1)


@rule("PR-SET-02")
def test_the_first_governor_is_seat_0_and_picks_first() -> None:
    for seats in (2, 3, 4, 5):
        s = new_game(seats)
        assert (facts(s)["governor"], s.actor, s.round) == (0, 0, 1)


class Noted(Chance):
    """Chance that remembers for what it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, 0)
        self.asked: list[tuple[int, int]] = []

    def order(self, purpose: i64, index: i64, pieces: vec[i64]) -> vec[i64]:
        self.asked.append((int(purpose), int(index)))
        return super().order(purpose, index, pieces)


@rule("PR-SET-09")
def test_reshuffles_are_numbered() -> None:
    chance = Noted(2)
    s = GAME.new(setup(5), chance)
    rng = Stream(2)
    while not s.over:
        s.play(rng.choice(s.legal()))

    first, *others = chance.asked
    assert first == (GAME.purposes["draw_pile"], 0)
    assert others == [(GAME.purposes["reshuffle"], number) for number in range(len(others))] and others


@rule("PR-SET-09", "PR-SET-02")
def test_who_begins_is_a_draw_of_its_own_that_all_variants_share() -> None:
    places = [[GAME.first_place(setup(4, options), Chance(1, block)) for block in range(60)]
              for options in ({}, {"row_size": 7})]

    assert places[0] == places[1]
    assert set(places[0]) == {0, 1, 2, 3}


@rule("PR-SET-09", "PR-SET-04")
def test_a_script_can_lay_the_tiles() -> None:
    order = [4] * 8 + [3] * 9 + [2] * 11 + [1] * 10 + [0] * 9   # without the start tiles of three players
    s = GAME.new(setup(3), Scripted({"draw_pile": order}, purposes=GAME.purposes))

    assert fact(s, "row") == ["coffee"] * 4
    assert fact(s, "draw")[:5] == ["coffee"] * 4 + ["tobacco"]
