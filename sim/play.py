"""The loop that plays a game: ask, check, apply, count, record.

A choice with one legal action is applied without asking and counted as forced. An answer is checked against the loop's own
ids, never against the list that the strategy was handed.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from sim.bits import BIT
from sim.chance import Stream
from sim.core import EVERYBODY, NOBODY, ROUND_BEGINS, Action, Ranking, State, View, fold, fold_vec, rank_seats
from sim.faults import Interrupt
from sim.gifts import Restriction
from sim.record import NOTHING, Recorder


class StrategyFailure(Exception):
    """A strategy raised, answered illegally or took too long. `kind` is "exception", "illegal action" or "timeout"."""

    def __init__(self, seat: int, kind: str, message: str, step: int, cause: BaseException | None = None) -> None:
        super().__init__(message)
        self.seat = seat
        self.kind = kind
        self.message = message
        self.step = step
        self.cause = cause


class DecisionTimeout(BaseException):
    """Raised inside a strategy that thinks longer than it may; a BaseException, so that `except Exception` does not eat it."""


@final
class Course:
    """How far a game has come. A timer in the same process reads `step` and `asking` to see whether a decision hangs."""

    def __init__(self) -> None:
        self.step: i64 = 0
        self.decisions: i64 = 0
        self.forced: i64 = 0
        self.asking: bool = False
        self.chain: i64 = 0         # hash of (step, seat, action) of all steps, the standings after each round, the last digest


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Who decides for one seat, on the level of ids."""

    def choose_id(self, state: State, ids: vec[i64], stream: Stream) -> i64:
        """One of the legal `ids`, of which there are at least two."""
        raise NotImplementedError("choose_id")


@final
class Uniform(Policy):
    """Any legal action, all alike."""

    def choose_id(self, state: State, ids: vec[i64], stream: Stream) -> i64:
        return ids[stream.below(len(ids))]


@final
class Asked(Policy):
    """A strategy written in Python: `choose(view, actions)` is called with the seat's own view."""

    def __init__(self, choose: Callable[[View, list[Action]], object], view: View, course: Course) -> None:
        self.choose: Final = choose
        self.view: Final = view
        self.course: Final = course

    def choose_id(self, state: State, ids: vec[i64], stream: Stream) -> i64:
        course = self.course
        actions = state.game.actions.of(ids)
        course.asking = True
        try:
            answer = self.choose(self.view, actions)         # an object: checked below, not by the compiler
        except Interrupt:                       # the user's; a bare KeyboardInterrupt is the strategy's own
            course.asking = False
            raise
        except DecisionTimeout as late:         # two names: the compiler gives a name one type
            course.asking = False
            raise StrategyFailure(int(state.actor), "timeout", str(late), int(course.step), late) from None
        except BaseException as error:
            course.asking = False
            raise StrategyFailure(int(state.actor), "exception", _told(error), int(course.step), error) from None
        course.asking = False
        if not isinstance(answer, Action):
            raise StrategyFailure(int(state.actor), "illegal action",
                                  f"the answer is {_short(answer)}, not one of the {len(actions)} actions", int(course.step))
        return answer.id


def _told(error: BaseException) -> str:
    """An exception of a strategy in words, even if its own words fail."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception:
        return f"{name}, whose own text raises"


def _short(answer: object) -> str:
    return f"a {type(answer).__name__}" if answer is not None else "None"


def play_game(state: State, policies: list[Policy], streams: list[Stream], recorder: Recorder | None, course: Course,
              until: int = -1, bound: Restriction | None = None) -> None:
    """Play a game to its end (or until `until` actions are applied), in place. `policies` and `streams` are by seat.

    Raises StrategyFailure when a policy's answer is no legal action, and whatever `Asked` raises. The recorder gets the
    game's rows when it is over; after a failure the caller drops or forfeits. Seats that are `bound` are asked with what is
    left of the legal ids; one that is left is a forced move as any other.
    """
    logs = recorder is not None and recorder.keeps_games
    round: i64 = state.round
    stop: i64 = until
    picks, offered = state.game.picks, recorder.offered if recorder is not None else NOTHING
    notes = recorder is not None and recorder.keeps_rounds and len(picks.labels) > 0
    looks = not picks.noted or bound is not None                # through the list, for what is on offer
    _begin(state, recorder, course)
    while not state.over and course.step != stop:
        state.on_offer = 0
        ids = state.legal_ids()
        seat: i64 = state.actor
        if bound is not None:
            ids = bound.left(seat, ids)
        if notes:
            offered[seat] |= picks.among(ids) if looks else state.on_offer
        n_legal: i64 = len(ids)
        if n_legal == 1:
            action: i64 = ids[0]
            course.forced += 1
        else:
            action = policies[seat].choose_id(state, ids, streams[seat])
            if not _among(ids, action):
                raise StrategyFailure(int(seat), "illegal action", _not_on_the_list(state, action, n_legal), int(course.step))
            course.decisions += 1
            state.asked[seat] += 1
        if logs:
            course.chain = fold(course.chain, ((course.step * 8 + seat) << 31) | action)
            if recorder is not None and recorder.keeps_decisions:
                recorder.add_decision(course.step, round, seat, state.node(), action, n_legal)
        state.apply_id(action)
        course.step += 1
        if state.round != round or state.over:
            if logs and recorder is not None:
                _end_round(state, recorder, course, round)
            if not state.over:
                round = state.round
                _begin_round(state)
    if state.over and recorder is not None and recorder.keeps_games:
        course.chain = fold(course.chain, state.digest())
        record_game(state, recorder, course)


def _begin(state: State, recorder: Recorder | None, course: Course) -> None:
    if recorder is not None:
        recorder.begin_game()
        if recorder.keeps_rounds and state.round > 0:       # a game whose set-up has decisions begins in round 0
            record_round(state, recorder, state.round - 1, standings(state, recorder))
    if course.step == 0:
        _begin_round(state)


def _end_round(state: State, recorder: Recorder, course: Course, round: i64) -> None:
    found = standings(state, recorder)
    course.chain = fold_vec(course.chain, found)
    if recorder.keeps_rounds:
        record_round(state, recorder, round, found)


def _begin_round(state: State) -> None:
    state.tell(ROUND_BEGINS, NOBODY, state.round, 0, 0, EVERYBODY)
    state.hand_over()


def _among(ids: vec[i64], action: i64) -> bool:
    for id in ids:
        if id == action:
            return True
    return False


def _not_on_the_list(state: State, action: i64, n_legal: i64) -> str:
    if 0 <= action < len(state.game.actions):
        return f"{state.game.actions[int(action)].words!r} was not on the list of {int(n_legal)}"
    return f"there is no action {int(action)}"


def standings(state: State, recorder: Recorder) -> vec[i64]:
    """The standing of each seat, in a vec that is used again."""
    found = recorder.standings
    for seat in range(state.seats):
        found[seat] = state.standing(seat)
    return found


def record_round(state: State, recorder: Recorder, round: i64, found: vec[i64]) -> None:
    """Add the rows of all seats after a round, at which they stand as `found`."""
    best: i64 = found[0]
    for standing in found:
        if standing > best:
            best = standing
    for seat in range(state.seats):
        standing = found[seat]
        recorder.add_round(round, seat, standing, standing == best, state.log_round(seat, recorder.full))


def record_game(state: State, recorder: Recorder, course: Course) -> None:
    """Add the rows of a finished game to the games, seats and events tables."""
    ranking = state.ranking()
    _record_end(state, recorder, course, ranking, ranking.ranks, state.first_fired, state.fired)


def record_forfeit(state: State, recorder: Recorder, course: Course, seat: int) -> None:
    """Add the rows of a game that ends here because `seat` failed: it ranks last, the others by their standings."""
    if recorder.keeps_rounds:
        record_round(state, recorder, state.round, standings(state, recorder))
    ranking = state.ranking()
    stays = vec[i64]([i64(0 if s == seat else 1) for s in range(int(state.seats))])
    standing = vec[i64]([-rank for rank in ranking.ranks])
    trigger: i64 = len(state.game.triggers)                     # `forfeit` follows the game's own triggers
    _record_end(state, recorder, course, ranking, rank_seats([stays, standing]), trigger, state.fired | BIT[trigger])


def _record_end(state: State, recorder: Recorder, course: Course, ranking: Ranking, ranks: vec[i64], first: i64,
                fired: i64) -> None:
    for seat in range(state.seats):
        recorder.add_seat(seat, ranking.scores[seat], ranking.tiebreaks[seat], ranks[seat], state.log_seat(seat))
    if recorder.keeps_rounds:
        if recorder.logged < 0:
            recorder.logged = logged_kinds(state)
        recorder.add_events(state.events, recorder.logged)
    recorder.add_game(state.round, state.turn, course.decisions, course.forced, first, fired, course.chain, state.log_game())


def logged_kinds(state: State) -> i64:
    """The mask of the event kinds that the events table holds."""
    mask: i64 = 0
    for number, kind in enumerate(state.game.event_kinds):
        if kind is not None and kind.logged:
            mask |= BIT[number]
    return mask


def rollout(state: State, policy: Policy, rng: Stream) -> None:
    """Play a state to its end, in place, with one policy for all seats."""
    while not state.over:
        ids = state.legal_ids()
        if len(ids) == 1:
            state.apply_id(ids[0])
        else:
            state.apply_id(policy.choose_id(state, ids, rng))
