"""`evenhand options`."""
from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from evenhand import show
from evenhand.cli import Command
from evenhand.params import GameName, table_options
from evenhand.show import Column
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from sim.core import Game

COLUMNS = [Column("option"), Column("type", wrap=True), Column("default", wrap=True), Column("allowed", wrap=True),
           Column("meaning")]


@click.command(cls=Command)
@click.argument("game", type=GameName())
@click.option("--grep", metavar="TEXT", help="Only options whose name or meaning holds TEXT.")
@table_options
def options(game: Game, grep: str | None, style: str) -> None:
    """Print every rule option of GAME with its default, what is allowed, and its meaning."""
    from experiments.tomlfile import key, value as toml
    from sim.options import rows

    found = rows(game.options)
    if grep is not None:
        found = [row for row in found if grep.lower() in f"{row['option']} {row['meaning']}".lower()]
        if not found:
            raise Refusal(Fault("", f"no option of {game.name} has {grep!r} in its name or meaning.",
                                help=f"All: evenhand options {game.name}"))
    show.rows("options", found, COLUMNS, style)
    if style == "table":
        name, value = _example(game, found)
        typed = shlex.quote(f"{name}={value if isinstance(value, str) else toml(value).replace(' ', '')}")
        show.progress(f"\nSet one:  -O {typed}        in a file:  [options] {key(name)} = {toml(value)}")


def _example(game: Game, found: list[dict[str, str]]) -> tuple[str, Any]:
    """An option with a value that is not its default: a number if one of them takes any."""
    from sim.options import check

    fields = {known.name: known for known in dataclasses.fields(game.options)}
    for row in [*(row for row in reversed(found) if row["default"].isdigit()), *reversed(found)]:
        base, dot, _ = row["option"].partition(".<")
        facts = fields[base].metadata
        name = f"{base}.{facts['keys'][0]}" if dot else base
        for value in _values(facts, row["default"]):
            if not any(check(game.options, {name: value}, game.name)):
                return name, value
    return found[-1]["option"], found[-1]["default"]


def _values(facts: Mapping[str, Any], default: str) -> Iterator[Any]:
    """What might be set: the number after the default, other numbers, words, lists."""
    if default.isdigit():
        yield int(default) + 1
        yield int(default) - 1
    least = facts["low"] or 0
    yield from (least + 2, least + 1, least, default != "true")
    yield from (word for word in (*facts["choices"], *facts["words"]) if word != default)
    yield from ([word] for word in facts["choices"])
    yield from ([least + 1] * length for length in range(1, 8))
