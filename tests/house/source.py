"""The files of the project, as the tests of the house read them."""
from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("evenhand", "reports", "experiments", "strategies", "sim")
"""From the top down: a package may import those after it."""


def modules(*packages: str) -> list[Path]:
    """The source files of our packages, relative to the root."""
    return sorted(path.relative_to(ROOT) for package in packages or PACKAGES for path in (ROOT / package).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, in functions and for types too; `from a import b` counts as `a.b`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written from the top"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def written() -> list[Path]:
    """Every text file that is written by hand, relative to the root: what git keeps."""
    kinds = {".py", ".md", ".toml", ".txt", ".html", ".j2", ".css", ".js", ""}
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in map(Path, done.stdout.splitlines()) if path.suffix in kinds and (ROOT / path).is_file()]
