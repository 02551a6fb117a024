"""What the plans of Catan share: one method a decision, parameters for what they weigh differently."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from sim.catan.tables import CITY, DEV_CARD, RESOURCES, ROAD, SETTLEMENT
from sim.catan.view import CatanView
from sim.chance import Stream
from sim.core import Action
from strategies.base import Strategy
from strategies.catan import robbing, trading
from strategies.catan.island import Island
from strategies.catan.outlook import Outlook, Wish, settlements

BUILD_KINDS = {"build_road": ROAD, "build_settlement": SETTLEMENT, "build_city": CITY, "buy_dev": DEV_CARD}


class Archetype(Strategy):
    """A plan: weighs resources, ranks its wishes by worth and by how soon they can be paid, and works towards the best."""

    games: ClassVar[tuple[str, ...]] = ("catan",)

    def __init__(self, lumber: float = 1.0, brick: float = 1.0, wool: float = 1.0, grain: float = 1.0, ore: float = 1.0,
                 jungle: float = 0.3, new_kind: float = 2.0, harbour: float = 0.5, space: float = 0.0,
                 city: float = 1.0, settlement: float = 1.0, dev: float = 0.45, road: float = 0.5, knight: float = 0.1,
                 longest: float = 0.6, patience: float = 30.0, talk: bool = True) -> None:
        self.weights = (lumber, brick, wool, grain, ore, jungle)
        self.new_kind = new_kind
        self.harbour = harbour
        self.space = space
        self.worth = {CITY: city, SETTLEMENT: settlement, DEV_CARD: dev, ROAD: road}
        self.knight = knight
        self.longest = longest
        self.patience = patience
        self.talk = talk

    def start(self, view: CatanView, rng: Stream) -> None:
        self.island = Island(view)

    def choose(self, view: CatanView, actions: Sequence[Action]) -> Action:
        answer: Callable[[CatanView, Sequence[Action]], Action] = getattr(self, ANSWERS[view.node])
        return answer(view, actions)

    # --- set-up -----------------------------------------------------------------------------------------------------------

    def first_sites(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """The vertex of greatest worth; kinds of resource that are new count extra."""
        have = {r for r in range(5) if view.me.production[r]}
        return max(actions, key=lambda action: self.site_worth(view, action.args["vertex"], have))

    def site_worth(self, view: CatanView, vertex: int, have: set[int]) -> float:
        """Weighted pips, new kinds of resource, a harbour, room to grow."""
        new = {kind for kind, _ in self.island.yields[vertex] if kind < 5} - have
        worth = self.island.worth(vertex, self.weights) + self.new_kind * len(new)
        if self.island.harbours[vertex]:
            worth += self.harbour * self.harbour_worth(view, vertex)
        return worth + (self.space * robbing.open_sites_near(view, vertex) if self.space else 0.0)

    def harbour_worth(self, view: CatanView, vertex: int) -> float:
        """The worth of a vertex's harbour; a plan that trades by sea asks for more."""
        return 1.0

    def first_roads(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """Towards the open vertex within 2 edges of greatest worth."""
        return max(actions, key=lambda action: robbing.promise(view, self.island, action, self.weights))

    # --- a turn -----------------------------------------------------------------------------------------------------------

    def before_roll(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """A knight first if the robber blocks an own hex; else the dice."""
        for action in actions:
            if action.kind == "play_knight" and self.wants_knight(view):
                return action
        return actions[0]

    def wants_knight(self, view: CatanView) -> bool:
        """When the robber hurts, or the army is near."""
        me = view.me
        leader = max([other.played["knight"] for other in view.opponents])
        near = me.played["knight"] + 1 >= max(3, leader + 1) and not me.has_army
        return near or robbing.hurts(view, self.island)

    def main(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """Play a card that helps, buy what is wished, trade towards it, else end the turn."""
        look = Outlook(view, self.island)
        wishes = self.ranked(look)
        card = self.card(look, wishes, actions)
        if card:
            return card
        for wish in wishes:
            bought = self.purchase(wish, actions)
            if bought and not self.should_wait(look, wish, wishes[0]):
                return bought
        return trading.towards(self, look, wishes, actions) or actions[-1]

    def ranked(self, look: Outlook) -> list[Wish]:
        """What the plan wishes, the best first: worth in points, less the longer it takes to pay."""
        wishes = self.wishes(look)
        return sorted(wishes, key=lambda wish: -self.urgency(look, wish))

    def urgency(self, look: Outlook, wish: Wish) -> float:
        """The worth of a wish by the rolls until it can be paid."""
        return wish.worth * self.patience / (self.patience + look.rolls(wish.what, look.hand))

    def wishes(self, look: Outlook) -> list[Wish]:
        """A city on the best settlement, a settlement on the best site, a road towards one, a card."""
        view, island = look.view, look.island
        me = view.me
        wishes = []
        own = settlements(view)
        if own and me.cities_left:
            best = max(own, key=lambda vertex: island.worth(vertex, self.weights))
            wishes.append(Wish(CITY, best, self.worth[CITY] + 0.04 * island.worth(best, self.weights)))
        sites = look.sites()
        have = {r for r in range(5) if look.income[r]}
        if sites and me.settlements_left:
            best = max(sites, key=lambda vertex: self.site_worth(view, vertex, have))
            wishes.append(Wish(SETTLEMENT, best, self.worth[SETTLEMENT] + 0.05 * self.site_worth(view, best, have)))
        road = self.road_wish(look, sites, have)
        if road:
            wishes.append(road)
        if view.deck_left:
            wishes.append(Wish(DEV_CARD, -1, self.card_worth(view)))
        return wishes

    def card_worth(self, view: CatanView) -> float:
        """A card's points, and its part in the army."""
        return self.worth[DEV_CARD] + (0.0 if view.me.has_army else self.knight)

    def road_wish(self, look: Outlook, sites: Sequence[int], have: set[int]) -> Wish | None:
        """A road towards the best vertex to settle, or towards the longest road."""
        view = look.view
        me = view.me
        if not me.can_lay_a_road():
            return None
        best = Wish(ROAD, -1, 0.0)
        if me.settlements_left and len(sites) < 2:
            for vertex, (distance, edge) in look.reach(3).items():
                if distance and view.is_open(vertex):
                    share = (self.worth[ROAD] + 0.04 * self.site_worth(view, vertex, have)) / (distance + 1)
                    if sites:
                        share *= 0.5
                    if share > best.worth:
                        best = Wish(ROAD, edge, share)
        record = max([other.road_length for other in view.opponents])
        if not me.has_road and me.road_length + 2 >= max(5, record + 1) and me.road_length >= 3:
            edge = robbing.longest_way(view)
            if edge >= 0 and self.longest > best.worth:
                best = Wish(ROAD, edge, self.longest)
        return best if best.worth > 0 else None

    def purchase(self, wish: Wish, actions: Sequence[Action]) -> Action | None:
        """The legal action that buys a wish, if it can be paid now."""
        for action in actions:
            if BUILD_KINDS.get(action.kind) == wish.what:
                if wish.what == DEV_CARD or wish.place in (action.args.get("vertex"), action.args.get("edge")):
                    return action
        return None

    def should_wait(self, look: Outlook, wish: Wish, best: Wish) -> bool:
        """Whether paying for a lesser wish would put off the best one that is near."""
        if wish is best or look.missing(best.what, look.hand) > 2:
            return False
        left = [look.hand[r] - look.costs[wish.what][r] for r in range(5)]
        delay = look.rolls(best.what, left) - look.rolls(best.what, look.hand)
        return delay > 0 and wish.worth < best.worth * min(1.0, delay / self.patience)

    # --- cards ------------------------------------------------------------------------------------------------------------

    def card(self, look: Outlook, wishes: Sequence[Wish], actions: Sequence[Action]) -> Action | None:
        """A development card that helps now."""
        goal = wishes[0] if wishes else None
        for action in actions:
            if action.kind == "play_knight" and self.wants_knight(look.view):
                return action
            if action.kind == "play_road_building":
                return action
        if goal is None:
            return None
        return trading.plenty(look, goal, actions) or trading.monopoly(look, goal, actions)

    def free_road(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """The edge that the plan would build anyway, else the one that lengthens the road."""
        look = Outlook(view, self.island)
        have = {r for r in range(5) if look.income[r]}
        wish = self.road_wish(look, look.sites(), have)
        for action in actions:
            if wish and action.args.get("edge") == wish.place:
                return action
        return actions[0]

    # --- robber and discards ----------------------------------------------------------------------------------------------

    def robber(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """The hex that costs the others most, leaders first, and the own seat least."""
        return max(actions, key=lambda action: robbing.harm(view, self.island, action.args["hex"]))

    def steal(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """From the one with most points, then most cards."""
        def wealth(action: Action) -> tuple[int, int]:
            victim = view.seats[action.args["seat"]]
            return victim.visible_points, victim.hand_size
        return max(actions, key=wealth)

    def discard(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """The card whose loss puts off the best wish least; of equals the one held most."""
        look = Outlook(view, self.island)
        wishes = self.ranked(look)[:2]

        def keep(action: Action) -> tuple[float, int]:
            if action.args["item"] == "discovery":
                return 1000.0, 0
            item = RESOURCES.index(action.args["item"])
            left = [n - (r == item) for r, n in enumerate(look.hand)]
            late = sum([wish.worth * look.rolls(wish.what, left) for wish in wishes])
            return late, -look.hand[item]

        return min(actions, key=keep)

    # --- trade with players -----------------------------------------------------------------------------------------------

    def propose(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """One of the own surplus for one that is missing, else nothing."""
        return trading.best_talk(self, view, actions, "propose") or actions[-1]

    def answer(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """Accept what helps more than it helps a leader; counter where that is listed; else reject."""
        return trading.answer(self, view, actions)

    def confirm(self, view: CatanView, actions: Sequence[Action]) -> Action:
        """Trade with the partner who has the fewest points, if the trade still helps."""
        return trading.confirm(self, view, actions)

    def hand_worth(self, look: Outlook, hand: Sequence[int], wishes: Sequence[Wish]) -> float:
        """What a hand is worth: the best wishes by the time they then take, and a little for each card up to the limit."""
        near = [wish.worth * self.patience / (self.patience + look.rolls(wish.what, hand)) for wish in wishes[:2]]
        cards = sum(hand[:5])
        return sum(near) + 0.01 * min(cards, look.view.discard_limit) - 0.03 * max(0, cards - look.view.discard_limit)


ANSWERS = {
    "SETUP_SETTLEMENT": "first_sites", "SETUP_ROAD": "first_roads", "PRE_ROLL": "before_roll", "DISCARD": "discard",
    "MOVE_ROBBER": "robber", "STEAL": "steal", "PROPOSE": "propose", "ANSWER": "answer", "MAIN": "main",
    "RESPOND": "answer", "CONFIRM": "confirm", "FREE_ROAD": "free_road",
}
"""The method that answers each decision node."""
