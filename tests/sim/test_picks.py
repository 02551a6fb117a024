"""What seats may take or leave: what a game can declare, and that the recorder knows all that was open to whom."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sim import conformance
from sim.catalog import find, make_options
from sim.chance import AGENT, Chance, Stream
from sim.conformance import Broken, walk
from sim.core import Action, EventKind, Game, Pick, Picks, State
from sim.gifts import Restriction
from sim.play import Course, Policy, StrategyFailure, Uniform, play_game, record_forfeit
from sim.record import SEAT_WIDTH, Recorder
from tests.sim.catan.words import g1
from tests.sim.pig import HOLD, PIG, ROLL, new_game
from tests.sim.puerto_rico.words import seat, table

PUERTO_RICO, CATAN = find("puerto_rico"), find("catan")
STANDARD = {"preset": "standard", "domestic": "off"}
PLAYED = {"play_knight": "knight played", "play_monopoly": "monopoly played", "play_road_building": "road building played",
          "play_year_of_plenty": "year of plenty played", "build_settlement": "settlement", "build_city": "city",
          "buy_dev": "development card"}


def takes(action: Action) -> str:
    """What an action takes, from its kind and arguments alone."""
    return str(action.args["building"]) if action.kind == "build" else PLAYED.get(action.kind, "")


def named(game: Game, offered: int) -> set[str]:
    """The labels of a set of picks."""
    return {label for n, label in enumerate(game.picks.labels) if offered >> n & 1}


def luck(seats: int, block: int = 0) -> list[Stream]:
    return [Stream(4, block, AGENT, seat) for seat in range(seats)]


def recorder_of(game: Game, seats: int, level: str = "rounds") -> Recorder:
    return Recorder(level, game.columns, seats)


def offered(game: Game, recorder: Recorder) -> list[set[str]]:
    """What was open to the seats of the games recorded."""
    return [named(game, row[SEAT_WIDTH - 1]) for row in recorder.seat_rows.all()]


def looked_up(state: State, bound: Restriction | None, block: int) -> list[set[str]]:
    """What is open to each seat in a game of random choices: all legal actions of every step, forced ones too."""
    found: list[set[str]] = [set() for _ in range(int(state.seats))]
    streams = luck(int(state.seats), block)
    while not state.over:
        seat, ids = int(state.actor), state.legal_ids()
        if bound is not None:
            ids = bound.left(seat, ids)
        found[seat] |= {takes(state.game.actions[int(id)]) for id in ids} - {""}
        state.apply_id(ids[0] if len(ids) == 1 else ids[streams[seat].below(len(ids))])
    return found


def binding(game: Game, label: str, always: bool) -> Restriction:
    """Seat 0 must take it, or never may."""
    return Restriction([action.id for action in game.actions.all() if takes(action) == label], len(game.actions), [0], always)


SOME: list[tuple[Game, int, dict[str, Any], str, bool]] = [
    *[(PUERTO_RICO, seats, {}, "", False) for seats in PUERTO_RICO.seats],
    (PUERTO_RICO, 3, {"start_doubloons": 8}, "office", True), (PUERTO_RICO, 3, {"start_doubloons": 8}, "office", False),
    *[(CATAN, seats, STANDARD, "", False) for seats in CATAN.seats], (CATAN, 3, {"overlays": ["jungle"]}, "", False),
    (CATAN, 3, {"phase_order": "trade_then_build", "max_rounds": 40}, "", False),
    (CATAN, 3, STANDARD, "development card", True), (CATAN, 3, STANDARD, "settlement", False),
]


@pytest.mark.parametrize(("game", "seats", "options", "forced", "always"), SOME,
                         ids=[f"{game.name}-{seats}-{forced or n}" for n, (game, seats, _, forced, _) in enumerate(SOME)])
def test_what_is_recorded_is_what_was_legal_at_some_step(game: Game, seats: int, options: dict[str, Any], forced: str,
                                                         always: bool) -> None:
    setup = game.setup(make_options(game, options), seats)
    bound = binding(game, forced, always) if forced else None
    recorder, wanted = recorder_of(game, seats), []
    for block in range(3):
        play_game(game.new(setup, Chance(4, block)), [Uniform()] * seats, luck(seats, block), recorder, Course(), -1, bound)
        wanted += looked_up(game.new(setup, Chance(4, block)), bound, block)

    assert offered(game, recorder) == wanted
    assert set().union(*wanted) > {game.picks.labels[0]} and any(found < set(game.picks.labels) for found in wanted)
    if forced and not always:
        assert all(forced not in found for found in wanted[::seats]) and any(forced in found for found in wanted)


class Follows(Policy):
    """Takes the actions that are named, one after the other."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)

    def choose_id(self, state: State, ids: Any, stream: Stream) -> int:
        word = self.words.pop(0)
        return next(int(id) for id in ids if state.game.actions[int(id)].words == word)


def test_a_building_that_could_be_paid_once_and_was_not_bought_was_open() -> None:
    s, recorder = table(seat(), seat(doubloons=2), seat()), recorder_of(PUERTO_RICO, 3)
    play_game(s, [Follows(["take the builder", "pass"]), Follows(["pass"]), Follows([])], luck(3), recorder, Course(), 4)

    found = [named(PUERTO_RICO, int(bits)) for bits in recorder.offered]
    assert found[0] == {"small_indigo_plant", "small_market"}               # for nothing, with the privilege
    assert found[1] == {"small_indigo_plant", "small_sugar_mill", "small_market", "hacienda", "construction_hut"}
    assert found[2] == set()                                                # who can only pass is not asked


@pytest.mark.parametrize(("hand", "dev", "wanted"), [
    ("G2 O3", {}, {"city"}), ("W1 G1 O1", {}, {"development card"}), ("L1 B1", {}, set()),
    ("", {"knight": 1, "road": 1, "plenty": 1, "monopoly": 1, "vp": 1},
     {"knight played", "road building played", "year of plenty played", "monopoly played"})])
def test_what_a_hand_can_pay_and_the_cards_that_it_holds_are_open(hand: str, dev: dict[str, int], wanted: set[str]) -> None:
    s, recorder = g1(hand, options=STANDARD, more={0: {"dev": dev}}), recorder_of(CATAN, 4)
    play_game(s, [Follows(["end the turn"])] * 4, luck(4), recorder, Course(), 1)

    assert [named(CATAN, int(bits)) for bits in recorder.offered] == [wanted, set(), set(), set()]


def test_an_option_that_is_forced_was_open_and_those_that_it_took_the_place_of_were_not() -> None:
    s, recorder = table(seat(), seat(doubloons=2), seat()), recorder_of(PUERTO_RICO, 3)
    bound = Restriction([action.id for action in PUERTO_RICO.actions.all() if takes(action) == "hacienda"],
                        len(PUERTO_RICO.actions), [1], True)
    course = Course()
    play_game(s, [Follows(["take the builder", "pass"]), Follows([]), Follows([])], luck(3), recorder, course, 4, bound)

    assert named(PUERTO_RICO, int(recorder.offered[1])) == {"hacienda"} and course.forced == 2


def test_a_forfeit_keeps_what_was_open_until_then() -> None:
    class Fails(Policy):
        def choose_id(self, state: State, ids: Any, stream: Stream) -> int:
            return -1

    s, recorder, course = table(seat(), seat(doubloons=1), seat()), recorder_of(PUERTO_RICO, 3), Course()
    with pytest.raises(StrategyFailure):
        play_game(s, [Follows(["take the builder", "pass"]), Fails(), Uniform()], luck(3), recorder, course)
    record_forfeit(s, recorder, course, 1)

    assert offered(PUERTO_RICO, recorder) == [{"small_indigo_plant", "small_market"}] * 2 + [set()]


def test_without_rounds_nothing_is_kept_and_copies_know_nothing() -> None:
    setup = PUERTO_RICO.setup(make_options(PUERTO_RICO, {}), 3)
    recorder, state = recorder_of(PUERTO_RICO, 3, "games"), PUERTO_RICO.new(setup, Chance(4, 0))
    play_game(state, [Uniform()] * 3, luck(3), recorder, Course())

    assert [row[SEAT_WIDTH - 1] for row in recorder.seat_rows.all()] == [-1, -1, -1]
    s = table(seat(), seat(doubloons=2), seat())
    s.on_offer = 5
    assert s.copy().on_offer == 0 and s.copy().digest() == s.digest()


def test_a_game_that_notes_nothing_has_its_lists_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PIG, "picks", Picks([Pick("keeping", [HOLD.id], "held")], 2))
    recorder = recorder_of(PIG, 2)
    play_game(new_game(dice=[1, 6, 1]), [Follows(["hold"]), Follows(["roll the die"])], luck(2), recorder, Course(), 3)

    assert [named(PIG, int(bits)) for bits in recorder.offered] == [set(), {"keeping"}]


def test_a_game_that_declares_nothing_has_nothing_to_offer() -> None:
    recorder = recorder_of(PIG, 2)
    play_game(new_game(), [Uniform()] * 2, luck(2), recorder, Course())

    assert PIG.picks.labels == () and offered(PIG, recorder) == [set(), set()]


def test_labels_are_the_words_of_the_report() -> None:
    assert PUERTO_RICO.picks.labels[:2] == ("small_indigo_plant", "small_sugar_mill")
    assert PUERTO_RICO.picks.words[0] == "small indigo plant" and len(PUERTO_RICO.picks.labels) == 23
    assert CATAN.picks.labels == ("settlement", "city", "development card", "knight played", "road building played",
                                  "year of plenty played", "monopoly played")


def declared(*picks: Pick, n_actions: int = 4) -> Picks:
    found = Picks(picks, n_actions)
    found.check(4, [EventKind("sold", "sells {item}", ("corn", "sugar"), logged=True), EventKind("told", "tells"), None,
                    EventKind("held", "keeps {amount}", logged=True)])
    return found


def test_what_can_be_declared() -> None:
    found = declared(Pick("corn", [2, 3], "sold", "corn"), Pick("keep", [0], "held"))

    assert [int(mark) for mark in found.marks] == [2, 0, 1, 1] and found.labels == ("corn", "keep")


@pytest.mark.parametrize(("picks", "message"), [
    ([Pick("corn", [4], "sold", "corn")], "pick 'corn': there is no action 4"),
    ([Pick("corn", [1], "sold", "corn"), Pick("sugar", [0, 1], "sold", "sugar")], "'sugar': action 1 takes another one too"),
    ([Pick("corn", [1], "sold", "corn"), Pick("corn", [0], "sold", "sugar")], "two picks have the same label"),
    ([Pick("corn", [1], "sold", "corn"), Pick("maize", [0], "sold", "corn")], "or are told by the same event"),
    ([Pick("corn", [1], "sold", "rye")], "no logged event 'sold' with the item 'rye'"),
    ([Pick("corn", [1], "sold")], "no logged event 'sold' with the item ''"),
    ([Pick("tale", [1], "told")], "no logged event 'told'"),
    ([Pick(f"thing {n}", [], "held", str(n)) for n in range(63)], "63 picks; a game has at most 62"),
])
def test_what_cannot(picks: list[Pick], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        declared(*picks)


def test_picks_of_another_number_of_actions_are_refused() -> None:
    with pytest.raises(ValueError, match="those of 3 actions; the game has 4"):
        declared(Pick("keep", [0], "held"), n_actions=3)


@pytest.mark.parametrize(("picks", "message"), [
    (Picks([Pick("keeping", [HOLD.id], "held")], 2, noted=True), "noted is 0, legal 1"),
    (Picks([Pick("rolling", [ROLL.id], "held")], 2), "roll the die takes 1 and tells of 0"),
])
def test_a_game_that_declares_what_is_not_so_is_found(picks: Picks, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PIG, "picks", picks)

    with pytest.raises(Broken, match=message):
        walk(PIG, PIG.setup(make_options(PIG, {}), 2), 2, 1, [conformance.picks_are_noted_and_told])
