"""The board of one game: terrain, tokens and harbours, laid out by the options (CA-BOARD-10 to -23)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.catan.setup import BOARD_BALANCED, BOARD_RANDOM, FRAME_FIXED, NO_RED, RING, SPIRAL
from sim.catan.tables import DESERT, JUNGLE, JUNGLE_TOKENS, N_RESOURCES, PIPS, SPIRAL_TOKENS
from sim.catan.topology import (
    CORNER_HEXES,
    EDGE_A,
    EDGE_B,
    FRAME_EDGES,
    FRAME_VERTICES,
    HEX_NEIGHBOURS,
    HEX_VERTICES,
    N_FRAME,
    N_HEXES,
    N_VERTICES,
    STANDARD_EDGE,
    STANDARD_FRAME,
    VERTEX_HEXES,
    spiral_from,
)
from sim.chance import FIRST_GAME_PURPOSE, Chance
from sim.options import refuse

if TYPE_CHECKING:
    from sim.catan.setup import Setup

TERRAIN: Final = FIRST_GAME_PURPOSE
TOKENS: Final = FIRST_GAME_PURPOSE + 1
HARBOUR_PLACES: Final = FIRST_GAME_PURPOSE + 2
HARBOUR_TYPES: Final = FIRST_GAME_PURPOSE + 3
HARBOUR_EDGE: Final = FIRST_GAME_PURPOSE + 4
JUNGLE_TOKEN: Final = FIRST_GAME_PURPOSE + 5
SPIRAL_START: Final = FIRST_GAME_PURPOSE + 6
TRIES: Final = 10000


@final
class Board:
    """What lies where. Never changed during a game, so copies of a state share it."""

    def __init__(self, terrain: vec[i64], tokens: vec[i64], frame: vec[i64], edges: vec[i64]) -> None:
        self.terrain: vec[i64] = terrain            # of each hex
        self.tokens: vec[i64] = tokens              # of each hex, 0 for none
        self.frame: vec[i64] = frame                # harbour type of each frame place, -1 for sea
        self.edges: vec[i64] = edges                # the coast edge of each harbour, -1 where any vertex reaches it
        self.harbour_at: vec[i64] = vec[i64]([i64(0)] * N_VERTICES)     # mask of the harbour types that a vertex has
        self.hexes_of: vec[vec[i64]] = _hexes_of(tokens)                # the hexes of each number 0..12
        for place in range(i64(N_FRAME)):
            if frame[place] >= 0:
                self._reach(place)

    def _reach(self, place: i64) -> None:
        """CA-BOARD-16: by the whole tile, or by the two ends of its edge."""
        edge: i64 = self.edges[place]
        if edge >= 0:
            self.harbour_at[EDGE_A[edge]] |= BIT[self.frame[place]]
            self.harbour_at[EDGE_B[edge]] |= BIT[self.frame[place]]
        else:
            for vertex in FRAME_VERTICES[place]:
                self.harbour_at[vertex] |= BIT[self.frame[place]]

    def pips(self, vertex: i64) -> i64:
        """The ways of 36 in which a building on a vertex gets something, the robber apart."""
        total: i64 = 0
        for hex in VERTEX_HEXES[vertex]:
            if self.terrain[hex] != DESERT:
                total += PIPS[self.tokens[hex]]
        return total

    def robber_start(self) -> i64:
        """CA-BOARD-21, -22: the desert of lowest id, else the jungle of lowest id, else off the board."""
        for wanted in (DESERT, JUNGLE):
            for hex in range(i64(N_HEXES)):
                if self.terrain[hex] == wanted:
                    return hex
        return -1


def _hexes_of(tokens: vec[i64]) -> vec[vec[i64]]:
    rows: list[vec[i64]] = []
    for token in range(i64(13)):
        row = vec[i64]()
        for hex in range(i64(N_HEXES)):
            if token > 0 and tokens[hex] == token:
                row = append(row, hex)
        rows.append(row)
    return vec[vec[i64]](rows)


def lay_board(setup: Setup, chance: Chance) -> Board:
    """The board of a game: given, or drawn; redrawn until it passes where the options ask for that."""
    if len(setup.custom_terrain) > 0:
        frame = setup.custom_harbours if len(setup.custom_harbours) > 0 else _harbour_frame(setup, chance, 0)
        tokens = _jungle_tokens(setup, setup.custom_terrain, setup.custom_tokens[:], chance, 0)
        return Board(setup.custom_terrain, tokens, frame, _harbour_edges(setup, frame, chance, 0))
    balanced = setup.board == BOARD_BALANCED
    for attempt in range(i64(TRIES)):
        draw = attempt if balanced else 0
        terrain = chance.order(TERRAIN, draw, setup.terrain)                # CA-BOARD-10
        tokens = _lay_tokens(setup, terrain, chance, attempt, balanced)
        tokens = _jungle_tokens(setup, terrain, tokens, chance, draw)
        if (balanced or setup.token_rule == NO_RED) and _reds_touch(tokens):
            continue                                                        # CA-BOARD-13
        if balanced and not _is_balanced(terrain, tokens):
            continue                                                        # CA-BOARD-19
        frame = _harbour_frame(setup, chance, draw)
        return Board(terrain, tokens, frame, _harbour_edges(setup, frame, chance, draw))
    raise refuse("board" if balanced else "tokens", f"no board passed in {TRIES} tries")


def _lay_tokens(setup: Setup, terrain: vec[i64], chance: Chance, attempt: i64, balanced: bool) -> vec[i64]:
    """Tokens on all hexes but deserts and jungles: shuffled (CA-BOARD-11) or along the spiral (CA-BOARD-12)."""
    tokens = vec[i64]([i64(0)] * N_HEXES)
    spiral = setup.token_rule == SPIRAL and not balanced
    if spiral:
        corner = CORNER_HEXES[chance.below(SPIRAL_START, 0, 0, 6)] if setup.random_corner else 11
        order = vec[i64]([i64(hex) for hex in spiral_from(corner)])
        row = vec[i64]([i64(token) for token in SPIRAL_TOKENS])
    else:
        order = vec[i64]([i64(hex) for hex in range(N_HEXES)])
        row = chance.order(TOKENS, attempt, setup.tokens)
    n: i64 = 0
    for hex in order:
        if terrain[hex] < DESERT:                                           # CA-BOARD-23: jungles are skipped
            tokens[hex] = row[n]
            n += 1
    return tokens


def _jungle_tokens(setup: Setup, terrain: vec[i64], tokens: vec[i64], chance: Chance, draw: i64) -> vec[i64]:
    """CA-BOARD-22: a jungle's own token, drawn for each by itself or fixed."""
    for hex in range(i64(N_HEXES)):
        if terrain[hex] == JUNGLE and tokens[hex] == 0:
            if setup.jungle_token > 0:
                tokens[hex] = setup.jungle_token
            else:
                tokens[hex] = JUNGLE_TOKENS[chance.below(JUNGLE_TOKEN, draw, hex, 6)]
    return tokens


def _harbour_frame(setup: Setup, chance: Chance, draw: i64) -> vec[i64]:
    """The harbour of each frame place: every second one by parity (CA-BOARD-14), or the standard ones (CA-BOARD-15)."""
    frame = vec[i64]([i64(-1)] * N_FRAME)
    fixed = setup.harbour_rule == FRAME_FIXED
    types = setup.harbours if fixed else chance.order(HARBOUR_TYPES, draw, setup.harbours)
    parity: i64 = chance.below(HARBOUR_PLACES, draw, 0, 2) if setup.harbour_rule == RING else i64(0)
    for n in range(i64(9)):
        place: i64 = 2 * n + parity if setup.harbour_rule == RING else STANDARD_FRAME[n]
        frame[place] = types[n]
    return frame


def _harbour_edges(setup: Setup, frame: vec[i64], chance: Chance, draw: i64) -> vec[i64]:
    """The edge of each harbour: the standard one, or one drawn among those of its tile (CA-BOARD-17)."""
    edges = vec[i64]([i64(-1)] * N_FRAME)
    if setup.reach_tile:
        return edges
    drawn = setup.harbour_rule == RING and setup.board in (BOARD_RANDOM, BOARD_BALANCED)
    for place in range(i64(N_FRAME)):
        if frame[place] >= 0:
            if place in STANDARD_FRAME and not drawn:
                edges[place] = STANDARD_EDGE[STANDARD_FRAME.index(place)]
            else:
                choices = FRAME_EDGES[place]
                edges[place] = choices[chance.below(HARBOUR_EDGE, draw, place, len(choices))]
    return edges


def _reds_touch(tokens: vec[i64]) -> bool:
    """Whether two hexes that share an edge both carry 6 or 8."""
    for hex in range(i64(N_HEXES)):
        if tokens[hex] == 6 or tokens[hex] == 8:
            for other in HEX_NEIGHBOURS[hex]:
                if tokens[other] == 6 or tokens[other] == 8:
                    return True
    return False


def _is_balanced(terrain: vec[i64], tokens: vec[i64]) -> bool:
    """CA-BOARD-19 (a) to (d): a board that a fussy player would accept."""
    pips = vec[i64]([i64(0)] * N_RESOURCES)
    for hex in range(i64(N_HEXES)):
        if _group(terrain, hex) > 3 or _in_triangle(terrain, hex):
            return False
        if terrain[hex] < DESERT:
            pips[terrain[hex]] += PIPS[tokens[hex]]
        for other in HEX_NEIGHBOURS[hex]:
            if tokens[hex] != 0 and tokens[other] == tokens[hex]:
                return False
    for resource in range(i64(N_RESOURCES)):
        if not 9 <= pips[resource] <= 16:
            return False
    for vertex in range(i64(N_VERTICES)):
        total: i64 = 0
        for hex in VERTEX_HEXES[vertex]:
            total += PIPS[tokens[hex]]
        if total > 13:
            return False
    return True


def _in_triangle(terrain: vec[i64], hex: i64) -> bool:
    """Whether the hex and two of its neighbours that touch each other have one terrain."""
    for vertex in HEX_VERTICES[hex]:
        hexes = VERTEX_HEXES[vertex]
        if len(hexes) == 3 and terrain[hexes[0]] == terrain[hexes[1]] and terrain[hexes[1]] == terrain[hexes[2]]:
            return True
    return False


def _group(terrain: vec[i64], hex: i64) -> i64:
    """The size of the connected group of one terrain that a hex belongs to."""
    seen: i64 = BIT[hex]
    waiting = vec[i64](capacity=N_HEXES)
    waiting = append(waiting, hex)
    n: i64 = 0
    while n < len(waiting):
        for other in HEX_NEIGHBOURS[waiting[n]]:
            if terrain[other] == terrain[hex] and seen & BIT[other] == 0:
                seen |= BIT[other]
                waiting = append(waiting, other)
        n += 1
    return n
