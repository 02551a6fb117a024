"""How fast evenhand plays: games per CPU second by strategy, log level and build. A program to look at, never a test.

    python bench/speed.py [GAME] [SEATS] [SECONDS]
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

CASES = [("random", "none"), ("random", "games"), ("random", "rounds"), ("random_py", "none"), ("random_py", "rounds")]
PLAIN_CASES = [("random", "none"), ("random_py", "none")]


def measure(game: str, seats: str, strategy: str, level: str, seconds: str, pure: str) -> dict[str, Any]:
    """One measurement by `evenhand bench`, in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "evenhand", "bench", game, "--seats", seats, "--strategy", strategy,
                           "--log", level, "--seconds", seconds, "--json"], check=True, capture_output=True, text=True,
                          env={**os.environ, "EVENHAND_PURE": pure})
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(game: str = "puerto_rico", seats: str = "4", seconds: str = "3") -> None:
    """Measure every case and print one line each."""
    from sim.catalog import find

    archetypes = [name for name in find(game).default_lineup(int(seats)) if "." in name]
    cases = [*CASES, *[(name, level) for name in dict.fromkeys(archetypes) for level in ("none", "rounds")]]
    print(f"{game}, {seats} seats, {seconds} s each\n")
    print(f"{'build':<8}{'strategy':<24}{'log':<8}{'games/CPU s':>12}{'us/decision':>13}{'of --log none':>15}")
    for pure, some in (("0", cases), ("1", PLAIN_CASES)):
        base: dict[str, float] = {}
        for strategy, level in some:
            found = measure(game, seats, strategy, level, seconds, pure)
            speed = found["games_per_cpu_s"]
            base.setdefault(strategy, speed)
            print(f"{found['build']:<8}{strategy:<24}{level:<8}{speed:>12,.0f}{found['us_per_decision']:>13.2f}"
                  f"{base[strategy] / speed:>14.2f}x", flush=True)


if __name__ == "__main__":
    import evenhand  # noqa: F401  (makes `sim` importable from anywhere)

    main(*sys.argv[1:])
