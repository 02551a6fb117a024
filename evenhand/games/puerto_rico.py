"""For authors of Puerto Rico strategies: the typed `View`, and the names and numbers of goods, cards, buildings and actions."""
from __future__ import annotations

from typing import Final

from sim.puerto_rico.actions import NODES
from sim.puerto_rico.tables import (
    BASE_BUILDINGS,
    BUILDER,
    BUILDING_NAMES,
    CAPTAIN,
    CARDS,
    CITY_HALL,
    COFFEE,
    COFFEE_ROASTER,
    CONSTRUCTION_HUT,
    CORN,
    CRAFTSMAN,
    CUSTOMS_HOUSE,
    FACTORY,
    FORTRESS,
    GOODS,
    GUILD_HALL,
    HACIENDA,
    HARBOR,
    HOSPICE,
    INDIGO,
    INDIGO_PLANT,
    LARGE_MARKET,
    LARGE_WAREHOUSE,
    MAYOR,
    OFFICE,
    PROSPECTOR,
    QUARRY,
    RESIDENCE,
    ROLES,
    SETTLER,
    SMALL_INDIGO_PLANT,
    SMALL_MARKET,
    SMALL_SUGAR_MILL,
    SMALL_WAREHOUSE,
    SUGAR,
    SUGAR_MILL,
    TILES,
    TOBACCO,
    TOBACCO_STORAGE,
    TRADER,
    TRIGGERS,
    UNIVERSITY,
    WHARF,
)
from sim.puerto_rico.view import PuertoRicoView as View, SeatView, ShipView

KINDS: Final = ("role", "hacienda", "settle", "hospice", "place", "build", "university", "bonus", "none", "sell", "load",
                "wharf", "store_kind", "store_unit", "pass")
"""The kinds of actions: `action.kind` is one of them."""

__all__ = [
    "View", "SeatView", "ShipView", "KINDS", "NODES", "TRIGGERS",
    "GOODS", "CORN", "INDIGO", "SUGAR", "TOBACCO", "COFFEE", "TILES", "QUARRY",
    "CARDS", "ROLES", "SETTLER", "MAYOR", "BUILDER", "CRAFTSMAN", "TRADER", "CAPTAIN", "PROSPECTOR",
    "BUILDING_NAMES", "BASE_BUILDINGS", "SMALL_INDIGO_PLANT", "SMALL_SUGAR_MILL", "INDIGO_PLANT", "SUGAR_MILL",
    "TOBACCO_STORAGE", "COFFEE_ROASTER", "SMALL_MARKET", "HACIENDA", "CONSTRUCTION_HUT", "SMALL_WAREHOUSE", "HOSPICE",
    "OFFICE", "LARGE_MARKET", "LARGE_WAREHOUSE", "FACTORY", "UNIVERSITY", "HARBOR", "WHARF", "GUILD_HALL", "RESIDENCE",
    "FORTRESS", "CUSTOMS_HOUSE", "CITY_HALL",
]
