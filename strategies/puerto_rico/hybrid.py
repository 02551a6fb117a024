"""Hybrid: money first, shipping later."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sim.chance import Stream
from sim.puerto_rico import tables as t
from sim.puerto_rico.view import PuertoRicoView
from strategies.puerto_rico.archetype import Archetype, parameter
from strategies.puerto_rico.board import Plan


@dataclass(eq=False)
class Hybrid(Archetype):
    """money first, shipping later

    Until the round `switch` the factors for selling and trading hold, from then on those for shipping.
    """

    QUARRIES: ClassVar[tuple[int, int, int, int]] = (1, 1, 1, 2)

    selling: float = 1.3
    shipping: float = 1.3
    a: float = 0.15
    b: float = 0.15
    leave: float = 0.48
    trade: float = 1.21
    ship: float = 1.01
    early: float = 2.08
    fall: float = 0.23
    least: float = 0.64
    cards_early: float = 1.41
    cards_late: float = 1.72
    fear_sales: float = -0.06
    spoil_sales: float = 0.62
    deny_settler: float = -0.23
    deny_builder: float = 0.19
    deny_captain: float = 0.11
    deny_craftsman: float = -0.6
    keep_wish: float = -0.01
    block_ships: float = 0.35
    order_aware: float = -0.05
    avoid_right: float = 0.11
    avoid_left: float = -0.6
    mayor_share: float = 1.01
    switch: int = parameter(8, "the first round of shipping")

    def start(self, view: PuertoRicoView, rng: Stream) -> None:
        super().start(view, rng)
        self.first_plan = self.make_plan(self.selling, 1.0)
        self.second_plan = self.make_plan(1.0, self.shipping)

    def plan(self, round: float) -> Plan:
        return self.first_plan if round < self.switch else self.second_plan

    def weight(self, role: int, round: float) -> float:
        factor: float = self.estimates.roles[role]
        if role == t.BUILDER or role == t.TRADER:
            return factor * self.trade if round < self.switch else factor
        if role == t.CRAFTSMAN or role == t.CAPTAIN:
            return factor if round < self.switch else factor * self.ship
        return factor
