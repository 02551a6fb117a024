"""Each parameter of the archetypes does what docs/strategies.md says of it, in small positions."""
from __future__ import annotations

from pathlib import Path

import pytest

from sim.chance import Stream
from sim.puerto_rico import tables as t
from sim.puerto_rico.state import State
from strategies.puerto_rico import roles, tiles
from strategies.puerto_rico.archetype import Archetype
from strategies.puerto_rico.hybrid import Hybrid
from strategies.puerto_rico.outlook import Outlook
from strategies.specs import build
from tests.sim.puerto_rico.words import play, seat, table
from tests.strategies.page import GAMES, PAGE, found, main, table as parameters


def look(state: State, **parameters: float) -> Outlook:
    """What the plain archetype with these parameters makes of a position, as the actor."""
    bot, view = Archetype(**parameters), state.view(int(state.actor))     # type: ignore[arg-type]
    bot.start(view, Stream(0))
    return Outlook(bot, view)


def worth(state: State, card: int, **parameters: float) -> float:
    """The worth of a card."""
    return roles.worth(look(state, **parameters), card)


def answer(state: State, spec: str) -> str:
    """What a strategy does as the actor, in words."""
    bot, view = build(spec, "puerto_rico"), state.view(int(state.actor))
    bot.start(view, Stream(0))
    return str(bot.choose(view, state.legal()))


def maker(**farms: int) -> dict[str, object]:
    """A player who makes goods: occupied plantations, and full buildings for them."""
    crew = {"indigo": {"indigo_plant": 3}, "sugar": {"sugar_mill": 3}, "tobacco": {"tobacco_storage": 3},
            "coffee": {"coffee_roaster": 2}}
    city = {name: n for good in farms for name, n in crew.get(good, {}).items()}
    return seat(farms=farms, occupied=city)


# --- tiles ------------------------------------------------------------------------------------------------------------


def test_quarries_are_taken_up_to_the_number_wanted() -> None:
    state = table(seat(fallow={"quarry": 1}), seat(), seat(), row=["indigo", "sugar"], quarries=5)
    play(state, "take the settler")

    assert answer(state, "puerto_rico.money:quarries=2") == "settle a quarry"
    assert answer(state, "puerto_rico.money:quarries=1") != "settle a quarry"


@pytest.mark.parametrize(("spec", "wanted"), [("puerto_rico.money", [2, 2, 2, 3]), ("puerto_rico.hybrid", [2, 2, 2, 2]),
                                              ("puerto_rico.shipping", [1, 0, 1, 1])])
def test_without_a_number_quarries_follow_the_number_of_players(spec: str, wanted: list[int]) -> None:
    found = []
    for players in (2, 3, 4, 5):
        bot = build(spec)
        assert isinstance(bot, Archetype)
        bot.start(table(*[seat() for _ in range(players)]).view(0), Stream(0))
        found.append(bot.wanted)
    assert found == wanted


def test_kinds_of_the_neighbours_are_avoided_each_for_its_own_side() -> None:
    state = table(seat(), seat(fallow={"corn": 1}), seat(), seat(fallow={"sugar": 1}), row=["corn", "sugar"])

    def kinds(**parameters: float) -> list[float]:
        return tiles.own_worths(look(state, count_plantations=False, **parameters))

    plain, right, left = kinds(), kinds(avoid_right=1.0), kinds(avoid_left=1.0)
    assert right[t.SUGAR] < plain[t.SUGAR] and right[t.CORN] == plain[t.CORN]
    assert left[t.CORN] < plain[t.CORN] and left[t.SUGAR] == plain[t.SUGAR]


def test_a_kind_that_others_grow_counts_less() -> None:
    state = table(seat(), seat(fallow={"corn": 1}), seat(fallow={"corn": 1}), row=["corn"])

    assert tiles.own_worths(look(state, count_plantations=True))[t.CORN] < tiles.own_worths(look(
        state, count_plantations=False))[t.CORN]


# --- the worth of cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round", "weight", "other"), [(3, "cards_early", "cards_late"), (9, "cards_late", "cards_early")])
def test_doubloons_on_a_card_are_weighed_by_half(round: int, weight: str, other: str) -> None:
    state = table(seat(), seat(), seat(), round=round, card_doubloons={"settler": 2}, row=["corn"])
    plain = worth(state, t.SETTLER)

    assert worth(state, t.SETTLER, **{weight: 2.0}) == pytest.approx(plain + 2 * look(state).now)
    assert worth(state, t.SETTLER, **{other: 2.0}) == plain
    assert worth(state, t.MAYOR, **{weight: 2.0}) == worth(state, t.MAYOR)


def test_a_doubloon_is_worth_less_from_round_to_round() -> None:
    bot = Archetype(early=2.5, fall=0.2, least=0.5)

    assert [bot.doubloon(round) for round in (0, 5, 7.5, 10, 15)] == pytest.approx([2.5, 1.5, 1.0, 0.5, 0.5])


def test_a_doubloon_is_worth_nothing_once_the_end_has_come() -> None:
    assert look(table(seat(), seat(), seat(), fired=["city_full"])).now == 0.0


def test_the_gains_of_others_are_weighed() -> None:
    """Only the second player has something to sell."""
    state = table(seat(), seat(goods={"coffee": 1}), seat())
    none, largest, mean = (worth(state, t.TRADER, leave=0.0, a=a, b=b) for a, b in ((0, 0), (1, 0), (0, 1)))

    assert largest < mean < none
    assert none - largest == pytest.approx(2 * (none - mean))


def test_what_comes_anyway_if_another_takes_the_card_is_weighed() -> None:
    state = table(seat(goods={"coffee": 1}), seat(), seat())

    assert worth(state, t.TRADER, leave=1.0) < worth(state, t.TRADER, leave=0.0)
    assert worth(state, t.PROSPECTOR, leave=1.0) == worth(state, t.PROSPECTOR, leave=0.0)


@pytest.mark.parametrize(("parameter", "raised"), [("trade", {t.BUILDER, t.TRADER}), ("ship", {t.CRAFTSMAN, t.CAPTAIN})])
def test_trade_and_ship_are_factors_on_two_roles_each(parameter: str, raised: set[int]) -> None:
    """The player has money, goods and fields, so that each role brings him something."""
    me = seat(doubloons=6, goods={"coffee": 1, "corn": 3}, farms={"corn": 2}, fallow={"corn": 1})
    state = table(me, seat(), seat(), row=["corn"], colonist_ship=3)

    changed = {role for role in range(t.PROSPECTOR + 1) if worth(state, role, **{parameter: 2.0}) > worth(state, role) + 1e-9}
    assert changed == raised


def test_selling_makes_the_trader_and_shipping_the_captain_more_worth() -> None:
    state = table(seat(goods={"coffee": 2, "corn": 3}), seat(), seat())

    assert worth(state, t.TRADER, selling=1.5) > worth(state, t.TRADER)
    assert worth(state, t.CAPTAIN, shipping=1.5) > worth(state, t.CAPTAIN)


def test_sales_that_the_craftsman_gives_to_those_who_pick_before_us_are_feared() -> None:
    """As governor all pick before our next card; as last of the round only the others of the next one."""
    rich, poor = maker(coffee=1), seat()
    threatened = table(maker(corn=1), rich, poor, poor)
    safe = table(maker(corn=1), poor, poor, poor)

    assert worth(threatened, t.CRAFTSMAN, fear_sales=1.0) < worth(threatened, t.CRAFTSMAN)
    assert worth(safe, t.CRAFTSMAN, fear_sales=1.0) == worth(safe, t.CRAFTSMAN)


def test_the_craftsman_is_worth_less_with_each_card_taken_before_our_next() -> None:
    first = table(maker(corn=2), seat(), seat(), seat())
    last = table(seat(), seat(), seat(), maker(corn=2), actor=3, taken=["settler", "mayor", "builder"])

    assert (look(first).picks_before_own, look(last).picks_before_own) == (6, 2)
    loss = [worth(state, t.CRAFTSMAN) - worth(state, t.CRAFTSMAN, order_aware=1.0) for state in (first, last)]
    assert loss[0] > loss[1] > 0


def test_a_captain_who_spoils_a_sale_is_worth_more_if_that_is_wanted() -> None:
    spoils = table(seat(goods={"corn": 1}), seat(goods={"coffee": 1}), seat(), ships=[("coffee", 1), None, None])
    keeps = table(seat(goods={"corn": 1}), seat(goods={"coffee": 1}), seat(), ships=[("sugar", 1), ("indigo", 1), ("corn", 1)])

    assert worth(spoils, t.CAPTAIN, spoil_sales=1.0) > worth(spoils, t.CAPTAIN)
    assert worth(keeps, t.CAPTAIN, spoil_sales=1.0) == worth(keeps, t.CAPTAIN)


def test_a_captain_is_worth_more_if_others_lose_goods() -> None:
    full = [("sugar", 3), ("indigo", 4), ("corn", 5)]
    loses = table(seat(goods={"corn": 1}), seat(goods={"coffee": 4}), seat(), ships=full)
    stores = table(seat(goods={"corn": 1}), {**seat(goods={"coffee": 4}, occupied=["small_warehouse"])}, seat(), ships=full)

    assert worth(loses, t.CAPTAIN, deny_captain=1.0) == pytest.approx(worth(loses, t.CAPTAIN) + 0.9)
    assert worth(stores, t.CAPTAIN, deny_captain=1.0) == worth(stores, t.CAPTAIN)


def test_a_craftsman_is_worth_more_if_the_supply_is_short_for_the_others() -> None:
    players = (maker(corn=2), maker(corn=3), seat())
    short, plenty = table(*players, goods_supply={"corn": 3}), table(*players)

    assert worth(short, t.CRAFTSMAN, deny_craftsman=1.0) == pytest.approx(worth(short, t.CRAFTSMAN) + 0.6)
    assert worth(plenty, t.CRAFTSMAN, deny_craftsman=1.0) == worth(plenty, t.CRAFTSMAN)


def test_a_settler_is_worth_more_if_the_tiles_are_useless_to_the_others() -> None:
    players = (seat(), seat(idle=["coffee_roaster"]), seat(idle=["coffee_roaster"]))
    useless, useful = table(*players, row=["sugar", "tobacco"]), table(*players, row=["corn", "coffee", "coffee"])

    def wins(state: State) -> float:
        return worth(state, t.SETTLER, deny_settler=1.0) - worth(state, t.SETTLER)

    assert wins(useless) > 0
    assert wins(useful) == 0


def test_a_builder_is_worth_more_while_the_others_cannot_pay() -> None:
    me, rich = seat(doubloons=5), seat(doubloons=9)
    poor = table(me, seat(doubloons=1), rich)

    assert worth(poor, t.BUILDER, deny_builder=1.0) > worth(poor, t.BUILDER)
    assert worth(table(me, rich, rich), t.BUILDER, deny_builder=1.0) == worth(table(me, rich, rich), t.BUILDER)


def test_empty_circles_of_the_others_weigh_against_the_mayor() -> None:
    state = table(seat(), seat(fallow={"corn": 2}), seat(), colonist_ship=6)

    assert worth(state, t.MAYOR, mayor_share=2.0) < worth(state, t.MAYOR, mayor_share=0.0)


def test_doubloons_that_bring_a_wish_within_reach_are_worth_more() -> None:
    """With 5 doubloons and the builder's discount the roaster is within reach anyway; with 4 the prospector brings it."""
    near = table(seat(doubloons=4, farms={"coffee": 3}), seat(), seat(), seat())

    assert worth(near, t.PROSPECTOR, keep_wish=1.0) > worth(near, t.PROSPECTOR)
    assert worth(near, t.SETTLER, keep_wish=1.0) == worth(near, t.SETTLER)


def test_the_craftsman_may_be_made_to_wait_for_a_sale() -> None:
    corn, coffee = table(maker(corn=3), seat(), seat()), table(maker(corn=3, coffee=1), seat(), seat())

    assert roles.craftsman(look(corn, least_sale=3)).own == 0.0
    assert roles.craftsman(look(corn, least_sale=0)).own > 0.0
    assert roles.craftsman(look(coffee, least_sale=3)).own > 0.0


# --- goods and cargo --------------------------------------------------------------------------------------------------


def test_goods_may_be_sold_only_for_a_building_within_reach() -> None:
    """4 doubloons from a roaster for the coffee that grows; with 6 it can be paid already."""
    needs = table(seat(doubloons=3, goods={"coffee": 2}, farms={"coffee": 3}), seat(), seat())
    pays = table(seat(doubloons=30, goods={"coffee": 2}, farms={"coffee": 3}), seat(), seat())
    for state in (needs, pays):
        play(state, "take the trader")

    assert answer(needs, "puerto_rico.shipping:sell_for=4") == "sell coffee to the trading house"
    assert answer(pays, "puerto_rico.shipping:sell_for=4") == "pass"
    assert answer(pays, "puerto_rico.shipping:sell_for=0") == "sell coffee to the trading house"


def test_a_ship_may_be_blocked_with_a_kind_that_nobody_else_has() -> None:
    state = table(seat(goods={"corn": 2, "sugar": 1}), seat(goods={"corn": 5}), seat(goods={"corn": 1}),
                  ships=[("indigo", 1), None, ("tobacco", 1)])
    play(state, "take the captain")

    assert answer(state, "puerto_rico.shipping:block_ships=0").startswith("load corn")
    assert answer(state, "puerto_rico.shipping:block_ships=9") == "load sugar on the second ship"


# --- plans ------------------------------------------------------------------------------------------------------------


def test_the_hybrid_changes_its_plan_in_the_round_of_the_switch() -> None:
    bot = Hybrid(switch=5, selling=1.5, shipping=1.4, trade=2.0, ship=3.0)
    bot.start(table(seat(), seat()).view(0), Stream(0))
    usual = bot.estimates.roles

    assert [(bot.plan(n).selling, bot.plan(n).shipping) for n in (4, 5)] == [(1.5, 1.0), (1.0, 1.4)]
    assert [bot.weight(t.TRADER, n) / usual[t.TRADER] for n in (4, 5)] == pytest.approx([2.0, 1.0])
    assert [bot.weight(t.CAPTAIN, n) / usual[t.CAPTAIN] for n in (4, 5)] == pytest.approx([1.0, 3.0])


@pytest.mark.parametrize("game", GAMES)
def test_the_page_shows_every_parameter_with_its_meaning_and_its_defaults(game: str) -> None:
    """`python -m tests.strategies.page` writes them."""
    page = PAGE.read_text(encoding="utf-8")
    place = found(game, page)

    assert place and place[0] == parameters(game)
    first = parameters(game).splitlines()[2]
    assert page.count(first) == 1, "no other table holds the parameters"


def test_writing_the_page_leaves_what_was_measured_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of parameters alone are made by a program; figures beside them once were lost that way."""
    text = PAGE.read_text(encoding="utf-8")
    stale = text.replace("| `a` | weight of the largest gain", "| `a` | another meaning of the largest gain")
    assert stale != text
    copy = tmp_path / "strategies.md"
    copy.write_text(stale, encoding="utf-8")
    monkeypatch.setattr("tests.strategies.page.PAGE", copy)

    main()

    assert copy.read_text(encoding="utf-8") == text


# --- variants -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "value", "card"), [
    ("prospector_doubloons", 3, t.PROSPECTOR), ("trader_bonus", 4, t.TRADER), ("captain_bonus_vp", 5, t.CAPTAIN),
    ("vp_per_good", 2, t.CAPTAIN), ("craftsman_bonus_goods", 3, t.CRAFTSMAN), ("mayor_bonus_colonists", 3, t.MAYOR),
    ("builder_discount", 3, t.BUILDER), ("quarry_discount", 3, t.SETTLER)])
def test_what_a_variant_changes_is_taken_into_account(option: str, value: int, card: int) -> None:
    me = seat(doubloons=4, goods={"coffee": 1, "corn": 3}, farms={"corn": 2}, fallow={"corn": 4})
    usual, variant = (table(me, seat(), seat(), row=["corn"], options=options) for options in (None, {option: value}))

    assert worth(variant, card) > worth(usual, card)


TWO_CARDS = {"roles_per_player": 2, "prospectors": 3}


@pytest.mark.parametrize(("players", "options", "taken", "before"), [
    (4, {}, [], 6), (2, {}, [], 1), (2, {}, ["settler", "mayor", "builder", "trader"], 2), (3, TWO_CARDS, [], 2),
    (3, TWO_CARDS, ["settler", "mayor", "builder"], 4)])
def test_the_cards_that_others_take_before_our_next_are_counted(players: int, options: dict[str, int], taken: list[str],
                                                                before: int) -> None:
    """As the governor, with the first card of the round and with his last."""
    state = table(*[seat() for _ in range(players)], options=options, taken=taken)

    assert look(state).picks_before_own == before
