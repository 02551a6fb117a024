"""The mayor phase: colonists are dealt out, everybody places them anew, the ship is filled again (PR-MAYOR)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.core import NOBODY
from sim.puerto_rico.actions import D_MAYOR_PLACE, PLACE
from sim.puerto_rico.events import ARRIVED, MANNED, PLACED, SHIP_CAME
from sim.puerto_rico.player import Player
from sim.puerto_rico.tables import COLONISTS_SHORT, FIRST_BUILDING, N_MANNED_TILES

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def begin(s: State) -> None:
    """Privilege and dealing, which nobody can decline (PR-MAYOR-03)."""
    bonus = s.setup.mayor_bonus
    if bonus > s.colonists:
        bonus = s.colonists                                     # PR-MAYOR-01: from the supply only
    s.colonists -= bonus
    each: i64 = s.ship // s.seats
    more: i64 = s.ship % s.seats
    s.ship = 0
    for nth in range(s.seats):                                  # PR-MAYOR-02: one at a time comes to this
        seat = (s.chooser + nth) % s.seats
        n = each + (1 if nth < more else 0) + (bonus if nth == 0 else i64(0))
        s.players[seat].san_juan += n
        s.happen(ARRIVED, seat, 0, n, 0)
    _turn(s)


def legal(s: State) -> vec[i64]:
    """The classes of empty circles; one colonist at a time."""
    p = s.player()
    acts = vec[i64](capacity=20)
    for tile in range(i64(N_MANNED_TILES)):
        if p.manned[tile] < p.island[tile]:
            acts = append(acts, PLACE + tile)
    circles = s.setup.circles
    for building in p.city:
        if p.crew[building] < circles[building]:                # PR-MAYOR-06
            acts = append(acts, PLACE + FIRST_BUILDING + building)
    return acts


def apply(s: State, action: i64) -> None:
    """Place one colonist; the turn ends with the last. As circles are scarce, none stays over (PR-MAYOR-05)."""
    p = s.player()
    circle: i64 = action - PLACE
    if circle < FIRST_BUILDING:
        p.manned[circle] += 1
    else:
        p.crew[circle - FIRST_BUILDING] += 1
    p.san_juan -= 1
    s.happen(PLACED, s.actor, circle, 0, 0)
    if p.san_juan == 0:
        if s.next_in_phase():
            _turn(s)
        else:
            _end(s)


def _turn(s: State) -> None:
    """The turn of the actor, or of the next player who has a choice."""
    while True:
        p = s.player()
        circles = _take_all_in_hand(s, p)                       # PR-MAYOR-04
        if 0 < p.san_juan < circles:
            s.at = D_MAYOR_PLACE
            return
        if circles > 0 and p.san_juan > 0:
            _fill_all(s, p)
        if not s.next_in_phase():
            _end(s)
            return


def _take_all_in_hand(s: State, p: Player) -> i64:
    """Lift all colonists into San Juan, which is the hand; returns the circles. Only now all move (PR-GEN-11)."""
    circles: i64 = 0
    hand = p.san_juan
    for tile in range(i64(N_MANNED_TILES)):
        circles += p.island[tile]
        hand += p.manned[tile]
        p.manned[tile] = 0
    for building in p.city:
        circles += s.setup.circles[building]
        hand += p.crew[building]
        p.crew[building] = 0
    p.san_juan = hand
    return circles


def _fill_all(s: State, p: Player) -> None:
    """With enough colonists there is nothing to choose; the rest stays in San Juan (PR-MAYOR-05)."""
    for tile in range(i64(N_MANNED_TILES)):
        p.manned[tile] = p.island[tile]
        p.san_juan -= p.island[tile]
    for building in p.city:
        p.crew[building] = s.setup.circles[building]
        p.san_juan -= s.setup.circles[building]
    s.happen(MANNED, s.actor, 0, p.san_juan, 0)


def _end(s: State) -> None:
    """The ship is filled, always (PR-MAYOR-09): one for each empty circle on buildings, at least one a player (PR-MAYOR-07)."""
    wanted: i64 = 0
    for p in s.players:
        wanted += p.empty_building_circles(s.setup.circles)
    if wanted < s.seats:
        wanted = s.seats                                        # PR-2P-05
    if wanted > s.colonists:
        wanted = s.colonists
        if s.setup.end_colonists:
            s.fire_trigger(COLONISTS_SHORT, s.chooser)          # PR-MAYOR-08, PR-END-02
    s.ship = wanted
    s.colonists -= wanted
    s.happen(SHIP_CAME, NOBODY, 0, wanted, 0)
    s.end_phase()
