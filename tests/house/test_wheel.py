"""What pip installs: everything that is needed, nothing else, and it runs."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import evenhand
from tests.house.source import PACKAGES, ROOT, modules

DATA = {".toml", ".html", ".j2", ".css", ".js", ".svg"}


def build(folder: Path, pure: bool) -> Path:
    """Build a wheel out of a copy of the sources; the wheel."""
    source = folder / "source"
    source.mkdir()
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*" + EXTENSION_SUFFIXES[0]))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    code = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(folder)], cwd=source, check=True, capture_output=True,
                   env={**os.environ, "EVENHAND_PURE": "1" if pure else "0"})
    return next(folder.glob("*.whl"))


def installed(wheel: Path, folder: Path, *arguments: str) -> str:
    """What the command prints when the wheel alone is installed."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("EVENHAND", "PYTHON"))}
    done = subprocess.run([sys.executable, "-m", "evenhand", *arguments], cwd=folder, capture_output=True, text=True,
                          env={**environment, "PYTHONPATH": str(folder / "site")}, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("plain"), pure=True)


def test_a_wheel_holds_every_module_and_its_data_and_no_test(plain: Path) -> None:
    names = set(zipfile.ZipFile(plain).namelist())
    data = {path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*")
            if path.suffix in DATA or path.name == "py.typed"}

    assert {path.as_posix() for path in modules()} | data <= names
    assert any(name.startswith("experiments/library/") for name in names)
    assert {name.partition("/")[0] for name in names if ".dist-info" not in name} == set(PACKAGES)


def test_a_plain_wheel_holds_no_binary_and_fits_every_machine(plain: Path) -> None:
    assert plain.name == f"evenhand-{evenhand.__version__}-py3-none-any.whl"
    assert not [name for name in zipfile.ZipFile(plain).namelist() if name.endswith(EXTENSION_SUFFIXES[0])]


def test_a_plain_wheel_plays(plain: Path, tmp_path: Path) -> None:
    assert "puerto_rico" in installed(plain, tmp_path, "games")


@pytest.mark.slow
def test_a_native_wheel_holds_the_engine_and_plays(tmp_path: Path) -> None:
    if shutil.which(os.environ.get("CC", "cc")) is None:
        pytest.skip("no C compiler")
    wheel = build(tmp_path, pure=False)
    binaries = {name.partition(".")[0] for name in zipfile.ZipFile(wheel).namelist() if name.endswith(EXTENSION_SUFFIXES[0])}

    assert {"sim/native_core__mypyc", "sim/core", "sim/play", "sim/puerto_rico/state"} <= binaries
    assert "native" in installed(wheel, tmp_path, "--version", "--verbose")
