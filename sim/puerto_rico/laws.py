"""What must hold in every position of Puerto Rico; conformance checks all of it after every action."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.bits import BIT, count_bits
from sim.puerto_rico.actions import D_LOAD, D_MAYOR_PLACE, D_STORE_KIND, D_STORE_UNIT, D_TRADE
from sim.puerto_rico.player import VP_CHURCH, VP_LOADED, VP_RETURNED
from sim.puerto_rico.tables import (
    BUILDING_NAMES,
    CITY_SPACES,
    GOODS,
    ISLAND_SPACES,
    N_BUILDINGS,
    N_GOODS,
    N_TILES,
    NO_GOOD,
    QUARRY,
    SPACES,
    TILES,
)

if TYPE_CHECKING:
    from sim.puerto_rico.state import State
    from sim.puerto_rico.table import Table

PIECES: Final = (*GOODS, *[f"{good} tiles" for good in GOODS], "quarries", "colonists", "VP chips", "doubloons",
                 *BUILDING_NAMES)
"""What is counted, in the order of `count_pieces`."""


def count_pieces(s: Table) -> vec[i64]:
    """How many pieces of each sort lie anywhere on the table."""
    found = vec[i64](capacity=64)
    for good in range(i64(N_GOODS)):
        n: i64 = s.supply[good] + s.house[good]
        for p in s.players:
            n += p.goods[good]
        for ship in range(s.setup.n_ships):
            if s.cargo[ship] == good:
                n += s.load[ship]
        found = append(found, n)
    for kind in range(i64(N_GOODS)):
        n = s.unseen[kind] + s.row[kind] + s.discard[kind]
        for p in s.players:
            n += p.island[kind]
        found = append(found, n)
    quarries = s.quarries
    colonists = s.colonists + s.ship
    chips = s.vp_supply - s.on_paper
    doubloons = s.bank
    for money in s.card_money:
        doubloons += money
    for p in s.players:
        quarries += p.island[QUARRY]
        colonists += p.colonists()
        chips += p.vp
        doubloons += p.doubloons
    for number in (quarries, colonists, chips, doubloons):
        found = append(found, number)
    for building in range(i64(N_BUILDINGS)):
        n = s.stock[building]
        for p in s.players:
            n += p.owns[building]
        found = append(found, n)
    return found


def pieces_are_conserved(s: State) -> None:
    """Nothing comes from nowhere and nothing gets lost."""
    now = count_pieces(s)
    for n, name in enumerate(PIECES):
        assert now[n] == s.box[n], f"{now[n]} {name} on the table, {s.box[n]} in the box"


def no_supply_is_negative(s: State) -> None:
    """Supplies give only what is there (PR-GEN-10)."""
    for name, number in (("colonist supply", s.colonists), ("colonist ship", s.ship), ("VP supply", s.vp_supply),
                         ("bank", s.bank), ("quarries", s.quarries), ("VP on paper", s.on_paper)):
        assert number >= 0, f"{name}: {number}"
    for good, name in enumerate(GOODS):
        for place, counts in (("supply", s.supply), ("house", s.house), ("row", s.row), ("discard pile", s.discard)):
            assert counts[good] >= 0, f"{counts[good]} {name} in the {place}"
    for building, name in enumerate(BUILDING_NAMES):
        assert s.stock[building] >= 0, f"{name}: {s.stock[building]} in the supply"


def draw_pile_is_what_is_unseen(s: State) -> None:
    """The counts by kind belong to the pile (PR-INFO-05)."""
    for kind, name in enumerate(GOODS):
        n = 0
        for tile in s.pile[s.pile_next:]:
            n += 1 if tile == kind else 0
        assert n == s.unseen[kind], f"{n} {name} tiles in the pile, {s.unseen[kind]} unseen"


def islands_fit(s: State) -> None:
    """At most 12 tiles, and colonists only on tiles with a circle."""
    for seat, p in enumerate(s.players):
        assert p.tiles() <= ISLAND_SPACES, f"seat {seat}: {p.tiles()} tiles"
        for kind in range(N_TILES):
            manned, tiles = p.manned[kind], p.island[kind]
            assert 0 <= manned <= tiles, f"seat {seat}: {manned} of {tiles} {TILES[kind]} manned"
        assert p.manned[N_TILES - 1] == 0, f"seat {seat}: a colonist in a forest"
        assert p.doubloons >= 0 and p.san_juan >= 0, f"seat {seat}: {p.doubloons} doubloons, {p.san_juan} in San Juan"
        for good, name in enumerate(GOODS):
            assert p.goods[good] >= 0, f"seat {seat}: {p.goods[good]} {name}"


def cities_fit(s: State) -> None:
    """At most 12 spaces; the list, the marks and the colonists of a city tell the same (PR-GEN-03, PR-GEN-08)."""
    for seat, p in enumerate(s.players):
        spaces: i64 = 0
        vp: i64 = 0
        owned: list[int] = []
        for building, name in enumerate(BUILDING_NAMES):
            owns, crew = p.owns[building], p.crew[building]
            assert 0 <= crew <= s.setup.circles[building] * owns, f"seat {seat}: {crew} colonists on {owns} {name}"
            if owns != 0:
                assert owns == 1, f"seat {seat}: {owns} times {name}"
                owned.append(building)
                spaces += SPACES[building]
                vp += s.setup.vp[building]
        assert _ints(p.city) == owned, f"seat {seat}: the city lists {_ints(p.city)}, and owned are {owned}"
        assert spaces == p.spaces <= CITY_SPACES, f"seat {seat}: {spaces} city spaces, {p.spaces} noted"
        assert vp == p.vp_buildings, f"seat {seat}: {vp} VP of buildings, {p.vp_buildings} noted"


def ships_carry_one_kind(s: State) -> None:
    """PR-CAPTAIN-03 to -05: a ship one kind, a kind one ship, never more than fit."""
    seen: list[int] = []
    for ship in range(int(s.setup.n_ships)):
        cargo, load, size = int(s.cargo[ship]), s.load[ship], s.setup.ships[ship]
        assert 0 <= load <= size, f"{load} goods on the ship of {size}"
        assert (cargo == NO_GOOD) == (load == 0), f"{load} goods of kind {cargo} on the ship of {size}"
        assert cargo == NO_GOOD or cargo not in seen, f"two ships carry {GOODS[cargo]}"
        assert load < size or s.at in (D_LOAD, D_STORE_KIND, D_STORE_UNIT), f"the ship of {size} is full and has not sailed"
        seen.append(cargo)


def trading_house_fits(s: State) -> None:
    """PR-TRADE-03, PR-TRADE-05: at most its places; full only while the phase goes on."""
    load = sum(_ints(s.house))
    assert load == s.house_load <= s.setup.house_slots, f"{load} goods in the house, {s.house_load} noted"
    assert load < s.setup.house_slots or s.at == D_TRADE, "the house is full and has not been emptied"


def vp_add_up(s: State) -> None:
    """The VP of each player are the sum of what rules paid (rules 7.2)."""
    for seat, p in enumerate(s.players):
        paid = p.vp_given - p.tally[VP_RETURNED]
        for source in range(VP_LOADED, VP_CHURCH + 1):
            paid += p.tally[source]
        assert p.vp == paid, f"seat {seat}: {p.vp} VP earned, {paid} paid"


def cards_are_counted(s: State) -> None:
    """As many cards are taken as picks were made, and none of them holds doubloons (PR-RND-03, PR-RND-04)."""
    assert count_bits(s.taken) == s.picks, f"{count_bits(s.taken)} cards taken in {s.picks} picks"
    for card, money in enumerate(s.card_money):
        assert money >= 0 and (money == 0 or s.taken & BIT[card] == 0), f"{money} doubloons on card {card}, which is taken"


def nobody_idles_in_san_juan(s: State) -> None:
    """While colonists are placed, more circles than colonists are free (PR-MAYOR-05)."""
    if s.at == D_MAYOR_PLACE and not s.over:
        p = s.player()
        free = p.empty_tile_circles() + p.empty_building_circles(s.setup.circles)
        assert 0 < p.san_juan < free, f"seat {s.actor}: {p.san_juan} colonists in hand for {free} circles"


def _ints(values: vec[i64]) -> list[int]:
    return [int(n) for n in values]


LAWS: Final = (
    pieces_are_conserved, no_supply_is_negative, draw_pile_is_what_is_unseen, islands_fit, cities_fit, ships_carry_one_kind,
    trading_house_fits, vp_add_up, cards_are_counted, nobody_idles_in_san_juan,
)
