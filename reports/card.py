"""The facts of a run beside its results: what was played, with which versions, how to play it again. No place, host or user."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reports import formats, stopping
from reports.findings import Book, Findings
from reports.tables.fit import fit_words
from reports.tables.health import Health
from reports.tables.share import unsound
from reports.verdict import CUT_OFF
from strategies.specs import parse

if TYPE_CHECKING:
    from experiments.store import Run

Fact = tuple[str, str]
VERSIONS = ("evenhand", "python", "numpy", "pyarrow", "joblib")
MOST_NAMED = 12
"""Strategies that the run card names; the tables have all."""
NO_EFFECT = 0.05
"""A design effect so close to 1 is none."""
NO_MATTER = ("--jobs", "--backend", "--out", "--resume")
"""Options that say where and how fast games are played, not which."""
DESIGNS = {
    "rotations": "rotations: every line-up in all its rotations on the same luck",
    "permutations": "permutations: every line-up in all its seatings on the same luck",
    "random": "random: one game a block, seats balanced",
    "fixed": "fixed: seats as given",
    "mirror": "mirror: one strategy in all seats",
}


def lead(book: Book) -> str:
    """The line under the title: Puerto Rico, 4 seats, 4 strategies, 2,000 games in 500 blocks."""
    contents = book.contents
    seats = sorted({scenario.seats for scenario in contents.scenarios})
    parts = [book.facts.title, f"{formats.listed([str(number) for number in seats], 'or')} seats",
             formats.plural(len(contents.strategies), "strategy", "strategies")]
    if len(book.scenarios) > 1:
        parts.append(formats.plural(len(book.scenarios), "scenario"))
    return ", ".join([*parts, _games_in_blocks(contents.games, contents.blocks)])


def _games_in_blocks(games: int, blocks: int) -> str:
    return f"{formats.plural(games, 'game')} in {formats.plural(blocks, 'block')}"


def card(book: Book) -> list[Fact]:
    """The run card."""
    experiment, manifest, contents = book.contents.run.experiment, book.contents.run.manifest, book.contents
    facts = [
        ("Game", f"{book.facts.title} ({book.facts.name})"),
        ("Rules", _rules(book)),
        ("Sweep", "; ".join(f"{name} {_words(values)}" for name, values in experiment.sweep.items())),
        ("Strategies", _strategies([_swept(name, experiment.sweep) for name in experiment.strategies])),
        ("Design", DESIGNS.get(experiment.design, experiment.design)),
        ("Line-ups", _lineups(experiment.lineups)),
        ("What is estimated", estimand(book)),
        ("Who begins", "by the rotation" if experiment.start == "rotate" else "by the game's own draw"),
        ("Games", f"{_games_in_blocks(contents.games, contents.blocks)}, {formats.plural(contents.planned, 'block')} planned"),
        ("Once more", "; ".join(treatment.words(experiment.game) for treatment in experiment.treatments)),
        ("Length", stopping.fact(book.contents.run)),
        ("Seed", str(experiment.seed)),
        ("Log", f"{experiment.level}, columns {_words(experiment.columns)}"),
        ("Versions", versions(manifest)),
        ("Plan", str(manifest.get("plan", "")))]
    return [(name, value) for name, value in facts if value]


def estimand(book: Book) -> str:
    """What the win shares are the mean of, in words."""
    experiment = book.contents.run.experiment
    if experiment.design == "mirror":
        return "win share of each seat, the same strategy in all seats"
    balanced = "seats balanced" if experiment.design != "fixed" else "seats as given, not balanced"
    kind, _, candidate = experiment.lineups.partition(":") if isinstance(experiment.lineups, str) else ("list", "", "")
    over = {"vs-field": f"the line-ups of {candidate} with others of this pool", "list": "the line-ups listed",
            "duplicates": f"the line-ups of {candidate or 'one strategy'} among clones of another"}
    return f"mean win share over {over.get(kind, 'all line-ups of this pool')}, {balanced}"


def _rules(book: Book) -> str:
    """The rule options that were given, for each variant, without those that a sweep goes through."""
    seen: dict[str, str] = {}
    for planned in book.contents.run.plan.scenarios:
        if planned.treatment is not None:
            continue
        words = ", ".join(f"{name} {_words(value)}" for name, value in planned.options.items() if name not in planned.cell)
        seen.setdefault(planned.variant, words)
    if len(seen) == 1:
        name, words = next(iter(seen.items()))
        return words or name
    return "; ".join(f"{name}: {words or 'the defaults'}" for name, words in seen.items())


def _swept(text: str, sweep: Mapping[str, Sequence[Any]]) -> str:
    """A strategy with the parameters that a sweep goes through: puerto_rico.money:quarries=0|1|2."""
    spec = parse(text)
    for name, values in sweep.items():
        who, colon, parameter = name.rpartition(":")
        if colon and who in (text, spec.base):
            spec = spec.with_param(parameter, "|".join(_words(value) for value in values))
    return spec.text


def _strategies(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:MOST_NAMED])} and {more} more"


def _lineups(lineups: str | Sequence[Sequence[str]]) -> str:
    return lineups if isinstance(lineups, str) else f"{formats.plural(len(lineups), 'line-up')}, listed"


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
        if name not in NO_MATTER:
            kept.append(bare(argument))
        elif name == argument:
            next(arguments, None)
    return " ".join(kept) if len(kept) > 1 else ""


def bare(argument: str) -> str:
    """An argument without the folders in it, quoted where a shell needs it.

    >>> bare("bots/corn.py:Corn,random"), bare("/home/me/my harbor.toml")
    ('corn.py:Corn,random', '"my harbor.toml"')
    """
    found = re.sub(r"[^=,]*[/\\](?=[^/\\,]*(,|$))", "", argument)
    return f'"{found}"' if re.search(r"[\s;&|<>()$]", found) else found


def health(book: Book) -> list[Fact]:
    """The health box: always the same lines, so that nothing is hidden by silence."""
    contents, failed = book.contents, book.contents.run.failures().num_rows
    left_out = f", {contents.left_out:,} of them left out" if contents.left_out else ""
    facts = [
        ("Blocks", f"{contents.finished:,} of {contents.planned:,} finished{left_out}"),
        ("Failed games", f"{failed:,}" if failed else "none"),
        ("Cut off by max_rounds", _part(sum(found.health.truncated for found in book.scenarios), contents.games)),
        ("Tied games", _part(sum(found.health.tied for found in book.scenarios), contents.games))]
    facts += [("Line-ups", words) for words in _unplayed(contents.run)]
    if len(book.scenarios) == 1:
        facts += [(f"Design effect, {who}", deff_words(who, value)) for who, value in deffs(book.scenarios[0].health)]
    notes = dict.fromkeys(note for found in book.scenarios if found.rating for note in found.rating.notes)
    return [*facts, *(("Warning", note) for note in warnings(book)), *(("Rating", note) for note in notes), *_fits(book)]


def warnings(book: Book) -> list[str]:
    """What does not hold of the intervals that were chosen."""
    return list(dict.fromkeys(filter(None, (unsound(found.scenario, book.settings) for found in book.scenarios))))


def _fits(book: Book) -> list[Fact]:
    """How well the ratings fit: the worst place of a single scenario, or in how many of several they do not."""
    rows = [found.fit for found in book.scenarios if found.fit is not None]
    doubtful = [row for row in rows if row.doubtful]
    if not rows:
        return []
    if len(book.scenarios) > 1:
        return [("Fit of the ratings", f"doubtful in {len(doubtful)} of {len(rows)} scenarios")] if doubtful else []
    [row] = rows
    said = "doubtful: prefer the shares. Worst" if doubtful else "nothing speaks against them. Worst"
    return [("Fit of the ratings", f"{said}: {fit_words(row, book.short)}")]


def deff_words(who: str, value: float) -> str:
    """What a design effect means, in words: the variance of a share over that of as many independent games."""
    shown = formats.decimal(value, 2)
    if abs(value - 1) <= NO_EFFECT:
        return f"{shown}: shares are as sure as from independent games"
    if value < 0.005:
        return f"{shown}: all blocks are alike"
    if value < 1:
        return f"{shown}: common luck helps, as if there were {formats.decimal(1 / value)} times as many independent games"
    why = "the luck of a seed falls on one seat in all its games" if who == "seats" else "the games of a block are alike"
    return f"{shown}: common luck hinders ({why}); more blocks help"


def _unplayed(run: Run) -> list[str]:
    """Which line-ups and strategies have got no game so far."""
    found: list[str] = []
    for scenario in run.plan.scenarios:
        finished = replace(scenario, blocks=len(run.finished_blocks(scenario.number)))
        if finished.blocks and (words := finished.unplayed(run.experiment.seed)) not in ("", *found):
            found.append(words)
    return found


def _part(count: int, of: int) -> str:
    return f"{count:,} ({formats.percent(count / of)} %)" if count else "none"


def deffs(found: Health) -> list[tuple[str, float]]:
    """The design effect for strategies and seats, where there is one: variance of a share over that of independent games."""
    both = (("strategies", found.deff_strategies), ("seats", found.deff_seats))
    return [(who, value) for who, value in both if formats.known(value)]


def scenario_lead(found: Findings) -> str:
    """The line under a scenario's title."""
    parts = [_games_in_blocks(found.scenario.games, found.scenario.n_blocks), f"{found.health.tied:,} tied",
             f"{found.health.truncated:,} cut off"]
    parts += [f"design effect {formats.decimal(value, 2)} ({who})" for who, value in deffs(found.health)]
    if found.health.truncated_share > CUT_OFF:
        parts.append("more than 1 % cut off: they count by the scores at that moment")
    return ", ".join(parts)
