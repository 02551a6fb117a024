"""Jungle and Discoveries (rules, chapter 8)."""
from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.marks import rule
from tests.sim.catan.numbers import RESOURCES, cards
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    bank,
    hand,
    hands,
    kinds,
    legal,
    may,
    may_trade,
    node,
    play,
    points,
    seat,
    seat_columns,
    table,
    take,
    told,
    trade,
)

SEED = {**JUNGLE, **QUIET}
PUBLISHED = {**JUNGLE, **STANDARD}
GENERIC_AT_0: dict[str, Any] = {"settlements": [0]}
"""V0 has the 3:1 harbour HB0."""


def holding(hand_text: str, options: dict[str, Any] = SEED, **more: Any) -> State:
    return table(seat(hand_text, **more), seat("L1 D1"), options=options)


def payments(s: State) -> list[dict[str, int]]:
    """What Discoveries may stand for when a development card is bought."""
    return legal(s, "buy_dev")


# --- making them ----------------------------------------------------------------------------------------------------------


@rule("CA-JUNGLE-01")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 10, 11, 12])
def test_only_its_number_makes_discoveries(number: int) -> None:
    s = table(seat(cities=[24]), seat(settlements=[35]), options=SEED, dice=[number], robber=0, **BEFORE_THE_ROLL)

    play(s, "roll")

    assert not any("discovery" in one["hand"] for one in s.position()["players"])


@rule("CA-JUNGLE-01", "CA-JUNGLE-08")
def test_discoveries_come_besides_cards_and_all_see_them() -> None:
    s = table(seat(cities=[24], settlements=[28]), seat(settlements=[35]), options=SEED, dice=[9], robber=0, **BEFORE_THE_ROLL)

    play(s, "roll")

    assert hands(s) == ["G1 D2", "D1"], "H7 has another 9"
    assert told(s, 1) == ["0 throws 9", "0 makes 2 Discoveries", "1 makes 1 Discoveries", "0 gets 1 grain"]
    assert [one.discoveries for one in s.view(1).seats] == [2, 1]
    assert seat_columns(s, 0)["x_discoveries_made"] == 2


# --- buying cards ---------------------------------------------------------------------------------------------------------


@rule("CA-EX-31", "CA-JUNGLE-03", "CA-JUNGLE-04")
def test_a_card_for_one_wool_and_two_discoveries() -> None:
    s = holding("W1 D2")
    assert payments(s) == [{"grain": 1, "ore": 1}]

    play(s, "buy a development card")

    assert hand(s, 0) == "" and bank(s) == "L18 B19 W19 G19 O19" and s.view(0).me.dev_held == 1
    assert not may(holding("W1 D1"), "buy_dev")


@rule("CA-EX-32", "CA-JUNGLE-03", "CA-JUNGLE-04")
def test_who_has_the_cards_pays_them_or_chooses() -> None:
    assert payments(holding("W1 G1 O1 D3")) == [{}]

    mixes = payments(holding("W1 G1 O1 D3", PUBLISHED))
    every = [dict(zip(("wool", "grain", "ore"), chosen, strict=True)) for chosen in product((0, 1), repeat=3)]
    assert len(mixes) == 8
    assert sorted(map(str, mixes)) == sorted(str({name: n for name, n in mix.items() if n}) for mix in every)


@rule("CA-JUNGLE-03", "CA-JUNGLE-04")
@pytest.mark.parametrize("hand_text, ways",
                         [("D3", 1), ("D2", 0), ("W1 D2", 1), ("W1 G1 D1", 1), ("W1 G1 D3", 4), ("W9 G9 O9", 1),
                                             ("W1 G1 O1 D1", 4), ("W1 G1 O1 D2", 7)])
def test_the_payments_of_the_published_variant(hand_text: str, ways: int) -> None:
    assert len(payments(holding(hand_text, PUBLISHED))) == ways


@rule("CA-JUNGLE-04", "CA-JUNGLE-02")
@pytest.mark.parametrize("options", [SEED, PUBLISHED])
def test_three_discoveries_alone_buy_a_card(options: dict[str, Any]) -> None:
    s = holding("D4", options)

    play(s, "buy a development card with Discoveries for 1 wool and 1 grain and 1 ore")

    assert hand(s, 0) == "D1" and s.view(0).me.dev_held == 1


@rule("CA-JUNGLE-04")
def test_the_card_that_is_kept_is_chosen() -> None:
    s = holding("W1 G1 O1 D1", PUBLISHED)

    play(s, "buy a development card with Discoveries for 1 ore")

    assert hand(s, 0) == "O1" and bank(s) == "L18 B19 W19 G19 O18"
    assert told(s, 1)[:3] == ["0 pays 1 wool", "0 pays 1 grain", "0 pays 1 discovery"]
    assert seat_columns(s, 0)["x_discoveries_used"] == 1


@rule("CA-JUNGLE-02")
@pytest.mark.parametrize("most, ways", [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_no_more_than_so_many_discoveries_in_one_trade(most: int, ways: int) -> None:
    assert len(payments(holding("W1 D3", {**SEED, "discovery_max": most}))) == ways


@rule("CA-JUNGLE-04", "CA-BUILD-01")
def test_a_dearer_card_takes_no_more_than_three_discoveries() -> None:
    dear = {**SEED, "cost.dev": [0, 0, 2, 2, 1]}

    assert payments(holding("W1 G1 D3", dear)) == [{"wool": 1, "grain": 1, "ore": 1}]
    assert payments(holding("W1 D9", dear)) == []


# --- building -------------------------------------------------------------------------------------------------------------


@rule("CA-EX-94", "CA-JUNGLE-02")
def test_building_never_takes_discoveries() -> None:
    site: dict[str, Any] = {"settlements": [28], "roads": [(28, 34), (34, 39)]}

    assert "build_road" not in kinds(holding("L1 D3", **site))
    assert "build_settlement" not in kinds(holding("L1 B1 W1 D3", **site))
    assert "build_city" not in kinds(holding("G2 O2 D3", **site))


# --- the bank -------------------------------------------------------------------------------------------------------------


@rule("CA-EX-33", "CA-JUNGLE-05")
def test_discoveries_in_trade_with_the_bank() -> None:
    s = holding("L2 D2")
    assert [entry for entry in legal(s, "maritime") if entry[1] == "ore"] == [("lumber", "ore", 2)]
    take(s, "maritime", give="lumber", get="ore", discoveries=2)
    assert hand(s, 0) == "O1" and bank(s) == "L18 B19 W19 G19 O18"

    assert not may(holding("D3"), "maritime"), "at 4:1 one card at least"
    alone = holding("D3", **GENERIC_AT_0)
    assert [entry for entry in legal(alone, "maritime") if entry[1] == "ore"] == [("lumber", "ore", 3)]
    assert [entry for entry in legal(alone, "maritime") if entry[1] == "lumber"] == [("brick", "lumber", 3)]


@rule("CA-JUNGLE-05", "CA-JUNGLE-03")
@pytest.mark.parametrize("hand_text, ds",
                         [("L4 D3", [0]), ("L9 D3", [0]), ("L3 D3", [1]), ("L1 D3", [3]), ("L1 D2", []), ("L3", [])])
def test_with_missing_only_the_number_of_discoveries_is_forced(hand_text: str, ds: list[int]) -> None:
    assert [d for give, get, d in legal(holding(hand_text), "maritime") if (give, get) == ("lumber", "ore")] == ds


FREELY = {**SEED, "discovery_missing_only": False}


@rule("CA-JUNGLE-05", "CA-JUNGLE-03")
@pytest.mark.parametrize("hand_text, ds", [("L4 D3", [0, 1, 2, 3]), ("L4 D1", [0, 1]), ("L3 D3", [1, 2, 3]), ("L1 D2", []),
                                           ("L1 D3", [3]), ("L0 D3", [])])
def test_without_it_the_payer_chooses(hand_text: str, ds: list[int]) -> None:
    s = holding(hand_text.replace("L0 ", ""), FREELY)

    assert [d for give, get, d in legal(s, "maritime") if (give, get) == ("lumber", "ore")] == ds


@rule("CA-JUNGLE-02", "CA-JUNGLE-05")
@pytest.mark.parametrize("options", [SEED, FREELY])
@pytest.mark.parametrize("most, listed", [(0, set()), (1, {1}), (2, {1, 2}), (3, {1, 2, 3})])
def test_no_more_than_so_many_discoveries_in_one_trade_with_the_bank(options: dict[str, Any], most: int,
                                                                     listed: set[int]) -> None:
    s = holding("L3 B2 W1 D9", {**options, "discovery_max": most})
    given = {(give, d) for give, _, d in legal(s, "maritime")}

    assert {d for _, d in given} - {0} == listed
    assert all(d >= 4 - {"lumber": 3, "brick": 2, "wool": 1}.get(give, 0) for give, d in given)


@rule("CA-JUNGLE-05")
@pytest.mark.parametrize("options", [SEED, FREELY])
def test_equal_ways_are_listed_once(options: dict[str, Any]) -> None:
    """At 2:1 for ore and 3:1 for all else: by Discoveries alone, 2 for what ore brings and 3 for what all else brings."""
    s = holding("D3", options, settlements=[0, 10])

    bought = [(d, get) for _, get, d in legal(s, "maritime")]

    assert sorted(bought) == sorted([*[(2, get) for get in RESOURCES if get != "ore"], *[(3, get) for get in RESOURCES]])


@rule("CA-JUNGLE-02", "CA-JUNGLE-05")
def test_what_discoveries_are_for_is_an_option() -> None:
    only_dev = holding("L2 W1 D2", {**SEED, "discovery_uses": ["dev"]})
    assert may(only_dev, "buy_dev") and not may(only_dev, "maritime")

    only_bank = holding("L2 W1 D2", {**SEED, "discovery_uses": ["maritime"]})
    assert may(only_bank, "maritime") and not may(only_bank, "buy_dev")
    assert not may_trade(only_bank, "offer", "D1", "B1")

    nothing = holding("L2 W1 D2", {**SEED, "discovery_uses": []})
    assert not may(nothing, "buy_dev") and not may(nothing, "maritime")


# --- trade between players ------------------------------------------------------------------------------------------------


@rule("CA-EX-95", "CA-JUNGLE-06", "CA-JUNGLE-08")
def test_two_discoveries_for_an_ore() -> None:
    s = table(seat("D2"), seat(), seat("O2"), options=SEED)

    take(s, **trade("offer", "D2", "O1"))
    play(s, "1: reject", "2: accept", "trade with seat 2")

    assert hands(s) == ["O1", "", "O1 D2"]
    assert told(s, 1)[0] == "0 offers 2 discovery for 1 ore"
    assert told(s, 1)[-2:] == ["0 gives seat 2 2 discovery", "2 gives seat 0 1 ore"]


@rule("CA-EX-95", "CA-JUNGLE-02", "CA-TRADE-06")
def test_no_discovery_in_trades_where_they_are_for_cards_only() -> None:
    s = table(seat("L1 D2"), seat("D3"), seat("O2 D1"), options={**SEED, "discovery_uses": ["dev"]})

    assert not any("discovery" in {**action.args["give"], **action.args["get"]}
                   for action in s.legal() if action.kind == "offer")
    assert may_trade(s, "offer", "L1", "O1")


@rule("CA-JUNGLE-06", "CA-TRADE-06")
@pytest.mark.parametrize("give, get, listed", [("D1", "L1", True), ("L1", "D1", True), ("L1", "D2", False), ("D1", "O2", True),
                                               ("D1", "W1", True), ("D1", "O3", False), ("D2", "D1", False)])
def test_offers_with_discoveries_are_possible_by_public_counts(give: str, get: str, listed: bool) -> None:
    """Others hold three cards or one Discovery, nobody two: what kinds the cards are is not public."""
    s = table(seat("L1 D2"), seat("D1"), seat("O2"), options=SEED)

    assert may_trade(s, "offer", give, get) is listed


@rule("CA-JUNGLE-06", "CA-JUNGLE-02", "CA-TRADE-06")
@pytest.mark.parametrize("most, sizes", [(0, set()), (1, {1}), (2, {1, 2}), (3, {1, 2})])
def test_a_side_names_no_more_discoveries_than_may_be_in_one_trade(most: int, sizes: set[int]) -> None:
    s = table(seat("L3 D3"), seat("O3 D3"), options={**SEED, "discovery_max": most})

    named = {side.get("discovery", 0) for action in s.legal() if action.kind == "offer"
             for side in (action.args["give"], action.args["get"])}

    assert named - {0} == sizes


@rule("CA-JUNGLE-06")
def test_who_has_nothing_but_discoveries_can_trade_them() -> None:
    s = table(seat("D1"), seat("D2"), options={**JUNGLE}, dice=[2], **BEFORE_THE_ROLL)

    play(s, "roll")

    assert (node(s), s.actor) == ("PROPOSE", 1) and kinds(s) == ["pass"], "he is asked, and has nothing that differs"


@rule("CA-JUNGLE-06", "CA-JUNGLE-02", "CA-TRADE-10")
def test_where_discoveries_are_for_cards_only_they_make_nobody_a_partner() -> None:
    s = table(seat("L1"), seat("D2"), options={**JUNGLE, "discovery_uses": ["dev"]}, dice=[2], **BEFORE_THE_ROLL)

    play(s, "roll")

    assert (node(s), s.actor) == ("MAIN", 0), "he holds nothing that he could propose"


@rule("CA-JUNGLE-07")
def test_no_development_card_touches_discoveries() -> None:
    s = table(seat(dev={"monopoly": 1, "plenty": 1}), seat("L2 D3"), options={**SEED, "dev_plays_per_turn": 9})

    assert set(legal(s, "play_monopoly")) == set(RESOURCES)
    assert not any("discovery" in pair for pair in legal(s, "play_year_of_plenty"))
    play(s, "play monopoly on lumber")
    assert hands(s) == ["L2", "D3"]


@rule("CA-JUNGLE-08")
def test_discoveries_score_nothing() -> None:
    s = table(seat("D9", settlements=[24]), seat(), options=SEED)

    assert points(s) == [1, 0] and cards("D9") == {"discovery": 9}
