"""A seven, discards, the robber, theft (rules, chapter 7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.marks import rule
from tests.sim.catan.numbers import hexes_of
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    CATANATRON,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    bank,
    fact,
    g1,
    hand,
    hands,
    kinds,
    legal,
    luck,
    node,
    play,
    player,
    seat,
    seat_columns,
    table,
    told,
)

KNIGHT = {"dev": {"knight": 1}}


def seven(*hands: str, current: int = 0, **facts: Any) -> State:
    """G1 after a 7 of `current`."""
    s = g1(*hands, current=current, **{"dice": [7], **BEFORE_THE_ROLL, **facts})
    play(s, "roll")
    return s


def robbing(*hands: str, **facts: Any) -> State:
    """G1 while seat 0 moves the robber on a 7 (nobody holds too many cards)."""
    s = seven(*hands, **facts)
    assert (node(s), s.actor) == ("MOVE_ROBBER", s.current)
    return s


def knight(*hands: str, options: dict[str, Any] | None = None, **facts: Any) -> State:
    """G1 while seat 0 moves the robber by a knight, in the main phase."""
    s = g1(*hands, options=options, more={0: KNIGHT}, **facts)
    play(s, "play a knight")
    return s


# --- discards -------------------------------------------------------------------------------------------------------------


@rule("CA-EX-21", "CA-ROB-02")
@pytest.mark.parametrize("cards, go", [(7, 0), (8, 4), (9, 4), (15, 7), (1, 0), (19, 9)])
def test_half_of_more_than_seven_cards_go(cards: int, go: int) -> None:
    s = seven(f"W{cards}")
    gone = 0
    while node(s) == "DISCARD":
        play(s, "discard wool")
        gone += 1

    assert gone == go
    assert hand(s, 0) == f"W{cards - go}"


@rule("CA-ROB-02")
@pytest.mark.parametrize("limit, go", [(0, 0), (4, 2), (5, 0), (3, 2)])
def test_the_limit_is_an_option_and_0_leaves_all_cards_alone(limit: int, go: int) -> None:
    s = seven("L5", options={"discard_limit": limit})

    assert fact(s, "discards")[0] == go
    assert (node(s) == "DISCARD") is (go > 0)


@rule("CA-EX-22", "CA-ROB-04", "CA-FLOW-07")
@pytest.mark.parametrize("options, order", [({}, [3, 1]), (STANDARD, [3, 1]), (CATANATRON, [1, 3])])
def test_the_order_of_discards(options: dict[str, Any], order: list[int]) -> None:
    s = seven("", "L4 W5", "", "L4 O4", current=2, options=options)
    seen = []
    while node(s) == "DISCARD":
        seen.append(int(s.actor))
        play(s, "discard lumber")

    assert seen == [order[0]] * 4 + [order[1]] * 4
    assert (node(s), s.actor) == ("MOVE_ROBBER", 2)


@rule("CA-ROB-04", "CA-FLOW-07", "CA-FLOW-18")
def test_single_cards_are_chosen_among_those_held() -> None:
    s = seven("L1 B1 G6")

    assert legal(s, "discard") == ["lumber", "brick", "grain"] and kinds(s) == ["discard"]
    play(s, "discard lumber")
    assert legal(s, "discard") == ["brick", "grain"]


@rule("CA-ROB-04")
def test_the_number_is_fixed_at_the_roll() -> None:
    s = seven("G9", "O8")

    play(s, *["discard grain"] * 4)

    assert (s.actor, fact(s, "discards")) == (1, [0, 4, 0, 0]), "not half of what is left"


@rule("CA-EX-88", "CA-TURN-08", "CA-ROB-04")
def test_cards_of_one_kind_leave_no_choice() -> None:
    s = seven("", "W8")

    for _ in range(4):
        assert (s.actor, [str(action) for action in s.legal()]) == (1, ["discard wool"])
        s.play(s.legal()[0])
    assert hand(s, 1) == "W4" and node(s) == "MOVE_ROBBER"


@rule("CA-EX-91", "CA-ROB-01", "CA-ROB-03", "CA-ROB-05")
def test_cards_that_do_not_count_for_the_limit() -> None:
    spare = {1: {"dev": {"knight": 3}}}
    s = seven("", "L3 O4", options=QUIET, more=spare)
    assert node(s) == "MOVE_ROBBER" and hands(s) == ["", "L3 O4", "", ""], "and nobody produces"

    s = seven("", "L4 O4", options=QUIET, more=spare)
    play(s, "discard ore", "discard lumber", "discard ore", "discard ore")

    seen = ["1 discards ore", "1 discards lumber", "1 discards ore", "1 discards ore"]
    assert [told(s, who)[1:] for who in range(4)] == [seen] * 4
    assert bank(s) == "L16 B19 W19 G19 O18"


@rule("CA-ROB-03", "CA-JUNGLE-08")
def test_discoveries_do_not_count_for_the_limit() -> None:
    s = table(seat("L7 D5"), seat(), options=JUNGLE, dice=[7], **BEFORE_THE_ROLL)

    play(s, "roll")

    assert node(s) == "MOVE_ROBBER"


@rule("CA-EX-94", "CA-ROB-03", "CA-JUNGLE-08")
def test_by_option_discoveries_count_and_may_be_discarded() -> None:
    s = table(seat("L5 D4"), seat(), options={**JUNGLE, "discovery_in_limit": True}, dice=[7], **BEFORE_THE_ROLL)
    play(s, "roll")

    assert fact(s, "discards") == [4, 0] and legal(s, "discard") == ["lumber", "discovery"]
    play(s, "discard a Discovery", "discard a Discovery", "discard lumber", "discard a Discovery")

    assert hand(s, 0) == "L4 D1" and bank(s) == "L15 B19 W19 G19 O19"
    assert node(s) == "MOVE_ROBBER"


@rule("CA-ROB-01")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_nobody_produces_on_a_7(options: dict[str, Any]) -> None:
    assert hands(seven(options=options)) == [""] * 4


# --- the move -------------------------------------------------------------------------------------------------------------


@rule("CA-EX-23", "CA-ROB-06", "CA-ROB-07", "CA-FLOW-08")
@pytest.mark.parametrize(
    "options, barred",
    [({}, {4, 9}), (STANDARD, {4}), ({"robber_must_move": False}, {9}), ({**STANDARD, "robber_must_move": False}, set())],
)
def test_targets_of_the_robber(options: dict[str, Any], barred: set[int]) -> None:
    s = robbing(robber=4, options=options)

    assert legal(s, "move_robber") == [hex for hex in range(19) if hex not in barred] and kinds(s) == ["move_robber"]


@rule("CA-EX-92", "CA-ROB-07", "CA-ROB-08")
def test_the_robber_may_return_to_the_jungle() -> None:
    s = robbing(options={**JUNGLE, **QUIET}, dice=[7, 7])
    assert fact(s, "robber") == 9
    assert legal(s, "move_robber") == [hex for hex in range(19) if hex != 9]

    play(s, "move the robber to hex 2", "end the turn", "roll")

    assert 9 in legal(s, "move_robber") and 2 not in legal(s, "move_robber")


@rule("CA-EX-27", "CA-ROB-13", "CA-ROB-11")
@pytest.mark.parametrize("hex", [0, 2, 16])
def test_the_robber_may_go_where_nobody_or_only_the_mover_stands(hex: int) -> None:
    """On H0 only V12 of seat 3 has a building; on H2 nobody's; H16 is seat 2's V44, whose hand is empty."""
    s = robbing("L1", "L1", "", "L1", current=3, options=QUIET)

    play(s, f"move the robber to hex {hex}")

    assert fact(s, "robber") == hex and hands(s) == ["L1", "L1", "", "L1"]
    assert (node(s), s.actor) == ("MAIN", 3)


@rule("CA-EX-28", "CA-ROB-14")
def test_the_friendly_robber_at_the_start() -> None:
    s = robbing(options={"friendly_robber_vp": 3})

    others = {hex for vertex in (13, 41, 44, 20, 31, 12) for hex in hexes_of(vertex)}
    assert legal(s, "move_robber") == [hex for hex in range(19) if hex not in others | {9}]
    assert 7 not in others and 4 in others


@rule("CA-ROB-14")
@pytest.mark.parametrize(
    "k, dev, hidden, spared",
    [
        (3, {}, False, True),
        (2, {}, False, False),
        (3, {"vp": 1}, False, True),
        (3, {"vp": 1}, True, False),
        (4, {"vp": 1}, True, True),
    ],
)
def test_the_friendly_robber_counts_visible_points_or_all(k: int, dev: dict[str, int], hidden: bool, spared: bool) -> None:
    s = robbing(options={"friendly_robber_vp": k, "friendly_robber_hidden": hidden}, more={3: {"dev": dev}})

    assert (0 not in legal(s, "move_robber")) is spared, "on H0 only seat 3 has a building"


@rule("CA-ROB-14")
def test_a_rule_that_leaves_no_hex_is_ignored() -> None:
    """Every hex but the robber's is touched by an opponent's building."""
    s = table(
        seat(),
        seat(settlements=[13, 17, 19, 34, 36], cities=[40]),
        seat(settlements=[3, 6, 27, 32, 47], cities=[50]),
        options={"friendly_robber_vp": 8},
        dice=[7],
        **BEFORE_THE_ROLL,
    )
    assert {hex for vertex in (13, 17, 19, 34, 36, 40, 3, 6, 27, 32, 47, 50) for hex in hexes_of(vertex)} == set(range(19)) - {
        9
    }

    play(s, "roll")

    assert legal(s, "move_robber") == [hex for hex in range(19) if hex != 9]


# --- theft ----------------------------------------------------------------------------------------------------------------


@rule("CA-EX-24", "CA-ROB-09", "CA-ROB-11", "CA-FLOW-09")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_the_only_victim_with_cards_is_robbed_without_a_choice(options: dict[str, Any]) -> None:
    s = robbing("", "", "W3", "", options={**options, **QUIET})

    play(s, "move the robber to hex 11")

    assert hands(s) == ["W1", "", "W2", ""]
    assert (node(s), s.actor) == ("MAIN", 0)


@rule("CA-ROB-09", "CA-FLOW-09", "CA-FLOW-18")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_of_several_victims_of_a_7_the_roller_chooses(options: dict[str, Any]) -> None:
    s = robbing("", "W2", "L1", "O1", options=options)

    play(s, "move the robber to hex 4")

    assert (node(s), s.actor) == ("STEAL", 0)
    assert legal(s, "steal") == [1, 3] and kinds(s) == ["steal"]
    play(s, "steal from seat 3")
    assert hands(s) == ["O1", "W2", "L1", ""]


@rule("CA-EX-25", "CA-ROB-10", "CA-DEV-06")
def test_a_knight_between_two_victims() -> None:
    seed = knight("", "W2", "", "O1", options=QUIET)
    play(seed, "move the robber to hex 4")
    assert hands(seed) == ["W1 O1", "W1", "", ""] and node(seed) == "MAIN"

    standard = knight("", "W2", "", "O1", options=STANDARD)
    play(standard, "move the robber to hex 4")
    assert legal(standard, "steal") == [1, 3]
    play(standard, "steal from seat 1")
    assert hands(standard) == ["W1", "W1", "", "O1"]


@rule("CA-ROB-09", "CA-ROB-10")
@pytest.mark.parametrize("cause", ["seven_steal", "knight_steal"])
@pytest.mark.parametrize("how, after", [("one", "STEAL"), ("each", "MAIN"), ("none", "MAIN")])
def test_theft_from_one_each_or_nobody(cause: str, how: str, after: str) -> None:
    options = {**QUIET, "seven_steal": "none", "knight_steal": "none", cause: how}
    s = (robbing if cause == "seven_steal" else knight)("", "W2", "L1", "O1", options=options)

    play(s, "move the robber to hex 4")

    assert node(s) == after
    assert hands(s) == (["W1 O1", "W1", "L1", ""] if how == "each" else ["", "W2", "L1", "O1"])


@rule("CA-EX-26", "CA-ROB-11")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_a_victim_with_two_buildings_loses_one_card(options: dict[str, Any]) -> None:
    s = table(seat(dev={"knight": 1}), seat("W3", settlements=[13, 23]), options=options)

    play(s, "play a knight", "move the robber to hex 4")

    assert hands(s) == ["W1", "W2"]


@rule("CA-EX-93", "CA-ROB-12")
def test_what_is_stolen_from_l1_o3() -> None:
    stolen: Counter[str] = Counter()
    for block in range(400):
        s = robbing("", "", "L1 O3", chance=luck([7], block), options=QUIET)
        play(s, "move the robber to hex 11")
        stolen[hand(s, 0)] += 1

    assert set(stolen) == {"L1", "O1"}
    assert abs(stolen["O1"] / 400 - 0.75) < 5 * (0.75 * 0.25 / 400) ** 0.5


@rule("CA-ROB-12")
@pytest.mark.parametrize("drawn, card", [(0, "L1"), (1, "O1"), (2, "O1"), (3, "O1")])
def test_each_card_of_the_hand_is_one_draw(drawn: int, card: str) -> None:
    s = robbing("", "", "L1 O3", chance=luck([7], theft=[drawn]), options=QUIET)

    play(s, "move the robber to hex 11")

    assert hand(s, 0) == card


@rule("CA-ROB-12")
def test_of_several_victims_the_first_clockwise_is_robbed_first() -> None:
    s = g1(
        "L1 O1",
        "",
        "",
        "W1 G1",
        options=QUIET,
        current=2,
        more={2: KNIGHT, 3: {"settlements": [31, 16]}},
        chance=luck(theft=[1, 0]),
    )

    play(s, "play a knight", "move the robber to hex 7")  # V28 of seat 0, V16 of seat 3

    assert hand(s, 2) == "L1 G1", "grain of seat 3 by the first draw, lumber of seat 0 by the second"
    robbed = [event.amount for event in s.view(1).events() if event.kind == "robs"]
    assert robbed == [3, 0]


@rule("CA-EX-34", "CA-ROB-15", "CA-JUNGLE-07", "CA-ROB-03")
def test_discoveries_alone_are_safe_from_all() -> None:
    facts = {"options": {**JUNGLE, **QUIET}, "dice": [7]}
    s = table(seat(dev={"knight": 1, "monopoly": 1}), seat("D2", settlements=[13]), **facts, **BEFORE_THE_ROLL)
    play(s, "roll")
    assert node(s) == "MOVE_ROBBER", "a 7 costs nothing"

    play(s, "move the robber to hex 4", "play monopoly on wool")

    assert hands(s) == ["", "D2"] and node(s) == "MAIN"


@rule("CA-ROB-15", "CA-ROB-11")
def test_discoveries_in_a_hand_are_never_what_is_stolen() -> None:
    for block in range(20):
        s = table(seat(dev={"knight": 1}), seat("L1 D9", settlements=[13]), options=JUNGLE, chance=luck(block=block))
        play(s, "play a knight", "move the robber to hex 4")
        assert hands(s) == ["L1", "D9"]


@rule("CA-EX-29", "CA-ROB-16", "CA-TURN-02")
def test_a_knight_that_frees_a_hex_before_the_roll() -> None:
    s = g1(options=STANDARD, robber=12, more={0: KNIGHT}, dice=[8], **BEFORE_THE_ROLL)

    play(s, "play a knight", "move the robber to hex 11", "roll")

    assert hands(s) == ["L1", "", "", ""]


@rule("CA-ROB-16")
def test_a_knight_causes_no_discards() -> None:
    s = knight("L9", "O12", options=QUIET)

    assert node(s) == "MOVE_ROBBER"
    play(s, "move the robber to hex 0")
    assert hands(s)[:2] == ["L9", "O12"]


@rule("CA-DEV-06", "CA-FLOW-09")
def test_after_a_knight_the_turn_goes_on_where_it_was() -> None:
    s = knight("", "W2", options={})
    play(s, "move the robber to hex 4")

    assert (node(s), s.actor) == ("MAIN", 0), "the main phase was open, nobody proposes again"


@rule("CA-ROB-05", "CA-INFO-03")
def test_what_a_record_counts_of_the_robber() -> None:
    s = seven("", "W9", "", "O1")
    play(s, *["discard wool"] * 4, "move the robber to hex 4", "steal from seat 3")

    assert seat_columns(s, 0)["x_robber_moves"] == seat_columns(s, 0)["x_stolen_by"] == 1
    assert seat_columns(s, 3)["x_stolen_from"] == 1 and seat_columns(s, 1)["x_discarded"] == 4
    assert player(s, 0)["hand"] == {"ore": 1}
