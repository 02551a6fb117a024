"""The sentences that the tests support: who wins, are seats balanced; "undecided" and what would decide it otherwise."""
from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from experiments.sequential import blocks_needed, games_for_balance
from reports import formats, stopping, treatments
from reports.findings import Book, Findings
from reports.formats import Interval
from reports.tables.course import row_of
from reports.tables.fit import fit_words
from reports.tables.health import failure_rows
from reports.tables.pairs import PairRow, between
from reports.tables.seat import SeatRow
from reports.tables.strategy import StrategyRow

MOST = 6
"""Sentences in the box."""
ROOM = 3
"""Of them those that are kept for gifts and forced options, if there are any."""
CUT_OFF = 0.01
"""Share of truncated games above which the verdict says so first."""
ENOUGH_BLOCKS = 30


def box(book: Book, course: bool = True) -> list[str]:
    """The verdict of a whole run, at most six sentences: first what is wrong with it, then what it says; without `course`
    nothing that the rounds must be read for."""
    said = warnings(book)
    more = treatments.sentences(book)
    free = sentences(book.free[0], course) if len(book.free) == 1 else _over_scenarios(book) if book.free else []
    said += free[:MOST - len(said) - min(len(more), ROOM)] + more
    return said[:MOST] or ["One seat: there is nothing to compare."]


def unsaid(sentences: Sequence[str], title: str, said: Sequence[str]) -> list[str]:
    """The sentences on a comparison without those that stand above, there perhaps with its title."""
    above = {sentence.replace(f", {title}:", ":").removeprefix(f"{title}: ").lower() for sentence in said}
    return [sentence for sentence in sentences if sentence.lower() not in above]


def warnings(book: Book) -> list[str]:
    """What must be said before anything else: games cut off, blocks that are not there yet, games that failed."""
    contents, said = book.contents, _cut_off(book)
    if contents.finished < contents.planned:
        said.append(unfinished(contents.finished, contents.planned))
    return said + _failed(book)


def _failed(book: Book) -> list[str]:
    """Which strategies failed, and what became of their games."""
    rows, left_out = failure_rows(book.contents.run), book.contents.left_out
    if not rows and not left_out:
        return []
    names = list(dict.fromkeys(row.strategy for row in rows))
    games = formats.plural(sum(row.games for row in rows), "game")
    who = formats.listed([book.short.get(name, name) for name in names]) if len(names) <= 3 else f"{len(names)} strategies"
    then = "they count as forfeits" if book.contents.run.experiment.on_failure == "forfeit" else "their blocks count nowhere"
    if left_out:
        then = f"{formats.plural(left_out, 'block')} {'is' if left_out == 1 else 'are'} left out"
    return [f"{who} failed in {games}; {then}." if names else f"{then[0].upper()}{then[1:]}."]


def _cut_off(book: Book) -> list[str]:
    some = [found for found in book.scenarios if found.health.truncated_share > CUT_OFF]
    if not some:
        return []
    where = f" of {some[0].title}" if some[0].title else ""
    share = formats.percent(some[0].health.truncated_share)
    first = (f"{share} % of the games{where} were cut off" if len(some) == 1 else
             f"In {len(some)} of {len(book.scenarios)} scenarios more than 1 % of the games were cut off")
    return [f"{first} by max_rounds; they count by the scores at that moment."]


def unfinished(finished: int, planned: int) -> str:
    """The note on a run that has not come to its end."""
    return (f"Unfinished: {finished:,} of {formats.plural(planned, 'block')}. "
            "The intervals hold if the run was not stopped because of what was seen.")


def sentences(found: Findings, course: bool = True) -> list[str]:
    """What the games of one scenario say."""
    if found.scenario.n_blocks < 2:
        return [f"Undecided: one block ({formats.plural(found.scenario.games, 'game')}) gives no interval and no test. "
                f"{ENOUGH_BLOCKS} blocks or more would."]
    if stopping.tested(found.scenario.run):         # what else is tested knows nothing of when it was stopped
        return stopping.sentences(found)
    return [*_strategies(found), *_seats(found), *(_decided(found) if course else ()), *stopping.sentences(found), *_fit(found)]


# Strategies

def _strategies(found: Findings) -> list[str]:
    """Who is ahead of all others; between whom it is undecided; whether one beats a field."""
    if len(found.strategies) < 2:
        return []
    first, *others = by_seat_share(found)
    rivals = [pair for other in others if (pair := between(found.pairs, first, other)) is not None]
    open_rivals = [pair for pair in rivals if not pair.shown]
    if open_rivals:
        return [_no_winner(found, first, open_rivals), *_against_equal(found)]
    neighbours = [between(found.pairs, one, other) for one, other in pairwise(others)]
    undecided = [pair for pair in neighbours if pair is not None and not pair.shown]
    return [_winner(found, first, rivals), *(_undecided(found, pair) for pair in undecided[:2]), *_against_equal(found)]


def by_seat_share(found: Findings) -> list[str]:
    """The strategies by the share of one of their seats."""
    def key(row: StrategyRow) -> tuple[float, str]:
        return -row.seat_share, row.strategy

    return [row.strategy for row in sorted(found.strategies, key=key)]


def clear_winner(found: Findings) -> str:
    """The strategy that is shown to win more often than each other one; empty if there is none."""
    first, *others = by_seat_share(found)
    pairs = [between(found.pairs, first, other) for other in others]
    return first if pairs and all(pair is not None and pair.shown for pair in pairs) else ""


def _winner(found: Findings, first: str, rivals: Sequence[PairRow]) -> str:
    closest = min(rivals, key=lambda pair: pair.difference)
    numbers, p = f"{formats.points(closest.difference)} points{per_seat(found)}", f"({formats.p_words(closest.p)}, Holm)"
    rival = found.short[_other(closest, first)]
    if len(rivals) == 1:
        return f"{found.short[first]} wins more often than {rival}: {numbers} {p}."
    return f"{found.short[first]} wins more often than each other strategy: {numbers} over {rival} {p}."


def per_seat(found: Findings) -> str:
    """What is said after a difference where strategies hold different numbers of seats."""
    return " per seat" if any(row.seats_held != 1 for row in found.strategies) else ""


def _other(pair: PairRow, one: str) -> str:
    return pair.second if pair.first == one else pair.first


def _no_winner(found: Findings, first: str, rivals: Sequence[PairRow]) -> str:
    """The first is not shown to be ahead of all: with whom it is undecided."""
    if len(rivals) == 1:
        return _undecided(found, rivals[0])
    if all(_same(pair) for pair in found.pairs):
        return "All strategies have the same share in every block."
    names = [found.short[_other(pair, first)] for pair in rivals]
    shown = formats.listed(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"
    largest = max(rivals, key=lambda pair: pair.difference)
    return (f"Undecided which strategy is best: {found.short[first]} is not shown to win more often than {shown}. "
            f"{_what_would_tell(found, largest)}")


def _undecided(found: Findings, pair: PairRow) -> str:
    """Two strategies between which nothing is shown, and what would decide it."""
    one, other = found.short[pair.first], found.short[pair.second]
    numbers = f"{formats.points(pair.difference)} {formats.bracket(pair.interval, 100)}".strip() + per_seat(found)
    margin = found.settings.margin
    if _same(pair):
        return f"{one} and {other} have the same share in every block."
    if _within(pair.interval, margin):
        return f"{one} and {other}: no difference of {_points(margin)} points or more, {numbers}."
    return f"{one} against {other}: undecided, {numbers}. {_what_would_tell(found, pair)}"


def _same(pair: PairRow) -> bool:
    return pair.difference == 0 and pair.sd == 0


def _what_would_tell(found: Findings, pair: PairRow) -> str:
    """How many blocks in all would show a difference like this one, or of the margin if that is larger, with power 80 %."""
    target = max(pair.difference, found.settings.margin)
    if not formats.known(pair.sd) or pair.sd == 0:
        return "More blocks would tell."
    blocks = found.scenario.n_blocks
    need = blocks_needed(pair.sd, target, found.settings.alpha / len(found.pairs)) * blocks / pair.blocks
    need = max(need, ENOUGH_BLOCKS)
    if need <= blocks:
        return "Twice the blocks would probably tell."
    return f"About {formats.about(need)} blocks would show a difference of {_points(target)} points."


def _against_equal(found: Findings) -> list[str]:
    """One strategy against a field of copies: whether it wins more than an equal share."""
    single = [row for row in found.strategies if row.seats_held == 1]
    if len(found.strategies) != 2 or len(single) != 1 or not formats.known(single[0].interval[0]):
        return []
    low, high = single[0].difference_interval
    word = "wins more than" if low > 0 else "wins less than" if high < 0 else "is not shown to win more or less than"
    return [f"{found.short[single[0].strategy]} {word} an equal share: {formats.percent(single[0].win_share)} "
            f"{formats.bracket(single[0].interval, 100)} against {formats.percent(single[0].equal)}."]


def _fit(found: Findings) -> list[str]:
    """That the ratings do not fit, where that is shown."""
    if found.fit is None or not found.fit.doubtful:
        return []
    return [f"Prefer the shares to the ratings, which do not fit: {fit_words(found.fit, found.short)}."]


# Seats

def _seats(found: Findings) -> list[str]:
    """Whether the seats are balanced, and for whom this holds."""
    if found.balance is None:
        return []
    who, margin = f"Seats ({_played_by(found)})", _points(found.settings.margin)
    if found.balance.verdict == "balanced":
        return [f"{who}: balanced within {margin} points."]
    if found.balance.verdict == "unbalanced":
        return [f"{who}: unbalanced, {_unequal(found.seats)}."]
    k = found.scenario.seats
    need = formats.about(games_for_balance(k, found.settings.margin))
    games = "games" if found.scenario.mirror else "games of one strategy against itself"
    return [f"{who}: undecided. Neither a difference nor balance within {margin} points is shown; "
            f"about {need} {games} would tell:  evenhand power --seats {k} --equivalence {margin}"]


def _played_by(found: Findings) -> str:
    """Whom a verdict on seats holds for."""
    names = [found.short[name] for name in found.scenario.strategies]
    if found.scenario.mirror:
        return f"{names[0]} against itself"
    return f"with {formats.listed(names) if len(names) <= 4 else f'these {len(names)} strategies'}"


def _unequal(rows: Sequence[SeatRow]) -> str:
    """The seats that are shown to differ, and not within the margin."""
    return ", ".join(f"seat {row.seat} {formats.points(row.difference)} {formats.bracket(row.difference_interval, 100)}"
                     for row in rows if row.verdict == "unbalanced")


def _within(interval: Interval, margin: float) -> bool:
    return formats.known(interval[0]) and -margin < interval[0] and interval[1] < margin


def _points(share: float) -> str:
    return formats.percent(share).removesuffix(".0")


# The course of the game

def _decided(found: Findings) -> list[str]:
    """When games are decided."""
    decided, point = (row_of(found.course_rows, name) for name in ("decided", "decisive_point"))
    if decided is None:
        return []
    level = formats.percent(found.settings.decided).removesuffix(".0")
    said = f"The winner leads for good after {formats.percent(decided.value, 0)} % of the rounds on average"
    if point is None or not formats.known(point.value):
        return [f"{said}; before the last round no leader wins {level} % of the games."]
    return [f"{said}; from {formats.percent(point.value, 0)} % on the leader wins at least {level} % of the games."]


# Several scenarios

def _over_scenarios(book: Book) -> list[str]:
    """What changes between the scenarios, and what holds over them; each was tested for itself."""
    from reports.changes.verdict import brief

    if stopping.tested(book.contents.run):
        return [f"{found.title}: {sentence}" for found in book.free for sentence in stopping.sentences(found)]
    said = brief(book.changes) if book.changes is not None else []
    tested = [found for found in book.free if found.scenario.n_blocks > 1]
    compared = [found for found in tested if len(found.strategies) > 1]
    if compared:
        said.append(_winners(book, compared))
    for verdict in ("unbalanced", "balanced", "undecided"):
        some = [found.title for found in tested if found.balance is not None and found.balance.verdict == verdict]
        within = f" within {_points(book.settings.margin)} points" if verdict == "balanced" else ""
        if some:
            said.append(f"Seats {verdict}{within} in {_which(some, len(tested))}.")
    if len(tested) < len(book.free):
        alone = len(book.free) - len(tested)
        said.append(f"{formats.plural(alone, 'scenario')} with a single block: no test there.")
    said.append(f"Each of the {len(book.free)} scenarios was tested for itself; "
                "its own section says what would decide more.")
    return said


def _winners(book: Book, compared: Sequence[Findings]) -> str:
    """Who is shown to be ahead of all others, and where."""
    ahead: dict[str, list[str]] = {}
    for found in compared:
        ahead.setdefault(clear_winner(found), []).append(found.title)
    nobody = ahead.pop("", [])
    parts = [f"{book.short[name]} wins more often than each other strategy in {_which(titles, len(compared))}"
             for name, titles in ahead.items()]
    if nobody:
        parts.append(f"{'in' if parts else 'In'} {_which(nobody, len(compared))} it is undecided which strategy is best")
    return "; ".join(parts) + "."


def _which(titles: Sequence[str], of: int) -> str:
    if len(titles) == of > 1:
        return "both scenarios" if of == 2 else f"all {of} scenarios"
    return formats.listed(titles) if len(titles) <= 3 else f"{len(titles)} of {of} scenarios"
