"""TOML files: read with the line of what is broken, written in one way only."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from experiments.errors import ExperimentError
from sim.faults import Fault, nearest


def load(path: Path) -> dict[str, Any]:
    """The content of a TOML file; ExperimentError if there is none, or if it is no TOML."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExperimentError(Fault(path.name, f"not UTF-8 text (byte {error.start})"), path.name) from None
    except IsADirectoryError:
        raise ExperimentError(Fault("", f"{path} is a folder, not a file")) from None
    except FileNotFoundError:
        raise ExperimentError(_no_file(path)) from None
    except OSError as error:
        raise ExperimentError(Fault("", f"{path} can't be read: {error.strerror}")) from None
    return parse(text, path.name)


def parse(text: str, name: str) -> dict[str, Any]:
    """The content of a TOML text; `name` stands in the fault."""
    text = text.replace("\r\n", "\n")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, message = _explained(str(error), text.split("\n"))
        raise ExperimentError(Fault(f"{name}, line {line}", f"not TOML: {message}"), name) from None
    except RecursionError:
        raise ExperimentError(Fault(name, "not TOML that can be read: its values are nested too deeply"), name) from None


def _explained(error: str, lines: list[str]) -> tuple[int, str]:
    """The line of a TOML error and what is wrong, in our words where they say more than the parser's."""
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", error)
    message = error[:place.start()] if place else error
    message = message[0].lower() + message[1:]
    if not place or not place[1]:
        return len(lines), message
    row, column = int(place[1]), int(place[2])
    line = lines[row - 1]
    before, after = line[:column - 1].strip(), line[column - 1:].split("#")[0].strip()
    if message == "invalid value" and not after:
        return row, f"a value is missing after {before!r}"
    if message == "invalid value" and re.fullmatch(r"[A-Za-z_][^,\]\"'=]*", after):
        return row, f'{after} is no value; a text stands in quotes: "{after}"'
    return row, message


def _no_file(path: Path) -> Fault:
    folder = path.parent
    if not folder.is_dir():
        return Fault("", f"no file {path}: there is no folder {folder}")
    there = sorted(file.name for file in folder.glob("*.toml"))
    place = "Here" if folder == Path() else f"In {folder}/"
    listed = f"{place} there is: {', '.join(there[:8])}" + (", ..." if len(there) > 8 else "") if there else ""
    close = nearest(path.name, there)
    return Fault("", f"no file {path}." + (f" Did you mean {close!r}?" if close else ""), close, listed)


def dump(plain: Mapping[str, Any]) -> str:
    """A document: entries first, then tables, then lists of tables, each in the order given."""
    lines = [f"{key(name)} = {value(item)}" for name, item in plain.items() if not _is_table(item)]
    for name, item in plain.items():
        if isinstance(item, Mapping):
            lines += ["", f"[{key(name)}]", *(f"{key(entry)} = {value(inner)}" for entry, inner in item.items())]
    for name, item in plain.items():
        if _is_table(item) and not isinstance(item, Mapping):
            for table in item:
                lines += ["", f"[[{key(name)}]]", *(f"{key(entry)} = {value(inner)}" for entry, inner in table.items())]
    return "\n".join(lines) + "\n"


def _is_table(item: Any) -> bool:
    """Whether an entry is written as a table of its own: a map, or a list of nothing but maps."""
    if isinstance(item, (list, tuple)):
        return bool(item) and all(isinstance(inner, Mapping) for inner in item)
    return isinstance(item, Mapping)


def key(name: str) -> str:
    """A key, in quotes where it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def value(item: Any) -> str:
    """A value on one line."""
    if isinstance(item, bool):
        return str(item).lower()
    if isinstance(item, str):
        return _text(item)
    if isinstance(item, float):
        return repr(item) if item == item and abs(item) != float("inf") else {True: "nan"}.get(item != item, f"{item}")
    if isinstance(item, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(inner)}" for name, inner in item.items()) + " }" if item else "{}"
    if isinstance(item, (list, tuple)):
        return "[" + ", ".join(value(inner) for inner in item) + "]"
    return str(item)


_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def _text(text: str) -> str:
    """A basic string."""
    return '"' + "".join(_SHORT.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c) for c in text) + '"'
