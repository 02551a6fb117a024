"""Files of users that end the process which loads them: refused in plain words before anything is begun."""
from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from strategies.trial import rehearse
from tests.evenhand.terminal import evenhand, in_a_process

BOT = '''
import os, signal, threading, time
from evenhand import Strategy

{}


class Bot(Strategy):
    """Ends the process that makes one, if asked to."""

    def __init__(self, leave: bool = False) -> None:
        if leave:
            os._exit(0)

    def choose(self, view, actions):
        return actions[0]
'''
RUN = ("run", "--game", "pig.py", "--seats", "2", "--blocks", "2", "--jobs", "1", "--no-report")
WHY = "  It calls os._exit, sends itself a signal, or crashes in compiled code that it uses.\n"


def bot(what: str = "") -> None:
    Path("bot.py").write_text(BOT.format(what))


@pytest.mark.parametrize(("what", "how"), [
    ("os._exit(7)", "it ends its process (exit code 7)"),
    ("os._exit(0)", "it ends its process (exit code 0)"),
    ("os.abort()", "it ends its process (signal 6, SIGABRT)"),
    ("os.kill(os.getpid(), signal.SIGINT)", "it ends its process (signal 2, SIGINT)"),
    ("os.kill(os.getpid(), signal.SIGTERM)", "it ends its process (signal 15, SIGTERM)"),
])
def test_a_file_that_ends_its_process_while_it_is_loaded_is_refused(own: Path, what: str, how: str) -> None:
    bot(what)

    said = in_a_process(*RUN, "--strategies", "bot.py,random")

    assert (said.code, said.out, said.err) == (2, "", f"Error: bot.py can't be loaded: {how}\n{WHY}")
    assert not Path("runs").exists()


@pytest.mark.parametrize("what", ["raise SystemExit(3)", "raise KeyboardInterrupt", "raise GeneratorExit"])
def test_a_file_that_raises_what_ends_a_program_is_refused_with_its_line(own: Path, what: str) -> None:
    bot(what)

    said = in_a_process(*RUN, "--strategies", "bot.py,random")

    error = what.removeprefix("raise ").replace("(3)", ": 3")
    assert (said.code, said.err.split()) == (2, f"Error: bot.py can't be loaded: line 5: {error} {what}".split())


def test_every_strategy_that_ends_the_process_is_named_at_once(own: Path) -> None:
    bot()
    Path("other.py").write_text(BOT.format("os._exit(1)"))

    said = in_a_process(*RUN, "--strategies", "bot.py:Bot:leave=true,other.py,random,bot.py:Bot",
                        "--lineups", "vs-field:bot.py:Bot")

    assert said.code == 2
    assert [line.strip() for line in said.err.splitlines()] == [
        "Error: 2 faults; nothing was played.",
        "bot.py:Bot:leave=true can't be made: it ends its process (exit code 0)",
        "other.py can't be loaded: it ends its process (exit code 1)"]


def test_so_are_those_of_a_sweep(own: Path) -> None:
    bot()

    said = in_a_process(*RUN, "--strategies", "bot.py:Bot,random", "--sweep", "bot.py:Bot:leave=false,true")

    assert said.code == 2
    assert said.err == f"Error: sweep: bot.py:Bot:leave=true can't be made: it ends its process (exit code 0)\n{WHY}"


@pytest.mark.parametrize("command", ["bench pig.py --seats 2 --strategy bot.py", "power --pilot one.toml"])
def test_every_command_that_takes_a_strategy_refuses_it(own: Path, command: str) -> None:
    bot("os._exit(7)")
    Path("one.toml").write_text('game = "pig.py"\nseats = 2\nstrategies = ["bot.py", "random"]\n')

    said = in_a_process(*shlex.split(command))

    assert said.code == 2 and "bot.py can't be loaded: it ends its process (exit code 7)" in said.err


@pytest.mark.parametrize(("what", "how"), [("os._exit(7)", "it ends its process (exit code 7)"),
                                           ("raise SystemExit(3)", "SystemExit: 3"),
                                           ("raise KeyboardInterrupt", "KeyboardInterrupt")])
@pytest.mark.parametrize("command", ["options game.py", "run --game game.py --strategies random,random --seats 2 --dry-run"])
def test_the_file_of_a_game_is_refused_likewise(own: Path, what: str, how: str, command: str) -> None:
    Path("game.py").write_text(f"import os\n{what}\n")

    said = in_a_process(*shlex.split(command))

    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines()[0] == f"Error: game.py can't be loaded: {how}"


def test_a_file_is_tried_once_and_again_when_it_has_changed(own: Path) -> None:
    bot("open('loads', 'a').write('x')")
    for times in (1, 1, 2):
        if times == 2:
            bot("open('loads', 'a').write('x')  # changed")
        rehearse(["bot.py:Bot", "random", "no.py", "bot.py:Bot"])

        assert Path("loads").read_text() == "x" * times

    bot("os._exit(1)")
    rehearse(["bot.py:Bot"])
    assert "it ends its process" in evenhand(*RUN, "--strategies", "bot.py:Bot,random", "--dry-run").err

    bot()
    assert evenhand(*RUN, "--strategies", "bot.py:Bot,random", "--dry-run").code == 0


def test_what_a_file_leaves_running_does_not_hold_the_trial_back(own: Path) -> None:
    bot("if os.fork() == 0:\n    time.sleep(30)\n    os._exit(0)\nthreading.Thread(target=time.sleep, args=(30,)).start()")

    rehearse(["bot.py:Bot"])

    bot()
    assert evenhand(*RUN, "--strategies", "bot.py:Bot,random", "--dry-run").code == 0


def test_a_file_that_never_comes_to_its_end_is_given_up(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategies.trial.longest", 2.0)
    bot("time.sleep(600)")

    said = evenhand(*RUN, "--strategies", "bot.py:Bot,random")

    assert (said.code, said.out) == (2, "")
    assert said.err == ("Error: bot.py can't be loaded: it takes over 2 minutes\n"
                        "  What takes long belongs into start(), or into the first decision.\n")
