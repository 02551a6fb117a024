"""A position of Catan: the board, what each player holds, and where the turn stands."""
from __future__ import annotations

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan import gifts, position, scoring
from sim.catan.board import Board
from sim.catan.knowledge import redraw
from sim.catan.log import game_row, round_row, seat_row
from sim.catan.nodes import FREE_ROAD, MAIN, N_COUNTERS, N_MARKS, PRE_ROLL, SETUP_ROAD, SETUP_SETTLEMENT, STEALING
from sim.catan.phases import cards, main, placement, robber, trade, turn
from sim.catan.setup import Setup
from sim.catan.tables import N_DEV_KINDS, N_ITEMS, N_RESOURCES, VICTORY_POINT
from sim.catan.topology import ALL_EDGES, ALL_VERTICES, HALF, N_EDGES, N_VERTICES
from sim.catan.view import CatanView
from sim.catan.words import say
from sim.chance import Chance, Stream
from sim.core import Game, Outcome, Ranking, State, fold, fold_vec


@final
class Player:
    """What lies before one seat."""

    def __init__(self, setup: Setup, copy_of: Player | None = None) -> None:
        if copy_of is None:
            self.hand: vec[i64] = vec[i64]([i64(0)] * N_ITEMS)                  # five resources, then Discoveries
            self.dev: vec[i64] = vec[i64]([i64(0)] * N_DEV_KINDS)               # unplayed development cards
            self.dev_new: vec[i64] = vec[i64]([i64(0)] * N_DEV_KINDS)           # those of them bought this turn
            self.played: vec[i64] = vec[i64]([i64(0)] * N_DEV_KINDS)            # face up
            self.roads_left: i64 = setup.roads
            self.settlements_left: i64 = setup.settlements
            self.cities_left: i64 = setup.cities
            self.settlements: i64 = 0                                           # masks of vertices
            self.cities: i64 = 0
            self.net: i64 = 0           # where a road may go on: own buildings, own road ends without an opponent's building
            self.linked: i64 = 0        # road ends joined to an own building (CA-BUILD-07)
            self.reach_low: i64 = 0     # the edges at the vertices of `net`, in two halves
            self.reach_high: i64 = 0
            self.roads: vec[i64] = vec[i64]()                                   # edges in the order in which they were built
            self.built_at: vec[i64] = vec[i64]()                                # and the build index of each (CA-ROAD-07)
            self.road_length: i64 = 0
            self.harbours: i64 = 0                                              # mask of harbour types
            self.harbours_new: i64 = 0                                          # those that work from the next turn on
            self.rate: vec[i64] = vec[i64]([setup.rate_bank] * N_RESOURCES)
            self.first_sites: vec[i64] = vec[i64]([-1, -1])                     # the set-up settlements
            self.pips: vec[i64] = vec[i64]([i64(0)] * N_ITEMS)          # cards expected in 36 rolls, the robber apart
            self.counters: vec[i64] = vec[i64]([i64(0)] * N_COUNTERS)
            self.marks: vec[i64] = vec[i64]([i64(-1)] * N_MARKS)        # turns in which something came first
        else:
            self.hand = copy_of.hand[:]
            self.dev = copy_of.dev[:]
            self.dev_new = copy_of.dev_new[:]
            self.played = copy_of.played[:]
            self.roads_left = copy_of.roads_left
            self.settlements_left = copy_of.settlements_left
            self.cities_left = copy_of.cities_left
            self.settlements = copy_of.settlements
            self.cities = copy_of.cities
            self.net = copy_of.net
            self.linked = copy_of.linked
            self.reach_low = copy_of.reach_low
            self.reach_high = copy_of.reach_high
            self.roads = copy_of.roads[:]
            self.built_at = copy_of.built_at[:]
            self.road_length = copy_of.road_length
            self.harbours = copy_of.harbours
            self.harbours_new = copy_of.harbours_new
            self.rate = copy_of.rate[:]
            self.first_sites = copy_of.first_sites[:]
            self.pips = copy_of.pips[:]
            self.counters = copy_of.counters[:]
            self.marks = copy_of.marks[:]

    def cards(self) -> i64:
        """The number of hand cards: resources only (CA-TERM-04)."""
        hand = self.hand
        return hand[0] + hand[1] + hand[2] + hand[3] + hand[4]

    def held(self) -> i64:
        """The number of unplayed development cards."""
        dev = self.dev
        return dev[0] + dev[1] + dev[2] + dev[3] + dev[4]

    def can_pay(self, cost: vec[i64]) -> bool:
        """Whether the hand covers a cost in resources."""
        hand = self.hand
        return (hand[0] >= cost[0] and hand[1] >= cost[1] and hand[2] >= cost[2] and hand[3] >= cost[3] and hand[4] >= cost[4])


@final
class CatanState(State):
    """The table: board, bank, deck, awards, players, and the open decision."""

    def __init__(self, setup: Setup, game: Game, chance: Chance, board: Board, deck: vec[i64],
                 copy_of: CatanState | None = None) -> None:
        super().__init__(setup.seats, chance, game, copy_of)
        self.setup: Setup = setup
        self.board: Board = board
        self.deck: vec[i64] = deck                                              # development cards, the top one first
        if copy_of is None:
            self._lay_table()
            self._open_turn()
        else:
            self._take_table(copy_of)
            self._take_turn(copy_of)

    def _lay_table(self) -> None:
        """What lies on the table before set-up."""
        setup, board = self.setup, self.board
        self.round = 0                                                      # 0 until set-up is over
        self.players: list[Player] = [Player(setup) for _ in range(int(setup.seats))]   # by seat, clockwise (CA-TERM-03)
        self.building: vec[i64] = vec[i64]([i64(0)] * N_VERTICES)           # 0 none, 1 + seat settlement, 9 + seat city
        self.road_owner: vec[i64] = vec[i64]([i64(-1)] * N_EDGES)
        self.open: i64 = ALL_VERTICES                                       # vertices that the distance rule leaves open
        self.free_low: i64 = ALL_EDGES                                      # edges without a road, in two halves
        self.free_high: i64 = ALL_EDGES
        self.roads_built: i64 = 0                                           # the next build index
        self.robber: i64 = i64(-1) if setup.robber_off_board else board.robber_start()
        self.bank: vec[i64] = setup.bank[:]
        self.bank_total: vec[i64] = setup.bank                              # cards in the game, for the laws
        self.dev_total: i64 = setup.dev_cards
        self.deck_at: i64 = 0                                               # development cards drawn so far
        self.road_holder: i64 = -1                                          # CA-COMP-07: one card each
        self.road_turn: i64 = 0                                             # in which the award last moved
        self.army_holder: i64 = -1
        self.winner: i64 = -1

    def _open_turn(self) -> None:
        """Where the turn stands, and the scratch of searches."""
        setup = self.setup
        self.phase: i64 = SETUP_SETTLEMENT
        self.current: i64 = 0                                               # whose turn it is
        self.setup_step: i64 = 0                                            # settlements placed in set-up
        self.setup_site: i64 = -1                                           # the one just placed
        self.rolled: bool = False
        self.thrown: i64 = 0                                                # the sum of the last roll, 0 before the first
        self.main_open: bool = False
        self.half: i64 = 0                                                  # of a turn in two halves (CA-TURN-04)
        self.dev_plays: i64 = 0                                             # in this turn
        self.dev_buys: i64 = 0
        self.idle: bool = True                                              # nothing built, bought, traded, played yet
        self.free_roads: i64 = 0                                            # of a road building card, still to come
        self.free_built: i64 = 0
        self.thefts: i64 = 0                                                # in this turn
        self.by_knight: bool = False                                        # who moves the robber
        self.discards: vec[i64] = vec[i64]([i64(0)] * setup.seats)          # still to be discarded
        self.dice_order: vec[i64] = vec[i64]()                              # the deck of 36 pairs, if that is used
        self.dice_at: i64 = 0
        self.dice_decks: i64 = 0

        self.offers_made: i64 = 0                                           # in this turn
        self.offered: vec[i64] = vec[i64]()                                 # their action ids (CA-TRADE-06)
        self.offer: i64 = -1                                                # the pair that is on offer or proposed
        self.offer_to: i64 = 0                                              # mask of the seats it addresses
        self.answers: vec[i64] = vec[i64]([i64(0)] * setup.seats)           # 0 none, 1 accept, 2 reject, 3 counter
        self.counters: vec[i64] = vec[i64]([i64(-1)] * setup.seats)         # the pairs of the counter-offers
        self.circuit: i64 = 0                                               # of proposals (CA-TRADE-10)
        self.proposer: i64 = 0                                              # how many of the circuit have been asked

        self.dealt: vec[i64] = vec[i64]([i64(0)] * (setup.seats * N_RESOURCES))     # the hands before the first event
        self.due: vec[i64] = vec[i64]([i64(0)] * (4 * N_RESOURCES))         # scratch of production, left empty
        self.walked: vec[i64] = vec[i64]([i64(0)] * N_EDGES)                # scratch of the road search
        self.road_seen: i64 = 0                                             # the vertices that it reached
        self.road_ring: bool = False                                        # and whether it came upon a ring
        self.dice_seen: vec[i64] = vec[i64]([i64(0)] * 13)                  # how often each sum fell
        self.trades: i64 = 0                                                # domestic trades made
        self.offers: i64 = 0                                                # offers made in the game

    def _take_table(self, other: CatanState) -> None:
        """The table of a copy; what never changes is shared."""
        self.players = [Player(other.setup, player) for player in other.players]
        self.building = other.building[:]
        self.road_owner = other.road_owner[:]
        self.open = other.open
        self.free_low = other.free_low
        self.free_high = other.free_high
        self.roads_built = other.roads_built
        self.robber = other.robber
        self.bank = other.bank[:]
        self.bank_total = other.bank_total
        self.dev_total = other.dev_total
        self.deck_at = other.deck_at
        self.road_holder = other.road_holder
        self.road_turn = other.road_turn
        self.army_holder = other.army_holder
        self.winner = other.winner

    def _take_turn(self, other: CatanState) -> None:
        """The turn of a copy; scratch is shared, since no decision leaves anything in it."""
        self.phase = other.phase
        self.current = other.current
        self.setup_step = other.setup_step
        self.setup_site = other.setup_site
        self.rolled = other.rolled
        self.thrown = other.thrown
        self.main_open = other.main_open
        self.half = other.half
        self.dev_plays = other.dev_plays
        self.dev_buys = other.dev_buys
        self.idle = other.idle
        self.free_roads = other.free_roads
        self.free_built = other.free_built
        self.thefts = other.thefts
        self.by_knight = other.by_knight
        self.discards = other.discards[:]
        self.dice_order = other.dice_order
        self.dice_at = other.dice_at
        self.dice_decks = other.dice_decks
        self.offers_made = other.offers_made
        self.offered = other.offered[:]
        self.offer = other.offer
        self.offer_to = other.offer_to
        self.answers = other.answers[:]
        self.counters = other.counters[:]
        self.circuit = other.circuit
        self.proposer = other.proposer
        self.dealt = other.dealt
        self.due = other.due
        self.walked = other.walked
        self.road_seen = 0
        self.road_ring = False
        self.dice_seen = other.dice_seen[:]
        self.trades = other.trades
        self.offers = other.offers

    # --- the contract -------------------------------------------------------------------------------------------------

    def legal_ids(self) -> vec[i64]:
        phase = self.phase
        if phase == MAIN:
            return main.legal(self)
        if phase == PRE_ROLL:
            return turn.legal(self)
        if phase <= SETUP_ROAD:
            return placement.legal(self)
        if phase <= STEALING:
            return robber.legal(self)
        if phase == FREE_ROAD:
            return cards.legal_free_road(self)
        return trade.legal(self)

    def apply_id(self, action: i64) -> None:
        phase = self.phase
        if phase == MAIN:
            main.apply(self, action)
        elif phase == PRE_ROLL:
            turn.apply(self, action)
        elif phase <= SETUP_ROAD:
            placement.apply(self, action)
        elif phase <= STEALING:
            robber.apply(self, action)
        elif phase == FREE_ROAD:
            cards.apply_free_road(self, action)
        else:
            trade.apply(self, action)
        if not self.over:
            scoring.check_win(self)                                             # CA-FLOW-16, CA-END-02

    def give(self, seat: i64, what: i64, amount: i64) -> i64:
        return gifts.give(self, seat, what, amount)

    def node(self) -> i64:
        return self.phase

    def standing(self, seat: i64) -> i64:
        self.check_seat(seat)
        return scoring.points(self, seat)

    def outcome(self) -> Outcome:
        return scoring.outcome(self)

    def ranking(self) -> Ranking:
        return scoring.ranking(self)

    def copy(self) -> CatanState:
        return CatanState(self.setup, self.game, self.chance, self.board, self.deck, self)

    def redraw(self, seat: i64, stream: Stream) -> None:
        redraw(self, seat, stream)

    def view(self, seat: int) -> CatanView:
        self.check_seat(seat)
        return CatanView(self, seat)

    def digest(self) -> i64:
        h: i64 = fold(self.phase, self.actor + 8 * self.current + 64 * self.robber + 4096 * self.turn)
        h = fold_vec(fold_vec(h, self.bank), self.deck[self.deck_at:])
        h = fold(h, self.road_holder + 8 * self.army_holder + 64 * self.offers_made + 4096 * self.dev_plays)
        h = fold_vec(fold_vec(h, self.discards), self.offered)
        if self.offer >= 0:
            h = fold_vec(fold_vec(h, self.answers), self.counters)
        h = fold(fold(h, self.offer), self.proposer + 8 * self.circuit + 64 * self.half + 128 * self.free_roads)
        h = fold(h, self.setup_site + 64 * self.setup_step + 4096 * self.dev_buys)
        flags = (1 if self.rolled else 0) + (2 if self.main_open else 0) + (4 if self.by_knight else 0)
        h = fold(h, flags + 8 * self.offer_to + 128 * self.thefts)
        h = fold_vec(fold(h, self.dice_decks), self.dice_order[self.dice_at:])
        for player in self.players:
            h = fold_vec(fold_vec(fold_vec(fold_vec(h, player.hand), player.dev), player.dev_new), player.played)
            h = fold(fold(h, player.settlements), player.cities)
            h = fold(h, player.roads_left + 64 * player.settlements_left + 4096 * player.cities_left)
            h = fold_vec(fold_vec(fold(h, player.harbours_new), player.roads), player.built_at)
        return h

    def position(self) -> dict[str, Any]:
        return position.facts_of(self)

    def log_game(self) -> vec[i64]:
        return game_row(self)

    def log_seat(self, seat: i64) -> vec[i64]:
        return seat_row(self, seat)

    def log_round(self, seat: i64, full: bool) -> vec[i64]:
        return round_row(self, seat, full)

    def say(self, id: int) -> str:
        return say(self, id)

    # --- what the phases share ----------------------------------------------------------------------------------------

    def deck_left(self) -> i64:
        """The development cards that can still be bought; an endless deck always has one."""
        return i64(1) if self.setup.dev_endless else len(self.deck) - self.deck_at

    def opponent_on(self, vertex: i64, seat: i64) -> bool:
        """Whether another player's building stands on a vertex."""
        building: i64 = self.building[vertex]
        return building != 0 and (building - 1) & 7 != seat

    def visible_points(self, seat: i64) -> i64:
        """The points of a seat that all can see (CA-INFO-02)."""
        return scoring.points(self, seat) - self.players[seat].dev[VICTORY_POINT]

    def take_edge(self, edge: i64) -> None:
        """Mark an edge as no longer free."""
        if edge < HALF:
            self.free_low &= ~BIT[edge]
        else:
            self.free_high &= ~BIT[edge - HALF]
