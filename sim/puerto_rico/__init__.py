"""Puerto Rico: the base game for 3 to 5 players and the 2-player variant. The rules stand in `phases/`, a module a role."""
from __future__ import annotations

from typing import Any

from sim.chance import Chance
from sim.core import Game
from sim.faults import Fault, Refusal
from sim.options import OptionError, refuse
from sim.puerto_rico.actions import CATALOGUE, NODES, PICKS
from sim.puerto_rico.events import KINDS
from sim.puerto_rico.gifts import GIFTS
from sim.puerto_rico.laws import LAWS
from sim.puerto_rico.log import COLUMNS
from sim.puerto_rico.options import OVERLAYS, PRESETS, Options, faults
from sim.puerto_rico.phases.start import set_up
from sim.puerto_rico.positions import put
from sim.puerto_rico.setup import Setup
from sim.puerto_rico.state import State
from sim.puerto_rico.table import DRAW_PILE, RESHUFFLE
from sim.puerto_rico.tables import TRIGGERS


class PuertoRico(Game):
    """The game for the catalogue: names, columns, and how its states are made."""

    def __init__(self) -> None:
        super().__init__(
            name="puerto_rico", title="Puerto Rico", seats=(2, 3, 4, 5), options=Options, actions=CATALOGUE, columns=COLUMNS,
            triggers=TRIGGERS, nodes=NODES, event_kinds=KINDS, purposes={"draw_pile": DRAW_PILE, "reshuffle": RESHUFFLE},
            laws=LAWS, presets=PRESETS, overlays=OVERLAYS, picks=PICKS)
        self.gifts = GIFTS

    def default_lineup(self, seats: int) -> list[str]:
        """The three archetypes and `random`, or the first of them."""
        return ["puerto_rico.shipping", "puerto_rico.money", "puerto_rico.hybrid", "random", "random"][:seats]

    def setup(self, options: Options, seats: int) -> Setup:
        """Everything that the options decide; OptionError for what cannot be played."""
        if seats not in self.seats:
            raise refuse("seats", f"{seats}: puerto_rico has 2 to 5")
        found = list(faults(options, seats))
        if found:
            raise OptionError(found)
        setup = Setup(options, seats)
        broken = setup.faults()
        if broken:
            raise OptionError([refuse(name, message).faults[0] for name, message in broken])
        return setup

    def new(self, setup: Setup, chance: Chance) -> State:
        """The position after set-up."""
        state = State(self, setup, chance)
        set_up(state)
        return state

    def position(self, setup: Setup, chance: Chance | None = None, **facts: Any) -> State:
        """A position in mid-game from named facts (`positions.FACTS`); Refusal, a ValueError, for what cannot be."""
        state = State(self, setup, chance if chance is not None else Chance(0, 0))
        put(state, facts)
        if not state.over and not state.legal():
            raise Refusal(Fault("position", f"nothing is legal at {NODES[state.at]}"))
        for law in self.laws:
            try:
                law(state)
            except AssertionError as error:
                raise Refusal(Fault("position", str(error))) from error
        return state


GAME = PuertoRico()
