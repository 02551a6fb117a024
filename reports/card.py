"""The facts of a run beside its results: what was played, with which versions, how to play it again. No place, host or user."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reports import formats
from reports.findings import Book, Findings
from reports.verdict import CUT_OFF

Fact = tuple[str, str]
VERSIONS = ("evenhand", "python", "numpy", "pyarrow", "joblib")
NO_MATTER = ("--jobs", "--backend", "--out", "--resume")
"""Options that say where and how fast games are played, not which."""
DESIGNS = {
    "rotations": "rotations: every line-up in all its rotations on the same luck", "permutations": "permutations: all seatings on "
    "the same luck", "random": "random: one game a block, seats balanced", "fixed": "fixed: seats as given",
    "mirror": "mirror: one strategy in all seats",
}


def lead(book: Book) -> str:
    """The line under the title: Puerto Rico, 4 seats, 4 strategies, 2,000 games in 500 blocks."""
    contents = book.contents
    seats = sorted({scenario.seats for scenario in contents.scenarios})
    parts = [book.facts.title, f"{formats.listed([str(n) for n in seats], 'or')} {'seat' if seats == [1] else 'seats'}",
             formats.plural(len(contents.strategies), "strategy", "strategies"),
             *([formats.plural(len(book.scenarios), "scenario")] if len(book.scenarios) > 1 else []),
             f"{formats.plural(contents.games, 'game')} in {formats.plural(contents.blocks, 'block')}"]
    return ", ".join(parts)


def card(book: Book) -> list[Fact]:
    """The run card."""
    experiment, manifest = book.contents.run.experiment, book.contents.run.manifest
    facts = [("Game", f"{book.facts.title} ({book.facts.name})"), *_options(book), ("Strategies", ", ".join(experiment.strategies)),
             ("Design", DESIGNS.get(experiment.design, experiment.design)), ("Line-ups", _lineups(experiment.lineups)),
             ("Who begins", "by the rotation" if experiment.start == "rotate" else "by the game's own draw"),
             ("Games", _games(book)), ("Seed", str(experiment.seed)), ("Log", f"{experiment.level}, columns {_words(experiment.columns)}"),
             ("Versions", versions(manifest)), ("Plan", str(manifest.get("plan", "")))]
    return [(name, value) for name, value in facts if value]


def _options(book: Book) -> list[Fact]:
    """Rule options that are not the defaults, for each variant."""
    seen: dict[str, str] = {}
    for planned in book.contents.run.plan.scenarios:
        words = ", ".join(f"{name} {_words(value)}" for name, value in planned.options.items())
        seen.setdefault(planned.variant, words or "as they stand")
    if len(seen) == 1:
        name, words = next(iter(seen.items()))
        return [("Rules", words if words != "as they stand" else name)]
    return [("Rules", "; ".join(f"{name}: {words}" for name, words in seen.items()))]


def _lineups(lineups: str | Sequence[Sequence[str]]) -> str:
    return lineups if isinstance(lineups, str) else f"{formats.plural(len(lineups), 'line-up')}, listed"


def _games(book: Book) -> str:
    contents = book.contents
    return f"{formats.plural(contents.games, 'game')} in {contents.blocks:,} of {formats.plural(contents.planned, 'planned block')}"


def versions(manifest: Mapping[str, Any]) -> str:
    """evenhand 0.1.0 (native build), python 3.11.7, ..."""
    known: Mapping[str, Any] = manifest.get("versions", {})
    build = f" ({manifest['build']} build)" if manifest.get("build") else ""
    return ", ".join(f"{name} {known[name]}{build if name == 'evenhand' else ''}" for name in VERSIONS if name in known)


def _words(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def command(manifest: Mapping[str, Any]) -> str:
    """The command of the run, without folders and without what changes no game: workers, backend, place."""
    arguments, kept = iter([str(argument) for argument in manifest.get("argv", ())][1:]), ["evenhand"]
    for argument in arguments:
        name = argument.partition("=")[0]
        if name in NO_MATTER:
            if name == argument:
                next(arguments, None)
            continue
        kept.append(bare(argument))
    return " ".join(kept) if len(kept) > 1 else ""


def bare(argument: str) -> str:
    """An argument without the folders in it: tests/harbor.toml -> harbor.toml; bots/corn.py:Corn,random -> corn.py:Corn,random."""
    found = re.sub(r"[^=,\s]*[/\\](?=[^/\\,]*(,|$))", "", argument)
    return f'"{found}"' if re.search(r"[\s;&|<>()$]", found) else found


def health(book: Book) -> list[Fact]:
    """The health box: always the same lines, so that nothing is hidden by silence."""
    contents, failed = book.contents, book.contents.run.failures().num_rows
    games = contents.games
    facts = [
        ("Blocks", f"{contents.finished:,} of {contents.planned:,} finished" + (f", {contents.left_out:,} left out" if contents.left_out
                                                                               else "")),
        ("Failed games", f"{failed:,}" if failed else "none"),
        ("Cut off by max_rounds", _part(sum(found.health.truncated for found in book.scenarios), games)),
        ("Tied games", _part(sum(found.health.tied for found in book.scenarios), games))]
    facts += [fact for found in book.scenarios[:1] for fact in _deff(found)] if len(book.scenarios) == 1 else []
    notes = dict.fromkeys(note for found in book.scenarios for note in (found.rating.notes if found.rating else ()))
    return facts + [("Rating", note) for note in notes]


def _part(count: int, of: int) -> str:
    return "none" if not count else f"{count:,} ({formats.percent(count / of)} %)"


def _deff(found: Findings) -> list[Fact]:
    health = found.health
    return [(f"Common luck, {who}", _deff_words(value)) for who, value in (("strategies", health.deff_strategies),
                                                                         ("seats", health.deff_seats)) if formats.known(value)]


def _deff_words(value: float) -> str:
    """What the blocks were worth: the variance of a block mean relative to independent games."""
    return f"variance x {formats.decimal(value, 2)} of as many independent games"


def scenario_lead(found: Findings) -> str:
    """The line under a scenario's title."""
    health = found.health
    parts = [f"{formats.plural(found.scenario.games, 'game')} in {formats.plural(found.scenario.n_blocks, 'block')}",
             f"{health.tied:,} tied", f"{health.truncated:,} cut off"]
    parts += [f"deff {formats.decimal(value, 2)} ({who})" for who, value in (("strategies", health.deff_strategies),
                                                                            ("seats", health.deff_seats)) if formats.known(value)]
    if health.truncated_share > CUT_OFF:
        parts.append("more than 1 % cut off: they count by the scores at that moment")
    return ", ".join(parts)
