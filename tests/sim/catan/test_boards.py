"""How boards are laid: terrain, tokens, harbours, robber (rules, chapter 3)."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from sim.catan.topology import HEX_NEIGHBOURS
from sim.faults import Refusal
from tests.marks import rule
from tests.sim.catan.numbers import (
    BEGINNER,
    CORNER_HEXES,
    FIXED_HARBOURS,
    FRAME,
    HARBOUR_PLACES,
    HEXES,
    PIPS,
    RESOURCES,
    SPIRAL_HEXES,
    SPIRAL_TOKENS,
    TERRAIN_COUNTS,
    TOKENS,
    YIELDS,
    hexes_of,
)
from tests.sim.catan.words import (
    JUNGLE,
    STANDARD,
    State,
    fact,
    frame,
    g1,
    harbours,
    kinds,
    legal,
    luck,
    new_game,
    play,
    seat,
    setup,
    table,
    terrain,
    tokens,
)

TERRAIN_NUMBER = {name: place for place, name in enumerate((*YIELDS, "desert", "jungle"))}


def with_desert_on(hex: int, **options: Any) -> State:
    """A random board whose desert lies on a hex; the rest of the terrain in the order of the box."""
    rest = [name for name, n in TERRAIN_COUNTS.items() for _ in range(n) if name != "desert"]
    laid = rest[:hex] + ["desert"] + rest[hex:]
    return new_game(4, options, chance=luck(terrain=[TERRAIN_NUMBER[name] for name in laid]))


def by_hex(s: State, order: list[int]) -> list[int]:
    return [tokens(s)[hex] for hex in order]


def reds_touch(s: State) -> bool:
    red = [hex for hex in range(19) if tokens(s)[hex] in (6, 8)]
    return any(other in red for hex in red for other in HEX_NEIGHBOURS[hex])


def custom(terrain_names: list[str], token_row: list[int], harbour_row: list[str] | None = None) -> dict[str, Any]:
    board: dict[str, Any] = {"terrain": terrain_names, "tokens": token_row}
    if harbour_row is not None:
        board["harbours"] = harbour_row
    return {"board": "custom", "custom": board}


BEGINNER_TERRAIN, BEGINNER_TOKENS = [name for name, _ in BEGINNER], [token for _, token in BEGINNER]


# --- terrain and tokens ---------------------------------------------------------------------------------------------------


@rule("CA-BOARD-10", "CA-FLOW-19")
def test_random_terrain_is_as_likely_on_every_hex() -> None:
    boards = [terrain(new_game(2, block=block)) for block in range(400)]

    for hex in (0, 9, 18):
        seen = Counter(board[hex] for board in boards)
        for name, n in TERRAIN_COUNTS.items():
            share = n / 19
            assert abs(seen[name] - 400 * share) < 4.5 * (400 * share * (1 - share)) ** 0.5, (hex, name)


@rule("CA-BOARD-11")
def test_any_order_of_tokens_may_lie_beside_each_other() -> None:
    boards = [new_game(2, {"tokens": "any"}, block=block) for block in range(300)]

    for s in boards:
        assert sorted(token for token in tokens(s) if token) == sorted(TOKENS)
        assert tokens(s)[terrain(s).index("desert")] == 0
    apart = sum(not reds_touch(s) for s in boards) / 300
    assert abs(apart - 0.137) < 0.08, "measured: 0.137 of all layouts"


@rule("CA-BOARD-13")
def test_without_red_no_6_or_8_touches_another() -> None:
    for block in range(60):
        s = new_game(2, {"tokens": "any_no_red"}, block=block)
        assert not reds_touch(s)
        assert sorted(token for token in tokens(s) if token) == sorted(TOKENS)


@rule("CA-BOARD-13", "CA-BOARD-22")
def test_a_fixed_red_token_of_a_jungle_touches_no_other_red_one() -> None:
    options = {"overlays": ["jungle"], "tokens": "any_no_red", "jungle_token": 6}
    for block in range(30):
        assert not reds_touch(new_game(2, options, block=block))


@rule("CA-BOARD-13", "CA-OPT-01")
def test_tokens_that_cannot_lie_apart_are_refused_by_name() -> None:
    with pytest.raises(Refusal, match=r"option tokens: no board passed in 10000 tries"):
        new_game(2, {"tokens": "any_no_red", "token_bag": [6] * 18})


@rule("CA-EX-5", "CA-BOARD-13")
@pytest.mark.parametrize("second, laid", [(9, False), (10, True)])
def test_a_6_on_h4_bars_an_8_on_h9_and_not_on_h10(second: int, laid: bool) -> None:
    """The first layout of the script has 6 and 8 in these places and no other reds together; a second one would follow."""
    land = [hex for hex in range(19) if hex != 0]  # the desert on H0
    layout = dict.fromkeys(land, 0)
    layout |= {4: 6, second: 8, 7: 6, 16: 8}  # H7 and H16 touch neither, nor each other
    rest = [token for token in TOKENS if token not in (6, 8)]
    for hex in land:
        layout[hex] = layout[hex] or rest.pop()
    scripted = luck(
        terrain=[
            TERRAIN_NUMBER["desert"],
            *[TERRAIN_NUMBER[name] for name, n in TERRAIN_COUNTS.items() for _ in range(n) if name != "desert"],
        ],
        tokens=[layout[hex] for hex in land],
    )

    s = new_game(2, {"tokens": "any_no_red"}, chance=scripted)

    assert (tokens(s)[4] == 6 and tokens(s)[second] == 8) is laid
    assert (second in HEX_NEIGHBOURS[4]) is not laid
    assert {18, 23} <= set(HEXES[4][1]) & set(HEXES[9][1])


@rule("CA-EX-3", "CA-BOARD-12")
def test_the_spiral_with_the_desert_in_the_middle() -> None:
    s = with_desert_on(9, tokens="spiral")

    assert by_hex(s, SPIRAL_HEXES) == [*SPIRAL_TOKENS, 0]
    assert by_hex(s, [11, 6, 2, 1, 0, 3, 7, 12, 16, 17, 18, 15, 10, 5, 4, 8, 13, 14]) == [
        5,
        2,
        6,
        3,
        8,
        10,
        9,
        12,
        11,
        4,
        8,
        10,
        9,
        4,
        5,
        6,
        3,
        11,
    ]


@rule("CA-EX-4", "CA-BOARD-12")
def test_the_spiral_with_the_desert_on_its_first_hex() -> None:
    s = with_desert_on(11, tokens="spiral")

    assert by_hex(s, [11, 6, 2, 9]) == [0, 5, 2, 11]


@rule("CA-BOARD-12", "CA-BOARD-13")
@pytest.mark.parametrize("hex", range(19))
def test_the_spiral_never_lays_red_beside_red(hex: int) -> None:
    assert not reds_touch(with_desert_on(hex, tokens="spiral"))


@rule("CA-EX-118", "CA-BOARD-12")
@pytest.mark.parametrize("place, corner", list(enumerate(CORNER_HEXES)))
def test_the_spiral_may_begin_at_any_corner(place: int, corner: int) -> None:
    rest = [TERRAIN_NUMBER[name] for name, n in TERRAIN_COUNTS.items() for _ in range(n) if name != "desert"]
    laid = [*rest[:9], TERRAIN_NUMBER["desert"], *rest[9:]]
    s = new_game(2, {"tokens": "spiral", "spiral_start": "random_corner"}, chance=luck(terrain=laid, spiral_start=[place]))

    turn = SPIRAL_HEXES.index(corner)
    outer, inner = SPIRAL_HEXES[:12], SPIRAL_HEXES[12:18]
    order = outer[turn:] + outer[:turn] + inner[turn // 2 :] + inner[: turn // 2]
    assert by_hex(s, order) == SPIRAL_TOKENS
    if corner == 16:
        assert by_hex(s, [16, 17, 18]) == [5, 2, 6], "counter-clockwise"
    steps = [HEXES[b][0] for b in order]
    assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(sum(a) - sum(b))) == 1 for a, b in itertools.pairwise(steps))


@rule("CA-BOARD-12")
def test_corners_of_the_spiral_are_all_drawn() -> None:
    options = {**STANDARD, "spiral_start": "random_corner"}
    begins: Counter[int] = Counter()
    for block in range(120):
        s = new_game(2, options, block=block)
        for corner in CORNER_HEXES:
            turn = SPIRAL_HEXES.index(corner)
            outer, inner = SPIRAL_HEXES[:12], SPIRAL_HEXES[12:18]
            order = [*outer[turn:], *outer[:turn], *inner[turn // 2 :], *inner[: turn // 2], 9]
            begins[corner] += [token for token in by_hex(s, order) if token] == SPIRAL_TOKENS
    assert set(begins) == set(CORNER_HEXES) and sum(begins.values()) == 120 and min(begins.values()) > 5


@rule("CA-BOARD-12", "CA-BOARD-15")
def test_the_standard_board_has_the_spiral_from_h11() -> None:
    s = new_game(4, STANDARD)

    assert [token for token in by_hex(s, SPIRAL_HEXES) if token] == SPIRAL_TOKENS


# --- harbours -------------------------------------------------------------------------------------------------------------


@rule("CA-BOARD-14")
def test_a_ring_has_every_second_place_and_all_types() -> None:
    seen = Counter()
    first = Counter()
    for block in range(200):
        laid = frame(new_game(2, block=block))
        parity = 0 if laid[0] else 1
        seen[parity] += 1
        first[laid[parity]] += 1
        assert [place for place in range(18) if laid[place]] == list(range(parity, 18, 2))
        assert sorted(name for name in laid if name) == sorted(["any"] * 4 + list(RESOURCES))
    assert 60 < seen[0] < 140
    assert 60 < first["any"] < 120 and all(8 < first[name] < 40 for name in RESOURCES)


@rule("CA-EX-6", "CA-BOARD-14", "CA-BOARD-16")
def test_a_ring_of_parity_1() -> None:
    s = new_game(2, chance=luck(harbour_places=[1]))

    assert [place for place in range(18) if frame(s)[place]] == list(range(1, 18, 2))
    assert harbours(s, 4) == [frame(s)[1]]
    assert [vertex for vertex in range(6) if harbours(s, vertex) == harbours(s, 4) and vertex in FRAME[1][1]] == [0, 1, 4]


@rule("CA-BOARD-15")
def test_random_types_lie_in_the_standard_places() -> None:
    seen = Counter()
    for block in range(100):
        laid = frame(new_game(2, STANDARD, block=block))
        assert [place for place in range(18) if laid[place]] == [place for place, _ in HARBOUR_PLACES]
        assert sorted(name for name in laid if name) == sorted(["any"] * 4 + list(RESOURCES))
        seen[laid[0]] += 1
    assert len(seen) == 6


@rule("CA-BOARD-15")
@pytest.mark.parametrize("board", ["random", "balanced", "beginner"])
def test_fixed_types_lie_in_the_standard_places(board: str) -> None:
    s = new_game(2, {"board": board, "harbours": "frame_fixed"})

    assert [frame(s)[place] for place, _ in HARBOUR_PLACES] == FIXED_HARBOURS


@rule("CA-BOARD-15")
def test_other_harbours_in_fixed_places_lie_as_they_are_told() -> None:
    row = ["ore"] * 5 + ["any"] * 4
    s = new_game(2, {"harbours": "frame_fixed", "harbour_types": row})

    assert [frame(s)[place] for place, _ in HARBOUR_PLACES] == row


@rule("CA-EX-7", "CA-BOARD-16")
@pytest.mark.parametrize("options, reached", [(STANDARD, [1, 5]), ({**STANDARD, "harbour_reach": "tile"}, [1, 2, 5])])
def test_who_has_the_grain_harbour(options: dict[str, Any], reached: list[int]) -> None:
    s = g1(options=options)

    assert [vertex for vertex in range(54) if "grain" in harbours(s, vertex)] == reached


@rule("CA-BOARD-16")
def test_a_harbour_reaches_two_vertices_from_a_corner_place_and_three_from_others() -> None:
    for block in range(4):
        s = new_game(2, block=block)
        for place, (_, vertices) in enumerate(FRAME):
            if frame(s)[place]:
                assert [harbours(s, vertex) for vertex in vertices] == [[frame(s)[place]]] * len(vertices)
        assert sum(bool(harbours(s, vertex)) for vertex in range(54)) == 24


@rule("CA-EX-74", "CA-BOARD-17")
def test_the_edge_of_a_ring_harbour_is_one_of_its_tile() -> None:
    edges = Counter()
    for block in range(150):
        s = new_game(2, {"harbour_reach": "edge"}, block=block)
        if not frame(s)[0]:
            continue
        assert [vertex for vertex in FRAME[0][1] if harbours(s, vertex)] == [0, 3]
        edges[tuple(vertex for vertex in FRAME[4][1] if harbours(s, vertex))] += 1
    assert set(edges) == {(6, 10), (10, 15)}
    assert min(edges.values()) > 0.3 * sum(edges.values())


# --- beginner, balanced, custom -------------------------------------------------------------------------------------------


@rule("CA-BOARD-18", "CA-BOARD-15")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_the_beginner_board(options: dict[str, Any]) -> None:
    s = new_game(4, {**options, "board": "beginner"})

    assert list(zip(terrain(s), tokens(s), strict=True)) == BEGINNER
    assert [frame(s)[place] for place, _ in HARBOUR_PLACES] == FIXED_HARBOURS
    assert fact(s, "robber") == 9


def pips_of(s: State) -> dict[str, int]:
    return {YIELDS[name]: sum(PIPS[tokens(s)[hex]] for hex in range(19) if terrain(s)[hex] == name) for name in YIELDS}


def is_balanced(s: State) -> bool:
    """CA-BOARD-19 by its words."""
    lands, numbers = terrain(s), tokens(s)
    if reds_touch(s) or any(numbers[a] and numbers[a] == numbers[b] for a in range(19) for b in HEX_NEIGHBOURS[a]):
        return False
    for a in range(19):
        if any(
            lands[a] == lands[b] == lands[c] for b in HEX_NEIGHBOURS[a] for c in HEX_NEIGHBOURS[b] if c in HEX_NEIGHBOURS[a]
        ):
            return False
        group, grown = {a}, 0
        while len(group) > grown:
            grown = len(group)
            group |= {int(c) for b in group for c in HEX_NEIGHBOURS[b] if lands[c] == lands[a]}
        if len(group) > 3:
            return False
    return all(9 <= n <= 16 for n in pips_of(s).values()) and all(
        sum(PIPS[numbers[hex]] for hex in hexes_of(vertex)) <= 13 for vertex in range(54)
    )


@rule("CA-EX-75", "CA-BOARD-18", "CA-BOARD-19")
def test_the_beginner_board_is_balanced() -> None:
    s = new_game(4, {"board": "beginner"})

    assert is_balanced(s)
    assert pips_of(s) == {"lumber": 13, "brick": 12, "wool": 10, "grain": 13, "ore": 10}
    sums = {vertex: sum(PIPS[tokens(s)[hex]] for hex in hexes_of(vertex)) for vertex in range(54)}
    assert [vertex for vertex in sums if sums[vertex] == max(sums.values())] == [28, 31, 39, 44]
    assert max(sums.values()) == 11


@rule("CA-BOARD-19")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"overlays": ["jungle"]},
        {"terrain_counts": {"desert": 0, "jungle": 3, "forest": 2}, "token_bag": sorted(TOKENS)[:-2]},
    ],
)
def test_balanced_boards_are_balanced_the_jungle_too(options: dict[str, Any]) -> None:
    for block in range(5):
        assert is_balanced(new_game(2, {"board": "balanced", **options}, block=block))


@rule("CA-BOARD-19", "CA-OPT-01")
def test_a_balance_that_cannot_be_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match=r"option board: no board passed"):
        new_game(2, {"board": "balanced", "token_bag": [2] * 18})


@rule("CA-BOARD-20")
def test_a_custom_board_lies_as_it_is_told() -> None:
    lands, numbers = BEGINNER_TERRAIN[::-1], BEGINNER_TOKENS[::-1]
    nine = ["ore", "any", "any", "any", "any", "lumber", "brick", "wool", "grain"]

    s = new_game(3, {**STANDARD, **custom(lands, numbers, nine)})

    assert (terrain(s), tokens(s)) == (lands, numbers)
    assert [frame(s)[place] for place, _ in HARBOUR_PLACES] == nine
    assert harbours(s, 0) == harbours(s, 3) == ["ore"]


@rule("CA-BOARD-20")
def test_a_custom_frame_may_name_each_of_its_18_places() -> None:
    row = ["none"] * 18
    row[3], row[10] = "wool", "any"

    s = new_game(2, custom(BEGINNER_TERRAIN, BEGINNER_TOKENS, row))

    assert {place: name for place, name in enumerate(frame(s)) if name} == {3: "wool", 10: "any"}
    assert [vertex for vertex in range(54) if harbours(s, vertex)] == [2, 6, 49, 52, 53]


SEVENTEEN = BEGINNER_TOKENS[:-1]
NAKED = [0, *BEGINNER_TOKENS[1:]]
ON_DESERT = [*BEGINNER_TOKENS[:9], 5, *BEGINNER_TOKENS[10:]]
SEVEN = [7, *BEGINNER_TOKENS[1:]]


@rule("CA-EX-76", "CA-BOARD-20", "CA-OPT-01")
@pytest.mark.parametrize(
    "options, message",
    [
        (custom(BEGINNER_TERRAIN, ON_DESERT), "option custom.tokens: H9: a desert with token 5"),
        (custom(BEGINNER_TERRAIN, SEVENTEEN), "option custom.tokens: 19 tokens are wanted"),
        (custom(BEGINNER_TERRAIN, NAKED), "option custom.tokens: H0: a mountain with no token"),
        (custom(BEGINNER_TERRAIN, SEVEN), "option custom.tokens: H0: 7 is no token"),
        (custom(BEGINNER_TERRAIN[:-1], BEGINNER_TOKENS), "option custom.terrain: 19 terrains are wanted"),
        (custom(["swamp", *BEGINNER_TERRAIN[1:]], BEGINNER_TOKENS), "option custom.terrain"),
        (custom(BEGINNER_TERRAIN, BEGINNER_TOKENS, ["any"] * 10), "option custom.harbours: 9 harbours"),
        (custom(BEGINNER_TERRAIN, BEGINNER_TOKENS, ["gold"] * 9), "option custom.harbours"),
        ({"board": "custom"}, "option custom.terrain"),
        ({"board": "random", "custom": {"terrain": BEGINNER_TERRAIN}}, "option custom: a board is given"),
    ],
)
def test_boards_that_cannot_be_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(Refusal, match=message):
        setup(2, options)


# --- the robber and the jungle --------------------------------------------------------------------------------------------


@rule("CA-BOARD-21")
def test_the_robber_starts_on_the_desert() -> None:
    for block in range(20):
        s = new_game(2, block=block)
        assert terrain(s)[fact(s, "robber")] == "desert"


@rule("CA-EX-77", "CA-BOARD-21")
def test_of_two_deserts_the_robber_starts_on_that_of_the_lowest_id() -> None:
    lands = ["desert" if hex in (3, 9) else "forest" for hex in range(19)]
    numbers = [0 if hex in (3, 9) else 4 for hex in range(19)]

    assert fact(new_game(2, custom(lands, numbers)), "robber") == 3


@rule("CA-EX-77", "CA-BOARD-23", "CA-BOARD-12")
def test_the_spiral_skips_the_jungle() -> None:
    rest = [TERRAIN_NUMBER[name] for name, n in TERRAIN_COUNTS.items() for _ in range(n) if name != "desert"]
    laid = [*rest[:9], TERRAIN_NUMBER["jungle"], *rest[9:]]
    s = new_game(2, {**STANDARD, "overlays": ["jungle"], "jungle_token": 4}, chance=luck(terrain=laid))

    assert by_hex(s, SPIRAL_HEXES) == [*SPIRAL_TOKENS, 4]


@rule("CA-EX-8", "CA-BOARD-22")
@pytest.mark.parametrize("preset", ["seed", "standard"])
@pytest.mark.parametrize("board", ["random", "beginner"])
def test_a_jungle_takes_the_place_of_the_desert(preset: str, board: str) -> None:
    s = new_game(4, {**JUNGLE, "preset": preset, "board": board})

    hex = terrain(s).index("jungle")
    assert "desert" not in terrain(s)
    assert tokens(s)[hex] == 9 and sum(token > 0 for token in tokens(s)) == 19
    assert fact(s, "robber") == hex
    if board == "beginner":
        assert hex == 9


@rule("CA-BOARD-22", "CA-BOARD-23")
def test_jungles_draw_their_tokens_each_by_itself() -> None:
    options = {
        "terrain_counts": {"desert": 0, "jungle": 2, "forest": 3},
        "token_bag": [token for token in TOKENS if token != 2],
    }
    seen = Counter()
    for block in range(120):
        s = new_game(2, options, block=block)
        jungles = [hex for hex in range(19) if terrain(s)[hex] == "jungle"]
        assert fact(s, "robber") == jungles[0]
        assert sorted(tokens(s)[hex] for hex in range(19) if hex not in jungles) == sorted(options["token_bag"])  # type: ignore[call-overload]
        seen[tuple(tokens(s)[hex] for hex in jungles)] += 1
    assert {token for pair in seen for token in pair} == {3, 4, 5, 9, 10, 11}
    assert any(a != b for a, b in seen)


@rule("CA-BOARD-22")
@pytest.mark.parametrize(
    "options",
    [
        {"robber_start": "off_board"},
        {"terrain_counts": {"desert": 0, "forest": 5}, "token_bag": [*TOKENS, 5]},
        {"overlays": ["jungle"], "robber_start": "off_board"},
    ],
)
def test_without_desert_and_jungle_or_by_option_the_robber_starts_off_the_board(options: dict[str, Any]) -> None:
    s = new_game(2, options)

    assert fact(s, "robber") == s.view(0).robber == -1


@rule("CA-BOARD-22", "CA-ROB-07", "CA-ROB-11")
def test_a_robber_off_the_board_may_go_to_any_hex_but_the_desert() -> None:
    s = table(
        seat(settlements=[13]),
        seat(),
        options={"robber_start": "off_board"},
        dice=[7],
        phase="PRE_ROLL",
        rolled=False,
        main_open=False,
    )

    play(s, "roll")

    assert kinds(s) == ["move_robber"]
    assert legal(s, "move_robber") == [hex for hex in range(19) if hex != 9]


@rule("CA-EX-73", "CA-BOARD-10", "CA-BOARD-11", "CA-BOARD-15")
@pytest.mark.parametrize("options", [{}, STANDARD])
def test_every_random_board_has_the_pieces_of_the_box(options: dict[str, Any]) -> None:
    for block in range(20):
        s = new_game(2, options, block=block)
        assert Counter(terrain(s)) == TERRAIN_COUNTS
        assert sorted(token for token in tokens(s) if token) == sorted(TOKENS)
        assert sum(PIPS[token] for token in tokens(s)) == 58
        assert tokens(s)[terrain(s).index("desert")] == 0
        if options:
            laid = [frame(s)[place] for place, _ in HARBOUR_PLACES]
            assert sorted(laid) == sorted(["any"] * 4 + list(RESOURCES))


@rule("CA-BOARD-10", "CA-BOARD-24", "CA-FLOW-19")
def test_the_same_block_lays_the_same_board_whatever_else_is_chosen() -> None:
    one, other = (new_game(seats, {"domestic": trade}, seed=7, block=3) for seats, trade in ((4, "on"), (3, "off")))

    assert (terrain(one), tokens(one), frame(one)) == (terrain(other), tokens(other), frame(other))
    assert fact(one, "deck") == fact(other, "deck")
    assert terrain(new_game(4, seed=7, block=4)) != terrain(one)


@rule("CA-FLOW-19")
def test_a_draw_more_in_one_place_moves_no_other() -> None:
    jungle, desert = (new_game(4, options, seed=2) for options in ({"overlays": ["jungle"]}, {}))

    assert fact(jungle, "deck") == fact(desert, "deck")
    assert frame(jungle) == frame(desert)
