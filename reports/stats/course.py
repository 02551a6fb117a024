"""How games went: lead, decision, drama, comebacks, snowball, from the standings after each round.

Standings have the shape (games, rounds, seats): the score if the game ended after round 1, 2, ...; nan after the last round of
a game (`pad` makes them from long columns). Results by game, to be averaged by block (`blocks.block_means`, `rates.block_t`);
a large run is taken in slices of games. `shares` are win shares (games, seats).
"""
from __future__ import annotations

import math

import numpy as np

from reports.stats.blocks import Bools, Floats, Ints, block_sums
from reports.stats.rates import Rate, ratio, within_slope


def pad(game: Ints, round: Ints, seat: Ints, standing: Floats, games: int, seats: int) -> Floats:
    """Standings (games, rounds, seats) from rows of a table; `game` 0..games-1, round 0 (the set-up) is left out."""
    kept = round > 0
    rounds = int(round.max()) if kept.any() else 0
    standings = np.full((games, rounds, seats), np.nan)
    standings[game[kept], round[kept] - 1, seat[kept]] = standing[kept]
    return standings


def lengths(standings: Floats) -> Ints:
    """The number of rounds of each game."""
    return np.asarray((~np.isnan(standings[:, :, 0])).sum(axis=1), dtype=np.int64)


def leaders(standings: Floats) -> Bools:
    """Who had the highest standing (several in a tie), per game, round and seat; nobody after the end."""
    top = standings[:, :, 0]
    for seat in range(1, standings.shape[2]):                   # nan, the end, stays; much faster than a maximum over seats
        top = np.maximum(top, standings[:, :, seat])
    return np.asarray(standings == top[:, :, None], dtype=np.bool_)


def lead_changes(standings: Floats) -> Ints:
    """Rounds whose only leader is not the only leader before (rounds with a shared lead are passed over), per game.

    >>> lead_changes(np.array([[[1., 0], [1, 1], [1, 2], [1, 3]]])).tolist()
    [1]
    """
    lead = leaders(standings)
    alone = lead.sum(axis=2) == 1
    who = np.where(alone, lead.argmax(axis=2), -1)
    last = np.maximum.accumulate(np.where(alone, np.arange(lead.shape[1]), -1), axis=1)
    before = np.pad(last, ((0, 0), (1, 0)), constant_values=-1)[:, :-1]
    previous = np.take_along_axis(who, np.maximum(before, 0), axis=1)
    return np.asarray((alone & (before >= 0) & (who != previous)).sum(axis=1), dtype=np.int64)


def leader_wins(standings: Floats, shares: Floats, fractions: Floats) -> Floats:
    """The win share of the leaders (their mean) at these fractions of each game, round ceil(fraction * R): (games, fractions).

    Averaged over games this is the curve of how early a lead decides. For a random walk of two: 1/2 + asin(sqrt f) / pi.
    """
    rounds = lengths(standings)
    at = np.clip(np.ceil(fractions * rounds[:, None] - 1e-9).astype(np.int64) - 1, 0, None)
    lead = np.take_along_axis(leaders(standings), at[:, :, None], axis=1)
    won: Floats = (lead * shares[:, None, :]).sum(axis=2) / np.maximum(lead.sum(axis=2), 1)
    return np.where(rounds[:, None] > 0, won, np.nan)


def decisive_point(curve: Floats, fractions: Floats, level: float = 0.8) -> float | None:
    """The first fraction of the game at which the leader wins with at least this chance; None if at none."""
    reached = np.flatnonzero(curve >= level)
    return float(fractions[reached[0]]) if len(reached) else None


def decided_share(standings: Floats, shares: Floats) -> Floats:
    """(d - 1) / R per game, d the first round from which on the leaders are exactly the winners.

    0 if the winner led throughout, 1 if only a tie-break after the last round decided. Random walk of two: mean 1/2.
    """
    rounds = lengths(standings)
    settled = (leaders(standings) == (shares > 0)[:, None, :]).all(axis=2)
    over = np.arange(standings.shape[1]) >= rounds[:, None]
    unsettled = ~settled & ~over
    last = np.where(unsettled.any(axis=1), standings.shape[1] - unsettled[:, ::-1].argmax(axis=1), 0)
    return np.asarray(np.divide(last, rounds, out=np.full(len(rounds), np.nan), where=rounds > 0), dtype=np.float64)


def _winner_trails(standings: Floats, shares: Floats) -> Bools:
    """Rounds before the last in which no winner was among the leaders: (games, rounds)."""
    before_last = np.arange(standings.shape[1]) < lengths(standings)[:, None] - 1
    return np.asarray(before_last & ~(leaders(standings) & (shares > 0)[:, None, :]).any(axis=2), dtype=np.bool_)


def drama_time(standings: Floats, shares: Floats) -> Floats:
    """The share of the rounds before the last in which no winner led, per game; 0 in a game of one round."""
    return np.asarray(_winner_trails(standings, shares).sum(axis=1) / np.maximum(lengths(standings) - 1, 1), dtype=np.float64)


def drama(standings: Floats, shares: Floats, chances: Floats) -> Floats:
    """How far the winner was behind while behind: the mean of sqrt(leader's - winner's chance) over those rounds; 0 if none.

    `chances` are win probabilities of the shape of the standings (`winprob`); several leaders or winners count by their
    mean, a winner with the better chance in spite of the standing as 0. After Browne (2008).
    """
    trails = _winner_trails(standings, shares)
    chances = np.nan_to_num(chances, nan=0.0)
    lead, won = leaders(standings), (shares > 0)[:, None, :]
    ahead = (lead * chances).sum(axis=2) / np.maximum(lead.sum(axis=2), 1)
    behind = (won * chances).sum(axis=2) / np.maximum(won.sum(axis=2), 1)
    depth = np.sqrt(np.clip(ahead - behind, 0, None)) * trails
    return np.asarray(depth.sum(axis=1) / np.maximum(trails.sum(axis=1), 1), dtype=np.float64)


def last_at_half(standings: Floats) -> Bools:
    """Who was last at half-time, after round ceil(R / 2): (games, seats). Several may be; nobody is where all stand alike."""
    half = np.take_along_axis(standings, (np.maximum((lengths(standings) + 1) // 2, 1) - 1)[:, None, None], axis=1)[:, 0]
    lowest = half.min(axis=1, keepdims=True)
    return np.asarray((half == lowest) & (lowest < half.max(axis=1, keepdims=True)), dtype=np.bool_)


def comeback(standings: Floats, shares: Floats, block: Ints, level: float = 0.95) -> Rate:
    """The chance to win of who was last at half-time, over 1/k: 1 if half-time meant nothing.

    nan, with 0 blocks, if nobody ever was.
    """
    last = last_at_half(standings)
    return comeback_of(block_sums((last * shares).sum(axis=1), block), block_sums(last.sum(axis=1).astype(np.float64), block),
                       standings.shape[2], level)


def comeback_of(won: Floats, last: Floats, seats: int, level: float = 0.95) -> Rate:
    """The same from sums by block: the win shares of those that were last, and how many were."""
    rate = ratio(won, last, level, share=True)
    return Rate(rate.value * seats, rate.low * seats, rate.high * seats, rate.blocks, rate.games, level)


def snowball(standings: Floats, label: Ints, block: Ints, ahead: int = 1, level: float = 0.95) -> Rate:
    """Slope of what a player gains on the table's mean in `ahead` rounds, on how far it stands above that mean.

    Fixed effects for strategy (`label`, (games, seats)) x seat x round. 0 if increments are independent; but a player whose
    luck lasts gives the same slope as a lead that feeds itself, so this only describes (see `compare.amplification`).
    """
    lead, gain, place, game = gains(standings, label, ahead)
    return within_slope(lead, gain, place, block[game], level)


def gains(standings: Floats, label: Ints, ahead: int = 1, rounds: int = 0) -> tuple[Floats, Floats, Ints, Ints]:
    """How far each player stands above the table's mean, and what it gains on it in `ahead` rounds, after each round that has
    such a later one; with its cell (strategy x seat x one of at least `rounds` rounds) and its game; arrays (N,)."""
    most, k = standings.shape[1:]
    lead = standings - standings.mean(axis=2, keepdims=True)
    game, round = np.nonzero(~np.isnan(lead[:, ahead:, 0]))
    now = lead[game, round]
    place = (label[game] * k + np.arange(k)) * max(most, rounds) + round[:, None]
    return now.ravel(), (lead[game, round + ahead] - now).ravel(), place.ravel(), np.repeat(game, k)


def outcome_uncertainty(chances: Floats) -> Floats:
    """The mean over the rounds of the entropy of the win chances over ln k, per game; chances (games, rounds, seats)."""
    known = ~np.isnan(chances[:, :, 0])
    p = np.where(known[:, :, None], chances, 1.0)
    entropy = -(p * np.log(np.where(p > 0, p, 1.0))).sum(axis=2) / math.log(chances.shape[2])
    played = known.sum(axis=1)
    return np.asarray(np.divide(entropy.sum(axis=1), played, out=np.full(len(played), np.nan), where=played > 0))
