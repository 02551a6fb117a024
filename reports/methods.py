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
    ("Standing", "The score if the game ended now, with all that is hidden counted. It is noted after every round."),
    ("Leads and decisions", """
        A leader is whoever stands highest after a round; several count by their mean. A game is decided by the first round
        from which on the leaders are exactly the winners, and its part is (that round - 1) / rounds: 0 if the winner always
        led, 1 if only a tie-break decided. Values are means by game, intervals by block with Student's t."""),
    ("Win chances", """
        How often seats of this rank, this gap to the best other (six classes of equal size for each rank) and this tenth of
        the game won in the even blocks, leaning a little on 1/k; scored on the odd ones. The Brier skill is 1 less the
        squared errors over those of an equal chance. Depth of drama: the mean root of the leader's less the later winner's
        chance, over the rounds in which no later winner led, 0 if there are none. Uncertainty: the mean entropy of the
        chances over the entropy of equal ones."""),
    ("Snowball", """
        The slope of what a seat gains on the table's mean in a round on how far it stands above that mean, with a fixed effect
        for each strategy, seat and round. It describes only: lasting luck gives the same slope as a lead that feeds
        itself."""),
    ("Skill and luck", """
        Each block is a Latin square of games, seats and strategies. Mean squares of strategy, seat, both together, and of
        what the seed does to a seat, to a strategy, to a game give the variances; a share is a part of their sum, without
        what a seed does to the whole table. The interval of skill is a jackknife over groups of blocks."""),
    ("Options", """
        An option is taken once for each seat and game, when it is taken first, the set-up apart. The effect among alike is
        the difference of win shares between those who take it in a round and those who could still do so and do not, of
        equal strategy, round (in long games a few neighbouring rounds), rank and class of gap after the round before,
        weighted by p (1 - p) times their number. Its interval rests on blocks, in long runs on 100 groups of them; p values
        after Benjamini-Hochberg over all options of a scenario."""),
)


def again(has_files: bool) -> list[str]:
    """How to play the run again, in words."""
    text = ["The run's folder holds its experiment with everything written out. Playing that file with the same versions gives "
            "the same games, whatever the number of workers:"]
    if has_files:
        text.insert(0, "The strategies that came from files lie in the run's folder strategies.")
    return text
