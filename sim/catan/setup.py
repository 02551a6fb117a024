"""What the options and the number of seats decide, in one native object. What cannot be played was refused (options.faults)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.catan.tables import (
    BEGINNER,
    BUYABLE,
    COST,
    DESERT,
    DEV_KINDS,
    DEV_MIX,
    DISCOVERY,
    FIXED_HARBOURS,
    HARBOUR_TYPES,
    HARBOURS,
    JUNGLE,
    MAX_ROUNDS_OF,
    N_SIDES,
    PIECES,
    SIDE,
    SIDE_KINDS,
    SIDE_SIZE,
    TERRAIN_COUNTS,
    TERRAINS,
)
from sim.catan.topology import N_FRAME, STANDARD_FRAME

ANY: Final = 0
NO_RED: Final = 1
SPIRAL: Final = 2

RING: Final = 0
FRAME_RANDOM: Final = 1
FRAME_FIXED: Final = 2

BOARD_RANDOM: Final = 0
BOARD_BEGINNER: Final = 1
BOARD_BALANCED: Final = 2
BOARD_CUSTOM: Final = 3

YIELD_TYPE: Final = 0
YIELD_HEX: Final = 1
YIELD_NONE: Final = 2

SHORT_TURN_ORDER: Final = 0
SHORT_SINGLE: Final = 1
SHORT_NOBODY: Final = 2

STEAL_ONE: Final = 0
STEAL_EACH: Final = 1
STEAL_NONE: Final = 2

DEV_LATER: Final = 0
DEV_KNIGHT: Final = 1
DEV_ANY: Final = 2

FREE_ORDER: Final = 0
BUILD_FIRST: Final = 1
TRADE_FIRST: Final = 2


@final
class Setup:
    """The rules as one game plays them; read by every phase, shared by all games of a worker."""

    def __init__(self, options: Any, seats: int) -> None:
        self.options: Any = options
        self.seats: i64 = seats

        self.board: i64 = _place(options.board, ("random", "beginner", "balanced", "custom"))
        self.token_rule: i64 = _place(options.tokens, ("any", "any_no_red", "spiral"))
        self.harbour_rule: i64 = _place(options.harbours, ("ring", "frame_random", "frame_fixed"))
        self.reach_tile: bool = options.harbour_reach == "tile"
        self.harbour_next_turn: bool = options.harbour_next_turn
        self.random_corner: bool = options.spiral_start == "random_corner"
        self.jungle_token: i64 = 0 if options.jungle_token == "random" else options.jungle_token
        self.robber_off_board: bool = options.robber_start == "off_board"
        self.terrain: vec[i64] = _terrain(options)
        self.tokens: vec[i64] = vec[i64]([i64(token) for token in options.token_bag])
        self.harbours: vec[i64] = _harbours(options)
        self.custom_terrain: vec[i64] = vec[i64]()
        self.custom_tokens: vec[i64] = vec[i64]()
        self.custom_harbours: vec[i64] = vec[i64]()
        if self.board == BOARD_BEGINNER:
            self._lay_beginner()
        elif self.board == BOARD_CUSTOM:
            self._lay_custom(options.custom)
        self._read_turn(options)
        self._read_building(options)
        self._read_trade(options)
        self._read_cards(options)

    def _read_turn(self, options: Any) -> None:
        """Set-up, turn, production, robber."""
        self.three_land: bool = options.sites == "three_land"
        self.setup_yield: i64 = _place(options.setup_yield, ("per_type", "per_hex", "none"))
        self.setup_jungle: bool = options.setup_jungle

        self.dev_before_roll: i64 = _place(options.dev_before_roll, ("none", "knight", "any"))
        self.phase_order: i64 = _place(options.phase_order, ("free", "build_then_trade", "trade_then_build"))
        self.dice_deck: bool = options.dice == "deck36"
        self.dice_cut: i64 = options.deck36_cut
        self.no_seven_rounds: i64 = options.no_seven_rounds

        sizes = [options.bank_size] * 5 if isinstance(options.bank_size, int) else list(options.bank_size)
        self.bank: vec[i64] = vec[i64]([i64(size) for size in sizes])           # CA-COMP-04
        self.bank_shortage: i64 = _place(options.bank_shortage, ("turn_order", "none_unless_single", "none"))

        self.discard_limit: i64 = options.discard_limit
        self.discard_by_seat: bool = options.discard_order == "seat"
        self.discovery_in_limit: bool = options.discovery_in_limit
        self.robber_desert: bool = options.robber_desert
        self.robber_must_move: bool = options.robber_must_move
        self.seven_steal: i64 = _place(options.seven_steal, ("one", "each", "none"))
        self.knight_steal: i64 = _place(options.knight_steal, ("one", "each", "none"))
        self.friendly_vp: i64 = options.friendly_robber_vp
        self.friendly_hidden: bool = options.friendly_robber_hidden

    def _read_building(self, options: Any) -> None:
        """Discoveries, costs, pieces, links."""
        # CA-JUNGLE-02
        self.discovery_dev: bool = "dev" in options.discovery_uses
        self.discovery_maritime: bool = "maritime" in options.discovery_uses
        self.discovery_domestic: bool = "domestic" in options.discovery_uses and options.discovery_max > 0
        self.discovery_max: i64 = options.discovery_max
        self.missing_only: bool = options.discovery_missing_only

        cost = {**COST, **options.cost}
        self.cost: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([i64(n) for n in cost[name]]) for name in BUYABLE])
        pieces = {**PIECES, **options.pieces}
        self.roads: i64 = pieces["roads"]
        self.settlements: i64 = pieces["settlements"]
        self.cities: i64 = pieces["cities"]
        self.network: bool = options.settlement_link == "network"

    def _read_trade(self, options: Any) -> None:
        """Rates, offers, proposals."""
        rates = {"bank": 4, "generic": 3, "special": 2, **options.rates}
        self.maritime: bool = options.maritime
        self.rate_bank: i64 = rates["bank"]
        self.rate_generic: i64 = rates["generic"]
        self.rate_special: i64 = rates["special"]
        self.domestic: bool = options.domestic == "on"
        self.offers_per_turn: i64 = options.offers_per_turn
        self.offer_each: bool = options.offer_to == "each" and self.seats > 2
        self.counters: i64 = options.counters_per_offer
        self.proposals: i64 = options.proposals_per_turn
        self.shapes: vec[i64] = _shapes(options.offer_shapes, options.offer_max_cards)
        self.sides: vec[i64] = self._sides()
        self.gets: vec[vec[i64]] = self._gets()

    def _read_cards(self, options: Any) -> None:
        """Development cards, awards, the end."""
        mix = {**DEV_MIX, **options.dev_deck_mix}
        self.dev_mix: vec[i64] = vec[i64]([i64(mix[name]) for name in DEV_KINDS])
        self.dev_cards: i64 = sum(mix.values())
        self.dev_endless: bool = options.dev_deck == "endless"
        self.dev_buys: i64 = options.dev_buys_per_turn
        self.dev_plays: i64 = options.dev_plays_per_turn
        self.dev_same_turn: bool = options.dev_same_turn
        self.road_building_stop: bool = options.road_building_stop
        self.plenty_single: bool = options.yop_short == "allow_single"

        self.road_min: i64 = options.road_min
        self.road_vp: i64 = options.road_vp
        self.army_min: i64 = options.army_min
        self.army_vp: i64 = options.army_vp
        self.earliest: bool = options.road_tie == "earliest"
        self.goal: i64 = options.vp_goal
        self.any_time: bool = options.win_check == "any_time"
        rounds = options.max_rounds
        self.max_rounds: i64 = MAX_ROUNDS_OF[int(self.seats)] if rounds == "table" else rounds
        self.open_hands: bool = options.open_hands

    def _lay_beginner(self) -> None:
        """CA-BOARD-18; under the overlay the jungle takes the desert's place (17.2)."""
        desert = DESERT if DESERT in self.terrain else JUNGLE
        for name, token in BEGINNER:
            self.custom_terrain = append(self.custom_terrain, desert if name == "desert" else i64(TERRAINS.index(name)))
            self.custom_tokens = append(self.custom_tokens, i64(token))
        self.harbour_rule = FRAME_FIXED
        self.harbours = vec[i64]([i64(HARBOURS.index(name)) for name in FIXED_HARBOURS])

    def _lay_custom(self, custom: Mapping[str, Sequence[Any]]) -> None:
        """CA-BOARD-20: the caller's board; 9 harbours lie on the standard places, 18 entries are the frame's."""
        self.custom_terrain = vec[i64]([i64(TERRAINS.index(name)) for name in custom["terrain"]])
        self.custom_tokens = vec[i64]([i64(token) for token in custom["tokens"]])
        harbours = custom.get("harbours", FIXED_HARBOURS)
        frame = ["none"] * N_FRAME
        for place, name in enumerate(harbours):
            frame[STANDARD_FRAME[place] if len(harbours) == 9 else place] = name
        self.custom_harbours = vec[i64]([i64(HARBOURS.index(name)) if name != "none" else i64(-1) for name in frame])

    def _sides(self) -> vec[i64]:
        """The sides that offers may have under these options, as places in SIDES."""
        allowed = vec[i64]()
        widest: i64 = 0
        for number in range(9):
            if self.shapes[number] != 0:
                widest = max(widest, number // 3 + 1, number % 3 + 1)
        most: i64 = self.discovery_max if self.discovery_domestic and self.has_jungle() else 0     # CA-JUNGLE-02, -06
        for side in range(i64(N_SIDES)):
            if SIDE_SIZE[side] <= widest and SIDE[side][DISCOVERY] <= most:
                allowed = append(allowed, side)
        return allowed

    def _gets(self) -> vec[vec[i64]]:
        """For each side given, the sides that may be asked for it: listed shapes, no kind on both sides (CA-TRADE-06)."""
        rows: list[vec[i64]] = []
        for give in range(i64(N_SIDES)):
            row = vec[i64]()
            for get in self.sides:
                shape: i64 = (SIDE_SIZE[give] - 1) * 3 + SIDE_SIZE[get] - 1
                if self.shapes[shape] != 0 and SIDE_KINDS[give] & SIDE_KINDS[get] == 0:
                    row = append(row, get)
            rows.append(row)
        return vec[vec[i64]](rows)

    def has_jungle(self) -> bool:
        """Whether a jungle lies on the board (CA-TRADE-05: else no trade names a Discovery)."""
        laid = self.custom_terrain if len(self.custom_terrain) > 0 else self.terrain
        return JUNGLE in laid


def _place(name: str, names: tuple[str, ...]) -> i64:
    return names.index(name)


def _terrain(options: Any) -> vec[i64]:
    """The terrain of the box as a list of pieces (CA-COMP-01)."""
    counts = {**TERRAIN_COUNTS, **options.terrain_counts}
    return vec[i64]([i64(kind) for kind, name in enumerate(TERRAINS) for _ in range(counts[name])])


def _harbours(options: Any) -> vec[i64]:
    """The harbours of the box; in fixed places they have an order of their own, unless another is given (CA-BOARD-15)."""
    fixed = options.harbours == "frame_fixed" and sorted(options.harbour_types) == sorted(HARBOUR_TYPES)
    return vec[i64]([i64(HARBOURS.index(name)) for name in (FIXED_HARBOURS if fixed else options.harbour_types)])


def _shapes(shapes: Sequence[str], most: int) -> vec[i64]:
    """Which (give, get) sizes are listed: entry (give - 1) * 3 + get - 1 is 1 (CA-FLOW-17)."""
    flags = vec[i64]([i64(0)] * 9)
    for shape in shapes:
        give, get = int(shape[0]), int(shape[2])
        if give <= most and get <= most:
            flags[(give - 1) * 3 + get - 1] = 1
    return flags
