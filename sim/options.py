"""Rule options: how they are declared, checked, explained and written down.

A game's options are a frozen dataclass whose fields are made with `option()`. Users give plain data (TOML or `-O name=value`);
`make` turns it into the dataclass, with every fault named at once. Not compiled: read once a worker.
"""
from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeVar, cast

from sim.faults import Fault, Refusal, nearest

T = TypeVar("T")

SHAPES = {
    "int": "an integer", "bool": "true or false", "choice": "one of {choices}", "[int]": "a list of integers",
    "[choice]": "a list out of {choices}", "[[choice]]": "a list of lists out of {choices}",
    "{int}": "a map of {keys} to integers", "[{int}]": "a list of maps of {keys} to integers",
    "{[int]}": "a map of {keys} to lists of integers", "list": "a list", "{list}": "a map of {keys} to lists",
}
"""The shapes a value may have, in words; a field may allow several, joined by `|`."""


def option(default: T, help: str, *, unit: str = "", low: int | None = None, high: int | None = None, shape: str = "",
           choices: Sequence[str] = (), keys: Sequence[str] = (), words: Sequence[str] = (),
           length: tuple[int, int] | None = None, shown: str = "") -> T:
    """A field of an options dataclass: its default, its meaning, and what is allowed.

    `shape` is one or more of SHAPES joined by `|`; it is taken from the default where that is clear. `low` and `high` bound
    each integer, `length` the number of entries, `words` are accepted besides the shape ("none", "all", "table"), `keys` are
    those of a map, `shown` is printed as the default in place of the value.
    """
    if not shape:
        shape = "bool" if isinstance(default, bool) else "int" if isinstance(default, int) else "choice"
    facts = {"help": help, "unit": unit, "low": low, "high": high, "shape": shape, "choices": tuple(choices),
             "keys": tuple(keys), "words": tuple(words), "length": length, "shown": shown}
    if isinstance(default, (dict, list)):
        return cast(T, field(default_factory=lambda: default, metadata=facts))
    return field(default=default, metadata=facts)


class OptionError(Refusal):
    """Options that cannot be played, with all faults."""


def refuse(option: str, message: str) -> OptionError:
    """The error for a refusal that only the game itself can see: `raise refuse("ships", "...")`."""
    return OptionError(Fault(f"option {option}", message))


def make(options: type[T], given: Mapping[str, Any], game: str, presets: Mapping[str, Mapping[str, Any]] | None = None,
         overlays: Mapping[str, Mapping[str, Any]] | None = None) -> T:
    """The options object of plain data: preset < overlays < the given values. OptionError with every fault."""
    faults = list(check(options, given, game))
    if faults:
        raise OptionError(faults)
    flat = unfold(options, given)
    merged: dict[str, Any] = {}
    fields = _fields(options)
    preset = flat.get("preset", fields["preset"].default if "preset" in fields else "")
    layers = [(presets or {}).get(preset, {})]
    layers += [(overlays or {}).get(name, {}) for name in flat.get("overlays", ())]
    for layer in [*(unfold(options, plain) for plain in layers), flat]:
        for name, value in layer.items():
            old = merged.get(name)
            merged[name] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return options(**merged)


def check(options: type[Any], given: Mapping[str, Any], game: str) -> Iterator[Fault]:
    """Every fault of plain data, in its order."""
    fields = _fields(options)
    for name, value in _entries(fields, given):
        base, dot, key = name.partition(".")
        known = fields.get(base)
        later = getattr(options, "NOT_YET", {}).get(base, "")      # what a game names and does not have yet
        if later:
            yield Fault(f"option {name}", later)
        elif known is None or (dot and not (_is_map(known) and key in known.metadata["keys"])):
            close = nearest(name, _names(fields))
            hint = f". Did you mean {close!r}?" if close else f"; see: evenhand options {game}"
            yield Fault(f"option {name}", f"unknown in {game}{hint}", close)
        else:
            facts = {**known.metadata, "shape": _entry(known)} if dot else known.metadata
            message, close = _wrong(facts, _default(known), _listed(facts, value))
            if message:
                yield Fault(f"option {name}", message, close, facts["help"])


def _entries(fields: Mapping[str, dataclasses.Field[Any]], given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The given values, maps entry by entry under dotted names."""
    for name, value in given.items():
        if isinstance(value, Mapping) and name in fields and _is_map(fields[name]):
            yield from ((f"{name}.{key}", item) for key, item in value.items())
        else:
            yield name, value


def _listed(facts: Mapping[str, Any], value: Any) -> Any:
    """A single word where a list of words is wanted: `-O overlays=jungle`."""
    alone = isinstance(value, str) and value in facts["choices"] and facts["shape"] == "[choice]"
    return [value] if alone else value


def _is_map(known: dataclasses.Field[Any]) -> bool:
    return bool(_entry(known))


def _entry(known: dataclasses.Field[Any]) -> str:
    """The shape of a map's entries; empty for a field that takes no map."""
    shapes: list[str] = known.metadata["shape"].split("|")
    return next((shape[1:-1] for shape in shapes if shape.startswith("{")), "")


def unfold(options: type[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data with `cost.harbor = 9` gathered into `cost = {harbor = 9}`, and a single word as the list that is wanted."""
    flat: dict[str, Any] = {}
    fields = _fields(options)
    for name, value in given.items():
        base, dot, key = name.partition(".")
        value = _listed(fields[name].metadata, value) if name in fields else value
        if dot:
            flat[base] = {**flat.get(base, {}), key: value}
        elif isinstance(value, Mapping):
            flat[name] = {**flat.get(name, {}), **value}
        else:
            flat[name] = value
    return flat


def plain(options: Any) -> dict[str, Any]:
    """What differs from the defaults, as plain data with dotted keys, in the order of the fields."""
    out: dict[str, Any] = {}
    for known in dataclasses.fields(options):
        value = getattr(options, known.name)
        if value == _default(known):
            continue
        if isinstance(value, Mapping):
            out.update({f"{known.name}.{key}": item for key, item in value.items()})
        else:
            out[known.name] = value
    return out


def parse_value(text: str) -> Any:
    """The value of `-O name=value`: TOML where it is TOML, a list where commas stand, else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return [parse_value(part.strip()) for part in text.split(",") if part.strip()] if "," in text else text


def rows(options: type[Any]) -> list[dict[str, str]]:
    """One row an option for people: option, type, default, allowed, meaning, unit."""
    table = []
    for known in dataclasses.fields(options):
        facts = known.metadata
        table.append({"option": known.name + (".<name>" if facts["shape"].startswith("{") else ""),
                      "type": facts["shape"].replace("|", " or "), "default": facts["shown"] or _toml(_default(known)),
                      "allowed": allowed(facts, short=True), "meaning": facts["help"], "unit": facts["unit"]})
    return table


def allowed(facts: Mapping[str, Any], short: bool = False) -> str:
    """What a field takes, in words; `short` leaves out what its type says already."""
    if short:
        spans = dict.fromkeys(_short(shape, facts) for shape in facts["shape"].split("|"))
        return " or ".join([*filter(None, spans), *facts["words"]])
    bounds = _bounds(facts)
    ways = []
    for shape in facts["shape"].split("|"):
        ways.append(SHAPES[shape].format(choices=_some(facts["choices"]), keys=_some(facts["keys"]))
                    + (f" {bounds}" if "int" in shape and bounds else ""))
    return " or ".join(ways + [f"{word!r}" for word in facts["words"]])


def _short(shape: str, facts: Mapping[str, Any]) -> str:
    """The values of one shape: 0..20 for integers, also those of a list or a map."""
    if "int" in shape:
        low, high = facts["low"], facts["high"]
        return "" if low is None and high is None else f"{'' if low is None else low}..{'' if high is None else high}"
    return "true or false" if shape == "bool" else _some(facts["choices"], 3)


def _fields(options: type[Any]) -> dict[str, dataclasses.Field[Any]]:
    return {known.name: known for known in dataclasses.fields(options)}


def _default(known: dataclasses.Field[Any]) -> Any:
    factory = known.default_factory
    return known.default if factory is dataclasses.MISSING else factory()


def _names(fields: Mapping[str, dataclasses.Field[Any]]) -> list[str]:
    names = list(fields)
    for name, known in fields.items():
        names += [f"{name}.{key}" for key in known.metadata["keys"]]
    return names


def _wrong(facts: Mapping[str, Any], default: Any, value: Any) -> tuple[str, str]:
    """Why a value is not allowed and the nearest that is, or two empty strings."""
    if isinstance(value, str) and value in facts["words"]:
        return "", ""
    if any(_fits(shape, facts, value) for shape in facts["shape"].split("|")):
        return "", ""
    stranger = _stranger(facts, value)
    close = nearest(stranger, [*facts["choices"], *facts["words"]])
    if close:
        return f"{stranger!r} is unknown. Did you mean {close!r}?", close
    shown = facts["shown"] or _toml(default)
    return f"{_said(value)} is not allowed; {allowed(facts)}" + (f" (default {shown})" if shown != "-" else ""), ""


def _fits(shape: str, facts: Mapping[str, Any], value: Any) -> bool:
    if shape.startswith("[") and isinstance(value, (list, tuple)):
        length = facts["length"]
        return (not length or length[0] <= len(value) <= length[1]) and all(_fits(shape[1:-1], facts, item) for item in value)
    if shape.startswith("{") and isinstance(value, Mapping):
        return all(key in facts["keys"] and _fits(shape[1:-1], facts, item) for key, item in value.items())
    if shape == "list":
        return isinstance(value, (list, tuple))
    if shape == "bool":
        return isinstance(value, bool)
    if shape == "int" and isinstance(value, int) and not isinstance(value, bool):
        low, high = facts["low"], facts["high"]
        return (low is None or value >= low) and (high is None or value <= high)
    return shape == "choice" and isinstance(value, str) and value in facts["choices"]


def _stranger(facts: Mapping[str, Any], value: Any) -> str:
    """The first word of a value, or of a list of lists, that is none of the choices."""
    if isinstance(value, (list, tuple)):
        return next((word for word in (_stranger(facts, item) for item in value) if word), "")
    return value if isinstance(value, str) and value not in facts["choices"] else ""


def _bounds(facts: Mapping[str, Any]) -> str:
    low, high = facts["low"], facts["high"]
    if low is not None and high is not None:
        return f"from {low} to {high}"
    return f"from {low}" if low is not None else f"up to {high}" if high is not None else ""


def _some(names: Sequence[str], most: int = 8) -> str:
    """A list of names, cut short where it is long."""
    return ", ".join(names) if len(names) <= most else ", ".join(names[:most - 1]) + ", ..."


def _said(value: Any) -> str:
    """A value that was refused, as it was given."""
    return repr(value) if isinstance(value, str) else "[]" if value == [] else _toml(value)


def _toml(value: Any) -> str:
    """A value as it would stand in a TOML file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value if value.replace("_", "").isalnum() else f'"{value}"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}" if value else "-"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(item) for item in value) + "]" if value else "-"
    return str(value)
