"""From the text that names a strategy to the class and its instances.

    random                        a built-in name, or one that an installed package offers
    puerto_rico.money:quarries=1  with parameters
    bots/corn.py:Corn:fallback=2  a class in a file; the class may be left out where the file holds one
"""
from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sim.faults import Fault, Interrupt, nearest
from strategies import registry
from strategies.base import Strategy
from strategies.files import SpecError, UserModule, ended, load, no_end
from strategies.parameters import Parameter, ParameterError, parameters_of, take, written

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["LoadedClass", "Offer", "Spec", "SpecError",
           "available", "build", "check", "find", "label", "labels", "parse", "registered_as", "sources"]


@dataclass(frozen=True)
class Spec:
    """A spec taken apart: a registered `name`, or a `file` with perhaps a `class_name`; parameters as texts."""

    text: str
    name: str
    file: str
    class_name: str
    params: tuple[tuple[str, str], ...]

    @property
    def base(self) -> str:
        """The text without the parameters."""
        return ":".join(part for part in (self.file or self.name, self.class_name) if part)

    def with_param(self, name: str, value: Any) -> Spec:
        """The same strategy with one parameter set or changed."""
        params = {**dict(self.params), name: written(value)}
        text = ":".join([self.base, *(f"{key}={item}" for key, item in params.items())])
        return replace(self, text=text, params=tuple(params.items()))

    def anchored(self, folder: Path) -> Spec:
        """The same with the file's path made absolute, a relative one taken from `folder`."""
        if not self.file:
            return self
        file = os.path.abspath(folder / Path(self.file).expanduser())
        return replace(self, file=file, text=file + self.text[len(self.file):])


@dataclass(frozen=True)
class LoadedClass:
    """A strategy's class with the values of its parameters, ready to make instances of."""

    spec: Spec
    cls: type[Strategy]
    parameters: Mapping[str, Parameter]
    values: Mapping[str, Any]
    module: UserModule | None

    def new(self) -> Strategy:
        """A new instance."""
        return self.cls(**self.values)


@dataclass(frozen=True)
class Offer:
    """A strategy that can be named: what it takes, what it does; of a broken one only the error."""

    name: str
    parameters: str
    plays: str
    package: str = "evenhand"
    error: str = ""


def parse(text: str) -> Spec:
    """Take a spec apart. SpecError if it cannot be one."""
    text = text.strip()
    end = 0 if text == ".py" else text.find(".py:") + 3 if ".py:" in text else len(text) if text.endswith(".py") else 0
    head, rest = (text[:end], text[end + 1:]) if end else (text.partition(":")[0], text.partition(":")[2])
    parts = rest.split(":") if rest else []
    class_name = parts.pop(0) if end and parts and "=" not in parts[0] else ""
    params: dict[str, str] = {}
    faults = [] if head else [Fault("", f"{text!r} names no strategy")]
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or not name.isidentifier():
            faults.append(Fault("", f"{text}: {part!r} is no parameter; write name=value"))
        elif name in params:
            faults.append(Fault("", f"{text}: the parameter {name!r} is given twice"))
        params[name] = value
    if faults:
        raise SpecError(faults)
    return Spec(text, "" if end else head, head if end else "", class_name, tuple(params.items()))


def check(text: str, game_name: str | None = None) -> LoadedClass:
    """The class and the values of a spec, loaded and tried: one instance is made. SpecError with all that is wrong."""
    loaded = _load(parse(text))
    games, base = loaded.cls.games, loaded.spec.base
    if game_name is not None and games and game_name not in games:
        help = f"All: evenhand strategies {game_name}"
        raise SpecError(Fault("", f"{base} plays {', '.join(games)}, not {game_name}", help=help))
    if loaded.spec.file and (how := ended(Path(loaded.spec.file).expanduser().resolve(), text)):
        raise SpecError(no_end(f"{text} can't be made", how))
    try:
        loaded.new()
    except Interrupt:
        raise
    except BaseException as error:      # SystemExit too
        raise SpecError(Fault("", f"{text} can't be made: {type(error).__name__}: {error}".removesuffix(": "))) from None
    return loaded


_cached: dict[tuple[str, str], LoadedClass] = {}


def build(text: str, game_name: str | None = None) -> Strategy:
    """A new instance. The class is loaded once a process, and again if its files change."""
    key = (text, os.getcwd())
    loaded = _cached.get(key)
    if loaded is None or (loaded.module is not None and not loaded.module.is_current()):
        loaded = _cached[key] = check(text, game_name)
    return loaded.new()


def sources(text: str) -> list[Path]:
    """The files of a user's strategy: its own first, then the modules it takes from its folder. Empty for a registered name."""
    module = _load(parse(text)).module
    return list(module.sources) if module is not None else []


def available(game_name: str | None = None) -> list[Offer]:
    """All registered strategies that play the game: the built-in ones, then those of other packages, broken ones too."""
    offers = []
    for name in registry.names(game_name):
        offers.append(_offer(name, partial(_built_in, name), "evenhand", game_name))
    for point in _entry_points():
        offers.append(_offer(point.name, partial(_from_package, point), _package(point), game_name))
    return [offer for offer in offers if offer is not None]


def registered_as(cls: type[Strategy]) -> str:
    """The name under which a class is built in, or offered by an installed package; empty if it is not."""
    place = f"{cls.__module__}:{cls.__qualname__}"
    built_in = next((name for name, where in registry.BUILT_IN.items() if where == place), "")
    return built_in or next((point.name for point in _entry_points() if point.value == place), "")


def label(text: str) -> str:
    """A short name to show: the spec without the folders of its file."""
    spec = parse(text)
    return Path(spec.file).name + spec.text[len(spec.file):] if spec.file else spec.text


def labels(texts: Sequence[str]) -> list[str]:
    """Short names for the strategies of one run: as many folders as it takes to tell different specs apart."""
    short = [label(text) for text in texts]
    for n, text in enumerate(texts):
        rivals = {other for other in texts if other != text and label(other) == short[n]}
        spec, folders = parse(text), 1
        while rivals and spec.file and folders < len(Path(spec.file).parts):
            folders += 1
            tail = "/".join(Path(spec.file).parts[-folders:])
            rivals = {other for other in rivals if Path(parse(other).file).as_posix().endswith(tail)}
            short[n] = tail + spec.text[len(spec.file):]
    return short


def find(name: str, texts: Sequence[str]) -> list[str]:
    """Those of some specs that a short name means: the whole spec, its label, that without parameters, or the class name.

    Of a game's own strategies also the name without the game.

    >>> find("money", ["puerto_rico.money:quarries=2", "random"])
    ['puerto_rico.money:quarries=2']
    """
    for short in (lambda text: text, label, lambda text: label(parse(text).base), without_game,
                  lambda text: without_game(parse(text).base), _class_name):
        found = [text for text in dict.fromkeys(texts) if short(text) == name]
        if found:
            return found
    return []


# --- loading -----------------------------------------------------------------------------------------------------------


def _load(spec: Spec) -> LoadedClass:
    if spec.file:
        module = load(Path(spec.file).expanduser(), spec.file)
        cls = _class_in(module.module, spec)
    else:
        module, cls = None, _registered(spec.name)
    _must_choose(cls, spec.base)
    parameters = parameters_of(cls)
    try:
        values = take(parameters, dict(spec.params), spec.base)
    except ParameterError as error:
        raise SpecError(error.faults) from None
    return LoadedClass(spec, cls, parameters, values, module)


def _class_in(module: ModuleType, spec: Spec) -> type[Any]:
    """The class that a spec means in its module; the only one if it names none."""
    classes = {name: item for name, item in vars(module).items()
               if isinstance(item, type) and item.__module__ == module.__name__ and name == item.__name__}
    ours = [name for name, item in classes.items() if issubclass(item, Strategy) or hasattr(item, "choose")] or list(classes)
    if spec.class_name:
        found = getattr(module, spec.class_name, None)
        if isinstance(found, type):
            return found
        near = nearest(spec.class_name, ours)
        has = f"It has: {', '.join(ours)}" if ours else "It has none."
        raise SpecError(Fault("", f"{spec.file} has no class {spec.class_name}. {has}", near))
    if len(ours) == 1:
        return classes[ours[0]]
    if not ours:
        raise SpecError(Fault("", f"{spec.file} has no class", help="Write:  class MyBot(Strategy): ..."))
    raise SpecError(Fault("", f"{spec.file} has several classes: {', '.join(ours)}. Say which: {spec.file}:{ours[0]}"))


def _must_choose(cls: type[Any], shown: str) -> None:
    choose = getattr(cls, "choose", None)
    if choose is None or choose is Strategy.choose:
        raise SpecError(Fault("", f"{shown} has no method choose(view, actions)"))
    if not issubclass(cls, Strategy):
        help = f"Write:  from evenhand import Strategy\n        class {cls.__name__}(Strategy): ..."
        raise SpecError(Fault("", f"{shown} is no Strategy", help=help))


def _registered(name: str) -> type[Strategy]:
    if name in registry.BUILT_IN:
        return _built_in(name)
    for point in _entry_points():
        if point.name == name:
            return _from_package(point)
    known = [*registry.BUILT_IN, *(point.name for point in _entry_points())]
    near = nearest(name, known)
    if not near and Path(f"{name}.py").is_file():
        near = f"{name}.py"
    hint = f". Did you mean {near!r}?" if near else ""
    game = name.partition(".")[0] if "." in name else "GAME"
    raise SpecError(Fault("", f"no strategy {name!r}{hint}", near, f"All: evenhand strategies {game}"))


def _built_in(name: str) -> type[Strategy]:
    module, _, cls = registry.BUILT_IN[name].partition(":")
    found: type[Strategy] = getattr(importlib.import_module(module), cls)
    return found


def _entry_points() -> list[EntryPoint]:
    from importlib.metadata import entry_points  # 20 ms that a built-in name does not need

    return sorted(entry_points(group=registry.ENTRY_POINTS), key=lambda point: point.name)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "unknown"


def _offered(point: EntryPoint) -> str:
    return f"the strategy {point.name!r} of the package {_package(point)}"


def _from_package(point: EntryPoint) -> type[Strategy]:
    """The class of an entry point; SpecError if it breaks, whatever it raises."""
    try:
        found = point.load()
    except Interrupt:
        raise
    except BaseException as error:      # another package's module may raise anything at import, SystemExit too
        what = f"{type(error).__name__}: {error}"
        raise SpecError(Fault("", f"{_offered(point)} can't be loaded: {what}")) from None
    if not (isinstance(found, type) and issubclass(found, Strategy)):
        raise SpecError(Fault("", f"{_offered(point)} is no class of Strategy"))
    return found


def _offer(name: str, load: Callable[[], type[Strategy]], package: str, game_name: str | None) -> Offer | None:
    """The row of a strategy; None if it plays another game."""
    try:
        cls = load()
    except SpecError as error:
        return Offer(name, "", "", package, str(error))
    if game_name is not None and cls.games and game_name not in cls.games:
        return None
    parameters = " ".join(str(parameter) for parameter in parameters_of(cls).values())
    first_line = next(iter((cls.__doc__ or "").strip().splitlines()), "")
    return Offer(name, parameters, first_line, package)


def without_game(text: str) -> str:
    """money:quarries=2 for puerto_rico.money:quarries=2; empty for what belongs to no game."""
    head, colon, rest = text.partition(":")
    return "" if parse(text).file else head.partition(".")[2] and head.partition(".")[2] + colon + rest


def _class_name(text: str) -> str:
    spec = parse(text)
    if not spec.file:
        return ""
    return spec.class_name or _load(spec).cls.__name__


