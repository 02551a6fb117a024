"""A second reading of the rules: a slow, plain Puerto Rico that knows nothing of the engine.

Written from the rules text alone, on strings and dicts, a generator for each phase, so that the two readings can be held
against each other decision by decision (test_referee.py). Luck comes from outside: `shuffle` is asked for the order of a pile.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

from tests.sim.puerto_rico.numbers import BUILDINGS, GOODS, PRICE, SETUP

CARDS = ("settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector", "prospector2", "prospector3")
WORDS = {"prospector2": "second prospector", "prospector3": "third prospector"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
Ask = Generator[tuple[int, str, list[str]], str, str]
Phase = Generator[tuple[int, str, list[str]], str, None]


class Rules:
    """The numbers of one variant: the tables, changed by options (plain data, maps with dotted keys)."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        sheet = SETUP[seats]
        self.seats = seats
        self.given = options
        self.n = {name: options.get(name, usual) for name, usual in {
            "doubloons": sheet["doubloons"], "row_size": seats + 1, "prospectors": sheet["prospectors"],
            "roles_per_player": sheet["roles_per_player"], "trading_house_slots": 4, "card_doubloons_per_round": 1,
            "quarry_discount": 1, "builder_discount": 1, "trader_bonus": 1, "captain_bonus_vp": 1, "prospector_doubloons": 1,
            "mayor_bonus_colonists": 1, "craftsman_bonus_goods": 1, "vp_per_good": 1, "store_free_units": 1,
            "wharf_capacity": 11, "fortress_divisor": 3, "customs_divisor": 4, "max_rounds": 100}.items()}
        self.ships = sorted(options.get("ships", sheet["ships"]))
        self.price = {good: options.get(f"price.{good}", PRICE[good]) for good in GOODS}
        self.factory_income = options.get("factory_income", [0, 1, 2, 3, 5])
        self.residence_vp = options.get("residence_vp", [4, 5, 6, 7])
        self.cost, self.vp, self.circles, self.column = (
            {b.id: options.get(f"{name}.{b.id}", getattr(b, name)) for b in BUILDINGS}
            for name in ("cost", "vp", "circles", "column"))
        self.on = {name: options.get(name, True) for name in ("end_colonists", "end_city", "end_vp")}
        self.auto_yes = options.get("auto_yes", [])


KIND = {b.id: b for b in BUILDINGS}


class Player:
    """What lies before one player."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.doubloons = facts["doubloons"]
        self.vp = facts["vp"]
        self.goods = Counter(facts["goods"])
        self.island = Counter(facts["island"])
        self.manned = Counter(facts["manned"])
        self.city = dict(facts["city"])
        self.san_juan = facts["san_juan"]
        self.count: Counter[str] = Counter()

    def runs(self, building: str) -> bool:
        return self.city.get(building, 0) > 0

    @property
    def spaces(self) -> int:
        return sum(KIND[name].spaces for name in self.city)

    @property
    def full_island(self) -> bool:
        return sum(self.island.values()) >= 12

    @property
    def colonists(self) -> int:
        return self.san_juan + sum(self.manned.values()) + sum(self.city.values())


class Referee:
    """One game, from a position between two turns (`facts` as the engine's `position()` gives them)."""

    def __init__(self, rules: Rules, facts: Mapping[str, Any], shuffle: Callable[[list[str]], list[str]]) -> None:
        self.rules = rules
        self.shuffle = shuffle
        self.players = [Player(player) for player in facts["players"]]
        self.round, self.governor, self.start = facts["round"], facts["governor"], facts["actor"]
        self.taken = list(facts["taken"])
        self.card = Counter(facts["card_doubloons"])
        self.row, self.draw, self.discard = list(facts["row"]), list(facts["draw"]), list(facts["discard"])
        self.quarries = facts["quarries"]
        self.house = list(facts["house"])
        self.ships: list[list[Any] | None] = [list(ship) if ship else None for ship in facts["ships"]]
        self.supply, self.ship, self.vps = facts["colonist_supply"], facts["colonist_ship"], facts["vp_supply"]
        self.goods = Counter(facts["goods_supply"])
        self.tiles = Counter(facts["building_supply"])
        self.bank = rules.given.get("bank_doubloons", 10**9)
        self.fired: list[str] = list(facts["fired"])
        self.paper = 0
        self.over = False
        self.open: tuple[int, str, list[str]] | None = None
        self._game = self._rounds()
        self._go_on(None)

    def answer(self, words: str) -> None:
        """Go on with the open decision."""
        assert self.open is not None and words in self.open[2], (words, self.open)
        self._go_on(words)

    def _go_on(self, words: str | None) -> None:
        try:
            self.open = next(self._game) if words is None else self._game.send(words)
        except StopIteration:
            self.open, self.over = None, True

    def _ask(self, seat: int, node: str, offers: list[str]) -> Ask:
        if len(offers) == 1:                                    # AUTO
            return offers[0]
        return (yield seat, node, offers)

    def _from(self, seat: int) -> Iterator[tuple[int, Player]]:
        for step in range(self.rules.seats):
            who = (seat + step) % self.rules.seats
            yield who, self.players[who]

    # --- supplies -----------------------------------------------------------------------------------------------------

    def _pay(self, player: Player, doubloons: int, what: str) -> None:
        doubloons = min(doubloons, self.bank)
        self.bank -= doubloons
        player.doubloons += doubloons
        player.count[what] += doubloons

    def _earn(self, player: Player, vp: int, what: str) -> None:
        player.vp += vp
        player.count[what] += vp
        self.paper += max(0, vp - self.vps)
        if vp > 0 and self.vps - vp <= 0 and self.rules.on["end_vp"]:
            self._fire("vp_exhausted")
        self.vps = max(0, self.vps - vp)

    def _fire(self, trigger: str) -> None:
        if trigger not in self.fired:
            self.fired.append(trigger)

    def _colonist(self) -> bool:
        """Take a colonist from the supply, else from the ship."""
        if self.supply:
            self.supply -= 1
        elif self.ship:
            self.ship -= 1
        else:
            return False
        return True

    def _next_tile(self) -> str | None:
        if not self.draw:
            if not self.discard:
                return None
            self.draw, self.discard = self.shuffle(self.discard), []
        return self.draw.pop(0)

    # --- rounds -------------------------------------------------------------------------------------------------------

    def _rounds(self) -> Phase:
        cards = CARDS[:6 + self.rules.n["prospectors"]]
        while True:
            while len(self.taken) < self.rules.seats * self.rules.n["roles_per_player"]:
                yield from self._turn(self.start, [card for card in cards if card not in self.taken])
                self.start = (self.start + 1) % self.rules.seats
            if not self.fired and self.round == self.rules.n["max_rounds"]:
                self._fire("max_rounds")
            if self.fired:
                return
            for card in cards:
                if card not in self.taken:
                    put = min(self.rules.n["card_doubloons_per_round"], self.bank)
                    self.bank -= put
                    self.card[card] += put
            self.taken = []
            self.round += 1
            self.governor = self.start = (self.governor + 1) % self.rules.seats

    def _turn(self, seat: int, cards: list[str]) -> Phase:
        seen: set[int] = set()
        offers = {}
        for card in cards:
            if card.startswith("prospector"):
                if self.card[card] in seen:
                    continue
                seen.add(self.card[card])
            offers[f"take the {WORDS.get(card, card)}"] = card
        card = offers[(yield from self._ask(seat, "D-ROLE", list(offers)))]
        self.taken.append(card)
        player = self.players[seat]
        player.doubloons += self.card[card]
        player.count["income_cards"] += self.card[card]
        self.card[card] = 0
        player.count[f"roles_taken_{card}"] += 1
        yield from getattr(self, "_" + card.rstrip("23"))(seat, player)

    def _prospector(self, seat: int, player: Player) -> Phase:
        self._pay(player, self.rules.n["prospector_doubloons"], "income_prospector")
        yield from ()

    # --- settler ------------------------------------------------------------------------------------------------------

    def _settler(self, chooser: int, _: Player) -> Phase:
        for seat, player in self._from(chooser):
            if not player.full_island and player.runs("hacienda") and (self.draw or self.discard):
                draws = yield from self._ask(seat, "D-SET-HACIENDA", [
                    "draw a tile with the hacienda", "draw no tile with the hacienda"])
                if draws == "draw a tile with the hacienda":
                    tile = self._next_tile()
                    assert tile
                    player.island[tile] += 1
            if not player.full_island:
                yield from self._tile(seat, player, seat == chooser)
        self.discard += self.row
        self.row = []
        while len(self.row) < self.rules.n["row_size"] and (tile := self._next_tile()):
            self.row.append(tile)

    def _tile(self, seat: int, player: Player, chooses: bool) -> Phase:
        offers = [f"settle {good}" for good in GOODS if good in self.row]
        if self.quarries and (chooses or player.runs("construction_hut")):
            offers.append("settle a quarry")
        answer = yield from self._ask(seat, "D-SET-TILE", [*offers, "pass"])
        if answer == "pass":
            return
        tile = answer.split()[-1]
        if tile == "quarry":
            self.quarries -= 1
        else:
            self.row.remove(tile)
        player.island[tile] += 1
        if player.runs("hospice") and self.supply + self.ship:
            takes = "take a colonist with the hospice"
            if "hospice" not in self.rules.auto_yes:
                takes = yield from self._ask(seat, "D-SET-HOSPICE", [takes, "take no colonist with the hospice"])
            if takes == "take a colonist with the hospice" and self._colonist():
                player.manned[tile] += 1

    # --- mayor --------------------------------------------------------------------------------------------------------

    def _mayor(self, chooser: int, mayor: Player) -> Phase:
        more = min(self.rules.n["mayor_bonus_colonists"], self.supply)
        self.supply -= more
        mayor.san_juan += more
        while self.ship:
            for _, player in self._from(chooser):
                if self.ship:
                    self.ship -= 1
                    player.san_juan += 1
        for seat, player in self._from(chooser):
            yield from self._place(seat, player)
        empty = sum(self.rules.circles[name] - colonists for player in self.players for name, colonists in player.city.items())
        needed = max(self.rules.seats, empty)
        if self.supply < needed and self.rules.on["end_colonists"]:
            self._fire("colonists_short")
        self.ship = min(needed, self.supply)
        self.supply -= self.ship

    def _place(self, seat: int, player: Player) -> Phase:
        player.san_juan, player.manned = player.colonists, Counter()
        player.city = dict.fromkeys(player.city, 0)
        while player.san_juan:
            tiles = [tile for tile in (*GOODS, "quarry") if player.manned[tile] < player.island[tile]]
            rooms = [b.id for b in BUILDINGS if b.id in player.city and player.city[b.id] < self.rules.circles[b.id]]
            if not tiles and not rooms:
                return
            all_fit = player.san_juan >= (sum(player.island.values()) - sum(player.manned.values())
                                          + sum(self.rules.circles[name] - player.city[name] for name in rooms))
            offers = {f"place a colonist on {'a quarry' if tile == 'quarry' else tile}": tile for tile in tiles}
            offers |= {f"place a colonist on the {name.replace('_', ' ')}": name for name in rooms}
            if all_fit:
                circle = next(iter(offers.values()))
            else:
                circle = offers[(yield from self._ask(seat, "D-MAYOR-PLACE", list(offers)))]
            player.san_juan -= 1
            if circle in player.city:
                player.city[circle] += 1
            else:
                player.manned[circle] += 1

    # --- builder ------------------------------------------------------------------------------------------------------

    def _price(self, player: Player, name: str, chooses: bool) -> int:
        quarries = min(player.manned["quarry"], self.rules.column[name])
        return max(0, self.rules.cost[name] - (self.rules.n["builder_discount"] if chooses else 0)
                   - quarries * self.rules.n["quarry_discount"])

    def _builder(self, chooser: int, _: Player) -> Phase:
        for seat, player in self._from(chooser):
            offers = {f"build {b.words}": b.id for b in BUILDINGS
                      if self.tiles[b.id] and b.id not in player.city and player.spaces + b.spaces <= 12
                      and self._price(player, b.id, seat == chooser) <= player.doubloons}
            answer = yield from self._ask(seat, "D-BUILD", [*offers, "pass"])
            if answer == "pass":
                continue
            name = offers[answer]
            price = self._price(player, name, seat == chooser)
            player.doubloons -= price
            self.bank += price
            player.count["spent_buildings"] += price
            self.tiles[name] -= 1
            university = player.runs("university")
            player.city[name] = 0
            if university and self.supply + self.ship:
                put = "put a colonist on the new building"
                if "university" not in self.rules.auto_yes:
                    put = yield from self._ask(seat, "D-UNIVERSITY", [put, "put no colonist on the new building"])
                if put == "put a colonist on the new building" and self._colonist():
                    if self.rules.circles[name]:
                        player.city[name] += 1
                    else:
                        player.san_juan += 1
            if player.spaces == 12 and self.rules.on["end_city"]:
                self._fire("city_full")

    # --- craftsman ----------------------------------------------------------------------------------------------------

    def _craftsman(self, chooser: int, craftsman: Player) -> Phase:
        made: dict[int, list[str]] = {}
        for seat, player in self._from(chooser):
            for good in GOODS:
                workers = sum(player.city.get(b.id, 0) for b in BUILDINGS if b.good == good)
                able = player.manned[good] if good == "corn" else min(player.manned[good], workers)
                able = min(able, self.goods[good])
                if able:
                    made.setdefault(seat, []).append(good)
                    self._take(player, good, able)
            if player.runs("factory") and seat in made:
                self._pay(player, self.rules.factory_income[len(made[seat]) - 1], "income_factory")
        for _ in range(self.rules.n["craftsman_bonus_goods"]):
            offers = [f"take one more {good}" for good in made.get(chooser, []) if self.goods[good]]
            if not offers:
                return
            answer = yield from self._ask(chooser, "D-CRAFT-BONUS", [*offers, "take no more goods"])
            if answer == "take no more goods":
                return
            self._take(craftsman, answer.split()[-1], 1)

    def _take(self, player: Player, good: str, n: int) -> None:
        self.goods[good] -= n
        player.goods[good] += n
        player.count[f"goods_produced_{good}"] += n

    # --- trader -------------------------------------------------------------------------------------------------------

    def _trader(self, chooser: int, _: Player) -> Phase:
        for seat, player in self._from(chooser):
            offers = [f"sell {good} to the trading house" for good in GOODS if player.goods[good]
                      and len(self.house) < self.rules.n["trading_house_slots"]
                      and (good not in self.house or player.runs("office"))]
            answer = yield from self._ask(seat, "D-TRADE", [*offers, "pass"])
            if answer == "pass":
                continue
            good = answer.split()[1]
            player.goods[good] -= 1
            player.count[f"goods_traded_{good}"] += 1
            self.house.append(good)
            self._pay(player, self.rules.price[good] + (self.rules.n["trader_bonus"] if seat == chooser else 0)
                      + player.runs("small_market") + 2 * player.runs("large_market"), "income_trade")
        if len(self.house) == self.rules.n["trading_house_slots"]:
            self.goods.update(self.house)
            self.house = []

    # --- captain ------------------------------------------------------------------------------------------------------

    def _captain(self, chooser: int, _: Player) -> Phase:
        wharves = {seat for seat, player in enumerate(self.players) if player.runs("wharf")}
        loaded: set[int] = set()
        passes, seat = 0, chooser
        while passes < self.rules.seats:
            offers = self._loads(seat, seat in wharves)
            answer = offers[(yield from self._ask(seat, "D-LOAD", list(offers)))]
            passes += 1
            if answer:
                passes = 0
                self._load(seat, *answer, first=seat == chooser and seat not in loaded)
                loaded.add(seat)
                if answer[0] < 0:
                    wharves.remove(seat)
            seat = (seat + 1) % self.rules.seats
        for seat, player in self._from(chooser):
            yield from self._store(seat, player)
        for n, ship in enumerate(self.ships):
            if ship and ship[1] == self.rules.ships[n]:
                self.goods[ship[0]] += ship[1]
                self.ships[n] = None

    def _loads(self, seat: int, wharf: bool) -> dict[str, tuple[int, str] | None]:
        player = self.players[seat]
        held = [good for good in GOODS if player.goods[good]]
        fits: list[tuple[int, str]] = []
        for good in held:
            own = [n for n, ship in enumerate(self.ships) if ship and ship[0] == good]
            if own:
                fits += [(n, good) for n in own if self._room(n)]
                continue
            empty = [n for n, ship in enumerate(self.ships) if ship is None]
            most = max((min(self._room(n), player.goods[good]) for n in empty), default=0)
            seen: set[int] = set()
            for n in empty:
                if min(self._room(n), player.goods[good]) == most and self._room(n) not in seen:
                    seen.add(self._room(n))
                    fits.append((n, good))
        offers: dict[str, tuple[int, str] | None] = {
            f"load {good} on the {ORDINALS[n]} ship": (n, good) for n, good in sorted(fits, key=lambda fit: (
                fit[0], GOODS.index(fit[1])))}
        if wharf:
            offers |= {f"ship {good} by wharf": (-1, good) for good in held}
        return offers if fits else {**offers, "pass": None}

    def _room(self, n: int) -> int:
        ship = self.ships[n]
        return self.rules.ships[n] - (ship[1] if ship else 0)

    def _load(self, seat: int, n: int, good: str, first: bool) -> None:
        player = self.players[seat]
        amount = min(player.goods[good], self.rules.n["wharf_capacity"] if n < 0 else self._room(n))
        player.goods[good] -= amount
        player.count[f"goods_shipped_{good}"] += amount
        if n < 0:
            self.goods[good] += amount
        else:
            ship = self.ships[n]
            self.ships[n] = [good, amount + (ship[1] if ship else 0)]
        self._earn(player, amount * self.rules.n["vp_per_good"], "vp_wharf" if n < 0 else "vp_goods_loaded")
        if first:
            self._earn(player, self.rules.n["captain_bonus_vp"], "vp_captain_privilege")
        if player.runs("harbor"):
            self._earn(player, 1, "vp_harbor")

    def _store(self, seat: int, player: Player) -> Phase:
        kinds = player.runs("small_warehouse") + 2 * player.runs("large_warehouse")
        units = self.rules.n["store_free_units"]
        most = sorted((n for n in player.goods.values() if n), reverse=True)
        if sum(most[kinds:]) <= units:
            return
        loose, kept = Counter(player.goods), Counter[str]()
        for _ in range(kinds):
            offers = {f"store all {good}": good for good in GOODS if loose[good]}
            good = offers[(yield from self._ask(seat, "D-STORE-KIND", list(offers)))]
            kept[good], loose[good] = loose[good], 0
        for _ in range(units):
            offers = {f"keep one {good}": good for good in GOODS if loose[good]}
            good = offers[(yield from self._ask(seat, "D-STORE-UNIT", list(offers)))]
            kept[good] += 1
            loose[good] -= 1
        for good in GOODS:
            self.goods[good] += loose[good]
            player.count[f"goods_lost_in_storage_{good}"] += loose[good]
        player.goods = kept

    # --- the end ------------------------------------------------------------------------------------------------------

    def parts(self, player: Player) -> dict[str, int]:
        """The parts of a score that are not 0."""
        tiles = sum(player.island.values())
        large = {
            "guild_hall": sum(1 if self._small(name) else 2 for name in player.city if KIND[name].good),
            "residence": self.rules.residence_vp[max(0, tiles - 9)],
            "fortress": player.colonists // self.rules.n["fortress_divisor"],
            "customs_house": player.vp // self.rules.n["customs_divisor"],
            "city_hall": sum(not KIND[name].good for name in player.city)}
        parts = {"earned": player.vp, "buildings": sum(self.rules.vp[name] for name in player.city)}
        parts |= {name: vp for name, vp in large.items() if player.runs(name)}
        return {name: vp for name, vp in parts.items() if vp}

    def _small(self, name: str) -> bool:
        return self.rules.circles[name] == 1

    def ranks(self) -> tuple[int, ...]:
        keys = [(sum(self.parts(player).values()), player.doubloons + sum(player.goods.values())) for player in self.players]
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    def facts(self) -> dict[str, Any]:
        """What lies on the table, as the engine's `position()` names it."""
        return {
            "round": self.round, "governor": self.governor, "row": sorted(self.row), "draw": self.draw,
            "discard": sorted(self.discard), "quarries": self.quarries, "house": sorted(self.house),
            "ships": self.ships, "colonist_supply": self.supply, "colonist_ship": self.ship, "vp_supply": self.vps,
            "goods_supply": +self.goods, "building_supply": +self.tiles, "card_doubloons": +self.card,
            "taken": sorted(self.taken), "fired": sorted(self.fired),
            "players": [{"doubloons": p.doubloons, "vp": p.vp, "goods": +p.goods, "island": +p.island, "manned": +p.manned,
                         "city": p.city, "san_juan": p.san_juan} for p in self.players]}
