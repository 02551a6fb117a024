"""Every rule has a test, every mark names a rule, the code names the rules it keeps, and the page about it is up to date."""
from __future__ import annotations

import pytest

from tests.rules import ids
from tests.rules.page import PAGE, page

GAMES = ids.games()


@pytest.mark.parametrize("game", GAMES)
def test_the_list_has_as_many_ids_as_it_says_and_none_twice(game: str) -> None:
    listed = [rule.id for rule in ids.rules(game)]

    assert len(listed) == ids.count(game)
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test_that_carries_its_id(game: str) -> None:
    tested = ids.in_tests(game)

    untested = [rule.id for rule in ids.rules(game) if not rule.state and rule.id not in tested]

    assert untested == []


@pytest.mark.parametrize("game", GAMES)
def test_no_test_carries_an_unknown_id(game: str) -> None:
    listed = {rule.id for rule in ids.rules(game)}

    unknown = {id: places for id, places in ids.in_tests(game).items() if id not in listed}

    assert unknown == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_code_names_every_rule_that_it_keeps(game: str) -> None:
    """Ids under a heading "(tests only)" need no comment in the code; lettered parts of a rule may share one."""
    named = ids.in_code(game)
    if not named:
        pytest.skip(f"sim/{game} is not there yet")

    kept = [rule.id for rule in ids.rules(game) if not rule.state and "(tests only)" not in rule.heading and " " not in rule.id]

    assert [id for id in kept if id not in named] == []


def test_the_page_of_rules_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run: make docs"


@pytest.mark.parametrize("line, found", [
    ("the trader phase (PR-TRADE-01 to -03).", ["PR-TRADE-01", "PR-TRADE-02", "PR-TRADE-03"]),
    ("# PR-TRADE-03, -01, PR-BLD-office", ["PR-TRADE-03", "PR-TRADE-01", "PR-BLD-office"]),
    ("# PR-BLD-office a: never", ["PR-BLD-office", "PR-BLD-office a"]),
    ("# PR-BLD-office a word follows; X1 but not AX1 or PR-TRADE-09", ["PR-BLD-office", "X1"]),
])
def test_short_forms_of_ids_are_spelled_out(line: str, found: list[str]) -> None:
    families = {"PR-TRADE-": ["01", "02", "03"], "PR-BLD-": ["office", "office a"], "X": ["1"]}

    assert list(ids.named(line, families)) == found
