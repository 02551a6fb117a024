"""The components of the box as data: resources, terrain, tokens, harbours, cards, pieces, costs (CA-TERM, CA-COMP)."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# CA-TERM-01: the fixed order of resources, and of the terrains that yield them
LUMBER: Final = 0
BRICK: Final = 1
WOOL: Final = 2
GRAIN: Final = 3
ORE: Final = 4
DISCOVERY: Final = 5
N_RESOURCES: Final = 5
N_ITEMS: Final = 6                          # what may lie in a trade: five resources and Discoveries
RESOURCES: Final = ("lumber", "brick", "wool", "grain", "ore")
ITEMS: Final = (*RESOURCES, "discovery")

DESERT: Final = 5
JUNGLE: Final = 6
TERRAINS: Final = ("forest", "hills", "pasture", "field", "mountain", "desert", "jungle")
TERRAIN_COUNTS: Final = {"forest": 4, "hills": 3, "pasture": 4, "field": 4, "mountain": 3, "desert": 1, "jungle": 0}

GENERIC: Final = 5                          # a 3:1 harbour; 0..4 are the 2:1 harbours of the resources
HARBOURS: Final = (*RESOURCES, "any")

TOKENS: Final = (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12)         # CA-COMP-02
SPIRAL_TOKENS: Final = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)  # CA-BOARD-12
JUNGLE_TOKENS: Final = (3, 4, 5, 9, 10, 11)                                         # CA-BOARD-22
PIPS: Final = vec[i64]([0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1])
"""The ways of 36 to throw a number; 0 for 7 and for no token."""
HARBOUR_TYPES: Final = ("any", "any", "any", "any", *RESOURCES)                     # CA-COMP-03
FIXED_HARBOURS: Final = ("any", "grain", "ore", "any", "wool", "any", "any", "brick", "lumber")     # CA-BOARD-15

KNIGHT: Final = 0
VICTORY_POINT: Final = 1
ROAD_BUILDING: Final = 2
YEAR_OF_PLENTY: Final = 3
MONOPOLY: Final = 4
N_DEV_KINDS: Final = 5
DEV_KINDS: Final = ("knight", "vp", "road", "plenty", "monopoly")
DEV_NAMES: Final = ("knight", "victory point", "road building", "year of plenty", "monopoly")
DEV_MIX: Final = {"knight": 14, "vp": 5, "road": 2, "plenty": 2, "monopoly": 2}     # CA-COMP-05

ROAD: Final = 0
SETTLEMENT: Final = 1
CITY: Final = 2
DEV_CARD: Final = 3
BUYABLE: Final = ("road", "settlement", "city", "dev")
PIECES: Final = {"roads": 15, "settlements": 5, "cities": 4}                        # CA-COMP-06
COST: Final = {                                                                     # CA-BUILD-01
    # lumber, brick, wool, grain, ore
    "road":       [1, 1, 0, 0, 0],
    "settlement": [1, 1, 1, 1, 0],
    "city":       [0, 0, 0, 2, 3],
    "dev":        [0, 0, 1, 1, 1],
}

MAX_ROUNDS_OF: Final = {2: 500, 3: 334, 4: 250}                                     # CA-END-06: about 1000 turns

# CA-BOARD-18: the beginner board, H0..H18
BEGINNER: Final = (
    ("mountain", 10), ("pasture", 2), ("forest", 9),
    ("field", 12), ("hills", 6), ("pasture", 4), ("hills", 10),
    ("field", 9), ("forest", 11), ("desert", 0), ("forest", 3), ("mountain", 8),
    ("forest", 8), ("mountain", 3), ("field", 4), ("pasture", 5),
    ("hills", 5), ("field", 6), ("pasture", 11),
)


def _vectors(items: int, most: int) -> list[list[int]]:
    """All count vectors over `items` kinds with 1 to `most` pieces, by size and then in the order of the kinds."""
    found: list[list[int]] = []

    def add(vector: list[int], kind: int, left: int) -> None:
        if left == 0:
            found.append(vector + [0] * (items - len(vector)))
        elif kind < items:
            for n in range(left, -1, -1):
                add([*vector, n], kind + 1, left - n)

    for size in range(1, most + 1):
        add([], 0, size)
    return found


OFFER_MOST: Final = 3
SIDES: Final = _vectors(N_ITEMS, OFFER_MOST)
"""What one side of a trade may hold: 83 count vectors over the items, 1 to 3 pieces."""
N_SIDES: Final = 83
SIDE_WORDS: Final = [" and ".join(f"{n} {ITEMS[kind]}" for kind, n in enumerate(side) if n) for side in SIDES]
SIDE: Final = vec[vec[i64]]([vec[i64]([i64(n) for n in side]) for side in SIDES])
SIDE_SIZE: Final = vec[i64]([i64(sum(side)) for side in SIDES])
_KINDS_IN: Final = [[kind for kind in range(N_ITEMS) if side[kind]] for side in SIDES]
SIDE_KINDS: Final = vec[i64]([i64(sum(2**kind for kind in kinds)) for kinds in _KINDS_IN])
"""The kinds in a side, as a mask."""

MIXES: Final = [[0, 0, 0, 0, 0], *_vectors(N_RESOURCES, 3)]
"""What Discoveries may stand for when a dev card is bought: 56 count vectors over the resources, 0 to 3 pieces."""
N_MIXES: Final = 56
MIX: Final = vec[vec[i64]]([vec[i64]([i64(n) for n in mix]) for mix in MIXES])
MIX_SIZE: Final = vec[i64]([i64(sum(mix)) for mix in MIXES])

PLENTY: Final = [(a, b) for a in range(N_RESOURCES) for b in [*range(a, N_RESOURCES), -1]]
"""The pairs of a year of plenty, a <= b; b = -1 stands for a single card."""
PLENTY_A: Final = vec[i64]([i64(a) for a, _ in PLENTY])
PLENTY_B: Final = vec[i64]([i64(b) for _, b in PLENTY])
