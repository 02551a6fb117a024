"""One player's side of the table, with the counters that the logs keep of it."""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.core import fold, fold_vec
from sim.puerto_rico.tables import (
    COFFEE_ROASTER,
    CORN,
    INDIGO,
    INDIGO_PLANT,
    N_BUILDINGS,
    N_CARDS,
    N_GOODS,
    N_MANNED_TILES,
    N_TILES,
    SMALL_INDIGO_PLANT,
    SMALL_SUGAR_MILL,
    SPACES,
    SUGAR,
    SUGAR_MILL,
    TOBACCO,
    TOBACCO_STORAGE,
)

# --- places in `Player.tally`: totals since the game began -----------------------------------------------------------

VP_LOADED: Final = 0                # on cargo ships
VP_CAPTAIN: Final = 1
VP_HARBOR: Final = 2
VP_WHARF: Final = 3
VP_SMALL_WHARF: Final = 4
VP_UNION_HALL: Final = 5
VP_CHURCH: Final = 6
VP_RETURNED: Final = 7
INCOME_TRADE: Final = 8
INCOME_CARDS: Final = 9
INCOME_FACTORY: Final = 10
INCOME_SPECIALTY: Final = 11
INCOME_LIGHTHOUSE: Final = 12
INCOME_PROSPECTOR: Final = 13
SPENT: Final = 14
OFF_BY_QUARRIES: Final = 15
OFF_BY_FORESTS: Final = 16
BLACK_MARKET_ITEMS: Final = 17
PRODUCED: Final = 18                # + good
TRADED: Final = 23                  # + good
SHIPPED: Final = 28                 # + good
LOST: Final = 33                    # + good
TAKEN: Final = 38                   # + card
N_TALLY: Final = TAKEN + N_CARDS

# --- places in `Player.notes`: what happened in this round, -1 if nothing --------------------------------------------

NOTE_ROLE: Final = 0                # + 0, 1, 2: the cards of this round
N_NOTED_ROLES: Final = 3
NOTE_BUILT: Final = 3
NOTE_SOLD: Final = 4
N_NOTES: Final = 5

NO_GOODS: Final = vec[i64]([i64(0)] * N_GOODS)
_NO_TILES: Final = vec[i64]([i64(0)] * N_TILES)
_NO_BUILDINGS: Final = vec[i64]([i64(0)] * N_BUILDINGS)
_NO_TALLY: Final = vec[i64]([i64(0)] * N_TALLY)
_NO_NOTES: Final = vec[i64]([i64(-1)] * N_NOTES)


@final
class Player:
    """Island, city, goods and doubloons of one player, and the VP earned in play. Each attribute stands with its copy."""

    def __init__(self, old: Player | None) -> None:
        self.doubloons: i64 = i64(0) if old is None else old.doubloons
        self.vp: i64 = i64(0) if old is None else old.vp                    # earned in play, also on paper (PR-SCORE-05)
        self.vp_given: i64 = i64(0) if old is None else old.vp_given        # the part of them that no rule paid
        self.san_juan: i64 = i64(0) if old is None else old.san_juan        # while placing: the colonists in hand
        self.goods: vec[i64] = NO_GOODS[:] if old is None else old.goods[:]
        self.island: vec[i64] = _NO_TILES[:] if old is None else old.island[:]  # tiles by kind
        self.manned: vec[i64] = _NO_TILES[:] if old is None else old.manned[:]  # those with a colonist
        self.owns: vec[i64] = _NO_BUILDINGS[:] if old is None else old.owns[:]  # 1 or 0 by building (PR-GEN-03)
        self.crew: vec[i64] = _NO_BUILDINGS[:] if old is None else old.crew[:]  # colonists by building
        self.city: vec[i64] = vec[i64](capacity=12) if old is None else old.city[:]  # the buildings owned, in their order
        self.spaces: i64 = i64(0) if old is None else old.spaces            # city spaces filled
        self.vp_buildings: i64 = i64(0) if old is None else old.vp_buildings  # of the buildings owned (PR-SCORE-02)
        self.tally: vec[i64] = _NO_TALLY[:] if old is None else old.tally[:]
        self.notes: vec[i64] = _NO_NOTES[:] if old is None else old.notes[:]
        self.first_quarry: i64 = i64(-1) if old is None else old.first_quarry  # the round of it

    def has(self, building: i64) -> bool:
        """Whether a building stands in the city."""
        return self.owns[building] != 0

    def runs(self, building: i64) -> bool:
        """Whether a building stands in the city and is occupied, so that its power works (PR-GEN-02)."""
        return self.crew[building] > 0

    def add_building(self, building: i64, vp: i64) -> None:
        """Put a building that is worth `vp`, unoccupied, into the city (PR-BUILDER-06); it never leaves it (PR-GEN-06)."""
        self.owns[building] = 1
        self.vp_buildings += vp
        self.spaces += SPACES[building]                         # PR-GEN-08
        city = append(self.city, building)
        place: i64 = len(city) - 1
        while place > 0 and city[place - 1] > building:
            city[place] = city[place - 1]
            place -= 1
        city[place] = building
        self.city = city

    def tiles(self) -> i64:
        """Filled island spaces."""
        n: i64 = 0
        for kind in self.island:
            n += kind
        return n

    def colonists(self) -> i64:
        """All colonists on the player's board, San Juan included."""
        n = self.san_juan
        for kind in self.manned:
            n += kind
        for building in self.city:
            n += self.crew[building]
        return n

    def goods_total(self) -> i64:
        """All goods in store."""
        n: i64 = 0
        for good in self.goods:
            n += good
        return n

    def capacity(self, good: i64) -> i64:
        """The most of a good that he can produce, were the supply endless; a circle makes one (PR-BLD-production)."""
        crew = self.crew
        workers = self.manned[CORN]                             # PR-CRAFT-02: corn needs no building
        if good == INDIGO:
            workers = crew[SMALL_INDIGO_PLANT] + crew[INDIGO_PLANT]
        elif good == SUGAR:
            workers = crew[SMALL_SUGAR_MILL] + crew[SUGAR_MILL]
        elif good == TOBACCO:
            workers = crew[TOBACCO_STORAGE]
        elif good != CORN:
            workers = crew[COFFEE_ROASTER]
        fields = self.manned[good]
        return fields if fields < workers else workers          # PR-CRAFT-03

    def empty_building_circles(self, circles: vec[i64]) -> i64:
        """Places for colonists on the buildings that are free."""
        n: i64 = 0
        for building in self.city:
            n += circles[building] - self.crew[building]
        return n

    def empty_tile_circles(self) -> i64:
        """Plantations and quarries without a colonist."""
        n: i64 = 0
        for tile in range(i64(N_MANNED_TILES)):
            n += self.island[tile] - self.manned[tile]
        return n

    def digest(self, digest: i64) -> i64:
        """A digest with this board in it; counters and notes are none of it."""
        digest = fold(fold(fold(digest, self.doubloons), self.vp), self.san_juan)
        digest = fold_vec(fold_vec(fold_vec(digest, self.goods), self.island), self.manned)
        for building in self.city:
            digest = fold(digest, 16 * building + self.crew[building])
        return digest
