"""What only Catan shows: what starting places are worth, where income comes from, the dice, development cards, the robber,
trade; and the board of a run that is one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from reports import formats
from reports.figures.bars import Bar, Parts, bars
from reports.figures.choice import few
from reports.figures.style import OKABE_ITO, SEAT, Looks
from reports.figures.svg import FAINT, INK, Figure, clean, sketch
from reports.findings import Findings
from reports.games.catan_board import of_board, picture, svg
from reports.reader import Floats, Ints
from reports.sections import Drawer, Section, filled
from reports.stats.rates import Rate, mean_where
from reports.tables.table import Column, Table
from sim.catalog import make_options
from sim.catan.board import lay_board
from sim.catan.tables import RESOURCES
from sim.chance import Chance

__all__ = ["picture", "sections"]

QUALITY = (0, 16, 18, 20, 22, 24, 99)
"""Bounds of the classes of set-up pips."""
ENOUGH_SEATS = 100
"""Seats of a class of starting places that a sentence may speak of."""
MOST = 12
"""Strategies that a figure of bars has room for."""
TERRAIN_COLOURS = ("#7fb98d", "#e59468", "#d5e8b5", "#f0d56a", "#b3bcc7")
"""Lumber, brick, wool, grain, ore; dark words are readable on each."""
EXPECTED = {number: (6 - abs(number - 7)) / 36 for number in range(2, 13)}


def sections(found: Findings, drawn: Drawer) -> Iterator[Section]:
    """Set-up and income; dice; development cards and robber; trade; the board of a single game."""
    places = place_rows(found)
    yield Section(
        "Starting places and income",
        filled(place_table(places)),
        drawn(places=lambda found, looks, key: place_figure(places, found, key), income=income),
    )
    yield Section("Dice", [], drawn(dice=dice), filled(dice_table(found)), "Rolls, counted and expected")
    yield Section("Development cards and the robber", filled(use_table(found, *CARDS), use_table(found, *ROBBER)))
    yield Section("Trade", [], drawn(trade=trade), filled(trade_table(found)), "Trade by resource")
    if found.scenario.games == 1:
        yield Section("The board", [], drawn(board=board))


# Starting places


@dataclass(frozen=True)
class PlaceRow:
    """Seats whose two set-up settlements have between so many pips, and how often they won."""

    pips: str
    results: int
    share: float
    interval: tuple[float, float]


def place_rows(found: Findings) -> list[PlaceRow]:
    """Win shares by the pips of the set-up settlements, classes without seats left out."""
    pips = found.scenario.seat_values(["x_setup_pips"])["x_setup_pips"]
    rows = []
    for low, high in pairwise(QUALITY):
        inside = (pips >= low) & (pips < high)
        if inside.any():
            rate = _seat_rate(found, found.scenario.share, inside)
            name = f"under {high}" if low == 0 else f"{low} or more" if high == 99 else f"{low} to {high - 1}"
            rows.append(PlaceRow(name, int(inside.sum()), rate.value, (rate.low, rate.high)))
    return rows


def _seat_rate(found: Findings, values: Floats, where: Any) -> Rate:
    """The mean of seat values where a condition holds, with blocks as the unit."""
    block = np.broadcast_to(np.arange(found.scenario.n_blocks)[:, None, None], where.shape).ravel()
    return mean_where(np.asarray(values, dtype=np.float64).ravel(), where.ravel(), block, found.settings.level, share=True)


def place_table(rows: Sequence[PlaceRow]) -> Table:
    """The table of the page."""
    columns = [
        Column("pips", "pips of the set-up", "text", "Ways of 36 in which the two first settlements yield a card."),
        Column("results", "seats", "count", "Seats of all games with so many."),
        Column("share", "win share %", "share", "Their mean win share.", interval="interval"),
    ]
    return Table("starting_places", "Starting places and win share", columns, rows,
                 "All strategies together: one that chooses better places may also play them better.")


def place_figure(rows: Sequence[PlaceRow], found: Findings, key: str) -> Figure | None:
    """Win share by the quality of the starting places; classes too small for an interval are left to the table."""
    rows = [row for row in rows if not np.isnan(row.interval[0])]
    if len(rows) < 2:
        return None
    shares = np.array([100 * row.share for row in rows])
    ends = np.array([[100 * row.interval[0], 100 * row.interval[1]] for row in rows])

    def paint(canvas: Any) -> None:
        canvas.set_layout_engine("constrained")
        axes = canvas.add_subplot()
        axes.axhline(100 * found.scenario.equal, color=FAINT, lw=1, ls=(0, (4, 3)))
        axes.errorbar(range(len(rows)), shares, yerr=np.abs(ends.T - shares), fmt="o", color=SEAT.colour, capsize=3,
                      clip_on=False)
        axes.set_xticks(range(len(rows)), [row.pips for row in rows], size=7.5)
        axes.set_xlabel("pips of both set-up settlements")
        axes.set_ylabel("win share %")
        axes.set_ylim(bottom=0)
        axes.grid(axis="y")

    many = [row for row in rows if row.results >= ENOUGH_SEATS]
    said = f"Fewer than two classes have {ENOUGH_SEATS} seats: too few to compare."
    if len(many) > 1:
        first, last = many[0], many[-1]
        said = (f"Seats with {last.pips} pips at the start win {formats.percent(last.share)} % "
                f"({formats.plural(last.results, 'seat')}), those with {first.pips} {formats.percent(first.share)} % "
                f"({formats.plural(first.results, 'seat')}).")
    return Figure(
        key,
        "Starting places",
        sketch(key, 2.5, paint),
        said,
        f"Win share with its interval for {len(rows)} classes of starting places.",
    )


# Income


def income(found: Findings, looks: Looks, key: str) -> Figure | None:
    """Cards produced by resource, strategy by strategy."""
    values = found.scenario.seat_values([f"x_produced_{name}" for name in RESOURCES])
    rows, totals = [], {}
    names, note = few(found.ranked, MOST)
    for name in names:
        place = found.scenario.strategies.index(name)
        sizes = [float(found.scenario.of_strategy(values[f"x_produced_{r}"], place).mean()) for r in RESOURCES]
        totals[name] = sum(sizes)
        rows.append(Bar(formats.cut(found.short[name]), sizes, formats.decimal(sum(sizes))))
    if not any(totals.values()):
        return None
    most = max(totals, key=lambda name: totals[name])
    end = 1.05 * max(totals.values())
    parts = Parts(list(RESOURCES), "cards produced in a game", end, 1, TERRAIN_COLOURS)
    return Figure(key, "Income by terrain", bars(key, rows, parts),
                  f"The greatest income has {found.short[most]}, {formats.decimal(totals[most])} cards in a game "
                  f"({formats.plural(found.scenario.games, 'game')}).",
                  f"Bars of the cards produced in a game, by resource, for {len(rows)} strategies.", note)


# Dice


@dataclass(frozen=True)
class DiceRow:
    """How often a sum was thrown."""

    number: int
    rolls: int
    share: float
    expected: float


def dice_rows(found: Findings) -> list[DiceRow]:
    """The sums of all games of the scenario."""
    scenario = found.scenario
    table = scenario.run.table("games", columns=["block", *(f"g_dice_{n}" for n in range(2, 13))], scenario=scenario.number)
    kept = np.isin(table.column("block").to_numpy(), scenario.blocks)
    rolls = {n: int(table.column(f"g_dice_{n}").to_numpy()[kept].sum()) for n in range(2, 13)}
    total = sum(rolls.values())
    return [DiceRow(n, rolls[n], rolls[n] / total, EXPECTED[n]) for n in rolls] if total else []


def dice_table(found: Findings) -> Table:
    """The table of the page."""
    columns = [
        Column("number", "sum", "id"),
        Column("rolls", "rolls", "count"),
        Column("share", "% of rolls", "share"),
        Column("expected", "expected %", "share", "Of two fair dice; a deck of dice and rules on sevens change it."),
    ]
    return Table("dice", "Dice", columns, dice_rows(found))


def dice(found: Findings, looks: Looks, key: str) -> Figure | None:
    """Counted rolls as bars, the expected share as marks."""
    rows = dice_rows(found)
    if not rows:
        return None
    numbers = [row.number for row in rows]

    def paint(canvas: Any) -> None:
        canvas.set_layout_engine("constrained")
        axes = canvas.add_subplot()
        axes.bar(numbers, [100 * row.share for row in rows], color=SEAT.colour, alpha=0.75, width=0.8)
        axes.plot(numbers, [100 * row.expected for row in rows], "_", color=INK, ms=14, mew=1.6)
        axes.set_xticks(numbers)
        axes.set_ylabel("% of rolls")
        axes.grid(axis="y")

    seven, total = rows[5], sum(row.rolls for row in rows)
    return Figure(key, "Rolls", sketch(key, 2.4, paint),
                  f"{formats.percent(seven.share)} % of {formats.count(total)} rolls were a 7 "
                  f"({formats.percent(seven.expected)} % expected).",
                  "Bars of the rolls of 2 to 12, with marks at what two fair dice give.")


# Cards, robber, trade

CARDS = ("development_cards", "Development cards in a game", {
    "x_dev_bought": "bought", "x_dev_played_knight": "knights", "x_dev_played_road": "road building",
    "x_dev_played_plenty": "years of plenty", "x_dev_played_monopoly": "monopolies", "score_cards": "points kept",
    "score_army": "points by the army"})
ROBBER = ("robber", "The robber in a game", {
    "x_robber_moves": "moves", "x_stolen_by": "cards stolen", "x_stolen_from": "lost to thieves",
    "x_lost_robber_block": "kept from coming", "x_discarded": "discarded", "x_monopoly_gain": "got by monopoly",
    "x_monopoly_loss": "lost to monopolies"})


def use_table(found: Findings, name: str, title: str, uses: Mapping[str, str]) -> Table:
    """Means in a game, a row a strategy; `uses` are columns of the seats with their words."""
    values = found.scenario.seat_values(list(uses))
    rows = [_Use(strategy, {key: _mean(found, values[key], strategy) for key in uses}) for strategy in found.ranked]
    columns = [Column("strategy", "strategy", "text"), *(Column(key, words, "decimal") for key, words in uses.items())]
    return Table(name, title, columns, rows, f"Means of a seat over {formats.plural(found.scenario.games, 'game')}.")


class _Use:
    """One strategy's means as attributes, as tables want them."""

    def __init__(self, strategy: str, means: dict[str, float]) -> None:
        self.strategy = strategy
        self.__dict__.update(means)


def _mean(found: Findings, values: Ints, strategy: str) -> float:
    return float(found.scenario.of_strategy(values, found.scenario.strategies.index(strategy)).mean())


@dataclass(frozen=True)
class TradeRow:
    """What one strategy got and gave of one resource, in a game."""

    strategy: str
    resource: str
    maritime_in: float
    maritime_out: float
    domestic_in: float
    domestic_out: float


def trade_table(found: Findings) -> Table:
    """Means in a game of the cards got and given, by resource."""
    ways = ("maritime_in", "maritime_out", "domestic_in", "domestic_out")
    values = found.scenario.seat_values([f"x_{way}_{name}" for way in ways for name in RESOURCES])
    rows = [TradeRow(strategy, name, *(_mean(found, values[f"x_{way}_{name}"], strategy) for way in ways))
            for strategy in found.ranked for name in RESOURCES]
    words = ("from the bank", "to the bank", "from players", "to players")
    columns = [Column("strategy", "strategy", "text"), Column("resource", "resource", "text"),
               *(Column(way, told, "decimal") for way, told in zip(ways, words, strict=True))]
    return Table("trades", "Cards that changed hands in a game", columns, rows,
                 f"Means of a seat over {formats.plural(found.scenario.games, 'game')}.")


def trade(found: Findings, looks: Looks, key: str) -> Figure | None:
    """Cards got by trade with the bank and with players, strategy by strategy."""
    kinds = {"maritime": "from the bank", "domestic": "from players"}
    values = found.scenario.seat_values([f"x_{kind}_in_{name}" for kind in kinds for name in RESOURCES])
    sums: dict[str, Ints] = {kind: np.sum([values[f"x_{kind}_in_{name}"] for name in RESOURCES], axis=0) for kind in kinds}
    rows, best = [], ("", -1.0)
    names, note = few(found.ranked, MOST)
    for name in names:
        place = found.scenario.strategies.index(name)
        sizes = [float(found.scenario.of_strategy(sums[kind], place).mean()) for kind in kinds]
        best = max(best, (name, sum(sizes)), key=lambda pair: pair[1])
        rows.append(Bar(formats.cut(found.short[name]), sizes, formats.decimal(sum(sizes))))
    if best[1] <= 0:
        return None
    return Figure(key, "Cards got by trade", bars(key, rows, Parts(list(kinds.values()), "cards in a game", 1.05 * best[1], 1)),
                  f"{found.short[best[0]]} trades most: {formats.decimal(best[1])} cards in a game "
                  f"({formats.plural(found.scenario.games, 'game')}).",
                  f"Bars of the cards got from the bank and from players in a game, for {len(rows)} strategies.", note)


# The board of a single game


def board(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The table at the end of the only game; none where no events were kept."""
    scenario = found.scenario
    if "events" not in scenario.run.tables:
        return None
    game = scenario.run.game
    setup = game.setup(make_options(game, scenario.run.plan.scenarios[scenario.number].options), scenario.seats)
    laid = lay_board(setup, Chance(scenario.run.experiment.seed, int(scenario.blocks[0])))
    events = scenario.run.table("events", columns=["seat", "what", "amount"], scenario=scenario.number).to_pylist()
    roads = [(row["amount"], row["seat"]) for row in events if row["what"] == "road"]
    standing = {row["amount"]: (row["seat"], row["what"] == "city") for row in events if row["what"] in ("settlement", "city")}
    names = [scenario.strategies[place] for place in scenario.who[0, 0]]
    table = replace(
        of_board(laid), roads=roads, buildings=[(v, seat, city) for v, (seat, city) in sorted(standing.items())],
        seats=[f"{formats.cut(found.short[name], 20)}: {formats.plural(int(points), 'point')}"
               for name, points in zip(names, scenario.score[0, 0], strict=True)],
        colours=[looks[name].colour for name in names] if len(set(names)) == len(names) else OKABE_ITO)
    return Figure(key, "At the end of the game", clean(svg(table), key),
                  f"{formats.plural(len(standing), 'building')} and {formats.plural(len(roads), 'road')} stand on the board.",
                  "The island with its terrain, tokens, harbours, roads and buildings; seats by colour and number.")
