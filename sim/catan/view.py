"""What one seat may see of Catan (CA-INFO)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from sim.catan.nodes import ANSWERING, RESPONDING
from sim.catan.phases.building import has_road_site, settlement_sites
from sim.catan.scoring import points
from sim.catan.tables import DEV_KINDS, ITEMS, N_SIDES, RESOURCES, TERRAINS, VICTORY_POINT
from sim.catan.topology import N_EDGES, N_FRAME, N_HEXES, N_VERTICES
from sim.core import Row, View

if TYPE_CHECKING:
    from sim.catan.state import CatanState

_ITEM: Final = {name: place for place, name in enumerate(ITEMS)}
_RESOURCE: Final = {name: place for place, name in enumerate(RESOURCES)}
_DEV: Final = {name: place for place, name in enumerate(DEV_KINDS)}
HIDDEN: Final = -1
"""In place of what this seat may not see."""


@final
class SeatView:
    """One player as the viewer sees them. `hand` and `dev` are readable only for the viewer, or with `open_hands`."""

    def __init__(self, state: CatanState, seat: int, own: bool) -> None:
        self._state: Final = state
        self._player: Final = state.players[seat]
        self.seat: Final = seat
        self.own: Final[bool] = own or state.setup.open_hands
        self.rate: Final = Row(_RESOURCE, state.players[seat].rate)
        self.played: Final = Row(_DEV, state.players[seat].played)
        self._hand: Final = Row(_ITEM, state.players[seat].hand)
        self._dev: Final = Row(_DEV, state.players[seat].dev)
        self._dev_new: Final = Row(_DEV, state.players[seat].dev_new)

    @property
    def hand(self) -> Row:
        """Resource cards, then Discoveries, by name."""
        return self._mine(self._hand)

    @property
    def dev(self) -> Row:
        """Unplayed development cards by kind."""
        return self._mine(self._dev)

    @property
    def dev_new(self) -> Row:
        """Those of them that were bought this turn."""
        return self._mine(self._dev_new)

    def _mine(self, row: Row) -> Row:
        if not self.own:
            raise AttributeError(f"the cards of seat {self.seat} are hidden; hand_size, discoveries and dev_held are open")
        return row

    @property
    def hand_size(self) -> int:
        return int(self._player.cards())

    @property
    def discoveries(self) -> int:
        return int(self._player.hand[5])

    @property
    def dev_held(self) -> int:
        return int(self._player.held())

    @property
    def points(self) -> int:
        """All points for the viewer's own seat, the visible ones for others; at the end all lie open (CA-DEV-14)."""
        vp = points(self._state, self.seat)
        return int(vp if self.own or self._state.over else vp - self._player.dev[VICTORY_POINT])

    @property
    def visible_points(self) -> int:
        return int(self._state.visible_points(self.seat))

    @property
    def road_length(self) -> int:
        return int(self._player.road_length)

    @property
    def has_road(self) -> bool:
        return bool(self._state.road_holder == self.seat)

    @property
    def has_army(self) -> bool:
        return bool(self._state.army_holder == self.seat)

    @property
    def roads_left(self) -> int:
        return int(self._player.roads_left)

    @property
    def settlements_left(self) -> int:
        return int(self._player.settlements_left)

    @property
    def cities_left(self) -> int:
        return int(self._player.cities_left)

    @property
    def production(self) -> tuple[int, ...]:
        """Cards of each resource, then Discoveries, expected in 36 rolls."""
        return tuple([int(n) for n in self._player.pips])

    @property
    def sites(self) -> int:
        """The vertices where the seat may settle, cards apart, as a mask of bits."""
        return int(settlement_sites(self._state, self._player))

    @property
    def settlements(self) -> int:
        """The vertices of own settlements, as a mask."""
        return int(self._player.settlements)

    @property
    def cities(self) -> int:
        """The vertices of own cities, as a mask."""
        return int(self._player.cities)

    @property
    def network(self) -> int:
        """The vertices from which the seat may lay a road, as a mask."""
        return int(self._player.net)

    @property
    def harbours(self) -> int:
        """Harbour types that work, as a mask: bit r a 2:1 harbour of resource r, bit 5 a generic one."""
        return int(self._player.harbours)

    def can_lay_a_road(self) -> bool:
        """Whether there is a piece and a place for a road."""
        return has_road_site(self._state, self._player)

    def facts(self) -> list[int]:
        """This seat as ints, hidden things left out."""
        p = self._player
        out = [self.hand_size, self.discoveries, self.dev_held, self.points, self.road_length, int(self.has_road),
               int(self.has_army), self.roads_left, self.settlements_left, self.cities_left, int(p.harbours),
               int(p.harbours_new)]
        out += [int(n) for n in p.rate]
        out += [int(n) for n in p.played]
        new: i64 = 0
        for n in p.dev_new:
            new += n
        out.append(int(new))                                        # CA-INFO-05: the count is public, the kind is not
        for row in (p.hand, p.dev, p.dev_new):
            out += [int(n) if self.own else HIDDEN for n in row]
        return out


@final
class CatanView(View):
    """The table from one seat: all that CA-INFO-01 makes public, and the seat's own cards."""

    def __init__(self, state: CatanState, seat: int) -> None:
        super().__init__(state, seat)
        self._table: Final = state
        self.seats: Final = tuple([SeatView(state, other, other == seat) for other in range(int(state.seats))])
        self.me: Final = self.seats[seat]
        self.opponents: Final = tuple([self.seats[(seat + n) % int(state.seats)] for n in range(1, int(state.seats))])
        self.bank: Final = Row(_RESOURCE, state.bank)
        self.stock: Final = Row(_RESOURCE, state.bank_total)        # cards in the game, in the bank and in all hands

    @property
    def current(self) -> int:
        """Whose turn it is."""
        return int(self._table.current)

    @property
    def rolled(self) -> bool:
        return self._table.rolled

    @property
    def thrown(self) -> int:
        """The sum of the last roll of the dice, 0 before the first."""
        return int(self._table.thrown)

    @property
    def robber(self) -> int:
        """The hex of the robber, -1 off the board."""
        return int(self._table.robber)

    @property
    def deck_left(self) -> int:
        """Development cards in the deck."""
        return int(self._table.deck_left())

    @property
    def goal(self) -> int:
        """The points that win."""
        return int(self._table.setup.goal)

    @property
    def discard_limit(self) -> int:
        return int(self._table.setup.discard_limit)

    @property
    def road_min(self) -> int:
        """The length from which a road can be the longest."""
        return int(self._table.setup.road_min)

    @property
    def road_vp(self) -> int:
        return int(self._table.setup.road_vp)

    @property
    def army_min(self) -> int:
        """The played knights from which an army can be the largest."""
        return int(self._table.setup.army_min)

    @property
    def discovery_max(self) -> int:
        """Discoveries that may stand in for cards in one trade."""
        return int(self._table.setup.discovery_max)

    def cost(self, what: int) -> tuple[int, ...]:
        """The cost of a road (0), settlement (1), city (2) or development card (3), in the order of the resources."""
        return tuple([int(n) for n in self._table.setup.cost[what]])

    def terrain(self, hex: int) -> str:
        return TERRAINS[self._table.board.terrain[hex]]

    def token(self, hex: int) -> int:
        """The number on a hex, 0 for none."""
        return int(self._table.board.tokens[hex])

    def harbour_mask(self, vertex: int) -> int:
        """The harbour types of a vertex as a mask: bit r a 2:1 harbour of resource r, bit 5 a generic one."""
        return int(self._table.board.harbour_at[vertex])

    def pips(self, vertex: int) -> int:
        """The ways of 36 in which a building on a vertex gets something, the robber apart."""
        return int(self._table.board.pips(vertex))

    def building(self, vertex: int) -> int:
        """0 for none, 1 + seat for a settlement, 9 + seat for a city."""
        return int(self._table.building[vertex])

    def road(self, edge: int) -> int:
        """The owner of the road on an edge, -1 for none."""
        return int(self._table.road_owner[edge])

    def is_open(self, vertex: int) -> bool:
        """Whether the distance rule allows a settlement on a vertex."""
        return (int(self._table.open) >> vertex) & 1 == 1

    @property
    def offer(self) -> tuple[int, int] | None:
        """The sides (give, get) of SIDES that are on offer or proposed, as the one who made it gives and gets."""
        pair = int(self._table.offer)
        return (pair // N_SIDES, pair % N_SIDES) if pair >= 0 else None

    @property
    def offerer(self) -> int:
        """The seat that made the open offer or proposal, -1 without one."""
        s = self._table
        if s.offer < 0:
            return -1
        return int((s.current + s.proposer) % s.seats if s.phase == ANSWERING else s.current)

    @property
    def offers_made(self) -> int:
        """Offers of the current player in this turn."""
        return int(self._table.offers_made)

    def answers(self) -> tuple[int, ...]:
        """What each seat answered to the last offer of this turn: 0 nothing, 1 accepts, 2 rejects, 3 counters.

        Hidden until all have answered (CA-INFO-07).
        """
        if self._table.phase == RESPONDING:
            return (0,) * self.players
        return tuple([int(n) for n in self._table.answers])

    def counter(self, seat: int) -> tuple[int, int] | None:
        """The sides of a seat's counter-offer, as that seat gives and gets; None until all have answered."""
        pair = int(self._table.counters[seat]) if self._table.phase != RESPONDING else -1
        return (pair // N_SIDES, pair % N_SIDES) if pair >= 0 else None

    def facts(self) -> tuple[int, ...]:
        s = self._table
        out = [self.seat, int(s.actor), int(s.current), int(s.phase), int(s.round), int(s.turn), int(s.robber), self.deck_left,
               int(s.rolled), int(s.thrown), int(s.half), int(s.dev_plays), int(s.dev_buys), int(s.free_roads),
               int(s.free_built), int(s.offers_made), int(s.offer), int(s.offer_to), int(s.circuit), int(s.proposer),
               int(s.setup_site), int(s.by_knight)]
        out += [int(n) for n in s.bank]
        out += [int(n) for n in s.discards]
        out += list(self.answers())
        out += [int(n) if s.phase != RESPONDING else HIDDEN for n in s.counters]
        for seen in self.seats:
            out += seen.facts()
        out += [int(n) for n in s.building]
        out += [int(n) for n in s.road_owner]
        out += [int(n) for n in s.board.terrain]
        out += [int(n) for n in s.board.tokens]
        out += [int(n) for n in s.board.frame]
        return tuple(out)

    def labels(self) -> tuple[str, ...]:
        out = ["seat", "actor", "current", "node", "round", "turn", "robber", "deck", "rolled", "thrown", "half", "dev_plays",
               "dev_buys", "free_roads", "free_built", "offers_made", "offer", "offer_to", "circuit", "proposer",
               "setup_site", "by_knight"]
        out += [f"bank_{name}" for name in RESOURCES]
        for what in ("discards", "answer", "counter"):
            out += [f"{what}_{seat}" for seat in range(self.players)]
        each = ["hand_size", "discoveries", "dev_held", "points", "road_length", "has_road", "has_army", "roads_left",
                "settlements_left", "cities_left", "harbours", "harbours_new", *(f"rate_{name}" for name in RESOURCES),
                *(f"played_{name}" for name in DEV_KINDS), "dev_bought", *(f"hand_{name}" for name in ITEMS),
                *(f"dev_{name}" for name in DEV_KINDS), *(f"dev_new_{name}" for name in DEV_KINDS)]
        for seat in range(self.players):
            out += [f"seat{seat}_{name}" for name in each]
        out += [f"vertex_{n}" for n in range(N_VERTICES)] + [f"edge_{n}" for n in range(N_EDGES)]
        out += [f"terrain_{n}" for n in range(N_HEXES)] + [f"token_{n}" for n in range(N_HEXES)]
        return tuple(out + [f"harbour_{n}" for n in range(N_FRAME)])
