"""Desks for the tests of the commands."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evenhand.desk import lay
from tests.evenhand.regenerate import desk


@pytest.fixture(scope="module")
def shared() -> Iterator[Path]:
    """A desk with the runs `first` and `failed`, which tests only read."""
    with desk() as folder:
        yield folder


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk without runs, for one test."""
    monkeypatch.chdir(tmp_path)
    lay(tmp_path)
    return tmp_path
