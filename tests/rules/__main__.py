"""Writes docs/rules.md: `python -m tests.rules`."""
from __future__ import annotations

from tests.rules.page import PAGE, page

PAGE.write_text(page())
print(f"wrote {PAGE.name}")
