"""What the three plans share: their parameters, and which question is answered where."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sim.chance import Stream
from sim.core import Action
from sim.puerto_rico import tables as t
from sim.puerto_rico.view import PuertoRicoView
from strategies.base import Strategy
from strategies.parameters import parameter
from strategies.puerto_rico import buildings, cargo, colonists, goods, roles, tiles
from strategies.puerto_rico.board import Box, Plan
from strategies.puerto_rico.estimates import USUAL, Estimates
from strategies.puerto_rico.outlook import Outlook

HALF = 8
"""The first round of a game's second half (C1)."""
Answer = Callable[[Outlook, Sequence[int]], int]
"""Out of the ids offered, the place of the best."""


def yes(look: Outlook, offered: Sequence[int]) -> int:
    """The first answer: hospice and university give a colonist for nothing."""
    return 0


ANSWERS: Mapping[str, Answer] = {
    "role": roles.choose, "settle": tiles.choose, "hacienda": tiles.draw, "hospice": yes, "place": colonists.choose,
    "build": buildings.choose, "university": yes, "bonus": goods.one_more, "sell": goods.sell, "load": cargo.choose,
    "wharf": cargo.choose, "store_kind": goods.store_kind, "store_unit": goods.store_unit,
}
"""Who answers a decision, by the kind of its first action."""


@dataclass(eq=False)
class Archetype(Strategy):
    """A plan on the shared estimates. Every decision follows from the view alone; equal choices fall to the first action."""

    games: ClassVar[tuple[str, ...]] = ("puerto_rico",)
    QUARRIES: ClassVar[tuple[int, int, int, int]] = (2, 2, 2, 2)
    """Quarries wanted with 2, 3, 4, 5 players."""
    CROPS: ClassVar[Mapping[str, float]] = {}
    """Factors on plantations beyond the estimates, by good."""
    LIKES: ClassVar[Mapping[str, float]] = {}
    """Factors on buildings beyond the estimates."""

    quarries: int | None = parameter(None, "quarries wanted; none: by the number of players (C20, C21)")
    a: float = parameter(0.3, "weight of the largest gain that a card brings one opponent")
    b: float = parameter(0.2, "weight of the opponents' mean gain")
    leave: float = parameter(0.5, "weight of the own gain if the left neighbour takes the card instead; 0: off (C16)")
    selling: float = parameter(1.0, "factor on the worth of what is sold")
    shipping: float = parameter(1.0, "factor on the worth of what is shipped")
    trade: float = parameter(1.0, "factor on the own gain by trader and builder")
    ship: float = parameter(1.0, "factor on the own gain by craftsman and captain")
    early: float = parameter(2.5, "VP that a doubloon is worth at the start (C1 to C5)")
    fall: float = parameter(0.2, "how much less with each round")
    least: float = parameter(0.5, "VP that a doubloon is worth at least")
    cards_early: float = parameter(1.0, "weight of the doubloons on a card in rounds 1 to 7 (C9)")
    cards_late: float = parameter(1.0, "the same from round 8 on")
    fear_sales: float = parameter(0.0, "craftsman: weight of the sales it gives those who pick before us (C10)")
    spoil_sales: float = parameter(0.0, "captain: weight of the sales it spoils (C11)")
    deny_settler: float = parameter(0.0, "settler: weight of opponents for whom no tile is of use (C12)")
    deny_builder: float = parameter(0.0, "builder: weight of opponents who cannot pay yet (C13)")
    deny_captain: float = parameter(0.0, "captain: weight of the goods that opponents lose (C14)")
    deny_craftsman: float = parameter(0.0, "craftsman: weight of the goods that opponents miss (C15)")
    keep_wish: float = parameter(0.0, "weight of doubloons that bring the next wanted building within reach (C16)")
    block_ships: float = parameter(0.0, "captain: weight of the room on a ship that only we can fill (C16)")
    count_plantations: bool = parameter(True, "settler: count how many of the others grow a kind (C16)")
    order_aware: float = parameter(0.0, "craftsman: how much less it is worth with each card taken before our next (C17)")
    avoid_right: float = parameter(0.0, "settler: weight against the kinds of the right neighbour (C19)")
    avoid_left: float = parameter(0.0, "settler: the same for the left neighbour (C19)")
    mayor_share: float = parameter(1.0, "mayor: weight of the opponents' empty circles (C22)")
    least_sale: int = parameter(0, "craftsman: it counts only if the best sale afterwards brings so many doubloons")
    sell_for: int = parameter(0, "sell only if at most so many doubloons are missing for a building; 0: whenever it pays")

    def __post_init__(self) -> None:
        self.estimates: Estimates = USUAL

    def start(self, view: PuertoRicoView, rng: Stream) -> None:
        """Read what does not change in the game, and settle the plan."""
        self.box = Box(view)
        self.wanted = self.QUARRIES[view.players - 2] if self.quarries is None else self.quarries
        self.plans = {(trades, ships): self.make_plan(trades, ships) for trades in (True, False) for ships in (True, False)}
        self.placing = -1                           # the turn for which `places` is meant
        self.places: dict[int, int] = {}            # colonists still to be placed, by circle

    def make_plan(self, trades: bool, ships: bool) -> Plan:
        """What the strategy is after in rounds in which it trades, ships, or both."""
        return Plan(self.selling if trades else 1.0, self.shipping if ships else 1.0, self.wanted,
                    tuple([self.CROPS.get(good, 1.0) for good in t.GOODS]),
                    tuple([self.LIKES.get(building, 1.0) for building in t.BASE_BUILDINGS]))

    def trades(self, round: float) -> bool:
        """Whether the factors for selling and trading hold in a round."""
        return True

    def ships(self, round: float) -> bool:
        """Whether the factors for shipping hold in a round."""
        return True

    def plan(self, round: float) -> Plan:
        """What the strategy is after in a round."""
        return self.plans[self.trades(round), self.ships(round)]

    def choose(self, view: PuertoRicoView, actions: Sequence[Action]) -> Action:
        kind = actions[0].kind
        if kind == "place" and view.turn == self.placing:
            return colonists.next_place(self, actions)
        return actions[ANSWERS.get(kind, yes)(Outlook(self, view), [action.id for action in actions])]

    def weight(self, role: int, round: float) -> float:
        """The factor on the own gain by a role."""
        factor: float = self.estimates.roles[role]
        if role == t.BUILDER or role == t.TRADER:
            return factor * self.trade if self.trades(round) else factor
        if role == t.CRAFTSMAN or role == t.CAPTAIN:
            return factor * self.ship if self.ships(round) else factor
        return factor

    def doubloon(self, round: float) -> float:
        """The worth of a doubloon in a round, in VP."""
        return max(self.least, self.early - self.fall * round)

    def cards(self, round: float) -> float:
        """The weight of the doubloons on cards."""
        return self.cards_early if round < HALF else self.cards_late
