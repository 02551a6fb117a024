"""What Catan's transcripts tell, and who plays them."""

from __future__ import annotations

from typing import Any

from sim.chance import Stream
from sim.core import Action, State
from tests.golden.transcript import Choose, Teller

JUNGLE = {"overlays": ["jungle"], "jungle_token": 9}
STANDARD = {"preset": "standard"}
FILES: dict[str, tuple[int, dict[str, Any]]] = {
    f"{name}-{seats}": (seats, options if seats == 4 else {**options, "vp_goal": 7})
    for name, options in (("standard", STANDARD), ("seed", {}), ("jungle", JUNGLE))
    for seats in (2, 3, 4)
}
"""Number of seats and options of each file; games of two and three are kept short."""

EVERY = 120
"""Decisions from one place to the next at which sequences are counted; there are hundreds of offers at each."""

UNTOLD = frozenset(
    """turn road settlement city pays dev_bought dev_played gives_bank gets_bank robber offers proposes counters accepts
                   rejects cancels discards""".split()
)
LETTERS = {"lumber": "L", "brick": "B", "wool": "W", "grain": "G", "ore": "O", "discovery": "D"}
KEEN = {
    "build_city": 90,
    "build_settlement": 90,
    "play_knight": 15,
    "play_monopoly": 15,
    "play_year_of_plenty": 15,
    "play_road_building": 15,
    "buy_dev": 15,
    "build_road": 8,
    "maritime": 6,
    "confirm": 9,
    "take_counter": 6,
    "accept": 6,
    "reject": 6,
    "pass": 9,
    "end_turn": 9,
}
"""How often a kind of action is chosen; all others count 1."""


def player(seed: int) -> Choose:
    """Chooses a kind of action first, so that hundreds of offers count as one, and builds where it can."""
    rng = Stream(seed)

    def choose(s: State) -> Action:
        legal = s.legal()
        tickets = [kind for kind in dict.fromkeys(action.kind for action in legal) for _ in range(KEEN.get(kind, 1))]
        kind = rng.choice(tickets)
        chosen: Action = rng.choice([action for action in legal if action.kind == kind])
        return chosen

    return choose


def round_line(s: State) -> str:
    """The robber, what the bank has, and who holds the awards."""
    told = s.position()
    bank = " ".join(f"{LETTERS[name]}{n}" for name, n in told["bank"].items())
    awards = "".join(
        f"   {name}: seat {told[key]}" for name, key in (("road", "road_holder"), ("army", "army_holder")) if told[key] >= 0
    )
    return f"robber H{told['robber']}   bank {bank}   deck {len(told['deck'])}{awards}"


def numbers(s: State, seat: int) -> dict[str, int]:
    hand = s.position()["players"][seat]["hand"]
    return {**{letter: hand.get(name, 0) for name, letter in LETTERS.items()}, "VP": int(s.standing(seat))}


TELLER = Teller(round_line, numbers, UNTOLD, frozenset({"pass", "reject", "end_turn"}))
