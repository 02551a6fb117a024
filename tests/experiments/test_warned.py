"""Warnings that come over and over: a few of each kind, then how many more."""
from __future__ import annotations

from experiments.warned import FEW, Warnings


def test_warnings_that_differ_in_figures_alone_are_of_one_kind() -> None:
    told: list[str] = []
    warnings = Warnings(told.append)
    for block in range(1000):
        warnings.warn(f"block {block} kills its worker each time, in game {block * 128:,}; it is set aside.\n  See it: x")
        if block < 2:
            warnings.warn(f"a worker died while playing blocks {block}-{block + 9}, ...; they are tried again.")
        if block == 4:
            warnings.warn("part 000003 was cut short; its 300 games are played again.")

    assert len(told) == FEW + 2 + 1
    assert warnings.sum_up()
    assert told[FEW + 3:] == ["and 997 more of this kind: block 0 kills its worker each time, in game 0; it is set aside."]
    assert not warnings.sum_up()


def test_as_many_as_are_told_leave_no_more_to_count() -> None:
    told: list[str] = []
    warnings = Warnings(told.append)
    for block in range(FEW):
        warnings.warn(f"block {block}")

    assert not warnings.sum_up() and told == ["block 0", "block 1", "block 2"]
