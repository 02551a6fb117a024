"""Which rules a game has, where its code keeps them, and which tests prove them.

The list of a game is `tests/rules/<game>.txt`: its count in the first line, then `# heading` lines ("(tests only)" where code
need not name the ids) and one id a line with the rule in a sentence. Code names a rule by its id in a comment or docstring,
with the short forms of the rules texts: "PR-TRADE-01 to -07", "PR-MAYOR-01, -02", "PR-BLD-hospice a". Tests carry `rule(...)`.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "tests" / "rules"


@dataclass(frozen=True)
class Rule:
    """One line of a game's list. `state` is empty, "later" or "replaced"."""

    id: str
    heading: str
    state: str
    sentence: str


@dataclass(frozen=True)
class Place:
    """Where an id stands: a file, and the function or class around it (empty: the module itself)."""

    file: str
    inside: str


def games() -> list[str]:
    """The games that have a list."""
    return sorted(path.stem for path in LISTS.glob("*.txt"))


def count(game: str) -> int:
    """How many ids the first line of the list promises."""
    return int((LISTS / f"{game}.txt").read_text().split(maxsplit=1)[0])


def rules(game: str) -> list[Rule]:
    """The list of a game, in its order."""
    found = []
    heading = ""
    for line in (LISTS / f"{game}.txt").read_text().splitlines()[1:]:
        if line.startswith("#"):
            heading = line.lstrip("# ")
            continue
        id, text = re.split(r"\s{2,}", line, maxsplit=1)
        state, colon, rest = text.partition(": ")
        known = bool(colon) and state in ("later", "replaced")
        found.append(Rule(id, heading, state if known else "", rest if known else text))
    return found


def in_tests(game: str) -> dict[str, list[Place]]:
    """Each id that a `rule(...)` call in the tests of a game names, with the tests that carry it."""
    places: dict[str, list[Place]] = {}
    for path, tree in _sources(ROOT / "tests" / "sim" / game):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.ClassDef):
                for id in _marked(function):
                    _add(places, id, Place(path, function.name))
    return places


def in_code(game: str) -> dict[str, list[Place]]:
    """Each listed id that the code of a game names, with the places."""
    families = _families(rule.id for rule in rules(game))
    places: dict[str, list[Place]] = {}
    for path, tree in _sources(ROOT / "sim" / game):
        owner = _owners(tree)
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            for id in named(line, families):
                _add(places, id, Place(path, owner.get(number, "")))
    return places


def named(line: str, families: dict[str, list[str]]) -> Iterator[str]:
    """The ids that a line of text names, short forms spelled out. `families` are the endings of each stem, in order."""
    stems = "|".join(re.escape(stem) for stem in sorted(families, key=len, reverse=True))
    for match in re.finditer(rf"(?<![\w-])({stems})(\w+)( [a-f]\b(?![ ]?[a-z]))?((?:(?:, | to | and |, and )-\w+)*)", line):
        stem, ending, letter, more = match.groups()
        known = families[stem]
        if ending not in known:
            continue
        yield stem + ending
        if letter and ending + letter in known:
            yield stem + ending + letter
        last = ending
        for link, following in re.findall(r"(, | to | and |, and )-(\w+)", more):
            if following not in known:
                continue
            first = known.index(last) + 1 if link == " to " else known.index(following)
            yield from (stem + each for each in known[first:known.index(following) + 1])
            last = following


def _families(ids: Iterator[str]) -> dict[str, list[str]]:
    """`{"PR-TRADE-": ["01", "02", ...]}`: the ids by what stands before the last hyphen (X1, AUTO: before the digits)."""
    families: dict[str, list[str]] = {}
    for id in ids:
        stem = id[:id.rindex("-") + 1] if "-" in id else id.rstrip("0123456789")
        families.setdefault(stem, []).append(id[len(stem):])
    return {stem: endings for stem, endings in families.items() if "" not in endings}


def _sources(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text())


def _marked(function: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """The ids of all `rule(...)` calls among the decorators of a test, those of its parameters too."""
    for decorator in function.decorator_list:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "rule":
                yield from (argument.value for argument in call.args
                            if isinstance(argument, ast.Constant) and isinstance(argument.value, str))


def _owners(tree: ast.Module) -> dict[int, str]:
    """For each line the innermost function or class that it belongs to; decorators and docstrings are theirs."""
    owner: dict[int, str] = {}
    for node in ast.walk(tree):                                 # outer ones come first, inner ones overwrite
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                owner[line] = node.name
    return owner


def _add(places: dict[str, list[Place]], id: str, place: Place) -> None:
    known = places.setdefault(id, [])
    if place not in known:
        known.append(place)
