"""The plan that goes where the most pips are."""
from __future__ import annotations

from dataclasses import dataclass

from strategies.catan.archetype import Archetype


@dataclass(eq=False)
class Pips(Archetype):
    """most pips, many kinds, whatever comes soonest

    Set-up: the most pips; kinds of resource that are new count extra, a harbour a little.
    Build: what is worth most by the time until it can be paid: a city, a settlement here or some roads away, the longest road,
        a card; a lesser wish first if the best one hardly comes later for it.
    Trade: with the bank where that completes the next step; one for one with players when the hand gets better by it and the
        partner has two points less than he needs.
    Robber: on the hex that costs leaders most and the own seat least; from most points, then most cards.
    Discard: the card whose loss costs the two most urgent wishes least.
    """
