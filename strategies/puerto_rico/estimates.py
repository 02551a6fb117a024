"""The numbers behind the estimates: how things usually go, in VP, goods and shares.

They were found by playing; docs/strategies.md tells how.
"""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimates:
    """Shared by the three plans. Not parameters: they say what the game is like, not what a plan wants.

    They were fitted together, so that one may stand for more than its name says.
    """

    # how often things happen
    crafts: float = 1.2             # craftsman phases, to the average role
    sales: float = 0.64             # sales of a player, to a craftsman phase
    builds: float = 1.96            # purchases of a player, to the average role
    city_pace: float = 2.19         # city spaces that the fastest builder fills, to the average role
    colonist_pace: float = 1.62     # colonists that leave the supply for each player, to the average role
    vp_pace: float = 0.89           # VP that leave the supply for each good that can be made, to the average role
    vp_extra: float = 1.22          # and besides in a round
    ending: float = 0.1             # rounds left for which a doubloon is worth half
    taken: float = 0.5              # how likely another takes a card that is left
    taken_pick: float = 0.1         # and how much more likely with each pick of theirs

    # goods
    shipped: float = 0.45           # VP of making one more good in each craftsman phase
    second_kind: float = 0.46       # what a second kind to sell adds to the first
    sale_hope: float = 0.47         # part of its price that a good in store is worth
    house_shut: float = 0.47        # the same again where the house is full or holds the kind
    loads: float = 0.32             # VP of a good in store that finds room on a ship
    left: float = 0.26              # and of one that finds none

    # tiles
    no_mill: float = 0.18           # part of its worth that a plantation has before a building works its crop
    mill_full: float = 0.31         # the same if the buildings for its crop are full
    quarry: float = 1.27            # doubloons that the first quarry saves with a purchase
    quarry_fall: float = 0.15       # how much less each further one saves
    crowd: float = 0.23             # what a kind loses when every other player grows it
    neighbour: float = 0.33         # what it loses when a neighbour grows it who is to be avoided

    # colonists
    until_next: float = 4.1         # rounds until the next mayor
    last_mayor: float = 4.44        # rounds before the end in which no further mayor is expected
    colonist: float = 0.38          # VP of one more colonist to another player who has a circle for it

    # buildings
    unmanned: float = 0.69          # rounds until a new building works
    field_hope: float = 0.21        # part of its worth that a production building has before there is a plantation
    spare_circle: float = 0.14      # the same for each further free circle, two at most
    market: float = 0.69            # sales to an average role
    office: float = 1.53            # doubloons of an office to a sale
    factory_hope: float = 0.63      # doubloons of the kinds still to come
    harbor: float = 0.94            # loadings in a captain phase, and for each kind made
    harbor_kind: float = 0.46
    wharf: float = 0.73             # goods by wharf in a captain phase, and for each good made
    wharf_good: float = 0.22
    warehouse: float = 0.12         # goods saved by a warehouse in a captain phase, and for each good made
    warehouse_good: float = 0.15
    hacienda: float = 0.3           # VP of each use
    hut: float = 0.31               # doubloons of each use
    hospice: float = 0.31           # VP of each use
    university: float = 1.04        # VP of each use
    large: float = 2.62             # weight of the extra VP of a large building
    built: float = 0.69             # buildings of the fitting sort to come, to the average role
    wish: float = 0.26              # part of the gain of a purchase that coming within reach of it is worth

    # roles: what each is worth to the one who takes it, against what the estimates say
    settler: float = 0.65
    mayor: float = 1.3
    builder: float = 0.51
    craftsman: float = 0.68
    trader: float = 1.12
    captain: float = 1.01
    prospector: float = 0.56
    patience: float = 0.06          # what a craftsman phase loses with each card that others take before the next own one
    tile: float = 0.25              # VP of a tile to another player, for each time a role is still played
    purse: float = 0.15             # VP that a doubloon of another player brings him in a builder phase
    purse_now: float = 0.12         # and besides, as a part of its worth
    poor: float = 2.82              # doubloons below which another player cannot pay for what he wants
    first_load: float = 0.2         # part of its loading that the captain owes to being first
    lost_good: float = 0.52         # VP that another player loses with a good that he cannot store
    made_good: float = 0.58         # VP of a good that another player makes

    @property
    def roles(self) -> tuple[float, ...]:
        """The factors of the roles, by role."""
        return (self.settler, self.mayor, self.builder, self.craftsman, self.trader, self.captain, self.prospector)


USUAL = Estimates()
