"""Finding games: built in, in a file, in another package; what is broken is named and breaks nothing else."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import evenhand  # noqa: F401  (before pig.py, which asks for evenhand.games)
from sim import catalog
from sim.faults import Fault, Refusal
from sim.options import OptionError
from tests.sim.pig import FILE, PIG


def fault(name: str) -> Fault:
    with pytest.raises(Refusal) as caught:
        catalog.find(name)
    return caught.value.faults[0]


def package(folder: Path, module: str, text: str, entry: str) -> None:
    """A package as pip would install it: a module, and the entry point that offers its game."""
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[evenhand.games]\n{entry}\n", encoding="utf-8")


def test_a_built_in_game_is_found_by_its_name_once() -> None:
    game = catalog.find("puerto_rico")

    assert game.name == "puerto_rico"
    assert catalog.find("puerto_rico") is game
    assert "puerto_rico" in catalog.names()


def test_listing_imports_no_game() -> None:
    code = "import sys; from sim import catalog; catalog.names(); print([m for m in sys.modules if m.startswith('sim.puerto')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=FILE.parents[2], check=True)

    assert done.stdout == "[]\n"


def test_an_unknown_game_gets_the_nearest_name() -> None:
    unknown = fault("puertorico")

    assert str(unknown) == "no game 'puertorico'. Did you mean 'puerto_rico'?"
    assert (unknown.nearest, unknown.help) == ("puerto_rico", "All: evenhand games")
    assert str(fault("zzz")) == "no game 'zzz'"


def test_a_game_in_a_file_is_found_by_path_however_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FILE.parent)

    assert catalog.find("pig.py:GAME") is catalog.find(f"{FILE}:GAME") is catalog.find("pig.py") is PIG


def test_a_file_may_use_modules_of_its_own_folder(tmp_path: Path) -> None:
    shutil.copy(FILE, tmp_path / "dice_game.py")
    (tmp_path / "mine.py").write_text("from dice_game import Pig\n\nPIGLET = Pig()\n", encoding="utf-8")
    path = list(sys.path)

    assert catalog.find(f"{tmp_path}/mine.py:PIGLET").title == "Pig"
    assert sys.path == path
    assert sorted(item.name for item in tmp_path.iterdir()) == ["dice_game.py", "mine.py"]


@pytest.mark.parametrize(("text", "variable", "message"), [
    ("GAME = 3\n", "GAME", "GAME of mine.py is no game: its type is int"),
    ("from evenhand.games import *\nGAMES = ()\n", "GAME", "mine.py has no GAME"),
    ("def broken(\n", "GAME", "mine.py can't be loaded: line 1: SyntaxError: '(' was never closed"),
    ("import torch_of_nobody\n", "GAME", "mine.py can't be loaded: ModuleNotFoundError: No module named 'torch_of_nobody'"),
])
def test_a_broken_file_is_named_with_its_mistake(tmp_path: Path, text: str, variable: str, message: str) -> None:
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")

    assert str(fault(f"{tmp_path}/mine.py:{variable}")) == message


def test_a_misspelt_variable_gets_the_games_of_its_file() -> None:
    missing = fault(f"{FILE}:GAM")

    assert str(missing) == "pig.py has no GAM. It has: GAME"
    assert missing.nearest == "GAME"


def test_a_missing_file_gets_the_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "big.py").touch()

    assert str(fault(f"{tmp_path}/pig.py:GAME")) == f"no file pig.py in {tmp_path}. There is: big.py"


def test_a_game_of_another_package_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "fancy_dice", FILE.read_text(encoding="utf-8"), "piggy = fancy_dice:GAME")
    monkeypatch.syspath_prepend(tmp_path)

    assert "piggy" in catalog.names()
    assert catalog.find("piggy").title == "Pig"


def test_a_broken_game_of_another_package_is_named_and_the_others_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "broken_dice", "raise RuntimeError('no dice')\n", "broken = broken_dice:GAME")
    monkeypatch.syspath_prepend(tmp_path)

    assert "broken" in catalog.names()
    assert str(fault("broken")) == "the game 'broken' of the package broken_dice can't be loaded: RuntimeError: no dice"
    assert catalog.find("puerto_rico").name == "puerto_rico"


def test_options_are_made_of_plain_data_or_refused() -> None:
    assert catalog.make_options(PIG, {"target": 20}).target == 20
    with pytest.raises(OptionError, match=r"option targt: unknown in pig. Did you mean 'target'?"):
        catalog.make_options(PIG, {"targt": 20})
