"""What every game has to keep, whatever its rules: played out at random and looked at after every action.

`examine` runs all checks and returns what it found; each check also stands alone and raises `Broken` with the place.
A game's own invariants are its `laws`. Nothing here knows a game by name.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from sim.chance import AGENT, SAMPLE, Chance, Stream
from sim.core import Game, State, unpack_event
from sim.exploring import MAX_STEPS, Broken, one_step, perft, play_out
from sim.record import Column

__all__ = ["CHECKS", "Broken", "Check", "Finding", "ends_well", "examine", "perft", "repeats", "samples_are_fair", "walk"]

SOMETIMES: Final = 11
"""Dear checks are made at one position in so many."""
FEW: Final = 20
"""Nothing is concluded from fewer positions than this."""


@final
class Finding:
    """The result of one check: its name, what went wrong (nothing if it holds), and how much was looked at."""

    def __init__(self, name: str, trouble: str, looked_at: str) -> None:
        self.name: Final = name
        self.trouble: Final = trouble
        self.looked_at: Final = looked_at

    @property
    def holds(self) -> bool:
        return not self.trouble

    def __repr__(self) -> str:
        return f"<Finding {self.name}: {self.trouble or 'ok'}>"


Check = Callable[[State, Stream], None]
"""A check of one position; it may play copies, never the state itself."""


def examine(game: Game, setup: Any, games: int = 20, seed: int = 0, futures: int = 200) -> list[Finding]:
    """Every check, in a fixed order. `futures` is the number of positions from which samples are played on."""
    found = []
    for name, check, always in CHECKS:
        every = 1 if always else SOMETIMES
        found.append(_finding(name, "actions", lambda: walk(game, setup, games, seed, [check], every)))    # noqa: B023
    for name, test in (("games end, and their results add up", ends_well), ("the same seed gives the same game", repeats)):
        found.append(_finding(name, "games", lambda: test(game, setup, games, seed)))                       # noqa: B023
    return [*found, _finding("samples show a fair future", "positions", lambda: samples_are_fair(game, setup, futures, seed))]


def _finding(name: str, things: str, test: Callable[[], int]) -> Finding:
    """What a test finds; an error of the game itself is a finding too."""
    try:
        return Finding(name, "", f"{test():,} {things}")
    except Broken as broken:
        return Finding(name, str(broken), "")
    except Exception as error:
        return Finding(name, f"{type(error).__name__}: {error}", "")


def walk(game: Game, setup: Any, games: int, seed: int, checks: Sequence[Check], every: int = 1) -> int:
    """Play games at random and make the checks at every position (or one in `every`); returns the number of actions."""
    steps = 0
    for block in range(games):
        state = game.new(setup, Chance(seed, block))
        stream, helper = Stream(seed, block, AGENT), Stream(seed, block, SAMPLE)
        step = 0
        while True:
            try:
                if every == 1 or helper.below(every) == 0 or state.over:
                    for check in checks:
                        check(state, helper)
                if state.over:
                    break
                one_step(state, stream)
            except Exception as error:
                told = str(error) if isinstance(error, (AssertionError, Broken)) else f"{type(error).__name__}: {error}"
                where = f"game {block}, step {step}, round {state.round}, {state.game.nodes[state.node()]}"
                raise Broken(f"{where}: {told}") from error
            step += 1
            if step == MAX_STEPS:
                raise Broken(f"game {block} has not ended after {MAX_STEPS} actions")
        steps += step
    return steps


def _ints(ids: vec[i64]) -> list[int]:
    return [int(id) for id in ids]


# --- checks of one position -----------------------------------------------------------------------------------------------


def laws_hold(state: State, rng: Stream) -> None:
    """The game's own invariants."""
    for law in state.game.laws:
        try:
            law(state)
        except (AssertionError, Broken) as error:
            raise Broken(f"{getattr(law, '__name__', 'a law')}: {error}") from error


def legal_lists_are_sound(state: State, rng: Stream) -> None:
    """Not empty before the end, without repeats, all in the catalogue, and the same when asked again."""
    if state.over:
        assert state.legal() == [], "the game is over, and something is legal"
        return
    ids = _ints(state.legal_ids())
    assert ids, "nothing is legal"
    assert len(set(ids)) == len(ids), f"the list has repeats: {ids}"
    assert ids == _ints(state.legal_ids()), "the list differs when asked again"
    assert 0 <= state.actor < state.seats, f"the actor is seat {state.actor}"
    for action in state.legal():
        assert state.game.actions[action.id] is action and str(action), f"action {action.id} is not the catalogue's"
        assert state.say(action.id), f"no words for {action}"


def every_action_can_be_played(state: State, rng: Stream) -> None:
    """Each legal action leads to a position that keeps the laws."""
    if state.over:
        return
    for id in state.legal_ids():
        after = state.copy()
        after.apply_id(id)
        try:
            laws_hold(after, rng)
            legal_lists_are_sound(after, rng)
        except (AssertionError, Broken) as error:
            raise Broken(f"after {state.game.actions[int(id)]}: {error}") from error


def copies_are_equal_and_independent(state: State, rng: Stream) -> None:
    """A copy tells the same and goes the same way; what happens to it does not touch the original."""
    before, told = state.digest(), state.position()
    one, two = state.copy(), state.copy()
    assert one.digest() == before, "the digest of a copy differs"
    assert one.position() == told, f"a copy tells another position: {_difference(told, one.position())}"
    same_views(state, one, range(int(state.seats)))
    for _ in range(int(rng.below(30))):
        if one.over:
            break
        assert _ints(one.legal_ids()) == _ints(two.legal_ids()), "two copies offer different actions"
        two.apply_id(one_step(one, rng))
        assert one.digest() == two.digest(), "two copies go different ways"
    assert state.digest() == before and state.position() == told, "playing a copy has changed the original"


def positions_go_there_and_back(state: State, rng: Stream) -> None:
    """A position told and laid out again is the same; so whatever the state keeps besides is recomputed rightly."""
    setup = cast(Any, state).setup
    told = state.position()
    again = state.game.position(setup, state.chance, **told)
    assert again.position() == told, f"told again it differs: {_difference(told, again.position())}"
    assert again.digest() == state.digest(), "laid out again it has another digest"
    if not state.over:
        assert _ints(again.legal_ids()) == _ints(state.legal_ids()), "laid out again it offers other actions"
    same_views(state, again, range(int(state.seats)))


def nothing_leaks(state: State, rng: Stream) -> None:
    """What a seat cannot see, luck included, may change without its view, its choices, their words and its events telling."""
    for seat in range(int(state.seats)):
        other = state.sample(seat, rng)
        same_views(state, other, (seat,))
        if not state.over and state.actor == seat:
            ids = _ints(state.legal_ids())
            assert ids == _ints(other.legal_ids()), f"the choices of seat {seat} tell what it cannot see"
            for id in ids:
                assert state.say(id) == other.say(id), f"the words of {state.game.actions[id]} tell what seat {seat} cannot see"
        _events_tell_no_more(state, seat, rng)


def _events_tell_no_more(state: State, seat: int, rng: Stream) -> None:
    """After the same action with the same luck, equal views have seen equal events, in whatever order."""
    if state.over:
        return
    one, other = state.copy(), state.copy()
    other.redraw(seat, rng)
    one.events_on = other.events_on = True
    action = one_step(one, rng)
    if action in _ints(other.legal_ids()):
        other.apply_id(action)
        if one.view(seat).facts() == other.view(seat).facts():
            seen, seen_too = (sorted([str(event) for event in s.view(seat).events()]) for s in (one, other))
            assert seen == seen_too, f"events tell what seat {seat} cannot see: {seen} and {seen_too}"


def same_views(one: State, two: State, seats: Sequence[int]) -> None:
    """Two states look the same to some seats."""
    for seat in seats:
        view, other = one.view(seat), two.view(seat)
        facts, labels = view.facts(), view.labels()
        assert len(facts) == len(labels), f"{len(facts)} facts and {len(labels)} labels"
        for label, a, b in zip(labels, facts, other.facts()):
            assert a == b, f"seat {seat} sees {label}: {a} and {b}"


def samples_look_the_same(state: State, rng: Stream) -> None:
    """A sample fits all that its seat sees, obeys the laws, and does not know the luck to come."""
    for seat in range(int(state.seats)):
        sample = state.sample(seat, rng)
        same_views(state, sample, (seat,))
        laws_hold(sample, rng)
        assert sample.chance.base != state.chance.base, "a sample knows the luck to come"
        assert not sample.events_on, "a sample keeps events"


def logs_fit_their_columns(state: State, rng: Stream) -> None:
    """Every logged value is of the kind that its column declares."""
    columns = state.game.columns
    _fit(columns.games, state.log_game(), "games")
    for seat in range(state.seats):
        _fit(columns.seats, state.log_seat(seat), "seats")
        _fit(columns.rounds, state.log_round(seat, True), "rounds")


def _fit(columns: Sequence[Column], values: vec[i64], table: str) -> None:
    assert len(columns) == len(values), f"{len(values)} values for {len(columns)} columns of {table}"
    for n, column in enumerate(columns):
        value = int(values[n])
        if column.kind == "flag":
            assert 0 <= value <= 1, f"{table}.{column.name} is {value}"
        elif column.kind == "code":
            assert -1 <= value < len(column.labels), f"{table}.{column.name} is {value}"
        elif column.kind == "bits":
            assert 0 <= value < 2**len(column.labels), f"{table}.{column.name} is {value}"


def picks_are_noted_and_told(state: State, rng: Stream) -> None:
    """What is on offer is noted where the game says so; after the set-up an action tells by an event what it takes."""
    picks, kinds = state.game.picks, state.game.event_kinds
    if state.over or not picks.labels:
        return
    asked = state.copy()
    ids = asked.legal_ids()
    assert not picks.noted or asked.on_offer == picks.among(ids), f"noted is {asked.on_offer}, legal {picks.among(ids)}"
    for id in ids if state.round > 0 else vec[i64]():
        after = state.copy()
        after.events_on = True
        after.apply_id(id)
        events = [unpack_event(event, kinds, -1) for event in after.events]
        told = sum([picks.told(event) for event in events if event.seat == state.actor])
        assert told == picks.marks[id], f"{state.game.actions[int(id)]} takes {picks.marks[id]} and tells of {told}"


CHECKS: Final[tuple[tuple[str, Check, bool], ...]] = (
    ("laws hold after every action", laws_hold, True),
    ("legal lists are sound", legal_lists_are_sound, True),
    ("every legal action can be played", every_action_can_be_played, False),
    ("copies are equal and independent", copies_are_equal_and_independent, False),
    ("positions go there and back", positions_go_there_and_back, False),
    ("nothing hidden leaks", nothing_leaks, False),
    ("samples look the same to their seat", samples_look_the_same, False),
    ("logs fit their columns", logs_fit_their_columns, False),
    ("picks are noted and told", picks_are_noted_and_told, False),
)
"""Name, check, and whether it is made at every position."""


# --- checks of whole games --------------------------------------------------------------------------------------------------


def ends_well(game: Game, setup: Any, games: int, seed: int) -> int:
    """Games end by a trigger; standings, parts, ranks and win shares of the outcome fit together."""
    for block in range(games):
        state = game.new(setup, Chance(seed, block))
        play_out(state, Stream(seed, block, AGENT))
        try:
            _outcome_adds_up(state)
        except (AssertionError, Broken) as error:
            raise Broken(f"game {block}: {error}") from error
    return games


def _outcome_adds_up(state: State) -> None:
    end = state.outcome()
    assert end.triggers, "the game is over, and no end trigger has fired"
    assert abs(sum(end.win_shares) - 1.0) < 1e-9, f"win shares {end.win_shares}"
    assert end.winners or end.truncated, "nobody has won, and the game was not cut off"
    brief = state.ranking()
    recorded = [tuple([int(n) for n in found]) for found in (brief.scores, brief.tiebreaks, brief.ranks)]
    assert recorded == [end.scores, end.tiebreaks, end.ranks], f"the ranking {recorded} is not that of {end}"
    for seat in range(int(state.seats)):
        standing = state.standing(seat)
        assert standing == end.scores[seat], f"seat {seat} stands at {standing} and scored {end.scores[seat]}"
        if end.parts:
            total = sum([part[seat] for part in end.parts.values()])
            assert total == end.scores[seat], f"the parts of seat {seat} add up to {total}, not to {end.scores[seat]}"
        for other in range(int(state.seats)):
            ahead = (end.scores[seat], end.tiebreaks[seat]) > (end.scores[other], end.tiebreaks[other])
            if state.game.goal_wins and other in end.winners:
                continue
            assert not ahead or end.ranks[seat] < end.ranks[other], f"ranks {end.ranks} of {end.scores}, {end.tiebreaks}"


def repeats(game: Game, setup: Any, games: int, seed: int) -> int:
    """A game played twice from the same seed goes the same way."""
    for block in range(games):
        ends = []
        for _ in range(2):
            state = game.new(setup, Chance(seed, block))
            play_out(state, Stream(seed, block, AGENT))
            ends.append((int(state.digest()), int(state.round), int(state.turn), len(state.events)))
        if ends[0] != ends[1]:
            raise Broken(f"game {block} goes {ends[0]} and then {ends[1]}")
    return games


# --- samples ----------------------------------------------------------------------------------------------------------------


def samples_are_fair(game: Game, setup: Any, positions: int, seed: int, ahead: int = 60) -> int:
    """Played on with the same choices, the true state and its samples must be alike in the long run.

    From the beginning of each game: every fact has the same mean in the true future and in a sample's. From a position in
    mid-game: the true future is no more like a sample's than two samples are like each other; and where the game has luck,
    two samples are not always alike. Differences of more than 5 standard errors are reported.
    """
    sums: list[float] = []
    squares: list[float] = []
    labels: Sequence[str] = ()
    closeness: list[float] = []
    differ = not game.purposes or positions < FEW
    for block in range(positions):
        state = game.new(setup, Chance(seed, block))
        seat = block % int(state.seats)
        labels = state.view(seat).labels()
        rng = Stream(seed, block, SAMPLE)
        truth = _future(state, seat, block, ahead)
        sampled = _future(state.sample(seat, rng), seat, block, ahead)
        _add_up(sums, squares, [float(a - b) for a, b in zip(truth, sampled)])
        length = play_out(state.copy(), Stream(seed, block, AGENT))
        choices = Stream(seed, block, AGENT)
        for _ in range(int(rng.below(length))):
            one_step(state, choices)
        truth = _future(state, seat, block, ahead)
        one, two = (_future(state.sample(seat, rng), seat, block, ahead) for _ in range(2))
        closeness.append(_alike(truth, one) - _alike(one, two))
        differ = differ or one != two
    for label, total, square in zip(labels, sums, squares):
        if _errors(total, square, positions) > 5.0 or _errors(total, square, positions) < -5.0:
            raise Broken(f"{label} is {total / positions:+.3f} more in true futures than in those of samples")
    too_close = _errors(sum(closeness), sum([c * c for c in closeness]), len(closeness))
    if too_close > 5.0:
        raise Broken(f"samples know the future: the true one is like theirs by {too_close:.0f} standard errors too much")
    if not differ:
        raise Broken("all samples of a position show the same future, although the game has luck")
    return positions


def _future(state: State, seat: int, block: int, ahead: int) -> tuple[int, ...]:
    """What a seat sees some actions later; the state is copied, the choices are keyed by the block alone."""
    later = state.copy()
    choices = Stream(block, 1, SAMPLE)
    for _ in range(ahead):
        if later.over:
            break
        one_step(later, choices)
    return later.view(seat).facts()


def _alike(one: Sequence[int], two: Sequence[int]) -> float:
    """The share of equal facts."""
    return sum([1 for a, b in zip(one, two) if a == b]) / max(1, len(one))


def _add_up(sums: list[float], squares: list[float], values: list[float]) -> None:
    while len(sums) < len(values):
        sums.append(0.0)
        squares.append(0.0)
    for n, value in enumerate(values):
        sums[n] += value
        squares[n] += value * value


def _errors(total: float, square: float, n: int) -> float:
    """A mean in standard errors from 0; 0 where nothing varies or too little was seen."""
    if n < FEW:
        return 0.0
    mean: float = total / n
    variance: float = (square / n - mean * mean) / (n - 1)
    if variance <= 1e-12:
        return 0.0
    root: float = variance**0.5
    return mean / root


def _difference(one: dict[str, Any], two: dict[str, Any]) -> str:
    """Where two told positions differ."""
    names = [name for name in one if one[name] != two.get(name)] + [name for name in two if name not in one]
    return ", ".join([f"{name}: {one.get(name)} and {two.get(name)}" for name in names])
