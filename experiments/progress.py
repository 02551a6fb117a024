"""Whom the runner tells how far it is: a bar, a log, a test."""
from __future__ import annotations


class Progress:
    """What the runner tells of how far it is; this one hears all and says nothing."""

    def begin(self, total: int, done: int) -> None:
        """`done` of `total` games are there already."""

    def advance(self, games: int, failed: int) -> None:
        """So many more are played, and in so many of these a strategy failed."""

    def say(self, text: str) -> None:
        """What everybody should read."""

    def note(self, text: str) -> None:
        """What is worth a line to those who want to know more."""

    def warn(self, text: str) -> None:
        """What went wrong without stopping the run."""

    def look(self, text: str) -> None:
        """What the rule sees that may stop the run, in words."""

    def end(self) -> None:
        """No more is played."""
