"""The settler: what a tile is worth to a player."""
from __future__ import annotations

from collections.abc import Sequence

from sim.puerto_rico import tables as t
from sim.puerto_rico.actions import PASS, SETTLE
from strategies.puerto_rico.board import Side
from strategies.puerto_rico.outlook import Outlook, making

LAST_DRAW = 9
"""Tiles on the island with which the hacienda still draws a blind one."""


def choose(look: Outlook, offered: Sequence[int]) -> int:
    """The tile that is worth most; none if none is worth anything."""
    worths = own_worths(look)
    gains = [worths[id - SETTLE] if id != PASS else 0.0 for id in offered]
    best = max(gains)
    return gains.index(best) if best > 0.0 else len(offered) - 1


def draw(look: Outlook, offered: Sequence[int]) -> int:
    """Draw with the hacienda while there is room for a tile of unknown use."""
    return 0 if look.me.tiles <= LAST_DRAW else 1


def worths(look: Outlook, side: Side) -> list[float]:
    """VP of one more tile of each kind, the quarry last."""
    k, quarries = look.k, side.plantations[t.QUARRY]
    time = look.rounds - k.unmanned
    if time <= 0.0:
        return [0.0] * 6
    crafts = k.crafts * look.often * time
    first, more = making(look, side)
    found = [crafts * more]
    for good in (1, 2, 3, 4):
        have, places = side.plantations[good], side.places[good]
        worth = crafts * (more if have else first[good])
        if places <= have:
            worth *= k.mill_full if places else k.no_mill
        found.append(worth)
    use = k.quarry - k.quarry_fall * quarries if quarries < side.plan.quarries else 0.0
    found.append(k.builds * look.often * time * look.later * use * look.box.quarry_discount)
    return found


def own_worths(look: Outlook) -> list[float]:
    """The same for the strategy itself, which minds what the others grow, and its residence."""
    bot, k, others = look.bot, look.k, look.view.opponents
    found = worths(look, look.me)
    fields = [list(side.plantations) for side in others]
    crowd = k.crowd / len(fields) if bot.count_plantations else 0.0
    for good in range(t.N_GOODS):
        factor, growers = look.me.plan.crops[good], 0
        for field in fields:
            if field[good]:
                growers += 1
        if fields[-1][good]:
            factor *= 1 - k.neighbour * bot.avoid_right
        if fields[0][good]:
            factor *= 1 - k.neighbour * bot.avoid_left
        found[good] *= factor * (1 - crowd * growers)
    if look.me.buildings[t.RESIDENCE] and look.me.tiles >= 9:
        found = [worth + 1 for worth in found]
    return found


def best(worths: list[float], row: list[int], quarry: bool) -> tuple[int, float]:
    """The best tile of a row, or a quarry if one may be taken; -1 if there is none. And its worth."""
    found, most = -1, 0.0
    for tile in range(t.N_GOODS):
        if row[tile] and worths[tile] > most:
            found, most = tile, worths[tile]
    if quarry and worths[t.QUARRY] > most:
        return t.QUARRY, worths[t.QUARRY]
    return found, most


def of_no_use(look: Outlook, row: list[int]) -> int:
    """How many of the others find no tile in a row that would make more goods (C12)."""
    found = 0
    for side in look.others:
        side.survey(look.box.circles)
        found += not any(row[good] and side.places[good] > side.plantations[good] for good in range(t.N_GOODS))
    return found
