"""For authors of Catan strategies: the typed `View`, and the names and numbers of resources, terrains, cards and nodes."""
from __future__ import annotations

from typing import Final

from sim.catan.nodes import NODES, TRIGGERS
from sim.catan.tables import (
    BRICK,
    CITY,
    DEV_CARD,
    DEV_KINDS,
    DISCOVERY,
    GRAIN,
    HARBOURS,
    ITEMS,
    LUMBER,
    ORE,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    SIDES,
    TERRAINS,
    WOOL,
)
from sim.catan.topology import EDGE_ENDS, N_EDGES, N_HEXES, N_VERTICES
from sim.catan.view import CatanView as View, SeatView

KINDS: Final = ("place_settlement", "place_road", "roll", "discard", "move_robber", "steal", "propose", "pass", "accept",
                "reject", "build_road", "build_settlement", "build_city", "buy_dev", "maritime", "offer", "play_knight",
                "play_monopoly", "play_year_of_plenty", "play_road_building", "next_phase", "end_turn", "counter", "confirm",
                "take_counter", "cancel", "stop")
"""The kinds of actions: `action.kind` is one of them."""

__all__ = [
    "View", "SeatView", "KINDS", "NODES", "TRIGGERS",
    "RESOURCES", "LUMBER", "BRICK", "WOOL", "GRAIN", "ORE", "ITEMS", "DISCOVERY",
    "TERRAINS", "HARBOURS", "DEV_KINDS", "ROAD", "SETTLEMENT", "CITY", "DEV_CARD", "SIDES",
    "N_HEXES", "N_VERTICES", "N_EDGES", "EDGE_ENDS",
]
