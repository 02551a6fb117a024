"""The course of a turn, the dice, production (rules, chapters 5 and 6)."""
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sim.chance import Chance, Stream
from sim.core import IllegalAction
from tests.marks import rule
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    CATANATRON,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    bank,
    g1,
    game_columns,
    hand,
    hands,
    kinds,
    legal,
    luck,
    new_game,
    node,
    play,
    seat,
    seat_columns,
    table,
    told,
    until,
)

ALL_CARDS = {"dev": {"knight": 1, "road": 1, "plenty": 1, "monopoly": 1, "vp": 1}}


def before_the_roll(*hands: str, **facts: Any) -> State:
    """G1 before the roll of seat 0."""
    return g1(*hands, **{**BEFORE_THE_ROLL, **facts})


def rolled(number: int, *hands: str, **facts: Any) -> State:
    """G1 after a roll of seat 0."""
    s = before_the_roll(*hands, dice=[number], **facts)
    play(s, "roll")
    return s


# --- the course of a turn -------------------------------------------------------------------------------------------------


@rule("CA-EX-83", "CA-TURN-01", "CA-TURN-03", "CA-TURN-05", "CA-FLOW-15")
def test_turns_of_three_players() -> None:
    s = table(seat(), seat(), seat(), dice=[3] * 8, **BEFORE_THE_ROLL)
    seen = []
    for _ in range(4):
        seen.append((int(s.turn), int(s.current)))
        assert kinds(s) == ["roll"]
        play(s, "roll", "end the turn")

    assert seen == [(1, 0), (2, 1), (3, 2), (4, 0)]


@rule("CA-EX-83", "CA-TURN-05", "CA-FLOW-05")
def test_before_the_roll_nothing_is_built_and_no_turn_ends() -> None:
    s = before_the_roll("L5 B5 W5 G5 O5", options=STANDARD)

    assert kinds(s) == ["roll"]
    for action in g1("L5 B5 W5 G5 O5").legal():                         # what he may do after the roll
        with pytest.raises(IllegalAction):
            s.play(action)


@rule("CA-TURN-03", "CA-FLOW-06", "CA-FLOW-11")
def test_after_the_roll_come_production_and_the_main_phase() -> None:
    s = rolled(6, options=QUIET)

    assert hands(s) == ["", "B1", "G1", "B1"]
    assert (node(s), s.actor) == ("MAIN", 0)


@rule("CA-TURN-03", "CA-BUILD-02")
def test_the_main_phase_takes_any_order_and_any_number() -> None:
    s = g1("L7 B6 W3 G6 O6", "O1", options=QUIET)

    play(s, "build a road on 34-39", "trade lumber for ore", "build a city on 24", "buy a development card",
         "offer 1 lumber for 1 ore", "1: reject", "2: reject", "3: reject", "trade brick for ore", "build a city on 28",
         "build a road on 28-33", "end the turn")

    assert (s.current, node(s), hand(s, 0)) == (1, "PRE_ROLL", "L1 W2 G1 O1")


@rule("CA-EX-84", "CA-TURN-02", "CA-FLOW-05", "CA-FLOW-18")
@pytest.mark.parametrize("allowed, kinds_of_cards", [
    ("any", ["roll", "play_knight", "play_monopoly", "play_year_of_plenty", "play_road_building"]),
    ("knight", ["roll", "play_knight"]), ("none", ["roll"])])
def test_cards_before_the_roll(allowed: str, kinds_of_cards: list[str]) -> None:
    s = before_the_roll(more={0: ALL_CARDS}, options={"dev_before_roll": allowed})

    assert kinds(s) == kinds_of_cards


@rule("CA-EX-84", "CA-TURN-02")
def test_the_presets_differ_in_cards_before_the_roll() -> None:
    assert kinds(before_the_roll(more={0: ALL_CARDS})) == ["roll"]
    assert len(kinds(before_the_roll(more={0: ALL_CARDS}, options=STANDARD))) == 5


@rule("CA-TURN-02", "CA-FLOW-05", "CA-FLOW-14")
@pytest.mark.parametrize("card, moves", [
    ("play a knight", ["move the robber to hex 0"]), ("play monopoly on ore", []), ("play year of plenty for ore and ore", []),
    ("play road building", ["build a road on 22-28", "build a road on 28-33"])])
def test_after_a_card_before_the_roll_the_roll_is_still_to_come(card: str, moves: list[str]) -> None:
    s = before_the_roll(more={0: ALL_CARDS}, options=STANDARD)

    play(s, card, *moves)

    assert (node(s), s.actor, kinds(s)) == ("PRE_ROLL", 0, ["roll"])


@rule("CA-EX-85", "CA-TURN-04", "CA-FLOW-11")
@pytest.mark.parametrize("order, first, second", [
    ("build_then_trade", {"build_road", "build_settlement", "build_city"}, {"buy_dev", "maritime", "offer"}),
    ("trade_then_build", {"buy_dev", "maritime", "offer"}, {"build_road", "build_settlement", "build_city"})])
def test_a_turn_in_two_halves(order: str, first: set[str], second: set[str]) -> None:
    site = {0: {"roads": [(28, 34), (24, 30), (28, 33), (33, 38)], "settlements": [28, 24], "dev": {"knight": 1}}}
    s = g1("L5 B5 W5 G5 O5", "L1", more=site, options={**QUIET, "phase_order": order})

    assert set(kinds(s)) == first | {"play_knight", "next_phase"}
    play(s, "go on to the other half of the turn")
    assert set(kinds(s)) == second | {"play_knight", "end_turn"}
    play(s, "end the turn", "roll")
    until(s, "MAIN")
    assert "next_phase" in kinds(s), "the next turn begins with its first half"


@rule("CA-TURN-04")
def test_in_free_order_all_kinds_stand_side_by_side() -> None:
    s = g1("L5 B5 W5 G5 O5", "L1", more={0: {"roads": [(28, 34), (24, 30), (28, 33), (33, 38)], **ALL_CARDS}}, options=QUIET)

    assert kinds(s) == ["build_road", "build_settlement", "build_city", "buy_dev", "maritime", "offer", "play_knight",
                        "play_monopoly", "play_year_of_plenty", "play_road_building", "end_turn"]


@rule("CA-TURN-04", "CA-TRADE-10")
@pytest.mark.parametrize("order, asked_at", [("free", "roll"), ("trade_then_build", "roll"), ("build_then_trade", "go on")])
def test_proposals_come_when_trade_opens(order: str, asked_at: str) -> None:
    s = before_the_roll("L1 B1", "W1", dice=[12], options={"phase_order": order})

    play(s, "roll")
    if asked_at == "go on":
        assert node(s) == "MAIN" and "offer" not in kinds(s)
        play(s, "go on")

    assert (node(s), s.actor) == ("PROPOSE", 1)


@rule("CA-TURN-04", "CA-TRADE-10")
def test_when_building_comes_after_trade_nobody_proposes_again() -> None:
    s = before_the_roll("L1 B1", "W1", dice=[12], options={"phase_order": "trade_then_build"})

    play(s, "roll", "1: propose nothing", "3: propose nothing", "0: go on")

    assert (node(s), s.actor) == ("MAIN", 0) and "build_road" in kinds(s)


@rule("CA-EX-70", "CA-TURN-08", "CA-END-08")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_who_holds_nothing_can_only_end_the_turn(options: dict[str, Any]) -> None:
    s = rolled(2, options=options)

    assert hands(s)[0] == "" and kinds(s) == ["end_turn"]


@rule("CA-TURN-08", "CA-TRADE-06")
def test_an_offer_that_is_possible_keeps_the_main_phase_open() -> None:
    one, other = (g1("L1", other_hand, options=STANDARD) for other_hand in ("", "O1"))

    assert kinds(one) == ["end_turn"], "nobody could give anything"
    assert kinds(other) == ["offer", "end_turn"]


# --- dice -----------------------------------------------------------------------------------------------------------------


def sums(s: State, turns: int) -> list[int]:
    """The sums thrown in the next turns, in which everybody only rolls, moves the robber and ends the turn."""
    for _ in range(turns):
        play(s, "roll")
        while node(s) != "PRE_ROLL":
            play(s, str(s.legal()[-1]))
    return [event.amount for event in s.view(0).events() if event.kind == "rolled"]


def idle_game(options: dict[str, Any], seats: int = 2, block: int = 0) -> State:
    """Nobody owns anything, so that a turn is a roll."""
    return table(*[seat()] * seats, options=options, chance=Chance(3, block), **BEFORE_THE_ROLL)


@rule("CA-TURN-06")
def test_two_dice_fall_as_two_dice_do() -> None:
    thrown = Counter(sums(idle_game({"max_rounds": 0}), 3600))

    ways = {number: 6 - abs(number - 7) for number in range(2, 13)}
    chi = sum((thrown[number] - 100 * ways[number])**2 / (100 * ways[number]) for number in ways)
    assert chi < 29.6, "10 degrees of freedom, 0.1 %"


@rule("CA-EX-86", "CA-TURN-06")
def test_the_deck_of_36_pairs() -> None:
    ways = Counter({number: 6 - abs(number - 7) for number in range(2, 13)})

    whole = sums(idle_game({"dice": "deck36", "deck36_cut": 0}), 72)
    assert Counter(whole[:36]) == Counter(whole[36:]) == ways
    assert whole[:36] != whole[36:]

    cut = sums(idle_game({"dice": "deck36"}), 124)
    for start in (0, 31, 62, 93):
        assert not Counter(cut[start:start + 31]) - ways, "31 cards of one deck"
    assert any(Counter(sums(idle_game({"dice": "deck36"}, block=block), 36)[:36]) - ways
               for block in range(20)), "then a new deck"


@rule("CA-EX-87", "CA-TURN-07")
@pytest.mark.parametrize("dice", ["two", "deck36"])
def test_no_7_in_the_first_rounds(dice: str) -> None:
    later = []
    for block in range(40):
        thrown = sums(idle_game({"no_seven_rounds": 1, "dice": dice}, seats=4, block=block), 8)
        assert 7 not in thrown[:4]
        later += thrown[4:]
    assert 7 in later


@rule("CA-TURN-07")
def test_a_7_that_does_not_count_is_thrown_again() -> None:
    s = before_the_roll(dice=[7, 7, 5], options={**QUIET, "no_seven_rounds": 2})

    play(s, "roll")

    assert told(s) == ["0 throws 5", "2 gets 1 brick", "1 gets 1 wool", "3 gets 1 wool"]
    assert game_columns(s)["g_sevens"] == 0


@rule("CA-FLOW-19")
def test_the_dice_of_a_turn_depend_on_the_turn_alone() -> None:
    one, other = (new_game(3, {"domestic": trade}, seed=4) for trade in ("on", "off"))
    seen = []
    for s, choices in ((one, Stream(1)), (other, Stream(2))):
        while s.turn < 40:
            s.play(choices.choice(s.legal()))
        seen.append([event.amount for event in s.view(0).events() if event.kind == "rolled"])

    assert seen[0] == seen[1] and len(seen[0]) == 39


# --- production -----------------------------------------------------------------------------------------------------------


@rule("CA-EX-15", "CA-PROD-01")
def test_a_6_in_g1() -> None:
    assert hands(rolled(6)) == ["", "B1", "G1", "B1"]


@rule("CA-EX-16", "CA-PROD-01", "CA-PROD-02")
def test_a_3_in_g1_with_a_city() -> None:
    s = rolled(3, more={2: {"settlements": [20], "cities": [44]}})

    assert hands(s) == ["L1", "", "O2", "L1"]


@rule("CA-EX-17", "CA-PROD-03")
def test_nothing_comes_from_under_the_robber() -> None:
    s = rolled(8, robber=11)

    assert hands(s) == ["L1", "", "", ""]
    assert [seat_columns(s, who)["x_lost_robber_block"] for who in range(4)] == [0, 0, 1, 1]


def short_bank(options: dict[str, Any], current: int) -> list[str]:
    s = g1(bank="L19 B19 W19 G19 O1", options=options, current=current, dice=[8], **BEFORE_THE_ROLL)
    play(s, "roll")
    return hands(s)


@rule("CA-EX-18", "CA-PROD-05", "CA-PROD-06")
@pytest.mark.parametrize("options, current, got", [
    (STANDARD, 0, ["L1", "", "", ""]), (CATANATRON, 0, ["L1", "", "", ""]), ({}, 3, ["L1", "", "", "O1"]),
    ({}, 0, ["L1", "", "O1", ""]), ({}, 2, ["L1", "", "O1", ""]), ({}, 1, ["L1", "", "O1", ""])])
def test_the_last_ore_for_two(options: dict[str, Any], current: int, got: list[str]) -> None:
    assert short_bank(options, current) == got


@rule("CA-EX-19", "CA-PROD-05", "CA-PROD-06")
@pytest.mark.parametrize("options, brick", [(STANDARD, "B1"), ({}, "B1"), (CATANATRON, "")])
def test_the_last_brick_for_one_city(options: dict[str, Any], brick: str) -> None:
    s = g1(bank="L19 B1 W19 G19 O19", more={2: {"settlements": [44], "cities": [20]}}, robber=13, options=options, dice=[10],
           **BEFORE_THE_ROLL)

    play(s, "roll")

    assert hands(s) == ["", "", brick, "O1"]
    assert [seat_columns(s, who)["x_lost_bank_short"] for who in range(4)] == [0, 0, 2 - len(brick) // 2, 0]


@rule("CA-PROD-05")
@pytest.mark.parametrize("left, got", [(5, ["W2", "W3"]), (4, ["W2", "W2"]), (2, ["W2", ""]), (1, ["W1", ""]), (0, ["", ""])])
def test_in_turn_order_each_takes_his_whole_due_or_what_is_left(left: int, got: list[str]) -> None:
    """A 4: H5 gives wool to V9 (a city of seat 0) and to V19 and V18 (a settlement and a city of seat 1)."""
    s = table(seat(cities=[9]), seat(settlements=[19], cities=[18]), dice=[4], bank=f"L19 B19 W{left} G19 O19" if left else
              "L19 B19 G19 O19", options=QUIET, **BEFORE_THE_ROLL)

    play(s, "roll")

    assert hands(s) == got


@rule("CA-PROD-05")
@pytest.mark.parametrize("shortage, got", [("turn_order", ["W2", "W2"]), ("none_unless_single", ["", ""]), ("none", ["", ""])])
def test_what_a_short_bank_does_to_two_claimants(shortage: str, got: list[str]) -> None:
    s = table(seat(cities=[9]), seat(settlements=[19], cities=[18]), dice=[4], bank="L9 B9 W4 G9 O9",
              options={**QUIET, "bank_shortage": shortage}, **BEFORE_THE_ROLL)

    play(s, "roll")

    assert hands(s) == got
    assert bank(s) == f"L9 B9 {'' if got[0] else 'W4 '}G9 O9"


@rule("CA-PROD-05")
@pytest.mark.parametrize("shortage", ["none_unless_single", "none"])
def test_one_of_two_claimants_is_not_a_sole_one_however_much_is_due_to_him(shortage: str) -> None:
    s = table(seat(cities=[9]), seat(settlements=[19]), dice=[4], bank="L9 B9 W1 G9 O9",
              options={**QUIET, "bank_shortage": shortage}, **BEFORE_THE_ROLL)

    play(s, "roll")

    assert hands(s) == ["", ""] and [seat_columns(s, who)["x_lost_bank_short"] for who in (0, 1)] == [2, 1]


@rule("CA-EX-20", "CA-PROD-02")
def test_two_settlements_on_one_hex_count_both() -> None:
    s = table(seat(settlements=[8, 23]), seat(), dice=[6], **BEFORE_THE_ROLL)

    play(s, "roll")

    assert hand(s, 0) == "B2"


@rule("CA-EX-89", "CA-PROD-04")
def test_a_settlement_by_the_desert() -> None:
    got = {}
    for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        s = table(seat(settlements=[18]), seat(), dice=[number], robber=0, **BEFORE_THE_ROLL)
        play(s, "roll")
        got[number] = hand(s, 0)

    assert {number: cards for number, cards in got.items() if cards} == {4: "W1", 6: "B1"}


@rule("CA-EX-90", "CA-PROD-06", "CA-PROD-07", "CA-BUILD-09")
def test_a_city_fills_the_bank_at_once() -> None:
    s = g1("W4 G2 O3", bank="L19 B19 W15 G17", options=QUIET)
    assert not any(action.args["get"] == "ore" for action in s.legal() if action.kind == "maritime")

    play(s, "build a city on 28")

    assert bank(s) == "L19 B19 W15 G19 O3"
    assert ("wool", "ore", 0) in legal(s, "maritime")


@rule("CA-PROD-07", "CA-PROD-01")
def test_all_see_what_each_gets() -> None:
    s = rolled(6)

    assert told(s, 0) == told(s, 3) == ["0 throws 6", "1 gets 1 brick", "3 gets 1 brick", "2 gets 1 grain"]


@rule("CA-EX-30", "CA-JUNGLE-01")
@pytest.mark.parametrize("robber, got", [(0, ["D2", "D1"]), (9, ["", ""])])
def test_a_9_with_a_city_and_a_settlement_at_the_jungle(robber: int, got: list[str]) -> None:
    s = table(seat(cities=[24]), seat(settlements=[35]), options=JUNGLE, chance=luck([9]), robber=robber, **BEFORE_THE_ROLL)

    play(s, "roll")

    assert hands(s) == got
