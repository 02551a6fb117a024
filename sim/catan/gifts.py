"""What a player can be given in mid-game: resource cards out of the bank, as far as it has them.

Points are no gift here: they lie in buildings, cards and awards.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from sim.catan.nodes import GIVEN
from sim.catan.tables import RESOURCES
from sim.core import EVERYBODY
from sim.gifts import Gift

if TYPE_CHECKING:
    from sim.catan.state import CatanState

GIFTS: Final = tuple([Gift(resource) for resource in RESOURCES])


def give(s: CatanState, seat: i64, resource: i64, amount: i64) -> i64:
    """Give a seat cards of a resource; returns how many there were. All see it, so that cards can be counted on."""
    given: i64 = min(amount, s.bank[resource])
    s.bank[resource] -= given
    s.players[seat].hand[resource] += given
    s.tell(GIVEN, seat, resource, given, 0, EVERYBODY)
    return given
