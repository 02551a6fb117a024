"""What things are called: short names of strategies for sentences and figures, seats, scenarios."""
from __future__ import annotations

from collections.abc import Sequence

from reports.formats import cut, plural

BASELINES = ("random", "random_py")
"""Strategies that a rating is anchored at, if one of them plays."""


def short_names(strategies: Sequence[str], game: str) -> dict[str, str]:
    """Each strategy's name without the game and the file before it, where that leaves them apart.

    >>> short_names(["puerto_rico.money", "corn.py:Corn:fallback=1", "random"], "puerto_rico")
    {'puerto_rico.money': 'money', 'corn.py:Corn:fallback=1': 'Corn:fallback=1', 'random': 'random'}
    """
    short = {name: cut(_short(name, game)) for name in strategies}
    if len(set(short.values())) < len(short):
        short = {name: cut(name) for name in strategies}
    if len(set(short.values())) < len(short):
        short = {name: cut(name, 22) + f" ({place})" for place, name in enumerate(strategies)}
    return short


def _short(name: str, game: str) -> str:
    head, colon, rest = name.partition(":")
    if head.endswith(".py") and rest:
        return rest
    return head.removeprefix(f"{game}.") + colon + rest


def anchor_of(strategies: Sequence[str], wanted: str = "") -> str:
    """The strategy whose rating is 0: the one asked for, else the first baseline, else the first of the list."""
    if wanted in strategies:
        return wanted
    return next((name for name in strategies if name.partition(":")[0] in BASELINES), strategies[0] if strategies else "")


def seat_name(seat: int) -> str:
    """Seats are counted from 0; seat 0 begins."""
    return f"{seat} (begins)" if seat == 0 else str(seat)


def scenario_title(seats: int, variant: str, cell: str, several_seats: bool, several_variants: bool) -> str:
    """What sets a scenario apart from the others of its run; empty if it is the only one."""
    first, *rest = [part for part in (variant if several_variants else "", plural(seats, "seat") if several_seats else "", cell)
                    if part] or [""]
    return f"{first} ({', '.join(rest)})" if rest else first
