"""Writes all golden files anew: `python -m tests.golden`. The commit then says which rule moved, and why."""
from __future__ import annotations

from tests.golden.files import files, write

for path in files():
    write(path)
    print(f"wrote {path.parent.name}/{path.name}")
