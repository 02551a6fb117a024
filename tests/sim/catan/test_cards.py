"""Development cards and the largest army (rules, chapters 11 and 13)."""
from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

from tests.marks import rule
from tests.sim.catan.numbers import EDGES, RESOURCES
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    QUIET,
    STANDARD,
    State,
    army,
    bank,
    fact,
    g1,
    hand,
    hands,
    holder,
    kinds,
    legal,
    lengths,
    luck,
    may,
    node,
    play,
    player,
    points,
    seat,
    table,
    told,
)

ALL_KINDS = {"knight": 1, "road": 1, "plenty": 1, "monopoly": 1, "vp": 1}
PLAYS = {"play_knight", "play_monopoly", "play_year_of_plenty", "play_road_building"}


def holding(dev: dict[str, int], hand_text: str = "", *others: str, options: dict[str, Any] | None = None,
            **facts: Any) -> State:
    """G1 in the main phase of seat 0 with these cards."""
    return g1(hand_text, *others, options=options or QUIET, more={0: {"dev": dev, **facts.pop("mine", {})}}, **facts)


def plays(s: State) -> set[str]:
    return PLAYS & set(kinds(s))


# --- buying ---------------------------------------------------------------------------------------------------------------


@rule("CA-EX-102", "CA-DEV-01")
def test_three_cards_in_one_turn() -> None:
    s = g1("W3 G3 O3", options=QUIET)

    play(s, *["buy a development card"] * 3)

    assert s.view(1).deck_left == 22 and s.view(1).seats[0].dev_held == 3
    assert hand(s, 0) == "" and bank(s) == "L19 B19 W19 G19 O19"


@rule("CA-DEV-01", "CA-BOARD-24")
def test_the_top_card_is_drawn_blind() -> None:
    s = g1("W2 G2 O2", options=QUIET, deck=["monopoly", "vp", "knight"])

    play(s, *["buy a development card"] * 2)

    assert player(s, 0)["dev"] == {"monopoly": 1, "vp": 1} == player(s, 0)["dev_new"]
    assert fact(s, "deck") == ["knight"]


@rule("CA-DEV-01")
@pytest.mark.parametrize("limit, bought", [(0, 4), (1, 1), (2, 2)])
def test_buys_a_turn_are_an_option(limit: int, bought: int) -> None:
    s = g1("W4 G4 O4", options={**QUIET, "domestic": "off", "dev_buys_per_turn": limit})
    n = 0
    while may(s, "buy_dev"):
        play(s, "buy a development card")
        n += 1

    assert n == bought


@rule("CA-EX-78", "CA-DEV-02", "CA-BOARD-24")
def test_a_deck_bought_out() -> None:
    s = g1("W19 G19 O19", options={**QUIET, "dev_deck_mix": {"vp": 0, "knight": 19}})
    for _ in range(19):
        play(s, "buy a development card")
    s = g1("W6 G6 O6", options={**QUIET, "dev_deck_mix": {"vp": 0, "knight": 19}}, more={1: {"dev": player(s, 0)["dev"]}})
    for _ in range(6):
        play(s, "buy a development card")

    assert s.view(0).deck_left == 0
    assert not may(g1("W6 G6 O6", options=QUIET, deck=[]), "buy_dev")
    total = Counter(player(s, 0)["dev"]) + Counter(player(s, 1)["dev"])
    assert total == {"knight": 19, "road": 2, "plenty": 2, "monopoly": 2}


@rule("CA-DEV-01")
def test_an_endless_deck_draws_by_its_mix_for_ever() -> None:
    drawn: Counter[str] = Counter()
    for block in range(60):
        s = g1("W19 G19 O19", options={**QUIET, "dev_deck": "endless", "vp_goal": 40}, chance=luck(block=block))
        for _ in range(19):
            play(s, "buy a development card")
        drawn += Counter(player(s, 0)["dev"])

    n = 60 * 19
    for kind, share in (("knight", 0.56), ("vp", 0.2), ("road", 0.08), ("plenty", 0.08), ("monopoly", 0.08)):
        assert abs(drawn[kind] - n * share) < 5 * (n * share * (1 - share)) ** 0.5, kind


@rule("CA-DEV-01", "CA-COMP-05")
def test_the_first_card_of_a_deck_is_as_likely_as_its_mix() -> None:
    first = Counter(fact(g1(chance=luck(block=block)), "deck")[0] for block in range(500))

    for kind, share in (("knight", 0.56), ("vp", 0.2), ("road", 0.08), ("plenty", 0.08), ("monopoly", 0.08)):
        assert abs(first[kind] - 500 * share) < 4.5 * (500 * share * (1 - share)) ** 0.5, kind


# --- when a card may be played --------------------------------------------------------------------------------------------


@rule("CA-EX-48", "CA-DEV-04")
def test_a_card_bought_this_turn_waits_an_older_one_does_not() -> None:
    s = holding({"knight": 1}, "W1 G1 O1", deck=["knight"])
    play(s, "buy a development card")
    assert plays(s) == {"play_knight"}

    first = holding({}, "W1 G1 O1", deck=["knight"])
    play(first, "buy a development card")
    assert plays(first) == set()


@rule("CA-DEV-04")
@pytest.mark.parametrize("same_turn", [False, True])
def test_by_option_a_card_is_played_in_the_turn_in_which_it_was_bought(same_turn: bool) -> None:
    s = holding({}, "W1 G1 O1", deck=["monopoly"], options={**QUIET, "dev_same_turn": same_turn})
    play(s, "buy a development card")

    assert (plays(s) == {"play_monopoly"}) is same_turn


@rule("CA-DEV-04")
def test_a_card_of_this_turn_that_is_played_is_bought_and_gone() -> None:
    s = holding({}, "W2 G2 O2", deck=["monopoly", "monopoly"], options={**QUIET, "dev_same_turn": True})
    play(s, *["buy a development card"] * 2, "play monopoly on brick")

    assert player(s, 0)["dev"] == player(s, 0)["dev_new"] == {"monopoly": 1}


@rule("CA-DEV-04")
def test_when_the_older_card_is_played_the_newer_one_still_waits() -> None:
    s = holding({"monopoly": 1}, "W1 G1 O1", deck=["monopoly"], options={**QUIET, "dev_plays_per_turn": 2})
    play(s, "buy a development card", "play monopoly on brick")

    assert plays(s) == set() and player(s, 0)["dev_new"] == {"monopoly": 1}


@rule("CA-DEV-04", "CA-FLOW-15")
def test_a_bought_card_is_playable_from_the_next_own_turn_on() -> None:
    s = table(seat("W1 G1 O1"), seat(), options={**STANDARD, "domestic": "off"}, deck=["knight"], dice=[2, 2])
    play(s, "buy a development card", "end the turn", "roll", "end the turn")

    assert kinds(s) == ["roll", "play_knight"]


@rule("CA-EX-49", "CA-DEV-03", "CA-TURN-02")
def test_one_card_a_turn_before_or_after_the_roll() -> None:
    s = g1(options=STANDARD, more={0: {"dev": {"knight": 2, "monopoly": 1}}}, dice=[2], **BEFORE_THE_ROLL)

    play(s, "play a knight", "move the robber to hex 0")
    assert kinds(s) == ["roll"]
    play(s, "roll")

    assert plays(s) == set()


@rule("CA-DEV-03")
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_plays_a_turn_are_an_option(limit: int) -> None:
    s = holding({"monopoly": 4}, options={**QUIET, "dev_plays_per_turn": limit})
    played = 0
    while may(s, "play_monopoly"):
        play(s, "play monopoly on ore")
        played += 1

    assert played == limit


@rule("CA-DEV-03", "CA-FLOW-15")
def test_the_next_turn_has_a_play_of_its_own() -> None:
    s = table(seat(dev={"monopoly": 2}), seat(dev={"monopoly": 1}), options={**QUIET, "domestic": "off"}, dice=[2, 2])
    play(s, "play monopoly on ore", "end the turn", "roll", "play monopoly on ore", "end the turn", "roll")

    assert may(s, "play_monopoly")


@rule("CA-EX-103", "CA-DEV-05", "CA-DEV-06", "CA-DEV-15")
def test_a_played_and_an_unplayed_knight() -> None:
    s = holding({"knight": 2}, deck=["vp"] * 3)
    play(s, "play a knight", "move the robber to hex 0")

    other = s.view(1).seats[0]
    assert (other.played["knight"], other.dev_held, s.view(1).deck_left) == (1, 1, 3)
    assert points(s) == [2, 2, 2, 2] and player(s, 0)["played"] == {"knight": 1}
    assert told(s, 2)[0] == "0 plays knight"


@rule("CA-DEV-14", "CA-DEV-15", "CA-EX-105")
def test_a_victory_point_card_is_never_played() -> None:
    s = holding({"vp": 3}, options={**QUIET, "dev_plays_per_turn": 9, "dev_same_turn": True})

    assert plays(s) == set() and kinds(s) == ["end_turn"]
    assert points(s) == [5, 2, 2, 2]


@rule("CA-DEV-15")
@pytest.mark.parametrize("kind", ["knight", "road", "plenty", "monopoly"])
def test_other_cards_score_nothing(kind: str) -> None:
    assert points(holding({kind: 2}))[0] == points(holding({}, mine={"played": {kind: 2}}))[0] == 2


# --- knight and army ------------------------------------------------------------------------------------------------------


def with_knights(*played: int, holds: int = -1, options: dict[str, Any] | None = None) -> State:
    """G1 where these knights have been played; seat 0 has more of them in hand, a play a turn is no limit."""
    more = {who: {"played": {"knight": n}, "dev": {"knight": 5 if who == 0 else 0}} for who, n in enumerate(played)}
    return g1(options={**QUIET, "dev_plays_per_turn": 9, "dev_deck_mix": {"knight": 40}, **(options or {})}, more=more,
              army_holder=holds)


def charge(s: State) -> None:
    play(s, "play a knight", f"move the robber to hex {0 if s.view(0).robber != 0 else 2}")


@rule("CA-EX-109", "CA-ARMY-01", "CA-ARMY-03")
def test_the_second_and_the_third_knight() -> None:
    s = with_knights(1, 0, 0, 0)
    charge(s)
    assert (army(s), points(s)[0]) == (-1, 2)

    charge(s)

    assert (army(s), points(s)[0]) == (0, 4)
    assert "0 takes the largest army" in told(s, 3)
    charge(s)
    assert army(s) == 0


@rule("CA-EX-65", "CA-ARMY-02")
def test_an_equal_army_does_not_take_the_award_a_larger_one_does() -> None:
    s = with_knights(2, 3, 0, 0, holds=1)
    charge(s)
    assert (army(s), points(s)) == (1, [2, 4, 2, 2])

    charge(s)

    assert (army(s), points(s)) == (0, [4, 2, 2, 2])


@rule("CA-ARMY-01")
@pytest.mark.parametrize("least, worth", [(1, 2), (2, 5), (4, 0)])
def test_size_and_worth_of_the_army_are_options(least: int, worth: int) -> None:
    s = with_knights(0, 0, 0, 0, options={"army_min": least, "army_vp": worth})
    for n in range(1, 5):
        charge(s)
        assert (army(s) == 0, points(s)[0]) == (n >= least, 2 + worth * (n >= least))


@rule("CA-ARMY-03")
def test_unplayed_knights_do_not_count() -> None:
    s = g1(more={0: {"dev": {"knight": 5}}, 1: {"played": {"knight": 3}}}, army_holder=1)

    assert army(s) == 1 and points(s) == [2, 4, 2, 2]


@rule("CA-EX-54", "CA-DEV-07", "CA-END-05", "CA-FLOW-16")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_the_third_knight_wins_before_the_robber_moves(options: dict[str, Any]) -> None:
    s = table(seat(settlements=[28, 24], cities=[0, 2, 47], dev={"knight": 1}, played={"knight": 2}), seat(), options=options)
    assert points(s)[0] == 8

    play(s, "play a knight")

    assert s.over and s.triggers() == ["vp_own_turn"]
    assert (s.outcome().winners, points(s)[0], fact(s, "robber")) == ((0,), 10, 9)


# --- monopoly -------------------------------------------------------------------------------------------------------------


@rule("CA-EX-50", "CA-DEV-08")
def test_monopoly_on_wool() -> None:
    s = holding({"monopoly": 1}, "W1 O1", "W2 L1", "G2", "W5")

    play(s, "play monopoly on wool")

    assert hands(s) == ["W8 O1", "L1", "G2", ""]
    assert told(s, 2) == ["0 plays monopoly", "1 hands over all wool, 2, to seat 0", "2 hands over all wool, 0, to seat 0",
                          "3 hands over all wool, 5, to seat 0"]
    assert bank(s) == "L18 B19 W11 G17 O18"


@rule("CA-EX-104", "CA-DEV-09")
def test_monopoly_on_ore_that_nobody_holds() -> None:
    s = holding({"monopoly": 1}, "O3", "W2")

    assert legal(s, "play_monopoly") == list(RESOURCES)
    play(s, "play monopoly on ore")

    assert hands(s)[:2] == ["O3", "W2"] and player(s, 0)["dev"] == {} and player(s, 0)["played"] == {"monopoly": 1}


# --- year of plenty -------------------------------------------------------------------------------------------------------


SINGLE = {**QUIET, "yop_short": "allow_single"}


def pairs(lying: str, options: dict[str, Any] = QUIET) -> list[tuple[str, str]]:
    return legal(table(seat(dev={"plenty": 1}), seat(), bank=lying, options=options), "play_year_of_plenty")


@rule("CA-DEV-10", "CA-FLOW-18")
def test_any_two_cards_equal_or_not() -> None:
    both = [*combinations_with_replacement(RESOURCES, 2)]

    assert pairs("L9 B9 W9 G9 O9") == both == pairs("L9 B9 W9 G9 O9", SINGLE)
    s = table(seat(dev={"plenty": 1}), seat(), options=QUIET)
    play(s, "play year of plenty for brick and ore")
    assert hand(s, 0) == "B1 O1" and bank(s) == "L19 B18 W19 G19 O18"
    assert told(s, 1)[1:] == ["0 gets 1 brick from the bank", "0 gets 1 ore from the bank"]


@rule("CA-EX-51", "CA-DEV-10")
@pytest.mark.parametrize("lying, options, found", [
    ("G1 O1", QUIET, [("grain", "ore")]), ("G1 O1", SINGLE, [("grain", "ore"), ("grain", "none"), ("ore", "none")]),
    ("G1", QUIET, [("grain", "none")]), ("G1", SINGLE, [("grain", "none")]), ("", QUIET, []), ("", SINGLE, []),
    ("G2", QUIET, [("grain", "grain")]), ("G2", SINGLE, [("grain", "grain"), ("grain", "none")])])
def test_year_of_plenty_from_a_short_bank(lying: str, options: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert pairs(lying, options) == found
    s = table(seat(dev={"plenty": 1}), seat(), bank=lying, options=options)
    assert may(s, "play_year_of_plenty") is bool(found)


@rule("CA-DEV-10")
def test_with_allow_single_a_card_is_offered_alone_where_some_pair_with_it_is_short() -> None:
    found = pairs("L9 B1 W9 G9 O9", SINGLE)

    assert [pair for pair in found if pair[1] == "none"] == [("brick", "none")]
    assert ("brick", "brick") not in found and ("brick", "ore") in found


@rule("CA-DEV-10", "CA-EX-51")
def test_the_last_card_of_the_bank_is_taken_alone() -> None:
    s = table(seat(dev={"plenty": 1}), seat(), bank="G1", options=QUIET)

    play(s, "play year of plenty for grain")

    assert hand(s, 0) == "G1" and bank(s) == ""


# --- road building --------------------------------------------------------------------------------------------------------


def free_roads(s: State) -> list[tuple[int, int]]:
    return [EDGES[action.args["edge"]] for action in s.legal() if action.kind == "build_road"]


@rule("CA-DEV-11", "CA-DEV-13", "CA-FLOW-14")
def test_two_free_roads_the_second_may_build_on_the_first() -> None:
    s = holding({"road": 1})
    play(s, "play road building")
    assert (node(s), s.actor) == ("FREE_ROAD", 0)
    assert len(free_roads(s)) == 8 and kinds(s) == ["build_road"]

    play(s, "build a road on 34-39")
    assert {(38, 43), (39, 43), (39, 44)} & set(free_roads(s)) == {(39, 43), (39, 44)}
    play(s, "build a road on 39-43")

    assert (node(s), hand(s, 0), s.view(0).me.roads_left) == ("MAIN", "", 11)


@rule("CA-EX-52", "CA-DEV-11")
@pytest.mark.parametrize("pieces, built", [(4, 2), (3, 1), (2, 0)])
def test_road_building_with_few_roads_left(pieces: int, built: int) -> None:
    s = holding({"road": 1}, options={**QUIET, "pieces.roads": pieces})
    if built == 0:
        assert not may(s, "play_road_building")
        return
    play(s, "play road building")
    for _ in range(built):
        assert node(s) == "FREE_ROAD"
        s.play(s.legal()[0])

    assert node(s) == "MAIN" and s.view(0).me.roads_left == 0 and player(s, 0)["dev"] == {}


@rule("CA-DEV-11")
def test_with_one_edge_left_one_road_and_with_none_no_card() -> None:
    """Seat 0 has V0 alone, whose edges are (0,3) and (0,4); seat 1 has built round it."""
    round_it = [(3, 7), (4, 8), (0, 4)]
    s = table(seat(settlements=[0], dev={"road": 1}), seat(settlements=[7, 8], roads=round_it), options=QUIET)
    play(s, "play road building")
    assert free_roads(s) == [(0, 3)]
    play(s, "build a road on 0-3")
    assert node(s) == "MAIN" and player(s, 0)["dev"] == {}

    closed = table(seat(settlements=[0], dev={"road": 1}), seat(settlements=[7, 8], roads=[*round_it, (0, 3)]), options=QUIET)
    assert not may(closed, "play_road_building")


@rule("CA-EX-53", "CA-DEV-12", "CA-FLOW-14")
@pytest.mark.parametrize("options, listed", [(QUIET, True), (STANDARD, False), ({**QUIET, "road_building_stop": False}, False)])
def test_declining_the_second_road(options: dict[str, Any], listed: bool) -> None:
    s = holding({"road": 1}, options=options)
    play(s, "play road building")
    assert "stop" not in kinds(s), "the first is built in any case"

    play(s, "build a road on 34-39")
    assert ("stop" in kinds(s)) is listed and kinds(s)[0] == "build_road"
    if listed:
        play(s, "build no second road")
        assert node(s) == "MAIN" and s.view(0).me.roads_left == 12


@rule("CA-EX-105", "CA-DEV-13", "CA-ROAD-08")
def test_road_building_and_the_award() -> None:
    line = [(28, 34), (34, 39), (39, 44)]
    s = table(seat(settlements=[28], roads=line, dev={"road": 1, "vp": 1}), seat(), options=QUIET)
    assert lengths(s)[0] == 3
    play(s, "play road building", "build a road on 44-48")
    assert (lengths(s)[0], holder(s)) == (4, -1)

    play(s, "build a road on 48-51")

    assert (lengths(s)[0], holder(s), points(s)[0]) == (5, 0, 4)


@rule("CA-END-05", "CA-DEV-13", "CA-FLOW-16")
def test_a_road_that_wins_ends_the_game_with_the_second_to_come() -> None:
    line = [(28, 34), (34, 39), (39, 44), (44, 48)]
    s = table(seat(settlements=[28, 24], cities=[0, 2, 20], roads=line, dev={"road": 1}), seat(), options=QUIET)

    play(s, "play road building", "build a road on 48-51")

    assert s.over and points(s)[0] == 10 and s.view(0).me.roads_left == 10


@rule("CA-DEV-05")
def test_played_cards_never_return_to_the_deck() -> None:
    s = holding(ALL_KINDS, options={**QUIET, "dev_plays_per_turn": 9}, deck=["vp"])
    play(s, "play monopoly on ore", "play year of plenty for ore and ore", "play road building", "build a road on 34-39",
         "build a road on 39-43", "play a knight", "move the robber to hex 2")

    assert player(s, 0)["played"] == {"knight": 1, "road": 1, "plenty": 1, "monopoly": 1}
    assert player(s, 0)["dev"] == {"vp": 1} and fact(s, "deck") == ["vp"]
