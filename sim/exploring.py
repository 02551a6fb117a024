"""Random play: one action, a whole game, and the number of ways there are (perft)."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sim.chance import Stream
from sim.core import State

MAX_STEPS: Final = 200_000
"""A game of random play that is longer than this is held to be endless."""


class Broken(Exception):
    """A game does not keep the contract; the message says what, and where in which game."""


def one_step(state: State, stream: Stream) -> i64:
    """Play one legal action, all alike; returns its id."""
    ids = state.legal_ids()
    action = ids[stream.below(len(ids))]
    state.apply_id(action)
    return action


def play_out(state: State, stream: Stream) -> int:
    """Play a game at random to its end; returns the number of actions."""
    step = 0
    while not state.over:
        one_step(state, stream)
        step += 1
        if step == MAX_STEPS:
            raise Broken(f"a game has not ended after {MAX_STEPS} actions")
    return step


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` decisions from here; forced moves are played and not counted."""
    state = state.copy()
    ids = vec[i64]()
    while not state.over:
        ids = state.legal_ids()
        if len(ids) > 1:
            break
        state.apply_id(ids[0])
    if depth == 0:
        return 1
    if state.over:
        return 0
    if depth == 1:
        return len(ids)
    total = 0
    for id in ids:
        after = state.copy()
        after.apply_id(id)
        total += perft(after, depth - 1)
    return total
