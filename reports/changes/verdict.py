"""The sentences that the tests of a comparison support: what gains, what loses, how large a change is excluded."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from experiments.sequential import blocks_needed
from reports import formats
from reports.changes.rows import END, ROUNDS, SCORE, SEAT, WIN_SHARE, ChangeRow, Group
from reports.settings import Settings
from reports.verdict import ENOUGH_BLOCKS

if TYPE_CHECKING:
    from reports.compare import Comparison, Versus

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")
MOST_NAMED = 4


def sentences(part: Versus, comparison: Comparison) -> list[str]:
    """What one comparison says."""
    settings = comparison.settings
    if min(part.blocks) < 2:
        return [f"Undecided: one block ({formats.plural(min(part.games), 'game')}) gives no interval and no test. "
                f"{ENOUGH_BLOCKS} blocks or more would."]
    if all(group.same for group in part.groups):
        return ["Everything came out the same in every block."]
    under = f"{'In' if len(comparison.folders) == 2 else 'With'} {part.after}, "
    said = [_weighed(part, part.group(measure), title, under, settings)
            for measure, title in ((WIN_SHARE, "Win shares"), (SEAT, "Seats"))]
    if SCORE not in comparison.metrics:
        said.append(_scores(part.group(SCORE)))
    said += [_longer(part.group(ROUNDS)), _ends(part.group(END))]
    said += [_counted(part.group(name), name) for name in comparison.metrics]
    return [sentence for sentence in said if sentence]


def brief(comparison: Comparison) -> list[str]:
    """What is said of the comparisons of a run in a few sentences, which name what is compared."""
    parts = [part for part in comparison.parts if min(part.blocks) > 1]
    if len(parts) <= 2:
        return [sentence for part in parts for sentence in _of_one(part, comparison.settings)]
    moved = [part.title for part in parts if any(row.shown for name in (WIN_SHARE, SEAT) for row in part.group(name).rows)]
    if not moved:
        return [f"No win share is shown to change in any of {len(parts)} comparisons of variants or cells."]
    told = formats.listed(moved) if len(moved) <= 3 else f"{', '.join(moved[:2])} and {len(moved) - 2} more"
    return [f"Win shares change in {len(moved)} of {len(parts)} comparisons, each tested for itself: {told}."]


def _of_one(part: Versus, settings: Settings) -> list[str]:
    if all(group.same for group in part.groups):
        return [f"{part.title}: everything came out the same in every block."]
    under = f"With {part.after}{f' ({part.context})' if part.context else ''}, "
    said = [_weighed(part, part.group(measure), f"{title}, {part.title}", under, settings)
            for measure, title in ((WIN_SHARE, "Win shares"), (SEAT, "Seats"))]
    return [sentence for sentence in said if sentence]


def notes(part: Versus, comparison: Comparison) -> list[str]:
    """What must be known of one comparison before its numbers are believed."""
    found = []
    if part.unfinished:
        blocks = formats.plural(min(part.blocks) + part.left_out, "block")
        which = f"of {part.planned:,} blocks the first {blocks} that both have are compared." if comparison.paired else \
            f"not all of the {part.planned:,} blocks are there."
        found.append(f"Unfinished: {which} The intervals hold if it was not stopped because of what was seen.")
    if part.left_out:
        lack = "lacks a game" if part.left_out == 1 else "lack a game"
        found.append(f"{formats.plural(part.left_out, 'block')} {lack} on one side or both and "
                     f"{'is' if part.left_out == 1 else 'are'} left out.")
    return found


def _weighed(part: Versus, group: Group, title: str, under: str, settings: Settings) -> str:
    """Shares: who gains and loses, for whom a change is excluded, for whom it is undecided."""
    if not group.rows:
        return ""
    if group.same:
        return f"{title}: the same in every block."
    shown = sorted((row for row in group.rows if row.shown), key=lambda row: -abs(row.difference))
    rest = [row for row in group.rows if not row.shown]
    small = [row for row in rest if row.within(settings.margin)]
    open_rows = [row for row in rest if row not in small]
    points = formats.percent(settings.margin).removesuffix(".0")
    excluded = f"a change of {points} points or more is excluded for {_whom(small, group.rows, shown)}" if small else ""
    undecided = f"undecided for {_whom(open_rows, group.rows, shown)}" if open_rows and (shown or small) else ""
    first = f"{under}{_moves(shown)} (Holm)" if shown else f"{title}: no change found" if small else ""
    told = "; ".join(words for words in (first, excluded, undecided) if words)
    if not told:
        return (f"{title}: undecided. Neither a change nor its absence within {points} points is shown; "
                f"{_what_would_tell(part, group.rows, settings)}.")
    return f"{told}: {_what_would_tell(part, open_rows, settings)}." if open_rows else f"{told}."


def _moves(rows: Sequence[ChangeRow]) -> str:
    """shipping loses 3.1 points and money gains 1.9"""
    told = [f"{row.short} {'gains' if row.difference > 0 else 'loses'} {formats.percent(abs(row.difference))}"
            f"{' points' if place == 0 else ''}" for place, row in enumerate(rows[:MOST_NAMED])]
    if len(rows) > MOST_NAMED:
        told.append(f"{len(rows) - MOST_NAMED} more move")
    return formats.listed(told)


def _whom(some: Sequence[ChangeRow], rows: Sequence[ChangeRow], shown: Sequence[ChangeRow]) -> str:
    """All four, the others, or their names."""
    if len(some) == len(rows) > 1:
        return "both" if len(rows) == 2 else f"all {NUMBERS[len(rows)] if len(rows) < len(NUMBERS) else len(rows)}"
    if len(some) == len(rows) - len(shown) > 1:
        return "the others"
    names = [row.short for row in some]
    return formats.listed(names) if len(names) <= MOST_NAMED else f"{', '.join(names[:3])} and {len(names) - 3} more"


def _what_would_tell(part: Versus, rows: Sequence[ChangeRow], settings: Settings) -> str:
    """How many blocks would show a change of the margin in each of some rows, with power 80 %."""
    sds = [sd for row in rows if formats.known(sd := row.sd(settings.level))]
    if not sds:
        return "more blocks would tell"
    need = max(ENOUGH_BLOCKS, blocks_needed(max(sds), settings.margin, settings.alpha / max(1, len(rows))))
    points = formats.percent(settings.margin).removesuffix(".0")
    if need <= min(part.blocks):
        return "twice the blocks would probably tell"
    return f"about {formats.about(need)} blocks would show a change of {points} points"


def _scores(group: Group) -> str:
    """Whose mean score changes, if that is shown."""
    shown = sorted((row for row in group.rows if row.shown), key=lambda row: -abs(row.difference))
    if not shown:
        return ""
    told = [f"{row.short} {difference(row)}" + (f" {signed_bracket(row)}" if len(shown) == 1 else "")
            for row in shown[:MOST_NAMED]]
    if len(shown) > MOST_NAMED:
        told.append(f"{len(shown) - MOST_NAMED} more")
    return f"Mean scores change: {formats.listed(told)} (Holm)."


def _longer(group: Group) -> str:
    """That games get longer or shorter, if that is shown."""
    if not group.rows or not group.rows[0].shown:
        return ""
    [row] = group.rows
    return (f"Games get {'longer' if row.difference > 0 else 'shorter'} by {formats.decimal(abs(row.difference), 2)} rounds "
            f"{signed_bracket(row, digits=2)}.")


def _ends(group: Group) -> str:
    """Which ends become more frequent and which less, if that is shown."""
    parts: list[str] = []
    for word, sign in (("more", 1), ("fewer", -1)):
        rows = [row for row in group.rows if row.shown and row.difference * sign > 0]
        rows.sort(key=lambda row: -abs(row.difference))
        told = [f"{row.short} ({formats.points(row.difference)}{' points' if place == 0 and not parts else ''})"
                for place, row in enumerate(rows)]
        if told:
            parts.append(f"{word} {'games end ' if not parts else ''}by {formats.listed(told)}")
    return f"{parts[0][0].upper()}{parts[0][1:]}{''.join(', ' + part for part in parts[1:])}." if parts else ""


def _counted(group: Group, name: str) -> str:
    """What is shown of a metric that was asked for."""
    if not group.rows or name in (SEAT, WIN_SHARE, ROUNDS, END):
        return ""
    title = group.heading[0].upper() + group.heading[1:]
    if group.same:
        return f"{title}: the same in every block."
    shown = [row for row in group.rows if row.shown]
    if not shown:
        return f"{title}: no change is shown."
    if len(group.rows) == 1:
        return f"{title}: {difference(shown[0])} {signed_bracket(shown[0])}."
    told = formats.listed([f"{difference(row)} for {row.short}" for row in shown])
    return f"{title}: {told} (Holm){'; no other change is shown' if len(shown) < len(group.rows) else ''}."


def difference(row: ChangeRow) -> str:
    """+0.3, in points where it is a share."""
    return formats.points(row.difference) if row.share else formats.signed(row.difference, row.digits)


def signed_bracket(row: ChangeRow, width: int = 0, digits: int = 0) -> str:
    """[-4.1, -2.1]: both ends with their sign; nothing where there is no interval."""
    if not formats.known(row.interval[0]):
        return ""
    scale = 100.0 if row.share else 1.0
    low, high = (formats.signed(scale * end, digits or row.digits).rjust(width) for end in row.interval)
    return f"[{low}, {high}]"
