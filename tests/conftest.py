"""What all tests share."""
from __future__ import annotations

from hypothesis import settings

settings.register_profile("evenhand", deadline=None, derandomize=True, max_examples=40, database=None)
settings.load_profile("evenhand")


