"""From the command line to an experiment and the folder of its run."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.params import RUNS, gathered
from sim.faults import Fault, Refusal

if TYPE_CHECKING:
    from experiments.experiment import Experiment

Flags = Mapping[str, Any]
TOP = ("game", "seats", "strategies", "seed", "blocks", "games", "design", "start", "on_failure", "name")
"""Flags that are entries of an experiment's file, under the same name."""
LOG = {"log": "level", "columns": "columns", "timing": "timing"}
"""Flags that are entries of [log], and their names there."""
STOP = ("half_width", "sprt", "target", "max_blocks", "alpha", "beta")
"""Flags that are entries of [stop], under the same name."""
GIFT = "seat=0,round=3,what=doubloon,amount=1"
FORCED = "strategy=puerto_rico.money,kind=build,building=harbor,rule=never"
LIBRARY = Path(__file__).resolve().parent.parent / "experiments" / "library"
"""Experiments that are ready to run: `evenhand run puerto_rico/seats`."""


def experiment_of(file: Path | None, flags: Flags) -> Experiment:
    """The experiment of a file, with what the flags say in its place; or of the flags alone."""
    from experiments.spec import from_plain, read

    given = settings(flags)
    if file is not None:
        return read(found(file), given)
    return from_plain({}, settings=given)       # the folder is no part of it: the same games make the same bytes anywhere


def found(file: Path) -> Path:
    """A file as it is named; else the experiment of that name in evenhand's library, if it holds one."""
    ready = LIBRARY / file.with_suffix(".toml")
    return ready if not file.exists() and ready.is_file() else file


def settings(flags: Flags) -> dict[str, Any]:
    """What the flags say, in the shape of an experiment's file."""
    given = {name: flags[name] for name in TOP if flags.get(name) is not None}
    if len(given.get("seats", ())) == 1:
        given["seats"] = given["seats"][0]
    if flags.get("lineups"):
        given["lineups"] = _lineups(flags["lineups"])
    log = {entry: flags[flag] for flag, entry in LOG.items() if flags.get(flag) is not None}
    if "columns" in log and log["columns"] not in ("core", "full"):
        log["columns"] = [name.strip() for name in log["columns"].split(",")]
    if log:
        given["log"] = log
    if flags.get("decision_seconds") is not None:
        given["limits"] = {"decision_seconds": flags["decision_seconds"]}
    stop = {name: flags[name] for name in STOP if flags.get(name) is not None}
    if stop:
        given["stop"] = stop
    if flags.get("options"):
        given["options"] = dict(gathered(flags["options"], "option"))
    if flags.get("sweep"):
        sweep = gathered(flags["sweep"], "sweep")
        given["sweep"] = {name: value if isinstance(value, list) else [value] for name, value in sweep.items()}
    if flags.get("variants"):
        given["variants"] = [_variant(text) for text in flags["variants"]]
    if flags.get("inject"):
        given["inject"] = [_pairs(text, "--inject", GIFT) for text in flags["inject"]]
    if flags.get("force"):
        given["force"] = [_force(_pairs(text, "--force", FORCED)) for text in flags["force"]]
    return given


def _lineups(given: Sequence[str]) -> str | list[list[str]]:
    """`all`, `balanced`, `vs-field:NAME`; else each is a line-up with commas."""
    if len(given) == 1 and "," not in given[0]:
        return given[0]
    return [[name.strip() for name in text.split(",")] for text in given]


def _variant(text: str) -> dict[str, Any]:
    """`harbor 9:cost.harbor=9:cost.wharf=9`, in the form of a strategy's spec."""
    from sim.options import parse_value

    name, *parts = [part.strip() for part in text.split(":")]
    options: dict[str, Any] = {}
    for part in parts:
        option, equals, value = part.partition("=")
        if not (equals and option.strip() and value.strip()):
            raise Refusal(Fault(f"--variant {text!r}", f"{part!r}: say OPTION=VALUE", help="As in 'harbor 9:cost.harbor=9'."))
        options[option.strip()] = parse_value(value.strip())
    return {"name": name, "options": options} if options else {"name": name}


def _pairs(text: str, flag: str, example: str) -> dict[str, Any]:
    """`seat=0,round=3`: names with values."""
    from sim.options import parse_value

    found: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not (equals and name and value):
            raise Refusal(Fault(f"{flag} {text!r}", f"{part.strip()!r}: say NAME=VALUE", help=f"As in {flag} {example}"))
        if name in found:
            raise Refusal(Fault(f"{flag} {text!r}", f"{name} is given twice"))
        found[name] = parse_value(value)
    return found


def _force(given: dict[str, Any]) -> dict[str, Any]:
    """What names neither strategy, kind nor rule is an argument of the action."""
    args = {name: value for name, value in given.items() if name not in ("strategy", "kind", "rule")}
    return {**{name: value for name, value in given.items() if name not in args}, **({"args": args} if args else {})}


def place_of(experiment: Experiment, flags: Flags, named: bool) -> tuple[Experiment, Path]:
    """The experiment with its name, and the folder of its run: --out, else runs/NAME, else a name made for it."""
    if flags.get("out") is not None:
        return experiment, flags["out"]
    if named:
        return experiment, RUNS / folder_name(experiment.name)
    return _unnamed(experiment)


def folder_name(name: str) -> str:
    """The folder of an experiment's name: letters, digits, dots, dashes."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.") or "run"


def _unnamed(experiment: Experiment) -> tuple[Experiment, Path]:
    """A name of the game, the seats and a number. The same experiment gets the same name again, so that it goes on."""
    game = folder_name(Path(experiment.game.partition(":")[0]).stem)
    number = 1
    while True:
        found = experiment.replace(name=f"{game}-{'-'.join(map(str, experiment.seats))}-{number}")
        folder = RUNS / found.name
        file = folder / "experiment.toml"
        if not folder.exists() or (file.is_file() and file.read_text(encoding="utf-8") == found.to_toml()):
            return found, folder
        number += 1
