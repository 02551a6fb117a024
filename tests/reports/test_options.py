"""Options taken, skill and luck, load of decisions: against counts worked out the slow way, and effects of known truth."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from experiments.schemas import BY_LEVEL
from reports.build import open_book
from reports.findings import Findings
from reports.games import picks
from reports.rounds import Slices
from reports.stats.rates import within_slope
from reports.stats.winprob import gap_bins
from reports.tables.load import load_table
from reports.tables.picks import PickRow, pick_table
from reports.tables.skill import SUBJECT, skill_table
from tests.reports.toy import FOUR, Floats, ToyRun, told, toy

NAN = math.nan


def found(run: ToyRun) -> Findings:
    """The findings of a run's first scenario."""
    return open_book(run).scenarios[0]      # type: ignore[arg-type]


def races(games: int, seats: int, seed: int = 4) -> Floats:
    """Standings that grow by luck, of games of 4 to 9 rounds."""
    random = np.random.default_rng(seed)
    standings = np.cumsum(random.integers(0, 9, (games, 9, seats)), axis=1).astype(float)
    standings[np.arange(9)[None, :] >= random.integers(4, 10, games)[:, None]] = NAN
    return standings


def leaders_buy(standings: Floats, seed: int = 5) -> list[tuple[int, int, int, str, str]]:
    """Events of an option without effect that leaders buy more often, and of one that all buy alike; repeats do not count."""
    random, events = np.random.default_rng(seed), []
    for game, course in enumerate(standings):
        for round in range(2, int((~np.isnan(course[:, 0])).sum()) + 1):
            for seat in range(standings.shape[2]):
                before = course[round - 2]
                if random.random() < 0.05 + 0.4 * (before[seat] == before.max()):
                    events.append((game, round, seat, "built", "statue"))
                if random.random() < 0.2:
                    events.append((game, round, seat, "built", "bench"))
                if random.random() < 0.2:
                    events.append((game, round, seat, "sold", "corn"))
    return events



def by_option(findings: Findings) -> dict[str, PickRow]:
    return {row.option: row for row in findings.picks}


def test_an_option_without_effect_that_leaders_buy_looks_good_only_raw() -> None:
    standings = races(700, 3)

    rows = by_option(found(told(standings, events=leaders_buy(standings))))

    assert set(rows) == {"statue", "bench"}                                 # selling is no option of its own
    statue, bench = rows["statue"], rows["bench"]
    assert statue.raw > 0.15 > 4 * abs(statue.effect)
    assert statue.interval[0] < 0.02 and abs(bench.effect) < 0.05 and not bench.shown


def test_effects_are_the_slopes_over_all_opportunities_worked_out_one_by_one() -> None:
    standings = races(140, 3)
    events = leaders_buy(standings)
    findings = found(told(standings, events=events))                        # more blocks than the 100 groups they fall into
    course = findings.course
    assert course is not None and course.table is not None
    took: dict[tuple[int, int], int] = {}
    for game, round, seat, _, item in events:
        if item == "statue":
            took[game, seat] = min(round, took.get((game, seat), 99))
    last = np.array([one[~np.isnan(one[:, 0])][-1] for one in standings])
    shares = (last == last.max(axis=1, keepdims=True)) / (last == last.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True)
    rows = []
    for game, one in enumerate(standings):
        for round in range(1, int((~np.isnan(one[:, 0])).sum()) + 1):
            before = np.zeros(3) if round == 1 else one[round - 2]
            for seat in range(3):
                if took.get((game, seat), 99) >= round:
                    rank = int((before > before[seat]).sum())
                    gap = int(before[seat] - np.delete(before, seat).max())
                    bin = int(gap_bins(np.array([[rank]]), np.array([[gap]]), course.table.edges)[0, 0])
                    rows.append((took.get((game, seat)) == round, shares[game, seat], (round * 3 + rank) * 6 + bin, game % 100))
    yes, won, cell, block = (np.array(column) for column in zip(*rows, strict=True))
    wanted = within_slope(yes.astype(float), won, np.unique(cell, return_inverse=True)[1], block)
    statue = by_option(findings)["statue"]

    assert (statue.effect, *statue.interval) == pytest.approx((wanted.value, wanted.low, wanted.high))
    assert statue.seats == len(took) and statue.rate == pytest.approx(len(took) / 420)
    assert statue.round == pytest.approx(np.mean(list(took.values())))
    ever = np.zeros((140, 3), dtype=bool)
    ever[tuple(np.array(list(took)).T)] = True
    assert statue.raw == pytest.approx(shares[ever].mean() - shares[~ever].mean())


def test_an_option_that_helps_stands_out() -> None:
    random, standings = np.random.default_rng(6), races(600, 2)
    events = []
    for game in range(600):
        seat = int(random.integers(0, 2))
        events += [(game, 1, seat, "built", "engine"), *((game, 2, other, "built", f"toy {n}")
                   for n in range(8) for other in range(2) if random.random() < 0.5)]
        standings[game, 1:, seat] += 6

    rows = by_option(found(told(standings, events=events)))

    assert rows["engine"].shown and rows["engine"].effect > 0.1 and rows["engine"].mark == "*"
    assert sum(row.shown for row in rows.values()) <= 2
    table = pick_table(list(rows.values()))
    assert "[[force]]" in table.note and "not kept" in table.note and table.columns[4].faint


def test_events_of_the_set_up_and_of_nobody_are_no_picks() -> None:
    standings = races(70, 2)
    run = told(standings, events=[(0, 0, 0, "built", "early"), (1, 2, -1, "built", "nobody"), (2, 2, 1, "built", "real"),
                                  (2, 3, 1, "built", "real")])

    picked = [part.picks for part in Slices(open_book(run).scenarios[0].scenario, ("built",))]     # type: ignore[arg-type]

    assert [(one.game.tolist(), one.seat.tolist(), one.round.tolist()) for one in picked] == [([2], [1], [1])]


def test_games_say_which_events_take_an_option() -> None:
    assert set(picks("catan")) == {"settlement", "city", "dev_bought", "dev_played"}
    assert picks("catan")["dev_played"].format(item="knight") == "knight played"
    assert "built" in picks("puerto_rico") and picks("no game of ours") == picks("puerto_rico")


# Skill and luck

def scored(skill: float, luck: float) -> Any:
    def score(rng: np.random.Generator, strategy: str, seat: int) -> float:
        return 100 + skill * (FOUR.index(strategy) - 1.5) / math.sqrt(1.25) + rng.normal(0, luck)
    return score


def test_skill_has_the_share_that_was_put_in() -> None:
    findings = found(toy(300, score=scored(20, 20)))

    assert findings.skill is not None and findings.skill.score is not None
    shares = {row.part: row.of_score for row in findings.skill_rows}
    assert shares["strategy"] == pytest.approx(4 / 7, abs=0.05)             # variance among 4: 400 * 4 / 3; luck 400
    assert sum(shares.values()) == pytest.approx(1) and sum(row.of_win for row in findings.skill_rows) == pytest.approx(1)
    assert findings.skill_rows[0].score_interval[0] < 4 / 7 + 0.05
    assert SUBJECT in skill_table(findings.skill_rows, findings.skill).note


@pytest.mark.parametrize("run", [
    lambda: toy(20, ["random"], design="mirror"), lambda: toy(20, design="random"), lambda: toy(5),
    lambda: toy(20, [FOUR[0], FOUR[3]], lineups=((FOUR[0], FOUR[0], FOUR[3], FOUR[3]),)),
    lambda: toy(20, score=lambda rng, name, seat: 7)])
def test_what_cannot_tell_skill_from_luck_says_nothing(run: Any) -> None:
    findings = found(run())

    assert findings.skill is None and findings.skill_rows == []


def test_two_seats_pool_the_kinds_of_luck_and_say_so() -> None:
    findings = found(toy(40, FOUR[:2], seats=(2,)))

    assert findings.skill is not None and findings.skill.pooled
    assert "Two seats leave nothing" in skill_table(findings.skill_rows, findings.skill).note


# The load of decisions

def deciding(run: ToyRun, rows: list[tuple[int, str, int]]) -> ToyRun:
    """The run with decisions (game, phase, legal actions)."""
    ids = run.tables["games"].column("game_id").to_pylist()
    run.tables["decisions"] = pa.table({
        "game_id": [ids[game] for game, _, _ in rows], "phase": pa.array([phase for _, phase, _ in rows]).dictionary_encode(),
        "n_legal": pa.array([n for _, _, n in rows], pa.int32()), "forced": [n == 1 for _, _, n in rows]})
    run.experiment = run.experiment.replace(level="decisions")
    return run


def test_the_load_of_each_phase_is_counted() -> None:
    run = deciding(told(races(20, 2)), [(game, phase, n) for game in range(20) for phase, n in
                                        (("D-BUILD", 2), ("D-BUILD", 4), ("D-BUILD", 1), ("D-LOAD", 1), ("D-ROLE", 6))])

    rows = {row.phase: row for row in found(run).load}

    assert list(rows) == ["all", "D-BUILD", "D-ROLE", "D-LOAD"]
    assert (rows["D-BUILD"].legal, rows["D-BUILD"].p95, rows["D-BUILD"].decisions) == (3, 4, 40)
    assert rows["D-BUILD"].forced == pytest.approx(1 / 3) and rows["D-LOAD"].forced == 1
    assert math.isnan(rows["D-LOAD"].legal) and rows["D-LOAD"].decisions == 0
    assert rows["all"].legal == 4 and rows["all"].forced == pytest.approx(2 / 5)
    assert rows["all"].per_game == 3


def test_without_decisions_the_totals_say_what_they_can() -> None:
    findings = found(toy(20))
    games = toy(20).tables["games"].to_pandas()

    row, = findings.load

    assert row.decisions == games.decisions.sum() and math.isnan(row.legal)
    assert row.forced == pytest.approx(games.forced.sum() / (games.forced.sum() + games.decisions.sum()))
    table = load_table(findings.load)
    assert "--log decisions" in table.note and "legal" not in [column.key for column in table.columns]
    assert "decisions" not in BY_LEVEL["rounds"]
