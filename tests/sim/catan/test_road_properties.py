"""The longest road and its award against brute force, and where things may be built, on boards that are thought up."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule as move

from sim.chance import Stream
from tests.marks import rule
from tests.sim.catan.numbers import EDGES, RESOURCES, edges_at, hexes_of, neighbours
from tests.sim.catan.words import (
    GAME,
    QUIET,
    State,
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


def longest(roads: list[tuple[int, int]], blocked: set[int]) -> int:
    """The most edges of a trail, by trying all: no edge twice, and not on through a blocked vertex (CA-ROAD-02, -03)."""
    at: dict[int, list[tuple[int, int]]] = {}
    for road in roads:
        for end in road:
            at.setdefault(end, []).append(road)

    def walk(vertex: int, left: frozenset[tuple[int, int]]) -> int:
        return max((1 + (0 if _other(road, vertex) in blocked else walk(_other(road, vertex), left - {road}))
                    for road in at[vertex] if road in left), default=0)

    return max((walk(vertex, frozenset(roads)) for vertex in at), default=0)


def _other(road: tuple[int, int], vertex: int) -> int:
    return road[0] + road[1] - vertex


@st.composite
def networks(draw: st.DrawFn, seats: int = 2, most: int = 13) -> list[dict[str, Any]]:
    """Roads of each seat that grow from one edge, not through others' buildings; and buildings that keep their distance."""
    order = draw(st.permutations(range(54)))
    standing: dict[int, int] = {}
    for vertex in order[:draw(st.integers(0, 20))]:
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
    for vertex in vertices[:rng.below(21)]:
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


CROWDED = [edge for edge in EDGES if all(set(hexes_of(end)) & {8, 9, 13} for end in edge)]
"""Roads on and about three hexes that touch."""


def rings(roads: list[tuple[int, int]]) -> int:
    """How many roads are more than a forest on their vertices has."""
    group = {end: end for road in roads for end in road}
    more = 0
    for a, b in roads:
        if group[a] == group[b]:
            more += 1
        else:
            old = group[b]
            group = {end: group[a] if of == old else of for end, of in group.items()}
    return more


@rule("CA-ROAD-02", "CA-ROAD-03", "CA-ROAD-04", "CA-ROAD-09")
@pytest.mark.parametrize("boards", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_road_lengths_are_those_of_brute_force_where_roads_run_in_rings(boards: int) -> None:
    rng = Stream(boards, 1)
    rules = setup(2, MANY)
    met = set()
    for _ in range(boards):
        roads = list(CROWDED)
        rng.shuffle(roads)
        own = roads[:rng.below(len(roads) + 1)]
        barred: list[int] = []
        for vertex in {int(rng.below(54)) for _ in range(rng.below(12))}:
            if not any(beside in barred for beside in neighbours(vertex)):
                barred.append(vertex)
        players = [seat(settlements=[], roads=own), seat(settlements=barred, roads=[])]
        assert lengths(GAME.position(rules, None, players=players)) == brute_force(players), players
        met.add(rings(own))
    assert met >= {0, 1, 2}


def earliest(players: list[dict[str, Any]], built_at: list[list[int]], least: int) -> int:
    """CA-ROAD-07 (seed) by its words: of those with the longest road the one whose first roads held such a trail first."""
    found = brute_force(players)
    if max(found) < least:
        return -1
    done = {}
    for who, player in enumerate(players):
        if found[who] == max(found):
            barred = blocked(players, who)
            k = next(k for k in range(len(player["roads"]) + 1) if longest(player["roads"][:k], barred) == max(found))
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
        built_at.append(sorted(order[:len(player["roads"])]))
        order = order[len(player["roads"]):]

    s = table(*[{**player, "built_at": at} for player, at in zip(players, built_at, strict=True)],
              options={**MANY, "road_min": least})

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
        self.s = table(*[seat(settlements=player["settlements"]) for player in self.players],
                       options={**MANY, **self.options, "domestic": "off", "cost": free, "discard_limit": 0,
                                "seven_steal": "none"})

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
        found = brute_force(self.players)
        if max(found) < 5:
            return -1
        if self.options.get("road_tie") != "holder_then_aside":
            return earliest(self.players, self.built_at, 5)
        leaders = [who for who, n in enumerate(found) if n == max(found)]
        return self.held if self.held in leaders else leaders[0] if len(leaders) == 1 else -1

    @precondition(lambda self: bool(self.players))
    @invariant()
    def lengths_and_award_are_right(self) -> None:
        assert lengths(self.s) == brute_force(self.players)
        assert holder(self.s) == self.held


class RoadsWithoutMemory(Roads):
    """The seed's rule: whoever had it first."""


class RoadsWithAside(Roads):
    """The standard rule, which remembers the holder."""

    options = {"road_tie": "holder_then_aside"}


def _steps(examples: int, steps: int) -> settings:
    return settings(max_examples=examples, stateful_step_count=steps)


@rule("CA-ROAD-05", "CA-ROAD-06", "CA-ROAD-07", "CA-ROAD-08")
class TestRoadsWithoutMemory(RoadsWithoutMemory.TestCase):  # type: ignore[valid-type,misc]
    """Awards after each of many builds, `road_tie = earliest`."""

    settings = _steps(12, 40)


@rule("CA-ROAD-05", "CA-ROAD-06", "CA-ROAD-07", "CA-ROAD-08")
class TestRoadsWithAside(RoadsWithAside.TestCase):  # type: ignore[valid-type,misc]
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

    free = [road for road in EDGES if road not in taken
            and any(end in own or (end in ends and end not in others) for end in road)]
    assert [EDGES[action.args["edge"]] for action in s.legal() if action.kind == "build_road"] == free

    joined, grown = set(own), True
    while grown:
        reached = {end for road in roads for end in road if _other(road, end) in joined and _other(road, end) not in others}
        grown = not reached <= joined
        joined |= reached
    everyone = own | others
    open_sites = [vertex for vertex in range(54) if vertex not in everyone and not set(neighbours(vertex)) & everyone]
    linked = [vertex for vertex in open_sites if vertex in ends and (link == "own_road" or vertex in joined)]
    assert legal(s, "build_settlement") == linked
