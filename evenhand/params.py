"""The kinds of values that commands take, and the options that several commands share."""
from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from evenhand import show
from sim.faults import Fault, Refusal, nearest

if TYPE_CHECKING:
    from sim.core import Game

Fn = TypeVar("Fn", bound=Callable[..., Any])
RUNS = Path("runs")
"""Where runs go and are looked for."""


# --- values -----------------------------------------------------------------------------------------------------------

class Choice(click.Choice[str]):
    """One of a few words; a wrong one is answered with the nearest right one."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        close = nearest(str(value), self.choices)
        listed = ", ".join(map(repr, self.choices))
        return f"{value!r} is not one of {listed}." + (f" Did you mean {close!r}?" if close else "")


class Number(click.FloatRange):
    """A number that can be counted with: neither `nan` nor infinite."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx) if not _endless(value) else math.nan
        if not math.isfinite(found):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return found


def _endless(value: Any) -> bool:
    try:
        return not math.isfinite(float(value))
    except (TypeError, ValueError):
        return False


class Place(click.Path):
    """A file or a folder."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(path_type=Path, **settings)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not str(value).strip():
            self.fail("it is empty", param, ctx)
        if "\0" in str(value):
            self.fail("a NUL character stands in no path", param, ctx)
        return super().convert(value, param, ctx)


class Words(click.ParamType[list[str]]):
    """Words with commas between them, each of which may have to be one of a few."""

    name = "words"

    def __init__(self, known: tuple[str, ...] = (), complete: Callable[[click.Context], Iterable[str]] | None = None) -> None:
        self.known = known
        self.complete = complete

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        found = [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else list(value)
        if not found:
            self.fail("nothing is named", param, ctx)
        for word in found:
            if self.known and word not in self.known:
                self.fail(Choice(self.known).get_invalid_choice_message(word, ctx), param, ctx)
        return found

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        words = self.complete(ctx) if self.complete else self.known
        return [CompletionItem(before + comma + word) for word in words if word.startswith(last)]


class Seats(click.ParamType[list[int]]):
    """Numbers of seats: `4`, `3,4`, `2-5`."""

    name = "seats"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        if not isinstance(value, str):
            return list(value)
        found: list[int] = []
        for part in value.split(","):
            match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", part)
            if match is None:
                self.fail(f"{value!r} is no number of seats; say 4, or 3,4, or 2-5", param, ctx)
            low = int(match[1])
            found += range(low, int(match[2] or low) + 1)
        if not found:
            self.fail(f"{value!r} is no number of seats; say 4, or 3,4, or 2-5", param, ctx)
        return found


class Name(click.ParamType[str]):
    """One name."""

    name = "name"

    def __init__(self, complete: Callable[[click.Context], Iterable[str]]) -> None:
        self.complete = complete

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in self.complete(ctx) if word.startswith(incomplete)]


class Shares(click.ParamType[list[float]]):
    """Win shares with commas between them: `0.25,0.27`."""

    name = "shares"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[float]:
        try:
            return [float(part) for part in value.split(",")] if isinstance(value, str) else list(value)
        except ValueError:
            self.fail(f"{value!r}: say two shares, as in 0.25,0.27", param, ctx)


class Backend(click.ParamType[str]):
    """Where games are played: `loky`, or `dask:ADDRESS`."""

    name = "backend"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if text != "loky" and not (text.startswith("dask:") and text.removeprefix("dask:")):
            self.fail(f"{value!r} is neither 'loky' nor 'dask:ADDRESS', as in dask:tcp://10.0.0.5:8786", param, ctx)
        return text


class Setting(click.ParamType[tuple[str, Any]]):
    """`NAME=VALUE`; the value is TOML where it is TOML, a list where it has commas, else text."""

    name = "setting"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        from sim.options import parse_value

        if not isinstance(value, str):
            name, given = value
            return name, given
        name, equals, text = value.partition("=")
        if not (equals and name.strip() and text.strip()):
            self.fail(f"{value!r}: say NAME=VALUE, as in cost.harbor=9", param, ctx)
        return name.strip(), parse_value(text.strip())

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        game = _game_of(ctx)
        return [CompletionItem(text) for text in settings(game) if text.startswith(incomplete)] if game else []


class GameName(click.ParamType["Game"]):
    """The name of a game, or `file.py:GAME`; becomes the game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        from strategies.trial import find_game

        return find_game(value) if isinstance(value, str) else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from sim.catalog import names

        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


class GameText(GameName):
    """As GameName, but it stays a text: an experiment holds texts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value


class RunFolder(click.ParamType[Path]):
    """The folder of a run, or its bare name if it lies in runs/."""

    name = "run"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value).strip():
            self.fail("it is empty", param, ctx)
        folder = run_folder(str(value))
        show.session().folder = folder
        return folder

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        place = Path(incomplete).parent if "/" in incomplete else RUNS
        return [CompletionItem(folder.as_posix()) for folder in runs_in(place) if folder.as_posix().startswith(incomplete)
                or folder.name.startswith(incomplete)]


def is_run(folder: Path) -> bool:
    """Whether a folder holds a run."""
    return (folder / "experiment.toml").is_file()


def runs_in(place: Path) -> list[Path]:
    """The folders of the runs in a folder, by name."""
    return sorted(folder for folder in place.iterdir() if is_run(folder)) if place.is_dir() else []


def run_folder(text: str) -> Path:
    """The folder of a run; Refusal with the nearest one if there is none."""
    folder = Path(text)
    if is_run(folder):
        return folder
    if folder.parent == Path() and is_run(RUNS / folder):
        return RUNS / folder
    place = RUNS if folder.parent == Path() else folder.parent
    names = [run.name for run in runs_in(place)]
    close = nearest(folder.name, names)
    hint = f". Did you mean {(place / close).as_posix()}?" if close else "."
    listed = f"Runs here: {', '.join(names[:12])}" + (", ..." if len(names) > 12 else "") if names else ""
    raise Refusal(Fault("", f"no run at {folder.as_posix()}{hint}", (place / close).as_posix() if close else "", listed))


# --- completion -------------------------------------------------------------------------------------------------------

def _game_of(ctx: click.Context) -> Game | None:
    from sim.catalog import find

    name = ctx.params.get("game")
    try:
        return find(name) if isinstance(name, str) else name
    except Refusal:
        return None


def settings(game: Game) -> Iterator[str]:
    """All that can stand after -O for a game: `NAME=`, with the values where they are words."""
    for known in dataclasses.fields(game.options):
        facts = known.metadata
        if facts["shape"] == "{int}":
            yield from (f"{known.name}.{key}=" for key in facts["keys"])
        else:
            values = ("true", "false") if facts["shape"] == "bool" else (*facts["choices"], *facts["words"])
            yield from (f"{known.name}={value}" for value in values or ("",))


def strategy_names(ctx: click.Context) -> list[str]:
    """The strategies of the game that is named on the command line, or of all games."""
    from strategies.registry import names

    game = ctx.params.get("game")
    return list(names(game if isinstance(game, str) else None))


# --- options that several commands share ------------------------------------------------------------------------------

def seats_option(help: str) -> Callable[[Fn], Fn]:
    """`--seats`."""
    return click.option("--seats", type=Seats(), metavar="K", help=help)


def rules_option(fn: Fn) -> Fn:
    """`-O NAME=VALUE`, as often as wanted."""
    return click.option("-O", "--option", "options", type=Setting(), multiple=True, metavar="NAME=VALUE",
                        help="A rule option, as in -O cost.harbor=9; all of them: evenhand options GAME.")(fn)


def _as_json(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    if value:
        show.session().json = True
    return value


def json_option(fn: Fn) -> Fn:
    """`--json` of a command that prints no table."""
    return click.option("--json", "as_json", is_flag=True, is_eager=True, callback=_as_json,
                        help="One JSON document on stdout, and nothing else.")(fn)


def _style(ctx: click.Context, param: click.Parameter, value: str) -> str:
    return "json" if show.session().json else value


def table_options(fn: Fn) -> Fn:
    """`--format` and `--json` of a command that prints a table; the command gets `style`."""
    fn = click.option("--format", "style", type=Choice(show.FORMATS), default="table", callback=_style, metavar="FORMAT",
                      help="table (default), json, csv or md.")(fn)
    return click.option("--json", is_flag=True, is_eager=True, expose_value=False, callback=_as_json,
                        help="The same as --format json.")(fn)


def gathered(pairs: Iterable[tuple[str, Any]], what: str) -> Mapping[str, Any]:
    """Settings as a mapping; Refusal if one is given twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found and found[name] != value:
            raise Refusal(Fault(f"{what} {name}", f"given twice: {found[name]} and {value}"))
        found[name] = value
    return found
