"""What Puerto Rico's transcripts tell."""
from __future__ import annotations

from collections import Counter
from typing import Any

from sim.core import State
from tests.golden.transcript import Teller

UNTOLD = frozenset("turn took settled placed built sold loaded wharf bonus hospice university prospected laid_out".split())
RICH = {"start_doubloons": 10, "vp_supply": 150, "colonist_supply": 150}
"""A long game in which everything is built."""
FILES: dict[str, tuple[int, dict[str, Any]]] = {
    **{f"base-{seats}": (seats, {}) for seats in (2, 3, 4, 5)}, "rich-4": (4, RICH)}
"""Number of seats and options of each file."""


def round_line(s: State) -> str:
    """The governor, and what lies on the table."""
    told = s.position()
    row = ", ".join(f"{n} {tile}" for tile, n in Counter(told["row"]).items()) or "nothing"
    ships = ", ".join(f"{ship[1]} {ship[0]}" if ship else "empty" for ship in told["ships"])
    return (f"governor seat {told['governor']}   row: {row}   house: {', '.join(told['house']) or 'empty'}   ships: {ships}   "
            f"colonists {told['colonist_supply']} + {told['colonist_ship']}   VP {told['vp_supply']}")


def numbers(s: State, seat: int) -> dict[str, int]:
    player = s.position()["players"][seat]
    return {"doubloons": player["doubloons"], "VP": player["vp"]}


TELLER = Teller(round_line, numbers, UNTOLD)
