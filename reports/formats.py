"""How numbers and names are written for people: percent with one decimal, points with a sign, `-` for what is not known."""
from __future__ import annotations

import math
import re
from collections.abc import Sequence

Interval = tuple[float, float]
STUCK = "\0"
"""A space at which no line is broken."""
INTERVAL = re.compile(r"(?:[-+]?[\d,.]+ )?\[ *[-+]?[\d,.]+, +[-+]?[\d,.]+\]")
NO_VALUE = "-"
NAME_WIDTH = 28
"""The longest name a table or figure for people shows whole."""


def known(value: float | int | None) -> bool:
    """Whether there is a number to show."""
    return value is not None and math.isfinite(value)


def count(value: float | int | None) -> str:
    """1240 -> 1,240."""
    return NO_VALUE if value is None or not known(value) else f"{round(value):,}"


def decimal(value: float | None, digits: int = 1) -> str:
    """47.84 -> 47.8; never -0.0."""
    return NO_VALUE if value is None or not known(value) else f"{_no_minus_zero(value, digits):,.{digits}f}"


def percent(share: float | None, digits: int = 1) -> str:
    """0.339 -> 33.9."""
    return NO_VALUE if share is None or not known(share) else decimal(100 * share, digits)


def points(share: float | None, digits: int = 1) -> str:
    """A difference of shares in points: 0.089 -> +8.9."""
    return NO_VALUE if share is None or not known(share) else signed(100 * share, digits)


def signed(value: float | None, digits: int = 1) -> str:
    """8.9 -> +8.9; what rounds to nothing has no sign."""
    if value is None or not known(value):
        return NO_VALUE
    rounded = _no_minus_zero(value, digits)
    return f"{rounded:+,.{digits}f}" if rounded else f"{rounded:.{digits}f}"


def p_value(p: float | None) -> str:
    """0.00214 -> 0.002, the smallest as `< 0.001`."""
    if p is None or not known(p):
        return NO_VALUE
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.0995 else f"{p:.2f}"


def p_words(p: float | None) -> str:
    """`p 0.002`, `p < 0.001`."""
    return f"p {p_value(p)}"


def duration(seconds: float) -> str:
    """1.9 s, 3 min 05 s, 2 h 10 min."""
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def rate(per_second: float) -> str:
    """1,053 games/s; slow ones with a decimal: 0.5 games/s."""
    return f"{per_second:,.{0 if per_second >= 9.95 else 1}f} games/s"


def about(value: float) -> str:
    """A number of games or blocks that is only meant roughly: 6092 -> 6,100; 9,750 -> 9,800; 43 -> 43."""
    if not known(value):
        return NO_VALUE
    size = 10 ** max(0, len(str(int(value))) - 2)
    return f"{math.ceil(value / size) * size:,}"


def plural(n: int, one: str, many: str = "") -> str:
    """`1 game`, `2 games`."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def cut(name: str, width: int = NAME_WIDTH) -> str:
    """A name that is too long, cut in the middle with `..`."""
    if len(name) <= width:
        return name
    head = (width - 2) // 2
    return name[:head] + ".." + name[len(name) - (width - 2 - head):]


def cut_apart(one: str, other: str, width: int = NAME_WIDTH) -> tuple[str, str]:
    """Two names, cut so that they stay apart: without the entries of a list that both have, else from where they differ.

    >>> cut_apart("quarries=0, trader_bonus=1", "quarries=1, trader_bonus=1", 22)
    ('quarries=0', 'quarries=1')
    """
    if max(len(one), len(other)) <= width or one == other:
        return cut(one, width), cut(other, width)
    parts = one.split(", "), other.split(", ")
    kept = [", ".join(part for part in mine if part not in theirs) for mine, theirs in (parts, parts[::-1])]
    if all(kept):
        one, other = kept
    short = cut(one, width), cut(other, width)
    if short[0] != short[1]:
        return short
    same = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    first = max(0, same - width // 2)
    lead = ".." if first else ""
    return f"{lead}{one[first:]}"[:width], f"{lead}{other[first:]}"[:width]


def bracket(interval: Interval | None, scale: float = 1.0, digits: int = 1, width: int = 0) -> str:
    """[32.4, 35.4], both ends padded to `width`; nothing where there is no interval."""
    if interval is None or not (known(interval[0]) and known(interval[1])):
        return ""
    low, high = (decimal(scale * end, digits).rjust(width) for end in interval)
    return f"[{low}, {high}]"


def half(value: float, interval: Interval | None) -> str:
    """+-1.4, the half width of a share's interval in points; of a lopsided interval the larger half.

    >>> half(0.5, (0.486, 0.514)), half(0.0, (0.0, 0.008))
    ('+-1.4', '+-0.8')
    """
    if interval is None or not (known(interval[0]) and known(interval[1])):
        return ""
    return f"+-{percent(max(interval[1] - value, value - interval[0]))}"


def lines(text: str, width: int, lead: str = "", indent: str = "") -> list[str]:
    """A text in lines, the first begun with `lead`, the others with `indent`. A number and its interval stay together."""
    import textwrap

    held = INTERVAL.sub(lambda found: found[0].replace(" ", STUCK), text)
    broken = textwrap.wrap(held, width, initial_indent=lead, subsequent_indent=indent, break_long_words=False,
                           break_on_hyphens=False)
    return [line.replace(STUCK, " ") for line in broken]


def _no_minus_zero(value: float, digits: int) -> float:
    """Rounded, halves away from 0 in spite of binary fractions, so that 35.75 and 25.0 differ by 10.8 on paper too."""
    return round(value + math.copysign(1e-9, value), digits) + 0.0
