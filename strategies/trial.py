"""Users' files are loaded in a process of their own first: a file may end the process that loads it, without a word.

`os._exit`, a signal to itself, a crash of compiled code: nothing in the same process can catch them. What a file merely raises
is told when it is loaded here. A trial costs the start of a Python and what the file itself takes to load; what has been
through it is not tried again until its file changes.
"""
from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from sim.faults import Refusal
from strategies import specs
from strategies.files import HANGS, LONGEST, SpecError, ended, no_end, note_end, stamp

if TYPE_CHECKING:
    from sim.core import Game

_PROGRAM: Final = "import sys; sys.path[:] = sys.argv[1:]; import evenhand; from strategies.trial import main; main()"
_LIVED: Final = b"."
"""What the child writes when it is ready, and after each step that it has lived through."""

longest = LONGEST
_passed: dict[tuple[Path, str], tuple[int, int]] = {}


def rehearse(texts: Iterable[str]) -> None:
    """Load the strategies that stand in files and make one of each, in a child. What ends it is refused from then on."""
    found: dict[str, Path] = {}
    for text in texts:
        try:
            spec = specs.parse(text)
        except SpecError:       # told where it is used
            continue
        if spec.file:
            found[text] = Path(spec.file).expanduser().resolve()
    waiting = [(text, path) for text, path in found.items() if path.is_file() and _passed.get((path, text)) != stamp(path)]
    while waiting:
        steps, how = _lived_through([text for text, _ in waiting])
        for text, path in waiting[:steps // 2] if how else waiting:
            _passed[path, text] = stamp(path)
            for part in ("", text):
                note_end(path, part, "")        # a module beside it may have been mended since
        if not how:
            return
        text, path = waiting[steps // 2]
        note_end(path, text if steps % 2 else "", how)
        waiting = [one for one in waiting[steps // 2 + 1:] if not ended(one[1])]


def find_game(name: str) -> Game:
    """The game of a name or of a file, as `sim.catalog` finds it; a file is tried first."""
    from sim import catalog

    path = catalog.file_of(name)
    if path is not None and path.is_file() and _passed.get((path, name)) != stamp(path):
        if how := _lived_through([name], "game")[1]:
            raise Refusal(no_end(f"{path.name} can't be loaded", how))
        _passed[path, name] = stamp(path)
    return catalog.find(name)


def _lived_through(texts: list[str], kind: str = "strategy") -> tuple[int, str]:
    """How many steps a child has lived through, and how it ended; empty if it came to its end, or could not begin."""
    import subprocess  # what only a user's file needs is not loaded for others
    import tempfile

    code: int | None = None
    with tempfile.TemporaryFile() as told:      # no pipe: who is left behind by a file might hold it open
        try:
            code = subprocess.run([sys.executable, "-P", "-c", _PROGRAM, *sys.path], input=json.dumps([kind, texts]).encode(),
                                  stdout=told, stderr=subprocess.DEVNULL, timeout=longest * len(texts)).returncode
        except OSError:
            return 0, ""
        except subprocess.TimeoutExpired:
            pass
        told.seek(0)
        steps = len(told.read()) - 1
    if steps < 0 or steps == len(texts) * len(_steps(kind)):
        return steps, ""
    if code is None:
        return steps, HANGS
    return steps, f"signal {-code}, {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def main() -> NoReturn:
    """The child: it takes step after step, says of each that it has lived through it, and leaves."""
    kind, texts = json.load(sys.stdin)
    told, nowhere = os.dup(1), os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    os.write(told, _LIVED)
    for text in texts:
        for step in _steps(kind):
            try:
                step(text)
            except BaseException:       # told by the process that loads it next
                pass
            os.write(told, _LIVED)
    os._exit(0)


def _steps(kind: str) -> tuple[Callable[[str], object], ...]:
    """What is done with each text."""
    if kind == "strategy":
        return specs.sources, specs.check
    from sim import catalog  # the entry points that it reads take a quarter of a trial

    return (catalog.find,)
