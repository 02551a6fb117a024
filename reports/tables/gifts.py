"""What a gift in mid-game is worth: how much of it is there at the end, and what it changes in wins."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from reports.formats import Interval, plural
from reports.pairing import Pair
from reports.reader import Floats, Ints
from reports.settings import Settings
from reports.stats.compare import amplification, changes
from reports.stats.contrasts import holm
from reports.tables.table import Column, Table

if TYPE_CHECKING:
    from sim.gifts import Gift

NOTHING: Interval = (math.nan, math.nan)


@dataclass(frozen=True)
class GiftRow:
    """A gift in one scenario, over the blocks that were played with it and without.

    `worth` is the change of the final gap to the others' mean for each unit that was given; `change` that of the win share.
    """

    gift: str
    where: str
    scenario: int
    seat: int
    round: int
    what: str
    amount: int
    one: str
    score: bool
    games: int
    given_games: int
    worth: float
    worth_interval: Interval
    change: float
    interval: Interval
    p: float
    blocks: int

    @property
    def given(self) -> str:
        """In how many games it was given."""
        return f"all {self.games:,}" if self.given_games == self.games else f"{self.given_games:,} of {self.games:,}"

    @property
    def label(self) -> str:
        return f"{self.gift} ({self.where})" if self.where else self.gift

    def shown(self, alpha: float) -> bool:
        """Whether the win share is shown to change."""
        return self.p < alpha


@dataclass(frozen=True)
class KeeperRow:
    """The same for the games in which one strategy got the gift."""

    gift: str
    where: str
    scenario: int
    strategy: str
    games: int
    worth: float
    worth_interval: Interval
    change: float
    interval: Interval
    blocks: int


def gift_rows(pairs: Sequence[Pair], gifts: Mapping[str, Gift], settings: Settings) -> list[GiftRow]:
    """A row for each gift and scenario, in the order of the plan; p by Holm over all of them."""
    rows = [_row(pair, gifts, settings) for pair in pairs if pair.treated.planned.inject is not None]
    adjusted = holm(np.array([row.p for row in rows], dtype=np.float64)).tolist()
    return [replace(row, p=p) for row, p in zip(rows, adjusted, strict=True)]


def _row(pair: Pair, gifts: Mapping[str, Gift], settings: Settings) -> GiftRow:
    gift = pair.treated.planned.inject
    assert gift is not None
    known = gifts.get(gift.what)
    words = known.words(gift.amount) if known else f"{gift.amount} {gift.what}"
    given, gap = _given(pair), _gaps(pair, gift.seat)
    worth = amplification(np.zeros(pair.blocks), gap.sum(axis=1), given.sum(axis=1), settings.level)
    share = _share_changes(pair, gift.seat).mean(axis=1)
    change = changes(share[:, None], settings.level, pair.strata, share=True)[0]
    return GiftRow(
        gift=f"{words} to seat {gift.seat} in round {gift.round}", where=pair.title, scenario=pair.treated.number,
        seat=gift.seat, round=gift.round, what=gift.what, amount=gift.amount, one=known.one if known else gift.what,
        score=bool(known and known.score), games=given.size, given_games=int((given > 0).sum()), worth=worth.value,
        worth_interval=(worth.low, worth.high), change=change.value, interval=(change.low, change.high), p=change.p,
        blocks=pair.blocks)


def _given(pair: Pair) -> Floats:
    """B x g: how much was given."""
    return np.asarray(np.maximum(pair.having(pair.treated.given), 0), dtype=np.float64)


def _gaps(pair: Pair, seat: int) -> Floats:
    """B x g: by how much the seat's final score, less the others' mean, is higher with the gift."""
    change: Floats = _gap(pair.having(pair.treated.score), seat) - _gap(pair.without(pair.free.score), seat)
    return change


def _gap(score: Ints, seat: int) -> Floats:
    own = score[..., seat].astype(np.float64)
    return np.asarray(own - (score.sum(axis=2) - own) / max(1, score.shape[2] - 1), dtype=np.float64)


def _share_changes(pair: Pair, seat: int) -> Floats:
    """B x g: by how much the seat's win share is higher."""
    changes: Floats = pair.having(pair.treated.share)[..., seat] - pair.without(pair.free.share)[..., seat]
    return changes


def keeper_rows(pairs: Sequence[Pair], rows: Sequence[GiftRow], settings: Settings) -> list[KeeperRow]:
    """For each gift the strategies that got it, in the order of the plan; none where only one plays."""
    found = []
    by_number = {row.scenario: row for row in rows}
    for pair in pairs:
        row = by_number.get(pair.treated.number)
        if row is not None and pair.treated.planned.inject is not None and len(pair.treated.strategies) > 1:
            found += [_keeper(pair, row, place, settings) for place in range(len(pair.treated.strategies))]
    return [row for row in found if row.games]


def _keeper(pair: Pair, row: GiftRow, strategy: int, settings: Settings) -> KeeperRow:
    mine = (pair.having(pair.treated.who)[..., row.seat] == strategy).astype(np.float64)
    given, games = _given(pair) * mine, mine.sum(axis=1)
    worth = amplification(np.zeros(pair.blocks), (_gaps(pair, row.seat) * mine).sum(axis=1), given.sum(axis=1), settings.level)
    sums = (_share_changes(pair, row.seat) * mine).sum(axis=1)
    means = np.divide(sums, games, out=np.full(len(sums), np.nan), where=games > 0)
    change = changes(means[:, None], settings.level, share=True)[0]
    return KeeperRow(row.gift, row.where, row.scenario, pair.treated.strategies[strategy], int((given > 0).sum()), worth.value,
                     (worth.low, worth.high), change.value, (change.low, change.high), change.blocks)


WORTH = Column(
    "worth", "each worth at the end", "signed", "Final score less the mean of the others', with the gift less without it, for "
    "each unit that was given; with its 95 % interval by blocks.", interval="worth_interval", digits=2)
CHANGE = Column("change", "win share, points", "points", "Win share of the seat with the gift less without it, over all games, "
                "paired by block.", interval="interval")
P = Column("p", "p (Holm)", "p", "Chance of a change this large if there were none, adjusted over all gifts by Holm.")


def gift_table(rows: Sequence[GiftRow]) -> Table:
    """The table of the page."""
    several = any(row.where for row in rows)
    columns = [Column("gift", "gift", "text"), *([Column("where", "in", "text")] if several else []),
               Column("given", "given in games", "text", "A game that ended before the round is played without it."),
               WORTH, CHANGE, P, Column("blocks", "blocks", "count", "Blocks played both with the gift and without.")]
    extra = [Column("scenario", "scenario", "id"), Column("seat", "seat", "id"), Column("round", "round", "id"),
             Column("what", "what", "text"), Column("amount", "amount", "count"), Column("games", "games", "count"),
             Column("given_games", "given games", "count")]
    return Table("gifts", "What a gift is worth", columns, rows, _note(rows), extra)


def _note(rows: Sequence[GiftRow]) -> str:
    parts = []
    points = list(dict.fromkeys(row.one for row in rows if row.score))
    if points:
        parts.append(f"{' and '.join(points)}: a part of the score that buys nothing. 1 says that a lead neither grows nor "
                     "shrinks; whoever chooses without a look at the score plays as before.")
    late = [row for row in rows if row.given_games < row.games]
    if late:
        parts.append("Games that ended before the gift's round, or whose supply was empty, are the same with it and without; "
                     "they count in the change of the win share.")
    return " ".join(parts)


def keeper_table(rows: Sequence[KeeperRow]) -> Table:
    """The same by who got the gift."""
    several = any(row.where for row in rows)
    columns = [Column("gift", "gift", "text"), *([Column("where", "in", "text")] if several else []),
               Column("strategy", "given to", "text"), Column("games", "games", "count"), WORTH, CHANGE]
    note = f"Each interval for itself, from up to {plural(max((row.blocks for row in rows), default=0), 'block')}."
    return Table("gifts_by_strategy", "By the strategy that got the gift", columns, rows, note,
                 [Column("scenario", "scenario", "id")])
