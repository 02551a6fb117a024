"""How the numbers of the page are made, in the words of the page."""
from __future__ import annotations

from reports.formats import percent
from reports.settings import Settings

COMMANDS = ("evenhand run experiment.toml", "evenhand verify RUN --sample 50")


def methods(settings: Settings) -> list[tuple[str, str]]:
    """Title and text of each method."""
    margin = percent(settings.margin).removesuffix(".0")
    return [(title, " ".join(text.format(margin=margin).split())) for title, text in METHODS]


METHODS = (
    ("Blocks", """
        A block is one line-up with one seed, played in all the seatings of its design; its games share their luck. Every
        interval and every test rests on block means, never on single games. Blocks that lack a game are left out whole."""),
    ("Win share", """
        1 for a sole winner, 1/m for each of m tied winners; the shares of a game add up to 1. A strategy's win share is
        its mean over all line-ups of this pool with the seats balanced; where it holds several seats of a table, the sum
        over them."""),
    ("Interval of a share", """
        Cluster Wilson: the spread of the block means says how many independent games the data are worth, with Student's t
        for few blocks. In simulations it covers 93.8 to 96.0 % at a nominal 95 % for 10 to 100 blocks."""),
    ("Differences", """
        Paired block by block, Student's t; p values after Holm over all pairs of a scenario. Intervals of differences hold
        for all pairs at once (max-|t|, seeded draws). Strategies with a letter in common: no difference was found, which
        does not mean that there is none."""),
    ("Balance", """
        Two one-sided tests at 5 %: seats are called balanced if the 90 % interval of each seat's advantage lies within
        +-{margin} points; unbalanced if an advantage is shown (Holm) and is not within the margin; else undecided. To find
        no difference is never called balance."""),
    ("Changes", """
        From one variant to another, or from one run to another: the same blocks on the same luck, the difference taken block by
        block, Student's t; p values after Holm and intervals by max-|t| over the strategies, over the seats, and over the ends.
        For seats this is the difference in differences of their advantage. That a change of {margin} points or more is excluded
        rests on two one-sided tests at 5 %. "Variance x" is the variance of a difference relative to that of as many blocks on
        different luck. Where all blocks agree a share has the interval that so many blocks without an exception allow."""),
    ("Seat by strategy", """
        Share in a seat less the strategy's mean over the seats, paired by block; the half width holds for all cells at
        once."""),
    ("Places and ratings", """
        Places are midranks: tied seats share the mean of the places they fill. Ratings are Plackett-Luce strengths with
        seat effects and Efron's ties, in Elo points from the anchor, with block-sandwich errors."""),
    ("Common luck", """
        deff is the variance of a block mean over that of as many independent games. Below 1, common luck has made
        strategies easier to compare. Seats usually lie above 1: the luck of one seed falls on one seat in all its games."""),
    ("Standing", "The score if the game ended now, with all that is hidden counted."),
)


def again(has_files: bool) -> list[str]:
    """How to play the run again, in words."""
    text = ["The run's folder holds its experiment with everything written out. Playing that file with the same versions gives "
            "the same games, whatever the number of workers:"]
    if has_files:
        text.insert(0, "The strategies that came from files lie in the run's folder strategies.")
    return text
