"""The documents as programs: every block of code in them is run, from the top of a page to its end, in one folder.

The folder holds a copy of docs/examples. What the words of a block mean:

    python corn.py      the block is written to that file; toml alike
    python from pig.py  the block must stand in that file as it is
    python              the block is run as a script
    console             commands after `$ ` and what they print; a line `...` stands for any lines
    console 2           the same, and the commands end with exit code 2
    text                for reading

`python -m tests.house.pages` writes what is printed now into the pages.
"""
from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.house.source import ROOT

BLOCK = re.compile(r"^```(\w*) ?(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
CHANGING = [
    (re.compile(r"\d[\d,.]*( games/s| played in )"), r"N\1"),
    (re.compile(r"\b(?:\d+ h )?(?:\d+ min )?\d[\d,.]* (s|ms|us|min|MB|kB)\b"), r"N \1"),
    (re.compile(r"\b(native|plain) build\b"), "N build"),
    (re.compile(r"  +"), "  "),
]
"""What differs from machine to machine: speed, time, size, the build, how many games lie behind a stop."""
PROGRESS = re.compile(r"\d+:\d\d:\d\d +\d+ %")
"""The line that a run prints every 30 seconds, if it takes as long."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, the words after it, its text, its place in the page."""

    language: str
    words: str
    text: str
    start: int
    end: int


def pages() -> list[Path]:
    """The pages whose code is run. Generated ones hold none."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: str) -> list[Block]:
    return [Block(found[1], found[2], found[3], found.start(3), found.end(3)) for found in BLOCK.finditer(page)]


class Folder:
    """A folder in which the blocks of one page are run one after the other, with `evenhand` on the path."""

    def __init__(self, place: Path) -> None:
        self.place = place / "here"
        shutil.copytree(ROOT / "docs" / "examples", self.place, ignore=shutil.ignore_patterns("__pycache__"))
        (place / "bin").mkdir()
        command = place / "bin" / "evenhand"
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m evenhand "$@"\n', encoding="utf-8")
        command.chmod(0o755)
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "CI")},
            "PATH": f"{place / 'bin'}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "COLUMNS": "100", "EVENHAND_RUN_JOBS": "2",
        }

    def run(self, block: Block) -> str:
        """Run a block and give it back as it should read: commands with what they print, other blocks unchanged."""
        if block.words.startswith("from "):
            assert block.text in (self.place / block.words[5:]).read_text(encoding="utf-8"), f"not {block.words}:\n{block.text}"
        elif block.language in ("python", "toml") and block.words:
            (self.place / block.words).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            self.do([sys.executable, "-c", block.text], 0)
        elif block.language == "console":
            expected = int(block.words or 0)
            return "".join(f"$ {command}\n{self.do(['bash', '-c', command], expected)}\n" for command in commands(block.text)
                           ).rstrip("\n") + "\n"
        elif block.language != "text":
            raise ValueError(f"a block of {block.language!r} can't be run: use python, toml, console or text")
        return block.text

    def do(self, arguments: list[str], expected: int) -> str:
        done = subprocess.run(arguments, cwd=self.place, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, text=True, timeout=300)
        lines = [line.rstrip() for line in done.stdout.splitlines() if not PROGRESS.match(line)]
        printed = "\n".join(lines).strip("\n")
        assert done.returncode == expected, f"{arguments[-1]}\nended with {done.returncode}, not {expected}:\n{printed}"
        return printed + "\n" if printed else ""


def commands(text: str) -> Iterator[str]:
    """The commands of a console block: after `$ `, and further lines where one ends with a backslash."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("$ "):
            command = line[2:]
            while command.endswith("\\"):
                command += "\n" + next(lines)
            yield command


def agrees(shown: str, printed: str) -> bool:
    """Whether a page shows what is printed, but for speed and time; a line `...` stands for any lines."""
    lines = [re.escape(line) for line in steady(shown).splitlines()]
    pattern = "\n".join(r"[^\0]*?" if line == r"\.\.\." else line for line in lines)
    return re.fullmatch(pattern, steady(printed).rstrip("\n")) is not None


def steady(text: str) -> str:
    """A text without what changes from machine to machine."""
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return "\n".join(line.strip() for line in text.splitlines())


def rewrite(path: Path) -> bool:
    """Bring the console blocks of a page up to date; whether anything changed."""
    old = page = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        folder = Folder(Path(place))
        results = [(block, folder.run(block)) for block in blocks(page)]
    for block, printed in reversed(results):
        if not agrees(block.text, printed):
            page = page[:block.start] + printed + page[block.end:]
    path.write_text(page, encoding="utf-8")
    return page != old


if __name__ == "__main__":
    for page in [Path(name).resolve() for name in sys.argv[1:]] or pages():
        print(f"{page.relative_to(ROOT)}: {'rewritten' if rewrite(page) else 'as it was'}")
