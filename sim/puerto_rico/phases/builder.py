"""The builder phase: in phase order each player may build one building (PR-BUILDER, university)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.puerto_rico.actions import BUILD, D_BUILD, D_UNIVERSITY, PASS, PICKED, UNIVERSITY_NO, UNIVERSITY_YES
from sim.puerto_rico.events import BUILT, UNIVERSITY_COLONIST
from sim.puerto_rico.player import NOTE_BUILT, OFF_BY_FORESTS, OFF_BY_QUARRIES, SPENT, Player
from sim.puerto_rico.tables import CITY_FULL, CITY_SPACES, FOREST, QUARRY, SPACES, UNIVERSITY

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def begin(s: State) -> None:
    """The chooser builds first."""
    s.at = D_BUILD


def legal(s: State) -> vec[i64]:
    """The buildings that can be paid for and placed; or the university's colonist."""
    if s.at == D_UNIVERSITY:
        return vec[i64]([UNIVERSITY_YES, UNIVERSITY_NO])
    p = s.player()
    is_builder = s.actor == s.chooser
    acts = vec[i64](capacity=24)
    on_offer: i64 = 0
    for building in s.setup.kinds:
        if can_place(s, p, building) and price(s, p, building, is_builder) <= p.doubloons:      # PR-BUILDER-07
            acts = append(acts, BUILD + building)
            on_offer |= PICKED[BUILD + building]
    s.on_offer = on_offer
    return append(acts, PASS)                                   # PR-GEN-05, PR-BUILDER-03


def can_place(s: State, p: Player, building: i64) -> bool:
    """A copy in the supply, no twin in the city, enough spaces (PR-BUILDER-04, PR-GEN-03, PR-BUILDER-05, PR-GEN-09)."""
    return s.stock[building] > 0 and p.owns[building] == 0 and p.spaces + SPACES[building] <= CITY_SPACES


def price(s: State, p: Player, building: i64, is_builder: bool) -> i64:
    """What a building costs a player now (PR-BUILDER-02)."""
    left = s.setup.cost[building] - off_for_builder(s, is_builder) - off_by_quarries(s, p, building) - off_by_forests(p)
    return left if left > 0 else i64(0)


def off_for_builder(s: State, is_builder: bool) -> i64:
    """The privilege."""
    return s.setup.builder_discount if is_builder else i64(0)


def off_by_quarries(s: State, p: Player, building: i64) -> i64:
    """Occupied quarries count, at most as many as the building's column says."""
    n: i64 = p.manned[QUARRY]
    column: i64 = s.setup.column[building]
    return (n if n < column else column) * s.setup.quarry_discount


def off_by_forests(p: Player) -> i64:
    """Every two forests count, whatever the column."""
    return p.island[FOREST] // 2


def apply(s: State, action: i64) -> None:
    """Build, or answer for the university."""
    p = s.player()
    if s.at == D_UNIVERSITY:
        if action == UNIVERSITY_YES:
            _man(s, p)
        _finish(s, p)
    elif action == PASS:
        _next(s)
    else:
        _build(s, p, action - BUILD)


def _build(s: State, p: Player, building: i64) -> None:
    paid = price(s, p, building, s.actor == s.chooser)
    _note_discounts(s, p, building)
    p.doubloons -= paid                                         # PR-BUILDER-01
    s.bank += paid
    p.tally[SPENT] += paid
    p.notes[NOTE_BUILT] = building
    teaches = p.runs(UNIVERSITY)                                # PR-BLD-university: not for itself while it is built
    s.stock[building] -= 1
    p.add_building(building, s.setup.vp[building])
    s.happen(BUILT, s.actor, building, paid, 0)
    s.focus = building
    if teaches and s.colonists + s.ship > 0:
        if not s.setup.auto_university:
            s.at = D_UNIVERSITY
            return
        _man(s, p)
    _finish(s, p)


def _note_discounts(s: State, p: Player, building: i64) -> None:
    """What quarries and forests really saved, after the privilege and down to a price of 0."""
    left = s.setup.cost[building] - off_for_builder(s, s.actor == s.chooser)
    if left > 0:
        quarries = off_by_quarries(s, p, building)
        quarries = quarries if quarries < left else left
        forests = off_by_forests(p)
        left -= quarries
        p.tally[OFF_BY_QUARRIES] += quarries
        p.tally[OFF_BY_FORESTS] += forests if forests < left else left


def _man(s: State, p: Player) -> None:
    """One colonist onto the new building, whatever its circles (PR-BLD-university); without a circle to San Juan."""
    if s.take_colonist():
        if s.setup.circles[s.focus] > 0:
            p.crew[s.focus] += 1
        else:
            p.san_juan += 1
        s.happen(UNIVERSITY_COLONIST, s.actor, s.focus, 0, 0)


def _finish(s: State, p: Player) -> None:
    s.focus = -1
    s.at = D_BUILD
    if p.spaces == CITY_SPACES and s.setup.end_city:
        s.fire_trigger(CITY_FULL, s.actor)                      # PR-END-03
    _next(s)


def _next(s: State) -> None:
    if not s.next_in_phase():
        s.end_phase()
