"""docs/rules.md: every rule of every game in a sentence, where the code keeps it, which tests prove it."""
from __future__ import annotations

from collections.abc import Iterator

from tests.rules import ids
from tests.rules.ids import Place, Rule

PAGE = ids.ROOT / "docs" / "rules.md"

HEAD = """# Every rule, where it stands, and its tests

Made by `make docs` from `tests/rules/*.txt`, the ids in the code of `sim/` and the `rule(...)` marks of the tests; do not edit.
What the rules leave open, and how it is settled here, is told in [rulings.md](rulings.md).
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for game in ids.games() for line in _game(game))])


def _game(game: str) -> Iterator[str]:
    listed = ids.rules(game)
    code, tests = ids.in_code(game), ids.in_tests(game)
    now = [rule for rule in listed if not rule.state]
    later = len(listed) - len(now)
    yield f"## {game.replace('_', ' ').title()}\n"
    yield f"{len(now)} ids are built and tested{f', {later} are for later' if later else ''}.\n"
    heading = ""
    for rule in listed:
        if rule.heading != heading:
            heading = rule.heading
            yield f"\n### {heading}\n\n| id | rule | in `sim/{game}/` | tests |\n|---|---|---|---|"
        yield _row(rule, code.get(rule.id, []), tests.get(rule.id, []), game)
    yield ""


def _row(rule: Rule, code: list[Place], tests: list[Place], game: str) -> str:
    state = f"*{rule.state}*: " if rule.state else ""
    code_text = ", ".join(f"{_link(place, f'sim/{game}/')}{f' `{place.inside}`' if place.inside else ''}" for place in code)
    test_text = "<br>".join(f"[{place.inside.removeprefix('test_').replace('_', ' ')}](../{place.file})" for place in tests)
    return f"| {rule.id} | {state}{rule.sentence} | {code_text or '-'} | {test_text or '-'} |"


def _link(place: Place, folder: str) -> str:
    return f"[{place.file.removeprefix(folder)}](../{place.file})"
