"""What all tests share."""
from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("evenhand", deadline=None, derandomize=True, max_examples=40, database=None)
settings.load_profile("evenhand")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the ids of tests/rules/<game>.txt that the test proves")
