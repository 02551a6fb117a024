"""Everything that options and the number of seats decide, in one object that all games of a worker share."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.puerto_rico.tables import (
    BUILDING_NAMES,
    BUILDINGS,
    CITY_SPACES,
    COLONISTS_IN_BOX,
    GOODS,
    PRICE,
    PROSPECTOR,
    SHEETS,
    SPACES,
    VP_IN_BOX,
    Sheet,
)

UNLIMITED: Final = 1_000_000
"""Doubloons of a bank that never runs dry (PR-GEN-07)."""


@final
class Setup:
    """The numbers of one variant at one number of seats. Rules read them here and nowhere else."""

    def __init__(self, options: Any, seats: int) -> None:
        sheet = SHEETS[3 if seats == 2 and not options.two_player_variant else seats]               # PR-2P-01
        self.options: Final = options
        self.seats: Final[i64] = seats
        self._read_start(options, sheet)
        self._read_supplies(options, sheet)
        self._read_buildings(options, sheet)
        self._read_powers(options)

    def _read_start(self, options: Any, sheet: Sheet) -> None:
        """What each seat begins with, from the first governor clockwise."""
        seats = int(self.seats)
        tiles = options.start_tiles
        self.start_tiles: vec[i64] = _vec(
            list(sheet.start_tiles) if tiles == "table" else [GOODS.index(name) for name in tiles])         # PR-SET-02
        doubloons = options.start_doubloons
        self.start_doubloons: vec[i64] = _vec(_by_seat(sheet.doubloons if doubloons == "table" else doubloons, seats))
        self.start_colonists: vec[i64] = _vec(_by_seat(options.start_colonists, seats))
        goods = options.start_goods
        maps = [goods] * seats if isinstance(goods, Mapping) else list(goods)
        self.start_goods: vec[vec[i64]] = vec[vec[i64]]([_vec([m.get(name, 0) for name in GOODS]) for m in maps])
        cities = list(options.start_buildings) or [[]] * seats
        self.start_buildings: vec[vec[i64]] = vec[vec[i64]](
            [_vec([BUILDING_NAMES.index(name) for name in city]) for city in cities])

    def _read_supplies(self, options: Any, sheet: Sheet) -> None:
        """What lies beside the board, cards and ships included."""
        long = options.long_game                                                                    # PR-LONG-02
        self.ship: i64 = _number(options.colonist_ship, int(self.seats) if long else sheet.ship)
        self.colonists: i64 = _number(options.colonist_supply, COLONISTS_IN_BOX - self.ship if long else sheet.colonists,
                                      COLONISTS_IN_BOX - self.ship)  # PR-SET-05: besides the ship
        self.vp_supply: i64 = _number(options.vp_supply, VP_IN_BOX if long else sheet.vp, VP_IN_BOX)
        self.quarries: i64 = _number(options.quarries, sheet.quarries)
        self.tiles: vec[i64] = _vec([options.tiles.get(name, n) for name, n in zip(GOODS, sheet.tiles)])
        self.goods: vec[i64] = _vec([options.goods.get(name, n) for name, n in zip(GOODS, sheet.goods)])
        self.ships: vec[i64] = _vec(sorted(sheet.ships if options.ships == "table" else options.ships))     # PR-SET-07
        self.n_ships: i64 = len(self.ships)
        self.cards: i64 = PROSPECTOR + _number(options.prospectors, sheet.prospectors)              # PR-SET-06
        self.row_size: i64 = _number(options.row_size, int(self.seats) + 1)                         # PR-SET-04
        self.picks: i64 = self.seats * _number(options.roles_per_player, sheet.picks)               # PR-2P-04
        bank = options.bank_doubloons
        self.bank: i64 = UNLIMITED if bank == "unlimited" else sheet.bank if bank == "table" else bank      # PR-GEN-07
        self.bank_limited: bool = bank != "unlimited"

    def _read_buildings(self, options: Any, sheet: Sheet) -> None:
        """The buildings in play and what is printed on them, by building."""
        chosen = options.buildings_in_play
        kinds = vec[i64]()
        copies = vec[i64]()
        for b in BUILDINGS:
            usual = min(b.copies, sheet.production_cap if not b.violet else b.copies if b.large else sheet.violet_small)
            in_play = not b.violet or (not b.expansion if chosen == "none" else b.name in chosen)
            n = options.copies.get(b.name, usual) if in_play and b.name not in options.disabled else 0
            copies = append(copies, n)
            if n > 0:
                kinds = append(kinds, b.kind)
        self.copies: vec[i64] = copies
        self.kinds: vec[i64] = kinds
        self.cost: vec[i64] = _vec([options.cost.get(b.name, b.cost) for b in BUILDINGS])
        self.vp: vec[i64] = _vec([options.vp.get(b.name, b.vp) for b in BUILDINGS])
        self.circles: vec[i64] = _vec([options.circles.get(b.name, b.circles) for b in BUILDINGS])
        self.column: vec[i64] = _vec([options.column.get(b.name, b.column) for b in BUILDINGS])

    def _read_powers(self, options: Any) -> None:
        """Privileges, powers and ends."""
        self.price: vec[i64] = _vec([options.price.get(name, n) for name, n in zip(GOODS, PRICE)])
        self.house_slots: i64 = options.trading_house_slots
        self.card_doubloons: i64 = options.card_doubloons_per_round
        self.quarry_discount: i64 = options.quarry_discount
        self.builder_discount: i64 = options.builder_discount
        self.trader_bonus: i64 = options.trader_bonus
        self.captain_bonus: i64 = options.captain_bonus_vp
        self.prospector_doubloons: i64 = options.prospector_doubloons
        self.mayor_bonus: i64 = options.mayor_bonus_colonists
        self.craftsman_bonus: i64 = options.craftsman_bonus_goods
        self.vp_per_good: i64 = options.vp_per_good
        self.free_units: i64 = options.store_free_units
        self.wharf_capacity: i64 = options.wharf_capacity
        self.factory_income: vec[i64] = _vec([0, *options.factory_income])
        self.residence_vp: vec[i64] = _vec(options.residence_vp)
        self.fortress_divisor: i64 = options.fortress_divisor
        self.customs_divisor: i64 = options.customs_divisor
        self.end_colonists: bool = options.end_colonists and not options.long_game                  # PR-LONG-01
        self.end_city: bool = options.end_city
        self.end_vp: bool = options.end_vp and not options.long_game
        self.max_rounds: i64 = options.max_rounds
        self.vp_open: bool = options.vp_visibility == "open"                                        # PR-INFO-02
        self.auto_hospice: bool = "hospice" in options.auto_yes
        self.auto_university: bool = "university" in options.auto_yes
        self.ties_by_governor: bool = options.tie_rule == "governor_order"

    def faults(self) -> list[tuple[str, str]]:
        """What cannot be played although each option is allowed: (options, message)."""
        found: list[tuple[str, str]] = []
        if self.picks >= self.cards:
            found.append(("roles_per_player",
                          f"{self.seats} seats take {self.picks} role cards in a round, {self.cards} exist"))
        if not (self.end_colonists or self.end_city or self.end_vp) and self.max_rounds == 0:
            found.append(("max_rounds", "no end trigger is on and max_rounds is 0: no game would end"))
        for good, name in enumerate(GOODS):
            wanted = sum([1 for tile in self.start_tiles if tile == good])
            if wanted > self.tiles[good]:
                found.append(("start_tiles", f"{wanted} start with {name}, and {self.tiles[good]} tiles of it exist"))
            wanted = sum([int(goods[good]) for goods in self.start_goods])
            if wanted > self.goods[good]:
                found.append(("start_goods", f"{wanted} {name} are dealt out, and {self.goods[good]} exist"))
        wanted = sum([int(n) for n in self.start_colonists])
        if wanted > self.colonists:
            found.append(("start_colonists", f"{wanted} are dealt out, and the supply has {self.colonists}"))
        return found + self._city_faults()

    def _city_faults(self) -> list[tuple[str, str]]:
        """What is wrong with the cities at the start."""
        found: list[tuple[str, str]] = []
        wanted = [0] * len(BUILDINGS)
        for seat in range(len(self.start_buildings)):
            spaces = 0
            seen: list[int] = []
            for building in self.start_buildings[seat]:
                spaces += int(SPACES[building])
                wanted[building] += 1
                if int(building) in seen:                                                           # PR-GEN-03
                    found.append(("start_buildings", f"seat {seat} has two of {BUILDING_NAMES[building]}"))
                seen.append(int(building))
            if spaces > CITY_SPACES:
                found.append(("start_buildings", f"seat {seat} needs {spaces} city spaces, and has {CITY_SPACES}"))
        for kind, n in enumerate(wanted):
            if n > self.copies[kind]:
                found.append(("start_buildings", f"{n} times {BUILDING_NAMES[kind]}, and {self.copies[kind]} exist"))
        return found


def _vec(numbers: Sequence[int]) -> vec[i64]:
    return vec[i64]([i64(n) for n in numbers])


def _by_seat(value: Any, seats: int) -> list[int]:
    """A number for each seat, from one for all or a list."""
    return [value] * seats if isinstance(value, int) else list(value)


def _number(value: Any, usual: int, whole: int = 0) -> int:
    """An option that may also say "table" (the usual number) or "all" (the whole box)."""
    if value == "table":
        return usual
    return whole if value == "all" else int(value)
