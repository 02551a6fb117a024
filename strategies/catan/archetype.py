"""What the plans of Catan share: their parameters, and which module answers which decision."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sim.catan.tables import CITY, DEV_CARD, ROAD, SETTLEMENT
from sim.catan.view import CatanView, SeatView
from sim.chance import Stream
from sim.core import Action
from strategies.base import Strategy
from strategies.catan import cards, purchases, robber, sites, trading
from strategies.catan.island import Island
from strategies.catan.outlook import Outlook
from strategies.catan.wishes import Wish
from strategies.parameters import parameter

Answer = Callable[[Outlook, Sequence[Action]], Action]


def main(look: Outlook, actions: Sequence[Action]) -> Action:
    """A card that helps, a purchase, an offer; else the end of the turn, or of its first half."""
    return (look.bot.eager(look, actions) or cards.play(look, actions) or purchases.next_step(look, actions)
            or trading.offer(look, actions) or actions[-1])


ANSWERS: Mapping[str, Answer] = {
    "SETUP_SETTLEMENT": sites.settle, "SETUP_ROAD": sites.road, "PRE_ROLL": cards.before_roll, "MAIN": main,
    "FREE_ROAD": cards.free_road, "MOVE_ROBBER": robber.move, "STEAL": robber.steal, "DISCARD": robber.discard,
    "PROPOSE": trading.propose, "ANSWER": trading.answer, "RESPOND": trading.answer, "CONFIRM": trading.confirm,
}
"""Who answers a decision, by its node."""


@dataclass(eq=False)
class Archetype(Strategy):
    """A plan: it weighs resources, ranks its wishes by their worth and by how soon they can be paid, and works for the best.

    Every decision follows from the view alone; equal choices fall to the first action.
    """

    games: ClassVar[tuple[str, ...]] = ("catan",)

    lumber: float = parameter(1.0, "weight of a pip of lumber")
    brick: float = parameter(1.0, "weight of a pip of brick")
    wool: float = parameter(1.0, "weight of a pip of wool")
    grain: float = parameter(1.0, "weight of a pip of grain")
    ore: float = parameter(1.0, "weight of a pip of ore")
    jungle: float = parameter(0.3, "weight of a pip of the jungle")
    new_kind: float = parameter(2.0, "pips that a resource is worth which the seat does not produce yet")
    harbour: float = parameter(0.5, "pips that a harbour is worth")
    space: float = parameter(0.0, "set-up: pips that an open site within three edges is worth")
    settlement: float = parameter(1.0, "points that a settlement is worth, its income apart")
    city: float = parameter(1.0, "the same for a city")
    growth: float = parameter(0.02, "points that a pip more is worth")
    card: float = parameter(0.65, "points that a development card is worth")
    knight: float = parameter(0.3, "points more while the seat does not hold the army")
    longest: float = parameter(0.6, "points that the longest road is worth")
    last: float = parameter(1.0, "points more for what wins the game")
    patience: float = parameter(30.0, "rolls after which a wish counts half")
    talk: bool = parameter(True, "trade with players")

    def start(self, view: CatanView, rng: Stream) -> None:
        """Read what does not change in the game."""
        self.island = Island(view)
        self.values = self.island.worth((self.lumber, self.brick, self.wool, self.grain, self.ore, self.jungle))
        """The pips of each vertex as the plan weighs them."""
        self.costs = [view.cost(what) for what in (ROAD, SETTLEMENT, CITY, DEV_CARD)]
        self.wished_at: object = None
        self.wished: list[Wish] = []
        """The wishes of the latest decision, and what they depend on."""

    def choose(self, view: CatanView, actions: Sequence[Action]) -> Action:
        return ANSWERS[view.node](Outlook(self, view), actions)

    # --- what a plan may see otherwise ------------------------------------------------------------------------------------

    def site_worth(self, look: Outlook, vertex: int) -> float:
        """The pips that a site is worth: weighed, resources that are new and a harbour extra."""
        new = self.island.kinds[vertex] & ~look.kinds
        worth = self.values[vertex] + self.new_kind * new.bit_count()
        return worth + self.harbour * self.harbour_worth(look, vertex) if self.island.harbours[vertex] else worth

    def harbour_worth(self, look: Outlook, vertex: int) -> float:
        """How much of `harbour` the harbour of a vertex is worth."""
        return 1.0

    def eager(self, look: Outlook, actions: Sequence[Action]) -> Action | None:
        """What is done in the main phase before anything is weighed."""
        return None

    def card_purchase(self, look: Outlook, ways: Sequence[Action]) -> Action | None:
        """Which of the ways to pay for a development card is taken: the one with fewest Discoveries."""
        return ways[0] if ways else None

    def gives(self, look: Outlook, item: int) -> bool:
        """Whether an item may be offered to players, one for one."""
        return True

    def keeps(self, look: Outlook, item: int) -> float:
        """What a discard of an item weighs beyond what the hand loses."""
        return 0.0

    def grudge(self, look: Outlook, hex: int, victim: SeatView) -> float:
        """The factor on what the robber costs another seat on a hex."""
        return 1.0
