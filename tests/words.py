"""Helpers of all games' tests, in words: what the actor may do, and moves played by the beginning of their words."""
from __future__ import annotations

from sim.core import Action, State


def choices(s: State) -> list[str]:
    """What the actor may do, in words, in the order of the legal list; moves without a choice are made first."""
    make_forced_moves(s)
    return [str(action) for action in s.legal()]


def may(s: State, words: str) -> bool:
    """Whether one of the choices begins with these words."""
    return any(choice.startswith(words) for choice in choices(s))


def play(s: State, *moves: str) -> list[str]:
    """Play moves by the beginning of their words: `play(s, "take the trader", "sell tobacco")`.

    Moves without a choice happen by themselves, before, between and after, and are never named. Returns all moves as they were
    said, with their seats: `["0: take the trader", "1: pass"]`. A move may name its seat, which must then be the actor:
    `"2: sell corn"`.
    """
    said = make_forced_moves(s)
    for move in moves:
        said.append(make(s, find(s, move)))
        said += make_forced_moves(s)
    return said


def make_forced_moves(s: State) -> list[str]:
    """Make all moves that leave no choice, up to the next choice or the end."""
    said = []
    while not s.over and len(s.legal_ids()) == 1:
        said.append(make(s, s.legal()[0]))
    return said


def make(s: State, action: Action) -> str:
    """Make one move and say it, with seat and numbers."""
    said = f"{s.actor}: {s.say(action.id)}"
    s.play(action)
    return said


def find(s: State, move: str) -> Action:
    """The one legal action that is meant; an AssertionError with the choices if there is none, or more than one."""
    seat, colon, words = move.partition(": ")
    if colon:
        assert int(seat) == s.actor, f"{move!r}: it is the turn of seat {s.actor}, who may: {choices(s)}"
    else:
        words = move
    legal = s.legal()
    meant = [action for action in legal if str(action) == words]
    meant = meant or [action for action in legal if str(action).startswith(words)]
    assert len(meant) == 1, f"{move!r} fits {len(meant)} of what seat {s.actor} may do: {[str(action) for action in legal]}"
    return meant[0]
