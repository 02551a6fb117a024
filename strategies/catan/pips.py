"""The plan that goes where the most pips are."""
from __future__ import annotations

from strategies.catan.archetype import Archetype


class Pips(Archetype):
    """Most pips, many kinds, whatever comes soonest.

    Set-up: the most pips, new kinds of resource extra, a harbour a little.
    Build: the wish of most worth by the time until it can be paid: city, settlement, road to a site, card.
    Trade: with the bank to complete a wish; 1:1 with players when the hand gets better and the partner is no leader.
    Robber: the hex that costs leaders most and the own seat least; steals from most points, then most cards.
    Discard: the card whose loss puts the two best wishes off least.
    """
