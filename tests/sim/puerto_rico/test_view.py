"""Who sees what (rules, chapter 5)."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from sim.chance import Chance, Stream
from sim.core import Row, State, View
from tests.marks import rule
from tests.sim.puerto_rico.words import choices, fact, make_forced_moves, new_game, play, seat, table, vps

BUSY = seat(doubloons=3, goods={"corn": 2, "coffee": 1}, farms={"corn": 1}, fallow={"corn": 1, "quarry": 2},
            occupied={"indigo_plant": 2, "office": 1}, idle=["wharf"], san_juan=4)


def random_game(s: State, moves: int, seed: int = 3) -> None:
    """Play some random moves."""
    rng = Stream(seed)
    for _ in range(moves):
        if not s.over:
            s.play(rng.choice(s.legal()))


@rule("PR-INFO-01")
def test_everything_on_the_table_is_open_to_all() -> None:
    s = table(BUSY, seat(), seat(), row=["corn", "sugar", "sugar"], discard=["coffee"], house=["tobacco"], quarries=3,
              ships=[None, ("sugar", 2), None], colonist_supply=20, colonist_ship=3, card_doubloons={"mayor": 2},
              fired=["vp_exhausted"])

    view = s.view(2)
    other = view.opponents[0]

    assert (other.seat, other.doubloons, other.san_juan, other.colonists) == (0, 3, 4, 1 + 3 + 4)
    assert (other.goods["corn"], other.goods["coffee"], other.goods.total) == (2, 1, 3)
    assert (other.plantations["corn"], other.occupied["corn"], other.plantations["quarry"]) == (2, 1, 2)
    assert other.has("wharf") and not other.runs("wharf") and other.runs("office")
    assert other.crew["indigo_plant"] == 2
    assert (view.row["sugar"], view.discard["coffee"], view.house["tobacco"], view.quarries) == (2, 1, 1, 3)
    assert [(ship.size, ship.good, ship.load) for ship in view.ships] == [(4, None, 0), (5, "sugar", 2), (6, None, 0)]
    assert (view.colonist_supply, view.colonist_ship, view.card_doubloons["mayor"]) == (20, 3, 2)
    assert view.building_supply["office"] == 1
    assert view.fired == ("vp_exhausted",)
    assert (view.governor, view.actor, view.round, view.node) == (0, 0, 1, "D-ROLE")


@rule("PR-INFO-02")
def test_vp_of_others_lie_face_down_and_the_supply_is_open() -> None:
    s = table(seat(vp=7), seat(vp=3), seat())

    assert s.view(0).me.vp == 7
    assert s.view(0).vp_supply == 75 - 10
    with pytest.raises(AttributeError):
        s.view(0).opponents[0].vp  # noqa: B018


@rule("PR-INFO-02")
def test_an_option_lays_the_vp_open() -> None:
    s = table(seat(vp=7), seat(vp=3), seat(), options={"vp_visibility": "open"})

    assert [board.vp for board in s.view(2).seats] == [7, 3, 0]


@rule("PR-INFO-02", "PR-INFO-04")
@pytest.mark.parametrize("options, equal", [({}, True), ({"vp_visibility": "open"}, False)])
def test_who_holds_how_many_vp_changes_nothing_that_another_sees(options: dict[str, Any], equal: bool) -> None:
    one, other = (table(seat(vp=5), seat(vp=a), seat(vp=b), options=options, draw=["corn", "sugar"])
                  for a, b in ((3, 8), (8, 3)))

    assert (one.view(0).facts() == other.view(0).facts()) is equal
    assert choices(one) == choices(other)
    assert one.view(1).facts() != other.view(1).facts(), "his own he sees"


@rule("PR-INFO-03")
@pytest.mark.parametrize("seats", [2, 4])
def test_vp_can_be_counted_from_public_events(seats: int) -> None:
    s = new_game(seats, seed=11)
    rng = Stream(11)
    while not s.over:
        s.play(rng.choice(s.legal()))

    counted = [0] * seats
    for event in s.view(seats - 1).events():
        if event.kind in ("loaded", "wharf"):
            counted[event.seat] += event.extra

    assert counted == vps(s) and sum(counted) > 0


@rule("PR-INFO-04")
def test_the_order_of_the_draw_pile_is_hidden_and_its_size_open() -> None:
    one, other = (table(seat(), seat(), seat(), row=["corn"], draw=draw) for draw in (
        ["corn", "coffee", "sugar", "sugar"], ["sugar", "corn", "sugar", "coffee"]))

    for who in range(3):
        assert one.view(who).facts() == other.view(who).facts()
    assert one.view(0).draw_pile == 4
    assert one.digest() != other.digest()


@rule("PR-INFO-05")
def test_discards_and_unseen_tiles_are_open_as_counts() -> None:
    s = new_game(4, seed=5)
    random_game(s, 120)

    view = s.view(3)

    assert {kind: view.unseen_tiles[kind] for kind in view.unseen_tiles.names} == {
        kind: fact(s, "draw").count(kind) for kind in view.unseen_tiles.names}
    assert {kind: view.discard[kind] for kind in view.discard.names} == {
        kind: fact(s, "discard").count(kind) for kind in view.discard.names}
    assert view.unseen_tiles.total == view.draw_pile > 0


@rule("PR-INFO-06")
def test_a_view_hands_out_nothing_that_could_change_the_game() -> None:
    s = table(BUSY, seat(goods={"corn": 1}), seat(), row=["corn", "sugar"], house=["tobacco"])
    before = s.digest()

    for name, value in _reachable(s.view(1)):
        assert value is None or isinstance(value, int | str | Row | tuple) or type(value).__name__.endswith("View"), name
        with suppress(AttributeError, TypeError):               # the native build refuses, the plain one changes the view only
            setattr(s.view(1), name.split(".")[0], 99)
    with pytest.raises(TypeError):
        s.view(1).me.goods["corn"] = 50

    assert s.digest() == before


def _reachable(view: View) -> Iterator[tuple[str, Any]]:
    """All public plain attributes of a view and of the boards and ships in it."""
    for name in dir(view):
        if name.startswith("_") or callable(getattr(view, name)):
            continue
        yield name, getattr(view, name)
    for part, things in (("seats", view.seats), ("ships", view.ships)):
        for thing in things:
            for name in dir(thing):
                if not name.startswith("_") and name != "vp" and not callable(getattr(thing, name)):
                    yield f"{part}.{name}", getattr(thing, name)


@rule("PR-INFO-06", "PR-INFO-04")
def test_a_sample_fits_the_view_and_shows_nothing_of_the_true_pile() -> None:
    s = new_game(4, seed=6)
    random_game(s, 60)
    make_forced_moves(s)
    view = s.view(2)
    true = fact(s, "draw")
    rng = Stream(1)

    piles = [list(sample.position()["draw"]) for sample in (view.sample(rng) for _ in range(200))]

    assert all(sorted(pile) == sorted(true) for pile in piles)
    same_top = sum(pile[0] == true[0] for pile in piles) / len(piles)
    assert abs(same_top - true.count(true[0]) / len(true)) < 0.1
    assert view.sample(rng).view(2).facts() == view.facts()
    assert fact(s, "draw") == true


@rule("PR-INFO-07", "PR-INFO-06")
def test_a_view_depends_on_nothing_that_is_still_to_come() -> None:
    told = {"row": ["corn", "sugar"], "draw": ["corn"], "discard": ["coffee"] * 5}
    one, other = (table(BUSY, seat(), seat(), chance=Chance(1, block), **told) for block in (0, 1))

    for who in range(3):
        assert one.view(who).facts() == other.view(who).facts()
    names = " ".join(name for name in dir(one.view(0)) if not name.startswith("_"))
    assert "strateg" not in names and "lineup" not in names and "chance" not in names


@rule("PR-INFO-01")
def test_labels_name_every_fact_once() -> None:
    for seats in (2, 3, 4, 5):
        view = new_game(seats).view(0)
        assert len(view.labels()) == len(view.facts()) == len(set(view.labels()))


@rule("PR-INFO-02", "PR-INFO-01")
def test_opponents_sit_clockwise_from_the_left_neighbour() -> None:
    s = table(*[seat()] * 4)

    assert [board.seat for board in s.view(2).opponents] == [3, 0, 1]
    play(s, "take the trader")
    assert s.view(2).me.seat == 2 and s.view(2).actor == 1


@rule("PR-INFO-01")
def test_cards_and_the_running_phase_are_open() -> None:
    s = table(seat(goods={"corn": 1}), seat(), seat())
    view = s.view(1)

    assert (view.role, view.chooser, view.picks_left) == (None, -1, 3)
    assert view.cards == ("settler", "mayor", "builder", "craftsman", "trader", "captain")
    assert view.is_free("trader") and not view.is_free("prospector"), "there is none with three players"
    play(s, "take the trader")
    assert (view.role, view.chooser, view.picks_left) == ("trader", 0, 2), "views are live"
    assert not view.is_free("trader")
    play(s, "pass", "take the settler")
    assert (view.role, view.chooser) == ("settler", 1)


@rule("PR-INFO-01")
def test_what_a_board_could_do_can_be_asked() -> None:
    s = table(seat(doubloons=5, goods={"corn": 3, "coffee": 1}, farms={"quarry": 2, "corn": 2}, fallow={"sugar": 1},
                   occupied={"office": 1, "wharf": 1, "indigo_plant": 2, "large_warehouse": 1}, idle=["harbor"]), seat(),
              seat(),
              house=["coffee"], ships=[("corn", 2), None, None])
    me, other = s.view(0).me, s.view(0).opponents[0]

    assert (me.tiles, me.city_spaces, me.empty_circles, me.empty_building_circles) == (5, 5, 1 + 2, 2)
    assert (me.makes("corn"), me.makes("indigo")) == (2, 0)
    assert (me.price_of("factory"), me.price_of("factory", as_builder=True), other.price_of("factory")) == (5, 4, 7)
    assert me.can_place("factory") and not me.can_place("harbor")
    assert me.can_sell("coffee") and not other.can_sell("coffee")
    assert (me.sale_income("coffee"), me.sale_income("coffee", as_trader=True)) == (4, 5)
    assert [ship.number for ship in s.view(0).ships] == [1, 2, 3]
    assert [me.can_load(ship, "corn") for ship in (1, 2, 3)] == [2, 0, 0]
    assert [me.can_load(ship, "coffee") for ship in (1, 2, 3)] == [0, 1, 1]
    assert me.can_load(2, "sugar") == 0
    assert me.wharf_ready and not other.wharf_ready
    assert (me.warehouse_kinds, me.storage_units, other.warehouse_kinds) == (2, 1, 0)
    assert me.vp_buildings == 2 + 3 + 2 + 2 + 3


@rule("PR-INFO-01", "PR-RND-01")
@pytest.mark.parametrize("taken, actor, before", [
    ([], 1, [3, 0, 1, 2]),                                      # governor 1: seats 2, 3, 0 follow
    (["trader"], 2, [2, 6, 0, 1]),                              # seat 1 ends the next round
    (["trader", "mayor", "builder"], 0, [0, 4, 1, 2]),          # the next round begins with seat 2; seat 1 ends it
])
def test_how_many_pick_before_a_seat(taken: list[str], actor: int, before: list[int]) -> None:
    s = table(*[seat()] * 4, governor=1, actor=actor, taken=taken)

    assert [s.view(0).picks_before(who) for who in range(4)] == before


@rule("PR-INFO-01", "PR-CAPTAIN-10")
def test_whether_the_captains_privilege_is_still_to_come() -> None:
    s = table(seat(goods={"corn": 1, "sugar": 2}), seat(), seat(), ships=[("corn", 1), ("sugar", 1), None])
    view = s.view(1)

    assert not view.captain_bonus_due
    play(s, "take the captain")
    assert view.captain_bonus_due
    s.play(s.legal()[0])                                        # then sugar follows by itself
    assert not view.captain_bonus_due
