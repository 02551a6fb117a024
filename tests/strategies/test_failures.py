"""Failures of strategies: each kind becomes a StrategyFailure with its place; none ends the process."""
from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest

from sim.catalog import find, make_options
from sim.chance import AGENT, Chance, Stream
from sim.faults import Interrupt
from sim.play import Course, StrategyFailure, Uniform, play_game
from strategies import failures
from strategies.failures import Timer, tell
from strategies.specs import build
from tests.strategies.conftest import WRITE

PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"


def play(spec: str, seconds: float = 0.0, course: Course | None = None) -> Course:
    """One game of Pig, the strategy in seat 1 of 2."""
    game = find(str(PIG))
    state = game.new(game.setup(make_options(game, {}), 2), Chance(1, 0))
    course = course or Course()
    strategy, streams = build(spec, "pig"), [Stream(1, 0, AGENT, slot) for slot in range(2)]
    with Timer(seconds) as timer:
        timer.watch(course)
        failures.start(strategy, state, 1, streams[1], course)
        play_game(state, [Uniform(), failures.policy(strategy, state, 1, course)], streams, None, course)
        failures.finish(strategy, state, 1, course)
    return course


def failed(spec: str, seconds: float = 0.0) -> failures.Told:
    with pytest.raises(StrategyFailure) as caught:
        play(spec, seconds)
    assert caught.value.seat == 1
    return tell(caught.value)


def bot(write: WRITE, choose: str, more: str = "") -> str:
    """A file bot.py whose method choose holds the lines given, from line 7 on."""
    lines = "\n".join(f"        {line}" for line in choose.splitlines())
    write("bot.py", "import sys\nimport time\nfrom evenhand import Strategy\n\nclass Bot(Strategy):\n"
                    f"    def choose(self, view, actions):\n{lines}\n{more}")
    return "bot.py:Bot"


@pytest.mark.parametrize(("line", "message"), [
    ("return [][1]", "IndexError: list index out of range at bot.py, line 7, in choose"),
    ("sys.exit(2)", "SystemExit: 2 at bot.py, line 7, in choose"),
    ("raise MemoryError('full')", "MemoryError: full at bot.py, line 7, in choose"),
    ("return self.choose(view, actions)", "RecursionError: maximum recursion depth exceeded at bot.py, line 7, in choose"),
    ("return view.at_steak", "AttributeError: 'PigView' object has no attribute 'at_steak' at bot.py, line 7, in choose"),
])
def test_an_exception_is_a_failure_with_its_place(write: WRITE, line: str, message: str) -> None:
    told = failed(bot(write, line))

    assert told.kind == "exception"
    assert told.message == message
    assert told.traceback.startswith("  bot.py, line 7, in choose\n    " + line)
    assert len(told.traceback.splitlines()) < 60
    assert "play.py" not in told.traceback


def test_an_error_below_the_strategy_is_placed_at_the_strategys_own_line(write: WRITE) -> None:
    told = failed(bot(write, "rng.below('x')", "\nrng = None\nfrom evenhand import Stream\nrng = Stream(1)\n"))

    assert told.message.endswith("at bot.py, line 7, in choose")


@pytest.mark.parametrize(("answer", "message"), [
    ("return None", "the answer is None, not one of the 2 actions"),
    ("return 1", "the answer is a int, not one of the 2 actions"),
])
def test_an_answer_that_is_no_action_is_a_failure(write: WRITE, answer: str, message: str) -> None:
    told = failed(bot(write, answer))
    assert (told.kind, told.message, told.traceback) == ("illegal action", message, "")


def test_an_action_that_is_not_legal_now_is_a_failure(write: WRITE) -> None:
    write("bot.py", '''
        from evenhand import Action, Strategy

        class Bot(Strategy):
            def choose(self, view, actions):
                actions.clear()
                return Action(1 if view.at_stake > 90 else 7, "hold", {}, "hold")
    ''')
    told = failed("bot.py:Bot")
    assert (told.kind, told.message) == ("illegal action", "there is no action 7")


@pytest.mark.parametrize("method", ["start(self, view, rng)", "finish(self, view, outcome)"])
def test_start_and_finish_may_fail_too(write: WRITE, method: str) -> None:
    told = failed(bot(write, "return actions[-1]", f"    def {method}:\n        sys.exit()\n"))
    assert told.kind == "exception"
    assert told.message.startswith("SystemExit at ")
    assert told.message.endswith(f"at bot.py, line 9, in {method.partition('(')[0]}")


def test_the_users_interrupt_is_no_failure_of_the_strategy_and_the_strategys_own_is(write: WRITE) -> None:
    with pytest.raises(Interrupt):
        play(bot(write, "from sim.faults import Interrupt; raise Interrupt"))
    assert failed(bot(write, "raise KeyboardInterrupt")).message.startswith("KeyboardInterrupt at bot.py")


# --- time -------------------------------------------------------------------------------------------------------------


SWALLOWS = "while True:\n    try:\n        len(actions)\n    except{}:\n        pass"


@pytest.mark.parametrize("wait", ["while True: pass", "time.sleep(60)", SWALLOWS.format(" Exception"), SWALLOWS.format("")])
def test_a_decision_that_takes_too_long_is_ended(write: WRITE, wait: str) -> None:
    before = time.monotonic()
    told = failed(bot(write, wait), seconds=0.2)

    assert (told.kind, told.message.partition(" at ")[0]) == ("timeout", "over 0.2 s for one decision")
    assert 0.2 <= time.monotonic() - before < 5


def test_start_is_timed_too(write: WRITE) -> None:
    spec = bot(write, "return actions[-1]", "    def start(self, view, rng):\n        time.sleep(60)\n")
    assert failed(spec, seconds=0.1).kind == "timeout"


def test_many_quick_decisions_are_not_one_long_one(write: WRITE) -> None:
    spec = bot(write, "time.sleep(0.03)\nreturn actions[0] if view.at_stake < 20 else actions[-1]")
    before = time.monotonic()
    course = play(spec, seconds=0.15)

    assert course.decisions > 5
    assert time.monotonic() - before > 0.15


def test_the_timer_leaves_the_signal_as_it_was() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with Timer(0.05):
        assert signal.getsignal(signal.SIGALRM) != before
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_where_signals_cannot_be_used_the_timer_says_so(write: WRITE) -> None:
    found: list[tuple[str, int]] = []
    spec = bot(write, "return actions[-1]")

    def work() -> None:
        found.append((Timer(0.05).unusable, int(play(spec, seconds=0.05).decisions)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert found[0][0] == "signals reach the main thread only"
    assert found[0][1] > 0
    assert Timer(0.05).unusable == ""
