"""What a record counts of a game (rules, chapter 18)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sim.chance import AGENT, Stream
from sim.play import Course, Uniform, play_game
from sim.record import ROUND_WIDTH, Recorder
from tests.marks import rule
from tests.sim.catan.numbers import PIPS, RESOURCES, hexes_of
from tests.sim.catan.test_longest_road import path
from tests.sim.catan.words import (
    BEFORE_THE_ROLL,
    GAME,
    JUNGLE,
    QUIET,
    STANDARD,
    State,
    bank,
    facts,
    g1,
    game_columns,
    new_game,
    play,
    player,
    points,
    round_columns,
    seat,
    seat_columns,
    table,
    terrain,
    tokens,
)


def by_events(s: State) -> list[Counter[str]]:
    """The counters of all seats, told from the events."""
    found: list[Counter[str]] = [Counter() for _ in range(int(s.seats))]
    for event in s.view(0).events():
        mine, item, n = found[event.seat], event.item, event.amount
        if event.kind in ("produces", "pays", "gives_bank", "gets_bank", "gives") and item in RESOURCES:
            name = {
                "produces": "produced",
                "pays": "spent",
                "gives_bank": "maritime_out",
                "gets_bank": "maritime_in",
                "gives": "domestic_out",
            }[event.kind]
            mine[f"{name}_{item}"] += n
            if event.kind == "gives":
                found[event.extra][f"domestic_in_{item}"] += n
        if event.kind in ("pays", "gives_bank") and item == "discovery":
            mine["discoveries_used"] += n
        elif event.kind == "discovers":
            mine["discoveries_made"] += n
        elif event.kind == "discards":
            mine["discarded"] += 1
        elif event.kind == "robs":
            mine["stolen_by"] += 1
            found[n]["stolen_from"] += 1
        elif event.kind == "empties":
            mine["monopoly_loss"] += n
            found[event.extra]["monopoly_gain"] += n
        elif event.kind in ("offers", "proposes"):
            mine["offers_made"] += 1
        elif event.kind == "robber":
            mine["robber_moves"] += 1
        elif event.kind == "dev_bought":
            mine["dev_bought"] += 1
        elif event.kind == "dev_played":
            mine[f"dev_played_{item}"] += 1
    return found


NAMES = {"road building": "road", "year of plenty": "plenty"}


@rule("CA-PROD-01", "CA-TRADE-01", "CA-TRADE-09", "CA-DEV-08", "CA-ROB-05", "CA-JUNGLE-01")
@pytest.mark.parametrize("options, seats", [({}, 3), (STANDARD, 4), ({**JUNGLE, "seven_steal": "each"}, 3)])
def test_counters_are_what_the_events_tell(options: dict[str, Any], seats: int) -> None:
    s = new_game(seats, {**options, "yop_short": "two_if_possible"}, seed=5)
    rng = Stream(5)
    plenty: Counter[tuple[int, str]] = Counter()
    while not s.over and s.turn < 150:
        action = rng.choice(s.legal())
        if action.kind == "play_year_of_plenty":
            plenty += Counter((int(s.actor), name) for name in action.args.values() if name in RESOURCES)
        s.play(action)

    for who, expected in enumerate(by_events(s)):
        columns = {name.removeprefix("x_"): n for name, n in seat_columns(s, who).items()}
        for name, n in expected.items():
            kind, _, resource = name.rpartition("_")
            if kind == "maritime_in":
                n -= plenty[who, resource]  # cards of a year of plenty are no trade
            key = (
                "dev_played_" + NAMES.get(name.removeprefix("dev_played_"), name.removeprefix("dev_played_"))
                if (name.startswith("dev_played"))
                else name
            )
            assert columns[key] == n, (who, key)
        others = set(columns) - set(expected)
        for name in others & {f"{kind}_{resource}" for kind in ("produced", "spent") for resource in RESOURCES}:
            assert columns[name] == 0
    if options != STANDARD:
        assert game_columns(s)["g_trades_domestic"] > 0
    dice = game_columns(s)
    assert sum(dice[f"g_dice_{number}"] for number in range(2, 13)) == s.turn - 1 + facts(s)["rolled"]
    assert dice["g_sevens"] == dice["g_dice_7"]


@rule("CA-BOARD-10", "CA-BOARD-14")
def test_the_board_is_recorded() -> None:
    s = new_game(4, JUNGLE)
    columns = game_columns(s)
    names = ("forest", "hills", "pasture", "field", "mountain", "desert", "jungle")

    assert [names[columns[f"g_terrain_{hex}"]] for hex in range(19)] == terrain(s)
    assert [columns[f"g_token_{hex}"] for hex in range(19)] == tokens(s)
    assert sorted(columns[f"g_harbour_{place}"] for place in range(18)) == [-1] * 9 + [0, 1, 2, 3, 4, 5, 5, 5, 5]


@rule("CA-END-01", "CA-ROAD-01", "CA-TERM-04")
def test_the_columns_of_a_round() -> None:
    s = g1(
        "L2 O1",
        "",
        options={**STANDARD, **JUNGLE},
        more={
            0: {
                "settlements": [28, 10],
                "cities": [24],
                "roads": path(28, 34, 39, 43, 47, 51),
                "dev": {"vp": 1, "knight": 1},
                "played": {"knight": 3, "road": 1},
                "hand": {"lumber": 2, "ore": 1, "discovery": 1},
            }
        },
        army_holder=0,
    )
    columns = round_columns(s, 0)

    pips = Counter({"grain": 4, "lumber": 2 + 5 + 2 * 2, "wool": 2 * 3, "brick": 3, "ore": 0})
    assert [terrain(s)[hex] for hex in hexes_of(10)] == ["forest", "hills"] and PIPS[9] == 4
    pips["lumber"] += 4
    assert {name: columns[f"x_pips_{name}"] for name in RESOURCES} == pips
    assert (columns["x_pips"], columns["x_types_produced"]) == (sum(pips.values()), 4)
    assert {name: columns[f"x_hand_{name}"] for name in RESOURCES} == {"lumber": 2, "brick": 0, "wool": 0, "grain": 0, "ore": 1}
    assert (columns["x_hand_size"], columns["x_discoveries"]) == (3, 1)
    assert (columns["x_settlements"], columns["x_cities"], columns["x_roads"], columns["x_road_length"]) == (2, 1, 5, 5)
    assert (columns["x_has_road"], columns["x_has_army"], columns["x_knights"]) == (1, 1, 3)
    assert (columns["x_dev_held"], columns["x_vp_cards"], columns["x_dev_played_knight"], columns["x_dev_played_road"]) == (
        2,
        1,
        3,
        1,
    )
    assert (columns["x_vp_visible"], columns["x_vp_actual"]) == (8, 9) == (8, points(s)[0])
    assert columns["x_harbours"] == 2**4 and [columns[f"x_rate_{name}"] for name in RESOURCES] == [4, 4, 4, 4, 2]
    assert columns["x_open_sites"] == s.view(0).me.sites.bit_count() > 0


@rule("CA-END-01", "CA-END-09")
def test_parts_of_scores_and_places_of_set_up() -> None:
    s = new_game(3, seed=3)
    rng = Stream(3)
    placed: dict[int, list[int]] = {0: [], 1: [], 2: []}
    while s.round == 0:
        action = rng.choice(s.legal())
        if action.kind == "place_settlement":
            placed[int(s.actor)].append(action.args["vertex"])
        s.play(action)
    for who, vertices in placed.items():
        columns = seat_columns(s, who)
        assert [columns["x_setup_vertex_0"], columns["x_setup_vertex_1"]] == vertices
        assert columns["x_setup_pips"] == sum(PIPS[tokens(s)[hex]] for vertex in vertices for hex in hexes_of(vertex))
        assert (
            sum(columns[f"score_{part}"] for part in ("settlements", "cities", "road", "army", "cards")) == points(s)[who] == 2
        )


@rule("CA-TERM-02", "CA-ROAD-08")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_turns_in_which_something_came_first(options: dict[str, Any]) -> None:
    s = table(
        seat("L1 B1 W3 G5 O5", settlements=[28, 24], roads=[(28, 34), (34, 39)]),
        seat(),
        options={**options, "domestic": "off"},
        deck=["knight", "vp"],
        round=4,
    )
    assert s.turn == 7 and seat_columns(s, 0)["x_turn_first_city"] == -1

    play(s, "build a city on 28", "build a settlement on 39", "buy a development card")

    columns = seat_columns(s, 0)
    assert (columns["x_turn_first_city"], columns["x_turn_third_settlement"], columns["x_turn_first_dev"]) == (7, 7, 7)
    assert [columns[f"x_turn_vp_{k}"] for k in range(3, 11)] == [7, 7, -1, -1, -1, -1, -1, -1]


@rule("CA-ROAD-08")
@pytest.mark.parametrize("options", [QUIET, STANDARD])
def test_points_that_come_on_anothers_turn_are_marked_there(options: dict[str, Any]) -> None:
    s = table(
        seat(roads=path(11, 16, 22, 28, 34, 39), settlements=[11]),
        seat("L1 B1 W1 G1", roads=[(27, 33), (28, 33)], settlements=[27]),
        seat(roads=path(15, 20, 26, 32, 37, 42), settlements=[15, 24]),
        options=options,
        current=1,
        road_holder=0,
        turn=5,
    )

    play(s, "build a settlement on 28")

    assert seat_columns(s, 2)["x_turn_vp_4"] == 5


@rule("CA-END-08")
def test_idle_turns_are_turns_with_nothing_done() -> None:
    s = table(seat("W1 G1 O1"), seat(dev={"monopoly": 1}), seat("L4"), options=QUIET, dice=[2] * 4)
    play(
        s,
        "buy a development card",
        "end the turn",
        "roll",
        "play monopoly on ore",
        "end the turn",
        "roll",
        "end the turn",
        "roll",
        "end the turn",
    )

    assert [seat_columns(s, who)["x_idle_turns"] for who in range(3)] == [1, 0, 1]


@rule("CA-PROD-03", "CA-PROD-05")
def test_cards_that_did_not_come_are_counted() -> None:
    s = g1(bank="L19 B19 W19 G19", robber=12, options=QUIET, dice=[8], **BEFORE_THE_ROLL)
    play(s, "roll")

    assert [seat_columns(s, who)["x_lost_robber_block"] for who in range(4)] == [1, 0, 0, 0]
    assert [seat_columns(s, who)["x_lost_bank_short"] for who in range(4)] == [0, 0, 1, 1]
    assert bank(s) == "L19 B19 W19 G19" and player(s, 0)["hand"] == {}


@rule("CA-TERM-02", "CA-END-06", "CA-OPT-02")
def test_a_recorded_game_has_rows_that_fit_together() -> None:
    s = new_game(3, {"max_rounds": 15}, seed=9)
    chosen = GAME.columns.chosen("full")
    course, recorder = Course(), Recorder("rounds", GAME.columns, 3, chosen)
    play_game(s, [Uniform()] * 3, [Stream(9, 0, AGENT, who) for who in range(3)], recorder, course)

    rows = recorder.rounds.all()
    names = [GAME.columns.rounds[place].name for place in chosen]
    assert [(row[1], row[2]) for row in rows] == [(round, who) for round in range(16) for who in range(3)]
    for who in range(3):
        mine = [dict(zip(names, row[ROUND_WIDTH:], strict=True)) for row in rows if row[2] == who]
        totals = seat_columns(s, who)
        for name in ("x_produced_lumber", "x_spent_ore", "x_offers_made", "x_robber_moves", "x_idle_turns", "x_dev_bought"):
            assert sum(row[name] for row in mine) == totals[name]
        assert mine[-1]["x_vp_actual"] == points(s)[who] == rows[-3 + who][3]
        assert mine[0]["x_settlements"] == mine[0]["x_roads"] == 2, "round 0 is the position after set-up"
    assert [row[2] for row in recorder.seat_rows.all()] == points(s)
    assert [row[1:3] for row in recorder.games.all()] == [[15, 45]]
    kinds = {kind.word for row in recorder.events.all() if (kind := GAME.event_kinds[row[4]])}
    assert "settlement" in kinds and kinds <= {kind.word for kind in GAME.event_kinds if kind and kind.logged}


@rule("CA-OPT-02")
def test_about_twenty_core_columns_and_no_name_twice() -> None:
    core = [GAME.columns.rounds[place].name for place in GAME.columns.chosen("core")]

    assert core == [
        "x_vp_visible",
        "x_settlements",
        "x_cities",
        "x_roads",
        "x_road_length",
        "x_has_road",
        "x_knights",
        "x_has_army",
        "x_dev_held",
        "x_vp_cards",
        "x_hand_size",
        *(f"x_hand_{name}" for name in RESOURCES),
        "x_discoveries",
        "x_pips",
        "x_types_produced",
        "x_harbours",
    ]
    for table_columns in (GAME.columns.games, GAME.columns.seats, GAME.columns.rounds):
        names = [column.name for column in table_columns]
        assert len(names) == len(set(names)) and all(column.sentence for column in table_columns)
