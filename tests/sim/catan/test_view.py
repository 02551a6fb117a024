"""Who sees what (rules, chapter 16)."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from sim.chance import Chance, Stream
from sim.core import Event, Row, View
from tests.marks import rule
from tests.sim.catan.numbers import LETTERS, RESOURCES, cards, text
from tests.sim.catan.test_longest_road import path
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
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
    luck,
    new_game,
    play,
    player,
    points,
    seat,
    table,
    take,
    told,
    trade,
    words,
)


def same_for(who: int, one: State, other: State) -> bool:
    """Whether two positions look the same to a seat: its facts, and what it may choose, in words."""
    choices = [[(str(action), s.say(action.id)) for action in s.legal()] if s.actor == who else [] for s in (one, other)]
    return one.view(who).facts() == other.view(who).facts() and choices[0] == choices[1]


# --- what all see ---------------------------------------------------------------------------------------------------------


@rule("CA-INFO-01")
def test_the_table_is_open_to_all() -> None:
    s = g1("L2 O1", "W4", options={**JUNGLE, **QUIET}, current=1, turn=6, more={
        0: {"roads": [(24, 30), *path(28, 34, 39, 43, 47, 51)], "played": {"knight": 3, "road": 1},
            "dev": {"vp": 1, "plenty": 1},
            "cities": [24], "settlements": [28]}}, army_holder=0)

    for who in range(4):
        view: Any = s.view(who)
        other = view.seats[0]
        assert (other.hand_size, other.discoveries, other.dev_held) == (3, 0, 2)
        assert (other.road_length, other.has_road, other.has_army, other.visible_points) == (5, True, True, 7)
        assert (other.roads_left, other.settlements_left, other.cities_left) == (9, 4, 3)
        assert {name: other.played[name] for name in other.played.names} == {"knight": 3, "vp": 0, "road": 1, "plenty": 0,
                                                                             "monopoly": 0}
        assert (other.settlements, other.cities) == (2**28, 2**24)
        assert (view.robber, view.deck_left, view.current, view.turn, view.node, view.goal) == (9, 19, 1, 6, "MAIN", 10)
        assert text({name: view.bank[name] for name in RESOURCES}) == bank(s) == "L17 B19 W15 G19 O18"
        assert (view.terrain(9), view.token(9), view.building(24), view.road(36)) == ("jungle", 9, 9, 0)


@rule("CA-INFO-01")
def test_the_last_roll_is_open_to_all() -> None:
    s = g1(dice=[11, 5], options=QUIET, **BEFORE_THE_ROLL)
    assert s.view(3).thrown == 0

    play(s, "roll", "end the turn")
    assert {s.view(who).thrown for who in range(4)} == {11}
    play(s, "roll")

    assert s.view(0).thrown == 5


@rule("CA-INFO-01", "CA-TRADE-06")
def test_an_offer_and_its_result_are_open_to_all() -> None:
    s = g1("L1", "O1", options=QUIET)
    take(s, **trade("offer", "L1", "O1"))
    assert {s.view(who).offer for who in range(4)} == {s.view(0).offer} and s.view(0).offer is not None

    play(s, "1: accept", "2: reject", "3: reject", "trade with seat 1")

    for who in range(4):
        assert told(s, who) == ["0 offers 1 lumber for 1 ore", "1 accepts", "2 rejects", "3 rejects", "0 gives seat 1 1 lumber",
                                "1 gives seat 0 1 ore"]
        assert s.view(who).offer is None and s.view(who).answers() == (0, 1, 2, 2)


@rule("CA-INFO-01")
@pytest.mark.parametrize("options", [{}, {**STANDARD, **JUNGLE}])
def test_labels_name_every_fact_once(options: dict[str, Any]) -> None:
    for seats in (2, 3, 4):
        view = new_game(seats, options).view(0)
        assert len(view.labels()) == len(view.facts()) == len(set(view.labels()))


# --- what is secret -------------------------------------------------------------------------------------------------------


@rule("CA-INFO-02", "CA-INFO-06")
@pytest.mark.parametrize("facts", [
    ({"more": {1: {"dev": {"knight": 1}}}}, {"more": {1: {"dev": {"vp": 1}}}}),
    ({"more": {1: {"dev": {"knight": 1, "vp": 1}, "dev_new": {"vp": 1}}}}, {"more": {1: {"dev": {"knight": 1, "vp": 1},
                                                                                         "dev_new": {"knight": 1}}}}),
    ({"deck": ["vp", "knight", "road"]}, {"deck": ["road", "vp", "knight"]}),
])
def test_cards_of_others_and_the_deck_are_secret(facts: tuple[dict[str, Any], dict[str, Any]]) -> None:
    one, other = (g1("L1 W1 G1 O1", "W2", "O1", options=QUIET, **each) for each in facts)

    assert same_for(0, one, other) and same_for(2, one, other) and same_for(3, one, other)
    assert one.digest() != other.digest()


@rule("CA-INFO-02", "CA-INFO-06")
def test_kinds_in_the_hands_of_others_are_secret() -> None:
    one, other = (g1("L2 B1", *held, options={**QUIET, "offer_to": "each"})
                  for held in (("W2 O1", "G2", "L1"), ("L1 G2", "W2", "O1")))

    assert same_for(0, one, other)
    assert not same_for(1, one, other) and not same_for(3, one, other), "his own he sees"


@rule("CA-INFO-02")
def test_hands_and_cards_of_others_cannot_be_read() -> None:
    view = g1("L1", "W1", more={1: {"dev": {"vp": 1}}}).view(0)

    for name in ("hand", "dev", "dev_new"):
        with pytest.raises(AttributeError, match="hidden"):
            getattr(view.opponents[0], name)
    assert view.me.hand["lumber"] == 1 and view.opponents[0].points == 2
    assert g1("L1", "W1", more={1: {"dev": {"vp": 1}}}).view(1).me.points == 3


@rule("CA-EX-114", "CA-INFO-01", "CA-INFO-02", "CA-INFO-05")
def test_a_bought_card_that_nobody_sees() -> None:
    s, twin = (g1("", "W1 G1 O1", options=QUIET, current=1, deck=[first, *["knight"] * 24]) for first in ("vp", "monopoly"))
    for one in (s, twin):
        play(one, "buy a development card")

    for who in (0, 2, 3):
        view = s.view(who)
        assert (view.deck_left, view.seats[1].dev_held, view.seats[1].visible_points, view.seats[1].points) == (24, 1, 2, 2)
        assert same_for(who, s, twin)
        assert told(s, who) == told(twin, who) == ["1 pays 1 wool", "1 pays 1 grain", "1 pays 1 ore",
                                                   "1 buys a development card",
                                                   "1 dev_drawn"]
    assert points(s)[1] == 3 and s.view(1).me.points == 3 and told(s, 1)[-1] == "1 draws victory point"


@rule("CA-INFO-05")
def test_how_many_cards_were_bought_this_turn_is_seen() -> None:
    one, other = (g1(more={1: {"dev": {"knight": 2}, "dev_new": new}}, current=1) for new in ({"knight": 1}, {"knight": 2}))

    labels = one.view(0).labels()
    facts = [dict(zip(labels, s.view(0).facts(), strict=True)) for s in (one, other)]
    assert [each["seat1_dev_bought"] for each in facts] == [1, 2]
    assert facts[0]["seat1_dev_new_knight"] == facts[0]["seat1_dev_knight"] == -1


@rule("CA-INFO-06")
def test_an_option_lays_all_hands_open() -> None:
    s = g1("L1", "W1 O2", options={"open_hands": True}, more={1: {"dev": {"vp": 1}}})

    other = s.view(0).seats[1]
    assert text({name: other.hand[name] for name in LETTERS.values()}) == "W1 O2"
    assert (other.dev["vp"], other.points) == (1, 3)


@rule("CA-INFO-06")
def test_a_view_hands_out_nothing_that_could_change_the_game() -> None:
    s = g1("L2 O1", "W4", more={0: {"dev": {"vp": 1}}})
    before = s.digest()

    for name, value in _reachable(s.view(0)):
        assert value is None or isinstance(value, bool | int | str | Row | tuple) or type(value).__name__.endswith("View"), name
        with suppress(AttributeError, TypeError):               # the native build refuses, the plain one changes the view only
            setattr(s.view(0), name.split(".")[0], 99)
    with pytest.raises(TypeError):
        s.view(0).me.hand["lumber"] = 50  # type: ignore[index]
    with pytest.raises(TypeError):
        s.view(0).bank[0] = 50  # type: ignore[index]

    assert s.digest() == before


def _reachable(view: View) -> Iterator[tuple[str, Any]]:
    """All public plain attributes of a view and of the seats in it; of others all but their cards."""
    for name in dir(view):
        if not name.startswith("_") and not callable(getattr(view, name)):
            yield name, getattr(view, name)
    for one in view.seats:  # type: ignore[attr-defined]
        for name in dir(one):
            if not name.startswith("_") and (one.own or name not in ("hand", "dev",
                                                                     "dev_new")) and not callable(getattr(one, name)):
                yield f"seats.{name}", getattr(one, name)


# --- theft ----------------------------------------------------------------------------------------------------------------


def robbed(victim_hand: str, drawn: int, **facts: Any) -> State:
    """Seat 0 robs seat 1 on a 7."""
    s = g1("", victim_hand, "W1", options=QUIET, chance=luck([7], theft=[drawn]), **BEFORE_THE_ROLL, **facts)
    play(s, "roll", "move the robber to hex 4")
    return s


@rule("CA-EX-69", "CA-INFO-03")
def test_who_sees_a_stolen_grain() -> None:
    s, twin = robbed("L1 G1", 1), robbed("L1 G1", 0)
    assert hands(s)[:2] == ["G1", "L1"] and hands(twin)[:2] == ["L1", "G1"]

    for who in (0, 1):
        assert told(s, who)[-2:] == ["0 robs seat 1", "0 takes grain from seat 1"]
    for who in (2, 3):
        assert told(s, who) == told(twin, who) and told(s, who)[-2:] == ["0 robs seat 1", "0 takes"]
        assert [(event.item, event.amount) for event in s.view(who).events()[-1:]] == [(None, 0)]
        assert same_for(who, s, twin)
    assert [one.hand_size for one in s.view(2).seats] == [1, 1, 1, 0]


@rule("CA-INFO-03", "CA-INFO-06")
def test_no_choice_or_word_of_anybody_else_tells_what_was_stolen() -> None:
    """The turn goes on to seat 2, which may offer, and to answers of seats that are not asked."""
    s, twin = (robbed("L1 G1", drawn, more={2: {"settlements": [44, 0]}}) for drawn in (0, 1))
    for one in (s, twin):
        play(one, "end the turn", "roll", "end the turn", "roll")

    assert s.actor == twin.actor == 2
    assert same_for(2, s, twin) and same_for(3, s, twin)


# --- counting -------------------------------------------------------------------------------------------------------------


def count_by_events(events: list[Event], seats: int) -> list[dict[str, int]]:
    """All hands as the public events tell them; thefts that are not seen are left out."""
    found: list[dict[str, int]] = [dict.fromkeys(RESOURCES, 0) for _ in range(seats)]
    for event in events:
        if event.item not in RESOURCES:
            continue
        if event.kind in ("produces", "gets_bank"):
            found[event.seat][event.item] += event.amount
        elif event.kind in ("pays", "gives_bank", "discards"):
            found[event.seat][event.item] -= event.amount if event.kind != "discards" else 1
        elif event.kind in ("gives", "empties"):
            found[event.seat][event.item] -= event.amount
            found[event.extra][event.item] += event.amount
        elif event.kind == "takes":
            found[event.seat][event.item] += 1
            found[event.amount][event.item] -= 1
    return found


@rule("CA-EX-115", "CA-INFO-04")
@pytest.mark.parametrize("options", [{"seven_steal": "none", "knight_steal": "none"}, {**STANDARD, "seven_steal": "none",
                                                                                     "knight_steal": "none"}])
def test_without_theft_all_hands_can_be_counted_from_public_events(options: dict[str, Any]) -> None:
    s = new_game(4, options, seed=8)
    rng = Stream(8)
    while not s.over and s.turn < 120:
        s.play(rng.choice(s.legal()))
        if s.turn % 10 == 0:
            counted = [text(held) for held in count_by_events(s.view(3).events(), 4)]
            assert counted == hands(s)
    assert {event.kind for event in s.view(3).events()} >= {"produces", "pays", "gives", "gives_bank", "discards"}


@rule("CA-EX-115", "CA-INFO-03", "CA-INFO-04")
def test_with_two_players_thefts_are_seen_so_that_all_hands_can_be_counted() -> None:
    s = new_game(2, {"knight_steal": "one"}, seed=4)
    rng = Stream(4)
    while not s.over and s.turn < 150:
        s.play(rng.choice(s.legal()))
    for who in (0, 1):
        assert [text(held) for held in count_by_events(s.view(who).events(), 2)] == hands(s)
    assert sum(event.kind == "takes" for event in s.view(0).events()) > 5


@rule("CA-EX-115", "CA-INFO-06")
def test_another_hidden_card_changes_nothing_that_others_observe() -> None:
    one, other = (g1("L1", "W1", "B1", more={1: {"dev": {kind: 1}}}, current=2, options=QUIET)
                  for kind in ("knight", "monopoly"))

    assert same_for(2, one, other) and same_for(0, one, other)


@rule("CA-INFO-04")
def test_the_engine_keeps_no_memory_beside_the_events() -> None:
    """Two positions with equal tables and unlike pasts look the same."""
    s = g1("L1", "O1", options=QUIET)
    take(s, **trade("offer", "L1", "O1"))
    play(s, "1: accept", "2: reject", "3: reject", "trade with seat 1", "end the turn")
    fresh = g1("O1", "L1", options=QUIET, current=1, **BEFORE_THE_ROLL)

    for who in range(4):
        assert s.view(who).facts() == fresh.view(who).facts()


# --- answers to an offer --------------------------------------------------------------------------------------------------


@rule("CA-EX-116", "CA-INFO-07", "CA-TRADE-07")
def test_an_acceptance_is_not_yet_seen() -> None:
    seen = []
    for answer in ("accept", "reject", "counter with 1 ore for 2 lumber"):
        s = g1("L2", "O1", "O1", options=QUIET)
        take(s, **trade("offer", "L1", "O1"))
        play(s, f"1: {answer}")
        assert s.actor == 2 and s.view(2).answers() == (0, 0, 0, 0) and s.view(2).counter(1) is None
        seen.append([(s.view(who).facts(), told(s, who), words(s)) for who in range(4)])
        play(s, "2: reject", "3: reject")
        assert (s.view(2).answers() == (0, 1, 2, 2)) is (answer == "accept")
        assert (s.view(3).counter(1) is not None) is answer.startswith("counter")

    assert seen[0] == seen[1] == seen[2]


@rule("CA-INFO-07", "CA-TURN-08", "CA-TRADE-10")
def test_a_forced_answer_to_a_proposal_looks_like_a_chosen_one() -> None:
    seen = []
    for held in ("B1", "O1"):
        s = g1(held, "W1", dice=[12], robber=3, **BEFORE_THE_ROLL)
        play(s, "roll")
        take(s, **trade("propose", "W1", "O1"))
        assert ("accept" in kinds(s)) is (held == "O1")
        play(s, "reject")
        seen.append([(s.view(who).facts()[:60] if who else (), told(s, who)) for who in range(4)])

    assert [events for _, events in seen[0]] == [events for _, events in seen[1]]
    labels = g1().view(1).labels()
    hidden = [place for place, label in enumerate(labels[:60]) if not label.startswith("bank_")]
    assert [[facts[place] for place in hidden] for facts, _ in seen[0][1:]] == [
        [facts[place] for place in hidden] for facts, _ in seen[1][1:]]


@rule("CA-INFO-06", "CA-INFO-02")
def test_a_view_depends_on_nothing_that_is_still_to_come() -> None:
    one, other = (g1("L1", "W1", chance=Chance(1, block), deck=["vp", "knight"]) for block in (0, 1))

    for who in range(4):
        assert one.view(who).facts() == other.view(who).facts()
    names = " ".join(name for name in dir(one.view(0)) if not name.startswith("_"))
    assert not {"strateg", "lineup", "chance", "deck_order"} & set(names.split())


@rule("CA-INFO-01")
def test_a_player_sees_what_his_cards_are_and_what_he_may_do() -> None:
    s = table(seat("L1 D2", dev={"knight": 1, "vp": 1}, dev_new={"vp": 1}), seat(), options={**JUNGLE, **QUIET})

    me = s.view(0).me
    assert {name: me.hand[name] for name in me.hand.names} == {**dict.fromkeys(RESOURCES, 0), "lumber": 1, "discovery": 2}
    assert (me.dev["knight"], me.dev["vp"], me.dev_new["vp"], me.dev_held, me.points) == (1, 1, 1, 2, 1)
    assert hand(s, 0) == "L1 D2" and fact(s, "phase") == "MAIN" and cards("D2") == {"discovery": 2}
    assert player(s, 0)["dev"] == {"knight": 1, "vp": 1}
