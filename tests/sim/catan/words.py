"""The words of Catan's tests: positions told as they lie on the table, and what can be read off it.

Hands are told as in the rules: `"L1 B1 O2"` for lumber, brick, wool (W), grain, ore and Discoveries (D). Positions lie on the
beginner board unless another is asked for. What lies on the table is read from `state.position()` and the view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.catalog import make_options
from sim.catan import GAME
from sim.catan.state import CatanState as State
from sim.chance import Chance, Scripted
from sim.core import Action, Event
from tests.sim.catan.numbers import EDGES, cards, text
from tests.words import find, make

__all__ = ["GAME", "Action", "State", "find", "text"]

STANDARD: dict[str, Any] = {"preset": "standard"}
JUNGLE: dict[str, Any] = {"overlays": ["jungle"], "jungle_token": 9}
CATANATRON: dict[str, Any] = {"preset": "standard", "overlays": ["catanatron"]}
BEFORE_THE_ROLL: dict[str, Any] = {"phase": "PRE_ROLL", "rolled": False, "main_open": False}
QUIET: dict[str, Any] = {"proposals_per_turn": 0}
"""Seed without proposals, so that the main phase opens at once."""


# --- telling a position ---------------------------------------------------------------------------------------------------


def seat(
    hand: str = "",
    settlements: Sequence[int] = (),
    cities: Sequence[int] = (),
    roads: Sequence[tuple[int, int]] = (),
    **more: Any,
) -> dict[str, Any]:
    """What lies before one player; `dev`, `dev_new` and `played` are maps of kinds to numbers."""
    return {"hand": cards(hand), "settlements": list(settlements), "cities": list(cities), "roads": list(roads), **more}


def setup(seats: int = 4, options: Mapping[str, Any] | None = None) -> Any:
    """Rules and number of players on the beginner board; a Refusal for options that cannot be played."""
    return GAME.setup(make_options(GAME, {"board": "beginner", **(options or {})}), seats)


def luck(dice: Sequence[int] = (), block: int = 0, **script: Sequence[int]) -> Chance:
    """Chance with these sums of two dice to come first, and other draws by purpose; then the usual."""
    pairs = [die for number in dice for die in (min(number - 1, 6) - 1, number - min(number - 1, 6) - 1)]
    return Scripted({"dice": pairs, **script}, Chance(1, block), GAME.purposes)


def table(
    *players: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    chance: Chance | None = None,
    dice: Sequence[int] = (),
    **facts: Any,
) -> State:
    """A position with these players in the main phase of seat 0; `dice` are the sums to come."""
    rules = setup(len(players), options)
    if isinstance(facts.get("bank"), str):
        facts["bank"] = cards(facts["bank"])
    return GAME.position(rules, chance or luck(dice), players=[dict(player) for player in players], **facts)


# the position G1 of the worked examples
G1 = [
    ([28, 24], [(28, 34), (24, 30)]),
    ([13, 41], [(13, 18), (41, 45)]),
    ([44, 20], [(40, 44), (20, 25)]),
    ([31, 12], [(31, 36), (12, 17)]),
]


def g1(
    *hands: str, options: Mapping[str, Any] | None = None, more: Mapping[int, Mapping[str, Any]] | None = None, **facts: Any
) -> State:
    """Position G1 with these hands (empty ones where none is given); `more` changes what lies before a seat."""
    players = []
    for who, (settlements, roads) in enumerate(G1):
        hand = hands[who] if who < len(hands) else ""
        players.append({**seat(hand, settlements, roads=roads), **(more or {}).get(who, {})})
    return table(*players, options=options, **facts)


def new_game(
    seats: int = 4, options: Mapping[str, Any] | None = None, seed: int = 1, block: int = 0, chance: Chance | None = None
) -> State:
    """The position before the first settlement, on the board that the options ask for."""
    return GAME.new(GAME.setup(make_options(GAME, options or {}), seats), chance or Chance(seed, block))


# --- playing --------------------------------------------------------------------------------------------------------------


def play(s: State, *moves: str) -> list[str]:
    """Play moves by the beginning of their words, forced ones too; a move may name its seat: `"2: roll the dice"`."""
    return [make(s, find(s, move)) for move in moves]


def take(s: State, kind: str, **args: Any) -> None:
    """Play the one legal action of a kind with these arguments."""
    meant = [action for action in s.legal() if action.kind == kind and all(action.args[key] == args[key] for key in args)]
    assert len(meant) == 1, f"{kind} {args} fits {len(meant)} of {[str(action) for action in s.legal()]}"
    s.play(meant[0])


def trade(kind: str, give: str, get: str, to: int | str = "all") -> dict[str, Any]:
    """The arguments of an offer, counter or proposal: `take(s, **trade("offer", "L1", "O1"))`."""
    args: dict[str, Any] = {"kind": kind, "give": cards(give), "get": cards(get)}
    return {**args, "to": to} if kind == "offer" else args


def until(s: State, *nodes: str) -> State:
    """Play forced moves until one of these decisions is open."""
    while node(s) not in nodes:
        assert len(s.legal()) == 1, f"{node(s)} of seat {s.actor}: {[str(action) for action in s.legal()]}"
        s.play(s.legal()[0])
    return s


# --- what may be done -----------------------------------------------------------------------------------------------------


def node(s: State) -> str:
    """The open decision, as the rules call it."""
    return "END" if s.over else GAME.nodes[s.node()]


def kinds(s: State) -> list[str]:
    """The kinds of the legal actions, in their order, each once."""
    return list(dict.fromkeys(action.kind for action in s.legal()))


def legal(s: State, kind: str) -> list[Any]:
    """The arguments of the legal actions of a kind: the only one, or a tuple of all."""
    found: list[Any] = []
    for action in s.legal():
        if action.kind == kind:
            values = [value for key, value in action.args.items() if key != "edge"]
            found.append(values[0] if len(values) == 1 else tuple(values))
    return found


def may(s: State, kind: str, **args: Any) -> bool:
    """Whether an action of a kind with these arguments is legal."""
    return any(action.kind == kind and all(action.args[key] == args[key] for key in args) for action in s.legal())


def may_trade(s: State, kind: str, give: str, get: str, to: int | str = "all") -> bool:
    """Whether an offer, counter or proposal is legal."""
    return may(s, **trade(kind, give, get, to))


def words(s: State) -> list[str]:
    """What the actor may do, in words."""
    return [str(action) for action in s.legal()]


# --- reading the table ----------------------------------------------------------------------------------------------------


def facts(s: State) -> dict[str, Any]:
    """The position as plain data."""
    return s.position()


def fact(s: State, name: str) -> Any:
    """One fact of the position: `fact(s, "robber")`."""
    return s.position()[name]


def player(s: State, who: int) -> dict[str, Any]:
    """What lies before a seat, as plain data."""
    found: dict[str, Any] = s.position()["players"][who]
    return found


def hand(s: State, who: int) -> str:
    """A hand as `"L1 O2"`."""
    return text(player(s, who)["hand"])


def hands(s: State) -> list[str]:
    """All hands."""
    return [text(one["hand"]) for one in s.position()["players"]]


def bank(s: State) -> str:
    """The bank as `"L19 B18 ..."`."""
    return text(s.position()["bank"])


def points(s: State) -> list[int]:
    """All points of each seat."""
    return [int(s.standing(who)) for who in range(int(s.seats))]


def lengths(s: State) -> list[int]:
    """The road lengths of all seats."""
    return [one.road_length for one in s.view(0).seats]


def holder(s: State) -> int:
    """The seat that holds the longest road, -1 if none."""
    return int(fact(s, "road_holder"))


def army(s: State) -> int:
    """The seat that holds the largest army, -1 if none."""
    return int(fact(s, "army_holder"))


def terrain(s: State) -> list[str]:
    """The terrain of H0..H18."""
    return [s.view(0).terrain(hex) for hex in range(19)]


def tokens(s: State) -> list[int]:
    """The tokens of H0..H18, 0 for none."""
    return [s.view(0).token(hex) for hex in range(19)]


def frame(s: State) -> list[str]:
    """The harbours of F0..F17, empty where the sea is open."""
    column = dict(zip([column.name for column in GAME.columns.games], s.log_game(), strict=True))
    return [("lumber", "brick", "wool", "grain", "ore", "any", "")[int(column[f"g_harbour_{place}"])] for place in range(18)]


def harbours(s: State, vertex: int) -> list[str]:
    """The harbours that a building on a vertex has."""
    mask = s.view(0).harbour_mask(vertex)
    return [name for kind, name in enumerate(("lumber", "brick", "wool", "grain", "ore", "any")) if mask >> kind & 1]


def edge(a: int, b: int) -> int:
    """The number of an edge."""
    return EDGES.index((min(a, b), max(a, b)))


def events(s: State, who: int = 0, since: int = 0) -> list[Event]:
    """What a seat has seen happen."""
    return s.view(who).events(since)


def told(s: State, who: int = 0, since: int = 0) -> list[str]:
    """The same in words, with the seats: `["1 gets 1 brick"]`."""
    return [f"{event.seat} {event.words}" if event.seat >= 0 else event.words for event in events(s, who, since)]


def game_columns(s: State) -> dict[str, int]:
    return {column.name: int(value) for column, value in zip(GAME.columns.games, s.log_game(), strict=True)}


def seat_columns(s: State, who: int) -> dict[str, int]:
    return {column.name: int(value) for column, value in zip(GAME.columns.seats, s.log_seat(who), strict=True)}


def round_columns(s: State, who: int) -> dict[str, int]:
    return {column.name: int(value) for column, value in zip(GAME.columns.rounds, s.log_round(who, True), strict=True)}
