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
from reports.rounds import Slices
from reports.stats.rates import within_slope
from reports.stats.winprob import gap_bins
from reports.tables.load import load_table
from reports.tables.picks import PickRow, pick_table
from reports.tables.skill import SUBJECT, skill_table
from sim.catalog import find
from tests.reports.toy import FOUR, Floats, ToyRun, told, toy

NAN = math.nan
PICKS = find("puerto_rico").picks
TOYS = PICKS.labels[:8]


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
                    events.append((game, round, seat, "built", "wharf"))
                if random.random() < 0.2:
                    events.append((game, round, seat, "built", "office"))
                if random.random() < 0.2:
                    events.append((game, round, seat, "sold", "corn"))
    return events



def by_option(findings: Findings) -> dict[str, PickRow]:
    return {row.option: row for row in findings.picks}


def test_an_option_without_effect_that_leaders_buy_looks_good_only_raw() -> None:
    standings = races(700, 3)

    rows = by_option(found(told(standings, events=leaders_buy(standings))))

    assert set(rows) == {"wharf", "office"}                                 # selling is no option of its own
    wharf, office = rows["wharf"], rows["office"]
    assert wharf.raw > 0.15 > 4 * abs(wharf.effect)
    assert wharf.interval[0] < 0.02 and abs(office.effect) < 0.05 and not office.shown


def test_nor_does_one_that_only_those_could_pay_who_stood_well() -> None:
    standings, random = races(900, 3), np.random.default_rng(8)
    before = np.concatenate([np.zeros((900, 1, 3)), np.nan_to_num(standings)[:, :-1]], axis=1)
    there = ~np.isnan(standings)
    could = (before >= 20) & there                                          # of about half of the seats in some round
    buys = could & (random.random(could.shape) < 0.2 + 0.3 * (before == before.max(axis=2, keepdims=True)))
    events = [(game, round + 1, seat, "built", "wharf") for game, round, seat in np.argwhere(buys).tolist()]

    wharf = by_option(found(told(standings, events=events, offered=could.any(axis=1) * bits("wharf"))))["wharf"]

    assert 900 < wharf.open == could.any(axis=1).sum() < 2000 and 0.4 < wharf.rate < 0.9
    assert wharf.raw > 0.15 > 3 * abs(wharf.effect)


def bits(*labels: str) -> int:
    """What was open, as the seats table keeps it."""
    return sum(1 << PICKS.labels.index(label) for label in labels)


@pytest.mark.parametrize("known", [False, True])
def test_effects_are_the_slopes_over_all_opportunities_worked_out_one_by_one(known: bool) -> None:
    standings, random = races(140, 3), np.random.default_rng(3)
    events = leaders_buy(standings)
    took: dict[tuple[int, int], int] = {}
    for game, round, seat, _, item in events:
        if item == "wharf":
            took[game, seat] = min(round, took.get((game, seat), 99))
    could = np.array([[(game, seat) in took or not known or random.random() < 0.6 for seat in range(3)] for game in range(140)])
    offered = np.where(could, bits("wharf", "office"), bits("office")) if known else None
    findings = found(told(standings, events=events, offered=offered))       # more blocks than the 100 groups they fall into
    course = findings.course
    assert course is not None and course.table is not None and findings.offered == known
    last = np.array([one[~np.isnan(one[:, 0])][-1] for one in standings])
    shares = (last == last.max(axis=1, keepdims=True)) / (last == last.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True)
    rows = []
    for game, one in enumerate(standings):
        for round in range(1, int((~np.isnan(one[:, 0])).sum()) + 1):
            before = np.zeros(3) if round == 1 else one[round - 2]
            for seat in range(3):
                if could[game, seat] and took.get((game, seat), 99) >= round:
                    rank = int((before > before[seat]).sum())
                    gap = int(before[seat] - np.delete(before, seat).max())
                    bin = int(gap_bins(np.array([[rank]]), np.array([[gap]]), course.table.edges)[0, 0])
                    rows.append((took.get((game, seat)) == round, shares[game, seat], (round * 3 + rank) * 6 + bin, game % 100))
    yes, won, cell, block = (np.array(column) for column in zip(*rows, strict=True))
    wanted = within_slope(yes.astype(float), won, np.unique(cell, return_inverse=True)[1], block)
    wharf = by_option(findings)["wharf"]

    assert (wharf.effect, *wharf.interval) == pytest.approx((wanted.value, wanted.low, wanted.high))
    assert (wharf.seats, wharf.open) == (len(took), could.sum()) and (wharf.open < 420) == known
    assert wharf.rate == pytest.approx(len(took) / could.sum())
    assert wharf.round == pytest.approx(np.mean(list(took.values())))
    ever = np.zeros((140, 3), dtype=bool)
    ever[tuple(np.array(list(took)).T)] = True
    assert wharf.raw == pytest.approx(shares[ever].mean() - shares[could & ~ever].mean())


def test_an_option_that_helps_stands_out() -> None:
    random, standings = np.random.default_rng(6), races(600, 2)
    events = []
    for game in range(600):
        seat = int(random.integers(0, 2))
        events += [(game, 1, seat, "built", "harbor"), *((game, 2, other, "built", TOYS[n])
                   for n in range(8) for other in range(2) if random.random() < 0.5)]
        standings[game, 1:, seat] += 6

    rows = by_option(found(told(standings, events=events)))

    assert rows["harbor"].shown and rows["harbor"].effect > 0.1 and rows["harbor"].mark == "*"
    assert sum(row.shown for row in rows.values()) <= 2
    table = pick_table(list(rows.values()), known=False)
    assert "[[force]]" in table.note and "not kept" in table.note
    assert [column.key for column in table.columns if column.faint] == ["raw"]


def test_only_seats_count_to_which_an_option_was_open() -> None:
    ends = np.array([[9, 0], [9, 0], [9, 0], [0, 9], [0, 9], [0, 9], [9, 9], [9, 9]] * 20, dtype=float)    # 160 games, 2 seats
    standings = np.stack([np.zeros_like(ends), ends], axis=1)
    events, offered = [], np.full(ends.shape, bits("hospice"))
    for game in range(160):
        offered[game, 0] |= bits("wharf", "office")         # of seat 1 alone: the hospice
        if game % 8 < 4:
            events.append((game, 2, 0, "built", "wharf"))
        events.append((game, 1, 0, "built", "office"))

    findings = found(told(standings, events=events, offered=offered))
    rows = by_option(findings)

    assert list(rows) == ["office", "wharf", "hospice"]                     # by how often they are taken
    wharf = rows["wharf"]                                   # built in 4 of 8 games with shares 1, 1, 1, 0; left: 0, 0, 1/2, 1/2
    assert (wharf.open, wharf.seats, wharf.rate) == (160, 80, 0.5)
    assert wharf.raw == pytest.approx(3 / 4 - 1 / 4) == wharf.effect        # all stand alike after round 1
    assert wharf.round == 2 and wharf.rate_interval[0] < 0.5 < wharf.rate_interval[1]
    office, hospice = rows["office"], rows["hospice"]
    assert (office.open, office.seats, office.rate) == (160, 160, 1)        # nobody left it, nobody took the other:
    assert (hospice.open, hospice.seats, hospice.rate) == (320, 0, 0)       # there is nothing to compare
    for row in (office, hospice):
        assert not any(map(math.isfinite, (row.raw, row.effect, *row.interval, row.p))) and not row.shown
    assert math.isnan(hospice.round) and office.round == 1
    table = pick_table(findings.picks, findings.offered)
    assert "open at some decision" in table.note and "not kept" not in table.note
    assert [column.text(office) for column in table.columns] == ["office", "160", "160", "100.0", "1.0", "-", "-", "-"]


def test_a_run_of_which_some_parts_do_not_tell_counts_all_seats() -> None:
    standings = races(130, 2)
    run = told(standings, events=[(1, 2, 0, "built", "office")], offered=np.full((130, 2), bits("wharf")))
    column = run.tables["seats"].schema.get_field_index("offered")
    values = run.tables["seats"].column("offered").to_pylist()
    run.tables["seats"] = run.tables["seats"].set_column(column, run.tables["seats"].schema.field(column), pa.array(
        [*values[:-1], None], pa.int64()))

    findings = found(run)

    assert not findings.offered
    assert [(row.option, row.open, row.seats) for row in findings.picks] == [("office", 260, 1)]


def test_events_of_the_set_up_and_of_nobody_are_no_picks() -> None:
    standings = races(70, 2)
    run = told(standings, events=[(0, 0, 0, "built", "hospice"), (1, 2, -1, "built", "hospice"), (2, 2, 1, "built", "office"),
                                  (2, 3, 1, "built", "office")])

    picked = [part.picks for part in Slices(open_book(run).scenarios[0].scenario, PICKS.places)]     # type: ignore[arg-type]

    assert [(one.game.tolist(), one.seat.tolist(), one.round.tolist()) for one in picked] == [([2], [1], [1])]


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
