"""What is counted for the tables of a run (rules, chapter 7)."""
from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from sim.chance import Chance, Stream
from sim.core import State
from sim.play import Course, Uniform, play_game
from sim.puerto_rico import GAME
from sim.record import Recorder
from tests.marks import rule
from tests.sim.puerto_rico.numbers import BUILDINGS, GOODS
from tests.sim.puerto_rico.words import (
    counters,
    doubloons,
    game_columns,
    new_game,
    parts,
    play,
    round_columns,
    seat,
    setup,
    table,
    vps,
)

PER_GAME = """buildings_in_play end_trigger_round end_trigger_seat vp_on_paper colonists_left quarries_left
    forests_left""".split()
PARTS = "earned buildings guild_hall residence fortress customs_house city_hall cloister".split()
VP_SOURCES = "goods_loaded captain_privilege harbor wharf small_wharf union_hall church".split()
INCOMES = "trade cards factory specialty_factory lighthouse prospector".split()
PER_SEAT = [*(f"vp_{source}" for source in VP_SOURCES), "vp_returned", "spent_buildings",
            *(f"income_{source}" for source in INCOMES),
            *(f"goods_{what}_{good}" for what in ("produced", "traded", "shipped", "lost_in_storage") for good in GOODS),
            "quarries", "round_first_quarry", "forests",
            *(f"roles_taken_{role}" for role in "settler mayor builder craftsman trader captain prospector".split())]
PER_ROUND = """governor role_1 role_2 role_3 card_doubloons doubloons vp_earned vp_buildings quarries quarries_occupied
    forests buildings city_spaces colonists colonists_san_juan empty_circles_buildings built price_paid discount_quarry
    discount_forest black_market_items shipped vp_gain sold sale_income lost_goods decisions""".split() + [
    name.format(good) for good in GOODS for name in ("goods_{}", "plantations_{}", "plantations_{}_occupied", "produced_{}")]
OF_NO_SEAT = ["colonist_supply", "colonist_ship", "vp_supply", "draw_pile", "discard_pile", "quarries_left", "unchosen",
              *(f"house_{good}" for good in GOODS), *(f"ship_{n}_{what}" for n in (1, 2, 3) for what in ("good", "count"))]
CORE = ["doubloons", "vp_earned", "vp_buildings", *(f"goods_{good}" for good in GOODS),
        *(f"plantations_{good}" for good in GOODS), "quarries", "forests",
        "buildings", "city_spaces", "colonists", "colonists_san_juan"]


def test_every_column_of_the_rules_is_there() -> None:
    assert [f"g_{name}" for name in PER_GAME] == [column.name for column in GAME.columns.games]
    names = [column.name for column in GAME.columns.seats]
    assert [name for name in PER_SEAT if f"x_{name}" not in names] == []
    assert [name for name in names if name.startswith("score_")] == [f"score_{part}" for part in PARTS]
    rounds = [column.name for column in GAME.columns.rounds]
    assert [name for name in PER_ROUND if f"x_{name}" not in rounds] == []
    assert [name for name in OF_NO_SEAT if f"g_{name}" not in rounds] == []


def test_the_core_columns_are_those_of_the_rules() -> None:
    core = {column.name for column in GAME.columns.rounds if column.core}

    assert core == {f"x_{name}" for name in CORE} | {"g_colonist_supply", "g_vp_supply"}


def test_every_column_has_a_sentence_and_a_name_of_its_own() -> None:
    for columns in (GAME.columns.games, GAME.columns.seats, GAME.columns.rounds):
        assert all(column.sentence for column in columns)
        assert len({column.name for column in columns}) == len(columns)


# --- whole games ----------------------------------------------------------------------------------------------------------


class Log:
    """The rows of one recorded game by name."""

    def __init__(self, seats: int, seed: int) -> None:
        self.recorder = Recorder("rounds", GAME.columns, seats, GAME.columns.chosen("full"))
        long = {"start_doubloons": 8, "vp_supply": 150, "colonist_supply": 150}
        self.state: State = GAME.new(setup(seats, long), Chance(seed, 0))
        play_game(self.state, [Uniform()] * seats, [Stream(seed, index=n) for n in range(seats)], self.recorder, Course())
        self.rounds: dict[tuple[int, int], dict[str, int]] = {}
        names = [column.name for column in GAME.columns.rounds]
        for row in self.recorder.rounds.all():
            self.rounds[row[1], row[2]] = dict(zip(["standing", "leader", *names], row[3:], strict=True))
        names = ["score", "tiebreak", "rank", "offered", *(column.name for column in GAME.columns.seats)]
        self.seats = [dict(zip(names, row[2:], strict=True))
                      for row in self.recorder.seat_rows.all()]
        self.game = self.recorder.games.all()[0]


@cache
def log(seats: int, seed: int) -> Log:
    return Log(seats, seed)


every_game = pytest.mark.parametrize("seats, seed", [(seats, seed) for seats in (2, 3, 4, 5) for seed in range(3)])


@rule("PR-SCORE-01")
@every_game
def test_a_score_is_the_sum_of_its_parts(seats: int, seed: int) -> None:
    for who, row in enumerate(log(seats, seed).seats):
        assert row["score"] == sum(row[f"score_{part}"] for part in PARTS) == log(seats, seed).state.standing(who)


@rule("PR-END-04", "PR-CAPTAIN-09")
@every_game
def test_vp_earned_are_the_sum_of_their_sources(seats: int, seed: int) -> None:
    for row in log(seats, seed).seats:
        assert row["score_earned"] == sum(row[f"x_vp_{source}"] for source in VP_SOURCES) - row["x_vp_returned"]


@rule("PR-GEN-07")
@every_game
def test_doubloons_at_the_end_are_what_came_in_less_what_was_paid(seats: int, seed: int) -> None:
    game = log(seats, seed)
    for who, row in enumerate(game.seats):
        assert doubloons(game.state)[who] == 8 + sum(row[f"x_income_{source}"] for source in INCOMES) - row["x_spent_buildings"]


@every_game
def test_counters_of_all_rounds_add_up_to_those_of_the_game(seats: int, seed: int) -> None:
    totals: defaultdict[tuple[int, str], int] = defaultdict(int)
    for (_, who), row in log(seats, seed).rounds.items():
        for name, value in row.items():
            totals[who, name] += value

    for who, row in enumerate(log(seats, seed).seats):
        assert totals[who, "x_price_paid"] == row["x_spent_buildings"]
        assert totals[who, "x_sale_income"] == row["x_income_trade"]
        assert totals[who, "x_card_doubloons"] == row["x_income_cards"]
        assert totals[who, "x_vp_gain"] == row["score_earned"]
        assert totals[who, "x_shipped"] == sum(row[f"x_goods_shipped_{good}"] for good in GOODS)
        assert totals[who, "x_lost_goods"] == sum(row[f"x_goods_lost_in_storage_{good}"] for good in GOODS)
        for good in GOODS:
            assert totals[who, f"x_produced_{good}"] == row[f"x_goods_produced_{good}"]


@rule("PR-RND-06", "PR-RND-01", "PR-2P-04")
@every_game
def test_governors_roles_and_cards_left_of_each_round(seats: int, seed: int) -> None:
    game = log(seats, seed)
    last = max(number for number, _ in game.rounds)
    cards = game.state.view(0).cards
    assert last == game.state.round
    for number in range(1, last + 1):
        round = [game.rounds[number, who] for who in range(seats)]
        assert [row["x_governor"] for row in round] == [int(who == (number - 1) % seats) for who in range(seats)]
        taken = [row[f"x_role_{n}"] for row in round for n in ((1, 2, 3) if seats == 2 else (1,))]
        assert len(set(taken)) == len(taken) and min(taken) >= 0
        assert round[0]["g_unchosen"] == sum(2**card for card in range(len(cards)) if card not in taken)
        if seats > 2:
            assert all(row["x_role_2"] == row["x_role_3"] == -1 for row in round)


@every_game
def test_the_last_round_row_is_the_end_of_the_game(seats: int, seed: int) -> None:
    game = log(seats, seed)
    for who, row in enumerate(game.seats):
        last = game.rounds[int(game.state.round), who]
        assert last["standing"] == row["score"]
        assert (last["x_vp_earned"], last["x_vp_buildings"]) == (row["score_earned"], row["score_buildings"])
        assert last["x_quarries"] == row["x_quarries"]
        assert row["tiebreak"] == last["x_doubloons"] + sum(last[f"x_goods_{good}"] for good in GOODS)


@every_game
def test_round_0_is_the_position_after_set_up(seats: int, seed: int) -> None:
    for who in range(seats):
        first = log(seats, seed).rounds[0, who]
        assert (first["standing"], first["x_doubloons"]) == (0, 8)
        assert first["x_role_1"] == first["x_sold"] == first["x_built"] == -1
        assert sum(first[f"x_plantations_{good}"] for good in GOODS) == 1


# --- single counters ------------------------------------------------------------------------------------------------------


@rule("PR-RND-03", "PR-PROSPECT-01")
def test_incomes_and_payments_are_told_apart() -> None:
    s = table(seat(goods={"coffee": 1}, occupied=["small_market"]),
              seat(farms={"corn": 1, "indigo": 1}, occupied=["small_indigo_plant", "factory"]),
              seat(doubloons=9, farms={"quarry": 1}), seat(), card_doubloons={"trader": 2, "prospector": 1})

    play(s, "take the trader", "sell coffee", "1: take the craftsman", "take one more corn", "2: take the builder",
         "2: build hospice", "0: pass", "1: pass", "3: take the prospector")

    assert (counters(s, 0)["income_trade"], counters(s, 0)["income_cards"]) == (4 + 1 + 1, 2)
    assert (counters(s, 1)["income_factory"], counters(s, 1)["goods_produced_corn"]) == (1, 2)
    assert counters(s, 2)["spent_buildings"] == 4 - 1 - 1
    assert (counters(s, 3)["income_prospector"], counters(s, 3)["income_cards"]) == (1, 1)
    assert counters(s, 0)["goods_traded_coffee"] == 1
    assert counters(s, 3)["roles_taken_prospector"] == 1


@rule("PR-END-03")
def test_the_seat_of_a_full_city_is_its_builder() -> None:
    eleven = ["small_indigo_plant", "small_sugar_mill", "small_market", "hacienda", "construction_hut", "small_warehouse",
              "hospice", "office", "large_market", "large_warehouse", "factory"]
    s = table(seat(), seat(), seat(doubloons=20, idle=eleven), round=5)

    play(s, "take the builder", "0: pass", "2: build harbor")

    assert (game_columns(s)["g_end_trigger_round"], game_columns(s)["g_end_trigger_seat"]) == (5, 2)


@rule("PR-END-04")
def test_the_seat_of_exhausted_vp_is_the_captain() -> None:
    s = table(seat(), seat(goods={"corn": 3}), seat(), vp_supply=2, ships=[("corn", 1), None, None], round=4)

    play(s, "take the captain")

    assert (game_columns(s)["g_end_trigger_round"], game_columns(s)["g_end_trigger_seat"]) == (4, 0)
    assert game_columns(s)["g_vp_on_paper"] == 1


@rule("PR-END-07")
def test_the_cap_is_nobodys_trigger() -> None:
    s = new_game(3, {"max_rounds": 1})

    play(s, "take the trader", "take the craftsman", "take the captain")

    assert (game_columns(s)["g_end_trigger_round"], game_columns(s)["g_end_trigger_seat"]) == (1, -1)


def test_the_round_of_the_first_quarry() -> None:
    s = table(seat(), seat(), seat(), row=["corn"], round=6)
    assert counters(s, 0)["round_first_quarry"] == -1

    play(s, "take the settler", "settle a quarry", "1: pass", "2: pass")

    assert (counters(s, 0)["round_first_quarry"], counters(s, 0)["quarries"]) == (6, 1)


def test_buildings_built_are_events_with_their_round() -> None:
    s = table(seat(doubloons=9), seat(doubloons=9), seat())

    play(s, "take the builder", "build harbor", "build hacienda")

    built = [(event.seat, event.item, event.amount) for event in s.view(2).events() if event.kind == "built"]
    assert built == [(0, "harbor", 7), (1, "hacienda", 2)]
    assert [kind.word for kind in GAME.event_kinds if kind and kind.logged] == ["built", "sold", "fired", "given"]


@rule("PR-SCORE-05")
def test_a_position_with_vp_keeps_the_identities() -> None:
    s = table(seat(vp=9, goods={"corn": 2}), seat(), seat(), ships=[("corn", 1), ("sugar", 1), None])

    play(s, "take the captain")

    assert vps(s)[0] == parts(s, 0)["earned"] == 9 + 2 + 1


@rule("PR-2P-04")
def test_a_fourth_card_of_a_round_has_no_column_and_disturbs_none() -> None:
    s = table(seat(), seat(), options={"roles_per_player": 4, "prospectors": 3})

    for role in ("trader", "craftsman", "captain", "prospector", "mayor", "second prospector", "third prospector"):
        play(s, f"take the {role}")
    play(s, "take the builder", "pass")

    columns = round_columns(s, 1)
    cards = next(column.labels for column in GAME.columns.rounds if column.name == "x_role_1")
    assert [cards[columns[f"x_role_{n}"]] for n in (1, 2, 3)] == ["craftsman", "prospector", "prospector2"]
    assert columns["x_built"] == columns["x_sold"] == -1
    assert counters(s, 1)["roles_taken_builder"] == 1


def test_the_buildings_in_play_are_those_with_a_copy() -> None:
    s = new_game(3, {"disabled": ["wharf", "sugar_mill"], "copies.office": 0})
    labels = GAME.columns.games[0].labels
    in_play = {name for n, name in enumerate(labels) if game_columns(s)["g_buildings_in_play"] & 2**n}

    assert in_play == {b.id for b in BUILDINGS} - {"wharf", "sugar_mill", "office"}
