"""The users' files of an experiment: short names for them, and what is copied into a run."""
from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from experiments.experiment import COPIES, Experiment, split_file


def anchored(text: str, folder: Path) -> str:
    """A strategy or game with the path of its file made absolute; a relative one is taken from `folder`."""
    file, rest = split_file(text)
    return os.path.abspath(folder / Path(file).expanduser()) + rest if file else text


def name_files(texts: Iterable[str]) -> tuple[dict[str, str], dict[str, Path]]:
    """Anchored strategies and games with short names for their files, and where the files lie.

    The short name is the file's own if all files share a folder, else it has as many folders as tell the folders apart. A run
    keeps its copies under the same names, so that a copy finds the modules of its folder.
    """
    paths = {text: Path(split_file(text)[0]) for text in texts if split_file(text)[0]}
    folders = sorted({path.parent for path in paths.values()})
    depth = 0 if len(folders) < 2 else 1
    while len({path.parts[-depth:] for path in folders}) < len(folders):
        depth += 1
    short = {text: "/".join(path.parts[len(path.parts) - 1 - depth:]) for text, path in paths.items()}
    names = {text: short[text] + split_file(text)[1] for text in paths}
    return names, {short[text]: path for text, path in paths.items()}


def sources(experiment: Experiment) -> dict[str, Path]:
    """Every file that belongs to the users' strategies and game, by its place among the copies of a run."""
    from strategies.specs import sources as files_of

    found: dict[str, Path] = {}
    texts = [text for text in experiment.strategies if split_file(text)[0]]
    for text in texts:
        name = split_file(text)[0]
        home = experiment.files[name].resolve().parent
        for file in files_of(experiment.located(text)):
            found[(Path(name).parent / file.relative_to(home)).as_posix()] = file
    if game := split_file(experiment.game)[0]:
        found[game] = experiment.files[game]
    return dict(sorted(found.items()))


def digest(file: Path) -> str:
    """The sha256 of a file; empty if it cannot be read."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def plan_hash(experiment: Experiment, hashes: Mapping[str, str]) -> str:
    """What all parts of a run share: the experiment without its name and length, the users' files, the tables."""
    from experiments.schemas import VERSION  # it loads pyarrow, which a mistake in usage need not wait for

    same = experiment.replace(name="", blocks=1, games=None)
    told = json.dumps([VERSION.partition(".")[0], same.to_toml(), sorted(hashes.items())])
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def as_recorded(experiment: Experiment, folder: Path, recorded: Mapping[str, str]) -> Experiment:
    """The experiment with the users' files as they were when the run began, of which `recorded` holds the sha256.

    That is in their own places, where a strategy finds the data it may have beside it; but if one of them has changed since,
    all are taken from the run's copies.
    """
    if all(digest(place) == recorded[name] for name, place in homes(experiment, recorded).items()):
        return experiment
    return experiment.replace(files={name: folder / COPIES / name for name in experiment.files})


def homes(experiment: Experiment, names: Iterable[str]) -> dict[str, Path]:
    """Where the users' own files lie, by their place among the copies."""
    found = {}
    for name in names:
        spec = name if name in experiment.files else next(
            file for file in experiment.files if Path(name).is_relative_to(Path(file).parent))
        found[name] = experiment.files[spec].resolve().parent / Path(name).relative_to(Path(spec).parent)
    return found
