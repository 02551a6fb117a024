"""Reading an experiment, from a TOML file, plain data or the command line: all its faults at once, each with its place.

What wins: preset < overlays < [options] < variant < sweep < command line.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from experiments import entries as read_as
from experiments.checks import check, said
from experiments.design import DESIGNS
from experiments.entries import Entries, Wrong
from experiments.errors import ExperimentError
from experiments.experiment import Experiment, Plain, Stop, Variant, split_file
from experiments.files import anchored, name_files
from experiments.settings import TABLES, flat, merged
from experiments.tomlfile import load, value as shown
from experiments.treatments import Force, forces, injects
from sim import catalog
from sim.core import Game
from sim.faults import Fault, Refusal, nearest
from sim.record import LEVELS
from strategies import trial
from strategies.parameters import written
from strategies.specs import SpecError, find as find_strategies, parse, without_game

__all__ = ["Experiment", "ExperimentError", "Variant", "from_plain", "read", "to_toml"]

FIELDS: Final = ("name", "game", "seats", "seed", "blocks", "games", "strategies", "design", "lineups", "start", "on_failure",
                 "options", "sweep", "position", "log", "limits", "stop", "variants", "inject", "force")
DEFAULT_BLOCKS: Final = 500
LONGEST_NAME: Final = 200
LEAST_BLOCKS: Final = 30
"""A rule's first look (`experiments.sequential.FIRST_LOOK`; importing it takes as long as this whole module)."""
MOST_BLOCKS: Final = 5000
"""Where a run that stops by itself stops at the latest, unless something else is said."""
SPEAK_FOR_THEMSELVES: Final = ("game", "strategies")
"""What a fault of the command line names in its words already."""
LINEUPS: Final = ("all", "balanced", "vs-field:NAME", "duplicates", "duplicates:NAME")


def read(path: str | Path, settings: Plain | None = None) -> Experiment:
    """The experiment of a TOML file. `settings`, what the command line says, have the same shape and win."""
    path = Path(path)
    return from_plain(load(path), path.parent, settings, name=path.stem, source=path.name)


def from_plain(plain: Plain, base_dir: str | Path = ".", settings: Plain | None = None, *, name: str = "",
               source: str = "") -> Experiment:
    """The experiment of plain data. Files are looked for from `base_dir`, those of `settings` from the current folder."""
    faults: list[Fault] = []
    reader = _Reader(plain, Path(base_dir), settings or {}, faults)
    experiment = reader.experiment(name)
    if experiment is not None and reader.game is not None:
        check(experiment, reader.game, reader.entries, set((settings or {}).get("options", {})))
    if faults or experiment is None:
        raise ExperimentError(faults, source)
    return experiment


def recorded(path: Path) -> Experiment:
    """The experiment of a run's folder, which was valid when the run began; its strategies are not loaded."""
    faults: list[Fault] = []
    experiment = _Reader(load(path), path.parent, {}, faults, new=False).experiment(path.parent.name)
    if faults or experiment is None:
        raise ExperimentError(faults, path.name)
    return experiment


def to_toml(experiment: Experiment) -> str:
    """The experiment as the text of a file."""
    return experiment.to_toml()


class _Reader:
    """Reads the fields one by one. Where one is wrong its default stands in, so that the others can still be judged."""

    def __init__(self, plain: Plain, base_dir: Path, settings: Plain, faults: list[Fault], new: bool = True) -> None:
        """Of a `new` experiment the users' files are tried before they are loaded; a run has played those that it keeps."""
        self.new = new
        self.base_dir = base_dir
        self.settings = settings
        places = {name: "" if name in SPEAK_FOR_THEMSELVES else f"--{name.replace('_', '-')}" for name in settings
                  if name not in TABLES}
        self.entries = Entries(merged(plain, settings), "", faults, places)
        self.faults = faults
        self.game: Game | None = None

    def experiment(self, name: str) -> Experiment | None:
        """The experiment as far as it can be read; None if not even the game is known."""
        take, entries = self.entries.take, self.entries
        entries.refuse_others(FIELDS)
        game = self._game()
        if self.game is None:
            return None
        sweep: dict[str, tuple[Any, ...]] = take("sweep", _sweep, {})
        seats = self._seats(sweep)
        position = take("position", self._position, {})
        lineups = take("lineups", _lineups, "all")
        strategies = self._strategies(seats, lineups)
        if self.new:
            trial.rehearse(strategies)
        names, files = self._named(game, strategies, lineups)
        log, limits = self._log(), self._limits()
        strategies = tuple(names.get(text, text) for text in strategies)
        line_ups = self._lineups(lineups, names, strategies, files)
        stop, most = self._stop(line_ups, strategies, files)
        return Experiment(
            name=take("name", _name, name or self.game.name), game=names.get(game, game), seats=seats or (self.game.seats[0],),
            strategies=strategies, seed=take("seed", read_as.whole(0, 2**62 - 1), 0), **self._length(most),
            design=take("design", read_as.word(DESIGNS), "rotations"), lineups=line_ups,
            start=take("start", read_as.word(("rotate", "rules")), "rotate"),
            on_failure=take("on_failure", read_as.word(("drop", "forfeit")), "drop"),
            options=flat(take("options", read_as.table, {})), variants=self._variants(),
            sweep=self._sweep(sweep, strategies, files), position=position, files=files, stop=stop,
            inject=injects(take("inject", read_as.tables, ()), entries.place("inject"), self.faults),
            force=self._forces(strategies, files), **log, **limits)

    def _game(self) -> str:
        text = self.entries.take("game", read_as.text, "")
        if not text:
            if "game" not in self.entries.given:
                self.faults.append(Fault("game", "missing", help="All: evenhand games"))
            return ""
        text = anchored(text, self._folder("game"))
        try:
            self.game = (trial.find_game if self.new else catalog.find)(text)
        except Refusal as error:
            self.faults += [Fault(self.entries.place("game"), f.message, f.nearest, f.help) for f in error.faults]
        return f"{text}:GAME" if text.endswith(".py") else text

    def _folder(self, field: str) -> Path:
        return Path() if field in self.settings else self.base_dir

    def _seats(self, sweep: dict[str, tuple[Any, ...]]) -> tuple[int, ...]:
        """The numbers of seats, which a sweep may give instead."""
        assert self.game is not None
        read = read_as.wholes(1, 16)
        swept = sweep.pop("seats", None)
        if "seats" in self.entries.given:
            if swept is not None:
                self.faults.append(Fault("sweep", "'seats' stands in [sweep] and above it; say it once"))
            return self.entries.take("seats", read, ())
        if swept is None:
            self.faults.append(Fault("seats", f"missing; {self.game.name} has {said(self.game.seats)}"))
            return ()
        try:
            return read(swept)
        except Wrong as wrong:
            self.faults.append(Fault("sweep", f"'seats': {wrong}"))
            return ()

    def _length(self, most: int | None) -> dict[str, Any]:
        """How many blocks or games; where the run stops by itself, at most `most` blocks."""
        blocks = self.entries.take("blocks", read_as.whole(1, 2**33 - 1), None)
        games = self.entries.take("games", read_as.whole(1, 2**40 - 1), None)
        if "blocks" in self.entries.given and "games" in self.entries.given:
            self.faults.append(Fault(self.entries.place("games"), "'blocks' says how long it is already; give one of them"))
        if most is not None:
            return {"blocks": most}
        if games is not None:
            return {"games": games}
        return {"blocks": blocks or DEFAULT_BLOCKS}

    def _position(self, value: Any) -> Plain:
        """A position's facts, or those of the file that is named."""
        if not isinstance(value, str):
            return read_as.table(value)
        try:
            return load(self._folder("position") / value)
        except ExperimentError as error:
            raise Wrong(str(error.faults[0])) from None

    def _strategies(self, seats: tuple[int, ...], lineups: str | tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
        """The pool: as given, else all of the listed line-ups, else the game's own line-up."""
        assert self.game is not None
        found: Sequence[str] = self.entries.take("strategies", read_as.texts, ())
        if not found and isinstance(lineups, tuple):
            found = list(dict.fromkeys(text for members in lineups for text in members))
        if not found and seats and all(number in self.game.seats for number in seats):
            found = self.game.default_lineup(max(seats))
        return tuple(anchored(text, self._folder("strategies")) for text in found) or ("random",)

    def _named(self, game: str, strategies: tuple[str, ...], lineups: Any) -> tuple[dict[str, str], dict[str, Path]]:
        texts = list(strategies)
        if isinstance(lineups, tuple):
            texts += [anchored(text, self._folder("lineups")) for members in lineups for text in members]
        names, files = name_files(texts)
        if file := split_file(game)[0]:
            alone, _ = name_files([game])
            if files.get(split_file(alone[game])[0], Path(file)) != Path(file):     # a strategy's file has that name
                alone, _ = name_files([game, *texts])
            names |= {game: alone[game]}
            files |= {split_file(alone[game])[0]: Path(file)}
        return names, files

    def _lineups(self, lineups: str | tuple[tuple[str, ...], ...], names: Mapping[str, str], pool: tuple[str, ...],
                 files: Mapping[str, Path]) -> str | tuple[tuple[str, ...], ...]:
        """The line-ups in the words of the pool."""
        place = self.entries.place("lineups")
        if isinstance(lineups, str):
            kind, colon, name = lineups.partition(":")
            if not colon:
                return lineups
            found = self._members(name, pool, files, place)
            return f"{kind}:{found[0]}" if found else "all"
        out = []
        for n, members in enumerate(lineups):
            texts = [anchored(text, self._folder("lineups")) for text in members]
            out.append(tuple(found[0] for text, short in zip(texts, members, strict=True)
                             if (found := self._members(names.get(text, short), pool, files, f"{place}[{n}]"))))
        return tuple(out)

    def _members(self, name: str, pool: tuple[str, ...], files: Mapping[str, Path], place: str,
                 field: str = "lineups") -> list[str]:
        """Those of the pool that a name means; a fault if there is none, or several different ones where one is meant."""
        found = members(name, pool, files, self._folder(field))
        if not found:
            self.faults.append(_nobody(place, name, pool))
        elif len(set(found)) > 1:
            self.faults.append(Fault(place, f"{name!r} may mean {' or '.join(found)}"))
        return found

    def _sweep(self, sweep: Plain, pool: tuple[str, ...], files: Mapping[str, Path]) -> dict[str, tuple[Any, ...]]:
        """The lists of a sweep; parameters are named after the strategies of the pool."""
        out: dict[str, tuple[Any, ...]] = {}
        for name, values in sweep.items():
            who, colon, parameter = name.rpartition(":")
            if colon:
                found = members(who, pool, files, self._folder("sweep"))
                if not found:
                    self.faults.append(_nobody("sweep", who, pool, f"{name!r}: "))
                    continue
                if len({parse(text).base for text in found}) > 1:
                    self.faults.append(Fault("sweep", f"{name!r}: {who!r} may mean {' or '.join(found)}"))
                    continue
                name = f"{found[0] if len(set(found)) == 1 else parse(found[0]).base}:{parameter}"
            out[name] = values
        return out

    def _variants(self) -> tuple[Variant, ...]:
        found = []
        for n, table in enumerate(self.entries.take("variants", read_as.tables, ())):
            entries = Entries(table, f"variants[{n}]", self.faults)
            entries.refuse_others(("name", "options"))
            name = entries.take("name", read_as.text, f"variant {n}")
            if "name" not in table:
                self.faults.append(Fault(f"variants[{n}].name", "missing"))
            found.append(Variant(name, flat(entries.take("options", read_as.table, {}))))
        return tuple(found)

    def _forces(self, pool: tuple[str, ...], files: Mapping[str, Path]) -> tuple[Force, ...]:
        def member(name: str, place: str) -> str:
            return next(iter(self._members(name, pool, files, place, "force")), "")

        return forces(self.entries.take("force", read_as.tables, ()), self.entries.place("force"), self.faults, member)

    def _log(self) -> dict[str, Any]:
        log = Entries(self.entries.given.get("log", {}), "log", self.faults, _typed(self.settings, "log"))
        log.refuse_others(("level", "columns", "timing"))
        return {"level": log.take("level", read_as.word(LEVELS), "rounds"), "columns": log.take("columns", _columns, "core"),
                "timing": log.take("timing", read_as.yes_or_no, False)}

    def _stop(self, lineups: str | tuple[tuple[str, ...], ...], pool: tuple[str, ...],
              files: Mapping[str, Path]) -> tuple[Stop | None, int | None]:
        """The stopping rule, and the number of blocks at which it stops at the latest, if the file says that beside it."""
        if "stop" not in self.entries.given:
            return None, None
        stop = Entries(self.entries.given["stop"], "stop", self.faults, _typed(self.settings, "stop"))
        stop.refuse_others(("half_width", "sprt", "target", "max_blocks", "alpha", "beta"))
        rules = [name for name in ("half_width", "sprt") if name in stop.given]
        if len(rules) != 1:
            self.faults.append(Fault(stop.place(rules[-1]) if rules else stop.place(next(iter(stop.given), "half_width")),
                                     "give half_width or sprt, not both" if rules else
                                     "no rule: say when it stops, half_width = 0.01 or sprt = [0.25, 0.27]"))
        target = stop.take("target", read_as.text, "")
        if not target:
            field, _, candidate = lineups.partition(":") if isinstance(lineups, str) else ("", "", "")
            target = candidate if "sprt" in rules and field in ("vs-field", "duplicates") and candidate else "strategy"
        elif target not in ("strategy", "seat"):
            target = next(iter(self._members(target, pool, files, stop.place("target"))), pool[0])
        length = any(name in self.entries.given for name in ("blocks", "games"))
        most = stop.take("max_blocks", read_as.whole(LEAST_BLOCKS, 2**33 - 1), None if length else MOST_BLOCKS)
        share = read_as.between(0, 0.5)
        return Stop(stop.take("half_width", read_as.between(0, 0.5), None), stop.take("sprt", _sprt, None), target,
                    stop.take("alpha", share, 0.05), stop.take("beta", share, 0.05)), most

    def _limits(self) -> dict[str, Any]:
        limits = Entries(self.entries.given.get("limits", {}), "limits", self.faults, _typed(self.settings, "limits"))
        limits.refuse_others(("decision_seconds",))
        return {"decision_seconds": limits.take("decision_seconds", _seconds, 10)}


def members(name: str, pool: Sequence[str], files: Mapping[str, Path], folder: Path) -> list[str]:
    """Those of a pool that a spec, a short name or a class name means; a file may be named from `folder`."""
    located = {}
    for text in pool:
        file, rest = split_file(text)
        located[f"{files[file]}{rest}" if file in files else text] = text
    for same in (lambda text: located[text], lambda text: text, lambda text: parse(text).base):
        found = [short for text, short in located.items() if same(text) in (name, anchored(name, folder))]
        if found:
            return found
    try:
        return [located[text] for text in find_strategies(name, list(located))]
    except SpecError:       # a file that cannot be loaded is a fault of its own
        return []


def _nobody(place: str, name: str, pool: Sequence[str], lead: str = "") -> Fault:
    """That a name means none of the pool, with the nearest that would."""
    close = nearest(name, list(dict.fromkeys(short for text in pool for short in (without_game(text), text) if short)))
    hint = f". Did you mean {close!r}?" if close else ""
    return Fault(place, f"{lead}{name!r} is none of the strategies {', '.join(dict.fromkeys(pool))}{hint}", close)


def _typed(settings: Plain, table: str) -> dict[str, str]:
    return {name: f"--{'log' if name == 'level' else name.replace('_', '-')}" for name in settings.get(table, {})}


def _seconds(value: Any) -> float:
    """The time for a decision, which a timer must be able to measure; 0 is none."""
    if value in (0, 0.0) and not isinstance(value, bool):
        return 0
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.001 <= value <= 86_400:
        raise Wrong(f"{shown(value)} is not allowed; a number from 0.001 to 86400, or 0 for no limit")
    return value


def _name(value: Any) -> str:
    text = read_as.text(value)
    if not text.isprintable():
        raise Wrong("a character of it can't be printed")
    if len(text.encode()) > LONGEST_NAME:
        raise Wrong(f"{len(text.encode())} bytes are too long for the name of a folder; {LONGEST_NAME} at most")
    if any(character in text for character in "/\\\0\n") or text in (".", ".."):
        raise Wrong(f"{text!r} can't be the name of a folder")
    return text


def _sweep(value: Any) -> dict[str, tuple[Any, ...]]:
    out: dict[str, tuple[Any, ...]] = {}
    for name, values in read_as.table(value).items():
        if isinstance(values, Mapping):
            out |= _sweep({f"{name}.{key}": item for key, item in values.items()})
        elif not isinstance(values, (list, tuple)) or not values:
            raise Wrong(f"{name!r}: a list of values is wanted")
        elif len(told := {written(value) for value in values}) < len(values):
            twice = next(text for text in told if sum(written(value) == text for value in values) > 1)
            raise Wrong(f"{name!r}: {twice} stands there twice")
        else:
            out[name] = tuple(values)
    return out


def _lineups(value: Any) -> str | tuple[tuple[str, ...], ...]:
    if isinstance(value, str):
        kind, _, name = value.partition(":")
        return value if kind in ("vs-field", "duplicates") and name else read_as.word(LINEUPS)(value)
    if not isinstance(value, (list, tuple)) or not value:
        raise Wrong(f"{value!r} is not allowed; {', '.join(map(repr, LINEUPS))} or a list of line-ups")
    return tuple(read_as.texts(members) for members in value)


def _sprt(value: Any) -> tuple[float, float]:
    """Two shares, the smaller one first."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise Wrong("two shares are wanted, [0.25, 0.27]")
    low, high = (read_as.between(0, 1)(share) for share in value)
    if low >= high:
        raise Wrong(f"{low:g} is not below {high:g}; the share that would be no better stands first")
    return low, high


def _columns(value: Any) -> str | tuple[str, ...]:
    return read_as.word(("core", "full"))(value) if isinstance(value, str) else read_as.texts(value)
