"""Each parameter of the plans does what its sentence says, in small positions on the beginner board."""
from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sim.catan.state import CatanState as State
from sim.catan.tables import CITY, DEV_CARD, ROAD, SETTLEMENT
from strategies.catan import purchases, robber, sites, trading
from strategies.catan.archetype import Archetype
from strategies.catan.discovery import Discovery
from strategies.catan.port import Port
from strategies.catan.wishes import Wish
from strategies.catan.wood_brick import WoodBrick
from tests.sim.catan.words import JUNGLE, edge, g1, new_game, seat, table
from tests.strategies.catan.table import answer, look

ITEMS = ("lumber", "brick", "wool", "grain", "ore", "jungle")
ROADS = [(12, 17), (17, 22), (22, 28), (28, 33)]
"""A road of four."""


def production(vertex: int, **options: Any) -> tuple[int, ...]:
    """The pips of a settlement on a vertex, by resource, as the view tells them."""
    return table(seat(settlements=[vertex]), seat(), options=options).view(0).me.production


def wishes(state: State, **parameters: Any) -> dict[int, list[Wish]]:
    """The wishes of the actor, by what is bought first."""
    found: dict[int, list[Wish]] = {ROAD: [], SETTLEMENT: [], CITY: [], DEV_CARD: []}
    for wish in look(state, **parameters).wishes:
        found[wish.what].append(wish)
    return found


def worth(state: State, what: int, **parameters: Any) -> float:
    """The worth of the only wish of a kind."""
    [wish] = wishes(state, **parameters)[what]
    return wish.worth


def test_every_parameter_has_a_sentence() -> None:
    for plan in (Archetype, Discovery, Port, WoodBrick):
        for field in dataclasses.fields(plan):
            assert any("help" in other.metadata for cls in plan.__mro__ if dataclasses.is_dataclass(cls)
                       for other in dataclasses.fields(cls) if other.name == field.name)


# --- sites ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(6))
def test_a_weight_counts_the_pips_of_its_resource(place: int) -> None:
    state = table(seat(), seat(), options=JUNGLE)
    plain, more = (look(state, **{ITEMS[place]: weight}).bot.values for weight in (1.0, 3.0))

    for vertex in (0, 12, 18, 31, 34, 44, 53):
        assert more[vertex] - plain[vertex] == pytest.approx(2 * production(vertex, **JUNGLE)[place])


def test_without_weights_a_site_is_worth_its_pips() -> None:
    """V12 lies by ore 10, grain 12 and brick 6."""
    assert look(table(seat(), seat())).bot.values[12] == 3 + 1 + 5


def test_resources_that_the_seat_does_not_produce_count_extra() -> None:
    """From V13 come wool and brick; V44 has ore, brick and grain, V14 lumber, wool and brick."""
    state = table(seat(settlements=[13]), seat())

    def gain(vertex: int) -> float:
        more, plain = (look(state, new_kind=extra).bot.site_worth(look(state), vertex) for extra in (5.0, 0.0))
        return more - plain

    assert (gain(44), gain(14), gain(5)) == (10, 5, 5)


def test_a_harbour_counts_extra() -> None:
    """V33 has the brick harbour."""
    state = table(seat(), seat())
    plain, more = look(state, harbour=0.0), look(state, harbour=3.0)

    assert more.bot.site_worth(more, 33) - plain.bot.site_worth(plain, 33) == 3
    assert more.bot.site_worth(more, 31) == plain.bot.site_worth(plain, 31)


def test_room_for_more_settlements_counts_in_the_set_up_alone() -> None:
    state = new_game(3, {"board": "beginner"})
    view = state.view(0)
    rooms = {action.args["vertex"]: sites.room(view, action.args["vertex"]) for action in state.legal()}

    best = sites.settle(look(state, space=100.0), state.legal())
    assert rooms[best.args["vertex"]] == max(rooms.values()) > min(rooms.values())
    spacious, cramped = look(state, space=9.0), look(state)
    assert spacious.bot.site_worth(spacious, 31) == cramped.bot.site_worth(cramped, 31)


def test_one_kind_is_sought_by_the_port_in_its_first_settlement() -> None:
    """V12: ore 3, grain 1, brick 5."""
    first, second = table(seat(), seat()), table(seat(settlements=[44]), seat())
    plain, more = Port(one_kind=0.0), Port(one_kind=2.0)

    assert more.site_worth(look(first, more), 12) - plain.site_worth(look(first, plain), 12) == pytest.approx(10)
    assert more.site_worth(look(second, more), 12) == plain.site_worth(look(second, plain), 12)


def test_a_harbour_is_worth_to_the_port_what_it_trades() -> None:
    """Brick alone comes from V11 and V38 is by the brick harbour; V26 and V32 have a generic one."""
    state = table(seat(settlements=[7]), seat())
    bot = Port()
    seen = look(state, bot)
    shares = [pips / sum(seen.income) for pips in seen.income[:5]]

    assert bot.harbour_worth(seen, 38) == shares[1]
    assert bot.harbour_worth(seen, 26) == 0.35
    assert bot.site_worth(seen, 39) > look(state, Port(harbour=0.0)).bot.site_worth(seen, 39)      # one road from V38


# --- wishes -----------------------------------------------------------------------------------------------------------------


def test_a_city_is_worth_its_points_and_what_grows() -> None:
    """On V44, with ore 2, brick 4 and grain 5, not on V48 by the sea."""
    state = table(seat(settlements=[44, 16]), seat())
    [wish] = wishes(state, city=2.0, growth=0.0)[CITY]

    assert (wish.place, wish.worth, list(wish.cost)) == (44, 2.0, [0, 0, 0, 2, 3])
    assert worth(state, CITY, city=2.0, growth=0.1) == pytest.approx(2.0 + 1.1)


def test_a_settlement_is_worth_its_points_and_what_grows() -> None:
    """V17 is open at the end of a road from V28."""
    state = table(seat(settlements=[28], roads=[(22, 28), (17, 22)]), seat())
    plain, more = (worth(state, SETTLEMENT, settlement=1.0, growth=growth) for growth in (0.0, 0.1))

    assert plain == 1.0
    seen = look(state)
    assert more - plain == pytest.approx(0.1 * seen.bot.site_worth(seen, 17))


def test_a_site_some_roads_away_costs_the_roads_too_and_is_less_sure() -> None:
    state = table(seat(settlements=[28], roads=[(28, 34)]), seat())
    far = wishes(state, settlement=1.0, growth=0.0, longest=0.0)[ROAD]

    assert {tuple(wish.cost): round(wish.worth, 3) for wish in far} == {
        (2, 2, 1, 1, 0): 0.9, (3, 3, 1, 1, 0): 0.81, (4, 4, 1, 1, 0): 0.729}
    assert {wish.place for wish in far} <= {edge(34, 39), edge(29, 34), edge(22, 28), edge(28, 33)}


def test_without_pieces_nothing_is_wished_that_needs_them() -> None:
    settled = table(seat(settlements=[0, 2, 11, 13, 15]), seat())
    assert {wish.what for wish in look(settled, longest=0.0).wishes} == {CITY, DEV_CARD}
    cities = table(seat(cities=[0, 2, 11, 13]), seat(), deck=[])
    assert {wish.what for wish in look(cities, longest=0.0).wishes} == {ROAD}


def test_a_card_is_worth_more_while_the_army_is_not_held() -> None:
    without, held = table(seat(), seat()), table(seat(played={"knight": 3}), seat(), army_holder=0)

    assert worth(without, DEV_CARD, card=0.5, knight=0.25) == 0.75
    assert worth(held, DEV_CARD, card=0.5, knight=0.25) == 0.5


def test_the_longest_road_is_wished_when_it_is_near() -> None:
    short, near = (table(seat(settlements=[12], roads=ROADS[:n]), seat(), deck=[]) for n in (1, 4))
    none = wishes(near, longest=0.0, settlement=0.0, growth=0.0)[ROAD]
    found = [wish for wish in wishes(near, longest=2.5, settlement=0.0, growth=0.0)[ROAD] if wish.worth == 2.5]

    assert not [wish for wish in none if wish.worth > 0]
    assert [list(wish.cost) for wish in found] == [[1, 1, 0, 0, 0]]
    assert not [wish for wish in wishes(short, longest=2.5)[ROAD] if wish.worth == 2.5]


def test_the_longest_road_is_defended_only_against_one_who_is_close() -> None:
    mine = seat(settlements=[12], roads=[*ROADS, (33, 38)])
    close = seat(settlements=[13], roads=[(13, 18), (18, 24), (24, 30), (30, 36)])

    def defends(other: dict[str, Any]) -> bool:
        found = wishes(table(mine, other, deck=[]), longest=10.0, settlement=0.0, growth=0.0)[ROAD]
        return any(wish.worth == 3.0 for wish in found)

    assert defends(close) and not defends(seat(settlements=[13], roads=[(13, 18)]))


def test_what_wins_the_game_is_worth_more() -> None:
    """With 9 points a settlement wins; with 8 it does not. A card may, but nobody knows."""
    nine, eight = (table(seat(settlements=[28], cities=[44, 31, 13, 15][:n], roads=[(22, 28), (17, 22)],
                              dev={"vp": 9 - 1 - 2 * n - short}), seat())
                   for n, short in ((3, 0), (3, 1)))
    for state, extra in ((nine, 5.0), (eight, 0.0)):
        plain, more = (worth(state, SETTLEMENT, last=last, settlement=1.0, growth=0.0) for last in (0.0, 5.0))
        assert (plain, more) == (1.0, 1.0 + extra)
        assert worth(state, DEV_CARD, last=5.0) == worth(state, DEV_CARD, last=0.0)


def test_a_wish_counts_half_after_as_many_rolls_as_there_is_patience() -> None:
    state = table(seat(), seat())

    assert look(state, patience=20.0).share(20) == 0.5
    assert look(state, patience=20.0).share(0) == 1.0
    assert look(state, patience=60.0).share(20) == 0.75


@pytest.mark.parametrize(("hand", "card", "waits"), [
    ("W1 G2 O2", 0.4, True), ("W1 G2 O2", 0.9, False), ("W1 G1 O1", 0.4, False)])
def test_a_card_waits_for_a_city_that_is_near_unless_it_is_worth_more(hand: str, card: float, waits: bool) -> None:
    """Of the city one ore is missing, or three cards."""
    seen = look(table(seat(hand, cities=[44], settlements=[31]), seat()))
    card_wish, city = (Wish(what, -1, worth, seen.bot.costs[what]) for what, worth in ((DEV_CARD, card), (CITY, 1.2)))

    assert purchases.delays(seen, card_wish, city) == waits


# --- trade ------------------------------------------------------------------------------------------------------------------


def test_who_does_not_talk_offers_and_accepts_nothing() -> None:
    state = g1("L3 G2 O2", "O3", options={"preset": "standard"})

    assert answer(state, "catan.pips:talk=true").startswith("offer ")
    assert not answer(state, "catan.pips:talk=false").startswith("offer ")


# --- robber -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hex", "counts"), [(8, True), (4, True), (13, False)])
def test_rivals_for_lumber_and_brick_are_robbed_rather(hex: int, counts: bool) -> None:
    """H8 is a forest, H4 hills, H13 a mountain; an opponent stands on each."""
    state = table(seat(), seat(settlements=[23, 44]))
    plain, more = (robber.harm(look(state, WoodBrick(rivals=rivals)), hex) for rivals in (1.0, 2.0))

    assert (more == 2 * plain) == counts and plain > 0


def test_the_port_robs_those_with_its_own_harbour_rather() -> None:
    """Seats 0 and 1 have the brick harbour, seat 2 has none."""
    state = table(seat(settlements=[27]), seat(settlements=[38]), seat(settlements=[31]))
    plain, more = (look(state, Port(rivals=rivals)) for rivals in (1.0, 2.0))

    assert robber.harm(more, 16) == robber.harm(plain, 16)                      # nobody stands there
    assert robber.harm(more, 10) == robber.harm(plain, 10) > 0
    assert more.bot.grudge(more, 12, more.view.seats[1]) == 2.0
    assert more.bot.grudge(more, 12, more.view.seats[2]) == 1.0


# --- Discoveries ------------------------------------------------------------------------------------------------------------


def test_a_card_is_bought_as_soon_as_a_discovery_helps_to_pay() -> None:
    state = table(seat("W1 G1 D1", settlements=[44]), seat(), options=JUNGLE)

    assert answer(state, "catan.discovery").startswith("buy a development card with Discoveries for 1 ore")


def test_most_discoveries_are_paid_where_there_is_a_choice() -> None:
    state = table(seat("W1 G1 O1 D2", settlements=[44]), seat(), options={"preset": "standard", **JUNGLE})

    assert answer(state, "catan.discovery").count("1 ") == 2                    # two cards are paid with Discoveries
    assert answer(state, "catan.ore_wheat_sheep") == "buy a development card"


@pytest.mark.parametrize(("stock", "stock_from", "buys"), [(3, 8, True), (3, 1, False), (1, 1, True), (0, 1, True)])
def test_near_the_goal_a_stock_of_discoveries_is_kept(stock: int, stock_from: int, buys: bool) -> None:
    """One point and two Discoveries, of which one would be paid."""
    state = table(seat("W1 G1 D2", settlements=[44]), seat(), options=JUNGLE)
    said = answer(state, f"catan.discovery:stock={stock}:stock_from={stock_from}")

    assert said.startswith("buy a development card") == buys


def test_the_port_keeps_its_kind_from_players_and_its_sets_from_discards() -> None:
    """The brick harbour takes two for one: B2 is a set, B3 has one to spare."""
    bot = Port()
    whole, odd = (look(table(seat(hand, settlements=[33]), seat()), bot) for hand in ("B2 L1", "B3 L1"))

    assert (bot.gives(whole, 1), bot.gives(whole, 0)) == (False, True)
    assert bot.keeps(whole, 1) > 0 == bot.keeps(odd, 1) == bot.keeps(whole, 0)
    assert trading.SINGLE                                                       # the offers that `gives` is asked about
