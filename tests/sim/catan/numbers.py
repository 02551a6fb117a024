"""The tables of the rules as data, copied from the rules and not from the engine."""

from __future__ import annotations

RESOURCES = ("lumber", "brick", "wool", "grain", "ore")
LETTERS = dict(zip("LBWGOD", (*RESOURCES, "discovery"), strict=True))

# CA-BOARD-02 to -05: (q, r) and the corners N, NE, SE, S, SW, NW of H0..H18
HEXES = [
    ((0, -2), (0, 4, 8, 12, 7, 3)),
    ((1, -2), (1, 5, 9, 13, 8, 4)),
    ((2, -2), (2, 6, 10, 14, 9, 5)),
    ((-1, -1), (7, 12, 17, 22, 16, 11)),
    ((0, -1), (8, 13, 18, 23, 17, 12)),
    ((1, -1), (9, 14, 19, 24, 18, 13)),
    ((2, -1), (10, 15, 20, 25, 19, 14)),
    ((-2, 0), (16, 22, 28, 33, 27, 21)),
    ((-1, 0), (17, 23, 29, 34, 28, 22)),
    ((0, 0), (18, 24, 30, 35, 29, 23)),
    ((1, 0), (19, 25, 31, 36, 30, 24)),
    ((2, 0), (20, 26, 32, 37, 31, 25)),
    ((-2, 1), (28, 34, 39, 43, 38, 33)),
    ((-1, 1), (29, 35, 40, 44, 39, 34)),
    ((0, 1), (30, 36, 41, 45, 40, 35)),
    ((1, 1), (31, 37, 42, 46, 41, 36)),
    ((-2, 2), (39, 44, 48, 51, 47, 43)),
    ((-1, 2), (40, 45, 49, 52, 48, 44)),
    ((0, 2), (41, 46, 50, 53, 49, 45)),
]
EDGES = [
    (0, 3),
    (0, 4),
    (1, 4),
    (1, 5),
    (2, 5),
    (2, 6),
    (3, 7),
    (4, 8),
    (5, 9),
    (6, 10),
    (7, 11),
    (7, 12),
    (8, 12),
    (8, 13),
    (9, 13),
    (9, 14),
    (10, 14),
    (10, 15),
    (11, 16),
    (12, 17),
    (13, 18),
    (14, 19),
    (15, 20),
    (16, 21),
    (16, 22),
    (17, 22),
    (17, 23),
    (18, 23),
    (18, 24),
    (19, 24),
    (19, 25),
    (20, 25),
    (20, 26),
    (21, 27),
    (22, 28),
    (23, 29),
    (24, 30),
    (25, 31),
    (26, 32),
    (27, 33),
    (28, 33),
    (28, 34),
    (29, 34),
    (29, 35),
    (30, 35),
    (30, 36),
    (31, 36),
    (31, 37),
    (32, 37),
    (33, 38),
    (34, 39),
    (35, 40),
    (36, 41),
    (37, 42),
    (38, 43),
    (39, 43),
    (39, 44),
    (40, 44),
    (40, 45),
    (41, 45),
    (41, 46),
    (42, 46),
    (43, 47),
    (44, 48),
    (45, 49),
    (46, 50),
    (47, 51),
    (48, 51),
    (48, 52),
    (49, 52),
    (49, 53),
    (50, 53),
]
# CA-BOARD-07: the frame from the north-west corner clockwise, and the land vertices that each place touches
FRAME = [
    ((0, -3), (0, 3)),
    ((1, -3), (0, 1, 4)),
    ((2, -3), (1, 2, 5)),
    ((3, -3), (2, 6)),
    ((3, -2), (6, 10, 15)),
    ((3, -1), (15, 20, 26)),
    ((3, 0), (26, 32)),
    ((2, 1), (32, 37, 42)),
    ((1, 2), (42, 46, 50)),
    ((0, 3), (50, 53)),
    ((-1, 3), (49, 52, 53)),
    ((-2, 3), (48, 51, 52)),
    ((-3, 3), (47, 51)),
    ((-3, 2), (38, 43, 47)),
    ((-3, 1), (27, 33, 38)),
    ((-3, 0), (21, 27)),
    ((-2, -1), (11, 16, 21)),
    ((-1, -2), (3, 7, 11)),
]
# CA-BOARD-08: HB0..HB8, frame place and vertices
HARBOUR_PLACES = [
    (0, (0, 3)),
    (2, (1, 5)),
    (4, (10, 15)),
    (6, (26, 32)),
    (8, (42, 46)),
    (10, (49, 52)),
    (12, (47, 51)),
    (14, (33, 38)),
    (16, (11, 16)),
]
# CA-BOARD-09: catanatron's numbers of V0..V53 and H0..H18
CATANATRON_NODES = [
    45,
    48,
    50,
    47,
    46,
    49,
    51,
    43,
    19,
    22,
    52,
    44,
    21,
    20,
    23,
    53,
    40,
    16,
    0,
    6,
    24,
    42,
    18,
    5,
    1,
    7,
    25,
    41,
    17,
    4,
    2,
    8,
    26,
    39,
    15,
    3,
    9,
    27,
    38,
    14,
    12,
    10,
    28,
    37,
    13,
    11,
    29,
    36,
    34,
    32,
    30,
    35,
    33,
    31,
]
CATANATRON_TILES = [15, 16, 17, 14, 5, 6, 18, 13, 4, 0, 1, 7, 12, 3, 2, 8, 11, 10, 9]

# CA-BOARD-12
SPIRAL_TOKENS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
SPIRAL_HEXES = [11, 6, 2, 1, 0, 3, 7, 12, 16, 17, 18, 15, 10, 5, 4, 8, 13, 14, 9]
CORNER_HEXES = [0, 2, 11, 18, 16, 7]

# CA-BOARD-18: the beginner board
BEGINNER = [
    ("mountain", 10),
    ("pasture", 2),
    ("forest", 9),
    ("field", 12),
    ("hills", 6),
    ("pasture", 4),
    ("hills", 10),
    ("field", 9),
    ("forest", 11),
    ("desert", 0),
    ("forest", 3),
    ("mountain", 8),
    ("forest", 8),
    ("mountain", 3),
    ("field", 4),
    ("pasture", 5),
    ("hills", 5),
    ("field", 6),
    ("pasture", 11),
]
FIXED_HARBOURS = ["any", "grain", "ore", "any", "wool", "any", "any", "brick", "lumber"]

YIELDS = {"forest": "lumber", "hills": "brick", "pasture": "wool", "field": "grain", "mountain": "ore"}
TERRAIN_COUNTS = {"forest": 4, "hills": 3, "pasture": 4, "field": 4, "mountain": 3, "desert": 1}
TOKENS = [2, 12, *[n for n in (3, 4, 5, 6, 8, 9, 10, 11) for _ in range(2)]]
PIPS = {0: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
COST = {"road": "L1 B1", "settlement": "L1 B1 W1 G1", "city": "G2 O3", "dev": "W1 G1 O1"}
DEV_CARDS = {"knight": 14, "vp": 5, "road": 2, "plenty": 2, "monopoly": 2}


def neighbours(vertex: int) -> list[int]:
    """The vertices at the other ends of a vertex's edges."""
    return [a + b - vertex for a, b in EDGES if vertex in (a, b)]


def hexes_of(vertex: int) -> list[int]:
    """The land hexes that a vertex touches."""
    return [number for number, (_, corners) in enumerate(HEXES) if vertex in corners]


def edges_at(*vertices: int) -> list[tuple[int, int]]:
    """The edges that touch any of these vertices."""
    return [edge for edge in EDGES if set(edge) & set(vertices)]


def cards(text: str) -> dict[str, int]:
    """`"L1 O2"` as a map of items to numbers; D stands for Discoveries."""
    return {LETTERS[word[0]]: int(word[1:]) for word in text.split()}


def text(items: dict[str, int]) -> str:
    """A map of items as `"L1 O2"`."""
    letter = {name: key for key, name in LETTERS.items()}
    return " ".join(f"{letter[name]}{items[name]}" for name in LETTERS.values() if items.get(name))
