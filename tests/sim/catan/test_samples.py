"""What a seat may look ahead into: a draw of all it does not know, as likely as the truth (`view.sample`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sim.catan.state import CatanState
from sim.chance import Chance, Stream
from sim.core import Event
from tests.marks import rule
from tests.sim.catan.numbers import RESOURCES
from tests.sim.catan.test_end import cutting
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    GAME,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    fact,
    g1,
    hand,
    hands,
    luck,
    new_game,
    node,
    play,
    player,
    points,
    seat,
    table,
    take,
    trade,
)


def samples(s: State, who: int, n: int, seed: int = 1) -> list[CatanState]:
    rng = Stream(seed)
    found = []
    for _ in range(n):
        sample = s.view(who).sample(rng)
        assert isinstance(sample, CatanState)
        found.append(sample)
    return found


def near(seen: int, of: int, expected: float, room: float = 0.0) -> bool:
    """Whether a count is within 4.5 standard errors of a probability, and `room` more."""
    return abs(seen / of - expected) < 4.5 * (max(expected * (1 - expected), 0.002) / of) ** 0.5 + room


# --- hands ----------------------------------------------------------------------------------------------------------------


def after_a_theft(stolen: int, **more: Any) -> State:
    """Seat 1 gets L1 O2 by an 8 and W2 by a 5, seat 2 O1 by the 8; then seat 2 robs seat 1, unseen by seat 0 (0: lumber)."""
    s = table(
        seat(settlements=[0]),
        seat(settlements=[38], cities=[37]),
        seat(settlements=[20]),
        options={**QUIET, **more},
        chance=luck([8, 5, 7], theft=[stolen]),
        current=0,
        **BEFORE_THE_ROLL,
    )
    play(s, "roll", "end the turn", "roll", "end the turn", "roll", "move the robber to hex 12")
    assert [one.hand_size for one in s.view(0).seats] == [0, 4, 2]
    return s


@rule("CA-INFO-02", "CA-INFO-03", "CA-INFO-04", "CA-ROB-12")
@pytest.mark.parametrize("stolen", [0, 1, 3])
def test_an_unseen_theft_is_drawn_by_the_hand_whatever_was_stolen(stolen: int) -> None:
    """Seat 1 held L1 W2 O2 by known rolls; each of its cards is as likely gone."""
    s = after_a_theft(stolen)

    drawn = Counter(hand(sample, 2) for sample in samples(s, 0, 400))

    assert (
        near(drawn["L1 O1"], 400, 1 / 5, 0.03)
        and near(drawn["O2"], 400, 2 / 5, 0.03)
        and near(drawn["W1 O1"], 400, 2 / 5, 0.03)
    )
    assert sum(drawn.values()) == drawn["L1 O1"] + drawn["O2"] + drawn["W1 O1"]


@rule("CA-INFO-03")
@pytest.mark.parametrize("who", [1, 2])
def test_thief_and_victim_know_what_was_stolen(who: int) -> None:
    s = after_a_theft(1)

    assert {tuple(hands(sample)) for sample in samples(s, who, 20)} == {tuple(hands(s))}


@rule("CA-INFO-03", "CA-INFO-04", "CA-ROB-12")
def test_a_theft_that_the_seat_makes_itself_tells_of_the_rest_of_the_hand() -> None:
    """Seat 2 holds an ore and one of seat 1's five cards. Seat 0 takes an ore from it: twice as likely if both were ore."""
    s = after_a_theft(0)
    s.chance = luck([7], theft=[1])
    play(s, "end the turn", "roll", "move the robber to hex 11")
    if node(s) == "STEAL":
        play(s, "steal from seat 2")
    assert hand(s, 0) == "O1"

    drawn = Counter(hand(sample, 2) for sample in samples(s, 0, 500))

    both = (2 / 5) / (2 / 5 + (3 / 5) / 2)
    assert near(drawn["O1"], 500, both, 0.03), drawn
    assert near(drawn["W1"], 500, (1 - both) * 2 / 3, 0.03) and near(drawn["L1"], 500, (1 - both) / 3, 0.03)


@rule("CA-INFO-04", "CA-TRADE-06")
def test_who_offers_or_accepts_a_card_holds_it() -> None:
    s = after_a_theft(0)
    take(s, **trade("offer", "L1", "O1"))
    assert {hand(sample, 2) for sample in samples(s, 0, 30)} == {"L1 O1"}

    play(s, "0: reject", "1: accept")

    assert {hand(sample, 2) for sample in samples(s, 0, 30)} == {"L1 O1"}
    assert all(player(sample, 1)["hand"].get("ore", 0) for sample in samples(s, 0, 30))


@rule("CA-INFO-04", "CA-DEV-08")
def test_monopoly_lays_open_who_has_none() -> None:
    s = after_a_theft(3)
    s = table(seat(dev={"monopoly": 1}), *s.position()["players"][1:], options=QUIET)
    play(s, "play monopoly on ore")

    for sample in samples(s, 1, 30):
        assert player(sample, 2)["hand"].get("ore", 0) == 0 and hand(sample, 0) == hand(s, 0)


@rule("CA-INFO-02", "CA-INFO-06")
def test_in_a_position_without_a_past_the_cards_of_the_others_are_one_pool() -> None:
    s = table(seat("L1"), seat("W2"), seat("O1 G1"), options=QUIET)

    drawn = Counter(hand(sample, 1) for sample in samples(s, 0, 600))

    assert set(drawn) == {"W2", "G1 O1", "W1 G1", "W1 O1"}
    assert near(drawn["W2"], 600, 1 / 6) and near(drawn["G1 O1"], 600, 1 / 6) and near(drawn["W1 G1"], 600, 2 / 6)
    assert all(hand(sample, 0) == "L1" for sample in samples(s, 0, 20))


@rule("CA-INFO-02", "CA-INFO-04", "CA-INFO-06")
def test_after_a_position_events_go_on_from_what_was_not_known_of_it() -> None:
    """Seat 1 pays for a road: it held a lumber and a brick, the other card is any of the rest."""
    s = table(seat("O1"), seat("L1 B1 W1", settlements=[28]), seat("W1 G2"), options=QUIET, current=1)
    play(s, "build a road on 28-34")

    drawn = Counter(hand(sample, 1) for sample in samples(s, 0, 400))

    assert set(drawn) == {"W1", "G1"} and near(drawn["W1"], 400, 0.5, 0.03)


# an exact count for comparison: all ways in which the hands may stand, with their probabilities


Hands = tuple[tuple[int, ...], ...]


def moved(state: Hands, who: int, item: str, n: int) -> Hands:
    place = RESOURCES.index(item)
    return tuple(
        tuple(held + n if at == who and k == place else held for k, held in enumerate(row)) for at, row in enumerate(state)
    )


def exact(events: Sequence[Event], seats: int) -> dict[Hands, float]:
    """The posterior of all hands, theft by theft; what would make a hand negative is impossible."""
    belief: dict[Hands, float] = {((0,) * 5,) * seats: 1.0}
    asked: dict[str, int] = {}
    for event in events:
        after: dict[Hands, float] = {}
        for state, p in belief.items():
            for following, q in _outcomes(event, state, asked):
                if min(min(row) for row in following) >= 0:
                    after[following] = after.get(following, 0.0) + p * q
        total = sum(after.values())
        belief = {state: p / total for state, p in after.items()}
        if event.kind in ("offers", "proposes"):
            asked = _side(event.words.split(" for ")[1])
    return belief


def _side(words: str) -> dict[str, int]:
    return {part.split()[1]: int(part.split()[0]) for part in words.split(" and ")}


def _outcomes(event: Event, state: Hands, asked: dict[str, int]) -> list[tuple[Hands, float]]:
    kind, item, n = event.kind, event.item, event.amount if event.kind != "discards" else 1
    if kind == "takes" and item is None:
        row = state[event.extra]
        return [
            (moved(moved(state, event.extra, name, -1), event.seat, name, 1), row[k] / sum(row))
            for k, name in enumerate(RESOURCES)
            if row[k]
        ]
    if kind == "takes" and item is not None:
        row = state[event.amount]
        return [(moved(moved(state, event.amount, item, -1), event.seat, item, 1), row[RESOURCES.index(item)] / sum(row))]
    if kind in ("offers", "proposes", "counters"):
        give = _side(
            event.words.removeprefix("offers ").removeprefix("proposes ").removeprefix("counters with ").split(" for ")[0]
        )
        return [(state, float(_holds(state[event.seat], give)))]
    if kind == "accepts":
        return [(state, float(_holds(state[event.seat], asked)))]
    if item not in RESOURCES:
        return [(state, 1.0)]
    if kind in ("produces", "gets_bank"):
        return [(moved(state, event.seat, item, n), 1.0)]
    if kind in ("pays", "gives_bank", "discards"):
        return [(moved(state, event.seat, item, -n), 1.0)]
    if kind == "empties":
        fits = state[event.seat][RESOURCES.index(item)] == n
        return [(moved(moved(state, event.seat, item, -n), event.extra, item, n), float(fits))]
    if kind == "gives":
        return [(moved(moved(state, event.seat, item, -n), event.extra, item, n), 1.0)]
    return [(state, 1.0)]


def _holds(row: tuple[int, ...], side: dict[str, int]) -> bool:
    return all(row[RESOURCES.index(name)] >= n for name, n in side.items())


KNIGHTS = {"cost.dev": [0, 0, 1, 0, 0], "dev_deck_mix": {"knight": 25, "vp": 0}, "dev_before_roll": "any"}
"""Much theft."""


@rule("CA-INFO-02", "CA-INFO-03", "CA-INFO-04", "CA-INFO-06")
@pytest.mark.parametrize(
    "options, seed",
    [
        ({**STANDARD, "domestic": "off"}, 4),
        ({**KNIGHTS, "domestic": "off"}, 18),
        ({**KNIGHTS, "domestic": "off"}, 25),
        ({**KNIGHTS, **QUIET, "offers_per_turn": 1}, 17),
        ({**STANDARD, **KNIGHTS, "offers_per_turn": 1}, 9),
    ],
)
def test_hands_are_drawn_as_an_exact_count_has_them(options: dict[str, Any], seed: int) -> None:
    """Three players, so that seat 0 does not see what seats 1 and 2 steal from each other."""
    s = new_game(3, {**options, "board": "beginner"}, seed=seed)
    rng = Stream(seed)
    belief: dict[Hands, float] = {}
    while len(belief) < 3 and s.turn < 40:
        s.play(rng.choice(s.legal()))
        if s.turn > 12 and rng.below(30) == 0:
            belief = exact(with_victims(s.view(0).events()), 3)
    assert all_hands(s) in belief and len(belief) > 2, "there is something to guess"

    n = 200
    drawn = Counter(all_hands(sample) for sample in samples(s, 0, n))

    assert set(drawn) <= set(belief), "all fit the public history"
    for state, p in belief.items():
        assert near(drawn[state], n, p, 0.05), (state, p, drawn[state] / n)


def all_hands(s: State) -> Hands:
    return tuple(tuple(one["hand"].get(name, 0) for name in RESOURCES) for one in s.position()["players"])


def with_victims(events: Sequence[Event]) -> Sequence[Event]:
    """The events, an unseen theft with the seat that the event before it names as its `extra`."""
    out = []
    robbed = 0
    for event in events:
        if event.kind == "robs":
            robbed = event.amount
        if event.kind == "takes" and event.item is None:
            event = Event("takes", event.seat, None, 0, robbed, "takes")
        out.append(event)
    return out


# --- development cards and luck ---------------------------------------------------------------------------------------------


@rule("CA-INFO-02", "CA-INFO-05", "CA-BOARD-24")
def test_unplayed_cards_and_the_deck_are_drawn_from_what_is_not_seen() -> None:
    s = g1(
        more={0: {"dev": {"knight": 2}, "played": {"monopoly": 1}}, 1: {"dev": {"vp": 1, "road": 1}, "dev_new": {"road": 1}}},
        options=QUIET,
        current=1,
    )
    found = samples(s, 0, 500)

    held = Counter(kind for sample in found for kind, n in player(sample, 1)["dev"].items() for _ in range(n))
    unseen = {"knight": 12, "vp": 5, "road": 2, "plenty": 2, "monopoly": 1}
    for kind, n in unseen.items():
        assert near(held[kind], 1000, n / 22), (kind, held)
    tops = Counter(fact(sample, "deck")[0] for sample in found)
    assert near(tops["knight"], 500, 12 / 22) and near(tops["vp"], 500, 5 / 22)
    assert all(
        sum(player(sample, 1)["dev_new"].values()) == 1 and sum(player(sample, 1)["dev"].values()) == 2 for sample in found
    )
    assert all(player(sample, 0)["dev"] == {"knight": 2} for sample in found)


@rule("CA-DEV-01", "CA-INFO-02")
def test_cards_from_an_endless_deck_are_drawn_by_its_mix() -> None:
    s = table(seat(), seat(dev={"monopoly": 1}), options={**QUIET, "dev_deck": "endless"})

    held = Counter(kind for sample in samples(s, 0, 500) for kind in player(sample, 1)["dev"])

    assert near(held["knight"], 500, 0.56) and near(held["vp"], 500, 0.2) and near(held["monopoly"], 500, 0.08)


@rule("CA-END-02", "CA-INFO-02")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_nobody_who_has_not_won_is_dealt_the_points_to_win(options: dict[str, Any]) -> None:
    s = table(
        seat(dev={"knight": 1}),
        seat(settlements=[0, 1, 2], cities=[7, 8, 9], dev={"knight": 5}),
        seat(settlements=[16, 17], cities=[18, 19, 20], dev={"knight": 2, "vp": 1}),
        options=options,
        current=1,
        deck=["vp"] * 4 + ["road"],
    )
    assert points(s) == [0, 9, 9]

    for sample in samples(s, 0, 40):
        assert max(points(sample)) == 9 and sum(player(sample, 1)["dev"].values()) == 5


@rule("CA-END-02", "CA-INFO-02", "CA-ROAD-08")
def test_points_that_came_on_anothers_turn_need_not_have_won_yet() -> None:
    """With own_turn, seat 2 may hold a hidden point beside an award that it got on seat 1's turn: 8 + 2 are visible."""
    s = cutting({**STANDARD, "vp_goal": 12})
    players = s.position()["players"]
    players[2] = {**players[2], "dev": {"vp": 1, "knight": 1}}
    told = {name: value for name, value in s.position().items() if name not in ("players", "bank", "deck")}
    s = table(*players, options={**STANDARD, "vp_goal": 11}, **told)
    assert points(s)[2] == 11 and not s.over

    hidden = {player(sample, 2)["dev"].get("vp", 0) for sample in samples(s, 0, 60)}

    assert hidden == {0, 1, 2}
    late = table(*players, options={**STANDARD, "vp_goal": 11}, **{**told, "road_turn": 0})
    assert {player(sample, 2)["dev"].get("vp", 0) for sample in samples(late, 0, 60)} == {0}


@rule("CA-FLOW-19", "CA-INFO-06")
def test_the_luck_to_come_is_new_in_every_sample() -> None:
    s = g1("", "L1 O3", options=QUIET, dice=[5], **BEFORE_THE_ROLL)
    sums: Counter[int] = Counter()
    stolen: Counter[str] = Counter()
    for sample in samples(s, 0, 720):
        play(sample, "roll")
        sums[next(iter(number for number in range(2, 13) if fact(sample, "dice_seen")[number]))] += 1
        if node(sample) == "MOVE_ROBBER":
            play(sample, "move the robber to hex 5")
            stolen[hand(sample, 0)] += 1

    assert all(near(sums[number], 720, (6 - abs(number - 7)) / 36) for number in range(2, 13))
    assert near(stolen["O1"], sum(stolen.values()), 0.75)


@rule("CA-TURN-06", "CA-INFO-06")
def test_the_rest_of_a_deck_of_dice_is_known_but_its_order_is_not() -> None:
    s = table(seat(), seat(), options={"dice": "deck36"}, chance=Chance(2, 0), **BEFORE_THE_ROLL)
    for _ in range(10):
        play(s, "roll")
        while node(s) != "PRE_ROLL":
            play(s, str(s.legal()[-1]))
    rest = fact(s, "dice_order")[fact(s, "dice_at") :]

    orders = [fact(sample, "dice_order") for sample in samples(s, 1, 20)]

    assert all(sorted(order[fact(s, "dice_at") :]) == sorted(rest) for order in orders)
    assert len({tuple(order) for order in orders}) == 20


# --- answers to an offer ----------------------------------------------------------------------------------------------------


@rule("CA-INFO-07", "CA-TRADE-07", "CA-INFO-06")
@pytest.mark.parametrize("answer", ["accept", "reject", "counter with 1 ore for 2 lumber"])
def test_answers_not_yet_shown_are_drawn_anew(answer: str) -> None:
    s = g1("L2", "O1", "O1", options=QUIET)
    take(s, **trade("offer", "L1", "O1"))
    play(s, f"1: {answer}")

    drawn = Counter(sample.position()["answers"][1] for sample in samples(s, 2, 500) if hand(sample, 1) == "O1")

    assert all(near(drawn[given], drawn.total(), 1 / 3) for given in (1, 2, 3)) and drawn.total() > 100
    assert not any(sample.position()["answers"][1] == 1 for sample in samples(s, 2, 100) if hand(sample, 1) != "O1")
    own = Counter(sample.position()["answers"][1] for sample in samples(s, 1, 20))
    assert set(own) == {{"accept": 1, "reject": 2}.get(answer, 3)}, "his own answer he knows"


@rule("CA-INFO-07", "CA-TRADE-08", "CA-INFO-06")
def test_a_sample_in_the_middle_of_a_trade_can_be_played_on() -> None:
    """Who has accepted, offered or countered, seen or not, holds what he gives."""
    rng = Stream(6)
    looked = 0
    for seed in range(3):
        s = new_game(4, {**STANDARD, "board": "beginner"}, seed=seed)
        while s.turn < 30:
            s.play(rng.choice([action for action in s.legal() if action.kind in ("offer", "accept", "counter")] or s.legal()))
            if node(s) in ("RESPOND", "CONFIRM") and s.turn > 8 and rng.below(8) == 0:
                looked += 1
                for base in (s, s.copy()):
                    sample = base.view(int(rng.below(4))).sample(rng)
                    for _ in range(12):
                        sample.play(rng.choice(sample.legal()))
                        for law in GAME.laws:
                            law(sample)
    assert looked > 20


# --- always -----------------------------------------------------------------------------------------------------------------


def everywhere(options: dict[str, Any], seats: int, seed: int, turns: int, look: Callable[[State, Stream], None]) -> None:
    s = new_game(seats, options, seed=seed)
    rng = Stream(seed)
    while not s.over and s.turn < turns:
        s.play(rng.choice(s.legal()))
        if rng.below(40) == 0:
            look(s, rng)


@rule("CA-INFO-01", "CA-INFO-06", "CA-INFO-07")
@pytest.mark.parametrize("options, seats", [({}, 4), ({**JUNGLE, "harbour_next_turn": True}, 3), (STANDARD, 3), (STANDARD, 2)])
def test_a_sample_looks_the_same_to_its_seat_and_obeys_the_laws(options: dict[str, Any], seats: int) -> None:
    def look(s: State, rng: Stream) -> None:
        for who in range(seats):
            sample = s.view(who).sample(rng)
            assert isinstance(sample, CatanState)
            assert sample.view(who).facts() == s.view(who).facts()
            assert [one.hand_size for one in sample.view(who).seats] == [one.hand_size for one in s.view(who).seats]
            for law in GAME.laws:
                law(sample)

    everywhere(options, seats, 7, 45, look)


@rule("CA-INFO-06", "CA-INFO-02")
def test_samples_are_no_more_like_the_truth_than_like_each_other() -> None:
    alike: list[int] = []
    for seed in range(16):

        def look(s: State, rng: Stream) -> None:
            one, two = (hands(s.view(0).sample(rng)) for _ in range(2))  # type: ignore[arg-type]
            true = hands(s)
            alike.append(
                sum(a == b for a, b in zip(one, true, strict=True)) - sum(a == b for a, b in zip(one, two, strict=True))
            )

        everywhere({**STANDARD, "domestic": "off"}, 4, seed, 60, look)
    mean = sum(alike) / len(alike)
    spread = (sum(x * x for x in alike) / len(alike) - mean * mean) ** 0.5
    assert len(alike) > 40 and abs(mean) < 4.5 * spread / len(alike) ** 0.5 + 0.02
