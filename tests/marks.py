"""The mark that ties a test to the rules it proves: `@rule("PR-TRADE-04", "EX-38")`."""
from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Says which ids of tests/rules/<game>.txt a test proves."""
    return pytest.mark.rule(*ids)
