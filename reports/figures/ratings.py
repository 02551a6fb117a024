"""Figure: the ratings in Elo points, with their intervals."""
from __future__ import annotations

from reports import formats
from reports.figures.choice import notes, shown
from reports.figures.forest import Mark, Scale, forest
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.tables.ratings import RatingRow


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None with fewer than two ratings that the games know."""
    rows = [row for row in found.ratings if row.elo_interval or row.anchor]
    if len(rows) < 2 or not any(row.anchor for row in rows):
        return None
    names, note = shown([row.strategy for row in rows], found.settings)
    marks = [_mark(row, found, looks) for row in rows if row.strategy in names]
    anchor = next(found.short[row.strategy] for row in found.ratings if row.anchor)
    left_out = [f"{found.short[row.strategy]} ({formats.decimal(row.elo, 0)})" for row in found.ratings
                if row.held and not row.anchor]
    held = f"Not drawn, since a prior holds it: {formats.listed(left_out[:6])}." if left_out else ""
    fit = found.fit
    warned = " The ratings do not fit these games: prefer the shares." if fit is not None and fit.doubtful else ""
    return Figure(key, "Ratings", forest(key, marks, Scale(f"Elo points from {anchor}", 0.0, anchor)),
                  f"{_sentence(rows, found)} ({formats.plural(found.scenario.games, 'game')}).{warned}",
                  f"Forest plot of the ratings of {len(marks)} strategies in Elo points with 95 % intervals.",
                  notes(held, note))


def _sentence(rows: list[RatingRow], found: Findings) -> str:
    """The strategy that is rated highest, and how far from the anchor or, if it is that, from the next."""
    top, second = rows[0], rows[1]
    row = second if top.anchor else top
    numbers = f"{formats.signed(row.elo, 0)} {formats.bracket(row.elo_interval, 1, 0)}".strip()
    if top.anchor:
        return f"{found.short[top.strategy]} is rated highest; the next, {found.short[row.strategy]}, {numbers} from it"
    anchor = next(found.short[other.strategy] for other in rows if other.anchor)
    return f"{found.short[top.strategy]} is rated highest, {numbers} from {anchor}"


def _mark(row: RatingRow, found: Findings, looks: Looks) -> Mark:
    words = "0 (anchor)" if row.anchor else f"{formats.signed(row.elo, 0)} {formats.bracket(row.elo_interval, 1, 0)}"
    return Mark(found.short[row.strategy], row.elo, row.elo_interval, words, looks[row.strategy])
