"""How far a run has come, for each who may be looking."""
from __future__ import annotations

import io
import os
import re
import sys
import threading
import time
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from evenhand import progress
from evenhand.progress import Bar, Lines
from experiments.progress import Progress


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def play(shown: Progress) -> None:
    """A run of 1,000 games, 400 of which are there already; 3 fail."""
    shown.begin(1000, 400)
    for _ in range(3):
        time.sleep(0.05)
        shown.advance(200, 1)
    shown.warn("a worker died")
    shown.note("part 000003 written")
    shown.end()


def test_a_log_gets_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    play(Lines(interval=0.06))

    err = capsys.readouterr().err
    lines = err.splitlines()
    assert "\r" not in err and "\x1b" not in err
    assert lines[-1] == "Warning: a worker died"
    for line in lines[:-1]:
        assert re.fullmatch(r"[\d:]+ +\d+ % +[\d,]+ of 1,000 games   [\d,.]+ games/s   ([\d.]+ s|-) left   \d failed", line)


def test_a_log_gets_a_line_at_each_interval_also_while_nothing_is_finished(capsys: pytest.CaptureFixture[str]) -> None:
    shown, told = Lines(interval=0.01), threading.Event()
    tick = shown.tick
    shown.tick = lambda: (tick(), told.set())       # type: ignore[method-assign, assignment, func-returns-value]

    shown.begin(1000, 400)
    assert told.wait(60)
    shown.end()

    assert re.match(r"[\d:]+   40 %       400 of 1,000 games   0.0 games/s   - left   0 failed\n", capsys.readouterr().err)


def test_the_rate_counts_only_what_is_played_now(capsys: pytest.CaptureFixture[str]) -> None:
    shown = Lines()
    shown.begin(1000, 400)
    shown.started = time.monotonic() - 10
    shown.advance(200, 0)

    shown.tick()
    shown.end()

    assert capsys.readouterr().err == "0:00:10   60 %       600 of 1,000 games   20 games/s   20.0 s left   0 failed\n"


def test_a_terminal_gets_a_bar_that_goes_when_the_run_is_done() -> None:
    screen = Terminal()

    with patch.object(sys, "stderr", screen), patch.dict(os.environ, {"COLUMNS": "100"}):
        play(Bar())

    text = screen.getvalue()
    assert re.search(r"playing   40% \|[#\d]+ +\| 400/1,000", text)
    assert re.search(r"playing  100% \|#+\| 1,000/1,000  [\d,.]+ games/s  0\.0 s left  3 failed", text)
    assert "Warning" in text and "a worker died" in text
    assert text.endswith("\r") and not text.split("\r")[-2].strip()
    assert all(len(line) < 100 for line in re.split(r"[\r\n]", text))


def test_who_is_looking_decides() -> None:
    class ZMQInteractiveShell:
        pass

    notebook = SimpleNamespace(get_ipython=ZMQInteractiveShell)
    with patch.object(sys, "stderr", Terminal()):
        assert type(progress.choose()) is Bar
    with patch.object(sys, "stderr", io.StringIO()):
        assert type(progress.choose()) is Lines
        with patch.dict(sys.modules, {"IPython": notebook}), patch.object(progress, "find_spec") as found:
            shown = progress.choose()
            assert isinstance(shown, Bar) and shown.notebook
            found.return_value = None
            shown = progress.choose()
            assert isinstance(shown, Bar) and not shown.notebook


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    play(Progress())

    assert capsys.readouterr().err == ""
