"""The decision machine: who is asked what, in which order (rules, chapter 15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.chance import AGENT, Chance, Stream
from sim.core import Action, View
from sim.play import Asked, Course, Policy, StrategyFailure, Uniform, play_game
from sim.record import Recorder
from tests.marks import rule
from tests.sim.catan.numbers import CATANATRON_NODES, CATANATRON_TILES, EDGES
from tests.sim.catan.test_longest_road import path
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    CATANATRON,
    GAME,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    find,
    g1,
    hands,
    holder,
    kinds,
    luck,
    new_game,
    node,
    play,
    seat,
    table,
    take,
    told,
)

# the actions of each row of the table of CA-FLOW, in its order
TABLE = {
    "SETUP_SETTLEMENT": ["place_settlement"],
    "SETUP_ROAD": ["place_road"],
    "PRE_ROLL": ["roll", "play_knight", "play_monopoly", "play_year_of_plenty", "play_road_building"],
    "DISCARD": ["discard"],
    "MOVE_ROBBER": ["move_robber"],
    "STEAL": ["steal"],
    "PROPOSE": ["propose", "pass"],
    "ANSWER": ["accept", "reject"],
    "MAIN": [
        "build_road",
        "build_settlement",
        "build_city",
        "buy_dev",
        "maritime",
        "offer",
        "play_knight",
        "play_monopoly",
        "play_year_of_plenty",
        "play_road_building",
        "next_phase",
        "end_turn",
    ],
    "RESPOND": ["accept", "reject", "counter"],
    "CONFIRM": ["confirm", "take_counter", "cancel"],
    "FREE_ROAD": ["build_road", "stop"],
}
ITEMS = ("lumber", "brick", "wool", "grain", "ore", "discovery", "none")
BUSY: list[tuple[dict[str, Any], int]] = [
    ({}, 4),
    ({**STANDARD, "offer_to": "each"}, 3),
    ({**JUNGLE, "discovery_in_limit": True}, 3),
    (CATANATRON, 2),
    ({**STANDARD, **JUNGLE, "phase_order": "build_then_trade", "offer_shapes": ["1:1", "3:2", "2:3"]}, 4),
    ({"phase_order": "trade_then_build", "yop_short": "allow_single", "bank_size": 4}, 4),
]


def order_of(action: Action) -> Any:
    """The place of an action among those of its kind: by its parameters, resources and numbers in their order."""
    if action.kind in ("offer", "propose", "counter"):
        sides = [
            (sum(side.values()), [-side.get(item, 0) for item in ITEMS]) for side in (action.args["give"], action.args["get"])
        ]
        to = action.args.get("to", "all")
        return (-1 if to == "all" else to, sides)
    if action.kind == "buy_dev":
        mix = action.args["discoveries"]
        return (sum(mix.values()), [-mix.get(item, 0) for item in ITEMS])
    return [ITEMS.index(value) if value in ITEMS else value for value in action.args.values()]


def random_game(options: dict[str, Any], seats: int, turns: int, look: Callable[[State], None], seed: int = 1) -> State:
    """A game at random up to a turn; `look` sees each position before its choice."""
    s = new_game(seats, options, seed=seed)
    rng = Stream(seed)
    while not s.over and s.turn < turns:
        look(s)
        ids = s.legal_ids()
        s.apply_id(ids[rng.below(len(ids))])
    return s


@rule(
    "CA-FLOW-18",
    "CA-FLOW-02",
    "CA-FLOW-03",
    "CA-FLOW-05",
    "CA-FLOW-07",
    "CA-FLOW-08",
    "CA-FLOW-09",
    "CA-FLOW-10",
    "CA-FLOW-11",
    "CA-FLOW-12",
    "CA-FLOW-13",
    "CA-FLOW-14",
)
@pytest.mark.parametrize("options, seats", BUSY)
def test_lists_hold_the_actions_of_their_row_sorted_by_kind_and_parameters(options: dict[str, Any], seats: int) -> None:
    met = set()

    def look(s: State) -> None:
        row = TABLE[node(s)]
        keys = [(row.index(action.kind), order_of(action)) for action in s.legal()]
        assert keys == sorted(keys), [str(action) for action in s.legal()]
        met.add(node(s))

    random_game(options, seats, 60, look)

    assert met >= {"SETUP_SETTLEMENT", "SETUP_ROAD", "PRE_ROLL", "MOVE_ROBBER", "MAIN"}


@rule("CA-FLOW-11", "CA-FLOW-12", "CA-FLOW-13", "CA-FLOW-10", "CA-FLOW-09", "CA-FLOW-14")
def test_every_row_of_the_table_is_met_in_play() -> None:
    met: dict[str, set[str]] = {}

    def look(s: State) -> None:
        met.setdefault(node(s), set()).update(kinds(s))
        current = node(s) not in ("DISCARD", "PROPOSE", "RESPOND", "SETUP_SETTLEMENT", "SETUP_ROAD")
        assert not current or s.actor == s.current, "all other decisions are the current player's"

    cheap = {**STANDARD, "cost.dev": [0, 0, 1, 0, 0], "dev_deck_mix": {"knight": 5, "road": 5, "plenty": 5, "monopoly": 5}}
    for options, seats, seed in (
        ({}, 3, 3),
        (cheap, 3, 5),
        (cheap, 3, 6),
        ({**QUIET, "phase_order": "trade_then_build"}, 4, 2),
    ):
        random_game(options, seats, 150, look, seed)

    assert {row: set(actions) for row, actions in TABLE.items()} == met


@rule("CA-EX-70", "CA-FLOW-01", "CA-FLOW-04", "CA-FLOW-06", "CA-FLOW-15")
def test_steps_without_a_choice_go_by_themselves_in_the_loop() -> None:
    s = new_game(2, {**QUIET, "max_rounds": 6})
    course = Course()
    asked: list[tuple[str, int]] = []

    def choose(view: View, actions: list[Action]) -> Action:
        asked.append((view.node, len(actions)))
        return actions[-1]

    policies: list[Policy] = [Asked(choose, s.view(who), course) for who in range(2)]
    play_game(s, policies, [Stream(1, 0, AGENT, who) for who in range(2)], None, course)

    assert s.over and course.decisions == len(asked) and course.forced == course.step - course.decisions
    assert all(n > 1 for _, n in asked) and course.forced > 8, "rolls and many ends of turns"


@rule("CA-TURN-08", "CA-TRADE-07", "CA-INFO-07")
def test_nobody_sees_whether_a_move_was_forced() -> None:
    """Seat 1 rejects, once because it must and once by choice: all others see the same."""
    seen = []
    for hand_of_1 in ("", "O1"):
        s = g1("L1", hand_of_1, "W1", options=QUIET)
        take(s, kind="offer", give={"lumber": 1}, get={"ore": 1}, to="all")
        assert (len(s.legal()) == 1) is (not hand_of_1)
        play(s, "1: reject")
        during = (s.view(2).answers(), s.view(2).node, s.view(2).actor, told(s, 2))
        play(s, "2: reject", "3: reject")
        seen.append((during, [(told(s, who), s.view(who).answers()) for who in range(4)]))

    assert seen[0] == seen[1]


@rule("CA-FLOW-15", "CA-DEV-03", "CA-DEV-04", "CA-TRADE-06")
def test_a_new_turn_begins_with_clean_counts() -> None:
    s = g1("L1 W1 G1 O1", "O1", options=QUIET, more={0: {"dev": {"monopoly": 1}}}, dice=[2])
    take(s, kind="offer", give={"lumber": 1}, get={"ore": 1}, to="all")
    play(s, "1: reject", "2: reject", "3: reject", "play monopoly on brick", "buy a development card", "end the turn")

    facts = s.position()
    assert (facts["dev_plays"], facts["dev_buys"], facts["offers_made"], facts["offered"], facts["thefts"]) == (0, 0, 0, [], 0)
    assert facts["players"][0]["dev_new"] == {} and facts["answers"] == [0] * 4
    assert (s.current, s.actor, node(s), facts["rolled"]) == (1, 1, "PRE_ROLL", False)


@rule("CA-FLOW-16", "CA-ROAD-08", "CA-END-02")
def test_awards_come_before_the_win_check() -> None:
    """The fifth road brings the award, and with it the tenth point."""
    s = table(seat("L1 B1", settlements=[0, 1], cities=[7, 8, 9], roads=path(0, 4, 8, 13, 9)), seat(), options=QUIET)

    play(s, "build a road on 5-9")

    assert s.over and holder(s) == 0 and s.outcome().winners == (0,)


@rule("CA-FLOW-17", "CA-FLOW-18")
def test_the_catalogue_holds_all_offers_once() -> None:
    words = [str(action) for action in g1("L2 B2 W2 G2 O2", "O9", options=QUIET).legal()]

    assert len(words) == len(set(words)) and sum(word.startswith("offer") for word in words) > 100
    for action in g1("L2 B2", "O9", options=QUIET).legal():
        assert GAME.actions[action.id] is action


@rule("CA-FLOW-19")
def test_every_random_event_has_a_purpose_of_its_own() -> None:
    assert len(set(GAME.purposes.values())) == len(GAME.purposes)
    assert {"first_place", "terrain", "tokens", "harbour_places", "harbour_types", "deck", "dice", "theft"} <= set(
        GAME.purposes
    )


@rule("CA-FLOW-19")
def test_a_theft_more_moves_no_other_draw() -> None:
    """The dice and the board of a block are the same whatever is stolen, and a theft depends on turn and number alone."""
    one, other = (
        g1("", "W3 O3", "L3 G3", options={**QUIET, "knight_steal": how}, more={0: {"dev": {"knight": 1}}}, chance=Chance(3, 1))
        for how in ("each", "none")
    )
    for s in (one, other):
        play(s, "play a knight", "move the robber to hex 4", "end the turn", "roll")

    assert hands(one)[0] != "" and hands(other)[0] == ""
    thrown = [[event.amount for event in s.view(0).events() if event.kind == "rolled"] for s in (one, other)]
    assert thrown[0] == thrown[1] and len(thrown[0]) == 1


def digest_of(seed: int, agents: int) -> tuple[int, list[str]]:
    s = new_game(3, {"max_rounds": 20}, seed=seed)
    course, recorder = Course(), Recorder("rounds", GAME.columns, 3)
    play_game(s, [Uniform()] * 3, [Stream(agents, 0, AGENT, who) for who in range(3)], recorder, course)
    return int(course.chain), told(s, 0)


@rule("CA-EX-117", "CA-FLOW-16", "CA-FLOW-17", "CA-FLOW-18", "CA-FLOW-19")
def test_equal_seeds_and_strategies_give_equal_logs() -> None:
    assert digest_of(1, 1) == digest_of(1, 1)
    assert digest_of(1, 1)[0] != digest_of(2, 1)[0] != digest_of(2, 2)[0]


@rule("CA-EX-117", "CA-FLOW-20")
def test_an_illegal_answer_is_a_failure_of_the_strategy() -> None:
    s = g1("L5 B5 W5 G5 O5", dice=[2], options=QUIET, **BEFORE_THE_ROLL)
    city = find(table(seat("G2 O3", settlements=[0]), seat(), options=QUIET), "build a city on 0")
    course = Course()
    policies: list[Policy] = [Asked(lambda view, actions: city, s.view(who), course) for who in range(4)]

    with pytest.raises(StrategyFailure) as failed:
        play_game(s, policies, [Stream(1, 0, AGENT, who) for who in range(4)], None, course)

    assert (failed.value.kind, failed.value.seat) == ("illegal action", 0)
    assert "build a city on 0" in failed.value.message and s.view(0).building(0) == 0


# --- a game that another program recorded ---------------------------------------------------------------------------------

NODE = {number: vertex for vertex, number in enumerate(CATANATRON_NODES)}
TILE = {number: hex for hex, number in enumerate(CATANATRON_TILES)}
RESOURCE = {"WOOD": "lumber", "BRICK": "brick", "SHEEP": "wool", "WHEAT": "grain", "ORE": "ore"}


def replay(s: State, who: int, kind: str, value: Any) -> None:
    """One action in the words of catanatron (CA-FLOW-21); set-up and play have one kind each there."""
    assert s.actor == who
    setting_up = s.round == 0
    if kind == "BUILD_SETTLEMENT":
        take(s, "place_settlement" if setting_up else "build_settlement", vertex=NODE[value])
    elif kind == "BUILD_ROAD":
        ends = tuple(sorted(NODE[end] for end in value))
        take(s, "place_road" if setting_up else "build_road", edge=EDGES.index((ends[0], ends[1])))
    elif kind == "MOVE_ROBBER":
        tile, victim = value
        take(s, "move_robber", hex=TILE[tile])
        if node(s) == "STEAL":
            take(s, "steal", seat=victim)
    elif kind == "DISCARD_RESOURCE":
        take(s, "discard", item=RESOURCE[value])
    elif kind == "PLAY_KNIGHT_CARD":
        take(s, "play_knight")
    else:
        take(s, {"ROLL": "roll", "END_TURN": "end_turn"}[kind])


@rule("CA-FLOW-21", "CA-BOARD-09", "CA-BOARD-20")
def test_a_recorded_game_is_played_again_move_by_move() -> None:
    """In its numbers: nodes 17 and 20 are V28 and V13, tile 13 is H7. Its robber moves name hex and victim in one action."""
    deck = [0] * 14 + [1] * 5 + [2] * 2 + [3] * 2 + [4] * 2
    s = new_game(2, {**CATANATRON, "board": "beginner"}, chance=luck([6, 7, 3], deck=deck, theft=[0, 1]))
    record = [
        (0, "BUILD_SETTLEMENT", 17),
        (0, "BUILD_ROAD", (15, 17)),
        (1, "BUILD_SETTLEMENT", 20),
        (1, "BUILD_ROAD", (0, 20)),
        (1, "BUILD_SETTLEMENT", 8),
        (1, "BUILD_ROAD", (27, 8)),
        (0, "BUILD_SETTLEMENT", 1),
        (0, "BUILD_ROAD", (2, 1)),
        (0, "ROLL", None),
        (0, "END_TURN", None),
        (1, "ROLL", None),
        (1, "MOVE_ROBBER", (13, 0)),
        (1, "END_TURN", None),
        (0, "ROLL", None),
        (0, "END_TURN", None),
    ]

    for move in record:
        replay(s, *move)

    players = s.position()["players"]
    assert [one["settlements"] for one in players] == [[24, 28], [13, 31]]
    assert [one["roads"] for one in players] == [[(28, 34), (24, 30)], [(13, 18), (31, 37)]]
    assert s.view(0).robber == 7 and [event.words for event in s.view(1).events() if event.kind == "takes"] == [
        "takes lumber from seat 0"
    ]
    assert hands(s) == ["L1 W1", "L3 B1 W1 O1"] and (s.current, node(s)) == (1, "PRE_ROLL")
