"""The sentences that the tests support: who wins, whether seats are balanced; "undecided" and what would decide it otherwise."""
from __future__ import annotations

from collections.abc import Sequence

from experiments.sequential import blocks_needed, games_for_balance
from reports import formats
from reports.findings import Book, Findings
from reports.formats import Interval
from reports.tables.pairs import PairRow, between
from reports.tables.seat import SeatRow
from reports.tables.strategy import StrategyRow

MOST = 6
"""Sentences in the box."""
CUT_OFF = 0.01
"""Share of truncated games above which the verdict says so first."""
FEW_BLOCKS = 30


def box(book: Book) -> list[str]:
    """The verdict of a whole run, at most six sentences: first what is wrong with it, then what it says."""
    said = [*warnings(book)]
    if len(book.scenarios) == 1:
        said += sentences(book.scenarios[0])
    elif book.scenarios:
        said += _over_scenarios(book)
    return said[:MOST]


def warnings(book: Book) -> list[str]:
    """What must be said before anything else: games cut off, blocks that are not there yet, games that failed."""
    said = []
    for found in book.scenarios:
        if found.health.truncated_share > CUT_OFF:
            where = f" of {found.title}" if found.title else ""
            said.append(f"{formats.percent(found.health.truncated_share)} % of the games{where} were cut off by max_rounds; they "
                        "count by the scores at that moment.")
    contents = book.contents
    if len(said) > 1:
        said = [f"In {len(said)} of {len(book.scenarios)} scenarios more than 1 % of the games were cut off by max_rounds; they "
                "count by the scores at that moment."]
    if contents.finished < contents.planned:
        said.append(unfinished(contents.finished, contents.planned))
    if contents.left_out:
        said.append(f"{formats.plural(contents.left_out, 'block')} with failed games {'is' if contents.left_out == 1 else 'are'} "
                    "left out.")
    return said


def unfinished(finished: int, planned: int) -> str:
    """The note on a run that has not come to its end."""
    return (f"Unfinished: {finished:,} of {formats.plural(planned, 'block')}. The intervals hold if the run was not stopped because "
            "of what was seen.")


def sentences(found: Findings) -> list[str]:
    """What the games of one scenario say."""
    if found.scenario.n_blocks < 2:
        return [f"Undecided: one block ({formats.plural(found.scenario.games, 'game')}) gives no interval and no test. "
                f"{FEW_BLOCKS} blocks or more would."]
    return [*_strategies(found), *_seats(found)]


# Strategies

def _strategies(found: Findings) -> list[str]:
    rows, pairs = found.strategies, found.pairs
    if len(rows) < 2:
        return []
    order = _by_seat_share(found)
    first = order[0]
    rivals = [pair for other in order[1:] if (pair := between(pairs, first, other)) is not None]
    open_rivals = [pair for pair in rivals if not pair.shown]
    if not open_rivals:
        said = [_winner(found, first, rivals)]
    else:
        said = [_no_winner(found, first, open_rivals)]
    nexts = [between(pairs, one, other) for one, other in zip(order[1:], order[2:], strict=False)]
    if not open_rivals:
        said += [_undecided(found, pair) for pair in nexts if pair is not None and not pair.shown][:2]
    said += _against_equal(found, rows)
    return said


def _by_seat_share(found: Findings) -> list[str]:
    """The strategies by the share of one of their seats."""
    return [row.strategy for row in sorted(found.strategies, key=lambda row: (-row.win_share / max(1, row.seats_held), row.strategy))]


def _winner(found: Findings, first: str, rivals: Sequence[PairRow]) -> str:
    closest = min(rivals, key=lambda pair: pair.difference)
    other = closest.second if closest.first == first else closest.first
    number = f"{formats.points(closest.difference)} points over {found.short[other]} ({formats.p_words(closest.p)}, Holm)"
    if len(rivals) == 1:
        return f"{found.short[first]} wins more often than {found.short[other]}: {number.replace(f' over {found.short[other]}', '')}."
    return f"{found.short[first]} wins more often than each other strategy: {number}."


def _no_winner(found: Findings, first: str, rivals: Sequence[PairRow]) -> str:
    """The first is not shown to be ahead of all: with whom it is undecided."""
    if len(rivals) == 1:
        return _undecided(found, rivals[0])
    names = [found.short[pair.second if pair.first == first else pair.first] for pair in rivals]
    shown = formats.listed(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"
    closest = max(rivals, key=lambda pair: pair.difference)
    return (f"Undecided which strategy is best: {found.short[first]} is not shown to win more often than {shown}. "
            f"{_what_would_tell(found, closest)}")


def _undecided(found: Findings, pair: PairRow) -> str:
    """Two strategies between which nothing is shown, and what would decide it."""
    one, other = found.short[pair.first], found.short[pair.second]
    numbers = f"{formats.points(pair.difference)} {formats.bracket(pair.interval, 100)}".strip()
    margin = found.settings.margin
    if _within(pair.interval, margin):
        return f"{one} and {other}: no difference of {_points(margin)} points or more, {numbers}."
    return f"{one} against {other}: undecided, {numbers}. {_what_would_tell(found, pair)}"


def _what_would_tell(found: Findings, pair: PairRow) -> str:
    target = max(pair.difference, found.settings.margin)
    if not formats.known(pair.sd) or pair.sd == 0:
        return "More blocks would tell."
    need = blocks_needed(pair.sd, target)
    if need <= pair.blocks:
        return f"A difference of {_points(target)} points would probably have shown."
    return f"About {formats.about(need)} blocks would show a difference of {_points(target)} points."


def _against_equal(found: Findings, rows: Sequence[StrategyRow]) -> list[str]:
    """With a field of copies: whether the one wins more than an equal share."""
    single = [row for row in rows if row.seats_held == 1]
    if len(rows) != 2 or len(single) != 1:
        return []
    row = single[0]
    low, high = row.difference_interval
    if not formats.known(low):
        return []
    word = "more than" if low > 0 else "less than" if high < 0 else "neither shown to win more nor less than"
    verb = "wins " if low > 0 or high < 0 else "is "
    return [f"{found.short[row.strategy]} {verb}{word} an equal share: {formats.percent(row.win_share)} "
            f"{formats.bracket(row.interval, 100)} against {formats.percent(row.equal)}."]


# Seats

def _seats(found: Findings) -> list[str]:
    tested = found.balance
    if tested is None:
        return []
    margin = _points(found.settings.margin)
    who = f"Seats ({_played_by(found)})"
    if tested.verdict == "balanced":
        return [f"{who}: balanced within {margin} points."]
    if tested.verdict == "unbalanced":
        return [f"{who}: unbalanced, {_unequal(found.seats)}."]
    return [f"{who}: undecided. {_seats_undecided(found, margin)}"]


def _played_by(found: Findings) -> str:
    """Whom a verdict on seats holds for."""
    names = [found.short[name] for name in found.scenario.strategies]
    if found.scenario.mirror:
        return f"{names[0]} against itself"
    return f"with {formats.listed(names) if len(names) <= 4 else f'these {len(names)} strategies'}"


def _unequal(rows: Sequence[SeatRow]) -> str:
    shown = sorted((row for row in rows if row.verdict == "unbalanced"), key=lambda row: -abs(row.difference))[:3]
    return ", ".join(f"seat {row.seat} {formats.points(row.difference)} {formats.bracket(row.difference_interval, 100)}"
                     for row in sorted(shown, key=lambda row: row.seat))


def _seats_undecided(found: Findings, margin: str) -> str:
    k = found.scenario.seats
    need = formats.about(games_for_balance(k, found.settings.margin))
    games = "games" if found.scenario.mirror else "games of one strategy against itself"
    return (f"Neither a difference nor balance within {margin} points is shown; about {need} {games} would tell: "
            f"evenhand power --seats {k} --equivalence {margin}")


def _within(interval: Interval, margin: float) -> bool:
    return formats.known(interval[0]) and -margin < interval[0] and interval[1] < margin


def _points(share: float) -> str:
    return formats.percent(share).removesuffix(".0")


# Several scenarios

def _over_scenarios(book: Book) -> list[str]:
    """What holds over the scenarios; each was tested for itself."""
    said = []
    compared = [found for found in book.scenarios if len(found.strategies) > 1 and found.scenario.n_blocks > 1]
    if compared:
        said.append(_winners(book, compared))
    tested = [found for found in book.scenarios if found.balance is not None and found.scenario.n_blocks > 1]
    for verdict in ("unbalanced", "balanced", "undecided"):
        some = [found.title for found in tested if found.balance is not None and found.balance.verdict == verdict]
        if some:
            said.append(f"Seats {verdict}{_margin(book, verdict)} in {_which(some, len(tested))}.")
    short = [found for found in book.scenarios if found.scenario.n_blocks < 2]
    if short:
        said.append(f"{formats.plural(len(short), 'scenario')} with a single block: no test there.")
    said.append(f"Each of the {len(book.scenarios)} scenarios was tested for itself; its own section says what would decide more.")
    return said


def _winners(book: Book, compared: Sequence[Findings]) -> str:
    """Who is shown to be ahead of all others, and where."""
    ahead: dict[str, list[str]] = {}
    for found in compared:
        first = _by_seat_share(found)[0]
        pairs = [pair for other in found.ranked if other != first and (pair := between(found.pairs, first, other)) is not None]
        clear = bool(pairs) and all(pair.shown for pair in pairs)
        ahead.setdefault(book.short[first] if clear else "", []).append(found.title)
    parts = [f"{name} wins more often than each other strategy in {_which(titles, len(compared))}"
             for name, titles in ahead.items() if name]
    if "" in ahead:
        parts.append(f"undecided which strategy is best in {_which(ahead[''], len(compared))}")
    text = "; ".join(parts)
    return text[0].upper() + text[1:] + "." if text.startswith("undecided") else text + "."


def _which(titles: Sequence[str], of: int) -> str:
    if len(titles) == of:
        return f"all {of} scenarios" if of > 1 else titles[0]
    return formats.listed(titles) if len(titles) <= 3 else f"{len(titles)} of {of} scenarios"


def _margin(book: Book, verdict: str) -> str:
    return f" within {_points(book.settings.margin)} points" if verdict == "balanced" else ""
