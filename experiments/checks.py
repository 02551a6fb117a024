"""What the fields of an experiment must say together: each fault with the place of the entry that has it."""
from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from math import comb
from typing import Any, Final

from experiments.design import MOST_GAMES, MOST_LINE_UPS, games_in_block
from experiments.entries import Entries
from experiments.experiment import Experiment
from experiments.plan import Plan, cells, plan, strategies_in, variants_of
from experiments.tomlfile import value as shown
from experiments.treatments import Force
from sim.catalog import find as find_game, make_options
from sim.core import Game
from sim.faults import Fault, Refusal, nearest
from sim.options import check as check_options
from strategies import trial
from strategies.specs import SpecError, check as check_strategy

MOST_GAMES_OF_A_RUN: Final = 10**9


def check(experiment: Experiment, game: Game, entries: Entries, on_command_line: Set[str]) -> None:
    """Add to the faults of `entries` what is wrong between fields; what cannot be judged for other faults is passed over."""
    before = len(entries.faults)
    faults = entries.faults
    faults += _seats(experiment, game, entries)
    faults += _columns(experiment, game, entries)
    faults += _options(experiment, game, on_command_line)
    faults += _strategies(experiment, game, entries)
    faults += _sweep(experiment, game)
    seats_known = "seats" in entries.sound or "sweep" in entries.sound
    if seats_known and ("strategies" in entries.sound or "strategies" not in entries.given):
        faults += _line_ups(experiment, game, entries)
    faults += _injects(experiment, game, entries.place("inject"), min(experiment.seats) if seats_known else 0)
    faults += _forces(experiment, game, entries.place("force"))
    faults += _design(experiment, entries)
    faults += _stop(experiment)
    faults += _length(experiment, entries)
    if len(faults) == before:
        faults += _setups(experiment, game)


def _seats(experiment: Experiment, game: Game, entries: Entries) -> Iterator[Fault]:
    for seats in experiment.seats:
        if seats not in game.seats:
            yield Fault(entries.place("seats"), f"{seats}: {game.name} has {said(game.seats)}")


def _columns(experiment: Experiment, game: Game, entries: Entries) -> Iterator[Fault]:
    if isinstance(experiment.columns, str):
        return
    known = [column.name for column in game.columns.rounds]
    for name in experiment.columns:
        if name not in known:
            close = nearest(name, known)
            hint = f". Did you mean {close!r}?" if close else f"; see: evenhand columns {game.name}"
            yield Fault(entries.place("log") + ".columns", f"{name!r}: no round column of {game.name}{hint}", close)


def _options(experiment: Experiment, game: Game, on_command_line: Set[str]) -> Iterator[Fault]:
    shared = experiment.options
    typed = {name: value for name, value in shared.items() if name in on_command_line}
    yield from check_options(game.options, typed, game.name)
    yield from _option_faults("options", {name: value for name, value in shared.items() if name not in typed}, game)
    names = [variant.name for variant in experiment.variants]
    for n, variant in enumerate(experiment.variants):
        if variant.name in names[:n]:
            yield Fault(f"variants[{n}].name", f"{variant.name!r} names another variant too")
        yield from _option_faults(f"variants[{n}].options", variant.options, game)


def _option_faults(place: str, options: Mapping[str, Any], game: Game) -> Iterator[Fault]:
    for fault in check_options(game.options, options, game.name):
        name = fault.where.removeprefix("option ")
        yield Fault(place, f"{name!r}: {fault.message}", fault.nearest, fault.help)


def _strategies(experiment: Experiment, game: Game, entries: Entries) -> Iterator[Fault]:
    for n, text in enumerate(experiment.strategies):
        if text not in experiment.strategies[:n]:
            place = entries.place("strategies")
            yield from _strategy_faults(f"{place}[{n}]" if place else "", text, experiment, game)


def _strategy_faults(place: str, text: str, experiment: Experiment, game: Game) -> Iterator[Fault]:
    try:
        with contextlib.redirect_stdout(sys.stderr):        # what a user's file prints is no result of ours
            check_strategy(experiment.located(text), game.name)
    except SpecError as error:
        for fault in error.faults:
            yield Fault(place, str(fault), fault.nearest, fault.help)


def _sweep(experiment: Experiment, game: Game) -> Iterator[Fault]:
    for name, values in experiment.sweep.items():
        if ":" not in name:
            for value in values:
                yield from _option_faults("sweep", {name: value}, game)
    cell_names = [name for name in experiment.sweep if ":" in name]
    seen = set(experiment.strategies)
    if cell_names:
        trial.rehearse(experiment.located(text) for cell in cells(experiment) for text in strategies_in(experiment, cell))
    for cell in cells(experiment) if cell_names else []:
        for text in strategies_in(experiment, cell):
            if text not in seen:
                seen.add(text)
                for fault in _strategy_faults("sweep", text, experiment, game):
                    if str(fault) not in seen:
                        seen.add(str(fault))
                        yield fault


def _line_ups(experiment: Experiment, game: Game, entries: Entries) -> Iterator[Fault]:
    pool, lineups = len(experiment.strategies), experiment.lineups
    known = [seats for seats in experiment.seats if seats in game.seats]
    if experiment.design == "mirror":
        return
    if isinstance(lineups, tuple):
        yield from _listed(lineups, known, entries.place("lineups"))
    elif lineups.startswith(("vs-field", "duplicates")):
        if pool < 2:
            yield Fault(entries.place("strategies"), "one strategy has no field; give at least 2")
        elif lineups == "duplicates" and pool * (pool - 1) > MOST_LINE_UPS:
            yield Fault(entries.place("lineups"), f'"duplicates" is {pool * (pool - 1):,} line-ups of {pool} strategies; '
                        f"{MOST_LINE_UPS:,} is the most")
    else:
        for seats in known:
            if pool < seats:
                yield _too_few(experiment, seats, entries.place("strategies"))
            elif lineups == "all" and comb(pool, seats) > MOST_LINE_UPS:
                yield Fault(entries.place("lineups"), f'"all" is {comb(pool, seats):,} line-ups of {seats} out of {pool}; '
                            "'balanced' plays each strategy equally often instead", "balanced")


def _listed(lineups: tuple[tuple[str, ...], ...], known: list[int], place: str) -> Iterator[Fault]:
    missing = [seats for seats in known if not any(len(members) == seats for members in lineups)]
    for seats in missing:
        yield Fault(place, f"no line-up of the list has {seats} strategies")
    for n, members in enumerate(lineups):
        if not missing and len(members) not in known:
            yield Fault(f"{place}[{n}]", f"{len(members)} strategies, but it is played with {said(tuple(known))}")


def _too_few(experiment: Experiment, seats: int, place: str) -> Fault:
    pool, first = len(experiment.strategies), experiment.strategies[0]
    field = "--lineups " + shlex.quote(f"vs-field:{first}")
    return Fault(place, f"{pool} {'strategy' if pool == 1 else 'strategies'} for {seats} seats. "
                 f"Give {seats}, or say how to fill the table:", "",
                 f"{field}   one {first}, the other seats from the rest\n"
                 f"{'--design mirror':{len(field)}}   the same strategy in all seats")


def _design(experiment: Experiment, entries: Entries) -> Iterator[Fault]:
    for seats in experiment.seats:
        games = games_in_block(experiment.design, seats)
        if games > MOST_GAMES:
            yield Fault(entries.place("design"), f"'permutations' of {seats} seats are {games} games a block, "
                        f"{MOST_GAMES} is the most. Did you mean 'rotations'?", "rotations")
    if experiment.start == "rules" and experiment.design not in ("random", "fixed"):
        yield Fault(entries.place("start"), "'rules' lets the game draw who begins, which the design "
                    f"{experiment.design!r} decides itself; take 'random' or 'fixed'")


def _length(experiment: Experiment, entries: Entries) -> Iterator[Fault]:
    """More games than can be laid out, which nobody could play."""
    scenarios = len(experiment.seats) * len(variants_of(experiment)) * len(cells(experiment))
    games = (experiment.games or 0) * scenarios if experiment.blocks is None else experiment.blocks * sum(
        games_in_block(experiment.design, seats) for seats in experiment.seats) * (scenarios // len(experiment.seats))
    if games > MOST_GAMES_OF_A_RUN:
        name = "games" if experiment.blocks is None else "blocks"
        yield Fault(entries.place(name), f"{games:,} games are more than a run can hold; {MOST_GAMES_OF_A_RUN:,} at most")


def _stop(experiment: Experiment) -> Iterator[Fault]:
    """A stopping rule that could never say anything."""
    stop = experiment.stop
    if stop is None:
        return
    if stop.sprt is not None and stop.target in ("strategy", "seat"):
        first = shlex.quote(experiment.strategies[0])
        yield Fault("stop.target", "sprt tests one strategy; name it:", help=f"--target {first}")
    elif experiment.design == "mirror" and stop.target != "seat":
        yield Fault("stop.target", "the design 'mirror' compares seats, not strategies:", help="--target seat")


def _injects(experiment: Experiment, game: Game, place: str, fewest: int) -> Iterator[Fault]:
    """Gifts that the game does not have, or to seats that are not always there: `fewest` are played with, if that is known."""
    known = [gift.name for gift in game.gifts]
    for n, gift in enumerate(experiment.inject):
        if gift.seat >= fewest > 0:
            yield Fault(f"{place}[{n}].seat", f"{gift.seat}: with {fewest} seats they are 0 to {fewest - 1}")
        if gift.what and gift.what not in known:
            yield _unknown(f"{place}[{n}].what", f"{gift.what!r}: {game.name} can't give that", gift.what, known)
        if gift in experiment.inject[:n] and gift.what and min(gift.seat, gift.round) >= 0:
            yield Fault(f"{place}[{n}]", f"the same as {place}[{experiment.inject.index(gift)}]")


def _forces(experiment: Experiment, game: Game, place: str) -> Iterator[Fault]:
    """Whether the game has such actions. The catalogue may be long: it is gone through only where something is forced."""
    actions = game.actions.all() if experiment.force else []
    for n, force in enumerate(experiment.force):
        if not force.kind:
            continue
        alike = [action.args for action in actions if action.kind == force.kind]
        if not alike:
            kinds = list(dict.fromkeys(action.kind for action in actions))
            yield _unknown(f"{place}[{n}].kind", f"{force.kind!r}: no kind of action in {game.name}", force.kind, kinds)
        elif faults := list(_argument_faults(force, alike, f"{place}[{n}].args")):
            yield from faults
        elif not any(force.fits(force.kind, args) for args in alike):
            yield Fault(f"{place}[{n}].args", f"no action of the kind {force.kind!r} has all of them")
        elif force in experiment.force[:n] and force.strategy and force.rule:
            yield Fault(f"{place}[{n}]", f"the same as {place}[{experiment.force.index(force)}]")


def _argument_faults(force: Force, alike: list[Mapping[str, Any]], place: str) -> Iterator[Fault]:
    for name, value in force.args.items():
        if name not in alike[0]:
            known = list(alike[0])
            told = f"{name!r}: {force.kind!r} has no such argument"
            yield _unknown(place, told, name, known) if known else Fault(place, f"{name!r}: {force.kind!r} has no arguments")
        elif not any(args[name] == value for args in alike):
            values = dict.fromkeys(shown(args[name]) for args in alike)
            yield _unknown(place, f"{name} = {shown(value)}: no action of the kind {force.kind!r} has it", shown(value), values)


def _unknown(place: str, told: str, given: str, known: Iterable[str]) -> Fault:
    """A word that is none of the known ones: with the nearest, or with all of them if they are few."""
    words = list(known)
    close = nearest(given, words).strip('"')
    few = f"; it is one of {', '.join(words)}" if 0 < len(words) <= 30 else ""
    return Fault(place, told + (f". Did you mean {close!r}?" if close else few), close)


def _setups(experiment: Experiment, game: Game) -> Iterator[Fault]:
    """What only the game itself can refuse: options that do not go together, or not with these seats; a position."""
    several = len(variants_of(experiment)) > 1 or len(experiment.seats) > 1 or bool(experiment.sweep)
    said: set[str] = set()
    for scenario in plan(experiment).scenarios:
        try:
            setup = game.setup(make_options(game, scenario.options), scenario.seats)
        except Refusal as error:
            for fault in error.faults:
                if str(fault) not in said:
                    said.add(str(fault))
                    where = f"{fault.where} ({scenario.label()})" if several else fault.where
                    yield Fault(where, fault.message, fault.nearest, fault.help)
            continue
        if experiment.position:
            try:
                begun = game.position(setup, **experiment.position).round
                for gift in experiment.inject:
                    if gift.round < begun and not scenario.number:
                        yield Fault("inject", f"{gift.words(game.name)}: the position lies in round {int(begun)}")
            except (Refusal, ValueError, TypeError, KeyError, IndexError, AssertionError) as error:
                yield Fault("position", f"{scenario.label()}: {error}")


def twins(laid_out: Plan) -> Iterator[str]:
    """Which scenarios play the same as another one, in words: that may be meant, but it is no comparison."""
    experiment = laid_out.experiment
    game = find_game(experiment.located(experiment.game))
    first: dict[str, str] = {}
    found = []
    for scenario in laid_out.scenarios:
        label = scenario.label().removeprefix(f"{scenario.seats} seats, " if len(experiment.seats) == 1 else "")
        played = repr((scenario.seats, make_options(game, scenario.options), scenario.strategies, scenario.treatment))
        if played in first:
            found.append(f"{label} as {first[played]}")
        first.setdefault(played, label)
    if found:
        more = f" (and {len(found) - 3} more)" if len(found) > 3 else ""
        yield (f"the same rules, strategies and luck make the same games: {', '.join(found[:3])}{more}. "
               "They are no comparison.")


def said(numbers: tuple[int, ...]) -> str:
    """Some numbers of seats in words: `2 to 5 seats`, `3 or 5 seats`."""
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]} seats"
    return f"{' or '.join(map(str, numbers))} seats"
