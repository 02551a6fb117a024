"""Boards and ships as plain numbers, read from the view once for a decision, and the plan that a player is supposed to have."""
from __future__ import annotations

from dataclasses import dataclass

from sim.puerto_rico import tables as t
from sim.puerto_rico.view import PuertoRicoView, SeatView

FACTORY = (0, 0, 1, 2, 3, 5)
"""Doubloons of the factory by the number of kinds made."""
PLENTY = 99


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player is after: factors on what he sells and ships, quarries, and what he likes beyond the estimates."""

    selling: float
    shipping: float
    quarries: int
    crops: tuple[float, ...] = (1.0,) * t.N_GOODS               # factors on plantations
    likes: tuple[float, ...] = (1.0,) * t.FIRST_EXPANSION       # factors on buildings


PLAIN = Plan(1.0, 1.0, 2)
"""How the others are supposed to think."""


class Box:
    """What does not change in a game. `turns` are the cards that a player takes in a round."""

    def __init__(self, view: PuertoRicoView) -> None:
        taken = [card for card in view.cards if not view.is_free(card)]
        self.turns = (view.picks_left + len(taken)) // view.players
        self.circles = list(view.circles)
        self.price = list(view.price)
        self.building_vp = list(view.building_vp)
        self.sizes = [ship.size for ship in view.ships]
        self.quarry_discount = view.quarry_discount
        self.trader_bonus = view.trader_bonus
        self.captain_bonus = view.captain_bonus_vp
        self.mayor_bonus = view.mayor_bonus_colonists
        self.craftsman_bonus = view.craftsman_bonus_goods
        self.prospector = view.prospector_doubloons
        self.vp_per_good = view.vp_per_good
        self.wharf_capacity = view.wharf_capacity


class Side:
    """One player's board, and what he now produces. The city and the island are read by `survey`."""

    __slots__ = ("buildings", "doubloons", "first", "goods", "kinds", "made", "makes", "market", "more", "office",
                 "places", "plan", "plantations", "seat", "spaces", "tiles", "view")

    def __init__(self, view: SeatView, plan: Plan) -> None:
        self.view = view
        self.plan = plan
        self.seat = view.seat
        self.doubloons = view.doubloons
        self.spaces = view.city_spaces
        self.tiles = view.tiles
        self.goods = list(view.goods)
        makes = view.makes
        self.set_makes([makes(0), makes(1), makes(2), makes(3), makes(4)])
        self.market = view.runs(t.SMALL_MARKET) + 2 * view.runs(t.LARGE_MARKET)
        self.office = view.runs(t.OFFICE)

    def survey(self, circles: list[int]) -> Side:
        """Read what lies on the island and in the city. `places` are the circles of his production buildings, by good."""
        self.plantations = list(self.view.plantations)
        self.buildings = owns = list(self.view.buildings)
        self.places = (PLENTY, owns[0] * circles[0] + owns[2] * circles[2], owns[1] * circles[1] + owns[3] * circles[3],
                       owns[4] * circles[4], owns[5] * circles[5])
        return self

    def set_makes(self, makes: list[int]) -> None:
        """What he produces, and what follows from it."""
        self.makes = makes
        self.made = sum(makes)
        self.kinds = t.N_GOODS - makes.count(0)
        self.first: list[float] = []            # see outlook.making
        self.more = 0.0

    def fully_manned(self) -> Side:
        """The board as it would be with a colonist in every circle."""
        other, fields, places = Side.__new__(Side), self.plantations, self.places
        other.view, other.plan, other.spaces, other.tiles = self.view, self.plan, self.spaces, self.tiles
        other.plantations, other.buildings, other.places = fields, self.buildings, places
        other.set_makes([fields[0], min(fields[1], places[1]), min(fields[2], places[2]), min(fields[3], places[3]),
                         min(fields[4], places[4])])
        other.market = self.buildings[t.SMALL_MARKET] + 2 * self.buildings[t.LARGE_MARKET]
        return other


class Ships:
    """The cargo ships: what each carries (-1: nothing) and how much room it has, by size."""

    __slots__ = ("cargo", "room")

    def __init__(self, cargo: list[int], room: list[int]) -> None:
        self.cargo = cargo
        self.room = room

    def copy(self) -> Ships:
        """An independent copy."""
        return Ships(self.cargo[:], self.room[:])

    def place_for(self, good: int, n: int) -> int:
        """The ship onto which most of n goods of a kind fit, -1 if none takes any; of equal ones the smaller."""
        cargo, room = self.cargo, self.room
        if good in cargo:
            ship = cargo.index(good)
            return ship if room[ship] else -1
        best, most = -1, 0
        for ship, kind in enumerate(cargo):
            if kind < 0 and most < n and room[ship] > most:
                best, most = ship, room[ship]
        return best

    def fits(self) -> list[int]:
        """How many goods of each kind could be loaded on one ship."""
        cargo, room = self.cargo, self.room
        largest = 0
        for ship, kind in enumerate(cargo):
            if kind < 0:
                largest = room[ship]            # the last is the largest
        found = [largest] * t.N_GOODS
        for ship, kind in enumerate(cargo):
            if kind >= 0:
                found[kind] = room[ship]
        return found

    def sail(self, sizes: list[int]) -> None:
        """Empty the full ships, as at the end of the phase."""
        for ship, left in enumerate(self.room):
            if not left:
                self.cargo[ship], self.room[ship] = -1, sizes[ship]
