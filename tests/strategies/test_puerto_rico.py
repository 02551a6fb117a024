"""The archetypes play by the rules at every table, well and without luck; their estimates agree with the engine."""
from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import pytest

from sim.chance import Stream
from sim.core import Action, View
from sim.play import Asked, Course, Uniform, play_game
from sim.puerto_rico import tables as t
from sim.puerto_rico.actions import LOAD, PASS, ROLE, WHARF_SHIP
from sim.puerto_rico.state import State
from sim.puerto_rico.view import PuertoRicoView
from strategies.base import Strategy
from strategies.puerto_rico.archetype import ANSWERS, Archetype
from strategies.puerto_rico.cargo import BY_WHARF, Loading
from strategies.puerto_rico.colonists import Places
from strategies.puerto_rico.goods import produced
from strategies.puerto_rico.outlook import Outlook
from strategies.registry import names
from strategies.specs import build, check
from tests.sim.puerto_rico.words import goods, new_game, seat, table, vps

THREE = ("puerto_rico.money", "puerto_rico.hybrid", "puerto_rico.shipping")


def outlook(state: State, seat: int = 0, spec: str = "puerto_rico.hybrid") -> Outlook:
    """What an archetype makes of a position."""
    bot, view = build(spec, "puerto_rico"), state.view(seat)
    assert isinstance(bot, Archetype)
    bot.start(view, Stream(0))
    return Outlook(bot, view)


class Watched(Strategy):
    """Plays as another strategy does, and shows the state before each decision to those who iterate over `seen`."""

    def __init__(self, bot: Strategy, state: State) -> None:
        self.bot, self.state = bot, state
        self.seen: list[tuple[State, str]] = []

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self.seen.append((self.state.copy(), actions[0].kind))
        return self.bot.choose(view, actions)


def play(state: State, specs: Sequence[str], course: Course | None = None) -> list[Watched]:
    """A game to its end, each decision watched. StrategyFailure if an answer is illegal or a strategy raises."""
    course, watched = course or Course(), []
    for number, spec in enumerate(specs):
        bot = build(spec, "puerto_rico")
        bot.start(state.view(number), Stream(number))
        watched.append(Watched(bot, state))
    policies = [Asked(bot.choose, state.view(number), course) for number, bot in enumerate(watched)]
    play_game(state, policies, [Stream(0)] * len(specs), None, course)
    return watched


def positions(kind: str, seats: int = 4, blocks: int = 2) -> Iterator[State]:
    """Positions of games among archetypes in which a decision of a kind is open."""
    for block in range(blocks):
        state = new_game(seats, block=block)
        for bot in play(state, list(itertools.islice(itertools.cycle(THREE), seats))):
            yield from (seen for seen, first in bot.seen if first == kind)


# --- at the table -----------------------------------------------------------------------------------------------------


def test_every_strategy_that_is_listed_for_the_game_can_be_had() -> None:
    assert set(THREE) <= set(names("puerto_rico"))
    for name in names("puerto_rico"):
        assert isinstance(check(name, "puerto_rico").new(), Strategy)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_archetypes_play_whole_games_by_the_rules(seats: int, first: int) -> None:
    state, course = new_game(seats, block=first), Course()
    bots = play(state, [THREE[(first + n) % 3] for n in range(seats)], course)

    assert state.over
    assert not state.outcome().truncated
    assert course.decisions > 50 * seats
    asked = {kind for bot in bots for _, kind in bot.seen}
    assert {"role", "settle", "place", "build", "bonus", "load"} <= asked <= set(ANSWERS)


def test_every_kind_of_decision_comes_up_in_a_few_games() -> None:
    asked = set()
    for block in range(6):
        asked |= {kind for bot in play(new_game(5, block=block), [*THREE, *THREE[:2]]) for _, kind in bot.seen}
    assert set(ANSWERS) - asked <= {"hospice", "hacienda", "university", "wharf", "store_kind"}


@pytest.mark.parametrize("options", [{"long_game": True}, {"roles_per_player": 2, "prospectors": 3}, {"ships": [4, 4, 4, 4]},
                                     {"disabled": ["harbor", "small_market", "sugar_mill"]}, {"start_doubloons": 20},
                                     {"cost": {"wharf": 0}, "circles": {"coffee_roaster": 5}, "price": {"corn": 6}}])
def test_archetypes_play_variants_too(options: dict[str, object]) -> None:
    state = new_game(3, options)
    play(state, THREE)
    assert state.over


@pytest.mark.parametrize("spec", THREE)
def test_an_archetype_beats_three_random_players(spec: str) -> None:
    won = 0.0
    for game in range(8):
        state, place, course = new_game(4, block=game), game % 4, Course()
        bot = build(spec, "puerto_rico")
        bot.start(state.view(place), Stream(0))
        policies = [Asked(bot.choose, state.view(place), course) if n == place else Uniform() for n in range(4)]
        play_game(state, policies, [Stream(game, 0, 1, n) for n in range(4)], None, course)
        won += state.outcome().win_shares[place]
    assert won >= 7


@pytest.mark.parametrize("spec", THREE)
def test_decisions_follow_from_the_view_alone(spec: str) -> None:
    """A fresh instance, with another stream, answers each position as the one that has played the whole game."""
    state = new_game(4, block=3)
    bot = build(spec, "puerto_rico")
    bot.start(state.view(1), Stream(1))
    course = Course()
    same = []

    def choose(view: PuertoRicoView, actions: Sequence[Action]) -> Action:
        chosen = bot.choose(view, actions)
        copy = state.copy()
        fresh = build(spec, "puerto_rico")
        fresh.start(copy.view(1), Stream(99))
        same.append(fresh.choose(copy.view(1), actions) is chosen)
        return chosen

    policies = [Asked(choose, state.view(1), course) if n == 1 else Uniform() for n in range(4)]
    play_game(state, policies, [Stream(0, 0, 1, n) for n in range(4)], None, course)

    assert len(same) > 50
    assert all(same)


# --- the estimates against the engine ---------------------------------------------------------------------------------


def test_what_the_craftsman_brings_is_foreseen() -> None:
    looked = 0
    for state in positions("role"):
        view = state.view(int(state.actor))
        if not view.is_free("craftsman"):
            continue
        expected = produced(outlook(state, int(state.actor)), int(state.actor))
        before = [goods(state, n) for n in range(4)]
        after = state.copy()
        after.apply_id(ROLE + t.CRAFTSMAN)
        for n in range(4):
            made = [goods(after, n).get(good, 0) - before[n].get(good, 0) for good in t.GOODS]
            assert made == expected[n]
        looked += 1
    assert looked > 30


def test_a_thought_captain_phase_is_what_happens_if_all_load_the_most() -> None:
    looked = 0
    for state in positions("role"):
        if not state.view(int(state.actor)).is_free("captain"):
            continue
        captain = int(state.actor)
        loading = Loading(outlook(state, captain), captain)
        loading.play(captain)
        before, real = vps(state), state.copy()
        real.apply_id(ROLE + t.CAPTAIN)
        while not real.over and real.view(0).role == "captain" and real.view(0).node == "D-LOAD":
            real.apply_id(_most(real))
        assert [now - then for now, then in zip(vps(real), before, strict=True)] == loading.vp
        looked += any(loading.vp)
    assert looked > 20


def _most(state: State) -> int:
    """The largest load on a ship, the earlier good and the smaller ship first; else the largest by wharf; else pass."""
    ids = [int(id) for id in state.legal_ids()]
    me = state.view(int(state.actor)).me

    def size(id: int) -> tuple[int, int, int]:
        if id == PASS:
            return (0, 0, 0)
        if id >= WHARF_SHIP:
            return (1, me.goods[id - WHARF_SHIP], WHARF_SHIP - id)
        ship, good = divmod(id - LOAD, t.N_GOODS)
        return (2, me.can_load(ship + 1, good), -good * 10 - ship)

    return max(ids, key=size)


def test_the_mayors_plan_is_the_best_of_all() -> None:
    """Against every way of giving the colonists to single places and pairs."""
    looked = 0
    for state in itertools.islice(positions("place"), 0, None, 12):
        places = Places(outlook(state, int(state.actor)))
        things = [(value, 1) for value, _ in places.singles] + [(value, 2) for value, _ in places.pairs]
        if len(things) > 9:
            continue
        for colonists in range(1, 9):
            best = max(sum(value for value, _ in some) for n in range(len(things) + 1)
                       for some in itertools.combinations(things, n) if sum(size for _, size in some) <= colonists)
            assert places.worth(colonists) == pytest.approx(best)
            assert sum(places.plan(colonists).values()) <= colonists
        looked += 1
    assert looked > 5


def test_a_pair_of_plantation_and_building_is_manned_together() -> None:
    state = table(seat(fallow={"coffee": 1, "corn": 1}, idle=["coffee_roaster", "hospice"]), seat())
    plan = Places(outlook(state)).plan(2)

    assert plan == {t.COFFEE: 1, t.FIRST_BUILDING + t.COFFEE_ROASTER: 1}


def test_the_wharf_waits_until_no_ship_takes_anything() -> None:
    state = table(seat(goods={"corn": 3, "sugar": 2}, occupied=["wharf"]), seat(), ships=[("corn", 2), ("coffee", 5)])
    loading = Loading(outlook(state), 0)
    loading.turn(0)
    assert loading.vp[0] == 3                   # two corn on the ship of 4, and the privilege
    loading.turn(0)
    assert (loading.vp[0], loading.wharf[0], loading.goods[0]) == (5, False, [1, 0, 0, 0, 0])
    assert BY_WHARF == -1
