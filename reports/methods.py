"""How the numbers of the page are made, in the words of the page."""
from __future__ import annotations

from reports.formats import percent
from reports.settings import Settings

COMMANDS = ("evenhand run experiment.toml", "evenhand verify RUN --sample 50")


def methods(settings: Settings) -> list[tuple[str, str]]:
    """Title and text of each method."""
    words = {"margin": percent(settings.margin).removesuffix(".0"), "ci": INTERVALS[settings.ci], "cs": SEQUENCES[settings.cs],
             "prior": f"{settings.pl_prior:g}"}
    return [(title, " ".join(text.format(**words).split())) for title, text in METHODS]


_BY_GAMES = "It counts every game as independent of all others, which holds where a block is one game (design random)."
INTERVALS = {
    "cluster-wilson": """Cluster Wilson: the spread of the block means says how many independent games the data are worth, with
        Student's t for few blocks. In simulations it covers 93.8 to 96.0 % at a nominal 95 % for 10 to 100 blocks.""",
    "block-t": "Student's t on block means. Near 0 and 1 it covers too little: 45 % at a share of 0.005 in 25 blocks.",
    "naive-wilson": f"Wilson's. {_BY_GAMES}",
    "clopper-pearson": f"Clopper and Pearson's, never too narrow for independent games, often too wide. {_BY_GAMES}",
    "jeffreys": f"Jeffreys'. {_BY_GAMES}",
}
SEQUENCES = {
    "asymptotic": """Robbins' normal mixture (asymptotic, from 30 blocks on; it missed the truth at some block in 2.3 to 4.6 %
        of simulated runs).""",
    "eb": "empirical Bernstein (strict; two to three and a half times as wide as an interval of a fixed number of blocks).",
}


METHODS = (
    ("Blocks", """
        A block is one line-up with one seed, played in all the seatings of its design; its games share their luck. Every
        interval and every test rests on block means, never on single games. Blocks that lack a game are left out whole."""),
    ("Win share", """
        1 for a sole winner, 1/m for each of m tied winners; the shares of a game add up to 1. What is estimated: the mean win
        share over all line-ups of this pool, seats balanced (the run card says which line-ups and seats these are); where a
        strategy holds several seats of a table, the sum over them. With two blocks or more of each line-up, every line-up has
        the same weight and the variance is stratified by line-up."""),
    ("Interval of a share", """
        {ci} Tests and verdicts do not depend on this choice."""),
    ("Effect sizes", """
        The difference of mean scores, paired by block; the same in standard deviations of a score within strategy and seat
        (Hedges g); and the chance of finishing ahead: how often one finishes above the other in the games of both, ties as a
        half."""),
    ("Head to head", """
        In the games of both, ties as a half; intervals by blocks (cluster Wilson), p of "one half" after Holm over all pairs. A
        circle of three is only reported if each of its three is shown."""),
    ("Differences", """
        Paired block by block, Student's t; p values after Holm over all pairs of a scenario. Intervals of differences hold
        for all pairs at once (max-|t|, seeded draws). Strategies that share no block are compared by Welch's test, of shares
        with at least the pooled variance; where all blocks agree, or few blocks differ and all to one side, a share is judged
        as under "Changes". Strategies with a letter in common: no difference was found, which
        does not mean that there is none."""),
    ("Balance", """
        Two one-sided tests at 5 %: seats are called balanced if the 90 % interval of each seat's advantage lies within
        +-{margin} points; unbalanced if an advantage is shown (the score test that the cluster Wilson interval inverts, Holm)
        and is not within the margin; else undecided. To find no difference is never called balance."""),
    ("Changes", """
        From one variant to another, or from one run to another: the same blocks on the same luck, the difference taken block by
        block, Student's t; p values after Holm and intervals by max-|t| over the strategies, over the seats, and over the ends.
        For seats this is the difference in differences of their advantage. That a change of {margin} points or more is excluded
        rests on two one-sided tests at 5 %. "Variance x" is the variance of a difference relative to that of as many blocks on
        different luck. Where all blocks agree a share has the interval that so many blocks without an exception allow. Of a
        share that moved in less than half the blocks, always to one side, no more is said than by the sign test; unpaired, its
        variance is at least the pooled one, so that a side on which something never happened is not taken for certain."""),
    ("Seat by strategy", """
        Share in a seat less the strategy's mean over the seats, paired by block; the half width holds for all cells at
        once. A cell that hardly ever won is given the spread of a share nearer to the strategy's mean, as in Wilson's
        interval."""),
    ("Places and ratings", """
        Places are midranks: tied seats share the mean of the places they fill. Ratings are Plackett-Luce strengths with
        seat effects and Efron's ties, in Elo points from the anchor, with block-sandwich errors. Where a strength would be
        infinite a normal prior of sd {prior} holds it, and it gets no interval. The fit compares head-to-head results and the
        winners of each line-up with what the ratings expect; where a difference of two points is shown (Holm), the shares say
        more than the ratings."""),
    ("Uneven seats", """
        Spread: the best seat's share less the worst's, with an interval from those of all pairs at once. Entropy: that of the
        seats' shares over its largest, by bootstrap over blocks."""),
    ("Design effect", """
        The variance of a block mean over that of as many independent games. Below 1, common luck has made strategies easier to
        compare. Seats usually lie above 1: the luck of one seed falls on one seat in all its games."""),
    ("Quantiles", """
        Medians and other quantiles are order statistics: the smallest value that at least so large a part of the games does
        not exceed, with no value between two. So the games from the 5 % to the 95 % quantile may be more than 90 %."""),
    ("Runs that stop by themselves", """
        LLR is the log likelihood ratio of the upper share of a test to the lower one: above 0 the games speak for the upper
        one, below 0 for the lower. The test ends when it leaves its bounds, which follow from the two errors, and decides
        only which of the two shares fits better; that a strategy wins more, or not more, than an equal share is said where
        the confidence sequence supports it.
        A test (GSPRT on block shares) or a half-width looks only at fixed numbers of blocks, each time at all blocks from the
        first on without a gap. After a test, the shares of strategies and seats and their differences have confidence
        sequences, which hold at every block at once: {cs}"""),
    ("Gifts and forced options", """
        Both are differences between two games of the same block and seating, one of them with the gift or with the strategy
        bound; intervals and p values by paired blocks (Student's t), p after Holm over all gifts and over all forced options.
        The worth of a gift is the change of the final distance to the others' mean over what was given, a ratio of sums over
        blocks; games that ended before the gift are equal and add nothing to either."""),
    ("Standing", "The score if the game ended now, with all that is hidden counted. It is noted after every round."),
    ("Leads and decisions", """
        A leader is whoever stands highest after a round; several count by their mean. A game is decided by the first round
        from which on the leaders are exactly the winners, and its part is (that round - 1) / rounds: 0 if the winner always
        led, 1 if only a tie-break decided. At half-time, after half of the rounds, several may be last; where all stand
        alike nobody is. From when on a leader wins with a certain chance is only said of points at which at least half of
        the games have rounds to come: after the last round the leader is the winner.
        Values are means by game, intervals by block with Student's t."""),
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
