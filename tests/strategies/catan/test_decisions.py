"""What plans do in positions where it is plain what should be done, and what their readings of the board say."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from sim.catan.state import CatanState as State
from sim.catan.view import CatanView as View
from sim.chance import Stream
from sim.core import Action
from sim.play import Asked, Course, play_game
from strategies.base import Strategy
from strategies.catan import trading, trails
from strategies.catan.island import bits, owner, ways_to
from tests.sim.catan.words import BEFORE_THE_ROLL, STANDARD, edge, g1, hand, new_game, play, seat, table, take, trade, until
from tests.strategies.catan.table import PLANS, answer, bot_of, look, play as play_plans

# --- buying -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", PLANS)
def test_a_city_that_wins_is_built(plan: str) -> None:
    state = table(seat("G2 O3 L1 B1", settlements=[28], cities=[44, 31, 13], dev={"vp": 2}), seat())

    assert answer(state, plan) == "build a city on 28"


def test_surplus_goes_to_the_bank_where_that_completes_a_purchase() -> None:
    state = table(seat("L6 B1 W1", settlements=[28], roads=[(22, 28), (17, 22)]), seat(), options={"domestic": "off"})

    assert answer(state, "catan.wood_brick") == "trade lumber for grain with the bank"


def test_the_bank_gets_nothing_that_the_purchase_needs() -> None:
    state = table(seat("L4 B1 W1", settlements=[28], roads=[(22, 28), (17, 22)]), seat(), options={"domestic": "off"})

    assert not answer(state, "catan.wood_brick").startswith("trade")


def test_players_are_asked_before_the_bank() -> None:
    me = seat("L6 B1 W1", settlements=[28], roads=[(22, 28), (17, 22)])

    state = table(me, seat("G1"), options=STANDARD)
    assert answer(state, "catan.wood_brick").startswith("offer 1 lumber for 1 ")
    assert answer(state, "catan.wood_brick:talk=false") == "trade lumber for grain with the bank"


def test_with_nothing_to_do_the_turn_ends() -> None:
    state = table(seat("L1", settlements=[28]), seat("L1"))

    assert answer(state, "catan.pips:talk=false") == "end the turn"


def test_in_two_halves_the_first_one_ends_too() -> None:
    state = table(seat("L1", settlements=[28]), seat("L1"), options={"phase_order": "build_then_trade"})

    assert answer(state, "catan.pips:talk=false") == "go on to the other half of the turn"


# --- trade with players -----------------------------------------------------------------------------------------------------

RICH = {1: {"cities": [13, 41, 0, 53], "settlements": []}}
"""Seat 1 has 8 points, all to be seen."""


def asked(*hands: str, give: str = "O1", get: str = "L1", **more: object) -> State:
    """Seat 1 has proposed a trade to seat 0, who is to answer."""
    state = g1(*hands, dice=[2], **BEFORE_THE_ROLL, **more)
    until(state, "PRE_ROLL")
    play(state, "roll the dice")
    take(state, **trade("propose", give, get))
    return state


def test_a_proposal_that_completes_a_city_is_accepted() -> None:
    assert answer(asked("L1 G2 O2", "O1"), "catan.pips") == "accept"


def test_a_proposer_who_is_about_to_win_gets_nothing() -> None:
    """It is the proposer's points that count, not those of the one who answers."""
    assert answer(asked("L1 G2 O2", "O1", more=RICH), "catan.pips") == "reject"
    winning = {0: {"cities": [28, 24, 0], "settlements": [51, 53]}}
    assert answer(asked("L1 G2 O2", "O1", more=winning), "catan.pips") == "accept"


def offered(*hands: str, more: object = None) -> State:
    """Seat 0 has offered lumber for ore, and seat 1 is to answer."""
    state = g1(*hands, options=STANDARD, more=more)
    take(state, **trade("offer", "L1", "O1"))
    return state


def test_an_offer_is_accepted_where_it_helps_and_rejected_where_it_does_not() -> None:
    """Seat 1 can settle at once with lumber; with ore gone it cannot build its city."""
    ready = {1: {"roads": [(13, 18), (41, 45), (18, 23)]}}

    assert answer(offered("L1", "O1 B1 W1 G1", more=ready), "catan.wood_brick") == "accept"
    assert answer(offered("L1", "O3 G2"), "catan.ore_wheat_sheep") != "accept"


def test_nobody_trades_with_a_current_player_who_is_about_to_win() -> None:
    leader = {0: {"cities": [28, 24, 0, 53], "settlements": []}, 1: {"roads": [(13, 18), (41, 45), (18, 23)]}}

    assert answer(offered("L1", "O1 B1 W1 G1", more=leader), "catan.wood_brick") == "reject"


def test_of_two_who_accept_the_poorer_gets_the_deal() -> None:
    state = g1("L2 G2 O2", "O1", "O1", options=STANDARD, more={1: {"cities": [13], "settlements": [41]}})
    take(state, **trade("offer", "L1", "O1"))
    play(state, "1: accept", "2: accept")
    until(state, "CONFIRM")

    assert answer(state, "catan.ore_wheat_sheep") == "trade with seat 2"


def test_an_answer_that_helps_no_more_is_cancelled() -> None:
    """The ore is needed for a city."""
    state = g1("G2 O3", "W1", options=STANDARD)
    take(state, **trade("offer", "O1", "W1"))
    play(state, "1: accept")
    until(state, "CONFIRM")

    assert answer(state, "catan.ore_wheat_sheep") == "cancel the offer"


class Noting(Strategy):
    """Plays pips, and notes each counter-offer beside the offer that it answers."""

    def __init__(self) -> None:
        self.counters: list[tuple[dict[str, int], dict[str, int], Action]] = []

    def start(self, view: View, rng: Stream) -> None:
        self.bot = bot_of("catan.pips", view)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        action = self.bot.choose(view, actions)
        if action.kind == "counter" and view.offer:
            self.counters.append((trading.side(view.offer[0]), trading.side(view.offer[1]), action))
        return action


def test_a_counter_asks_for_one_card_more_for_the_same() -> None:
    found = []
    for block in range(3):
        state, course = new_game(3, block=block), Course()
        bots = [Noting() for _ in range(3)]
        for number, bot in enumerate(bots):
            bot.start(state.view(number), Stream(0))
        play_game(state, [Asked(bot.choose, state.view(number), course) for number, bot in enumerate(bots)], [Stream(0)] * 3,
                  None, course)
        found += [counter for bot in bots for counter in bot.counters]
    assert found
    for give, get, counter in found:
        assert counter.args["give"] == get
        assert counter.args["get"].keys() == give.keys()
        assert sum(counter.args["get"].values()) == sum(give.values()) + 1


def test_offers_are_one_for_one() -> None:
    _, bots = play_plans(PLANS[:4])
    offers = [words for bot in bots for _, words, _ in bot.seen if words.startswith(("offer ", "propose 1", "propose 2"))]

    assert offers and all(words.count(" 1 ") == 2 and " and " not in words for words in offers)


# --- cards ------------------------------------------------------------------------------------------------------------------


def test_a_knight_drives_the_robber_off_an_own_hex_before_the_dice() -> None:
    """The robber on H8 hurts seat 0 on V28; on H2 it does not."""
    for hex, said in ((8, "play a knight"), (2, "roll the dice")):
        state = g1(options=STANDARD, more={0: {"dev": {"knight": 1}}}, robber=hex, **BEFORE_THE_ROLL)
        assert answer(state, "catan.pips") == said


@pytest.mark.parametrize(("held", "played", "theirs", "plays"), [
    (1, 2, 0, True), (1, 1, 0, False), (2, 0, 0, True), (1, 2, 3, False), (1, 3, 3, True)])
def test_a_knight_is_played_for_the_army_or_if_there_are_two(held: int, played: int, theirs: int, plays: bool) -> None:
    more = {0: {"dev": {"knight": held}, "played": {"knight": played}}, 1: {"played": {"knight": theirs}}}
    state = g1(more=more, robber=2, army_holder=1 if theirs >= 3 else -1)

    assert (answer(state, "catan.pips:talk=false") == "play a knight") == plays


def test_year_of_plenty_completes_the_most_urgent_wish() -> None:
    state = g1("G2 O1", more={0: {"dev": {"plenty": 1}}})

    assert answer(state, "catan.ore_wheat_sheep:talk=false") == "play year of plenty for ore and ore"


def test_monopoly_takes_the_kind_that_is_held_most_and_none_that_is_rare() -> None:
    many, few = (g1("", *hands, more={0: {"dev": {"monopoly": 1}}}) for hands in (("W5 G2", "W3"), ("W2", "W1")))

    assert answer(many, "catan.pips") == "play monopoly on wool"
    assert not answer(few, "catan.pips:talk=false").startswith("play monopoly")


def test_road_building_is_played_where_a_road_is_wished() -> None:
    wants = table(seat(settlements=[28], roads=[(28, 34)], dev={"road": 1}), seat(), deck=[])
    full = table(seat(settlements=[28, 44, 31, 13, 15], dev={"road": 1}), seat(), deck=[])

    assert answer(wants, "catan.wood_brick") == "play road building"
    assert answer(full, "catan.wood_brick:longest=0") == "end the turn"


def test_free_roads_lead_where_the_plan_goes() -> None:
    state = table(seat(settlements=[12], roads=[(12, 17), (17, 22), (22, 28)], dev={"road": 1}), seat(), deck=[])
    play(state, "play road building")
    while int(state.actor) == 0 and state.view(0).node == "FREE_ROAD":
        state.play(next(action for action in state.legal() if str(action) == answer(state, "catan.wood_brick:longest=9")))

    assert state.view(0).me.has_road


# --- robber and discards ----------------------------------------------------------------------------------------------------


def test_the_robber_spares_the_own_seat_and_hits_the_leader() -> None:
    """On H4 (brick 6) stand seats 1 and 3; seat 1 leads. H17 (grain 6) is seat 2's."""
    state = g1(dice=[7], more={1: {"cities": [13], "settlements": [41]}}, **BEFORE_THE_ROLL)
    play(state, "roll the dice")

    assert answer(state, "catan.pips") == "move the robber to hex 4"


def test_the_one_with_most_points_then_most_cards_is_robbed() -> None:
    cases = (({}, ("", "W1", "", "O2"), 3), ({3: {"cities": [31], "settlements": [12]}}, ("", "W4", "", "O1"), 3),
             ({1: {"cities": [13], "settlements": [41]}}, ("", "W1", "", "O4"), 1))
    for more, hands, victim in cases:
        state = g1(*hands, options=STANDARD, more=more, dice=[7], **BEFORE_THE_ROLL)
        play(state, "roll the dice", "move the robber to hex 4")
        assert answer(state, "catan.pips") == f"steal from seat {victim}"


def test_what_the_next_purchase_needs_is_not_discarded() -> None:
    state = g1("L5 G2 O3", dice=[7], **BEFORE_THE_ROLL)
    play(state, "roll the dice")

    while state.view(0).node == "DISCARD":
        assert answer(state, "catan.ore_wheat_sheep") == "discard lumber"
        state.play(state.legal()[0])
    assert hand(state, 0) == "G2 O3"


# --- readings of the board --------------------------------------------------------------------------------------------------


def test_the_longest_trail_is_that_of_the_engine() -> None:
    for block in range(4):
        state, _ = play_plans(["catan.wood_brick", "catan.pips", "catan.wood_brick"], {"vp_goal": 9}, block=block)
        for number in range(3):
            view = state.view(number)
            roads = trails.net(view)
            assert max(trails.longest_from(view, roads, vertex) for vertex in roads) == view.me.road_length


def test_an_extension_joins_parts_and_avoids_what_opponents_hold() -> None:
    path = [(12, 17), (17, 22), (28, 33), (33, 38)]
    state = table(seat(settlements=[12, 38], roads=path), seat(settlements=[0]))
    assert trails.extension(look(state), 5, 2) == (1, edge(22, 28))
    cut = table(seat(settlements=[12], roads=path[:2]), seat(settlements=[22, 11, 13]))
    assert trails.extension(look(cut), 4, 2)[1] != edge(22, 28)
    assert trails.extension(look(cut), 9, 2) == (0, -1)


def test_ways_go_round_buildings_and_over_free_edges() -> None:
    """Seat 1 stands on V39 and has a road from V28 to V33."""
    view = table(seat(settlements=[28]), seat(settlements=[39], roads=[(28, 33)])).view(0)
    found = ways_to(view, [28], 3)

    assert found[28] == (0, -1) and found[34] == (1, edge(28, 34)) and found[22] == (1, edge(22, 28))
    assert found[39] == (2, edge(28, 34)) and found[17] == (2, edge(22, 28)) and found[12][0] == 3
    assert 44 not in found and 33 not in found


def test_masks_and_owners() -> None:
    view = table(seat(settlements=[28], cities=[44]), seat(settlements=[0])).view(0)

    assert bits(view.me.settlements | view.me.cities) == [28, 44] and bits(0) == []
    assert [owner(view, vertex) for vertex in (28, 44, 0, 1)] == [0, 0, 1, -1]
