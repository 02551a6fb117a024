"""Rules with many corners, on positions that Hypothesis thinks up: shortage, discards, the robber, trade."""
from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product
from typing import Any

from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule as move

from tests.marks import rule
from tests.sim.catan.numbers import BEGINNER, HEXES, RESOURCES, YIELDS, neighbours, text
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    GAME,
    JUNGLE,
    QUIET,
    STANDARD,
    events,
    g1,
    hands,
    legal,
    node,
    play,
    seat,
    table,
)

MANY = {"pieces": {"roads": 30, "settlements": 20}, "vp_goal": 40}


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
@given(towns(), st.lists(st.integers(0, 6), min_size=5, max_size=5), st.sampled_from([2, 3, 4, 5, 6, 8, 9, 10, 11, 12]),
       st.sampled_from(["turn_order", "none_unless_single", "none"]), st.integers(0, 18), st.integers(0, 2))
def test_production_from_any_bank(towns: list[dict[str, Any]], stacks: list[int], number: int, shortage: str, robber: int,
                                  current: int) -> None:
    lying = dict(zip(RESOURCES, stacks, strict=True))
    s = table(*[seat(**town) for town in towns], bank=dict(lying), robber=robber, current=current, dice=[number],
              options={**MANY, **QUIET, "bank_shortage": shortage}, **BEFORE_THE_ROLL)
    play(s, "roll")

    due = {name: [0, 0, 0] for name in RESOURCES}
    for hex, (terrain, token) in enumerate(BEGINNER):
        if token == number and hex != robber and terrain != "desert":
            for who, town in enumerate(towns):
                due[YIELDS[terrain]][who] += sum((vertex in town["settlements"]) + 2 * (vertex in town["cities"])
                                                 for vertex in HEXES[hex][1])
    got = [dict.fromkeys(RESOURCES, 0) for _ in range(3)]
    for name, wanted in due.items():
        claimants = [who for who in range(3) if wanted[who]]
        alone = shortage == "none_unless_single" and len(claimants) == 1
        served = sum(wanted) <= lying[name] or shortage == "turn_order" or alone
        for who in ((current + n) % 3 for n in range(3)):
            got[who][name] = min(wanted[who], lying[name]) if served else 0
            lying[name] -= got[who][name]
    assert hands(s) == [text(mine) for mine in got]
    assert s.position()["bank"] == lying


# --- discards -------------------------------------------------------------------------------------------------------------


held_cards = st.fixed_dictionaries(dict.fromkeys(RESOURCES, st.integers(0, 4)))


@rule("CA-ROB-02", "CA-ROB-03", "CA-ROB-04", "CA-ROB-05")
@settings(max_examples=100)
@given(st.lists(st.tuples(held_cards, st.integers(0, 5)), min_size=3, max_size=3), st.integers(0, 2), st.integers(0, 9),
       st.booleans(), st.sampled_from(["clockwise", "seat"]), st.data())
def test_any_discards_go_by_the_rules(held: list[tuple[dict[str, int], int]], current: int, limit: int, counted: bool,
                                      order: str, data: st.DataObject) -> None:
    s = table(*[{"hand": {**cards, "discovery": n}} for cards, n in held], current=current, dice=[7], options={
        **JUNGLE, "discard_limit": limit, "discovery_in_limit": counted, "discard_order": order}, **BEFORE_THE_ROLL)
    before = [sum(cards.values()) + n * counted for cards, n in held]
    due = [n // 2 if limit and n > limit else 0 for n in before]
    first = current if order == "clockwise" else 0
    queue = [who for k in range(3) for who in [(first + k) % 3] for _ in range(due[who])]

    play(s, "roll")
    while node(s) == "DISCARD":
        assert s.actor == queue.pop(0)
        mine = s.position()["players"][s.actor]["hand"]
        may_go = (*RESOURCES, "discovery") if counted else RESOURCES
        assert legal(s, "discard") == [name for name in may_go if mine.get(name)]
        s.play(data.draw(st.sampled_from(s.legal())))

    assert queue == [] and (node(s), s.actor) == ("MOVE_ROBBER", current)
    after = [sum(n for name, n in one["hand"].items() if name != "discovery" or counted) for one in s.position()["players"]]
    assert [a - b for a, b in zip(before, after, strict=True)] == due
    assert sum(event.kind == "discards" for event in events(s, 0)) == sum(due)


# --- trade with the bank --------------------------------------------------------------------------------------------------


@rule("CA-TRADE-01", "CA-TRADE-02", "CA-JUNGLE-02", "CA-JUNGLE-03", "CA-JUNGLE-05")
@settings(max_examples=120)
@given(held_cards, st.integers(0, 4), st.lists(st.integers(0, 1), min_size=5, max_size=5),
       st.sampled_from([[], [0], [10], [0, 11], [33]]),
       st.booleans(), st.integers(0, 3), st.sampled_from([4, 3, 2]))
def test_trades_with_the_bank_are_those_of_the_rules(cards: dict[str, int], discoveries: int, stacks: list[int],
                                                     harbours: list[int], missing_only: bool, most: int,
                                                     bank_rate: int) -> None:
    lying = dict(zip(RESOURCES, stacks, strict=True))
    s = table(seat(settlements=harbours) | {"hand": {**cards, "discovery": discoveries}}, seat(), bank=dict(lying), options={
        **STANDARD, **JUNGLE, "discovery_uses": ["maritime"], "discovery_missing_only": missing_only, "discovery_max": most,
        "rates.bank": bank_rate})
    special = {10: "ore", 11: "lumber", 33: "brick"}
    rate = {name: min([bank_rate, *[3] * (0 in harbours), *[2 for v in harbours if special.get(v) == name]])
            for name in RESOURCES}

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

    @initialize(given=st.lists(held_cards, min_size=3, max_size=4), discoveries=st.integers(0, 3), each=st.booleans(),
                counters=st.integers(0, 1))
    def begin(self, given: list[dict[str, int]], discoveries: int, each: bool, counters: int) -> None:
        self.hands = [{**cards, "discovery": discoveries} for cards in given]
        self.s = table(*[{"hand": dict(cards)} for cards in self.hands], options={
            **JUNGLE, **QUIET, "offers_per_turn": 20, "offer_to": "each" if each else "all", "counters_per_offer": counters})
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
        assert self.holds(0, give) and not set(give) & set(get)
        assert (sum(give.values()), sum(get.values())) in ((1, 1), (2, 1), (1, 2))
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
        takeable = [one for one in self.answers.values() if one.kind == "accept" or (
            one.kind == "counter" and self.holds(0, one.args["get"]))]
        assert node(self.s) == ("RESPOND" if self.queue else "CONFIRM" if takeable else "MAIN")

    @precondition(lambda self: node(self.s) == "CONFIRM")
    @move(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        expected = [("confirm", who) for who, one in sorted(self.answers.items()) if one.kind == "accept"]
        expected += [("take_counter", who) for who, one in sorted(self.answers.items())
                     if one.kind == "counter" and self.holds(0, one.args["get"])]
        assert [(action.kind, action.args.get("seat")) for action in self.s.legal()] == [*expected, ("cancel", None)]
        action = data.draw(st.sampled_from(self.s.legal()))
        self.s.play(action)
        who: int = action.args.get("seat", -1)
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
class TestTrading(Trading.TestCase):  # type: ignore[valid-type,misc]
    """Offers, answers and swaps in any order that the rules allow."""

    settings = settings(max_examples=14, stateful_step_count=40)


@rule("CA-JUNGLE-03", "CA-JUNGLE-04", "CA-DEV-01")
@settings(max_examples=150)
@given(held_cards, st.integers(0, 4), st.integers(0, 3), st.booleans(), st.lists(st.integers(0, 2), min_size=5, max_size=5))
def test_payments_for_a_card_are_those_of_the_rules(cards: dict[str, int], discoveries: int, most: int, missing_only: bool,
                                                    cost: list[int]) -> None:
    s = table(seat() | {"hand": {**cards, "discovery": discoveries}}, seat(), options={
        **JUNGLE, **QUIET, "cost.dev": cost, "discovery_max": most, "discovery_missing_only": missing_only})
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
@given(towns(), st.lists(st.integers(0, 2), min_size=3, max_size=3), st.integers(0, 18), st.booleans(), st.booleans(),
       st.integers(0, 6))
def test_the_robber_goes_and_robs_by_the_rules(towns: list[dict[str, Any]], sizes: list[int], robber: int, desert: bool,
                                               must: bool, friendly: int) -> None:
    s = table(*[seat(**town) | {"hand": {"wool": n}} for town, n in zip(towns, sizes, strict=True)], robber=robber, dice=[7],
              options={
        **MANY, **QUIET, "robber_desert": desert, "robber_must_move": must, "friendly_robber_vp": friendly}, **BEFORE_THE_ROLL)
    play(s, "roll")
    at = [{who for who, town in enumerate(towns) if {*town["settlements"], *town["cities"]} & set(HEXES[hex][1])}
          for hex in range(19)]
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
