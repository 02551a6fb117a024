"""One decision as a plan sees it: its hand, income and rates, how soon something can be paid, and what it wishes."""
from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from sim.catan.tables import DISCOVERY, N_RESOURCES
from sim.catan.view import CatanView
from strategies.catan import wishes
from strategies.catan.island import bits, ways_to

if TYPE_CHECKING:
    from strategies.catan.archetype import Archetype
    from strategies.catan.wishes import Wish

FAR = 200.0
"""Rolls after which something counts as out of reach."""
KINDS = range(N_RESOURCES)


class Outlook:
    """Everything that is asked about the table at one decision. What is dear to work out is worked out when first asked for."""

    def __init__(self, bot: Archetype, view: CatanView) -> None:
        self.bot = bot
        self.view = view
        self.me = me = view.me
        self.hand = list(me.hand)
        self.income = me.production
        self.rate = list(me.rate)
        own = [36.0 / n if n else FAR for n in self.income[:N_RESOURCES]]
        bought = min([self.rate[kind] * own[kind] for kind in KINDS])
        self.wait = [min(rolls, bought) for rolls in own]
        """Rolls until a card of each resource comes: produced, or traded for the most plentiful."""

    @cached_property
    def kinds(self) -> int:
        """The resources that the seat produces, as a mask."""
        return sum([1 << kind for kind in KINDS if self.income[kind]])

    @cached_property
    def reach(self) -> dict[int, tuple[int, int]]:
        """Vertices within three new roads of the own network: how many, and the first edge."""
        return ways_to(self.view, bits(self.me.network), min(3, self.me.roads_left))

    @cached_property
    def wishes(self) -> list[Wish]:
        """What the plan wishes, the most urgent first. They are worked out anew when something was built or points changed."""
        bot, me = self.bot, self.me
        built = [(seen.roads_left, seen.settlements_left, seen.cities_left) for seen in self.view.seats]
        now = (built, me.points, me.has_army, self.view.deck_left > 0)
        if now != bot.wished_at:
            bot.wished_at, bot.wished = now, wishes.all_of(self)
        return sorted(bot.wished, key=lambda wish: -self.soon(wish, self.hand))

    def missing(self, cost: Sequence[int], hand: Sequence[int]) -> int:
        """Cards that are still missing when all surplus is traded with the bank."""
        short = trades = 0
        for kind in KINDS:
            over = hand[kind] - cost[kind]
            if over < 0:
                short -= over
            else:
                trades += over // self.rate[kind]
        return max(0, short - trades)

    def rolls(self, cost: Sequence[int], hand: Sequence[int], jokers: int = 0) -> float:
        """Rolls until a cost can be paid: the surplus is traded first, then each missing card is waited for.

        `jokers` are Discoveries that stand in for the cards that would be longest in coming.
        """
        waits: list[float] = []
        for kind in KINDS:
            over = hand[kind] - cost[kind]
            if over >= 0:
                jokers += over // self.rate[kind]
            else:
                waits += [self.wait[kind]] * -over
        if jokers:
            waits.sort()
            del waits[max(0, len(waits) - jokers):]
        return min(FAR, sum(waits))

    def soon(self, wish: Wish, hand: Sequence[int]) -> float:
        """The worth of a wish, less the longer it takes to pay with this hand."""
        jokers = min(hand[DISCOVERY], self.view.discovery_max) if wish.is_card else 0
        return wish.worth * self.share(self.rolls(wish.cost, hand, jokers))

    def share(self, rolls: float) -> float:
        """What is left of a worth that comes after so many rolls: a half after `patience`."""
        return self.bot.patience / (self.bot.patience + rolls)

    def worth(self, hand: Sequence[int]) -> float:
        """What a hand is worth: of the two most urgent wishes the better one as soon as it then comes, the other when both are
        paid; and each card a little, up to those that a 7 would halve."""
        cards, limit = sum(hand[:N_RESOURCES]), self.view.discard_limit or 99
        worth = 0.01 * min(cards, limit) - 0.03 * max(0, cards - limit)
        if len(self.wishes) < 2:
            return worth + sum([self.soon(wish, hand) for wish in self.wishes])
        one, other = self.wishes[:2]
        later = self.share(self.rolls([a + b for a, b in zip(one.cost, other.cost, strict=True)], hand))
        return worth + max(self.soon(one, hand) + other.worth * later, self.soon(other, hand) + one.worth * later)
