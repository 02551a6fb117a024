"""What the documents claim, measured again: speed, the seats of random play, the strength of the archetypes.

    python bench/claims.py          a few minutes on the native build; exit code 1 if a claim does not hold
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

GAME = "puerto_rico"
ARCHETYPES = ("money", "hybrid", "shipping")


class Claim(NamedTuple):
    """What is said, what was measured, and whether it holds."""

    said: str
    measured: str
    holds: bool


def command(*arguments: str, pure: bool = False) -> Any:
    """The JSON document of a command."""
    done = subprocess.run([sys.executable, "-m", "evenhand", *arguments, "--json"], check=True, stdout=subprocess.PIPE,
                          text=True, env={**os.environ, "EVENHAND_PURE": "1" if pure else "0"})
    return json.loads(done.stdout)


def report(folder: Path, *arguments: str) -> Any:
    """The report of a run that is played for it."""
    command("run", "--game", GAME, "--seats", "4", "--log", "games", "--no-report", "--quiet", "--out", str(folder), *arguments)
    return command("report", str(folder))


def best_of(readings: int, *arguments: str, pure: bool = False) -> dict[str, float]:
    """The most games per CPU second, and the quickest copy, that some readings of `evenhand bench` find: what else the machine
    does meanwhile only ever slows it."""
    found = [command("bench", *arguments, pure=pure) for _ in range(readings)]
    return {"games": max(float(one["games_per_cpu_s"]) for one in found), "copy": min(float(one["copy_us"]) for one in found)}


def speed() -> Iterator[Claim]:
    """Games per CPU second."""
    catan = ("catan", "--seats", "4", "-O", "preset=standard", "-O", "domestic=off")
    for game, strategy, least, pure in (((GAME, "--seats", "4"), "random", 4000, False),
                                        ((GAME, "--seats", "4"), "random_py", 1500, False),
                                        ((GAME, "--seats", "4"), "random", 100, True),
                                        (catan, "random", 3500, False), (catan, "random_py", 1800, False)):
        build, found = "plain" if pure else "native", best_of(3, *game, "--strategy", strategy, pure=pure)["games"]
        yield Claim(f"{game[0]}, {strategy}, {build} build: at least {least:,} games per CPU second", f"{found:,.0f}",
                    found >= least)
    copy = best_of(3, *catan, "--seconds", "1")["copy"]
    yield Claim("a position of catan is copied in at most 2 us", f"{copy:.2f} us", copy <= 2)


def rounds_written() -> Iterator[Claim]:
    """What keeping rounds costs, the files included."""
    import log_cost

    standard = {"preset": "standard", "domestic": "off"}
    cases = [(GAME, "random", {}, 1.5), *((GAME, f"{GAME}.{name}", {}, 1.1) for name in ARCHETYPES),
             ("catan", "random", standard, 1.5)]
    for game, strategy, options, most in cases:
        ratio = log_cost.measure(game, strategy, options=options).ratio
        yield Claim(f"{game}, {strategy}: a round log, written, costs at most {most} times no log", f"{ratio:.2f}",
                    ratio <= most)


def random_play(place: Path) -> Iterator[Claim]:
    """The length of random games, and the seats that begin with corn."""
    found = report(place / "random", "--strategies", "random", "--design", "mirror", "--games", "20000", "--seed", "1")
    rounds = next(row["mean"] for row in found["lengths"] if row["what"] == "rounds")
    shares = [row["win_share"] for row in found["seats"]]
    ratio = (shares[2] + shares[3]) / (shares[0] + shares[1])
    yield Claim("random play takes about 20 rounds", f"{rounds:.1f}", 19 <= rounds <= 22)
    yield Claim("seats 2 and 3, which begin with corn, win about twice as often", f"{ratio:.2f} times", 1.6 <= ratio <= 2.5)


def against_random(place: Path) -> Iterator[Claim]:
    """Each archetype against three random players."""
    for name in ARCHETYPES:
        strategy = f"{GAME}.{name}"
        found = report(place / name, "--strategies", f"{strategy},random", "--lineups", f"vs-field:{strategy}",
                       "--games", "2000")
        row = next(row for row in found["strategies"] if row["strategy"] == strategy)
        low, high = row["interval"]
        yield Claim(f"{strategy} wins at least 90 % against three random",
                    f"{row['win_share']:.1%} [{low:.1%}, {high:.1%}]", low >= 0.9)


def round_robin(place: Path) -> Iterator[Claim]:
    """{A, A, B, B} of each pair, 500 blocks; nobody lies below both others."""
    import numpy as np

    from reports.stats.contrasts import holm

    pairs = list(combinations(ARCHETYPES, 2))
    rows = []
    for one, two in pairs:
        a, b = f"{GAME}.{one}", f"{GAME}.{two}"
        found = report(place / f"{one}-{two}", "--strategies", f"{a},{b}", "--lineups", f"{a},{a},{b},{b}", "--blocks", "500")
        rows.append(found["pairs"][0])
    adjusted = [float(p) for p in holm(np.array([row["p"] for row in rows]))]
    below: dict[str, int] = dict.fromkeys(ARCHETYPES, 0)
    for (one, two), row, p in zip(pairs, rows, adjusted, strict=True):
        difference = row["difference"] if row["first"].endswith(one) else -row["difference"]
        if p < 0.05:
            below[two if difference > 0 else one] += 1
        print(f"    {one} against {two}: {100 * difference:+.1f} points, p {p:.3f} (Holm)")
    last = [name for name, times in below.items() if times == 2]
    yield Claim("no archetype lies below both others", ", ".join(last) or "none does", not last)


def main() -> int:
    """Measure and print every claim."""
    import evenhand  # noqa: F401  (makes `reports` importable from anywhere)

    broken = 0
    with tempfile.TemporaryDirectory(prefix="evenhand-claims-") as folder:
        place = Path(folder)
        for claims in (speed(), rounds_written(), random_play(place), against_random(place), round_robin(place)):
            for claim in claims:
                broken += not claim.holds
                print(f"{'holds' if claim.holds else 'FAILS':<7}{claim.said}: {claim.measured}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
