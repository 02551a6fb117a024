"""Rules with many corners, on positions that Hypothesis thinks up: roads and their award, discards, shortage, trade."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule as move

from sim.chance import Stream
from tests.marks import rule
from tests.sim.catan.numbers import BEGINNER, EDGES, HEXES, RESOURCES, YIELDS, edges_at, neighbours, text
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    GAME,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    events,
    g1,
    hands,
    holder,
    legal,
    lengths,
    node,
    play,
    seat,
    setup,
    table,
)

MANY = {"pieces": {"roads": 30, "settlements": 20}, "vp_goal": 40}


# --- the longest road against brute force ---------------------------------------------------------------------------------


def longest(roads: list[tuple[int, int]], blocked: set[int]) -> int:
    """The most edges of a trail, by trying all: no edge twice, and not on through a blocked vertex (CA-ROAD-02, -03)."""
    at: dict[int, list[tuple[int, int]]] = {}
    for road in roads:
        for end in road:
            at.setdefault(end, []).append(road)

    def walk(vertex: int, left: frozenset[tuple[int, int]]) -> int:
        return max(
            (
                1 + (0 if _other(road, vertex) in blocked else walk(_other(road, vertex), left - {road}))
                for road in at[vertex]
                if road in left
            ),
            default=0,
        )

    return max((walk(vertex, frozenset(roads)) for vertex in at), default=0)


def _other(road: tuple[int, int], vertex: int) -> int:
    return road[0] + road[1] - vertex


@st.composite
def networks(draw: st.DrawFn, seats: int = 2, most: int = 13) -> list[dict[str, Any]]:
    """Roads of each seat that grow from one edge, not through others' buildings; and buildings that keep their distance."""
    order = draw(st.permutations(range(54)))
    standing: dict[int, int] = {}
    for vertex in order[: draw(st.integers(0, 20))]:
        if not any(beside in standing for beside in neighbours(vertex)):
            standing[vertex] = draw(st.integers(0, seats - 1))
    taken: set[tuple[int, int]] = set()
    players = []
    for who in range(seats):
        own: list[tuple[int, int]] = []
        for _ in range(draw(st.integers(0, most))):
            ends = {end for road in own for end in road}
            near = [road for road in (edges_at(*ends) if ends else EDGES) if road not in taken]
            if near:
                road = draw(st.sampled_from(near))
                own.append(road)
                taken.add(road)
        players.append(seat(settlements=[vertex for vertex, owner in standing.items() if owner == who], roads=own))
    return players


def blocked(players: list[dict[str, Any]], who: int) -> set[int]:
    return {vertex for other, player in enumerate(players) if other != who for vertex in player["settlements"]}


def brute_force(players: list[dict[str, Any]]) -> list[int]:
    return [longest(player["roads"], blocked(players, who)) for who, player in enumerate(players)]


@rule("CA-ROAD-02", "CA-ROAD-03", "CA-ROAD-04", "CA-ROAD-09")
@settings(max_examples=250)
@given(networks())
def test_road_lengths_are_those_of_brute_force(players: list[dict[str, Any]]) -> None:
    assert lengths(table(*players, options=MANY)) == brute_force(players)


def random_network(rng: Stream, seats: int, most: int) -> list[dict[str, Any]]:
    """Like `networks`, drawn from a stream: faster, for thousands."""
    vertices = list(range(54))
    rng.shuffle(vertices)
    standing: dict[int, int] = {}
    for vertex in vertices[: rng.below(21)]:
        if not any(beside in standing for beside in neighbours(vertex)):
            standing[vertex] = int(rng.below(seats))
    taken: set[tuple[int, int]] = set()
    players = []
    for who in range(seats):
        own: list[tuple[int, int]] = []
        for _ in range(rng.below(most + 1)):
            near = [road for road in (edges_at(*{end for road in own for end in road}) if own else EDGES) if road not in taken]
            if near:
                own.append(rng.choice(near))
                taken.add(own[-1])
        players.append(seat(settlements=[vertex for vertex, owner in standing.items() if owner == who], roads=own))
    return players


@rule("CA-ROAD-02", "CA-ROAD-03", "CA-ROAD-04", "CA-ROAD-09")
@pytest.mark.parametrize("boards, most", [(1000, 15), pytest.param(30_000, 20, marks=pytest.mark.slow)])
def test_road_lengths_are_those_of_brute_force_on_thousands_of_boards(boards: int, most: int) -> None:
    rng = Stream(boards)
    rules = setup(2, MANY)
    met = set()
    for _ in range(boards):
        players = random_network(rng, 2, most)
        found = lengths(GAME.position(rules, None, players=players))
        assert found == brute_force(players), players
        met |= set(found)
    assert met >= set(range(13))


def earliest(players: list[dict[str, Any]], built_at: list[list[int]], least: int) -> int:
    """CA-ROAD-07 (seed) by its words: of those with the longest road the one whose first roads held such a trail first."""
    found = [longest(player["roads"], blocked(players, who)) for who, player in enumerate(players)]
    if max(found) < least:
        return -1
    done = {}
    for who, player in enumerate(players):
        if found[who] == max(found):
            k = next(
                k for k in range(len(player["roads"]) + 1) if longest(player["roads"][:k], blocked(players, who)) == max(found)
            )
            done[built_at[who][k - 1]] = who
    return done[min(done)]


@rule("CA-ROAD-01", "CA-ROAD-06", "CA-ROAD-07")
@settings(max_examples=120)
@given(networks(seats=3, most=9), st.randoms(use_true_random=False), st.integers(3, 6))
def test_the_earliest_award_is_that_of_brute_force(players: list[dict[str, Any]], chance: Any, least: int) -> None:
    order = list(range(sum(len(player["roads"]) for player in players)))
    chance.shuffle(order)
    built_at = []
    for player in players:
        built_at.append(sorted(order[: len(player["roads"])]))
        order = order[len(player["roads"]) :]

    s = table(
        *[{**player, "built_at": at} for player, at in zip(players, built_at, strict=True)], options={**MANY, "road_min": least}
    )

    assert holder(s) == earliest(players, built_at, least)


class Roads(RuleBasedStateMachine):
    """Roads and settlements built one after the other by all seats, for nothing; the award by both rules, by brute force."""

    options: Mapping[str, Any] = {}

    def __init__(self) -> None:
        super().__init__()
        self.players: list[dict[str, Any]] = []
        self.built_at: list[list[int]] = []
        self.n = 0
        self.held = -1
        self.s: State

    @initialize(sites=st.permutations([13, 19, 23, 28, 31, 34, 36, 40, 8, 17]))
    def begin(self, sites: list[int]) -> None:
        chosen: list[int] = []
        for vertex in sites:
            if len(chosen) < 3 and not any(beside in chosen for beside in neighbours(vertex)):
                chosen.append(vertex)
        self.players = [{"settlements": [vertex], "roads": []} for vertex in chosen]
        self.built_at = [[] for _ in self.players]
        free = {name: [0] * 5 for name in ("road", "settlement")}
        self.s = table(
            *[seat(settlements=player["settlements"]) for player in self.players],
            options={**MANY, **self.options, "domestic": "off", "cost": free, "discard_limit": 0, "seven_steal": "none"},
        )

    @move(data=st.data(), road=st.sampled_from([True, True, True, True, False]))
    def build(self, data: st.DataObject, road: bool) -> None:
        kind = "build_road" if road else "build_settlement"
        builds = [action for action in self.s.legal() if action.kind == kind]
        if not builds:
            return
        action = data.draw(st.sampled_from(builds))
        who = int(self.s.current)
        self.s.play(action)
        if road:
            self.players[who]["roads"].append(EDGES[action.args["edge"]])
            self.built_at[who].append(self.n)
            self.n += 1
        else:
            self.players[who]["settlements"].append(action.args["vertex"])
        self.held = self.expected()

    @move()
    def next_turn(self) -> None:
        play(self.s, "end the turn", "roll")
        if node(self.s) == "MOVE_ROBBER":
            self.s.play(self.s.legal()[0])

    def expected(self) -> int:
        found = [longest(player["roads"], blocked(self.players, who)) for who, player in enumerate(self.players)]
        if max(found) < 5:
            return -1
        if self.options.get("road_tie") != "holder_then_aside":
            return earliest(self.players, self.built_at, 5)
        leaders = [who for who, n in enumerate(found) if n == max(found)]
        return self.held if self.held in leaders else leaders[0] if len(leaders) == 1 else -1

    @precondition(lambda self: bool(self.players))
    @invariant()
    def lengths_and_award_are_right(self) -> None:
        assert lengths(self.s) == [
            longest(player["roads"], blocked(self.players, who)) for who, player in enumerate(self.players)
        ]
        assert holder(self.s) == self.held


class RoadsWithoutMemory(Roads):
    """The seed's rule: whoever had it first."""


class RoadsWithAside(Roads):
    """The standard rule, which remembers the holder."""

    options = {"road_tie": "holder_then_aside"}


def _steps(examples: int, steps: int) -> settings:
    return settings(max_examples=examples, stateful_step_count=steps)


@rule("CA-ROAD-05", "CA-ROAD-06", "CA-ROAD-07", "CA-ROAD-08")
class TestRoadsWithoutMemory(RoadsWithoutMemory.TestCase):  # type: ignore[name-defined,misc]
    """Awards after each of many builds, `road_tie = earliest`."""

    settings = _steps(12, 40)


@rule("CA-ROAD-05", "CA-ROAD-06", "CA-ROAD-07", "CA-ROAD-08")
class TestRoadsWithAside(RoadsWithAside.TestCase):  # type: ignore[name-defined,misc]
    """Awards after each of many builds, `road_tie = holder_then_aside`."""

    settings = _steps(12, 40)


# --- where things may be built --------------------------------------------------------------------------------------------


@rule("CA-BUILD-03", "CA-BUILD-04", "CA-BUILD-06", "CA-BUILD-07")
@settings(max_examples=80)
@given(networks(seats=3, most=8), st.sampled_from(["network", "own_road"]))
def test_places_to_build_are_those_of_the_rules(players: list[dict[str, Any]], link: str) -> None:
    rich = {"hand": dict.fromkeys(RESOURCES, 5)}
    s = table({**players[0], **rich}, *players[1:], options={**MANY, **QUIET, "settlement_link": link})
    own, roads, others = set(players[0]["settlements"]), players[0]["roads"], blocked(players, 0)
    taken = {road for player in players for road in player["roads"]}
    ends = {end for road in roads for end in road}

    free = [
        road for road in EDGES if road not in taken and any(end in own or (end in ends and end not in others) for end in road)
    ]
    assert [EDGES[action.args["edge"]] for action in s.legal() if action.kind == "build_road"] == free

    joined, grown = set(own), True
    while grown:
        reached = {end for road in roads for end in road if _other(road, end) in joined and _other(road, end) not in others}
        grown = not reached <= joined
        joined |= reached
    everyone = own | others
    open_sites = [vertex for vertex in range(54) if vertex not in everyone and not set(neighbours(vertex)) & everyone]
    assert legal(s, "build_settlement") == [
        vertex for vertex in open_sites if vertex in ends and (link == "own_road" or vertex in joined)
    ]


# --- a short bank ---------------------------------------------------------------------------------------------------------


@st.composite
def towns(draw: st.DrawFn) -> list[dict[str, Any]]:
    standing: list[int] = []
    players: list[dict[str, Any]] = [{"settlements": [], "cities": []} for _ in range(3)]
    for vertex in draw(st.permutations(range(54)))[:24]:
        if not any(beside in standing for beside in neighbours(vertex)):
            standing.append(vertex)
            mine = players[draw(st.integers(0, 2))]
            what = draw(st.sampled_from(["settlements", "cities"]))
            if what == "cities" and len(mine["cities"]) == 4:
                what = "settlements"
            mine[what].append(vertex)
    return players


@rule("CA-PROD-01", "CA-PROD-02", "CA-PROD-03", "CA-PROD-04", "CA-PROD-05", "CA-PROD-06")
@settings(max_examples=100)
@given(
    towns(),
    st.lists(st.integers(0, 6), min_size=5, max_size=5),
    st.sampled_from([2, 3, 4, 5, 6, 8, 9, 10, 11, 12]),
    st.sampled_from(["turn_order", "none_unless_single", "none"]),
    st.integers(0, 18),
    st.integers(0, 2),
)
def test_production_from_any_bank(
    towns: list[dict[str, Any]], stacks: list[int], number: int, shortage: str, robber: int, current: int
) -> None:
    lying = dict(zip(RESOURCES, stacks, strict=True))
    s = table(
        *[seat(**town) for town in towns],
        bank=dict(lying),
        robber=robber,
        current=current,
        dice=[number],
        options={**MANY, **QUIET, "bank_shortage": shortage},
        **BEFORE_THE_ROLL,
    )
    play(s, "roll")

    due = {name: [0, 0, 0] for name in RESOURCES}
    for hex, (terrain, token) in enumerate(BEGINNER):
        if token == number and hex != robber and terrain != "desert":
            for who, town in enumerate(towns):
                due[YIELDS[terrain]][who] += sum(
                    (vertex in town["settlements"]) + 2 * (vertex in town["cities"]) for vertex in HEXES[hex][1]
                )
    got = [dict.fromkeys(RESOURCES, 0) for _ in range(3)]
    for name, wanted in due.items():
        claimants = [who for who in range(3) if wanted[who]]
        served = (
            sum(wanted) <= lying[name] or shortage == "turn_order" or (shortage == "none_unless_single" and len(claimants) == 1)
        )
        for who in ((current + n) % 3 for n in range(3)):
            got[who][name] = min(wanted[who], lying[name]) if served else 0
            lying[name] -= got[who][name]
    assert hands(s) == [text(mine) for mine in got]
    assert s.position()["bank"] == lying


# --- discards -------------------------------------------------------------------------------------------------------------


held_cards = st.fixed_dictionaries(dict.fromkeys(RESOURCES, st.integers(0, 4)))


@rule("CA-ROB-02", "CA-ROB-03", "CA-ROB-04", "CA-ROB-05")
@settings(max_examples=100)
@given(
    st.lists(st.tuples(held_cards, st.integers(0, 5)), min_size=3, max_size=3),
    st.integers(0, 2),
    st.integers(0, 9),
    st.booleans(),
    st.sampled_from(["clockwise", "seat"]),
    st.data(),
)
def test_any_discards_go_by_the_rules(
    held: list[tuple[dict[str, int], int]], current: int, limit: int, counted: bool, order: str, data: st.DataObject
) -> None:
    s = table(
        *[{"hand": {**cards, "discovery": n}} for cards, n in held],
        current=current,
        dice=[7],
        options={**JUNGLE, "discard_limit": limit, "discovery_in_limit": counted, "discard_order": order},
        **BEFORE_THE_ROLL,
    )
    before = [sum(cards.values()) + n * counted for cards, n in held]
    due = [n // 2 if limit and n > limit else 0 for n in before]
    first = current if order == "clockwise" else 0
    queue = [who for k in range(3) for who in [(first + k) % 3] for _ in range(due[who])]

    play(s, "roll")
    while node(s) == "DISCARD":
        assert s.actor == queue.pop(0)
        mine = s.position()["players"][s.actor]["hand"]
        assert legal(s, "discard") == [
            name for name in (*RESOURCES, "discovery") if mine.get(name) and (name != "discovery" or counted)
        ]
        s.play(data.draw(st.sampled_from(s.legal())))

    assert queue == [] and (node(s), s.actor) == ("MOVE_ROBBER", current)
    after = [sum(n for name, n in one["hand"].items() if name != "discovery" or counted) for one in s.position()["players"]]
    assert [a - b for a, b in zip(before, after, strict=True)] == due
    assert sum(event.kind == "discards" for event in events(s, 0)) == sum(due)


# --- trade with the bank --------------------------------------------------------------------------------------------------


@rule("CA-TRADE-01", "CA-TRADE-02", "CA-JUNGLE-02", "CA-JUNGLE-03", "CA-JUNGLE-05")
@settings(max_examples=120)
@given(
    held_cards,
    st.integers(0, 4),
    st.lists(st.integers(0, 1), min_size=5, max_size=5),
    st.sampled_from([[], [0], [10], [0, 11], [33]]),
    st.booleans(),
    st.integers(0, 3),
    st.sampled_from([4, 3, 2]),
)
def test_trades_with_the_bank_are_those_of_the_rules(
    cards: dict[str, int],
    discoveries: int,
    stacks: list[int],
    harbours: list[int],
    missing_only: bool,
    most: int,
    bank_rate: int,
) -> None:
    lying = dict(zip(RESOURCES, stacks, strict=True))
    s = table(
        seat(settlements=harbours) | {"hand": {**cards, "discovery": discoveries}},
        seat(),
        bank=dict(lying),
        options={
            **STANDARD,
            **JUNGLE,
            "discovery_uses": ["maritime"],
            "discovery_missing_only": missing_only,
            "discovery_max": most,
            "rates.bank": bank_rate,
        },
    )
    special = {10: "ore", 11: "lumber", 33: "brick"}
    rate = {
        name: min([bank_rate, *[3] * (0 in harbours), *[2 for v in harbours if special.get(v) == name]]) for name in RESOURCES
    }

    expected = []
    alone = set()
    for give, get in permutations(RESOURCES, 2):
        if not lying[get]:
            continue
        for d in range(min(most, discoveries, rate[give]) + 1):
            if rate[give] - d > cards[give] or (missing_only and d > max(0, rate[give] - cards[give])):
                continue
            if d == rate[give] and (get, d) in alone:
                continue
            alone |= {(get, d)} if d == rate[give] else set()
            expected.append((give, get, d))
    assert legal(s, "maritime") == expected
    for action in s.legal():
        if action.kind == "maritime":
            after = s.copy()
            after.play(action)
            give, get, d = action.args.values()
            mine = after.position()["players"][0]["hand"]
            assert mine.get(give, 0) == cards[give] - rate[give] + d and mine.get(get, 0) == cards[get] + 1
            assert mine.get("discovery", 0) == discoveries - d
            assert after.position()["bank"] == {**lying, give: lying[give] + rate[give] - d, get: lying[get] - 1}


# --- trade between players ------------------------------------------------------------------------------------------------


class Trading(RuleBasedStateMachine):
    """A main phase of offers, answers and swaps, followed by a plain count of what everybody must hold."""

    @initialize(
        given=st.lists(held_cards, min_size=3, max_size=4),
        discoveries=st.integers(0, 3),
        each=st.booleans(),
        counters=st.integers(0, 1),
    )
    def begin(self, given: list[dict[str, int]], discoveries: int, each: bool, counters: int) -> None:
        self.hands = [{**cards, "discovery": discoveries} for cards in given]
        self.s = table(
            *[{"hand": dict(cards)} for cards in self.hands],
            options={
                **JUNGLE,
                **QUIET,
                "offers_per_turn": 20,
                "offer_to": "each" if each else "all",
                "counters_per_offer": counters,
            },
        )
        self.answers: dict[int, Any] = {}
        self.offered: list[Any] = []
        self.open: Any = None
        self.queue: list[int] = []

    @precondition(lambda self: node(self.s) == "MAIN")
    @move(data=st.data())
    def offer(self, data: st.DataObject) -> None:
        offers = [action for action in self.s.legal() if action.kind == "offer"]
        if not offers:
            return
        action = data.draw(st.sampled_from(offers))
        give, get, to = action.args["give"], action.args["get"], action.args["to"]
        assert (
            self.holds(0, give)
            and not set(give) & set(get)
            and (sum(give.values()), sum(get.values())) in ((1, 1), (2, 1), (1, 2))
        )
        assert action.id not in self.offered and len(self.offered) < 20
        self.offered.append(action.id)
        self.open, self.answers = (give, get), {}
        self.queue = [who for who in range(1, len(self.hands)) if to in ("all", who)]
        self.s.play(action)

    @precondition(lambda self: node(self.s) == "RESPOND")
    @move(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        who = self.queue.pop(0)
        give, get = self.open
        assert self.s.actor == who
        kinds = [action.kind for action in self.s.legal()]
        assert ("accept" in kinds) is self.holds(who, get) and kinds.count("reject") == 1
        action = data.draw(st.sampled_from(self.s.legal()))
        if action.kind == "counter":
            assert self.holds(who, action.args["give"]) and (action.args["give"], action.args["get"]) != (get, give)
        self.answers[who] = action
        before = len(self.s.view(0).events())
        self.s.play(action)
        told = [event.kind for event in self.s.view(0).events(before)]
        assert told == ([] if self.queue else [one.kind + "s" for one in self.answers.values()]), "answers are told together"
        takeable = [
            one
            for one in self.answers.values()
            if one.kind == "accept" or (one.kind == "counter" and self.holds(0, one.args["get"]))
        ]
        assert node(self.s) == ("RESPOND" if self.queue else "CONFIRM" if takeable else "MAIN")

    @precondition(lambda self: node(self.s) == "CONFIRM")
    @move(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        expected = [("confirm", who) for who, one in sorted(self.answers.items()) if one.kind == "accept"]
        expected += [
            ("take_counter", who)
            for who, one in sorted(self.answers.items())
            if one.kind == "counter" and self.holds(0, one.args["get"])
        ]
        assert [(action.kind, action.args.get("seat")) for action in self.s.legal()] == [*expected, ("cancel", None)]
        action = data.draw(st.sampled_from(self.s.legal()))
        self.s.play(action)
        who = action.args.get("seat")
        if action.kind == "confirm":
            self.swap(0, who, *self.open)
        elif action.kind == "take_counter":
            self.swap(who, 0, self.answers[who].args["give"], self.answers[who].args["get"])
        assert node(self.s) == "MAIN"

    def holds(self, who: int, side: Mapping[str, int]) -> bool:
        return all(self.hands[who][name] >= n for name, n in side.items())

    def swap(self, giver: int, other: int, give: Mapping[str, int], get: Mapping[str, int]) -> None:
        for source, target, side in ((giver, other, give), (other, giver, get)):
            for name, n in side.items():
                self.hands[source][name] -= n
                self.hands[target][name] += n

    @invariant()
    def hands_are_as_counted(self) -> None:
        if hasattr(self, "s"):
            assert hands(self.s) == [text(cards) for cards in self.hands]
            for law in GAME.laws:
                law(self.s)


@rule("CA-TRADE-06", "CA-TRADE-07", "CA-TRADE-08", "CA-TRADE-09", "CA-FLOW-12", "CA-FLOW-13", "CA-INFO-07", "CA-JUNGLE-06")
class TestTrading(Trading.TestCase):  # type: ignore[name-defined,misc]
    """Offers, answers and swaps in any order that the rules allow."""

    settings = _steps(14, 40)


@rule("CA-JUNGLE-03", "CA-JUNGLE-04", "CA-DEV-01")
@settings(max_examples=150)
@given(held_cards, st.integers(0, 4), st.integers(0, 3), st.booleans(), st.lists(st.integers(0, 2), min_size=5, max_size=5))
def test_payments_for_a_card_are_those_of_the_rules(
    cards: dict[str, int], discoveries: int, most: int, missing_only: bool, cost: list[int]
) -> None:
    s = table(
        seat() | {"hand": {**cards, "discovery": discoveries}},
        seat(),
        options={**JUNGLE, **QUIET, "cost.dev": cost, "discovery_max": most, "discovery_missing_only": missing_only},
    )
    price = dict(zip(RESOURCES, cost, strict=True))

    ways = []
    for chosen in product(*(range(n + 1) for n in cost)):
        instead = dict(zip(RESOURCES, chosen, strict=True))
        pays = all(cards[name] >= price[name] - instead[name] for name in RESOURCES)
        missing = all(instead[name] <= max(0, price[name] - cards[name]) for name in RESOURCES)
        if pays and sum(chosen) <= min(most, discoveries) and (missing or not missing_only):
            ways.append({name: n for name, n in instead.items() if n})
    assert sorted(map(str, legal(s, "buy_dev"))) == sorted(map(str, ways))
    assert not missing_only or len(ways) <= 1


@rule("CA-ROB-06", "CA-ROB-07", "CA-ROB-09", "CA-ROB-11", "CA-ROB-13", "CA-ROB-14")
@settings(max_examples=100)
@given(
    towns(),
    st.lists(st.integers(0, 2), min_size=3, max_size=3),
    st.integers(0, 18),
    st.booleans(),
    st.booleans(),
    st.integers(0, 6),
)
def test_the_robber_goes_and_robs_by_the_rules(
    towns: list[dict[str, Any]], sizes: list[int], robber: int, desert: bool, must: bool, friendly: int
) -> None:
    s = table(
        *[seat(**town) | {"hand": {"wool": n}} for town, n in zip(towns, sizes, strict=True)],
        robber=robber,
        dice=[7],
        options={**MANY, **QUIET, "robber_desert": desert, "robber_must_move": must, "friendly_robber_vp": friendly},
        **BEFORE_THE_ROLL,
    )
    play(s, "roll")
    at = [
        {who for who, town in enumerate(towns) if {*town["settlements"], *town["cities"]} & set(HEXES[hex][1])}
        for hex in range(19)
    ]
    worth = [len(town["settlements"]) + 2 * len(town["cities"]) for town in towns]
    allowed = [hex for hex in range(19) if (hex != robber or not must) and (hex != 9 or desert)]
    spared = [hex for hex in allowed if not any(worth[who] < friendly for who in at[hex] - {0})]
    assert legal(s, "move_robber") == (spared or allowed)

    for action in s.legal()[::3]:
        after = s.copy()
        after.play(action)
        victims = sorted(who for who in at[action.args["hex"]] - {0} if sizes[who])
        assert node(after) == ("STEAL" if len(victims) > 1 else "MAIN")
        if len(victims) > 1:
            assert legal(after, "steal") == victims
        elif victims:
            assert hands(after)[0] == f"W{sizes[0] + 1}"


@rule("CA-TERM-01")
def test_hexes_of_the_tables_are_those_that_these_tests_count_on() -> None:
    assert len(BEGINNER) == len(HEXES) == 19 and hands(g1("L1")) == ["L1", "", "", ""]
