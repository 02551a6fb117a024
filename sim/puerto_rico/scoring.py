"""The score and its parts (PR-SCORE, large buildings), and who comes before whom."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from sim.bits import BIT
from sim.core import Outcome, Ranking, rank_seats
from sim.puerto_rico.player import Player
from sim.puerto_rico.tables import (
    CITY_HALL,
    CUSTOMS_HOUSE,
    FORTRESS,
    GOOD_OF,
    GUILD_HALL,
    MAX_ROUNDS,
    RESIDENCE,
    VIOLET,
)

if TYPE_CHECKING:
    from sim.puerto_rico.setup import Setup
    from sim.puerto_rico.state import State

PARTS: Final = ("earned", "buildings", "guild_hall", "residence", "fortress", "customs_house", "city_hall", "cloister")
"""The parts that add up to the score (PR-SCORE-01); the cloister belongs to the expansion."""

_NO_PARTS: Final = vec[i64]([i64(0)] * len(PARTS))


def score(s: State, p: Player) -> i64:
    """VP earned, VP of buildings, extra VP of occupied large buildings."""
    city = p.city
    vp: i64 = p.vp + p.vp_buildings
    if len(city) > 0 and city[len(city) - 1] >= GUILD_HALL:         # large ones and the expansion come last
        setup = s.setup
        vp += guild_hall(setup, p) + residence(setup, p) + fortress(setup, p) + customs_house(setup, p) + city_hall(p)
    return vp


def parts(s: State, p: Player) -> vec[i64]:
    """The parts of the score, in the order of PARTS."""
    setup = s.setup
    found = _NO_PARTS[:]
    found[0] = p.vp
    found[1] = p.vp_buildings                                   # occupied or not (PR-SCORE-02)
    found[2] = guild_hall(setup, p)
    found[3] = residence(setup, p)
    found[4] = fortress(setup, p)
    found[5] = customs_house(setup, p)
    found[6] = city_hall(p)
    return found


def guild_hall(setup: Setup, p: Player) -> i64:
    """PR-BLD-guild_hall: 1 for a production building of one circle, 2 for a larger one, occupied or not."""
    vp: i64 = 0
    if p.runs(GUILD_HALL):
        for building in p.city:
            if GOOD_OF[building] >= 0:
                vp += 1 if setup.circles[building] == 1 else 2
    return vp


def residence(setup: Setup, p: Player) -> i64:
    """PR-BLD-residence: by filled island spaces; up to 9, 10, 11, 12."""
    if not p.runs(RESIDENCE):
        return 0
    beyond = p.tiles() - 9
    return setup.residence_vp[beyond if beyond > 0 else i64(0)]


def fortress(setup: Setup, p: Player) -> i64:
    """PR-BLD-fortress: for every 3 colonists, San Juan included."""
    return p.colonists() // setup.fortress_divisor if p.runs(FORTRESS) else i64(0)


def customs_house(setup: Setup, p: Player) -> i64:
    """PR-BLD-customs_house: for every 4 VP earned in play, those on paper included (PR-SCORE-05)."""
    return p.vp // setup.customs_divisor if p.runs(CUSTOMS_HOUSE) else i64(0)


def city_hall(p: Player) -> i64:
    """PR-BLD-city_hall: for every violet building, itself included, occupied or not."""
    vp: i64 = 0
    if p.runs(CITY_HALL):
        for building in p.city:
            vp += VIOLET[building]
    return vp


def tiebreak(p: Player) -> i64:
    """Doubloons and goods (PR-SCORE-03)."""
    return p.doubloons + p.goods_total()


def ranking(s: State) -> Ranking:
    """Scores, ties and ranks as they stand: the most VP win (PR-GEN-01); a tie that remains is shared (PR-SCORE-04)."""
    scores = vec[i64](capacity=s.seats)
    ties = vec[i64](capacity=s.seats)
    nearness = vec[i64](capacity=s.seats)
    for seat in range(s.seats):
        p = s.players[seat]
        scores = append(scores, score(s, p))
        ties = append(ties, tiebreak(p))
        nearness = append(nearness, -((seat - s.governor) % s.seats))
    keys = [scores, ties]
    if s.setup.ties_by_governor:
        keys.append(nearness)
    return Ranking(scores, ties, rank_seats(keys))


def outcome(s: State) -> Outcome:
    """The ranking, with what ended the game and the parts of the scores."""
    ranked = ranking(s)
    found = vec[i64](capacity=s.seats * len(PARTS))
    for p in s.players:
        found = extend(found, parts(s, p))
    named = {name: tuple([int(found[at]) for at in range(i64(n), i64(len(found)), i64(len(PARTS)))])
             for n, name in enumerate(PARTS)}
    return Outcome(ranked.scores, ranked.tiebreaks, ranked.ranks, s.triggers(), s.fired == BIT[MAX_ROUNDS], named)
