"""What a player can be given in mid-game. All of it comes from the supply, as far as that has it."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from sim.gifts import Gift
from sim.puerto_rico.events import GIVEN
from sim.puerto_rico.tables import GOODS, N_GOODS, VP_EXHAUSTED

if TYPE_CHECKING:
    from sim.puerto_rico.player import Player
    from sim.puerto_rico.state import State

GIFTS: Final = (*[Gift(good) for good in GOODS], Gift("doubloon", many="doubloons"), Gift("colonist", many="colonists"),
                Gift("vp", "VP", score=True))
"""The goods first, in their order."""
_DOUBLOON: Final = N_GOODS
_COLONIST: Final = N_GOODS + 1


def give(s: State, seat: i64, what: i64, amount: i64) -> i64:
    """Give a seat something out of the supply; returns how much there was."""
    p = s.players[seat]
    if what < N_GOODS:
        given = s.take_goods(p, what, amount)
    elif what == _DOUBLOON:
        given = s.pay_out(p, amount)
    elif what == _COLONIST:
        given = _colonists(s, p, amount)
    else:
        given = _chips(s, p, seat, amount)
    s.happen(GIVEN, seat, what, given, 0)
    return given


def _colonists(s: State, p: Player, amount: i64) -> i64:
    """They wait in San Juan for the next mayor."""
    given: i64 = 0
    while given < amount and s.take_colonist():
        given += 1
    p.san_juan += given
    return given


def _chips(s: State, p: Player, seat: i64, amount: i64) -> i64:
    given = amount if amount < s.vp_supply else s.vp_supply
    s.vp_supply -= given
    p.vp += given
    p.vp_given += given
    if given > 0 and s.vp_supply == 0 and s.setup.end_vp:
        s.fire_trigger(VP_EXHAUSTED, seat)                      # PR-END-05: whatever paid them
    return given
