"""The settler phase: in phase order each player may take one tile (PR-SETTLER, hacienda, construction hut, hospice)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from sim.core import NOBODY
from sim.puerto_rico.actions import (
    D_SET_HACIENDA,
    D_SET_HOSPICE,
    D_SET_TILE,
    HACIENDA_NO,
    HACIENDA_YES,
    HOSPICE_NO,
    HOSPICE_YES,
    PASS,
    SETTLE,
)
from sim.puerto_rico.events import DREW, HOSPICE_COLONIST, LAID_OUT, SETTLED
from sim.puerto_rico.player import Player
from sim.puerto_rico.table import NO_TILE
from sim.puerto_rico.tables import CONSTRUCTION_HUT, HACIENDA, HOSPICE, ISLAND_SPACES, N_GOODS, QUARRY

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def begin(s: State) -> None:
    """The chooser has the first turn."""
    _turn(s)


def legal(s: State) -> vec[i64]:
    """What is offered in the three nodes of a settler turn."""
    if s.at == D_SET_HACIENDA:
        return vec[i64]([HACIENDA_YES, HACIENDA_NO])
    if s.at == D_SET_HOSPICE:
        return vec[i64]([HOSPICE_YES, HOSPICE_NO])
    acts = vec[i64](capacity=8)
    for kind in range(i64(N_GOODS)):
        if s.row[kind] > 0:
            acts = append(acts, SETTLE + kind)                  # PR-SETTLER-01
    if _may_take_quarry(s, s.player()):
        acts = append(acts, SETTLE + QUARRY)
    return append(acts, PASS)                                   # PR-SETTLER-08, PR-GEN-05


def _may_take_quarry(s: State, p: Player) -> bool:
    """The settler's privilege, or the hut; one quarry either way (PR-BLD-construction_hut, PR-SETTLER-04)."""
    return s.quarries > 0 and (s.actor == s.chooser or p.runs(CONSTRUCTION_HUT))


def apply(s: State, action: i64) -> None:
    """Carry out an answer in one of the three nodes."""
    p = s.player()
    if s.at == D_SET_HACIENDA:
        if action == HACIENDA_YES:
            _draw(s, p)
        _offer_tile(s, p)
    elif s.at == D_SET_TILE:
        if action == PASS:
            _next(s)                                            # PR-SETTLER-09: no quarry later
        else:
            _take(s, p, action - SETTLE)
    else:
        if action == HOSPICE_YES:
            _man(s, p)
        _next(s)


def _turn(s: State) -> None:
    """The turn of the actor, or of the next player who can do anything."""
    while True:
        p = s.player()
        if p.tiles() < ISLAND_SPACES:                           # PR-SETTLER-03
            if p.runs(HACIENDA) and (s.pile_size() > 0 or _discarded(s) > 0):   # PR-BLD-hacienda b
                s.at = D_SET_HACIENDA
            else:
                s.at = D_SET_TILE
            return
        if not s.next_in_phase():
            _end(s)
            return


def _discarded(s: State) -> i64:
    n: i64 = 0
    for kind in s.discard:
        n += kind
    return n


def _draw(s: State, p: Player) -> None:
    """The hacienda's tile is laid whatever it is; never with a colonist (PR-BLD-hacienda, PR-BLD-hospice a)."""
    tile = s.draw_tile()
    if tile != NO_TILE:
        p.island[tile] += 1
        s.happen(DREW, s.actor, tile, 0, 0)


def _offer_tile(s: State, p: Player) -> None:
    if p.tiles() < ISLAND_SPACES:
        s.at = D_SET_TILE
    else:
        _next(s)                                                # PR-BLD-hacienda c


def _take(s: State, p: Player, tile: i64) -> None:
    if tile == QUARRY:
        s.quarries -= 1
        if p.first_quarry < 0:
            p.first_quarry = s.round
    else:
        s.row[tile] -= 1
    p.island[tile] += 1                                         # PR-SETTLER-02: without a colonist
    s.happen(SETTLED, s.actor, tile, 0, 0)
    s.focus = tile
    if p.runs(HOSPICE) and s.colonists + s.ship > 0:            # PR-BLD-hospice b
        if s.setup.auto_hospice:
            _man(s, p)
        else:
            s.at = D_SET_HOSPICE
            return
    _next(s)


def _man(s: State, p: Player) -> None:
    """PR-BLD-hospice: one colonist onto the tile just taken."""
    if s.take_colonist():
        p.manned[s.focus] += 1
        s.happen(HOSPICE_COLONIST, s.actor, s.focus, 0, 0)


def _next(s: State) -> None:
    s.focus = -1
    if s.next_in_phase():
        _turn(s)
    else:
        _end(s)


def _end(s: State) -> None:
    """The rest of the row is discarded and a new one laid out (PR-SETTLER-05)."""
    for kind in range(i64(N_GOODS)):
        s.discard[kind] += s.row[kind]                          # PR-SETTLER-06: part of a reshuffle that comes now
        s.row[kind] = 0
    lay_out_row(s)
    s.end_phase()


def lay_out_row(s: State) -> None:
    """Face-up tiles, as far as both piles give them (PR-SET-04, PR-SETTLER-07)."""
    for _nth in range(s.setup.row_size):
        tile = s.draw_tile()
        if tile == NO_TILE:
            return
        s.row[tile] += 1
        s.happen(LAID_OUT, NOBODY, tile, 0, 0)
