"""Evenhand plays board games against themselves and says which strategy and which seat comes out ahead, and how sure that is.

The public names are below; everything else may move between releases. `sim`, `strategies`, `experiments` and `reports` lie
beside this package. Their names are common, so they are loaded here by path, before a user's folder of such a name can take
their place.
"""
from __future__ import annotations

import importlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evenhand.comparing import Comparison
    from evenhand.listing import games, strategies
    from evenhand.results import Run, open
    from evenhand.single import PlayedGame, play
    from evenhand.starting import run
    from experiments.experiment import Experiment
    from sim.chance import Stream
    from sim.core import Action, Event, Outcome, Row, State, View
    from sim.faults import Refusal
    from strategies.base import Strategy
    from strategies.trial import find_game

__all__ = ["Action", "Comparison", "Event", "Experiment", "Outcome", "PlayedGame", "Refusal", "Row", "Run", "State",
           "Strategy", "Stream", "View", "__version__", "find_game", "games", "open", "play", "run", "strategies"]
__version__ = "0.1.0"

_ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = ("sim", "strategies", "experiments", "reports")
_HOMES = {
    "Action": "sim.core", "Event": "sim.core", "Outcome": "sim.core", "Row": "sim.core", "State": "sim.core",
    "View": "sim.core", "Stream": "sim.chance", "Refusal": "sim.faults", "find_game": "strategies.trial",
    "Strategy": "strategies.base", "Experiment": "experiments.experiment", "PlayedGame": "evenhand.single",
    "Comparison": "evenhand.comparing",
    "Run": "evenhand.results", "games": "evenhand.games:", "open": "evenhand.results", "play": "evenhand.single",
    "run": "evenhand.starting", "strategies": "evenhand.listing",
}
"""Where the public names live. (`evenhand.games` is the package of what authors need, and can be called.)"""


def _load_packages() -> None:
    """Load our four packages from the folder that holds `evenhand`; ImportError if another of that name is loaded already."""
    for name in _PACKAGES:
        loaded = sys.modules.get(name)
        if loaded is None:
            _load(name)
        else:
            place = _place(loaded)
            if place != _ROOT / name:
                raise ImportError(f"{_shown(place)} hides evenhand's own package {name!r}. Rename it, or start elsewhere.")


def _load(name: str) -> None:
    folder = _ROOT / name
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None, name
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


def _place(module: Any) -> Path | None:
    """The file of a module, or the folder of a package."""
    folders = list(getattr(module, "__path__", ()))
    place = folders[0] if folders else getattr(module, "__file__", None)
    return Path(place).resolve() if place else None


def _shown(place: Path | None) -> str:
    """A place as a person in the current folder would name it."""
    if place is None:
        return "A module made in this session"
    here = Path.cwd()
    return f"./{place.relative_to(here).as_posix()}" if place.is_relative_to(here) else str(place)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'evenhand' has no attribute {name!r}")
    place, colon, other = home.partition(":")
    module = importlib.import_module(place)
    value = module if colon and not other else getattr(module, other or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_load_packages()
