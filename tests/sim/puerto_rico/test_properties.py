"""Rules with many corners, on positions that Hypothesis thinks up: loading, storing, placing colonists, prices, production."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from hypothesis import given, settings, strategies as st

from sim.puerto_rico.state import State
from tests.marks import rule
from tests.sim.puerto_rico.numbers import BUILDING, BUILDINGS, GOODS
from tests.sim.puerto_rico.words import (
    choices,
    city,
    doubloons,
    fact,
    goods,
    make_forced_moves,
    manned,
    node,
    play,
    san_juan,
    seat,
    ship_sizes,
    ships,
    supply,
    table,
    vps,
)

PLENTY = {f"goods.{good}": 60 for good in GOODS}
NTH = ("first", "second", "third", "fourth")
held_goods = st.dictionaries(st.sampled_from(GOODS), st.integers(1, 9))


# --- loading --------------------------------------------------------------------------------------------------------------


@st.composite
def harbors(draw: st.DrawFn) -> dict[str, Any]:
    """Ships of any size, loaded anyhow, and players with goods, wharfs and harbors."""
    sizes = sorted(draw(st.lists(st.integers(1, 9), min_size=1, max_size=4)))
    cargo = draw(st.permutations(GOODS))
    loads = [draw(st.integers(0, size)) for size in sizes]
    powers = st.lists(st.sampled_from(["wharf", "harbor"]), unique=True)
    players = [seat(goods=draw(held_goods), occupied=draw(powers)) for _ in range(3)]
    return {"players": players, "options": {**PLENTY, "ships": sizes, "copies.wharf": 3, "copies.harbor": 3},
            "ships": [(good, n) if n else None for good, n in zip(cargo, loads, strict=False)]}


def allowed(s: State, wharf: bool) -> Iterator[str]:
    """What the actor may do by the words of PR-CAPTAIN-02 to -07, in the order of node D-LOAD."""
    held, lying, sizes = goods(s, s.actor), ships(s), ship_sizes(s)
    fits = {}
    for n, good in product(range(len(lying)), held):
        ship = lying[n]
        elsewhere = any(other and other[0] == good for k, other in enumerate(lying) if k != n)
        if not elsewhere and (ship is None or (ship[0] == good and ship[1] < sizes[n])):
            fits[n, good] = min(held[good], sizes[n] - (ship[1] if ship else 0))
    most = {good: max(amount for (_, other), amount in fits.items() if other == good) for _, good in fits}
    best = {(n, good) for (n, good), amount in fits.items() if amount == most[good]}
    twins = {(n, good) for n, good in best for k, other in best if k < n and good == other and sizes[k] == sizes[n]}
    loads = sorted(best - twins, key=lambda pair: (pair[0], GOODS.index(pair[1])))
    yield from (f"load {good} on the {NTH[n]} ship" for n, good in loads)
    if wharf:
        yield from (f"ship {good} by wharf" for good in GOODS if good in held)
    if not loads:
        yield "pass"


@rule("PR-CAPTAIN-01", "PR-CAPTAIN-02", "PR-CAPTAIN-03", "PR-CAPTAIN-04", "PR-CAPTAIN-05", "PR-CAPTAIN-06", "PR-CAPTAIN-07",
      "PR-CAPTAIN-09", "PR-CAPTAIN-10", "PR-CAPTAIN-12", "PR-CAPTAIN-13", "PR-BLD-wharf", "PR-BLD-harbor", "D-LOAD")
@settings(max_examples=100)
@given(harbors(), st.data())
def test_any_captain_phase_keeps_the_rules_of_loading(harbor: dict[str, Any], data: st.DataObject) -> None:
    s = table(*harbor.pop("players"), phase="captain", **harbor)
    wharfs = {who for who in range(3) if "wharf" in city(s, who)}
    gains, loaded, passes, turn = [0, 0, 0], set(), 0, 0

    while node(s) == "D-LOAD":
        who, held, offers = int(s.actor), goods(s, s.actor), [str(action) for action in s.legal()]
        assert (who, offers) == (turn % 3, list(allowed(s, who in wharfs)))
        choice = data.draw(st.sampled_from(offers))
        room = {f"load {good} on the {NTH[n]} ship": ship_sizes(s)[n] - (ship[1] if ship else 0)
                for n, ship in enumerate(ships(s)) for good in GOODS}
        s.play(s.legal()[offers.index(choice)])
        passes, turn = passes + 1, turn + 1
        if choice != "pass":
            passes = 0
            gains[who] += (min(held[choice.split()[1]], room.get(choice, 11)) + ("harbor" in city(s, who))
                           + (who == 0 and who not in loaded))
            loaded.add(who)
            if choice.endswith("wharf"):
                wharfs.remove(who)

    assert vps(s) == gains
    assert passes == 3, "loading ends when all have passed in a row"
    make_forced_moves(s)
    while node(s).startswith("D-STORE"):
        play(s, choices(s)[0])
    lying = [ship for ship in zip(ships(s), ship_sizes(s), strict=True) if ship[0]]
    assert all(0 < ship[1] < size for ship, size in lying if ship)
    assert len({ship[0] for ship, _ in lying if ship}) == len(lying)


# --- storing --------------------------------------------------------------------------------------------------------------


def all_ends(s: State, node_prefix: str) -> Iterator[State]:
    """The positions that answers to the nodes of this name lead to, equal ones on the way once."""
    layer = {int(s.digest()): s}
    while layer:
        following = {}
        for position in layer.values():
            make_forced_moves(position)
            if not node(position).startswith(node_prefix):
                yield position
                continue
            for action in position.legal():
                after = position.copy()
                after.play(action)
                following[int(after.digest())] = after
        layer = following


@rule("PR-STORE-01", "PR-STORE-02", "PR-STORE-04", "PR-STORE-05", "D-STORE-KIND", "D-STORE-UNIT")
@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(GOODS), st.integers(1, 4), min_size=1),
       st.lists(st.sampled_from(["small_warehouse", "large_warehouse"]), unique=True), st.integers(0, 2))
def test_every_way_of_storing_fills_all_places_and_no_more(held: dict[str, int], warehouses: list[str], units: int) -> None:
    if len(held) == 5:
        return                                                  # one of them would be loaded
    s = table(seat(goods=held, occupied=warehouses), seat(), seat(),
              options={**PLENTY, "store_free_units": units, "ships": [1]},
              ships=[(next(good for good in GOODS if good not in held), 1)], phase="captain")
    whole = {"small_warehouse": 1, "large_warehouse": 2}
    kinds = sum(whole[name] for name in warehouses)

    ends = {tuple(goods(end, 0).get(good, 0) for good in GOODS) for end in all_ends(s, "D-STORE")}

    assert ends == set(_keepings(held, kinds, units))


def _keepings(held: dict[str, int], kinds: int, units: int) -> Iterator[tuple[int, ...]]:
    """Everything if it fits; else all goods of `kinds` kinds, and exactly `units` of the others."""
    if sum(sorted(held.values(), reverse=True)[kinds:]) <= units:
        yield tuple(held.get(good, 0) for good in GOODS)
        return
    for chosen in combinations(held, kinds):
        loose = {good: n for good, n in held.items() if good not in chosen}
        for kept in product(*(range(n + 1) for n in loose.values())):
            if sum(kept) == min(units, sum(loose.values())):
                single = dict(zip(loose, kept, strict=True))
                yield tuple(held[good] if good in chosen else single.get(good, 0) for good in GOODS)


# --- placing colonists ----------------------------------------------------------------------------------------------------


@rule("PR-MAYOR-04", "PR-MAYOR-05", "PR-MAYOR-06", "D-MAYOR-PLACE")
@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from([*GOODS, "quarry"]), st.integers(1, 2), max_size=3),
       st.lists(st.sampled_from(["indigo_plant", "coffee_roaster", "harbor", "city_hall"]), unique=True, max_size=3),
       st.integers(0, 7))
def test_every_way_of_placing_fills_as_many_circles_as_there_are_colonists(
        farms: dict[str, int], idle: list[str], hand: int) -> None:
    s = table(seat(fallow=farms, idle=idle, san_juan=hand), seat(), seat(), colonist_ship=0, colonist_supply=0,
              options={"end_colonists": False})
    circles = {**farms, **{name: BUILDING[name].circles for name in idle}}

    play(s, "take the mayor")
    ends = list(all_ends(s, "D-MAYOR"))

    full = min(hand, sum(circles.values()))
    crews = {tuple({**manned(end, 0), **city(end, 0)}.get(circle, 0) for circle in circles) for end in ends}
    assert crews == {crew for crew in product(*(range(n + 1) for n in circles.values())) if sum(crew) == full}
    assert {san_juan(end)[0] for end in ends} == {hand - full}


# --- prices and production ------------------------------------------------------------------------------------------------


@rule("PR-BUILDER-02", "PR-BUILDER-05", "PR-BUILDER-07", "PR-GEN-03", "PR-GEN-09", "D-BUILD")
@settings(max_examples=100)
@given(st.integers(0, 14), st.integers(0, 6), st.integers(0, 3), st.booleans(),
       st.sets(st.sampled_from([building.id for building in BUILDINGS]), max_size=11))
def test_what_can_be_built(money: int, quarries: int, fallow: int, builder: bool, owned: set[str]) -> None:
    owned = {name for name in owned if BUILDING[name].spaces == 1} if sum(BUILDING[n].spaces for n in owned) > 12 else owned
    player = seat(doubloons=money, farms={"quarry": quarries}, fallow={"quarry": fallow}, idle=sorted(owned))
    s = table(*([player, seat()] if builder else [seat(), player]), seat(), options={"quarries": 20})
    play(s, "take the builder", *(() if builder else ["pass"]))

    spaces = 12 - sum(BUILDING[name].spaces for name in owned)
    expected = [f"build {b.words}" for b in BUILDINGS if b.id not in owned and b.spaces <= spaces
                and max(0, b.cost - builder - min(quarries, b.column)) <= money]

    if expected:
        assert choices(s) == [*expected, "pass"]
    else:
        assert node(s) == "D-ROLE"


@rule("PR-CRAFT-01", "PR-CRAFT-02", "PR-CRAFT-03", "PR-CRAFT-04", "PR-CRAFT-05", "PR-BLD-factory", "PR-GEN-10")
@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(GOODS), st.integers(1, 2)), st.dictionaries(st.sampled_from(GOODS), st.integers(0, 3)),
       st.fixed_dictionaries({b.id: st.integers(0, b.circles) for b in BUILDINGS if b.good}), st.booleans())
def test_what_is_produced(farms: dict[str, int], left: dict[str, int], crew: dict[str, int], factory: bool) -> None:
    s = table(seat(farms=farms, occupied={**crew, "factory": int(factory)}), seat(), seat(), goods_supply=left)
    stock = {good: supply(s, good) for good in GOODS}

    play(s, "take the craftsman")

    workers = {good: sum(n for name, n in crew.items() if BUILDING[name].good == good) for good in GOODS}
    able = {good: n if good == "corn" else min(n, workers[good]) for good, n in farms.items()}
    made = {good: min(n, stock[good]) for good, n in able.items() if min(n, stock[good])}
    assert goods(s, 0) == made
    assert doubloons(s)[0] == (0, 0, 1, 2, 3, 5)[len(made) if factory else 0]
    bonus = [f"take one more {good}" for good in GOODS if good in made and stock[good] > made[good]]
    if bonus:
        assert choices(s) == [*bonus, "take no more goods"]
    else:
        assert node(s) == "D-ROLE"


@rule("PR-TRADE-01", "PR-TRADE-03", "PR-TRADE-04", "PR-TRADE-05", "PR-BLD-office")
@given(held_goods, st.lists(st.sampled_from(GOODS), max_size=3), st.booleans(), st.data())
def test_what_the_house_buys(held: dict[str, int], house: list[str], office: bool, data: st.DataObject) -> None:
    s = table(seat(goods=held, occupied=["office"] * office), seat(), seat(), house=house, options=PLENTY)
    expected = [f"sell {good} to the trading house" for good in GOODS if good in held and (office or good not in house)]

    play(s, "take the trader")
    if not expected:
        assert node(s) == "D-ROLE"
        return
    assert choices(s) == [*expected, "pass"]
    sale = data.draw(st.sampled_from(expected))
    play(s, sale)

    full = len(house) == 3
    assert sorted(fact(s, "house")) == ([] if full else sorted([*house, sale.split()[1]]))
