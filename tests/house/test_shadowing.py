"""A user's folder may hold a `strategies`, an `experiments`, a `reports.py` and a `sim.py`: ours are found all the same."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import evenhand
from tests.house.source import ROOT

HEAVY = ("click", "joblib", "jinja2", "matplotlib", "numpy", "pandas", "pyarrow", "scipy", "tqdm")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose modules of our names raise as soon as they are imported."""
    for name in ("strategies", "experiments"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('the wrong package')\n", encoding="utf-8")
    for name in ("reports", "sim"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('the wrong module')\n", encoding="utf-8")
    return tmp_path


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True,
                          timeout=300)


def test_a_plain_import_finds_ours(folder: Path) -> None:
    done = python(folder, "-c", "import evenhand, sim, reports; print(evenhand.Strategy.__module__, sim.__file__)")

    assert done.stderr == ""
    assert done.stdout.split() == ["strategies.base", str(ROOT / "sim" / "__init__.py")]


def test_the_command_finds_ours(folder: Path) -> None:
    done = python(folder, "-m", "evenhand", "games", "--quiet")

    assert (done.returncode, done.stderr) == (0, "")
    assert "puerto_rico" in done.stdout


def test_workers_find_ours(folder: Path) -> None:
    done = python(folder, "-m", "evenhand", "run", "--game", "puerto_rico", "--seats", "3", "--strategies", "random_py",
                  "--design", "mirror", "--games", "600", "--jobs", "2", "--log", "games", "--out", "out", "--quiet")

    assert (done.returncode, done.stderr) == (0, "")
    assert "random_py" in done.stdout
    assert len(list((folder / "out" / "games").glob("*.parquet"))) > 1


@pytest.mark.parametrize(("name", "text"), [("strategies.py", "x = 1\n"), ("reports/__init__.py", "x = 1\n")])
def test_a_module_of_our_name_that_is_loaded_already_is_refused_in_plain_words(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    package = name.removesuffix("/__init__.py").removesuffix(".py")
    done = python(tmp_path, "-c", f"import {package}\nimport evenhand")

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (f"ImportError: ./{name.removesuffix('/__init__.py')} hides evenhand's own package "
                                            f"'{package}'. Rename it, or start elsewhere.")


def test_an_import_loads_nothing_dear(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", f"import sys, evenhand; print([name for name in {HEAVY} if name in sys.modules])")

    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", evenhand.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert name in dir(evenhand)
    assert getattr(evenhand, name) is not None


def test_a_name_that_is_not_public_is_missing_as_usual() -> None:
    with pytest.raises(AttributeError, match="module 'evenhand' has no attribute 'Strategie'"):
        _ = evenhand.Strategie
