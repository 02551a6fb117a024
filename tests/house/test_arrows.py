"""Imports point downwards only: evenhand -> reports -> experiments -> strategies -> sim."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.house.source import PACKAGES, imports, modules

SIM_MAY_USE = {"librt", "mypy_extensions", "sim"}
NOT_IN_SIM = {"asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "socket",
              "subprocess", "sys", "tempfile", "threading", "time", "uuid"}
READS_FOLDERS = {Path("sim/__init__.py"), Path("sim/catalog.py")}
REPORTS_MAY_READ = {"schemas", "store", "sequential"}
HEAVY = {"pandas", "matplotlib"}


def top(module: str) -> str:
    return module.partition(".")[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_those_below_it(package: str) -> None:
    above = PACKAGES[:PACKAGES.index(package)]
    wrong = [f"{path} imports {module}" for path in modules(package) for module in imports(path) if top(module) in above]

    assert modules(package)
    assert wrong == []


def test_sim_needs_nothing_but_the_standard_library_and_its_compiler() -> None:
    wrong = [f"{path} imports {module}" for path in modules("sim") for module in imports(path)
             if top(module) not in SIM_MAY_USE and top(module) not in sys.stdlib_module_names]

    assert wrong == []


def test_sim_has_no_clock_no_files_and_no_luck_of_its_own() -> None:
    wrong = [f"{path} imports {module}" for path in modules("sim") if path not in READS_FOLDERS
             for module in imports(path) if top(module) in NOT_IN_SIM]

    assert wrong == []


def test_the_core_of_sim_knows_no_game() -> None:
    games = {path.parent.name for path in modules("sim") if len(path.parts) > 2}
    wrong = [f"{path} imports {module}" for path in modules("sim") if len(path.parts) == 2
             for module in imports(path) if module.startswith("sim.") and module.split(".")[1] in games]

    assert wrong == []


def test_reports_read_a_run_through_its_store_alone() -> None:
    wrong = [f"{path} imports {module}" for path in modules("reports") for module in imports(path)
             if top(module) == "experiments" and module.split(".")[1] not in REPORTS_MAY_READ]

    assert wrong == []


def test_what_plays_games_imports_nothing_dear() -> None:
    wrong = [f"{path} imports {module}" for path in modules("strategies", "experiments") for module in imports(path)
             if top(module) in HEAVY]

    assert wrong == []
