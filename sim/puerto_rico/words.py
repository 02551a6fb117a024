"""Actions in words with the numbers of a position, for replays, transcripts and people who play."""
from __future__ import annotations

from typing import TYPE_CHECKING

from sim.puerto_rico.actions import BUILD, CATALOGUE, LOAD, ROLE, SELL, WHARF_SHIP, card_words, named
from sim.puerto_rico.phases import builder, captain, trader
from sim.puerto_rico.tables import BUILDING_NAMES, GOODS, MAX_SHIPS, N_BUILDINGS, N_CARDS, N_GOODS

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def say(s: State, id: int) -> str:
    """What the actor would do, with what it costs or brings."""
    p = s.player()
    if ROLE <= id < ROLE + N_CARDS:
        money = int(s.card_money[id - ROLE])
        extra = f", with {plural(money, 'doubloon')}" if money else ""
        return f"take {card_words(id - ROLE)}{extra}"
    if SELL <= id < SELL + N_GOODS:
        paid = min(trader.income(s, p, id - SELL, s.actor == s.chooser), s.bank)
        return f"sell {GOODS[id - SELL]} to the trading house for {paid}"
    if LOAD <= id < LOAD + MAX_SHIPS * N_GOODS:
        ship, good = divmod(id - LOAD, N_GOODS)
        n = captain.amount(s, p, ship, good)
        return f"load {n} {GOODS[good]} on the ship of {s.setup.ships[ship]}, {captain.loading_vp(s, p, n)} VP"
    if WHARF_SHIP <= id < WHARF_SHIP + N_GOODS:
        good = id - WHARF_SHIP
        n = captain.wharf_amount(s, p, good)
        return f"ship {n} {GOODS[good]} by wharf, {captain.loading_vp(s, p, n)} VP"
    if BUILD <= id < BUILD + N_BUILDINGS:
        building = id - BUILD
        return f"build {named(BUILDING_NAMES[building])}, pay {builder.price(s, p, building, s.actor == s.chooser)}"
    return CATALOGUE[id].words


def plural(n: int, thing: str) -> str:
    """A number with its noun."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
