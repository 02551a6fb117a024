"""A comparison in the terminal: a table for each pair, or a line for each where there are many, and what the tests say."""
from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reports import formats
from reports.changes.rows import END, ROUNDS, SCORE, SEAT, WIN_SHARE, ChangeRow, Group
from reports.changes.verdict import difference, notes, sentences, signed_bracket
from reports.text import GAP, Printed, fixed, wrapped

if TYPE_CHECKING:
    from reports.compare import Comparison, Versus

IN_FULL = 4
"""Comparisons that get their tables; more of them get a line each."""
GAPS = 4 * len(GAP) + len("p (Holm)")
NOTHING = "nothing"
"""What moves most where no share does."""
NOTE = "Intervals hold for all rows of a kind at once; p after Holm."


def text(comparison: Comparison, width: int = 100, color: bool = False) -> str:
    """All comparisons, in lines of at most `width`."""
    lines = [line for note in _over_all(comparison) for line in wrapped(note, width)]
    if len(comparison.parts) <= IN_FULL:
        for part in comparison.parts:
            lines += [*([""] if lines else []), *_in_full(part, comparison, width, color)]
    else:
        lines += [*([""] if lines else []), *_lines(comparison, width, color)]
    return "\n".join(lines)


def _over_all(comparison: Comparison) -> list[str]:
    """What holds for all comparisons."""
    found = list(comparison.notes)
    if len(comparison.folders) == 2:
        found[:0] = [told(comparison)]
    return found


def told(comparison: Comparison) -> str:
    """What two runs differ in."""
    found = [*(difference for part in comparison.parts for difference in part.differences), *comparison.differences]
    words = list(dict.fromkeys(difference.words for difference in found))
    return f"The runs differ in {'; '.join(words)}." if words else "The runs do not differ in rules, strategies or versions."


def heading(part: Versus, paired: bool) -> str:
    """harbor 9 against base: 1,000 blocks on the same luck, 4,000 games each (pairing: variance x 0.41)"""
    if not paired:
        blocks, games = (" and ".join(f"{number:,}" for number in numbers) for numbers in (part.blocks, part.games))
        return f"{part.title}: {blocks} blocks, unpaired ({games} games)"
    gain = f" (pairing: variance x {part.pairing:.2f})" if formats.known(part.pairing) else ""
    return (f"{part.title}: {formats.plural(part.blocks[0], 'block')} on the same luck, "
            f"{formats.plural(part.games[0], 'game')} each{gain}")


def _in_full(part: Versus, comparison: Comparison, width: int, color: bool) -> list[str]:
    lines = wrapped(heading(part, comparison.paired), width)
    for note in notes(part, comparison):
        lines += wrapped(note, width)
    return [*lines, "", *_table(part, comparison, width, color), *wrapped(NOTE, width), "",
            *(line for sentence in sentences(part, comparison) for line in wrapped(sentence, width))]


def _table(part: Versus, comparison: Comparison, width: int, color: bool) -> list[str]:
    """The groups under each other, with the same columns; a group that was asked for has a heading of its own."""
    shown = [group for group in part.groups if group.measure != SCORE or SCORE in comparison.metrics]
    shown.sort(key=lambda group: group.measure == SCORE)
    head, *lines = fixed([row for group in shown for row in group.rows], _columns(part, shown, width))
    out, above = [f"\x1b[1m{head}\x1b[0m" if color else head], ""
    for group in shown:
        if above and not (above == ROUNDS and group.measure == END):
            out.append("")
        if group.measure not in (WIN_SHARE, SEAT, ROUNDS, END) and len(group.rows) > 1:
            out.append(group.heading)
        out += [lines.pop(0) for _ in group.rows]
        above = group.measure
    return [*out, ""]


def _columns(part: Versus, groups: Sequence[Group], width: int) -> list[Printed]:
    """The columns; the names of the two sides get what room there is."""
    rows = [row for group in groups for row in group.rows]
    untested = {row for group in groups if group.measure in (ROUNDS, END) for row in group.rows}
    value = max(len(difference(row)) for row in rows)
    ends = [end for row in rows for end in signed_bracket(row).strip("[]").split(", ")]
    end = max(map(len, ends))
    name = max(len(formats.cut(row.name)) for row in rows)
    room = max(8, (width - max(name, len(groups[0].heading)) - max(value + 2 * end + 5, 18) - GAPS) // 2)
    before, after = formats.cut_apart(part.before, part.after, room)
    return [Printed(groups[0].heading, lambda row: formats.cut(row.name), False),
            Printed(before, lambda row: _value(row, row.before)),
            Printed(after, lambda row: _value(row, row.after)),
            Printed("difference, points",
                    lambda row: f"{difference(row).rjust(value)} {signed_bracket(row, end)}".rstrip(), False),
            Printed("p (Holm)", lambda row: "" if row in untested else formats.p_value(row.p), False)]


def _value(row: ChangeRow, value: float) -> str:
    return formats.percent(value) if row.share else formats.decimal(value, row.digits)


def _lines(comparison: Comparison, width: int, color: bool) -> list[str]:
    """A line for each comparison: which share moves most."""
    parts = comparison.parts
    blocks = sorted({part.blocks[0] for part in parts})
    many = f"{blocks[0]:,}" if len(blocks) == 1 else f"{blocks[0]:,} to {blocks[-1]:,}"
    luck = "on the same luck" if comparison.paired else "without pairing"
    of, label = _labels(parts)
    head, *lines = fixed(parts, [
        Printed("comparison", lambda part: formats.cut(label(part), 44), False),
        Printed("moves most", lambda part: formats.cut(_most(part).short, 20) if _most(part).difference else NOTHING, False),
        Printed("points", lambda part: f"{difference(_most(part))} {signed_bracket(_most(part))}".rstrip(), False),
        Printed("p (Holm)", lambda part: formats.p_value(_most(part).p))])
    names = list(dict.fromkeys(part.after for part in parts))
    one = f"One in full:  --variant {shlex.quote(names[-1])}" if len(names) > 1 else "Each in full:  --format html"
    return [*wrapped(f"{len(parts)} comparisons{of}, each of {many} blocks {luck}, tested for itself", width), "",
            f"\x1b[1m{head}\x1b[0m" if color else head, *lines, "", *wrapped(one, width)]


def _labels(parts: Sequence[Versus]) -> tuple[str, Callable[[Versus], str]]:
    """What all comparisons have in common, and how each is told from the others."""
    if len({(part.before, part.after) for part in parts}) == 1:
        return f" of {parts[0].after} against {parts[0].before}", lambda part: part.context
    if len({part.before for part in parts}) == 1:
        return f" with {parts[0].before}", lambda part: part.after + (f" ({part.context})" if part.context else "")
    return "", lambda part: part.title


def _most(part: Versus) -> ChangeRow:
    """The strategy whose share moves most, or the seat where nobody competes."""
    group = part.group(WIN_SHARE) if part.group(WIN_SHARE).rows else part.group(SEAT)
    rows = group.rows or part.group(ROUNDS).rows
    return max(rows, key=lambda row: abs(row.difference))
