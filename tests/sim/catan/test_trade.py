"""Trade between players (rules, chapter 10)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sim.core import IllegalAction
from tests.marks import rule
from tests.sim.catan.numbers import RESOURCES, cards, text
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    QUIET,
    STANDARD,
    State,
    fact,
    find,
    g1,
    game_columns,
    hands,
    kinds,
    legal,
    luck,
    may,
    may_trade,
    node,
    play,
    seat,
    seat_columns,
    table,
    take,
    told,
    trade,
    until,
    words,
)

# --- offers ---------------------------------------------------------------------------------------------------------------


@rule("CA-EX-44", "CA-TRADE-06", "CA-FLOW-17")
def test_offers_of_l2_b1() -> None:
    s = g1("L2 B1", "O5 L3", options=STANDARD)

    assert may_trade(s, "offer", "L2", "O1")
    for give, get in (("L1", "L1"), ("L3", "O1"), ("L1", "")):
        assert (cards(give), cards(get)) not in [(give_side, get_side) for give_side, get_side, _ in legal(s, "offer")]


def shapes(s: State, kind: str = "offer") -> set[tuple[int, int]]:
    return {(sum(action.args["give"].values()), sum(action.args["get"].values()))
            for action in s.legal() if action.kind == kind}


@rule("CA-FLOW-17", "CA-TRADE-06")
@pytest.mark.parametrize("listed, most, found", [
    (["1:1", "2:1", "1:2"], 3, {(1, 1), (2, 1), (1, 2)}), (["1:1"], 3, {(1, 1)}),
    (["3:1", "1:3", "2:2"], 3, {(3, 1), (1, 3), (2, 2)}),
    (["1:1", "3:3"], 2, {(1, 1)}), ([], 3, set())])
def test_shapes_of_offers_are_an_option(listed: list[str], most: int, found: set[tuple[int, int]]) -> None:
    s = table(seat("L3 B3 W3 G3 O3"), seat("L3 B3 W3 G3 O3"),
              options={**QUIET, "offer_shapes": listed, "offer_max_cards": most})

    assert shapes(s) == found


@rule("CA-TRADE-06", "CA-FLOW-17", "CA-TRADE-11")
def test_every_pair_that_the_offerer_can_pay_and_no_other() -> None:
    s = table(seat("L2 B1"), seat("W1"), seat("O2 G3"), options=QUIET)

    sides = [{name: 1} for name in RESOURCES] + [{name: 2} for name in RESOURCES] + [
        {a: 1, b: 1} for n, a in enumerate(RESOURCES) for b in RESOURCES[n + 1:]]
    held = cards("L2 B1")
    expected = [(give, get) for give in sides for get in sides
                if sum(give.values()) + sum(get.values()) <= 3 and not set(give) & set(get)
                and all(held.get(name, 0) >= n for name, n in give.items())]
    found = [(give, get) for give, get, _ in legal(s, "offer")]
    assert sorted(map(str, found)) == sorted(map(str, expected))
    assert len(found) == len(set(map(str, found)))


@rule("CA-TRADE-06")
@pytest.mark.parametrize("others, sizes", [(["", "", ""], set()), (["W1", "", ""], {(1, 1), (2, 1)}),
                                           (["W1", "O2", ""], {(1, 1), (2, 1), (1, 2)})])
def test_what_is_asked_must_be_possible_by_hand_sizes(others: list[str], sizes: set[tuple[int, int]]) -> None:
    s = table(seat("L2"), *[seat(hand_text) for hand_text in others], options=QUIET)

    assert shapes(s) == sizes


@rule("CA-TRADE-06", "CA-FLOW-17")
def test_by_option_each_single_opponent_may_be_addressed() -> None:
    s = table(seat("L1"), seat("W2"), seat(""), seat("O1"), options={**QUIET, "offer_to": "each"})

    to = {to: [(give, get) for give, get, who in legal(s, "offer") if who == to] for to in ("all", 0, 1, 2, 3)}
    assert to[0] == to[2] == [], "not himself, and not one who holds nothing"
    assert to["all"] == to[1] and len(to[1]) > len(to[3]) > 0
    assert {len(get) and sum(get.values()) for _, get in to[3]} == {1}

    take(s, **trade("offer", "L1", "O1", to=3))
    assert (node(s), s.actor) == ("RESPOND", 3)
    play(s, "reject")
    assert not may_trade(s, "offer", "L1", "O1", to=3) and may_trade(s, "offer", "L1",
                                                                     "O1") and may_trade(s, "offer", "L1", "O1", to=1)


@rule("CA-FLOW-17")
def test_with_two_players_there_is_nobody_else_to_address() -> None:
    s = table(seat("L1"), seat("W2"), options={**QUIET, "offer_to": "each"})

    assert {to for _, _, to in legal(s, "offer")} == {"all"}


@rule("CA-EX-46", "CA-TRADE-06", "CA-TRADE-09")
def test_a_fourth_offer() -> None:
    s = table(seat("L1 B1"), seat("W1"), options={**QUIET, "counters_per_offer": 0})

    for get in ("W1", "G1", "O1"):
        take(s, **trade("offer", "L1", get))
        until_main(s)

    assert not may(s, "offer") and fact(s, "offers_made") == 3
    play(s, "end the turn", "roll", "end the turn", "roll")
    assert may(s, "offer"), "the next turn has offers of its own"


def until_main(s: State) -> None:
    while node(s) != "MAIN":
        play(s, "reject" if "reject" in words(s) else str(s.legal()[-1]))


@rule("CA-TRADE-06")
@pytest.mark.parametrize("offers", [0, 1, 5])
def test_offers_a_turn_are_an_option(offers: int) -> None:
    s = table(seat("L1 B1"), seat("W1"), options={**QUIET, "offers_per_turn": offers})
    made = 0
    while may(s, "offer"):
        s.play(next(action for action in s.legal() if action.kind == "offer"))
        until_main(s)
        made += 1

    assert made == offers


@rule("CA-TRADE-06")
def test_the_same_offer_is_not_made_twice_in_a_turn() -> None:
    s = table(seat("L1 B1"), seat("W1"), options=QUIET)

    take(s, **trade("offer", "L1", "W1"))
    until_main(s)

    assert not may_trade(s, "offer", "L1", "W1")
    assert may_trade(s, "offer", "B1", "W1") and may_trade(s, "offer", "L1", "O1")


# --- answers --------------------------------------------------------------------------------------------------------------


@rule("CA-EX-45", "CA-TRADE-07", "CA-TRADE-08", "CA-FLOW-12", "CA-FLOW-13")
def test_an_offer_with_three_answers() -> None:
    s = g1("L1 B1", "W1", "O2", "O1", options=STANDARD)
    take(s, **trade("offer", "L1", "O1"))

    assert s.actor == 1 and not may(s, "accept") and kinds(s) == ["reject", "counter"]
    play(s, "reject")
    assert s.actor == 2 and kinds(s) == ["accept", "reject", "counter"]
    play(s, "accept")
    assert s.actor == 3
    take(s, **trade("counter", "O1", "L1 B1"))

    assert (node(s), s.actor) == ("CONFIRM", 0)
    assert words(s) == ["trade with seat 2", "take the counter-offer of seat 3", "cancel the offer"]
    play(s, "trade with seat 2")
    assert hands(s) == ["B1 O1", "W1", "L1 O1", "O1"] and node(s) == "MAIN"


@rule("CA-TRADE-08", "CA-TRADE-09", "CA-FLOW-13")
def test_a_counter_is_taken_in_one_act() -> None:
    s = g1("L1 B1", "W1", "O2", "O1", options=STANDARD)
    take(s, **trade("offer", "L1", "O1"))
    play(s, "reject", "accept")
    take(s, **trade("counter", "O1", "L1 B1"))

    play(s, "take the counter-offer of seat 3")

    assert hands(s) == ["O1", "W1", "O2", "L1 B1"]
    assert told(s, 1)[-3:] == ["3 gives seat 0 1 ore", "0 gives seat 3 1 lumber", "0 gives seat 3 1 brick"]
    assert seat_columns(s, 3)["x_offers_accepted"] == 1 and seat_columns(s, 0)["x_offers_accepted"] == 0
    assert game_columns(s)["g_trades_domestic"] == game_columns(s)["g_offers"] == 1


@rule("CA-TRADE-07")
def test_opponents_answer_clockwise_from_the_current_player() -> None:
    s = g1("O1", "O1", "L1", "O1", options=QUIET, current=2)
    take(s, **trade("offer", "L1", "O1"))
    seen = []
    while node(s) == "RESPOND":
        seen.append(int(s.actor))
        play(s, "accept")

    assert seen == [3, 0, 1]
    assert legal(s, "confirm") == [0, 1, 3], "the list is in the order of seats"


@rule("CA-TRADE-07", "CA-TURN-08")
def test_one_who_can_only_reject_has_no_choice_and_rejects_like_others() -> None:
    s = g1("L1", "", "O1", options=QUIET)
    take(s, **trade("offer", "L1", "O1"))

    assert (s.actor, words(s)) == (1, ["reject"])
    play(s, "reject", "2: reject", "3: reject")

    assert told(s, 0) == told(s, 1) == ["0 offers 1 lumber for 1 ore", "1 rejects", "2 rejects", "3 rejects"]


@rule("CA-TRADE-07")
@pytest.mark.parametrize("counters, listed", [(1, True), (0, False)])
def test_counters_are_an_option(counters: int, listed: bool) -> None:
    s = table(seat("L1"), seat("O1 W1"), options={**QUIET, "counters_per_offer": counters})
    take(s, **trade("offer", "L1", "O1"))

    assert ("counter" in kinds(s)) is listed


@rule("CA-TRADE-07", "CA-TRADE-06", "CA-FLOW-17")
def test_a_counter_equal_to_the_offer_is_not_listed() -> None:
    s = table(seat("L2 B1"), seat("O1 W1"), options=QUIET)
    take(s, **trade("offer", "L1", "O1"))

    assert not may_trade(s, "counter", "O1", "L1")
    assert may_trade(s, "counter", "O1", "L2") and may_trade(s, "counter", "O1",
                                                             "L1 B1") and may_trade(s, "counter", "W1", "L1")
    assert not may_trade(s, "counter", "G1", "L1"), "he has no grain"
    assert may_trade(s, "counter", "O1", "G2"), "by public counts the current player may have it"


@rule("CA-TRADE-08")
def test_a_counter_that_cannot_be_paid_is_not_asked_about() -> None:
    s = table(seat("L1 B2"), seat("O1"), options=QUIET)
    take(s, **trade("offer", "L1", "O1"))

    take(s, **trade("counter", "O1", "G1"))

    assert node(s) == "MAIN" and hands(s) == ["L1 B2", "O1"]
    assert told(s, 0)[-1] == "1 counters with 1 ore for 1 grain"


@rule("CA-TRADE-08", "CA-FLOW-13")
def test_a_counter_that_cannot_be_paid_is_no_choice_beside_one_that_can() -> None:
    s = table(seat("L1 B2"), seat("O1"), seat("O1"), seat("O2"), options=QUIET)
    take(s, **trade("offer", "L1", "O1"))

    take(s, **trade("counter", "O1", "G1"))
    play(s, "accept")
    take(s, **trade("counter", "O1", "B2"))

    assert words(s) == ["trade with seat 2", "take the counter-offer of seat 3", "cancel the offer"]


@rule("CA-TRADE-08")
def test_a_counter_cannot_be_countered_and_all_may_be_cancelled() -> None:
    s = table(seat("L1 B2"), seat("O1 W1"), options=QUIET)
    take(s, **trade("offer", "L1", "O1"))
    take(s, **trade("counter", "W1", "B2"))

    assert words(s) == ["take the counter-offer of seat 1", "cancel the offer"]
    play(s, "cancel")
    assert node(s) == "MAIN" and hands(s) == ["L1 B2", "W1 O1"] and fact(s, "offers_made") == 1


@rule("CA-TRADE-08", "CA-TRADE-09")
def test_an_offer_that_all_reject_lapses_without_a_decision() -> None:
    s = table(seat("L1"), seat("O1"), seat("O1"), options=QUIET)
    take(s, **trade("offer", "L1", "O1"))

    play(s, "reject", "reject")

    assert node(s) == "MAIN" and s.actor == 0 and fact(s, "offers_made") == 1


@rule("CA-TRADE-09", "CA-TRADE-05")
def test_after_a_trade_the_main_phase_goes_on() -> None:
    s = table(seat("L1 B1", settlements=[28]), seat("O1 B1"), options=QUIET)
    take(s, **trade("offer", "L1", "O1"))
    play(s, "accept", "trade with seat 1")
    take(s, **trade("offer", "O1", "L1"))
    play(s, "accept", "trade with seat 1", "build a road on 28-34")

    assert hands(s) == ["", "B1 O1"]


# --- proposals ------------------------------------------------------------------------------------------------------------


def opened(*hands: str, options: Mapping[str, Any] | None = None) -> State:
    """G1 when the main phase of seat 0 opens, after a roll that gives nobody anything."""
    s = g1(*hands, options=options, dice=[12], robber=3, **BEFORE_THE_ROLL)
    play(s, "roll")
    return s


@rule("CA-EX-47", "CA-TRADE-10", "CA-FLOW-10")
def test_proposals_to_p0() -> None:
    s = opened("B1", "W1", "O1", "G1")
    assert (node(s), s.actor) == ("PROPOSE", 1)
    assert {action.kind for action in s.legal()} == {"propose", "pass"}

    take(s, **trade("propose", "W1", "B1"))
    assert (node(s), s.actor, words(s)) == ("ANSWER", 0, ["accept", "reject"])
    play(s, "accept")

    assert hands(s) == ["W1", "B1", "O1", "G1"]
    assert (node(s), s.actor) == ("PROPOSE", 2)
    play(s, "propose nothing")
    assert (node(s), s.actor) == ("PROPOSE", 3)
    play(s, "propose nothing")
    assert (node(s), s.actor) == ("MAIN", 0)


@rule("CA-TRADE-10", "CA-TURN-08")
def test_who_does_not_hold_what_is_asked_can_only_reject() -> None:
    s = opened("B1", "W1")
    take(s, **trade("propose", "W1", "O1"))

    assert (s.actor, words(s)) == (0, ["reject"])
    play(s, "reject")

    assert told(s, 1)[-2:] == ["1 proposes 1 wool for 1 ore", "0 rejects"] == told(s, 3)[-2:]


@rule("CA-TRADE-10")
def test_nobody_is_asked_where_nothing_can_be_traded() -> None:
    assert (node(opened("", "W1", "O1", "G1")), node(opened("B1", "", "", ""))) == ("MAIN", "MAIN")
    s = opened("B1", "", "O1", "")
    assert s.actor == 2
    play(s, "propose nothing")
    assert node(s) == "MAIN"


@rule("CA-TRADE-10")
def test_who_gives_all_away_is_not_asked_by_others_any_more() -> None:
    s = opened("B1", "W1", "O1")
    take(s, **trade("propose", "W1", "B1"))
    play(s, "accept")
    assert s.actor == 2, "seat 0 has the wool now"
    take(s, **trade("propose", "O1", "W1"))
    play(s, "reject")
    assert node(s) == "MAIN"


@rule("CA-TRADE-10")
@pytest.mark.parametrize("circuits", [0, 1, 2, 3])
def test_proposals_a_turn_are_circuits(circuits: int) -> None:
    s = opened("B1", "W1", "O1", options={"proposals_per_turn": circuits})
    asked = []
    while node(s) == "PROPOSE":
        asked.append(int(s.actor))
        play(s, "propose nothing")

    assert asked == [1, 2] * circuits


@rule("CA-TRADE-10")
@pytest.mark.parametrize("options, first", [({}, "PROPOSE"), (STANDARD, "MAIN"), ({"domestic": "off"}, "MAIN")])
def test_the_presets_differ_in_proposals(options: dict[str, Any], first: str) -> None:
    assert node(opened("B1", "W1", options=options)) == first


@rule("CA-TRADE-10", "CA-FLOW-10", "CA-FLOW-09")
def test_after_a_7_proposals_come_when_the_robber_has_moved_and_only_once() -> None:
    s = g1("B2", "W1", options={"seven_steal": "none", "knight_steal": "none"}, more={0: {"dev": {"knight": 1}}}, dice=[7],
           **BEFORE_THE_ROLL)
    play(s, "roll", "move the robber to hex 0")
    assert (node(s), s.actor) == ("PROPOSE", 1)

    play(s, "propose nothing", "play a knight", "move the robber to hex 2")

    assert node(s) == "MAIN"


# --- what is no trade -----------------------------------------------------------------------------------------------------


@rule("CA-EX-100", "CA-TRADE-05")
def test_without_trade_between_players() -> None:
    s = opened("B1 L1", "W1", options={"domestic": "off"})

    assert node(s) == "MAIN" and "offer" not in kinds(s)


@rule("CA-EX-100", "CA-TRADE-05", "CA-JUNGLE-06")
def test_without_a_jungle_no_trade_names_a_discovery() -> None:
    s = opened("B2 L1", "W2", "O3")
    seen = set()
    for action in s.legal():
        seen |= {*action.args.get("give", {}), *action.args.get("get", {})}
    take(s, **trade("propose", "W1", "B1"))
    play(s, "reject", "propose nothing")
    offers = s.legal()
    take(s, **trade("offer", "L1", "O1"))
    for action in [*offers, *s.legal()]:
        seen |= {*dict(action.args.get("give", {})),
                 *dict(action.args.get("get", {}))} if action.kind in ("offer", "counter") else set()

    assert seen == set(RESOURCES)


@rule("CA-EX-101", "CA-TRADE-04", "CA-TRADE-11", "CA-TRADE-12")
def test_what_cannot_be_offered() -> None:
    s = g1("O2", "W1", "B1", **BEFORE_THE_ROLL, dice=[12], robber=3)
    assert kinds(s) == ["roll"], "nobody trades before the roll"

    play(s, "roll")
    take(s, **trade("propose", "W1", "O1"))
    assert s.actor == 0, "to the current player, nobody else"
    play(s, "accept", "propose nothing")
    offers = legal(s, "offer")
    assert offers and all(give and get for give, get, _ in offers)
    assert all(set(give) | set(get) <= set(RESOURCES) for give, get, _ in offers)
    theirs = find(table(seat(), seat("G1"), seat("W1"), options=QUIET, current=1), "offer 1 grain for 1 wool")
    with pytest.raises(IllegalAction, match="seat 0 may not 'offer 1 grain for 1 wool' now"):
        s.play(theirs)


@rule("CA-TRADE-04")
def test_every_trade_has_the_current_player_on_one_side() -> None:
    s = g1("L3 B3 W3", "B3 W3 G3", "W3 G3 O3", "G3 O3 L3", current=2, chance=luck([12, 11, 10, 9, 8, 5, 4, 3] * 3),
           **BEFORE_THE_ROLL)
    step = 0
    while s.turn < 18:
        step += 1
        trades = [action for action in s.legal() if action.kind in ("propose", "offer", "accept", "counter", "confirm",
                                                                    "take_counter")]
        choices = trades or [action for action in s.legal() if action.kind not in ("build_road", "build_settlement", "buy_dev")]
        before = len(s.view(0).events())
        current = int(s.current)
        s.play(choices[step * 5 % len(choices)])
        for event in s.view(0).events(before):
            if event.kind == "gives":
                assert current in (event.seat, event.extra)
    assert game_columns(s)["g_trades_domestic"] > 10


@rule("CA-TRADE-11")
def test_sides_of_a_trade_are_cards_and_discoveries_alone() -> None:
    s = table(seat("L1", dev={"knight": 3}), seat("O1"), options=QUIET)

    assert {text(give) for give, _, _ in legal(s, "offer")} == {"L1"}
    until(s, "MAIN")
