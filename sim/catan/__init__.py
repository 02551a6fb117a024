"""Settlers of Catan, with Jungle and trade between players."""
from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from sim.catan import board, position
from sim.catan.actions import ACTIONS, PICKS
from sim.catan.gifts import GIFTS
from sim.catan.laws import LAWS
from sim.catan.log import COLUMNS
from sim.catan.nodes import EVENTS, NODES, TRIGGERS
from sim.catan.options import OVERLAYS, PRESETS, CatanOptions, faults
from sim.catan.phases import cards, robber, turn
from sim.catan.setup import Setup
from sim.catan.state import CatanState
from sim.chance import FIRST_GAME_PURPOSE, FIRST_PLACE, Chance
from sim.core import Game
from sim.options import OptionError, refuse

# every draw has a purpose of its own (CA-FLOW-19); the boards' are in board.py
DECK = FIRST_GAME_PURPOSE + 7
PURPOSES = {
    "first_place": FIRST_PLACE, "terrain": board.TERRAIN, "tokens": board.TOKENS, "harbour_places": board.HARBOUR_PLACES,
    "harbour_types": board.HARBOUR_TYPES, "harbour_edge": board.HARBOUR_EDGE, "jungle_token": board.JUNGLE_TOKEN,
    "spiral_start": board.SPIRAL_START, "deck": DECK, "dice": turn.DICE, "dice_deck": turn.DICE_DECK, "theft": robber.THEFT,
    "dev_draw": cards.DEV_DRAW,
}
ARCHETYPES = ("catan.pips", "catan.ore_wheat_sheep", "catan.wood_brick", "catan.port")


class Catan(Game):
    """Two to four players on the island (CA-COMP-09)."""

    def __init__(self) -> None:
        super().__init__(
            name="catan", title="Settlers of Catan", seats=(2, 3, 4), options=CatanOptions, actions=ACTIONS, columns=COLUMNS,
            triggers=TRIGGERS, nodes=NODES, event_kinds=EVENTS, purposes=PURPOSES, laws=LAWS,
            presets=PRESETS, overlays=OVERLAYS, picks=PICKS)
        self.gifts = GIFTS
        self.goal_wins = True                                               # CA-END-02: on one's own turn

    def default_lineup(self, seats: int) -> list[str]:
        return list(ARCHETYPES[:seats])

    def setup(self, options: CatanOptions, seats: int) -> Setup:
        """Everything that the options decide; OptionError for what cannot be played."""
        if seats not in self.seats:
            raise refuse("seats", f"{seats}: catan has 2 to 4")             # CA-COMP-09
        found = list(faults(options))
        if found:
            raise OptionError(found)
        return Setup(options, seats)

    def new(self, setup: Setup, chance: Chance) -> CatanState:
        """Board and deck are laid (CA-FLOW-01); the first settlement is to be placed."""
        return CatanState(setup, self, chance, board.lay_board(setup, chance), self._deck(setup, chance))

    def position(self, setup: Setup, chance: Chance | None = None, **facts: Any) -> CatanState:
        chance = chance or Chance(0, 0)
        state = CatanState(setup, self, chance, board.lay_board(setup, chance), self._deck(setup, chance))
        position.put(state, facts)
        for law in LAWS:
            try:
                law(state)
            except AssertionError as broken:
                raise ValueError(f"this position breaks a law ({law.__name__.replace('_', ' ')}): {broken}") from None
        state.events = vec[i64]()
        return state

    def first_place(self, setup: Setup, chance: Chance) -> int:
        """The highest throw of two dice begins; the highest throw again among themselves (CA-SET-01)."""
        places = list(range(int(setup.seats)))
        throw = 0
        while len(places) > 1:
            dice = {place: [chance.below(FIRST_PLACE, throw, 2 * place + die, 6) for die in (0, 1)] for place in places}
            highest = max(sum(pair) for pair in dice.values())
            places = [place for place in places if sum(dice[place]) == highest]
            throw += 1
        return places[0]

    def _deck(self, setup: Setup, chance: Chance) -> vec[i64]:
        """The shuffled development cards (CA-BOARD-24); an endless deck draws by its mix instead."""
        if setup.dev_endless:
            return vec[i64]()
        pieces = [i64(kind) for kind in range(5) for _ in range(int(setup.dev_mix[kind]))]
        return chance.order(DECK, 0, vec[i64](pieces))


GAME = Catan()
