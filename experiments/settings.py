"""What the command line says over what a file says."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from experiments.experiment import Plain

TABLES: Final = ("options", "sweep", "log", "limits", "stop")
"""The tables whose entries are replaced one by one."""


def merged(plain: Plain, settings: Plain) -> dict[str, Any]:
    """The fields of a file with those of the command line over them, which neither a variant nor the sweep changes back."""
    out = dict(plain)
    for name, value in settings.items():
        old = out.get(name, {})
        if name in TABLES and isinstance(old, Mapping):
            value = {**(flat(old) if name == "options" else old), **value}
        out[name] = value
    for one, other in (("games", "blocks"), ("blocks", "games")):
        if one in settings and other not in settings:
            out.pop(other, None)
    if isinstance(out.get("stop"), Mapping):
        out["stop"] = _stop(out["stop"], settings)
    typed = flat(settings.get("options", {}))
    if typed and isinstance(out.get("variants"), list):
        out["variants"] = [_without(table, typed) for table in out["variants"]]
    if isinstance(out.get("sweep"), Mapping):
        gone = {*typed, *(("seats",) if "seats" in settings else ())} - set(settings.get("sweep", {}))
        out["sweep"] = {name: values for name, values in out["sweep"].items() if name not in gone}
    return out


def _stop(stop: Plain, settings: Plain) -> dict[str, Any]:
    """The stopping rule without what the command line says otherwise: another rule, or how long it goes on at most."""
    typed = settings.get("stop", {})
    gone = [other for one, other in (("sprt", "half_width"), ("half_width", "sprt")) if one in typed and other not in typed]
    if ("blocks" in settings or "games" in settings) and "max_blocks" not in typed:
        gone.append("max_blocks")
    return {name: value for name, value in stop.items() if name not in gone}


def flat(options: Plain) -> dict[str, Any]:
    """Rule options with dotted keys: `cost = { harbor = 9 }` becomes `cost.harbor = 9`."""
    out: dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, Mapping):
            out |= {f"{name}.{key}": item for key, item in value.items()}
        else:
            out[name] = value
    return out


def _without(variant: Any, typed: Plain) -> Any:
    """A variant without the options that the command line sets."""
    if not isinstance(variant, Mapping) or not isinstance(variant.get("options"), Mapping):
        return variant
    return {**variant, "options": {name: value for name, value in flat(variant["options"]).items() if name not in typed}}
