"""Actions in words with the numbers of the position, for replays and transcripts."""
from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from sim.catan.actions import BUILD_ROAD, BUY_DEV, MARITIME, MOVE_ROBBER, OFFER, PLACE_ROAD, PLACE_SETTLEMENT, STEAL
from sim.catan.tables import DESERT, RESOURCES, TERRAINS
from sim.catan.topology import VERTEX_HEXES

if TYPE_CHECKING:
    from sim.catan.state import CatanState


def say(s: CatanState, id: int) -> str:
    """The action's words, with what a reader of this position wants to know."""
    words = s.game.actions[id].words
    if PLACE_SETTLEMENT <= id < PLACE_ROAD:
        return f"{words} ({site_words(s, id - PLACE_SETTLEMENT)})"
    if MOVE_ROBBER <= id < STEAL:
        return f"{words} ({hex_words(s, id - MOVE_ROBBER)})"
    if STEAL <= id < STEAL + 4:
        cards = int(s.players[id - STEAL].cards())
        return f"{words}, who holds {cards} card{'s' if cards > 1 else ''}"
    if BUILD_ROAD + 72 <= id < BUY_DEV:
        return f"{words} ({site_words(s, (id - BUILD_ROAD - 72) % 54)})"
    if MARITIME <= id < OFFER:
        number = id - MARITIME
        give, get, discoveries = number // 20, number // 4 % 5, number % 4
        rate = int(s.players[s.current].rate[give])
        given = f"{rate - discoveries} {RESOURCES[give]}"
        more = f" and {discoveries} Discoveries" if discoveries else ""
        return f"trade {given}{more} for 1 {RESOURCES[get]} with the bank"
    return words


def site_words(s: CatanState, vertex: int) -> str:
    """The hexes of a vertex: "8 grain, 5 ore", and its harbours."""
    parts = [hex_words(s, int(hex)) for hex in VERTEX_HEXES[vertex]]
    mask = int(s.board.harbour_at[vertex])
    for kind in range(6):
        if mask & (2**kind):
            parts.append("harbour 3:1" if kind == 5 else f"{RESOURCES[kind]} harbour 2:1")
    return ", ".join(parts)


def hex_words(s: CatanState, hex: int) -> str:
    """A hex by its number and what it yields: "8 grain"."""
    terrain: i64 = s.board.terrain[hex]
    if terrain == DESERT:
        return "desert"
    name = RESOURCES[terrain] if terrain < DESERT else TERRAINS[terrain]
    return f"{int(s.board.tokens[hex])} {name}"
