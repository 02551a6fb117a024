"""The set-up: what each seat gets, the draw pile and the first row (PR-SET)."""
from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from sim.puerto_rico.phases.settler import lay_out_row
from sim.puerto_rico.table import DRAW_PILE
from sim.puerto_rico.tables import N_GOODS

if TYPE_CHECKING:
    from sim.puerto_rico.state import State


def set_up(s: State) -> None:
    """Deal to the seats, from the first governor (seat 0) clockwise, then shuffle and lay out the row (PR-SET-02)."""
    setup = s.setup
    for seat in range(s.seats):
        p = s.players[seat]
        p.doubloons = setup.start_doubloons[seat]
        p.san_juan = setup.start_colonists[seat]                # usually none of these (PR-SET-08)
        s.colonists -= p.san_juan
        for building in setup.start_buildings[seat]:
            s.stock[building] -= 1
            p.add_building(building, setup.vp[building])
        for good in range(i64(N_GOODS)):
            s.take_goods(p, good, setup.start_goods[seat][good])
        tile: i64 = setup.start_tiles[seat]
        p.island[tile] += 1                                     # PR-SET-03: out of the box, unoccupied
        s.unseen[tile] -= 1
    s.shuffle_in(DRAW_PILE, 0, s.unseen[:])                     # PR-SET-04: without quarries; PR-SET-09: a keyed draw
    lay_out_row(s)
    s.seal()
