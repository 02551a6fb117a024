"""The command line as tests see it: what it prints on either stream, and its exit code."""
from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from evenhand.cli import call

ROOT = Path(__file__).resolve().parents[2]
PIG = f"{ROOT / 'docs' / 'examples' / 'pig.py'}:GAME"
"""A small game that is there whatever else is built."""


@dataclass(frozen=True)
class Said:
    """What a command printed, and how it ended."""

    out: str
    err: str
    code: int

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """An environment without anything that colours or sets evenhand, and these settings."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("EVENHAND_", "_EVENHAND_")) or name == "EVENHAND_PURE"}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        kept.pop(name, None)
    return {**kept, "COLUMNS": "100", **settings}


def evenhand(*args: str, **settings: str) -> Said:
    """Call the command line in this process; `settings` are environment variables. One job plays here too, which is quicker."""
    out, err, set_ = io.StringIO(), io.StringIO(), environment({"EVENHAND_RUN_DEBUG": "1", **settings})
    with patch.dict(os.environ, set_, clear=True), redirect_stdout(out), redirect_stderr(err):
        code = call(args)
    return Said(out.getvalue(), err.getvalue(), int(code))


def in_a_process(*args: str, cwd: Path | None = None, **settings: str) -> Said:
    """Start the command line as a user does."""
    env = {**environment(settings), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "evenhand", *args]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env, cwd=cwd, timeout=120)
    return Said(done.stdout, done.stderr, done.returncode)
