"""The manifest of a run: what it was made with, and how far it has come. Written first, closed at the end."""
from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import sim
from experiments.schemas import VERSION
from experiments.versions import versions

FILE: Final = "manifest.json"
SCHEMA: Final = "evenhand.manifest/1"
UNKNOWN: Final = "unknown"
PACKAGES: Final = ("librt", "numpy", "pyarrow", "joblib")


def new(name: str, game: str, plan_hash: str, sources: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The manifest of a run that begins."""
    return {
        "schema": SCHEMA, "tables": VERSION, "name": name, "game": game, "status": "running", "plan": plan_hash,
        "versions": versions(PACKAGES), "build": sim.BUILD, "git": git(),
        "platform": {"system": platform.platform(), "machine": platform.machine(), "processor": processor(),
                     "cpus": os.cpu_count()},
        "argv": list(sys.argv), "sources": dict(sources),
        "games": {"planned": 0, "recorded": 0, "failed": 0, "tied": 0}, "repeatable": True, "interruptions": 0, "sessions": [],
    }


def rebuilt(name: str, game: str, plan_hash: str, sources: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The manifest of a run that has lost its own: what can be known from the rest of its folder."""
    whole = new(name, game, plan_hash, sources)
    return {**whole, "status": UNKNOWN, "versions": dict.fromkeys(whole["versions"], UNKNOWN), "build": "",
            "git": None, "platform": {}, "argv": []}


def read(folder: Path) -> dict[str, Any]:
    """The manifest of a folder; empty if it cannot be read."""
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Put a manifest into its folder, whole or not at all."""
    write_whole(folder / FILE, (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that whoever looks sees the old or the new one, never half of it."""
    hidden = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        with open(hidden, "wb") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(hidden, file)
    finally:
        hidden.unlink(missing_ok=True)


def git() -> dict[str, Any] | None:
    """The commit of the source tree that runs and whether it was changed since; None if it is no such tree."""
    home = Path(sim.__file__ or "").resolve().parent.parent
    if not (home / ".git").exists():
        return None
    try:
        commit = _git(home, "rev-parse", "HEAD")
        return {"commit": commit, "changed": bool(_git(home, "status", "--porcelain", "--untracked-files=no"))}
    except (OSError, subprocess.SubprocessError):
        return None


def _git(home: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(home), *arguments], capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()
