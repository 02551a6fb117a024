"""What one seat may see of a game of Puerto Rico: everything but the order of the draw pile and the others' VP.

Strategies get this and no state (PR-INFO-06); what others will do, and who they are, stands nowhere in it (PR-INFO-07).
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from sim.bits import BIT
from sim.core import Row, View
from sim.puerto_rico.phases import builder, captain, storing, trader
from sim.puerto_rico.player import Player
from sim.puerto_rico.tables import BUILDING_NAMES, CAPTAIN, CARDS, GOODS, NO_GOOD, TILES

if TYPE_CHECKING:
    from sim.puerto_rico.state import State

_GOODS: Final = {name: n for n, name in enumerate(GOODS)}
_TILES: Final = {name: n for n, name in enumerate(TILES)}
_BUILDINGS: Final = {name: n for n, name in enumerate(BUILDING_NAMES)}
_CARDS: Final = {name: n for n, name in enumerate(CARDS)}


def building_number(building: str | int) -> int:
    """The number of a building, given by name or number. KeyError for a name that is none."""
    if isinstance(building, str):
        found = _BUILDINGS.get(building)
        if found is None:
            raise KeyError(f"{building!r} is no building")
        return found
    return building


def good_number(good: str | int) -> int:
    """The number of a good, given by name or number. KeyError for a name that is none."""
    if isinstance(good, str):
        found = _GOODS.get(good)
        if found is None:
            raise KeyError(f"{good!r} is no good")
        return found
    return good


@final
class ShipView:
    """A cargo ship, live."""

    def __init__(self, state: State, number: int) -> None:
        self._state: Final = state
        self._number: Final = number
        self.number: Final = number + 1
        self.size: Final = int(state.setup.ships[number])

    @property
    def good(self) -> str | None:
        """What it carries, None if it is empty."""
        cargo = self._state.cargo[self._number]
        return None if cargo == NO_GOOD else GOODS[cargo]

    @property
    def load(self) -> int:
        """How many goods are on it."""
        return int(self._state.load[self._number])

    @property
    def room(self) -> int:
        """How many more it takes."""
        return self.size - int(self._state.load[self._number])


@final
class SeatView:
    """A player's board as another seat (or he himself) sees it, live."""

    def __init__(self, state: State, seat: int, viewer: int) -> None:
        player = state.players[seat]
        self._state: Final = state
        self._player: Final[Player] = player
        self._sees_vp: Final[bool] = seat == viewer or state.setup.vp_open     # PR-INFO-02, PR-INFO-03
        self.seat: Final = seat
        self.goods: Final = Row(_GOODS, player.goods)
        self.plantations: Final = Row(_TILES, player.island)
        """Tiles on the island by kind, quarries included."""
        self.occupied: Final = Row(_TILES, player.manned)
        """Those of them with a colonist."""
        self.buildings: Final = Row(_BUILDINGS, player.owns)
        """1 for each building in the city."""
        self.crew: Final = Row(_BUILDINGS, player.crew)
        """Colonists on each building."""

    @property
    def doubloons(self) -> int:
        return int(self._player.doubloons)

    @property
    def vp(self) -> int:
        """VP earned in play; AttributeError if this player holds them face down."""
        if not self._sees_vp:
            raise AttributeError("the VP of others are hidden: count them from view.events(), or set vp_visibility = open")
        return int(self._player.vp)

    @property
    def vp_buildings(self) -> int:
        """VP printed on the buildings in the city."""
        return int(self._player.vp_buildings)

    @property
    def san_juan(self) -> int:
        """Colonists in San Juan; while he places, those in hand."""
        return int(self._player.san_juan)

    @property
    def colonists(self) -> int:
        """All colonists on the board, San Juan included."""
        return int(self._player.colonists())

    @property
    def tiles(self) -> int:
        """Filled island spaces."""
        return int(self._player.tiles())

    @property
    def city_spaces(self) -> int:
        """Filled city spaces."""
        return int(self._player.spaces)

    @property
    def empty_circles(self) -> int:
        """Free places for colonists, on tiles and buildings."""
        return self.empty_building_circles + int(self._player.empty_tile_circles())

    @property
    def empty_building_circles(self) -> int:
        """Free places for colonists on buildings."""
        return int(self._player.empty_building_circles(self._state.setup.circles))

    def has(self, building: str | int) -> bool:
        """Whether the building stands in the city."""
        return self._player.has(building_number(building))

    def runs(self, building: str | int) -> bool:
        """Whether it stands there and is occupied, so that its power works."""
        return self._player.runs(building_number(building))

    def makes(self, good: str | int) -> int:
        """How many of a good the craftsman would bring him, were the supply endless and without the privilege."""
        return int(self._player.capacity(good_number(good)))

    def price_of(self, building: str | int, as_builder: bool | None = None) -> int:
        """What a building costs him now, with quarries; as the one who took the builder, or as he stands."""
        b = building_number(building)
        s = self._state
        is_builder = as_builder if as_builder is not None else s.chooser == self.seat
        return int(builder.price(s, self._player, b, is_builder))

    def can_place(self, building: str | int) -> bool:
        """Whether a copy is left, he has none yet, and it fits into his city; doubloons aside."""
        return builder.can_place(self._state, self._player, building_number(building))

    def can_sell(self, good: str | int) -> bool:
        """Whether he has the good and the trading house would take it from him now."""
        g = good_number(good)
        return self._player.goods[g] > 0 and trader.house_buys(self._state, self._player, g)

    def sale_income(self, good: str | int, as_trader: bool | None = None) -> int:
        """What a sale to the trading house brings him; as the one who took the trader, or as he stands."""
        s = self._state
        is_trader = as_trader if as_trader is not None else s.chooser == self.seat
        return int(trader.income(s, self._player, good_number(good), is_trader))

    def can_load(self, ship: int, good: str | int) -> int:
        """How many of a good he may load on a ship (1, 2, ... by size) now; 0 if it does not take them from him."""
        g = good_number(good)
        if self._player.goods[g] == 0 or not captain.takes(self._state, self._player, ship - 1, g):
            return 0
        return int(captain.amount(self._state, self._player, ship - 1, g))

    @property
    def wharf_ready(self) -> bool:
        """Whether he has an occupied wharf that has not been used in this captain phase."""
        return captain.can_use_wharf(self._state, self.seat)

    @property
    def warehouse_kinds(self) -> int:
        """Kinds of which he may store everything."""
        return int(storing.protected_kinds(self._player))

    @property
    def storage_units(self) -> int:
        """Single goods that he may store besides."""
        return int(storing.single_units(self._state, self._player))

    def facts(self) -> list[int]:
        """The board as ints, in the order of `seat_labels`."""
        p = self._player
        values = [int(p.doubloons), int(p.vp) if self._sees_vp else -1, int(p.san_juan), int(p.spaces)]
        for counts in (p.goods, p.island, p.manned, p.owns, p.crew):
            values += [int(n) for n in counts]
        return values


def seat_labels(prefix: str) -> list[str]:
    """The names of the places of `SeatView.facts`."""
    names = [f"{prefix}.{name}" for name in ("doubloons", "vp", "san_juan", "city_spaces")]
    for row, places in (("goods", GOODS), ("plantations", TILES), ("occupied", TILES), ("buildings", BUILDING_NAMES),
                        ("crew", BUILDING_NAMES)):
        names += [f"{prefix}.{row}.{place}" for place in places]
    return names


@final
class PuertoRicoView(View):
    """The table as one seat sees it, live and read-only."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        setup = state.setup
        self._table: Final = state
        self.seats: Final = tuple([SeatView(state, s, seat) for s in range(self.players)])
        """The boards of all players, by seat."""
        self.me: Final[SeatView] = self.seats[seat]
        self.opponents: Final = tuple([self.seats[(seat + n) % self.players] for n in range(1, self.players)])
        """The others, clockwise from the left neighbour."""
        self.ships: Final = tuple([ShipView(state, n) for n in range(setup.n_ships)])
        """The cargo ships by size."""
        self.row: Final = Row(_GOODS, state.row)
        self.discard: Final = Row(_GOODS, state.discard)
        self.unseen_tiles: Final = Row(_GOODS, state.unseen)
        """What the draw pile holds; its order is hidden (PR-INFO-04, PR-INFO-05)."""
        self.house: Final = Row(_GOODS, state.house)
        """Goods in the trading house."""
        self.supply: Final = Row(_GOODS, state.supply)
        """Goods in the supply."""
        self.building_supply: Final = Row(_BUILDINGS, state.stock)
        self.card_doubloons: Final = Row(_CARDS, state.card_money)
        self.price: Final = Row(_GOODS, setup.price)
        """What the trading house pays for each good, without bonuses."""
        self.cost: Final = Row(_BUILDINGS, setup.cost)
        self.building_vp: Final = Row(_BUILDINGS, setup.vp)
        self.circles: Final = Row(_BUILDINGS, setup.circles)
        self.column: Final = Row(_BUILDINGS, setup.column)
        self.house_slots: Final = int(setup.house_slots)
        self.quarry_discount: Final = int(setup.quarry_discount)
        self.builder_discount: Final = int(setup.builder_discount)
        self.trader_bonus: Final = int(setup.trader_bonus)
        self.captain_bonus_vp: Final = int(setup.captain_bonus)
        self.mayor_bonus_colonists: Final = int(setup.mayor_bonus)
        self.craftsman_bonus_goods: Final = int(setup.craftsman_bonus)
        self.prospector_doubloons: Final = int(setup.prospector_doubloons)
        self.vp_per_good: Final = int(setup.vp_per_good)
        self.wharf_capacity: Final = int(setup.wharf_capacity)
        self.max_rounds: Final = int(setup.max_rounds)
        self.cards: Final = CARDS[:setup.cards]
        """The names of the role cards in the game."""

    @property
    def governor(self) -> int:
        """The seat of the governor."""
        return int(self._table.governor)

    @property
    def chooser(self) -> int:
        """The seat that took the card of the running phase, -1 between phases."""
        return int(self._table.chooser)

    @property
    def role(self) -> str | None:
        """The card of the running phase, None between phases."""
        card = self._table.card
        return None if card < 0 else CARDS[card]

    def is_free(self, card: str | int) -> bool:
        """Whether a role card is in the game and has not been taken in this round."""
        n = _CARDS[card] if isinstance(card, str) else card
        return n < self._table.setup.cards and self._table.taken & BIT[n] == 0

    @property
    def picks_left(self) -> int:
        """Cards that will still be taken in this round, the running one not counted."""
        return int(self._table.setup.picks - self._table.picks)

    def picks_before(self, seat: int) -> int:
        """How many other picks come before the next pick of a seat in this round, or in the next."""
        s = self._table
        ahead = (seat - s.governor - s.picks) % s.seats
        if ahead < s.setup.picks - s.picks:
            return int(ahead)
        return int(s.setup.picks - s.picks + (seat - s.governor - 1) % s.seats)

    @property
    def colonist_supply(self) -> int:
        return int(self._table.colonists)

    @property
    def colonist_ship(self) -> int:
        return int(self._table.ship)

    @property
    def vp_supply(self) -> int:
        return int(self._table.vp_supply)

    @property
    def quarries(self) -> int:
        """Quarries left in the supply."""
        return int(self._table.quarries)

    @property
    def draw_pile(self) -> int:
        """Tiles in the draw pile."""
        return int(self._table.pile_size())

    @property
    def house_room(self) -> int:
        """Free places in the trading house."""
        return int(self._table.setup.house_slots - self._table.house_load)

    @property
    def captain_bonus_due(self) -> bool:
        """Whether the captain's first loading, with its extra VP, is still to come."""
        return self._table.card == CAPTAIN and not self._table.captain_paid

    @property
    def bank(self) -> int | None:
        """Doubloons in the bank, None if it never runs dry (PR-GEN-07)."""
        return int(self._table.bank) if self._table.setup.bank_limited else None

    def facts(self) -> tuple[int, ...]:
        s = self._table
        values = [int(n) for n in (
            s.round, s.turn, s.actor, s.at, s.governor, s.chooser, s.card, s.taken, s.picks, s.fired, s.over, s.focus, s.made,
            s.bonus_left, s.passes, s.captain_paid, s.wharfs_used, s.stored, s.kinds_left, s.units_left,
            s.bank, s.vp_supply, s.colonists, s.ship, s.quarries, s.reshuffles, s.pile_size())]
        for counts in (s.kept, s.supply, s.stock, s.row, s.discard, s.unseen, s.house, s.cargo, s.load, s.card_money):
            values += [int(n) for n in counts]
        for board in (self.me, *self.opponents):
            values += board.facts()
        return tuple(values)

    def labels(self) -> tuple[str, ...]:
        names = ["round", "turn", "actor", "node", "governor", "chooser", "card", "taken", "picks", "fired", "over",
                 "new_thing", "produced", "bonus_left", "passes", "captain_paid", "wharfs_used", "stored", "kinds_left",
                 "units_left", "bank", "vp_supply", "colonist_supply", "colonist_ship", "quarries", "reshuffles", "draw_pile"]
        ships = [str(ship.number) for ship in self.ships]
        for row, places in (("kept", GOODS), ("supply", GOODS), ("building_supply", BUILDING_NAMES), ("row", GOODS),
                            ("discard", GOODS), ("unseen_tiles", GOODS), ("house", GOODS), ("ship_good", ships),
                            ("ship_load", ships), ("card_doubloons", CARDS)):
            names += [f"{row}.{place}" for place in places]
        names += seat_labels("me")
        for n in range(1, self.players):
            names += seat_labels(f"opponent_{n}")
        return tuple(names)
