"""The words of Puerto Rico's tests: positions told as they lie on the table, and what can be read off it.

Everything is read from `state.position()`, so that tests know nothing of how a state is stored.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.catalog import make_options
from sim.chance import Chance
from sim.core import Outcome
from sim.puerto_rico import GAME
from sim.puerto_rico.state import State
from tests.sim.puerto_rico.numbers import GOODS
from tests.words import choices, find, make_forced_moves, may, play

__all__ = ["GOODS", "choices", "find", "make_forced_moves", "may", "play"]

ROLES = ("settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector", "prospector2")

Counts = Mapping[str, int]


# --- telling a position ---------------------------------------------------------------------------------------------------


def seat(doubloons: int = 0, vp: int = 0, goods: Counts | None = None, farms: Counts | None = None,
         fallow: Counts | None = None, occupied: Sequence[str] | Counts = (),
         idle: Sequence[str] = (), san_juan: int = 0) -> dict[str, Any]:
    """What lies before one player. `farms` are island tiles with a colonist, `fallow` those without; `occupied` buildings have
    one colonist each, or as many as a map says, `idle` ones none."""
    farms, fallow = farms or {}, fallow or {}
    island = {tile: farms.get(tile, 0) + fallow.get(tile, 0) for tile in {**farms, **fallow}}
    manned = dict(occupied) if isinstance(occupied, Mapping) else dict.fromkeys(occupied, 1)
    return {"doubloons": doubloons, "vp": vp, "goods": dict(goods or {}), "island": island, "manned": dict(farms),
            "city": {**manned, **dict.fromkeys(idle, 0)}, "san_juan": san_juan}


def table(*players: Mapping[str, Any], options: Mapping[str, Any] | None = None, chance: Chance | None = None,
          **facts: Any) -> State:
    """A position with these players, governor and actor seat 0; what is not named lies in the supply."""
    return GAME.position(setup(len(players), options), chance, players=[dict(player) for player in players], **facts)


def new_game(seats: int, options: Mapping[str, Any] | None = None, seed: int = 1, block: int = 0) -> State:
    """The position after set-up."""
    return GAME.new(setup(seats, options), Chance(seed, block))


def setup(seats: int, options: Mapping[str, Any] | None = None) -> Any:
    """Rules and number of players; a Refusal for options that cannot be played."""
    return GAME.setup(make_options(GAME, options or {}), seats)


# --- reading the table ----------------------------------------------------------------------------------------------------


def facts(s: State) -> dict[str, Any]:
    """The position as plain data without zeros in its maps."""
    return {name: _tidy(value) for name, value in s.position().items()}


def _tidy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _tidy(item) for key, item in value.items() if item != 0 or key in ("doubloons", "vp", "san_juan")}
    if isinstance(value, list | tuple):
        return [_tidy(item) for item in value]
    return value


def _of_players(s: State, name: str) -> list[Any]:
    return [player.get(name, 0) for player in s.position()["players"]]


def doubloons(s: State) -> list[int]:
    return _of_players(s, "doubloons")


def vps(s: State) -> list[int]:
    """VP earned in play, of each seat."""
    return _of_players(s, "vp")


def san_juan(s: State) -> list[int]:
    return _of_players(s, "san_juan")


def goods(s: State, seat: int) -> dict[str, int]:
    return _held(s, seat, "goods")


def tiles(s: State, seat: int) -> dict[str, int]:
    """Island tiles by kind."""
    return _held(s, seat, "island")


def manned(s: State, seat: int) -> dict[str, int]:
    """Occupied island tiles by kind."""
    return _held(s, seat, "manned")


def city(s: State, seat: int) -> dict[str, int]:
    """Colonists on each own building."""
    return dict(s.position()["players"][seat].get("city", {}))


def _held(s: State, seat: int, name: str) -> dict[str, int]:
    return {kind: n for kind, n in s.position()["players"][seat].get(name, {}).items() if n}


def fact(s: State, name: str) -> Any:
    """One fact of the position: `fact(s, "row")`."""
    return facts(s)[name]


def supply(s: State, good: str) -> int:
    return int(s.position()["goods_supply"].get(good, 0))


def house(s: State) -> list[str]:
    """The kinds in the trading house, sorted as goods are."""
    return sorted(s.position()["house"], key=GOODS.index)


def ships(s: State) -> list[tuple[str, int] | None]:
    """The load of each ship, in order of size."""
    return [tuple(ship) if ship else None for ship in s.position()["ships"]]


def ship_sizes(s: State) -> list[int]:
    """The sizes of the cargo ships, smallest first."""
    return [ship.size for ship in s.view(0).ships]


def cards(s: State) -> dict[str, int]:
    """Doubloons on the role cards, those with none left out."""
    return {role: n for role, n in s.position()["card_doubloons"].items() if n}


def fired(s: State) -> list[str]:
    """End triggers that have fired, the first one first."""
    return s.triggers()


def node(s: State) -> str:
    """The open decision, as the rules call it."""
    return GAME.nodes[s.node()]


def parts(s: State, seat: int) -> dict[str, int]:
    """The parts of a seat's score that are not 0, without their common prefix."""
    outcome: Outcome = s.outcome()
    return {name.removeprefix("score_"): int(values[seat]) for name, values in outcome.parts.items() if values[seat]}


def counters(s: State, seat: int) -> dict[str, int]:
    """The game's own seat columns by name, without `x_`."""
    return {column.name.removeprefix("x_"): int(value)
            for column, value in zip(GAME.columns.seats, s.log_seat(seat), strict=True)}


def round_columns(s: State, seat: int) -> dict[str, int]:
    """The game's own round columns by name; counters as totals of the game."""
    return {column.name: int(value) for column, value in zip(GAME.columns.rounds, s.log_round(seat, True), strict=True)}


def game_columns(s: State) -> dict[str, int]:
    return {column.name: int(value) for column, value in zip(GAME.columns.games, s.log_game(), strict=True)}
