"""The rule options of Catan, the presets and the overlays (section 17 of the rules)."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sim.catan.tables import (
    COST,
    DEV_MIX,
    HARBOUR_TYPES,
    HARBOURS,
    PIECES,
    TERRAIN_COUNTS,
    TERRAINS,
    TOKENS,
)
from sim.faults import Fault
from sim.options import option

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "seed": {},
    "standard": {
        "tokens": "spiral", "harbours": "frame_random", "harbour_reach": "edge", "setup_yield": "per_hex",
        "dev_before_roll": "any", "bank_shortage": "none_unless_single", "robber_desert": True, "knight_steal": "one",
        "discovery_uses": ["dev"], "discovery_missing_only": False, "settlement_link": "own_road", "proposals_per_turn": 0,
        "road_building_stop": False, "road_tie": "holder_then_aside", "win_check": "own_turn",
    },
}
OVERLAYS: Final[Mapping[str, Mapping[str, Any]]] = {
    "jungle": {"terrain_counts": {"desert": 0, "jungle": 1}},
    "catanatron": {
        "bank_shortage": "none", "discard_order": "seat", "win_check": "any_time", "yop_short": "allow_single",
        "friendly_robber_hidden": True, "domestic": "off",
    },
}


@dataclass(frozen=True)
class CatanOptions:
    """Every rule that a variant may change; the defaults are the preset `seed`."""

    preset: str = option("seed", "the rules of the seed text, or the official base game", choices=tuple(PRESETS))
    overlays: Sequence[str] = option([], "changes laid over the preset, in order", shape="[choice]", choices=tuple(OVERLAYS))
    board: str = option("random", "how terrain and tokens are laid", choices=("random", "beginner", "balanced", "custom"))
    custom: Mapping[str, Sequence[Any]] = option({}, "terrain and tokens (0 for none) of H0..H18, harbours of the 9 standard "
                                                 "or the 18 frame places, for board = custom", shape="{list}",
                                                 keys=("terrain", "tokens", "harbours"))
    terrain_counts: Mapping[str, int] = option({}, "hexes of each terrain; 19 in all", shape="{int}", keys=TERRAINS, low=0,
                                               high=19, shown="4, 3, 4, 4, 3, desert 1")
    token_bag: Sequence[int] = option(list(TOKENS), "the number tokens that are laid out", shape="[int]", low=2, high=12,
                                      shown="the 18 of the box")
    tokens: str = option("any", "how tokens are laid", choices=("any", "any_no_red", "spiral"))
    spiral_start: str = option("H11", "where the spiral begins", choices=("H11", "random_corner"))
    harbours: str = option("ring", "where harbours lie", choices=("ring", "frame_random", "frame_fixed"))
    harbour_reach: str = option("tile", "which places have a harbour", choices=("tile", "edge"))
    harbour_types: Sequence[str] = option(list(HARBOUR_TYPES), "the harbours that are laid out", shape="[choice]",
                                          choices=HARBOURS, shown="4 any, 5 special")
    harbour_next_turn: bool = option(False, "a harbour works only from the next turn on")
    jungle_token: int | str = option("random", "the token of a jungle", shape="int", low=2, high=12, words=("random",),
                                     shown="random")
    robber_start: str = option("auto", "where the robber starts", choices=("auto", "off_board"))
    sites: str = option("any_land", "where settlements may stand", choices=("any_land", "three_land"))
    setup_yield: str = option("per_type", "cards for the second settlement", choices=("per_type", "per_hex", "none"))
    setup_jungle: bool = option(False, "a jungle gives a Discovery at set-up")
    dev_before_roll: str = option("none", "development cards that may be played before the roll",
                                  choices=("none", "knight", "any"))
    phase_order: str = option("free", "order of building and trade", choices=("free", "build_then_trade", "trade_then_build"))
    dice: str = option("two", "two dice, or a deck of the 36 pairs", choices=("two", "deck36"))
    deck36_cut: int = option(5, "cards left in the dice deck when it is shuffled anew", unit="cards", low=0, high=35)
    no_seven_rounds: int = option(0, "first rounds in which a 7 is thrown again", unit="rounds", low=0)
    bank_size: int | Sequence[int] = option(19, "cards of each resource", unit="cards", shape="int|[int]", low=1, high=60,
                                            length=(5, 5))
    bank_shortage: str = option("turn_order", "what happens when the bank cannot pay",
                                choices=("turn_order", "none_unless_single", "none"))
    discard_limit: int = option(7, "cards that a 7 leaves alone; 0 = no discards", unit="cards", low=0, high=100)
    discard_order: str = option("clockwise", "who discards first", choices=("clockwise", "seat"))
    discovery_in_limit: bool = option(False, "Discoveries count towards the limit and may be discarded")
    robber_desert: bool = option(False, "the robber may go to the desert")
    robber_must_move: bool = option(True, "the robber must leave its hex")
    seven_steal: str = option("one", "theft on a 7", choices=("one", "each", "none"))
    knight_steal: str = option("each", "theft by a knight", choices=("one", "each", "none"))
    friendly_robber_vp: int = option(0, "opponents with fewer visible points are spared; 0 = off", unit="points", low=0,
                                     high=20)
    friendly_robber_hidden: bool = option(False, "hidden points count for friendly_robber_vp")
    discovery_uses: Sequence[str] = option(["dev", "maritime", "domestic"], "what Discoveries may pay for", shape="[choice]",
                                           choices=("dev", "maritime", "domestic"))
    discovery_max: int = option(3, "Discoveries in one trade", low=0, high=3)
    discovery_missing_only: bool = option(True, "a Discovery may only stand for a card that the payer lacks")
    cost: Mapping[str, Sequence[int]] = option({}, "cost in lumber, brick, wool, grain, ore", shape="{[int]}", keys=tuple(COST),
                                               low=0, high=9, length=(5, 5), shown="table")
    pieces: Mapping[str, int] = option({}, "pieces of each player", shape="{int}", keys=tuple(PIECES), low=0, high=54,
                                       shown="15 roads, 5 settlements, 4 cities")
    settlement_link: str = option("network", "what links a settlement", choices=("network", "own_road"))
    maritime: bool = option(True, "trade with the bank")
    rates: Mapping[str, int] = option({}, "cards for one: bank, generic and special harbour", shape="{int}",
                                      keys=("bank", "generic", "special"), low=2, high=10, shown="4, 3, 2")
    domestic: str = option("on", "trade between players", choices=("on", "off"))
    offers_per_turn: int = option(3, "offers of the current player", low=0, high=20)
    offer_max_cards: int = option(3, "items on one side of a trade", low=1, high=3)
    offer_shapes: Sequence[str] = option(["1:1", "2:1", "1:2"], "numbers given and asked that are listed", shape="[choice]",
                                         choices=tuple(f"{give}:{get}" for give in (1, 2, 3) for get in (1, 2, 3)))
    offer_to: str = option("all", "whom an offer may address", choices=("all", "each"))
    counters_per_offer: int = option(1, "counter-offers of each opponent", low=0, high=1)
    proposals_per_turn: int = option(1, "circuits in which the others propose", low=0, high=5)
    dev_deck_mix: Mapping[str, int] = option({}, "cards of each kind in the development deck", shape="{int}",
                                             keys=tuple(DEV_MIX), low=0, high=60, shown="14, 5, 2, 2, 2")
    dev_deck: str = option("finite", "a deck that ends, or draws by its mix for ever", choices=("finite", "endless"))
    dev_buys_per_turn: int = option(0, "development cards bought in a turn; 0 = any number", low=0)
    dev_plays_per_turn: int = option(1, "development cards played in a turn", low=0)
    dev_same_turn: bool = option(False, "a card may be played in the turn in which it was bought")
    road_building_stop: bool = option(True, "the second free road may be declined")
    yop_short: str = option("two_if_possible", "year of plenty from a short bank", choices=("two_if_possible", "allow_single"))
    road_min: int = option(5, "edges for the longest road", unit="edges", low=3, high=72)
    road_vp: int = option(2, "points for the longest road", unit="points", low=0, high=10)
    army_min: int = option(3, "knights for the largest army", unit="knights", low=1, high=30)
    army_vp: int = option(2, "points for the largest army", unit="points", low=0, high=10)
    road_tie: str = option("earliest", "who has the longest road after a break", choices=("earliest", "holder_then_aside"))
    vp_goal: int = option(10, "points that win", unit="points", low=3, high=40)
    win_check: str = option("any_time", "when a player can win", choices=("any_time", "own_turn"))
    max_rounds: int | str = option("table", "the game is cut off after this round; 0 = never", unit="rounds", shape="int",
                                   low=0, high=10000, words=("table",), shown="250, 334, 500 with 4, 3, 2 players")
    open_hands: bool = option(False, "all hands and development cards are public")


def faults(options: CatanOptions) -> Iterator[Fault]:
    """What cannot be played although each option is allowed by itself (CA-OPT-01)."""
    counts = {**TERRAIN_COUNTS, **options.terrain_counts}
    yield from _land_faults(options, counts)
    if options.board == "custom":
        yield from _custom_faults(options.custom)
    elif options.custom:
        yield Fault("option custom", f"a board is given, and board is {options.board!r}, not 'custom'", "board")
    if options.jungle_token == 7:
        yield Fault("option jungle_token", "7 is not allowed; random or an integer from 2 to 12 other than 7")
    if len(options.harbour_types) != 9:
        yield Fault("option harbour_types", f"{len(options.harbour_types)} harbours; there are 9 places, for one each")
    for name in ("settlements", "roads"):
        if options.pieces.get(name, 2) < 2:
            yield Fault(f"option pieces.{name}", f"{options.pieces[name]} are not enough; set-up takes 2 of each player")
    if options.dev_deck == "endless":
        if sum(options.cost.get("dev", COST["dev"])) == 0:
            yield Fault("option cost.dev", "a development card at no cost from an endless deck would be bought for ever")
        if sum({**DEV_MIX, **options.dev_deck_mix}.values()) == 0:
            yield Fault("option dev_deck_mix", "an endless deck needs at least one kind of card")
    most = options.offer_max_cards
    if options.offer_shapes and all(max(int(shape[0]), int(shape[2])) > most for shape in options.offer_shapes):
        yield Fault("option offer_shapes", f"none is left with offer_max_cards = {most}")


def _land_faults(options: CatanOptions, counts: Mapping[str, int]) -> Iterator[Fault]:
    """Terrain and tokens that do not fit the island, or each other."""
    if sum(counts.values()) != 19:
        yield Fault("option terrain_counts", f"{sum(counts.values())} hexes in all; 19 are wanted")
    if counts["desert"] > 2 or counts["jungle"] > 3:
        yield Fault("option terrain_counts", "at most 2 deserts and 3 jungles")
    if options.board == "beginner" and counts not in (TERRAIN_COUNTS, {**TERRAIN_COUNTS, "desert": 0, "jungle": 1}):
        yield Fault("option terrain_counts", "the beginner board has its own terrain; a jungle may take the desert's place")
    if 7 in options.token_bag:
        yield Fault("option token_bag", "there is no token 7")
    lands = 19 - counts["desert"] - counts["jungle"]
    if options.board == "random" and options.tokens == "spiral":
        if lands != 18:
            yield Fault("option tokens", f"the spiral has 18 tokens, {lands} hexes take one")
        if sorted(options.token_bag) != list(TOKENS):
            yield Fault("option token_bag", "the spiral lays the 18 tokens of the box", "tokens")
    elif options.board in ("random", "balanced") and len(options.token_bag) != lands:
        yield Fault("option token_bag", f"{len(options.token_bag)} tokens for {lands} hexes that take one")


def _custom_faults(custom: Mapping[str, Sequence[Any]]) -> Iterator[Fault]:
    """CA-BOARD-20: lists of the right lengths, and a token on every hex but desert; a jungle may be left to `jungle_token`."""
    terrain, tokens = custom.get("terrain", []), custom.get("tokens", [])
    harbours = custom.get("harbours", list(HARBOUR_TYPES))
    if len(terrain) != 19 or any(name not in TERRAINS for name in terrain):
        yield Fault("option custom.terrain", f"19 terrains are wanted, out of {', '.join(TERRAINS)}; {len(terrain)} are given")
    if len(tokens) != 19:
        yield Fault("option custom.tokens", f"19 tokens are wanted, 0 where none lies; {len(tokens)} are given")
    for place, (name, token) in enumerate(zip(terrain, tokens, strict=False)):
        if token not in (0, *TOKENS):
            yield Fault("option custom.tokens", f"H{place}: {token!r} is no token")
        elif token != 0 if name == "desert" else token == 0 and name != "jungle":
            yield Fault("option custom.tokens", f"H{place}: a {name} with {f'token {token}' if token else 'no token'}")
    if len(harbours) not in (9, 18) or any(name not in (*HARBOURS, "none") for name in harbours):
        yield Fault("option custom.harbours", "9 harbours (standard places) or 18 (frame places) are wanted, out of "
                    f"{', '.join(HARBOURS)}, none")
