"""The examples in the docstrings of the statistics are right."""
from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import reports.stats

MODULES = ["experiments.sequential"] + sorted(
    f"reports.stats.{path.stem}" for path in Path(reports.stats.__file__).parent.glob("*.py") if path.stem != "__init__")
WITHOUT = {"reports.stats.quantiles", "reports.stats.ratings", "reports.stats.winprob"}
"""Modules whose results are too large for an example."""


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_are_right(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))

    assert result.failed == 0
    assert (result.attempted == 0) == (module in WITHOUT)
